"""A game of Multi-Go by clicks. Everything is O(NM log NM) for a board of N × M cells."""

from collections.abc import Sequence
from random import Random
from typing import Final

from game_state import Move, State

from refsol.multigo.board import Board, input_text, move_line, read_board
from refsol.multigo.game import Referee
from refsol.multigo.jury.explain import MOVE, explain, show
from refsol.problem.scene import Scene

_REFUSED: Final = b"NO\n"
_NO_MOVE: Final = "There is no random move: no cell may go to the owner of an adjacent one."
_UNSAVED: Final = "Can't be saved yet: an input has at least one move."


def play_multigo(data: bytes, moves: Sequence[Move], move: Move | None, seed: str | None) -> State:
    """Return the state after ``moves`` on the board ``data`` and ``move`` or, with a ``seed``, a random legal one.

    Moves that aren't legal are refused and count nevertheless, as in an input, unless there is no such player. Raises
    ``InputError`` for an input that is not valid, and for ``moves`` that no input can have.
    """
    referee = Referee(data)
    for each in moves:
        _answer(referee, each)
    if seed is not None:
        move = _random_move(referee.game.board, Random(seed))
    board = referee.game.board
    stuck = "" if seed is None or move is not None else _NO_MOVE
    if move is not None and not 1 <= move[2] <= board.players:
        stuck = f"There is no player {move[2]}: players are numbered from 1 to {board.players}."
        move = None
    refused = move is not None and _answer(referee, move) == _REFUSED
    if move is not None:
        moves = [*moves, move]
    if not moves:
        return State(_scene(board, (1, 1, 1)), moves, stuck, bool(stuck), False, "", _UNSAVED, "")
    game = _text(read_board(data), moves)
    (last,) = explain(game, {MOVE: len(moves)})
    scene = last.scene
    if not refused:
        scene = _scene(board, moves[-1])._replace(title=scene.title, description=scene.description, focus=scene.focus)
    message = f"{last.subject[0].upper()}{last.subject[1:]}: {last.answer}. {' '.join(last.reasons)}"
    return State(scene, moves, stuck or message, refused or bool(stuck), False, game.decode(), "", "")


def _answer(referee: Referee, move: Move) -> bytes:
    x, y, player = move
    return referee.answer(move_line(x, y, player).encode())


def _text(board: Board, moves: Sequence[Move]) -> bytes:
    """Return an input."""
    return input_text(board.rows(), board.players, [move_line(x, y, player) for x, y, player in moves])


def _scene(board: Board, move: Move) -> Scene:
    """Return the scene of a position; ``move`` is any move on the board, which an input needs."""
    return show(_text(board, [move]), {})


def _random_move(board: Board, random: Random) -> Move | None:
    """Return a legal move that gives a random cell to the owner of a neighbouring one, or None if there is none."""
    rows = board.rows()
    cells = [(x, y) for x in range(len(rows)) for y in range(len(rows[0]))]
    for x, y in random.sample(cells, len(cells)):
        around = [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)]
        owners = {rows[i][j] for i, j in around if 0 <= i < len(rows) and 0 <= j < len(rows[0])} - {rows[x][y]}
        for player in random.sample(sorted(owners), len(owners)):
            move = (x + 1, y + 1, player)
            (explained,) = explain(_text(board, [move]), {MOVE: 1})
            if explained.answer == "YES":
                return move
    return None
