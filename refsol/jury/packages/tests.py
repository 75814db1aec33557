"""The tests of a package: those of a test set, some with smaller sizes where the whole would be too large."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import count
from math import inf
from pathlib import Path
from typing import NamedTuple, TypeAlias

from refsol.errors import OptionError
from refsol.jury.checking import right_answer
from refsol.jury.testset import Entry
from refsol.problem import Problem
from refsol.problem.contract import Family
from refsol.problem.limits import Limits, Subtask

Keep: TypeAlias = Callable[[str, Callable[[], Iterable[bytes]]], Path]
"""Returns the complete file of a name; if it isn't there, its content is made, in chunks.

So files that take long to make are kept, and an interrupted package can be resumed.
"""


class Test(NamedTuple):
    """A test: its ``number`` in the package, its ``name``, such as ``03-rings``, in its group, and the ``answer``.

    The ``family`` made the ``input`` from a ``seed`` and ``sizes``, without those that are the default.
    """

    number: int
    name: str
    family: Family
    seed: str
    sizes: Mapping[str, int]
    input: Path
    answer: Path


class TestGroup(NamedTuple):
    """The ``tests`` of a ``subtask``, which says what they are worth, and its ``number``; there is at least one."""

    number: int
    subtask: Subtask
    tests: tuple[Test, ...]

    @property
    def at_full_size(self) -> bool:
        """Whether all tests have their default sizes. O(tests)."""
        return not any(test.sizes for test in self.tests)

    @property
    def name(self) -> str:
        """The number and the slug of the subtask: ``01-one-row``."""
        return f"{self.number:02}-{self.subtask.slug}"


def fewer(entries: Sequence[Entry], most: int) -> list[Entry]:
    """Return ``most`` of ``entries``, without the last of large families; ``OptionError`` for too few. O(n²)."""
    left = list(entries)
    while len(left) > most:
        counts = Counter(entry.family.name for entry in left)
        name, largest = counts.most_common(1)[0]
        if largest == 1:
            raise OptionError(f"the tests don't fit: there may be {most}, and each of {len(left)} families needs one")
        del left[max(k for k, entry in enumerate(left) if entry.family.name == name)]
    return left


def shares(points: int, tests: int) -> list[int]:
    """Return ``points`` divided among ``tests`` as equally as whole numbers can be, the smaller ones first. O(tests).

    >>> shares(10, 4)
    [2, 2, 3, 3]
    """
    least, rest = divmod(points, tests)
    return [least] * (tests - rest) + [least + 1] * rest


class _Made(NamedTuple):
    """A test, without its name, at ``factor`` times the default sizes, and how many ``bytes`` it takes."""

    test: Test
    factor: float
    bytes: int


def full_groups(problem: Problem, entries: Sequence[Entry], room: int | None, keep: Keep) -> tuple[TestGroup, ...]:
    """Return the tests ``entries`` of a ``problem`` by subtask, in ``room`` bytes, if that is a limit.

    ``keep`` makes them. Large ones become smaller until everything fits; none are equal. Raises ``OptionError`` if
    there is too little room, and ``JudgeError`` for an answer that a user's checker refuses. O(making them).
    """

    def make(entry: Entry, factor: float) -> _Made:
        sizes = _sizes(entry.family, factor)
        name = "-".join([entry.name, *(f"{size}{value}" for size, value in sizes.items())])
        which = (name, entry.family.name, entry.seed)
        source = keep(f"{name}.in", lambda: [entry.family.generate(entry.seed, sizes)])
        answer = keep(f"{name}.ans", lambda: right_answer(problem, source.read_bytes(), *which))
        taken = source.stat().st_size + answer.stat().st_size
        return _Made(Test(0, "", entry.family, entry.seed, sizes, source, answer), factor, taken)

    def shrunk(entry: Entry, made: _Made, level: float) -> _Made:
        """Return a smaller test of the same family and seed in at most ``level`` bytes, or the smallest one."""
        least = _sizes(entry.family, 0)
        factor = made.factor
        while made.bytes > level and _sizes(entry.family, factor) != least:
            factor *= min(0.9, (level / made.bytes) ** 0.5)
            if _sizes(entry.family, factor) != made.test.sizes:
                made = make(entry, factor)
        return made

    tests = [make(entry, 1 if room is None or not entry.family.sizes else 1 / 32) for entry in entries]
    if room is not None:
        while True:  # those that are small so far grow, until they are too large or complete
            level = _level([made.bytes if made.factor == 1 else inf for made in tests], room)
            if all(made.factor == 1 or made.bytes > level for made in tests):
                break
            tests = [
                make(entry, min(1, 2 * made.factor)) if made.factor < 1 and made.bytes <= level else made
                for entry, made in zip(entries, tests, strict=True)
            ]
        tests = [shrunk(entry, made, level) for entry, made in zip(entries, tests, strict=True)]
    different: dict[bytes, _Made] = {}
    for made in tests:  # some of the smallest inputs may be equal
        different.setdefault(sha256(made.test.input.read_bytes()).digest(), made)
    least = sum(made.bytes for made in different.values())
    if room is not None and least > room:
        raise OptionError(
            f"the tests don't fit: at their smallest, they take {least / room:.2f} times the {room} bytes that are left"
        )
    return groups_of(problem.limits, [made.test for made in different.values()])


def _sizes(family: Family, factor: float) -> dict[str, int]:
    """Return sizes for ``factor`` times the default lengths, if others; numbers, as of moves, shrink like areas."""
    sizes: dict[str, int] = {}
    for size in family.sizes:
        value = size.default_value
        power = 0 if value <= 100 else 1 if value <= 1000 else 2  # up to 1000, it is a length
        smaller = max(size.least, int(value * factor**power))
        if smaller != value:
            sizes[size.name] = smaller
    return sizes


def _level(sizes: Sequence[float], room: int) -> float:
    """Return the level to which the larger ``sizes`` must go down so that all fit, or the largest. O(n log n)."""
    left = float(room)
    ascending = sorted(sizes)
    for k, size in enumerate(ascending):
        level = left / (len(ascending) - k)
        if size > level:
            return level
        left -= size
    return ascending[-1]


def groups_of(limits: Limits, tests: Sequence[Test]) -> tuple[TestGroup, ...]:
    """Return ``tests``, named, by the subtasks of ``limits``; ``OptionError`` if one has none. O(tests × subtasks)."""
    last, numbers = limits.subtasks[-1], count(1)
    groups: list[TestGroup] = []
    for number, subtask in enumerate(limits.subtasks, 1):
        mine = [test for test in tests if (test.family.group.subtask or last) == subtask]
        if not mine:
            raise OptionError(f"the tests don't fit: reduced so far, subtask {subtask.slug} has no separate tests")
        width = max(2, len(str(len(mine))))
        named = [
            test._replace(number=next(numbers), name=f"{k:0{width}}-{test.family.name}")
            for k, test in enumerate(mine, 1)
        ]
        groups.append(TestGroup(number, subtask, tuple(named)))
    return tuple(groups)
