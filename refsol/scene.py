"""What there is to see of a position, as data: every picture is made from it, in letters, in colours or as SVG.

A scene holds what is on the board only in a window: boards have up to a million cells, and nobody looks at them all.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A row and a column, both from 1."""

SHOWN: Final = 60  # rows and columns of a scene, at most

# Grounds.
REGIONS: Final = "regions"  # cells that belong to players
SQUARES: Final = "squares"  # cells with stones on them
CROSSINGS: Final = "crossings"  # of lines or roads, with stones on them

# Kinds of what is on a cell.
EMPTY: Final = "empty"
PLAYER: Final = "player"
BLACK: Final = "black"
WHITE: Final = "white"
CHIP: Final = "chip"
ALLOWED: Final = "allowed"

# Types of roads.
BLOCKED: Final = "blocked"
ORDINARY: Final = "ordinary"
STRAIGHT: Final = "straight"
OPEN: Final = "open"


class Mark(NamedTuple):
    """Cells that a reason speaks of, in one role: ``first part``, for example, or ``liberty``."""

    role: str
    cells: tuple[Cell, ...]


class Piece(NamedTuple):
    """What is on a cell."""

    text: str
    """In letters, as short as can be."""
    kind: str = EMPTY
    number: int = 0
    """Of the player, for the kind ``PLAYER``."""


class Roads(NamedTuple):
    """The types of the roads from each crossing of a window to its right neighbour and to its lower one."""

    east: tuple[tuple[str, ...], ...]
    south: tuple[tuple[str, ...], ...]


class Stroke(NamedTuple):
    """Cells in line, each a step ahead of the one before, over the glue at the edges, too."""

    cells: tuple[Cell, ...]
    step: Cell
    """Rows down and columns to the right."""


class Scene(NamedTuple):
    """A board of ``rows`` × ``columns`` cells, of which the window from (``top``, ``left``) on is there to be seen."""

    ground: str
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
    roads: Roads | None = None
    field: int = 0
    """How many rows and columns a field has, where cells belong to fields with lines between them."""
    strokes: tuple[Stroke, ...] = ()
    notes: tuple[str, ...] = ()
    """What signs on the cells mean, in letters."""
    title: str = ""
    description: str = ""
    """In words, for who does not see it."""

    @property
    def shown_rows(self) -> range:
        """The rows of the window."""
        return range(self.top, self.top + len(self.pieces))

    @property
    def shown_columns(self) -> range:
        """The columns of the window."""
        return range(self.left, self.left + len(self.pieces[0]))

    def piece(self, row: int, column: int) -> Piece:
        """Return what is on a cell of the window."""
        return self.pieces[row - self.top][column - self.left]


@cache
def player(number: int) -> Piece:
    """Return a cell or stone of a player."""
    return Piece(str(number), PLAYER, number)


NOTHING: Final = Piece(".")


def window(middle: int, count: int, most: int) -> range:
    """Return at most ``most`` of the numbers 1..count, those around ``middle``."""
    first = max(1, min(middle - most // 2, count - most + 1))
    return range(first, min(count, first + most - 1) + 1)


def take_scene(
    ground: str,
    rows: int,
    columns: int,
    piece: Callable[[int, int], Piece],
    marks: tuple[Mark, ...] = (),
    focus: Cell | None = None,
    middle: Cell | None = None,
) -> Scene:
    """Return the scene of a board as it is now, of which ``piece`` tells what is on a cell.

    It is around the ``focus``, or else the ``middle``, or else the first cell. O(cells in the window).
    """
    row, column = centre = focus or middle or (1, 1)
    xs, ys = window(row, rows, SHOWN), window(column, columns, SHOWN)
    pieces = tuple([tuple([piece(x, y) for y in ys]) for x in xs])
    return Scene(ground, rows, columns, xs[0], ys[0], pieces, focus, centre, marks)
