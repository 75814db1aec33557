// A checker with testlib for problems with a single right answer: the bytes of output and answer must be the same.
//
// Where BY_LINE is defined, blanks at the ends of lines and empty lines at the end don't count, and where IGNORE_CASE
// is, nor does the case of letters. The verdicts are right,
// wrong, or right with trailing output (a presentation error).

#include "testlib.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

std::string content(const char* path) {
    std::ifstream file(path, std::ios::binary);
    std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
#ifdef IGNORE_CASE
    for (char& c : whole) {
        if ('A' <= c && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
#endif
#ifdef BY_LINE
    std::string text, blanks;  // the blanks may be at the end of a line
    for (const char c : whole) {
        if (c == '\n') {
            while (!blanks.empty() && blanks.back() != '\n') {
                blanks.pop_back();
            }
            blanks += c;
        } else if (c == ' ' || ('\t' <= c && c <= '\r')) {
            blanks += c;
        } else {
            text += blanks + c;
            blanks.clear();
        }
    }
    return text;
#else
    return whole;
#endif
}

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    const std::string found = content(argv[2]), expected = content(argv[3]);
    while (!ouf.seekEof()) {  // what testlib leaves unread is a presentation error
        ouf.readToken();
    }
    const std::size_t least = std::min(found.length(), expected.length());
    std::size_t same = 0, line = 1, column = 1;
    for (; same < least && found[same] == expected[same]; same++) {
        column = found[same] == '\n' ? 1 : column + 1;
        line += found[same] == '\n';
    }
    if (same == found.length() && same == expected.length()) {
        quit(_ok, "as expected");
    }
    const bool ended = same == expected.length() && (same == 0 || expected[same - 1] == '\n' || found[same] == '\n');
    const std::string place = std::to_string(line) + ":" + std::to_string(column);
    quit(ended ? _pe : _wa, place + (ended ? ": trailing output" : ": differs from the answer"));
}
