// NOIP chess: the peer of refsol/chess/solver.py, backwards in time with a disjoint set whose sets stay contiguous, and
// sweeps with Fenwick trees. Built by compare.py with g++ -O2 -std=c++17; takes a valid input file or standard input.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using u8 = uint8_t;
using i8 = int8_t;
using u32 = uint32_t;
using i32 = int32_t;

constexpr i32 kCrossings = 200000, kPieces = 100000;
constexpr u32 kOrdinary = 1, kStraight = 2, kOpen = 3;
enum Direction { kWest, kEast, kNorth, kSouth };

struct Piece {
    i32 place, column, rank;             // rank: twice the level, plus the colour
    i32 root, size;                      // of its region just after it has left
    i32 left, right, top, bottom;        // ends of its straight runs: crossings in its row, rows in its column
    i32 events, events_end;
};
struct Event {
    i32 crossing, weight;
};
struct Link {
    i32 parent;  // or minus the size at a root
    i32 when;    // the piece that joined the two; pieces leave last one first
};

static i32 rows, columns, crossings, pieces;
static u8 roads[kCrossings];        // two bits a direction
static u8 empty[kCrossings];
static i32 rank_at[kCrossings];     // of the piece that ever stands there
static i32 row_end[kCrossings];     // at an end of a run in a row: its other end
static i32 column_end[kCrossings];  // at an end of a run in a column: the row of its other end
static Link links[kCrossings];
static i32 ahead[kCrossings];       // places from the parent's to this one's
static i32 linked[kCrossings], links_made;
static i32 place_of[kCrossings], transposed[kCrossings];
static Piece piece[kPieces + 1];
static i32 answer[kPieces];
static Event events[8 * kPieces];
static i32 tree[2][kCrossings + 1];
static i32 by_level[kPieces], level_begin[kPieces + 2];
static u8 out[1 << 16];

static const u8* input(const char* path) {
    const int file = path ? open(path, O_RDONLY) : 0;
    struct stat status;
    fstat(file, &status);
    if (S_ISREG(status.st_mode) && status.st_size % sysconf(_SC_PAGESIZE) != 0)
        return static_cast<u8*>(mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0));
    size_t size = 0, room = 1 << 25;
    u8* data = static_cast<u8*>(malloc(room));
    for (ssize_t n; (n = read(file, data + size, room - size - 1)) > 0;)
        if ((size += n) + 1 == room) data = static_cast<u8*>(realloc(data, room *= 2));
    data[size] = 0;
    return data;
}

static inline i32 number(const u8*& p) {
    while (*p < '0') ++p;
    i32 value = *p++ - '0';
    while (*p >= '0') value = value * 10 + (*p++ - '0');
    return value;
}

static void read_board(const u8*& p) {
    rows = number(p), columns = number(p), pieces = number(p);
    crossings = rows * columns;
    memset(roads, 0, crossings);
    for (i32 x = 0; x < rows; ++x) {
        while (*p < '0') ++p;
        for (i32 v = x * columns, end = v + columns - 1; v < end; ++v) {
            const u32 road = *p++ - '0';
            roads[v] |= road << 2 * kEast;
            roads[v + 1] |= road << 2 * kWest;
        }
    }
    for (i32 x = 0; x + 1 < rows; ++x) {
        while (*p < '0') ++p;
        for (i32 v = x * columns, end = v + columns; v < end; ++v) {
            const u32 road = *p++ - '0';
            roads[v] |= road << 2 * kSouth;
            roads[v + columns] |= road << 2 * kNorth;
        }
    }
    memset(empty, 1, crossings);
    for (i32 t = 0; t < pieces; ++t) {
        const i32 colour = number(p), level = number(p), x = number(p) - 1, y = number(p) - 1;
        const i32 v = x * columns + y;
        piece[t].place = v, piece[t].column = y, piece[t].rank = level << 1 | colour;
        rank_at[v] = level << 1 | colour;
        empty[v] = 0;
    }
}

static inline u32 road(i32 v, int direction) { return roads[v] >> 2 * direction & 3; }

static inline i32 find(i32 x) {
    while (links[x].parent >= 0) x = links[x].parent;
    return x;
}

// The piece whose leaving joined x and y, which are in one region; `pieces` if none had to.
static inline i32 joined_by(i32 x, i32 y) {
    i32 when = pieces;
    while (x != y) {
        i32& later = links[x].when >= links[y].when ? x : y;
        when = links[later].when;
        later = links[later].parent;
    }
    return when;
}

