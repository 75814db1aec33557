// Random playouts of NoGo from the empty board, uniform over the legal moves: each colour draws points from its own bag and
// discards for good those that are forbidden to it. Generator and draws are those of refsol, so the games are the same. All
// games use one generator and the same memory. The output is a line: the numbers of games and moves, and the sum of the last
// points of the games. Point (x, y) is x * (SIZE + 2) + y; a game without moves adds 0.
// g++ -O2 -std=c++17 -o playouts playouts.cpp; ./playouts SIZE GAMES SEED
#include <cstdio>
#include <cstdlib>

#include "playing.hpp"

class Game {
public:
    explicit Game(i32 size) : start_(size), position_(size) {
        for (i32 point = 0; point < i32(start_.stone.size()); ++point)
            if (start_.stone[point] == kEmpty) points_.push_back(point);
        bags_[0] = bags_[1] = points_;
    }

    // Plays a game and adds its moves to `moves`; returns the last point, or 0.
    i32 play(Generator& random, u64& moves) {
        position_.restore(start_);
        for (auto& bag : bags_) memcpy(bag.data(), points_.data(), points_.size() * sizeof(i32));
        u32 left[2] = {u32(points_.size()), u32(points_.size())};
        i32 last = 0;
        for (int side = 0;; side ^= 1, ++moves) {
            const u8 colour = kBlack + side;
            i32* const bag = bags_[side].data();
            i32 point;
            do {
                if (left[side] == 0) return last;
                const u32 drawn = random.below(left[side]--);
                point = bag[drawn];
                bag[drawn] = bag[left[side]];
            } while (position_.stone[point] != kEmpty || !(position_.place(point, colour, colour) & colour));
            last = point;
        }
    }

private:
    Position start_, position_;
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
    printf("%llu %llu %llu\n", shown[0], shown[1], shown[2]);
}
