"""The explanations of NoGo: a point, a move, the start and the end of the game, against the oracle."""

import re
from collections.abc import Mapping
from random import Random

import pytest
import support

from refsol import nogo
from refsol.errors import OptionError
from refsol.nogo import oracle
from refsol.nogo.jury import JURY
from refsol.nogo.jury.explain import explain
from refsol.pictures.text import draw
from refsol.problem.contract import Explanation

SAMPLE = b"3\nXOO\nXO.\nX..\n"  # sample 2; its right answers are 2 3, -1 -1 and 3 2, 2 3, -1 -1


def explanation(data: bytes, **selection: int) -> Explanation:
    (only,) = explain(data, selection)
    assert only.selection == selection
    return only


def test_a_point_is_explained() -> None:
    found = explanation(SAMPLE, move=1, row=3, column=2)
    assert found.subject == "point (3, 2) after move 1"
    assert found.answer == "black may not, white may not"
    assert found.reasons == (
        "Empty neighbours: (3, 3).",
        "The white group of 3 stones (1, 2), (1, 3), (2, 2) has 1 liberty: (3, 2).",
        "The black group of 3 stones (1, 1), (2, 1), (3, 1) has 1 liberty: (3, 2).",
        "Black may not play on (3, 2): the white group of 3 stones (1, 2), (1, 3), (2, 2) would lose its last liberty.",
        "White may not play on (3, 2): the black group of 3 stones (1, 1), (2, 1), (3, 1) would lose its last liberty.",
    )
    assert [mark.role for mark in found.marks] == [
        "the white group of 3 stones at (1, 2)",
        "liberties of the white group of 3 stones at (1, 2)",
        "the black group of 3 stones at (1, 1)",
        "liberties of the black group of 3 stones at (1, 1)",
    ]
    assert found.marks[3].cells == ((3, 2),)
    assert draw(found.scene)[:4] == ("  1  2  3", "1 Xc Oa Oa", "2 Xc Oa X", "3 Xc[.] .")


def test_suicide_and_capture_are_explained() -> None:
    found = explanation(b"3\n.XO\nXXO\n.O.\n", row=1, column=1)
    assert found.answer == "black may, white may not"
    assert found.reasons == (
        "No neighbouring point is empty.",
        "The black group of 3 stones (1, 2), (2, 1), (2, 2) has 2 liberties: (1, 1), (3, 1).",
        "Black may play on (1, 1): the new stone's group of 4 stones would have 1 liberty, (3, 1), "
        "and no white group would lose its last one.",
        "White may not play on (1, 1): the new stone itself would have no liberty.",
    )
    found = explanation(b"2\n.X\nO.\n", row=2, column=2)
    assert found.answer == "black may, white may"
    assert found.reasons[3] == (
        "Black may play on (2, 2): the new stone's group of 2 stones would have 1 liberty, (1, 1), "
        "and no white group would lose its last one."
    )
    found = explanation(b"3\n.XO\nXO.\n...\n", row=1, column=1)
    assert found.reasons[-1] == (
        "White may not play on (1, 1): the black stone (1, 2) would lose its last liberty, "
        "and the new stone itself would have no liberty."
    )


def test_occupied_and_lonely_points_are_explained() -> None:
    found = explanation(SAMPLE, row=1, column=3)
    assert found.answer == "occupied"
    assert found.reasons == (
        "It is occupied by a white stone.",
        "The white group of 3 stones (1, 2), (1, 3), (2, 2) has 2 liberties: (2, 3), (3, 2).",
    )
    found = explanation(b"1\n.\n", row=1, column=1)
    assert found.answer == "black may not, white may not"
    assert found.reasons[0] == "No neighbouring point is empty."
    assert found.reasons[1] == "Black may not play on (1, 1): the new stone itself would have no liberty."


def test_a_move_is_explained() -> None:
    found = explanation(SAMPLE, move=1)
    assert (found.subject, found.answer) == ("move 1: black on (2, 3)", "2 3")
    assert found.reasons == (
        "Black may play on (2, 3): the new stone would have 1 liberty, (3, 3), "
        "and no white group would lose its last one.",
        "All points before it, row by row, are occupied.",
    )
    assert explanation(nogo.Board(2).text(), move=1).reasons[1] == "It is the first point of the board."
    found = explanation(nogo.Board(3).text(), move=4)
    assert found.subject == "move 4: white on (2, 2)"
    assert found.reasons == (
        "White may play on (2, 2): the new stone's group of 2 stones would have 3 liberties, (2, 1), (2, 3), (3, 2), "
        "and no black group would lose its last one.",
        "Before it, row by row, come 3 occupied points and 1 point forbidden to white:",
        "White may not play on (2, 1): the black stone (1, 1) would lose its last liberty.",
    )
    assert found.marks[0] == ("forbidden to white", ((2, 1),))


def test_the_end_is_explained() -> None:
    found = explanation(SAMPLE, move=2)
    assert (found.subject, found.answer) == ("move 2: white to move", "-1 -1")
    assert found.reasons == (
        "Each of the 2 empty points is forbidden to white:",
        "White may not play on (3, 2): the black group of 3 stones (1, 1), (2, 1), (3, 1) would lose its last liberty.",
        "White may not play on (3, 3): the black stone (2, 3) would lose its last liberty.",
    )
    found = explanation((support.SAMPLES / "nogo" / "1.in").read_bytes(), move=1)
    assert found.reasons[0] == "The only empty point is forbidden to black:"
    many = explanation((support.SAMPLES / "nogo" / "midgame-19x19.in").read_bytes(), move=217)
    assert len(many.reasons) == 8
    assert many.reasons[-1] == "Likewise for 9 more points."


