// NOIP 2021 chess, offline and backwards in time: pieces disappear, so regions (open roads) and runs (straight roads) only grow.
// A region of any moment is an interval of the order in which a disjoint set without path compression links its crossings, by
// size. What a run and a region share is counted over the run itself, a long one by a sweep; captures next to a region are
// sums of weights over its interval, swept by level: +1 at each empty neighbour of a standing piece, -1 where two of them were
// first joined, and a balance where the piece stood.
// g++ -O2 -std=c++17 -o chess chess.cpp; ./chess [INPUT] > OUTPUT
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "input.hpp"

using u8 = uint8_t;
using i32 = int32_t;
using u32 = uint32_t;

constexpr i32 kCrossings = 200000, kPieces = 100000;
constexpr i32 kLong = 1024;  // a run not longer than this is counted without a sweep
constexpr i32 kAhead = 8;   // pieces between prefetching and use
constexpr u32 kOrdinary = 1, kStraight = 2, kOpen = 3;
enum Direction { kWest, kEast, kNorth, kSouth };

struct Piece {  // what was found when it left; ends of its runs are crossings in its row, rows in its column
    i32 root, size, left, right, top, bottom, events;
};
struct Link {
    i32 parent;  // or minus the size of the region, at a root
    i32 when;    // whose leaving made the link; `pieces` if nobody's had to
};
struct Event {
    i32 at, weight;  // at a crossing; sorted: twice the place in the order, plus the colour
};
struct Question {
    i32 begin, end, piece;  // sorted by level: twice the piece, plus the colour
};
struct Sweep {
    i32 after, piece, sign;  // counts, with that sign, once `after` crossings have been added
};

static i32 rows, columns, crossings, pieces;
// By piece:
static i32 place[kPieces], strength[kPieces], answer[kPieces];  // strength: twice the level, plus the colour
static Piece piece[kPieces];
// By crossing:
static u8 roads[kCrossings], empty[kCrossings];           // two bits a direction
static i32 strength_at[kCrossings];                       // of the piece that ever stands there
static i32 row_end[kCrossings], column_end[kCrossings];   // at an end of a run: the other end; in a column, its row
static Link links[kCrossings];
static i32 ahead[kCrossings];                             // places from the parent's to this one's in the order
static i32 order[kCrossings], order_by_columns[kCrossings];
// Lists:
static i32 linked[kCrossings], link_count, event_count;
static bool column_runs;  // whether runs in columns may share crossings with regions
static Event events[8 * kPieces], sorted[8 * kPieces];
static Question questions[kPieces];
static i32 events_until[kPieces + 2], questions_until[kPieces + 2];  // by level
static Sweep sweeps[4 * kPieces];
static u8 out[1 << 16];

static void read_roads(const u8*& p, i32 first, i32 count, i32 step, Direction there, Direction back) {
    while (*p < '0') ++p;
    for (i32 v = first; v < first + count; ++v) {
        const u32 type = *p++ - '0';
        roads[v] |= type << 2 * there;
        roads[v + step] |= type << 2 * back;
    }
}

static void read_board(const u8*& p) {
    rows = number(p), columns = number(p), pieces = number(p);
    crossings = rows * columns;
    memset(roads, 0, crossings);
    memset(empty, 1, crossings);
    for (i32 x = 0; x < rows; ++x) read_roads(p, x * columns, columns - 1, 1, kEast, kWest);
    for (i32 x = 0; x + 1 < rows; ++x) read_roads(p, x * columns, columns, columns, kSouth, kNorth);
    for (i32 t = 0; t < pieces; ++t) {
        const i32 colour = number(p), level = number(p), x = number(p) - 1, v = x * columns + number(p) - 1;
        place[t] = v;
        empty[v] = 0;
        strength[t] = strength_at[v] = level << 1 | colour;
        column_end[v] = x;
    }
}

static inline u32 road(i32 v, int direction) { return roads[v] >> 2 * direction & 3; }

// Sums over prefixes of the order: a sum of four entries. An update adds to all later entries of a block on each level.
struct Tree {
    typedef i32 Four __attribute__((vector_size(16)));
    alignas(64) i32 ones[kCrossings + 16], sixteens[(kCrossings >> 4) + 16], blocks[(kCrossings >> 8) + 32], top[32];

