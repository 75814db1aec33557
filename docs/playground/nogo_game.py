"""A game of NoGo by clicks. Everything is O(n² α(n)) for size n."""

from collections.abc import Sequence
from random import Random
from typing import Final

from game_state import Move, State

from refsol.nogo.board import BLACK, COLOURS, EMPTY, WHITE, read_board
from refsol.nogo.game import Game
from refsol.nogo.play.search import Search
from refsol.nogo.rules import scene_of, try_stone
from refsol.problem.scene import Mark, Scene
from refsol.problem.wording import counted

_NODES: Final = 2**16  # of a search's tree
_UNSAVED: Final = (
    "Can't be saved now: an input has as many black stones as white ones. Undo the last move, or make another."
)


def play_nogo(data: bytes, moves: Sequence[Move], move: Move | None, seed: str | None) -> State:
    """Return the state after ``moves`` on the board ``data`` and ``move`` or, with a ``seed``, a random one.

    A move that isn't legal is not made. Raises ``InputError`` for an input that is not valid, and ``ValueError`` for
    moves that are off the board and for illegal ``moves``.
    """
    game = Game(read_board(data))
    for x, y in moves:
        game.play(x, y)
    if seed is not None:
        move = Random(seed).choice(game.legal_moves() or [None])
    fault, marks = ("", ()) if move is None else _fault(game, move)
    if move is not None and not fault:
        game.play(*move)
        moves = [*moves, move]
    legal = game.legal_moves()
    side, other = COLOURS[game.to_move], COLOURS[BLACK + WHITE - game.to_move]
    turn = f"{side.capitalize()} to move." if legal else f"{side.capitalize()} can't move, so {other} has won."
    last = move or (moves[-1] if moves else None)
    scene = scene_of(game.board, marks, None if last is None else (last[0], last[1]))
    is_input = game.to_move == BLACK
    return State(
        scene._replace(title=f"NoGo after {counted(len(moves), 'move')}: {turn}", description=_described(scene)),
        moves,
        " ".join(filter(None, (fault, turn))),
        bool(fault),
        not legal,
        game.board.text().decode() if is_input else "",
        "" if is_input else _UNSAVED,
        "".join(f"{x} {y}\n" for x, y in moves) + ("" if legal else "-1 -1\n"),
    )


def find_moves(data: bytes, moves: Sequence[Move], simulations: int) -> Sequence[tuple[Move, float, float]]:
    """Return the moves that a search of this many ``simulations`` tried after ``moves``, the best first.

    Each has the share of the simulations that began with it, and of these the share that the side to move won. Raises
    what :func:`play_nogo` does.
    """
    game = Game(read_board(data))
    for x, y in moves:
        game.play(x, y)
    search = Search(game, seed=len(moves), nodes=_NODES)
    search.run(simulations)
    tried = [child for child in search.children() if child.visits]
    return [
        (game.board.coordinates(child.point), child.visits / simulations, child.wins / child.visits) for child in tried
    ]


def _fault(game: Game, move: Move) -> tuple[str, tuple[Mark, ...]]:
    """Return why a ``move`` isn't legal, or nothing, and the cells that this refers to."""
    x, y = move
    board = game.board
    point = board.point(x, y)
    side = COLOURS[game.to_move].capitalize()
    if board.stone[point] != EMPTY:
        return f"{side} may not play on ({x}, {y}): it is occupied.", ()
    trial = try_stone(board, point, game.to_move)
    if trial.is_legal():
        return "", ()
    return f"{side} may not play on ({x}, {y}): {', and '.join(trial.faults())}.", trial.marks()


def _described(scene: Scene) -> str:
    """Return the rows of a board in words for readers who can't see it."""
    return " ".join(f"Row {x}: {''.join(piece.text for piece in row)}." for x, row in enumerate(scene.pieces, 1))
