"""The jury of tic-tac-toe: explanations and smaller inputs."""

import pytest
import support

from refsol import tictactoe
from refsol.jury.shrinking import shrink
from refsol.pictures.text import draw
from refsol.problem.contract import Family
from refsol.tictactoe.jury import JURY
from refsol.tictactoe.jury.explain import explain

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


@pytest.mark.parametrize("family", ["full-field", "last-cell", "free-board"])
def test_a_full_small_board_shrinks_to_nine_noughts(family: str) -> None:
    for seed in support.seeds(10):
        data = JURY.family(family).generate(seed)
        if tictactoe.solve(data).count(b".") == 0:
            data = shrink(JURY, data, lambda smaller: tictactoe.solve(smaller).count(b".") == 0)
            assert (data.count(b"o"), data.count(b"x")) == (9, 0)
