"""Wrong: counts swaps of neighbours until the numbers are sorted, with a binary indexed tree."""

n = int(input())
tree = [0] * (n + 1)
swaps = 0
for seen, number in enumerate(map(int, input().split())):
    swaps += seen
    index = number
    while index:
        swaps -= tree[index]
        index &= index - 1
    index = number
    while index <= n:
        tree[index] += 1
        index += index & -index
print(swaps)
