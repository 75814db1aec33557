"""The format of Luogu: one flat archive of tests, in which there is no place for anything else.

Source: Luogu's help about problems (archives, config.yml, Special Judge).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.jury.packages.contents import Contents, Format, Numbered, pair
from refsol.jury.packages.files import File, text_file, yaml_file
from refsol.problem.packaging import CPP, TESTLIB, Kind

_MEGA: Final = 10**6
_FULL: Final = 100  # points


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield yaml_file("config.yml", {f"{each.number}.in": _settings(contents, each) for each in contents.numbered()})
    if not contents.by_token:
        yield text_file("checker.cpp", contents.cpp_checker("0.1"))  # of a test's points
    for number, _group, test in contents.numbered():
        yield from pair(test, str(number))


def _settings(contents: Contents, each: Numbered) -> dict[str, object]:
    """Return what config.yml says about a test.

    Where a group earns the least of its tests' points, each test has the points of its group.
    """
    settings: dict[str, object] = {
        "timeLimit": round(1000 * contents.plan.seconds),
        "memoryLimit": 1024 * contents.mebibytes,
    }
    if not contents.plan.scored:
        return settings | {"score": _FULL, "subtaskId": 0}
    if contents.summed:
        return settings | {"score": contents.problem.limits.test_points, "subtaskId": 0}
    return settings | {"score": contents.points(each.group), "subtaskId": each.group.number}


def _notes(contents: Contents) -> Sequence[str]:
    statement = f"what refsol {contents.problem.slug} statement --language {contents.native} prints"
    earned = "sum" if contents.summed else "minimum"
    notes = [
        f"the archive has no statement: paste {'yours' if contents.parts.is_free else statement} into Luogu's form",
        f"on the page of the tests, choose that a subtask earns the {earned} of its tests",
    ]
    if not contents.by_token:
        notes.append('add the tag "Special Judge" to the problem')
    return notes


FORMAT: Final = Format(
    _files,
    (CPP,),
    (Kind(CPP, TESTLIB),),
    max_bytes=100 * _MEGA,
    max_zipped=50 * _MEGA,
    only_tests=True,
    notes=_notes,
)
"""The format of Luogu."""
