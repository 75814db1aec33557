"""What assertions demand of a value, found before it is made up by trying what would follow from some values.

Three values are tried. What follows each of them is run ahead up to the assertion: assignments, choices, one more round
of each loop around, and the last one. The variables that a round adds to have grown by then as often as there are
rounds, so that a sum has a budget. Values that are made up later are all as small as possible, or all as large. If the
difference of the two sides is linear in the value, it says which values are allowed.

These are hints: the generator checks an input's assertions, and makes up other values where one doesn't hold.
"""

# mypyc: refsol_jury

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial, reduce
from math import isqrt, prod
from typing import Final, NamedTuple

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern
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

    ``roomy`` is a lower bound than ``high`` for a number of rounds: one with which a round may be nearly as large as
    it can be. None stands for no limit.
    """

    low: int | None = None
    high: int | None = None
    share: int | None = None
    roomy: int | None = None


class _Frame(NamedTuple):
    """A block around a command: what matters in the ``rest`` of it, and a ``loop`` if its next rounds also matter."""

    rest: list[syntax.Instruction]
    loop: _Loop | None


class _Check:
    """A ``relation`` asserted after a command: the ``frames`` between, the innermost first.

    If it ``is_chain``, it compares the value with that of the next round. It ``is_settled`` unless values that are made
    up later matter, as they do where something ``varies``. If the value of the ``target`` alone is one side of it, and
    nothing comes between, the ``other`` side bounds it.
    """

    def __init__(
        self,
        target: syntax.Variable | None,
        relation: syntax.Relation,
        frames: Sequence[_Frame],
        is_chain: bool,
        varies: bool,
    ) -> None:
        self.relation: Final = relation
        self.frames: Final = frames
        self.is_chain: Final = is_chain
        self.is_settled: Final = not varies and all(frame.loop is None for frame in frames)
        self.other: syntax.Expression | None = None
        self.factor = 1
        rest = frames[0].rest
        is_next = len(frames) == len(rest) == 1 and isinstance(rest[0], syntax.Assert)
        if target is not None and self.is_settled and is_next:
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
        self._varying: Final = {
            command
            for command, nodes in self._inside.items()
            if any(isinstance(node, syntax.Integer | syntax.Float | syntax.Regex | syntax.Loop) for node in nodes)
        }
        self._changes: Final = {
            command: {name for node in nodes if isinstance(node, syntax.Unset) for name in node.names}.union(
                syntax.assigned_in(nodes)
            )
            for command, nodes in self._inside.items()
        }
        self._grows: Final = {node: _growing_in(node) for node in description.nodes if isinstance(node, syntax.Loop)}
        self._checks: Final[dict[syntax.Node, list[_Check]]] = {}
        self._enough: Final = _enough_tuples(description)
        self._texts: Final[dict[tuple[syntax.Regex, bool], bytes]] = {}  # of the least and the largest length
        self._undo: Final[list[tuple[dict[Index, Datum], Index, Datum | None]]] = []
        self._found: Final[list[int]] = []
        self._largest = False  # whether values that are made up later are as large as possible
        self._alone = False  # whether no more rounds follow
        self._where: Index = ()
        self._relation: syntax.Relation | None = None
        asserts = [node for node in description.nodes if isinstance(node, syntax.Assert)]
        asserted = [test for node in asserts for test in syntax.conjuncts(node.test)]
        needed: dict[frozenset[str], set[str]] = {}
        for relation in (*asserted, *(each for found in self._enough.values() for each in found)):
            if not isinstance(relation, syntax.Relation):
                continue
            names = frozenset(syntax.names_in(relation))
            if names not in needed:
                needed[names] = _needed_by(names, description)
            self._visit(description.commands, None, (), relation, needed[names])

    def on(self, command: syntax.Choosing) -> bool:
        """Return whether anything is demanded of the value that a command makes up."""
        return command in self._checks

    def sizes(self) -> set[str]:
        """Return the names of the variables that bound lengths. O(length of the description)."""
        regexes = [command for command in self._checks if isinstance(command, syntax.Regex)]
        return syntax.names_in(tuple(check.relation for each in regexes for check in self._checks[each]))

    # What matters, known from the description

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
            rest = [each for each in block[number + 1 :] if self._matters(each, relation, needed)]
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
            varies = any(each in self._varying for frame in frames[:last] for each in frame.rest)
            check = _Check(target, relation, frames[:last], is_chain, varies)
            if check.is_settled or relation.operator != "!=":
                self._checks.setdefault(command, []).append(check)

    def _has(self, command: syntax.Instruction, relation: syntax.Relation) -> bool:
        inside = self._inside[command]
        return relation in inside or any(relation in self._enough.get(each, ()) for each in inside)

    def _matters(self, command: syntax.Instruction, relation: syntax.Relation, needed: set[str]) -> bool:
        return self._has(command, relation) or not needed.isdisjoint(self._changes[command])

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

    # What a value has to be, known when it is made up

    def bounds(self, command: syntax.Choosing, low: int, high: int, *, shared: bool) -> Bounds:
        """Return what is demanded of a value in ``low..high`` that a command makes up now, a share only if ``shared``.

        O(what follows).
        """
        least = most = share = roomy = None
        for check in self._checks.get(command, ()):
            if check.relation.operator == "!=":
                continue
            smallest = self._lines(command, check, low, high, False)
            largest = smallest if check.is_settled else self._lines(command, check, low, high, True)
            if smallest is None or largest is None or len(smallest) != len(largest):
                continue
            is_products: set[bool] = set()  # of what is bounded
            for lines in zip(smallest, largest, strict=True):
                below = _upper(lines)
                least = _tighter(max, least, _lower(lines))
                if check.relation.operator == "==":
                    opposite = [_Line(-line.fixed, -line.factor) for line in lines]
                    below, least = _tighter(min, below, _upper(opposite)), _tighter(max, least, _lower(opposite))
                most = _tighter(min, most, below)
                (fixed, factor), (_, other) = lines
                if factor > 0 and factor < other:
                    largest_round = min(other, -fixed)
                    room = -fixed - largest_round * 9 // 10  # nearly as large
                    roomy = _tighter(min, roomy, 1 + max(0, room) // factor)
                if below is not None:
                    is_products.add(factor != other)
            if shared and is_products and not check.is_chain and any(frame.loop for frame in check.frames):
                own = self._share(command, check, low, high)
                if own is not None and True in is_products:  # another value is to be about as large as this one
                    share = _tighter(min, share, isqrt(max(0, own)))
                if False in is_products:
                    share = _tighter(min, share, own)
        return Bounds(least, most, share, roomy)

    def _share(self, command: syntax.Choosing, check: _Check, low: int, high: int) -> int | None:
        self._alone = True
        lines = self._lines(command, check, low, high, False)
        self._alone = False
        whole = _upper(lines[-1:]) if lines else None
        if whole is None:
            return None
        rounds = prod(self._round_of(frame.loop)[1] + 1 for frame in check.frames if frame.loop is not None)
        return -(-whole // rounds)

    def excluded(self, command: syntax.Choosing, low: int, high: int) -> list[int]:
        """Return the values in ``low..high`` that assertions exclude now. O(what follows)."""
        values: list[int] = []
        for check in self._checks.get(command, ()):
            if check.relation.operator == "!=":
                for line in self._lines(command, check, low, high, False) or ():
                    if line.factor and line.fixed % line.factor == 0:
                        values.append(-line.fixed // line.factor)
        return values

    def room(self, loop: syntax.While) -> int | None:
        """Return how much sums leave behind another round of a loop; None if they have no limits. O(round)."""
        rooms: list[int] = []
        for check in self._checks.get(loop, ()):
            if check.relation.operator in ("<", "<=", ">", ">="):
                self._largest, self._where = False, ()
                rooms += [-each for each in self._differences(check, lambda: None) or ()]
        return min(rooms, default=None)

    def _lines(
        self, command: syntax.Choosing, check: _Check, low: int, high: int, largest: bool
    ) -> Sequence[_Line] | None:
        """Return the differences of the sides of a relation whenever it is asserted; None unless they are linear."""
        target, interpreter = command.target, self._source.interpreter
        assert target is not None
        try:
            self._where = interpreter.index_of(target)
            if check.other is not None:
                bound = interpreter.value(check.other)
                strict = check.relation.operator in ("<", ">")
                return [_Line(strict - check.factor * bound, check.factor)] if isinstance(bound, int) else None
        except DescriptionError:
            return None
        self._largest = largest
        start = max(low, min(8, high - 2))  # loops of this many rounds have a second one and a last one
        found: list[Sequence[int]] = []
        is_text = isinstance(command, syntax.Regex)
        far = 2 if is_text else 1_000_003  # since remainders are linear nearby
        last = max(start + 2, min(high, start + far))
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

    def _assign(self, target: syntax.Variable, value: Datum | None) -> None:
        self._put(target.name, self._source.interpreter.index_of(target), value)

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
                    self._assign(each.target, _or_none(partial(interpreter.value, each.value)))
            case syntax.Integer() | syntax.Float() | syntax.Regex():
                if command.target is not None:
                    self._assign(command.target, _or_none(partial(self._supposed, command)))
            case syntax.If():
                if any(isinstance(node, syntax.Lookahead) for node in syntax.nodes_in(command.test)):
                    raise DescriptionError(*command.place, "what follows isn't known")
                self._run(command.body if interpreter.holds(command.test) else command.otherwise)
            case syntax.Shaped():
                self._run(command.body)
            case syntax.Unset():
                for name in command.names:
                    for where in [*interpreter.values_of(name)]:
                        self._put(name, where, None)
            case syntax.Repeat():
                if self._relation in self._enough.get(command, ()):
                    self._compare()
                    return
                if self._relation in self._inside[command] and self._where:  # of all elements of an array
                    self._round(command, self._where[-1])
                    return
                count = interpreter.value(command.count)
                if isinstance(count, int) and count > 0:
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
        if loop.target is not None:
            self._assign(loop.target, number)
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
        if isinstance(command, syntax.Float):
            return None
        key = command, self._largest
        if key not in self._texts:
            pattern = self._source.interpreter.value(command.pattern)
            if not (isinstance(pattern, bytes) and isinstance(command.pattern, syntax.Constant)):
                return None
            expression = Pattern(pattern).expression
            longest = MAX_LENGTH if expression.longest is None else expression.longest
            self._texts[key] = bytes(min(MAX_LENGTH, longest if self._largest else expression.least))
        return self._texts[key]


def _or_none(value: Callable[[], Datum | None]) -> Datum | None:
    try:
        return value()
    except DescriptionError:
        return None


def _growing_in(loop: syntax.Loop) -> frozenset[str]:
    sums = [node for node in syntax.nodes_in(loop) if isinstance(node, syntax.Assignment) and not node.target.indices]
    return frozenset(node.target.name for node in sums if node.target.name in syntax.names_in(node.value))


def _needed_by(names: Set[str], description: syntax.Description) -> set[str]:
    """Return the names of the variables on which those with ``names`` depend, and these."""
    needed = {*names}
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
    for node in description.nodes:
        for test in syntax.conjuncts(node.test) if isinstance(node, syntax.Assert) else ():
            made = [making[name] for name in test.names if name in making] if isinstance(test, syntax.Unique) else []
            loop = around[made[0]] if made and len(made) == len(test.names) else None  # type: ignore[union-attr]
            if isinstance(loop, syntax.Repeat):
                place = node.place
                one = syntax.Constant(place, 1)
                numbers = [
                    syntax.Operation(place, "+", syntax.Operation(place, "-", each.high, each.low), one)
                    for each in made
                ]
                tuples = reduce(lambda left, right: syntax.Operation(place, "*", left, right), numbers)
                found.setdefault(loop, []).append(syntax.Relation(place, "<=", loop.count, tuples))
    return found


def _sides(relation: syntax.Relation) -> tuple[syntax.Expression, syntax.Expression]:
    """Return the two sides, first the one that has to be smaller."""
    sides = relation.left, relation.right
    return (sides[1], sides[0]) if relation.operator in (">", ">=") else sides


def _key_of(variable: syntax.Variable) -> _Key:
    """Return what elements of an array have in common that are the same in a round."""
    indices: list[object] = []
    for index in variable.indices:
        is_plain = isinstance(index, syntax.Variable) and not index.indices
        indices.append(index.name if is_plain and isinstance(index, syntax.Variable) else index)
    return variable.name, tuple(indices)


def _upper(lines: Sequence[_Line]) -> int | None:
    """Return the largest value for which one of ``lines`` is at most 0, if there is one."""
    ends = [-line.fixed // line.factor for line in lines if line.factor > 0]
    has_none = any(line.factor < 0 or (line.factor == 0 and line.fixed <= 0) for line in lines)
    return None if has_none else max(ends, default=None)


def _lower(lines: Sequence[_Line]) -> int | None:
    upper = _upper([_Line(line.fixed, -line.factor) for line in lines])
    return None if upper is None else -upper


def _tighter(choose: Callable[[list[int]], int], one: int | None, other: int | None) -> int | None:
    known = [end for end in (one, other) if end is not None]
    return choose(known) if known else None
