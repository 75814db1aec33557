"""The jury of NOIP chess: explanations, promises, families and smaller inputs."""

import pytest
import support
from wrong import wrong_solutions

from refsol import chess
from refsol.chess.jury import JURY
from refsol.chess.jury.explain import explain
from refsol.errors import InputError, OptionError
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid
from refsol.pictures.text import draw
from refsol.problem.contract import Explanation
from refsol.problem.selection import Selection

QUICK = support.CASES // 20


def errors_in(data: bytes) -> list[str]:
    return [str(error) for error in find_errors(JURY, data)]


def explanation(data: bytes, selection: Selection) -> Explanation:
    (only,) = explain(data, selection)
    return only


def test_a_large_board_is_drawn_around_the_piece() -> None:
    found = explanation(
        JURY.family("flat-straight-rising").generate("window", {"crossings": 2000}), {"set": 1, "query": 9}
    )
    assert draw(found.scene)[-1].startswith("(rows 1 to 2 of 2, columns ")
    assert len(draw(found.scene)) < 12
    assert max(map(len, draw(found.scene))) < 80
    assert f"[{'W' if 'white' in found.subject else 'B'}9]" in "".join(draw(found.scene)).replace(" ", "")
    assert any(" more, " in reason for reason in found.reasons)


def test_too_much_to_explain() -> None:
    data = JURY.family("short").generate("many", {"crossings": 400, "pieces": 101})
    with pytest.raises(OptionError, match="there are 101 queries: choose one with --query"):
        next(explain(data, {"set": 1}))


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("2 1 1 2", 1, "colour in 0..1, found '2'"),
        ("/ 1 1 2", 1, "colour in 0..1, found '/'"),
        ("0 0 1 2", 3, "level in 1..8, found '0'"),
        ("0 9 1 2", 3, "level in 1..8, found '9'"),
        ("0 1 0 1", 5, "row x in 1..3, found '0'"),
        ("0 1 4 1", 5, "row x in 1..3, found '4'"),
        ("0 1 1 0", 7, "column y in 1..4, found '0'"),
        ("0 1 1 5", 7, "column y in 1..4, found '5'"),
        ("1 8 3 4", 5, "an empty crossing, found (3, 4), which is occupied"),
    ],
)
def test_an_error_in_one_of_many_placements(line: str, column: int, message: str) -> None:
    right = ["0 8 3 4", "1 8 1 1", "0 8 1 4", "1 1 3 1", "0 2 2 1", "1 3 2 2", "0 4 2 3", "1 5 2 4"]
    for number in range(1, 8):
        placements = [*right[:number], line, *right[number + 1 :]]
        data = "\n".join(["1", "3 4 8", *["000"] * 3, *["0000"] * 2, *placements, ""]).encode()
        assert errors_in(data) == [f"{number + 8}:{column}: expected {message}"]


def test_reductions_keep_what_matters() -> None:
    wrong = wrong_solutions("chess")["own pieces captured"].solve
    for seed in support.seeds(max(10, QUICK // 10)):
        data = JURY.family("one-colour").generate(seed)
        small = shrink(JURY, data, lambda smaller: wrong(smaller) != chess.solve(smaller))
        assert len(small) <= 40, small  # mostly 31; shrinking may end in another local minimum


def test_there_are_not_too_many_reductions() -> None:
    pieces = "".join(f"{k % 2} {k} {k % 8 + 1} {k // 8 + 1}\n" for k in range(1, 35))
    data = ("1\n8 8 34\n" + "3213213\n" * 8 + "32132132\n" * 7 + pieces).encode()
    assert data.count(b"\n") > 50
    assert is_valid(JURY, data)
    candidates = list(JURY.reductions(data))
    assert len(candidates) < 2000
    assert sum(is_valid(JURY, smaller) for smaller in candidates) > 500


def test_only_pieces_on_one_crossing_make_a_reduction_invalid() -> None:
    for seed in support.seeds(2):
        data = JURY.family("small").generate(seed)
        for smaller in JURY.reductions(data):
            assert smaller == b"0\n" or all(error.endswith("occupied") for error in errors_in(smaller)), smaller


def test_a_token_without_a_place() -> None:
    assert JURY.place is not None
    with pytest.raises(InputError):
        JURY.place((support.SAMPLES / "chess" / "2.in").read_bytes(), [], 7)
