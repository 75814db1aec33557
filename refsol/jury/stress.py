"""A program against refsol on many generated inputs, until one shows a fault.

A campaign is a row of cases, numbered from 0. The number and the campaign's seed determine the input, so any case can
be made again. Cases are handed in batches to an executor of :mod:`concurrent.futures`: threads will do for a command,
and a cluster's executor for a large campaign, since all that is handed over can be sent to other processes.

A case costs what generating, running the program and judging do; all else is O(families).
"""

import time
from collections import deque
from collections.abc import Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from io import BytesIO
from typing import Final, NamedTuple

from refsol.jury.checking import check
from refsol.jury.contract import MISTAKES, SMALL, Family, Verdict, load_jury
from refsol.jury.program import Outcome, Program
from refsol.problem import load

_LARGE_EVERY: Final = 250  # one case in so many is large, to find programs that are too slow
_SHARES: Final = (0.1, 0.2, 0.4, 1.0)  # of the largest sizes: one after the other, each for all the families
_BATCH: Final = 64  # cases, at most
_BATCH_SECONDS: Final = 0.5
_FOREVER: Final = 2**62


class Case(NamedTuple):
    """One input of a campaign: its ``number`` from 0, and the ``family``, ``seed`` and ``sizes`` that make it."""

    number: int
    family: str
    seed: str
    sizes: Mapping[str, int]


class Fault(NamedTuple):
    """What is wrong with a program's run on an input."""

    kind: str
    """``wrong answer``, or why it did not end well, without the details."""
    message: str
    """The whole of it, in a line."""
    outcome: Outcome
    """How the run ended."""
    verdict: Verdict | None = None
    """What the jury says of the output of a run that ended well."""


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


def _scaled(family: Family, share: float) -> dict[str, int]:
    """Return the sizes of a family, each a share of what it is otherwise."""
    return {size.name: max(size.least, round(share * size.default_value)) for size in family.sizes}


def judge(problem: str, program: Program, data: bytes) -> Fault | None:
    """Run the program on the valid input ``data`` of ``problem``; return what is wrong with it, or None.

    Raises ``InputError`` for another input, as far as that is noticed.
    """
    outcome = program.run(data)
    if outcome.fault:
        return Fault(outcome.fault.split(":")[0], outcome.fault, outcome)
    verdict = check(load_jury(problem), data, BytesIO(outcome.output), lambda: load(problem).solve(data, {}))
    return None if verdict.accepted else Fault("wrong answer", verdict.message, outcome, verdict)


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


def campaign(
    plan: Plan,
    program: Program,
    executor: Executor,
    *,
    jobs: int = 1,
    cases: int | None = None,
    seconds: float | None = None,
) -> Generator[Batch, None, None]:
    """Yield what comes of the cases of a plan, in batches as they end, up to so many ``cases`` or ``seconds``.

    ``jobs`` batches are under way at a time. After a failure the campaign goes on; to end it, close the iterator. What
    a batch raises is raised here: ``OptionError``, for example, for an unknown family.
    """
    end = None if seconds is None else time.monotonic() + seconds
    left = deque([(0, _FOREVER if cases is None else cases)])  # ranges of cases: first, and how many
    pending: dict[Future[Batch], tuple[int, int]] = {}
    try:
        while True:
            while left and len(pending) < jobs and (end is None or time.monotonic() < end):
                first, many = left.popleft()
                most = min(many, _BATCH)
                if most < many:
                    left.append((first + most, many - most))
                pending[executor.submit(run_cases, plan, program, first, most)] = (first, most)
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                first, most = pending.pop(future)
                batch = future.result()
                if batch.cases < most:
                    left.appendleft((first + batch.cases, most - batch.cases))
                yield batch
    finally:
        for future in pending:
            future.cancel()
