"""What assertions demand of a value, found before it is made up by trying what would follow from some values.

Three values are tried. What follows each of them is run ahead up to the assertion: assignments, choices, one more round
of each loop around, and the last one, before which sums have grown as often as there are rounds. Values made up later
are all as small as possible, or all as large. If the difference of the two sides is linear in the value, it says which
values are allowed. These are hints: the generator checks the assertions, and tries others where one fails.
"""

# mypyc: refsol_jury

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from math import prod
from typing import Final, NamedTuple

from refsol.own.description import syntax
from refsol.own.description.interpreter import Index, Interpreter
from refsol.own.description.source import Source
from refsol.own.description.values import Datum, DescriptionError

MAX_LENGTH: Final = 2**24
"""The largest number of bytes of a generated input."""

_Block = Sequence[syntax.Instruction]
_Loop = syntax.Repeat | syntax.While
_Place = tuple[_Block, int, _Loop | None]  # a block, an index in it, and the loop of which it is the body
_Key = tuple[str, tuple[object, ...]]


class Bounds(NamedTuple):
    """The bounds of a value: ``low..high``; an equal ``share`` of what is left for all rounds, if it is part of a sum.

    ``roomy`` is an upper bound for a number of rounds: one with which a round may be nearly as large as it can be.
    """

    low: int
    high: int
    share: int | None
    roomy: int


class _Frame(NamedTuple):
    """A block around a command: what matters in the ``rest`` of it, and a ``loop`` if its next rounds also matter."""

    rest: list[syntax.Instruction]
    loop: _Loop | None


class _Check:
    """A ``relation`` asserted after a command: the ``frames`` between, the innermost first.

    If it ``is_chain``, it compares the value with that of the next round. If the value of the ``target`` alone is one
    side of it, and nothing comes between, the ``other`` side bounds it.
    """

    def __init__(
        self, target: syntax.Variable | None, relation: syntax.Relation, frames: Sequence[_Frame], is_chain: bool
    ) -> None:
        self.relation: Final = relation
        self.frames: Final = frames
        self.is_chain: Final = is_chain
        self.other: syntax.Expression | None = None
        self.factor = 1
        (rest, loop), *further = frames
        if target is not None and loop is None and not further and isinstance(rest[0], syntax.Assert) and not rest[1:]:
            left, right = _sides(relation)
            for side, other, factor in ((left, right, 1), (right, left, -1)):
                value = side.operand if isinstance(side, syntax.Length) else side
                is_value = isinstance(value, syntax.Variable) and _key_of(value) == _key_of(target)
                if is_value and target.name not in syntax.names_in(other):
                    self.other, self.factor = other, factor


class _Line(NamedTuple):
    """A difference that has to be at most 0, or to be 0: ``fixed + factor · value``."""

    fixed: int
    factor: int


