"""A program against refsol on many generated inputs: a campaign that finds faults and makes their inputs small.

A campaign is a row of cases, numbered from 0. The number and the campaign's seed determine the input, so any case can
be made again. Cases are handed in batches to an executor of :mod:`concurrent.futures`: threads will do for a command,
and a cluster's executor for a large campaign, since all that is handed over can be sent to other processes.

A case costs what generating, running the program and judging do; all else is O(families).
"""

import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from io import BytesIO
from typing import Final, NamedTuple, TypeAlias

from refsol.jury.checking import check
from refsol.jury.contract import MISTAKES, SMALL, Family, Verdict, load_jury
from refsol.jury.program import FaultKind, Outcome, Program
from refsol.jury.shrinking import SECONDS, smaller_inputs
from refsol.problem import load

_LARGE_EVERY: Final = 250  # one case in this many is large, to find programs that are too slow
_SHARES: Final = (0.1, 0.2, 0.4, 1.0)  # of the largest sizes: one after the other, each for all the families
_BATCH: Final = 64  # cases, at most
_BATCH_SECONDS: Final = 0.5
_FOREVER: Final = 2**62
_PATIENCE: Final = 0.2  # seconds until an interruption is noticed that ends no batch


class Case(NamedTuple):
    """One input of a campaign: its ``number`` from 0, and the ``family``, ``seed`` and ``sizes`` that make it."""

    number: int
    family: str
    seed: str
    sizes: Mapping[str, int]


class Fault(NamedTuple):
    """What is wrong with a program's run on an input."""

    kind: FaultKind
    """What kind of fault it is."""
    message: str
    """The fault in words, in a line."""
    outcome: Outcome
    """How the run ended."""
    verdict: Verdict | None = None
    """What the jury says of the output of a run that ended well."""
    answer: bytes | None = None
    """The right answer, where it was needed to judge the output."""


class Failure(NamedTuple):
    """A ``case``, with its input ``data``, in which the program is at fault, and the ``fault``."""

    case: Case
    data: bytes
    fault: Fault


class Batch(NamedTuple):
    """What came of some cases: how many ``cases`` were run, and the ``failure`` that ended them, if any."""

    cases: int
    failure: Failure | None


