"""Plans the numbers of what has a shape, before the rounds of the loop that writes them."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern
from refsol.own.description.interpreter import BrokenError, Interpreter
from refsol.own.description.values import DescriptionError
from refsol.own.description.writer import unique_in
from refsol.own.shapes.graphs import NoGraphError, Plan, functional, graph, rooted, wanted_edges
from refsol.own.shapes.kinds import title_of
from refsol.own.shapes.sequences import distinct, parentheses, permutation, points

_PAIRS: Final = (b"()", b"[]", b"{}", b"<>")

_Range = tuple[int, int]


class Planner:
    """Plans what a ``description`` gives a shape, with ``random`` numbers."""

    def __init__(self, description: syntax.Description, random: Random) -> None:
        self._random: Final = random
        self._planned: Final[dict[syntax.Node, Sequence[int]]] = {}
        self._texts: Final[set[syntax.Node]] = set()
        self._kept: Final[dict[syntax.Node, Kept]] = {}
        self._counting: Final = _counting(description)
        self._unique: Final = {frozenset(names) for names in unique_in(description)}

    def clear(self) -> None:
        """Forget what was planned."""
        self._planned.clear()
        self._texts.clear()
        self._kept.clear()

    def planned(self, command: syntax.Integer, number: int) -> int | None:
        """Return what a command reads in round ``number``, or None if that isn't planned. O(1)."""
        column = self._planned.get(command)
        return None if column is None else column[number]

    def kept(self, command: syntax.Integer) -> "Kept | None":
        """Return what a command whose range depends on the round has to keep to, if anything. O(1)."""
        return self._kept.get(command)

    def begin(self, command: syntax.Shaped, form: str, nodes: int, root: int | None, how: "Scene") -> None:
        """Plan what has a shape: a graph in a ``form``, or a random one if that is empty; ``how`` says the rest.

        A graph has ``nodes`` and maybe a ``root``. Raises :class:`.BrokenError` if there is none, and
        :class:`.DescriptionError` if ranges begin and end before the nodes do, or behind them. O(rounds log rounds).
        """
        reading = command.commands
        if "parentheses" in command.kinds:
            self._texts.update(reading)
            return
        only = reading[0] if command.nodes is None and len(reading) == 1 else None
        if isinstance(only, syntax.Integer) and "permutation" not in command.kinds and how.range_of(only) is None:
            self._kept[only] = Kept(command.kinds)
            return
        columns = self._columns(command, form, nodes, root, how)
        if columns is None:
            raise BrokenError(f"{' and '.join(command.kinds)} of {', '.join(command.names)}")
        for each, column in zip(reading, columns, strict=True):
            self._planned[each] = column

    def _columns(
        self, command: syntax.Shaped, form: str, nodes: int, root: int | None, how: "Scene"
    ) -> Sequence[Sequence[int]] | None:
        kinds, random = command.kinds, self._random
        reading = [each for each in command.commands if isinstance(each, syntax.Integer)]
        ranges = [how.range_of(each) for each in reading]
        if command.nodes is not None:
            _require_nodes(command, nodes, how.rounds, ranges)
            return self._graph(command, form, nodes, root, how.rounds, ranges)
        if "points" in kinds:
            across, up = ranges
            if across is None or up is None:
                return None
            found = points(random, how.rounds, across, up)
            return None if found is None else [*zip(*found, strict=True)] or [(), ()]
        low, high = ranges[0] or (None, None)
        if "permutation" in kinds:
            keys = how.pick(reading[0], 1, max(1, how.rounds))
            numbers = [command.base + rank for rank in permutation(random, keys)]
            return [sorted(numbers) if "sorted" in kinds else numbers]
        if low is None or high is None:
            return None
        values = how.pick(reading[0], low, high)
        if "distinct" in kinds:
            different = distinct(values, low, high)
            if different is None:
                return None
            values = different
        return [sorted(values) if "sorted" in kinds else values]

    def _graph(
        self,
        command: syntax.Shaped,
        form: str,
        nodes: int,
        root: int | None,
        rounds: int,
        ranges: Sequence[_Range | None],
    ) -> Sequence[Sequence[int]] | None:
        base, random = command.base, self._random
        own_root = None if root is None else root - base
        if "functional" in command.kinds:
            return [[base + target for target in functional(random, nodes, form)]]
        if len(command.names) == 1:
            is_short = rounds < nodes
            top, above = rooted(random, nodes, form, in_order=command.in_order, root=0 if is_short else own_root)
            if is_short:
                return [[base + parent for parent in above[1:]]]
            first = ranges[0]
            outside = base - 1 if first is None or first[0] < base else base + top
            return [[outside if parent < 0 else base + parent for parent in above]]
        kinds = (*command.kinds, *(("simple",) if frozenset(command.names) in self._unique else ()))
        plan = Plan(nodes, rounds, kinds, form, command.order, command.in_order, own_root)
        one, other = ranges
        if "bipartite" in kinds and root is None and one is not None and other is not None:
            (start, middle), (after, end) = sorted((one, other))
            if (start, after, end) == (base, middle + 1, base + nodes - 1):
                plan = plan._replace(order="<" if one < other else ">", first=after - base)
        try:
            edges = graph(random, plan)
        except NoGraphError:
            return None
        return [[base + edge[side] for edge in edges] for side in (0, 1)]

    def edges(self, command: syntax.Integer, form: str, interpreter: Interpreter) -> int | None:
        """Return how many edges a graph in a ``form`` should have, if that is what a command reads. O(1)."""
        shaped = self._counting.get(command.target.name) if command.target is not None and form else None
        if shaped is None or shaped.nodes is None:
            return None
        try:
            nodes = interpreter.value(shaped.nodes)
        except DescriptionError:  # which are read later
            return None
        return wanted_edges(form, nodes, shaped.kinds) if isinstance(nodes, int) else None

    def text(self, command: syntax.Regex, pattern: Pattern, text: bytes) -> bytes:
        """Return balanced parentheses of about the same length as ``text``, if a command has to have some. O(length).

        Raises :class:`.BrokenError` if the pattern allows none.
        """
        if command not in self._texts:
            return text
        for pairs in (len(text) // 2, (len(text) + 1) // 2):
            kinds = [kind for kind in _PAIRS if pattern.matches_all(kind * pairs)]
            found = parentheses(self._random, pairs, kinds) if kinds else b""
            if kinds and pattern.matches_all(found):
                return found
        raise BrokenError(f"parentheses (line {command.place.line})")


class Kept:
    """Distinct or sorted numbers (``is_sorted``), as ``kinds`` say, that are made up round by round."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.is_sorted: Final = "sorted" in kinds
        self._is_distinct: Final = "distinct" in kinds
        self._values: Final[list[int]] = []
        self._seen: Final[set[int]] = set()

    def least(self, number: int, low: int) -> int:
        """Return the least number of round ``number``, not below ``low``; forget those of this round and later ones."""
        while len(self._values) > number:
            self._seen.discard(self._values.pop())
        return max(low, self._values[-1] + self._is_distinct) if self.is_sorted and self._values else low

    def add(self, value: int, low: int, high: int) -> int | None:
        """Add ``value``, or the next in ``low..high`` that is free, and return it; None if there is none. O(rounds)."""
        for start in (value, low) if self._is_distinct else ():
            value = start
            while value in self._seen:
                value += 1
            if value <= high:
                break
        if value > high:
            return None
        self._values.append(value)
        self._seen.add(value)
        return value


class Scene(NamedTuple):
    """What surrounds a shape: the number of ``rounds`` of its loop, how values are picked, and which ranges they have.

    ``pick`` returns a value for each round, and ``range_of`` None for a range that depends on the round.
    """

    rounds: int
    pick: Callable[[syntax.Integer, int, int], list[int]]
    range_of: Callable[[syntax.Integer], _Range | None]


def _require_nodes(command: syntax.Shaped, nodes: int, rounds: int, ranges: Sequence[_Range | None]) -> None:
    """Raise :class:`.DescriptionError` where one of the ``ranges`` is shifted against the nodes, as by a wrong base."""
    if len(ranges) == 1 and rounds == nodes and "functional" not in command.kinds:
        return  # one of the parents is outside
    first, last = command.base, command.base + nodes - 1
    for name, found in zip(command.names, ranges, strict=True):
        if found is not None and found[0] <= found[1] and first <= last and (found[0] - first) * (found[1] - last) > 0:
            hint = f"; is base={found[0]} missing?" if found[1] - found[0] == last - first else ""
            what = f"{name} is in {found[0]}..{found[1]}, but the nodes of {title_of(command.kinds, command.names)}"
            raise DescriptionError(*command.place, f"{what} are {first}..{last}{hint}")


def _counting(description: syntax.Description) -> Mapping[str, syntax.Shaped]:
    """Return the graphs whose edges a variable counts, by its name."""
    found: dict[str, syntax.Shaped] = {}
    for node in description.nodes:
        if isinstance(node, syntax.Shaped) and node.nodes is not None:
            count = node.loop.count if node.loop is not None else None
            if isinstance(count, syntax.Variable) and count.name not in syntax.names_in(node.nodes):
                found[count.name] = node
    return found
