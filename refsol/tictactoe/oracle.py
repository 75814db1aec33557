"""Codeforces 907B by the definition, field by field; shares only the reading with the solver."""

from refsol.text.scanner import Input, Scanner
from refsol.tictactoe.board import ALLOWED, EMPTY, SIDE, scan_board


def solve(data: Input) -> bytes:
    """Map the input ``data`` to the board with ``!`` wherever the next chip may go. O(1): the board has a fixed size.

    Raises ``InputError`` for a broken format, a full board and a last chip on an empty cell.
    """
    scanner = Scanner(data)
    board = scan_board(scanner)
    scanner.finish()
    rows = [[int(board.cell[row * SIDE + column]) for column in range(SIDE)] for row in range(SIDE)]

    # The field whose place among the fields is the place of the last chip among the cells of its own field.
    x = board.row + 1
    y = board.column + 1
    field_row = (x - 1) % 3
    field_column = (y - 1) % 3
    empty = [(row, column) for row in range(SIDE) for column in range(SIDE) if rows[row][column] == EMPTY]
    inside = [(row, column) for row, column in empty if row // 3 == field_row and column // 3 == field_column]
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
