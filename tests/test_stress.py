"""Campaigns: every case is run once, can be made again, and goes through any executor."""

import pickle
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context

import pytest
import support

from refsol import multigo
from refsol.errors import OptionError
from refsol.jury.contract import load_jury
from refsol.jury.program import Command, Function, Outcome
from refsol.jury.stress import Batch, Failure, Plan, campaign, judge
from refsol.jury.validation import find_errors
from refsol.problem import NAMES

QUICK = ("small", "rings", "returning")


class Recorder:
    """Answers rightly, and notes the inputs."""

    def __init__(self) -> None:
        self.inputs: list[bytes] = []

    def run(self, data: bytes) -> Outcome:
        self.inputs.append(data)
        return Outcome("", multigo.solve(data))

    def stop(self) -> None:
        pass


def test_every_case_is_run_once_whatever_the_batches() -> None:
    plan = Plan("multigo", "a", QUICK)
    recorder = Recorder()
    with ThreadPoolExecutor(3) as executor:
        batches = list(campaign(plan, recorder, executor, jobs=3, cases=500))
    assert sum(batch.cases for batch in batches) == 500
    jury = load_jury("multigo")
    cases = [plan.case(number) for number in range(500)]
    assert sorted(recorder.inputs) == sorted(jury.family(case.family).generate(case.seed, case.sizes) for case in cases)


@pytest.mark.parametrize("name", NAMES)
def test_the_default_plan_has_small_ones_mistakes_and_growing_large_ones(name: str) -> None:
    jury = load_jury(name)
    cases = [Plan(name, "a").case(number) for number in range(40_000)]
    assert {case.family for case in cases} >= {family.name for family in jury.families if family.group == "mistakes"}
    large = [case for case in cases if case.sizes]
    assert len(large) == (0 if name == "tictactoe" else 160)
    for case in large:
        jury.family(case.family).require_sizes(case.sizes)
    if large:
        assert {case.family for case in large} == {family.name for family in jury.families if family.largest}
        first, last = (sum(case.sizes.values()) for case in (large[0], large[-1]))
        assert first < last
    assert len({case.seed for case in cases}) == len(cases)


@pytest.mark.parametrize("name", NAMES)
def test_cases_are_valid(name: str) -> None:
    jury = load_jury(name)
    plan = Plan(name, f"run {support.FRESH_SEED}")
    for number in range(support.CASES // 20):
        case = plan.case(number)
        if not case.sizes:
            assert find_errors(jury, jury.family(case.family).generate(case.seed)) == [], case


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_will_do(kind: type[ThreadPoolExecutor] | type[ProcessPoolExecutor]) -> None:
    executor: Executor
    if kind is ProcessPoolExecutor:
        executor = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    else:
        executor = ThreadPoolExecutor(2)
    with executor:
        for program in (Function(multigo.solve), Command(["cat"])):
            batches = campaign(Plan("multigo", "b", QUICK), program, executor, jobs=2, cases=100)
            with closing(batches):
                failure = next((batch.failure for batch in batches if batch.failure), None)
            assert (failure is None) == isinstance(program, Function)
            if failure:
                assert failure.fault.kind == "wrong answer"
                case = failure.case
                assert load_jury("multigo").family(case.family).generate(case.seed, case.sizes) == failure.data


@pytest.mark.parametrize("name", NAMES)
def test_failures_come_back_from_other_processes(name: str) -> None:
    """Of any problem and kind: outputs that end early, that go on, that are junk."""
    jury = load_jury(name)
    case = Plan(name, "f").case(0)
    data = jury.family(case.family).generate(case.seed, case.sizes)
    right = support.SOLVE[name](data, {})
    for output in (b"", right + b"7\n", b"junk"):
        fault = judge(name, Function({data: output}.__getitem__), data)
        batch = Batch(1, Failure(case, data, fault)) if fault else None
        assert batch is not None
        assert pickle.loads(pickle.dumps(batch)) == batch


def test_time_ends_a_campaign() -> None:
    begin = time.monotonic()
    with ThreadPoolExecutor(1) as executor:
        batches = list(campaign(Plan("tictactoe", "c"), Function(bytes), executor, seconds=0.0))
        assert batches == []
        count = 0
        right = Function(lambda data: support.SOLVE["tictactoe"](data, {}))
        for batch in campaign(Plan("tictactoe", "c"), right, executor, seconds=1.0):
            count += batch.cases
            assert batch == Batch(batch.cases, None)
    assert count > 10
    assert time.monotonic() - begin < 60


def test_a_campaign_goes_on_after_a_failure() -> None:
    with ThreadPoolExecutor(1) as executor:
        batches = list(campaign(Plan("multigo", "d", QUICK), Function(lambda data: b""), executor, cases=9))
    assert [batch.cases for batch in batches] == [1] * 9
    assert all(batch.failure for batch in batches)


def test_faults_have_kinds() -> None:
    data = b"1 1 2 1\n1\n1 1 2\n"
    assert judge("multigo", Function(lambda data: b"YES"), data) is None
    wrong = judge("multigo", Function(lambda data: b"NO"), data)
    assert wrong is not None
    assert wrong.verdict is not None
    assert (wrong.kind, wrong.verdict.selection) == ("wrong answer", {"move": 1})
    crash = judge("multigo", Function(lambda data: bytes(data[99])), data)
    assert crash is not None
    assert (crash.kind, crash.verdict) == ("crashed", None)


def test_unknown_families_and_sizes() -> None:
    with pytest.raises(OptionError, match="there is no family 'nothing'; there are small, "):
        Plan("multigo", "e", ("nothing",)).case(0)
    with pytest.raises(OptionError, match="the family small has no --height"):
        load_jury("multigo").family("small").generate("1", {"height": 3})
    with pytest.raises(OptionError, match="--height of the family all-no is a number from 3 to 1000, not 2"):
        load_jury("multigo").family("all-no").generate("1", {"height": 2})
