"""The format of DMOJ: a directory for its judge, and files for the form of its site.

Source: DMOJ's documentation of init.yml and of custom checkers, and the code of its judge.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.bundles.programs import dmoj_checker_of
from refsol.errors import OptionError
from refsol.jury.parts import CPP, PYTHON, TESTLIB, Kind
from refsol.own.sources import TESTLIB_H
from refsol.packages.contents import Contents, Format, pair
from refsol.packages.files import File, text_file, yaml_file
from refsol.packages.tests import Group

_TESTLIB: Final = TESTLIB_H
_LANGUAGES: Final = {PYTHON: "PY3", CPP: "CPP17"}
_OWN: Final = Kind(CPP, TESTLIB)  # of refsol's own checkers


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    cases = [case for group in contents.groups for case in _cases(contents, group)]
    yield yaml_file("init.yml", {"checker": _checker(contents), "test_cases": cases})
    for language in contents.problem.languages():
        yield text_file(f"statement.{language}.md", contents.problem.statement(language))
    yield from contents.papers()
    for group in contents.groups:
        for test in group.tests:
            yield from pair(test, f"{group.name}/{test.name}")
    yield text_file("validator.py", contents.validator(), executable=True)
    testlib, given = _testlib(contents), contents.parts.given
    if given is not None:
        yield text_file(given.name, given.text)
    elif testlib is not None:
        yield text_file("checker.cpp", contents.cpp_checker("1"))
    elif not contents.by_token:
        yield text_file("checker.py", dmoj_checker_of(contents.problem, partial=contents.plan.scored))
    if testlib is not None:
        yield File(_TESTLIB, testlib)
    yield from contents.submission_files()


def _testlib(contents: Contents) -> bytes | None:
    """Return testlib.h if the checker is in C++ and needs it in the package.

    Raises ``OptionError`` if the user's checker does, and there is none.
    """
    given = contents.parts.given
    if given is None:
        return contents.plan.testlib if contents.parts.custom and contents.plan.checker == CPP else None
    if f'"{_TESTLIB}"' not in given.text:
        return None
    if contents.plan.testlib is None:
        raise OptionError(f"{given.name} needs {_TESTLIB}: --testlib FILE")
    return contents.plan.testlib


def _checker(contents: Contents) -> object:
    if contents.by_token:
        return "standard"
    testlib, given = _testlib(contents), contents.parts.given
    if given is None and testlib is None:
        return "checker.py"
    name, kind = ("checker.cpp", _OWN) if given is None else given[:2]
    files = [name, _TESTLIB] if testlib is not None else name
    return {
        "name": "bridged",
        "args": {"files": files, "lang": _LANGUAGES[kind.language], "type": "testlib"},
    }


def _cases(contents: Contents, group: Group) -> list[dict[str, object]]:
    """Return the tests of a group: each with points of its own, or a batch, which earns what its worst test does."""
    tests = [{"in": f"{group.name}/{test.name}.in", "out": f"{group.name}/{test.name}.out"} for test in group.tests]
    if contents.summed:
        return [{"points": contents.problem.limits.test_points, **test} for test in tests]
    return [{"points": contents.points(group), "batched": tests}]


def _notes(contents: Contents) -> Sequence[str]:
    seconds, kibibytes = contents.plan.seconds, 1024 * contents.mebibytes
    partial = "allow partial points" if contents.plan.scored else "allow no partial points"
    notes = [f"on DMOJ's site, set the limits to {seconds:g} s and {kibibytes} KiB, and {partial}"]
    wanted = contents.plan.checker == CPP and contents.parts.custom and contents.parts.given is None
    if wanted and contents.plan.testlib is None:
        notes.append("the checker is the one in Python, since the one in C++ needs testlib.h: --testlib FILE")
    return notes


FORMAT: Final = Format(_files, (PYTHON, CPP), (Kind(PYTHON, TESTLIB), _OWN), notes=_notes)
"""The format of DMOJ."""
