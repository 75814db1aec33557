"""The tests of a package: those of a test set, some with smaller sizes where the whole would be too large."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from refsol.errors import OptionError
from refsol.jury.contract import Family
from refsol.jury.testset import Entry
from refsol.limits import Limits, Subtask
from refsol.packages.files import CHUNK
from refsol.problem import Problem

_LEAST_STEP: Final = 0.9  # sizes shrink by at least this factor


class Room(NamedTuple):
    """How much room the tests have, in bytes; None stands for no limit."""

    plain: int | None = None
    """For all inputs and answers as they are."""
    zipped: int | None = None
    """For all inputs and answers, each compressed."""


class Test(NamedTuple):
    """A test of a package."""

    name: str
    """Its number in its group and its family: ``03-rings``."""
    family: Family
    seed: str
    """The seed of the family."""
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
    tests: tuple[Test, ...]

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


class _Made(NamedTuple):
    """A test with its files, and its ``cost``: what it takes of the room, from 0 to 1 if all of it fits."""

    entry: Entry
    sizes: Mapping[str, int]
    input: Path
    answer: Path
    cost: float


def bare_groups(limits: Limits, entries: Iterable[Entry], nothing: Path) -> tuple[Group, ...]:
    """Return the tests ``entries`` of a test set by subtask, with ``nothing`` as all inputs and answers. O(tests)."""
    return tuple(_groups(limits, [_Made(entry, {}, nothing, nothing, 0) for entry in entries]))


def full_groups(
    problem: Problem, limits: Limits, entries: Iterable[Entry], room: Room, keep: Keep
) -> tuple[Group, ...]:
    """Return the tests ``entries`` of a test set by subtask, within a ``room``.

    The inputs of families with sizes become smaller, the largest ones first, until everything fits. No two inputs are
    equal. Raises ``OptionError`` if there is too little room. O(making the tests, some of them several times).
    """
    made = [_make(problem, entry, {}, room, keep, 0) for entry in entries]
    if sum(test.cost for test in made) > 1:
        level = _level([test.cost for test in made])
        made = [test if test.cost <= level else _shrunk(problem, test, level, room, keep) for test in made]
    made = list(_different(made))
    least = sum(test.cost for test in made)
    if least > 1:
        raise _no_room(room, least)
    return tuple(_groups(limits, made))


def _make(problem: Problem, entry: Entry, sizes: Mapping[str, int], room: Room, keep: Keep, attempt: int) -> _Made:
    name = f"{entry.name}.{attempt}" if attempt else entry.name
    source = keep(f"{name}.in", lambda: [entry.family.generate(entry.seed, sizes)])
    answer = keep(f"{name}.ans", lambda: problem.solve(source.read_bytes(), {}))
    return _Made(entry, sizes, source, answer, _cost(room, (source, answer)))


def _cost(room: Room, paths: Sequence[Path]) -> float:
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
    """Return the level to which the larger ``costs`` have to go down so that their sum is at most 1; 0 if none does.

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


def _shrunk(problem: Problem, test: _Made, level: float, room: Room, keep: Keep) -> _Made:
    """Return a test of the same family and seed whose cost is at most ``level``, or the smallest there is."""
    defaults = {size.name: size.default_value for size in test.entry.family.sizes}
    factor = 1.0
    attempt = 0
    while test.cost > level:
        factor *= min(_LEAST_STEP, (level / test.cost) ** 0.5)  # most inputs grow with the square of their sizes
        sizes = {size.name: max(size.least, int(size.default_value * factor)) for size in test.entry.family.sizes}
        if sizes == {**defaults, **test.sizes}:
            if all(sizes[size.name] == size.least for size in test.entry.family.sizes):
                break
            continue
        attempt += 1
        test = _make(problem, test.entry, sizes, room, keep, attempt)
    return test


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
            raise OptionError(f"the tests don't fit: there is no room for different ones in subtask {subtask.slug}")
        width = max(2, len(str(len(mine))))
        yield Group(
            number,
            subtask,
            tuple(
                Test(f"{k:0{width}}-{entry.family.name}", entry.family, entry.seed, sizes, source, answer)
                for k, (entry, sizes, source, answer, _cost) in enumerate(mine, 1)
            ),
        )


def _no_room(room: Room, least: float) -> OptionError:
    limits = [f"{size} bytes{how}" for size, how in ((room.plain, ""), (room.zipped, " zipped")) if size is not None]
    return OptionError(
        f"the tests don't fit: there is room for {' and '.join(limits)}, and at their smallest they take "
        f"{ceil(100 * least)} % of it"
    )
