// What the peers for NoGo that play games share: a generator of random numbers, and a position with its groups, on which games
// are played to their end. Point (x, y) is x * (SIZE + 2) + y.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

using u8 = uint8_t;
using i32 = int32_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr u8 kEmpty = 0, kBlack = 1, kWhite = 2, kEdge = 3;
constexpr i32 kMany = 1 << 30;  // pairs of a point without a stone: never used up

// xoshiro128**, seeded with SplitMix64; bounded numbers by multiplication with rejection.
class Generator {
public:
    explicit Generator(u64 seed) {
        const u64 first = mix(seed), second = mix(seed + kGolden);
        a_ = first, b_ = first >> 32, c_ = second, d_ = second >> 32;
    }
    u32 below(u32 n) {
        u64 product = u64(word()) * n;
        if (u32(product) < n)
            for (const u32 threshold = -n % n; u32(product) < threshold;) product = u64(word()) * n;
        return product >> 32;
    }

private:
    static constexpr u64 kGolden = 0x9E3779B97F4A7C15;
    static u64 mix(u64 z) {
        z += kGolden;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    static u32 rotated(u32 x, int by) { return x << by | x >> (32 - by); }
    u32 word() {
        const u32 result = rotated(b_ * 5, 7) * 9, shifted = b_ << 9;
        c_ ^= a_, d_ ^= b_, b_ ^= c_, a_ ^= d_, c_ ^= shifted;
        d_ = rotated(d_, 11);
        return result;
    }
    u32 a_, b_, c_, d_;
};

// A position. A group is numbered by one of its points; a point without a stone is a group by itself. Of each group the pairs
// of a stone and an empty neighbour are counted, which are zero exactly when there is no liberty.
class Position {
public:
    explicit Position(i32 size) : stride(size + 2), stone(stride * stride, kEdge), pairs_(stride * stride, kMany) {
        for (i32 x = 1; x <= size; ++x)
            for (i32 y = 1; y <= size; ++y) stone[x * stride + y] = kEmpty;
        for (i32 point = 0; point < stride * stride; ++point) group_.push_back(point);
        next_ = group_;
    }

    // Becomes equal to a position on a board of the same size.
    void restore(const Position& other) {
        memcpy(stone.data(), other.stone.data(), stone.size());
        memcpy(group_.data(), other.group_.data(), group_.size() * sizeof(i32));
        memcpy(next_.data(), other.next_.data(), next_.size() * sizeof(i32));
        memcpy(pairs_.data(), other.pairs_.data(), pairs_.size() * sizeof(i32));
    }

    // Returns the colours, as a sum, for which a move on the empty `point` leaves no group without a liberty.
    u8 legal(i32 point) {
        const i32 around[4] = {point - stride, point - 1, point + 1, point + stride};
        const u8 colours = take(around);
        for (const i32 at : around) ++pairs_[group_[at]];
        return colours;
    }

    // Puts a stone on the empty `point` if it is legal for all the colours `wanted`, of which it gets `colour`. Returns the
    // colours for which it was.
    u8 place(i32 point, u8 colour, u8 wanted) {
        const i32 around[4] = {point - stride, point - 1, point + 1, point + stride};
        const u8 colours = take(around);
        if ((colours & wanted) != wanted) {
#pragma GCC unroll 4
            for (int k = 0; k < 4; ++k) ++pairs_[group_[around[k]]];
            return colours;
        }
        stone[point] = colour;
        i32 group = -1, empty = 0;
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            empty += stone[around[k]] == kEmpty;
            if (stone[around[k]] == colour) group = group < 0 ? group_[around[k]] : join(group, group_[around[k]]);
        }
        if (group < 0) {
            pairs_[point] = empty;
            next_[point] = point;
        } else {
            pairs_[group] += empty;
            group_[point] = group;
            next_[point] = next_[group], next_[group] = point;
        }
        return colours;
    }

