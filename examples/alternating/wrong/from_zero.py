"""Wrong: begins the largest number of a run with 0, which is larger than any negative number."""

for _ in range(int(input())):
    input()
    numbers = list(map(int, input().split()))
    total = best = 0
    for before, number in zip([numbers[0], *numbers], numbers, strict=False):
        if (before > 0) != (number > 0):
            total += best
            best = 0
        best = max(best, number)
    print(total + best)
