// A checker with testlib for problems with a single right answer: the tokens of output and answer must be the same.
//
// Upper and lower case are different, unless IGNORE_CASE is defined, and so are 1 and 01. Where TOLERANCE is defined, numbers may differ by that much,
// absolutely or relatively to the answer. The verdicts are those of `refsol PROBLEM check --protocol
// testlib`: right, wrong, or right with trailing output (a presentation error).

#include "testlib.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#ifdef TOLERANCE
bool is_number(const std::string& text) {
    std::size_t at = 0;
    const auto follows = [&](const char* characters) {
        return at < text.length() && std::string(characters).find(text[at]) != std::string::npos;
    };
    const auto digits = [&] {
        std::size_t count = 0;
        for (; follows("0123456789"); at++) {
            count++;
        }
        return count;
    };
    at += follows("+-");
    std::size_t count = digits();
    if (follows(".")) {
        at++;
        count += digits();
    }
    if (count > 0 && follows("eE")) {
        at++;
        at += follows("+-");
        count = digits();
    }
    return count > 0 && at == text.length();
}
#endif

#ifdef IGNORE_CASE
std::string lower(std::string text) {
    for (char& c : text) {
        if ('A' <= c && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return text;
}
#endif

bool equal(const std::string& expected, const std::string& found) {
#ifdef TOLERANCE
    if (expected != found && is_number(expected) && is_number(found)) {
        const double right = std::strtod(expected.c_str(), nullptr);
        const double difference = std::abs(right - std::strtod(found.c_str(), nullptr));
        return difference <= TOLERANCE * std::max(1.0, std::abs(right));
    }
#endif
#ifdef IGNORE_CASE
    return lower(expected) == lower(found);
#else
    return expected == found;
#endif
}

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    char begin[3] = {};
    std::ifstream(argv[2], std::ios::binary).read(begin, 3);
    if (std::string(begin, 3) == "\xef\xbb\xbf") {  // which testlib has skipped
        quit(_wa, "the output begins with a UTF-8 byte order mark");
    }
    int same = 0;
    for (; !ans.seekEof(); same++) {
        const std::string expected = ans.readToken();
        const bool ended = ouf.seekEof();
        const std::string found = ended ? "the end of the output" : ouf.readToken();
        if (ended || !equal(expected, found)) {
            const std::string difference = "expected " + compress(expected) + ", found " + compress(found);
            quit(_wa, "token " + std::to_string(same + 1) + ": " + difference);
        }
    }
    quitf(_ok, "%d tokens, all as expected", same);  // unless there are more, which testlib reports
}
