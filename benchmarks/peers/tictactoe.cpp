// Tic-Tac-Toe (Codeforces 907B): the last chip's position inside its small board names the small board of the next chip; if
// that is full, any cell will do. One read, one pass over the cells, one write: this measures the start of a process.
// g++ -O2 -std=c++17 -o tictactoe tictactoe.cpp; ./tictactoe [INPUT] > OUTPUT
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv) {
    static char in[4096];
    char cells[83];  // row by row, then x and y
    const int file = argc > 1 ? open(argv[1], O_RDONLY) : 0;
    int length = 0, count = 0;
    for (int n; (n = read(file, in + length, sizeof in - length)) > 0;) length += n;
    for (int i = 0; i < length && count < 83; ++i)
        if (in[i] > ' ') cells[count++] = in[i];

    auto mark = [&](int top, int left, int side) {
        bool found = false;
        for (int row = top; row < top + side; ++row)
            for (int column = left; column < left + side; ++column)
                if (cells[row * 9 + column] == '.') cells[row * 9 + column] = '!', found = true;
        return found;
    };
    if (!mark((cells[81] - '1') % 3 * 3, (cells[82] - '1') % 3 * 3, 3)) mark(0, 0, 9);

    char out[128], *o = out;
    for (int row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) *o++ = '\n';
        for (int column = 0; column < 9; ++column) {
            if (column == 3 || column == 6) *o++ = ' ';
            *o++ = cells[row * 9 + column];
        }
        *o++ = '\n';
    }
    return write(1, out, o - out) < 0;
}
