"""Persistent disjoint set: the links made by any time, the path of a query at that time, and the set as an interval."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from living_figures.figure import Cells, Figure, Slider, State, cell_key, paragraphs
from living_figures.forest import LEFT, UNIT, Forest
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet

ELEMENTS: Final = 8
UNIONS: Final = ((2, 5), (0, 3), (0, 4), (3, 5), (6, 7), (1, 7), (7, 5))
"""The elements that are merged at the steps 1, 2, …."""
START: Final = (5, 3)
"""The element and the time."""

_DOWN: Final = 64  # from a row of the forest to the next
_TOP: Final = 2 * _DOWN + 66  # of the boxes


class Past(NamedTuple):
    """The set of an element at some time: its root and its size then."""

    root: int
    size: int


class Sets:
    """The structure after all unions."""

    def __init__(self) -> None:
        sets = PersistentDisjointSet(ELEMENTS)
        self.past: Final = [_past(sets)]
        """By time, for each element."""
        for step, (x, y) in enumerate(UNIONS, 1):
            sets.union(x, y, step)
            self.past.append(_past(sets))
        self.links: Final = [int(link) for link in sets._link]
        self.steps: Final = [int(step) for step in sets._step]
        self.position: Final = [int(place) for place in sets.order()]
        self.order: Final = sorted(range(ELEMENTS), key=self.position.__getitem__)

    def path(self, x: int, time: int) -> list[int]:
        """Return the elements from ``x`` to its root at a time, by the links made until then."""
        path = [x]
        while self.links[path[-1]] >= 0 and self.steps[path[-1]] <= time:
            path.append(self.links[path[-1]])
        return path


def _past(sets: PersistentDisjointSet) -> list[Past]:
    roots = [int(sets.find(x)) for x in range(ELEMENTS)]
    return [Past(root, int(sets.size(root))) for root in roots]


def figure() -> Figure:
    """Return the figure: each element at each time."""
    sets = Sets()
    labels = tuple([f"element {x}, position {place}" for place, x in enumerate(sets.order)])
    texts = ["0, before all unions", *[f"{step}, after union({x}, {y})" for step, (x, y) in enumerate(UNIONS, 1)]]
    times = range(len(texts))
    return Figure(
        "The forest with the step of each link, and below it the order of the elements",
        (2 * LEFT + UNIT * ELEMENTS, _TOP + UNIT + 22),
        {
            _key(sets, x, time): State(tuple(_drawn(sets, x, time)), paragraphs(list(_words(sets, x, time))), labels)
            for x in sets.order
            for time in times
        },
        _key(sets, *START),
        Cells(LEFT, _TOP, UNIT, 1, ELEMENTS),
        (Slider("time", "Time", tuple(texts)),),
    )


def _key(sets: Sets, x: int, time: int) -> str:
    return f"{cell_key((1, sets.position[x] + 1))} {time}"


def _drawn(sets: Sets, x: int, time: int) -> Iterator[str]:
    """Yield the picture: links that are made later dashed, the path coloured, and the set as boxes of the order."""
    forest = Forest(sets.links, sets.position, down=_DOWN)
    path = sets.path(x, time)
    for child, parent in enumerate(sets.links):
        if parent >= 0:
            on_path = child in path[:-1]
            css_class = "later" if sets.steps[child] > time else "new" if on_path else ""
            yield forest.link(child, css_class, str(sets.steps[child]))
    for child in range(ELEMENTS):
        yield forest.element(child, "p0" if child == x else "p1" if child in path else "board")
    root, size = sets.past[time][x]
    begin = sets.position[root]
    yield f'<text class="above" x="{LEFT}" y="{_TOP - 8}">The order, and the set of {x} at time {time}:</text>'
    for place, element in enumerate(sets.order):
        across = LEFT + UNIT * place
        square = f'x="{across}" y="{_TOP}" width="{UNIT}" height="{UNIT}"'
        fill = "p2" if begin <= place < begin + size else "board"
        yield f'<rect class="{fill}" {square}/><rect class="box" {square}/>'
        yield f'<text x="{across + UNIT // 2}" y="{_TOP + UNIT // 2 + 5}" font-size="15">{element}</text>'
        number = f'<text x="{across + UNIT // 2}" y="{_TOP + UNIT + 15}">{place}</text>'
        yield f'<g class="number" font-size="12">{number}</g>'
    yield f'<rect class="focus" x="{LEFT + UNIT * sets.position[x]}" y="{_TOP}" width="{UNIT}" height="{UNIT}"/>'


def _words(sets: Sets, x: int, time: int) -> Iterator[str]:
    *below, root = sets.path(x, time)
    climbed = "".join([f" → {sets.links[element]} (step {sets.steps[element]})" for element in below])
    start = f"The query climbs {x}{climbed} and stops there" if below else f"At time {time}, {x} is a root"
    yield f"{start}: {root} has no link{f' before step {sets.steps[root]}' if sets.links[root] >= 0 else ''}."
    _root, size = sets.past[time][x]
    begin = sets.position[root]
    members = ", ".join(map(str, sets.order[begin : begin + size]))
    where = f"position {begin}" if size == 1 else f"positions {begin} to {begin + size - 1}"
    yield f"The set at time {time} is {{{members}}}: {where} of the order."
