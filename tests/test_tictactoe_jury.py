"""The jury of tic-tac-toe: explanations and smaller inputs."""

from random import Random

import pytest
import support

from refsol import tictactoe
from refsol.jury.shrinking import shrink
from refsol.pictures.text import draw
from refsol.problem.contract import Family
from refsol.tictactoe.jury import JURY
from refsol.tictactoe.jury.explain import explain
from refsol.tictactoe.jury.reductions import reductions

SAMPLE = (support.SAMPLES / "tictactoe" / "1.in").read_bytes()
QUICK = support.CASES // 20


def chips(data: bytes) -> int:
    return data.count(b"x") + data.count(b"o")


NAMED = {"upper left": (1, 1), "upper middle": (4, 5), "upper right": (7, 9), "middle left": (8, 7), "middle": (2, 2)}
NAMED |= {"middle right": (5, 3), "lower left": (3, 4), "lower middle": (6, 8), "lower right": (9, 6)}


@pytest.mark.parametrize("name", NAMED)
def test_names_of_small_boards(name: str) -> None:
    data = "xox xox xox\n" * 8 + "xox xox .ox\n{} {}\n".format(*NAMED[name])
    (found,) = explain(data.encode(), {})
    assert found.reasons[1].startswith(f"So it names the {name} small board, ")


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: family.name)
def test_explanations_agree_with_the_solver(family: Family) -> None:
    for seed in support.seeds(QUICK):
        data = family.generate(seed)
        answer = tictactoe.solve(data)
        rows = answer.replace(b" ", b"").split()
        marked = [(x + 1, y + 1) for x in range(9) for y in range(9) if rows[x][y : y + 1] == b"!"]
        (found,) = explain(data, {})
        assert list(found.marks[2].cells) == marked, f"seed {seed!r}"
        assert found.answer.startswith(f"! in {len(marked)} cell")
        # The drawing is the answer with the last chip in brackets.
        drawn = [line[2:] for line in draw(found.scene)[1:12] if line[0] != " "]
        assert ["".join(c for c in line if c in "xo.!") for line in drawn] == [row.decode() for row in rows]
        bracketed = [
            (x, line.index("[") // 10 * 3 + line.index("[") % 10 // 3) for x, line in enumerate(drawn) if "[" in line
        ]
        x, y = found.marks[0].cells[0]
        assert bracketed == [(x - 1, y - 1)]
        assert data.endswith(f"\n{x} {y}\n".encode())


def test_reductions_are_simpler() -> None:
    for _seed, _rng, data in support.inputs("tictactoe", 10):
        smaller = list(JURY.reductions(data))
        assert all(d < data and len(d) == len(data) and chips(d) <= chips(data) for d in smaller)


def test_the_first_reduction_keeps_the_chips_of_the_named_small_board() -> None:
    tried = 0
    for seed in support.seeds(20):
        board = tictactoe.read_board(support.GENERATE["tictactoe"](Random(seed)))
        top, left = board.row % 3 * 3, board.column % 3 * 3
        kept = {9 * row + column for row in range(top, top + 3) for column in range(left, left + 3)}
        others = [cell for cell in set(range(81)) - kept - {board.last_cell()} if board.cell[cell] != tictactoe.EMPTY]
        if others:
            first = tictactoe.read_board(next(reductions(board.input_text())))
            for cell in others:
                board.cell[cell] = tictactoe.EMPTY
            assert first.input_text() == board.input_text()
            tried += 1
    assert tried > 0


@pytest.mark.parametrize("family", ["full-field", "last-cell", "free-board"])
def test_a_full_small_board_shrinks_to_nine_noughts(family: str) -> None:
    for seed in support.seeds(10):
        data = JURY.family(family).generate(seed)
        if tictactoe.solve(data).count(b".") == 0:
            data = shrink(JURY, data, lambda smaller: tictactoe.solve(smaller).count(b".") == 0)
            assert (data.count(b"o"), data.count(b"x")) == (9, 0)
