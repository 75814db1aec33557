"""The format of DMOJ. Source: its documentation of init.yml and of custom checkers, and the code of its judge."""

from collections.abc import Iterator
from typing import Final

from refsol.errors import OptionError
from refsol.jury.bundles import dmoj_checker_of
from refsol.jury.packages import Contents, Format, pair
from refsol.jury.packages.files import PackageFile, text_file, yaml_file
from refsol.jury.packages.tests import TestGroup
from refsol.jury.packages.tex import with_tildes
from refsol.problem.packaging import CPP, EXACT, PYTHON, TESTLIB, TESTLIB_H, Kind


def _files(contents: Contents) -> Iterator[PackageFile]:
    judge, files = _judge(contents)
    cases = [case for group in contents.groups for case in _cases(contents, group)]
    yield yaml_file("init.yml", {**judge, "test_cases": cases})
    for language in contents.problem.languages():
        yield text_file(f"statement.{language}.md", with_tildes(contents.statement(language)))
    yield from contents.papers()
    for group in contents.groups:
        for test in group.tests:
            yield from pair(test, f"{group.name}/{test.name}")
    yield contents.validator("validator.py")
    yield from files
    yield from contents.submission_files()


def _judge(contents: Contents) -> tuple[dict[str, object], list[PackageFile]]:
    given, testlib = contents.judge, contents.plan.testlib
    beside: list[PackageFile] = []
    if contents.by_token:
        return {"checker": "standard"}, []
    if contents.parts.compare == EXACT:
        return {"checker": "identical"}, []
    if given is not None:
        name, text, language = given.name, given.text, given.kind.language
        beside = [*contents.beside("")]
        if not any(f'"{TESTLIB_H}"' in each for each in (text, *(each for _, each in given.beside))):
            testlib = None
        elif testlib is None:
            raise OptionError(f"{name} needs {TESTLIB_H}: --testlib FILE")
    elif testlib is not None and contents.parts.custom and contents.plan.checker == CPP:
        name, text, language = "checker.cpp", contents.cpp_checker("1"), CPP
    else:
        text = dmoj_checker_of(contents.problem, partial=contents.plan.scored)
        return {"checker": "checker.py"}, [text_file("checker.py", text)]
    files = [text_file(name, text), *beside, *([] if testlib is None else [PackageFile(TESTLIB_H, testlib)])]
    names: object = [file.path for file in files] if files[1:] else name
    how = {"files": names, "lang": {PYTHON: "PY3", CPP: "CPP17"}[language], "type": "testlib"}
    if contents.parts.interactor is not None:
        return {"interactive": how}, files
    return {"checker": {"name": "bridged", "args": how}}, files


def _cases(contents: Contents, group: TestGroup) -> list[dict[str, object]]:
    if contents.plan.total is not None:
        raise OptionError("DMOJ scales points to those that its site has for the problem: leave out --total")
    tests = [{"in": f"{group.name}/{test.name}.in", "out": f"{group.name}/{test.name}.out"} for test in group.tests]
    if contents.summed:
        return [{"points": contents.problem.limits.test_points, **test} for test in tests]
    return [{"points": contents.points(group), "batched": tests}]


def _notes(contents: Contents) -> Iterator[str]:
    seconds, kibibytes = contents.plan.seconds, 1024 * contents.mebibytes
    partial = "allow partial points" if contents.plan.scored else "allow no partial points"
    yield f"on DMOJ's site, set the limits to {seconds:g} s and {kibibytes} KiB, and {partial}"
    wanted = contents.plan.checker == CPP and contents.parts.custom and contents.judge is None
    if wanted and contents.plan.testlib is None:
        yield "the checker is the one in Python, since the one in C++ needs testlib.h: --testlib FILE"


_GIVEN: Final = (Kind(PYTHON, TESTLIB), Kind(CPP, TESTLIB))

FORMAT: Final = Format(_files, (PYTHON, CPP), _GIVEN, _GIVEN, scales=True, linked=(CPP,), testlib=True, notes=_notes)
"""The format of DMOJ."""
