"""The report on a campaign of ``stress``, as text, with wrong and right outputs side by side, or as fields for JSON."""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import accumulate, islice, zip_longest
from typing import Final, NamedTuple

from refsol.cli.terminal import BAD, BOLD, GOOD, Style, hanging, printable, reasoned
from refsol.jury.batches import Skipped
from refsol.jury.cases import SAMPLE
from refsol.jury.run.program import INTERACTOR, NOBODY, PROGRAM, Result, Said, hint_of, last_line
from refsol.jury.stress import CampaignEnd, Finding
from refsol.problem import Problem
from refsol.problem.wording import counted, refused_of

_LINES: Final = 16  # of a text that is shown as a whole; of a longer one, its ends are
_MOST: Final = 0.9  # of the inputs have a number in the range that is called usual
_HEARD: Final = (12, 12)  # lines of a conversation that are shown, of its beginning and of its end
_INDENT: Final = 2
_PLACE: Final = re.compile(r"(\d{1,18}):(\d{1,18}): ")  # with which a verdict's message begins

# Of two columns
_USUAL: Final = 80  # characters in a line
_AROUND: Final = 8  # lines shown before the difference, and after it
_BETWEEN: Final = " | "
_BEFORE: Final = "... "  # stands for the beginning of a long line
_AFTER: Final = " ..."  # stands for its end
_TOKEN: Final = re.compile(rb"\S+")


class Saved(NamedTuple):
    """A ``finding``, and where it is saved."""

    finding: Finding
    files: tuple[str, ...] | None
    """Input, right answer and the program's output, or input and conversation, if they could be saved."""


def speed(cases: int, seconds: float) -> str:
    rate = cases / seconds
    a_second = f", {rate:.{0 if rate >= 10 else 1}f} a second" if cases else ""
    return f"{counted(cases, 'case')} in {seconds:.1f} s{a_second}"


def as_fields(seed: str, end: CampaignEnd, saved: Sequence[Saved], skipped: Sequence[Skipped]) -> dict[str, object]:
    return {
        "cases": end.cases,
        "seconds": round(end.seconds, 3),
        "seed": seed,
        "interrupted": end.interrupted,
        "refused": end.refused,
        "unmade": end.unmade,
        "samples": end.samples,
        "tried": {name: [each._asdict() for each in ranges.values()] for name, ranges in end.tried.numbers.items()},
        "lists": end.tried.lists,
        "sorted_lists": end.tried.in_order,
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
        "lesson": fault.verdict.lesson._asdict() if fault.verdict and fault.verdict.lesson else None,
        "case": SAMPLE if saved.finding.at_start else case.number,
        "family": case.family,
        "seed": case.seed,
        "sizes": dict(case.sizes),
        "bytes": len(data),
        "on_sample": case.sample > 0,
        "sample": case.sample or None,
        "answer_seconds": saved.finding.answer_seconds,
        "files": saved.files,
        "conversation": [
            [speaker, text.decode("utf-8", "replace"), round(seconds, 4)]
            for speaker, text, seconds in fault.outcome.transcript
        ],
    }


def as_text(
    problem: Problem,
    seed: str,
    end: CampaignEnd,
    saved: Sequence[Saved],
    command: str,
    directory: str,
    style: Style,
    judged: str = "",
) -> str:
    """Return the report; ``command`` repeats a run in a shell or, if they are given, ``judge`` with ``judged``."""
    lines = [line for one in saved for line in _finding_lines(problem, one, command, directory, style, judged)]
    verdict = "no fault" if not saved else "1 kind of fault" if len(saved) == 1 else f"{len(saved)} kinds of faults"
    if not saved and hardly_ran(end):
        verdict = f"hardly any input {'was valid' if end.refused else 'could be made'}"
    if end.refused:
        lines += hanging(refused_of(end.refused, end.cases), style.width)
    if end.unmade:
        lines += hanging(f"{counted(end.unmade, 'input')} could not be made", style.width)
    if not saved and (tried := "; ".join(_tried(end, problem.jury.listed[0]))):
        lines += hanging(f"tried: {tried}", style.width)
    interrupted = " (interrupted)" if end.interrupted else ""
    again = [", ".join((headline(one.finding), *_sizes(problem, one.finding))) for one in saved]
    repeated = f": {'; '.join(again)}" if again else ""
    ran = speed(end.cases, end.seconds)
    if saved and not end.cases and (sample := saved[0].finding.failure.case.sample):
        ran = f"{counted(sample, 'sample')} in {end.seconds:.1f} s"
    last = f"{ran}, seed {seed}: {verdict}{repeated}{interrupted}"
    return "\n".join([*lines, *style.judged(last, verdict, BAD if saved or hardly_ran(end) else GOOD)]) + "\n"


