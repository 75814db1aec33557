"""The rules of Some Game against the definition in the oracle."""

from itertools import pairwise
from random import Random

import pytest
import support

from refsol import somegame
from refsol.somegame import oracle
from refsol.somegame.board import EMPTY
from refsol.somegame.rules import Position, Run


def crosses_an_edge(position: Position, line: Run) -> bool:
    """Return whether a step from one square of a line to the next leads to another place than on a plane."""
    down, right = line.step
    return any(
        next_row - row != down or next_column - column != right
        for (row, column), (next_row, next_column) in pairwise(position.cells(line))
    )


def test_lines_and_last_stones_are_those_of_the_definition() -> None:
    """A stone is a last stone of all lines exactly when nobody has a line without it."""
    for seed in support.seeds(support.CASES // 8):
        for board in somegame.read_boards(support.GENERATE["somegame"](Random(seed))):
            position = Position(board)
            game = oracle.Game(board)
            if position.line == 0:
                continue
            lines = position.lines()
            assert [position.wraps(line) for line in lines] == [crosses_an_edge(position, line) for line in lines]
            assert (lines == []) == (game.winner(game.position) == oracle.NOBODY), f"seed {seed!r}"
            if not lines:
                continue
            last = []
            for square, owner in enumerate(game.position):
                before = (*game.position[:square], EMPTY, *game.position[square + 1 :])
                if owner != EMPTY and game.winner(before) == oracle.NOBODY:
                    row, column = divmod(square, position.width)
                    last.append((row + 1, column + 1))
            assert position.shared_last_stones(lines) == tuple(last), f"seed {seed!r}"
            if not last:
                few = position.lines_without_shared(lines)
                assert position.shared_last_stones(few) == ()
                for line in few:
                    rest = [other for other in few if other is not line]
                    assert not rest or position.shared_last_stones(rest), f"seed {seed!r}"


def test_counts_are_those_of_the_definition() -> None:
    for seed in support.seeds(support.CASES // 8):
        for board in somegame.read_boards(support.GENERATE["somegame"](Random(seed))):
            position = Position(board)
            players = range(1, position.players + 1)
            is_fair = position.owned()[1:] == [position.due(player) for player in players]
            assert is_fair == oracle.Game(board).has_right_counts(), f"seed {seed!r}"
            if position.stones:
                assert position.mover() == [turn % position.players + 1 for turn in range(position.stones)][-1]


@pytest.mark.parametrize(
    ("row", "wraps"), [([1, 1, 1, 0, 0], False), ([1, 0, 0, 1, 1], True), ([0, 0, 1, 1, 1], False)]
)
def test_lines_that_wrap(row: list[int], wraps: bool) -> None:
    position = Position(somegame.Board.from_rows([row, [0] * 5, [0] * 5], players=1, line=3))
    (line,) = position.lines()
    assert position.wraps(line) == wraps
    assert position.last_stones(line) == position.cells(line)


def test_lines_that_are_not_needed_to_show_that_none_is_shared() -> None:
    """The line along the row shares a stone with the first column, but not with the second."""
    rows = ["1110000", "1000000", "1000100", "0000100", "0000100", "0000000", "0000000"]
    position = Position(somegame.Board.from_rows([list(map(int, row)) for row in rows], players=1, line=3))
    along, first, second = position.lines()
    assert [line.step for line in (along, first, second)] == [(0, 1), (1, 0), (1, 0)]
    assert position.lines_without_shared([along, first, second]) == [first, second]
