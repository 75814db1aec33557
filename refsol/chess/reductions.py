"""Smaller inputs much like a given one of NOIP chess, for finding the smallest that a program fails on."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from refsol.jury.delta_debugging import without_chunks

_Piece: TypeAlias = tuple[int, int, int, int]  # colour, level, x, y


class _Board(NamedTuple):
    """A data set: the rows of road types to the right and down, as in the input, and the pieces."""

    east: list[bytes]
    south: list[bytes]
    pieces: list[_Piece]

    def text(self) -> bytes:
        """Return its lines of the input file."""
        lines = [b"%d %d %d" % (len(self.east), len(self.south[0]), len(self.pieces)), *self.east, *self.south]
        lines += [b"%d %d %d %d" % piece for piece in self.pieces]
        return b"\n".join(lines) + b"\n"


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs with fewer data sets, pieces, rows, columns or roads, or smaller numbers, than the valid ``data``.

    Not all are valid. Each is O(nm + q log q) a data set that changes.
    """
    boards = _parse(data)
    texts = [board.text() for board in boards]
    for fewer in without_chunks(texts):
        yield _input(fewer)
    for k, board in enumerate(boards):
        for smaller in _smaller(board):
            if _exists(smaller):
                yield _input([*texts[:k], smaller.text(), *texts[k + 1 :]])
    for changed in _changed_alike(boards):
        if all(map(_exists, changed)):
            yield _input([board.text() for board in changed])


def _exists(board: _Board) -> bool:
    """Tell whether a board has what the format can say: a piece, two rows and two columns."""
    return bool(board.pieces) and len(board.east) > 1 and len(board.east[0]) > 0


def _input(texts: Sequence[bytes]) -> bytes:
    return b"%d\n" % len(texts) + b"".join(texts)


def _parse(data: bytes) -> list[_Board]:
    tokens = iter(data.split())
    boards: list[_Board] = []
    for _ in range(int(next(tokens))):
        rows, _columns, pieces = (int(next(tokens)) for _ in range(3))
        east = [next(tokens) for _ in range(rows)]
        south = [next(tokens) for _ in range(rows - 1)]
        numbers = [int(next(tokens)) for _ in range(4 * pieces)]
        quadruples = zip(numbers[::4], numbers[1::4], numbers[2::4], numbers[3::4], strict=True)
        boards.append(_Board(east, south, list(quadruples)))
    return boards


def _smaller(board: _Board) -> Iterator[_Board]:
    yield from _fewer_pieces(board)
    yield from _fewer_rows(board)
    for turned in _fewer_rows(_transposed(board)):
        yield _transposed(turned)
    yield from _simpler_roads(board)
    yield from _simpler_pieces(board)


def _fewer_pieces(board: _Board) -> Iterator[_Board]:
    """Leave pieces out; the others keep the order of their levels."""
    for pieces in without_chunks(board.pieces):
        yield board._replace(pieces=_ranked(pieces))


def _ranked(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Give the levels the numbers 1, 2, … in their order."""
    rank = {level: k for k, level in enumerate(sorted({piece[1] for piece in pieces}), 1)}
    return [(colour, rank[level], x, y) for colour, level, x, y in pieces]


def _fewer_rows(board: _Board) -> Iterator[_Board]:
    """Take rows out."""
    for kept in without_chunks(range(len(board.east))):
        for above in (False, True):
            yield _keeping(board, kept, above)


def _keeping(board: _Board, rows: Sequence[int], above: bool = False) -> _Board:
    """Keep these rows with their pieces; the roads between two are those below the first or ``above`` the second."""
    new = {row: k for k, row in enumerate(rows, 1)}
    pieces = [(colour, level, new[x - 1], y) for colour, level, x, y in board.pieces if x - 1 in new]
    south = [board.south[row - 1] for row in rows[1:]] if above else [board.south[row] for row in rows[:-1]]
    return _Board([board.east[row] for row in rows], south, _ranked(pieces))


def _changed_alike(boards: Sequence[_Board]) -> Iterator[list[_Board]]:
    """Turn all boards: rows to columns, back to front. Or take the same row or column out of all, or both."""
    yield [_transposed(board) for board in boards]
    yield [_upside_down(board) for board in boards]
    yield [_transposed(_upside_down(_transposed(board))) for board in boards]
    for k in range(max(len(board.south[0]) for board in boards)):
        without_column = [_transposed(_without(_transposed(board), k)) for board in boards]
        yield without_column
        yield [_without(board, k) for board in without_column]
    for k in range(max(len(board.east) for board in boards)):
        yield [_without(board, k) for board in boards]


def _without(board: _Board, row: int) -> _Board:
    """Take a row out, if it is there."""
    return _keeping(board, [k for k in range(len(board.east)) if k != row])


def _upside_down(board: _Board) -> _Board:
    """Let the last row be the first."""
    rows = len(board.east)
    return _Board(board.east[::-1], board.south[::-1], [(c, level, rows + 1 - x, y) for c, level, x, y in board.pieces])


def _transposed(board: _Board) -> _Board:
    """Exchange rows and columns."""
    east = [bytes(roads) for roads in zip(*board.south, strict=True)]
    south = [bytes(roads) for roads in zip(*board.east, strict=True)]
    return _Board(east, south, [(colour, level, y, x) for colour, level, x, y in board.pieces])


def _simpler_roads(board: _Board) -> Iterator[_Board]:
    """Block roads, or turn some into roads of a lower type."""
    columns = len(board.south[0])
    middle = len(board.east) * (columns - 1)
    roads = b"".join([*board.east, *board.south])
    for low in b"012":
        for kept in without_chunks([k for k, road in enumerate(roads) if road > low]):
            new = bytearray(min(road, low) for road in roads)
            for k in kept:
                new[k] = roads[k]
            yield _Board(_rows(new[:middle], columns - 1), _rows(new[middle:], columns), board.pieces)


def _rows(roads: bytearray, length: int) -> list[bytes]:
    return [bytes(roads[start : start + length]) for start in range(0, len(roads), length)]


def _simpler_pieces(board: _Board) -> Iterator[_Board]:
    """Swap the colours, make a piece black, lower levels (to ranks, all to 1, or one), or move a piece by a step."""
    pieces = board.pieces
    yield board._replace(pieces=[(1 - colour, level, x, y) for colour, level, x, y in pieces])
    yield board._replace(pieces=_ranked(pieces))
    yield board._replace(pieces=[(colour, 1, x, y) for colour, _level, x, y in pieces])
    for k, (colour, level, x, y) in enumerate(pieces):
        for simpler in (
            (0, level, x, y),
            (colour, level - 1, x, y),
            (colour, level, x - 1, y),
            (colour, level, x, y - 1),
        ):
            if simpler != pieces[k] and 0 not in simpler[1:]:
                yield board._replace(pieces=[*pieces[:k], simpler, *pieces[k + 1 :]])
