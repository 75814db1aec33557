"""Scenes as plain text: a grid with numbered rows and columns, letters after marked cells, and a legend.

Lines consist of spans, parts that know what they show, so that a terminal can colour them. A grid has lines of at most
``width`` characters, and at most ``height`` of them.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from refsol.problem.scene import Cell, Ground, Piece, PieceKind, RoadType, Scene, letter_of, window

WIDTH: Final = 78
"""The default maximum number of characters in a line of the grid."""
HEIGHT: Final = 21
"""The default maximum number of lines in the grid."""

# The symbols of roads along a row, and of roads along a column.
_ACROSS: Final = {RoadType.BLOCKED: " ", RoadType.ORDINARY: "-", RoadType.STRAIGHT: "=", RoadType.OPEN: "~"}
_DOWN: Final = {RoadType.BLOCKED: " ", RoadType.ORDINARY: "|", RoadType.STRAIGHT: "H", RoadType.OPEN: "S"}


class Span(NamedTuple):
    """A part of a line, with its ``text``, and what it shows: a ``piece``, a ``mark``, by its index, or a ``road``.

    The brackets around the cell in question are the ``focus``.
    """

    text: str
    piece: Piece | None = None
    mark: int = -1
    road: RoadType | None = None
    focus: bool = False


def draw(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> tuple[str, ...]:
    """Return the lines of a picture of a scene, see :func:`spans`. O(cells drawn + cells marked)."""
    return tuple("".join(span.text for span in line) for line in spans(scene, width, height))


def spans(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> list[list[Span]]:
    """Return the lines of a picture of a scene as spans, with the legend below the grid. O(cells drawn + marked)."""
    return _Picture(scene, width, height).lines()


class _Picture:
    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self._scene: Final = scene
        between = 0 if scene.roads is None else 2  # characters of a road; the last column also has one on its right
        row, column = scene.middle
        available = width - between - (scene.columns // scene.block_size if scene.block_size else 0)
        rows = window(row, scene.rows, min(len(scene.pieces), height if between == 0 else (height + 1) // 2))
        candidates = window(column, scene.columns, min(len(scene.pieces[0]), max(1, available // (3 + between))))
        self._number_width: Final = len(str(rows[-1]))
        longest = max(len(scene.piece(x, y).text) for x in rows for y in candidates)
        self._width: Final = max(longest, len(str(candidates[-1])))
        most = max(1, (available - self._number_width) // (self._width + 2 + between))
        self._rows: Final = rows
        self._columns: Final = window(column, scene.columns, min(len(scene.pieces[0]), most))
        # On a board of blocks the pieces themselves say what is marked.
        self._marks: Final[dict[Cell, tuple[int, ...]]] = {}
        for k, mark in enumerate(() if scene.block_size else scene.marks):
            for cell in mark.cells:
                self._marks[cell] = (*self._marks.get(cell, ()), k)
        shared = sorted({marks for cell, marks in self._marks.items() if len(marks) > 1 and self._is_lettered(cell)})
        self._letter_index: Final = {marks: len(scene.marks) + k for k, marks in enumerate(shared)}

    def lines(self) -> list[list[Span]]:
        lines = [_stripped(line) for line in self._grid()]
        if self._scene.roads is not None:
            lines.append([Span("roads: - | ordinary, = H straight, ~ S open")])
        lines += self._legend()
        lines += [[Span(note)] for note in self._scene.notes]
        lines += [[Span(note)] for note in self._scene.crop_notes(self._rows, self._columns)]
        return lines

    def _grid(self) -> Iterator[list[Span]]:
        numbers = [self._separator(y, " ") + f" {y:>{self._width}} " for y in self._columns]
        road = "" if self._scene.roads is None else "  "
        yield [Span(" " * self._number_width + "".join(number + road for number in numbers))]
        for x in self._rows:
            if x > self._rows[0]:
                yield from self._between(x)
            yield [Span(f"{x:>{self._number_width}}"), *(span for y in self._columns for span in self._cell(x, y))]

    def _between(self, x: int) -> Iterator[list[Span]]:
        scene = self._scene
        margin = Span(" " * self._number_width)
        if scene.roads is not None:
            roads = [scene.roads.south[x - 1 - scene.top][y - scene.left] for y in self._columns]
            yield [margin, *(Span(f" {_DOWN[road]:>{self._width}}   ", road=road) for road in roads)]
        if scene.block_size and (x - 1) % scene.block_size == 0:
            dashes = "-" * (self._width + 2)
            yield [margin, *(Span(self._separator(y, "+") + dashes) for y in self._columns)]

    def _separator(self, y: int, symbol: str) -> str:
        size = self._scene.block_size
        if size == 0 or (y != self._columns[0] and (y - 1) % size):
            return ""
        return " " if y == self._columns[0] else symbol

    def _cell(self, x: int, y: int) -> Iterator[Span]:
        scene = self._scene
        piece = scene.piece(x, y)
        marks = self._marks.get((x, y))
        shown = Span(f"{piece.text:>{self._width}}", piece)
        yield Span(self._separator(y, "|"))
        blank = Span(" ", piece if scene.ground is Ground.REGIONS else None)
        if (x, y) == scene.focus:
            yield from (Span("[", focus=True), shown, Span("]", focus=True))
        else:
            yield from (blank, shown, blank if marks is None else Span(self._letter(marks), mark=marks[-1]))
        if scene.roads is not None:
            road = scene.roads.east[x - scene.top][y - scene.left]
            yield Span(_ACROSS[road] * 2, road=road)

    def _legend(self) -> Iterator[list[Span]]:
        pieces = (self._scene.piece(x, y) for x in self._rows for y in self._columns)
        if wall := next((piece for piece in pieces if piece.kind is PieceKind.WALL), None):
            yield [Span(wall.text, wall), Span(": wall")]
        drawn = {k for cell, marks in self._marks.items() if self._is_lettered(cell) for k in marks}
        for k, mark in enumerate(self._scene.marks):
            if k in drawn:
                yield [Span(letter_of(k), mark=k), Span(f": {mark.role}")]
        for marks in self._letter_index:
            *letters, last = map(letter_of, marks)
            yield [Span(self._letter(marks), mark=marks[-1]), Span(f": {', '.join(letters)} and {last}")]

    def _is_lettered(self, cell: Cell) -> bool:
        return cell[0] in self._rows and cell[1] in self._columns and cell != self._scene.focus

    def _letter(self, marks: tuple[int, ...]) -> str:
        return letter_of(marks[0] if len(marks) == 1 else self._letter_index[marks])


def _stripped(line: list[Span]) -> list[Span]:
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip())
    return line
