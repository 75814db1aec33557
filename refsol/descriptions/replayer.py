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

from refsol.descriptions.analysis import unique_in
from refsol.descriptions.automaton import Pattern
from refsol.descriptions.distinct import Taken
from refsol.descriptions.interpreter import BrokenError, Index, Interpreter
from refsol.descriptions.literals import digits, simplest_decimal, simplest_integer, simplest_text
from refsol.descriptions.recorder import Choice, Loop, Record, Round, Size, contexts
from refsol.descriptions.syntax import (
    Assert,
    AtEnd,
    Description,
    End,
    Float,
    Integer,
    Match,
    Newline,
    Regex,
    Repeat,
    Space,
    String,
    Variable,
    While,
)
from refsol.descriptions.validator import validate
from refsol.descriptions.values import DescriptionError, Number, Value
from refsol.descriptions.writer import Parts
from refsol.errors import InputError

_Group: TypeAlias = Size | Loop
_Item: TypeAlias = tuple[_Group, int]
_REPAIRS: Final = 4  # times that rounds which break an assertion are taken out
_MORE: Final = 4  # times as long as before, and
_MUCH: Final = 10_000  # bytes more, may an input be
_NOTHING: Final = Round(None, 0)  # stands for rounds that weren't there before


class Layout(Enum):
    """Which rounds belong to an item where a loop has not one for each."""

    FIRST = "first"
    """Those after each other, counted from the first round."""
    LAST = "last"
    """Those after each other, counted from the last round."""
    APART = "apart"
    """One in each of several passes over all items."""


class References(Enum):
    """What becomes of the numbers that refer to items, where some items go."""

    FOLLOW = "follow"
    """They refer to the same items as before; rounds that refer to items which are gone go, too."""
    STAY = "stay"
    """They stay as they are, if in range."""
    RANK = "rank"
    """They keep their order."""


@dataclass(slots=True)
class Change:
    """What to change in a record."""

    items: dict[_Group, set[int]] = field(default_factory=dict)
    """The items to take out of what has a size, and the rounds to take out of a loop without count."""
    order: dict[Loop, Sequence[Round]] = field(default_factory=dict)
    """The rounds of a loop in another order."""
    values: dict[Choice, Value] = field(default_factory=dict)
    """Other numbers and texts; decimal numbers as they are written."""
    answers: dict[tuple[Round, int], bool] = field(default_factory=dict)
    """Other answers about what follows, by the identity of the test."""
    layout: Layout = Layout.FIRST
    """Which rounds belong to an item."""
    references: References = References.FOLLOW
    """What becomes of references."""


class Replayer:
    """Makes inputs of a ``description``."""

    def __init__(self, description: Description) -> None:
        self._description: Final = description
        self._player: Final = _Player(description)
        self._interpreter: Final = Interpreter(description, self._player)
        self._player.index_of = self._interpreter.index_of
        self._player.taken.update(
            {
                names[-1]: Taken(names, [self._interpreter.values_of(name) for name in names])
                for names in unique_in(description)
            }
        )

    def replay(self, record: Record, change: Change) -> bytes | None:
        """Return the input with a ``change``, or None if it can't be valid. O(length of the input) for each repair."""
        given = frozenset(change.items)
        items = {group: set(taken) for group, taken in change.items.items()}
        try:
            for _ in range(_REPAIRS):
                if change.references is References.FOLLOW:
                    _follow(items, given)
                self._player.begin(record, change, _planned(record, change, items), given)
                self._interpreter.run()
                if not self._player.faulty:
                    data, is_certain = self._player.parts.joined()
                    if not is_certain:
                        validate(self._description, data)
                    return data
                for group, number in self._player.faulty:
                    items.setdefault(group, set()).add(number)
        except (BrokenError, InputError, DescriptionError):
            pass
        return None


class _Plan:
    """What a change comes to: the rounds that loops have, and the values of choices."""

    def __init__(self) -> None:
        self.rounds: Final[dict[Loop, Sequence[Round]]] = {}
        self.values: Final[dict[Choice, Value]] = {}


def _droppable(around: Round, given: frozenset[_Group]) -> _Item | None:
    """Return the innermost item that can be taken out, other than those of groups ``given``, to take out a round."""
    while around.loop is not None:
        loop = around.loop
        if isinstance(loop.command, While):
            return loop, around.number
        for size, count in loop.sizes:
            if size not in given and size.value == loop.length() and count(size.value - 1) == size.value - 1:
                return size, around.number
        around = loop.around
    return None


def _follow(items: dict[_Group, set[int]], given: frozenset[_Group]) -> None:
    """Add the rounds that refer to items which are taken out, and so on."""
    waiting = list(items)
    while waiting:
        size = waiting.pop()
        if isinstance(size, Loop):
            continue
        gone = items[size]
        for reference in size.references:
            if size.unit(reference) in gone:
                item = _droppable(reference.round, given | {size})
                if item is not None:
                    if item[0] not in items and item[0] not in waiting:
                        waiting.append(item[0])
                    items.setdefault(item[0], set()).add(item[1])


