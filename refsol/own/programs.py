"""The programs on which the jury of a problem without a package relies: model, checker, validator, interactor.

For POSIX systems only. Everything is O(bytes handed over) besides what the programs do.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from refsol.errors import InputError, JudgeError, ToolError, ToolLimitError
from refsol.jury.parallel.pool import ExecutorError, result_of
from refsol.jury.parallel.workers import WorkerPool
from refsol.jury.run.command import Command
from refsol.jury.run.interaction import talk
from refsol.jury.run.languages import missing_script, names_source
from refsol.jury.run.program import Leftover, LeftoverKind, Result, RunLimits, RunOutcome, StartError
from refsol.jury.run.scratch import LABEL, Scratch, remove_labelled
from refsol.jury.run.sources import command_of
from refsol.own.spec import InteractorSpec
from refsol.problem.contract import Verdict, VerdictKind
from refsol.problem.packaging import KATTIS, TESTLIB

_LIMITS: Final = RunLimits(seconds=60.0, mebibytes=4096, output_mebibytes=256)  # generous, since they are trusted
_GENERATOR_LIMITS: Final = _LIMITS._replace(seconds=10.0)  # there are many inputs
_ACCEPTED: Final = {KATTIS: 42, TESTLIB: 0}
_WRONG: Final = {KATTIS: (43,), TESTLIB: (1, 2, 7)}  # testlib: wrong, badly formatted, partly right
_EXCEPTION: Final = re.compile(rb'^  File "[^\n]+", line \d+', re.MULTILINE)
_OF_READING: Final = re.compile(rb"(Value|Unicode\w+|Index|Key|EOF|Assertion|BrokenPipe|ConnectionReset)Error\b")
_FEEDBACK: Final = "feedback"  # Kattis's directory


class _Call(NamedTuple):
    """A command in a ``directory`` that is given, or a new one for each run."""

    words: tuple[str, ...]
    fresh: bool = False
    limits: RunLimits = _LIMITS
    directory: str | None = None
    files: tuple[str, str] | None = None


def command_for(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that ``words`` mean, as :func:`.command_of` does; a source file is compiled once.

    Raises :class:`.CompileError`, and :class:`.StartError` as that does.
    """
    return (*_program(words[0]), *words[1:]) if names_source(words) else words


@cache
def _program(file: str) -> tuple[str, ...]:
    return tuple(command_of((file,), _scratch(os.getpid()).take().path))


def answer_of(
    words: tuple[str, ...],
    data: bytes,
    *,
    fresh: bool = False,
    seconds: float | None = None,
    files: tuple[str, str] | None = None,
) -> bytes:
    """Return what the model solution, the command ``words``, answers to a valid input ``data``.

    It may use ``files``, as for :class:`.Command`.

    If it is to be ``fresh``, a program in Python gets a new interpreter. Raises ``ToolError`` if it can't be started or
    crashes, and ``ToolLimitError`` if it exceeds generous limits, or this many ``seconds``.
    """
    limits = _LIMITS if seconds is None else _LIMITS._replace(seconds=seconds)
    outcome = _run("the model solution", _Call(words, fresh, limits, files=files), data)
    if outcome.fault is not None:
        kind = ToolError if outcome.fault is Result.CRASH else ToolLimitError
        raise kind(_failed("the model solution", outcome))
    return outcome.output


def checker_verdict(
    words: tuple[str, ...], protocol: str, data: bytes, output: bytes, answer: bytes, *, fresh: bool = False
) -> Verdict:
    """Return the verdict of a checker, the command ``words``, that speaks a ``protocol``, on an ``output``.

    ``data`` is the input, ``answer`` the right one, ``fresh`` as for :func:`answer_of`. The meaning is what a checker
    of Kattis says before its last line, the reason. Raises ``ToolError`` if it can't be started, and ``JudgeError`` if
    it fails.
    """
    with _directory("the checker") as root:
        arguments = _arguments(protocol, root, {"input": data, "output": output, "answer": answer})
        given = output if protocol == KATTIS else b""
        outcome = _below(root, _run("the checker", _Call(words, fresh, directory=str(root)), given, arguments))
        message, *before = _messages(protocol, root, outcome)
    if outcome.status == _ACCEPTED[protocol] and outcome.fault in (None, Result.CRASH):
        return Verdict(VerdictKind.ACCEPTED, f"the checker says {message!r}" if message else "the checker accepts it")
    if outcome.fault is Result.CRASH and _refuses(protocol, outcome):
        reason = f"1:1: the checker says {message!r}" if message else "1:1: the checker refuses"
        return Verdict(VerdictKind.WRONG, reason, tuple(f"before that: {line!r}" for line in before))
    raise JudgeError(_failed("the checker", outcome))


