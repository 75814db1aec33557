"""The sizes of small cases: most are small, some larger, as far as they take the model solution no time."""

import re
import sys
from math import dist
from pathlib import Path

import pytest
import support
from support import needs_posix, own, write_files

from refsol.errors import ToolError
from refsol.jury.batches import Skipped, run_cases
from refsol.jury.batches import _prepared as prepared_case
from refsol.jury.cases import CampaignPlan
from refsol.jury.run.program import Function
from refsol.jury.stress import Campaign, CampaignEnd
from refsol.own import problem_of
from refsol.own.problem import Described
from refsol.own.spec import Spec
from refsol.problem.contract import NoInputError

POINTS = """INT(2,10^5,n) NEWLINE
REPI(i,n) INT(-10^9,10^9,x[i]) SPACE INT(-10^9,10^9,y[i]) NEWLINE END ASSERT(UNIQUE(x,y))"""
NUMBERS = "INT(1,10^5,n) NEWLINE REP(n,SPACE) INT(-10^9,10^9) END NEWLINE"


def described(text: str, model: str = "") -> Described:
    command = (sys.executable, "-I", "-c", model) if model else ()
    return problem_of(Spec("many", "Many", "many.ctd", text, command))


def closest(data: bytes, neighbours: int | None = None) -> float:
    """Return the distance of the closest pair; with so many neighbours, among pairs that are as near in order."""
    numbers = [*map(int, data.split())][1:]
    points = sorted(zip(numbers[::2], numbers[1::2], strict=True))
    return min(
        dist(point, other)
        for number, point in enumerate(points)
        for other in points[number + 1 : neighbours and number + 1 + neighbours]
    )


def test_some_cases_are_larger() -> None:
    plan = CampaignPlan(described(NUMBERS), "1")
    cases = [case for case in map(plan.case, range(1000)) if not plan.may_skip(case)]
    assert not any(case.sizes for case in cases[:20])
    sizes = [case.sizes["size"] for case in cases if case.sizes]
    assert set(sizes) == {16, 32, 64, 128, 256, 512, 1000}
    assert 0.15 < len(sizes) / len(cases) < 0.2
    families = {case.family for case in cases if case.sizes}
    assert families == {"random", "edges", "few", "equal", "outlier", "ascending", "descending", "tiny"}
    assert not any(CampaignPlan(plan.problem, "1", ("random",)).case(number).sizes for number in range(99))


def test_a_mistake_that_needs_many_points_is_found() -> None:
    plan = CampaignPlan(described(POINTS), "21")
    for number in range(200):
        case, data = plan.made(number)
        if not plan.may_skip(case) and closest(data, 5) != closest(data):
            break
    assert (number, case.sizes) == (42, {"size": 64})
    assert plan.problem.jury.family(case.family).generate(case.seed, case.sizes) == data


@needs_posix
def test_sizes_that_take_the_model_too_long_are_left_out() -> None:
    """Such a case has the default size."""
    model = "n = int(input())\nwhile n > 16: pass\nprint(n)"
    problem = described(NUMBERS, model)

    def first(data: bytes) -> bytes:
        return data.split()[0]

    plan = CampaignPlan(problem, "1")
    number = next(
        k for k in range(999) if (size := plan.spread_size(plan.case(k))) and size > 16 and many(plan, k) > 16
    )
    size = plan.spread_size(plan.case(number))
    batch = run_cases(plan, Function(first), number, 1)
    assert (batch.cases, batch.failure, batch.skipped, batch.too_large) == (1, None, (), size)
    again = run_cases(plan, Function(first), number, 1, frozenset(), 16)
    assert (again.failure, again.too_large) == (None, 16)
    wrong = run_cases(plan, Function(lambda data: b"0"), number, 1)
    assert wrong.failure is not None
    assert wrong.failure.case.sizes == {}
    assert plan.problem.jury.family(wrong.failure.case.family).generate(wrong.failure.case.seed) == wrong.failure.data
    (end,) = support.of_kind(CampaignEnd, Campaign(plan, Function(first), cases=120).events())
    assert end.cases == 120


HARD = "INT(1,9,n) SPACE INT(1,6000,k) NEWLINE ASSERT(k*k % 2003 == n)"  # not every seed has an input