// Regions and runs of the crossings on which no piece ever stands.
static void connect_free() {
    for (i32 v = 0; v < crossings; ++v) {
        links[v] = {-1, -1};
        row_end[v] = v;
    }
    for (i32 x = 0, v = 0; x < rows; ++x)
        for (i32 y = 0; y < columns; ++y, ++v) {
            column_end[v] = x;
            if (!empty[v]) continue;
            const u32 west = road(v, kWest), north = road(v, kNorth);
            auto root = [](i32 u) {
                while (links[u].parent >= 0) {
                    const i32 parent = links[u].parent;
                    if (links[parent].parent >= 0) links[u].parent = links[parent].parent;
                    u = parent;
                }
                return u;
            };
            auto join = [&](i32 u) {
                const i32 a = root(u), b = root(v);
                if (a != b) links[std::max(a, b)].parent = std::min(a, b);
            };
            if (west == kOpen && empty[v - 1]) join(v - 1);
            if (north == kOpen && empty[v - columns]) join(v - columns);
            if (west == kStraight && empty[v - 1]) {
                const i32 first = row_end[v - 1];
                row_end[v] = first;
                row_end[first] = v;
            }
            if (north == kStraight && empty[v - columns]) {
                const i32 first = column_end[v - columns];
                column_end[v] = first;
                column_end[first * columns + y] = x;
            }
        }
    // Parents come before their children: everything moves right below its root.
    for (i32 v = 0; v < crossings; ++v) {
        i32 parent = links[v].parent;
        if (parent < 0) continue;
        if (links[parent].parent >= 0) parent = links[parent].parent;
        links[v] = {parent, pieces};
        ahead[v] = -links[parent].parent;
        --links[parent].parent;
    }
}

static inline bool captures(i32 t, i32 v) {
    const i32 mine = piece[t].rank, other = rank_at[v];
    return ((mine ^ other) & 1) && (other >> 1) <= (mine >> 1);
}

static inline bool touches(i32 v, i32 root) {
    auto inside = [&](int direction, i32 u) { return road(v, direction) == kOpen && empty[u] && find(u) == root; };
    return inside(kWest, v - 1) || inside(kEast, v + 1) || inside(kNorth, v - columns) || inside(kSouth, v + columns);
}

// Takes piece t off the board.
static void leave(i32 t, i32& event_count) {
    Piece& own = piece[t];
    const i32 v = own.place;
    const i32 around[4] = {v - 1, v + 1, v - columns, v + columns};

    // Events and regions.
    i32 first_event = event_count, roots[4], distinct = 0, near[4], from[4], count = 0;
    for (int d = 0; d < 4; ++d) {
        const i32 u = around[d];
        if (road(v, d) != kOpen || !empty[u]) continue;
        const i32 root = find(u);
        i32 when = -1;
        for (i32 i = 0; i < count; ++i)
            if (from[i] == root) when = std::max(when, joined_by(near[i], u));
        near[count] = u, from[count++] = root;
        if (when < 0) {
            roots[distinct++] = root;
            events[event_count++] = {u, 1};
        } else if (when < pieces && piece[when].place != u) {
            const i32 joining = piece[when].place;
            i32 e = first_event;
            while (e < event_count && !(events[e].crossing == joining && events[e].weight == 1)) ++e;
            if (e < event_count) {
                events[e].crossing = u;
            } else {
                events[event_count++] = {u, 1};
                events[event_count++] = {joining, -1};
            }
        }
    }
    if (distinct) events[event_count++] = {v, -distinct};
    empty[v] = 1;
    i32 root = v;
    for (i32 i = 0; i < distinct; ++i) {
        i32 a = root, b = roots[i];
        if (links[a].parent > links[b].parent) std::swap(a, b);
        ahead[b] = -links[a].parent;
        links[a].parent += links[b].parent;
        links[b] = {a, t};
        linked[links_made++] = b;
        root = a;
    }
    own.root = root;
    own.size = -links[root].parent;

    // Runs.
    auto straight = [&](int d) { return road(v, d) == kStraight && empty[around[d]]; };
    const i32 left = straight(kWest) ? row_end[v - 1] : v, right = straight(kEast) ? row_end[v + 1] : v;
    row_end[left] = right, row_end[right] = left;
    const i32 x = column_end[v];
    const i32 top = straight(kNorth) ? column_end[v - columns] : x, bottom = straight(kSouth) ? column_end[v + columns] : x;
    column_end[v - (x - top) * columns] = bottom, column_end[v + (bottom - x) * columns] = top;
    own.left = left, own.right = right, own.top = top, own.bottom = bottom;

    // Single crossings.
    i32 reached = own.size - 1 + (right - left) + (bottom - top);
    const i32 ends[4] = {left, right, v - (x - top) * columns, v + (bottom - x) * columns};
    const i32 beyond[4] = {left - 1, right + 1, ends[2] - columns, ends[3] + columns};
    for (int d = 0; d < 4; ++d) {
        const u32 type = road(ends[d], d);
        if (type == kOrdinary) {
            if (ends[d] != v) continue;
            if (empty[beyond[d]]) {
                reached += find(beyond[d]) != root;
                continue;
            }
        } else if (type != kStraight) {
            continue;
        }
        reached += captures(t, beyond[d]) && !touches(beyond[d], root);
    }
    answer[t] = reached;
}

