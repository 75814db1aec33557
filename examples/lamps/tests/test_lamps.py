"""The checks that refsol makes of its own problems, made of Lamps."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from refsol.jury import testing
from refsol.problem import load
from refsol.problem.contract import Explanation

PROBLEM = load("lamps")
ROOT = Path(__file__).parent.parent


def test_the_statement_and_the_limits_are_complete() -> None:
    testing.check_statement(PROBLEM)


def test_the_samples_are_right() -> None:
    testing.check_samples(PROBLEM, ROOT / "samples")


def test_the_solver_agrees_with_the_oracle() -> None:
    testing.check_oracle(PROBLEM, cases=1000)


def test_the_families_are_valid_and_depend_on_the_seed_only() -> None:
    testing.check_families(PROBLEM)


def test_bad_inputs_are_refused() -> None:
    testing.check_bad_inputs(PROBLEM)


def test_failing_inputs_shrink() -> None:
    testing.check_reductions(PROBLEM)


def test_outputs_are_judged_rightly() -> None:
    testing.check_outputs(PROBLEM)


def test_explanations_agree_with_the_oracle() -> None:
    testing.check_explanations(PROBLEM, agrees)


def agrees(explanation: Explanation, tokens: Sequence[bytes]) -> bool:
    """Return whether the cells that an explanation marks are those that the oracle's row says are lit."""
    (row,) = tokens
    (lit,) = explanation.marks
    return [y for _x, y in lit.cells] == [y for y, cell in enumerate(row.decode(), 1) if cell == "+"]


def test_flaws_are_found_by_quick_inputs() -> None:
    testing.check_flaws(PROBLEM)


@pytest.mark.skipif(sys.platform == "win32", reason="refsol runs programs on POSIX systems only")
@pytest.mark.parametrize("path", sorted((ROOT / "wrong").glob("*.py")), ids=lambda path: path.stem)
def test_wrong_programs_are_found_and_shrink(path: Path) -> None:
    testing.check_wrong_program(PROBLEM, [sys.executable, str(path)], longest=20)


def test_both_modes_give_the_same_results() -> None:
    if not testing.check_both_modes(PROBLEM):
        pytest.skip("this package is not compiled")
