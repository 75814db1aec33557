"""The format of Luogu: one flat archive of tests. Source: its help about archives, config.yml and Special Judge."""

from collections.abc import Iterator
from typing import Final

from refsol.jury.packages import NO_TENTHS, Contents, Format, pair
from refsol.jury.packages.files import PackageFile, text_file, yaml_file
from refsol.jury.packages.tests import TestGroup
from refsol.problem.packaging import CPP, LINES, TESTLIB, Kind


def _files(contents: Contents) -> Iterator[PackageFile]:
    tests = {
        f"{test.number}.in": _settings(contents, group, score)
        for group in contents.groups
        for test, score in zip(group.tests, contents.test_points(group), strict=True)
    }
    yield yaml_file("config.yml", tests)
    if _has_checker(contents):
        yield text_file("checker.cpp", contents.cpp_checker("0.1" if contents.has_tenths else "0"))  # of a test's
    for test in contents.tests:
        yield from pair(test, str(test.number))


def _has_checker(contents: Contents) -> bool:
    """Return whether a program judges outputs: Luogu itself compares lines, without blanks at the ends."""
    return not contents.by_token and (contents.parts.compare != LINES or contents.parts.ignore_case)


def _settings(contents: Contents, group: TestGroup, score: int) -> dict[str, object]:
    settings: dict[str, object] = {
        "timeLimit": round(1000 * contents.plan.seconds),
        "memoryLimit": 1024 * contents.mebibytes,
    }
    if not contents.plan.scored:
        return settings | {"score": 100, "subtaskId": 0}
    if contents.summed:
        return settings | {"score": score, "subtaskId": 0}
    return settings | {"score": contents.points(group), "subtaskId": group.number}


def _notes(contents: Contents) -> Iterator[str]:
    statement = f"what refsol {contents.problem.slug} statement --contestants --language {contents.native} prints"
    earned = "sum" if contents.summed else "minimum"
    yield f"the archive has no statement: paste {'yours' if contents.parts.is_free else statement} into Luogu's form"
    yield f"on the page of the tests, choose that a subtask earns the {earned} of its tests"
    if contents.summed and not contents.has_tenths:
        yield NO_TENTHS
    if _has_checker(contents):
        yield 'add the tag "Special Judge" to the problem'


FORMAT: Final = Format(
    _files,
    (CPP,),
    (Kind(CPP, TESTLIB),),
    max_bytes=50 * 10**6,  # zipped, so this leaves room; and 100 MB unzipped
    only_tests=True,
    notes=_notes,
)
"""The format of Luogu."""
