"""The rules of NoGo, and groups as rings, against the definition in the oracle."""

from random import Random

import pytest
import support
from test_nogo_game import played, walled_board

from refsol import nogo
from refsol.nogo import oracle
from refsol.nogo.board import EDGE
from refsol.nogo.play._rings import Rings, legal_for
from refsol.nogo.rules import group_of, groups_around, groups_of, scene_of, try_stone
from refsol.problem.scene import Ground, Piece, PieceKind


def test_groups_are_the_connected_stones_with_their_liberties() -> None:
    for seed in support.seeds(support.CASES // 10):
        board = nogo.read_board(support.GENERATE["nogo"](Random(seed)))
        groups = groups_of(board)
        stones = [cell for group in groups for cell in group.stones]
        assert sorted(stones) == sorted(map(board.coordinates, board.points(nogo.BLACK) + board.points(nogo.WHITE)))
        assert [group.stones[0] for group in groups] == sorted(group.stones[0] for group in groups)
        for group in groups:
            reached = {group.stones[0]}
            while more := {cell for cell in group.stones if touches(cell, reached)} - reached:
                reached |= more
            assert reached == set(group.stones), f"seed {seed!r}"
            points = [board.point(x, y) for x, y in group.stones]
            assert {board.stone[point] for point in points} == {group.colour}
            around = {point + step for point in points for step in (-board.stride, -1, 1, board.stride)}
            assert not {point for point in around if board.stone[point] == group.colour}.difference(points)
            liberties = sorted(point for point in around if board.stone[point] == nogo.EMPTY)
            assert list(group.liberties) == [board.coordinates(point) for point in liberties], f"seed {seed!r}"


def touches(cell: tuple[int, int], others: set[tuple[int, int]]) -> bool:
    return any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in others)


def test_trials_are_legal_where_the_definition_says_so() -> None:
    for seed in support.seeds(support.CASES // 10):
        board = nogo.read_board(support.GENERATE["nogo"](Random(seed)))
        before = board.text()
        for point in board.points(nogo.EMPTY):
            for colour in (nogo.BLACK, nogo.WHITE):
                trial = try_stone(board, point, colour)
                assert trial.is_legal() == oracle.is_legal(board, point, colour), f"seed {seed!r}"
                assert trial.is_legal() == (trial.faults() == []) == (trial.marks() == ())
                others = {group.stones for group in groups_around(board, point) if group.colour != colour}
                assert {group.stones for group in trial.captured} <= others
        assert board.text() == before


def test_a_scene_has_stones_on_crossings() -> None:
    scene = scene_of(nogo.read_board(b"2\nX.\n.O\n"), middle=(2, 1))
    assert (scene.ground, scene.focus, scene.middle) == (Ground.CROSSINGS, None, (2, 1))
    black, white, nothing = Piece("X", PieceKind.BLACK), Piece("O", PieceKind.WHITE), Piece(".", PieceKind.EMPTY)
    assert scene.pieces == ((black, nothing), (nothing, white))


def test_an_empty_point_has_no_group() -> None:
    board = nogo.read_board(b"2\nX.\n.O\n")
    assert group_of(board, board.point(1, 1)).stones == ((1, 1),)
    with pytest.raises(ValueError, match=f"no stone on point {board.point(1, 2)}"):
        group_of(board, board.point(1, 2))


COLOURS = (nogo.BLACK, nogo.WHITE)


def legal(rings: Rings, board: nogo.Board) -> list[tuple[int, int]]:
    empty = board.points(nogo.EMPTY)
    colours = [legal_for(rings.label, rings.count, rings.stride, point) for point in empty]
    return [(point, colour) for point, may in zip(empty, colours, strict=True) for colour in COLOURS if may & colour]


def right(board: nogo.Board) -> list[tuple[int, int]]:
    inside = [point for point in range(len(board.stone)) if board.stone[point] != EDGE]
    return [(point, colour) for point in inside for colour in COLOURS if oracle.is_legal(board, point, colour)]


def test_legal_moves_are_the_oracles_whoever_moves() -> None:
    for seed, rng in support.randoms(support.CASES // 20):
        start = played(rng, walled_board(rng)).board
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
        with pytest.raises(ValueError, match=r"the point must be|a stone is black"):
            rings.put(point, colour)
