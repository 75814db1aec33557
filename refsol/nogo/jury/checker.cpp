// The checker of NoGo with testlib: any legal game that is played to its end is right.
//
// It replays the game up to the first wrong line, in O(log n) amortised for each move. The verdicts are those of
// `refsol nogo check --protocol testlib`: right, wrong, or right with trailing output (a presentation error).

#include "testlib.h"

#include <fstream>
#include <string>
#include <vector>

// What a wrong answer earns, for judges that give partial points: by quitp, as many times this number as the number of
// right lines has digits. With 0, the default, it earns nothing. Judges don't agree on the unit, which may be a point,
// a fraction of the test's points or a percentage. To set it, put a #define in front of this file.
#ifndef POINTS_PER_DIGIT
#define POINTS_PER_DIGIT 0
#endif

const int MAX_SIZE = 600;
const char EMPTY = '.';
const char BLACK = 'X';
const char WHITE = 'O';
const char EDGE = '#';  // of the frame around the board, so that every point has four neighbours

// A position. Its groups are a disjoint set of stones. The root of a group holds its number of pseudo-liberties, which
// are pairs of a stone of the group and an empty point next to it. It is zero exactly when the group has no liberty.
class Game {
public:
    explicit Game(int size)
        : size(size), side(size + 2), stones(side * side, EDGE), parents(side * side), liberties(side * side),
          steps{-side, -1, 1, side} {
        for (int x = 1; x <= size; x++) {
            for (int y = 1; y <= size; y++) {
                stones[x * side + y] = EMPTY;
            }
        }
    }

    // Puts a stone on the empty point in row x and column y.
    void place(int x, int y, char colour) {
        const int point = x * side + y;
        stones[point] = colour;
        parents[point] = point;
        for (int step : steps) {
            if (stones[point + step] == EMPTY) {
                liberties[point]++;
            } else if (stones[point + step] != EDGE) {
                liberties[root(point + step)]--;
            }
        }
        for (int step : steps) {
            if (stones[point + step] == colour) {
                join(point, point + step);
            }
        }
    }

    // Returns what is wrong with a stone in row x and column y, or null if it is legal.
    const char* fault(int x, int y, char colour) {
        const int point = x * side + y;
        if (stones[point] != EMPTY) {
            return "is occupied";
        }
        // The stone would take a pseudo-liberty for each stone next to it; for the moment, this does.
        add_to_neighbours(point, -1);
        bool captures = false;
        bool lives = false;
        for (int step : steps) {
            const char neighbour = stones[point + step];
            if (neighbour == EMPTY) {
                lives = true;
            } else if (neighbour == colour) {
                lives = lives || liberties[root(point + step)] > 0;
            } else if (neighbour != EDGE) {
                captures = captures || liberties[root(point + step)] == 0;
            }
        }
        add_to_neighbours(point, 1);
        return captures ? "captures a group" : lives ? nullptr : "is suicide";
    }

    // Returns whether a colour has a legal move.
    bool has_move(char colour) {
        for (int x = 1; x <= size; x++) {
            for (int y = 1; y <= size; y++) {
                if (!fault(x, y, colour)) {
                    return true;
                }
            }
        }
        return false;
    }

    const int size;

private:
    const int side;  // of the board with its frame
    std::vector<char> stones;
    std::vector<int> parents;
    std::vector<int> liberties;
    const std::vector<int> steps;  // to the four neighbours

    int root(int point) {
        while (parents[point] != point) {
            parents[point] = parents[parents[point]];
            point = parents[point];
        }
        return point;
    }

    void join(int a, int b) {
        a = root(a);
        b = root(b);
        if (a != b) {
            parents[b] = a;
            liberties[a] += liberties[b];
        }
    }

    void add_to_neighbours(int point, int count) {
        for (int step : steps) {
            if (stones[point + step] != EMPTY && stones[point + step] != EDGE) {
                liberties[root(point + step)] += count;
            }
        }
    }
};

Game read_game() {
    const int size = inf.readInt(1, MAX_SIZE, "n");
    const pattern row_pattern("[.XO]{" + std::to_string(size) + "}");
    Game game(size);
    for (int x = 1; x <= size; x++) {
        const std::string row = inf.readToken(row_pattern, "row");
        for (int y = 1; y <= size; y++) {
            if (row[y - 1] != EMPTY) {
                game.place(x, y, row[y - 1]);
            }
        }
    }
    return game;
}

// Returns the next token of the output, or "" at its end.
std::string next_token() {
    return ouf.seekEof() ? "" : ouf.readToken();
}

// Returns the row or column that a token stands for, or 0 if a board of this size has no such row or column.
int coordinate(const std::string& token, int size) {
    if (token.length() > 3 || token[0] == '0') {
        return 0;
    }
    int value = 0;
    for (char c : token) {
        if (c < '0' || c > '9') {
            return 0;
        }
        value = 10 * value + (c - '0');
    }
    return value <= size ? value : 0;
}

// Ends with the verdict on an output that begins with this many right lines.
[[noreturn]] void reject(TResult result, int right, const std::string& reason) {
    if (POINTS_PER_DIGIT > 0 && right > 0) {
        while (!ouf.eof()) {  // since there are no points for an output that is not read to its end
            ouf.skipChar();
        }
        quitp(POINTS_PER_DIGIT * int(std::to_string(right).length()));  // DMOJ takes no message with points
    }
    quit(result, reason);
}

// Makes the move in a line of two tokens and returns "", or returns what is wrong with it.
std::string play(Game& game, const std::string& first, const std::string& second, char colour) {
    if (second.empty()) {
        return "the output ends before -1 -1";
    }
    const int x = coordinate(first, game.size);
    const int y = coordinate(second, game.size);
    const char* fault = x == 0 || y == 0 ? "is off the board" : game.fault(x, y, colour);
    if (fault) {
        return "(" + compress(first) + ", " + compress(second) + ") " + fault;
    }
    game.place(x, y, colour);
    return "";
}

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    char begin[3] = {};
    std::ifstream(argv[2], std::ios::binary).read(begin, 3);
    if (std::string(begin, 3) == "\xef\xbb\xbf") {  // which testlib has skipped
        quit(_wa, "the output begins with a UTF-8 byte order mark");
    }
    Game game = read_game();
    int moves = 0;
    for (bool ended = false; !ended;) {
        const char colour = moves % 2 == 0 ? BLACK : WHITE;
        const std::string first = next_token();
        const std::string second = next_token();
        ended = first == "-1" && second == "-1";
        std::string fault;
        if (!ended) {
            fault = play(game, first, second, colour);
        } else if (game.has_move(colour)) {
            fault = "-1 -1 is too early";
        }
        if (!fault.empty()) {
            const char* name = colour == BLACK ? "black" : "white";
            reject(_wa, moves, "move " + std::to_string(moves + 1) + ", " + name + ": " + fault);
        }
        moves += !ended;
    }
    if (!ouf.seekEof()) {
        reject(_pe, moves + 1, "trailing output after -1 -1");
    }
    quitf(_ok, "a legal game of %d move%s, played to its end", moves, moves == 1 ? "" : "s");
}
