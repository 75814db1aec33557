"""The tests of a package: those of a test set, some with smaller sizes where the whole would be too large."""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from refsol.errors import OptionError
from refsol.jury.contract import Family
from refsol.jury.testset import Entry
from refsol.limits import Limits, Subtask
from refsol.packages.files import CHUNK
from refsol.problem import Problem

_FIRST: Final = 1 / 32  # of the default sizes, to begin with
_SMALL: Final = 100
_LONGEST: Final = 1000  # a length; what is larger is a number
_LEAST_STEP: Final = 0.9  # sizes shrink by at least this factor


class Budget(NamedTuple):
    """How many bytes the tests may take; None stands for no limit."""

    plain: int | None = None
    """For all inputs and answers as they are."""
    zipped: int | None = None
    """For all inputs and answers, each compressed."""


class Test(NamedTuple):
    """A test of a package."""

    name: str
    """Its number in its group and its family: ``03-rings``."""
    family: Family
    """The family of its input."""
    seed: str
    """The seed of its input."""
    sizes: Mapping[str, int]
    """The sizes of the family, as far as they aren't the default."""
    input: Path
    """The file with the input."""
    answer: Path
    """The file with the answer."""


class Group(NamedTuple):
    """The tests of a subtask."""

    number: int
    """The number of the subtask."""
    subtask: Subtask
    """The subtask, which says what the tests are worth."""
    tests: tuple[Test, ...]
    """At least one."""

    @property
    def at_full_size(self) -> bool:
        """Whether all tests have their default sizes. O(tests)."""
        return not any(test.sizes for test in self.tests)

    @property
    def name(self) -> str:
        """The number and the slug of the subtask: ``01-one-row``."""
        return f"{self.number:02}-{self.subtask.slug}"


class Keep(Protocol):
    """Keeps files that take long to make, so that an interrupted package can be resumed."""

    def __call__(self, name: str, make: Callable[[], Iterable[bytes]], /) -> Path:
        """Return the complete file called ``name``; if it isn't there, its content is made, in pieces."""


def fewer(entries: Sequence[Entry], most: int) -> list[Entry]:
    """Return at most ``most`` of the tests ``entries``: the last ones of the families that have the most are left out.

    Raises ``OptionError`` if there would not be one of each family. O(n²).
    """
    left = list(entries)
    while len(left) > most:
        counts = Counter(entry.family.name for entry in left)
        name, count = counts.most_common(1)[0]
        if count == 1:
            raise OptionError(f"the tests don't fit: there may be {most}, and each of {len(left)} families needs one")
        last = max(k for k, entry in enumerate(left) if entry.family.name == name)
        del left[last]
    return left


class _Made(NamedTuple):
    """A test with its files: ``sizes`` are those for a ``factor``, which is 1 if they are the default.

    ``cost`` is the share of the room that it takes.
    """

    entry: Entry
    factor: float
    sizes: Mapping[str, int]
    input: Path
    answer: Path
    cost: float


def bare_groups(limits: Limits, entries: Iterable[Entry], nothing: Path) -> tuple[Group, ...]:
    """Return the tests ``entries`` of a test set by subtask, with ``nothing`` as all inputs and answers. O(tests).

    Raises ``OptionError`` if a subtask has no test.
    """
    return tuple(_groups(limits, [_Made(entry, 1, {}, nothing, nothing, 0) for entry in entries]))


def full_groups(
    problem: Problem, limits: Limits, entries: Iterable[Entry], room: Budget, keep: Keep
) -> tuple[Group, ...]:
    """Return the tests ``entries`` of a test set by subtask, within a ``room``.

    The inputs of families with sizes become smaller, the largest ones first, until everything fits. No two inputs are
    equal. Raises ``OptionError`` if there is too little room. O(making the tests, the large ones several times).
    """
    maker = _Maker(problem, room, keep)
    made = list(_different(maker.all(list(entries))))
    least = sum(test.cost for test in made)
    if least > 1:
        raise _no_room(room, least)
    return tuple(_groups(limits, made))


