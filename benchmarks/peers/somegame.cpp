// Some Game (IOIQR P5): each direction splits the torus into cycles, known in closed form. On a cycle, a window of K squares
// is inspected backwards from its far end. The next window begins right after the first mismatch, so the majority of squares
// are never visited. All winning runs must belong to the player who moved last and share a stone, and a direction can have
// only one: the first violation settles the data set.
// g++ -O2 -std=c++17 -o somegame somegame.cpp; ./somegame [INPUT] > OUTPUT
#include <cstdint>
#include <cstring>
#include <numeric>

#include "input.hpp"

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;

constexpr u32 kSide = 420, kPlayers = 9001;

static u32 players, width, height, line, last_player, most_stones;
static u16 owner[kSide * kSide];
static u32 stones_of[kPlayers + 1];
static u8 breaks[kSide * kSide];  // by square: how many winning runs its stone breaks
static u32 runs;                  // winning runs so far

// A step along a cycle, reduced modulo the sides of the torus.
struct Step {
    u32 down, right;
    Step times(u32 n) const { return {n * down % height, n * right % width}; }
};
struct Square {
    u32 row, column;
    u32 index() const { return row * width + column; }
    u32 player() const { return owner[index()]; }
    void operator+=(Step s) {
        row += s.down, row -= row >= height ? height : 0;
        column += s.right, column -= column >= width ? width : 0;
    }
    void operator-=(Step s) {
        row -= s.down, row += row >> 31 ? height : 0;
        column -= s.right, column += column >> 31 ? width : 0;
    }
};

// Adds a winning run that only the `count` stones from `first` on break. Returns false if the position is unreachable.
static bool add_run(Square first, Step step, int count) {
    ++runs;
    bool shared = false;
    for (; count > 0; --count, first += step) shared |= ++breaks[first.index()] == runs;
    return shared;
}

// Searches the cycle of `length` squares through `first` for winning runs. Returns false if the position is unreachable.
static bool search_cycle(Square first, Step step, Step leap, u32 length, bool& found) {
    Square end = first;
    const u32 player = first.player();
    u32 same = 0;
    do end += step, ++same;
    while (same < length && player != 0 && end.player() == player);
    if (same == length && player != 0) {
        if (found || player != last_player || length > line) return false;
        return found = true, add_run(first, step, length);
    }
    if (length <= line) return true;
    // Indices on the cycle count from `end`, which is right after a run or an empty square. The squares from `begin` up to
    // `known`, exclusive, belong to one player.
    Square position = end;
    position -= step;
    position += leap;
    for (u32 begin = 0, known = 0, last = line - 1; last < length;) {
        const u32 candidate = position.player();
        u32 back = last;
        if (candidate == 0) {
            begin = known = last + 1;
        } else {
            const Square probe = position;
            position -= step;
            while (back > begin && position.player() == candidate) {
                position -= step;
                if (--back < known) back = begin;
            }
            if (back == begin) {  // a winning run begins at `begin`
                if (found || candidate != last_player) return false;
                found = true;
                position = probe;
                do position += step, ++last;
                while (last < length && position.player() == candidate);
                const u32 run = last - begin;
                if (run > 2 * line - 1) return false;
                Square middle = end;
                middle += step.times(begin + run - line);
                if (!add_run(middle, step, 2 * line - run)) return false;
                begin = known = last--;
                position -= step;
            } else {
                begin = back;
                known = last + 1;
                last = back - 1;
            }
        }
        position += leap;
        last += line;
    }
    return true;
}

// Searches a direction for winning runs. Returns false if the position is unreachable.
static bool search(Step step) {
    // Each cycle has exactly one square in rows 0 .. rows - 1 and columns 0 .. columns - 1.
    const u32 rows = std::gcd(step.down, height), turns = height / rows;
    const u32 columns = std::gcd(turns * step.right, width), length = turns * (width / columns);
    if (most_stones < (length < line ? length : line)) return true;  // nobody has that many stones
    const Step leap = step.times(line);
    bool found = false;
    for (u32 row = 0; row < rows; ++row)
        for (u32 column = 0; column < columns; ++column)
            if (!search_cycle({row, column}, step, leap, length, found)) return false;
    return true;
}

// Returns the winner, 0 for none, or -1 for an unreachable position.
static int judge() {
    const u32 stones = width * height - stones_of[0], turns = stones / players, more = stones % players;
    for (u32 player = 1; player <= players; ++player)
        if (stones_of[player] != turns + (player <= more)) return -1;
    if (line == 0) return stones == 0 ? 1 : -1;
    most_stones = (stones + players - 1) / players;
    last_player = (stones + players - 1) % players + 1;
    runs = 0;
    memset(breaks, 0, width * height);
    constexpr int kSteps[8][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}, {1, 2}, {2, 1}, {1, -2}, {2, -1}};
    for (auto [down, right] : kSteps)
        if (!search({u32(down) % height, u32(right + int(2 * width)) % width})) return -1;
    return runs == 0 ? 0 : last_player;
}

int main(int argc, char** argv) {
    const u8* p = input(argc > 1 ? argv[1] : nullptr);
    static char out[1 << 16];
    char* o = out;
    while (true) {
        players = number(p), width = number(p), height = number(p), line = number(p);
        memset(stones_of, 0, (players + 1) * sizeof *stones_of);
        for (u32 square = 0; square < width * height; ++square) ++stones_of[owner[square] = number(p)];
        const int verdict = judge();
        if (verdict <= 0) {
            o = stpcpy(o, verdict == 0 ? "NO WINNERS\n" : "ERROR\n");
        } else {
            o = stpcpy(o, "PLAYER ");
            for (int power = 1000; power > 0; power /= 10)
                if (verdict >= power) *o++ = '0' + verdict / power % 10;
            *o++ = '\n';
        }
        while (*p != 0 && *p < '0') ++p;
        if (*p == 0) return write(1, out, o - out) < 0;
        *o++ = '\n';
        if (o > out + sizeof out - 64) {
            if (write(1, out, o - out) < 0) return 1;
            o = out;
        }
    }
}
