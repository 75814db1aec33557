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
    """Yield the results of all cases in order, each compiled with the next of the ``options``."""
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


@pytest.mark.parametrize(
    ("output", "status", "message", "points"),
    [
        (b"2 3\n-1 -1\n", OK, "ok a legal game of 1 move, played to its end", None),
        (b"3 2 2 3\r\n\t-1\n\n-1", OK, "ok a legal game of 2 moves, played to its end", None),
        (b"", WRONG, "wrong answer move 1, black: the output ends before -1 -1", 0),
        (b"2 3\n-1", WRONG, "wrong answer move 2, white: the output ends before -1 -1", 1),
        (b"-1 -1\n", WRONG, "wrong answer move 1, black: -1 -1 is too early", 0),
        (b"3 2\n-1 -1\n", WRONG, "wrong answer move 2, white: -1 -1 is too early", 1),
        (b"3 2\n1 3\n", WRONG, "wrong answer move 2, white: (1, 3) is occupied", 1),
        (b"3 3\n3 2\n1 1\n", WRONG, "wrong answer move 2, white: (3, 2) captures a group", 1),
        (b"3 3\n2 3\n3 2\n", WRONG, "wrong answer move 3, black: (3, 2) captures a group", 1),
        (b"4 1\n", WRONG, "wrong answer move 1, black: (4, 1) is off the board", 0),
        (b"02 3\n", WRONG, "wrong answer move 1, black: (02, 3) is off the board", 0),
        (b"-1 2\n", WRONG, "wrong answer move 1, black: (-1, 2) is off the board", 0),
        (b"4294967298 3\n", WRONG, "wrong answer move 1, black: (4294967298, 3) is off the board", 0),
        (b"2 3\n-1 -1\n0", TRAILING, "wrong output format trailing output after -1 -1", 1),
    ],
)
def test_a_game_is_judged(output: bytes, status: int, message: str, points: int | None, programs: Programs) -> None:
    case = Judged(b"3\nXOO\nXO.\nX..\n", output, b"")
    verdict = judged("nogo", case)
    assert (STATUS[verdict.kind], verdict.score) == (status, points)
    for standard in STANDARDS:
        assert programs.check("nogo", case, standard) == (status, f"{message}\n")
    expected = (PARTIAL, f"points {points}\n") if points else (status, f"{message}\n")
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


@pytest.mark.parametrize(
    ("output", "status", "message"),
    [
        (b"YES\nNO\n", OK, "ok 2 tokens, all as expected"),
        (b" YES\r\n\n\tNO", OK, "ok 2 tokens, all as expected"),
        (b"YES\nno\n", WRONG, "wrong answer token 2: expected NO, found no"),
        (b"YES\n", WRONG, "wrong answer token 2: expected NO, found the end of the output"),
        (b"", WRONG, "wrong answer token 1: expected YES, found the end of the output"),
        (b"YESNO\n", WRONG, "wrong answer token 1: expected YES, found YESNO"),
        (b"YES\0 NO\n", WRONG, "wrong answer token 1: expected YES, found YES~"),
        (b"YES\nNO\nYES\n", TRAILING, "wrong output format Extra information in the output file"),
    ],
)
def test_tokens_are_compared(output: bytes, status: int, message: str, programs: Programs) -> None:
    case = Judged(b"1 2 2 2\n1 1\n1 1 2\n1 2 2\n", output, b"YES\nNO\n")
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


