"""Smaller variants of a NoGo input, for finding the smallest on which a program fails."""
# mypyc: interpreted

from collections.abc import Iterator
from itertools import product
from typing import Final

from mypy_extensions import i64, u8

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.game import Game
from refsol.nogo.play.playouts import play_first_legal
from refsol.nogo.rules import mover
from refsol.problem.delta_debugging import without_chunks

_MANY: Final = 16  # up to this many chunks of rows, each is combined with each chunk of columns


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield valid inputs with fewer rows and columns, or fewer stones, than the valid input ``data``.

    For size n there are O(n²), and each takes O(n²). Raises ``InputError`` for an input that is not valid.
    """
    board = read_board(data)
    yield from _fewer_lines(board, thoroughly=True)
    yield from _fewer_stones(board)
    for later in _later(board):
        yield from _fewer_lines(later, thoroughly=False)


def _later(board: Board) -> Iterator[Board]:
    """Yield eight positions in the course of refsol's game, with black to move."""
    game = play_first_legal(Game(board.copy()))
    for moves in sorted({len(game) * k // 8 // 2 * 2 for k in range(1, 9)} - {0}):
        later = board.copy()
        for k in range(moves):
            later.stone[i64(game[k])] = u8(mover(k + 1))
        yield later


def _fewer_lines(board: Board, thoroughly: bool) -> Iterator[bytes]:
    """Remove as many rows as columns: halves, quarters, … and, if ``thoroughly``, any number down to single lines."""
    size = int(board.size)
    length = size // 2
    while length:
        chunks = [*range(1, size - length + 1, length), size - length + 1]  # their first lines
        if len(chunks) > _MANY and not thoroughly:
            return
        for row, column in product(chunks, chunks) if len(chunks) <= _MANY else _some_pairs(chunks):
            rows = [x for x in range(1, size + 1) if not row <= x < row + length]
            columns = [y for y in range(1, size + 1) if not column <= y < column + length]
            for from_end in (False, True):
                yield _cut(board, rows, columns, from_end)
        length //= 2


def _some_pairs(chunks: list[int]) -> Iterator[tuple[int, int]]:
    """Pair each chunk with itself, the one opposite, the first and the last."""
    for row, across in zip(chunks, reversed(chunks), strict=True):
        for column in dict.fromkeys((row, across, chunks[0], chunks[-1])):
            yield row, column


def _cut(board: Board, rows: list[int], columns: list[int], from_end: bool) -> bytes:
    """Return the valid input of these lines: of a colour with too many stones, the last go if ``from_end``."""
    cut = Board(len(rows))
    for x, row in enumerate(rows, 1):
        for y, column in enumerate(columns, 1):
            cut.stone[cut.point(x, y)] = board.stone[board.point(row, column)]
    for dead in cut.dead_points():
        cut.stone[dead] = u8(EMPTY)  # which is a liberty of what is left of the group
    black, white = cut.points(BLACK), cut.points(WHITE)
    more, less = (black, white) if len(black) > len(white) else (white, black)
    excess = len(more) - len(less)
    for point in more[len(more) - excess :] if from_end else more[:excess]:
        cut.stone[point] = u8(EMPTY)
    return cut.text()


def _fewer_stones(board: Board) -> Iterator[bytes]:
    """Remove equally many black and white stones, which takes no liberty away."""
    black, white = board.points(BLACK), board.points(WHITE)
    couples = list(zip(black, white, strict=True))
    for kept in without_chunks(couples):
        yield _without(board, set(couples).difference(kept))
    if len(black) * len(white) <= 2000:
        for couple in product(black, white):
            yield _without(board, {couple})


def _without(board: Board, couples: set[tuple[int, int]]) -> bytes:
    smaller = board.copy()
    for couple in couples:
        for point in couple:
            smaller.stone[point] = u8(EMPTY)
    return smaller.text()
