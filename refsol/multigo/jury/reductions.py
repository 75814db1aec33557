"""Smaller variants of a Multi-Go input, for finding the smallest on which a program fails."""
# mypyc: interpreted

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Final, NamedTuple

from refsol.multigo.board import Board, input_text, move_line, scan_board, scan_move
from refsol.multigo.game import Game
from refsol.problem.delta_debugging import without_chunks
from refsol.text.scanner import Scanner

_CLOSE: Final = 2  # rows and columns
_SMALL: Final = 10


class _Case(NamedTuple):
    rows: list[list[int]]
    players: int
    moves: list[tuple[int, int, int]]

    def text(self) -> bytes:
        return input_text(self.rows, self.players, [move_line(*move) for move in self.moves])


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs that are smaller than the valid ``data``; not all are valid. Each is O(NM + K + Q)."""
    scanner = Scanner(data)
    board, count = scan_board(scanner)
    case = _Case(board.rows(), int(board.players), [scan_move(scanner, board) for _ in range(count)])
    kinds = (_fewer_moves, _fewer_lines, _fewer_players, _smaller_owners, _smaller_moves, _other_moves)
    for smaller in chain.from_iterable(kind(case) for kind in kinds):
        if smaller.moves and smaller.rows and smaller.rows[0]:
            yield smaller.text()


def _fewer_moves(case: _Case) -> Iterator[_Case]:
    for begin in (len(case.moves) - 1, len(case.moves) // 2, 1):
        if 0 < begin < len(case.moves):
            board = Board.from_rows(case.rows, case.players)
            game = Game(board)
            for x, y, player in case.moves[:begin]:
                game.play(x, y, player)
            yield case._replace(rows=board.rows(), moves=case.moves[begin:])
    for moves in without_chunks(case.moves):
        yield case._replace(moves=moves)


def _fewer_lines(case: _Case) -> Iterator[_Case]:
    yield from _fewer_rows(case)
    yield from map(_transposed, _fewer_rows(_transposed(case)))
    yield from _one_line_less(case)


def _fewer_rows(case: _Case) -> Iterator[_Case]:
    for kept in without_chunks(range(1, len(case.rows) + 1)):
        new = {x: k for k, x in enumerate(kept, 1)}
        moves = [(new[x], y, player) for x, y, player in case.moves if x in new]
        yield case._replace(rows=[case.rows[x - 1] for x in kept], moves=moves)


def _one_line_less(case: _Case) -> Iterator[_Case]:
    """Remove a row or a column; its moves are made in the one next to it."""
    yield from _one_row_less(case)
    yield from map(_transposed, _one_row_less(_transposed(case)))


def _one_row_less(case: _Case) -> Iterator[_Case]:
    for row in range(1, len(case.rows) + 1):
        moves = [(max(1, x - (x >= row)), y, player) for x, y, player in case.moves]
        yield case._replace(rows=[*case.rows[: row - 1], *case.rows[row:]], moves=moves)


def _transposed(case: _Case) -> _Case:
    rows = [list(column) for column in zip(*case.rows, strict=True)]
    return case._replace(rows=rows, moves=[(y, x, player) for x, y, player in case.moves])


def _fewer_players(case: _Case) -> Iterator[_Case]:
    """Renumber the players 1, 2, … in order of occurrence, or give the cells and moves of one to another.

    The two are neighbours, or one has no cells.
    """
    order = list(dict.fromkeys([*(player for row in case.rows for player in row), *(move[2] for move in case.moves)]))
    yield _renamed(case, order, {})
    touching = {pair for row in case.rows for pair in pairwise(row)}
    touching |= {pair for rows in pairwise(case.rows) for pair in zip(*rows, strict=True)}
    present = {player for row in case.rows for player in row}
    absent = {(player, other) for player in order if player not in present for other in order[:_SMALL]}
    for one, other in sorted(touching | absent):
        if one != other:
            gone = max(one, other)
            yield _renamed(case, [player for player in order if player != gone], {gone: min(one, other)})


def _renamed(case: _Case, kept: list[int], given: dict[int, int]) -> _Case:
    new = {player: k for k, player in enumerate(kept, 1)}
    new |= {player: new[other] for player, other in given.items()}
    rows = [[new[player] for player in row] for row in case.rows]
    return _Case(rows, max(2, len(kept)), [(x, y, new[player]) for x, y, player in case.moves])


def _smaller_owners(case: _Case) -> Iterator[_Case]:
    """Give a cell to a neighbour with a smaller number."""
    for x, row in enumerate(case.rows):
        for y, owner in enumerate(row):
            near = {row[j] for j in (y - 1, y + 1) if 0 <= j < len(row)}
            near |= {case.rows[i][y] for i in (x - 1, x + 1) if 0 <= i < len(case.rows)}
            for player in sorted(near):
                if player < owner:
                    changed = [*row[:y], player, *row[y + 1 :]]
                    yield case._replace(rows=[*case.rows[:x], changed, *case.rows[x + 1 :]])


def _smaller_moves(case: _Case) -> Iterator[_Case]:
    """Change a move to an earlier cell close by, or to a player with a smaller number."""
    for k, (x, y, player) in enumerate(case.moves):
        earlier = [
            (i, j) for i in range(x - _CLOSE, x + 1) for j in range(y - _CLOSE, y + _CLOSE + 1) if (i, j) < (x, y)
        ]
        others = [(i, j, player) for i, j in earlier if i >= 1 and 1 <= j <= len(case.rows[0])]
        others += [(x, y, other) for other in range(1, min(player, _SMALL))]
        for other in others:
            yield case._replace(moves=[*case.moves[:k], other, *case.moves[k + 1 :]])


def _other_moves(case: _Case) -> Iterator[_Case]:
    """In a small input, remove a row or a column and change the cell of one move to any other."""
    if len(case.rows) * len(case.rows[0]) * len(case.moves) > 64:
        return
    for smaller in _one_line_less(case):
        for k, (_x, _y, player) in enumerate(smaller.moves):
            for x, row in enumerate(smaller.rows, 1):
                for y in range(1, len(row) + 1):
                    yield smaller._replace(moves=[*smaller.moves[:k], (x, y, player), *smaller.moves[k + 1 :]])
