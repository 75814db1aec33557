"""Wrong solutions of Codeforces 907B: a correct one that follows the statement, with one defect each."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from wrong import Wrong

_Cells: TypeAlias = list[tuple[int, int]]
_Rows: TypeAlias = list[list[str]]


def _by_remainders(x: int, y: int) -> tuple[int, int]:
    return (x - 1) % 3, (y - 1) % 3


def _is_full(rows: _Rows, small_board: _Cells) -> bool:
    return all(rows[r][c] != "." for r, c in small_board)


def _anywhere(rows: _Rows, small_board: _Cells) -> _Cells:
    return [(r, c) for r in range(9) for c in range(9)]


def solve(
    data: bytes,
    *,
    named: Callable[[int, int], tuple[int, int]] = _by_remainders,
    side: int = 3,
    closed: Callable[[_Rows, _Cells], bool] = _is_full,
    forced: bool = True,
    freed: Callable[[_Rows, _Cells], _Cells] = _anywhere,
    over: str = ".",
    marks_last: bool = False,
    skips_blank_lines: bool = True,
) -> bytes:
    """Mark where the next chip may go.

    ``named``: the row and column of the small board that the last chip names, from 0. ``side``: the distance between
    the first rows of small boards. ``closed``: whether the named small board counts as full. ``forced``: whether its
    cells are marked if not. ``freed``: where the next chip may go if so. ``over``: the characters that a mark may
    replace. ``marks_last``: whether the cell of the last chip counts as empty. ``skips_blank_lines``: whether blank
    lines are skipped, not read as rows.
    """
    lines = data.decode().splitlines()
    x, y = map(int, lines.pop().split())
    if skips_blank_lines:
        lines = [line for line in lines if line]
    rows = [list("".join(line.split())) for line in lines[:9]]
    rows = [row or [" "] * 9 for row in rows]
    band, stack = named(x, y)
    small_board = [(r, c) for r in range(band * side, band * side + 3) for c in range(stack * side, stack * side + 3)]
    if marks_last:
        rows[x - 1][y - 1] = "."
    cells = small_board if forced else []
    if closed(rows, small_board):
        cells = freed(rows, small_board)
    for r, c in cells:
        if rows[r][c] in over:
            rows[r][c] = "!"
    text = ""
    for r, row in enumerate(rows):
        if r in (3, 6):
            text += "\n"
        text += " ".join("".join(row[c : c + 3]) for c in (0, 3, 6)) + "\n"
    return text.encode()


right: Final[Callable[[bytes], bytes]] = solve


def _by_quotients(x: int, y: int) -> tuple[int, int]:
    return (x - 1) // 3, (y - 1) // 3


def _swapped(x: int, y: int) -> tuple[int, int]:
    return (y - 1) % 3, (x - 1) % 3


def _counting_from_0(x: int, y: int) -> tuple[int, int]:
    return x % 3, y % 3


def _never(rows: _Rows, small_board: _Cells) -> bool:
    return False


def _band_is_full(rows: _Rows, small_board: _Cells) -> bool:
    return all(rows[r][c] != "." for r in {r for r, c in small_board} for c in range(9))


def _eight_chips(rows: _Rows, small_board: _Cells) -> bool:
    return sum(rows[r][c] != "." for r, c in small_board) >= 8


def _is_won(rows: _Rows, small_board: _Cells) -> bool:
    chips = [rows[r][c] for r, c in small_board]
    lines = (chips[0:3], chips[3:6], chips[6:9], chips[0::3], chips[1::3], chips[2::3], chips[0::4], chips[2:7:2])
    return "." not in chips or ["x"] * 3 in lines or ["o"] * 3 in lines


def _begins_with_a_chip(rows: _Rows, small_board: _Cells) -> bool:
    r, c = small_board[0]
    return rows[r][c] != "."


def _next_open_small_board(rows: _Rows, small_board: _Cells) -> _Cells:
    return next((other for other in _small_boards() if not _is_full(rows, other)), [])


def _small_boards() -> list[_Cells]:
    return [[(b + r, s + c) for r in range(3) for c in range(3)] for b in (0, 3, 6) for s in (0, 3, 6)]


def _wrong(what: str, size: int, **changes: Any) -> Wrong:  # what solve takes
    return Wrong(partial(solve, **changes), what, size)


WRONG: Final[dict[str, Wrong]] = {
    "quotients": _wrong("divides by 3, so names the last chip's own small board", 3, named=_by_quotients),
    "swapped": _wrong("swaps row and column", 3, named=_swapped),
    "from-zero": _wrong("uses x mod 3 instead of (x - 1) mod 3", 3, named=_counting_from_0),
    "side-by-side": _wrong("lets small board r begin in row r, not in row 3r", 3, side=1),
    "never-free": _wrong("marks nothing if the named small board is full", 12, closed=_never),
    "only-free": _wrong("marks cells only if the named small board is full", 3, forced=False),
    "full-band": _wrong(
        "tests whether the rows of the small board are full across the board", 12, closed=_band_is_full
    ),
    "eight-chips": _wrong("treats a small board with eight chips as full", 11, closed=_eight_chips),
    "won-field": _wrong("lets three in a row close a small board, as in ultimate tic-tac-toe", 6, closed=_is_won),
    "first-cell": _wrong("tests only the first cell of the small board", 4, closed=_begins_with_a_chip),
    "one-field": _wrong(
        "frees the first small board that is not full, not the whole board", 12, freed=_next_open_small_board
    ),
    "over-chips": _wrong("marks taken cells, too", 4, over=".xo"),
    "over-noughts": _wrong("treats noughts as empty cells", 4, over=".o"),
    "last-chip": _wrong("marks the cell of the last chip", 3, marks_last=True),
    "blank-lines": _wrong("counts blank lines as rows", 3, skips_blank_lines=False),
}
