"""Judges an output: whether it is right and, if not, where it goes wrong and why.

Outputs are compared with the right answer token by token, in chunks, so that both may have any size. Where numbers may
be nearly equal, or lines or bytes are compared, an output is held in memory, and it may have 256 MiB.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import chain, islice
from shlex import quote
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from refsol.errors import JudgeError, OptionError
from refsol.jury.run.program import Program
from refsol.jury.validation import from_start
from refsol.problem import Problem
from refsol.problem.contract import Jury, Verdict, VerdictKind
from refsol.problem.wording import counted
from refsol.text.scanner import Input

_MOST: Final = 2**28  # bytes of an output that is held in memory
_LONGEST: Final = 100  # bytes of a token of an output that is never cut off
_SHOWN: Final = 24
_TOKEN: Final = re.compile(rb"\S+")
_LIKE_TOKEN: Final = re.compile(rb"[!-~]+")
_NUMBER: Final = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


_ONLY_CASE: Final = ": only the case of letters differs"
_HINT: Final = "--ignore-case, or ignore_case = true in [checker], ignores case"


class AnswerError(ValueError):
    """The answer to compare with doesn't fit the input; the message says why."""


Answer: TypeAlias = Callable[[], Iterable[bytes]]
"""Returns the chunks of the right answer; each call begins again at the start."""


class Comparison(NamedTuple):
    """The result of a comparison, up to the first difference."""

    same: int
    """The number of tokens before it, which agree."""
    line: int
    """The line of the output, from 1, where they differ, or where the output ends."""
    column: int
    """The column, in bytes from 1."""
    expected: str | None
    """The token of the answer, to be shown; None after its end."""
    found: str | None
    """The same of the output."""
    only_case: bool = False
    """Whether these tokens differ only in the case of letters."""

    def equal(self) -> bool:
        """Return whether there is no difference."""
        return self.expected is None and self.found is None

    def message(self, meaning: str = "") -> str:
        """Return in a line what was expected, with its ``meaning``, and what was found."""
        tokens = "1 token" if self.same == 1 else f"{self.same} tokens"
        if self.equal():
            return f"{tokens}, all as expected"
        expected = f"end of file after {tokens}" if self.expected is None else f"{self.expected}{meaning}"
        found = f"{self.found or 'end of file'}{_ONLY_CASE if self.only_case else ''}"
        return f"{self.line}:{self.column}: expected {expected}, found {found}"


class InteractiveProblem(Problem):
    """A problem that may have an interactor."""

    @abstractmethod
    def talking(self, program: Program, answer: bytes | None) -> Program:
        """Return a program whose runs on inputs are conversations of ``program``; their faults are the verdicts.

        The interactor gets the right ``answer``, if it needs one; it is made if it isn't known.
        """


def check(jury: Jury, source: Input, output: BinaryIO, answer: Answer, *, reasons: bool = True) -> Verdict:
    """Judge the ``output`` of a program for the valid input ``source``.

    If the problem has a checker, it decides, or its way to compare; otherwise the output is compared with ``answer``
    token by token, up to the first difference. Every sequence of bytes gets a verdict, in O(bytes of input, output and
    answer) and in little memory, plus the cost of explaining what is wrong. Without ``reasons`` nothing is explained:
    the verdict has a message only. Raises :class:`AnswerError` if the answer has more tokens than the input calls for,
    which explaining notices, ``InputError`` for an invalid input, if that is noticed, and ``ValueError`` if the problem
    has neither a checker nor ``place``.
    """
    if jury.checker is not None:
        return jury.checker(from_start(source), output, reasons=reasons)
    if jury.compare is not None:
        return jury.compare(from_start(source), output, answer)
    comparison = compare(answer(), chunks_of(output))
    if comparison.expected is None or not reasons:
        return verdict_of(comparison)
    return _explained(jury, source, answer, comparison)


