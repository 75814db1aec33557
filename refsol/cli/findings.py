"""What a campaign of ``stress`` found, as text and as JSON."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.jury.stress import Failure, Fault
from refsol.jury.wording import counted
from refsol.pictures.text import draw
from refsol.problem import Problem

_LINES: Final = 40  # of a text that is shown
_COLUMNS: Final = 100


class Found(NamedTuple):
    """A failure, the smallest input found that shows it, and where that is saved."""

    failure: Failure
    """What happened first."""
    data: bytes
    """The smallest input."""
    fault: Fault
    """What happens on it."""
    note: str
    """How it was made small, in words."""
    files: tuple[str, str, str] | None
    """Input, right answer and the program's output, if they could be saved."""


class Summary(NamedTuple):
    """What there is to say of a campaign as a whole."""

    cases: int
    """How many have been run."""
    seconds: float
    """Since it began."""
    seed: str
    """That of the campaign."""
    interrupted: bool
    """Whether it was ended before its time."""

    def speed(self) -> str:
        """Return how many cases that is, in words, and how many a second."""
        rate = self.cases / self.seconds
        return f"{counted(self.cases, 'case')} in {self.seconds:.1f} s, {rate:.{0 if rate >= 10 else 1}f} a second"


def as_text(problem: Problem, summary: Summary, found: Sequence[Found], command: str, directory: str) -> str:
    """Return what is told at the end; ``command`` runs the program, ``directory`` is where inputs were to be saved."""
    lines = [line for one in found for line in _lines(problem, one, command, directory)]
    kinds = "no fault" if not found else "1 kind of fault" if len(found) == 1 else f"{len(found)} kinds of faults"
    end = " (interrupted)" if summary.interrupted else ""
    return "\n".join([*lines, f"{summary.speed()}, seed {summary.seed}: {kinds}{end}"]) + "\n"


def as_json(summary: Summary, found: Sequence[Found]) -> str:
    """Return the same as a JSON object, on a line."""
    failures = [
        {
            "kind": one.fault.kind,
            "message": one.fault.message,
            "meaning": one.fault.verdict.meaning if one.fault.verdict else [],
            "which": dict(one.fault.verdict.selection) if one.fault.verdict else {},
            "case": one.failure.case.number,
            "family": one.failure.case.family,
            "seed": one.failure.case.seed,
            "sizes": dict(one.failure.case.sizes),
            "bytes": len(one.data),
            "files": one.files,
        }
        for one in found
    ]
    fields = {
        "cases": summary.cases,
        "seconds": round(summary.seconds, 3),
        "seed": summary.seed,
        "interrupted": summary.interrupted,
        "failures": failures,
    }
    return json.dumps(fields) + "\n"


def _lines(problem: Problem, found: Found, command: str, directory: str) -> Iterator[str]:
    case, fault, verdict = found.failure.case, found.fault, found.fault.verdict
    yield f"{fault.kind}: case {case.number}, family {case.family}; {found.note}"
    yield from _section("input", found.data)
    if verdict is None:
        if fault.outcome.stderr:
            yield from _section("standard error", fault.outcome.stderr)
        yield from ("why:", f"  the program {fault.message}")
    else:
        yield from _section("expected", b"".join(problem.solve(found.data, {})))
        yield from _section("found", fault.outcome.output)
        yield "why:"
        drawing = draw(verdict.scene) if verdict.scene else ()
        yield from (f"  {line}".rstrip() for line in (verdict.message, *verdict.meaning, *drawing))
    if found.files is None:
        yield f"could not be saved in {directory}"
    else:
        yield "saved: " + ", ".join(found.files)
    yield "again:"
    yield from (f"  {again}" for again in _again(problem.name, found, command))
    yield ""


def _again(name: str, found: Found, command: str) -> Iterator[str]:
    """Yield the commands that show the failure again."""
    case, verdict = found.failure.case, found.fault.verdict
    if found.files is not None:
        given, _right, output = (shlex.quote(file) for file in found.files)
        yield f"{command} < {given} > {output}"
        if verdict is not None:
            yield f"refsol {name} check {given} {output}"
            if verdict.selection:
                yield f"refsol {name} explain {given}{_options(verdict.selection)}"
    options = f"--seed {shlex.quote(case.seed)}{_options(case.sizes)}"
    yield f"refsol {name} generate {case.family} {options}  # before shrinking"


def _section(title: str, text: bytes) -> Iterator[str]:
    """Yield a title and the text below it, as much as fits on a screen."""
    yield f"{title}:"
    lines = text.decode("ascii", "backslashreplace").splitlines()
    for line in lines[:_LINES]:
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line[: _COLUMNS + 1])
        yield f"  {shown if len(shown) <= _COLUMNS else shown[:_COLUMNS] + ' ...'}".rstrip()
    if len(lines) > _LINES:
        yield f"  ... and {len(lines) - _LINES} lines more"
    if not lines:
        yield "  (nothing)"


def _options(values: Mapping[str, int]) -> str:
    return "".join(f" --{name} {value}" for name, value in values.items())
