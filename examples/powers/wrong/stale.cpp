// Wrong: doesn't reset the best to 1 for the next text.
#include <algorithm>
#include <iostream>
#include <string>

static bool is_repeated(const std::string &text, int length) {
    for (std::size_t i = length; i < text.size(); i++)
        if (text[i] != text[i - length]) return false;
    return true;
}

int main() {
    std::string text;
    int best = 1;
    while (std::cin >> text && text != ".") {
        int n = text.size();
        for (int length = 1; length <= n; length++)
            if (n % length == 0 && is_repeated(text, length)) best = std::max(best, n / length);
        std::cout << best << '\n';
    }
}
