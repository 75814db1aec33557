// The validator of Some Game with testlib: format and limits. O(HW) for each data set.
//
// Positions that no sequence of moves leads to are valid: finding them is the problem.

#include "testlib.h"

#include <cstdio>

const int MAX_PLAYERS = 9001;
const int MAX_SIDE = 420;
const int MAX_LINE = 9001;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    do {
        const int players = inf.readInt(1, MAX_PLAYERS, "N");
        inf.readSpace();
        const int width = inf.readInt(1, MAX_SIDE, "W");
        inf.readSpace();
        const int height = inf.readInt(1, MAX_SIDE, "H");
        inf.readSpace();
        inf.readInt(0, MAX_LINE, "K");
        inf.readEoln();
        for (int row = 0; row < height; row++) {
            inf.readInts(width, 0, players, "player");
            inf.readEoln();
        }
    } while (!inf.eof());
    ensuref(std::feof(stdin), "byte 255, which testlib takes for the end of the input");
    inf.readEof();
}