class _Maker:
    """Makes tests of a ``problem`` for a ``room``."""

    def __init__(self, problem: Problem, room: Budget, keep: Keep) -> None:
        self._problem: Final = problem
        self._room: Final = room
        self._keep: Final = keep

    def all(self, entries: Sequence[Entry]) -> list[_Made]:
        """Return the tests, all of which take the same room but for those that need less."""
        limited = self._room != Budget()
        made = [self._make(entry, _FIRST if limited and entry.family.sizes else 1) for entry in entries]
        while True:  # those that are small so far grow, until they are too large or complete
            level = _level([test.cost if test.factor == 1 else inf for test in made])
            if all(test.factor == 1 or test.cost > level for test in made):
                break
            made = [
                self._make(test.entry, min(1, 2 * test.factor)) if test.factor < 1 and test.cost <= level else test
                for test in made
            ]
        return [test if test.cost <= level else self._shrunk(test, level) for test in made]

    def _make(self, entry: Entry, factor: float) -> _Made:
        sizes = _sizes(entry.family, factor)
        name = "-".join([entry.name, *(f"{size}{value}" for size, value in sizes.items())])
        source = self._keep(f"{name}.in", lambda: [entry.family.generate(entry.seed, sizes)])
        answer = self._keep(f"{name}.ans", lambda: self._problem.solve(source.read_bytes(), {}))
        return _Made(entry, factor, sizes, source, answer, _cost(self._room, (source, answer)))

    def _shrunk(self, test: _Made, level: float) -> _Made:
        """Return a smaller test of the same family and seed whose cost is at most ``level``, or the smallest one."""
        family = test.entry.family
        least = _sizes(family, 0)
        factor = test.factor
        while test.cost > level and _sizes(family, factor) != least:
            factor *= min(_LEAST_STEP, (level / test.cost) ** 0.5)
            if _sizes(family, factor) != test.sizes:
                test = self._make(test.entry, factor)
        return test


def _sizes(family: Family, factor: float) -> dict[str, int]:
    """Return the sizes of a ``family`` for lengths ``factor`` times the default, but those that are the default.

    Numbers, as of moves, shrink like areas, so that an input still looks the same; what is small anyway stays.
    """
    sizes: dict[str, int] = {}
    for size in family.sizes:
        value = size.default_value
        power = 0 if value <= _SMALL else 1 if value <= _LONGEST else 2
        smaller = max(size.least, int(value * factor**power))
        if smaller != value:
            sizes[size.name] = smaller
    return sizes


def _cost(room: Budget, paths: Sequence[Path]) -> float:
    """Return the larger share of the room that files take. O(size)."""
    cost = 0.0
    if room.plain is not None:
        cost = sum(path.stat().st_size for path in paths) / max(room.plain, 1)
    if room.zipped is not None:
        cost = max(cost, sum(map(_zipped_size, paths)) / max(room.zipped, 1))
    return cost


def _zipped_size(path: Path) -> int:
    packer = zlib.compressobj()
    size = 0
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            size += len(packer.compress(piece))
    return size + len(packer.flush())


def _level(costs: Sequence[float]) -> float:
    """Return the level to which the larger ``costs`` have to go down so that their sum is at most 1.

    If none has to, it is the largest.

    O(n log n).
    """
    left = 1.0
    ascending = sorted(costs)
    for k, cost in enumerate(ascending):
        level = left / (len(ascending) - k)
        if cost > level:
            return level
        left -= cost
    return ascending[-1]


def _different(tests: Iterable[_Made]) -> Iterator[_Made]:
    """Yield the tests but those whose input is equal to an earlier one, as some of the smallest are. O(size)."""
    seen: set[bytes] = set()
    for test in tests:
        digest = sha256(test.input.read_bytes()).digest()
        if digest not in seen:
            seen.add(digest)
            yield test


def _groups(limits: Limits, tests: Sequence[_Made]) -> Iterator[Group]:
    """Yield the subtasks with their tests, numbered."""
    last = limits.subtasks[-1]
    for number, subtask in enumerate(limits.subtasks, 1):
        mine = [test for test in tests if (test.entry.family.group.subtask or last) == subtask]
        if not mine:
            raise OptionError(f"the tests don't fit: reduced so far, subtask {subtask.slug} has none of its own")
        width = max(2, len(str(len(mine))))
        yield Group(
            number,
            subtask,
            tuple(
                Test(f"{k:0{width}}-{entry.family.name}", entry.family, entry.seed, sizes, source, answer)
                for k, (entry, _factor, sizes, source, answer, _cost) in enumerate(mine, 1)
            ),
        )


def _no_room(room: Budget, least: float) -> OptionError:
    limits = [f"{size} bytes{how}" for size, how in ((room.plain, ""), (room.zipped, " zipped")) if size is not None]
    return OptionError(
        f"the tests don't fit: at their smallest, they take {least:.2f} times the {' or '.join(limits)} that are left"
    )
