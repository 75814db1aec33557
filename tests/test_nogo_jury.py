"""What NoGo offers to the jury: promises, families, smaller inputs, and the wrong solutions."""

from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import product, takewhile
from random import Random

import pytest
import support
from wrong import nogo as wrong

from refsol import nogo
from refsol.errors import OptionError
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors
from refsol.nogo import oracle
from refsol.nogo.jury import JURY
from refsol.nogo.jury.checker import check
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family

SAMPLE = b"3\nXOO\nXO.\nX..\n"  # sample 2; its right answers are 2 3, -1 -1 and 3 2, 2 3, -1 -1


def errors_in(data: bytes, lenient: bool = False) -> list[str]:
    return [str(error) for error in find_errors(JURY, data, lenient=lenient)]


def is_wrong(name: str, data: bytes) -> bool:
    """Return whether the wrong solution of that name gives a wrong answer to an input."""
    return not check(data, BytesIO(wrong.WRONG[name].solve(data))).accepted


# Promises and the layout


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"0\n", ["1:1: expected board size n in 1..600, found '0'"]),
        (b"601\n", ["1:1: expected board size n in 1..600, found '601'"]),
        (b"", ["1:1: expected board size n in 1..600, found end of file"]),
        (
            b"3\nX.o\n..\n..+\n",
            [
                "2:3: expected a point 'X', 'O' or '.', found 'o'",
                "3:1: expected a row of 3 characters, found '..'",
                "4:3: expected a point 'X', 'O' or '.', found '+'",
            ],
        ),
        (b"2\n..\n", ["3:1: expected a row of 2 characters, found end of file"]),
        (
            b"4\nXOXX\nOXOO\n.O..\nX..X\n1\n",
            [
                "1:1: expected as many X as O, found 6 X and 5 O",
                "2:1: expected a liberty for every group, found the black group at (1, 1) without one",
                "2:2: expected a liberty for every group, found the white group at (1, 2) without one",
                "2:3: expected a liberty for every group, found the black group at (1, 3) without one",
                "3:2: expected a liberty for every group, found the black group at (2, 2) without one",
                "6:1: expected end of file, found '1'",
            ],
        ),
    ],
)
def test_every_breach_is_reported(data: bytes, expected: list[str]) -> None:
    assert errors_in(data, lenient=True) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((b"3\n", b"3 "), "1:3: expected 1 token on the line, found 2 tokens on the line"),
        ((b"XO.\n", b"XO.\n\n"), "4:1: expected 1 token on the line, found an empty line"),
        ((b"XO.\n", b"XO. \n"), "3:4: expected '\\n' right after the token, found ' '"),
        ((b"X..\n", b"X.."), "4:4: expected '\\n', found end of file"),
        ((b"X..\n", b"X..\n\n"), "5:1: expected end of file, found an empty line"),
    ],
)
def test_the_layout_is_strict(change: tuple[bytes, bytes], expected: str) -> None:
    data = SAMPLE.replace(*change)
    assert errors_in(data, lenient=True) == []
    assert expected in errors_in(data)


