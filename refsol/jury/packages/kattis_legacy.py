"""The legacy format of Kattis, which problemtools and DOMjudge take, too.

Source: the problem package format of Kattis, version "legacy", and what verifyproblem of problemtools requires.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.jury.packages.contents import Contents, Format, pair
from refsol.jury.packages.files import File, text_file, yaml_file
from refsol.jury.packages.tests import Group
from refsol.problem.packaging import CPP, KATTIS, PYTHON, Kind

_BUILD: Final = "#!/bin/sh\n"  # nothing to build; but without it, problemtools doesn't see a program
_COMPILE: Final = "g++ -O2 -std=c++17 -o run"
_LEAST_OUTPUT: Final = 8  # MiB, the default
_MEBI: Final = 2**20
_SUFFIXES: Final = (".in", ".ans")
GIVEN: Final = (Kind(PYTHON, KATTIS), Kind(CPP, KATTIS))
"""The checkers that Kattis and its like take."""


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield yaml_file("problem.yaml", _problem(contents))
    yield text_file(".timelimit", f"{contents.plan.seconds:g}\n")
    yield text_file("problem_statement/problem.en.tex", contents.tex())
    yield from contents.papers()
    yield from data(contents)
    if contents.plan.scored:
        yield from _groups(contents)
    yield from _program("input_validators/refsol", contents.validator())
    given = contents.parts.given
    if given is not None and given.kind.language == CPP:
        yield text_file(f"output_validators/checker/{given.name}", given.text)
        yield text_file("output_validators/checker/build", f"{_BUILD}{_COMPILE} {given.name}\n", executable=True)
    elif contents.parts.custom:
        yield from _program(f"output_validators/{'checker' if given else 'refsol'}", contents.checker())
    yield from contents.submission_files()


def _problem(contents: Contents) -> dict[str, object]:
    """Return what problem.yaml holds."""
    scored = contents.plan.scored
    problem: dict[str, object] = {
        "name": contents.problem.heading(),
        "uuid": str(contents.uuid),
        "type": "scoring" if scored else "pass-fail",
        "license": "unknown",
        "limits": limits(contents),
    }
    if contents.problem.source:
        problem["source"] = contents.problem.source
    if contents.problem.url:
        problem["source_url"] = contents.problem.url
    if not contents.parts.custom:
        problem |= {"validation": "default", "validator_flags": " ".join(flags(contents))}
    elif contents.summed:
        problem |= {"validation": "custom score", "validator_flags": "--points score"}
    else:
        problem["validation"] = "custom"
    if scored:
        problem["grading"] = {"show_test_data_groups": True}
    return problem


def flags(contents: Contents) -> list[str]:
    """Return the flags for the judge's own way to compare outputs with answers: by token, or numbers by tolerance."""
    known = ["case_sensitive"]
    tolerance = contents.parts.tolerance
    return known if tolerance is None else [*known, "float_tolerance", f"{tolerance:g}"]


def _groups(contents: Contents) -> Iterator[File]:
    """Yield what the directories of a scored package say about points."""
    full = f"0 {contents.total()}"
    samples = len(contents.samples) * (contents.problem.limits.test_points or 0)  # they are ignored, but scored
    found: dict[str, dict[str, object]] = {
        "data": {"on_reject": "continue", "range": full, "grader_flags": "ignore_sample"},
        "data/sample": {"on_reject": "continue", "range": f"0 {samples}", "accept_score": 0, "grader_flags": ""},
        "data/secret": {"on_reject": "continue", "range": full, "grader_flags": "accept_if_any_accepted"},
        **{f"data/secret/{group.name}": _grading(contents, group) for group in contents.groups},
    }
    return (yaml_file(f"{directory}/testdata.yaml", grading) for directory, grading in found.items())


def _grading(contents: Contents, group: Group) -> dict[str, object]:
    """Return how a group earns points: the sum of its tests' points, or all or nothing."""
    points = contents.points(group)
    if contents.summed:
        return {"on_reject": "continue", "range": f"0 {points}", "grader_flags": "sum accept_if_any_accepted"}
    return {"on_reject": "break", "range": f"0 {points}", "accept_score": points, "grader_flags": "min"}


def limits(contents: Contents) -> dict[str, object]:
    """Return the limits but that for time; outputs have room for twice the largest answer. O(tests)."""
    largest = max(test.answer.stat().st_size for group in contents.groups for test in group.tests)
    output = max(_LEAST_OUTPUT, 2 * -(-largest // _MEBI))
    return {
        "memory": contents.mebibytes,
        "output": output,
        "validation_time": 300,  # s, and MiB: Python is slow
        "validation_memory": 2048,
    }


def data(contents: Contents) -> Iterator[File]:
    """Yield the samples and the tests, with answers. O(tests).

    Where there are no points, all tests are in one directory, since DOMjudge knows no groups.
    """
    separator = "/" if contents.plan.scored else "-"
    for number, sample in enumerate(contents.samples, 1):
        yield from pair(sample, f"data/sample/{number}", _SUFFIXES)
    for group in contents.groups:
        for test in group.tests:
            yield from pair(test, f"data/secret/{group.name}{separator}{test.name}", _SUFFIXES)


def _program(directory: str, text: str) -> Iterator[File]:
    """Yield a Python program, whose source is ``text``, in a ``directory`` of its own."""
    yield text_file(f"{directory}/build", _BUILD, executable=True)
    yield text_file(f"{directory}/run", text, executable=True)


def _notes(contents: Contents) -> Sequence[str]:
    return [
        "Kattis and problemtools take a directory only if its name consists of a to z and 0 to 9",
        "the time limit is in the hidden file .timelimit, which DOMjudge reads; "
        f"for problemtools run verifyproblem -t {contents.plan.seconds:g}",
    ]


FORMAT: Final = Format(_files, given=GIVEN, notes=_notes)
"""The legacy format of Kattis."""
