// Codeforces 907B, tic-tac-toe on nine small boards: where may the next chip go?
//
// A 9 x 9 board consists of nine small boards of 3 x 3 cells. The place of the last chip inside its small board names
// the small board to which the next chip must go: a chip in the upper right corner of any small board names the upper
// right small board. If that one is full, the next chip may go to any empty cell. Mark these cells with "!".
//
// Count rows and columns from 0, and divide those of a cell by 3. The quotients are the row and the column of its small
// board among the nine, the remainders are its row and column inside that small board. So a chip in row r and column c
// names the small board whose first row is 3 * (r mod 3) and whose first column is 3 * (c mod 3).

#include <array>
#include <iostream>
#include <string>

int main() {
    // Each row is three words of three characters. Blanks and empty lines only separate words, so >> skips them.
    std::array<std::string, 9> board;
    for (std::string& row : board) {
        std::string left, middle, right;
        std::cin >> left >> middle >> right;
        row = left + middle + right;
    }
    int x, y;
    std::cin >> x >> y;

    // The named small board begins in this row and this column. The statement counts from 1.
    const int top = (x - 1) % 3 * 3;
    const int left = (y - 1) % 3 * 3;

    bool full = true;
    for (int row = top; row < top + 3; ++row)
        for (int column = left; column < left + 3; ++column)
            if (board[row][column] == '.') {
                board[row][column] = '!';
                full = false;
            }
    if (full)
        for (std::string& row : board)
            for (char& cell : row)
                if (cell == '.') cell = '!';

    for (int row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) std::cout << '\n';
        for (int column = 0; column < 9; ++column) {
            if (column == 3 || column == 6) std::cout << ' ';
            std::cout << board[row][column];
        }
        std::cout << '\n';
    }
}