def _tried(end: CampaignEnd, listed: str) -> Iterator[str]:
    """Yield what was tried: samples, the range of most values of each of the first numbers, the order of lists."""
    if end.samples:
        yield counted(end.samples, "sample")
    for name, ranges in end.tried.numbers.items():
        values = [*ranges.values()]
        total = sum(each.cases for each in values)
        shares = list(accumulate(each.cases / total for each in values))
        usual = next(k for k, share in enumerate(shares) if share >= _MOST)
        least, most, largest = values[0].least, values[usual].most, values[-1].most
        text = f"{name}: {least} to {most}" if least < most else f"{name}: {least}"
        if most < largest:
            percent = 100 * shares[usual]
            share, rest = ("over 99", "under 1") if percent > 99 else (round(percent), 100 - round(percent))
            text += f" in {share} %, up to {largest} in {rest} %"
        yield text
    count, lists = end.tried.in_order, end.tried.lists
    if lists:
        yield f"{listed}: sorted in {'all' if count == lists else 'none' if not count else f'{count} of {lists}'}"


def hardly_ran(end: CampaignEnd) -> bool:
    """Return whether nearly all inputs of a campaign were refused or could not be made, so that few cases were run."""
    return end.no_input != "" or (end.cases < 100 and end.refused > 9 * end.cases)


def _finding_lines(
    problem: Problem, saved: Saved, command: str, directory: str, style: Style, judged: str
) -> Iterator[str]:
    finding = saved.finding
    fault, verdict = finding.fault, finding.fault.verdict
    errors = fault.outcome.stderr
    reasons = [f"the program {fault.message}"] if verdict is None else [verdict.message, *verdict.reasons]
    if verdict is None and fault.kind in (Result.WRONG_ANSWER, Result.JUDGE_ERROR):  # as the interactor says, or fails
        reasons = [fault.message.removeprefix(f"{Result.JUDGE_ERROR}: ")]
    commands = [f"{problem.command('stress')} {command} --cases 1" if judged else f"{command} < {os.devnull}"]
    if finding.at_start:  # it crashes before it reads its input
        yield from style.judged(
            f"{fault.kind} before it read its input: {printable(last_line(errors))}", fault.kind, BAD
        )
        blame = "It read no input, so no input is to blame: is the command right? It runs in an empty directory"
        reasons.append(f"{blame} unless --here is given.")
    else:
        kind = headline(finding)
        yield from style.judged(f"{kind}: {note(finding)}", kind, BAD)
        yield from _section("input", finding.data, style)
        reasons += comparison(problem, finding) if verdict is None else ()
        hint = "" if fault.kind is Result.JUDGE_ERROR else hint_of(fault.outcome)
        reasons += [hint] if hint else []
        commands = [*_reproduction(problem, saved, command, judged)]
    if verdict is not None:
        yield from outputs(problem, finding, style)
    elif fault.outcome.transcript and not finding.at_start:
        yield from conversation(fault.outcome.transcript, style)
    if (
        verdict is None and errors and (not finding.at_start or len(errors.splitlines()) > 1)
    ):  # at the start, one line is shown above
        yield from _section("standard error", errors, style, wrapped=True)
    yield style.paint("why:", BOLD)
    yield from reasoned(reasons, None if verdict is None else verdict.scene, style.width, _INDENT)
    if not finding.at_start:
        where = f"saved: {', '.join(saved.files)}" if saved.files else f"could not be saved in {directory}"
        yield from hanging(where, style.width)
    yield style.paint("to reproduce:", BOLD)
    yield from (f"  {line}" for line in commands)  # not wrapped: they will be copied
    yield ""


