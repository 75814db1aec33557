"""The report on a campaign of ``stress``, as text and as fields for JSON."""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.cli.reasons import reasoned
from refsol.cli.status import printable
from refsol.cli.stress_columns import WIDTH, beside, first_difference, places_at
from refsol.cli.terminal import Style, bold, green, hanging, red
from refsol.jury.run.program import FaultKind
from refsol.jury.stress import CampaignEnd, Fault, Finding, Skipped
from refsol.problem import Problem
from refsol.problem.wording import counted

_LINES: Final = 40  # of a text that is shown
_COLUMNS: Final = 100
_LONGEST_LAST: Final = 200  # characters of the last line of standard error
_INDENT: Final = 2
_AT_START: Final = (
    "It read no input, so no input is to blame: is the command right? It runs in an empty directory unless --here is "
    "given."
)
_POSITION: Final = re.compile(r"(\d{1,18}):(\d{1,18}): ")  # with which a verdict's message begins


class Saved(NamedTuple):
    """A ``finding``, and where it is saved."""

    finding: Finding
    files: tuple[str, str, str] | None
    """Input, right answer and the program's output, if they could be saved."""


def speed(cases: int, seconds: float) -> str:
    """Return, in words, how many ``cases`` were run, in how many ``seconds``, and the rate, if there is one."""
    rate = cases / seconds
    a_second = f", {rate:.{0 if rate >= 10 else 1}f} a second" if cases else ""
    return f"{counted(cases, 'case')} in {seconds:.1f} s{a_second}"


def last_line(text: bytes) -> str:
    """Return the last line of a text that isn't blank, cut off where it is too long to be read. O(length)."""
    lines = text.decode("utf-8", "backslashreplace").rstrip().splitlines()
    return printable(lines[-1].strip()[:_LONGEST_LAST]) if lines else "(nothing)"


def as_text(
    problem: Problem,
    seed: str,
    end: CampaignEnd,
    saved: Sequence[Saved],
    command: str,
    directory: str,
    style: Style | None = None,
) -> str:
    """Return the report on a campaign with a ``seed``, on a ``problem``, after its ``end``.

    ``command`` runs the program; the findings were ``saved`` in ``directory``, if possible. ``style`` is its layout.
    """
    layout = _Layout(style or Style())
    lines = [line for one in saved for line in layout.finding(problem, one, command, directory)]
    verdict = "no fault" if not saved else "1 kind of fault" if len(saved) == 1 else f"{len(saved)} kinds of faults"
    interrupted = " (interrupted)" if end.interrupted else ""
    last = f"{speed(end.cases, end.seconds)}, seed {seed}: {verdict}{interrupted}"
    return "\n".join([*lines, *layout.judged(last, verdict, good=not saved)]) + "\n"


def as_fields(seed: str, end: CampaignEnd, saved: Sequence[Saved], skipped: Sequence[Skipped]) -> dict[str, object]:
    """Return the same report as fields for JSON, with the first cases that were ``skipped``."""
    return {
        "cases": end.cases,
        "seconds": round(end.seconds, 3),
        "seed": seed,
        "interrupted": end.interrupted,
        "skipped": [{"family": case.family, "case": case.number, "message": message} for case, message in skipped],
        "failures": [_fields(one) for one in saved],
    }


def _fields(saved: Saved) -> dict[str, object]:
    case, fault, data = saved.finding.failure.case, saved.finding.fault, saved.finding.data
    return {
        "kind": fault.kind,
        "message": fault.message,
        "meaning": fault.verdict.meaning if fault.verdict else [],
        "which": dict(fault.verdict.selection) if fault.verdict else {},
        "score": fault.verdict.score if fault.verdict else None,
        "case": case.number,
        "family": case.family,
        "seed": case.seed,
        "sizes": dict(case.sizes),
        "bytes": len(data),
        "on_sample": saved.finding.on_sample,
        "files": saved.files,
    }


