// Adds the numbers of an input: what a program costs that does next to nothing.
#include <cstdio>

int main() {
    long long count = 0, sum = 0, number = 0;
    if (std::scanf("%lld", &count) != 1) return 1;
    while (count-- > 0 && std::scanf("%lld", &number) == 1) sum += number;
    std::printf("%lld\n", sum);
}
