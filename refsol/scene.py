"""What there is to see of a position, as data: every picture is made from it, in letters, in colours or as SVG.

A scene holds what is on the board only in a window: boards have up to a million cells, and nobody looks at them all.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A row and a column, both from 1."""

SHOWN: Final = 60
"""The most rows, and columns, of a scene's window."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Ground(StrEnum):
    """What a board is like."""

    REGIONS = "regions"
    """Cells that belong to players."""
    SQUARES = "squares"
    """Cells with stones on them."""
    CROSSINGS = "crossings"
    """Crossings of lines or roads, with stones on them."""


class Kind(StrEnum):
    """What is on a cell."""

    EMPTY = "empty"
    """Nothing."""
    PLAYER = "player"
    """The number or the stone of a player."""
    BLACK = "black"
    """A black stone or piece."""
    WHITE = "white"
    """A white stone or piece."""
    CHIP = "chip"
    """A cross or nought."""
    ALLOWED = "allowed"
    """A cell where the next chip may go."""


class Road(StrEnum):
    """The type of a road between two crossings."""

    BLOCKED = "blocked"
    """Nothing can use it, or there is none at all."""
    ORDINARY = "ordinary"
    """Used alone."""
    STRAIGHT = "straight"
    """Used with others in the same line."""
    OPEN = "open"
    """Used with any others of its type."""


class Mark(NamedTuple):
    """The ``cells`` that a reason speaks of, in one ``role``: ``first part``, for example, or ``liberties``."""

    role: str
    cells: tuple[Cell, ...]


class Piece(NamedTuple):
    """What is on a cell."""

    text: str
    """In letters, as short as can be."""
    kind: Kind = Kind.EMPTY
    """What it is like."""
    number: int = 0
    """Of the player, for the kind ``PLAYER``."""


class Roads(NamedTuple):
    """The types of the roads from each crossing of a window, row by row: ``east`` to its right, ``south`` below it."""

    east: tuple[tuple[Road, ...], ...]
    south: tuple[tuple[Road, ...], ...]


class Stroke(NamedTuple):
    """The ``cells`` of a line, each a step ahead of the one before, over the glue at the edges, too."""

    cells: tuple[Cell, ...]
    step: Cell
    """Rows down and columns to the right."""


class Scene(NamedTuple):
    """A board of ``rows`` × ``columns`` cells, of which the window from (``top``, ``left``) on is there to be seen."""

    ground: Ground
    """What the board is like."""
    rows: int
    columns: int
    top: int
    left: int
    pieces: tuple[tuple[Piece, ...], ...]
    """What is on the cells of the window, row by row."""
    focus: Cell | None = None
    """The cell that is asked about."""
    middle: Cell = (1, 1)
    """A picture that has no room for all shows what is around this cell."""
    marks: tuple[Mark, ...] = ()
    """What the reasons speak of; a later one lies over those before."""
    roads: Roads | None = None
    """The roads of the window, where crossings have roads of several types."""
    field: int = 0
    """How many rows and columns a field has, where cells belong to fields with lines between them."""
    strokes: tuple[Stroke, ...] = ()
    """The lines to be drawn through cells."""
    notes: tuple[str, ...] = ()
    """What signs on the cells mean, in letters."""
    title: str = ""
    """What is shown, in a line."""
    description: str = ""
    """In words, for who does not see it."""

    @property
    def shown_rows(self) -> range:
        """The rows of the window. O(1)."""
        return range(self.top, self.top + len(self.pieces))

    @property
    def shown_columns(self) -> range:
        """The columns of the window. O(1)."""
        return range(self.left, self.left + len(self.pieces[0]))

    def piece(self, row: int, column: int) -> Piece:
        """Return what is on cell (``row``, ``column``) of the window. O(1)."""
        return self.pieces[row - self.top][column - self.left]


@cache
def player(number: int) -> Piece:
    """Return a cell or stone of the player with that ``number``. O(1)."""
    return Piece(str(number), Kind.PLAYER, number)


NOTHING: Final = Piece(".")
"""What is on an empty square or crossing."""


def window(middle: int, count: int, most: int) -> range:
    """Return at most ``most`` of the numbers from 1 to ``count``, those around ``middle``. O(1)."""
    first = max(1, min(middle - most // 2, count - most + 1))
    return range(first, min(count, first + most - 1) + 1)


def take_scene(
    ground: Ground,
    rows: int,
    columns: int,
    piece: Callable[[int, int], Piece],
    marks: tuple[Mark, ...] = (),
    focus: Cell | None = None,
    middle: Cell | None = None,
) -> Scene:
    """Return the scene of a board of ``rows`` × ``columns`` cells as it is now; ``piece(x, y)`` is on cell (x, y).

    ``ground`` is what the board is like, ``marks`` are what reasons speak of. The window is around the ``focus``, or
    else the ``middle``, or else the first cell. O(cells in the window).
    """
    row, column = centre = focus or middle or (1, 1)
    xs, ys = window(row, rows, SHOWN), window(column, columns, SHOWN)
    pieces = tuple([tuple([piece(x, y) for y in ys]) for x in xs])
    return Scene(ground, rows, columns, xs[0], ys[0], pieces, focus, centre, marks)


def letter_of(mark: int) -> str:
    """Return the letter of mark number ``mark``, from 0; after z comes a again. O(1)."""
    return _LETTERS[mark % len(_LETTERS)]


def cut_off(rows: range, columns: range, scene: Scene) -> list[str]:
    """Return a line that says which ``rows`` and ``columns`` are drawn, unless all are: then none. O(1)."""
    if len(rows) == scene.rows and len(columns) == scene.columns:
        return []
    first = f"rows {rows[0]} to {rows[-1]} of {scene.rows}"
    return [f"({first}, columns {columns[0]} to {columns[-1]} of {scene.columns})"]
