"""The kinds of shapes, how they are written, and the forms in which graphs are made."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import unknown

GRAPHS: Final = ("tree", "forest", "connected", "simple", "dag")
"""The kinds of graphs, which have nodes and edges."""
KINDS: Final = (*GRAPHS, "permutation")
"""All kinds."""
FORMS: Final[Mapping[str, str]] = {
    "path": "paths",
    "star": "stars",
    "caterpillar": "paths with leaves",
    "broom": "paths that end in a star",
    "binary": "balanced binary trees",
    "sparse": "graphs of few edges",
    "dense": "graphs of many edges",
    "clique": "graphs with all edges, or with a large clique",
    "grid": "grids",
    "cycle": "long cycles",
    "parts": "graphs of several components",
    "deep": "paths, or nearly so, as long as possible",
}
"""The forms of graphs, each with what it is."""
MAX_BASE: Final = 10**9
"""A base is at most this, and at least its opposite."""
Edge: TypeAlias = tuple[int, int]
"""The two nodes of an edge, numbered from 0."""
DOWN: Final = "down"
"""The order of edges that lead from parents to children."""
UP: Final = "up"
"""The order of edges that lead from children to parents."""

_TREES: Final = ("path", "star", "caterpillar", "broom", "binary", "deep")
_OTHERS: Final = ("sparse", "dense", "clique", "grid", "cycle", "parts", "deep")
_WRITTEN: Final = re.compile(r"\s*(\w+)\s*\((.*)\)\s*", re.ASCII)
_NAME: Final = re.compile("[a-z][a-z0-9]*")
_TITLES: Final[Mapping[str, str]] = {
    "tree": "a tree",
    "forest": "a forest",
    "connected": "a connected graph",
    "simple": "a simple graph",
    "dag": "a graph without directed cycles",
    "permutation": "a permutation",
}


class ShapeError(ValueError):
    """A shape is wrong; the message says why."""


class Shape(NamedTuple):
    """A shape of a ``kind``: one of :data:`KINDS`.

    A graph has ``nodes``, an expression that counts them, and its ``variables`` are those in the loop that reads edges:
    two, or one for the parents in a tree. Of a permutation, the variable is that of the numbers. Nodes and the numbers
    of a permutation are numbered from the ``base`` on. The edges of a tree with a ``root``, an expression, lead away
    from it.
    """

    kind: str
    nodes: str
    variables: tuple[str, ...]
    base: int = 1
    root: str = ""

    def __str__(self) -> str:
        """Return the shape as :func:`parse_shape` reads it."""
        parts = [self.nodes] if self.nodes else []
        parts.append(", ".join(self.variables))
        parts += [f"base={self.base}"] if self.base != 1 else []
        parts += [f"root={self.root}"] if self.root else []
        return f"{self.kind}({'; '.join(parts)})"


def parse_shape(text: str) -> Shape:
    """Return the shape that is written ``text``, such as ``tree(n; u, v; base=0)`` or ``permutation(p)``. O(length).

    Raises :class:`ShapeError` where that isn't a shape.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ShapeError(f"expected KIND(VARIABLES), such as tree(n; u, v), found {text!r}")
    kind, parts = match[1], [part.strip() for part in match[2].split(";")]
    fixed = 2 if kind in GRAPHS else 1
    if kind not in KINDS:
        raise ShapeError(str(unknown("kind of shape", kind, KINDS)))
    if len(parts) < fixed:
        raise ShapeError(f"{kind}: expected {kind}(NODES; VARIABLES), found {text!r}")
    given: dict[str, str] = {}
    for part in parts[fixed:]:
        key, sign, value = (each.strip() for each in part.partition("="))
        if not sign or key not in ("base", "root") or key in given:
            raise ShapeError(f"{kind}: expected base=NUMBER or root=VARIABLE, each once, found {part!r}")
        given[key] = value
    variables = tuple(name.strip() for name in parts[fixed - 1].split(","))
    return shape_of(kind, parts[0] if fixed > 1 else "", variables, given.get("base", "1"), given.get("root", ""))


def shape_of(kind: str, nodes: str, variables: Sequence[str], base: str = "1", root: str = "") -> Shape:
    """Return a shape of a ``kind`` with ``nodes``, ``variables``, a ``base`` and a ``root``, or :class:`ShapeError`."""
    if kind not in KINDS:
        raise ShapeError(str(unknown("kind of shape", kind, KINDS)))
    numbers = {"tree": (1, 2), "permutation": (1,)}.get(kind, (2,))
    if len(variables) not in numbers:
        expected = " or ".join(map(str, numbers))
        raise ShapeError(f"{kind}: expected {expected} variable{'s' * (expected != '1')}, found {len(variables)}")
    for name in variables:
        if not _NAME.fullmatch(name):
            raise ShapeError(f"{kind}: expected the name of a variable, found {name!r}")
    if len({*variables}) < len(variables):
        raise ShapeError(f"{kind}: expected different variables, found {variables[0]!r} twice")
    for text in (nodes, root):
        if re.search("[;#.]", text):
            raise ShapeError(f"{kind}: expected an expression of integers, found {text!r}")
    if kind in GRAPHS and not nodes:
        raise ShapeError(f"{kind}: expected a variable that counts the nodes, found none")
    if kind not in GRAPHS and nodes:
        raise ShapeError(f"{kind}: expected no nodes, found {nodes!r}")
    if not re.fullmatch(r"-?[0-9]{1,10}", base) or abs(int(base)) > MAX_BASE:
        raise ShapeError(f"{kind}: expected a base that is an integer up to {MAX_BASE}, found {base!r}")
    if root and kind != "tree":
        raise ShapeError(f"{kind}: expected no root, which only trees have, found {root!r}")
    return Shape(kind, " ".join(nodes.split()), tuple(variables), int(base), " ".join(root.split()))


def title_of(kinds: Sequence[str], variables: Sequence[str]) -> str:
    """Return what messages call a shape of several ``kinds`` over ``variables``. O(length)."""
    what = "edges " if any(kind in GRAPHS for kind in kinds) else ""
    if "tree" in kinds and len(variables) == 1:
        what = "parents "
    return f"{' and '.join(_TITLES[kind] for kind in kinds)} ({what}{', '.join(variables)})"


def forms_of(kinds: Collection[str]) -> Sequence[str]:
    """Return the forms in which graphs of some ``kinds`` are made."""
    if "tree" in kinds:
        return _TREES
    if "forest" in kinds:
        return (*_TREES, "parts")
    if not any(kind in GRAPHS for kind in kinds):
        return ()
    return [form for form in _OTHERS if form != "parts" or "connected" not in kinds]
