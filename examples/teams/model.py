"""Breadth-first search from each pupil who has no team yet: friends get the other team. O(n + m)."""

import sys


def teams(n: int, friendships: list[tuple[int, int]]) -> list[int] | None:
    """Return the team of each pupil, or None if there is no division."""
    friends: list[list[int]] = [[] for _ in range(n + 1)]
    for a, b in friendships:
        friends[a].append(b)
        friends[b].append(a)
    team = [0] * (n + 1)
    for start in range(1, n + 1):
        if team[start]:
            continue
        team[start] = 1
        queue = [start]
        for pupil in queue:  # which grows
            for friend in friends[pupil]:
                if team[friend] == team[pupil]:
                    return None
                if not team[friend]:
                    team[friend] = 3 - team[pupil]
                    queue.append(friend)
    return team[1:]


n, _m, *numbers = map(int, sys.stdin.read().split())
found = teams(n, list(zip(numbers[::2], numbers[1::2], strict=True)))
print("IMPOSSIBLE" if found is None else " ".join(map(str, found)))
