// Random playouts of NoGo from the empty board, uniform over the legal moves: each colour draws points from its own bag and
// discards for good those that are forbidden to it. Generator and draws are those of refsol, so the games are the same. All
// games use one generator and the same memory. The last line of output is the checksum: the number of moves, and the sum of
// the last points of the games. Point (x, y) is x * (SIZE + 2) + y; a game without moves adds 0.
// g++ -O2 -std=c++17 -o playouts playouts.cpp; ./playouts SIZE GAMES SEED
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using u8 = uint8_t;
using i32 = int32_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr u8 kEmpty = 0, kBlack = 1, kEdge = 3;
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

class Game {
public:
    explicit Game(i32 size) : stride_(size + 2), start_((size + 2) * (size + 2), kEdge), stone_(start_) {
        for (i32 x = 1; x <= size; ++x)
            for (i32 y = 1; y <= size; ++y) {
                start_[x * stride_ + y] = kEmpty;
                points_.push_back(x * stride_ + y);
            }
        bags_[0] = bags_[1] = points_;
        for (i32 point = 0; point < stride_ * stride_; ++point) identity_.push_back(point);
        group_ = next_ = pairs_ = identity_;
    }

    // Plays a game and adds its moves to `moves`; returns the last point, or 0.
    i32 play(Generator& random, u64& moves) {
        memcpy(stone_.data(), start_.data(), start_.size());
        memcpy(group_.data(), identity_.data(), identity_.size() * sizeof(i32));
        for (i32& pairs : pairs_) pairs = kMany;
        for (auto& bag : bags_) memcpy(bag.data(), points_.data(), points_.size() * sizeof(i32));
        u32 left[2] = {u32(points_.size()), u32(points_.size())};
        i32 last = 0;
        for (int side = 0;; side ^= 1, ++moves) {
            i32* const bag = bags_[side].data();
            i32 point;
            do {
                if (left[side] == 0) return last;
                const u32 drawn = random.below(left[side]--);
                point = bag[drawn];
                bag[drawn] = bag[left[side]];
            } while (stone_[point] != kEmpty || !place(point, kBlack + side));
            last = point;
        }
    }

private:
    // Puts a stone on the empty `point` if that leaves no group without a liberty. Returns whether it did.
    bool place(i32 point, u8 colour) {
        const i32 around[4] = {point - stride_, point - 1, point + 1, point + stride_};
        i32 groups[4], empty = 0;
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) --pairs_[groups[k] = group_[around[k]]];  // remove the pairs of the point
        bool alive = false, captures = false;
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            const u8 neighbour = stone_[around[k]];
            const bool dead = pairs_[groups[k]] == 0;
            empty += neighbour == kEmpty;
            alive |= (neighbour == kEmpty) | ((neighbour == colour) & !dead);
            captures |= (neighbour != colour) & dead;
        }
        if (!alive | captures) {
#pragma GCC unroll 4
            for (int k = 0; k < 4; ++k) ++pairs_[groups[k]];
            return false;
        }
        stone_[point] = colour;
        i32 group = -1;
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            if (stone_[around[k]] == colour) group = group < 0 ? groups[k] : join(group, group_[around[k]]);
        if (group < 0) {
            pairs_[point] = empty;
            next_[point] = point;
        } else {
            pairs_[group] += empty;
            group_[point] = group;
            next_[point] = next_[group], next_[group] = point;
        }
        return true;
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

    i32 stride_;
    std::vector<u8> start_, stone_;  // the empty board, with a frame, and the board
    // A group is numbered by one of its points; a point without a stone is a group by itself. pairs_, by group: the pairs of
    // a stone and an empty neighbour, zero exactly when there is no liberty. next_ links the stones of a group in a ring.
    std::vector<i32> identity_, group_, pairs_, next_;
    std::vector<i32> points_, bags_[2];
};

int main(int argc, char** argv) {
    if (argc != 4) return fputs("usage: playouts SIZE GAMES SEED\n", stderr), 2;
    Game game(atoi(argv[1]));
    const u64 games = strtoull(argv[2], nullptr, 10);
    Generator random(strtoull(argv[3], nullptr, 10));
    u64 moves = 0, last_points = 0;
    for (u64 k = 0; k < games; ++k) last_points += game.play(random, moves);
    const unsigned long long shown[3] = {games, moves, last_points};
    printf("games %llu\nmoves %llu\nchecksum %llu %llu\n", shown[0], shown[1], shown[1], shown[2]);
}
