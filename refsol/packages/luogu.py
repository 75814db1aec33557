"""The format of Luogu: one flat archive of tests, in which there is no place for anything else.

Source: Luogu's help about problems (archives, config.yml, Special Judge).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.jury.parts import CPP, TESTLIB, Kind
from refsol.packages.contents import Contents, Format
from refsol.packages.files import File, text_file
from refsol.packages.flat import Numbered, numbered
from refsol.packages.yaml import Value, yaml_of

_MEGA: Final = 10**6
_FULL: Final = 100  # points


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    settings: dict[str, Value] = {f"{each.number}.in": _settings(contents, each) for each in numbered(contents)}
    yield text_file("config.yml", yaml_of(settings))
    if not contents.by_token:
        points_per_digit = "0.1" if contents.by_test and contents.plan.scored else "0"  # of a test's points
        yield text_file("checker.cpp", contents.cpp_checker(points_per_digit))
    for number, _group, test in numbered(contents):
        yield File(f"{number}.in", test.input)
        yield File(f"{number}.out", test.answer)


def _settings(contents: Contents, each: Numbered) -> dict[str, Value]:
    """Return what config.yml says about a test.

    Where a group earns the least of its tests' points, each test has the points of its group.
    """
    settings: dict[str, Value] = {
        "timeLimit": round(1000 * contents.plan.seconds),
        "memoryLimit": 1024 * contents.mebibytes,
    }
    if not contents.plan.scored:
        return settings | {"score": _FULL, "subtaskId": 0}
    if contents.by_test:
        return settings | {"score": contents.limits.test_points, "subtaskId": 0}
    return settings | {"score": contents.points(each.group), "subtaskId": each.group.number}


def _notes(contents: Contents) -> Sequence[str]:
    name, language = contents.problem.slug, contents.language("zh")
    by_test = contents.by_test and contents.plan.scored
    statement = f"what refsol {name} statement --language {language} prints"
    if contents.parts.is_free:
        statement = "yours"
    notes = [
        f"the archive has no statement: paste {statement} into Luogu's form",
        f"on the page of the tests, choose that a subtask earns the {'sum' if by_test else 'minimum'} of its tests",
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
    holds_submissions=False,
    holds_statement=False,
    notes=_notes,
)
"""The format of Luogu."""