def _planned(record: Record, change: Change, items: Mapping[_Group, set[int]]) -> _Plan:
    """Return what a change comes to. Raises :class:`BrokenError` if a size would be too small."""
    plan = _Plan()
    gone: dict[Loop, set[int]] = {}
    characters: dict[Choice, set[int]] = {}
    for group, taken in items.items():
        if isinstance(group, Loop):
            gone.setdefault(group, set()).update(taken)
            continue
        size = group
        left = size.value - len(taken)
        if left < size.least:
            raise BrokenError("a size that is too small")
        if isinstance(size.choice.value, bytes):
            characters.setdefault(size.choice, set()).update(taken)
        else:
            plan.values[size.choice] = left
        touched = _renumbered(record, change.references, size, taken, plan.values)
        for loop, count in size.loops:
            rounds = _rounds_of(loop.length(), count(left), size.value, taken, change.layout)
            own = touched.get(loop, rounds)
            gone.setdefault(loop, set()).update(own if len(own) == len(rounds) else rounds)
        for choice, count in size.texts:
            assert isinstance(choice.value, bytes)
            length = len(choice.value)
            characters.setdefault(choice, set()).update(
                _rounds_of(length, count(left), size.value, taken, change.layout)
            )
    for choice, taken in characters.items():
        assert isinstance(choice.value, bytes)
        plan.values[choice] = bytes(byte for number, byte in enumerate(choice.value) if number not in taken)
    plan.values.update(change.values)
    plan.rounds.update(change.order)
    for loop, taken in gone.items():
        plan.rounds[loop] = [each for number, each in enumerate(loop.rounds) if number not in taken]
    return plan


def _renumbered(
    record: Record, how: References, size: Size, taken: set[int], values: dict[Choice, Value]
) -> Mapping[Loop, set[int]]:
    """Give the numbers that refer to items new values; return the rounds of loops of this size that refer to ``taken``.

    A number that refers to an item which is taken refers to the one before it that isn't.
    """
    touched: dict[Loop, set[int]] = {}
    if how is References.FOLLOW:
        sizes = {loop for loop, _count in size.loops}
        ordered = sorted(taken)
        for reference in size.references:
            unit = size.unit(reference)
            before = bisect_left(ordered, unit)
            if unit in taken:
                values[reference] = _integer(reference) - before - (unit > before)
                loop = reference.round.loop
                if loop in sizes:
                    assert loop is not None
                    touched.setdefault(loop, set()).add(reference.round.number)
            elif before:
                values[reference] = _integer(reference) - before
    elif how is References.RANK:
        loops = {loop: number for number, (loop, _count) in enumerate(size.loops)}
        kept = [
            reference
            for reference in size.references
            if not (reference.round.loop in loops and reference.round.number in taken)
            and reference.command.target is not None
            and reference.command.target.name in record.distinct
        ]
        least = min((_integer(reference) - size.unit(reference) for reference in kept), default=0)
        for rank, reference in enumerate(sorted(kept, key=_integer)):
            values[reference] = least + rank
    return touched


def _integer(choice: Choice) -> int:
    assert isinstance(choice.value, int)
    return choice.value


