// NOIP 2021 chess, offline and backwards in time: pieces disappear, so regions (open roads) and runs (straight roads) only
// grow. The ends of a run hold its length. Each crossing that gets a piece is a vertex; crossings that never get one and are
// connected from the start form one vertex. A disjoint set without path compression links the vertices by size; in the
// resulting order, every region of any moment is an interval. The crossings shared by a run and a region are counted by
// scanning the run, until a sweep would have been cheaper. Captures next to a region are sums of weights over its interval,
// swept by level: +1 at each empty neighbour of a standing piece, -1 where two of them were first joined, and a balance at
// the piece's own vertex. Pieces and neighbours are scattered: there are no branches on what a crossing holds where these
// would be unpredictable.
// g++ -O2 -std=c++17 -o chess chess.cpp; ./chess [INPUT] > OUTPUT
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "input.hpp"

using u8 = uint8_t;
using i32 = int32_t;
using u32 = uint32_t;

constexpr i32 kCrossings = 200000, kPieces = 100000, kSide = 100000;
constexpr i32 kScans = 256;  // scanning each crossing this many times costs about as much as a sweep
constexpr i32 kAhead = 8;    // pieces between prefetching and use
constexpr u32 kOrdinary = 1, kStraight = 2, kOpen = 3;
constexpr i32 kBlack = 1, kWhite = 2, kEmpty = kBlack | kWhite;  // an occupant's colour, or both: either can enter
enum Direction { kWest, kEast, kNorth, kSouth };

struct Record {
    i32 row, column;  // at either end of a run: its length in crossings; 0 under a piece
    i32 occupant;     // level << 2 | colour; kEmpty for none
    u32 roads;        // two bits per direction
};
struct Region {  // of a piece when it left
    i32 begin;  // the first position; until positions are known, the root
    i32 size;   // in crossings
};
struct Link {
    i32 parent;  // at a root: minus the number of crossings in the region
    i32 when;    // the piece whose leaving made the link
};
struct Weight {
    i32 at, value;  // at a vertex; when sorted, at a position
};
struct Query {
    i32 begin, end, piece;
};
struct Sweep {
    i32 after, piece, sign;  // a count with this sign, due when `after` crossings have been added
};

static i32 rows, columns, crossings, pieces, vertices;
// By piece; the one with the highest number leaves first:
static i32 crossing_of[kPieces], occupant[kPieces], answer[kPieces];
static bool has_query[kPieces];  // whether it may have something to capture
static Region region[kPieces];
static i32 neighbours_end[kPieces], weights_end[kPieces];
// By crossing, with padding for neighbours beyond the border; the lowest two bits of a road are its type:
static u8 all_east[kSide + kCrossings + kSide], all_south[kSide + kCrossings + kSide];
static i32 all_vertices[kSide + kCrossings + kSide];  // without a piece: -1 until components are numbered
static Record all_records[kSide + kCrossings + kSide];
static u8 *const east = all_east + kSide, *const south = all_south + kSide;
static i32* const vertex = all_vertices + kSide;
static Record* const record = all_records + kSide;
static i32 positions_by_rows[kCrossings], positions_by_columns[kCrossings];  // of the crossings' vertices
// By vertex; that of a piece has the number of the piece:
static Link links[kCrossings];
static i32 ahead[kCrossings];     // positions from the parent to this one
static i32 position[kCrossings];  // in the order
// Lists:
static i32 label_parent[kCrossings + 1];
static i32 neighbours[4 * (kPieces + kAhead)];
static i32 linked[kCrossings], link_count, weight_count;
static Weight weights[8 * kPieces], sorted[8 * kPieces + kAhead];
static Query queries[kPieces];
static i32 weights_until[2 * kPieces + 3], queries_until[2 * kPieces + 3];  // by colour and level
static u8 out[1 << 16];

static void read_roads(const u8*& p, u8* roads, i32 count) {
    while (*p < '0') ++p;
    memcpy(roads, p, count);
    p += count;
}

