"""The programs in C++ for testlib give the verdicts of ``refsol PROBLEM check`` and ``refsol PROBLEM validate``.

They can't be compiled without testlib.h: ``REFSOL_TESTLIB`` names the file, or else the tests are skipped. ``nox -s
judges`` gets it from a package.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import cycle
from random import Random
from typing import Final, TypeVar

import pytest
import support
import testlib
from test_limits import chess_input
from testlib import FAILED, OK, PARTIAL, POINTS, STANDARDS, STATUS, TRAILING, WRONG, Judged, Programs, Result

from refsol.jury import testing
from refsol.jury.checking import check
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load
from refsol.problem.contract import Verdict

pytestmark = pytest.mark.testlib

if not testlib.HEADER:
    pytest.skip("REFSOL_TESTLIB doesn't name the file testlib.h", allow_module_level=True)

CASES: Final = int(os.environ.get("REFSOL_CASES") or 2_000)  # inputs of each problem, and outputs
WITH_SUBTASKS: Final = [name for name in NAMES if len(load(name).limits.subtasks) > 1]
MARK: Final = b"\xef\xbb\xbf"  # a byte order mark

Case = TypeVar("Case")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    return Programs(tmp_path_factory.mktemp("programs"))


def in_parallel(run: Callable[[Case, str], Result], cases: list[Case], options: tuple[str, ...]) -> Iterator[Result]:
    with ThreadPoolExecutor(testlib.JOBS) as threads:
        yield from threads.map(run, cases, cycle(options))


def judged(name: str, case: Judged) -> Verdict:
    """Return refsol's verdict, but for what testlib reads differently before a checker is asked.

    It knows four kinds of white space only: a form feed and a vertical tab belong to tokens.
    """
    output = case.output.translate(bytes.maketrans(b"\v\f", b"??"))
    return check(load(name).jury, case.data, BytesIO(output), lambda: [case.answer], reasons=False)


def is_valid(name: str, data: bytes) -> bool:
    return not find_errors(load(name).jury, data)


@pytest.mark.parametrize("name", NAMES)
def test_random_outputs(name: str, programs: Programs) -> None:
    cases = [testlib.random_output(name, seed) for seed in support.seeds(CASES)]
    seen: Counter[int] = Counter()
    results = in_parallel(lambda case, option: programs.check(name, case, option), cases, STANDARDS)
    for case, result in zip(cases, results, strict=True):
        verdict = judged(name, case)
        assert result.status == STATUS[verdict.kind], (case, result, verdict)
        seen[result.status] += 1
    assert min(seen[status] for status in (OK, WRONG, TRAILING)) > CASES / 50, seen


def test_random_outputs_that_earn_points(programs: Programs) -> None:
    cases = [testlib.random_output("nogo", seed) for seed in support.seeds(CASES // 4)]
    seen: Counter[int] = Counter()
    results = in_parallel(lambda case, option: programs.check("nogo", case, option), cases, (POINTS,))
    for case, result in zip(cases, results, strict=True):
        verdict = judged("nogo", case)
        if verdict.score:
            assert result == (PARTIAL, f"points {verdict.score}\n"), (case, verdict)
        else:
            assert result.status == STATUS[verdict.kind], (case, result, verdict)
        seen[verdict.score or 0] += 1
    assert min(seen[points] for points in (0, 1, 2)) > CASES / 200, seen


@pytest.mark.parametrize("name", NAMES)
def test_random_inputs(name: str, programs: Programs) -> None:
    cases = [testlib.random_input(name, seed) for seed in support.seeds(CASES)]
    seen: Counter[int] = Counter()
    results = in_parallel(lambda data, option: programs.validate(name, data, option), cases, STANDARDS)
    for data, result in zip(cases, results, strict=True):
        assert result.status == (OK if is_valid(name, data) else FAILED), (data, result)
        seen[result.status] += 1
    assert min(seen[OK], seen[FAILED]) > CASES / 5, seen


# Boards of chess near the limits of subtasks: rows and columns; and numbers of pieces.
BOARDS: Final = [(10, 10), (9, 11), (50, 2), (51, 2), (2, 51), (50, 100), (61, 82), (1000, 5), (1001, 4), (4, 1001)]
PIECES: Final = (1, 2, 49, 50, 51, 1999, 2000, 2001)


def input_near_limits(name: str, seed: str) -> bytes:
    """Return a small valid input of a subtask, one near the limits of subtasks, or any small one, maybe invalid."""
    rng = Random(f"near {seed}")
    kind = rng.randrange(4)
    if kind < 2:
        return testlib.random_input(name, seed)
    if name == "chess" and kind == 2:
        boards = [rng.choice(BOARDS) for _ in range(rng.randint(1, 3))]
        pieces = [min(rows * columns, rng.choice(PIECES)) for rows, columns in boards]
        return chess_input(
            *((*board, count) for board, count in zip(boards, pieces, strict=True)), road=rng.choice("0123")
        )
    families = [each for each in load(name).jury.families if each.group.subtask is not None and each.sizes]
    family = rng.choice(families)
    sizes = {size.name: min(size.most, size.least + rng.randrange(4)) for size in family.sizes}
    if "moves" in sizes:
        sizes["moves"] = min(family.sizes[-1].most, rng.choice((9, 10, 11)))
    return family.generate(seed, sizes)


@pytest.mark.parametrize("name", WITH_SUBTASKS)
def test_groups_are_subtasks(name: str, programs: Programs) -> None:
    """A validator that is given the group of a test, as a name or a number, also requires the limits of the subtask."""
    limits = load(name).limits
    keys = [key for number, slug in enumerate(limits.slugs(), 1) for key in (slug, str(number))]
    cases = list(zip((input_near_limits(name, seed) for seed in support.seeds(CASES // 2)), cycle(keys), strict=False))
    seen: Counter[tuple[str, bool]] = Counter()
    results = in_parallel(lambda case, option: programs.validate(name, case[0], option, case[1]), cases, STANDARDS)
    for (data, key), result in zip(cases, results, strict=True):
        subtask = limits.subtask(key)
        errors = find_errors(load(name).jury, data, subtask=subtask)
        assert result.status == (FAILED if errors else OK), (data, key, result)
        if is_valid(name, data):
            assert f"in subtask {subtask.slug}" in result.message or not errors
            seen[subtask.slug, not errors] += 1
    needed = [(slug, belongs) for slug in limits.slugs() for belongs in (False, True) if belongs or slug != "all"]
    assert min(seen[each] for each in needed) > CASES / 2000, seen


@pytest.mark.parametrize("name", WITH_SUBTASKS)
def test_other_groups_have_no_further_limits(name: str, programs: Programs) -> None:
    data = (support.SAMPLES / name / "1.in").read_bytes()
    assert programs.validate(name, data, group="1").status == (OK if name == "chess" else FAILED)
    for group in ("", "0", "100", "samples", "all", "ALL"):
        assert programs.validate(name, data, group=group) == (OK, "")


@pytest.mark.parametrize("boards", [[(2, 2, 1), (2, 10**5, 2000)], [(10**5, 2, 2001)], [(447, 447, 2001)]])
def test_groups_of_large_boards(boards: list[tuple[int, int, int]], programs: Programs) -> None:
    data = chess_input(*boards)
    for subtask in load("chess").limits.subtasks:
        result = programs.validate("chess", data, group=subtask.slug)
        assert result.status == (OK if subtask.breach(data) is None else FAILED)


@pytest.mark.parametrize(("output", "status", "message", "points"), support.toml("testlib")["games"])
def test_a_game_is_judged(output: str, status: int, message: str, points: int, programs: Programs) -> None:
    case = Judged(b"3\nXOO\nXO.\nX..\n", output.encode(), b"")
    verdict = judged("nogo", case)
    assert (STATUS[verdict.kind], verdict.score) == (status, points if points >= 0 else None)
    for standard in STANDARDS:
        assert programs.check("nogo", case, standard) == (status, f"{message}\n")
    expected = (PARTIAL, f"points {points}\n") if points > 0 else (status, f"{message}\n")
    assert programs.check("nogo", case, POINTS) == expected


EMPTY: Final = b"%d\n" + (b"." * 600 + b"\n") * 600


@pytest.mark.parametrize(
    ("data", "output", "status", "message"),
    [
        (EMPTY % 600, b"600 600\n1 1\n601 1\n", WRONG, "wrong answer move 3, black: (601, 1) is off the board"),
        (EMPTY % 600, b"1: 1\n", WRONG, "wrong answer move 1, black: (1:, 1) is off the board"),
        (EMPTY % 601, b"1 1\n", FAILED, "FAIL Integer parameter [name=n] equals to 601, violates the range [1, 600]"),
        (b"3\n.O.\nO.X\n.X.\n", b"1 1\n", WRONG, "wrong answer move 1, black: (1, 1) is suicide\n"),
    ],
    ids=["largest", "a colon", "too large", "suicide"],
)
def test_games_on_other_boards(data: bytes, output: bytes, status: int, message: str, programs: Programs) -> None:
    result = programs.check("nogo", Judged(data, output, b""))
    assert result.status == status
    assert result.message.startswith(message)


def test_a_long_game_earns_points(programs: Programs) -> None:
    """All lines up to the last one are right, and what follows the first wrong line doesn't matter."""
    data = load("nogo").jury.family("empty").generate("1", {"size": 60})
    *moves, end = testing.solved(load("nogo"), data, {}).splitlines(keepends=True)
    for count in (9, 10, 99, 100, 999, 1000):
        case = Judged(data, b"".join(moves[:count]) + end + b"more of it\n" * count, b"")
        assert judged("nogo", case).score == len(str(count))
        assert programs.check("nogo", case, POINTS) == (PARTIAL, f"points {len(str(count))}\n")


