// The validator of NOIP chess with testlib: format, limits, those of the subtask that is the test's group, and pieces on
// empty crossings. O(nm + q) for each data set.

#include "testlib.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

const int MAX_DATA_SETS = 5;
const int MAX_SIDE = 100000;
const int MAX_CROSSINGS = 200000;
const int MAX_PIECES = 100000;

enum class Levels { ANY, RISING, FALLING };

// The limits of a subtask.
struct Subtask {
    const char* slug;
    int most_crossings;
    int longest_side;
    int most_pieces;
    const char* roads;  // the types that occur
    Levels levels;
};
const Subtask SUBTASKS[] = {
    {"tiny", 100, MAX_SIDE, 50, "0123", Levels::ANY},
    {"short", 5000, MAX_SIDE, 2000, "0123", Levels::ANY},
    {"only-ordinary", MAX_CROSSINGS, MAX_SIDE, MAX_PIECES, "01", Levels::ANY},
    {"without-open", MAX_CROSSINGS, MAX_SIDE, MAX_PIECES, "012", Levels::ANY},
    {"without-straight", MAX_CROSSINGS, MAX_SIDE, MAX_PIECES, "013", Levels::ANY},
    {"rising", MAX_CROSSINGS, MAX_SIDE, MAX_PIECES, "0123", Levels::RISING},
    {"falling", MAX_CROSSINGS, MAX_SIDE, MAX_PIECES, "0123", Levels::FALLING},
    {"few-pieces", MAX_CROSSINGS, 1000, 2000, "0123", Levels::ANY},
    {"all", MAX_CROSSINGS, MAX_SIDE, MAX_PIECES, "0123", Levels::ANY},
};

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

// Reads a row of roads, all of types that occur in the subtask.
void read_roads(const pattern& row_pattern, const char* name, const Subtask& subtask) {
    const std::string row = inf.readToken(row_pattern, name);
    inf.readEoln();
    const std::size_t other = row.find_first_not_of(subtask.roads);
    ensuref(other == std::string::npos, "a road of type %c in subtask %s", row[std::min(other, row.size() - 1)],
            subtask.slug);
}

void validate_data_set(const Subtask& subtask) {
    const int n = inf.readInt(2, MAX_SIDE, "n");
    inf.readSpace();
    const int m = inf.readInt(2, MAX_SIDE, "m");
    ensuref(n <= MAX_CROSSINGS / m, "n * m is more than %d", MAX_CROSSINGS);
    inf.readSpace();
    const int q = inf.readInt(1, std::min(MAX_PIECES, n * m), "q");
    inf.readEoln();
    ensuref(n * m <= subtask.most_crossings, "n * m is %d, more than %d, in subtask %s", n * m, subtask.most_crossings,
            subtask.slug);
    ensuref(std::max(n, m) <= subtask.longest_side, "a side is %d, more than %d, in subtask %s", std::max(n, m),
            subtask.longest_side, subtask.slug);
    ensuref(q <= subtask.most_pieces, "q is %d, more than %d, in subtask %s", q, subtask.most_pieces, subtask.slug);
    const pattern east_pattern("[0-3]{" + std::to_string(m - 1) + "}");
    for (int x = 0; x < n; x++) {
        read_roads(east_pattern, "roads to the right", subtask);
    }
    const pattern south_pattern("[0-3]{" + std::to_string(m) + "}");
    for (int x = 0; x < n - 1; x++) {
        read_roads(south_pattern, "roads down", subtask);
    }
    std::vector<bool> occupied(n * m);
    for (int piece = 0; piece < q; piece++) {
        inf.readInt(0, 1, "col");
        inf.readSpace();
        const int level = inf.readInt(1, q, "lv");
        inf.readSpace();
        const int x = inf.readInt(1, n, "x");
        inf.readSpace();
        const int y = inf.readInt(1, m, "y");
        inf.readEoln();
        const int crossing = (x - 1) * m + y - 1;
        ensuref(!occupied[crossing], "the crossing (%d, %d) is occupied", x, y);
        occupied[crossing] = true;
        if (subtask.levels != Levels::ANY) {
            const int right = subtask.levels == Levels::RISING ? piece + 1 : q - piece;
            ensuref(level == right, "piece %d has level %d, not %d, in subtask %s", piece + 1, level, right,
                    subtask.slug);
        }
    }
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const Subtask subtask = subtask_of(validator.group());
    const int data_sets = inf.readInt(1, MAX_DATA_SETS, "T");
    inf.readEoln();
    for (int data_set = 0; data_set < data_sets; data_set++) {
        validate_data_set(subtask);
    }
    inf.readEof();
    ensuref(std::feof(stdin), "byte 255, which testlib takes for the end of the input");
}