    // Returns what black gains, less what white gains, in legal points by a legal move; `legal` are the colours before it. The
    // position is the same afterwards. Only points next to the move, or to a group with few pairs, can change.
    i32 gain(i32 point, u8 colour, const std::vector<u8>& legal) {
        constexpr i32 kFew = 4;
        const i32 around[4] = {point - stride, point - 1, point + 1, point + stride};
        i32 joined[4], left[4], count = 0, pairs = 0;
        bool few = false;
        for (const i32 at : around) {
            const i32 group = group_[at];
            --pairs_[group];
            pairs += stone[at] == kEmpty;
            if (stone[at] != colour || std::find(joined, joined + count, group) != joined + count) continue;
            joined[count++] = group;
        }
        for (i32 k = 0; k < count; ++k) {
            pairs += left[k] = pairs_[joined[k]];
            i32 before = left[k];
            for (const i32 at : around) before += group_[at] == joined[k];
            few |= before <= kFew;
        }
        few |= pairs <= kFew;
        // The group of the stone has the number of the first that it joins; the others have an alias.
        stone[point] = colour;
        const i32 own = pairs_[point];
        const i32 number = count ? joined[0] : point;
        group_[point] = number;
        pairs_[number] = pairs;
        ++turn_;
        seen_[point] = turn_;
        i32 sum = -balance(legal[point]);
        const auto look = [&](i32 at) {
            if (stone[at] != kEmpty || seen_[at] == turn_) return;
            seen_[at] = turn_;
            i32 groups[4];
            const i32 beside[4] = {at - stride, at - 1, at + 1, at + stride};
            for (i32 k = 0; k < 4; ++k) {
                groups[k] = group_[beside[k]];
                if (stone[beside[k]] == colour && std::find(joined, joined + count, groups[k]) != joined + count)
                    groups[k] = number;
                --pairs_[groups[k]];
            }
            sum += balance(colours(beside, groups)) - balance(legal[at]);
            for (const i32 group : groups) ++pairs_[group];
        };
        for (const i32 at : around) {
            look(at);
            if (stone[at] != kBlack && stone[at] != kWhite) continue;
            if (stone[at] == colour ? !few : pairs_[group_[at]] > kFew) continue;
            i32 member = at;
            do
                for (const i32 step : {-stride, -1, 1, stride}) look(member + step);
            while ((member = next_[member]) != at);
        }
        for (i32 k = 0; k < count; ++k) pairs_[joined[k]] = left[k];
        stone[point] = kEmpty;
        group_[point] = point;
        pairs_[point] = own;
        for (const i32 at : around) ++pairs_[group_[at]];
        return sum;
    }

    const i32 stride;
    std::vector<u8> stone;

private:
    static i32 balance(u8 colours) { return (colours & 1) - (colours >> 1); }

    // Removes the pairs of a point with these neighbours; returns the colours for which it is legal, as a sum.
    u8 take(const i32 (&around)[4]) {
        i32 groups[4];
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) --pairs_[groups[k] = group_[around[k]]];
        return colours(around, groups);
    }

    // Returns the colours for which a point is legal between neighbours of these groups, without the pairs of the point.
    u8 colours(const i32 (&around)[4], const i32 (&groups)[4]) const {
        u8 alive = 0, last = 0;
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            const u8 neighbour = stone[around[k]];
            const u8 helped = (neighbour == kEmpty) * (kBlack + kWhite) | (neighbour != kEdge) * neighbour;
            const bool dead = pairs_[groups[k]] == 0;
            alive |= dead ? 0 : helped;
            last |= dead ? helped : 0;
        }
        return alive & ~(last >> 1 | last << 1);
    }

    // Merges two groups. Returns the number of the result, which is that of the one with more pairs, most likely the larger.
    i32 join(i32 a, i32 b) {
        if (a == b) return a;
        if (pairs_[a] < pairs_[b]) {
            const i32 other = a;
            a = b, b = other;
        }
        pairs_[a] += pairs_[b];
        i32 member = b;
        do group_[member] = a;
        while ((member = next_[member]) != b);
        const i32 behind = next_[a];
        next_[a] = next_[b], next_[b] = behind;
        return a;
    }

    std::vector<i32> seen_ = std::vector<i32>(stone.size());
    i32 turn_ = 0;
    std::vector<i32> group_, next_, pairs_;  // next_ links the stones of a group in a ring
};
