"""The verb ``check``."""

import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from io import BytesIO
from typing import Annotated, BinaryIO, Final, NamedTuple

from refsol.cli.files import STANDARD, NamedFile, emit_json, emit_text, encoded, opened_input, write_output
from refsol.cli.options import JSON_HELP, Argument, Option, Verb
from refsol.cli.reasons import reasoned
from refsol.cli.status import NEGATIVE, SUCCESS, BadInputError, FileError, guarded, print_error
from refsol.cli.terminal import wrapping_width
from refsol.errors import InputError, OptionError
from refsol.jury.checking import AnswerError, chunks_of, require_length
from refsol.jury.checking import check as judge_output
from refsol.jury.contract import Verdict, VerdictKind, load_jury
from refsol.jury.rewinding import from_start
from refsol.jury.wording import counted
from refsol.problem import Problem

_PLAIN: Final = "plain"
_TESTLIB: Final = "testlib"
_KATTIS: Final = "kattis"
_FILES: Final = {
    _PLAIN: ("INPUT", "OUTPUT"),
    _TESTLIB: ("INPUT", "OUTPUT", "ANSWER"),
    _KATTIS: ("INPUT", "ANSWER", "FEEDBACK_DIRECTORY"),
}
_TESTLIB_STATUS: Final = {VerdictKind.ACCEPTED: 0, VerdictKind.WRONG: 1, VerdictKind.TRAILING_OUTPUT: 2}
_TESTLIB_FAILED: Final = 3  # the jury, not the program
_KATTIS_STATUS: Final = {VerdictKind.ACCEPTED: 42, VerdictKind.WRONG: 43, VerdictKind.TRAILING_OUTPUT: 43}


def _names_of(protocol: str) -> str:
    """Return the names of the files that a protocol takes, as in the help and in messages."""
    return " ".join(_FILES[protocol])


class Options(NamedTuple):
    """The arguments and options of ``check``."""

    files: Annotated[
        tuple[str, ...],
        Argument(
            f"{_names_of(_PLAIN)}; with --protocol {_TESTLIB}: {_names_of(_TESTLIB)}; "
            f"with --protocol {_KATTIS}: {_names_of(_KATTIS)}, and the output on standard input.",
            "FILE",
            needed=True,
        ),
    ] = ()
    answer: Annotated[str | None, Option("Compare with this answer instead of solving.", metavar="FILE")] = None
    protocol: Annotated[
        str,
        Option(
            f"{_PLAIN}: exit 0 for right, 1 for wrong. {_TESTLIB}: exit 0, 1 (wrong answer), 2 (right, with trailing "
            f"output), 3 (the jury failed). {_KATTIS}: exit 42 (right) or 43 (wrong), with judgemessage.txt in the "
            "feedback directory.",
            metavar=f"[{'|'.join(_FILES)}]",
            show_default=True,
            complete=lambda problem: tuple(_FILES),
        ),
    ] = _PLAIN
    as_json: Annotated[bool, Option(JSON_HELP, "--json")] = False


def check(problem: Problem, options: Options) -> int:
    """Judge an output by one of the protocols; return that protocol's exit status.

    Testlib's has a status for failures of the jury. Otherwise raises ``OptionError`` for an unknown protocol or a wrong
    number of files, ``BadInputError`` for an invalid input or answer, and ``FileError``.
    """
    if options.protocol != _TESTLIB:
        return _check(problem, options)
    statuses: list[int] = []
    failure = guarded(lambda: statuses.append(_check(problem, options)))
    return statuses[0] if failure == SUCCESS else _TESTLIB_FAILED


def _check(problem: Problem, options: Options) -> int:
    files, answer, protocol, as_json = options
    if protocol not in _FILES:
        raise OptionError(f"--protocol takes one of {', '.join(_FILES)}, not {protocol!r}")
    wanted = len(_FILES[protocol])
    if len(files) < wanted or (protocol == _PLAIN and len(files) > wanted):
        raise OptionError(f"expected {_names_of(protocol)}, found {counted(len(files), 'file')}")
    if protocol == _KATTIS:
        source, answer, directory = files[:3]
        verdict = _verdict(problem, source, STANDARD, answer)
        message = os.path.join(directory, "judgemessage.txt")  # noqa: PTH118 (importing pathlib would slow down start-up)
        write_output(message, [encoded(_text(STANDARD, verdict))])
        return _KATTIS_STATUS[verdict.kind]
    source, output = files[:2]
    verdict = _verdict(problem, source, output, files[2] if protocol == _TESTLIB else answer)
    if protocol == _TESTLIB:
        print_error("; ".join((f"{verdict.kind}: {verdict.message}", *verdict.meaning)))
        return _TESTLIB_STATUS[verdict.kind]
    if as_json:
        fields = {
            "accepted": verdict.accepted,
            "message": verdict.message,
            "meaning": verdict.meaning,
            "which": dict(verdict.selection),
            "score": verdict.score,
        }
        emit_json(fields)
    else:
        emit_text(_text(output, verdict, wrapping_width(sys.stdout)))
    return SUCCESS if verdict.accepted else NEGATIVE


def _verdict(problem: Problem, source: str, output: str, answer: str | None) -> Verdict:
    """Judge an output by a prepared answer or, without one, by solving."""
    if source == output == STANDARD:
        raise FileError(f"{STANDARD}: standard input can't be both the input and the output")
    jury = load_jury(problem.name)
    with ExitStack() as stack:
        data = stack.enter_context(opened_input(source))
        found = stack.enter_context(NamedFile(output))
        prepared = None if answer is None else stack.enter_context(opened_input(answer))

        def own() -> Iterable[bytes]:
            return problem.solve(from_start(data), {})

        def right() -> Iterable[bytes]:
            return own() if prepared is None else chunks_of(_as_file(from_start(prepared)))

        try:
            verdict = judge_output(jury, data, found, right)
            if prepared is not None and jury.checker is None and verdict.kind is not VerdictKind.WRONG:
                require_length(right(), own())  # a truncated answer would fail right outputs and pass truncated ones
        except AnswerError as error:
            raise BadInputError(f"{answer}: the answer {error}") from error
        except InputError as error:
            raise BadInputError(f"{source}:{error}") from error
        return verdict


def _as_file(source: bytes | BinaryIO) -> BinaryIO:
    return BytesIO(source) if isinstance(source, bytes) else source


def _text(output: str, verdict: Verdict, width: int | None = None) -> str:
    """Return the verdict as lines of text, wrapped at ``width``: where the output is wrong, then the reasons."""
    if verdict.accepted:
        lines = [f"accepted: {verdict.message}"]
    else:
        lines = [f"wrong: {output}:{verdict.message}", *verdict.meaning]
    return "\n".join(reasoned(lines, verdict.scene, width)) + "\n"


VERB: Final = Verb(
    "check",
    "Judge the output of a program: whether it is right and, if not, what is wrong, where and why.",
    lambda problem: "input.txt output.txt",
    Options,
    check,
)
"""``refsol PROBLEM check``."""
