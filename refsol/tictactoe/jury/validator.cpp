// The validator of Codeforces 907B with testlib: format, a last chip that is on the board, and an empty cell. O(1).

#include "testlib.h"

#include <cstdio>
#include <string>

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const pattern group_pattern("[xo.]{3}");
    std::string board;
    for (int row = 0; row < 9; row++) {
        if (row == 3 || row == 6) {
            inf.readEoln();
        }
        for (int group = 0; group < 3; group++) {
            if (group > 0) {
                inf.readSpace();
            }
            board += inf.readToken(group_pattern, "group");
        }
        inf.readEoln();
    }
    const int x = inf.readInt(1, 9, "x");
    inf.readSpace();
    const int y = inf.readInt(1, 9, "y");
    inf.readEoln();
    inf.readEof();
    ensuref(std::feof(stdin), "byte 255, which testlib takes for the end of the input");

    ensuref(board[(x - 1) * 9 + y - 1] != '.', "the cell (%d, %d) of the last chip is empty", x, y);
    ensuref(board.find('.') != std::string::npos, "the board has no empty cell");
}
