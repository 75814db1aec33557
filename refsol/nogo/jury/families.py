"""The families of inputs of NoGo, grouped by purpose."""
# mypyc: interpreted

from collections.abc import Callable
from functools import partial
from typing import Final

from refsol.nogo.board import MAX_SIZE
from refsol.nogo.jury import generator as g
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size

_FEW: Final = (Size("size", MAX_SIZE, default=7),)
_LARGEST: Final = (Size("size", MAX_SIZE),)

# The other families are drawn by ``painted`` under their own names.
_MADE: Final[dict[str, Callable[..., bytes]]] = {
    "full": g.full,
    "captures-by-two": partial(g.dense_by_two, capture=True),
    "suicides-by-two": partial(g.dense_by_two, capture=False),
    "last-liberties": partial(g.mixed, likeness=0.4),
    "empty": g.empty,
    "dense": g.mixed,
    "large-groups": partial(g.mixed, likeness=0.9),
    "half-full": partial(g.mixed, density=0.5),
}
_MISTAKES: Final = {
    "full": "Hardly an empty point left: the game is over at once or soon.",
    "eyes": "One-point eyes: a stone there touches its own group up to four times.",
    "captures-by-two": "A group's last liberty touches two of its stones: pseudo-liberties miscounted in captures.",
    "suicides-by-two": "A new stone next to two stones of a group without another liberty: counts added twice.",
    "row-ends": "Liberties in the first and last columns only: a row doesn't run on into the next one.",
    "last-liberties": "Most groups have one liberty: captures, suicides, and both with one stone.",
}
_WORST: Final = {
    "empty": "An empty board: the longest game, too long for a scan of the board at every move.",
    "dense": "As many random stones as possible: many groups, and the game is nearly over.",
    "large-groups": "Large random groups with few liberties: too large for a search at every move.",
    "half-full": "Random stones on half of the points: many small groups, which the game joins.",
    "snakes": "Two groups, each winding through half of the board: the deepest recursion.",
    "stripes": "Rows of one colour with empty rows between them: groups as wide as the board.",
    "combs": "Two interlocking combs with empty columns between them: two groups with very many liberties.",
    "dots": "Isolated stones: the largest number of groups, all of which the game joins.",
    "stripes-and-dots": "Long black rows and single white stones: one colour joins large groups, the other small ones.",
}


def _make(name: str) -> Callable[..., bytes]:
    return _MADE.get(name) or partial(g.painted, picture=name)


FAMILIES: Final = (
    Family("small", SMALL, "Boards of up to 6 rows: empty, sparse, dense, or with large groups.", g.small, tests=20),
    Family("tiny", MISTAKES, "One or two rows, where nearly every move is suicide.", g.tiny, tests=3),
    *(Family(name, MISTAKES, purpose, _make(name), _FEW, 5) for name, purpose in _MISTAKES.items()),
    *(Family(name, WORST, purpose, _make(name), _LARGEST, largest=True) for name, purpose in _WORST.items()),
)
"""All families."""
