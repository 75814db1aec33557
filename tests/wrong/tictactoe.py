"""Codeforces 907B, as the statement says."""


def is_full(rows: list[list[str]], small_board: list[tuple[int, int]]) -> bool:
    return all(rows[r][c] != "." for r, c in small_board)


def solve(data: bytes) -> bytes:
    """Mark where the next chip may go."""
    lines = data.decode().splitlines()
    x, y = map(int, lines.pop().split())
    rows = [list("".join(line.split())) for line in lines if line]
    band, stack = (x - 1) % 3, (y - 1) % 3
    small_board = [(r, c) for r in range(band * 3, band * 3 + 3) for c in range(stack * 3, stack * 3 + 3)]
    cells = small_board
    if is_full(rows, small_board):
        cells = [(r, c) for r in range(9) for c in range(9)]
    for r, c in cells:
        if rows[r][c] in ".":
            rows[r][c] = "!"
    text = ""
    for r, row in enumerate(rows):
        if r in (3, 6):
            text += "\n"
        text += " ".join("".join(row[c : c + 3]) for c in (0, 3, 6)) + "\n"
    return text.encode()