static void read_board(const u8*& p) {
    rows = number(p), columns = number(p), pieces = number(p);
    crossings = rows * columns;
    for (i32 x = 0; x < rows; ++x) {
        read_roads(p, east + x * columns, columns - 1);
        east[(x + 1) * columns - 1] = 0;
    }
    for (i32 x = 0; x + 1 < rows; ++x) read_roads(p, south + x * columns, columns);
    memset(south + crossings - columns, 0, columns);
    memset(vertex, -1, crossings * sizeof *vertex);
    for (i32 t = 0; t < pieces; ++t) {
        const i32 colour = number(p), level = number(p), x = number(p) - 1, v = x * columns + number(p) - 1;
        crossing_of[t] = v;
        vertex[v] = t;
        occupant[t] = level << 2 | (kBlack << colour);
    }
}

static inline u32 type(u8 road) { return road & 3; }

static bool has_open_roads() { return memchr(east, '0' + kOpen, crossings) || memchr(south, '0' + kOpen, crossings); }

// Prefix sums by position: a sum reads one entry per level, an update adds to the later entries of one block per level.
struct Tree {
    typedef i32 Four __attribute__((vector_size(16)));
    static constexpr int kLevels = 6;
    alignas(64) i32 levels[kLevels][kCrossings + 8];  // each uses an eighth of what the one below uses

    void add(i32 at, i32 weight) {
        alignas(16) static constexpr i32 behind[8][8] = {
            {0, -1, -1, -1, -1, -1, -1, -1}, {0, 0, -1, -1, -1, -1, -1, -1}, {0, 0, 0, -1, -1, -1, -1, -1},
            {0, 0, 0, 0, -1, -1, -1, -1},    {0, 0, 0, 0, 0, -1, -1, -1},    {0, 0, 0, 0, 0, 0, -1, -1},
            {0, 0, 0, 0, 0, 0, 0, -1},       {0, 0, 0, 0, 0, 0, 0, 0}};
        const Four four = {weight, weight, weight, weight};
#pragma GCC unroll 6
        for (i32* level : levels) {
            Four* const block = reinterpret_cast<Four*>(level + (at & ~7));
            const Four* const masks = reinterpret_cast<const Four*>(behind[at & 7]);
            block[0] += masks[0] & four;
            block[1] += masks[1] & four;
            at >>= 3;
        }
    }
    i32 between(i32 begin, i32 end) const {
        i32 sum = 0;
#pragma GCC unroll 6
        for (int k = 0; k < kLevels; ++k) sum += levels[k][end >> 3 * k] - levels[k][begin >> 3 * k];
        return sum;
    }
    void clear() {
        for (int k = 0; k < kLevels; ++k) memset(levels[k], 0, ((crossings >> 3 * k) + 8) * sizeof(i32));
    }
};
static Tree tree;

static inline i32 find(i32 x) {
    while (links[x].parent >= 0) x = links[x].parent;
    return x;
}

// The piece whose leaving joined x and y, which are in one region. The closer a link is to a leaf, the older it is.
static inline i32 joined_by(i32 x, i32 y) {
    i32 when = pieces;
    while (x != y) {
        if (links[x].when < links[y].when) std::swap(x, y);
        when = links[x].when;
        x = links[x].parent;
    }
    return when;
}

// Numbers the components of crossings that never get a piece, and counts their crossings.
static void find_vertices() {
    i32 end = pieces;  // of the labels; each leads to a label of the same component that is not newer
    const auto root = [](i32 x) {
        for (; label_parent[x] != x; x = label_parent[x]) label_parent[x] = label_parent[label_parent[x]];
        return x;
    };
    for (i32 v = 0, left = 0; v < crossings; ++v) {
        const i32 piece = vertex[v], above = vertex[v - columns];
        const bool free = piece < 0;
        const bool joins_left = free & (type(east[v - 1]) == kOpen) & (left >= pieces);
        const bool joins_above = free & (type(south[v - columns]) == kOpen) & (above >= pieces);
        if (joins_left & joins_above & (left != above)) {
            const i32 a = root(left), b = root(above);
            label_parent[std::max(a, b)] = std::min(a, b);
        }
        label_parent[end] = end;
        left = joins_left ? left : joins_above ? above : end;
        end += free & !(joins_left | joins_above);
        vertex[v] = left = free ? left : piece;
    }
    vertices = pieces;
    for (i32 label = pieces; label < end; ++label) {
        const i32 older = label_parent[label];
        label_parent[label] = older == label ? vertices++ : label_parent[older];
    }
    for (i32 x = 0; x < vertices; ++x) links[x] = {x < pieces ? -1 : 0, -1};
    for (i32 v = 0; v < crossings; ++v)
        if (vertex[v] >= pieces) --links[vertex[v] = label_parent[vertex[v]]].parent;
}