@pytest.mark.parametrize(("output", "status", "message"), support.toml("testlib")["tokens"])
def test_tokens_are_compared(output: str, status: int, message: str, programs: Programs) -> None:
    case = Judged(b"1 2 2 2\n1 1\n1 1 2\n1 2 2\n", output.encode(), b"YES\nNO\n")
    assert STATUS[judged("multigo", case).kind] == status
    for standard in STANDARDS:
        assert programs.check("multigo", case, standard) == (status, f"{message}\n")


@pytest.mark.parametrize("name", NAMES)
def test_what_testlib_reads_differently(name: str, programs: Programs) -> None:
    """A byte order mark, which makes no difference, and the white space that ``judged`` allows for."""
    data = (support.SAMPLES / name / ("2.in" if name == "nogo" else "1.in")).read_bytes()
    answer = testing.solved(load(name), data, {})
    jury = load(name).jury
    marked = Judged(data, MARK + answer, answer)
    assert not check(jury, data, BytesIO(marked.output), lambda: [answer], reasons=False).accepted
    for output in (marked.output, MARK + marked.output):
        assert programs.check(name, marked._replace(output=output)).status == WRONG
    for blank in (b"\v", b"\f"):
        blanks = Judged(data, answer + blank, answer)
        assert check(jury, data, BytesIO(blanks.output), lambda: [answer], reasons=False).accepted
        assert programs.check(name, blanks).status == TRAILING
    for blank in (b" ", b"\t", b"\r", b"\n"):
        assert programs.check(name, Judged(data, answer + blank, answer)).status == OK