def headline(finding: Finding) -> str:
    fault = finding.fault
    return fault.message if fault.kind in (Result.TIME, Result.MEMORY, Result.OUTPUT) else fault.kind


def comparison(problem: Problem, finding: Finding) -> Iterator[str]:
    """Yield what matters if an input is large or a program slow: the sizes, and how long the right answer takes."""
    yield from (f"on an input with {sizes}" for sizes in _sizes(problem, finding))
    if finding.answer_seconds is not None and (_is_large(finding) or finding.fault.kind is Result.TIME):
        who = "the model solution needs" if problem.runs_model else "refsol needs"
        yield f"{who} {finding.answer_seconds:.2f} s"


def _sizes(problem: Problem, finding: Finding) -> Iterator[str]:
    names = problem.jury.header
    if names and not finding.at_start and _is_large(finding):
        values = finding.data.split(None, len(names))
        yield ", ".join(f"{name} = {value.decode('ascii')}" for name, value in zip(names, values, strict=False))


def _is_large(finding: Finding) -> bool:
    return finding.data.count(b"\n") > _LINES


def _section(title: str, text: bytes, style: Style, *, wrapped: bool = False) -> Iterator[str]:
    """Yield a title and below it the ends of a text; long lines are cut off or ``wrapped``."""
    yield style.paint(f"{title}:", BOLD)
    most = 100 if wrapped or style.width is None else style.width - _INDENT - len(_AFTER)
    lines = text.decode("ascii", "backslashreplace").splitlines()
    first, last = (6, 2) if len(lines) > _LINES else (len(lines), 0)
    for k, line in enumerate(lines):
        if first <= k < len(lines) - last:
            if k == first:
                yield f"  ... {len(lines) - first - last} more lines"
            continue
        shown = printable(line[: most + 1])
        cut = f"  {shown if len(shown) <= most else shown[:most] + _AFTER}".rstrip()
        yield from hanging(cut, style.width) if wrapped else [cut]
    if not lines:
        yield "  (nothing)"


def conversation(transcript: Sequence[Said], style: Style) -> Iterator[str]:
    yield f"{style.paint('conversation', BOLD)} (program {PROGRAM}, interactor {INTERACTOR}):"
    most = (style.width or _USUAL) - _INDENT - 2
    cut = len(transcript) - _HEARD[0] - _HEARD[1]
    for k, (speaker, text, _) in enumerate(transcript):
        if cut > 1 and _HEARD[0] <= k < len(transcript) - _HEARD[1]:
            if k == _HEARD[0]:
                yield f"  ... {cut} more lines"
            continue
        line = f"{speaker} {_cut(_text(text[: most + 1]), most)}".rstrip()
        yield f"  {style.paint(line, BOLD) if speaker == NOBODY else line}"


def transcript_text(transcript: Sequence[Said]) -> bytes:
    lines = [b"%9.1f ms %s %s\n" % (1000 * seconds, speaker.encode(), text) for speaker, text, seconds in transcript]
    return b"".join(lines)


def note(finding: Finding) -> str:
    """Return which case it is, and what became of it."""
    case = finding.failure.case
    before, after = len(finding.failure.data), len(finding.data)
    words = "not shrunk"
    if finding.data != finding.failure.data:
        words = f"shrunk from {before} bytes to {after} in {finding.seconds:.1f} s, {finding.runs} runs"
    elif not finding.repeated:
        words = "it did not fail when run again, alone: the program doesn't behave the same every time"
    return f"{case.name}; {words}"


