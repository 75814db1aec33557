"""A board of NOIP chess in plain letters: the crossings, and the roads between them."""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.chess.board import Board
from refsol.drawing import cut_off, legend, letters, window
from refsol.judging import Cell, Mark

BLACK: Final = "B"
WHITE: Final = "W"
EMPTY: Final = "."

_ROWS: Final = 11
_WIDTH: Final = 76  # characters of a line
_ACROSS: Final = " -=~"  # the road types 0 to 3 in a row, and in a column
_DOWN: Final = " |HS"
_ROADS: Final = "roads: - | ordinary, = H straight, ~ S open"


def draw_board(board: Board, pieces: int, marks: Sequence[Mark], focus: Cell) -> tuple[str, ...]:
    """Return the lines of a picture of the board with so many pieces placed, around ``focus`` where it is large.

    A piece is the letter of its colour with its level. The focus stands in brackets; a crossing of the k-th mark has
    the k-th letter behind it, explained below. O(crossings drawn + cells marked).
    """
    return _Picture(board, pieces, marks, focus).lines()


class _Picture:
    def __init__(self, board: Board, pieces: int, marks: Sequence[Mark], focus: Cell) -> None:
        self._board: Final = board
        self._pieces: Final = pieces
        self._marks: Final = marks
        self._focus: Final = focus
        self._letter: Final = letters(marks)
        rows, columns = int(board.rows), int(board.columns)
        top, bottom = window(focus[0], rows, _ROWS)
        left, right = window(focus[1], columns, _WIDTH // 5)
        self._number_width: Final = len(str(bottom))
        self._width: Final = max(
            len(str(right)), *(len(self._text(x, y)) for x in range(top, bottom + 1) for y in range(left, right + 1))
        )
        left, right = window(focus[1], columns, max(1, (_WIDTH - self._number_width) // (self._width + 4)))
        self._rows: Final = range(top, bottom + 1)
        self._columns: Final = range(left, right + 1)

    def lines(self) -> tuple[str, ...]:
        """Return the whole picture."""
        board, rows, columns = self._board, self._rows, self._columns
        lines = [line.rstrip() for line in self._grid()]
        drawn = ((x, y) for x in rows for y in columns if (x, y) != self._focus)
        lines += [_ROADS, *legend(self._marks, {self._letter[cell] for cell in drawn if cell in self._letter})]
        lines += cut_off((rows[0], rows[-1], int(board.rows)), (columns[0], columns[-1], int(board.columns)))
        return tuple(lines)

    def _grid(self) -> Iterator[str]:
        board = self._board
        margin = " " * self._number_width
        yield margin + "".join(f" {y:>{self._width}}   " for y in self._columns)
        for x in self._rows:
            row = f"{x:>{self._number_width}}"
            down = margin
            for y in self._columns:
                crossing = (x - 1) * int(board.columns) + y - 1
                before, behind = ("[", "]") if (x, y) == self._focus else (" ", self._letter.get((x, y), " "))
                row += f"{before}{self._text(x, y):>{self._width}}{behind}{_ACROSS[board.east[crossing]] * 2}"
                down += f" {_DOWN[board.south[crossing]]:>{self._width}}   "
            yield row
            if x < self._rows[-1]:
                yield down

    def _text(self, x: int, y: int) -> str:
        """Return what stands on a crossing."""
        board = self._board
        piece = int(board.piece_at[(x - 1) * int(board.columns) + y - 1])
        if not 0 <= piece < self._pieces:
            return EMPTY
        return f"{WHITE if board.colour[piece] else BLACK}{board.level[piece]}"