def chips(first: str, last: str, others: str = "... ... ...\n") -> str:
    """Return a board of tic-tac-toe by its first row and the other eight, and the ``last`` line."""
    return first + 2 * others + 2 * ("\n" + 3 * others) + last


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        *support.toml("testlib")["promises"],
        ("tictactoe", chips("x.. ... ...\n", "1 1\n"), ""),
        ("tictactoe", chips("x.. ... ...\n", "1 2\n"), "the cell (1, 2) of the last chip is empty"),
        ("tictactoe", chips("x.. ... ...\n", "2 1\n"), "the cell (2, 1) of the last chip is empty"),
        ("tictactoe", chips("xxx ooo xxx\n", "1 1\n", "ooo xxx ooo\n"), "the board has no empty cell"),
    ],
)
def test_promises_are_checked(name: str, data: str, message: str, programs: Programs) -> None:
    assert is_valid(name, data.encode()) == (not message)
    for standard in STANDARDS:
        result = programs.validate(name, data.encode(), standard)
        assert result.status == (FAILED if message else OK)
        assert message in result.message


@pytest.mark.parametrize(("name", "parameter", "start", "least", "most"), support.toml("testlib")["limits"])
def test_limits(name: str, parameter: str, start: str, least: int, most: int, programs: Programs) -> None:
    """The beginning of an input is wrong, and reported, if the last number is out of range, and only then."""
    for number in (least - 1, least, most, most + 1):
        data = (start % number).encode()
        errors = [str(error) for error in find_errors(load(name).jury, data)]
        wrong = not least <= number <= most
        assert any(f" in {least}..{most}, found '{number}'" in error for error in errors) == wrong
        message = programs.validate(name, data).message
        assert (f"[name={parameter}] equals to {number}, violates the range [{least}, " in message) == wrong, message


@pytest.mark.parametrize("name", NAMES)
def test_the_layout_is_the_published_one(name: str, programs: Programs) -> None:
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        data = path.read_bytes()
        assert is_valid(name, data)
        assert programs.validate(name, data) == (OK, "")
        first, rest = data.split(b"\n", 1)
        for changed in (
            *(data[:-1], data + b"\n", data + b" ", b" " + data, b"\n" + data, MARK + data, data + b"\0"),
            *(data + b"\xff", data + b"\xff\n", data[:-1] + b"\xff", first + b"\xff\n" + rest),
            *(data.replace(b"\n", b"\r\n"), first + b" \n" + rest, first + b"\t\n" + rest, first + b"\n\n" + rest),
            *(first + b" " + rest, first + b"\v\n" + rest, b"+" + data, b"0" + data),
        ):
            assert not is_valid(name, changed)
            assert programs.validate(name, changed).status == FAILED, changed


@pytest.mark.parametrize("name", NAMES)
def test_inputs_of_all_families(name: str, programs: Programs) -> None:
    """Inputs that are large enough for long rows, deep groups and many moves are valid, and their answers right."""
    for family in load(name).jury.families:
        sizes = {size.name: max(size.least, min(size.most, 50)) for size in family.sizes}
        data = family.generate("1", sizes)
        answer = testing.solved(load(name), data, {})
        assert programs.validate(name, data) == (OK, ""), family.name
        assert programs.check(name, Judged(data, answer, answer)).status == OK, family.name
