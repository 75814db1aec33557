"""Some Game: walk K squares from each square, once; the last stone is on all lines. O(HWK)."""

import sys
from collections import Counter
from collections.abc import Iterator

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))
Square = tuple[int, int]


def lines(board: dict[Square, int], height: int, width: int, line: int) -> Iterator[set[Square]]:
    """Yield the squares of each line of K."""
    for (x, y), owner in board.items():
        for dx, dy in STEPS:
            squares = {((x + k * dx) % height, (y + k * dy) % width) for k in range(line)}
            if owner != 0 and all(board[square] == owner for square in squares):
                yield squares


def outcome(board: dict[Square, int], players: int, height: int, width: int, line: int) -> str:
    """Return who has won."""
    stones = Counter(owner for owner in board.values() if owner != 0)
    total = stones.total()
    if line == 0:
        return "ERROR" if total else "PLAYER 1"
    if any(stones[player] != (total + players - player) // players for player in range(1, players + 1)):
        return "ERROR"
    mover = (total - 1) % players + 1
    last = {square for square, owner in board.items() if owner == mover}
    found = False
    for squares in lines(board, height, width, line):
        last &= squares
        found = True
    if not found:
        return "NO WINNERS"
    return f"PLAYER {mover}" if last else "ERROR"


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``."""
    numbers = iter(list(map(int, data.split())))
    answers = []
    for players in numbers:
        width, height, line = (next(numbers) for _ in range(3))
        board = {(x, y): next(numbers) for x in range(height) for y in range(width)}
        answers.append(outcome(board, players, height, width, line) + "\n")
    return "\n".join(answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
