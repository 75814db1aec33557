"""NOIP chess: a search for each piece. O(q · nm)."""

import sys
from typing import TypeAlias

Crossing: TypeAlias = tuple[int, int]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def reached(road: dict[tuple[Crossing, Crossing], str], full: set[Crossing], start: Crossing) -> set[Crossing]:
    """Return the crossings, empty or ``full``, to which roads lead from the start."""
    by_open = [start]
    found = {start}
    for x, y in by_open:  # grows during the loop
        near = [(x + dx, y + dy) for dx, dy in STEPS if road.get(((x, y), (x + dx, y + dy))) == "3"]
        by_open += [there for there in near if there not in found and there not in full]
        found.update(near)
    for dx, dy in STEPS:
        at, there = start, (start[0] + dx, start[1] + dy)
        if road.get((at, there)) == "1":
            found.add(there)
        while road.get((at, there)) == "2" and (at == start or at not in full):
            found.add(there)
            at, there = there, (there[0] + dx, there[1] + dy)
    return found - {start}


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``."""
    words = iter(data.decode().split())
    answers = []
    for _ in range(int(next(words))):
        rows, columns, q = (int(next(words)) for _ in range(3))
        across = [((x, y), (x, y + 1)) for x in range(1, rows + 1) for y in range(1, columns)]
        down = [((x, y), (x + 1, y)) for x in range(1, rows) for y in range(1, columns + 1)]
        types = "".join(next(words) for _ in range(2 * rows - 1))
        road = dict(zip(across + down, types, strict=True))
        road.update({(there, at): kind for (at, there), kind in road.items()})
        piece: dict[Crossing, tuple[int, int]] = {}
        for _ in range(q):
            colour, level, x, y = (int(next(words)) for _ in range(4))
            there = [piece.get(crossing, (1 - colour, 0)) for crossing in reached(road, {*piece}, (x, y))]
            answers.append(sum(other != colour and lower <= level for other, lower in there))
            piece[x, y] = (colour, level)
    return "".join(f"{answer}\n" for answer in answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
