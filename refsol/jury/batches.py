"""Batches of cases: they are made and run, up to the first failure, and it is noted what their inputs had."""

import time
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from itertools import pairwise
from shlex import quote
from typing import Final, NamedTuple

from refsol.errors import ToolError, ToolLimitError
from refsol.jury.cases import LARGE_EVERY, CampaignPlan, Case
from refsol.jury.faults import Fault, any_fault_of, solved, talking
from refsol.jury.run.program import Leftover, Program
from refsol.problem.contract import Jury, NoInputError

_SPREAD_SECONDS: Final = 0.5  # that the model solution may take, and the same for the program; to start takes some
_NUMBERS: Final = 4  # with which inputs begin: at most this many are looked at
_DIGITS: Final = 100  # of one of them

BATCH: Final = 64
"""How many cases a batch has at most; if few jobs share them, as many as there are between two large ones."""
BYTES: Final = "bytes"
"""What is looked at of inputs that don't begin with numbers: how many bytes they have."""


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


def run_cases(
    plan: CampaignPlan,
    program: Program,
    first: int,
    most: int = BATCH,
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
        most = min(most, 1 + (LARGE_EVERY - 2 - first) % LARGE_EVERY)
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
            tried = together(tried, tried_in(plan.problem.jury, data))
            with case_named(plan, case):
                outcome = talking(plan.problem, program, answer).run(data)
                leftovers += outcome.leftovers
                if size is None and outcome.seconds > _SPREAD_SECONDS:
                    size = plan.spread_size(case)
                too_large = _least(too_large, size)
                fault = any_fault_of(plan.problem, data, outcome, answer)
            failure = None if fault is None else Failure(case, data, fault)
        if failure is not None or time.monotonic() - begin > 0.5:
            break
    return BatchResult(cases, failure, tuple(leftovers), tuple(skipped), refused, no_input, too_large, unmade, tried)


def tried_in(jury: Jury, data: bytes) -> Tried:
    """Return what the input ``data`` has. O(1)."""
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


def together(one: Tried, other: Tried) -> Tried:
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
        with case_named(plan, case):
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
        with case_named(plan, case):
            case, data = plan.made_for(case)
    except NoInputError as error:
        error.refused = problem.refused - before
        raise
    with case_named(plan, case):
        try:
            return _Prepared(case, data, solved(problem, data), problem.refused - before, too_large)
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
    with case_named(plan, case):
        try:
            answer = solved(plan.problem, data, _SPREAD_SECONDS)
        except ToolLimitError:
            return None
    return _Prepared(case, data, answer, 0, too_large)


@contextmanager
def case_named(plan: CampaignPlan, case: Case) -> Iterator[None]:
    """Let a ``ToolError``, raised again, name the ``case`` of a ``plan`` in which it came, and what makes its input."""
    try:
        yield
    except ToolError as error:
        if case.sample:
            raise ToolError(f"{error}, on the input of {case.name}") from error
        sizes = "".join(f" --{name} {size}" for name, size in case.sizes.items())
        command = f"{plan.problem.command('generate')} {case.family} --seed {quote(case.seed)}{sizes}"
        hint = "; --family chooses others" if plan.problem.jury.family(case.family).largest else ""
        raise ToolError(f"{error}, on the input of case {case.number}{hint}: {command}") from error
