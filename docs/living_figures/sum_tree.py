"""Sum tree: the nodes that an update changes, and those that a prefix sum adds up."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from living_figures.figure import Choice, Figure, Option, Slider, State, paragraphs
from refsol.problem.wording import counted
from refsol.structures.sum_tree import SumTree

ELEMENTS: Final = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9)
ADDED: Final = 10
START: Final = ("sum", "7")

_FIRST_OF_LEVEL: Final = (0, 1, 5, 21)  # the nodes that the levels begin with, and the number of nodes drawn
_LEAVES: Final = _FIRST_OF_LEVEL[2]
_ENDS: Final = len(ELEMENTS) + 1
_LEFT: Final = 12
_UNIT: Final = 23  # the width of a leaf
_HEIGHT: Final = 40  # of a node
_GAP: Final = 8


def tree_of() -> SumTree:
    """Return a tree with the elements of the figure."""
    tree = SumTree(len(ELEMENTS))
    for index, value in enumerate(ELEMENTS):
        tree.add(index, value)
    return tree


def nodes_of(tree: SumTree) -> list[int]:
    """Return the numbers that the nodes hold."""
    return [int(node) for node in tree._node][: _FIRST_OF_LEVEL[-1]]


def path_of(index: int) -> list[int]:
    """Return the nodes from leaf ``index`` up to a child of the root."""
    path = [_LEAVES + index]
    while path[-1] > 4:
        path.append((path[-1] - 1) // 4)
    return path


def added(end: int) -> list[int]:
    """Return the nodes that the sum of the elements before ``end`` consists of, on each level from left to right."""
    return [sibling for node in path_of(end) for sibling in range((node - 1) // 4 * 4 + 1, node)]


def figure() -> Figure:
    """Return the figure: an update and a prefix sum for each index."""
    operations = (Option("sum", "Sum of all before it"), Option("add", f"Add {ADDED} to it"))
    return Figure(
        "A tree in which each node is as wide as its children below it, and holds their sum",
        (2 * _LEFT + _UNIT * _ENDS, 3 * _HEIGHT + 2 * _GAP + 40),
        {f"{option.value} {k}": _state(option.value, k) for option in operations for k in range(_ENDS)},
        " ".join(START),
        controls=(
            Choice("operation", "With the element", operations),
            Slider("index", "Index of the element", tuple(map(str, range(_ENDS)))),
        ),
    )


def _state(operation: str, index: int) -> State:
    tree = tree_of()
    before = nodes_of(tree)
    if operation == "sum":
        marked = dict.fromkeys(added(index), "p2")
        words = list(_of_sum(before, tree, index))
    else:
        try:
            tree.add(index, ADDED)
            words = list(_of_add(before, nodes_of(tree)))
        except ValueError as error:
            words = [f"This leaf is for the end of the array only. refsol refuses the update: {error}."]
        marked = {node: "p0" for node, value in enumerate(nodes_of(tree)) if value != before[node]}
    return State(tuple(_drawn(nodes_of(tree), marked, path_of(index))), paragraphs(words))


def _of_sum(nodes: list[int], tree: SumTree, end: int) -> Iterator[str]:
    terms = " + ".join([str(nodes[node]) for node in added(end)])
    what = f"The sum of the elements 0 to {end - 1}" if end else "The empty sum"
    yield f"{what} is {f'{terms} = ' if '+' in terms else ''}{tree.sum(0, end)}."
    siblings = counted(len(added(end)), "sibling")
    yield f"The path goes from leaf {end} upwards (frames), and adds {siblings} to its left (green)."


def _of_add(before: list[int], after: list[int]) -> Iterator[str]:
    changed = [node for node, value in enumerate(after) if value != before[node]]
    yield f"{counted(len(changed), 'node')} of {len(after)} change: the leaf and the node above it (orange)."
    yield "; ".join([f"{before[node]} + {ADDED} = {after[node]}" for node in reversed(changed)]) + "."
    yield "The root stays 0: nothing reads it."


def _drawn(nodes: list[int], marked: dict[int, str], path: list[int]) -> Iterator[str]:
    for level, (first, end) in enumerate(pairwise(_FIRST_OF_LEVEL)):
        width = _UNIT * _ENDS // (end - first)
        top = 6 + level * (_HEIGHT + _GAP)
        for node in range(first, end):
            across = _LEFT + width * (node - first)
            square = f'x="{across + 1}" y="{top}" width="{width - 2}" height="{_HEIGHT}"'
            yield f'<rect class="{marked.get(node, "board")}" {square}/>'
            yield f'<rect class="{"first" if node in path else "box"}" {square}/>'
            last = node == _FIRST_OF_LEVEL[-1] - 1
            text = "–" if last else nodes[node]
            yield f'<text x="{across + width // 2}" y="{top + _HEIGHT // 2 + 5}" font-size="14">{text}</text>'
    yield '<g class="number" font-size="12">'
    for index in range(_ENDS):
        yield f'<text x="{_LEFT + _UNIT * index + _UNIT // 2}" y="{3 * _HEIGHT + 2 * _GAP + 22}">{index}</text>'
    yield "</g>"