    template <int n>
    static void add_behind(i32* block, i32 index, Four weight) {
        alignas(16) static const struct Masks {
            i32 behind[32][32];
            constexpr Masks() : behind() {
                for (int i = 0; i < 32; ++i)
                    for (int k = 0; k < 32; ++k) behind[i][k] = k > i ? -1 : 0;
            }
        } masks;
#pragma GCC unroll 8
        for (int k = 0; k < n; k += 4)
            *reinterpret_cast<Four*>(block + k) += *reinterpret_cast<const Four*>(masks.behind[index] + k) & weight;
    }
    void add(i32 at, i32 weight) {
        const Four four = {weight, weight, weight, weight};
        add_behind<16>(ones + (at & ~15), at & 15, four), at >>= 4;
        add_behind<16>(sixteens + (at & ~15), at & 15, four), at >>= 4;
        add_behind<32>(blocks + (at & ~31), at & 31, four), at >>= 5;
        add_behind<32>(top, at, four);
    }
    i32 before(i32 end) const { return ones[end] + sixteens[end >> 4] + blocks[end >> 8] + top[end >> 13]; }
    i32 between(i32 begin, i32 end) const { return before(end) - before(begin); }
    void clear() { memset(this, 0, sizeof *this); }
};
static Tree trees[2];

static inline i32 find(i32 v) {
    while (links[v].parent >= 0) v = links[v].parent;
    return v;
}

// The piece whose leaving joined u and v, which are in one region. Links are the older the lower they are.
static inline i32 joined_by(i32 u, i32 v) {
    i32 when = pieces;
    while (u != v) {
        if (links[u].when < links[v].when) std::swap(u, v);
        when = links[u].when;
        u = links[u].parent;
    }
    return when;
}

// Makes the regions and runs of the crossings on which no piece ever stands.
static void connect_free() {
    for (i32 v = 0; v < crossings; ++v) links[v] = {-1, -1};
    const auto root = [](i32 v) {
        for (i32 up, above; (up = links[v].parent) >= 0; v = up)
            if ((above = links[up].parent) >= 0) links[v].parent = above;
        return v;
    };
    const auto join = [&](i32 u, i32 v) {
        const i32 a = root(u), b = root(v);
        if (a != b) links[std::max(a, b)].parent = std::min(a, b);
    };
    for (i32 x = 0, v = 0; x < rows; ++x)
        for (i32 y = 0; y < columns; ++y, ++v) {
            if (!empty[v]) continue;
            row_end[v] = v, column_end[v] = x;
            if (road(v, kWest) >= kStraight && empty[v - 1]) {
                if (road(v, kWest) == kOpen)
                    join(v - 1, v);
                else
                    row_end[row_end[v] = row_end[v - 1]] = v;
            }
            if (road(v, kNorth) >= kStraight && empty[v - columns]) {
                if (road(v, kNorth) == kOpen)
                    join(v - columns, v);
                else
                    column_end[(column_end[v] = column_end[v - columns]) * columns + y] = x;
            }
        }
    // Parents come before their children, so everything moves right below its root.
    for (i32 v = 0; v < crossings; ++v) {
        i32 parent = links[v].parent;
        if (parent < 0) continue;
        if (links[parent].parent >= 0) parent = links[parent].parent;
        links[v] = {parent, pieces};
        ahead[v] = -links[parent].parent--;
    }
}

static inline bool captures(i32 mine, i32 other) { return ((mine ^ other) & 1) && other >> 1 <= mine >> 1; }

static inline bool touches(i32 v, i32 root) {
    const auto inside = [&](int d, i32 u) { return road(v, d) == kOpen && empty[u] && find(u) == root; };
    return inside(kWest, v - 1) || inside(kEast, v + 1) || inside(kNorth, v - columns) || inside(kSouth, v + columns);
}

