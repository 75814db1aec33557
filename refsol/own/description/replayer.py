"""Makes an input again from the record of another, with some of its choices changed.

The description runs as before, so that ranges are kept, and what can be repaired is: a number that is out of its new
range moves into it, one that has to be distinct takes the next free value, and a round that breaks an assertion goes.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Final, TypeAlias

from refsol.errors import InputError
from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern, simplest_text
from refsol.own.description.interpreter import BrokenError, Interpreter
from refsol.own.description.recorder import Chosen, Container, Dimension, LoopTrace, Round, Trace
from refsol.own.description.values import Datum, DescriptionError, Numeric, digits, simplest_decimal, simplest_integer
from refsol.own.description.writer import Writer

_Item: TypeAlias = tuple[Container, int]
_REPAIRS: Final = 4  # times that rounds which break an assertion are taken out
_MORE: Final = 4  # times as long as before, and
_MUCH: Final = 10_000  # bytes more, may an input be
_NOTHING: Final = Round(None, 0)  # stands for rounds that weren't there before


class Alignment(Enum):
    """Which rounds belong to an item where a loop has not one for each."""

    FIRST = "first"
    """Those after each other, counted from the first round."""
    LAST = "last"
    """Those after each other, counted from the last round."""
    APART = "apart"
    """One in each of several passes over all items."""


class References(Enum):
    """How the numbers that refer to items change when some items are removed."""

    FOLLOW = "follow"
    """They refer to the same items as before; rounds that refer to removed items are also removed."""
    STAY = "stay"
    """They stay as they are, if in range."""
    RANK = "rank"
    """They keep their order."""


@dataclass(slots=True)
class Change:
    """A change of a record: where ``items`` are taken out, the rest follows by ``layout`` and ``references``.

    These are the items of what has a size, and the rounds of a loop without count. Rounds of loops may have another
    ``order``; there may be other ``values``, of decimals as written, and ``answers`` about what follows in a round.
    """

    items: dict[Container, set[int]] = field(default_factory=dict)
    order: dict[LoopTrace, Sequence[Round]] = field(default_factory=dict)
    values: dict[Chosen, Datum] = field(default_factory=dict)
    answers: dict[tuple[Round, syntax.Lookahead], bool] = field(default_factory=dict)
    layout: Alignment = Alignment.FIRST
    references: References = References.FOLLOW
    gone: dict[LoopTrace, set[int]] = field(default_factory=dict)
    """The rounds that go with the items, where that isn't a matter of layout."""


class Replayer:
    """Makes inputs of a ``description``."""

    def __init__(self, description: syntax.Description) -> None:
        self._player: Final = _Player(description)
        self._interpreter: Final = Interpreter(description, self._player)
        self._player.forget()

    def replay(self, record: Trace, change: Change) -> bytes | None:
        """Return the input with a ``change``, or None if it can't be valid. O(length of the input) for each repair."""
        given = frozenset(change.items)
        items = {group: set(taken) for group, taken in change.items.items()}
        try:
            for _ in range(_REPAIRS):
                if change.references is References.FOLLOW:
                    _follow(items, given, change.gone)
                self._player.start(record, _planned(record, change, items), given)
                self._interpreter.run()
                if not self._player.faulty:
                    return self._player.finished()
                for group, number in self._player.faulty:
                    items.setdefault(group, set()).add(number)
        except (BrokenError, InputError, DescriptionError):
            pass
        return None


def _droppable(around: Round, given: frozenset[Container]) -> _Item | None:
    """Return the innermost item that can be taken out, other than those of groups ``given``, to take out a round."""
    while around.loop is not None:
        loop = around.loop
        if isinstance(loop.command, syntax.While):
            return loop, around.number
        for size, count in loop.sizes:
            if size not in given and size.value == loop.value and count(size.value - 1) == size.value - 1:
                return size, around.number
        around = loop.around
    return None