class _Layout:
    """Lays out the lines of a report in a ``style``."""

    def __init__(self, style: Style) -> None:
        self._width: Final = style.width
        self._coloured: Final = style.coloured

    def finding(self, problem: Problem, saved: Saved, command: str, directory: str) -> Iterator[str]:
        """Yield the lines on a finding."""
        finding = saved.finding
        if finding.at_start:
            yield from self._at_start(finding.fault, command)
            return
        case, fault = finding.failure.case, finding.fault
        verdict = _headline(fault)
        line = f"{verdict}: case {case.number}, family {case.family}; {_note(finding)}"
        yield from self.judged(line, verdict, good=False)
        yield from self._section("input", finding.data)
        if fault.verdict is not None:
            yield from self._outputs(problem, finding)
        elif fault.outcome.stderr:
            yield from self._section("standard error", fault.outcome.stderr, wrapped=True)
        yield self._title("why")
        yield from self._reasons(fault)
        yield from hanging(
            "saved: " + ", ".join(saved.files) if saved.files else f"could not be saved in {directory}", self._width
        )
        yield self._title("to reproduce")
        yield from (f"  {line}" for line in _reproduction(problem, saved, command))  # not wrapped: they will be copied
        yield ""

    def _at_start(self, fault: Fault, command: str) -> Iterator[str]:
        """Yield the lines on a program that crashes before it reads its input."""
        errors = fault.outcome.stderr
        yield from self.judged(f"{fault.kind} before it read its input: {last_line(errors)}", fault.kind, good=False)
        if len(errors.splitlines()) > 1:
            yield from self._section("standard error", errors, wrapped=True)
        yield self._title("why")
        yield from reasoned((f"the program {fault.message}", _AT_START), None, self._width, _INDENT)
        yield self._title("to reproduce")
        yield f"  {command} < {os.devnull}"
        yield ""

    def judged(self, line: str, verdict: str, *, good: bool) -> Iterator[str]:
        """Yield a ``line`` with its ``verdict`` in colour."""
        paint = green if good else red
        for part in hanging(line, self._width):
            before, found, after = part.partition(verdict)
            yield before + (paint(found, styled=self._coloured) if found else "") + after

    def _title(self, title: str) -> str:
        return bold(f"{title}:", styled=self._coloured)

    def _section(self, title: str, text: bytes, *, wrapped: bool = False) -> Iterator[str]:
        """Yield a title and below it as much of a text as fits on a screen; long lines are cut off or ``wrapped``."""
        yield self._title(title)
        most = _COLUMNS if wrapped or self._width is None else self._width - _INDENT - len(" ...")
        lines = text.decode("ascii", "backslashreplace").splitlines()
        for line in lines[:_LINES]:
            shown = printable(line[: most + 1])
            cut = f"  {shown if len(shown) <= most else shown[:most] + ' ...'}".rstrip()
            yield from hanging(cut, self._width) if wrapped else [cut]
        if len(lines) > _LINES:
            yield f"  ... and {len(lines) - _LINES} more lines"
        if not lines:
            yield "  (nothing)"

    def _outputs(self, problem: Problem, finding: Finding) -> Iterator[str]:
        """Yield the right answer and the program's output, beside each other."""
        found = finding.fault.outcome.output
        width = self._width or WIDTH
        if problem.jury.checker is None:
            places = first_difference(finding.answer, found)
            yield from beside(finding.answer, found, places, "expected", width, styled=self._coloured)
            return
        position = _POSITION.match(finding.fault.message)
        line, column = map(int, position.groups()) if position else (1, 1)
        places = places_at(found, line, column)
        yield from beside(finding.answer, found, places, "one right answer", width, styled=self._coloured)

    def _reasons(self, fault: Fault) -> Iterator[str]:
        """Yield what is wrong, in words, and the position."""
        if fault.verdict is None:
            yield f"  the program {fault.message}"
            return
        reasons = (fault.verdict.message, *fault.verdict.meaning)
        yield from reasoned(reasons, fault.verdict.scene, self._width, _INDENT)


def _headline(fault: Fault) -> str:
    """Return a fault in a few words; an exceeded limit with its value."""
    return fault.kind if fault.kind in (FaultKind.WRONG_ANSWER, FaultKind.CRASH) else fault.message


def _note(finding: Finding) -> str:
    """Return in words how the input was shrunk."""
    before, after = len(finding.failure.data), len(finding.data)
    note = "not shrunk"
    if finding.data != finding.failure.data:
        note = f"shrunk from {before} bytes to {after} in {finding.seconds:.1f} s, {finding.runs} runs"
    elif not finding.repeated:
        note = "it did not fail when run again, alone: the program doesn't behave the same every time"
    return f"{note}; it crashes on a sample, too" if finding.on_sample else note


def _reproduction(problem: Problem, saved: Saved, command: str) -> Iterator[str]:
    """Yield commands that reproduce the failure."""
    case, verdict = saved.finding.failure.case, saved.finding.fault.verdict
    if saved.files is not None:
        given, _right, output = (shlex.quote(file) for file in saved.files)
        yield f"{command} < {given} > {output}"
        if verdict is not None:
            yield f"{problem.command('check')} {given} {output}"
            if verdict.selection:
                yield f"{problem.command('explain')} {given}{_options(verdict.selection)}"
    options = f"--seed {shlex.quote(case.seed)}{_options(case.sizes)}"
    yield f"{problem.command('generate')} {case.family} {options}  # before shrinking"


def _options(values: Mapping[str, int]) -> str:
    return "".join(f" --{name} {value}" for name, value in values.items())
