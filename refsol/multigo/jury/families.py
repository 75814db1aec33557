"""The families of inputs of Multi-Go, by purpose."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.multigo.board import MAX_MOVES, MAX_SIDE
from refsol.multigo.jury import generator
from refsol.multigo.limits import LIMITS
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size, family_of, subtask_group

_HEIGHT: Final = Size("height", MAX_SIDE)
_WIDTH: Final = Size("width", MAX_SIDE)
_MOVES: Final = Size("moves", MAX_MOVES)
_BOARD: Final = (_HEIGHT, _WIDTH, _MOVES)
_TWO_COLUMNS: Final = (_HEIGHT, Size("width", MAX_SIDE, 2), _MOVES)
_FEW_MOVES: Final = (_HEIGHT, _WIDTH, Size("moves", 10))
_mistake: Final = partial(family_of, MISTAKES, tests=5)
_rows: Final = partial(family_of, LIMITS, sizes=(_WIDTH, _MOVES), tests=2, largest=True)
_worst: Final = partial(family_of, WORST, largest=True)

FAMILIES: Final = (
    family_of(
        SMALL,
        generator.small,
        "Boards of up to 36 cells with up to 12 moves of all kinds, for comparing programs.",
        tests=20,
    ),
    _mistake(generator.rings, "Moves that split no territory but make a hole; a corner can be the way out of a ring."),
    _mistake(generator.returning, "Players lose their last cells and return later: a player may have none."),
    _mistake(
        generator.thin, "One or two rows or columns: every cell is on the edge of the board; finds swapped coordinates."
    ),
    _rows(generator.one_row, "A thousand moves per cell, on average, on a single row."),
    _rows(generator.two_rows, "Five hundred moves per cell, on average, on two rows."),
    _rows(generator.three_rows, "Three rows, the fewest with room for a hole."),
    Family(
        "few-players",
        subtask_group(LIMITS, "few-players"),
        "Two interlocking combs, up to 10 moves.",
        generator.combs,
        _FEW_MOVES,
        tests=2,
    ),
    Family(
        "few-moves",
        subtask_group(LIMITS, "few-moves"),
        "A thousand ragged territories, up to 10 moves.",
        generator.blobs,
        _FEW_MOVES,
        tests=2,
    ),
    _worst(generator.single_cells, "A different player on each cell: tables indexed by player miss the cache.", _BOARD),
    _worst(generator.spirals, "Two territories wound round each other: the longest paths for searches.", _BOARD),
    _worst(generator.combs, "Two interlocking combs: a tooth can lose only its tip.", _BOARD),
    _worst(generator.serpentine, "A path winding through all cells, cut into a thousand territories.", _BOARD),
    _worst(generator.blobs, "A thousand territories with ragged borders: a typical game.", _BOARD),
    _worst(generator.one_column, "A thousand moves per cell, on average, on a single column.", (_HEIGHT, _MOVES)),
    _worst(
        generator.all_yes, "Only legal moves: cells pass between the territories on their left and right.", _TWO_COLUMNS
    ),
    _worst(
        generator.vanishing,
        "Only legal moves: half a million players with one cell each vanish and return.",
        _TWO_COLUMNS,
    ),
    _worst(
        generator.all_no,
        "Only illegal moves: each would cut a column in two.",
        (Size("height", MAX_SIDE, 3), Size("width", MAX_SIDE, 2), _MOVES),
    ),
)
"""All families."""
