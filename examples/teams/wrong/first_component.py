"""Wrong: searches only from pupil 1; whoever isn't reached goes to team 1."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
friends = [[] for _ in range(n + 1)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    friends[a].append(b)
    friends[b].append(a)

team = [0] * (n + 1)
team[1] = 1
queue = [1]
possible = True
for pupil in queue:
    for friend in friends[pupil]:
        if not team[friend]:
            team[friend] = 3 - team[pupil]
            queue.append(friend)
        elif team[friend] == team[pupil]:
            possible = False

print(" ".join(str(each or 1) for each in team[1:]) if possible else "IMPOSSIBLE")