def right_answer(problem: Problem, data: bytes, test: str, family: str = "", seed: str = "") -> Iterable[bytes]:
    """Return the answer of ``problem`` to the input ``data`` of a ``test``, in chunks. O(solving and checking it).

    Raises ``InputError`` for an invalid input, and ``JudgeError`` if a user's checker refuses the answer or fails: it
    names the test and, if known, the ``family`` and the ``seed`` that make its input.
    """
    chunks = problem.solve(data, {})
    if problem.interactive or problem.jury.compare is None:
        return chunks
    answer = b"".join(chunks)
    try:
        check(problem.jury, data, BytesIO(answer), lambda: [answer], reasons=False)
    except JudgeError as error:
        made = f": {problem.command('generate')} {family} --seed {quote(seed)}" if family else ""
        raise JudgeError(f"{error}, on the input of test {test}{made}") from error
    return [answer]


def require_length(prepared: Iterable[bytes], own: Iterable[bytes]) -> None:
    """Raise :class:`AnswerError` unless the chunks ``prepared`` have as many non-empty lines as ``own``. O(bytes)."""
    found, wanted = (sum(map(bool, b"".join(answer).split(b"\n"))) for answer in (prepared, own))
    if found != wanted:
        raise AnswerError(f"has {counted(found, 'line')}, but the input calls for {wanted}")


def _explained(jury: Jury, source: Input, answer: Answer, comparison: Comparison) -> Verdict:
    if jury.place is None:
        raise ValueError("outputs are compared only where there is one right answer")
    index = comparison.same
    right = list(islice(chain.from_iterable(iter(Tokens(answer()).batch, [])), index + 1))
    try:
        place = jury.place(from_start(source), right, index)
        message = comparison.message(f" for {place.name}")
        if (explainer := jury.explainer) is None:
            return Verdict(VerdictKind.WRONG, message, selection=place.selection)
        explanation = next(explainer.explain(from_start(source), place.selection))
    except (OptionError, StopIteration) as error:
        raise AnswerError("has more tokens than the input calls for") from error
    meaning = (f"{explanation.subject}: {explanation.answer}", *explanation.reasons)
    wrong, mistake = place.mistake
    if comparison.found == wrong:
        meaning += (mistake,)
    lesson = None
    if explainer.lesson and comparison.expected and comparison.found:
        lesson = explainer.lesson(from_start(source), place.selection, comparison.expected, comparison.found)
    return Verdict(VerdictKind.WRONG, message, meaning, place.selection, explanation.scene, lesson=lesson)


def compare(
    answer: Iterable[bytes], output: Iterable[bytes], equal: Callable[[bytes, bytes], bool] | None = None
) -> Comparison:
    """Compare the chunks of an ``output`` with those of the right ``answer``. O(bytes).

    Besides the chunks, only the longest token of the answer is held in memory, and none of the output that is longer.
    With ``equal``, which says whether another token is as good as that of the answer, its first argument, the longest
    token of the output is also held in memory.
    """
    expected = Tokens(answer)
    found = Tokens(output)
    wanted: list[bytes] = []
    given: list[bytes] = []
    same = 0
    used = 0  # tokens of the last batch found that agree
    while True:
        wanted = wanted or expected.batch()
        if not given:
            given, used = found.batch(None if equal else max([_LONGEST, *map(len, wanted[:1])])), 0
        agreeing = _agreeing(wanted, given, equal)
        wanted, given = wanted[agreeing:], given[agreeing:]
        same += agreeing
        used += agreeing
        if agreeing == 0 or (wanted and given):
            break
    line, column = found.position(used)
    if not (wanted and given):
        return Comparison(same, line, column, shown(wanted[0]) if wanted else None, shown(given[0]) if given else None)
    return Comparison(same, line, column, shown(wanted[0]), shown(given[0]), _alike(wanted[0], given[0]))


