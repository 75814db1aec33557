"""Campaigns: every case is run once, is reproducible, and can run in any executor."""

import pickle
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import BinaryIO

import pytest
import support
from support import Patch, needs_linux, of_kind
from wrong import wrong_solutions

from refsol import multigo
from refsol.jury import stress
from refsol.jury.batches import BYTES, BatchResult, Failure, run_cases, tried_in
from refsol.jury.cases import SAMPLE, CampaignPlan
from refsol.jury.faults import judge
from refsol.jury.parallel.workers import WorkerPool
from refsol.jury.run import processes
from refsol.jury.run.command import Command
from refsol.jury.run.program import RUNNER_LOST, Function, Leftover, LeftoverKind, Program, Result, RunOutcome
from refsol.jury.stress import Campaign, CampaignEnd, CasesRun, Event, Finding, Smaller
from refsol.own import Spec, problem_of
from refsol.problem import NAMES, Problem, Settings, load
from refsol.problem.contract import MISTAKES, Explanation, Verdict
from refsol.problem.scene import Scene
from refsol.problem.selection import Selection
from refsol.problem.statement import Sample
from refsol.text.scanner import Input

QUICK = ("small", "rings", "returning")


def plan_of(seed: str) -> CampaignPlan:
    return CampaignPlan(load("multigo"), seed, QUICK)


def generated(plan: CampaignPlan, number: int) -> bytes:
    case = plan.case(number)
    return plan.problem.jury.family(case.family).generate(case.seed, case.sizes)


class Recorder:
    def __init__(self) -> None:
        self.inputs: list[bytes] = []
        self.stopped = False

    def run(self, data: bytes) -> RunOutcome:
        self.inputs.append(data)
        return RunOutcome(None, "", multigo.solve(data))

    def stop(self) -> None:
        self.stopped = True


def test_every_case_is_run_once() -> None:
    plan = plan_of("a")
    recorder = Recorder()
    *progress, end = Campaign(plan, recorder, jobs=3, cases=500).events()
    assert isinstance(end, CampaignEnd)
    assert (end.cases, end.interrupted) == (500, False)
    assert all(isinstance(event, CasesRun) for event in progress)
    assert recorder.stopped
    assert sorted(recorder.inputs) == sorted(generated(plan, number) for number in range(500))


@pytest.mark.parametrize("name", NAMES)
def test_the_default_plan_has_small_cases_typical_mistakes_and_growing_large_cases(name: str) -> None:
    jury = load(name).jury
    cases = [CampaignPlan(load(name), "a").case(number) for number in range(40_000)]
    assert {case.family for case in cases} >= {family.name for family in jury.families if family.group == MISTAKES}
    large = [case for case in cases if case.sizes]
    assert len(large) == (0 if name == "tictactoe" else 160)
    for case in large:
        jury.family(case.family).require_sizes(case.sizes)
    if large:
        assert {case.family for case in large} == {family.name for family in jury.families if family.largest}
        first, last = (sum(case.sizes.values()) for case in (large[0], large[-1]))
        assert first < last
    assert len({case.seed for case in cases}) == len(cases)


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_can_be_used(kind: type[ThreadPoolExecutor] | type[ProcessPoolExecutor]) -> None:
    spawned = kind is ProcessPoolExecutor
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) if spawned else ThreadPoolExecutor(2) as executor:
        for program in (Function(multigo.solve), Command(["cat"])):
            events = Campaign(plan_of("b"), program, jobs=2, cases=100, executor=executor).events()
            with closing(events):
                failure = next((event for event in events if isinstance(event, Failure)), None)
            assert (failure is None) == isinstance(program, Function)
            if failure:
                assert failure.fault.kind is Result.WRONG_ANSWER
                assert generated(plan_of("b"), failure.case.number) == failure.data


@pytest.mark.parametrize("name", NAMES)
def test_failures_can_be_pickled(name: str) -> None:
    """For every problem: empty outputs, trailing output, and junk."""
    plan = CampaignPlan(load(name), "f")
    case, data = plan.case(0), generated(plan, 0)
    right = support.SOLVE[name](data, {})
    for output in (b"", right + b"7\n", b"junk"):
        fault = judge(load(name), Function({data: output}.__getitem__), data)
        batch = BatchResult(1, Failure(case, data, fault)) if fault else None
        assert batch is not None
        assert pickle.loads(pickle.dumps(batch)) == batch


