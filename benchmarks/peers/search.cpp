// Monte Carlo tree search for NoGo from the empty board: UCT or RAVE, with uniform, contested or settled playouts and a
// prior by mobility. Method, generator and draws are those of refsol, so the tree is the same. The output is a line with the
// number of nodes, then one for each legal move: point, visits, wins, AMAF visits and AMAF wins, these two with the prior,
// the most visited first. Point (x, y) is x * (SIZE + 2) + y.
// g++ -O2 -std=c++17 -o search search.cpp
// ./search SIZE SIMULATIONS SEED SELECTION POLICY EXPLORATION EQUIVALENCE PRIOR SLOPE VISITS NODES
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

#include "playing.hpp"

struct Node {
    double visits = 0, wins = 0, amaf_visits, amaf_wins, value, width;
    i32 point = 0, first = 0, count = -1;  // -1: not expanded
};

struct Options {
    bool rave, uniform, settled;
    double exploration, equivalence, prior, slope, expand_after;
    size_t nodes;
};

class Search {
public:
    Search(i32 size, u64 seed, const Options& options)
        : options_(options), random_(seed), start_(size), position_(size), fresh_(node()), points_(start_.stone.size()),
          gains_(start_.stone.size()), legal_(start_.stone.size()) {
        for (i32 point = 0; point < i32(start_.stone.size()); ++point)
            if (start_.stone[point] == kEmpty) empty_.push_back(point);
        for (auto& bag : bags_) bag = empty_;
        tree_.reserve(options.nodes);
        tree_.push_back(fresh_);
        expand(0, kBlack);
    }

    void simulate() {
        position_.restore(start_);
        path_.clear();
        path_.push_back(0);
        u8 colour = kBlack;
        i32 node = 0;
        for (;;) {
            if (tree_[node].count == -1 && tree_[node].visits >= options_.expand_after) expand(node, colour);
            if (tree_[node].count <= 0) break;
            node = chosen(tree_[node]);
            position_.place(tree_[node].point, colour, colour);
            path_.push_back(node);
            colour ^= kBlack ^ kWhite;
        }
        count(options_.uniform ? play_uniform(colour) : play_kept(colour));
    }

    void print() {
        const Node& root = tree_[0];
        std::vector<Node> children(tree_.begin() + root.first, tree_.begin() + root.first + root.count);
        std::sort(children.begin(), children.end(), [](const Node& a, const Node& b) {
            return std::make_tuple(-a.visits, -a.wins, a.point) < std::make_tuple(-b.visits, -b.wins, b.point);
        });
        printf("%zu\n", tree_.size());
        for (const Node& child : children)
            printf("%d %.0f %.0f %.0f %.6f\n", child.point, child.visits, child.wins, child.amaf_visits, child.amaf_wins);
    }

private:
    Node node() const {
        Node fresh;
        fresh.amaf_visits = fresh.amaf_wins = options_.rave;
        fresh.value = options_.rave ? 1 : 1e9;
        fresh.width = options_.rave;
        return fresh;
    }

    i32 chosen(const Node& node) const {
        const double bonus = options_.exploration * std::sqrt(std::log(node.visits + 1));
        double most = -1;
        const Node* best = nullptr;
        for (const Node *child = &tree_[node.first], *end = child + node.count; child != end; ++child) {
            const double found = child->value + bonus * child->width;
            if (found > most) most = found, best = child;
        }
        return i32(best - tree_.data());
    }

    void expand(i32 node, u8 colour) {
        i32 count = 0;
        for (const i32 point : empty_)
            if (position_.stone[point] == kEmpty && (legal_[point] = position_.legal(point)) & colour) points_[count++] = point;
        for (i32 k = 1; k < count; ++k) std::swap(points_[k], points_[random_.below(k + 1)]);
        if (tree_.size() + count > options_.nodes) return;
        tree_[node].first = i32(tree_.size());
        tree_[node].count = count;
        for (i32 k = 0; k < count; ++k) {
            tree_.push_back(fresh_);
            tree_.back().point = points_[k];
        }
        if (!options_.rave || options_.prior == 0) return;
        double total = 0;
        for (i32 k = 0; k < count; ++k) total += gains_[k] = position_.gain(points_[k], colour, legal_);
        const double slope = colour == kBlack ? options_.slope : -options_.slope;
        for (i32 k = 0; k < count; ++k) {
            Node& child = tree_[tree_[node].first + k];
            const double above = std::clamp(slope * ((gains_[k] * count - total) / count), -30.0, 30.0);
            child.amaf_visits += options_.prior;
            child.amaf_wins += options_.prior * (1 / (1 + std::exp(-above)));
            child.value = child.amaf_wins / child.amaf_visits;
        }
    }

