"""The grammar of an input: lines of fields, and loops over lines; it is matched with samples, line by line.

A part of a grammar is found by its path, the places of the parts around it and its own: ``(1, 0, 2)`` is field 2 in the
first line of the loop that is the second part. The path of a loop also stands for the index of its rounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.own.inference.samples import SampleLines

Path: TypeAlias = tuple[int, ...]
Values: TypeAlias = dict[Path, int]
"""The values of the integer fields and indices that have been read."""


class Form(NamedTuple):
    """A form of a count over one field or two, ``a`` and ``b``: its ``text``, ``cost`` and ``value``."""

    text: str
    cost: int
    value: Callable[[int, int], int]


EDGES: Final = Form("{a} - 1", 1, lambda a, _b: a - 1)
COUNT_FORMS: Final = (
    EDGES,
    Form("{a}", 0, lambda a, _b: a),
    Form("{a} + 1", 3, lambda a, _b: a + 1),
    Form("2 * {a}", 3, lambda a, _b: 2 * a),
    Form("{a} * {b}", 3, lambda a, b: a * b),
    Form("{a} - {b}", 3, lambda a, b: a - b),
    Form("{a} - {b} - 1", 3, lambda a, b: a - b - 1),
)
"""The forms of counts. That of the edges of a tree comes first: of n - 1 and m lines as against n and m - 1."""


class Count(NamedTuple):
    """The number of rounds of a loop or list: a ``form`` over fields; without one, the ``constant``."""

    form: Form | None
    fields: tuple[Path, ...] = ()
    constant: int = 0

    def value(self, values: Mapping[Path, int]) -> int | None:
        """Return the value, or None if a field isn't in ``values``."""
        if self.form is None:
            return self.constant
        found = [values.get(field) for field in self.fields]
        if None in found:
            return None
        return self.form.value(found[0] or 0, found[-1] or 0)

    def written(self, names: Mapping[Path, str]) -> str:
        """Return the count with ``names`` for its fields."""
        if self.form is None:
            return str(self.constant)
        return self.form.text.format(a=names[self.fields[0]], b=names[self.fields[-1]])


class Line(NamedTuple):
    """A line at a ``path``: ``fixed`` fields and, ``times`` over, ``width`` others.

    Without ``times``, the others go on to the end of the line.
    """

    path: Path
    fixed: int
    times: Count | None = None
    width: int = 0

    def fields(self) -> list[Path]:
        """Return the paths of all fields, those of the list last."""
        return [(*self.path, place) for place in range(self.fixed + self.width)]


class Loop(NamedTuple):
    """A loop at a ``path``: ``times`` over, or until a line of the words in ``sentinel``, or until the end."""

    path: Path
    times: Count | None
    body: "tuple[Part, ...]"
    sentinel: tuple[str, ...] = ()


Part: TypeAlias = Line | Loop
"""A part of a grammar."""
Visit: TypeAlias = Callable[[Path, str, Path, Values], None]
"""Called for each field: its path, the token, the numbers of rounds around it, and what has been read."""


def all_parts(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield ``parts`` and those inside, in the order of reading."""
    for part in parts:
        yield part
        if isinstance(part, Loop):
            yield from all_parts(part.body)


def replaced(parts: Sequence[Part], new: Part) -> tuple[Part, ...]:
    """Return ``parts`` with a ``new`` one instead of that at its path."""
    return tuple(
        new
        if part.path == new.path
        else part._replace(body=replaced(part.body, new))
        if isinstance(part, Loop)
        else part
        for part in parts
    )


def is_visible(field: Path, path: Path) -> bool:
    """Return whether a field or index has one value where the part at ``path`` begins."""
    if len(field) < len(path) and field == path[: len(field)]:
        return True  # the index of a loop around it
    around = len(field) - 2
    return 0 <= around < len(path) and field[:around] == path[:around] and field[around] < path[around]


class UnknownBodyError(Exception):
    """A ``loop`` whose body isn't known has rounds in a ``sample``, from the line at ``position`` on."""

    def __init__(self, loop: Loop, sample: int, position: int, values: Values) -> None:
        super().__init__(loop, sample, position)
        self.loop: Final = loop
        self.sample: Final = sample
        self.position: Final = position
        self.values: Final = values


class ExhaustedError(Exception):
    """Too many lines have been matched."""


class Matcher:
    """Matches grammars with ``samples``, in ``budget`` lines at most; then raises :class:`ExhaustedError`."""

    def __init__(self, samples: Sequence[SampleLines], budget: int) -> None:
        self.samples: Final = samples
        self.budget = budget

    def match(
        self,
        parts: Sequence[Part],
        sample: int,
        position: int,
        values: Values,
        rounds: Path = (),
        visit: Visit | None = None,
    ) -> int:
        """Match ``parts`` from the line at ``position`` on, and return the line behind them, or -1.

        ``values`` are those that have been read; others are added. ``visit`` is called for each field. Raises
        :class:`UnknownBodyError`.
        """
        for part in parts:
            if isinstance(part, Line):
                position = self._line(part, sample, position, values, rounds, visit)
            else:
                position = self._loop(part, sample, position, values, rounds, visit)
            if position < 0:
                return -1
        return position

    def _line(self, line: Line, sample: int, position: int, values: Values, rounds: Path, visit: Visit | None) -> int:
        self.budget -= 1
        if self.budget < 0:
            raise ExhaustedError
        lines = self.samples[sample].lines
        if position >= len(lines) or len(lines[position]) < line.fixed:
            return -1
        tokens, numbers = lines[position], self.samples[sample].numbers[position]
        for place in range(line.fixed):
            number = numbers[place]
            if number is None:
                values.pop((*line.path, place), None)
            else:
                values[*line.path, place] = number
        listed = len(tokens) - line.fixed
        if line.times is not None:
            if listed != (line.times.value(values) or 0) * line.width:
                return -1
        elif (listed and not line.width) or line.width > listed:
            return -1
        if visit is not None:
            for place, token in enumerate(tokens):
                if place < line.fixed:
                    visit((*line.path, place), token, rounds, values)
                else:
                    index, column = divmod(place - line.fixed, line.width)
                    visit((*line.path, line.fixed + column), token, (*rounds, index), values)
        return position + 1

    def _loop(self, loop: Loop, sample: int, position: int, values: Values, rounds: Path, visit: Visit | None) -> int:
        lines = self.samples[sample].lines
        end = len(lines) - bool(loop.sentinel)
        times = end - position if loop.times is None else loop.times.value(values)
        if times is None or not 0 <= times <= end - position + bool(loop.sentinel):
            return -1
        if times and not loop.body:
            raise UnknownBodyError(loop, sample, position, values)
        index = 0
        while index < times and (loop.times is not None or position < end):
            if loop.sentinel and lines[position][:1] == loop.sentinel[:1]:
                return -1
            values[loop.path] = index
            following = self.match(loop.body, sample, position, values, (*rounds, index), visit)
            if following <= position:
                return -1
            position = following
            index += 1
        if loop.times is None:
            return len(lines) if position == end and lines[end:] in ((), (loop.sentinel,)) else -1
        return position
