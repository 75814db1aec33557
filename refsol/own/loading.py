"""A problem without a package as the contracts want it: what it is to solve it, to judge it, and its limits."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from typing import BinaryIO, Final, NoReturn

from refsol.descriptions import Description, DescriptionError, Reducer, parse, validate
from refsol.errors import InputError, OptionError
from refsol.jury.contract import Jury, Layout, Verdict, VerdictKind
from refsol.jury.rewinding import from_start
from refsol.jury.selection import Selection
from refsol.limits import NO_FURTHER_LIMITS, Limits, Memory, Subtask
from refsol.own.comparing import MOST, beginning_of, compare_outputs
from refsol.own.families import families_of
from refsol.own.spec import Spec, spec_of
from refsol.problem import Begin, Problem, Settings
from refsol.text.scanner import Input, Scanner

_POINTS: Final = 100
_NEEDS_RULES: Final = (
    "a description doesn't contain the rules that this needs; a package can: 'refsol own new NAME' writes one to start "
    "from"
)


def part_of(reference: str, kind: type) -> object:
    """Return a problem's part of a ``kind``: a :class:`.Problem`, :class:`.Jury` or :class:`refsol.limits.Limits`.

    ``reference`` is a :meth:`.Spec.reference`, or :data:`.OWN` for what all of these problems have. Costs and raises
    what :func:`problem_of`, :func:`jury_of` and :func:`limits_of` do, once.
    """
    return _PARTS[kind](reference)


@cache
def problem_of(reference: str) -> Problem:
    """Return the problem that a ``reference`` (:meth:`.Spec.reference`) holds. O(length)."""
    spec = spec_of(reference)
    return Problem(
        name=reference,
        title=spec.title,
        source="",
        solve=partial(_solve, spec),
        label=spec.name,
        named_by=spec.named_by,
        begin=_beside(),
    )


@cache
def jury_of(reference: str) -> Jury:
    """Return the jury of the problem that a ``reference`` (:meth:`.Spec.reference`) holds.

    Raises ``OptionError`` for a description that is wrong. O(length).
    """
    spec = spec_of(reference)
    description = _description_of(spec)
    return Jury(
        families=families_of(description, spec.path, spec.families),
        validate=_without_scanner,
        layout=_without_layout,
        reductions=Reducer(description).reductions,
        explain=_unexplained,
        show=_unexplained,
        steps=_unexplained,
        slow_oracle=False,
        inspect=partial(_errors_in, spec, description),
        compare=partial(_verdict, spec),
    )


@cache
def limits_of(reference: str) -> Limits:
    """Return the limits of the problem that a ``reference`` (:meth:`.Spec.reference`) holds. O(length)."""
    spec = spec_of(reference)
    return Limits(
        ranges=(),
        subtasks=(Subtask("all", _POINTS, NO_FURTHER_LIMITS),),
        seconds=spec.seconds,
        memory=None if spec.mebibytes is None else Memory(spec.mebibytes, "MiB"),
    )


_PARTS: Final[Mapping[type, Callable[[str], object]]] = {Problem: problem_of, Jury: jury_of, Limits: limits_of}


def _description_of(spec: Spec) -> Description:
    try:
        return parse(spec.description.encode("latin-1"))
    except InputError as error:
        raise OptionError(f"{spec.path}:{error}") from error


def _errors_in(spec: Spec, description: Description, source: Input, /, *, lenient: bool) -> list[InputError]:
    """Return the first error of an input, if it has any."""
    data = _bytes_of(source)
    try:
        validate(description, data, lenient=lenient)
        if spec.validator:
            with _posix():
                from refsol.own.programs import require_valid
            require_valid(spec.validator, data)
    except InputError as error:
        return [error]
    except DescriptionError as error:
        raise OptionError(f"{spec.path}:{error}") from error
    return []


def _solve(spec: Spec, source: Input, _settings: Settings) -> Iterable[bytes]:
    """Return what the model solution answers. Raises ``InputError`` for an invalid input."""
    data = _bytes_of(source)
    errors = _errors_in(spec, _description_of(spec), data, lenient=True)
    if errors:
        raise errors[0]
    if not spec.model:
        raise OptionError("there is no model solution: --model COMMAND, or 'model' in refsol.toml")
    with _posix():
        from refsol.own.programs import answer_of
    return [answer_of(spec.model, data)]


def _beside() -> Begin | None:
    """Return what begins calls in a process beside this one, where that is possible."""
    try:
        from refsol.jury.ahead import begin
    except (ImportError, AttributeError):  # what is missing are modules or functions
        return None
    return begin


def _verdict(spec: Spec, source: Input, output: BinaryIO, answer: Callable[[], Iterable[bytes]], /) -> Verdict:
    """Judge an output by the problem's checker, or compare it with the answer."""
    words, protocol, tolerance = spec.checker
    if not words:
        return compare_outputs(tolerance, source, output, answer)
    found = beginning_of(output)
    if len(found) > MOST:
        return Verdict(VerdictKind.WRONG, f"1:1: expected at most {MOST} bytes, found more")
    with _posix():
        from refsol.own.programs import verdict_of
    return verdict_of(words, protocol, _bytes_of(source), found, b"".join(answer()))


@contextmanager
def _posix() -> Iterator[None]:
    """Raise ``OptionError`` where programs can't be run, since modules or functions are missing."""
    try:
        yield
    except (ImportError, AttributeError) as error:
        raise OptionError("to run a model solution or a checker, a POSIX system is needed") from error


def _bytes_of(source: Input) -> bytes:
    """Return an input as bytes. O(length)."""
    whole = from_start(source)
    return whole if isinstance(whole, bytes) else whole.read()


def _unexplained(_source: Input, _selection: Selection) -> NoReturn:
    raise OptionError(_NEEDS_RULES)


def _without_scanner(_scanner: Scanner) -> None:
    raise AssertionError("a description is read in another way")


def _without_layout() -> Layout:
    raise AssertionError("white space is part of a description")
