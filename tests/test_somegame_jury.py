"""What Some Game offers to the jury: smaller inputs, where tokens belong, and explanations."""

from io import BytesIO

import pytest
import support
from mypy_extensions import i32

from refsol import somegame
from refsol.errors import InputError, OptionError
from refsol.jury.checking import check
from refsol.jury.shrinking import shrink
from refsol.jury.validation import is_valid
from refsol.pictures.text import draw
from refsol.problem import load
from refsol.problem.contract import MISTAKES, Family
from refsol.problem.scene import Mark
from refsol.somegame.jury.explain import explain

JURY = load("somegame").jury


def data_set(players: int, line: int, *rows: str) -> bytes:
    """Return the data set with a board drawn in rows, a character a square."""
    lines = [f"{players} {len(rows[0])} {len(rows)} {line}", *[" ".join(row.replace(".", "0")) for row in rows]]
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize(
    "family", [family for family in JURY.families if family.group == MISTAKES], ids=lambda family: str(family.name)
)
def test_families_for_mistakes_have_all_kinds_of_answers(family: Family) -> None:
    kinds = {kind for seed in range(50) for kind in somegame.solve(family.generate(f"{seed}")).split()}
    assert {b"PLAYER", b"ERROR"} <= kinds


def test_smaller_inputs_of_a_full_board_are_valid_and_not_too_many() -> None:
    data = JURY.family("full-random").generate("seed", {"side": 30})
    data = data[: data.index(b"\n2 30 30")] + b"\n"
    candidates = list(JURY.reductions(data))
    assert all(is_valid(JURY, candidate) for candidate in candidates[:: len(candidates) // 50])
    assert any(len(candidate.split()) < len(data.split()) for candidate in candidates)
    assert len(set(candidates)) < 5000


def test_the_ten_longest_lines_are_laid_out() -> None:
    rows = [f"{'9' * length:.<13}" for length in range(1, 13)]
    heads = [smaller.split()[:4] for smaller in JURY.reductions(data_set(9, 1, *rows))]
    lengths = [int(columns) for players, columns, rows, line in heads if (players, rows, line) == (b"1", b"2", b"1")]
    assert lengths == [12, 13, 12, 11, 10, 9, 8, 7, 6, 5]  # a whole column, then rows and the empty squares after them


@pytest.mark.parametrize(("width", "laid_out"), [(140, [420, 210]), (200, [300])])
def test_a_line_is_laid_out_in_a_row_only_if_it_fits(width: int, laid_out: list[int]) -> None:
    """On a full board of 3 rows, the diagonal is a cycle of all squares, and a knight's cycle has half of them."""
    board = somegame.Board.from_rows([[1] * width] * 3, 1, width + 1)
    heads = [tuple(map(int, smaller.split()[:4])) for smaller in JURY.reductions(board.text())]
    assert [columns for _players, columns, _rows, _line in heads if columns > width] == laid_out


@pytest.mark.parametrize(
    ("reason", "most"),
    [
        ("whole cycle", 10),
        ("across a wrap-around edge.", 20),
        ("whichever of them is removed", 12),
        ("Player 2 should have", 14),
        ("there is 1 stone", 10),
        ("moves next", 16),
        ("the first of these", 12),
        ("but player 1 has a line", 26),
        ("The stone on", 10),
        ("only the middle", 20),
        ("Whichever single stone", 16),
    ],
)
def test_what_fails_for_a_reason_becomes_small(reason: str, most: int) -> None:
    def fails(data: bytes) -> bool:
        return any(reason in text for explanation in explain(data, {}) for text in explanation.reasons)

    cases = [JURY.families[seed % 10].generate(f"{seed}") for seed in range(100)]
    for data in [data for data in cases if fails(data)][:3]:
        assert len(shrink(JURY, data, fails)) <= most


def test_places_of_tokens() -> None:
    answers = b"PLAYER 7\n\nERROR\n\nNO WINNERS\n\nERROR\n\nPLAYER 1\n".split()
    assert JURY.place is not None
    places = [JURY.place(b"", answers[: token + 1], token) for token in range(len(answers))]
    assert [place.selection["set"] for place in places] == [1, 1, 2, 3, 3, 4, 5, 5]
    assert [place.name for place in places][:4] == ["data set 1", "data set 1, the winner", "data set 2", "data set 3"]
    assert places[4].name == "data set 3"


def test_a_wrong_answer_is_explained() -> None:
    data = data_set(2, 3, "12", "21") + data_set(1, 2, "1...", "....")
    answer = somegame.solve(data)
    verdict = check(JURY, data, BytesIO(answer.replace(b"NO WINNERS", b"PLAYER 1")), lambda: [answer])
    assert verdict.message == "3:1: expected NO for data set 2, found PLAYER"
    assert verdict.meaning[1:] == (
        "Nobody has a line of 2: the longest run is player 1's, 1 stone on (1, 1).",
        "The game continues, and player 1 moves next.",
    )


def test_of_many_lines_some_are_listed() -> None:
    explanation = next(explain(JURY.family("crossing-lines").generate("many", {"side": 160}), {}))
    assert explanation.answer.startswith("PLAYER")
    assert explanation.reasons[-2] == "There are 2 more lines."
    assert len(explanation.marks) == 7
    (row, column) = explanation.marks[-1].cells[0]
    assert (
        explanation.reasons[-1] == f"The stone on ({row}, {column}) was placed last: without it, no line of 80 is left."
    )
    assert "(rows " in draw(explanation.scene)[-1]
    assert "g: placed last" in draw(explanation.scene)


def test_marks_agree_with_the_solver() -> None:
    """Remove each stone of the last player: nobody has a line then exactly when it could have been the last."""
    families = [family for family in JURY.families if family.group == MISTAKES]
    for k, seed in enumerate(support.seeds(support.CASES // 20)):
        data = families[k % len(families)].generate(seed)
        for explanation, board in zip(explain(data, {}), somegame.read_boards(data), strict=True):
            stones = sum(player != 0 for player in board.owner)
            mover = (stones - 1) % board.players + 1
            last = explanation.marks[-1] if explanation.marks else Mark("", ())
            if last.role.startswith("longest run"):
                for line, verdict in ((len(last.cells), False), (len(last.cells) + 1, True)):
                    changed = somegame.Board.from_rows(board.rows(), board.players, line)
                    assert (somegame.judge(changed) == somegame.NO_WINNER) == verdict
            if last.role == "stones" or last.role.startswith(("stones of", "longest run")) or not stones:
                continue
            lasts = last.cells if explanation.answer.startswith("PLAYER") else ()
            for square in [square for square, player in enumerate(board.owner) if player == mover]:
                board.owner[square] = i32(0)
                is_last = (square // board.width + 1, square % board.width + 1) in lasts
                assert (somegame.judge(board) == somegame.NO_WINNER) == is_last
                board.owner[square] = i32(mover)


def test_too_many_data_sets_and_errors_after_the_selected_one() -> None:
    with pytest.raises(OptionError, match="there are 101 data sets: choose one with --set"):
        list(explain(data_set(1, 1, ".") * 101, {}))
    file = BytesIO(data_set(1, 1, ".") * 3)
    assert [explanation.selection for explanation in explain(file, {"set": 3})] == [{"set": 3}]
    with pytest.raises(InputError, match="3:1: expected"):
        list(explain(data_set(1, 1, ".") + b"x", {"set": 1}))