def chips(first: bytes, last: bytes, others: bytes = b"... ... ...\n") -> bytes:
    """Return a board of tic-tac-toe by its first row and the other eight, and the ``last`` line."""
    return first + 2 * others + 2 * (b"\n" + 3 * others) + last


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("multigo", b"1 3 2 1\n1 2 1\n1 1 1\n", "the territory of player 1 is not connected"),
        ("multigo", b"2 2 2 1\n1 2\n2 1\n1 1 1\n", "the territory of player 1 is not connected"),
        ("multigo", b"3 3 2 1\n1 1 1\n1 2 1\n1 1 1\n1 1 1\n", "the territory of player 1 encloses a cell"),
        ("multigo", b"3 4 9 1\n9 9 9 9\n9 5 6 9\n9 9 9 9\n1 1 1\n", "the territory of player 9 encloses a cell"),
        ("multigo", b"1 1 1 1\n1\n1 1 1\n", "Integer parameter [name=K] equals to 1"),
        ("somegame", b"", "Unexpected end of file"),
        ("somegame", b"1 1 1 1\n2\n", "violates the range [0, 1]"),
        ("somegame", b"1 1 1 1\n1\n1 1 1 1\n", "Unexpected end of file"),
        ("chess", b"1\n2 2 1\n0\n4\n00\n0 1 1 1\n", "doesn't correspond to pattern"),
        ("chess", b"1\n2 100000 1\n", "Unexpected end of file"),
        ("chess", b"1\n3 100000 1\n", "n * m is more than 200000"),
        ("chess", b"1\n2 2 5\n", "Integer parameter [name=q] equals to 5"),
        ("chess", b"1\n2 2 1\n0\n0\n00\n0 2 1 1\n", "Integer parameter [name=lv] equals to 2"),
        ("chess", b"1\n2 2 2\n0\n0\n00\n0 1 1 2\n1 1 1 2\n", "the crossing (1, 2) is occupied"),
        ("tictactoe", 3 * b"... ... ...\n" + b"... ... ...\n", "Expected EOLN"),
        ("nogo", b"1\nX\n", "the numbers of X and O differ by 1"),
        ("nogo", b"2\nOO\nO.\n", "the numbers of X and O differ by 3"),
        ("nogo", b"2\nXO\nOX\n", "the group of the stone on (1, 1) has no liberty"),
        ("nogo", b"3\n.XO\n.XX\n.OO\n", "the group of the stone on (1, 3) has no liberty"),
        ("nogo", b"2\n..\n.\n", "doesn't correspond to pattern"),
        ("nogo", b"601\n", "Integer parameter [name=n] equals to 601"),
        ("multigo", b"1 1 2 1\n1\n1 1 2\n", ""),
        ("multigo", b"3 3 3 1\n1 1 1\n1 2 1\n1 1 3\n1 1 1\n", ""),  # player 2 gets out between two corners
        ("multigo", b"2 2 1000000 1\n1 1000000\n3 4\n2 2 1000000\n", ""),
        ("tictactoe", chips(b"x.. ... ...\n", b"1 1\n"), ""),
        ("tictactoe", chips(b"x.. ... ...\n", b"1 2\n"), "the cell (1, 2) of the last chip is empty"),
        ("tictactoe", chips(b"x.. ... ...\n", b"2 1\n"), "the cell (2, 1) of the last chip is empty"),
        ("tictactoe", chips(b"xxx ooo xxx\n", b"1 1\n", b"ooo xxx ooo\n"), "the board has no empty cell"),
    ],
)
def test_promises_are_checked(name: str, data: bytes, message: str, programs: Programs) -> None:
    assert is_valid(name, data) == (not message)
    for standard in STANDARDS:
        result = programs.validate(name, data, standard)
        assert result.status == (FAILED if message else OK)
        assert message in result.message


@pytest.mark.parametrize(
    ("name", "parameter", "start", "least", "most"),
    [
        ("multigo", "N", "%d 1 2 1\n", 1, 1000),
        ("multigo", "M", "1 %d 2 1\n", 1, 1000),
        ("multigo", "K", "1 1 %d 1\n", 2, 10**6),
        ("multigo", "Q", "1 1 2 %d\n", 1, 10**6),
        ("multigo", "owner", "1 1 2 1\n%d\n", 1, 2),
        ("multigo", "x", "2 1 2 1\n1\n1\n%d 1 1\n", 1, 2),
        ("multigo", "y", "1 2 2 1\n1 1\n1 %d 1\n", 1, 2),
        ("multigo", "k", "1 1 2 1\n1\n1 1 %d\n", 1, 2),
        ("somegame", "N", "%d 1 1 1\n", 1, 9001),
        ("somegame", "W", "1 %d 1 1\n", 1, 420),
        ("somegame", "H", "1 1 %d 1\n", 1, 420),
        ("somegame", "K", "1 1 1 %d\n", 0, 9001),
        ("chess", "T", "%d\n", 1, 5),
        ("chess", "n", "1\n%d 2 1\n", 2, 10**5),
        ("chess", "m", "1\n2 %d 1\n", 2, 10**5),
        ("chess", "q", "1\n2 2 %d\n", 1, 4),
        ("chess", "q", "1\n1000 200 %d\n", 1, 10**5),
        ("chess", "col", "1\n2 2 2\n0\n0\n00\n%d 1 1 1\n", 0, 1),
        ("chess", "lv", "1\n2 2 2\n0\n0\n00\n0 %d 1 1\n", 1, 2),
        ("chess", "x", "1\n3 2 2\n0\n0\n0\n00\n00\n0 1 %d 1\n", 1, 3),
        ("chess", "y", "1\n2 3 2\n00\n00\n000\n0 1 1 %d\n", 1, 3),
        ("tictactoe", "x", "\n".join(3 * [3 * "x.. ... ...\n"]) + "%d 1\n", 1, 9),
        ("tictactoe", "y", "\n".join(3 * ["xxx xxx xxx\n" + 2 * "... ... ...\n"]) + "1 %d\n", 1, 9),
        ("nogo", "n", "%d\n", 1, 600),
    ],
)
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
