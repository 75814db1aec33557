"""The report on a campaign of ``stress``, as text and as fields for JSON."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.jury.program import FaultKind
from refsol.jury.stress import End, Fault, Finding
from refsol.jury.wording import counted
from refsol.pictures.text import draw

_LINES: Final = 40  # of a text that is shown
_COLUMNS: Final = 100


class Saved(NamedTuple):
    """A ``finding``, and where it is saved."""

    finding: Finding
    files: tuple[str, str, str] | None
    """Input, right answer and the program's output, if they could be saved."""


def speed(cases: int, seconds: float) -> str:
    """Return, in words, how many ``cases`` were run, in how many ``seconds``, and the rate."""
    rate = cases / seconds
    return f"{counted(cases, 'case')} in {seconds:.1f} s, {rate:.{0 if rate >= 10 else 1}f} a second"


def as_text(name: str, seed: str, end: End, saved: Sequence[Saved], command: str, directory: str) -> str:
    """Return the report on a campaign with a ``seed``, on the problem called ``name``, after its ``end``.

    ``command`` runs the program; the findings were ``saved`` in ``directory``, if possible.
    """
    lines = [line for one in saved for line in _lines(name, one, command, directory)]
    kinds = "no fault" if not saved else "1 kind of fault" if len(saved) == 1 else f"{len(saved)} kinds of faults"
    interrupted = " (interrupted)" if end.interrupted else ""
    return "\n".join([*lines, f"{speed(end.cases, end.seconds)}, seed {seed}: {kinds}{interrupted}"]) + "\n"


def as_fields(seed: str, end: End, saved: Sequence[Saved]) -> dict[str, object]:
    """Return the same report as fields for JSON."""
    return {
        "cases": end.cases,
        "seconds": round(end.seconds, 3),
        "seed": seed,
        "interrupted": end.interrupted,
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
        "files": saved.files,
    }


def _lines(name: str, saved: Saved, command: str, directory: str) -> Iterator[str]:
    finding = saved.finding
    case, fault = finding.failure.case, finding.fault
    yield f"{_headline(fault)}: case {case.number}, family {case.family}; {_note(finding)}"
    yield from _section("input", finding.data)
    if fault.verdict is None:
        if fault.outcome.stderr:
            yield from _section("standard error", fault.outcome.stderr)
        yield from ("why:", f"  the program {fault.message}")
    else:
        verdict = fault.verdict
        yield from _section("expected", finding.answer)
        yield from _section("found", fault.outcome.output)
        yield "why:"
        drawing = draw(verdict.scene) if verdict.scene else ()
        yield from (f"  {line}".rstrip() for line in (verdict.message, *verdict.meaning, *drawing))
    yield "saved: " + ", ".join(saved.files) if saved.files else f"could not be saved in {directory}"
    yield "to reproduce:"
    yield from (f"  {line}" for line in _reproduction(name, saved, command))
    yield ""


def _headline(fault: Fault) -> str:
    """Return a fault in a few words; an exceeded limit with its value."""
    return fault.kind if fault.kind in (FaultKind.WRONG_ANSWER, FaultKind.CRASH) else fault.message


def _note(finding: Finding) -> str:
    """Return in words how the input was shrunk."""
    before, after = len(finding.failure.data), len(finding.data)
    if finding.data != finding.failure.data:
        return f"shrunk from {before} bytes to {after} in {finding.seconds:.1f} s, {finding.runs} runs"
    if not finding.repeated:
        return "it did not fail when run again, alone: the program doesn't behave the same every time"
    return "not shrunk"


def _reproduction(name: str, saved: Saved, command: str) -> Iterator[str]:
    """Yield commands that reproduce the failure."""
    case, verdict = saved.finding.failure.case, saved.finding.fault.verdict
    if saved.files is not None:
        given, _right, output = (shlex.quote(file) for file in saved.files)
        yield f"{command} < {given} > {output}"
        if verdict is not None:
            yield f"refsol {name} check {given} {output}"
            if verdict.selection:
                yield f"refsol {name} explain {given}{_options(verdict.selection)}"
    options = f"--seed {shlex.quote(case.seed)}{_options(case.sizes)}"
    yield f"refsol {name} generate {case.family} {options}  # before shrinking"


def _section(title: str, text: bytes) -> Iterator[str]:
    """Yield a title and below it as much of a text as fits on a screen."""
    yield f"{title}:"
    lines = text.decode("ascii", "backslashreplace").splitlines()
    for line in lines[:_LINES]:
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line[: _COLUMNS + 1])
        yield f"  {shown if len(shown) <= _COLUMNS else shown[:_COLUMNS] + ' ...'}".rstrip()
    if len(lines) > _LINES:
        yield f"  ... and {len(lines) - _LINES} more lines"
    if not lines:
        yield "  (nothing)"


def _options(values: Mapping[str, int]) -> str:
    return "".join(f" --{name} {value}" for name, value in values.items())