def test_a_time_limit_ends_a_campaign() -> None:
    begin = time.monotonic()
    right = Function(lambda data: support.SOLVE["tictactoe"](data, {}))
    for seconds, least, most in ((0.0, 0, 0), (1.0, 10, 10**6)):
        *progress, end = Campaign(CampaignPlan(load("tictactoe"), "c"), right, seconds=seconds).events()
        assert all(isinstance(event, CasesRun) for event in progress)
        assert isinstance(end, CampaignEnd)
        assert least <= end.cases <= most
    assert time.monotonic() - begin < 60


def test_a_failing_case_ends_its_batch() -> None:
    for first in range(3):
        batch = run_cases(plan_of("d"), Function(lambda data: b""), first)
        assert batch.cases == 1
        assert batch.failure is not None
        assert batch.failure.case.number == first


class Flawed:
    def __call__(self, data: bytes) -> bytes:
        answer = multigo.solve(data)
        if b"NO" in answer:
            return answer.replace(b"NO", b"YES")
        return bytes(data[len(data)]) if len(data) % 2 else answer


@pytest.mark.parametrize("keep_going", [False, True])
def test_the_first_failure_of_each_kind_is_shrunk(keep_going: bool) -> None:
    campaign = Campaign(plan_of("e"), Function(Flawed()), cases=40, keep_going=keep_going)
    events = list(campaign.events())
    failures, findings = of_kind(Failure, events), of_kind(Finding, events)
    assert [finding.failure for finding in findings] == failures
    kinds = [failure.fault.kind for failure in failures]
    assert len(set(kinds)) == len(kinds) == (2 if keep_going else 1)
    (end,) = of_kind(CampaignEnd, events[-1:])
    assert (end.cases == 40) == keep_going
    assert max(map(events.index, failures)) < min(map(events.index, findings))
    for finding in findings:
        assert finding.fault.kind is finding.failure.fault.kind
        assert finding.repeated
        assert len(finding.data.split()) < len(finding.failure.data.split())
        assert finding.answer == multigo.solve(finding.data)
        steps = [event.data for event in of_kind(Smaller, events) if event.failure is finding.failure]
        assert steps[-1] == finding.data
        if finding.fault.kind is Result.WRONG_ANSWER:
            assert finding.fault.verdict is not None
            assert " for move 1, found YES" in finding.fault.message
            assert finding.fault.verdict.meaning