static void order() {
    i32 begin = 0;
    for (i32 v = 0; v < crossings; ++v)
        if (links[v].parent < 0) {
            place_of[v] = begin;
            begin -= links[v].parent;
        }
    for (i32 i = links_made - 1; i >= 0; --i) {
        const i32 v = linked[i];
        place_of[v] = place_of[links[v].parent] + ahead[v];
    }
    for (i32 v = 0; v < crossings; ++v)
        if (links[v].when == pieces) place_of[v] = place_of[links[v].parent] + ahead[v];
}

__attribute__((optimize("O3"))) static i32 count_within(const i32* p, i32 n, u32 begin, u32 size) {
    i32 count = 0;
    for (i32 i = 0; i < n; ++i) count += u32(p[i]) - begin < size;
    return count;
}

static inline void add(i32* node, i32 index, i32 weight) {
    for (i32 i = index + 1; i <= crossings; i += i & -i) node[i] += weight;
}
static inline i32 prefix(const i32* node, i32 end) {
    i32 total = 0;
    for (; end > 0; end &= end - 1) total += node[end];
    return total;
}

static void subtract_overlaps() {
    bool transposed_yet = false;
    for (i32 t = 0; t < pieces; ++t) {
        const Piece& own = piece[t];
        if (own.size == 1) continue;
        const u32 begin = place_of[own.root];
        if (own.left < own.right) answer[t] -= count_within(place_of + own.left, own.right - own.left + 1, begin, own.size) - 1;
        if (own.top < own.bottom) {
            if (!transposed_yet) {
                transposed_yet = true;
                for (i32 x = 0, v = 0; x < rows; ++x)
                    for (i32 y = 0; y < columns; ++y, ++v) transposed[y * rows + x] = place_of[v];
            }
            answer[t] -= count_within(transposed + own.column * rows + own.top, own.bottom - own.top + 1, begin, own.size) - 1;
        }
    }
}

static void add_captures() {
    memset(level_begin, 0, (pieces + 2) * sizeof(i32));
    for (i32 t = 0; t < pieces; ++t) ++level_begin[(piece[t].rank >> 1) + 1];
    for (i32 level = 1; level <= pieces; ++level) level_begin[level + 1] += level_begin[level];
    for (i32 t = 0; t < pieces; ++t) by_level[level_begin[piece[t].rank >> 1]++] = t;
    memset(tree[0], 0, (crossings + 1) * sizeof(i32));
    memset(tree[1], 0, (crossings + 1) * sizeof(i32));
    for (i32 i = 0; i < pieces;) {
        const i32 level = piece[by_level[i]].rank >> 1;
        i32 j = i;
        for (; j < pieces && piece[by_level[j]].rank >> 1 == level; ++j) {
            const i32 t = by_level[j];
            for (i32 e = piece[t].events; e < piece[t].events_end; ++e)
                add(tree[piece[t].rank & 1], place_of[events[e].crossing], events[e].weight);
        }
        for (; i < j; ++i) {
            const Piece& own = piece[by_level[i]];
            const i32* others = tree[~own.rank & 1];
            const i32 begin = place_of[own.root];
            answer[by_level[i]] += prefix(others, begin + own.size) - prefix(others, begin);
        }
    }
}

int main(int argc, char** argv) {
    const u8* p = input(argc > 1 ? argv[1] : nullptr);
    u8* o = out;
    for (i32 sets = number(p); sets > 0; --sets) {
        read_board(p);
        connect_free();
        links_made = 0;
        i32 event_count = 0;
        for (i32 t = pieces - 1; t >= 0; --t) {
            piece[t].events = event_count;
            leave(t, event_count);
            piece[t].events_end = event_count;
        }
        order();
        subtract_overlaps();
        add_captures();
        for (i32 t = 0; t < pieces; ++t) {
            if (o > out + sizeof out - 16) {
                if (write(1, out, o - out) < 0) return 1;
                o = out;
            }
            u8 digits[8];
            i32 n = 0, value = answer[t];
            do digits[n++] = '0' + value % 10;
            while (value /= 10);
            while (n) *o++ = digits[--n];
            *o++ = '\n';
        }
    }
    return write(1, out, o - out) < 0;
}
