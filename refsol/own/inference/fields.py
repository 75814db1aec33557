"""The fields of a grammar with all values that they have in the samples, and what these have in common."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.own.inference.grammar import Count, Line, Matcher, Part, Path, Values, all_parts, is_visible
from refsol.own.inference.samples import SampleLines

INTEGER: Final = "integer"
FLOAT: Final = "float"
WORD: Final = "word"

_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]{0,999}")  # what is longer is a word
_FLOAT: Final = re.compile(r"-?(0|[1-9][0-9]{0,999})(\.[0-9]{1,999})?([eE][+-]?[0-9]{1,3})?")


class Cell(NamedTuple):
    """A ``token`` of a field in a ``sample``, in these ``rounds`` of loops; ``values`` are known by then."""

    token: str
    sample: int
    rounds: Path
    values: Mapping[Path, int]


class GrammarField:
    """A field of a grammar: its ``path``, all its ``cells``, and what they have in common. It may be changed.

    ``indices`` are the loops and lists that number it as an element of an array, the innermost with ``times`` rounds;
    those in ``tests`` count other loops around it. It ``is_count`` if something is repeated as often as it says, or is
    as long. ``lengths`` are the fields that say how long its words are.
    """

    def __init__(
        self, path: Path, line: Line, indices: tuple[Path, ...], times: Count | None, tests: tuple[Path, ...]
    ) -> None:
        self.path: Final = path
        self.line: Final = line
        self.indices: Final = indices
        self.times: Final = times
        self.tests: Final = tests
        self.cells: Final[list[Cell]] = []
        self.kind = INTEGER
        self.is_count = False
        self.lengths: list[Path] = []

    @property
    def is_listed(self) -> bool:
        """Whether it is in a list."""
        return self.path[-1] >= self.line.fixed

    @property
    def tokens(self) -> list[str]:
        """The values, as written."""
        return [cell.token for cell in self.cells]

    @property
    def is_mixed(self) -> bool:
        """Whether there are numbers and words."""
        numbers = sum(map(bool, map(_FLOAT.fullmatch, self.tokens)))
        return self.kind == WORD and 0 < numbers < len(self.cells) and not all(map(str.isdecimal, self.tokens))

    def numbers(self) -> list[int]:
        """Return the values of a field of integers."""
        return [int(cell.token) for cell in self.cells]

    def groups(self) -> list[list[Cell]]:
        """Return the values, those of the same run of the innermost loop together."""
        found: dict[tuple[int, Path], list[Cell]] = {}
        for cell in self.cells:
            found.setdefault((cell.sample, cell.rounds[:-1]), []).append(cell)
        return [*found.values()]

    def number_groups(self) -> list[list[int]]:
        """Return the same for a field of integers, as numbers."""
        return [[int(cell.token) for cell in cells] for cells in self.groups()]


def fields_of(parts: Sequence[Part], samples: Sequence[SampleLines]) -> dict[Path, GrammarField]:
    """Return the fields of a grammar and their values in the ``samples``, in the order of reading. It takes O(size)."""
    found = {field.path: field for field in _fields(parts)}

    def visit(path: Path, token: str, rounds: Path, values: Values) -> None:
        found[path].cells.append(Cell(token, number, rounds, dict(values)))

    matcher = Matcher(samples, 10**9)
    for number in range(len(samples)):
        matcher.match(parts, number, 0, {}, (), visit)
    fields = {path: field for path, field in found.items() if field.cells}
    for part in all_parts(parts):
        for path in () if part.times is None else part.times.fields:
            if path in fields:
                fields[path].is_count = True
    for field in fields.values():
        _find_kind(field, fields)
    return fields


def _fields(
    parts: Sequence[Part], indices: tuple[Path, ...] = (), times: Count | None = None, tests: tuple[Path, ...] = ()
) -> Iterator[GrammarField]:
    for part in parts:
        if isinstance(part, Line):
            for path in part.fields():
                if path[-1] < part.fixed:
                    yield GrammarField(path, part, indices, times, tests)
                else:
                    yield GrammarField(path, part, (*indices, part.path), part.times, tests)
        elif len(part.body) == 1:
            yield from _fields(part.body, (*indices, part.path), part.times, tests)
        else:
            yield from _fields(part.body, indices, None, (*tests, *(part.times.fields if part.times else ())))


def _find_kind(field: GrammarField, fields: Mapping[Path, GrammarField]) -> None:
    tokens = field.tokens
    is_integer = all(map(_INTEGER.fullmatch, tokens))
    if not is_integer:
        field.kind = FLOAT if all(map(_FLOAT.fullmatch, tokens)) else WORD
    sizes = {*map(len, tokens)}
    if field.kind == FLOAT or sizes in ({1}, {2}) or (is_integer and (len(tokens) < 3 or field.is_count)):
        return
    known = [path for path in fields if is_known(path, field)]
    known = [path for path in known if all(cell.values.get(path) == len(cell.token) for cell in field.cells)]
    field.lengths = sorted(known, key=lambda path: (fields[path].is_count, -len(path), path))
    if field.lengths:
        field.kind = WORD
        fields[field.lengths[0]].is_count = True


def is_known(path: Path, field: GrammarField) -> bool:
    """Return whether the field at ``path`` has one value where another ``field`` is read."""
    is_before = path[:-1] == field.line.path and path[-1] < min(field.path[-1], field.line.fixed)
    return is_before or is_visible(path, field.line.path)


def counter_of(field: GrammarField, fields: Mapping[Path, GrammarField]) -> tuple[Path, int] | None:
    """Return the count of things of which the integers are indices, and the first index, 0 or 1; None if there is none.

    The largest index is there: in some field of the line or, if there are as many integers as the count says, in each
    list of them.
    """
    if field.kind != INTEGER or field.is_count or len(field.cells) < 2 or {*field.tokens} <= {"0", "1"}:
        return None
    times = field.times if field.times is not None and field.times.form is not None else Count(None)
    own = times.fields if times.form is not None and not times.form.cost else ()
    counts = [path for path, other in fields.items() if other.is_count or (field.indices and not other.indices)]
    counts = [path for path in counts if is_known(path, field) and path not in field.tests]
    row = [other for other in fields.values() if other.line is field.line and other.kind == INTEGER]
    start = int(min(field.numbers()) > 0)
    for path in sorted(counts, key=lambda path: (path in own, path not in times.fields, -len(path), path)):
        gaps = _gaps(field, path, start)
        if path in own:
            is_reached = all(0 in each for each in gaps) and (field.is_listed or field.line.fixed == 1)
        else:
            is_reached = any(0 in each for other in row for each in _gaps(other, path, start))
        if gaps and is_reached:
            return path, start
    return None


def _gaps(field: GrammarField, path: Path, start: int) -> list[list[int]]:
    """Return by how much the indices in each list of a field are below the largest; none if one is out of range."""
    groups = [[(cell.values.get(path, -1) - 1 + start, int(cell.token)) for cell in cells] for cells in field.groups()]
    is_within = all(start <= value <= most for each in groups for most, value in each)
    return [[most - value for most, value in each] for each in groups] if is_within else []


def are_trees(a: GrammarField, b: GrammarField) -> bool:
    """Return whether pairs of integers are edges of trees, whose nodes are from 1 to one more than there are edges."""
    for left, right in zip(a.number_groups(), b.number_groups(), strict=True):
        component = {node: node for node in range(1, len(left) + 2)}
        for one, other in zip(left, right, strict=True):
            if one not in component or other not in component or component[one] == component[other]:
                return False
            old, new = component[one], component[other]
            component = {node: new if each == old else each for node, each in component.items()}
    return True
