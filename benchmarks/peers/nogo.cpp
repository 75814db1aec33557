// NoGo (Luogu P4997), the first legal point in row-major order: a point forbidden to a colour stays forbidden to it, so a
// pointer for each colour moves forward over the board. Groups are a disjoint set in one array. A root holds the number of
// pairs of a stone and an empty neighbour, which is zero exactly when the group has no liberty.
// g++ -O2 -std=c++17 -o nogo nogo.cpp; ./nogo [INPUT] > OUTPUT
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

using u8 = uint8_t;
using i32 = int32_t;

constexpr i32 kSize = 600, kPoints = (kSize + 2) * (kSize + 2);
constexpr u8 kEmpty = 0, kBlack = 1, kWhite = 2, kEdge = 3;

static i32 size, stride;
static u8 stone[kPoints];
static i32 linked[kPoints];  // for a stone: another stone of its group, or ~pairs at the root
static u8 in[1 << 20];
static char out[1 << 16];
static u8 digits[kSize + 1];     // in a coordinate
static char text[kSize + 1][4];  // a coordinate, then a space

static inline i32 find(i32 x) {
    for (i32 up; (up = linked[x]) >= 0; x = up) {
        const i32 above = linked[up];
        if (above < 0) return up;
        linked[x] = above;
    }
    return x;
}

// Merges the groups of two roots. Returns the root of the result, which is the one with more pairs.
static inline i32 join(i32 a, i32 b) {
    if (a == b) return a;
    if (linked[a] > linked[b]) {
        const i32 other = a;
        a = b, b = other;
    }
    linked[a] += linked[b] + 1;  // ~(x + y) == ~x + ~y + 1
    linked[b] = a;
    return a;
}

// Puts a stone of `colour` on the empty `point` if that leaves no group without a liberty. Returns whether it did.
static inline bool play(i32 point, u8 colour) {
    const i32 around[4] = {point - stride, point - 1, point + 1, point + stride};
    i32 roots[4], pairs = 0;
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {  // remove the pairs of the point
        const u8 neighbour = stone[around[k]];
        if (neighbour == kEmpty)
            ++pairs;
        else if (neighbour != kEdge)
            ++linked[roots[k] = find(around[k])];
    }
    bool alive = pairs > 0, captures = false;
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
        const u8 neighbour = stone[around[k]];
        if (neighbour == colour)
            alive |= linked[roots[k]] != ~0;
        else if (neighbour != kEmpty && neighbour != kEdge)
            captures |= linked[roots[k]] == ~0;
    }
    if (!alive || captures) {
        for (int k = 0; k < 4; ++k)
            if (stone[around[k]] == kBlack || stone[around[k]] == kWhite) --linked[roots[k]];
        return false;
    }
    stone[point] = colour;
    i32 root = -1;
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k)
        if (stone[around[k]] == colour) root = root < 0 ? roots[k] : join(root, find(roots[k]));
    if (root < 0) {
        linked[point] = ~pairs;
    } else {
        linked[point] = root;
        linked[root] -= pairs;  // ~(x + y) == ~x - y
    }
    return true;
}

static void read_board(const char* path) {
    const int file = path ? open(path, O_RDONLY) : 0;
    size_t length = 0;
    for (ssize_t n; (n = read(file, in + length, sizeof in - 1 - length)) > 0;) length += n;
    const u8* p = in;
    while (*p < '0') ++p;
    while (*p >= '0') size = size * 10 + (*p++ - '0');
    stride = size + 2;
    u8 colours[256] = {};
    colours['X'] = kBlack, colours['O'] = kWhite;
    memset(stone, kEdge, stride * stride);
    for (i32 x = 1; x <= size; ++x) {
        while (*p <= ' ') ++p;
        for (i32 point = x * stride + 1, end = point + size; point < end; ++point) stone[point] = colours[*p++];
    }
    for (i32 point = stride + 1; point < (size + 1) * stride; ++point) {
        const u8 colour = stone[point];
        if (colour == kEmpty || colour == kEdge) continue;
        linked[point] = ~((stone[point - stride] == kEmpty) + (stone[point - 1] == kEmpty) + (stone[point + 1] == kEmpty) +
                          (stone[point + stride] == kEmpty));
        i32 root = point;
        if (stone[point - 1] == colour) root = join(root, find(point - 1));
        if (stone[point - stride] == colour) join(root, find(point - stride));
    }
}

int main(int argc, char** argv) {
    read_board(argc > 1 ? argv[1] : nullptr);
    for (i32 x = 1; x <= size; ++x) {
        char* t = text[x];
        for (i32 power = 100; power > 0; power /= 10)
            if (x >= power) *t++ = '0' + x / power % 10;
        digits[x] = t - text[x];
        *t = ' ';
    }
    char* o = out;
    i32 points[3] = {0, stride + 1, stride + 1}, rows[3] = {0, 1, 1};  // by colour
    const i32 end = (size + 1) * stride;
    for (u8 colour = kBlack;; colour = kBlack + kWhite - colour) {
        i32 point = points[colour];
        while (point < end && (stone[point] != kEmpty || !play(point, colour))) ++point;
        if (point == end) break;
        points[colour] = point;
        i32& x = rows[colour];
        while ((x + 1) * stride <= point) ++x;
        const i32 y = point - x * stride;
        if (o > out + sizeof out - 16) {
            if (write(1, out, o - out) < 0) return 1;
            o = out;
        }
        memcpy(o, text[x], 4);
        o += digits[x] + 1;
        memcpy(o, text[y], 4);
        o += digits[y];
        *o++ = '\n';
    }
    o = stpcpy(o, "-1 -1\n");
    return write(1, out, o - out) < 0;
}