def _arguments(protocol: str, root: Path, files: Mapping[str, bytes]) -> list[str]:
    """Return the arguments of a checker or an interactor; these ``files`` are written to a directory, ``root``."""
    for name, content in files.items():
        (root / name).write_bytes(content)
    if protocol != KATTIS:
        return [str(root / name) for name in files]
    (root / _FEEDBACK).mkdir()
    return [str(root / "input"), str(root / "answer"), f"{root / _FEEDBACK}{os.sep}"]


def _messages(protocol: str, root: Path, outcome: RunOutcome) -> list[str]:
    """Return what such a program says about its verdict: the reason, and up to two lines before that.

    The reason is the last line of Kattis's judgemessage.txt and of an exception in Python, or else the first line.
    """
    file = root / _FEEDBACK / "judgemessage.txt"
    judged = list(_lines(_relative(root, file.read_bytes()))) if protocol == KATTIS and file.is_file() else []
    if judged:
        return [judged[-1], *judged[-3:-1]]
    text = outcome.stderr or (b"" if protocol == KATTIS else outcome.output)
    lines = ["", *_lines(_relative(root, text))]
    return lines[-1:] if _EXCEPTION.search(text) else lines[1:2] or [""]


def _below(root: Path, outcome: RunOutcome) -> RunOutcome:
    return outcome._replace(stderr=_relative(root, outcome.stderr))


def _relative(root: Path, text: bytes) -> bytes:
    return text.replace(os.fsencode(f"{root}{os.sep}"), b"")


def _refuses(protocol: str, outcome: RunOutcome) -> bool:
    """Return whether such a program has ended as after a wrong answer.

    In Python that may be by an exception, if it is one that comes of reading what is wrong.
    """
    if outcome.status == 1 and _EXCEPTION.search(outcome.stderr):
        return _OF_READING.match(outcome.stderr.strip().rpartition(b"\n")[2]) is not None
    return outcome.status in _WRONG[protocol]


class InteractiveProgram:
    """A ``program`` that talks with an ``interactor``: it is run within the program's limits, as often as is wanted.

    Its faults are those that the interactor finds, and its own. The interactor also gets what ``answer`` returns for an
    input, by the protocol of testlib only if that isn't None. O(bytes said) besides the program and the interactor.
    """

    def __init__(self, program: Command, interactor: InteractorSpec, answer: Callable[[bytes], bytes | None]) -> None:
        self._program: Final = program
        self._interactor: Final = interactor
        self._answer: Final = answer

    def run(self, data: bytes) -> RunOutcome:
        """Run it on the input ``data``, which only the interactor gets; return how the conversation has ended.

        Raises :class:`.StartError` if the program can't be started, and ``ToolError`` if the interactor can't.
        """
        words, protocol, queries = self._interactor
        accepted = _ACCEPTED[protocol]
        answer = self._answer(data)
        files = {"input": data, "output": b"", "answer": answer or b""}
        if answer is None and protocol != KATTIS:
            del files["answer"]
        _require_script("the interactor", words)
        with _directory("the interactor") as root:
            try:
                words = command_for(words)
            except StartError as error:
                raise ToolError(f"the interactor can't be started: {error}") from error
            command = (*words, *_arguments(protocol, root, files))
            other = _command(_Call(command, not self._program.is_warm, _LIMITS, str(root)))
            outcome, judged = talk(self._program, other, accepted, queries)
            judged = _below(root, judged)
            message = _messages(protocol, root, judged)[0]
        if judged.fault is None and judged.status in (None, accepted):
            return outcome
        if judged.fault is not None or not _refuses(protocol, judged):
            if judged.fault is None:
                crashed = other.message_of(Result.CRASH, judged.status) if judged.status else ""
                judged = judged._replace(message=crashed)
            return outcome._replace(
                fault=Result.JUDGE_ERROR, message=f"{Result.JUDGE_ERROR}: {_failed('the interactor', judged)}"
            )
        verdict = f"the interactor says {message!r}" if message else "the interactor refuses"
        return outcome._replace(fault=Result.WRONG_ANSWER, message=verdict)

    def stop(self) -> None:
        """End all runs, from another thread, and let no new one begin."""
        self._program.stop()


