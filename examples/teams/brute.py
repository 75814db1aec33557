"""Tries all divisions: for at most 16 pupils or so."""

import sys
from itertools import product

n, _m, *numbers = map(int, sys.stdin.read().split())
friendships = list(zip(numbers[::2], numbers[1::2], strict=True))
for team in product("12", repeat=n):
    if all(team[a - 1] != team[b - 1] for a, b in friendships):
        print(*team)
        break
else:
    print("IMPOSSIBLE")