def _rounds_of(length: int, after: int | None, items: int, taken: set[int], layout: Layout) -> set[int]:
    """Return which of ``length`` rounds go when items are ``taken``: as many as there are to be less ``after`` that."""
    if after is None or after >= length:
        return set()
    wanted = length - after
    each = max(1, wanted // len(taken))
    if layout is Layout.APART:
        found = {item + items * number for item in taken for number in range(length // items)}
    else:
        offset = 0 if layout is Layout.FIRST else length - items * each
        found = {offset + item * each + number for item in taken for number in range(each)}
    found = {number for number in found if 0 <= number < length}
    if len(found) > wanted:
        return set(sorted(found)[:wanted])
    number = length
    while len(found) < wanted:
        number -= 1
        found.add(number)
    return found


class _Player:
    """Makes up the parts of an input of a ``description`` from a record and a plan."""

    retries: Final = False
    follows: Final = True

    def __init__(self, description: Description) -> None:
        self.index_of: Callable[[Variable], Index] = lambda _variable: ()
        self.taken: Final[dict[str, Taken]] = {}
        self.faulty: Final[list[_Item]] = []
        """What has to be taken out, since it breaks an assertion."""
        self.parts: Final = Parts(description)
        """What was made."""
        self._around: Final = contexts(description)
        self._plan = _Plan()
        self._answers: Mapping[tuple[Round, int], bool] = {}
        self._given: frozenset[_Group] = frozenset()
        self._rounds: Final[dict[int, Round]] = {}
        self._lists: Final[dict[int, Sequence[Round]]] = {}

    def begin(self, record: Record, change: Change, plan: _Plan, given: frozenset[_Group]) -> None:
        """Begin with an empty input."""
        self._plan, self._answers, self._given = plan, change.answers, given
        self.parts.begin(_MORE * record.length + _MUCH)
        self._rounds.clear()
        self._rounds[id(None)] = record.root
        self._lists.clear()
        self.faulty.clear()

    # The protocol of a source

    def position(self) -> int:
        return len(self.parts)

    def rewind(self, position: int) -> bool:
        raise AssertionError("nothing is made up again")

    def loop(self, command: Repeat | While, rounds: int) -> None:
        found = self._rounds[self._around[id(command)]].items.get(id(command))
        self._lists[id(command)] = self._plan.rounds.get(found, found.rounds) if isinstance(found, Loop) else ()

    def round(self, command: Repeat | While, number: int) -> None:
        rounds = self._lists[id(command)]
        if number < len(rounds):
            self._rounds[id(command)] = rounds[number]
        elif isinstance(command, While):  # it could go on for ever
            raise BrokenError("a loop with more rounds than before")
        else:
            self._rounds[id(command)] = _NOTHING

    def space(self, command: Space) -> None:
        self.parts.add(b" ")

    def newline(self, command: Newline) -> None:
        self.parts.add(b"\n")

    def end(self, command: End) -> None:
        self.parts.ended = True

    def string(self, command: String, text: bytes) -> None:
        self.parts.add(text)

    def integer(self, command: Integer, low: int, high: int) -> int:
        if low > high:
            raise BrokenError("an empty range")
        choice = self._choice(command)
        value = simplest_integer(low, high)
        if choice is not None:
            wanted = self._plan.values.get(choice, choice.value)
            assert isinstance(wanted, int)
            value = min(max(wanted, low), high)
        target = command.target
        if target is not None and target.name in self.taken:
            free = self.taken[target.name].next_free(self.index_of(target), value, low, high)
            if free is None:
                raise BrokenError("no more values")
            if free != value and choice is not None:
                self._is_faulty(choice.round)
            value = free
        self.parts.add(digits(value))
        return value

    def decimal(self, command: Float, low: Number, high: Number, decimals: tuple[int, int] | None) -> Decimal:
        choice = self._choice(command)
        text: bytes | None = None
        value: Value | None = None
        if choice is not None:
            changed = self._plan.values.get(choice)
            if isinstance(changed, bytes):
                text, value = changed, Decimal(changed.decode())
            else:
                text, value = choice.text, choice.value
        if not isinstance(value, Decimal) or text is None or not low <= value <= high:
            text = simplest_decimal(low, high, decimals, command.notation)
            if text is None:
                raise BrokenError("no number is in the range")
            value = Decimal(text.decode())
        self._take(command.target, choice, value)
        self.parts.doubt()  # the number of decimals and the notation may differ
        self.parts.add(text)
        return value

    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        choice = self._choice(command)
        text: Value | None = None
        if choice is not None:
            text = self._plan.values.get(choice, choice.value)
        if not isinstance(text, bytes) or pattern.match(text, 0) != len(text):
            text = simplest_text(pattern.expression)
        if text is None:
            raise BrokenError("no text matches")
        self._take(command.target, choice, text)
        self.parts.add(text)
        return text

    def at_end(self, test: AtEnd) -> bool:
        self.parts.ended = self._answer(test)
        return self.parts.ended

    def matches(self, test: Match, characters: bytes) -> bool:
        answer = self._answer(test)
        self.parts.demand(characters, answer)
        return answer

    def broken(self, command: Assert, found: Callable[[], str]) -> None:
        if not self._is_faulty(self._rounds[self._around[id(command)]]) and not self.faulty:
            raise BrokenError("an assertion")

    # How

    def _choice(self, command: Integer | Float | Regex) -> Choice | None:
        found = self._rounds[self._around[id(command)]].items.get(id(command))
        return found if isinstance(found, Choice) else None

    def _answer(self, test: AtEnd | Match) -> bool:
        now = self._rounds[self._around[id(test)]]
        answer = self._answers.get((now, id(test)))
        return now.answers.get(id(test), False) if answer is None else answer

    def _take(self, target: Variable | None, choice: Choice | None, value: Value) -> None:
        """Take a value that may have to be new."""
        if target is None or target.name not in self.taken:
            return
        is_new = self.taken[target.name].take(self.index_of(target), value)
        if not is_new and not (choice is not None and self._is_faulty(choice.round)):
            raise BrokenError("a value that is not new")

    def _is_faulty(self, around: Round) -> bool:
        """Return whether a round will be taken out, as others have been."""
        item = _droppable(around, self._given) if self._given else None
        if item is not None:
            self.faulty.append(item)
        return item is not None
