"""Tic-tac-toe on nine small boards: both cases of the rule, and the board as a library."""

import pickle
from copy import copy, deepcopy
from io import BytesIO

import pytest
import support

from refsol import tictactoe
from refsol.errors import InputError
from refsol.tictactoe.board import ALLOWED, CELLS, read_board
from refsol.tictactoe.oracle import solve
from refsol.tictactoe.rules import allowed_cells, named_small_board, position_in_small_board, small_board_of


def test_board_as_a_library() -> None:
    data = (support.SAMPLES / "tictactoe" / "1.in").read_bytes()
    board = tictactoe.read_board(data)
    assert (board.row, board.column) == (5, 3)
    assert board.text() + b"6 4\n" == data
    assert board.input_text() == data
    tictactoe.mark(board)
    assert board.text() == (support.SAMPLES / "tictactoe" / "1.ans").read_bytes()


def test_a_new_board_is_empty() -> None:
    band = b"... ... ...\n" * 3
    assert tictactoe.Board().input_text() == b"\n".join([band] * 3) + b"1 1\n"


def test_read_board_takes_bytes_and_files() -> None:
    data = (support.SAMPLES / "tictactoe" / "2.in").read_bytes()
    boards = [tictactoe.read_board(source) for source in (data, BytesIO(data))]
    assert [board.input_text() for board in boards] == [data, data]
    assert {int(boards[0].cell[boards[0].last_cell()])} <= {tictactoe.CROSS, tictactoe.NOUGHT}
    with pytest.raises(InputError, match=r"^13:1: expected end of file, found '1'$"):
        tictactoe.read_board(data + b"1")


@pytest.mark.slow
def test_a_game_follows_the_rule_and_can_be_undone() -> None:
    for seed, rng in support.randoms(support.CASES // 10):
        game = tictactoe.Game(tictactoe.Board(), rng.choice((tictactoe.CROSS, tictactoe.NOUGHT)))
        first = game.to_move
        moves: list[tuple[int, int]] = []
        positions = [game.copy()]
        while legal := game.legal_moves():
            if moves:
                marked = game.board.copy()
                tictactoe.mark(marked)
                cells = [9 * x + y - 10 for x, y in legal]
                assert [cell for cell in range(81) if marked.cell[cell] == tictactoe.ALLOWED] == cells
                assert allowed_cells(game.board) == cells
            else:
                assert len(legal) == 81
            x, y = rng.choice(legal)
            game.play(x, y)
            moves.append((x, y))
            positions.append(game.copy())
            assert game.moves == moves
            assert game.board.cell[game.board.last_cell()] == 231 - game.to_move
            if rng.random() < 0.3:
                for _chip in range(min(len(moves), rng.randint(1, 2))):
                    assert game.undo() == moves.pop()
                    positions.pop()
                    assert game == positions[-1], f"seed {seed!r}"
        assert (len(moves), game.board.text().count(b".")) == (81, 0)
        for other in (game.copy(), copy(game), deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert isinstance(other, tictactoe.Game)
            assert (other == game, other.moves) == (True, moves)
            while other.moves:
                other.undo()
            assert (other.to_move, other.board == tictactoe.Board(), game.moves) == (first, True, moves)
            with pytest.raises(ValueError, match="no chip"):
                other.undo()


def test_chips_may_not_go_anywhere() -> None:
    game = tictactoe.Game(tictactoe.Board())
    game.play(1, 6)
    for x, y in ((1, 6), (4, 1)):
        with pytest.raises(ValueError, match=rf"^the next chip may not go to \({x}, {y}\)$"):
            game.play(x, y)
    for x, y in ((0, 1), (1, 10)):
        with pytest.raises(ValueError, match="no cell"):
            game.play(x, y)
    with pytest.raises(ValueError, match="a chip is a cross"):
        tictactoe.Game(tictactoe.Board(), 1)
    assert game.moves == [(1, 6)]


def test_without_a_last_chip_the_next_one_may_go_to_any_empty_cell() -> None:
    board = tictactoe.Board()
    board.cell[40] = tictactoe.CROSS
    legal = tictactoe.Game(board).legal_moves()
    assert len(legal) == 80
    assert (5, 5) not in legal


def test_boards_and_games_are_compared_and_shown() -> None:
    game = tictactoe.Game(tictactoe.Board())
    assert repr(game).split("\n")[:2] == ["<Game, x to move, 0 chips>", "... ... ..."]
    game.play(1, 6)
    assert repr(game).split("\n")[:2] == ["<Game, o to move, 1 chip>", "... ..x ..."]
    assert repr(game.board).split("\n")[:2] == ["<Board, last chip on (1, 6)>", "... ..x ..."]
    assert game != tictactoe.Game(game.board.copy())
    other = game.board.copy()
    other.row = 1
    assert game.board != other
    assert (game.board == 2, game == 2, game.board == tictactoe.Board()) == (False, False, False)
    for thing in (game, game.board):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


def test_small_boards() -> None:
    assert small_board_of(0) == small_board_of(20) == [0, 1, 2, 9, 10, 11, 18, 19, 20]
    assert small_board_of(80) == [60, 61, 62, 69, 70, 71, 78, 79, 80]
    assert position_in_small_board(5 * 9 + 3) == (2, 0)
    assert named_small_board(5 * 9 + 3) == small_board_of(6 * 9)
    assert all(cell in small_board_of(cell) for cell in range(CELLS))


def test_allowed_cells_are_those_that_the_oracle_marks() -> None:
    for seed, _rng, data in support.inputs("tictactoe", support.CASES // 4):
        marked = [cell for cell, sign in enumerate(b"".join(solve(data).split())) if sign == ALLOWED]
        assert allowed_cells(read_board(data)) == marked, f"seed {seed!r}"
