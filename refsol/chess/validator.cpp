// The validator of NOIP chess with testlib: format, limits, and pieces on empty crossings. O(nm + q) for each data set.

#include "testlib.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

const int MAX_DATA_SETS = 5;
const int MAX_SIDE = 100000;
const int MAX_CROSSINGS = 200000;
const int MAX_PIECES = 100000;

void validate_data_set() {
    const int n = inf.readInt(2, MAX_SIDE, "n");
    inf.readSpace();
    const int m = inf.readInt(2, MAX_SIDE, "m");
    ensuref(n <= MAX_CROSSINGS / m, "n * m is more than %d", MAX_CROSSINGS);
    inf.readSpace();
    const int q = inf.readInt(1, std::min(MAX_PIECES, n * m), "q");
    inf.readEoln();
    const pattern east_pattern("[0-3]{" + std::to_string(m - 1) + "}");
    for (int x = 0; x < n; x++) {
        inf.readToken(east_pattern, "roads to the right");
        inf.readEoln();
    }
    const pattern south_pattern("[0-3]{" + std::to_string(m) + "}");
    for (int x = 0; x < n - 1; x++) {
        inf.readToken(south_pattern, "roads down");
        inf.readEoln();
    }
    std::vector<bool> occupied(n * m);
    for (int piece = 0; piece < q; piece++) {
        inf.readInt(0, 1, "col");
        inf.readSpace();
        inf.readInt(1, q, "lv");
        inf.readSpace();
        const int x = inf.readInt(1, n, "x");
        inf.readSpace();
        const int y = inf.readInt(1, m, "y");
        inf.readEoln();
        const int crossing = (x - 1) * m + y - 1;
        ensuref(!occupied[crossing], "the crossing (%d, %d) is occupied", x, y);
        occupied[crossing] = true;
    }
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const int data_sets = inf.readInt(1, MAX_DATA_SETS, "T");
    inf.readEoln();
    for (int data_set = 0; data_set < data_sets; data_set++) {
        validate_data_set();
    }
    inf.readEof();
    ensuref(std::feof(stdin), "byte 255, which testlib takes for the end of the input");
}
