"""Right: itertools finds the runs of equal signs."""

from itertools import groupby

for _ in range(int(input())):
    input()
    runs = groupby(map(int, input().split()), key=lambda number: number > 0)
    print(sum(max(run) for _, run in runs))
