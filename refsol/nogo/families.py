"""The families of inputs of NoGo, grouped by purpose."""

from typing import Final

from refsol.jury.contract import MISTAKES, SMALL, WORST, Family, Size
from refsol.nogo import generator
from refsol.nogo.board import MAX_SIZE

_LARGEST: Final = (Size("size", MAX_SIZE),)
_FEW: Final = (Size("size", MAX_SIZE, default=7),)

FAMILIES: Final = (
    Family(
        "small",
        SMALL,
        "Boards of up to 6 rows: empty, sparse, dense, with large groups.",
        generator.small,
        tests=20,
    ),
    Family("tiny", MISTAKES, "One or two rows, where nearly every move is suicide.", generator.tiny, tests=3),
    Family(
        "full",
        MISTAKES,
        "Hardly an empty crossing left: the game is over at once or soon.",
        generator.full,
        _FEW,
        5,
    ),
    Family(
        "eyes",
        MISTAKES,
        "One-crossing eyes: a stone there touches its own group up to four times.",
        generator.eyes,
        _FEW,
        5,
    ),
    Family(
        "captures-by-two",
        MISTAKES,
        "A last liberty that touches two stones of its group: pseudo-liberties miscounted in captures.",
        generator.captures_by_two,
        _FEW,
        5,
    ),
    Family(
        "suicides-by-two",
        MISTAKES,
        "A stone next to two of one group, which has no other liberty: counts that are joined twice.",
        generator.suicides_by_two,
        _FEW,
        5,
    ),
    Family(
        "row-ends",
        MISTAKES,
        "Liberties in the first and last columns only: rows don't go on in the next one.",
        generator.row_ends,
        _FEW,
        5,
    ),
    Family(
        "last-liberties",
        MISTAKES,
        "Most groups have one liberty: captures, suicides, and both by one stone.",
        generator.last_liberties,
        _FEW,
        5,
    ),
    Family(
        "empty",
        WORST,
        "An empty board: the longest game, too long for looking over the board at every move.",
        generator.empty,
        _LARGEST,
        largest=True,
    ),
    Family(
        "dense",
        WORST,
        "Random stones wherever they can be: many groups, and the game is nearly over.",
        generator.dense,
        _LARGEST,
        largest=True,
    ),
    Family(
        "large-groups",
        WORST,
        "Large random groups with few liberties: too large for a search at every move.",
        generator.large_groups,
        _LARGEST,
        largest=True,
    ),
    Family(
        "half-full",
        WORST,
        "Random stones on half of the crossings: many small groups, which the game joins.",
        generator.half_full,
        _LARGEST,
        largest=True,
    ),
    Family(
        "snakes",
        WORST,
        "Two groups through half of the board each: the deepest recursion.",
        generator.snakes,
        _LARGEST,
        largest=True,
    ),
    Family(
        "stripes",
        WORST,
        "Rows of one colour with empty rows between: groups as wide as the board.",
        generator.stripes,
        _LARGEST,
        largest=True,
    ),
    Family(
        "combs",
        WORST,
        "Two combs with empty columns between: two groups with most of the liberties.",
        generator.combs,
        _LARGEST,
        largest=True,
    ),
    Family(
        "dots",
        WORST,
        "Single stones apart: the most groups, all of which the game joins.",
        generator.dots,
        _LARGEST,
        largest=True,
    ),
    Family(
        "stripes-and-dots",
        WORST,
        "Long black rows, single white stones: large groups joined with small ones.",
        generator.stripes_and_dots,
        _LARGEST,
        largest=True,
    ),
)
"""All families; programs are compared on the first one by default."""
