"""Judges an output: whether it is right and, if not, where it goes wrong and why."""

from collections.abc import Callable, Iterable
from itertools import chain, islice
from typing import BinaryIO, TypeAlias

from refsol.errors import OptionError
from refsol.jury.comparing import Comparison, Tokens, chunks_of, compare, verdict_of
from refsol.jury.validation import from_start
from refsol.problem.contract import Jury, Verdict, VerdictKind
from refsol.problem.wording import counted
from refsol.text.scanner import Input


class AnswerError(ValueError):
    """The answer to compare with doesn't fit the input; the message says why."""


Answer: TypeAlias = Callable[[], Iterable[bytes]]
"""Returns the pieces of the right answer; each call begins again at the start."""


def check(jury: Jury, source: Input, output: BinaryIO, answer: Answer, *, reasons: bool = True) -> Verdict:
    """Judge the ``output`` of a program for the valid input ``source``.

    If the problem has a checker, it decides, or its way to compare; otherwise the output is compared with ``answer``
    token by token, up to the first difference. Every sequence of bytes gets a verdict, in O(bytes of input, output and
    answer) and in little memory, plus the cost of explaining what is wrong. Without ``reasons`` nothing is explained:
    the message says where the outputs differ, what was expected and what was found, and the verdict has neither meaning
    nor scene.

    Raises :class:`AnswerError` if the answer has more tokens than the input calls for, which explaining notices,
    ``InputError`` for an invalid input, if that is noticed, and ``ValueError`` if the problem has neither a checker nor
    ``place``.
    """
    if jury.checker is not None:
        return jury.checker(from_start(source), output, reasons=reasons)
    if jury.compare is not None:
        return jury.compare(from_start(source), output, answer)
    return _compare(jury, source, output, answer, reasons)


def require_length(prepared: Iterable[bytes], own: Iterable[bytes]) -> None:
    """Raise :class:`AnswerError` unless a prepared answer has as many non-empty lines as refsol's own.

    ``prepared`` and ``own`` are the pieces of the two. O(bytes of both), which are held in memory.
    """
    found, wanted = (sum(map(bool, b"".join(answer).split(b"\n"))) for answer in (prepared, own))
    if found != wanted:
        raise AnswerError(f"has {counted(found, 'line')}, but the input calls for {wanted}")


def _compare(jury: Jury, source: Input, output: BinaryIO, answer: Answer, reasons: bool) -> Verdict:
    comparison = compare(answer(), chunks_of(output))
    if comparison.expected is None or not reasons:
        return verdict_of(comparison)
    return _explained(jury, source, answer, comparison)


def _explained(jury: Jury, source: Input, answer: Answer, comparison: Comparison) -> Verdict:
    """Return the verdict on a wrong or missing token, with the reasons."""
    if jury.place is None:
        raise ValueError("outputs are compared only where there is one right answer")
    index = comparison.same
    right = list(islice(chain.from_iterable(iter(Tokens(answer()).batch, [])), index + 1))
    try:
        place = jury.place(from_start(source), right, index)
        message = comparison.message(f" for {place.name}")
        if jury.explainer is None:
            return Verdict(VerdictKind.WRONG, message, selection=place.selection)
        explanation = next(jury.explainer.explain(from_start(source), place.selection))
    except (OptionError, StopIteration) as error:
        raise AnswerError("has more tokens than the input calls for") from error
    meaning = (f"{explanation.subject}: {explanation.answer}", *explanation.reasons)
    return Verdict(VerdictKind.WRONG, message, meaning, selection=place.selection, scene=explanation.scene)
