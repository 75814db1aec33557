"""A problem without a package as the contracts want it: what it is to solve it, to judge it, and its limits."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import BinaryIO, Final, NoReturn

from refsol.descriptions import Reducer
from refsol.errors import OptionError
from refsol.jury.contract import Jury, Layout, Verdict, VerdictKind
from refsol.jury.selection import Selection
from refsol.limits import NO_FURTHER_LIMITS, Limits, Memory, Subtask
from refsol.own.comparing import MOST, beginning_of, compare_outputs
from refsol.own.families import families_of
from refsol.own.inspecting import Inspector, bytes_of, posix
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
        solve=partial(_solve, reference, spec.model),
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
    inspector = _inspector_of(reference)
    return Jury(
        families=families_of(inspector, spec.path, spec.families),
        validate=_without_scanner,
        layout=_without_layout,
        reductions=Reducer(inspector.description).reductions,
        explain=_unexplained,
        show=_unexplained,
        steps=_unexplained,
        slow_oracle=False,
        inspect=inspector.errors,
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


@cache
def _inspector_of(reference: str) -> Inspector:
    return Inspector(spec_of(reference))


def _solve(reference: str, model: tuple[str, ...], source: Input, _settings: Settings) -> Iterable[bytes]:
    """Return what the model solution answers. Raises ``InputError`` for an invalid input."""
    data = bytes_of(source)
    _inspector_of(reference).require_valid(data)
    if not model:
        raise OptionError("there is no model solution: --model COMMAND, or 'model' in refsol.toml")
    with posix():
        from refsol.own.programs import answer_of
    return [answer_of(model, data)]


def _beside() -> Begin | None:
    """Return what begins calls in processes beside this one, where that is possible."""
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
    with posix():
        from refsol.own.programs import verdict_of
    return verdict_of(words, protocol, bytes_of(source), found, b"".join(answer()))


def _unexplained(_source: Input, _selection: Selection) -> NoReturn:
    raise OptionError(_NEEDS_RULES)


def _without_scanner(_scanner: Scanner) -> None:
    raise AssertionError("a description is read in another way")


def _without_layout() -> Layout:
    raise AssertionError("white space is part of a description")