def test_validity_is_the_oracles() -> None:
    for seed in support.seeds(support.CASES // 40):
        rng = Random(seed)
        size = rng.randint(1, 4)
        rows = ["".join(rng.choice("XXOO.") for _ in range(size)) for _ in range(size)]
        text = "".join(rows)
        data = "\n".join([str(size), *rows, ""]).encode()
        board = nogo.Board(size)
        for k, c in enumerate(text):
            board.stone[board.point(k // size + 1, k % size + 1)] = ".XO".index(c)
        valid = text.count("X") == text.count("O") and oracle.every_group_has_a_liberty(board)
        assert (errors_in(data) == []) == valid, f"seed {seed!r}"


# Families

HASHES = {
    "small": "e29307b36137c292",
    "tiny": "28805a40ed8bb971",
    "full": "d3655beea91e122e",
    "eyes": "cd2b9d7289cb8fde",
    "captures-by-two": "9ddc5637ee70b1c2",
    "suicides-by-two": "d76d2df989bccd89",
    "row-ends": "8ec29e84c9bf01e1",
    "last-liberties": "3b08b10e62e325fb",
    "empty": "63478620d48ec6f5",
    "dense": "b5a8f3fd40f69ada",
    "large-groups": "d04a95152ee07cda",
    "half-full": "159f3ecacd120ef0",
    "snakes": "ccba4e6418e5067d",
    "stripes": "134523e363debd90",
    "combs": "2d37de0d4831ea6a",
    "dots": "d25b077f544668c1",
    "stripes-and-dots": "ff0120bc0f252da4",
}


def test_every_family_has_its_hash() -> None:
    made = {
        family.name: sha256(family.generate("a seed", {"size": 9} if family.sizes else {})).hexdigest()[:16]
        for family in JURY.families
    }
    assert made == HASHES


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: family.name)
def test_families_are_valid(family: Family) -> None:
    assert family.group in (SMALL, MISTAKES, WORST)
    assert family.largest == (family.group == WORST)
    for seed in support.seeds(4):
        for size in [*range(1, 9), 21]:
            data = family.generate(seed, {"size": size} if family.sizes else {})
            assert data == family.generate(seed, {"size": size} if family.sizes else {})
            assert errors_in(data) == [], f"seed {seed!r}, size {size}"
            if family.sizes:
                assert data.startswith(b"%d\n" % size)


@pytest.mark.parametrize("size", [0, 601])
def test_sizes_have_bounds(size: int) -> None:
    with pytest.raises(OptionError, match="--size of the family eyes is a number from 1 to 600"):
        JURY.family("eyes").generate("", {"size": size})


def test_families_are_what_they_say() -> None:
    """Each family exposes its mistake in many of its inputs."""
    for name, mistake, least in (
        ("tiny", "one point", 10),
        ("full", "suicide", 25),
        ("eyes", "own eyes", 15),
        ("captures-by-two", "counted once", 12),
        ("suicides-by-two", "joined twice", 18),
        ("row-ends", "wrap", 35),
        ("last-liberties", "captures", 35),
    ):
        found = sum(is_wrong(mistake, data) for data in map(JURY.family(name).generate, support.seeds(60)))
        assert found >= least, f"{mistake} in {name}: {found}"


# Smaller inputs


def key(data: bytes) -> tuple[int, int, bytes]:
    return len(data.split()), len(data), data


def test_reductions_are_valid_and_some_simpler() -> None:
    for seed in support.seeds(20):
        data = support.GENERATE["nogo"](Random(seed))
        smaller = list(JURY.reductions(data))
        assert len(smaller) < 3000
        assert all(errors_in(d) == [] for d in smaller)
        assert any(key(d) < key(data) for d in smaller) or data == b"1\n.\n"


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
                assert smaller in found or errors_in(smaller), f"seed {seed!r}, {eighth} eighths"


def test_any_input_shrinks_to_nothing() -> None:
    for seed in support.seeds(10):
        data = JURY.family("half-full").generate(seed, {"size": 20})
        assert shrink(JURY, data, lambda _data: True) == b"1\n.\n"


def test_a_stone_of_each_colour_is_left() -> None:
    for seed in support.seeds(10):
        data = JURY.family("dense").generate(seed, {"size": 12})
        small = shrink(JURY, data, lambda smaller: b"O" in smaller)
        assert sorted(small) == sorted(b"2\nX.\nO.\n"), small


# Wrong solutions


def test_the_right_solution_is_right() -> None:
    for seed in support.seeds(support.CASES // 10):
        data = support.GENERATE["nogo"](Random(seed))
        assert wrong.right(data) == nogo.solve(data)
        assert seed != "fixed 0" or wrong.WRONG["slow"].solve(data) == nogo.solve(data)


@pytest.mark.parametrize("name", [name for name in wrong.WRONG if not wrong.WRONG[name].slow])
def test_wrong_solutions_are_found_and_shrink(name: str) -> None:
    fails = partial(is_wrong, name)
    data = next(filter(fails, map(JURY.family("small").generate, support.seeds(1000))))
    assert len(shrink(JURY, data, fails)) <= wrong.WRONG[name].size
