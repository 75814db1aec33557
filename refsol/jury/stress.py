"""Stress testing: a campaign runs a program on many generated inputs, finds faults, and shrinks their inputs.

Its cases are the samples, if there are any, and then those with numbers from 0. The number and the campaign's seed
determine the input, so any case can be repeated.
Batches of cases go to an executor of :mod:`concurrent.futures`, such as threads, or a cluster's: everything that is
handed over can be pickled.

A case costs as much as generating its input, running the program and judging the output; all else is O(families).
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Set
from concurrent.futures import Executor
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import ToolError
from refsol.jury.batches import BATCH, BatchResult, Failure, Skipped, Tried, case_named, run_cases, together
from refsol.jury.cases import LARGE_EVERY, CampaignPlan
from refsol.jury.checking import check
from refsol.jury.faults import Fault, any_fault_of, confirmed_run, solved, talking
from refsol.jury.parallel.pool import Task, results_of
from refsol.jury.run.program import RUNNER_LOST, Leftover, Program, Result, RunOutcome, crashed_at_start
from refsol.jury.shrinking import SECONDS, smaller_inputs
from refsol.problem import Problem

_QUICK_SECONDS: Final = 0.2  # that are enough to start any program
_HOPELESS: Final = (10, 30.0)  # inputs that could not be made, or seconds in which hardly any could: then it ends


def _run(problem: Problem, program: Program, data: bytes, confirmed: bool, seconds: float | None) -> RunOutcome:
    if seconds is not None:
        from refsol.jury.run.command import Command  # for POSIX systems only

        program = program.within(seconds) if isinstance(program, Command) else program
    chosen = talking(problem, program)
    return confirmed_run(chosen, data) if confirmed else chosen.run(data)


class CasesRun(NamedTuple):
    """Event: more cases have been run, ``cases`` so far, in ``seconds`` since the campaign began."""

    cases: int
    seconds: float


class Smaller(NamedTuple):
    """Event: a smaller input ``data`` shows the same kind of fault as the ``failure``, found after ``runs`` runs."""

    failure: Failure
    data: bytes
    runs: int


class Finding(NamedTuple):
    """Event: a kind of fault, first shown by the ``failure``, with ``data``, the smallest input found that shows it.

    The input has a ``fault``, with the reasons, and a right ``answer``. If the program didn't fail again in the same
    way when it ran alone, the failure isn't ``repeated``, and nothing was shrunk. Shrinking took this many ``runs``,
    none if the campaign was interrupted first, and ``seconds``.
    """

    failure: Failure
    data: bytes
    fault: Fault
    answer: bytes
    repeated: bool
    runs: int
    seconds: float
    at_start: bool = False
    """Whether the program crashes before it reads any input, so that it was run only once."""
    answer_seconds: float | None = None
    """How long the right answer took, if it wasn't needed before the report."""


class CampaignEnd(NamedTuple):
    """Event: the campaign is over, or was ``interrupted``, after ``cases`` and ``seconds``, shrinking included.

    For these cases, the problem's validator has ``refused`` this many inputs. Others are ``unmade``, since no input
    was found; if these are nearly all, ``no_input`` says why. So many ``samples`` were to be run before, and the other
    inputs had what was ``tried``.
    """

    cases: int
    seconds: float
    interrupted: bool
    refused: int = 0
    no_input: str = ""
    unmade: int = 0
    samples: int = 0
    tried: Tried = Tried()


Event: TypeAlias = CasesRun | Skipped | Failure | Smaller | Finding | Leftover | CampaignEnd
"""The events of a campaign; a :class:`.Leftover` could not be cleaned up after a run."""