// Lists for each piece, the first to leave first, the vertices next to it by open roads that are then empty.
static void list_neighbours() {
    i32 end = 0;
    for (i32 t = pieces - 1; t >= 0; --t) {
        const auto list = [&](u8 road, i32 x) {
            neighbours[end] = x;
            end += (type(road) == kOpen) & (x > t);
        };
        const i32 v = crossing_of[t];
        list(east[v - 1], vertex[v - 1]);
        list(east[v], vertex[v + 1]);
        list(south[v - columns], vertex[v - columns]);
        list(south[v], vertex[v + columns]);
        neighbours_end[t] = end;
    }
}

// Removes piece t, next to which are the `count` vertices `near`, and stores the links and weights that result.
static void join_around(i32 t, const i32* near, i32 count) {
    for (i32 k = 0; k < 4; ++k) __builtin_prefetch(&links[near[4 * kAhead + k]], 1);
    i32 from[4], joined[4], parts = 0;
    for (i32 k = 0; k < count; ++k) {
        const i32 x = near[k], root = from[k] = find(x);
        i32 when = -1;  // the piece whose leaving first joined x and an earlier neighbour
        for (i32 i = 0; i < k; ++i)
            if (from[i] == root) when = std::max(when, joined_by(near[i], x));
        if (when < 0) {
            joined[parts++] = root;
            weights[weight_count++] = {x, 1};
        } else if (when < pieces && when != x) {
            weights[weight_count++] = {x, 1};
            weights[weight_count++] = {when, -1};
        }
    }
    if (parts) weights[weight_count++] = {t, -parts};
    weights_end[t] = weight_count;
    i32 root = t;
    for (i32 i = 0; i < parts; ++i) {
        i32 larger = root, other = joined[i];
        if (links[larger].parent > links[other].parent) std::swap(larger, other);
        ahead[other] = -links[larger].parent;
        links[larger].parent += links[other].parent;
        links[other] = {larger, t};
        linked[link_count++] = other;
        root = larger;
    }
    region[t] = {root, -links[root].parent};
}

static void make_regions() {
    find_vertices();
    list_neighbours();
    link_count = weight_count = 0;
    for (i32 t = pieces - 1, first = 0; t >= 0; first = neighbours_end[t--])
        join_around(t, neighbours + first, neighbours_end[t] - first);
    i32 begin = 0;
    for (i32 x = 0; x < vertices; ++x)
        if (links[x].parent < 0) {
            position[x] = begin;
            begin -= links[x].parent;
        }
    for (i32 i = link_count - 1; i >= 0; --i) position[linked[i]] = position[links[linked[i]].parent] + ahead[linked[i]];
    for (i32 t = 0; t < pieces; ++t) region[t].begin = position[region[t].begin];
    for (i32 v = 0; v < crossings; ++v) positions_by_rows[v] = position[vertex[v]];
}

__attribute__((optimize("O3"))) static i32 count_inside(const i32* values, i32 count, u32 begin, u32 size) {
    i32 inside = 0;
    for (i32 i = 0; i < count; ++i) inside += u32(values[i]) - begin < size;
    return inside;
}

// Subtracts from answers the crossings that runs and regions share, for rows or for columns.
struct Overlaps {
    const i32* positions;
    i32 scanned, count;
    Sweep sweeps[2 * kPieces];