class Demands:
    """What the assertions of a ``description`` demand of values that a ``source`` makes up. O(its length²) to make.

    ``round_of`` returns the number of the present round of a loop, and how many follow.
    """

    def __init__(
        self,
        description: syntax.Description,
        source: Source,
        round_of: Callable[[syntax.Loop], tuple[int, int]],
    ) -> None:
        self._source: Final = source
        self._round_of: Final = round_of
        self._inside: Final = {
            command: frozenset(syntax.nodes_in(command)) for block in description.blocks for command in block
        }
        self._changes: Final = {
            command: frozenset(syntax.assigned_in(nodes)) for command, nodes in self._inside.items()
        }
        self._grows: Final = {node: _growing_in(node) for node in description.nodes if isinstance(node, syntax.Loop)}
        self._checks: Final[dict[syntax.Node, list[_Check]]] = {}
        self._enough: Final = _enough_tuples(description)
        self._texts: Final[dict[int, bytes]] = {}  # by length, since long ones take time
        self._undo: Final[list[tuple[dict[Index, Datum], Index, Datum | None]]] = []
        self._found: Final[list[int]] = []
        self._largest = False  # whether values that are made up later are as large as possible
        self._alone = False  # whether no more rounds follow
        self._where: Index = ()
        self._relation: syntax.Relation | None = None
        enough = (each for found in self._enough.values() for each in found)
        for relation in (*syntax.asserted_in(description.nodes), *enough):
            if isinstance(relation, syntax.Relation):
                self._visit(description.commands, None, (), relation, _needed_by(relation, description))

    def on(self, command: syntax.Choosing) -> bool:
        """Return whether anything is demanded of the value that a command makes up."""
        return command in self._checks

    def sizes(self) -> set[str]:
        """Return the names of the variables that bound lengths. O(length of the description)."""
        regexes = [command for command in self._checks if isinstance(command, syntax.Regex)]
        return syntax.names_in(tuple(check.relation for each in regexes for check in self._checks[each]))

    def _visit(
        self, block: _Block, owner: _Loop | None, around: Sequence[_Place], relation: syntax.Relation, needed: set[str]
    ) -> None:
        """Note for the commands in a block where a ``relation`` is asserted of what they make up."""
        for number, command in enumerate(block):
            places = ((block, number, owner), *around)
            match command:
                case syntax.Integer() | syntax.Regex():
                    if command.target is not None and command.target.name in needed:
                        self._note(command, places, relation, needed)
                case syntax.If():
                    for inner in (command.body, command.otherwise):
                        self._visit(inner, None, places, relation, needed)
                case syntax.Shaped():
                    self._visit(command.body, None, places, relation, needed)
                case syntax.Repeat() | syntax.While():
                    self._visit(command.body, command, places, relation, needed)
                    if isinstance(command, syntax.While) and self._carries(command, relation, needed):
                        self._note(command, ((command.body, -1, None),), relation, needed)

    def _note(
        self, command: syntax.Node, places: Sequence[_Place], relation: syntax.Relation, needed: set[str]
    ) -> None:
        frames: list[_Frame] = []
        last = 0
        is_chain = False
        for block, number, owner in places:
            rest = [each for each in block[number + 1 :] if self._has(each, relation) or needed & self._changes[each]]
            loop = owner if owner is not None and self._carries(owner, relation, needed) else None
            frames.append(_Frame(rest, loop))
            is_chain = is_chain or (
                loop is not None and relation in self._inside[loop] and self._grows[loop].isdisjoint(needed)
            )
            if any(self._has(each, relation) for each in (*rest, *((loop,) if loop is not None else ()))):
                last = len(frames)
        if last:
            outermost = frames[last - 1]
            while outermost.loop is None and not self._has(outermost.rest[-1], relation):
                outermost.rest.pop()
            target = command.target if isinstance(command, syntax.Integer | syntax.Regex) else None
            check = _Check(target, relation, frames[:last], is_chain)
            if check.other is not None or relation.operator != "!=":
                self._checks.setdefault(command, []).append(check)

    def _has(self, command: syntax.Instruction, relation: syntax.Relation) -> bool:
        inside = self._inside[command]
        return relation in inside or any(relation in self._enough.get(each, ()) for each in inside)

    def _carries(self, loop: _Loop, relation: syntax.Relation, needed: set[str]) -> bool:
        """Return whether what the round before has made matters in the next one, as in sums and sorted numbers."""
        assigned = needed.intersection(syntax.assigned_in(self._inside[loop]))
        fresh: set[_Key] = set()
        for node in syntax.nodes_in(loop):
            read: object = ()
            target = None
            match node:
                case syntax.Assignment() if node.target.name in needed:
                    read, target = node.value, node.target
                case syntax.Assert() if relation in self._inside[node]:
                    read = relation
                case syntax.Integer() | syntax.Float() | syntax.Regex() | syntax.Repeat() | syntax.While():
                    target = node.target
            for each in syntax.nodes_in(read):
                if isinstance(each, syntax.Variable) and each.name in assigned and _key_of(each) not in fresh:
                    return True
            if target is not None:
                fresh.add(_key_of(target))
        return False

    def bounds(self, command: syntax.Choosing, low: int, high: int, *, shared: bool) -> Bounds:
        """Return what is demanded of a value in ``low..high`` that a command makes up now, a share only if ``shared``.

        O(what follows).
        """
        least, most, roomy = low, high, high
        shares: list[int] = []
        for check in self._checks.get(command, ()):
            if check.relation.operator == "!=":
                continue
            smallest = self._lines(command, check, low, high, False)
            largest = smallest if check.other is not None else self._lines(command, check, low, high, True)
            if smallest is None or largest is None or len(smallest) != len(largest):
                continue
            pairs = [*zip(smallest, largest, strict=True)]
            if check.relation.operator == "==":
                pairs += [(_Line(-a.fixed, -a.factor), _Line(-b.fixed, -b.factor)) for a, b in pairs]
            for number, lines in enumerate(pairs):
                below, above = _upper(lines), _upper([_Line(line.fixed, -line.factor) for line in lines])
                least = least if above is None else max(least, -above)
                most = most if below is None else min(most, below)
                (fixed, factor), (_, other) = lines
                if number < len(smallest) and 0 < factor < other:
                    room = -fixed - min(other, -fixed) * 9 // 10  # of a round that is nearly as large
                    roomy = min(roomy, 1 + max(0, room) // factor)
            loops = [frame.loop for frame in check.frames if frame.loop is not None]
            if shared and loops and not check.is_chain:
                self._alone = True
                whole = _upper((self._lines(command, check, low, high, False) or ())[-1:])
                self._alone = False
                if whole is not None:
                    shares.append(-(-whole // prod(self._round_of(loop)[1] + 1 for loop in loops)))
        return Bounds(least, most, min(shares, default=None), roomy)

    def excluded(self, command: syntax.Choosing) -> list[int]:
        """Return the values that others exclude which the one that a command makes up now must not equal."""
        found = [check for check in self._checks.get(command, ()) if check.relation.operator == "!="]
        return [
            -line.fixed // line.factor for check in found for line in self._lines(command, check, 0, 0, False) or ()
        ]

    def room(self, loop: syntax.While) -> int | None:
        """Return how much sums leave behind another round of a loop; None if they have no limits. O(round)."""
        self._largest, self._where = False, ()
        checks = [check for check in self._checks.get(loop, ()) if check.relation.operator in ("<", "<=", ">", ">=")]
        rooms = [-each for check in checks for each in self._differences(check, lambda: None) or ()]
        return min(rooms, default=None)

    def _lines(
        self, command: syntax.Choosing, check: _Check, low: int, high: int, largest: bool
    ) -> Sequence[_Line] | None:
        """Return the differences of the sides of a relation whenever it is asserted; None unless they are linear."""
        target = command.target
        assert target is not None
        try:
            self._where = self._source.interpreter.index_of(target)
            if check.other is not None:
                bound = self._source.interpreter.value(check.other)
                strict = check.relation.operator in ("<", ">")
                return [_Line(strict - check.factor * bound, check.factor)] if isinstance(bound, int) else None
        except DescriptionError:
            return None
        self._largest = largest
        start = max(low, min(8, high - 2))  # loops of this many rounds have a second one and a last one
        found: list[Sequence[int]] = []
        is_text = isinstance(command, syntax.Regex)
        last = max(start + 2, min(high, start + (2 if is_text else 1_000_003)))  # since remainders are linear nearby
        for value in (start, start + 1, last):
            datum = bytes(value) if is_text else value
            differences = self._differences(check, partial(self._put, target.name, self._where, datum))
            if differences is None or (found and len(differences) != len(found[0])):
                return None
            found.append(differences)
        lines: list[_Line] = []
        for one, two, three in zip(found[0], found[1], found[2], strict=True):
            if three - one != (two - one) * (last - start):
                return None
            lines.append(_Line(one - (two - one) * start, two - one))
        loop = next((frame.loop for frame in check.frames if frame.loop is not None), None)
        left = self._round_of(loop)[1] if loop is not None else 0
        if check.is_chain and lines and left > 1:  # as much as it differs from the next one, that also has to differ
            fixed, factor = lines[-1]
            step = fixed + factor * (high if largest else low)
            lines[-1] = _Line(fixed + (left - 1) * step, factor)
        return lines

    # Running ahead

    def _differences(self, check: _Check, begin: Callable[[], None]) -> Sequence[int] | None:
        """Return the differences of the sides of a relation, as integers; None if there is one that isn't known."""
        self._relation = check.relation
        self._found.clear()
        try:
            begin()
            for frame in check.frames:
                self._run(frame.rest)
                if frame.loop is not None and not self._alone:
                    number, left = self._round_of(frame.loop)
                    self._rounds(frame.loop, number + 1, 1 if check.is_chain else left, left)
            return [*self._found]
        except DescriptionError:
            return None
        finally:
            for values, where, before in reversed(self._undo):
                if before is None:
                    values.pop(where, None)
                else:
                    values[where] = before
            self._undo.clear()

    def _put(self, name: str, where: Index, value: Datum | None) -> None:
        values = self._source.interpreter.values_of(name)
        self._undo.append((values, where, values.get(where)))
        if value is None:
            values.pop(where, None)
        else:
            values[where] = value

    def _assign(self, target: syntax.Variable | None, value: Callable[[], Datum | None]) -> None:
        if target is not None:
            datum: Datum | None = None  # unless it is known
            with suppress(DescriptionError):
                datum = value()
            self._put(target.name, self._source.interpreter.index_of(target), datum)

    def _run(self, block: _Block) -> None:
        for command in block:
            self._command(command, self._source.interpreter)

    def _command(self, command: syntax.Instruction, interpreter: Interpreter) -> None:
        match command:
            case syntax.Assert():
                if self._relation in self._inside[command]:
                    self._compare()
            case syntax.Set():
                for each in command.assignments:
                    self._assign(each.target, partial(interpreter.value, each.value))
            case syntax.Integer() | syntax.Float() | syntax.Regex():
                self._assign(command.target, partial(self._supposed, command))
            case syntax.If():
                if any(isinstance(node, syntax.Lookahead) for node in syntax.nodes_in(command.test)):
                    raise DescriptionError(*command.place, "what follows isn't known")
                self._run(command.body if interpreter.holds(command.test) else command.otherwise)
            case syntax.Shaped():
                self._run(command.body)
            case syntax.Repeat():
                if self._relation in self._enough.get(command, ()):
                    self._compare()
                elif self._relation in self._inside[command] and self._where:  # of all elements of an array
                    self._round(command, self._where[-1])
                elif isinstance(count := interpreter.value(command.count), int):
                    self._rounds(command, 0, count, count)
            case syntax.While():
                for name in syntax.assigned_in(self._inside[command]):
                    self._put(name, (), None)

    def _rounds(self, loop: syntax.Loop, number: int, rounds: int, left: int) -> None:
        if isinstance(loop, syntax.While) or left <= 0:
            return
        values = {name: self._source.interpreter.values_of(name) for name in self._grows[loop]}
        before = {name: found.get(()) for name, found in values.items()}
        self._round(loop, number)
        if rounds > 1:
            for name, found in values.items():
                first, second = before[name], found.get(())
                if isinstance(first, int) and isinstance(second, int):
                    self._put(name, (), first + (second - first) * (rounds - 1))
            self._round(loop, number + rounds - 1)

    def _round(self, loop: syntax.Loop, number: int) -> None:
        self._assign(loop.target, lambda: number)
        self._run(loop.body)

    def _compare(self) -> None:
        relation = self._relation
        assert relation is not None
        interpreter = self._source.interpreter
        left, right = map(interpreter.value, _sides(relation))
        if not (isinstance(left, int) and isinstance(right, int)):
            raise DescriptionError(*relation.place, "these are no integers")
        self._found.append(left - right + (relation.operator in "<>"))

    def _supposed(self, command: syntax.Choosing) -> Datum | None:
        """Return the least or the largest value that a command may make up later, if it is known."""
        if isinstance(command, syntax.Integer):
            return self._source.interpreter.value(command.high if self._largest else command.low)
        text = None if isinstance(command, syntax.Float) else self._source.interpreter.value(command.pattern)
        if not isinstance(text, bytes):
            return None
        expression = self._source.interpreter.pattern(text, command.place).expression
        longest = MAX_LENGTH if expression.longest is None else expression.longest
        length = min(MAX_LENGTH, longest if self._largest else expression.least)
        if length not in self._texts:
            self._texts[length] = bytes(length)
        return self._texts[length]


def _growing_in(loop: syntax.Loop) -> frozenset[str]:
    sums = [node for node in syntax.nodes_in(loop) if isinstance(node, syntax.Assignment) and not node.target.indices]
    return frozenset(node.target.name for node in sums if node.target.name in syntax.names_in(node.value))


def _needed_by(relation: syntax.Relation, description: syntax.Description) -> set[str]:
    """Return the names of the variables on which a relation depends."""
    needed = syntax.names_in(relation)
    while True:
        parts: list[syntax.Node] = []
        for node in description.nodes:
            match node:
                case syntax.Assignment() if node.target.name in needed:
                    parts.append(node.value)
                case syntax.Integer() if node.target is not None and node.target.name in needed:
                    parts += (node.low, node.high)
                case syntax.Repeat() if not needed.isdisjoint(_growing_in(node)):
                    parts.append(node.count)
        more = syntax.names_in(tuple(parts))
        if more <= needed:
            return needed
        needed |= more


def _enough_tuples(description: syntax.Description) -> Mapping[syntax.Node, list[syntax.Relation]]:
    """Return for loops that they have no more rounds than there are tuples of integers which have to be distinct."""
    around = syntax.loops_around(description)
    making = {node.target.name: node for node in description.nodes if isinstance(node, syntax.Integer) and node.target}
    found: dict[syntax.Node, list[syntax.Relation]] = {}
    for test in syntax.asserted_in(description.nodes):
        made = [making[name] for name in test.names if name in making] if isinstance(test, syntax.Unique) else []
        loop = around[made[0]] if made and len(made) == len(test.names) else None  # type: ignore[union-attr]
        if isinstance(loop, syntax.Repeat):
            place, one = test.place, syntax.Constant(test.place, 1)
            spans = [syntax.Operation(place, "-", each.high, each.low) for each in made]
            sizes: list[syntax.Expression] = [syntax.Operation(place, "+", span, one) for span in spans]
            tuples = reduce(lambda left, right: syntax.Operation(place, "*", left, right), sizes)
            found.setdefault(loop, []).append(syntax.Relation(place, "<=", loop.count, tuples))
    return found


def _sides(relation: syntax.Relation) -> tuple[syntax.Expression, syntax.Expression]:
    """Return the two sides, first the one that has to be smaller."""
    sides = relation.left, relation.right
    return (sides[1], sides[0]) if relation.operator in (">", ">=") else sides


def _key_of(variable: syntax.Variable) -> _Key:
    """Return what elements of an array have in common that are the same in a round."""
    return variable.name, tuple(
        index.name if isinstance(index, syntax.Variable) and not index.indices else index for index in variable.indices
    )


def _upper(lines: Sequence[_Line]) -> int | None:
    """Return the largest value for which one of ``lines`` is at most 0, if there is one."""
    ends = [-line.fixed // line.factor for line in lines if line.factor > 0]
    has_none = any(line.factor < 0 or (line.factor == 0 and line.fixed <= 0) for line in lines)
    return None if has_none else max(ends, default=None)