def _agreeing(wanted: list[bytes], given: list[bytes], equal: Callable[[bytes, bytes], bool] | None) -> int:
    """Return how many tokens at the beginning agree with those that were wanted."""
    count = min(len(wanted), len(given))
    if wanted[:count] == given[:count]:
        return count
    same = 0
    while same < count and (wanted[same] == given[same] or (equal and equal(wanted[same], given[same]))):
        same += 1
    return same


def compare_outputs(
    output: BinaryIO,
    answer: Callable[[], Iterable[bytes]],
    tolerance: float | None = None,
    *,
    ignore_case: bool = False,
) -> Verdict:
    """Return the verdict on an ``output``: it is compared with the ``answer``, token by token.

    Tokens must be equal, but for the case of letters if it is to ``ignore_case``, or numbers whose absolute or relative
    difference is at most ``tolerance``, if that is given. O(bytes of both), and of the output in memory if either is.
    """
    equal: Callable[[bytes, bytes], bool] | None = None
    if tolerance is not None or ignore_case:
        found = read_output(output)
        if isinstance(found, Verdict):
            return found
        output, equal = BytesIO(found), partial(_as_good, tolerance, ignore_case)
    comparison = compare(answer(), chunks_of(output), equal)
    verdict = verdict_of(comparison)
    if comparison.only_case:
        return verdict._replace(meaning=(_HINT,))
    if tolerance is None or verdict.kind is not VerdictKind.WRONG or not _is_number((comparison.found or "").encode()):
        return verdict
    return verdict._replace(message=f"{verdict.message} (numbers may differ by {tolerance:g})")


def compare_texts(
    output: BinaryIO, answer: Callable[[], Iterable[bytes]], *, by_line: bool, ignore_case: bool = False
) -> Verdict:
    """Return the verdict on an ``output``, whose bytes must be those of the ``answer``.

    If it is compared ``by_line``, blanks at the ends of lines and empty lines at the end don't count; nor does the case
    of letters if it is to ``ignore_case``. The message has line and column of the first byte that differs. O(bytes of
    both), which are held in memory.
    """
    given = read_output(output)
    if isinstance(given, Verdict):
        return given
    right = b"".join(answer())
    if by_line:
        right, given = _trimmed(right), _trimmed(given)
    what = counted(right.count(b"\n") + bool(right), "line") if by_line else counted(len(right), "byte")
    if right == given or (ignore_case and _alike(right, given)):
        return Verdict(VerdictKind.ACCEPTED, f"{what}, all as expected")
    same = _same_bytes(right.lower(), given.lower()) if ignore_case else _same_bytes(right, given)
    line, column = given.count(b"\n", 0, same) + 1, same - given.rfind(b"\n", 0, same)
    ended = same == len(right)
    expected = f"end of file after {what}" if ended else _rest(right, same)
    trailing = ended and (right[-1:] in (b"", b"\n") or given[same:].startswith(b"\n"))
    kind = VerdictKind.TRAILING_OUTPUT if trailing else VerdictKind.WRONG
    message = f"{line}:{column}: expected {expected}, found {_rest(given, same)}"
    if _alike(right, given):
        return Verdict(kind, f"{message}{_ONLY_CASE}", (_HINT,) if by_line else ())
    return Verdict(kind, message)


def _trimmed(text: bytes) -> bytes:
    """Return a ``text`` without blanks at the ends of lines and empty lines at the end."""
    return b"\n".join([line.rstrip() for line in text.split(b"\n")]).rstrip(b"\n")


