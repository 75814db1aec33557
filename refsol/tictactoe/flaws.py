"""Wrong solutions of Codeforces 907B: its solver with one mistake each."""

from typing import Final

from refsol.jury.contract import Flaw

FLAWS: Final = (
    Flaw(
        "quotients",
        "The coordinates of the last chip are divided by 3, which names its own small board.",
        (
            ("board.row % SMALL_SIDE * SMALL_SIDE", "board.row // SMALL_SIDE * SMALL_SIDE"),
            ("board.column % SMALL_SIDE * SMALL_SIDE", "board.column // SMALL_SIDE * SMALL_SIDE"),
        ),
    ),
    Flaw(
        "swapped",
        "The row and the column of the named small board are swapped.",
        (
            ("top = board.row % SMALL_SIDE", "top = board.column % SMALL_SIDE"),
            ("left = board.column % SMALL_SIDE", "left = board.row % SMALL_SIDE"),
        ),
    ),
    Flaw(
        "never_free",
        "Nothing is marked if the named small board is full.",
        (
            (
                "    if not _mark_empty(board, top, left, SMALL_SIDE):\n        _mark_empty(board, 0, 0, SIDE)",
                "    _mark_empty(board, top, left, SMALL_SIDE)",
            ),
        ),
    ),
)
"""The wrong solutions."""
