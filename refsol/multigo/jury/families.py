"""The families of inputs of Multi-Go, by purpose."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.multigo.board import MAX_MOVES, MAX_SIDE
from refsol.multigo.jury import generator as g
from refsol.multigo.limits import LIMITS
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size, family_of, subtask_group

_HEIGHT: Final = Size("height", MAX_SIDE)
_WIDTH: Final = Size("width", MAX_SIDE)
_MOVES: Final = Size("moves", MAX_MOVES)
_BOARD: Final = (_HEIGHT, _WIDTH, _MOVES)
_mistake: Final = partial(family_of, MISTAKES, tests=5)


def _near(name: str, purpose: str, sizes: tuple[Size, ...]) -> Family:
    return Family(name, WORST, purpose, partial(g.near, start=name), sizes, largest=True)


def _rows(name: str, purpose: str) -> Family:
    return _near(name, purpose, (_WIDTH, _MOVES))._replace(group=subtask_group(LIMITS, name), tests=2)


def _legal(name: str, separate: bool, purpose: str) -> Family:
    sizes = (_HEIGHT, Size("width", MAX_SIDE, 2), _MOVES)
    return Family(name, WORST, purpose, partial(g.between_columns, separate=separate), sizes, largest=True)


def _few(name: str, start: str, purpose: str) -> Family:
    sizes = (_HEIGHT, _WIDTH, Size("moves", 10))
    return Family(name, subtask_group(LIMITS, name), purpose, partial(g.near, start=start), sizes, tests=2)


FAMILIES: Final = (
    family_of(
        SMALL, g.small, "Boards of up to 36 cells with up to 12 moves of all kinds, for comparing programs.", tests=20
    ),
    _mistake(g.rings, "Moves that split no territory but make a hole; a corner can be the way out of a ring."),
    _mistake(g.returning, "Players lose their last cells and return later: a player may have none."),
    _mistake(g.thin, "One or two rows or columns: every cell is on the edge of the board; finds swapped coordinates."),
    _rows("one-row", "A thousand moves per cell, on average, on a single row."),
    _rows("two-rows", "Five hundred moves per cell, on average, on two rows."),
    _rows("three-rows", "Three rows, the fewest with room for a hole."),
    _few("few-players", "combs", "Two interlocking combs, up to 10 moves."),
    _few("few-moves", "blobs", "A thousand ragged territories, up to 10 moves."),
    _near("single-cells", "A different player on each cell: tables indexed by player miss the cache.", _BOARD),
    _near("spirals", "Two territories wound round each other: the longest paths for searches.", _BOARD),
    _near("combs", "Two interlocking combs: a tooth can lose only its tip.", _BOARD),
    _near("serpentine", "A path winding through all cells, cut into a thousand territories.", _BOARD),
    _near("blobs", "A thousand territories with ragged borders: a typical game.", _BOARD),
    _near("one-column", "A thousand moves per cell, on average, on a single column.", (_HEIGHT, _MOVES)),
    _legal("all-yes", False, "Only legal moves: cells pass between the territories on their left and right."),
    _legal("vanishing", True, "Only legal moves: half a million players with one cell each vanish and return."),
    family_of(
        WORST,
        g.all_no,
        "Only illegal moves: each would cut a column in two.",
        (Size("height", MAX_SIDE, 3), Size("width", MAX_SIDE, 2), _MOVES),
        largest=True,
    ),
)
