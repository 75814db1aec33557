"""Wrong: never adds the largest number of the last run, since it does so when the next run begins."""

for _ in range(int(input())):
    input()
    numbers = list(map(int, input().split()))
    total, best = 0, numbers[0]
    for number in numbers[1:]:
        if (number > 0) == (best > 0):
            best = max(best, number)
        else:
            total += best
            best = number
    print(total)
