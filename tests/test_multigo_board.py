"""Boards of Multi-Go: from rows, from bytes and from files; and its rules, compared with the oracle."""

from io import BytesIO
from itertools import product

import pytest
import support

from refsol import multigo
from refsol.errors import InputError
from refsol.multigo.board import input_text, move_line, rewound_to_owner, scan_board, scan_move
from refsol.multigo.oracle import encloses_nobody, is_connected
from refsol.multigo.rules import Territory, territory_of, try_move
from refsol.problem.scene import Cell
from refsol.text.scanner import Scanner


def test_rows_and_boards() -> None:
    rows = [[1, 4, 4], [1, 2, 4]]
    board = multigo.Board.from_rows(rows, 5)
    assert (board.height, board.width, board.players) == (2, 3, 5)
    assert board.rows() == rows
    assert list(board.owner) == [0, 0, 0, 0, 0, 0, 1, 4, 4, 0, 0, 1, 2, 4, 0, 0, 0, 0, 0, 0]
    assert list(board.present) == [0, 1, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no board has 0 rows, 0 columns and 3 players"),
        ([[]], "no board has 1 rows, 0 columns and 3 players"),
        ([[1, 2], [1]], "row 2 has 1 cells, not 2"),
        ([[1, 2], [3, 4]], r"cell \(2, 2\) cannot belong to player 4 of 3"),
        ([[1, 0]], r"cell \(1, 2\) cannot belong to player 0 of 3"),
        ([[10**30]], "cannot belong to player 1000"),
    ],
)
def test_rows_that_are_no_board(rows: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        multigo.Board.from_rows(rows, 3)


def test_read_board() -> None:
    data = b"2 3 4 1\n1 1 2\n3 1 2\n1 2 3\n"
    for source in (data, BytesIO(data), data[: data.index(b"1 2 3\n")]):
        board = multigo.read_board(source)
        assert (board.rows(), board.players) == ([[1, 1, 2], [3, 1, 2]], 4)
    with pytest.raises(InputError, match=r"^3:3: expected owner in 1\.\.4, found '5'$"):
        multigo.read_board(b"2 3 4 1\n1 1 2\n3 5 2\n")


def test_inputs_are_written_as_they_are_read() -> None:
    for seed, _rng, data in support.inputs("multigo", support.CASES // 20):
        scanner = Scanner(data)
        board, count = scan_board(scanner)
        moves = [scan_move(scanner, board) for _ in range(count)]
        scanner.finish()
        assert input_text(board.rows(), board.players, [move_line(*move) for move in moves]) == data, f"seed {seed!r}"


@pytest.mark.parametrize(("cell", "player"), [(0, 1), (4, 1), (8, 1), (9, 1), (11, 1), (15, 1), (6, 0), (6, 3)])
def test_cells_and_players_that_cannot_be_settled(cell: int, player: int) -> None:
    board = multigo.Board(1, 2, 2)
    with pytest.raises(ValueError, match=f"no cell {cell} or no player {player} on this board"):
        board.settle(cell, player)


def test_the_scanner_is_rewound_to_any_cell() -> None:
    scanner = Scanner(b"2 3 9 1\n1 2 3\n 4 5 6\n1 1 1\n")
    scan_board(scanner)
    for x, y, place in ((1, 1, "2:1"), (1, 3, "2:5"), (2, 1, "3:2"), (2, 3, "3:6")):
        rewound = rewound_to_owner(scanner, x, y)
        assert str(rewound.error(rewound.last(), "this", "that")) == f"{place}: expected this, found that"


def test_an_input_that_has_changed_since_it_was_read() -> None:
    file = BytesIO(b"1 2 2 1\n1 2\n1 1 1\n")
    scanner = Scanner(file)
    scan_board(scanner)
    file.getbuffer()[10:11] = b"x"
    with pytest.raises(InputError, match=r"^2:3: expected owner in 1\.\.2, found 'x'$"):
        rewound_to_owner(scanner, 1, 2)


def test_a_territory_with_two_parts_that_encloses_two_players() -> None:
    board = multigo.Board.from_rows(
        [[1, 1, 1, 1, 3], [1, 2, 4, 1, 3], [1, 1, 1, 1, 1], [3, 3, 3, 3, 3], [1, 2, 2, 2, 2]], 5
    )
    territory = territory_of(board, 1)
    assert [part[0] for part in territory.parts] == [(1, 1), (5, 1)]
    assert [len(part) for part in territory.parts] == [11, 1]
    assert (territory.enclosed, territory.enclosed_players) == (((2, 2), (2, 3)), (2, 4))
    assert not territory.is_legal()
    assert territory_of(board, 5) == Territory(5, (), (), ())
    assert territory_of(board, 5).is_legal()


def test_moves_are_tried_and_taken_back() -> None:
    rows = [[1, 1, 2], [1, 2, 2]]
    board = multigo.Board.from_rows(rows, 2)
    loser, gainer = try_move(board, (1, 1), 2)
    assert loser == Territory(1, (((1, 2),), ((2, 1),)), (), ())
    assert gainer == Territory(2, (((1, 1),), ((1, 3), (2, 2), (2, 3))), (), ())
    assert board.rows() == rows


def test_territories_agree_with_the_oracle() -> None:
    legal = 0
    for seed, rng in support.randoms(support.CASES // 4):
        height, width = rng.randint(1, 6), rng.randint(1, 6)
        board = multigo.Board.from_rows([[rng.choice((1, 1, 2)) for _ in range(width)] for _ in range(height)], 2)
        for player in (1, 2):
            territory = territory_of(board, player)
            assert (len(territory.parts) <= 1) == is_connected(board, player), f"seed {seed!r}"
            assert (not territory.enclosed) == encloses_nobody(board, player), f"seed {seed!r}"
            legal += territory.is_legal()
    assert support.CASES // 40 < legal < support.CASES // 2


@pytest.mark.parametrize("step", [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)], ids=str)
def test_a_way_out_in_each_direction(step: Cell) -> None:
    """Only this step leads from a cell on the edge to the cell inside, which is not enclosed."""
    size = 5
    dx, dy = step
    edge = (1 if dx == 1 else size if dx == -1 else 3, 3 if dx else 1 if dy == 1 else size)
    inside = edge[0] + dx, edge[1] + dy
    cells = range(1, size + 1)
    rows = [[2 if (x, y) in (edge, inside) else 1 for y in cells] for x in cells]
    board = multigo.Board.from_rows(rows, 2)
    assert territory_of(board, 1).enclosed == ()
    assert encloses_nobody(board, 1)
    rows[edge[0] - 1][edge[1] - 1] = 1
    board = multigo.Board.from_rows(rows, 2)
    assert territory_of(board, 1).enclosed == (inside,)
    assert not encloses_nobody(board, 1)