def require_valid(words: tuple[str, ...], data: bytes, *, fresh: bool = False) -> None:
    """Raise ``InputError`` if a validator, the command ``words``, refuses ``data``, and ``ToolError`` if it fails.

    It is ``fresh`` as for :func:`answer_of`.
    """
    outcome = _run("the validator", _Call(words, fresh), data)
    if outcome.fault not in (None, Result.CRASH) or (outcome.status or 0) < 0:
        raise ToolError(_failed("the validator", outcome))
    if outcome.status not in (0, 42):  # as with testlib, and by Kattis's protocol
        message = _first_line(outcome.stderr or outcome.output)
        raise InputError(1, 1, "an input that the validator accepts", repr(message) if message else "another one")


def generated(what: str, words: tuple[str, ...], *, fresh: bool = False) -> bytes:
    """Return what the generator ``what``, the command ``words``, prints. Raises ``ToolError`` if it fails.

    It is ``fresh`` as for :func:`answer_of`.
    """
    with _directory(what) as root:
        outcome = _run(what, _Call(words, fresh, _GENERATOR_LIMITS, str(root)), b"")
    if outcome.fault is not None:
        raise ToolError(_failed(what, outcome))
    return outcome.output


def clean_up() -> list[Leftover]:
    """Remove the working directories of all these programs, which have ended; return what can't be removed."""
    return [Leftover(LeftoverKind.FILES, message) for message in remove_labelled(LABEL)]


_runners: Final[dict[int, WorkerPool]] = {}
"""The process beside this one that runs these programs, if there is one, by the ID of this process: not of a fork."""


@contextmanager
def run_beside() -> Iterator[None]:
    """Let a process beside this one run all these programs, so that none of them can kill or stop this process.

    Outside Linux, where threads run cases, this process runs them.
    """
    if sys.platform != "linux":
        yield
        return
    with WorkerPool(1) as runner:
        _runners[os.getpid()] = runner
        try:
            yield
        finally:
            _runners.clear()


def _require_script(what: str, words: Sequence[str]) -> None:
    """Raise ``ToolError`` if there is no script to run: an interpreter may end with the status for a wrong answer."""
    missing = missing_script(words, os.curdir)
    if missing is not None:
        raise ToolError(f"{what} can't be started: {missing}: no such file")


def _run(what: str, call: _Call, data: bytes, arguments: Sequence[str] = ()) -> RunOutcome:
    _require_script(what, call.words)
    runner = _runners.get(os.getpid())
    try:
        call = call._replace(words=(*command_for(call.words), *arguments))
        return _run_here(call, data) if runner is None else result_of(runner, _run_here, call, data)
    except StartError as error:
        raise ToolError(f"{what} can't be started: {error}") from error
    except ExecutorError as error:
        raise ToolError(f"{what} can't be run: {error}") from error
    except BrokenExecutor as error:
        raise JudgeError(f"the process that ran {what} was killed or stopped") from error


def _run_here(call: _Call, data: bytes) -> RunOutcome:
    return (_kept_command(os.getpid(), call) if call.directory is None else _command(call)).run(data)


@contextmanager
def _directory(what: str) -> Iterator[Path]:
    try:
        directory = _scratch(os.getpid()).take()
    except OSError as error:
        raise ToolError(f"{what} can't be started: no working directory: {error.strerror}") from error
    try:
        yield Path(directory.path)
    except OSError as error:
        raise ToolError(f"{what} can't be started: {error.filename}: {error.strerror}") from error
    finally:
        _scratch(os.getpid()).give_back(directory, reusable=False)


def _command(call: _Call) -> Command:
    words, fresh, limits, directory, files = call
    finds_files = directory is None  # where one is given, numbers among the words are no files
    return Command(
        [*words], limits, directory=directory, label=LABEL, finds_files=finds_files, warm=not fresh, files=files
    )


@cache
def _kept_command(_pid: int, call: _Call) -> Command:
    """Return a command of this process; a fork must not use those of its parent."""
    return _command(call)


@cache
def _scratch(_pid: int) -> Scratch:
    return Scratch(LABEL)


def _failed(what: str, outcome: RunOutcome) -> str:
    message = outcome.message or "ended with 0, not 42 or 43"
    *_others, last = "", *_lines(outcome.stderr)
    return f"{what} {message}{f' ({last})' if last else ''}"


def _first_line(text: bytes) -> str:
    return next(_lines(text), "")


def _lines(text: bytes) -> Iterator[str]:
    """Yield the lines of a text that aren't blank, cut off where they are too long to be read."""
    return (line.strip()[:200] for line in text.decode("utf-8", "replace").splitlines() if line.strip())
