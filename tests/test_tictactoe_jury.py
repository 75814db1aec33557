"""The jury of tic-tac-toe: explanations, promises, families, smaller inputs, and wrong solutions."""

from hashlib import sha256
from random import Random

import pytest
import support
from wrong import tictactoe as wrong

from refsol import tictactoe
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid
from refsol.pictures.text import draw
from refsol.problem.contract import MISTAKES, SMALL, WORST, Explanation, Family, Place
from refsol.tictactoe.jury import JURY
from refsol.tictactoe.jury.explain import explain
from refsol.tictactoe.jury.reductions import reductions

SAMPLE = (support.SAMPLES / "tictactoe" / "1.in").read_bytes()
QUICK = support.CASES // 20


def errors_in(data: bytes) -> list[str]:
    return [str(error) for error in find_errors(JURY, data)]


def explanation(data: bytes) -> Explanation:
    (only,) = explain(data, {})
    return only


def chips(data: bytes) -> int:
    return data.count(b"x") + data.count(b"o")


# Explanations


def test_a_forced_small_board_is_explained() -> None:
    found = explanation(SAMPLE)
    assert found.selection == {}
    assert found.subject == "the chip after the one on (6, 4)"
    assert found.answer == "! in 9 cells"
    assert found.reasons == (
        "The last chip, x on (6, 4), is in the lower left cell of its small board, rows 4 to 6 and columns 4 to 6: "
        "(6 - 1) mod 3 = 2 and (4 - 1) mod 3 = 0.",
        "So it names the lower left small board, rows 7 to 9 and columns 1 to 3.",
        "It has 9 empty cells, (7, 1), (7, 2), (7, 3), (8, 1), (8, 2), (8, 3) and 3 more: the next chip must go there.",
    )
    assert [(mark.role, len(mark.cells)) for mark in found.marks] == [
        ("last chip", 1),
        ("named small board", 9),
        ("allowed", 9),
    ]
    assert draw(found.scene) == (
        "   1  2  3   4  5  6   7  8  9",
        "1  .  .  . | .  .  . | .  .  .",
        "2  .  .  . | .  .  . | .  .  .",
        "3  .  .  . | .  .  . | .  .  .",
        "  ---------+---------+---------",
        "4  .  .  . | .  .  . | .  .  .",
        "5  .  .  . | .  .  . | .  .  .",
        "6  .  .  . |[x] .  . | .  .  .",
        "  ---------+---------+---------",
        "7  !  !  ! | .  .  . | .  .  .",
        "8  !  !  ! | .  .  . | .  .  .",
        "9  !  !  ! | .  .  . | .  .  .",
        "[ ]: the last chip",
        "!: where the next chip may go",
    )


def test_a_free_board_is_explained() -> None:
    found = explanation((support.SAMPLES / "tictactoe" / "3.in").read_bytes())
    assert found.answer == "! in 71 cells"
    assert found.reasons[0].startswith("The last chip, o on (5, 5), is in the middle cell of its small board, rows 4")
    assert found.reasons[1:] == (
        "So it names the middle small board, rows 4 to 6 and columns 4 to 6.",
        "It is full: the next chip may go to any empty cell. The board has 71 empty cells, "
        "(1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7) and 65 more.",
    )


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("4 9", "It has 1 empty cell, (3, 9): the next chip must go there."),
        ("9 2", "It is full: the next chip may go to any empty cell. The board has 1 empty cell, (3, 9)."),
    ],
)
def test_one_empty_cell_is_explained(last: str, reason: str) -> None:
    full = "xox xox xox\n"
    found = explanation(f"{full * 2}xox xox xo.\n{full * 6}{last}\n".encode())
    assert found.answer == "! in 1 cell"
    assert found.reasons[2] == reason


@pytest.mark.parametrize(
    ("last", "name"),
    [
        ("1 1", "upper left"),
        ("4 5", "upper middle"),
        ("7 9", "upper right"),
        ("8 7", "middle left"),
        ("2 2", "middle"),
        ("5 3", "middle right"),
        ("3 4", "lower left"),
        ("6 8", "lower middle"),
        ("9 6", "lower right"),
    ],
)
def test_names_of_small_boards(last: str, name: str) -> None:
    rows = "xox xox xox\n" * 8 + "xox xox .ox\n"
    assert explanation(f"{rows}{last}\n".encode()).reasons[1].startswith(f"So it names the {name} small board, ")


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: family.name)
def test_explanations_agree_with_the_solver(family: Family) -> None:
    for seed in support.seeds(QUICK):
        data = family.generate(seed)
        answer = tictactoe.solve(data)
        rows = answer.replace(b" ", b"").split()
        marked = [(x + 1, y + 1) for x in range(9) for y in range(9) if rows[x][y : y + 1] == b"!"]
        found = explanation(data)
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


def test_the_place_of_a_token() -> None:
    tokens = tictactoe.solve(SAMPLE).split()
    assert JURY.place is not None
    assert [JURY.place(SAMPLE, tokens, k).name for k in (0, 4, 26)] == [
        "row 1, columns 1 to 3",
        "row 2, columns 4 to 6",
        "row 9, columns 7 to 9",
    ]
    assert JURY.place(SAMPLE, tokens, 5) == Place("row 2, columns 7 to 9", {})


