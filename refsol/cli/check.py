"""The verb ``check``."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from io import BytesIO
from typing import Annotated, Final

from refsol.cli.files import STANDARD, NamedFile, emit_json, emit_text, encoded, opened_input, write_output
from refsol.cli.status import NEGATIVE, SUCCESS, BadInputError, FileError, judged, print_error
from refsol.cli.terminal import reasoned, wrapping_width
from refsol.cli.verbs import JSON, argument, as_verb, option
from refsol.errors import InputError, OptionError
from refsol.jury.checking import AnswerError, chunks_of, require_length
from refsol.jury.checking import check as judge_output
from refsol.jury.validation import from_start
from refsol.problem import Problem
from refsol.problem.contract import Verdict, VerdictKind
from refsol.problem.wording import counted

_PLAIN: Final = "plain"
_TESTLIB: Final = "testlib"
_KATTIS: Final = "kattis"
_FILES: Final = {
    _PLAIN: "INPUT OUTPUT",
    _TESTLIB: "INPUT OUTPUT ANSWER",
    _KATTIS: "INPUT ANSWER FEEDBACK_DIRECTORY",
}
_TESTLIB_STATUS: Final = {VerdictKind.ACCEPTED: 0, VerdictKind.WRONG: 1, VerdictKind.TRAILING_OUTPUT: 2}
_TESTLIB_FAILED: Final = 3  # the jury, not the program; also in refsol.__main__
_SCORE: Final = "score"
_SCORE_FILES: Final = {_SCORE: "score.txt", "multiplier": "score_multiplier.txt"}  # of Kattis


@as_verb(
    "Judge the output of a program: whether it is right and, if not, what is wrong, where and why.",
    "input.txt output.txt",
)
def check(
    problem: Problem,
    *,
    files: Annotated[
        tuple[str, ...],
        f"{_FILES[_PLAIN]}; with --protocol {_TESTLIB}: {_FILES[_TESTLIB]}; "
        f"with --protocol {_KATTIS}: {_FILES[_KATTIS]}, and the output on standard input.",
        argument("FILE"),
    ] = (),
    answer: Annotated[str | None, "Compare with this answer instead of solving.", option("FILE")] = None,
    protocol: Annotated[
        str,
        f"{_PLAIN}: exit 0 for right, 1 for wrong. {_TESTLIB}: exit 0, 1 (wrong answer), 2 (right, with trailing "
        f"output), 3 (the jury failed). {_KATTIS}: exit 42 (right) or 43 (wrong), with judgemessage.txt in the "
        "feedback directory.",
        option(choices=tuple(_FILES)),
    ] = _PLAIN,
    points: Annotated[
        str | None,
        "Award points for outputs that are partly right, where the problem does (NoGo): the score itself, or as a "
        f"multiplier of full marks. {_TESTLIB}: exit 7, after a line 'points N'. {_KATTIS}: exit 42, with "
        f"{' or '.join(_SCORE_FILES.values())}.",
        option(choices=tuple(_SCORE_FILES)),
    ] = None,
    json: Annotated[bool, JSON] = False,
) -> int:
    call = partial(_check, problem, files, answer, protocol, points, json)
    return judged(call, _TESTLIB_FAILED) if protocol == _TESTLIB else call()


def _check(
    problem: Problem, files: Sequence[str], answer: str | None, protocol: str, points: str | None, json: bool
) -> int:
    if protocol not in _FILES:
        raise OptionError(f"--protocol takes one of {', '.join(_FILES)}, not {protocol!r}")
    full_score = problem.limits.test_points
    if points is not None:
        if points not in _SCORE_FILES:
            raise OptionError(f"--points takes one of {', '.join(_SCORE_FILES)}, not {points!r}")
        if protocol == _PLAIN:
            raise OptionError(f"--points needs --protocol {_TESTLIB} or {_KATTIS}")
        if full_score is None:
            raise OptionError(f"{problem.slug} has no points for outputs that are partly right")
    if protocol != _PLAIN and (answer is not None or json):
        unused = "--json" if answer is None else "--answer"
        raise OptionError(f"{unused} can't be used with --protocol {protocol}")
    wanted = len(_FILES[protocol].split())
    if len(files) < wanted or (protocol == _PLAIN and len(files) > wanted):
        hint = f"; {STANDARD} is standard input" if protocol == _PLAIN and len(files) == 1 else ""
        raise OptionError(f"expected {_FILES[protocol]}, found {counted(len(files), 'file')}{hint}")
    if protocol == _KATTIS:
        source, answer, directory = files[:3]
        verdict = _verdict(problem, source, STANDARD, answer)
        _write_feedback(directory, "judgemessage.txt", _text(STANDARD, verdict))
        awarded = _awarded(verdict, points, full_score)
        if points is not None and awarded:  # a score of a wrong output would be an error of the jury
            _write_feedback(directory, _SCORE_FILES[points], f"{awarded}\n")
        return 42 if verdict.accepted or awarded else 43
    source, output = files[:2]
    verdict = _verdict(problem, source, output, files[2] if protocol == _TESTLIB else answer)
    if protocol == _TESTLIB:
        awarded = "" if verdict.accepted else _awarded(verdict, points, full_score)
        if awarded and sys.stderr is not None:
            with suppress(OSError):  # as testlib does, on a line without anything else, as DMOJ needs it
                print(f"points {awarded}", file=sys.stderr, flush=True)
        print_error("; ".join((f"{verdict.kind}: {verdict.message}", *verdict.meaning)))
        return 7 if awarded else _TESTLIB_STATUS[verdict.kind]
    if json:
        judgement = {"accepted": verdict.accepted, "message": verdict.message, "meaning": verdict.meaning}
        lesson = None if verdict.lesson is None else verdict.lesson._asdict()
        fields = {"which": dict(verdict.selection), "score": verdict.score, "full_score": full_score, "lesson": lesson}
        emit_json({**judgement, **fields})
    else:
        emit_text(_text(output, verdict, wrapping_width(sys.stdout)))
    return SUCCESS if verdict.accepted else NEGATIVE


def _awarded(verdict: Verdict, points: str | None, full_score: int | None) -> str:
    score = full_score if verdict.accepted else verdict.score
    if points is None or not full_score or not score:
        return ""
    return str(score) if points == _SCORE else f"{score / full_score:g}"


def _write_feedback(directory: str, name: str, text: str) -> None:
    write_output(os.path.join(directory, name), [encoded(text)])  # noqa: PTH118 (importing pathlib would slow down start-up)


def _verdict(problem: Problem, source: str, output: str, answer: str | None) -> Verdict:
    if source == output == STANDARD:
        raise FileError(f"{STANDARD}: standard input can't be both the input and the output")
    jury = problem.jury
    with ExitStack() as stack:
        data = stack.enter_context(opened_input(source))
        found = stack.enter_context(NamedFile(output))
        prepared = None if answer is None else stack.enter_context(opened_input(answer))

        def own() -> Iterable[bytes]:
            return problem.solve(from_start(data), {})

        def right() -> Iterable[bytes]:
            if prepared is None:
                return own()
            source = from_start(prepared)
            return chunks_of(BytesIO(source) if isinstance(source, bytes) else source)

        try:
            verdict = judge_output(jury, data, found, right)
            if prepared is not None and jury.place is not None and verdict.kind is not VerdictKind.WRONG:
                require_length(right(), own())  # a truncated answer would fail right outputs and pass truncated ones
        except AnswerError as error:
            raise BadInputError(f"{answer}: the answer {error}") from error
        except InputError as error:
            raise BadInputError(f"{source}:{error}") from error
        return verdict


def _text(output: str, verdict: Verdict, width: int | None = None) -> str:
    if verdict.accepted:
        lines = [f"accepted: {verdict.message}"]
    else:
        lines = [f"wrong: {output}:{verdict.message}", *verdict.reasons]
    return "\n".join(reasoned(lines, verdict.scene, width)) + "\n"
