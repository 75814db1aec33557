"""Lamps by the definition: look for a lamp from every empty cell.

It shares only the board and its parsing with the solver.
"""

from refsol.text.scanner import Input

from refsol_lamps.board import read_board


def solve(data: Input) -> bytes:
    """Return the board of input ``data`` with ``+`` where light falls. Raises ``InputError``. O(cells · (h + w))."""
    rows = read_board(data).text().decode("ascii").split()
    columns = ["".join([row[y] for row in rows]) for y in range(len(rows[0]))]
    lines: list[str] = []
    for x, row in enumerate(rows):
        cells = [
            "+" if cell == "." and (sees_a_lamp(row, y) or sees_a_lamp(columns[y], x)) else cell
            for y, cell in enumerate(row)
        ]
        lines.append("".join(cells))
    return "\n".join([*lines, ""]).encode("ascii")


def sees_a_lamp(line: str, at: int) -> bool:
    """Return whether a lamp is visible, in either direction, from cell ``at`` (from 0) of a row or column ``line``.

    The view along empty cells ends at the first lamp or wall. O(h + w).
    """
    before = line[:at].replace(".", "")
    after = line[at + 1 :].replace(".", "")
    return before.endswith("*") or after.startswith("*")
