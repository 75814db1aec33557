"""Wrong: assumes that there is a division."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
friends = [[] for _ in range(n + 1)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    friends[a].append(b)
    friends[b].append(a)

team = [0] * (n + 1)
for start in range(1, n + 1):
    if not team[start]:
        team[start] = 1
        queue = [start]
        for pupil in queue:
            for friend in friends[pupil]:
                if not team[friend]:
                    team[friend] = 3 - team[pupil]
                    queue.append(friend)

print(*team[1:])