def test_the_start_is_explained() -> None:
    found = explanation(SAMPLE)
    assert (found.subject, found.answer) == (
        "the position at the start",
        "3 legal moves for black and 2 legal moves for white",
    )
    assert found.reasons == (
        "Black has 3 stones in 1 group.",
        "White has 3 stones in 1 group.",
        "The black group of 3 stones (1, 1), (2, 1), (3, 1) has 1 liberty: (3, 2).",
        "The white group of 3 stones (1, 2), (1, 3), (2, 2) has 2 liberties: (2, 3), (3, 2).",
        "Black may play on 3 points: (2, 3), (3, 2), (3, 3).",
        "White may play on 2 points: (2, 3), (3, 3).",
        "Always playing on the first legal point, row by row, refsol makes 1 move, (2, 3); then white can't move.",
    )
    assert draw(found.scene)[:4] == ("  1  2  3", "1 X  O  O", "2 X  O  .", "3 X  .e .")
    assert explanation(b"1\n.\n").reasons == (
        "Black has 0 stones in 0 groups.",
        "White has 0 stones in 0 groups.",
        "Black may play on 0 points.",
        "White may play on 0 points.",
        "Always playing on the first legal point, row by row, refsol makes no move: black can't move.",
    )


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        ({"row": 1}, "--row and --column go together"),
        ({"column": 1, "move": 1}, "--row and --column go together"),
        ({"row": 4, "column": 1}, "--row 4: there are 3 rows"),
        ({"row": 1, "column": 0}, "--column 0: there are 3 columns"),
        ({"move": 3}, "--move 3: there are 2 lines"),
        ({"move": 2, "row": 1, "column": 1}, "--move 2: there is 1 move"),
    ],
)
def test_selections_that_do_not_exist(selection: Mapping[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        list(explain(SAMPLE, selection))


def test_explanations_agree_with_the_oracle() -> None:
    for seed in support.seeds(support.CASES // 40):
        rng = Random(seed)
        data = support.GENERATE["nogo"](rng)
        lines = nogo.solve(data).decode().splitlines()
        board = nogo.read_board(data)
        size = int(board.size)
        start = explanation(data)
        counts = [len(oracle.legal_moves(board, colour)) for colour in (nogo.BLACK, nogo.WHITE)]
        assert [int(n) for n in re.findall(r"\d+", start.answer)] == counts, f"seed {seed!r}"
        check_marks_of_the_start(board, start)
        move = rng.randint(1, len(lines))
        for number, line in enumerate(lines[: move - 1], 1):
            x, y = map(int, line.split())
            board.stone[board.point(x, y)] = nogo.BLACK if number % 2 else nogo.WHITE
        colour = nogo.BLACK if move % 2 else nogo.WHITE
        found = explanation(data, move=move)
        assert found.answer == lines[move - 1], f"seed {seed!r}"
        legal = oracle.legal_moves(board, colour)
        end = legal[0] if legal else (size + 1, 0)
        empty = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if not board.stone[board.point(x, y)]]
        assert found.marks[0].cells == tuple(cell for cell in empty if cell < end), f"seed {seed!r}"
        x, y = rng.randint(1, size), rng.randint(1, size)
        selection = {"row": x, "column": y} | ({"move": move - 1} if move > 1 else {})
        found = explanation(data, **selection)
        if board.stone[board.point(x, y)]:
            assert found.answer == "occupied"
        else:
            may = [oracle.is_legal(board, board.point(x, y), side) for side in (nogo.BLACK, nogo.WHITE)]
            words = ["may" if legal else "may not" for legal in may]
            assert found.answer == f"black {words[0]}, white {words[1]}", f"seed {seed!r}"
            assert [" may not play on " in reason for reason in found.reasons[-2:]] == [not legal for legal in may]


def check_marks_of_the_start(board: nogo.Board, found: Explanation) -> None:
    assert [mark.role for mark in found.marks] == [
        "last liberty of a group",
        "forbidden to black",
        "forbidden to white",
        "forbidden to both",
    ]
    black, white = (set(oracle.legal_moves(board, colour)) for colour in (nogo.BLACK, nogo.WHITE))
    assert set(found.marks[1].cells) == white - black
    assert set(found.marks[2].cells) == black - white
    assert not (black | white).intersection(found.marks[3].cells)
    for x, y in found.marks[0].cells:
        around = [board.point(x, y) + step for step in (-board.stride, -1, 1, board.stride)]
        board.stone[board.point(x, y)] = nogo.BLACK
        stones = {board.stone[point] for point in around}
        whole = oracle.every_group_has_a_liberty(board)
        board.stone[board.point(x, y)] = nogo.WHITE
        assert stones & {nogo.BLACK, nogo.WHITE}
        assert not (whole and oracle.every_group_has_a_liberty(board))
        board.stone[board.point(x, y)] = nogo.EMPTY


@pytest.mark.parametrize("family", ["empty", "snakes"])
def test_large_positions_are_explained_in_a_window(family: str) -> None:
    data = JURY.family(family).generate("window", {"size": 120})
    for selection in ({}, {"move": 2001}, {"row": 60, "column": 60}, {"move": 1, "row": 120, "column": 1}):
        assert len(draw(explanation(data, **selection).scene)) < 40
