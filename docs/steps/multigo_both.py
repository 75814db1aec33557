"""Multi-Go: search the two territories that a move changes. O(Q · NM)."""

import sys
from collections.abc import Iterable

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def connected(cells: set[tuple[int, int]], first: Iterable[tuple[int, int]], steps: Iterable[tuple[int, int]]) -> bool:
    """Return whether these steps lead from the first cells to all."""
    seen = set(first)
    stack = list(seen)
    while stack:
        x, y = stack.pop()
        for dx, dy in steps:
            cell = (x + dx, y + dy)
            if cell in cells and cell not in seen:
                seen.add(cell)
                stack.append(cell)
    return len(seen) == len(cells)


def is_legal(owner: dict[tuple[int, int], int], player: int) -> bool:
    """Return whether a territory keeps both rules; ``owner`` has a frame of cells that belong to player 0."""
    own = {cell for cell in owner if owner[cell] == player}
    return connected(own, list(own)[:1], SIDES) and connected(owner.keys() - own, [(0, 0)], SIDES + CORNERS)


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``."""
    numbers = map(int, data.split())
    height, width, _players, moves = (next(numbers) for _ in range(4))
    owner = {(x, y): 0 for x in range(height + 2) for y in range(width + 2)}
    owner.update({(x, y): next(numbers) for x in range(1, height + 1) for y in range(1, width + 1)})
    answers = []
    for _ in range(moves):
        x, y, gainer = (next(numbers) for _ in range(3))
        loser = owner[x, y]
        owner[x, y] = gainer
        legal = is_legal(owner, loser) and is_legal(owner, gainer)
        if not legal:
            owner[x, y] = loser
        answers.append("YES\n" if legal else "NO\n")
    return "".join(answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
