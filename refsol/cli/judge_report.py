"""The report of ``judge``: a table of submissions against groups of tests, as text and as fields for JSON."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from refsol.cli.judge_submissions import SAMPLE_NAMES
from refsol.cli.terminal import BAD, BOLD, GOOD, Style, hanging, printable
from refsol.jury.judging import GroupVerdict, ItemGroup, Judged, TimeLimit, suggested_limit
from refsol.jury.run.program import Result, RunLimits
from refsol.problem.wording import counted

_SHORT: Final = {
    None: "-",
    Result.ACCEPTED: "ok",
    Result.WRONG_ANSWER: "WA",
    Result.CRASH: "RTE",
    Result.TIME: "TLE",
    Result.MEMORY: "MLE",
    Result.OUTPUT: "OLE",
    Result.DEADLOCK: "ILE",  # the idleness limit of Codeforces
    Result.QUERIES: "QLE",
    Result.JUDGE_ERROR: "JE",
    Result.COMPILE_ERROR: "CE",
}
_BETWEEN: Final = "  "
_CUT: Final = "..."
_UNDECODED: Final = frozenset(map(chr, range(0xDC80, 0xDD00)))  # bytes of names, as Python decodes them


class Tested(NamedTuple):
    """The basis: a ``problem``, ``groups``, ``limits``, the tests' ``seed``, if any; maybe it is ``interrupted``."""

    problem: str
    seed: str | None
    groups: tuple[ItemGroup, ...]
    limits: RunLimits
    interrupted: bool


def as_text(tested: Tested, submissions: Sequence[Judged], style: Style) -> str:
    lines = [*_table(tested, submissions, style), ""]
    for each in submissions:
        if each.result not in (None, Result.ACCEPTED) or each.as_expected is False:
            lines += _judged_lines(tested, each, style)
    lines += ["" for _ in range(lines[-1] != "")]
    for each in submissions:
        if each.result is Result.ACCEPTED or each.too_slow:
            lines += hanging(_in_a_line(_times_line(tested, each)), style.width)
    for line in _summary(tested, submissions):
        lines += hanging(line, style.width)
    unexpected = [each for each in submissions if each.as_expected is False]
    if any(each.expected for each in submissions) and not tested.interrupted:
        text = f"{len(unexpected)} of {counted(len(submissions), 'submission')} not as expected"
        lines.append(style.paint(text, BAD) if unexpected else style.paint("as expected", GOOD))
    return "\n".join(lines) + "\n"


def _table(tested: Tested, submissions: Sequence[Judged], style: Style) -> Iterator[str]:
    groups = [
        [group.name, *(_SHORT[each.groups[k].result] for each in submissions)] for k, group in enumerate(tested.groups)
    ]
    nothing = _SHORT[None]  # where it was not run
    figures = [
        ["points", *(nothing if each.points is None else _number(each.points) for each in submissions)],
        ["time", *(f"{'>' * each.too_slow}{each.seconds:.2f} s" if each.runs else nothing for each in submissions)],
        ["memory", *(f"{each.mebibytes:.0f} MiB" if each.runs else nothing for each in submissions)],
    ]
    if all(group.points is None for group in tested.groups):
        del figures[0]
    full_names = ["submission", *(_in_a_line(each.name) for each in submissions)]
    names = full_names
    gap, legend = _BETWEEN, ""
    if style.width is not None:
        names = _shortened(full_names, style.width - _width(groups) - _width(figures))
        if max(map(len, names)) + _width(groups) + _width(figures) > style.width:
            gap, legend = " ", _numbered(groups, tested)
            names = _shortened(full_names, style.width - _width(groups, gap) - _width(figures))
    first, *widths = (max(map(len, column)) for column in (names, *groups, *figures))
    for row, name in enumerate(names):
        cells = [f"{name:{first}}"]
        for column, width in zip(groups, widths, strict=False):
            cell = column[row].rjust(width)
            if row > 0 and column[row] != nothing:
                cell = style.paint(cell, GOOD if column[row] == _SHORT[Result.ACCEPTED] else BAD)
            cells.append(gap + cell)
        figure_widths = widths[len(groups) :]
        cells += [_BETWEEN + column[row].rjust(width) for column, width in zip(figures, figure_widths, strict=True)]
        yield style.paint("".join(cells), BOLD) if row == 0 else "".join(cells)
    if legend:
        yield ""
        yield from hanging(legend, style.width)


def _width(columns: Sequence[Sequence[str]], gap: str = _BETWEEN) -> int:
    return sum(len(gap) + max(map(len, column)) for column in columns)


def _shortened(names: Sequence[str], width: int) -> list[str]:
    """Shorten ``names`` to ``width``, if need be: they lose directories, if they still differ, or their beginnings."""
    width = max(width, 12)
    if max(map(len, names)) > width:
        short = [name.rpartition("/")[2] if " " not in name else name for name in names]
        names = short if len(set(short)) == len(set(names)) else names
    return [name if len(name) <= width else _CUT + name[len(name) - width + len(_CUT) :] for name in names]


def _numbered(groups: Sequence[list[str]], tested: Tested) -> str:
    numbers = count(1)
    legend = []
    for column, group in zip(groups, tested.groups, strict=True):
        column[0] = "S" if group.name in SAMPLE_NAMES else str(next(numbers))
        points = "" if group.points is None else f" ({_number(group.points)} points)"
        legend.append(f"{column[0]}: {group.name}{points}")
    return ", ".join(legend)


