"""Wrong: recurses once for every friend in a chain, beyond the limit."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
friends = [[] for _ in range(n + 1)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    friends[a].append(b)
    friends[b].append(a)

team = [0] * (n + 1)


def is_possible(pupil, its_team):
    if team[pupil]:
        return team[pupil] == its_team
    team[pupil] = its_team
    return all(is_possible(friend, 3 - its_team) for friend in friends[pupil])


if all(team[start] or is_possible(start, 1) for start in range(1, n + 1)):
    print(*team[1:])
else:
    print("IMPOSSIBLE")
