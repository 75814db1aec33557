"""Wrong: stores each friendship for only one of the two friends."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
friends = [[] for _ in range(n + 1)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    friends[a].append(b)

team = [0] * (n + 1)
possible = True
for start in range(1, n + 1):
    if not team[start]:
        team[start] = 1
        queue = [start]
        for pupil in queue:
            for friend in friends[pupil]:
                if not team[friend]:
                    team[friend] = 3 - team[pupil]
                    queue.append(friend)
                elif team[friend] == team[pupil]:
                    possible = False

print(" ".join(map(str, team[1:])) if possible else "IMPOSSIBLE")