    void begin(const i32* new_positions) { positions = new_positions, scanned = 0, count = 0; }
    // The run of piece t has the indices first .. end - 1.
    void subtract(i32 t, i32 first, i32 end) {
        if (scanned < kScans * crossings) {
            scanned += end - first;
            answer[t] -= count_inside(positions + first, end - first, region[t].begin, region[t].size);
        } else {
            sweeps[count++] = {first, t, 1};
            sweeps[count++] = {end, t, -1};
        }
    }
    void settle() {
        if (count == 0) return;
        std::sort(sweeps, sweeps + count, [](const Sweep& a, const Sweep& b) { return a.after < b.after; });
        tree.clear();
        for (i32 i = 0, added = 0; i < count; ++i) {
            const Sweep& s = sweeps[i];
            while (added < s.after) tree.add(positions[added++], 1);
            const Region& area = region[s.piece];
            answer[s.piece] += s.sign * tree.between(area.begin, area.begin + area.size);
        }
    }
};
static Overlaps in_rows, in_columns;

// Joins the crossing at `at`, just emptied, and the runs on both sides into one run. Returns the lengths of those.
static inline std::pair<i32, i32> connect(Record* at, i32 step, i32 Record::*length, u32 back, u32 forth) {
    const i32 before = back == kStraight ? at[-step].*length : 0, behind = forth == kStraight ? at[step].*length : 0;
    at[-before * step].*length = at[behind * step].*length = before + 1 + behind;
    return {before, behind};
}

// Sets up the board with all pieces on it.
static void prepare_runs() {
    for (i32 v = 0; v < crossings; ++v) {
        const u32 west = type(east[v - 1]), north = type(south[v - columns]);
        const i32 piece = vertex[v];
        const bool free = piece < 0 || piece >= pieces;
        Record& here = record[v];
        here.row = here.column = free;
        here.occupant = free ? kEmpty : occupant[piece];
        here.roads = west << 2 * kWest | type(east[v]) << 2 * kEast | north << 2 * kNorth | type(south[v]) << 2 * kSouth;
        if (free & (west == kStraight)) connect(&here, 1, &Record::row, west, 0);
        if (free & (north == kStraight)) connect(&here, columns, &Record::column, north, 0);
    }
}

// Whether a piece can move beyond the end of its run. Open roads only count if the region is a single crossing.
static inline bool leads(const Record& end, Direction d, i32 run, bool alone) {
    const u32 road = end.roads >> 2 * d & 3;
    return (road == kStraight) | ((run == 0) & ((road == kOrdinary) | ((road == kOpen) & alone)));
}

static inline bool can_enter(const Record& there, i32 level, i32 opponent) {
    return ((there.occupant & opponent) != 0) & (there.occupant >> 2 <= level);
}

// Whether the region contains the crossing or, if a piece is there, is next to it.
static bool touches(const Region& area, i32 v) {
    const auto has = [&](i32 u) { return u32(positions_by_rows[u]) - u32(area.begin) < u32(area.size); };
    if (record[v].occupant == kEmpty) return has(v);
    return (type(east[v - 1]) == kOpen && has(v - 1)) || (type(east[v]) == kOpen && has(v + 1)) ||
           (type(south[v - columns]) == kOpen && has(v - columns)) || (type(south[v]) == kOpen && has(v + columns));
}

static void subtract_overlap_in_column(i32 t, i32 up, i32 down) {
    if (!in_columns.positions) {
        for (i32 x = 0, v = 0; x < rows; ++x)
            for (i32 y = 0; y < columns; ++y, ++v) positions_by_columns[y * rows + x] = positions_by_rows[v];
        in_columns.begin(positions_by_columns);
    }
    const i32 v = crossing_of[t], x = v / columns, at = (v - x * columns) * rows + x;
    in_columns.subtract(t, at - up, at + down + 1);
}

