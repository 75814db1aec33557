// What refsol's checkers use of testlib, written anew for judges that have no testlib and call INPUT OUTPUT. The exit
// status is 0 for a right output and 1 for a wrong one.

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

enum TResult { _ok = 0, _wa = 1, _pe = 1, _fail = 255 };

[[noreturn]] void quit(TResult result, const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(result);
}

[[noreturn]] void quitf(TResult result, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
    std::exit(result);
}

[[noreturn]] void quitp(double) { std::exit(_wa); }  // there are no points for an output that is partly right

std::string compress(const std::string& text) {
    return text.length() <= 64 ? text : text.substr(0, 30) + "..." + text.substr(text.length() - 31);
}

class pattern {  // of an input, which has been validated
public:
    explicit pattern(const std::string&) {}
};

class InStream {
public:
    void open(const char* name) {
        std::ifstream file(name, std::ios::binary);
        if (!file) {
            quitf(_fail, "%s can't be read", name);
        }
        std::ostringstream all;
        all << file.rdbuf();
        content = all.str();
    }

    bool eof() const { return position == content.length(); }

    void skipChar() { position++; }

    bool seekEof() {
        while (!eof() && is_blank(content[position])) {
            position++;
        }
        return eof();
    }

    std::string readToken() {
        seekEof();
        const std::size_t start = position;
        while (!eof() && !is_blank(content[position])) {
            position++;
        }
        return content.substr(start, position - start);
    }

    std::string readToken(const pattern&, const char*) { return readToken(); }

    int readInt(int, int, const char*) { return std::atoi(readToken().c_str()); }

private:
    std::string content;
    std::size_t position = 0;

    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
};

InStream inf, ouf;

void registerTestlibCmd(int argc, char* argv[]) {
    if (argc != 3) {
        quitf(_fail, "expected INPUT OUTPUT");
    }
    inf.open(argv[1]);
    ouf.open(argv[2]);
}