def _follow(
    items: dict[Container, set[int]], given: frozenset[Container], settled: Mapping[LoopTrace, set[int]]
) -> None:
    """Add the rounds that refer to items which are taken out, and so on, but none of loops that are ``settled``."""
    waiting = list(items)
    while waiting:
        size = waiting.pop()
        if isinstance(size, LoopTrace):
            continue
        for reference in size.references:
            is_taken = size.unit(reference) in items[size] and reference.round.loop not in settled
            item = _droppable(reference.round, given | {size}) if is_taken else None
            if item is not None:
                if item[0] not in items and item[0] not in waiting:
                    waiting.append(item[0])
                items.setdefault(item[0], set()).add(item[1])


def _planned(record: Trace, change: Change, items: Mapping[Container, set[int]]) -> Change:
    """Return what a change comes to, without items. Raises :class:`BrokenError` if a size would be too small."""
    values: dict[Chosen, Datum] = {}
    gone: dict[LoopTrace, set[int]] = {}
    characters: dict[Chosen, set[int]] = {}
    for group, taken in items.items():
        if isinstance(group, LoopTrace):
            gone.setdefault(group, set()).update(taken)
            continue
        left = group.value - len(taken)
        if left < group.least:
            raise BrokenError("a size that is too small")
        if isinstance(group.choice.value, bytes):
            characters.setdefault(group.choice, set()).update(taken)
        else:
            values[group.choice] = left
        touched = _renumbered(record, change.references, group, taken, values)
        for loop, count in group.loops:
            rounds = _rounds_of(loop.value, count(left), group.value, taken, change.layout)
            own = change.gone.get(loop, touched.get(loop, rounds))
            gone.setdefault(loop, set()).update(own if len(own) == len(rounds) or loop in change.gone else rounds)
        for choice, count in group.texts:
            rounds = _rounds_of(len(choice.characters), count(left), group.value, taken, change.layout)
            characters.setdefault(choice, set()).update(rounds)
    for choice, taken in characters.items():
        values[choice] = bytes(byte for number, byte in enumerate(choice.characters) if number not in taken)
    order = change.order | {
        loop: [each for number, each in enumerate(loop.rounds) if number not in taken] for loop, taken in gone.items()
    }
    return Change(order=order, values=values | change.values, answers=change.answers)


def _renumbered(
    record: Trace, how: References, size: Dimension, taken: set[int], values: dict[Chosen, Datum]
) -> Mapping[LoopTrace, set[int]]:
    """Give the numbers that refer to items new values; return the rounds of loops of this size that refer to ``taken``.

    A number that refers to an item which is taken refers to the one before it that isn't.
    """
    touched: dict[LoopTrace, set[int]] = {}
    loops = {loop for loop, _count in size.loops}
    if how is References.FOLLOW:
        ordered = sorted(taken)
        for reference in size.references:
            unit = size.unit(reference)
            before = bisect_left(ordered, unit)
            if unit in taken:
                values[reference] = reference.integer - before - (unit > before)
                loop = reference.round.loop
                if loop is not None and loop in loops:
                    touched.setdefault(loop, set()).add(reference.round.number)
            elif before:
                values[reference] = reference.integer - before
    elif how is References.RANK:
        kept = [
            reference
            for reference in size.references
            if not (reference.round.loop in loops and reference.round.number in taken)
            and reference.command.target is not None
            and reference.command.target.name in record.distinct
        ]
        least = min((reference.integer - size.unit(reference) for reference in kept), default=0)
        for rank, reference in enumerate(sorted(kept, key=lambda reference: reference.integer)):
            values[reference] = least + rank
    return touched


