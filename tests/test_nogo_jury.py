"""What NoGo offers to the jury: promises, smaller inputs, and explanations, against the oracle."""

import re
from itertools import product, takewhile

import pytest
import support

from refsol import nogo
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors
from refsol.nogo import oracle
from refsol.nogo.jury import JURY
from refsol.nogo.jury.explain import explain
from refsol.pictures.text import draw
from refsol.problem.contract import Explanation

# Smaller inputs


def test_reductions_of_larger_inputs_are_not_too_many() -> None:
    data = JURY.family("half-full").generate("20", {"size": 20})
    assert sum(1 for _ in JURY.reductions(data)) < 3000


def without_a_row_and_a_column(rows: list[str], x: int, y: int) -> bytes:
    """Return the input without row ``x`` and column ``y``, which may break promises."""
    left = [row[: y - 1] + row[y:] for row in rows[: x - 1] + rows[x:]]
    return "\n".join([str(len(left)), *left, ""]).encode()


@pytest.mark.parametrize(("size", "all_pairs"), [(7, True), (16, True), (17, False)])
def test_pairs_of_a_row_and_a_column_that_are_left_out(size: int, all_pairs: bool) -> None:
    """Up to 16 rows, each with each column; else each with the same, the opposite, the first and the last column."""
    symbols = {1: "X", size // 2: "O"}
    rows = ["".join(symbols.get((y - x) % size, ".") for y in range(size)) for x in range(size)]
    data = "\n".join([str(size), *rows, ""]).encode()
    found = set(takewhile(lambda smaller: not smaller.startswith(b"%d\n" % size), JURY.reductions(data)))
    for x, y in product(range(1, size + 1), repeat=2):
        smaller = without_a_row_and_a_column(rows, x, y)
        if smaller.count(b"X") == smaller.count(b"O"):
            assert (smaller in found) == (all_pairs or y in (x, size + 1 - x, 1, size)), (x, y)


def test_stones_of_the_majority_are_left_out_from_either_end() -> None:
    smaller = set(JURY.reductions(b"3\nX.X\nO..\n..O\n"))
    assert {b"2\n.X\nO.\n", b"2\nX.\nO.\n"} <= smaller  # without row 3 and column 2, XX and O. are left


def test_positions_in_the_course_of_the_game_are_tried() -> None:
    """After each eighth of refsol's game, with black to move."""
    for seed in support.seeds(4):
        data = JURY.family("half-full").generate(seed, {"size": 6})
        found = set(JURY.reductions(data))
        board = nogo.read_board(data)
        size = int(board.size)
        lines = nogo.solve(data).splitlines()[:-1]
        for eighth in range(1, 9):
            for number, line in enumerate(lines[: len(lines) * eighth // 8 // 2 * 2]):
                x, y = map(int, line.split())
                board.stone[board.point(x, y)] = (nogo.BLACK, nogo.WHITE)[number % 2]
            rows = board.text().decode().split()[1:]
            for x, y in product(range(1, size + 1), repeat=2):
                smaller = without_a_row_and_a_column(rows, x, y)
                assert smaller in found or find_errors(JURY, smaller), f"seed {seed!r}, {eighth} eighths"


def test_a_stone_of_each_colour_is_left() -> None:
    for seed in support.seeds(10):
        data = JURY.family("dense").generate(seed, {"size": 12})
        small = shrink(JURY, data, lambda smaller: b"O" in smaller)
        assert sorted(small) == sorted(b"2\nX.\nO.\n"), small


def explanation(data: bytes, **selection: int) -> Explanation:
    (only,) = explain(data, selection)
    assert only.selection == selection
    return only


def test_explanations_agree_with_the_oracle() -> None:
    for seed, rng, data in support.inputs("nogo", support.CASES // 40):
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
