"""Wrong: divides the two friends as soon as it reads a friendship, and can't change its mind."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
team = [0] * (n + 1)
possible = True
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    if not team[a] and not team[b]:
        team[a], team[b] = 1, 2
    elif not team[a]:
        team[a] = 3 - team[b]
    elif not team[b]:
        team[b] = 3 - team[a]
    elif team[a] == team[b]:
        possible = False

print(" ".join(str(each or 1) for each in team[1:]) if possible else "IMPOSSIBLE")
