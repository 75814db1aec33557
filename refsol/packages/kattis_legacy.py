"""The legacy format of Kattis, which problemtools and DOMjudge take, too.

Source: the problem package format of Kattis, version "legacy", and what verifyproblem of problemtools requires.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.jury.parts import CPP, KATTIS, PYTHON, Given, Kind
from refsol.packages.contents import SHEBANG, Contents, Format
from refsol.packages.files import File, text_file
from refsol.packages.tests import Group
from refsol.packages.yaml import Value, yaml_of

_BUILD: Final = "#!/bin/sh\n"  # nothing to build; but without it, problemtools doesn't see a program
_COMPILE: Final = "g++ -O2 -std=c++17 -o run"
_LEAST_OUTPUT: Final = 8  # MiB, the default
_MEBI: Final = 2**20
GIVEN: Final = (Kind(PYTHON, KATTIS), Kind(CPP, KATTIS))
"""The checkers that Kattis and its like take."""
_VALIDATION: Final[dict[str, Value]] = {"validation_time": 300, "validation_memory": 2048}  # s and MiB; Python is slow


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield text_file("problem.yaml", yaml_of(_problem(contents)))
    yield text_file(".timelimit", f"{contents.plan.seconds:g}\n")
    yield text_file("problem_statement/problem.en.tex", contents.tex())
    yield from contents.papers()
    yield from data(contents)
    yield from _groups(contents)
    yield from program("input_validators/refsol", contents.validator())
    if contents.given is not None:
        yield from _given("output_validators/checker", contents.given)
    elif contents.custom:
        yield from program("output_validators/refsol", contents.checker())
    yield from submissions(contents)


def _problem(contents: Contents) -> dict[str, Value]:
    """Return what problem.yaml holds."""
    scored = contents.plan.scored
    problem: dict[str, Value] = {
        "name": contents.title(),
        "uuid": str(contents.uuid),
        "type": "scoring" if scored else "pass-fail",
        "license": "unknown",
        "limits": {"memory": contents.mebibytes, "output": output_limit(contents), **_VALIDATION},
    }
    if contents.problem.source:
        problem["source"] = contents.problem.source
    if contents.problem.url:
        problem["source_url"] = contents.problem.url
    if not contents.custom:
        problem |= {"validation": "default", "validator_flags": " ".join(flags(contents))}
    elif scored and contents.by_test:
        problem |= {"validation": "custom score", "validator_flags": "--points score"}
    else:
        problem["validation"] = "custom"
    if scored:
        problem["grading"] = {"show_test_data_groups": True}
    return problem


def flags(contents: Contents) -> list[str]:
    """Return the flags for the judge's own way to compare outputs with answers: by token, or numbers by tolerance."""
    known = ["case_sensitive"]
    return known if contents.tolerance is None else [*known, "float_tolerance", f"{contents.tolerance:g}"]


def _groups(contents: Contents) -> Iterator[File]:
    """Yield what the directories of a scored package say about points."""
    if not contents.plan.scored:
        return
    full: Value = f"0 {contents.total()}"
    yield _group("data", {"on_reject": "continue", "range": full, "grader_flags": "ignore_sample"})
    most = (contents.limits.test_points or 0) * len(contents.samples)  # which are ignored, but scored all the same
    sample: dict[str, Value] = {"on_reject": "continue", "range": f"0 {most}", "accept_score": 0, "grader_flags": ""}
    yield _group("data/sample", sample)
    yield _group("data/secret", {"on_reject": "continue", "range": full, "grader_flags": "accept_if_any_accepted"})
    for group in contents.groups:
        yield _group(f"data/secret/{group.name}", _grading(contents, group))


def _grading(contents: Contents, group: Group) -> dict[str, Value]:
    """Return how a group earns points: the sum of its tests' points, or all or nothing."""
    points = contents.points(group)
    if contents.by_test:
        return {"on_reject": "continue", "range": f"0 {points}", "grader_flags": "sum accept_if_any_accepted"}
    return {"on_reject": "break", "range": f"0 {points}", "accept_score": points, "grader_flags": "min"}


def _group(directory: str, grading: dict[str, Value]) -> File:
    return text_file(f"{directory}/testdata.yaml", yaml_of(grading))


def output_limit(contents: Contents) -> int:
    """Return a limit in MiB for outputs that leaves room for twice the largest answer. O(tests)."""
    largest = max(test.answer.stat().st_size for group in contents.groups for test in group.tests)
    return max(_LEAST_OUTPUT, 2 * -(-largest // _MEBI))


def data(contents: Contents) -> Iterator[File]:
    """Yield the samples and the tests, with answers. O(tests).

    Where there are no points, all tests are in one directory, since DOMjudge knows no groups.
    """
    separator = "/" if contents.plan.scored else "-"
    for number, sample in enumerate(contents.samples, 1):
        yield File(f"data/sample/{number}.in", sample.input)
        yield File(f"data/sample/{number}.ans", sample.answer)
    for group in contents.groups:
        for test in group.tests:
            path = f"data/secret/{group.name}{separator}{test.name}"
            yield File(f"{path}.in", test.input)
            yield File(f"{path}.ans", test.answer)


def program(directory: str, text: str) -> Iterator[File]:
    """Yield a Python program, whose source is ``text``, in a ``directory`` of its own."""
    yield text_file(f"{directory}/build", _BUILD, executable=True)
    yield text_file(f"{directory}/run", text, executable=True)


def _given(directory: str, checker: Given) -> Iterator[File]:
    """Yield a checker of the user's in a ``directory`` of its own, with what builds and runs it."""
    if checker.kind.language == PYTHON:
        yield from program(directory, with_shebang(checker.text))
        return
    yield text_file(f"{directory}/{checker.name}", checker.text)
    yield text_file(f"{directory}/build", f"{_BUILD}{_COMPILE} {checker.name}\n", executable=True)


def with_shebang(text: str) -> str:
    """Return a program in Python, ``text``, as the judge can start it. O(length)."""
    return text if text.startswith("#!") else SHEBANG + text


def submissions(contents: Contents) -> Iterator[File]:
    """Yield the submissions, in directories by verdict."""
    for submission in contents.submissions:
        yield File(f"submissions/{submission.verdict}/{submission.name}", submission.data)


def _notes(contents: Contents) -> Sequence[str]:
    return [
        "Kattis and problemtools take a directory only if its name consists of a to z and 0 to 9",
        "the time limit is in the hidden file .timelimit, which DOMjudge reads; "
        f"for problemtools run verifyproblem -t {contents.plan.seconds:g}",
    ]


FORMAT: Final = Format(_files, given=GIVEN, notes=_notes)
"""The legacy format of Kattis."""
