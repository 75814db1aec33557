"""Plans the numbers of what has a shape, before the rounds of the loop that writes them."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from refsol.own.description import syntax
from refsol.own.description.interpreter import BrokenError, Interpreter
from refsol.own.description.values import DescriptionError
from refsol.own.description.writer import unique_in
from refsol.own.shapes.graphs import NoGraphError, Plan, graph, permutation, rooted, wanted_edges
from refsol.own.shapes.kinds import title_of

_Range = tuple[int, int]


class Planner:
    """Plans what a ``description`` gives a shape, with ``random`` numbers.

    ``pick`` returns a value for each round of a loop, and ``range_of`` None for a range that depends on the round.
    """

    def __init__(
        self,
        description: syntax.Description,
        random: Random,
        pick: Callable[[syntax.Integer, int, int], list[int]],
        range_of: Callable[[syntax.Integer], _Range | None],
    ) -> None:
        self._random: Final = random
        self._pick: Final = pick
        self._range_of: Final = range_of
        self._planned: Final[dict[syntax.Node, Sequence[int]]] = {}
        self._counting: Final = _counting(description)
        self._unique: Final = {frozenset(names) for names in unique_in(description)}

    def clear(self) -> None:
        """Forget what was planned."""
        self._planned.clear()

    def planned(self, command: syntax.Integer, number: int) -> int | None:
        """Return what a command reads in round ``number``, or None if that isn't planned."""
        column = self._planned.get(command)
        return None if column is None else column[number]

    def begin(self, command: syntax.Shaped, form: str, nodes: int, root: int | None, rounds: int) -> None:
        """Plan what a number of ``rounds`` of a loop read: a graph in a ``form``, or a random one if that is empty.

        It has ``nodes`` and maybe a ``root``. Raises :class:`.BrokenError` if there is none, and
        :class:`.DescriptionError` if ranges begin and end before the nodes do, or behind them. O(rounds log rounds).
        """
        reading = command.commands
        if command.nodes is None:
            keys = self._pick(reading[0], 1, max(1, rounds))
            columns: Sequence[Sequence[int]] = [[command.base + rank for rank in permutation(self._random, keys)]]
        else:
            ranges = [self._range_of(each) for each in reading]
            _require_nodes(command, nodes, rounds, ranges)
            try:
                columns = self._graph(command, form, nodes, root, rounds, ranges)
            except NoGraphError:
                raise BrokenError(f"{' and '.join(command.kinds)} of {', '.join(command.names)}") from None
        self._planned.update(zip(reading, columns, strict=True))

    def _graph(
        self,
        command: syntax.Shaped,
        form: str,
        nodes: int,
        root: int | None,
        rounds: int,
        ranges: Sequence[_Range | None],
    ) -> Sequence[Sequence[int]]:
        base, random = command.base, self._random
        own_root = None if root is None else root - base
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
        edges = graph(random, plan)
        return [[base + edge[side] for edge in edges] for side in (0, 1)]

    def edges(self, command: syntax.Integer, form: str, interpreter: Interpreter) -> int | None:
        """Return how many edges a graph in a ``form`` should have, if that is what a command reads."""
        shaped = self._counting.get(command.target.name) if command.target is not None and form else None
        if shaped is None or shaped.nodes is None:
            return None
        try:
            nodes = interpreter.value(shaped.nodes)
        except DescriptionError:  # which are read later
            return None
        return wanted_edges(form, nodes, shaped.kinds) if isinstance(nodes, int) else None


def _require_nodes(command: syntax.Shaped, nodes: int, rounds: int, ranges: Sequence[_Range | None]) -> None:
    """Raise :class:`.DescriptionError` where one of the ``ranges`` is shifted against the nodes, as by a wrong base."""
    if len(ranges) == 1 and rounds == nodes:
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
            count = node.loop.count
            if isinstance(count, syntax.Variable) and count.name not in syntax.names_in(node.nodes):
                found[count.name] = node
    return found