// Empties the crossing of piece t and notes what that joins; returns the root of its region.
static i32 empty_crossing(i32 t, i32 v, const i32 (&around)[4]) {
    i32 near[4], from[4], joined[4], count = 0, parts = 0;
    for (int d = 0; d < 4; ++d) {
        const i32 u = around[d];
        if (road(v, d) != kOpen || !empty[u]) continue;
        const i32 root = find(u);
        i32 when = -1;  // the leaving since which u is in one region with an earlier neighbour
        for (i32 i = 0; i < count; ++i)
            if (from[i] == root) when = std::max(when, joined_by(near[i], u));
        near[count] = u, from[count++] = root;
        if (when < 0) {
            joined[parts++] = root;
            events[event_count++] = {u, 1};
        } else if (when < pieces && place[when] != u) {
            events[event_count++] = {u, 1};
            events[event_count++] = {place[when], -1};
        }
    }
    if (parts) events[event_count++] = {v, -parts};
    empty[v] = 1;
    i32 root = v;
    for (i32 i = 0; i < parts; ++i) {
        i32 larger = root, other = joined[i];
        if (links[larger].parent > links[other].parent) std::swap(larger, other);
        ahead[other] = -links[larger].parent;
        links[larger].parent += links[other].parent;
        links[other] = {larger, t};
        linked[link_count++] = other;
        root = larger;
    }
    return root;
}

// Takes piece t off and counts what it reached, but for captures from its region; what runs share with that counts twice.
static void leave(i32 t) {
    Piece& own = piece[t];
    const i32 v = place[t], x = column_end[v], around[4] = {v - 1, v + 1, v - columns, v + columns};
    own.events = event_count;
    const i32 root = own.root = empty_crossing(t, v, around), size = own.size = -links[root].parent;

    const auto straight = [&](int d) { return road(v, d) == kStraight && empty[around[d]]; };
    const i32 left = straight(kWest) ? row_end[v - 1] : v, right = straight(kEast) ? row_end[v + 1] : v;
    row_end[left] = right, row_end[right] = left;
    const i32 top = straight(kNorth) ? column_end[v - columns] : x, bottom = straight(kSouth) ? column_end[v + columns] : x;
    const i32 ends[4] = {left, right, v - (x - top) * columns, v + (bottom - x) * columns};
    column_end[ends[kNorth]] = bottom, column_end[ends[kSouth]] = top;
    column_runs |= top < bottom && size > 1;
    own.left = left, own.right = right, own.top = top, own.bottom = bottom;

    i32 reached = size - 1 + (right - left) + (bottom - top);
    const i32 beyond[4] = {left - 1, right + 1, ends[kNorth] - columns, ends[kSouth] + columns};
    for (int d = 0; d < 4; ++d) {
        const i32 u = beyond[d];
        const u32 type = road(ends[d], d);
        if (type == kStraight || (type == kOrdinary && ends[d] == v))
            reached += empty[u] ? find(u) != root : captures(strength[t], strength_at[u]) && !touches(u, root);
        if (size == 1 && road(v, d) == kOpen) reached += captures(strength[t], strength_at[around[d]]);
    }
    answer[t] = reached;
}

static void empty_board() {
    link_count = event_count = 0;
    column_runs = false;
    for (i32 t = pieces - 1; t >= 0; --t) {
        if (t >= kAhead)
            for (i32 step : {-columns, 0, columns}) {
                const i32 u = place[t - kAhead] + step;
                if (u < 0 || u >= crossings) continue;
                __builtin_prefetch(&roads[u]);
                __builtin_prefetch(&empty[u], 1);
                __builtin_prefetch(&links[u], 1);
                __builtin_prefetch(&row_end[u], 1);
                __builtin_prefetch(&column_end[u], 1);
            }
        leave(t);
    }
    i32 begin = 0;
    for (i32 v = 0; v < crossings; ++v)
        if (links[v].parent < 0) {
            order[v] = begin;
            begin -= links[v].parent;
        }
    const auto follow = [](i32 v) { order[v] = order[links[v].parent] + ahead[v]; };
    for (i32 i = link_count - 1; i >= 0; --i) follow(linked[i]);
    for (i32 v = 0; v < crossings; ++v)
        if (links[v].when == pieces) follow(v);
}

__attribute__((optimize("O3"))) static i32 count_inside(const i32* values, i32 count, u32 begin, u32 size) {
    i32 inside = 0;
    for (i32 i = 0; i < count; ++i) inside += u32(values[i]) - begin < size;
    return inside;
}

