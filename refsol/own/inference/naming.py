"""The names of variables: those of the constraints, and otherwise those that statements usually have."""

from collections.abc import Mapping, Sequence
from typing import Final

from refsol.own.inference.fields import INTEGER, WORD, Field, Key
from refsol.own.inference.ranges import Facts
from refsol.own.inference.shape import FreeLine, Item, Line, Repetition, TaggedLine, Until, is_row

INDICES: Final = ("i", "j", "h", "g")
"""The names of indices of loops, from the outside to the inside, unless they are taken."""

_COUNTS: Final = ("n", "m", "k", "l", "r")
_LISTS: Final = ("a", "b", "c", "d", "e")
_ENDS: Final = ("u", "v", "w", "c", "d")
_POINTS: Final = ("x", "y", "z", "w", "p")
_RANGES: Final = ("l", "r", "x", "y", "z")
_SCALARS: Final = ("k", "x", "y", "z", "p")
_VALUES: Final = ("a", "b", "c", "d", "e", "f")
_WORDS: Final = ("s", "t", "word", "name")


class Names:
    """Names for ``fields`` of a shape, ``items``: those of a text, ``given``, then those from ``before``. O(fields).

    ``of`` has the name of each field, and ``indices`` are names for indices of loops.
    """

    def __init__(
        self,
        items: Sequence[Item],
        fields: Mapping[Key, Field],
        facts: Facts,
        given: Mapping[str, Key],
        before: Mapping[Key, str],
    ) -> None:
        self.of: Final[dict[Key, str]] = {}
        self._fields: Final = fields
        self._facts: Final = facts
        self._taken: Final[set[str]] = set()
        for name, key in given.items():
            if name.isalnum() and name[0].isalpha():
                self.of[key] = name
                self._taken.add(name)
        for key, name in before.items():
            if key not in self.of and (name not in self._taken or key.tag):
                self.of[key] = name
                self._taken.add(name)
        self._tests: Final = self._count_of_tests(items)
        self._walk(items, None, 0)
        self.indices: Final = [name for name in (*INDICES, "i1", "i2", "i3", "i4") if name not in self._taken]

    def __getitem__(self, number: int) -> str:
        """Return the name of the field of this number. O(1)."""
        return self.of[Key(number)]

    def by_number(self) -> dict[int, str]:
        """Return the names of fields outside tagged lines, by number. O(fields)."""
        return {key.number: name for key, name in self.of.items() if not key.tag}

    def fresh(self, *wanted: str) -> str:
        """Return the first of the ``wanted`` names that isn't taken, or one like the first, and take it."""
        for name in wanted:
            if name not in self._taken:
                self._taken.add(name)
                return name
        number = 2
        while f"{wanted[0]}{number}" in self._taken:
            number += 1
        return self.fresh(f"{wanted[0]}{number}")

    @staticmethod
    def _count_of_tests(items: Sequence[Item]) -> int:
        match items:
            case [Line(first, 1, None), Repetition(count, body, _), *_] if not is_row(body):
                return first if count.variables() == (first,) else -1
        return -1

    def _walk(self, items: Sequence[Item], around: Repetition | Until | None, lists: int) -> None:
        for item in items:
            match item:
                case Repetition() | Until():
                    self._walk(item.body, item, lists)
                case Line():
                    for number in item.fields:
                        self._name(Key(number), item, around, items, lists)
                    pool = _LISTS if len(item.listed) == 1 else _POINTS
                    for key in map(Key, item.listed):
                        if key in self._fields and key not in self.of:
                            wanted: Sequence[str] = _WORDS if self._fields[key].kind == WORD else pool
                            wanted = ("p", *pool) if key in self._facts.permutations else wanted
                            self.of[key] = self.fresh(*wanted)
                    lists += item.listing is not None
                case TaggedLine(first):
                    self._tagged(first)
                case FreeLine(first):
                    if Key(first) in self._fields:
                        self.of.setdefault(
                            Key(first), self.fresh("line" if self._fields[Key(first)].kind == WORD else "a")
                        )

    def _tagged(self, first: int) -> None:
        tag = Key(first)
        if tag not in self._fields:
            return
        if tag not in self.of:
            self.of[tag] = self.fresh("type" if self._fields[tag].kind == INTEGER else "command")
        for key, field in self._fields.items():
            if key.number == first and key.tag and key not in self.of:
                same = (
                    name for other, name in self.of.items() if other.tag and other[::2] == key[::2] and other != key
                )
                pool = _WORDS if field.kind == WORD else _POINTS
                name = next((name for name in same if (name in _WORDS) == (field.kind == WORD)), None)
                self.of[key] = name or self.fresh(*pool)

    def _name(self, key: Key, line: Line, around: Repetition | Until | None, items: Sequence[Item], lists: int) -> None:
        if key in self.of or key not in self._fields:
            return
        field = self._fields[key]
        pool: Sequence[str]
        if field.is_count:
            governs_queries = lists > 0 or any(
                isinstance(item, Repetition)
                and key.number in item.times.variables()
                and any(isinstance(part, TaggedLine) for part in item.body)
                for item in items
            )
            pool = ("t", *_COUNTS) if key.number == self._tests else (("q",) if governs_queries else ()) + _COUNTS
            if around is not None and is_row(around.body):
                pool = ("k", *_COUNTS)
        elif field.kind == WORD:
            pool = _WORDS
        elif around is not None and is_row(around.body):
            pool = self._of_row(key, line)
        elif any(map(self._is_count, line.fields)):
            pool = _COUNTS if self._bounds_others(key.number) else _SCALARS
        else:
            pool = _VALUES if line.fixed > 1 else _SCALARS[1:]
        self.of[key] = self.fresh(*pool)

    def _bounds_others(self, number: int) -> bool:
        return any(limits.high.of == number for limits in self._facts.ranges.values())

    def _is_count(self, number: int) -> bool:
        field = self._fields.get(Key(number))
        return field is not None and field.is_count

    def _of_row(self, key: Key, line: Line) -> Sequence[str]:
        if line.fixed == 1:
            return ("p", *_LISTS) if key in self._facts.permutations else _LISTS
        limits = [self._facts.ranges[key] for key in map(Key, line.fields) if key in self._facts.ranges]
        if any(each.low.of >= 0 for each in limits):
            return _RANGES
        if sum(each.high.of >= 0 for each in limits) >= 2:
            return _ENDS
        return _POINTS
