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
from collections.abc import Callable, Generator, Iterator, Mapping, Set
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from functools import partial
from io import BytesIO
from itertools import pairwise
from shlex import quote
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import JudgeError, ToolError, ToolLimitError
from refsol.jury.checking import InteractiveProblem, check
from refsol.jury.parallel.pool import Task, results_of
from refsol.jury.run.program import RUNNER_LOST, Leftover, Program, Result, RunOutcome, crashed_at_start
from refsol.jury.shrinking import SECONDS, smaller_inputs
from refsol.problem import MILLISECONDS, Problem
from refsol.problem.contract import SMALL, Family, Jury, NoInputError, Verdict
from refsol.problem.statement import Sample

_LARGE_EVERY: Final = 250  # one case in this many is large, to find programs that are too slow
_SPREAD_EVERY: Final = 11  # then the last two of this many have larger sizes; a prime, so that all families take turns
_SPREAD_SECONDS: Final = 0.5  # that the model solution may take, and the same for the program; to start takes some
_QUICK_SECONDS: Final = 0.2  # that are enough to start any program
_SHARES: Final = (0.1, 0.2, 0.4, 1.0)  # of the largest sizes: one after the other, each for all the families
_HOPELESS: Final = (10, 30.0)  # inputs that could not be made, or seconds in which hardly any could: then it ends
_BATCH: Final = 64  # cases, at most; if few jobs share them, as many as there are between two large ones

_NUMBERS: Final = 4  # with which inputs begin: at most this many are looked at
_DIGITS: Final = 100  # of one of them

BYTES: Final = "bytes"
"""What is looked at of inputs that don't begin with numbers: how many bytes they have."""
SAMPLE: Final = -1
"""The number of a case that is a sample."""


class Case(NamedTuple):
    """A case: its ``number``, from 0, and the ``family``, ``seed`` and ``sizes`` of its input.

    If it is a ``sample``, from 1, its number is :data:`SAMPLE`, and it has no family.
    """

    number: int
    family: str
    seed: str
    sizes: Mapping[str, int]
    sample: int = 0

    @property
    def name(self) -> str:
        """The words for it: ``sample 2`` or ``case 5, family small``."""
        return f"sample {self.sample}" if self.sample else f"case {self.number}, family {self.family}"


class Fault(NamedTuple):
    """The fault of a run: its ``kind``, a ``message`` in a line, and the ``outcome`` of the run.

    If the run ended normally, there is the ``verdict`` on the output, and the right ``answer``, if that was needed.
    """

    kind: Result
    message: str
    outcome: RunOutcome
    verdict: Verdict | None = None
    answer: bytes | None = None


class Failure(NamedTuple):
    """Event: a ``case`` in which the program is at fault, with its input ``data`` and the ``fault``."""

    case: Case
    data: bytes
    fault: Fault


class Skipped(NamedTuple):
    """Event: a large ``case`` is too much for the model solution; the ``message`` is empty if an earlier one was."""

    case: Case
    message: str


class Values(NamedTuple):
    """Numbers in inputs: in this many ``cases``, they are from ``least`` to ``most``."""

    cases: int
    least: int
    most: int


class Tried(NamedTuple):
    """What inputs had: ``numbers``, and a number of ``lists`` in the place of :attr:`.Jury.listed`, some ``in_order``.

    The numbers are the first ones, or :data:`BYTES`, by name, and in ascending ranges, each up to a power of two. A
    list has at least two numbers, and only its first hundreds of bytes are looked at.
    """

    numbers: Mapping[str, Mapping[int, Values]] = {}
    lists: int = 0
    in_order: int = 0


