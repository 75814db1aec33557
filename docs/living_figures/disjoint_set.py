"""Disjoint set: the forest before and after a union, or before and after a query that shortens its path."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from living_figures.figure import Choice, Figure, Option, Slider, State, paragraphs
from living_figures.forest import LEFT, RADIUS, UNIT, Forest
from refsol.problem.wording import counted
from refsol.structures.disjoint_set import DisjointSet

ELEMENTS: Final = 9
UNIONS: Final = ((0, 1), (2, 3), (1, 3), (4, 5), (6, 7), (5, 7), (8, 3), (3, 5))
START: Final = ("8", "7")
NONE: Final = "none"
"""The value of the choice where nothing is asked."""

_TITLE: Final = 24  # the height of a line above a forest
_HEIGHT: Final = 164  # of a forest


class Step(NamedTuple):
    """What a call does: the links before and after it, and the sizes of the sets of its elements before."""

    before: list[int]
    after: list[int]
    sizes: tuple[int, ...]


def step_of(unions: int, asked: str) -> Step:
    """Return what the last of these unions does or, if an element is ``asked`` for, what its ``find`` does then."""
    sets = DisjointSet(ELEMENTS)
    for x, y in UNIONS[: unions - 1]:
        sets.union(x, y)
    last = UNIONS[unions - 1]
    if asked != NONE:
        sets.union(*last)
    before = links_of(sets)
    if asked != NONE:
        sets.find(int(asked))
        return Step(before, links_of(sets), ())
    sets.union(*last)
    copy = Forest(before, range(ELEMENTS))
    return Step(before, links_of(sets), tuple([-before[copy.path(x)[-1]] for x in last]))


def links_of(sets: DisjointSet) -> list[int]:
    """Return the parent of each element or, for a root, minus the size of its set."""
    return [int(link) for link in sets._link]


def figure() -> Figure:
    """Return the figure: each union, and after it a query for each element."""
    asked = (NONE, *map(str, range(ELEMENTS)))
    texts = [f"union({x}, {y})" for x, y in UNIONS]
    return Figure(
        "A forest before and after a call; links to new parents are thick",
        (2 * LEFT + UNIT * ELEMENTS, 2 * (_TITLE + _HEIGHT)),
        {f"{k} {x}": _state(k, x) for k in range(1, len(UNIONS) + 1) for x in asked},
        " ".join(START),
        controls=(
            Slider("unions", "Last union", tuple(texts), 1),
            Choice("asked", "Then find", tuple([Option(x, "nothing" if x == NONE else x) for x in asked])),
        ),
    )


def _state(unions: int, asked: str) -> State:
    step = step_of(unions, asked)
    call = "union({}, {})".format(*UNIONS[unions - 1]) if asked == NONE else f"find({asked})"
    names = UNIONS[unions - 1] if asked == NONE else (int(asked),)
    before = Forest(step.before, range(ELEMENTS), _TITLE)
    after = Forest(step.after, range(ELEMENTS), 2 * _TITLE + _HEIGHT)
    picture = [*_drawn(before, after, names, f"Before {call}"), *_drawn(after, before, names, f"After {call}")]
    words = _of_union(step, names) if asked == NONE else _of_find(step, names[0])
    return State(tuple(picture), paragraphs(list(words)))


def _drawn(forest: Forest, other: Forest, names: Sequence[int], title: str) -> Iterator[str]:
    """Yield a forest: links that the ``other`` one doesn't have are thick, the paths of the named elements coloured."""
    _across, down = forest.centre(forest.path(0)[-1])
    yield f'<text class="above" x="{LEFT}" y="{down - RADIUS - 8}">{title}</text>'
    on_paths = {x for name in names for x in forest.path(name)}
    for x, parent in enumerate(forest.parents):
        if parent >= 0:
            yield forest.link(x, "new" if other.parents[x] != parent else "")
    for x in range(ELEMENTS):
        yield forest.element(x, "p0" if x in names else "p1" if x in on_paths else "board")


def _of_union(step: Step, names: Sequence[int]) -> Iterator[str]:
    forest = Forest(step.before, range(ELEMENTS))
    first, second = [forest.path(x)[-1] for x in names]
    linked, root = (first, second) if step.after[first] >= 0 else (second, first)
    sizes = "sets of {} and {}".format(*step.sizes)
    yield f"The roots of {names[0]} and {names[1]} are {first} and {second}, with {sizes}."
    least = "The smaller tree" if step.sizes[0] != step.sizes[1] else "Of two equal trees, the second"
    yield f"{least} is linked below the other root: {root} is now the parent of {linked}."
    yield from _shortened(step, linked)
    yield f"The set has {counted(-step.after[root], 'element')}."


def _of_find(step: Step, name: int) -> Iterator[str]:
    path = Forest(step.before, range(ELEMENTS)).path(name)
    if len(path) == 1:
        yield f"{name} is a root."
    else:
        yield f"The path is {' → '.join(map(str, path))}, so the root is {path[-1]}."
    changed = list(_shortened(step, None))
    yield from changed
    if not changed:
        yield f"A path of {counted(len(path) - 1, 'link')} can't be shortened: nothing changes."


def _shortened(step: Step, linked: int | None) -> Iterator[str]:
    """Yield a sentence for each link that path halving changes."""
    for x, (parent, now) in enumerate(zip(step.before, step.after, strict=True)):
        if parent != now and now >= 0 and x != linked:
            yield f"Path halving: {x} gets its grandparent {now} as its parent."
