// Multi-Go (ONTAK 2022): a move is legal exactly when its cell is a simple point of the loser's and the gainer's territory.
// Territories are connected, so the ring around a cell shows whether it is its owner's only one. Besides the board, one flag
// for each player is enough. Moves are parsed and their cells prefetched 32 at a time, then decided without branches.
// g++ -O2 -std=c++17 -o multigo multigo.cpp; ./multigo [INPUT] > OUTPUT
#include <emmintrin.h>

#include <cstdint>
#include <cstring>

#include "input.hpp"

using u8 = uint8_t;
using u32 = uint32_t;

constexpr u32 kSide = 1000, kPlayers = 1000000;
constexpr u32 kAhead = 32;       // moves parsed before they are decided
constexpr u32 kBlock = 1 << 16;  // bytes of output written at a time

// A pattern has a bit for each cell of a 3 × 3 square: bits 0-2, 4-6 and 8-10 are its rows. The middle is left out.
constexpr u32 kRing = 0x757;
constexpr u32 kClockwise[8] = {0, 1, 2, 6, 10, 9, 8, 4};  // the odd ones touch the middle by an edge
constexpr u32 kEdges = 1 << 1 | 1 << 6 | 1 << 9 | 1 << 4;

static u32 owner[(kSide + 2) * (kSide + 2) + 4];  // a frame of 0 around the board
static u8 present[kPlayers + 1];
static u8 may_lose[kRing + 1], may_gain[kRing + 1];  // by pattern of the loser's or gainer's cells
static u8 out[kBlock];

static void fill_tables() {
    for (u32 ring = 0; ring < 256; ++ring) {
        u32 pattern = 0, runs = 0;  // runs that touch the middle by an edge
        for (u32 k = 0; k < 8; ++k) {
            const bool before = ring >> (k + 7) % 8 & 1, here = ring >> k & 1, after = ring >> (k + 1) % 8 & 1;
            pattern |= here << kClockwise[k];
            runs += here && !before && (k % 2 || after);
        }
        may_lose[pattern] = runs <= 1 && ring != 255;  // 0: the only cell, since territories are connected
        may_gain[pattern] = runs == 1 ? 1 : runs == 0 ? 2 : 0;  // 2: if the gainer has no cell
    }
    may_gain[kRing] = 1;  // only used when a cell goes to its owner
}

// The pattern of the cells of `player` in three rows of a square.
static inline u32 pattern_of(__m128i above, __m128i middle, __m128i below, u32 player) {
    const __m128i all = _mm_set1_epi32(player);
    const __m128i upper = _mm_packs_epi32(_mm_cmpeq_epi32(above, all), _mm_cmpeq_epi32(middle, all));
    const __m128i lower = _mm_packs_epi32(_mm_cmpeq_epi32(below, all), _mm_setzero_si128());
    return _mm_movemask_epi8(_mm_packs_epi16(upper, lower)) & kRing;
}

// Makes a move if it is legal. Returns 1 if it was, otherwise 0.
static inline u32 play(u32 cell, u32 gainer, u32 stride) {
    auto row = [](const u32* start) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(start)); };
    u32* const middle = owner + cell;
    const __m128i a = row(middle - stride - 1), b = row(middle - 1), c = row(middle + stride - 1);
    const u32 loser = *middle;
    const u32 lost = pattern_of(a, b, c, loser), gained = pattern_of(a, b, c, gainer);
    const u32 gain = may_gain[gained];
    const u32 legal = (may_lose[lost] & (gain | (gain >> 1 & ~present[gainer])) & 1) | (loser == gainer);
    *middle = loser ^ ((loser ^ gainer) & -legal);
    present[loser] &= (lost & kEdges) != 0 || !legal;
    present[gainer] |= legal;
    return legal;
}

int main(int argc, char** argv) {
    const u8* p = input(argc > 1 ? argv[1] : nullptr);
    fill_tables();
    const u32 height = number(p), width = number(p), stride = width + 2;
    number(p);
    const u32 moves = number(p);
    for (u32 x = 1; x <= height; ++x)
        for (u32 cell = x * stride + 1, end = cell + width; cell < end; ++cell) present[owner[cell] = number(p)] = 1;

    static const char kAnswers[2][5] = {"NO\n", "YES\n"};
    u8* o = out;
    for (u32 done = 0; done < moves; done += kAhead) {
        const u32 count = moves - done < kAhead ? moves - done : kAhead;
        u32 cells[kAhead], gainers[kAhead];
        for (u32 i = 0; i < count; ++i) {
            const u32 x = number(p), y = number(p);
            cells[i] = x * stride + y;
            gainers[i] = number(p);
            __builtin_prefetch(&owner[cells[i] - stride]);
            __builtin_prefetch(&owner[cells[i]], 1);
            __builtin_prefetch(&owner[cells[i] + stride]);
            __builtin_prefetch(&present[gainers[i]], 1);
        }
        if (o > out + kBlock - 4 * kAhead) {
            if (write(1, out, o - out) < 0) return 1;
            o = out;
        }
        for (u32 i = 0; i < count; ++i) {
            const u32 legal = play(cells[i], gainers[i], stride);
            memcpy(o, kAnswers[legal], 4);
            o += 3 + legal;
        }
    }
    return write(1, out, o - out) < 0;
}