class Campaign:
    """Runs a ``program`` on the cases of a ``plan``, up to a number of ``cases`` or ``seconds``, or without end.

    ``jobs`` batches run in parallel, on the ``executor`` or, without one, on threads; one whose process was killed is
    run again, as :func:`.results_of` says. The search ends with the first failure or, if it is to ``keep_going``, with
    the last case. Then the first failure of each kind is shrunk, for at most ``shrink_seconds``, while nothing else
    runs. If the program could not be started in the first case, or crashes before it reads its input, that is the only
    finding. A campaign runs once, and then stops the program for good. The samples take none of its ``cases`` and
    ``seconds``.

    If the model solution is another program and exceeds its limits in a large case, that case is skipped, and so are
    those of the same family that begin later, unless families were chosen. Some small cases have larger sizes than
    others, as far as they take a fraction of a second.

    If the program is a command with a ``time_limit``, in seconds, an input on which it takes longer is shrunk with a
    limit that is near the time of the right solution. What is found so is confirmed by the limit itself.

    Raises ``OptionError`` for an unknown family or a size that it can't have.
    """

    def __init__(
        self,
        plan: CampaignPlan,
        program: Program,
        *,
        jobs: int = 1,
        cases: int | None = None,
        seconds: float | None = None,
        keep_going: bool = False,
        shrink_seconds: float = SECONDS,
        executor: Executor | None = None,
        time_limit: float | None = None,
    ) -> None:
        plan.raise_if_errors()
        self._plan: Final = plan
        self._program: Final = program
        self._jobs: Final = jobs
        self._most: Final = 2**62 if cases is None else cases
        self._seconds: Final = seconds
        self._keep_going: Final = keep_going
        self._shrink_seconds: Final = shrink_seconds
        self._time_limit: Final = time_limit
        if executor is None:
            # On a fork, this module locks what the interpreter's exit waits for; unlocking needs memory.
            from concurrent.futures import ThreadPoolExecutor

            executor = ThreadPoolExecutor(jobs)
        self._executor: Final = executor
        self._left_out: Set[str] = frozenset()  # families that are too much for the model solution
        self._too_large: int | None = None  # a size of small inputs that takes too long
        self._begin = time.monotonic()
        self._interrupted: Final = threading.Event()

    def events(self) -> Generator[Event, None, None]:
        """Run the campaign and yield its events, of which a :class:`CampaignEnd` is the last.

        An error that ends it is raised after the events of what was found before.
        If the program can't be started, its :class:`.StartError` is raised here, and an :class:`.ExecutorError` if the
        executor can't be used or loses a batch again and again. To stop early, close the iterator.
        """
        self._begin = time.monotonic()
        cases = refused = unmade = 0
        no_input = ""
        passed = False
        tried: Tried = Tried()
        first: dict[Result, Failure] = {}
        failed: Exception | None = None
        try:
            try:
                with closing(self._all_batches()) as batches:
                    for batch in batches:
                        yield from batch.leftovers
                        failure = batch.failure
                        is_first = not passed and failure is not None and (failure.case.sample or batch.cases) == 1
                        if failure is not None and is_first and crashed_at_start(failure.fault.outcome):
                            yield failure
                            finding = Finding(failure, failure.data, failure.fault, b"", True, 1, self._elapsed(), True)
                            yield explained(self._plan.problem, finding)
                            yield CampaignEnd(0, self._elapsed(), False)
                            return
                        passed = True
                        cases += batch.cases - len(batch.skipped) - batch.unmade
                        refused += batch.refused
                        unmade += batch.unmade
                        no_input = batch.no_input or no_input
                        tried = together(tried, batch.tried)
                        if batch.too_large is not None:
                            self._too_large = min(batch.too_large, self._too_large or batch.too_large)
                        yield CasesRun(cases, self._elapsed())
                        for skipped in batch.skipped:
                            if skipped.case.family not in self._left_out:
                                self._left_out |= {skipped.case.family}
                                yield skipped
                        if failure is not None and failure.fault.kind not in first:
                            if failure.fault.kind is Result.TIME:
                                again = self._outcome(failure.data)
                                yield from () if again is None else again.leftovers
                                if again is None or again.fault is not Result.TIME:
                                    continue
                            first[failure.fault.kind] = failure
                            yield failure
                            if not self._keep_going and failure.fault.kind is not Result.JUDGE_ERROR:
                                break
                        many, long = _HOPELESS
                        if unmade > 9 * cases and (unmade >= many or self._elapsed() > long):
                            break
            except Exception as error:
                if not first:
                    raise
                failed = error  # once everything that was found is reported
            for failure in first.values():
                yield from self._shrunk(failure)
            no_input = no_input if unmade > 9 * cases else ""
            samples, interrupted = len(self._plan.samples), self._interrupted.is_set()
            yield CampaignEnd(cases, self._elapsed(), interrupted, refused, no_input, unmade, samples, tried)
            if failed is not None:
                raise failed
        finally:
            self._program.stop()

    def interrupt(self) -> None:
        """Stop searching and shrinking, from another thread; the findings so far are still yielded."""
        self._interrupted.set()
        self._program.stop()

    def _outcome(self, data: bytes, *, confirmed: bool = False, seconds: float | None = None) -> RunOutcome | None:
        """Return the outcome of a run on an input, where cases run; None if the campaign is interrupted first."""
        task = Task(0, "a run of the program", _run, (self._plan.problem, self._program, data, confirmed, seconds))
        take = partial(next, iter([task]), None)
        interrupted = self._interrupted.is_set
        outcomes = results_of(self._executor, take, 1, interrupted, waits=True, when_lost=lambda _key: RUNNER_LOST)
        with closing(outcomes):
            return next((outcome for _, outcome in outcomes), None)

    def _lost(self, batch: tuple[int, int]) -> BatchResult:
        """Return the result of a ``batch`` of one case if the program has ended the process that ran it.

        Raises ``ToolError`` if the model solution does.
        """
        case, data = self._plan.made(batch[0])
        if self._plan.problem.runs_model:
            with case_named(self._plan, case):
                solved(self._plan.problem, data)
        return BatchResult(1, Failure(case, data, Fault(Result.CRASH, RUNNER_LOST.message, RUNNER_LOST)))

    def _elapsed(self) -> float:
        return time.monotonic() - self._begin

    def _all_batches(self) -> Generator[BatchResult, None, None]:
        """Yield the results of the samples, whose number isn't counted, and those of the other cases."""
        samples = len(self._plan.samples)
        for batch in self._batches(-samples, samples):
            yield batch._replace(cases=0, tried=Tried())
        yield from self._batches(0, self._most, self._seconds)

    def _batches(self, number: int, cases: int, seconds: float | None = None) -> Generator[BatchResult, None, None]:
        """Yield the results of ``cases`` from ``number`` on; after ``seconds``, if given, no batch begins any more."""
        end = None if seconds is None else time.monotonic() + seconds
        left = deque([(number, cases)] if cases else ())  # ranges of cases: first, and how many

        def take() -> Task[tuple[int, int], BatchResult] | None:
            if not left or (end is not None and time.monotonic() >= end):
                return None
            first, many = left.popleft()
            most = min(many, max(BATCH, LARGE_EVERY // self._jobs))
            if most < many:
                left.append((first + most, many - most))
            return self._task(first, most)

        executor, interrupted = self._executor, self._interrupted.is_set
        with closing(results_of(executor, take, self._jobs, interrupted, waits=True, when_lost=self._lost)) as batches:
            try:
                for (first, most), batch in batches:
                    if batch.cases < most:
                        left.appendleft((first + batch.cases, most - batch.cases))
                    yield batch
            except Exception:
                self.interrupt()  # so that nobody waits for what runs
                raise

    def _task(self, first: int, most: int) -> Task[tuple[int, int], BatchResult]:
        plan = self._plan if first < 0 else self._plan._replace(samples=())
        arguments = (plan, self._program, first, most, self._left_out, self._too_large)
        name = f"case {first}" if most == 1 else f"cases {first} to {first + most - 1}"
        return Task((first, most), name, run_cases, arguments, lambda: [self._task(first + k, 1) for k in range(most)])

    def _smaller(self, data: bytes, start: float, fails: Callable[[bytes], bool]) -> Iterator[bytes]:
        left = start + self._shrink_seconds - time.monotonic()
        jury, interrupted = self._plan.problem.jury, self._interrupted.is_set
        return smaller_inputs(jury, data, fails, seconds=left, is_stopped=interrupted)

    def _quick_limit(self, data: bytes) -> float | None:
        """Return a limit on time, in seconds, by which an input is shrunk on which the program seems to hang."""
        if self._time_limit is None:
            return None
        begin = time.perf_counter()
        if not self._plan.problem.interactive:
            with suppress(ToolError):
                solved(self._plan.problem, data)
        limit = max(_QUICK_SECONDS, self._time_limit / 10, 10 * (time.perf_counter() - begin))
        return limit if limit < self._time_limit / 2 else None

    def _shrunk(self, failure: Failure) -> Iterator[Smaller | Finding | Leftover]:
        start = time.monotonic()
        problem = self._plan.problem
        data, fault = failure.data, failure.fault
        runs = 0
        latest = fault
        leftovers: list[Leftover] = []

        def fails(
            candidate: bytes, answer: bytes | None = None, *, confirmed: bool = True, seconds: float | None = None
        ) -> bool:
            nonlocal runs, latest
            if self._interrupted.is_set():
                raise _InterruptedError
            runs += 1
            try:
                if answer is None and problem.runs_model and not problem.interactive:
                    answer = solved(problem, candidate)
                outcome = self._outcome(candidate, confirmed=confirmed, seconds=seconds)
                if outcome is None:
                    raise _InterruptedError
                leftovers.extend(outcome.leftovers)
                found = any_fault_of(problem, candidate, outcome, answer)
            except ToolError:
                return False  # it isn't known what is right
            if self._interrupted.is_set():
                raise _InterruptedError
            if found is None or found.kind != failure.fault.kind:
                return False
            latest = found
            return True

        repeated = True
        try:
            lost = fault.outcome == RUNNER_LOST  # then each run takes long
            confirmed = fault.kind is Result.TIME and self._jobs == 1  # by a second run, alone
            repeated = lost or confirmed or fails(data, fault.answer)
            if repeated and not lost:
                fault = latest
                limit = self._quick_limit(data) if fault.kind is Result.TIME else None
                if limit is not None:
                    smallest = data
                    for smaller in self._smaller(data, start, partial(fails, confirmed=False, seconds=limit)):
                        if smallest == failure.data:  # the first one says whether the program hangs or is just slow
                            if not fails(smaller, confirmed=False):
                                limit = None
                                break
                            data, fault = smaller, latest
                        smallest = smaller
                        yield Smaller(failure, smaller, runs)
                    if smallest != data and fails(smallest, confirmed=False):
                        data, fault = smallest, latest
                    elif smallest != data:
                        limit = None
                if limit is None:
                    for smaller in self._smaller(data, start, fails):
                        data, fault = smaller, latest
                        yield Smaller(failure, data, runs)
        except _InterruptedError:
            pass
        seconds = time.monotonic() - start
        yield from leftovers
        yield explained(problem, Finding(failure, data, fault, b"", repeated, runs, seconds))


def explained(problem: Problem, finding: Finding) -> Finding:
    """Return a ``finding`` with the right answer, and the reasons for which its output is wrong.

    An interactor has given the reasons, and needs no answer. If the model solution or the checker fails, the finding
    stays as it is. O(the time of these).
    """
    if problem.interactive:
        return finding
    data, fault = finding.data, finding.fault
    known = fault.answer
    clock = time.perf_counter if problem.runs_model else time.process_time
    with suppress(ToolError):
        begin = clock()
        answer = solved(problem, data) if known is None else known
        seconds = clock() - begin if known is None else None
        if fault.verdict is not None:
            verdict = check(problem.jury, data, BytesIO(fault.outcome.output), lambda: [answer])
            fault = fault._replace(message=verdict.message, verdict=verdict)
        return finding._replace(fault=fault, answer=answer, answer_seconds=seconds)
    return finding


class _InterruptedError(Exception):
    """The campaign was interrupted while it was shrinking."""
