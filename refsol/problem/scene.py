"""A position as data, from which every picture is drawn, in plain text, in colours or as SVG.

A scene holds only a window of the board, since a board may have a million cells.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A row and a column, both counted from 1."""

SHOWN: Final = 60
"""The maximum number of rows, and of columns, in a scene's window."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Ground(StrEnum):
    """The kind of board: cells that belong to players (``REGIONS``), or stones on ``SQUARES`` or ``CROSSINGS``."""

    REGIONS = "regions"
    SQUARES = "squares"
    CROSSINGS = "crossings"


class PieceKind(StrEnum):
    """The kind of thing on a cell: nothing (``EMPTY``), the number or stone of a ``PLAYER``, or one of the following.

    Stones or pieces are ``BLACK`` or ``WHITE``, chips a ``CROSS`` or a ``NOUGHT``; the next chip may go to an empty
    cell that is ``ALLOWED``, and nothing can be put on a ``WALL``.
    """

    EMPTY = "empty"
    PLAYER = "player"
    BLACK = "black"
    WHITE = "white"
    CROSS = "cross"
    NOUGHT = "nought"
    ALLOWED = "allowed"
    WALL = "wall"


class RoadType(StrEnum):
    """The type of a road between two crossings.

    A move takes one that is ``ORDINARY``, or one or more that are ``STRAIGHT``, in one line, or ``OPEN``, in any
    directions; ``BLOCKED`` also stands for no road at all.
    """

    BLOCKED = "blocked"
    ORDINARY = "ordinary"
    STRAIGHT = "straight"
    OPEN = "open"


class Mark(NamedTuple):
    """The ``cells`` that a reason refers to, and their ``role`` in it, for example "first part" or "liberties"."""

    role: str
    cells: tuple[Cell, ...]


class Piece(NamedTuple):
    """The contents of a cell."""

    text: str
    """The piece in plain text, as short as possible."""
    kind: PieceKind = PieceKind.EMPTY
    """The kind of piece."""
    number: int = 0
    """The player's number, for the kind ``PLAYER``."""


class Roads(NamedTuple):
    """The types of the roads from each crossing of a window, row by row: ``east`` to its right, ``south`` below it."""

    east: tuple[tuple[RoadType, ...], ...]
    south: tuple[tuple[RoadType, ...], ...]


class Stroke(NamedTuple):
    """A line to draw through ``cells``, each one ``step`` after the one before, across wrap-around edges if need be."""

    cells: tuple[Cell, ...]
    step: Cell
    """Rows down and columns to the right."""


class Label(NamedTuple):
    """A short ``text`` in a corner of a ``cell``, towards ``down`` and ``right``, each -1 or 1. Only SVG shows it."""

    text: str
    cell: Cell
    down: int = -1
    right: int = 1


class Scene(NamedTuple):
    """A board of ``rows`` × ``columns`` cells and what is in its window, whose first cell is (``top``, ``left``)."""

    ground: Ground
    """The kind of board."""
    rows: int
    columns: int
    top: int
    left: int
    pieces: tuple[tuple[Piece, ...], ...]
    """The contents of the cells of the window, row by row."""
    focus: Cell | None = None
    """The cell in question."""
    middle: Cell = (1, 1)
    """The cell to centre on where a picture can't show the whole window."""
    marks: tuple[Mark, ...] = ()
    """The cells that the reasons refer to; a later mark is drawn over earlier ones."""
    roads: Roads | None = None
    """The roads of the window, on a board of crossings where roads have types."""
    block_size: int = 0
    """The side of the square blocks that heavier lines divide the board into, in cells; 0 where there are none."""
    strokes: tuple[Stroke, ...] = ()
    """The lines to draw through cells."""
    labels: tuple[Label, ...] = ()
    """Texts in the corners of cells."""
    notes: tuple[str, ...] = ()
    """The legend of the symbols of a plain-text picture, a line each."""
    title: str = ""
    """The title of the picture, in one line."""
    description: str = ""
    """The alternative text, for readers who can't see the picture."""

    @property
    def shown_rows(self) -> range:
        """The rows of the window."""
        return range(self.top, self.top + len(self.pieces))

    @property
    def shown_columns(self) -> range:
        """The columns of the window."""
        return range(self.left, self.left + len(self.pieces[0]))

    def shows(self, cell: Cell) -> bool:
        """Return whether ``cell`` is in the window."""
        return cell[0] in self.shown_rows and cell[1] in self.shown_columns

    def piece(self, row: int, column: int) -> Piece:
        """Return what is on cell (``row``, ``column``) of the window."""
        return self.pieces[row - self.top][column - self.left]

    @property
    def has_walls(self) -> bool:
        """Whether there is a wall in the window. O(cells in the window)."""
        return any(piece.kind is PieceKind.WALL for row in self.pieces for piece in row)

    def crop_notes(self, rows: range | None = None, columns: range | None = None) -> list[str]:
        """Return a line on which ``rows`` and ``columns`` are drawn, by default the window; none if all."""
        rows, columns = rows or self.shown_rows, columns or self.shown_columns
        if len(rows) == self.rows and len(columns) == self.columns:
            return []
        drawn_rows = f"rows {rows[0]} to {rows[-1]} of {self.rows}"
        return [f"({drawn_rows}, columns {columns[0]} to {columns[-1]} of {self.columns})"]


@cache
def player(number: int) -> Piece:
    """Return a cell or stone of the player with that ``number``."""
    return Piece(str(number), PieceKind.PLAYER, number)


NOTHING: Final = Piece(".")
"""The content of an empty square or crossing."""


def letter_of(mark: int) -> str:
    """Return the letter that stands for ``mark``, an index in the scene, in pictures; after z comes a again."""
    return _LETTERS[mark % len(_LETTERS)]


def window(middle: int, count: int, most: int) -> range:
    """Return at most ``most`` of the numbers from 1 to ``count``, as evenly around ``middle`` as possible."""
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
    """Return a snapshot of a board of ``rows`` × ``columns`` cells: ``piece(x, y)`` says what is on cell (x, y).

    The ``marks`` are for reasons. The window is centred on the ``focus``, or else on ``middle``, or else on the first
    cell. O(cells in the window).
    """
    row, column = centre = focus or middle or (1, 1)
    xs, ys = window(row, rows, SHOWN), window(column, columns, SHOWN)
    pieces = tuple([tuple([piece(x, y) for y in ys]) for x in xs])
    return Scene(ground, rows, columns, xs[0], ys[0], pieces, focus, centre, marks)