@needs_posix
def test_a_test_set_has_the_largest_that_fits_the_time(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "words.ctd": 'INT(1,10^6,n) NEWLINE REP(n) REGEX("[a-z]{9}") NEWLINE END',
            "refsol.toml": "format = 'words.ctd'\nmodel = 'head -n 1'\n[limits]\ngeneration = 0.3",
        },
    )
    status, shown, errors = own("testset", "tests", cwd=tmp_path)
    assert status == 0
    assert re.fullmatch(r"tests: [0-9]+ tests written, 0 already there\n", shown)
    most = re.fullmatch(r"refsol: no test comes near n <= 1000000 \(.*words.ctd:1:1\): the most is ([0-9]+)\n", errors)
    assert most is not None
    assert int(most[1]) > 8
    assert len([*(tmp_path / "tests" / "03-worst").iterdir()]) > 2


@needs_posix
def test_inputs_that_cannot_be_made_are_left_out(tmp_path: Path) -> None:
    """Of a campaign and of a test set, unless that is nearly all."""
    write_files(tmp_path, {"some.ctd": HARD, "none.ctd": "INT(1,9,n) ASSERT(n > 9)", "mine.py": "print(input())"})
    options = ("--model", "head -n 1", "--seed", "1", "--cases")
    mine = ("--", sys.executable, "mine.py")
    status, shown, errors = own("stress", "--format", "some.ctd", *options, "40", *mine, cwd=tmp_path)
    assert (status, errors) == (0, "")
    found = re.fullmatch(r"([0-9]+) inputs could not be made\ntried: .*\n([0-9]+) cases in .*: no fault\n", shown)
    assert found is not None
    assert int(found[1]) + int(found[2]) == 40
    status, shown, errors = own("stress", "--format", "none.ctd", *options, "40", *mine, cwd=tmp_path)
    assert status == 2
    assert errors.startswith("refsol: the family random, size 8: no input was found that satisfies n > 9 ")
    assert re.fullmatch(r"[0-9]+ inputs could not be made\n0 cases in .*: hardly any input could be made\n", shown)
    status, shown, errors = own("testset", "--format", "some.ctd", "--model", "head -n 1", "tests", cwd=tmp_path)
    assert status == 0
    assert len([*(tmp_path / "tests" / "01-small").glob("*-random.in")]) > 2
    assert "all tests of this family are left out" in errors


@needs_posix
def test_a_generator_that_fails_in_a_campaign_names_the_command(tmp_path: Path) -> None:
    text = "format = 'n.ctd'\nmodel = 'cat'\n[generators.broken]\ncommand = 'false {seed}'"
    write_files(tmp_path, {"n.ctd": "INT(1,9,n)", "refsol.toml": text})
    status, _, errors = own("stress", "--seed", "5", "--cases", "50", "--", "cat", cwd=tmp_path)
    assert status == 2
    found = re.search(r"on the input of case ([0-9]+): refsol own generate broken --seed 5-([0-9]+)$", errors.strip())
    assert found is not None
    assert found[1] == found[2]


def many(plan: CampaignPlan, number: int) -> int:
    """Return the number of numbers in the input of a case."""
    return int(plan.made(number)[1].split()[0])


@needs_posix
def test_a_case_is_made_and_solved() -> None:
    """A larger size takes the place of the usual one, unless a smaller size was too large already."""
    plan = CampaignPlan(described(NUMBERS, "print(input())"), "1")
    spread = [number for number in range(100) if plan.spread_size(plan.case(number)) is not None]
    number = max(spread, key=lambda number: plan.spread_size(plan.case(number)) or 0)
    usual, larger = (prepared_case(plan, number, frozenset(), too_large) for too_large in (1, None))
    assert not isinstance(usual, Skipped | NoInputError)
    assert not isinstance(larger, Skipped | NoInputError)
    assert (usual.answer, larger.answer) == (usual.data.split()[0] + b"\n", larger.data.split()[0] + b"\n")
    assert len(usual.data.split()) < 10 < len(larger.data.split())
    large = next(number for number in range(1000) if plan.may_skip(plan.case(number)) and number not in spread)
    assert prepared_case(plan, large, frozenset({plan.case(large).family}), None) == Skipped(plan.case(large), "")


@needs_posix
def test_a_model_that_fails_ahead_is_named_with_the_case() -> None:
    plan = CampaignPlan(described(NUMBERS, "import sys\nsys.exit(3)"), "1")
    with pytest.raises(
        ToolError, match=r"the model solution crashed: exit status 3, on the input of case 2: refsol own"
    ):
        prepared_case(plan, 2, frozenset(), None)
