"""What Some Game offers to the jury: promises, families, smaller inputs and where tokens belong."""

from hashlib import sha256
from io import BytesIO

import pytest
import support

from refsol import somegame
from refsol.jury.checking import check
from refsol.jury.contract import MISTAKES, SMALL, WORST, Family, load_jury
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid

JURY = load_jury("somegame")

HASHES = {
    "small": "e34e764032222e29",
    "whole-cycles": "d9b189a23ff04221",
    "knights": "954e9f600cf7888b",
    "oblong": "4d47d850cb5b3c37",
    "narrow": "d8887ca6a78c232a",
    "line-of-zero": "acac23a0d713d62c",
    "double-length": "d6575327614040af",
    "crossings": "79cb0708b9dcc2bd",
    "moves-after-the-end": "d93dfae92657a42d",
    "wrong-turns": "028e464403d7c3d8",
    "one-player-full": "53a0561a902c8dce",
    "long-runs": "40d6cf4c3cf9dcd3",
    "empty": "43d237187f3fdf94",
    "full-random": "75cec23be3226d70",
    "half-full-short-lines": "d13870c31aef95df",
    "crossing-lines": "cc1cc910c36cd36c",
    "whole-cycle": "8ba1ce5c05aefe69",
    "long-line": "4fb40ca19c654733",
    "stripes": "e6e404f10b7c5fde",
    "near-misses": "a2e23969e95be591",
    "chequered": "0c0b54c55bfdfb43",
    "many-players": "f8b60ec0614ea535",
}


def data_set(players: int, line: int, *rows: str) -> bytes:
    """Return the data set with a board drawn in rows, a character a square."""
    lines = [f"{players} {len(rows[0])} {len(rows)} {line}", *[" ".join(row.replace(".", "0")) for row in rows]]
    return ("\n".join(lines) + "\n").encode()


# Promises.


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ("1 1 1 0\n0\n", []),
        ("9001 2 1 9001\n9001 0\n1 1 1 1\n1\n", []),
        ("", ["1:1: expected number of players N in 1..9001, found end of file"]),
        (
            "0 421 0 9002\n",
            [
                "1:1: expected number of players N in 1..9001, found '0'",
                "1:3: expected width W in 1..420, found '421'",
                "1:7: expected height H in 1..420, found '0'",
                "1:9: expected line length K in 0..9001, found '9002'",
            ],
        ),
        (
            "2 3 2 3\n0 3 1\n-1 x 02\n1 1 1 1\n2\n",
            [
                "2:3: expected player in 0..2, found '3'",
                "3:1: expected player in 0..2, found '-1'",
                "3:4: expected player in 0..2, found 'x'",
                "3:6: expected player in 0..2, found '02'",
                "5:1: expected player in 0..1, found '2'",
            ],
        ),
        ("2 2 2 2\n0 1\n2\n", ["4:1: expected player in 0..2, found end of file"]),
        ("2 1 1 2\n0\n2 1 1\n", ["4:1: expected line length K in 0..9001, found end of file"]),
        ("1 2 1 1\n0\n1\n", ["2:2: expected 2 tokens on the line, found 1 token on the line"]),
        ("1 1 1 1\n0\n\n1 1 1 1\n0\n", ["3:1: expected 4 tokens on the line, found an empty line"]),
        (
            "1 1 1 1\n 0\n1 1 1 1\n1",
            ["2:1: expected a token or the line's end, found ' '", "4:2: expected '\\n', found end of file"],
        ),
    ],
)
def test_breaches_of_promises(data: str, errors: list[str]) -> None:
    assert [str(error) for error in find_errors(JURY, data.encode())] == errors


def test_samples_are_valid() -> None:
    for path in (support.SAMPLES / "somegame").glob("*.in"):
        assert find_errors(JURY, path.read_bytes()) == []


# Families.


def test_every_group_has_families() -> None:
    assert JURY.families[0].group == SMALL
    assert {family.group for family in JURY.families} == {SMALL, MISTAKES, WORST}
    assert all(family.largest and len(family.sizes) == 1 for family in JURY.families if family.group == WORST)


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: str(family.name))
def test_families_are_valid_and_do_not_change(family: Family) -> None:
    least = family.sizes[0].least if family.sizes else 0
    for side in (least, least + 1, 5, 12, 33) if family.sizes else (0,) * 20:
        data = family.generate(f"seed {side}", {"side": side} if side else {})
        assert find_errors(JURY, data) == []
    data = family.generate("hash", {"side": 12} if family.sizes else {})
    assert sha256(data).hexdigest()[:16] == HASHES[family.name]


@pytest.mark.parametrize(
    "family", [family for family in JURY.families if family.group == MISTAKES], ids=lambda family: str(family.name)
)
def test_families_for_mistakes_have_all_kinds_of_answers(family: Family) -> None:
    kinds = {kind for seed in range(50) for kind in somegame.solve(family.generate(f"{seed}")).split()}
    assert {b"PLAYER", b"ERROR"} <= kinds


# Smaller inputs.


def test_what_always_fails_becomes_a_single_square() -> None:
    for family in JURY.families:
        data = family.generate("seed", {"side": 12} if family.sizes else {})
        assert shrink(JURY, data, lambda candidate: True) == b"1 1 1 0\n0\n"


def test_smaller_inputs_are_valid_and_not_too_many() -> None:
    board = JURY.family("full-random").generate("seed", {"side": 30})
    for data in (JURY.family("small").generate("seed"), board[: board.index(b"\n2 30 30")] + b"\n"):
        candidates = list(JURY.reductions(data))
        assert all(is_valid(JURY, candidate) for candidate in candidates[:: len(candidates) // 50])
        assert any(len(candidate.split()) < len(data.split()) for candidate in candidates)
        assert len(set(candidates)) < 5000


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
        return any(reason in text for explanation in JURY.explain(data, {}) for text in explanation.reasons)

    cases = [JURY.families[seed % 10].generate(f"{seed}") for seed in range(100)]
    for data in [data for data in cases if fails(data)][:3]:
        assert len(shrink(JURY, data, fails)) <= most


# Answers and lines.


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
