"""The submissions of packages get the verdicts that are expected of them."""

import ast
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
import support
from test_bundles import OLDEST, PYTHONS, answers, run

from refsol.jury import testing
from refsol.jury.bundles import flawed_solver_of
from refsol.jury.judging import Expectation
from refsol.jury.packages import PackageProgram, submissions_of
from refsol.problem import NAMES, load
from refsol.problem.contract import Flaw

pytestmark = [pytest.mark.slow, support.once]

SUBMISSIONS = {name: list(submissions_of(load(name))) for name in NAMES}
ALL = [  # in Python; what is accepted is in C++, and test_plain.py compiles it
    pytest.param(name, each, id=f"{name}-{each.name}") for name in NAMES for each in SUBMISSIONS[name][1:]
]


def selected(verdict: str) -> list[tuple[str, PackageProgram]]:
    return [(name, each) for name in NAMES for each in SUBMISSIONS[name] if each.verdict == verdict]


@pytest.mark.parametrize("name", NAMES)
def test_every_problem_has_some(name: str) -> None:
    verdicts = Counter(each.verdict for each in SUBMISSIONS[name])
    assert verdicts[Expectation.ACCEPTED] == 1
    assert verdicts[Expectation.WRONG_ANSWER] in (2, 3)
    assert verdicts[Expectation.TIME_LIMIT_EXCEEDED] == (name != "tictactoe")
    names = [each.name for each in SUBMISSIONS[name]]
    assert len(set(names)) == len(names)
    assert names[0] == "solver.cpp"
    assert all(each.removesuffix(".py").replace("_", "").isalnum() and each.isascii() for each in names[1:])


@pytest.mark.parametrize(("name", "submission"), ALL)
def test_it_stands_alone(name: str, submission: PackageProgram, tmp_path: Path) -> None:
    tree = ast.parse(submission.data, feature_version=OLDEST)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert str(node.module).split(".")[0] in sys.stdlib_module_names | {"__future__"}
    path = tmp_path / submission.name
    path.write_bytes(submission.data)
    for python in PYTHONS:
        for sample in sorted((support.SAMPLES / name).glob("[1-9].in")):
            done = run(python, path, stdin=sample.read_bytes())
            assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(("name", "submission"), selected(Expectation.WRONG_ANSWER))
def test_quick_tests_find_what_is_wrong(name: str, submission: PackageProgram, python: str, tmp_path: Path) -> None:
    """All outputs are complete, and some are wrong; of NoGo's, some earn nothing."""
    path = tmp_path / submission.name
    path.write_bytes(submission.data)
    cases = testing.quick_inputs(load(name))
    right = testing.require_found(
        load(name), submission.name, cases, answers(python, path, load(name).plain_solver, cases)
    )
    assert right > 0 or submission.name == "from_zero.py"  # what is always wrong is no test


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(("name", "submission"), selected(Expectation.TIME_LIMIT_EXCEEDED))
def test_slow_ones_are_right(name: str, submission: PackageProgram, python: str, tmp_path: Path) -> None:
    path = tmp_path / submission.name
    path.write_bytes(submission.data)
    cases = [support.GENERATE[name](Random(seed)) for seed in support.seeds(40)]
    assert answers(python, path, "solve", cases) == [testing.solved(load(name), case, {}) for case in cases]


def test_a_change_that_does_not_fit_is_refused() -> None:
    for piece, count in ("no such line", 0), ("import", "2"):
        with pytest.raises(
            ValueError, match=f"jury/__init__.py: the flaw name: .*plain.py contains '{piece}' {count} times, not once"
        ):
            flawed_solver_of(load("nogo"), Flaw("name", "What.", ((piece, ""),)))


@pytest.mark.parametrize("name", NAMES)
def test_a_mistake_is_harmless_in_its_subtask(name: str, tmp_path: Path) -> None:
    limits = load(name).limits
    for flaw in load(name).jury.flaws:
        if flaw.harmless is None:
            continue
        subtask = limits.subtask(flaw.harmless)
        (family,) = (family for family in load(name).jury.families if family.group.subtask == subtask)
        cases = []
        for seed, random in support.randoms(50):
            most = {size: min(size.default_value, random.randint(1, 40)) for size in family.sizes}
            sizes = {size.name: max(size.least, most[size]) for size in family.sizes}
            cases.append(family.generate(str(seed), sizes))
        path = tmp_path / f"{flaw.name}.py"
        path.write_text(flawed_solver_of(load(name), flaw), encoding="utf-8")
        found = answers(sys.executable, path, load(name).plain_solver, cases)
        assert found == [testing.solved(load(name), case, {}) for case in cases]