// Subtracts what region and run share but for the piece's own crossing; the run of piece t is [first(t), last(t)] of `line`.
template <typename First, typename Last>
static void subtract_overlaps(const i32* line, First first, Last last) {
    i32 count = 0;
    for (i32 t = 0; t < pieces; ++t) {
        const i32 begin = first(t), end = last(t) + 1, size = piece[t].size;
        if (end - begin == 1 || size == 1) continue;
        ++answer[t];
        if (end - begin <= kLong) {
            answer[t] -= count_inside(line + begin, end - begin, order[piece[t].root], size);
        } else {
            sweeps[count++] = {begin, t, 1};
            sweeps[count++] = {end, t, -1};
        }
    }
    if (count == 0) return;
    std::sort(sweeps, sweeps + count, [](const Sweep& a, const Sweep& b) { return a.after < b.after; });
    trees[0].clear();
    for (i32 i = 0, added = 0; i < count; ++i) {
        const Sweep& s = sweeps[i];
        while (added < s.after) trees[0].add(line[added++], 1);
        const i32 begin = order[piece[s.piece].root];
        answer[s.piece] += s.sign * trees[0].between(begin, begin + piece[s.piece].size);
    }
}

static void add_captures() {
    memset(events_until, 0, (pieces + 2) * sizeof(i32));
    memset(questions_until, 0, (pieces + 2) * sizeof(i32));
    const auto events_end = [](i32 t) { return t ? piece[t - 1].events : event_count; };
    for (i32 t = 0; t < pieces; ++t) {
        const i32 level = strength[t] >> 1;
        events_until[level + 1] += events_end(t) - piece[t].events;
        questions_until[level + 1] += piece[t].size > 1;
    }
    for (i32 level = 1; level <= pieces; ++level) {
        events_until[level + 1] += events_until[level];
        questions_until[level + 1] += questions_until[level];
    }
    for (i32 t = 0; t < pieces; ++t) {
        const i32 level = strength[t] >> 1, colour = strength[t] & 1, begin = order[piece[t].root];
        for (i32 e = piece[t].events; e < events_end(t); ++e)
            sorted[events_until[level]++] = {order[events[e].at] << 1 | colour, events[e].weight};
        if (piece[t].size > 1) questions[questions_until[level]++] = {begin, begin + piece[t].size, t << 1 | colour};
    }
    for (Tree& tree : trees) tree.clear();
    for (i32 level = 1, e = 0, q = 0; level <= pieces; ++level) {
        for (; e < events_until[level]; ++e) trees[sorted[e].at & 1].add(sorted[e].at >> 1, sorted[e].weight);
        for (; q < questions_until[level]; ++q)
            answer[questions[q].piece >> 1] += trees[~questions[q].piece & 1].between(questions[q].begin, questions[q].end);
    }
}

int main(int argc, char** argv) {
    const u8* p = input(argc > 1 ? argv[1] : nullptr);
    u8* o = out;
    for (i32 sets = number(p); sets > 0; --sets) {
        read_board(p);
        connect_free();
        empty_board();
        subtract_overlaps(order, [](i32 t) { return piece[t].left; }, [](i32 t) { return piece[t].right; });
        for (i32 x = 0, v = 0; x < rows && column_runs; ++x)
            for (i32 y = 0; y < columns; ++y, ++v) order_by_columns[y * rows + x] = order[v];
        const auto at = [](i32 t, i32 x) { return place[t] % columns * rows + x; };
        subtract_overlaps(order_by_columns, [&](i32 t) { return at(t, piece[t].top); },
                          [&](i32 t) { return at(t, piece[t].bottom); });
        add_captures();
        for (i32 t = 0; t < pieces; ++t) {
            if (o > out + sizeof out - 16) {
                if (write(1, out, o - out) < 0) return 1;
                o = out;
            }
            u8 digits[8];
            i32 count = 0, value = answer[t];
            do digits[count++] = '0' + value % 10;
            while (value /= 10);
            while (count) *o++ = digits[--count];
            *o++ = '\n';
        }
    }
    return write(1, out, o - out) < 0;
}
