"""Wrong: doesn't reset the sum to 0 for the next case."""

total = 0
for _ in range(int(input())):
    input()
    best = 0
    for number in map(int, input().split()):
        if best == 0 or (number > 0) == (best > 0):
            best = max(best, number) if best else number
        else:
            total += best
            best = number
    print(total + best)
