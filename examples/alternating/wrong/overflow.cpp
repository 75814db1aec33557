// Wrong: adds up in an int that overflows.
#include <algorithm>
#include <iostream>

int main() {
    int cases;
    std::cin >> cases;
    while (cases-- > 0) {
        int n, best, sum = 0;
        std::cin >> n >> best;
        for (int i = 1; i < n; i++) {
            int number;
            std::cin >> number;
            if ((number > 0) == (best > 0)) {
                best = std::max(best, number);
            } else {
                sum += best;
                best = number;
            }
        }
        std::cout << sum + best << '\n';
    }
}
