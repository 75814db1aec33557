"""The families of inputs of Multi-Go, by purpose."""
# mypyc: interpreted

from typing import Final

from refsol.multigo.board import MAX_MOVES, MAX_SIDE
from refsol.multigo.jury import generator
from refsol.multigo.limits import LIMITS
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size, subtask_group

_HEIGHT: Final = Size("height", MAX_SIDE)
_WIDTH: Final = Size("width", MAX_SIDE)
_MOVES: Final = Size("moves", MAX_MOVES)
_BOARD: Final = (_HEIGHT, _WIDTH, _MOVES)
_TWO_COLUMNS: Final = (_HEIGHT, Size("width", MAX_SIDE, 2), _MOVES)
_FEW_MOVES: Final = (_HEIGHT, _WIDTH, Size("moves", 10))

FAMILIES: Final = (
    Family(
        "small",
        SMALL,
        "Boards of up to 36 cells with up to 12 moves of all kinds, for comparing programs.",
        generator.small,
        tests=20,
    ),
    Family(
        "rings",
        MISTAKES,
        "Moves that split no territory but make a hole; a corner can be the way out of a ring.",
        generator.rings,
        tests=5,
    ),
    Family(
        "returning",
        MISTAKES,
        "Players lose their last cells and return later: a player may have none.",
        generator.returning,
        tests=5,
    ),
    Family(
        "thin",
        MISTAKES,
        "One or two rows or columns: every cell is on the edge of the board; finds swapped coordinates.",
        generator.thin,
        tests=5,
    ),
    Family(
        "one-row",
        subtask_group(LIMITS, "one-row"),
        "A thousand moves per cell, on average, on a single row.",
        generator.one_row,
        (_WIDTH, _MOVES),
        2,
        largest=True,
    ),
    Family(
        "two-rows",
        subtask_group(LIMITS, "two-rows"),
        "Five hundred moves per cell, on average, on two rows.",
        generator.two_rows,
        (_WIDTH, _MOVES),
        2,
        largest=True,
    ),
    Family(
        "three-rows",
        subtask_group(LIMITS, "three-rows"),
        "Three rows, the fewest with room for a hole.",
        generator.three_rows,
        (_WIDTH, _MOVES),
        2,
        largest=True,
    ),
    Family(
        "few-players",
        subtask_group(LIMITS, "few-players"),
        "Two interlocking combs, up to 10 moves.",
        generator.combs,
        _FEW_MOVES,
        2,
    ),
    Family(
        "few-moves",
        subtask_group(LIMITS, "few-moves"),
        "A thousand ragged territories, up to 10 moves.",
        generator.blobs,
        _FEW_MOVES,
        2,
    ),
    Family(
        "single-cells",
        WORST,
        "A different player on each cell: tables indexed by player miss the cache.",
        generator.single_cells,
        _BOARD,
        largest=True,
    ),
    Family(
        "spirals",
        WORST,
        "Two territories wound round each other: the longest paths for searches.",
        generator.spirals,
        _BOARD,
        largest=True,
    ),
    Family(
        "combs",
        WORST,
        "Two interlocking combs: a tooth can lose only its tip.",
        generator.combs,
        _BOARD,
        largest=True,
    ),
    Family(
        "serpentine",
        WORST,
        "A path winding through all cells, cut into a thousand territories.",
        generator.serpentine,
        _BOARD,
        largest=True,
    ),
    Family(
        "blobs",
        WORST,
        "A thousand territories with ragged borders: a typical game.",
        generator.blobs,
        _BOARD,
        largest=True,
    ),
    Family(
        "one-column",
        WORST,
        "A thousand moves per cell, on average, on a single column.",
        generator.one_column,
        (_HEIGHT, _MOVES),
        largest=True,
    ),
    Family(
        "all-yes",
        WORST,
        "Only legal moves: cells pass between the territories on their left and right.",
        generator.all_yes,
        _TWO_COLUMNS,
        largest=True,
    ),
    Family(
        "vanishing",
        WORST,
        "Only legal moves: half a million players with one cell each vanish and return.",
        generator.vanishing,
        _TWO_COLUMNS,
        largest=True,
    ),
    Family(
        "all-no",
        WORST,
        "Only illegal moves: each would cut a column in two.",
        generator.all_no,
        (Size("height", MAX_SIDE, 3), Size("width", MAX_SIDE, 2), _MOVES),
        largest=True,
    ),
)
"""All families."""