def _same_bytes(right: bytes, given: bytes) -> int:
    """Return how many bytes at the beginning agree. O(bytes), since each step compares half of what is left."""
    low, high = 0, min(len(right), len(given))
    while low < high:
        middle = (low + high + 1) // 2
        if right[low:middle] == given[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _rest(text: bytes, begin: int) -> str:
    """Return what is shown of a ``text`` from ``begin`` on: the rest of the line, or where that ends."""
    if begin == len(text):
        return "end of file"
    rest = text[begin : begin + _SHOWN + 1].partition(b"\n")[0]
    return shown(rest) if rest else "a line feed"


def verdict_of(comparison: Comparison) -> Verdict:
    """Return the verdict that follows from a ``comparison``."""
    kind = VerdictKind.ACCEPTED if comparison.equal() else VerdictKind.WRONG
    if kind is VerdictKind.WRONG and comparison.expected is None:
        kind = VerdictKind.TRAILING_OUTPUT
    return Verdict(kind, comparison.message())


def read_output(output: BinaryIO) -> bytes | Verdict:
    """Return an ``output``, or the verdict on one that is too long to be held in memory. O(bytes)."""
    chunks: list[bytes] = []
    total = 0
    for chunk in chunks_of(output):  # to read that much at once reserves the memory, which takes long
        chunks.append(chunk)
        total += len(chunk)
        if total > _MOST:
            return Verdict(VerdictKind.WRONG, f"1:1: expected at most {_MOST} bytes, found more")
    return b"".join(chunks)


def _is_number(token: bytes) -> bool:
    return _NUMBER.fullmatch(token) is not None


def _alike(right: bytes, found: bytes) -> bool:
    return right.lower() == found.lower()


def _as_good(tolerance: float | None, ignore_case: bool, right: bytes, found: bytes) -> bool:
    return (ignore_case and _alike(right, found)) or (tolerance is not None and _nearly_equal(tolerance, right, found))


def _nearly_equal(tolerance: float, right: bytes, found: bytes) -> bool:
    if not (_is_number(right) and _is_number(found)):
        return False
    wanted, given = float(right), float(found)
    return abs(wanted - given) <= tolerance * max(1.0, abs(wanted))


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the rest of a file in chunks of at most 64 KiB. O(bytes)."""
    return iter(partial(file.read, 2**16), b"")


def shown(token: bytes) -> str:
    """Return a ``token``, or the beginning of a long one, in printable ASCII."""
    text = token[:_SHOWN].decode("ascii") if _LIKE_TOKEN.fullmatch(token[:_SHOWN]) else repr(token[:_SHOWN])[1:]
    return f"{text}..." if len(token) > _SHOWN else text


class Tokens:
    """The tokens of a text in ``chunks``, in batches, with lines and columns. All batches together are O(bytes)."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks: Final = filter(None, chunks)
        self._text = b""  # what the last batch was split from
        self._rest = b""  # begins a token that may continue
        self._line = 1  # of the beginning of the text
        self._column = 1

    def batch(self, longest: int | None = None) -> list[bytes]:
        """Return the next tokens, at least one except at the end.

        If the next one has more than ``longest`` bytes, it may be cut off, and what follows is in the next batch.
        """
        while True:
            self._line, self._column = self._moved(self._text)
            parts = [self._rest]
            self._rest = b""
            size = len(parts[0])
            while longest is None or size <= longest:
                chunk = next(self._chunks, b"")
                parts.append(chunk)
                size += len(chunk)
                if not chunk[-1:].split():  # all tokens are complete
                    break
                last = chunk.rsplit(None, 1)[-1]
                if len(last) < len(chunk):
                    parts[-1], self._rest = chunk[: -len(last)], last
                    break
            self._text = b"".join(parts)
            tokens = self._text.split()
            if tokens or not parts[-1]:
                return tokens

    def position(self, index: int) -> tuple[int, int]:
        """Return line and column of token ``index`` of the last batch or, if that is its length, of the text's end.

        O(bytes of the batch).
        """
        match = next(islice(_TOKEN.finditer(self._text), index, None), None)
        return self._moved(self._text[: match.start() if match else len(self._text)])

    def _moved(self, text: bytes) -> tuple[int, int]:
        """Return line and column of the end of ``text``, which begins where the last batch does."""
        lines = text.count(b"\n")
        return self._line + lines, len(text) - text.rfind(b"\n") if lines else self._column + len(text)
