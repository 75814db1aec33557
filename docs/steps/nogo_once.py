"""NoGo: each colour tries each point once, and searches the groups around it. O(n⁴) a game."""

import sys
from collections.abc import Iterator


def neighbours(board: list[list[str]], x: int, y: int) -> Iterator[tuple[int, int]]:
    """Yield the points next to a point."""
    for u, v in ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)):
        if 0 <= u < len(board) and 0 <= v < len(board):
            yield u, v


def has_liberty(board: list[list[str]], x: int, y: int) -> bool:
    """Return whether the group of a stone has a liberty."""
    group = [(x, y)]
    seen = {(x, y)}
    for stone in group:  # grows during the loop
        for u, v in neighbours(board, *stone):
            if board[u][v] == ".":
                return True
            if board[u][v] == board[x][y] and (u, v) not in seen:
                seen.add((u, v))
                group.append((u, v))
    return False


def play(board: list[list[str]], x: int, y: int, colour: str) -> bool:
    """Put a stone on a point if that is legal, and return whether it was."""
    if board[x][y] != ".":
        return False
    board[x][y] = colour
    if all(board[u][v] == "." or has_liberty(board, u, v) for u, v in [(x, y), *neighbours(board, x, y)]):
        return True
    board[x][y] = "."
    return False


def solve(data: bytes) -> str:
    """Return the moves of a game from the input ``data``."""
    size, *rows = data.decode().split()
    board = [list(row) for row in rows]
    untried = {colour: ((x, y) for x in range(int(size)) for y in range(int(size))) for colour in "XO"}
    moves: list[tuple[int, int]] = []
    while move := next(
        (point for point in untried["XO"[len(moves) % 2]] if play(board, *point, "XO"[len(moves) % 2])), None
    ):
        moves.append(move)
    return "".join(f"{x + 1} {y + 1}\n" for x, y in moves) + "-1 -1\n"


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
