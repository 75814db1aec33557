"""Smaller variants of an input of NOIP chess, for shrinking an input on which a program fails."""
# mypyc: interpreted

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refsol.chess.board import Board, Placement, data_set_text, input_text, read_boards, rows_of
from refsol.problem.delta_debugging import without_chunks

_ZERO: Final = ord("0")


class _Rows(NamedTuple):
    east: list[bytes]  # rows of road types, as in the input
    south: list[bytes]
    pieces: list[Placement]

    def text(self) -> bytes:
        return data_set_text(self.east, self.south, self.pieces)


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs that are smaller than ``data``; not all are valid. O(nm + q log q) for each that changes."""
    boards = [_as_rows(board) for board in read_boards(data)]
    texts = [board.text() for board in boards]
    for fewer in without_chunks(texts):
        yield input_text(fewer)
    for k, board in enumerate(boards):
        for smaller in _smaller(board):
            if _exists(smaller):
                yield input_text([*texts[:k], smaller.text(), *texts[k + 1 :]])
    for changed in _changed_alike(boards):
        if all(map(_exists, changed)):
            yield input_text([board.text() for board in changed])


def _exists(board: _Rows) -> bool:
    """Return whether the format allows a board: it has at least one piece, two rows and two columns."""
    # A board left with fewer than two columns has no rows either: `_transposed` makes them of roads between columns.
    return bool(board.pieces) and len(board.east) > 1


def _as_rows(board: Board) -> _Rows:
    rows, columns = int(board.rows), int(board.columns)
    east = rows_of(bytes(_ZERO + road for road in board.east), columns)
    south = rows_of(bytes(_ZERO + road for road in board.south), columns)
    pieces = [
        (int(colour), int(level), int(v) // columns + 1, int(v) % columns + 1)
        for colour, level, v in zip(board.colour, board.level, board.crossing_of, strict=True)
    ]
    return _Rows([row[:-1] for row in east], south[: rows - 1], pieces)


def _smaller(board: _Rows) -> Iterator[_Rows]:
    for pieces in without_chunks(board.pieces):
        yield board._replace(pieces=_compressed(pieces))
    yield from _fewer_rows(board)
    yield from map(_transposed, _fewer_rows(_transposed(board)))
    yield from _simpler_roads(board)
    yield from _simpler_pieces(board)


def _compressed(pieces: Sequence[Placement]) -> list[Placement]:
    compressed = {level: k for k, level in enumerate(sorted({level for _colour, level, _x, _y in pieces}), 1)}
    return [(colour, compressed[level], x, y) for colour, level, x, y in pieces]


def _fewer_rows(board: _Rows) -> Iterator[_Rows]:
    for kept in without_chunks(range(len(board.east))):
        for above in (False, True):
            yield _keeping(board, kept, above)


def _keeping(board: _Rows, rows: Sequence[int], above: bool = False) -> _Rows:
    """Keep these rows, joining new neighbours by the roads below the upper or, if ``above``, above the lower one."""
    new = {row: k for k, row in enumerate(rows, 1)}
    pieces = [(colour, level, new[x - 1], y) for colour, level, x, y in board.pieces if x - 1 in new]
    south = [board.south[row - 1] for row in rows[1:]] if above else [board.south[row] for row in rows[:-1]]
    return _Rows([board.east[row] for row in rows], south, _compressed(pieces))


def _changed_alike(boards: Sequence[_Rows]) -> Iterator[list[_Rows]]:
    """Transpose or reflect all boards, or remove the same row, the same column or both from all."""
    yield [_transposed(board) for board in boards]
    yield [_upside_down(board) for board in boards]
    yield [_transposed(_upside_down(_transposed(board))) for board in boards]
    for k in range(max(len(board.south[0]) for board in boards)):
        without_column = [_transposed(_without(_transposed(board), k)) for board in boards]
        yield without_column
        yield [_without(board, k) for board in without_column]
    for k in range(max(len(board.east) for board in boards)):
        yield [_without(board, k) for board in boards]


def _without(board: _Rows, row: int) -> _Rows:
    return _keeping(board, [k for k in range(len(board.east)) if k != row])


def _upside_down(board: _Rows) -> _Rows:
    rows = len(board.east)
    return _Rows(board.east[::-1], board.south[::-1], [(c, level, rows + 1 - x, y) for c, level, x, y in board.pieces])


def _transposed(board: _Rows) -> _Rows:
    east = [bytes(roads) for roads in zip(*board.south, strict=True)]
    south = [bytes(roads) for roads in zip(*board.east, strict=True)]
    return _Rows(east, south, [(colour, level, y, x) for colour, level, x, y in board.pieces])


def _simpler_roads(board: _Rows) -> Iterator[_Rows]:
    columns = len(board.south[0])
    middle = len(board.east) * (columns - 1)
    roads = b"".join([*board.east, *board.south])
    for low in b"012":
        for kept in without_chunks([k for k, road in enumerate(roads) if road > low]):
            new = bytearray(min(road, low) for road in roads)
            for k in kept:
                new[k] = roads[k]
            yield _Rows(rows_of(bytes(new[:middle]), columns - 1), rows_of(bytes(new[middle:]), columns), board.pieces)


def _simpler_pieces(board: _Rows) -> Iterator[_Rows]:
    """Swap the colours, make a piece black, lower all levels (by compression or to 1) or just one, or move a piece."""
    pieces = board.pieces
    yield board._replace(pieces=[(1 - colour, level, x, y) for colour, level, x, y in pieces])
    yield board._replace(pieces=_compressed(pieces))
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
