// Judges outputs that are right if their tokens are those of the answer, for a judge that calls INPUT OUTPUT and keeps
// no answers. ANSWERS has, for each input, the residue of its bytes and that of the answer's tokens, each followed by a
// blank; where IGNORE_CASE is defined, of the tokens in lower case. The exit status is 0 for a right output, 1 for a wrong one and 255 for an input that isn't known.

#include <cstdint>
#include <cstdio>
#include <map>

const std::uint64_t PRIME = (std::uint64_t(1) << 55) - 55;

const std::map<std::uint64_t, std::uint64_t> ANSWERS = {
    // answers
};

struct Residue {  // of a number whose digits, to the base 256, are 1 and then the bytes
    std::uint64_t value = 1;

    void add(int byte) { value = (value * 256 + byte) % PRIME; }
};

bool is_blank(int c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

int main(int argc, char* argv[]) {
    std::FILE* input = argc == 3 ? std::fopen(argv[1], "rb") : nullptr;
    std::FILE* output = argc == 3 ? std::fopen(argv[2], "rb") : nullptr;
    if (!input || !output) {
        std::fprintf(stderr, "expected INPUT OUTPUT\n");
        return 255;
    }
    Residue whole, tokens;
    for (int c; (c = std::getc(input)) != EOF;) {
        whole.add(c);
    }
    bool within = false;  // a token
    for (int c; (c = std::getc(output)) != EOF;) {
        if (!is_blank(c)) {
#ifdef IGNORE_CASE
            c += 'A' <= c && c <= 'Z' ? 'a' - 'A' : 0;
#endif
            tokens.add(c);
        } else if (within) {
            tokens.add(' ');
        }
        within = !is_blank(c);
    }
    if (within) {
        tokens.add(' ');
    }
    const auto answer = ANSWERS.find(whole.value);
    if (answer == ANSWERS.end()) {
        std::fprintf(stderr, "this checker was made for other tests\n");
        return 255;
    }
    std::fprintf(stderr, answer->second == tokens.value ? "right\n" : "wrong: not the tokens of the answer\n");
    return answer->second == tokens.value ? 0 : 1;
}
