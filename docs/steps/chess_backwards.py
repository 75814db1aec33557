"""NOIP chess backwards in time, with regions as a disjoint set. O(nm + q(n + m + q)) finds for a board."""

import sys
from typing import TypeAlias

Crossing: TypeAlias = tuple[int, int]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def counts(across: list[str], down: list[str], pieces: list[list[int]]) -> list[int]:
    """Return how many crossings each piece reaches, the last one first."""
    crossings = [(x, y) for x in range(len(across)) for y in range(len(across[0]))]
    turn_at = {(x - 1, y - 1): turn for turn, (_, _, x, y) in enumerate(pieces)}
    empty: set[Crossing] = set()
    parent = {crossing: crossing for crossing in crossings}
    size = dict.fromkeys(crossings, 1)

    def find(at: Crossing) -> Crossing:
        while parent[at] != at:
            parent[at] = at = parent[parent[at]]
        return at

    def near(x: int, y: int, kind: str) -> list[Crossing]:
        kinds = (across[x][y], down[x][y], across[x][y - 1], down[x - 1][y])
        return [(x + dx, y + dy) for (dx, dy), road in zip(STEPS, kinds, strict=True) if road == kind]

    answers = []
    for crossing in [each for each in crossings if each not in turn_at] + list(reversed(turn_at)):
        empty.add(crossing)
        for there in near(*crossing, "3"):
            if there in empty and find(there) != find(crossing):
                small, large = sorted((find(there), find(crossing)), key=size.__getitem__)
                parent[small] = large
                size[large] += size[small]
        if crossing not in turn_at:
            continue
        region, beside = find(crossing), {*near(*crossing, "1")}
        for dx, dy in STEPS:
            x, y = crossing
            while (x, y) in empty and (x + dx, y + dy) in near(x, y, "2"):
                x, y = x + dx, y + dy
                beside.add((x, y))
        answers.append(size[region] - 1 + sum(at in empty and find(at) != region for at in beside))
        colour, level = pieces[turn_at[crossing]][:2]
        for at, turn in turn_at.items():
            if at not in empty and pieces[turn][0] != colour and pieces[turn][1] <= level:
                touched = (there in empty and find(there) == region for there in near(*at, "3"))
                answers[-1] += at in beside or any(touched)
    return answers


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``."""
    words = iter(data.decode().split())
    answers: list[int] = []
    for _ in range(int(next(words))):
        rows, columns, q = (int(next(words)) for _ in range(3))
        across = [next(words) + "0" for _ in range(rows)]
        down = [*(next(words) for _ in range(rows - 1)), "0" * columns]
        answers += reversed(counts(across, down, [[int(next(words)) for _ in range(4)] for _ in range(q)]))
    return "".join(f"{answer}\n" for answer in answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