class BatchResult(NamedTuple):
    """The result of some cases: how many ``cases`` were run or left out, and the ``failure`` that was the last, if any.

    The next batch continues with the case after these. ``leftovers`` could not be cleaned up after the runs, and
    ``skipped`` are the cases that were. For these cases, the problem's validator has ``refused`` this many more inputs.
    The inputs of ``unmade`` cases are missing, since none was found; ``no_input`` says why for the last. Inputs of the
    size ``too_large`` take too long to be among small ones, if that was noticed. ``tried`` is what the inputs had.
    """

    cases: int
    failure: Failure | None
    leftovers: tuple[Leftover, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    refused: int = 0
    no_input: str = ""
    too_large: int | None = None
    unmade: int = 0
    tried: Tried = Tried()


class CampaignPlan(NamedTuple):
    """The cases of a campaign: of the named ``families`` of ``problem`` or, without any, mostly of small ones.

    ``seed`` is any text; ``sizes`` are for the named families, by the names of the sizes. The ``samples``, with right
    answers, come before the other cases: the last of them is the one before case 0.
    """

    problem: Problem
    seed: str
    families: tuple[str, ...] = ()
    sizes: Mapping[str, int] = {}
    samples: tuple[Sample, ...] = ()

    def case(self, index: int) -> Case:
        """Return case number ``index``, from 0, or a sample: -1 is the last one.

        Raises ``OptionError`` for an unknown family.
        """
        jury = self.problem.jury
        if index < 0:
            return Case(SAMPLE, "", "", {}, len(self.samples) + index + 1)
        seed = f"{self.seed}-{index}"
        if self.families:
            family = jury.family(self.families[index % len(self.families)])
            return Case(index, family.name, seed, self.sizes)
        large = [family for family in jury.families if family.largest and family.sizes]
        if large and index % _LARGE_EVERY == _LARGE_EVERY - 1:
            turn = index // _LARGE_EVERY
            share = _SHARES[min(turn // len(large), len(_SHARES) - 1)]
            family = large[turn % len(large)]
            sizes = {size.name: max(size.least, round(share * size.default_value)) for size in family.sizes}
            return Case(index, family.name, seed, sizes)
        small = _weighted(jury, small=True)
        mistakes = _weighted(jury, small=False)
        kind = mistakes if mistakes and index % 2 else small
        family = kind[index // 2 % len(kind)]
        return Case(index, family.name, seed, _spread(family, index))

    def made(self, index: int) -> tuple[Case, bytes]:
        """Return case number ``index``, as :meth:`case` does, and its input.

        Where a family has no input for the seed, the case is one of the first family instead, unless the families were
        chosen; raises :class:`.NoInputError` if there is none, either.
        """
        return self.made_for(self.case(index))

    def made_for(self, case: Case) -> tuple[Case, bytes]:
        """Return a ``case`` and its input, or what takes its place, as :meth:`made` does; raises what that does."""
        if case.sample:
            return case, self.samples[case.sample - 1].input
        jury = self.problem.jury
        try:
            return case, jury.family(case.family).generate(case.seed, case.sizes)
        except NoInputError:
            first = jury.families[0]
            if self.families or (case.family == first.name and not case.sizes):
                raise
        return case._replace(family=first.name, sizes={}), first.generate(case.seed)

    def may_skip(self, case: Case) -> bool:
        """Return whether a ``case`` may be skipped: a large one, whose family was not chosen."""
        return not (self.families or case.sample) and self.problem.jury.family(case.family).largest

    def spread_size(self, case: Case) -> int | None:
        """Return the size of a small ``case`` that is larger than most of these, or None for any other case."""
        return None if self.families or self.may_skip(case) else max(case.sizes.values(), default=None)

    def raise_if_errors(self) -> None:
        """Raise ``OptionError`` for an unknown family, or a size that one of the families can't have."""
        for name in self.families:
            self.problem.jury.family(name).require_sizes(self.sizes)


def _weighted(jury: Jury, *, small: bool) -> list[Family]:
    families = (family for family in jury.families if family.group.is_quick and (family.group == SMALL) == small)
    return [family for family in families for _ in range(family.weight)]


def _spread(family: Family, index: int) -> Mapping[str, int]:
    """Return the sizes of a small case, if they aren't the default: 2, 4, 8, … times that, one after the other.

    One case in two stops short of the largest ones, which take the most time.
    """
    turn, place = divmod(index, _SPREAD_EVERY)
    if index < 20 or place < _SPREAD_EVERY - 2:  # the first cases are small
        return {}
    sizes: dict[str, int] = {}
    for size in family.sizes:
        if size.spread is not None:
            doublings = (-(-size.spread // size.default_value) - 1).bit_length() - 2 * (place == _SPREAD_EVERY - 2)
            sizes[size.name] = min(size.spread, size.default_value << 1 + (turn - 1) % max(1, doublings))
    return sizes


def judge(problem: Problem, program: Program, data: bytes, answer: bytes | None = None) -> Fault | None:
    """Run the ``program`` on the input ``data`` of ``problem`` and return its fault, as :func:`fault_of` does.

    It takes the ``answer`` and raises ``InputError`` as that does.
    """
    return fault_of(problem, data, talking(problem, program, answer).run(data), answer)


def talking(problem: Problem, program: Program, answer: bytes | None = None) -> Program:
    """Return what is run of a ``program``: where ``problem`` has an interactor, the program talks with that.

    The interactor gets the right ``answer``, if it needs one; it is made if it isn't known.
    """
    return problem.talking(program, answer) if isinstance(problem, InteractiveProblem) else program


def fault_of(problem: Problem, data: bytes, outcome: RunOutcome, answer: bytes | None = None) -> Fault | None:
    """Return what is wrong with the ``outcome`` of a run on the valid input ``data`` of ``problem``, or None.

    ``answer`` is the right answer, if it is known already. A wrong output isn't explained. Raises ``InputError`` for an
    invalid input, if that is noticed.
    """
    if outcome.fault is not None:
        return Fault(outcome.fault, outcome.message, outcome)
    if problem.interactive:
        return None
    jury = problem.jury
    if answer is None and jury.checker is None:
        answer = _answer(problem, data)
    try:
        verdict = check(jury, data, BytesIO(outcome.output), lambda: [answer or b""], reasons=False)
    except JudgeError as error:
        return Fault(Result.JUDGE_ERROR, f"{Result.JUDGE_ERROR}: {error}", outcome, None, answer)
    return None if verdict.accepted else Fault(Result.WRONG_ANSWER, verdict.message, outcome, verdict, answer)


def _any_fault_of(problem: Problem, data: bytes, outcome: RunOutcome, answer: bytes | None) -> Fault | None:
    """Return what :func:`fault_of` does or, if a user's checker refuses the model solution's ``answer``, that."""
    fault = fault_of(problem, data, outcome, answer)
    if fault or answer in (None, outcome.output) or problem.interactive or problem.jury.compare is None:
        return fault
    of_model = fault_of(problem, data, outcome._replace(output=answer or b""), answer)
    return of_model._replace(outcome=outcome) if of_model and of_model.kind is Result.JUDGE_ERROR else None


def confirmed_run(program: Program, data: bytes) -> RunOutcome:
    """Run the ``program`` on the input ``data``, once more if it takes too long; return how it ended at last."""
    outcome = program.run(data)
    if outcome.fault is not Result.TIME:
        return outcome
    again = program.run(data)
    return again._replace(leftovers=outcome.leftovers + again.leftovers)


def run_cases(
    plan: CampaignPlan,
    program: Program,
    first: int,
    most: int = _BATCH,
    left_out: Set[str] = frozenset(),
    too_large: int | None = None,
) -> BatchResult:
    """Run cases, beginning with ``first``: at most ``most``, up to the first failure, for about half a second.

    Large cases are skipped if their family is ``left_out``, or if the model solution exceeds its limits. Small cases
    have the default size instead of one from ``too_large`` on, or with which they take too long. Raises
    ``OptionError`` for an unknown family or a size it can't have, and ``ToolError`` if the model solution fails in
    another way or in another case, or if the checker can't be started.
    """
    begin = time.monotonic()
    leftovers: list[Leftover] = []
    skipped: list[Skipped] = []
    failure: Failure | None = None
    tried = Tried()
    cases = refused = unmade = 0
    no_input = ""
    if plan.problem.runs_model:  # a large case begins a batch
        most = min(most, 1 + (_LARGE_EVERY - 2 - first) % _LARGE_EVERY)
    for number in range(first, first + most):
        cases += 1
        prepared: _Prepared | Skipped | None = None
        try:
            prepared = _prepared(plan, number, left_out, too_large)
        except NoInputError as error:
            no_input = str(error)
            refused += error.refused
            unmade += 1
        if isinstance(prepared, Skipped):
            skipped.append(prepared)
        elif prepared is not None:
            case, data, answer, more, size = prepared
            refused += more
            tried = _together(tried, _tried(plan.problem.jury, data))
            with _case_named(plan, case):
                outcome = talking(plan.problem, program, answer).run(data)
                leftovers += outcome.leftovers
                if size is None and outcome.seconds > _SPREAD_SECONDS:
                    size = plan.spread_size(case)
                too_large = _least(too_large, size)
                fault = _any_fault_of(plan.problem, data, outcome, answer)
            failure = None if fault is None else Failure(case, data, fault)
        if failure is not None or time.monotonic() - begin > 0.5:
            break
    return BatchResult(cases, failure, tuple(leftovers), tuple(skipped), refused, no_input, too_large, unmade, tried)


def _tried(jury: Jury, data: bytes) -> Tried:
    """Return what an input has. O(1)."""
    window = _DIGITS * _NUMBERS
    tokens = data[:window].split()[: None if len(data) <= window else -1]  # the last one may be cut off
    found = {name: int(token) for name, token in zip(jury.header, tokens, strict=False) if _is_integer(token)}
    first = {name: found[name] for name in jury.header[:_NUMBERS] if name in found} or {BYTES: len(data)}
    numbers = {
        name: {(abs(value) - (value > 0)).bit_length() * (-1 if value < 0 else 1): Values(1, value, value)}
        for name, value in first.items()
    }
    listed = tokens[len(jury.header) :][: max(0, found.get(jury.listed[1], 0))]
    if len(listed) < 2 or not all(map(_is_integer, listed)):
        return Tried(numbers)
    return Tried(numbers, 1, int(all(one <= other for one, other in pairwise(map(int, listed)))))


def _is_integer(token: bytes) -> bool:
    return len(token) <= _DIGITS and token.removeprefix(b"-").isdigit()


def _together(one: Tried, other: Tried) -> Tried:
    """Return what inputs and others had."""
    numbers = {name: dict(one.numbers.get(name, {})) for name in [*one.numbers, *other.numbers]}
    for name, ranges in other.numbers.items():
        for key, (cases, least, most) in ranges.items():
            known = numbers[name].get(key, Values(0, least, most))
            numbers[name][key] = Values(known.cases + cases, min(known.least, least), max(known.most, most))
    ordered = {name: dict(sorted(ranges.items())) for name, ranges in numbers.items()}
    return Tried(ordered, one.lists + other.lists, one.in_order + other.in_order)


def _least(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else min(one, other)


class _Prepared(NamedTuple):
    """A ``case`` with its input ``data`` and, if it is known already, the right ``answer``.

    The validator has ``refused`` this many before this one. Small inputs of the size ``too_large`` take too long,
    if that was noticed.
    """

    case: Case
    data: bytes
    answer: bytes | None
    refused: int
    too_large: int | None = None


def _prepared(plan: CampaignPlan, number: int, left_out: Set[str], too_large: int | None) -> _Prepared | Skipped:
    """Make a case; where another program solves the problem, also solve it, or find that it has to be left out."""
    case = plan.case(number)
    if case.sample:
        sample = plan.samples[case.sample - 1]
        return _Prepared(case, sample.input, None if plan.problem.interactive else sample.answer, 0)
    if not plan.problem.runs_model:
        with _case_named(plan, case):
            case, data = plan.made_for(case)
        return _Prepared(case, data, None, 0)
    if plan.may_skip(case) and case.family in left_out:
        return Skipped(case, "")
    problem = plan.problem
    before = problem.refused
    size = plan.spread_size(case)
    if size is not None and (too_large is None or size < too_large):
        prepared = _quickly_solved(plan, case, size)
        if prepared is not None:
            return prepared._replace(refused=problem.refused - before)
        too_large = size
    if size is not None:
        case = case._replace(sizes={})
    try:
        with _case_named(plan, case):
            case, data = plan.made_for(case)
    except NoInputError as error:
        error.refused = problem.refused - before
        raise
    with _case_named(plan, case):
        try:
            return _Prepared(case, data, _answer(problem, data), problem.refused - before, too_large)
        except ToolLimitError as error:
            if not plan.may_skip(case):
                raise
            return Skipped(case, str(error))


def _quickly_solved(plan: CampaignPlan, case: Case, size: int) -> _Prepared | None:
    """Return a small ``case`` of a larger ``size``, or None where it takes the model solution too long."""
    begin = time.process_time()
    try:
        case, data = plan.made_for(case)
    except NoInputError:
        return None
    too_large = size if time.process_time() - begin > 0.1 else None  # to make it takes too long
    with _case_named(plan, case):
        try:
            answer = _answer(plan.problem, data, _SPREAD_SECONDS)
        except ToolLimitError:
            return None
    return _Prepared(case, data, answer, 0, too_large)


def _answer(problem: Problem, data: bytes, seconds: float | None = None) -> bytes:
    """Return the right answer to an input; raises ``ToolLimitError`` if another program takes more ``seconds``."""
    return b"".join(problem.solve(data, {} if seconds is None else {MILLISECONDS: round(1000 * seconds)}))


@contextmanager
def _case_named(plan: CampaignPlan, case: Case) -> Iterator[None]:
    """Let an error of the jury's programs say in which case it came, and what makes its input."""
    try:
        yield
    except ToolError as error:
        if case.sample:
            raise ToolError(f"{error}, on the input of {case.name}") from error
        sizes = "".join(f" --{name} {size}" for name, size in case.sizes.items())
        command = f"{plan.problem.command('generate')} {case.family} --seed {quote(case.seed)}{sizes}"
        hint = "; --family chooses others" if plan.problem.jury.family(case.family).largest else ""
        raise ToolError(f"{error}, on the input of case {case.number}{hint}: {command}") from error


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
                        tried = _together(tried, batch.tried)
                        self._too_large = _least(self._too_large, batch.too_large)
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
            with _case_named(self._plan, case):
                _answer(self._plan.problem, data)
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
            most = min(many, max(_BATCH, _LARGE_EVERY // self._jobs))
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
                _answer(self._plan.problem, data)
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
                    answer = _answer(problem, candidate)
                outcome = self._outcome(candidate, confirmed=confirmed, seconds=seconds)
                if outcome is None:
                    raise _InterruptedError
                leftovers.extend(outcome.leftovers)
                found = _any_fault_of(problem, candidate, outcome, answer)
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
        answer = _answer(problem, data) if known is None else known
        seconds = clock() - begin if known is None else None
        if fault.verdict is not None:
            verdict = check(problem.jury, data, BytesIO(fault.outcome.output), lambda: [answer])
            fault = fault._replace(message=verdict.message, verdict=verdict)
        return finding._replace(fault=fault, answer=answer, answer_seconds=seconds)
    return finding


class _InterruptedError(Exception):
    """The campaign was interrupted while it was shrinking."""