# For each problem a wrong program whose first failure can be shrunk.
FLAWED = {
    "multigo": "never-played", "somegame": "no-wrapping", "chess": "captures with <", "tictactoe": "over-chips",
    "nogo": "captures",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_computed_twice(name: str) -> None:
    """No input is solved twice, and only the finding is explained, once."""
    runs: list[bytes] = []
    solved: list[Input] = []
    scenes: list[Scene] = []
    problem, jury = load(name), load(name).jury
    checker = jury.checker

    def program(data: bytes) -> bytes:
        runs.append(data)
        return wrong_solutions(name)[FLAWED[name]].solve(data)

    def solve(data: Input, settings: Settings) -> Iterable[bytes]:
        solved.append(data)
        return problem.solve(data, settings)

    def explain(data: Input, selection: Selection) -> Iterator[Explanation]:
        for explanation in problem.explainer.explain(data, selection):
            scenes.append(explanation.scene)
            yield explanation

    def judging(data: Input, output: BinaryIO, *, reasons: bool) -> Verdict:
        assert checker is not None
        verdict = checker(data, output, reasons=reasons)
        if verdict.scene is not None:
            scenes.append(verdict.scene)
        assert reasons or not verdict.meaning
        return verdict

    counting = jury._replace(explainer=problem.explainer._replace(explain=explain))
    if checker is not None:
        counting = counting._replace(checker=judging)
    changed = support.changed(problem, solve=solve, jury=counting)
    events = list(Campaign(CampaignPlan(changed, "f"), Function(program)).events())
    (finding,) = of_kind(Finding, events)
    assert finding.repeated
    assert finding.runs > 5
    assert finding.fault.verdict is not None
    assert scenes == [finding.fault.verdict.scene]
    assert len(runs) > finding.runs
    # Where the outputs are compared, each needs the right answer; NoGo's checker needs none.
    assert set(solved) == (set(runs) if checker is None else {finding.data})
    assert len(solved) == len(set(solved))


def test_a_failure_that_is_not_reproducible_is_not_shrunk() -> None:
    outputs = iter([b"NONSENSE"])
    campaign = Campaign(plan_of("g"), Function(lambda data: next(outputs, multigo.solve(data))))
    findings = of_kind(Finding, campaign.events())
    assert [(finding.repeated, finding.runs) for finding in findings] == [(False, 1)]
    assert findings[0].data == findings[0].failure.data
    assert findings[0].answer == multigo.solve(findings[0].data)


SAMPLES = tuple(Sample(data, multigo.solve(data)) for data in (generated(plan_of("samples"), k) for k in range(3)))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("keep_going", [False, True])
def test_samples_are_the_first_cases(keep_going: bool, jobs: int) -> None:
    """The other cases keep their numbers and inputs, and only they are counted."""
    plan = plan_of("s")
    runs: list[bytes] = []

    def wrong(data: bytes) -> bytes:
        runs.append(data)
        return b"MAYBE" if data == SAMPLES[1].input else multigo.solve(data)

    with_samples = plan._replace(samples=SAMPLES)
    campaign = Campaign(with_samples, Function(wrong), cases=40, keep_going=keep_going, jobs=jobs, shrink_seconds=0)
    *_, finding, end = campaign.events()
    assert isinstance(finding, Finding)
    assert isinstance(end, CampaignEnd)
    case = finding.failure.case
    assert (case.number, case.sample, case.name, end.cases) == (SAMPLE, 2, "sample 2", 40 * keep_going)
    assert (finding.data, finding.answer) == (SAMPLES[1].input, SAMPLES[1].answer)
    assert (finding.repeated, finding.at_start) == (True, False)
    inputs = [sample.input for sample in SAMPLES[: 3 if keep_going else 2]]
    others = [generated(plan, number) for number in range(40 * keep_going)]
    assert runs[: len(inputs)] == inputs
    others.append(SAMPLES[1].input)  # once more, to repeat the failure
    assert sorted(runs[len(inputs) : len(inputs) + len(others)]) == sorted(others)
    assert plan.case(0) == with_samples.case(0)


def test_the_answer_to_a_sample_counts() -> None:
    samples = (SAMPLES[0], SAMPLES[1]._replace(answer=b"PERHAPS"))
    (finding,) = of_kind(Finding, Campaign(plan_of("s")._replace(samples=samples), Function(multigo.solve)).events())
    assert (finding.failure.case.sample, finding.answer) == (2, b"PERHAPS")


@pytest.mark.parametrize("samples", [(), SAMPLES])
@pytest.mark.parametrize(("script", "at_start"), support.toml("stress")["starts"])
def test_a_crash_at_the_start_is_the_only_finding(script: str, at_start: bool, samples: tuple[Sample, ...]) -> None:
    plan = plan_of("s")._replace(samples=samples)
    campaign = Campaign(plan, Command(["sh", "-c", script]), shrink_seconds=0.1, keep_going=True, cases=2)
    events = list(campaign.events())
    failure, *_ = of_kind(Failure, events)
    finding, *_ = of_kind(Finding, events)
    (end,) = of_kind(CampaignEnd, events)
    assert finding.failure == failure
    assert (finding.at_start, failure.case.sample) == (at_start, min(1, len(samples)))
    assert (finding.data == failure.data, end.cases) == (at_start, 2 * (not at_start))
    assert finding.answer == multigo.solve(finding.data)


@pytest.mark.parametrize("samples", [(), SAMPLES])
def test_a_crash_like_one_at_the_start_is_none_later(samples: tuple[Sample, ...]) -> None:
    class Later(Recorder):
        def run(self, data: bytes) -> RunOutcome:
            outcome = super().run(data)
            failed = outcome._replace(fault=Result.CRASH, output=b"", stderr=b"not found", status=127)
            return failed if len(self.inputs) > 1 else outcome

    campaign = Campaign(plan_of("s")._replace(samples=samples), Later(), shrink_seconds=0.1)
    assert [finding.at_start for finding in of_kind(Finding, campaign.events())] == [False]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_end_says_which_numbers_were_tried(jobs: int) -> None:
    plan = plan_of("n")._replace(samples=SAMPLES)
    *_, end = Campaign(plan, Function(multigo.solve), cases=300, jobs=jobs).events()
    assert isinstance(end, CampaignEnd)
    assert end.samples == len(SAMPLES)
    inputs = [[int(token) for token in generated(plan, number).split()[:4]] for number in range(300)]
    assert list(end.tried.numbers) == ["N", "M", "K", "Q"]
    for (name, ranges), numbers in zip(end.tried.numbers.items(), zip(*inputs, strict=True), strict=True):
        assert sum(values.cases for values in ranges.values()) == 300, name
        assert [*ranges.values()] == sorted(ranges.values(), key=lambda values: values.least)
        for cases, least, most in ranges.values():
            inside = [number for number in numbers if least <= number <= most]
            assert (len(inside), min(inside), max(inside)) == (cases, least, most)
            assert most < 2 * least or (least, most) == (1, 1)


def test_inputs_that_begin_with_no_number_have_bytes() -> None:
    problem = problem_of(Spec("w", "W", "w.ctd", 'INT(-5,5,n) SPACE REGEX("[ab]+",s) NEWLINE'))
    assert problem.jury.header == ("n",)
    for data, tried in (
        (b"-3 a\n", {"n": {-2: (1, -3, -3)}}),
        (b"0 b\n", {"n": {0: (1, 0, 0)}}),
        (b"ab\n", {BYTES: {2: (1, 3, 3)}}),
    ):
        assert tried_in(problem.jury, data) == (tried, 0, 0)


def test_the_end_says_how_many_lists_were_sorted() -> None:
    text = "INT(1,9,n) SPACE INT(1,9,k) NEWLINE REPI(i,n,SPACE) INT(1,99999,a[i]) END NEWLINE"
    jury = problem_of(Spec("w", "W", "w.ctd", text)).jury
    assert (jury.header, jury.listed) == (("n", "k"), ("a", "n"))
    numbers = {"n": {2: (1, 3, 3)}, "k": {0: (1, 1, 1)}}
    for values, tried in (
        ("1 1 5", (1, 1)),
        ("2 1 5", (1, 0)),
        ("2 x 5", (0, 0)),
        ("1 2 1" + " " * 400, (1, 1)),  # the last one that is looked at may be cut off
    ):
        assert tried_in(jury, f"3 1\n{values}\n".encode()) == (numbers, *tried)
    assert tried_in(jury, b"1 1\n5\n")[1:] == (0, 0)
    for other in ("", 'REPI(i,n) INT(1,9,a[i]) STRING("x") END', 'STRING("x") REPI(i,n) INT(1,9,a[i]) END'):
        assert problem_of(Spec("w", "W", "w.ctd", f"INT(1,9,n) NEWLINE {other}")).jury.listed == ("", "")


def test_the_samples_take_none_of_the_time() -> None:
    def slow(data: bytes) -> bytes:
        time.sleep(0.05)
        return multigo.solve(data)

    plan = plan_of("s")._replace(samples=SAMPLES)
    *_, end = Campaign(plan, Function(slow), seconds=0.02).events()
    assert isinstance(end, CampaignEnd)
    assert end.cases > 0


@pytest.mark.parametrize("at", [CasesRun, Failure, Smaller])
def test_an_interruption_ends_the_search_and_the_shrinking(at: type[Event]) -> None:
    campaign = Campaign(plan_of("h"), Function(Flawed()), cases=10_000, keep_going=at is not Smaller)
    events: list[Event] = []
    for event in campaign.events():
        events.append(event)
        if isinstance(event, at):
            campaign.interrupt()
    (end,) = of_kind(CampaignEnd, events[-1:])
    assert end.interrupted
    assert end.cases < 10_000
    assert [type(event) for event in events].count(at) == 1
    failures = of_kind(Failure, events)
    assert [event.failure for event in of_kind(Finding, events)] == failures


LEFTOVER = Leftover(LeftoverKind.FILES, "a directory can't be removed")


class Untidy(Recorder):
    def run(self, data: bytes) -> RunOutcome:
        return RunOutcome(None, "", b"", leftovers=(LEFTOVER,))


def test_leftovers_are_events_and_no_faults() -> None:
    events = list(Campaign(plan_of("j"), Untidy()).events())
    (finding,) = of_kind(Finding, events)
    assert finding.fault.kind is Result.WRONG_ANSWER
    assert events.count(LEFTOVER) == finding.runs + 1


@pytest.mark.slow
@needs_linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
def test_a_program_that_ends_or_stops_the_process_that_runs_it_is_at_fault(
    number: signal.Signals, tmp_path: Path
) -> None:
    """And others get the process's place; the input isn't shrunk, since each run takes long."""
    note = tmp_path / "note"
    script = f"grep -q . && {{ echo $$ >> {note}; kill -{int(number)} $PPID; sleep 600; }}"
    with WorkerPool(1) as executor:
        campaign = Campaign(plan_of("k"), Command(["sh", "-c", script]), cases=9, executor=executor)
        *_, finding, end = campaign.events()
        assert isinstance(finding, Finding)
        assert isinstance(end, CampaignEnd)
        assert (finding.failure.case.number, end.cases) == (0, 1)
        assert finding.fault.outcome == RUNNER_LOST
        assert (finding.data, finding.runs, finding.repeated) == (finding.failure.data, 0, True)
        assert finding.answer == multigo.solve(finding.data)
        pids = note.read_text(encoding="ascii").split()
        assert len(pids) == 2
        for pid in map(int, pids):  # this process doesn't adopt orphans
            processes.kill_group(pid)
        right = Campaign(plan_of("k"), Function(multigo.solve), cases=9, executor=executor).events()
        assert [event.cases for event in of_kind(CampaignEnd, right)] == [9]


class SlowOnce(Recorder):
    """Too slow on an input when it runs on it first, and always on another one."""

    def __init__(self, once: bytes, always: bytes) -> None:
        super().__init__()
        self.slow = [once, *[always] * 99]

    def run(self, data: bytes) -> RunOutcome:
        outcome = super().run(data)
        if data not in self.slow:
            return outcome
        self.slow.remove(data)
        return RunOutcome(Result.TIME, "took longer than 5 s", b"", leftovers=(LEFTOVER,))


def test_a_time_limit_is_confirmed_by_a_second_run() -> None:
    plan = plan_of("t")
    first, second = (generated(plan, number) for number in (3, 5))
    recorder = SlowOnce(first, second)
    events = list(Campaign(plan, recorder, cases=9).events())
    (finding,) = of_kind(Finding, events)
    assert (finding.failure.case.number, finding.repeated, finding.data) == (5, True, second)
    assert [recorder.inputs.count(data) for data in (first, second)] == [2, 2]
    assert events.count(LEFTOVER) == 3


@pytest.mark.parametrize("hangs", [True, False])
@pytest.mark.parametrize("least", [0, 9, 10**6])
def test_an_input_on_which_a_program_hangs_is_shrunk_with_a_limit_of_its_own(
    hangs: bool, least: int, monkeypatch: Patch
) -> None:
    """The program takes 9 s on inputs of this many tokens and on the first, else 1 s, or no time if it doesn't hang."""
    plan = plan_of("h")
    first = generated(plan, 0)
    limits: list[float] = []

    def outcome(data: bytes, seconds: float) -> RunOutcome:
        limits.append(seconds)
        takes = 9.0 if data == first or len(data.split()) >= least else 1.0 * hangs
        return RunOutcome(Result.TIME if takes > seconds else None, f"took longer than {seconds:g} s", b"")

    def run(_problem: Problem, _program: Program, data: bytes, _confirmed: bool, seconds: float | None) -> RunOutcome:
        return outcome(data, seconds or 5.0)

    monkeypatch.setattr(stress, "_run", run)
    recorder = Recorder()
    monkeypatch.setattr(recorder, "run", lambda data: outcome(data, 5.0))
    events = list(Campaign(plan, recorder, cases=1, time_limit=5.0).events())
    (finding,) = of_kind(Finding, events)
    assert finding.fault.message == "took longer than 5 s"
    size = len(finding.data.split())
    assert size >= least or finding.data == first
    assert (finding.data == first) == (least == 10**6)
    if least == 0:  # two runs before it is shrunk, then after the first step and at the end
        assert (limits.count(5.0), set(limits)) == (4, {5.0, 0.5})


@needs_linux
def test_the_process_of_a_job_can_be_killed(tmp_path: Path) -> None:
    """Whoever kills it, even the program under test, the report is that of a run without."""
    script = 'test -e "$0" || { : > "$0"; kill -9 $PPID; exit; }; exec "$@"'
    (tmp_path / "scratch").mkdir()
    command = ("sh", "-c", script, str(tmp_path / "note"), *support.REFSOL, "tictactoe", "solve")
    options = ("--cases", "5", "--seed", "1", "--", *command)
    done = support.refsol_process("tictactoe", "stress", *options, cwd=tmp_path, TMPDIR=str(tmp_path / "scratch"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].startswith(b"5 cases in ")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["note", "scratch"]
