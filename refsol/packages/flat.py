"""What formats without directories need: one numbering of all tests, points of tests, names of programs."""

from collections.abc import Iterator
from typing import NamedTuple

from refsol.packages.contents import Contents, Program
from refsol.packages.tests import Group, Test


class Numbered(NamedTuple):
    """A ``test`` with its ``number`` among all tests, counted from 1, and its ``group``."""

    number: int
    group: Group
    test: Test


def numbered(contents: Contents, first: int = 1) -> Iterator[Numbered]:
    """Yield the tests of all groups in order; the ``first`` number may be another one. O(tests)."""
    number = first
    for group in contents.groups:
        for test in group.tests:
            yield Numbered(number, group, test)
            number += 1


def shares(points: int, tests: int) -> list[int]:
    """Return ``points`` divided among ``tests`` as equally as whole numbers can be, the smaller ones first. O(tests).

    >>> shares(10, 4)
    [2, 2, 3, 3]
    """
    least, rest = divmod(points, tests)
    return [least] * (tests - rest) + [least + 1] * rest


def with_flat_names(contents: Contents) -> Iterator[tuple[str, Program]]:
    """Yield the submissions, each with a name of its own; where two have the same, the verdict is put in front."""
    names = [program.name for program in contents.submissions]
    for program in contents.submissions:
        unique = names.count(program.name) == 1
        yield program.name if unique else f"{program.verdict}_{program.name}", program
