"""Smaller variants of a Some Game input, for finding the smallest on which a program fails."""
# mypyc: interpreted

from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import Final, NamedTuple, TypeAlias

from refsol.problem.delta_debugging import without_chunks
from refsol.somegame.board import EMPTY, MAX_SIDE, Board, read_boards
from refsol.somegame.rules import Position

_Rows: TypeAlias = list[list[int]]

_MOST: Final = 1000  # the most edits of each kind to the stones of a data set
_MOST_LINES: Final = 10  # the most lines that are tried alone
_FEW: Final = 20  # with at most this many stones, every pair is removed in turn


class _Case(NamedTuple):
    players: int
    line: int
    rows: _Rows

    def board(self) -> Board:
        return Board.from_rows(self.rows, self.players, self.line)


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield valid inputs that are smaller than ``data``. Each is O(HW + N) plus its length."""
    boards = read_boards(data)
    texts = [board.text() for board in boards]
    for kept in without_chunks(texts):
        if kept:
            yield b"".join(kept)
    for number, board in enumerate(boards):
        for smaller in _smaller(_Case(int(board.players), int(board.line), board.rows())):
            yield b"".join([*texts[:number], smaller.board().text(), *texts[number + 1 :]])


def _smaller(case: _Case) -> Iterator[_Case]:
    """Yield smaller data sets. One whose stone counts don't match the turns is followed by one where they do."""
    for edited in _edited(case):
        yield edited
        balanced = _balanced(edited)
        if balanced != edited:
            yield balanced


def _edited(case: _Case) -> Iterator[_Case]:
    yield from _fewer_squares(case)
    for line in dict.fromkeys((0, 1, 2, case.line // 2, case.line - 1)):
        if 0 <= line < case.line:
            yield case._replace(line=line)
    yield from _fewer_players(case)
    yield from islice(_straight_lines(case), _MOST_LINES)
    yield from islice(_fewer_stones(case), _MOST)
    yield from islice(_smaller_stones(case), _MOST)


def _fewer_squares(case: _Case) -> Iterator[_Case]:
    """Remove rows or columns with their stones, or merge each into the one before."""
    for rows in without_chunks(case.rows):
        if rows:
            yield from _shorter_lines(case._replace(rows=rows), len(case.rows) - len(rows))
    width = len(case.rows[0])
    for kept in without_chunks(range(width)):
        if kept:
            rows = [[row[column] for column in kept] for row in case.rows]
            yield from _shorter_lines(case._replace(rows=rows), width - len(kept))
    for rows in _folded(case.rows):
        yield from _shorter_lines(case._replace(rows=rows), 1)
    for columns in _folded([list(column) for column in zip(*case.rows, strict=True)]):
        yield from _shorter_lines(case._replace(rows=[list(row) for row in zip(*columns, strict=True)]), 1)


def _folded(rows: _Rows) -> Iterator[_Rows]:
    """Merge each row into the one before, which keeps its own stones."""
    for k in range(1, len(rows)):
        yield [*rows[: k - 1], [one or other for one, other in zip(rows[k - 1], rows[k], strict=True)], *rows[k + 1 :]]


def _shorter_lines(case: _Case, removed: int) -> Iterator[_Case]:
    """Yield the data set, and the same one with K reduced by the number of rows, columns or stones removed."""
    yield case
    if removed < case.line:
        yield case._replace(line=case.line - removed)


def _straight_lines(case: _Case) -> Iterator[_Case]:
    """Put each of the longest lines alone along a row. An empty row below it keeps columns from being lines."""
    position = Position(case.board())
    lines = {(run.length, run.whole) for run in position.runs() if position.is_line(run)}
    for length, whole in sorted(lines, reverse=True):
        row = [1] * length + [EMPTY] * (not whole)
        alone = _Case(1, case.line, [row, [EMPTY] * len(row)])
        if len(row) <= MAX_SIDE and alone != case:
            yield alone


def _fewer_players(case: _Case) -> Iterator[_Case]:
    """Remove the players without stones, or one player, whose stones are removed or given to another."""
    owners = sorted({player for row in case.rows for player in row} - {EMPTY})
    if len(owners) < case.players > 1:
        yield _renamed(case, max(1, len(owners)), {player: k for k, player in enumerate(owners, 1)})
        highest = max([1, *owners])
        for players in dict.fromkeys((highest, case.players // 2, case.players - 1)):
            if highest <= players < case.players:
                yield case._replace(players=players)
    for gone in reversed(owners):
        new = {player: player - (player > gone) for player in owners}
        if case.players > 1:
            for other in dict.fromkeys((EMPTY, gone - 1, 1)):
                if other != gone:
                    yield _renamed(case, case.players - 1, {**new, gone: other})


def _renamed(case: _Case, players: int, new: dict[int, int]) -> _Case:
    return case._replace(players=players, rows=[[new.get(player, EMPTY) for player in row] for row in case.rows])


def _fewer_stones(case: _Case) -> Iterator[_Case]:
    """Remove stones: chunks of them and, if there are few, each pair."""
    stones = [
        (row, column) for row, owners in enumerate(case.rows) for column, player in enumerate(owners) if player != EMPTY
    ]
    pairs = combinations(stones, 2) if len(stones) <= _FEW else ()
    for kept in chain(without_chunks(stones), [[stone for stone in stones if stone not in pair] for pair in pairs]):
        rows = [[EMPTY] * len(row) for row in case.rows]
        for row, column in kept:
            rows[row][column] = case.rows[row][column]
        yield from _shorter_lines(case._replace(rows=rows), 1)


def _smaller_stones(case: _Case) -> Iterator[_Case]:
    for row, owners in enumerate(case.rows):
        for column, player in enumerate(owners):
            for other in dict.fromkeys((1, player - 1)):
                if EMPTY < other < player:
                    rows = [list(row) for row in case.rows]
                    rows[row][column] = other
                    yield case._replace(rows=rows)


def _balanced(case: _Case) -> _Case:
    """Remove as few stones as possible, the last ones of each player, so that the counts match the turns."""
    owned = [0] * (case.players + 1)
    for row in case.rows:
        for player in row:
            owned[player] += 1
    rounds = min(owned[1:])
    short = owned.index(rounds, 1)
    left = [0, *[rounds + (player < short) for player in range(1, case.players + 1)]]
    rows: _Rows = []
    for row in case.rows:
        rows.append([])
        for player in row:
            keep = player != EMPTY and left[player] > 0
            rows[-1].append(player if keep else EMPTY)
            left[player] -= keep
    return case._replace(rows=rows)
