"""Codeforces 907B by the definition; shares only the board and its parsing with the solver."""
# mypyc: refsol_jury

from refsol.text.scanner import Input
from refsol.tictactoe.board import ALLOWED, EMPTY, SIDE, read_board


def solve(data: Input) -> bytes:
    """Return the board of the input ``data`` with ``!`` wherever the next chip may go. Raises ``InputError``."""
    board = read_board(data)
    rows = [[int(board.cell[row * SIDE + column]) for column in range(SIDE)] for row in range(SIDE)]

    # The last chip has the same place in its small board as the named small board has among the nine.
    x = board.row + 1
    y = board.column + 1
    named_row = (x - 1) % 3
    named_column = (y - 1) % 3
    empty = [(row, column) for row in range(SIDE) for column in range(SIDE) if rows[row][column] == EMPTY]
    inside = [(row, column) for row, column in empty if row // 3 == named_row and column // 3 == named_column]
    for row, column in inside or empty:
        rows[row][column] = ALLOWED

    lines: list[str] = []
    for band in (rows[0:3], rows[3:6], rows[6:9]):
        if lines:
            lines.append("")
        for cells in band:
            text = "".join([chr(cell) for cell in cells])
            lines.append(f"{text[0:3]} {text[3:6]} {text[6:9]}")
    return "\n".join([*lines, ""]).encode("ascii")
