// The validator of Multi-Go with testlib: format, limits, those of the subtask that is the test's group, and a legal
// position at the start. O(NM + K + Q).

#include "testlib.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

const int MAX_SIDE = 1000;
const int MAX_PLAYERS = 1000000;
const int MAX_MOVES = 1000000;
const int OUTSIDE = 0;  // the owner of the frame around the board

// The limits of a subtask; 0 is none.
struct Subtask {
    const char* slug;
    int rows;          // exactly
    int most_players;
    int most_moves;
};
const Subtask SUBTASKS[] = {
    {"one-row", 1, 0, 0},      {"two-rows", 2, 0, 0},   {"three-rows", 3, 0, 0},
    {"few-players", 0, 4, 10}, {"few-moves", 0, 0, 10}, {"all", 0, 0, 0},
};

using Board = std::vector<std::vector<int>>;  // the owners of the cells, from row 1 and column 1, in a frame

// Returns the number of 4-connected parts of each player's territory.
std::vector<int> count_parts(const Board& owners, int players) {
    const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    std::vector<int> parts(players + 1);
    std::vector<std::pair<int, int>> stack;
    Board todo = owners;  // cells that have been reached belong to nobody here
    for (int x = 1; x + 1 < int(owners.size()); x++) {
        for (int y = 1; y + 1 < int(owners[x].size()); y++) {
            const int player = todo[x][y];
            if (player == OUTSIDE) {
                continue;
            }
            parts[player]++;
            todo[x][y] = OUTSIDE;
            stack.emplace_back(x, y);
            while (!stack.empty()) {
                const auto cell = stack.back();
                stack.pop_back();
                for (const auto& step : steps) {
                    int& next = todo[cell.first + step[0]][cell.second + step[1]];
                    if (next == player) {
                        next = OUTSIDE;
                        stack.emplace_back(cell.first + step[0], cell.second + step[1]);
                    }
                }
            }
        }
    }
    return parts;
}

// Returns the Euler number of each player's territory, the number of its parts less that of its holes. It is counted as
// cells, less pairs of cells with a common side, plus blocks of 2 by 2 cells (S. B. Gray, "Local properties of binary
// images in two dimensions", IEEE Trans. Computers C-20, 1971).
std::vector<int> euler_numbers(const Board& owners, int players) {
    std::vector<int> numbers(players + 1);
    for (int x = 1; x + 1 < int(owners.size()); x++) {
        for (int y = 1; y + 1 < int(owners[x].size()); y++) {
            const int player = owners[x][y];
            const bool right = owners[x][y + 1] == player;
            const bool below = owners[x + 1][y] == player;
            const bool block = right && below && owners[x + 1][y + 1] == player;
            numbers[player] += 1 - right - below + block;
        }
    }
    return numbers;
}

// Returns the subtask whose slug or number is the group of the test (--group GROUP). Without a group, and for a group
// that is no subtask's, such as that of the samples, it is the last one, to which all valid inputs belong.
Subtask subtask_of(const std::string& group) {
    int number = 0;
    for (const auto& subtask : SUBTASKS) {
        number++;
        if (group == subtask.slug || group == std::to_string(number)) {
            return subtask;
        }
    }
    return SUBTASKS[number - 1];
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const Subtask subtask = subtask_of(validator.group());
    const int n = inf.readInt(1, MAX_SIDE, "N");
    inf.readSpace();
    const int m = inf.readInt(1, MAX_SIDE, "M");
    inf.readSpace();
    const int k = inf.readInt(2, MAX_PLAYERS, "K");
    inf.readSpace();
    const int q = inf.readInt(1, MAX_MOVES, "Q");
    inf.readEoln();
    ensuref(!subtask.rows || n == subtask.rows, "N is %d, not %d, in subtask %s", n, subtask.rows, subtask.slug);
    ensuref(!subtask.most_players || k <= subtask.most_players, "K is %d, more than %d, in subtask %s", k,
            subtask.most_players, subtask.slug);
    ensuref(!subtask.most_moves || q <= subtask.most_moves, "Q is %d, more than %d, in subtask %s", q,
            subtask.most_moves, subtask.slug);
    Board owners(n + 2, std::vector<int>(m + 2, OUTSIDE));
    for (int x = 1; x <= n; x++) {
        for (int y = 1; y <= m; y++) {
            owners[x][y] = inf.readInt(1, k, "owner");
            if (y < m) {
                inf.readSpace();
            }
        }
        inf.readEoln();
    }
    for (int move = 0; move < q; move++) {
        inf.readInt(1, n, "x");
        inf.readSpace();
        inf.readInt(1, m, "y");
        inf.readSpace();
        inf.readInt(1, k, "k");
        inf.readEoln();
    }
    inf.readEof();
    ensuref(std::feof(stdin), "byte 255, which testlib takes for the end of the input");

    const std::vector<int> parts = count_parts(owners, k);
    const std::vector<int> numbers = euler_numbers(owners, k);
    for (int player = 1; player <= k; player++) {
        ensuref(parts[player] <= 1, "the territory of player %d is not connected", player);
        ensuref(numbers[player] == parts[player], "the territory of player %d encloses a cell", player);
    }
}
