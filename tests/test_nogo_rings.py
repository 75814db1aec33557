"""Groups as rings: what is legal is what the oracle says, with walls, too, and a game is forgotten when restored."""

from random import Random

import pytest
import support

from refsol import nogo
from refsol.nogo import oracle
from refsol.nogo.board import EDGE
from refsol.nogo.play._rings import Rings

COLOURS = (nogo.BLACK, nogo.WHITE)


def any_board(rng: Random) -> nogo.Board:
    """Return a board with some walls and a legal position."""
    rows, columns = rng.randint(1, 6), rng.randint(1, 6)
    cells = [(x, y) for x in range(1, rows + 1) for y in range(1, columns + 1)]
    board = nogo.Board(rows, columns, walls=rng.sample(cells, rng.choice([0, 0, len(cells) // 4])))
    for _ in range(rng.randrange(len(cells) + 1)):
        point, colour = board.point(*rng.choice(cells)), rng.choice(COLOURS)
        if board.stone[point] != EDGE and oracle.is_legal(board, point, colour):
            board.stone[point] = colour
    return board


def legal(rings: Rings, board: nogo.Board) -> list[tuple[int, int]]:
    return [(point, colour) for point in range(len(board.stone)) for colour in COLOURS if rings.is_legal(point, colour)]


def right(board: nogo.Board) -> list[tuple[int, int]]:
    inside = [point for point in range(len(board.stone)) if board.stone[point] != EDGE]
    return [(point, colour) for point in inside for colour in COLOURS if oracle.is_legal(board, point, colour)]


def test_legal_moves_are_the_oracles_whoever_moves() -> None:
    for seed in support.seeds(support.CASES // 20):
        rng = Random(seed)
        start = any_board(rng)
        first, rings = Rings(start), Rings(start)
        for _ in range(2):
            board = start.copy()
            rings.restore(first)
            while moves := right(board):
                assert legal(rings, board) == moves, f"seed {seed!r}"
                point, colour = rng.choice(moves)
                assert rings.put(point, colour)
                assert not rings.put(point, rng.choice(COLOURS))
                board.stone[point] = colour
                wrong = rng.randrange(len(board.stone)), rng.choice(COLOURS)
                if wrong not in right(board):
                    assert not rings.put(*wrong)
            assert legal(rings, board) == []


def test_what_is_no_move() -> None:
    rings = Rings(nogo.Board(2))
    for point, colour in ((-1, 1), (16, 1), (5, 0), (5, 3)):
        for method in (rings.is_legal, rings.put):
            with pytest.raises(ValueError, match=r"."):
                method(point, colour)
