"""The program around a bundled checker. It speaks the protocols of Kattis and testlib, which it tells apart."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from refsol.errors import InputError
from refsol.jury.checking import chunks_of, compare, compare_outputs, compare_texts
from refsol.problem.contract import Checker, Verdict, VerdictKind

_TESTLIB: Final = (0, 1, 2, 3)  # right, wrong, right with trailing output, the jury failed
_KATTIS: Final = (42, 43, 43, 1)
_IGNORED: Final = ("case_sensitive", "space_change_sensitive")  # BAPCtools gives them to all checkers
_SCORE: Final = "score"
_MULTIPLIER: Final = "multiplier"


class Judgement(NamedTuple):
    """A checker's verdict on an output."""

    right: bool
    """Whether it is right, maybe with trailing output."""
    trailing: bool
    """Whether anything follows the end of a right output."""
    message: str
    """In a line: why."""
    score: int = 0
    """The points for an output that is only partly right, where there are any."""


def _number(text: str) -> float:
    try:
        return max(0.0, min(float(text), 1e9))
    except ValueError:
        return 0.0


def run_checker(judge: Callable[[bytes, BinaryIO, bytes], Judgement], full_score: int = 0) -> int:
    """Judge an output as the arguments say, and return the exit status.

    ``INPUT ANSWER FEEDBACK_DIRECTORY`` with the output on standard input is Kattis's protocol: 42 for right, 43 for
    wrong, with the message in a file called judgemessage.txt. ``INPUT OUTPUT ANSWER``, with three files, is testlib's:
    0 for right, 1 for wrong, 2 for right with trailing output, 3 for a failure of the jury. ``judge`` gets an input, an
    output and the jury's answer. O(what it takes).

    If full marks are a ``full_score``, ``--points score`` or ``--points multiplier`` may follow: an output that is
    partly right then gets its points, or their share of full marks; with ``--points N``, full marks are N. For Kattis,
    they are in score.txt or score_multiplier.txt, and the status is 42; for testlib, in a line ``points N``, and the
    status is 7.
    """
    names, options = sys.argv[1:4], [option for option in sys.argv[4:] if option not in _IGNORED]
    points = options[1] if len(options) == 2 and options[0] == "--points" else ""
    full = {_SCORE: full_score, _MULTIPLIER: 1}.get(points) or _number(points)
    if len(names) < 3 or (options and not (full_score and full)):
        usage = "expected INPUT OUTPUT ANSWER, or INPUT ANSWER FEEDBACK_DIRECTORY < OUTPUT"
        more = f"; then nothing, or --points and {_SCORE}, {_MULTIPLIER} or full marks" if full_score else ""
        print(usage + more, file=sys.stderr)
        return _TESTLIB[3]
    kattis = Path(names[2]).is_dir()
    statuses = _KATTIS if kattis else _TESTLIB
    try:
        data, answer = (Path(name).read_bytes() for name in (names[0], names[1] if kattis else names[2]))
        if kattis:
            judgement = judge(data, sys.stdin.buffer, answer)
        else:
            with Path(names[1]).open("rb") as output:
                judgement = judge(data, output, answer)
    except InputError as error:
        judgement, status = Judgement(False, False, f"the jury failed: {names[0]}:{error}"), statuses[3]
    except OSError as error:
        judgement, status = Judgement(False, False, f"the jury failed: {error.filename}: {error.strerror}"), statuses[3]
    else:
        status = statuses[2 if judgement.trailing else 0 if judgement.right else 1]
    score = full_score if status == statuses[0] else judgement.score
    awarded = f"{score * full / full_score:.12g}" if full and score else ""
    if kattis:
        Path(names[2], "judgemessage.txt").write_text(f"{judgement.message}\n", encoding="utf-8")
        if awarded:
            name = "score_multiplier.txt" if points == _MULTIPLIER else "score.txt"
            Path(names[2], name).write_text(f"{awarded}\n", encoding="utf-8")
            status = statuses[0]
    else:
        if awarded and status != statuses[0]:
            print(f"points {awarded}", file=sys.stderr)
            status = 7
        print(judgement.message, file=sys.stderr)
    return status


def by_answer(data: bytes, output: BinaryIO, answer: bytes) -> Judgement:
    """Compare an ``output`` with the jury's ``answer``, token by token, whatever the input ``data``. O(bytes)."""
    comparison = compare([answer], chunks_of(output))
    trailing = comparison.expected is None and not comparison.equal()
    return Judgement(comparison.expected is None, trailing, comparison.message())


def by_tolerance(tolerance: float | None, ignore_case: bool = False) -> Callable[[bytes, BinaryIO, bytes], Judgement]:
    """Return how tokens are compared with the answer: with a ``tolerance`` for numbers; it may ``ignore_case``."""

    def judge(data: bytes, output: BinaryIO, answer: bytes) -> Judgement:
        return _judgement(compare_outputs(output, lambda: [answer], tolerance, ignore_case=ignore_case))

    return judge


def by_text(by_line: bool, ignore_case: bool = False) -> Callable[[bytes, BinaryIO, bytes], Judgement]:
    """Return how bytes are compared with those of the answer, or lines, ``by_line``, which may ``ignore_case``."""

    def judge(data: bytes, output: BinaryIO, answer: bytes) -> Judgement:
        return _judgement(compare_texts(output, lambda: [answer], by_line=by_line, ignore_case=ignore_case))

    return judge


def _judgement(verdict: Verdict) -> Judgement:
    trailing = verdict.kind is VerdictKind.TRAILING_OUTPUT
    return Judgement(verdict.kind is not VerdictKind.WRONG, trailing, verdict.message)


def by_checker(checker: Checker) -> Callable[[bytes, BinaryIO, bytes], Judgement]:
    """Return how a problem's ``checker`` judges an output."""

    def judge(data: bytes, output: BinaryIO, answer: bytes) -> Judgement:
        verdict = checker(data, output, reasons=True)
        message = "; ".join((f"{verdict.kind}: {verdict.message}", *verdict.meaning))
        trailing = verdict.kind is VerdictKind.TRAILING_OUTPUT
        return Judgement(verdict.kind is not VerdictKind.WRONG, trailing, message, verdict.score or 0)

    return judge