    // The following play the position to its end and return the winner.

    u8 play_uniform(u8 colour) {
        for (auto& bag : bags_) memcpy(bag.data(), empty_.data(), empty_.size() * sizeof(i32));
        u32 left[3] = {0, u32(empty_.size()), u32(empty_.size())};
        for (;; colour ^= kBlack ^ kWhite) {
            i32* const bag = bags_[colour].data();
            i32 point;
            do {
                if (left[colour] == 0) return colour ^ kBlack ^ kWhite;
                const u32 drawn = random_.below(left[colour]--);
                point = bag[drawn];
                bag[drawn] = bag[left[colour]];
            } while (position_.stone[point] != kEmpty || !(position_.place(point, colour, colour) & colour));
        }
    }

    u8 play_kept(u8 colour) {
        u32 left[3] = {0, 0, 0};
        if (options_.settled) {
            for (const i32 point : empty_) {
                const u8 legal = position_.stone[point] == kEmpty ? position_.legal(point) : 0;
                const u8 to = legal == kBlack + kWhite ? 0 : legal;
                if (legal) bags_[to][left[to]++] = point;
            }
        } else {
            memcpy(bags_[0].data(), empty_.data(), empty_.size() * sizeof(i32));
            left[0] = u32(empty_.size());
        }
        for (;;) {
            const u8 from = left[0] ? 0 : colour, wanted = left[0] && !options_.settled ? kBlack + kWhite : colour;
            if (left[from] == 0) return colour ^ kBlack ^ kWhite;
            i32* const bag = bags_[from].data();
            const u32 drawn = random_.below(left[from]--);
            const i32 point = bag[drawn];
            bag[drawn] = bag[left[from]];
            if (position_.stone[point] != kEmpty) continue;
            const u8 legal = position_.place(point, colour, wanted);
            if ((legal & wanted) == wanted)
                colour ^= kBlack ^ kWhite;
            else if (from == 0 && legal)
                bags_[legal][left[legal]++] = point;
        }
    }

    void count(u8 winner) {
        u8 colour = kBlack;
        for (const i32 at : path_) {
            Node& node = tree_[at];
            ++node.visits;
            if (colour != winner) ++node.wins;
            if (options_.rave) {
                node.width = 1 / std::sqrt(node.visits + 1);
            } else {
                node.value = node.wins / node.visits;
                node.width = 1 / std::sqrt(node.visits);
            }
            colour ^= kBlack ^ kWhite;
        }
        if (!options_.rave) return;
        colour = kBlack;
        for (const i32 at : path_) {
            if (tree_[at].count > 0) count_elsewhere(tree_[at], colour, colour == winner);
            colour ^= kBlack ^ kWhite;
        }
    }

    void count_elsewhere(const Node& node, u8 colour, double won) {
        for (Node *child = &tree_[node.first], *end = child + node.count; child != end; ++child)
            if (position_.stone[child->point] == colour) {
                ++child->amaf_visits;
                child->amaf_wins += won;
                const double weight = 1 + child->amaf_visits * (1 / options_.equivalence);
                child->value = (child->wins * weight + child->amaf_wins) / (child->visits * weight + child->amaf_visits);
            }
    }

    const Options options_;
    Generator random_;
    Position start_, position_;
    const Node fresh_;
    std::vector<Node> tree_;
    std::vector<i32> empty_, points_, path_, bags_[3];
    std::vector<double> gains_;
    std::vector<u8> legal_;
};

int main(int argc, char** argv) {
    if (argc != 12)
        return fputs("usage: search SIZE SIMULATIONS SEED SELECTION POLICY EXPLORATION EQUIVALENCE PRIOR SLOPE VISITS NODES\n",
                     stderr), 2;
    const std::string selection = argv[4], policy = argv[5];
    const Options options = {selection == "rave", policy == "uniform", policy == "settled", atof(argv[6]), atof(argv[7]),
                             atof(argv[8]),       atof(argv[9]),       atof(argv[10]),      size_t(atoll(argv[11]))};
    Search search(atoi(argv[1]), strtoull(argv[3], nullptr, 10), options);
    for (u64 k = strtoull(argv[2], nullptr, 10); k; --k) search.simulate();
    search.print();
}
