// The validator of NoGo with testlib: format, limits, equally many stones, a liberty for every group. O(n²).

#include "testlib.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

const int MAX_SIZE = 600;
const char EMPTY = '.';
const char EDGE = '#';  // of the frame around the board, so that every point has four neighbours

// Returns whether the group of the stone on a point has a liberty, and marks its stones as seen.
bool has_liberty(const std::vector<std::string>& board, std::vector<std::vector<bool>>& seen, int x, int y) {
    const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    bool found = false;
    std::vector<std::pair<int, int>> stack = {{x, y}};
    seen[x][y] = true;
    while (!stack.empty()) {
        const auto stone = stack.back();
        stack.pop_back();
        for (const auto& step : steps) {
            const int next_x = stone.first + step[0];
            const int next_y = stone.second + step[1];
            const char neighbour = board[next_x][next_y];
            found = found || neighbour == EMPTY;
            if (neighbour == board[x][y] && !seen[next_x][next_y]) {
                seen[next_x][next_y] = true;
                stack.emplace_back(next_x, next_y);
            }
        }
    }
    return found;
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const int n = inf.readInt(1, MAX_SIZE, "n");
    inf.readEoln();
    const pattern row_pattern("[.XO]{" + std::to_string(n) + "}");
    std::vector<std::string> board(n + 2, std::string(n + 2, EDGE));
    int difference = 0;  // black stones less white ones
    for (int x = 1; x <= n; x++) {
        const std::string row = inf.readToken(row_pattern, "row");
        inf.readEoln();
        board[x].replace(1, n, row);
        difference += int(std::count(row.begin(), row.end(), 'X') - std::count(row.begin(), row.end(), 'O'));
    }
    inf.readEof();
    ensuref(std::feof(stdin), "byte 255, which testlib takes for the end of the input");

    ensuref(difference == 0, "the numbers of X and O differ by %d", std::abs(difference));
    std::vector<std::vector<bool>> seen(n + 2, std::vector<bool>(n + 2));
    for (int x = 1; x <= n; x++) {
        for (int y = 1; y <= n; y++) {
            if (board[x][y] != EMPTY && !seen[x][y]) {
                ensuref(has_liberty(board, seen, x, y), "the group of the stone on (%d, %d) has no liberty", x, y);
            }
        }
    }
}