// Removes piece t and counts what it reached, except for captures from its region.
static void leave(i32 t) {
    if (t >= kAhead)
        for (i32 step : {-columns, 0, columns}) __builtin_prefetch(&record[crossing_of[t - kAhead] + step], 1);
    const i32 v = crossing_of[t];
    Record& here = record[v];
    const u32 roads = here.roads;
    const auto [left, right] = connect(&here, 1, &Record::row, roads >> 2 * kWest & 3, roads >> 2 * kEast & 3);
    const auto [up, down] = connect(&here, columns, &Record::column, roads >> 2 * kNorth & 3, roads >> 2 * kSouth & 3);
    const i32 level = here.occupant >> 2, opponent = kEmpty - (here.occupant & kEmpty);
    here.occupant = kEmpty;
    const i32 runs[4] = {left, right, up, down}, steps[4] = {-1, 1, -columns, columns};
    const bool alone = region[t].size == 1;
    i32 reached = region[t].size - 1 + left + right + up + down;
    if (alone) {
#pragma GCC unroll 4
        for (int d = 0; d < 4; ++d) {
            const i32 end = v + runs[d] * steps[d];
            reached += leads(record[end], Direction(d), runs[d], true) & can_enter(record[end + steps[d]], level, opponent);
        }
    } else {
#pragma GCC unroll 4
        for (int d = 0; d < 4; ++d) {
            const i32 end = v + runs[d] * steps[d];
            if (leads(record[end], Direction(d), runs[d], false) && can_enter(record[end + steps[d]], level, opponent))
                reached += !touches(region[t], end + steps[d]);
        }
    }
    answer[t] = reached;
    if (alone) return;
    // The overlap includes the piece's own crossing, which was not counted.
    if (left + right) ++answer[t], in_rows.subtract(t, v - left, v + right + 1);
    if (up + down) ++answer[t], subtract_overlap_in_column(t, up, down);
}

static void count_runs() {
    prepare_runs();
    in_rows.begin(positions_by_rows);
    in_columns.begin(nullptr);
    for (i32 t = pieces - 1; t >= 0; --t) leave(t);
    in_rows.settle();
    in_columns.settle();
}

// Finds the pieces with a region of several crossings and, so far, an opponent of at most their level.
static bool find_queries() {
    i32 lowest[2] = {pieces + 1, pieces + 1};  // level so far, by colour
    bool any = false;
    for (i32 t = 0; t < pieces; ++t) {
        const i32 level = occupant[t] >> 2, colour = occupant[t] >> 1 & 1;
        any |= has_query[t] = (region[t].size > 1) & (lowest[1 - colour] <= level);
        lowest[colour] = std::min(lowest[colour], level);
    }
    return any;
}

static void add_captures() {
    const i32 keys = pieces + 1;  // per colour
    const auto key = [&](i32 t) { return (occupant[t] >> 1 & 1) * keys + (occupant[t] >> 2); };
    const auto weights_begin = [](i32 t) { return t + 1 < pieces ? weights_end[t + 1] : 0; };
    memset(weights_until, 0, sizeof weights_until);
    memset(queries_until, 0, sizeof queries_until);
    for (i32 t = 0; t < pieces; ++t) {
        weights_until[key(t) + 1] += weights_end[t] - weights_begin(t);
        queries_until[key(t) + 1] += has_query[t];
    }
    for (i32 k = 0; k < 2 * keys; ++k) {
        weights_until[k + 1] += weights_until[k];
        queries_until[k + 1] += queries_until[k];
    }
    for (i32 t = 0; t < pieces; ++t) {
        i32& slot = weights_until[key(t)];
        for (i32 e = weights_begin(t); e < weights_end[t]; ++e) sorted[slot++] = {position[weights[e].at], weights[e].value};
        if (has_query[t]) queries[queries_until[key(t)]++] = {region[t].begin, region[t].begin + region[t].size, t};
    }
    // No piece has level 0, so the entry of that level is where the weights and queries of a colour begin.
    for (i32 colour = 0; colour < 2; ++colour) {
        const i32 own = colour * keys, other = keys - own;
        tree.clear();
        for (i32 q = queries_until[own], e = weights_until[other]; q < queries_until[own + pieces]; ++q) {
            const Query& query = queries[q];
            for (const i32 stop = weights_until[other + (occupant[query.piece] >> 2)]; e < stop; ++e) {
                __builtin_prefetch(&tree.levels[0][sorted[e + kAhead].at], 1);
                tree.add(sorted[e].at, sorted[e].value);
            }
            answer[query.piece] += tree.between(query.begin, query.end);
        }
    }
}

int main(int argc, char** argv) {
    const u8* p = input(argc > 1 ? argv[1] : nullptr);
    u8* o = out;
    for (i32 sets = number(p); sets > 0; --sets) {
        read_board(p);
        if (has_open_roads())
            make_regions();
        else
            for (i32 t = 0; t < pieces; ++t) region[t].size = 1;
        count_runs();
        if (find_queries()) add_captures();
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
