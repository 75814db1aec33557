"""What there is to see of a position, as data: every picture is made from it, in letters, in colours or as SVG.

A scene holds what is on the board only in a window: boards have up to a million cells, and nobody looks at them all.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A row and a column, both from 1."""

SHOWN: Final = 60
"""The most rows, and columns, of a scene's window."""

REGIONS: Final = "regions"
"""The ground of cells that belong to players."""
SQUARES: Final = "squares"
"""The ground of cells with stones on them."""
CROSSINGS: Final = "crossings"
"""The ground of crossings of lines or roads, with stones on them."""

EMPTY: Final = "empty"
"""The kind of a cell with nothing on it."""
PLAYER: Final = "player"
"""The kind of a cell or stone of a player, who has a number."""
BLACK: Final = "black"
"""The kind of a black stone or piece."""
WHITE: Final = "white"
"""The kind of a white stone or piece."""
CHIP: Final = "chip"
"""The kind of a cross or nought."""
ALLOWED: Final = "allowed"
"""The kind of a cell where the next chip may go."""

BLOCKED: Final = "blocked"
"""The type of a road that nothing can use, or of none at all."""
ORDINARY: Final = "ordinary"
"""The type of a road that is used alone."""
STRAIGHT: Final = "straight"
"""The type of a road that is used with others in the same line."""
OPEN: Final = "open"
"""The type of a road that is used with any others of its type."""


class Mark(NamedTuple):
    """The ``cells`` that a reason speaks of, in one ``role``: ``first part``, for example, or ``liberties``."""

    role: str
    cells: tuple[Cell, ...]


class Piece(NamedTuple):
    """What is on a cell."""

    text: str
    """In letters, as short as can be."""
    kind: str = EMPTY
    """:data:`EMPTY`, :data:`PLAYER`, :data:`BLACK`, :data:`WHITE`, :data:`CHIP` or :data:`ALLOWED`."""
    number: int = 0
    """Of the player, for the kind ``PLAYER``."""


class Roads(NamedTuple):
    """The types of the roads from each crossing of a window, row by row: ``east`` to its right, ``south`` below it."""

    east: tuple[tuple[str, ...], ...]
    south: tuple[tuple[str, ...], ...]


class Stroke(NamedTuple):
    """The ``cells`` of a line, each a step ahead of the one before, over the glue at the edges, too."""

    cells: tuple[Cell, ...]
    step: Cell
    """Rows down and columns to the right."""


class Scene(NamedTuple):
    """A board of ``rows`` × ``columns`` cells, of which the window from (``top``, ``left``) on is there to be seen."""

    ground: str
    """What the board is like: :data:`REGIONS`, :data:`SQUARES` or :data:`CROSSINGS`."""
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
    return Piece(str(number), PLAYER, number)


NOTHING: Final = Piece(".")
"""What is on an empty square or crossing."""


def window(middle: int, count: int, most: int) -> range:
    """Return at most ``most`` of the numbers from 1 to ``count``, those around ``middle``. O(1)."""
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
    """Return the scene of a board of ``rows`` × ``columns`` cells as it is now; ``piece(x, y)`` is on cell (x, y).

    ``ground`` is what the board is like, ``marks`` are what reasons speak of. The window is around the ``focus``, or
    else the ``middle``, or else the first cell. O(cells in the window).
    """
    row, column = centre = focus or middle or (1, 1)
    xs, ys = window(row, rows, SHOWN), window(column, columns, SHOWN)
    pieces = tuple([tuple([piece(x, y) for y in ys]) for x in xs])
    return Scene(ground, rows, columns, xs[0], ys[0], pieces, focus, centre, marks)
