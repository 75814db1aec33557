"""A source that makes up an input: its parts, and what tests have found about the part that follows."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.interpreter import BrokenError, Index
from refsol.own.description.source import Source
from refsol.own.description.validator import validate
from refsol.own.description.values import Datum, brief

_Tuple: TypeAlias = tuple[Datum, ...]
_IN_NUMBERS: Final = b"0123456789.eE"  # what can go on with a number


class Writer(Source):
    """Makes up an input of a ``description``, of parts none of which is empty. Methods are O(1) unless they say more.

    ``is_full`` is whether there was more than the limit allows. It ``tracks_loops``.
    """

    tracks_loops = True

    def __init__(self, description: syntax.Description) -> None:
        self.is_full = False
        self._ended = False  # nothing may follow
        self._parts: Final[list[bytes]] = []
        self._length = 0
        self._limit = 0
        self._demands: Final[list[tuple[bytes, bool]]] = []  # whether the next character is one of these
        self._is_doubtful = False  # it may not be what the description says
        self._description: Final = description
        self._asks = any(isinstance(node, syntax.Regex | syntax.Lookahead) for node in description.nodes)
        self._unique: Final = unique_in(description)
        self._tuples: Final[dict[str, _DistinctTuples]] = {}  # by the name that is assigned last
        self._pairs: Final[dict[str, _DistinctTuples]] = {}  # those of two values, by the name of the first

    def begin(self, limit: int) -> None:
        """Begin with an empty input, which may get as long as ``limit``. O(parts)."""
        self._cut(0)
        self._limit = limit
        self.is_full = False
        self._is_doubtful = self._asks

    def forget(self) -> None:
        """Forget which tuples of values that have to be distinct are taken. O(their number)."""
        for names in self._unique:
            tuples = _DistinctTuples(names, [self.interpreter.values_of(name) for name in names])
            self._tuples[names[-1]] = tuples
            if len(names[1:]) == 1:
                self._pairs[names[0]] = tuples

    def position(self) -> int:
        """Return the number of parts."""
        return len(self._parts)

    def text(self, command: syntax.Text, text: bytes) -> None:
        """Add ``text``. Raises :class:`.BrokenError` if it may not follow."""
        self._add(text)

    def end(self, place: syntax.Location) -> None:
        """Note that nothing follows."""
        self._ended = True

    def lookahead(self, test: syntax.Lookahead, characters: bytes | None) -> bool:
        """Return whether one of ``characters``, or for None nothing, is to follow, and see to its being true."""
        answer = self._answer(test)
        if characters is None:
            self._ended = answer
        else:
            self._demands.append((characters, answer))
        return answer

    @abstractmethod
    def _answer(self, test: syntax.Lookahead) -> bool:
        """Return what a test is to find."""

    def finished(self) -> bytes:
        """Return the input. O(length).

        Raises ``InputError`` if the description reads it in another way than it was meant.
        """
        data = b"".join(self._parts)
        if self._is_doubtful:
            validate(self._description, data)
        return data

    def _cut(self, length: int) -> None:
        self._length -= sum(map(len, self._parts[length:]))
        del self._parts[length:]
        self._demands.clear()
        self._ended = False

    def _may_follow(self, text: bytes) -> bool:
        """Return whether ``text`` meets the demands. O(demands)."""
        return not text or all((text[0] in characters) == wanted for characters, wanted in self._demands)

    def _add(self, text: bytes) -> None:
        """Add a part, unless ``text`` is empty. Raises :class:`.BrokenError` if it may not follow. O(demands)."""
        if not text:
            return
        if self._ended:
            raise BrokenError("what a test has found: that nothing follows")
        if self._demands:
            if not self._may_follow(text):
                raise BrokenError("what a test has found about what follows")
            self._demands.clear()
        if self._length + len(text) > self._limit:
            self._overflow()
        self._length += len(text)
        if text[0] in _IN_NUMBERS and self._parts and self._parts[-1][-1] in _IN_NUMBERS:
            self._is_doubtful = True
        self._parts.append(text)

    def _overflow(self) -> NoReturn:
        self.is_full = True
        raise BrokenError(f"the limit of {self._limit} bytes")

    def _take(self, target: syntax.Variable | None, value: Datum) -> bool:
        """Return whether a value may be assigned: where it has to be new, only if it is. O(1) amortized."""
        tuples = self._tuples.get(target.name) if target else None
        return not (target and tuples) or tuples.take(self.interpreter.index_of(target), value)

    def _free(
        self, target: syntax.Variable | None, value: int, low: int, high: int, excluded: Sequence[int] = ()
    ) -> int:
        """Return ``value`` or, where it has to be new, the next one in ``low..high`` that is. O(log n) amortized.

        It is none that is ``excluded``, if possible. Raises :class:`.BrokenError` if there is no new one.
        """
        for _ in excluded:
            if value in excluded:
                value = value + 1 if value < high else low
        tuples = self._tuples.get(target.name) if target else None
        if not (target and tuples):
            pairs = self._pairs.get(target.name) if target else None
            return pairs.next_first(value, low, high) if pairs else value
        found = tuples.next_free(self.interpreter.index_of(target), value, low, high, excluded)
        if found is None:
            names = ", ".join(tuples.names)
            raise BrokenError(f"UNIQUE({names}): there are no more values in {brief(low)}..{brief(high)}")
        return found


def unique_in(description: syntax.Description) -> Sequence[Sequence[str]]:
    """Return the names of each ``UNIQUE`` that is asserted, in the order in which they are assigned. O(length)."""
    order = list(dict.fromkeys(syntax.assigned_in(description.nodes)))
    return [
        sorted(set(test.names), key=order.index)
        for command in description.nodes
        if isinstance(command, syntax.Assert)
        for test in reversed([*syntax.conjuncts(command.test)])
        if isinstance(test, syntax.Unique) and all(name in order for name in test.names)
    ]


class _DistinctTuples:
    """The tuples of values that the variables called ``names`` have; a value of the last one makes a new tuple.

    ``values`` are those that the variables have now.
    """

    def __init__(self, names: Sequence[str], values: Sequence[Mapping[Index, Datum]]) -> None:
        self.names: Final = names
        self._others: Final = values[:-1]
        self._last: Final = values[-1]
        self._tuples: Final[dict[_Tuple, None]] = {}  # in the order in which they were taken
        self._next: Final[dict[_Tuple, dict[int, int]]] = {}  # after an integer that was taken, one that may be free
        self._given_back: Final[set[_Tuple]] = set()  # the others of tuples that were undone
        self._full: Final[dict[int, int]] = {}  # after a first value of which there are all pairs, one that may not be

    def take(self, where: Index, value: Datum) -> bool:
        """Return whether ``value`` makes a new tuple at index ``where``, which is taken then. O(1) amortized."""
        key = (*self._others_at(where), value)
        if key in self._tuples:
            return False
        self._tuples[key] = None
        return True

    def next_free(self, where: Index, value: int, low: int, high: int, excluded: Sequence[int] = ()) -> int | None:
        """Return the first value from ``value`` on, and after ``high`` from ``low`` on, that makes a new tuple.

        It is taken then, at index ``where``. Values that are ``excluded`` are so in all tuples with the same other
        values. Returns None if there is none. O(log n) amortized.
        """
        others = self._others_at(where)
        following = self._next.setdefault(others, {})
        for each in excluded:
            following.setdefault(each, each + 1)
        found = _free_in(following, value, high)
        if found is None:
            found = _free_in(following, low, value - 1)
        if found is None and others in self._given_back:  # one of these may have been passed over
            self._given_back.discard(others)
            following.clear()
            following.update((each, each + 1) for each in excluded)
            for *rest, last in self._tuples:
                if isinstance(last, int) and tuple(rest) == others:
                    following[last] = last + 1
            found = _free_in(following, low, high)
        if found is not None:
            self._tuples[*others, found] = None
            following[found] = found + 1
        elif len(others) == 1 and isinstance(others[0], int):
            self._full[others[0]] = others[0] + 1
        return found

    def next_first(self, value: int, low: int, high: int) -> int:
        """Return the next value from ``value`` on, and after ``high`` from ``low`` on, that may begin a new pair.

        It is none for which there was no second one; or it is ``value``, if there is no other. O(log n) amortized.
        """
        if not self._full:
            return value
        found = _free_in(self._full, value, high)
        found = _free_in(self._full, low, value - 1) if found is None else found
        return value if found is None else found

    def _others_at(self, where: Index) -> _Tuple:
        """Return the other values of a tuple; give back tuples that were undone meanwhile."""
        values = len(self._last)
        while len(self._tuples) > values:
            self._given_back.add(self._tuples.popitem()[0][:-1])
            self._full.clear()
        if not self._tuples:
            self._full.clear()
            self._next.clear()
            self._given_back.clear()
        return tuple([values.get(where, b"") for values in self._others]) if self._others else ()


def _free_in(following: dict[int, int], start: int, stop: int) -> int | None:
    """Return the first integer in a range that isn't taken, and shorten the way to it."""
    if start not in following:
        return start if start <= stop else None
    passed: list[int] = []
    while start <= stop and start in following:
        passed.append(start)
        start = following[start]
    for one in passed:
        following[one] = start
    return start if start <= stop else None
