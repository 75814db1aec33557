"""The families of inputs of NoGo, grouped by purpose."""
# mypyc: interpreted

from typing import Final

from refsol.nogo.board import MAX_SIZE
from refsol.nogo.jury import generator
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size

_LARGEST: Final = (Size("size", MAX_SIZE),)
_FEW: Final = (Size("size", MAX_SIZE, default=7),)

FAMILIES: Final = (
    Family(
        "small",
        SMALL,
        "Boards of up to 6 rows: empty, sparse, dense, or with large groups.",
        generator.small,
        tests=20,
    ),
    Family("tiny", MISTAKES, "One or two rows, where nearly every move is suicide.", generator.tiny, tests=3),
    Family(
        "full",
        MISTAKES,
        "Hardly an empty point left: the game is over at once or soon.",
        generator.full,
        _FEW,
        5,
    ),
    Family(
        "eyes",
        MISTAKES,
        "One-point eyes: a stone there touches its own group up to four times.",
        generator.eyes,
        _FEW,
        5,
    ),
    Family(
        "captures-by-two",
        MISTAKES,
        "A group's last liberty touches two of its stones: pseudo-liberties miscounted in captures.",
        generator.captures_by_two,
        _FEW,
        5,
    ),
    Family(
        "suicides-by-two",
        MISTAKES,
        "A new stone next to two stones of a group without another liberty: counts added twice.",
        generator.suicides_by_two,
        _FEW,
        5,
    ),
    Family(
        "row-ends",
        MISTAKES,
        "Liberties in the first and last columns only: a row doesn't run on into the next one.",
        generator.row_ends,
        _FEW,
        5,
    ),
    Family(
        "last-liberties",
        MISTAKES,
        "Most groups have one liberty: captures, suicides, and both with one stone.",
        generator.last_liberties,
        _FEW,
        5,
    ),
    Family(
        "empty",
        WORST,
        "An empty board: the longest game, too long for a scan of the board at every move.",
        generator.empty,
        _LARGEST,
        largest=True,
    ),
    Family(
        "dense",
        WORST,
        "As many random stones as possible: many groups, and the game is nearly over.",
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
        "Random stones on half of the points: many small groups, which the game joins.",
        generator.half_full,
        _LARGEST,
        largest=True,
    ),
    Family(
        "snakes",
        WORST,
        "Two groups, each winding through half of the board: the deepest recursion.",
        generator.snakes,
        _LARGEST,
        largest=True,
    ),
    Family(
        "stripes",
        WORST,
        "Rows of one colour with empty rows between them: groups as wide as the board.",
        generator.stripes,
        _LARGEST,
        largest=True,
    ),
    Family(
        "combs",
        WORST,
        "Two interlocking combs with empty columns between them: two groups with very many liberties.",
        generator.combs,
        _LARGEST,
        largest=True,
    ),
    Family(
        "dots",
        WORST,
        "Isolated stones: the largest number of groups, all of which the game joins.",
        generator.dots,
        _LARGEST,
        largest=True,
    ),
    Family(
        "stripes-and-dots",
        WORST,
        "Long black rows and single white stones: one colour joins large groups, the other small ones.",
        generator.stripes_and_dots,
        _LARGEST,
        largest=True,
    ),
)
"""All families."""
