// A checker with testlib for problems with a single right answer: the tokens of output and answer must be the same.
//
// Upper and lower case are different, and so are 1 and 01. The verdicts are those of `refsol PROBLEM check --protocol
// testlib`: right, wrong, or right with trailing output (a presentation error).

#include "testlib.h"

#include <string>

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int same = 0;
    for (; !ans.seekEof(); same++) {
        const std::string expected = ans.readToken();
        const std::string found = ouf.seekEof() ? "the end of the output" : ouf.readToken();
        if (found != expected) {
            const std::string difference = "expected " + compress(expected) + ", found " + compress(found);
            quit(_wa, "token " + std::to_string(same + 1) + ": " + difference);
        }
    }
    quitf(_ok, "%d tokens, all as expected", same);  // unless there are more, which testlib reports
}
