// Some Game (DMOJ, IOIQR P5): who has won on a torus, and can the position arise at all?
//
// N players take turns to write their number on an empty square of a board whose opposite edges are glued together. The
// first to get a line of K squares wins. Given a position, say who has won, or that nobody has, or that no sequence of
// moves leads to it.
//
// In each direction the board consists of cycles: keep going, and you come back. A run is a maximal sequence of squares
// of one player along a cycle. It is winning if it has K squares or more, or if it is the whole cycle. plain.py shows
// that a position can arise if and only if each player has as many stones as taking turns gives them, and either there
// is no winning run, or all winning runs are the last mover's, and one stone breaks them all: without it, none would
// be left. Stone i of a run of L stones, counted from 0, breaks it if L - K <= i < K. If the run is a whole cycle, each
// stone does, if L <= K. And if K = 0, player 1 has won before the first move.
//
// Few squares need to be looked at; see winning_runs. A position takes O(HW log HW + N).

#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using Board = std::vector<std::vector<int>>;
using Squares = std::vector<std::pair<int, int>>;  // in rising order

struct Run {
    long long begin, length;
};

const int EMPTY = 0;

// A cycle leads from square (0, first) one row down and `right` columns to the right, and so on. So its square k, counted
// from 0, is in row k and column first + k * right, modulo the height and the width of the board.
struct Cycle {
    const Board& board;
    long long right, first;

    std::pair<int, int> square(long long k) const {
        const long long height = board.size(), width = board[0].size();
        return {k % height, ((first + k * right) % width + width) % width};
    }
    int owner_of(long long k) const {
        const auto [row, column] = square(k);
        return board[row][column];
    }
};

// Returns the winning runs of a cycle of `length` squares, for lines of `line` squares.
//
// Begin with a square whose owner isn't that of the square before it, and take the window of this and the next
// line - 1 squares. Look at its last square, then at the one before it, and so on, until one has another owner than the
// last. No winning run begins with this square, or with one before it in the window: a run of so many squares would also
// contain the last square, but it has one owner. So the next window begins right after this square, again where the
// owner changes. If all squares of the window are one player's, a winning run begins with it, and the next window begins
// after the run. A cycle of fewer squares than a line has no window, and is winning only as a whole.
std::vector<Run> winning_runs(const Cycle& cycle, long long length, long long line) {
    long long begin = 1;
    while (begin < length && cycle.owner_of(begin - 1) == cycle.owner_of(begin)) ++begin;
    if (begin == length) {  // there is one owner only
        if (cycle.owner_of(0) == EMPTY) return {};
        return {{0, length}};
    }

    // Go once around, from where the owner changes, so that no run goes beyond the end.
    std::vector<Run> runs;
    const long long stop = begin + length;
    while (begin + line <= stop) {
        const long long last = begin + line - 1;
        const int owner = cycle.owner_of(last);
        long long k = last;
        if (owner != EMPTY) {
            --k;
            while (k >= begin && cycle.owner_of(k) == owner) --k;
        }
        if (k >= begin) {
            begin = k + 1;
            continue;
        }
        long long end = last + 1;
        while (end < stop && cycle.owner_of(end) == owner) ++end;
        runs.push_back({begin, end - begin});
        begin = end;
    }
    return runs;
}

// Returns the answer for a position: PLAYER x, NO WINNERS or ERROR.
std::string verdict(int players, const Board& board, long long line) {
    std::vector<long long> stones(players + 1);
    for (const std::vector<int>& row : board)
        for (int owner : row) ++stones[owner];
    const long long total = std::accumulate(stones.begin() + 1, stones.end(), 0LL);
    if (line == 0) return total == 0 ? "PLAYER 1" : "ERROR";
    for (int player = 1; player <= players; ++player)
        if (stones[player] != total / players + (player <= total % players)) return "ERROR";
    const int mover = (total + players - 1) % players + 1;  // who moved last
    const long long most = *std::max_element(stones.begin() + 1, stones.end());

    // Eight directions, each for itself and the opposite one. The last three lead one row down, like the others, when
    // rows and columns are exchanged.
    Board exchanged(board[0].size(), std::vector<int>(board.size()));
    for (std::size_t row = 0; row < board.size(); ++row)
        for (std::size_t column = 0; column < board[0].size(); ++column) exchanged[column][row] = board[row][column];

    bool won = false;  // whether a winning run has been found
    Squares breakers;  // if so, the stones that break all those found so far
    for (const auto& [rows, right] : std::vector<std::pair<const Board*, int>>{{&board, 0},
                                                                              {&board, 1},
                                                                              {&board, -1},
                                                                              {&board, 2},
                                                                              {&board, -2},
                                                                              {&exchanged, 0},
                                                                              {&exchanged, 2},
                                                                              {&exchanged, -2}}) {
        const long long height = rows->size(), width = (*rows)[0].size();
        // After `height` steps, a cycle is back in row 0, `height` * `right` columns to the right. So it meets row 0 in
        // columns that differ by multiples of this divisor, and each of the first `cycles` columns is on another cycle.
        const long long cycles = std::gcd(height * right, width);
        const long long whole = height * width / cycles;  // the length of each
        if (most < std::min(line, whole)) continue;       // nobody has enough stones for a line or a cycle
        for (long long first = 0; first < cycles; ++first) {
            const Cycle cycle{*rows, right, first};
            for (const auto& [begin, length] : winning_runs(cycle, whole, line)) {
                if (cycle.owner_of(begin) != mover) return "ERROR";
                // Which of its squares have stones that break it?
                long long from = begin + length - line, to = begin + line;
                if (length == whole) {
                    from = 0;
                    to = length <= line ? length : 0;
                }
                Squares found;
                for (long long k = from; k < to; ++k) {
                    auto [row, column] = cycle.square(k);
                    if (rows == &exchanged) std::swap(row, column);
                    found.emplace_back(row, column);
                }
                std::sort(found.begin(), found.end());
                if (won) {
                    Squares common;
                    std::set_intersection(breakers.begin(), breakers.end(), found.begin(), found.end(),
                                          std::back_inserter(common));
                    breakers = common;
                } else {
                    breakers = found;
                }
                won = true;
                if (breakers.empty()) return "ERROR";
            }
        }
    }
    return won ? "PLAYER " + std::to_string(mover) : "NO WINNERS";
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int players, width, height;
    long long line;
    bool is_first = true;
    while (std::cin >> players >> width >> height >> line) {
        Board board(height, std::vector<int>(width));
        for (std::vector<int>& row : board)
            for (int& owner : row) std::cin >> owner;
        if (!is_first) std::cout << '\n';
        is_first = false;
        std::cout << verdict(players, board, line) << '\n';
    }
}
