"""The jury itself on trial: it finds every wrong solution, makes its failure small, and accuses no right one."""

from importlib import import_module
from typing import Final

import pytest
import support
from mutants import CASES, first_failure, put_on_trial, size, wrong_ones

from refsol.jury.contract import MISTAKES, SMALL, load_jury
from refsol.jury.program import FaultKind, Function
from refsol.jury.stress import Plan
from refsol.jury.validation import find_errors
from refsol.problem import NAMES

MUTANTS: Final = [(name, mutant) for name in NAMES for mutant in wrong_ones(name)]


def test_there_are_a_dozen_of_each() -> None:
    assert all(len(wrong_ones(name)) >= 12 for name in NAMES)


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
def test_every_wrong_solution_is_found_and_made_small(name: str, mutant: str) -> None:
    wrong = wrong_ones(name)[mutant]
    trial = put_on_trial(name, mutant)
    assert trial is not None
    finding, _seconds = trial
    assert find_errors(load_jury(name), finding.data) == []
    kinds = {FaultKind.TIME} if wrong.slow else {FaultKind.WRONG_ANSWER, FaultKind.CRASH}
    assert finding.failure.fault.kind in kinds
    assert size(finding.data) <= wrong.size, finding.data.decode()


@pytest.mark.parametrize("name", NAMES)
def test_no_right_solution_is_accused(name: str) -> None:
    quick = tuple(family.name for family in load_jury(name).families if family.group in (SMALL, MISTAKES))
    plan = Plan(name, f"right {support.FRESH_SEED}", quick)
    failure = first_failure(plan, Function(import_module(f"wrong.{name}").right), min(CASES, support.CASES))
    assert failure is None, f"{failure}"