# Promises and the layout


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((b"6 4", b"6 5"), ["12:1: expected the cell of the last chip, found the empty cell (6, 5)"]),
        ((b".", b"o"), ["12:1: expected a board with an empty cell, found a full board"]),
        (
            (b"6 4", b"0 10\n7"),
            [
                "12:1: expected row x of the last chip in 1..9, found '0'",
                "12:3: expected column y of the last chip in 1..9, found '10'",
                "13:1: expected end of file, found '7'",
            ],
        ),
        (
            (b"... x.. ...", b".X. x. ...."),
            [
                "7:2: expected a cell 'x', 'o' or '.', found 'X.'",
                "7:5: expected a group of cells of 3 characters, found 'x.'",
                "7:8: expected a group of cells of 3 characters, found '....'",
            ],
        ),
        ((b"6 4", b"6"), ["13:1: expected column y of the last chip in 1..9, found end of file"]),
    ],
)
def test_every_breach_is_reported(change: tuple[bytes, bytes], expected: list[str]) -> None:
    assert errors_in(SAMPLE.replace(*change)) == expected


def test_samples_are_valid() -> None:
    for path in (support.SAMPLES / "tictactoe").glob("*.in"):
        assert errors_in(path.read_bytes()) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((b"\n\n", b"\n"), "4:1: expected an empty line, found 3 tokens on the line"),
        ((b"\n\n", b"\n\n\n"), "5:1: expected 3 tokens on the line, found an empty line"),
        ((b"... x", b"...  x"), "7:4: expected a single space, found '  '"),
        ((b"6 4\n", b"6 4"), "12:4: expected '\\n', found end of file"),
        ((b"6 4", b"6 4\n"), "13:1: expected end of file, found an empty line"),
        ((b"6 4", b"6\n4"), "12:2: expected 2 tokens on the line, found 1 token on the line"),
    ],
)
def test_the_layout_is_strict(change: tuple[bytes, bytes], expected: str) -> None:
    data = SAMPLE.replace(*change)
    assert is_valid(JURY, data)
    assert errors_in(data) == [expected]


# Families

HASHES = {
    "small": "774957d088f6094b",
    "three-readings": "44f91d526fed12f3",
    "full-field": "06089d0a3013e68c",
    "nearly-full": "8eb5746fcded0a49",
    "own-field": "bed163a72bf47858",
    "own-field-full": "04e04e23e932ed6b",
    "one-field-free": "9220e1a10548712e",
    "one-chip": "b685f9cfb2033ac5",
    "last-cell": "0594c7b07f0937d0",
    "free-board": "e27977ecd8afb464",
}


def test_every_family_has_its_hash() -> None:
    made = {family.name: sha256(family.generate("a seed")).hexdigest()[:16] for family in JURY.families}
    assert made == HASHES


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: family.name)
def test_families_are_valid(family: Family) -> None:
    assert family.group in (SMALL, MISTAKES, WORST)
    for seed in support.seeds(QUICK):
        data = family.generate(seed)
        assert data == family.generate(seed)
        assert errors_in(data) == []


# Smaller inputs


def test_reductions_are_simpler() -> None:
    for seed in support.seeds(10):
        data = support.GENERATE["tictactoe"](Random(seed))
        smaller = list(JURY.reductions(data))
        assert len(smaller) < 500
        assert all(d < data and len(d) == len(data) and chips(d) <= chips(data) for d in smaller)
        assert all(find_errors(JURY, d) == [] for d in smaller)


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


def test_any_input_shrinks_to_one_nought() -> None:
    for seed in support.seeds(10):
        data = shrink(JURY, support.GENERATE["tictactoe"](Random(seed)), lambda _data: True)
        assert (data.count(b"o"), data.count(b"x")) == (1, 0)


@pytest.mark.parametrize("family", ["full-field", "last-cell", "free-board"])
def test_a_full_small_board_shrinks_to_nine_noughts(family: str) -> None:
    for seed in support.seeds(10):
        data = JURY.family(family).generate(seed)
        if tictactoe.solve(data).count(b".") == 0:
            data = shrink(JURY, data, lambda smaller: tictactoe.solve(smaller).count(b".") == 0)
            assert (data.count(b"o"), data.count(b"x")) == (9, 0)


# Wrong solutions

# The largest number of chips in a shrunk input on which a wrong solution fails, where one or two are not enough.
CHIPS = {"never-free": 10, "full-band": 10, "one-field": 10, "eight-chips": 9, "won-field": 4}


def test_the_right_solution_is_right() -> None:
    for seed in support.seeds(support.CASES // 4):
        data = support.GENERATE["tictactoe"](Random(seed))
        assert wrong.right(data) == tictactoe.solve(data)


@pytest.mark.parametrize("name", wrong.WRONG)
def test_wrong_solutions_are_found_and_shrink(name: str) -> None:
    def fails(data: bytes) -> bool:
        return wrong.WRONG[name].solve(data).split() != tictactoe.solve(data).split()

    data = next(filter(fails, map(JURY.family("small").generate, support.seeds(200))))
    assert chips(shrink(JURY, data, fails)) <= CHIPS.get(name, 2)
