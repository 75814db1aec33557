"""A game on nine small boards by clicks. The board always has 81 cells, so everything is O(1)."""

from collections.abc import Sequence
from random import Random
from typing import Final

from game_state import Move, State

from refsol.problem.wording import counted
from refsol.tictactoe.board import CROSS, EMPTY, NOUGHT, SIDE, Board, read_board
from refsol.tictactoe.game import Game
from refsol.tictactoe.jury.explain import scene_of, show

EMPTY_BOARD: Final = Board().text()
"""What a game on an empty board begins with."""

_NAMES: Final = {CROSS: "x", NOUGHT: "o"}


def play_tictactoe(data: bytes, moves: Sequence[Move], move: Move | None, seed: str | None) -> State:
    """Return the state after ``moves`` on the board ``data`` and ``move`` or, with a ``seed``, a random one.

    The side that hasn't put the last chip begins. On :data:`EMPTY_BOARD`, which is no input, x begins on any cell. A
    move that isn't allowed is not made. Raises ``InputError`` for an input that is not valid, and ``ValueError`` for
    ``moves`` that aren't allowed.
    """
    if data == EMPTY_BOARD:
        board = Board()
        game = Game(board)
    else:
        board = read_board(data)
        game = Game(board, CROSS + NOUGHT - int(board.cell[board.last_cell()]))
    for x, y in moves:
        game.play(x, y)
    allowed = game.legal_moves()
    if seed is not None:
        move = Random(seed).choice([*allowed] or [None])
    fault = ""
    if move is not None:
        x, y = move
        if (x, y) in allowed:
            game.play(x, y)
            moves = [*moves, move]
        elif board.cell[(x - 1) * SIDE + y - 1] != EMPTY:
            fault = f"The next chip may not go to ({x}, {y}): there is one already. "
        else:
            fault = f"The next chip may not go to ({x}, {y}): the last chip names another small board, marked with !. "
    over = not game.legal_moves()
    is_empty = board.cell[board.last_cell()] == EMPTY
    turn = "The board is full." if over else f"{_NAMES[game.to_move]} is next, on one of the cells marked with !."
    text = board.input_text()
    if over:
        scene = scene_of(board, (board.row + 1, board.column + 1))
    elif is_empty:
        scene = scene_of(board, (1, 1), allowed=game.legal_moves())._replace(focus=None)
    else:
        scene = show(text, {})
    title = f"Tic-tac-toe after {counted(len(moves), 'move')}"
    why_not = "A full board can't be an input." if over else "An empty board can't be an input." if is_empty else ""
    saved = "" if why_not else text.decode()
    return State(scene._replace(title=title), moves, f"{fault}{turn}", bool(fault), over, saved, why_not, "")
