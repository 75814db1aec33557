"""Scenes in plain letters: a grid with numbered rows and columns, some cells marked, and what the letters mean.

Lines are made of spans, pieces of text that know what they show, so that a terminal can colour them. A picture has
lines of at most ``width`` characters, and a grid of at most ``height`` lines.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refsol.scene import Cell, Ground, Mark, Piece, Road, Scene, cut_off, letter_of, window

WIDTH: Final = 78
"""The most characters of a line, unless asked for others."""
HEIGHT: Final = 21
"""The most lines of a grid, unless asked for others."""

_ACROSS: Final = {
    Road.BLOCKED: " ",
    Road.ORDINARY: "-",
    Road.STRAIGHT: "=",
    Road.OPEN: "~",
}  # roads in a row, and in a column
_DOWN: Final = {Road.BLOCKED: " ", Road.ORDINARY: "|", Road.STRAIGHT: "H", Road.OPEN: "S"}
_ROADS: Final = "roads: - | ordinary, = H straight, ~ S open"


class Span(NamedTuple):
    """A piece of a line, with its ``text``."""

    text: str
    piece: Piece | None = None
    """The piece that it shows."""
    mark: int = -1
    """The number of the mark that it shows, from 0."""
    road: Road | None = None
    """The type of the road that it shows."""
    focus: bool = False
    """Whether it shows which cell is asked about."""


def draw(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> tuple[str, ...]:
    """Return the lines of a picture of a scene, see :func:`spans`. O(cells drawn + cells marked)."""
    return tuple("".join(span.text for span in line) for line in spans(scene, width, height))


def spans(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> list[list[Span]]:
    """Return the lines of a picture of a scene.

    The focus stands in brackets; a cell of the k-th mark has the k-th letter behind it, explained below the grid, and
    one of several marks has a letter for these. Of a large board only what has room is drawn, and a line says so.
    O(cells drawn + cells marked).
    """
    return _Picture(scene, width, height).lines()


class _Picture:
    """A picture in the making: which cells have room, how wide they are, and what marks them."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self._scene: Final = scene
        between = 0 if scene.roads is None else 2  # characters of a road, which leads on at the right, too
        row, column = scene.middle
        room = width - between - (scene.columns // scene.field if scene.field else 0)
        rows = window(row, scene.rows, min(len(scene.pieces), height if between == 0 else (height + 1) // 2))
        near = window(column, scene.columns, min(len(scene.pieces[0]), max(1, room // (3 + between))))
        self._number_width: Final = len(str(rows[-1]))
        texts = max(len(scene.piece(x, y).text) for x in rows for y in near)
        self._width: Final = max(texts, len(str(near[-1])))
        most = max(1, (room - self._number_width) // (self._width + 2 + between))
        self._rows: Final = rows
        self._columns: Final = window(column, scene.columns, min(len(scene.pieces[0]), most))
        # On fields the signs on the cells say what is marked.
        self._marks: Final = {} if scene.field else _marked(scene.marks)
        sets = sorted({marks for cell, marks in self._marks.items() if len(marks) > 1 and self._is_lettered(cell)})
        self._number: Final = {marks: len(scene.marks) + k for k, marks in enumerate(sets)}

    def lines(self) -> list[list[Span]]:
        """Return the whole picture."""
        lines = [_stripped(line) for line in self._grid()]
        if self._scene.roads is not None:
            lines.append([Span(_ROADS)])
        lines += self._legend()
        lines += [[Span(note)] for note in self._scene.notes]
        lines += [[Span(line)] for line in cut_off(self._rows, self._columns, self._scene)]
        return lines

    def _grid(self) -> Iterator[list[Span]]:
        yield self._header()
        for x in self._rows:
            if x > self._rows[0]:
                yield from self._between(x)
            yield [Span(f"{x:>{self._number_width}}"), *(span for y in self._columns for span in self._cell(x, y))]

    def _header(self) -> list[Span]:
        numbers = [self._separator(y, " ") + f" {y:>{self._width}} " for y in self._columns]
        road = "" if self._scene.roads is None else "  "
        return [Span(" " * self._number_width + "".join(number + road for number in numbers))]

    def _between(self, x: int) -> Iterator[list[Span]]:
        """Yield what is between a row and the one above it: roads, or a line between fields."""
        scene = self._scene
        margin = Span(" " * self._number_width)
        if scene.roads is not None:
            roads = [scene.roads.south[x - 1 - scene.top][y - scene.left] for y in self._columns]
            yield [margin, *(Span(f" {_DOWN[road]:>{self._width}}   ", road=road) for road in roads)]
        if scene.field and (x - 1) % scene.field == 0:
            dashes = "-" * (self._width + 2)
            yield [margin, *(Span(self._separator(y, "+") + dashes) for y in self._columns)]

    def _separator(self, y: int, sign: str) -> str:
        """Return what is before a column: nothing, a blank or, between two fields, a sign."""
        if self._scene.field == 0 or (y != self._columns[0] and (y - 1) % self._scene.field):
            return ""
        return " " if y == self._columns[0] else sign

    def _cell(self, x: int, y: int) -> Iterator[Span]:
        """Yield a cell with what is before and behind it."""
        scene = self._scene
        piece = scene.piece(x, y)
        marks = self._marks.get((x, y))
        shown = Span(f"{piece.text:>{self._width}}", piece)
        yield Span(self._separator(y, "|"))
        blank = Span(" ", piece if scene.ground == Ground.REGIONS else None)
        if (x, y) == scene.focus:
            yield from (Span("[", focus=True), shown, Span("]", focus=True))
        else:
            yield from (blank, shown, blank if marks is None else Span(self._letter(marks), mark=marks[-1]))
        if scene.roads is not None:
            road = scene.roads.east[x - scene.top][y - scene.left]
            yield Span(_ACROSS[road] * 2, road=road)

    def _legend(self) -> Iterator[list[Span]]:
        """Yield a line for each mark that says what its letter means, if that is drawn."""
        drawn = {k for cell, marks in self._marks.items() if self._is_lettered(cell) for k in marks}
        for k, mark in enumerate(self._scene.marks):
            if k in drawn:
                yield [Span(letter_of(k), mark=k), Span(f": {mark.role}")]
        for marks in self._number:
            *letters, last = map(letter_of, marks)
            yield [Span(self._letter(marks), mark=marks[-1]), Span(f": {', '.join(letters)} and {last}")]

    def _is_lettered(self, cell: Cell) -> bool:
        """Tell whether a marked cell is drawn and has a letter."""
        return cell[0] in self._rows and cell[1] in self._columns and cell != self._scene.focus

    def _letter(self, marks: tuple[int, ...]) -> str:
        return letter_of(marks[0] if len(marks) == 1 else self._number[marks])


def _marked(marks: Sequence[Mark]) -> dict[Cell, tuple[int, ...]]:
    """Return the numbers of the marks of each marked cell."""
    marked: dict[Cell, tuple[int, ...]] = {}
    for k, mark in enumerate(marks):
        for cell in mark.cells:
            marked[cell] = (*marked.get(cell, ()), k)
    return marked


def _stripped(line: list[Span]) -> list[Span]:
    """Return a line without blanks at its end."""
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip())
    return line
