"""The tree of choices in an input: loops, their rounds, and what each of these read where there was a choice.

It also says what depends on a chosen size: the rounds of loops, the lengths of texts, and the ranges of other numbers,
such as the vertices of a graph. So an input can be made again from the tree, with some of the choices changed. The
description runs as before, so that ranges and counts are kept: a loop that has fewer rounds leaves out those of the
items that were taken out, a number that is out of its new range moves into it, and one that has to be distinct takes
the next free value.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from typing import ClassVar, Final, TypeAlias

from refsol.errors import InputError
from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern, simplest_text
from refsol.own.description.interpreter import BrokenError, Index, Interpreter
from refsol.own.description.validator import Reader
from refsol.own.description.values import Datum, DescriptionError, Numeric, digits, simplest_decimal, simplest_integer
from refsol.own.description.writer import Writer


@dataclass(eq=False, slots=True)
class Round:
    """The round with this ``number`` of a ``loop``; or all of the input, where there is no loop.

    ``items`` are its choices and loops by the command, which runs once at most, ``answers`` those about what follows.
    """

    loop: "LoopTrace | None"
    number: int
    items: "dict[syntax.Node, Chosen | LoopTrace]" = field(default_factory=dict)
    answers: dict[syntax.Lookahead, bool] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class LoopTrace:
    """A ``command`` that ran in the round ``around`` it, and its ``rounds``: ``WHILE`` has one more, for its last test.

    Their number depends on ``sizes``.
    """

    command: syntax.Loop
    around: Round
    rounds: list[Round] = field(default_factory=list)
    sizes: "Sequence[Chosen]" = ()
    least: ClassVar = 0
    """How few rounds it may have by itself."""

    @property
    def size(self) -> int:
        """The number of its rounds."""
        return len(self.rounds) - isinstance(self.command, syntax.While)


@dataclass(eq=False, slots=True)
class Chosen:
    """A number or a text that a ``command`` read in a ``round``: its ``value``, and the ``text`` as written.

    A number may be in ``low..high``, with a number of ``decimals`` if that is restricted. A text matches a ``pattern``;
    its ``length``, where an assertion gives it, depends on ``sizes``. A size is a choice on which others depend: the
    numbers of rounds of ``loops``, the lengths of ``texts``, and the ranges of ``references``.
    """

    command: syntax.Choosing
    round: Round
    value: Datum
    text: bytes
    low: Numeric = 0
    high: Numeric = 0
    decimals: tuple[int, int] | None = None
    pattern: Pattern | None = None
    length: syntax.Expression | None = None
    sizes: "Sequence[Chosen]" = ()
    loops: list[LoopTrace] = field(init=False, default_factory=list)
    texts: "list[Chosen]" = field(init=False, default_factory=list)
    references: "list[Chosen]" = field(init=False, default_factory=list)

    @property
    def size(self) -> int:
        """The value of a number, or the length of a text."""
        return len(self.value) if isinstance(self.value, bytes) else int(self.value)

    @property
    def least(self) -> int:
        """How small a size may get by its own range; a text says that by its pattern."""
        return 0 if isinstance(self.value, bytes) else max(0, int(self.low))

    def simplest(self) -> Datum | None:
        """Return the simplest value that it could have, of a decimal number as written; None if unknown."""
        if self.pattern is not None:
            return simplest_text(self.pattern.expression)
        if isinstance(self.command, syntax.Float):
            return simplest_decimal(self.low, self.high, self.decimals, self.command.notation)
        return simplest_integer(int(self.low), int(self.high))

    def allows(self, text: bytes) -> bool:
        """Return whether a ``text`` could be another. O(length)."""
        return self.pattern is not None and self.pattern.matches_all(text)

    def unit(self, reference: "Chosen") -> int:
        """Return to which of the items of a size, from 0 on, a number refers."""
        starts_at_1 = reference.low == 1 or (reference.low == 0 and reference.high == self.size)
        return int(reference.value) - (1 if starts_at_1 else int(reference.low))


@dataclass(eq=False, slots=True)
class ShapeTrace:
    """A graph that a ``command`` has read in a ``loop``: the choices in its ``columns``, one for each variable.

    It has ``count`` nodes, whose size is ``nodes`` if that is a choice, and maybe a ``root``.
    """

    command: syntax.Shaped
    loop: LoopTrace
    columns: Sequence[Sequence[Chosen]]
    nodes: Chosen | None
    count: int
    root: int | None


Container: TypeAlias = Chosen | LoopTrace
"""Something that has items: as many as its ``size``, of which the ``least`` number has to stay."""


@dataclass(slots=True)
class Trace:
    """The tree of an input of ``length`` bytes: ``root``, all ``choices``, and all ``loops`` in order.

    ``sizes`` are the choices on which others depend, and ``shapes`` the graphs.
    """

    length: int
    root: Round = field(default_factory=lambda: Round(None, 0))
    choices: list[Chosen] = field(default_factory=list)
    loops: list[LoopTrace] = field(default_factory=list)
    sizes: dict[Chosen, None] = field(default_factory=dict)
    shapes: list[ShapeTrace] = field(default_factory=list)


def trace_of(description: syntax.Description, data: bytes) -> Trace:
    """Return what ``data`` chose where a ``description`` leaves a choice. O(length).

    Raises ``InputError`` for data that the description doesn't allow.
    """
    recorder = _Recorder(description, data)
    Interpreter(description, recorder).run()
    return recorder.trace


class _Recorder(Reader):
    tracks_loops = True

    def __init__(self, description: syntax.Description, data: bytes) -> None:
        super().__init__(data, lenient=False)
        self.trace: Final = Trace(len(data))
        self._around: Final = syntax.loops_around(description)
        self._dependencies: Final = _Dependencies(description)
        self._rounds: Final[dict[syntax.Loop | None, Round]] = {None: self.trace.root}
        self._loops: Final[dict[syntax.Loop, LoopTrace]] = {}  # the latest ones
        self._latest: Final[dict[tuple[str, Index], Chosen]] = {}

    def loop(self, command: syntax.Loop, rounds: int) -> None:
        around = self._rounds[self._around[command]]
        loop = around.items[command] = self._loops[command] = LoopTrace(command, around)
        self.trace.loops.append(loop)
        loop.sizes = self._sizes_in(self._dependencies.variables.get(command, ()))
        for size in loop.sizes:
            size.loops.append(loop)

    def round(self, command: syntax.Loop, number: int) -> None:
        loop = self._loops[command]
        now = self._rounds[command] = Round(loop, number)
        loop.rounds.append(now)

    def end_shape(self, command: syntax.Shaped, nodes: int, root: int | None) -> None:
        super().end_shape(command, nodes, root)
        if command.nodes is not None:
            loop = self._loops[command.loop]
            items = [[each.items[column] for each in loop.rounds] for column in command.commands]
            columns = [[item for item in column if isinstance(item, Chosen)] for column in items]
            sizes = self._sizes_in([command.nodes]) if isinstance(command.nodes, syntax.Variable) else ()
            counting = next((size for size in sizes if size.size == nodes), None)
            self.trace.shapes.append(ShapeTrace(command, loop, columns, counting, nodes, root))

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        start = self.position()
        value = super().integer(command, low, high)
        written = self._data[start : self.position()]
        choice = self._note(Chosen(command, self._round_of(command), value, written, low, high))
        for size in self._sizes_in(self._dependencies.variables.get(command, ())):
            size.references.append(choice)
        return value

    def decimal(self, command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        start = self.position()
        value = super().decimal(command, low, high, decimals)
        written = self._data[start : self.position()]
        self._note(Chosen(command, self._round_of(command), value, written, low, high, decimals))
        return value

    def regex(self, command: syntax.Regex, pattern: Pattern) -> bytes:
        text = super().regex(command, pattern)
        choice = self._note(Chosen(command, self._round_of(command), text, text, pattern=pattern))
        length = None if command.target is None else self._dependencies.lengths.get(command.target.name)
        try:
            if length is not None and self.interpreter.value(length) == len(text):
                choice.length = length
                choice.sizes = self._sizes_in(self._dependencies.variables[length])
                for size in choice.sizes:
                    size.texts.append(choice)
        except DescriptionError:  # what gives the length follows
            pass
        return text

    def lookahead(self, test: syntax.Lookahead, characters: bytes | None) -> bool:
        answer = super().lookahead(test, characters)
        self._round_of(test).answers[test] = answer
        return answer

    def _round_of(self, node: syntax.Node) -> Round:
        return self._rounds[self._around[node]]

    def _note(self, choice: Chosen) -> Chosen:
        command = choice.command
        choice.round.items[command] = choice
        self.trace.choices.append(choice)
        if command.target is not None:
            self._latest[command.target.name, self.interpreter.index_of(command.target)] = choice
        return choice

    def _sizes_in(self, variables: Iterable[syntax.Variable]) -> Sequence[Chosen]:
        """Return the sizes on which variables depend; one that counts rounds has those of its loop."""
        found: dict[Chosen, None] = {}
        for variable in variables:
            counted = self._dependencies.indices.get(variable.name)
            if counted in self._loops:
                found.update(dict.fromkeys(self._loops[counted].sizes))
                continue
            choice = self._latest.get((variable.name, self.interpreter.index_of(variable)))
            if choice is not None:
                found[choice] = self.trace.sizes[choice] = None
        return [*found]


class _Dependencies:
    def __init__(self, description: syntax.Description) -> None:
        nodes = description.nodes
        times = Counter(syntax.assigned_in(nodes))
        self._definitions: Final = {
            node.target.name: node.value
            for node in nodes
            if isinstance(node, syntax.Assignment) and not node.target.indices and times[node.target.name] == 1
        }
        loops = [node for node in nodes if isinstance(node, syntax.Repeat)]
        self.indices: Final = {node.target.name: node for node in loops if node.target is not None}
        """A loop, by the name of the variable that counts its rounds."""
        self.lengths: Final[dict[str, syntax.Expression]] = {}
        """The length of a text, by the name of its variable."""
        for node in nodes:
            if isinstance(node, syntax.Assert):
                for name, length in _lengths(node.test):
                    self.lengths.setdefault(name, length)
        self.variables: Final[dict[syntax.Node, Sequence[syntax.Variable]]] = {
            **{loop: self._variables(loop.count) for loop in loops},
            **{length: self._variables(length) for length in self.lengths.values()},
        }
        """The variables in the number of rounds of a loop, in a length, or in the range of an integer that is none."""
        counting = {each.name for found in self.variables.values() for each in found}
        for node in nodes:
            if isinstance(node, syntax.Integer) and (node.target is None or node.target.name not in counting):
                self.variables[node] = [*self._variables(node.low), *self._variables(node.high)]

    def _variables(self, expression: syntax.Expression) -> Sequence[syntax.Variable]:
        """Return the variables in an expression, and instead of computed ones those that they are computed from."""
        waiting, found = [*syntax.variables_in(expression)], dict[syntax.Variable, None]()
        for variable in waiting:  # which grows
            value = self._definitions.get(variable.name)
            if value is None:
                found[variable] = None
            else:
                waiting += [each for each in syntax.variables_in(value) if each not in waiting]
        return [*found]


def _lengths(test: syntax.Condition) -> Iterator[tuple[str, syntax.Expression]]:
    """Yield the names of texts whose lengths a test demands to be equal to something, and that."""
    for part in syntax.conjuncts(test):
        if isinstance(part, syntax.Relation) and part.operator == "==":
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, syntax.Length) and isinstance(one.operand, syntax.Variable):
                    yield one.operand.name, other


# An input that is made again


@dataclass(slots=True)
class Change:
    """A change of a tree: ``items`` are taken out, of what has a size and of loops without a count.

    Numbers that refer to items keep referring to the same ones, and rounds that refer to what is taken out also go,
    except those of loops with another ``order`` of rounds. There may be other ``values``, of decimals as written.
    """

    items: dict[Container, set[int]] = field(default_factory=dict)
    values: dict[Chosen, Datum] = field(default_factory=dict)
    order: dict[LoopTrace, Sequence[Round]] = field(default_factory=dict)


def _is_ranking(size: Chosen) -> bool:
    """Return whether each item is referred to once, as by a permutation."""
    return len({*map(size.unit, size.references)}) == len(size.references) == size.size > 1


def _follow(items: dict[Container, set[int]], settled: Collection[LoopTrace]) -> None:
    """Add the rounds that refer to items which are taken out, and so on, but none of loops that are ``settled``."""
    given = frozenset(items)
    waiting = list(items)
    for size in waiting:  # which grows
        if isinstance(size, LoopTrace) or _is_ranking(size):
            continue
        for reference in size.references:
            if size.unit(reference) in items[size] and reference.round.loop not in settled:
                container, number = _item_around(reference.round, given | {size})
                if container is not None:
                    waiting += [container] if container not in waiting else []
                    items.setdefault(container, set()).add(number)


def _item_around(around: Round, given: Set[Container]) -> tuple[Container | None, int]:
    """Return the innermost item that can be taken out, other than those of groups ``given``, to take out a round."""
    while (loop := around.loop) is not None:
        counters = [size for size in loop.sizes if size.size == loop.size]
        container = loop if isinstance(loop.command, syntax.While) else counters[0] if counters else None
        if container is not None and container not in given:
            return container, around.number
        around = loop.around
    return None, 0


def _change_values(
    change: Change, items: Mapping[Container, set[int]]
) -> tuple[Mapping[Chosen, Datum], Mapping[LoopTrace, set[int]]]:
    """Return all values that change, and which rounds go by themselves, or since they refer to what is taken out.

    Raises :class:`.BrokenError` if a size would be too small.
    """
    values: dict[Chosen, Datum] = {}
    gone: dict[LoopTrace, set[int]] = {}
    for size, taken in items.items():
        if isinstance(size, LoopTrace):
            gone.setdefault(size, set()).update(taken)
            continue
        if size.size - len(taken) < size.least:
            raise BrokenError("a size that is too small")
        if isinstance(size.value, bytes):
            values[size] = without(size.value, taken)
        else:
            values[size] = size.size - len(taken)
        if _is_ranking(size):
            kept = [each for each in size.references if each.round.number not in taken]
            least = min((int(each.value) - size.unit(each) for each in kept), default=0)
            kept.sort(key=size.unit)
            values.update((each, least + rank) for rank, each in enumerate(kept))
        else:
            ordered = sorted(taken)
            for each in size.references:
                unit = size.unit(each)
                before = bisect_left(ordered, unit)
                values[each] = int(each.value) - before - (unit in taken and unit > before)
                loop = each.round.loop
                if unit in taken and loop is not None and size in loop.sizes:
                    gone.setdefault(loop, set()).add(each.round.number)
    return values | change.values, gone


def without(text: bytes, places: Set[int]) -> bytes:
    """Return a ``text`` without the characters at some ``places``. O(length)."""
    return bytes([byte for number, byte in enumerate(text) if number not in places])


def _spread(length: int, surplus: int, sizes: Sequence[Chosen], items: Mapping[Container, set[int]]) -> set[int]:
    """Return which of ``length`` rounds or characters go, a ``surplus``: those of items that are taken out of a size.

    These stand next to each other; where there is one fewer than items, they are those of all items but the first.
    """
    found: set[int] = set()
    for size in sizes:
        taken = items.get(size, ())
        each = max(1, surplus // max(1, len(taken)))
        offset = -1 if length == size.size * each - 1 else 0
        found.update(offset + item * each + number for item in taken for number in range(each))
    ordered = sorted(number for number in found if 0 <= number < length)[:surplus]
    rest = [number for number in range(length - 1, -1, -1) if number not in found]
    return {*ordered, *rest[: surplus - len(ordered)]}


class Replayer(Writer):
    """Makes inputs of a ``description`` again, with a change."""

    def __init__(self, description: syntax.Description) -> None:
        super().__init__(description)
        self._asks = self._asks or any(isinstance(node, syntax.Shaped) for node in description.nodes)
        self._around: Final = syntax.loops_around(description)
        self._change = Change()
        self._items: dict[Container, set[int]] = {}
        self._values: Mapping[Chosen, Datum] = {}
        self._gone: Mapping[LoopTrace, set[int]] = {}
        self._rounds: Final[dict[syntax.Loop | None, Round]] = {}  # that run now
        self._following: Final[dict[syntax.Loop, Sequence[Round]]] = {}
        self._interpreter: Final = Interpreter(description, self)
        self.forget()

    def replay(self, trace: Trace, change: Change) -> bytes | None:
        """Return the input with that ``trace`` after a ``change``; None if that isn't valid. O(length)."""
        self._change, self._items = change, {group: {*taken} for group, taken in change.items.items()}
        _follow(self._items, change.order)
        self.begin(4 * trace.length + 10_000)
        self._rounds[None] = trace.root
        try:
            self._values, self._gone = _change_values(change, self._items)
            self._interpreter.run()
            return self.finished()
        except (BrokenError, InputError, DescriptionError):
            return None

    def loop(self, command: syntax.Loop, rounds: int) -> None:
        found = self._rounds[self._around[command]].items.get(command)
        self._following[command] = ()
        if isinstance(found, LoopTrace):
            gone, surplus = self._gone.get(found, set()), found.size - rounds
            if isinstance(command, syntax.Repeat) and len(gone) != surplus:
                gone = _spread(found.size, surplus, found.sizes, self._items) if surplus > 0 else set()
            kept = [each for each in found.rounds if each.number not in gone]
            self._following[command] = self._change.order.get(found, kept)

    def round(self, command: syntax.Loop, number: int) -> None:
        rounds = self._following[command]
        if number < len(rounds):
            self._rounds[command] = rounds[number]
        elif isinstance(command, syntax.While):  # it could go on for ever
            raise BrokenError("a loop with more rounds than before")
        else:
            self._rounds[command] = Round(None, 0)

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        if low > high:
            raise BrokenError("an empty range")
        _choice, wanted = self._choice(command)
        value = min(max(wanted, low), high) if isinstance(wanted, int) else simplest_integer(low, high)
        value = self._free(command.target, value, low, high)
        self._add(digits(value))
        return value

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
        self._require_new(command, value)
        self._is_doubtful = True  # the number of decimals and the notation may differ
        self._add(text)
        return value

    def regex(self, command: syntax.Regex, pattern: Pattern) -> bytes:
        choice, text = self._choice(command)
        if choice is not None and choice.length is not None and isinstance(text, bytes):
            length = self.interpreter.value(choice.length)
            if isinstance(length, int) and length < len(text):
                text = without(text, _spread(len(text), len(text) - length, choice.sizes, self._items))
        if not isinstance(text, bytes) or not pattern.matches_all(text):
            text = simplest_text(pattern.expression)
        if text is None:
            raise BrokenError("no text matches")
        self._require_new(command, text)
        self._add(text)
        return text

    def broken(self, command: syntax.Assert, found: Callable[[], str]) -> None:
        raise BrokenError("an assertion")

    def _choice(self, command: syntax.Choosing) -> tuple[Chosen | None, Datum | None]:
        found = self._rounds[self._around[command]].items.get(command)
        return (found, self._values.get(found, found.value)) if isinstance(found, Chosen) else (None, None)

    def _answer(self, test: syntax.Lookahead) -> bool:
        return self._rounds[self._around[test]].answers.get(test, False)

    def _require_new(self, command: syntax.Choosing, value: Datum) -> None:
        if not self._take(command.target, value):
            raise BrokenError("a value that is not new")