def _judged_lines(tested: Tested, submission: Judged, style: Style) -> Iterator[str]:
    verdict = str(submission.result)
    line = f"{submission.name}: {verdict}"
    if submission.as_expected is False:
        line += f" instead of {submission.expected}"
    failed = [(group.name, each) for group, each in zip(tested.groups, submission.groups, strict=True) if each.test]
    worst = next((each for _, each in failed if each.result is submission.result), None)
    if submission.message:
        line += f": {submission.message}"
    elif worst is not None:
        line += _reason(worst)
    how = BAD if submission.as_expected is False else BOLD
    yield from style.judged(_in_a_line(line), verdict, how, ": ")
    for name, each in failed:
        if each is not worst:
            yield from hanging(_in_a_line(f"  {name}: {each.result}{_reason(each)}"), style.width)


def _reason(failed: GroupVerdict) -> str:
    return f" on {failed.test}: {failed.message.removeprefix(f'{failed.result}: ')}"


def _times_line(tested: Tested, submission: Judged) -> str:
    times = [
        f"{group.name} {'>' * (verdict.result is Result.TIME)}{verdict.seconds:.2f} s "
        f"({verdict.slowest.removeprefix(f'{group.name}/')})"
        for group, verdict in zip(tested.groups, submission.groups, strict=True)
        if verdict.runs
    ]
    return f"time of {submission.name}: {', '.join(times)}"


def _summary(tested: Tested, submissions: Sequence[Judged]) -> Iterator[str]:
    found = {group.result for each in submissions for group in each.groups} - {None, Result.ACCEPTED}
    shorts = [f"{_SHORT[result]}: {result}" for result in Result if result in found]
    if shorts:
        yield ", ".join(shorts)
    tests = sum(len(group.items) for group in tested.groups)
    seed = "" if tested.seed is None else f" for seed {_in_a_line(tested.seed)}"
    limits = f"limits {tested.limits.seconds:g} s and {tested.limits.mebibytes:g} MiB"
    yield f"{counted(tests, 'test')}{seed}, {limits}{' (interrupted)' if tested.interrupted else ''}"
    if tested.interrupted:
        return
    for each in submissions:
        if each.not_caught:
            yield _in_a_line(f"not caught: {each.name} passes all tests")
    limit = suggested_limit(submissions)
    if limit is not None:
        yield from map(_in_a_line, _limit_lines(limit, tested.limits.seconds))


def _limit_lines(limit: TimeLimit, seconds: float) -> Iterator[str]:
    """Yield how far the limit, in ``seconds``, is from what right submissions take, and a suggestion."""
    slowest, slow = limit.slowest, limit.too_slow
    times = f"{seconds / slowest.seconds:.1f} times" if slowest.seconds else "far more than"
    yield f"safety margin: the limit of {seconds:g} s is {times} the {slowest.seconds:.2f} s of {slowest.name}"
    line = f"suggested time limit: {limit.seconds:g} s, three times the {slowest.seconds:.2f} s of "
    line += f"{slowest.name} on {slowest.slowest}"
    if slow is None:
        yield line
    elif limit.separates:
        yield f"{line}; {slow.name} takes {'more than ' * slow.too_slow}{slow.seconds:.2f} s"
    elif slow.too_slow:
        hint = f"to see whether it is slow enough, judge with --time-limit {limit.needed:g}"
        yield f"{line}; but {slow.name} was stopped after {slow.seconds:.2f} s: {hint}"
    else:
        yield f"{line}; but {slow.name} takes only {slow.seconds:.2f} s, which is too close"


def _number(points: float) -> str:
    return f"{round(points, 2):g}"


def _in_a_line(text: str) -> str:
    """Return a text that has no line feeds and the like; the name of a file that isn't UTF-8 keeps its bytes."""
    return "".join(c if c in _UNDECODED else printable(c) for c in text)


def as_fields(tested: Tested, submissions: Sequence[Judged]) -> dict[str, object]:
    limit = None if tested.interrupted else suggested_limit(submissions)
    suggested = limit and {
        "seconds": limit.seconds,
        "slowest_accepted": limit.slowest.name,
        "slowest_test": limit.slowest.slowest,
        "fastest_too_slow": limit.too_slow and limit.too_slow.name,
        "separates": limit.separates,
    }
    seconds = tested.limits.seconds
    groups = [{"name": group.name, "points": group.points, "tests": len(group.items)} for group in tested.groups]
    return {
        "problem": tested.problem,
        "seed": tested.seed,
        "time_limit": seconds,
        "memory_limit": tested.limits.mebibytes,
        "interrupted": tested.interrupted,
        "groups": groups,
        "submissions": [_fields(each, tested.groups) for each in submissions],
        "not_caught": [each.name for each in submissions if each.not_caught],
        "suggested_time_limit": suggested,
        "safety_margin": seconds / limit.slowest.seconds if limit and limit.slowest.seconds else None,
    }


def _fields(submission: Judged, groups: Sequence[ItemGroup]) -> dict[str, object]:
    return {
        "name": submission.name,
        "expected": submission.expected,
        "verdict": submission.result,
        "as_expected": submission.as_expected,
        "message": submission.message,
        "points": submission.points,
        "seconds": round(submission.seconds, 3),
        "mebibytes": round(submission.mebibytes, 1),
        "groups": [
            {
                "name": group.name,
                "verdict": verdict.result,
                "test": verdict.test or None,
                "message": verdict.message,
                "points": None if verdict.points is None else round(verdict.points, 2),
                "seconds": round(verdict.seconds, 3),
                "mebibytes": round(verdict.mebibytes, 1),
                "runs": verdict.runs,
                "slowest_test": verdict.slowest or None,
            }
            for group, verdict in zip(groups, submission.groups, strict=True)
        ],
    }