def _reproduction(problem: Problem, saved: Saved, command: str, judged: str) -> Iterator[str]:
    case, verdict = saved.finding.failure.case, saved.finding.fault.verdict
    shrunk = " after shrinking" if saved.finding.data != saved.finding.failure.data else ""
    which = f"  # {case.name}{shrunk}" if case.sample else ""
    if saved.files is not None:
        given, *_others, output = (shlex.quote(file) for file in saved.files)
        if judged or problem.interactive:
            yield f"{problem.command('judge')} --tests {given} {judged or f'--command {shlex.quote(command)}'}{which}"
        elif saved.finding.fault.outcome.files is not None:
            read, written = map(shlex.quote, saved.finding.fault.outcome.files)
            yield f"cp {given} {read}; {command}; cp {written} {output}{which}"
        else:
            yield f"{command} < {given} > {output}{which}"
        if verdict is not None:
            yield f"{problem.command('check')} {given} {output}"
            if verdict.selection:
                yield f"{problem.command('explain')} {given}{_options(verdict.selection)}"
    if not case.sample:
        options = f"--seed {shlex.quote(case.seed)}{_options(case.sizes)}"
        yield f"{problem.command('generate')} {case.family} {options}  # before shrinking"


def _options(values: Mapping[str, int]) -> str:
    return "".join(f" --{name} {value}" for name, value in values.items())


def outputs(problem: Problem, finding: Finding, style: Style) -> Iterator[str]:
    found = finding.fault.outcome.output
    title = "one right answer" if problem.jury.checker else "expected"
    if problem.jury.checker is None and finding.answer.split() != found.split():
        yield from beside(finding.answer, found, first_difference(finding.answer, found), title, style)
        return
    place = _PLACE.match(finding.fault.message)
    line, column = map(int, place.groups()) if place else (1, 1)
    yield from beside(finding.answer, found, parts_at(found, line, column), title, style)


class LinePart(NamedTuple):
    """The bytes from ``begin`` to ``end`` of a ``line``, from 0; that may be one after the last that isn't blank."""

    line: int
    begin: int = 0
    end: int = 0


def first_difference(expected: bytes, found: bytes) -> tuple[LinePart, LinePart]:
    """Return where the first tokens are that differ in two texts, one of which may have ended."""
    ends = (0, 0)  # of the last tokens that agree
    for left, right in zip_longest(_TOKEN.finditer(expected), _TOKEN.finditer(found)):
        if left is not None and right is not None and left.group() == right.group():
            ends = (left.end(), right.end())
        elif right is None:
            in_line = b"\n" not in expected[ends[0] : left.start()]
            return _part(expected, *left.span()), _part_after(found, ends[1], in_line)
        elif left is None:
            in_line = b"\n" not in found[ends[1] : right.start()]
            return _part_after(expected, ends[0], in_line), _part(found, *right.span())
        else:
            return _part(expected, *left.span()), _part(found, *right.span())
    return _part_after(expected, ends[0]), _part_after(found, ends[1])


def parts_at(found: bytes, line: int, column: int) -> tuple[LinePart, LinePart]:
    """Return what is at ``line`` and ``column``, from 1, after the same line of another text, unmarked."""
    end = len(b"".join(islice(BytesIO(found), line - 1, line)).rstrip())
    there = LinePart(line - 1, column - 1, end) if column <= end else _part_after(found, len(found.rstrip()))
    return LinePart(there.line), there


