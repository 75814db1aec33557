"""The format of DMOJ: a directory for its judge, and files for the form of its site.

Source: DMOJ's documentation of init.yml and of custom checkers, and the code of its judge.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.bundles.programs import dmoj_checker_of
from refsol.packages.contents import CPP, PYTHON, Contents, Format
from refsol.packages.files import File, text_file
from refsol.packages.tests import Group
from refsol.packages.yaml import Value, yaml_of

_TESTLIB: Final = "testlib.h"


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield text_file("init.yml", yaml_of(_init(contents)))
    for language in contents.languages:
        yield text_file(f"statement.{language}.md", contents.statement(language))
    yield text_file("TESTS.md", contents.commands())
    for group in contents.groups:
        for test in group.tests:
            yield File(f"{group.name}/{test.name}.in", test.input)
            yield File(f"{group.name}/{test.name}.out", test.answer)
    yield text_file("validator.py", contents.validator(), executable=True)
    testlib = _testlib(contents)
    if testlib is not None:
        yield text_file("checker.cpp", contents.cpp_checker("1" if contents.plan.scored else "0"))
        yield File(_TESTLIB, testlib)
    elif contents.custom:
        yield text_file("checker.py", dmoj_checker_of(contents.problem, partial=contents.plan.scored))
    for submission in contents.submissions:
        yield File(f"submissions/{submission.verdict}/{submission.name}", submission.data)


def _testlib(contents: Contents) -> bytes | None:
    """Return testlib.h if the checker is the one in C++, which needs it in the package."""
    return contents.plan.testlib if contents.custom and contents.plan.checker == CPP else None


def _init(contents: Contents) -> dict[str, Value]:
    """Return what init.yml holds."""
    return {
        "checker": _checker(contents),
        "test_cases": [case for group in contents.groups for case in _cases(contents, group)],
    }


def _checker(contents: Contents) -> Value:
    if not contents.custom:
        return "standard"
    if _testlib(contents) is None:
        return "checker.py"
    return {
        "name": "bridged",
        "args": {"files": ["checker.cpp", _TESTLIB], "lang": "CPP17", "type": "testlib"},
    }


def _cases(contents: Contents, group: Group) -> list[Value]:
    """Return the tests of a group: each with points of its own, or a batch, which earns what its worst test does."""
    tests = [{"in": f"{group.name}/{test.name}.in", "out": f"{group.name}/{test.name}.out"} for test in group.tests]
    if contents.by_test and contents.plan.scored and contents.limits.test_points is not None:
        points = contents.limits.test_points
        return [{"points": points, **test} for test in tests]
    return [{"points": contents.points(group), "batched": tests}]


def _notes(contents: Contents) -> Sequence[str]:
    seconds, kibibytes = contents.plan.seconds, 1024 * contents.mebibytes
    partial = "allow partial points" if contents.plan.scored else "allow no partial points"
    notes = [f"on DMOJ's site, set the limits to {seconds:g} s and {kibibytes} KiB, and {partial}"]
    if contents.custom and contents.plan.checker == CPP and contents.plan.testlib is None:
        notes.append("the checker is the one in Python, since the one in C++ needs testlib.h: --testlib FILE")
    return notes


FORMAT: Final = Format(_files, (PYTHON, CPP), notes=_notes)
"""The format of DMOJ."""