def _rounds_of(length: int, after: int | None, items: int, taken: set[int], layout: Alignment) -> set[int]:
    """Return which of ``length`` rounds go when items are ``taken``: as many as there are to be less ``after`` that."""
    if after is None or after >= length:
        return set()
    wanted = length - after
    each = max(1, wanted // len(taken))
    if layout is Alignment.APART:
        found = {item + items * number for item in taken for number in range(length // items)}
    else:
        offset = 0 if layout is Alignment.FIRST else length - items * each
        found = {offset + item * each + number for item in taken for number in range(each)}
    found = {number for number in found if 0 <= number < length}
    if len(found) > wanted:
        return set(sorted(found)[:wanted])
    number = length
    while len(found) < wanted:
        number -= 1
        found.add(number)
    return found


class _Player(Writer):
    """Makes up an input of a ``description`` from a record and a change of values, orders and answers."""

    def __init__(self, description: syntax.Description) -> None:
        super().__init__(description)
        self._asks = self._asks or any(isinstance(node, syntax.Shaped) for node in description.nodes)
        self.faulty: Final[list[_Item]] = []
        """The items to remove because they break an assertion."""
        self._around: Final = syntax.loops_around(description)
        self._change = Change()
        self._given: frozenset[Container] = frozenset()
        self._rounds: Final[dict[syntax.Loop | None, Round]] = {}  # that run now
        self._following: Final[dict[syntax.Loop, Sequence[Round]]] = {}

    def start(self, record: Trace, change: Change, given: frozenset[Container]) -> None:
        self.begin(_MORE * record.length + _MUCH)
        self._change, self._given = change, given
        self._rounds.clear()
        self._rounds[None] = record.root
        self.faulty.clear()

    # The protocol of a source

    def loop(self, command: syntax.Loop, rounds: int) -> None:
        found = self._rounds[self._around[command]].items.get(command)
        if isinstance(found, LoopTrace):
            self._following[command] = self._change.order.get(found, found.rounds)
        else:
            self._following[command] = ()

    def round(self, command: syntax.Loop, number: int) -> None:
        rounds = self._following[command]
        if number < len(rounds):
            self._rounds[command] = rounds[number]
        elif isinstance(command, syntax.While):  # it could go on for ever
            raise BrokenError("a loop with more rounds than before")
        else:
            self._rounds[command] = _NOTHING

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        if low > high:
            raise BrokenError("an empty range")
        choice, wanted = self._choice(command)
        value = min(max(wanted, low), high) if isinstance(wanted, int) else simplest_integer(low, high)
        free = self._free(command.target, value, low, high)
        if free != value and choice is not None:
            self._drop(choice.round)
        self._add(digits(free))
        return free

    def decimal(self, command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        choice, value = self._choice(command)
        text = choice.text if choice is not None else b""
        if isinstance(value, bytes):
            text, value = value, Decimal(value.decode())
        if not isinstance(value, Decimal) or not low <= value <= high:
            simplest = simplest_decimal(low, high, decimals, command.notation)
            if simplest is None:
                raise BrokenError("no number is in the range")
            text, value = simplest, Decimal(simplest.decode())
        self._take_or_drop(command, choice, value)
        self._is_doubtful = True  # the number of decimals and the notation may differ
        self._add(text)
        return value

    def regex(self, command: syntax.Regex, pattern: Pattern) -> bytes:
        choice, text = self._choice(command)
        if not isinstance(text, bytes) or not pattern.matches_all(text):
            text = simplest_text(pattern.expression)
        if text is None:
            raise BrokenError("no text matches")
        self._take_or_drop(command, choice, text)
        self._add(text)
        return text

    def broken(self, command: syntax.Assert, found: Callable[[], str]) -> None:
        if not self._drop(self._rounds[self._around[command]]) and not self.faulty:
            raise BrokenError("an assertion")

    # How

    def _choice(self, command: syntax.Choosing) -> tuple[Chosen | None, Datum | None]:
        found = self._rounds[self._around[command]].items.get(command)
        return (found, self._change.values.get(found, found.value)) if isinstance(found, Chosen) else (None, None)

    def _answer(self, test: syntax.Lookahead) -> bool:
        now = self._rounds[self._around[test]]
        return self._change.answers.get((now, test), now.answers.get(test, False))

    def _take_or_drop(self, command: syntax.Choosing, choice: Chosen | None, value: Datum) -> None:
        """Take a value that may have to be new, or else take out the round."""
        if not self._take(command.target, value) and not (choice is not None and self._drop(choice.round)):
            raise BrokenError("a value that is not new")

    def _drop(self, around: Round) -> bool:
        """Return whether a round will be taken out, as others have been."""
        item = _droppable(around, self._given) if self._given else None
        if item is not None:
            self.faulty.append(item)
        return item is not None