def beside(expected: bytes, found: bytes, parts: tuple[LinePart, LinePart], title: str, style: Style) -> Iterator[str]:
    """Yield the lines of two columns: the text ``expected``, below a ``title``, and the text ``found``.

    The lines with the two ``parts`` are beside each other, with a ``>`` in the margin, and with carets below the parts
    unless these are whole lines. Of long texts, only the lines around the parts are shown, and of long lines what is
    around the part, so that no line is wider than the ``style``, by default 80 characters, but up to 40 if that is
    less.
    """
    most = (max(style.width or _USUAL, 40) - 2 - len(_BETWEEN)) // 2
    lefts, rights = (_cells(text, part, most) for text, part in zip((expected, found), parts, strict=True))
    title = _cut(title, most)
    wide = max(len(title), *(len(cell.text) for cell in lefts.values()))
    yield f"  {style.paint(title, BOLD)}{' ' * (wide - len(title))}{_BETWEEN}{style.paint('found', BOLD)}"
    for row in sorted({*lefts, *rights}):
        left, right = lefts.get(row, _EMPTY), rights.get(row, _EMPTY)
        between = " " * (wide - len(left.text)) + _BETWEEN
        mark = style.paint(">", BOLD) if row == 0 else " "
        yield f"{mark} {left.shown(style, GOOD)}{between}{right.shown(style, BAD)}".rstrip()
        if left.carets or right.carets:
            yield f"  {left.carets:{wide}}{' ' * len(_BETWEEN)}{right.carets}".rstrip()


class _Cell(NamedTuple):
    """A line of a column, of which the part from ``begin`` to ``end`` is marked."""

    text: str
    begin: int = 0
    end: int = 0

    def shown(self, style: Style, how: str) -> str:
        part = self.text[self.begin : self.end]
        return self.text[: self.begin] + (style.paint(part, how) if part else "") + self.text[self.end :]

    @property
    def carets(self) -> str:
        is_part = 0 < self.end - self.begin < len(self.text.strip())
        return " " * self.begin + "^" * (self.end - self.begin) if is_part else ""


_EMPTY: Final = _Cell("")


def _cells(text: bytes, part: LinePart, width: int) -> dict[int, _Cell]:
    last = len(text.rstrip())
    content = text[:last] + text[last:].partition(b"\n")[0] if last else b""  # without blank lines at the end
    at_end = part.line >= _lines(content)
    text = content if at_end else text
    count = _lines(text)
    first, after = max(0, part.line - _AROUND), part.line + _AROUND + 1
    lines = enumerate(islice(BytesIO(text), first, after), first)
    cells = {k - part.line: _cell(line, part if k == part.line else LinePart(k), width) for k, line in lines}
    if at_end and first <= count:
        what = _cut("(end of file)" if text else "(nothing)", width)
        cells[count - part.line] = _Cell(what, 0, len(what))
    for row, left_out in ((-_AROUND - 1, min(first, count)), (_AROUND + 1, count - after)):
        if left_out > 0:
            cells[row] = _Cell(_cut(_BEFORE + counted(left_out, "line"), width))
    return cells


def _cell(line: bytes, marked: LinePart, width: int) -> _Cell:
    _, begin, end = marked
    line = line.removesuffix(b"\n")
    room = width - len(_AFTER)
    start = 0
    if begin > width or len(_text(line[: min(end, begin + width // 2)])) > room:
        start = begin - len(line[max(0, begin - width // 8) : begin].lstrip())  # a byte has up to four characters
    line = line[: start + 2 * width]
    before = (_BEFORE if start else "") + _text(line[start:begin])
    part = _text(line[begin:end])
    text = (before + part + _text(line[end:])).rstrip()
    most = room if len(text) > width else len(text)
    return _Cell(_cut(text, width), min(len(before), most), min(len(before) + len(part), most))


def _text(line: bytes) -> str:
    return printable(line.decode("ascii", "backslashreplace"))


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - len(_AFTER)] + _AFTER


def _part(text: bytes, begin: int, end: int) -> LinePart:
    start = text.rfind(b"\n", 0, begin) + 1
    return LinePart(text.count(b"\n", 0, begin), begin - start, end - start)


def _part_after(text: bytes, last: int, in_line: bool = False) -> LinePart:
    """Return what is after the ``last`` byte that counts: ``in_line`` with it or, by default, in the next line."""
    return _part(text, last, last) if in_line and last else LinePart(_lines(text[:last]))


def _lines(text: bytes) -> int:
    return text.count(b"\n") + (not text.endswith(b"\n")) if text else 0
