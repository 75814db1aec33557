"""The figures of the proofs show what the solvers compute."""

from random import Random

import pytest
import support
from figures import chess, multigo, nogo
from living_figures.chess import open_neighbours
from mypy_extensions import u8

from refsol.chess.board import OPEN
from refsol.chess.board import read_boards as read_chess_boards
from refsol.chess.vertices import Vertices
from refsol.multigo.board import Board as MultigoBoard
from refsol.multigo.board import read_board as read_multigo_board
from refsol.multigo.legality import ViolationKind, violations
from refsol.multigo.rules import territory_of
from refsol.nogo import pseudo_liberties
from refsol.nogo.board import BLACK
from refsol.nogo.board import Board as NogoBoard
from refsol.nogo.board import read_board as read_nogo_board
from refsol.problem.scene import Cell, Stroke

pytestmark = [pytest.mark.docs, support.once]


def pseudo_liberties_of(board: NogoBoard, cell: Cell) -> int:
    """Return how many pairs the solver counts for the group of a stone."""
    groups = pseudo_liberties.PseudoLiberties(board)
    label = pseudo_liberties.label_of(groups.label, groups.count, board.point(*cell))
    return int(groups.count[label >> pseudo_liberties.SHIFT]) // pseudo_liberties.PAIR


def test_the_counts_add_up_when_groups_are_joined() -> None:
    before, after = nogo.bridge()
    board = read_nogo_board(nogo.GROUPS)
    counts = [pseudo_liberties_of(board, mark.cells[0]) for mark in before.marks]
    board.stone[board.point(*nogo.BRIDGE)] = u8(BLACK)
    joined = pseudo_liberties_of(board, nogo.BRIDGE)
    assert [mark.role.split()[-2] for mark in (*before.marks, *after.marks)] == [*map(str, counts), str(joined)]
    next_to = sum(stroke.cells[1] == nogo.BRIDGE for stroke in before.strokes)
    assert joined == sum(counts) - next_to + sum(stroke.cells[0] == nogo.BRIDGE for stroke in after.strokes)
    assert len(after.marks) == 1 < len(before.marks)


def test_the_polygon_separates_the_two_arcs() -> None:
    [scene] = multigo.jordan()
    board = read_multigo_board(multigo.MOVE)
    ends = [stroke.cells for stroke in scene.strokes]
    assert [end for _start, end in ends] == [start for start, _end in ends[1:]] + [ends[0][0]]
    corners = [start for start, _end in ends]
    assert len(set(corners)) == len(corners)
    assert {multigo.owner(board, cell) for cell in corners if cell != multigo.CELL} == {1}
    named: dict[str, list[Cell]] = {}
    for label in scene.labels:
        named.setdefault(label.text, []).append(label.cell)
    assert named.pop("c") == [multigo.CELL]
    assert {cell for cells in named.values() for cell in cells} == set(multigo.ring(multigo.CELL))
    assert all(is_inside(cell, scene.strokes) for cell in named["f"])
    assert not any(is_inside(cell, scene.strokes) for cell in named["g"])
    assert not any(multigo.owner(board, cell) == 1 for cell in named["f"] + named["g"])


def is_inside(cell: Cell, sides: tuple[Stroke, ...]) -> bool:
    """Return whether a ray from a cell, slightly below its centre to the right, meets an odd number of sides."""
    x, y = cell
    met = [side for side in sides if side.cells[0][1] == side.cells[1][1] > y and min(c[0] for c in side.cells) == x]
    return len(met) % 2 == 1


def test_corners_tell_holes_as_in_the_solver() -> None:
    with_holes = 0
    for board in [read_multigo_board(multigo.HOLE), read_multigo_board(multigo.NO_HOLE), *random_multigo_boards()]:
        enclosing = {v.player for v in violations(board) if v.kind is ViolationKind.ENCLOSED}
        for player in range(1, board.players + 1):
            labels = [label.text for label in multigo.corners(board, player)]
            parts = len(territory_of(board, player).parts)
            assert (labels.count("+") - labels.count("−") != 4 * parts) == (player in enclosing)
            with_holes += player in enclosing
    assert with_holes > 5


def random_multigo_boards() -> list[MultigoBoard]:
    """Return boards of any cells, most of them illegal, many with holes."""
    boards = []
    for _seed, rng in support.randoms(200):
        height, width = rng.randint(3, 7), rng.randint(3, 7)
        rows = [[rng.choice((1, 1, 1, 2)) for _ in range(width)] for _ in range(height)]
        boards.append(MultigoBoard.from_rows(rows, 2))
    return boards


def test_weights_sum_to_one_next_to_a_piece() -> None:
    """The lemma on chess, for every piece, region and moment."""
    boards = [chess.board_of(chess.LEMMA), chess.board_of(chess.MINIATURE)]
    for seed in support.seeds(15):
        boards += read_chess_boards(support.GENERATE["chess"](Random(seed)))
    next_to_a_piece = 0
    for board in boards:
        if OPEN not in board.east and OPEN not in board.south:
            continue
        vertex_of = Vertices(board).vertex_of
        for j in range(board.pieces):
            weight = chess.weights(board, j)
            for left in range(board.pieces + 1):
                for region in chess.regions_after(board, left):
                    total = sum(weight[vertex] for vertex in {int(vertex_of[v]) for v in region})
                    expected = j < left and not {*region}.isdisjoint(open_neighbours(board, int(board.crossing_of[j])))
                    assert total == expected
                    next_to_a_piece += expected
    assert next_to_a_piece > 20


def test_the_numbers_in_the_corners() -> None:
    board = chess.board_of(chess.MINIATURE)
    by_row, by_column = chess.numberings()
    assert [label.text for label in by_row.labels] == [str(v) for v in range(board.crossings)]
    in_columns = sorted(by_column.labels, key=lambda label: (label.cell[1], label.cell[0]))
    assert [label.text for label in in_columns] == [str(v) for v in range(board.crossings)]


def test_each_piece_is_drawn_where_it_stands() -> None:
    for scene, left in zip(chess.lemma(), chess.LEFT, strict=True):
        board = chess.board_of(chess.LEMMA)
        standing = {int(board.crossing_of[t]) for t in range(left)}
        for v in range(board.crossings):
            x, y = chess.cell_of(board, v)
            assert (scene.piece(x, y).kind.value in ("black", "white")) == (v in standing)