class Plan(NamedTuple):
    """Which cases there are: of the ``families`` named or, if none is, of all those of ``problem``, mostly small ones.

    ``seed`` is any text, ``sizes`` are for the families named, by the names of the sizes.
    """

    problem: str
    seed: str
    families: tuple[str, ...] = ()
    sizes: Mapping[str, int] = {}

    def case(self, index: int) -> Case:
        """Return case number ``index``, from 0. Raises ``OptionError`` for an unknown family."""
        jury = load_jury(self.problem)
        seed = f"{self.seed}-{index}"
        if self.families:
            family = jury.family(self.families[index % len(self.families)])
            return Case(index, family.name, seed, self.sizes)
        large = [family for family in jury.families if family.largest and family.sizes]
        if large and index % _LARGE_EVERY == _LARGE_EVERY - 1:
            turn = index // _LARGE_EVERY
            share = _SHARES[min(turn // len(large), len(_SHARES) - 1)]
            family = large[turn % len(large)]
            return Case(index, family.name, seed, _scaled(family, share))
        small = [family for family in jury.families if family.group == SMALL]
        mistakes = [family for family in jury.families if family.group == MISTAKES]
        kind = mistakes if mistakes and index % 2 else small
        return Case(index, kind[index // 2 % len(kind)].name, seed, {})

    def raise_if_errors(self) -> None:
        """Raise ``OptionError`` for an unknown family, or a size that one of the families can't have."""
        for name in self.families:
            load_jury(self.problem).family(name).require_sizes(self.sizes)


def _scaled(family: Family, share: float) -> dict[str, int]:
    """Return the sizes of a family, each a share of what it is otherwise."""
    return {size.name: max(size.least, round(share * size.default_value)) for size in family.sizes}


def judge(problem: str, program: Program, data: bytes) -> Fault | None:
    """Run the program on the valid input ``data`` of ``problem``; return what is wrong with it, or None.

    Why an output is wrong is not explained. Raises ``InputError`` for an input that is not valid, as far as that is
    noticed.
    """
    outcome = program.run(data)
    if outcome.fault is not None:
        return Fault(outcome.fault, outcome.message, outcome)
    jury = load_jury(problem)
    answer = b"".join(load(problem).solve(data, {})) if jury.checker is None else None
    verdict = check(jury, data, BytesIO(outcome.output), lambda: [answer or b""], reasons=False)
    return None if verdict.accepted else Fault(FaultKind.WRONG_ANSWER, verdict.message, outcome, verdict, answer)


def run_cases(plan: Plan, program: Program, first: int, most: int = _BATCH) -> Batch:
    """Run cases from number ``first`` on: at most ``most``, up to a failure, and no new one after half a second.

    Raises ``OptionError`` for an unknown family or a size it can't have.
    """
    begin = time.monotonic()
    jury = load_jury(plan.problem)
    for number in range(most):
        case = plan.case(first + number)
        data = jury.family(case.family).generate(case.seed, case.sizes)
        fault = judge(plan.problem, program, data)
        if fault is not None:
            return Batch(number + 1, Failure(case, data, fault))
        if time.monotonic() - begin > _BATCH_SECONDS:
            return Batch(number + 1, None)
    return Batch(most, None)


class CasesRun(NamedTuple):
    """More cases have been run: so many ``cases`` by now, in so many ``seconds``."""

    cases: int
    seconds: float


class Smaller(NamedTuple):
    """A smaller input ``data`` shows the same fault as a ``failure``, found with so many ``runs`` of the program."""

    failure: Failure
    data: bytes
    runs: int


class Finding(NamedTuple):
    """A kind of fault, with the smallest input that was found to show it."""

    failure: Failure
    """The first case with this kind of fault."""
    data: bytes
    """The smallest input found, or the case's own."""
    fault: Fault
    """What happens on it, with reasons."""
    answer: bytes
    """The right answer to it."""
    repeated: bool
    """Whether the program failed in the same way when it was run again, alone. If not, nothing was shrunk."""
    runs: int
    """How many runs shrinking took; 0 where it was interrupted before."""
    seconds: float
    """How long shrinking took."""


class End(NamedTuple):
    """The campaign is over."""

    cases: int
    """How many have been run."""
    seconds: float
    """How long it took, shrinking included."""
    interrupted: bool
    """Whether it was interrupted."""


Event: TypeAlias = CasesRun | Failure | Smaller | Finding | End
"""What happens in a campaign."""


class Campaign:
    """A ``program`` on the cases of a ``plan``, up to so many ``cases`` or ``seconds``, or without end.

    ``jobs`` batches of cases run in parallel, on the ``executor`` or, without one, on threads. The search ends with the
    first failure or, if it is to ``keep_going``, with the last case. Then the first failure of each kind is shrunk, for
    at most ``shrink_seconds`` each, while nothing else runs. A campaign runs once, and it stops the program for good.

    Raises ``OptionError`` for an unknown family or a size that it can't have.
    """

    def __init__(
        self,
        plan: Plan,
        program: Program,
        *,
        jobs: int = 1,
        cases: int | None = None,
        seconds: float | None = None,
        keep_going: bool = False,
        shrink_seconds: float = SECONDS,
        executor: Executor | None = None,
    ) -> None:
        plan.raise_if_errors()
        self._plan: Final = plan
        self._program: Final = program
        self._jobs: Final = jobs
        self._most: Final = _FOREVER if cases is None else cases
        self._seconds: Final = seconds
        self._keep_going: Final = keep_going
        self._shrink_seconds: Final = shrink_seconds
        self._executor: Final = executor
        self._cases = 0
        self._begin = time.monotonic()
        self._interrupted: Final = threading.Event()

    def events(self) -> Generator[Event, None, None]:
        """Run the campaign: yield what happens, an :class:`End` at last.

        What the program raises when it can't be started is raised here. A caller that stops early closes the iterator.
        """
        self._begin = time.monotonic()
        first: dict[FaultKind, Failure] = {}
        try:
            with closing(self._batches()) as batches:
                for batch in batches:
                    self._cases += batch.cases
                    yield CasesRun(self._cases, self._elapsed())
                    if batch.failure is not None and batch.failure.fault.kind not in first:
                        first[batch.failure.fault.kind] = batch.failure
                        yield batch.failure
                        if not self._keep_going:
                            break
            for failure in first.values():
                yield from self._shrunk(failure)
            yield End(self._cases, self._elapsed(), self._interrupted.is_set())
        finally:
            self._program.stop()

    def interrupt(self) -> None:
        """End what runs, from another thread: no further case, no further shrinking; findings so far are yielded."""
        self._interrupted.set()
        self._program.stop()

    def _elapsed(self) -> float:
        return time.monotonic() - self._begin

    def _batches(self) -> Generator[Batch, None, None]:
        """Yield what comes of the cases, in batches as they end; wait for those under way in the end."""
        end = None if self._seconds is None else self._begin + self._seconds
        left = deque([(0, self._most)])  # ranges of cases: first, and how many
        pending: dict[Future[Batch], tuple[int, int]] = {}
        with ExitStack() as stack:
            executor = self._executor or stack.enter_context(ThreadPoolExecutor(self._jobs))
            stack.callback(self._finish, pending)
            while not self._interrupted.is_set():
                while left and len(pending) < self._jobs and (end is None or time.monotonic() < end):
                    first, many = left.popleft()
                    most = min(many, _BATCH)
                    if most < many:
                        left.append((first + most, many - most))
                    pending[executor.submit(run_cases, self._plan, self._program, first, most)] = (first, most)
                if not pending:
                    return
                for future in wait(pending, timeout=_PATIENCE, return_when=FIRST_COMPLETED).done:
                    first, most = pending.pop(future)
                    batch = future.result()
                    if self._interrupted.is_set():
                        return  # this may be what ended the run
                    if batch.cases < most:
                        left.appendleft((first + batch.cases, most - batch.cases))
                    yield batch

    def _finish(self, pending: Mapping[Future[Batch], tuple[int, int]]) -> None:
        for future in pending:
            future.cancel()
        if not self._interrupted.is_set():
            wait(pending)

    def _shrunk(self, failure: Failure) -> Iterator[Smaller | Finding]:
        """Make the input of a failure small, as far as there is time, and explain what is left."""
        begin = time.monotonic()
        data, fault = failure.data, failure.fault
        runs = 0
        latest = fault

        def fails(candidate: bytes) -> bool:
            nonlocal runs, latest
            if self._interrupted.is_set():
                raise _InterruptedError
            runs += 1
            found = judge(self._plan.problem, self._program, candidate)
            if self._interrupted.is_set():
                raise _InterruptedError
            if found is None or found.kind != failure.fault.kind:
                return False
            latest = found
            return True

        repeated = True
        try:
            repeated = fails(data)
            if repeated:
                fault = latest
                jury = load_jury(self._plan.problem)
                for smaller in smaller_inputs(jury, data, fails, seconds=self._shrink_seconds):
                    data, fault = smaller, latest
                    yield Smaller(failure, data, runs)
        except _InterruptedError:
            pass
        seconds = time.monotonic() - begin
        yield self._explained(Finding(failure, data, fault, b"", repeated, runs, seconds))

    def _explained(self, finding: Finding) -> Finding:
        """Return the finding with the right answer and, where an output is wrong, the reasons."""
        data, fault = finding.data, finding.fault
        answer = fault.answer
        if answer is None:
            answer = b"".join(load(self._plan.problem).solve(data, {}))
        elif fault.verdict is not None:
            verdict = check(load_jury(self._plan.problem), data, BytesIO(fault.outcome.output), lambda: [answer])
            fault = fault._replace(message=verdict.message, verdict=verdict)
        return finding._replace(fault=fault, answer=answer)


class _InterruptedError(Exception):
    """The campaign was interrupted while it was shrinking."""
