"""The jury itself is tested: it finds every wrong solution, shrinks its failing input, and passes right solutions."""

from importlib import import_module
from typing import Final

import pytest
import support
from mutants import find_and_shrink, first_failure, size
from wrong import wrong_solutions

from refsol.jury.cases import CampaignPlan
from refsol.jury.run.program import Function, Result
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load
from refsol.problem.contract import MISTAKES, SMALL

pytestmark = [pytest.mark.slow, pytest.mark.unmeasured]

MUTANTS: Final = [(name, mutant) for name in NAMES for mutant in wrong_solutions(name)]


def test_every_problem_has_a_dozen_wrong_solutions() -> None:
    assert all(len(wrong_solutions(name)) >= 12 for name in NAMES)


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
def test_every_wrong_solution_is_found_and_shrunk(name: str, mutant: str) -> None:
    wrong = wrong_solutions(name)[mutant]
    plan = CampaignPlan(load(name), "mutants")
    if wrong.slow and wrong.size >= 1000:  # only a large input shows it: one of half the first such case of the plan
        case = plan.case(next(index for index in range(1000) if plan.case(index).sizes))
        plan = CampaignPlan(
            load(name), plan.seed, (case.family,), {size: number // 2 for size, number in case.sizes.items()}
        )
    for shrink_seconds in (8.0, 60.0):  # the second time, for a busy machine
        result = find_and_shrink(plan, mutant, seconds=0.5, shrink_seconds=shrink_seconds)
        assert result is not None
        finding, _seconds = result
        length = len(finding.data) if name == "nogo" else size(finding.data)
        if length <= wrong.size:
            break
    assert find_errors(load(name).jury, finding.data) == []
    kinds = {Result.TIME} if wrong.slow else {Result.WRONG_ANSWER, Result.CRASH}
    assert finding.failure.fault.kind in kinds
    assert length <= wrong.size, finding.data.decode()


@pytest.mark.parametrize("name", NAMES)
def test_right_solutions_pass(name: str) -> None:
    quick = tuple(family.name for family in load(name).jury.families if family.group in (SMALL, MISTAKES))
    plan = CampaignPlan(load(name), f"right {support.FRESH_SEED}", quick)
    failure = first_failure(plan, Function(import_module(f"wrong.{name}").solve), support.CASES // 4)
    assert failure is None, f"{failure}"
