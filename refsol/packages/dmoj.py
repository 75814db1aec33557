"""The format of DMOJ: a directory for its judge, and files for the form of its site.

Source: DMOJ's documentation of init.yml and of custom checkers, and the code of its judge.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.bundles.programs import dmoj_checker_of
from refsol.errors import OptionError
from refsol.jury.parts import CPP, PYTHON, TESTLIB, TESTLIB_H, Kind
from refsol.packages.contents import Contents, Format
from refsol.packages.files import File, text_file
from refsol.packages.tests import Group
from refsol.packages.yaml import Value, yaml_of

_LANGUAGES: Final = {PYTHON: "PY3", CPP: "CPP17"}
_OWN: Final = Kind(CPP, TESTLIB)  # of refsol's own checkers


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield text_file("init.yml", yaml_of(_init(contents)))
    for language in contents.languages:
        yield text_file(f"statement.{language}.md", contents.statement(language))
    yield from contents.papers()
    for group in contents.groups:
        for test in group.tests:
            yield File(f"{group.name}/{test.name}.in", test.input)
            yield File(f"{group.name}/{test.name}.out", test.answer)
    yield text_file("validator.py", contents.validator(), executable=True)
    testlib = _testlib(contents)
    if contents.given is not None:
        yield text_file(contents.given.name, contents.given.text)
    elif testlib is not None:
        yield text_file("checker.cpp", contents.cpp_checker("1" if contents.plan.scored else "0"))
    elif not contents.by_token:
        yield text_file("checker.py", dmoj_checker_of(contents.problem, partial=contents.plan.scored))
    if testlib is not None:
        yield File(TESTLIB_H, testlib)
    for submission in contents.submissions:
        yield File(f"submissions/{submission.verdict}/{submission.name}", submission.data)


def _testlib(contents: Contents) -> bytes | None:
    """Return testlib.h if the checker is in C++ and needs it in the package.

    Raises ``OptionError`` if the user's checker does, and there is none.
    """
    if contents.given is None:
        return contents.plan.testlib if contents.custom and contents.plan.checker == CPP else None
    if f'"{TESTLIB_H}"' not in contents.given.text:
        return None
    if contents.plan.testlib is None:
        raise OptionError(f"{contents.given.name} needs {TESTLIB_H}: --testlib FILE")
    return contents.plan.testlib


def _init(contents: Contents) -> dict[str, Value]:
    """Return what init.yml holds."""
    return {
        "checker": _checker(contents),
        "test_cases": [case for group in contents.groups for case in _cases(contents, group)],
    }


def _checker(contents: Contents) -> Value:
    if contents.by_token:
        return "standard"
    testlib = _testlib(contents)
    if contents.given is None and testlib is None:
        return "checker.py"
    name, kind = ("checker.cpp", _OWN) if contents.given is None else contents.given[:2]
    files: Value = [name, TESTLIB_H] if testlib is not None else name
    return {
        "name": "bridged",
        "args": {"files": files, "lang": _LANGUAGES[kind.language], "type": "testlib"},
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
    if contents.given is None and contents.custom and contents.plan.checker == CPP and contents.plan.testlib is None:
        notes.append("the checker is the one in Python, since the one in C++ needs testlib.h: --testlib FILE")
    return notes


FORMAT: Final = Format(_files, (PYTHON, CPP), (Kind(PYTHON, TESTLIB), _OWN), notes=_notes)
"""The format of DMOJ."""
