"""The limits that a description declares, and how near inputs come to them.

These are the largest values of integers, the largest lengths of texts, and the constants that assertions compare
something with, such as a sum.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern
from refsol.own.description.interpreter import Interpreter
from refsol.own.description.lengths import LengthTable
from refsol.own.description.sums import constant_of
from refsol.own.description.validator import Reader
from refsol.own.description.values import brief

_NEAR: Final = 10  # a value is near a limit if at most one part in so many of its range is missing
_LONGEST: Final = 2**31  # bytes; more is no limit
_SIDES: Final[Mapping[str, bool]] = {"<": True, "<=": True, ">": False, ">=": False}  # whether the first is the smaller


class Limit(NamedTuple):
    """A limit, written ``text``: an ``expression`` has values up to ``most`` after a ``command``, from ``least`` on."""

    command: syntax.Instruction
    expression: syntax.Expression
    least: int
    most: int
    text: str


class Meter:
    """Measures how near inputs come to the limits of a ``description``."""

    def __init__(self, description: syntax.Description) -> None:
        self._description: Final = description
        self._limits: Final = [*_limits_in(description)]
        self._by_command: Final[dict[syntax.Instruction, list[Limit]]] = {}
        self._found: Final[dict[Limit, int]] = {}
        for limit in self._limits:
            self._by_command.setdefault(limit.command, []).append(limit)

    def missed(self) -> list[tuple[Limit, int | None]]:
        """Return the limits to which no input has come near so far, with the largest value of any. O(limits)."""
        found = [(limit, self._found.get(limit)) for limit in self._limits]
        return [
            (limit, value)
            for limit, value in found
            if value is None or (limit.most - value) * _NEAR > limit.most - limit.least
        ]

    def measure(self, data: bytes) -> None:
        """Look at ``data``, a valid input. O(length)."""

        def note(command: syntax.Instruction) -> None:
            for limit in self._by_command.get(command, ()):
                value = interpreter.value(limit.expression)
                if isinstance(value, int) and value > self._found.get(limit, limit.least - 1):
                    self._found[limit] = value

        interpreter = Interpreter(self._description, Reader(data, lenient=False), note)
        interpreter.run()


def _limits_in(description: syntax.Description) -> Iterator[Limit]:
    lengths = LengthTable(_LONGEST)
    for command in description.nodes:
        match command:
            case syntax.Integer(target=syntax.Variable() as target):
                least, most = constant_of(command.low), constant_of(command.high)
                if most is not None and least != most:
                    yield Limit(command, target, least or 0, most, f"{target.name} <= {brief(most)}")
            case syntax.Regex(target=syntax.Variable() as target, pattern=syntax.Constant(value=bytes() as pattern)):
                found = lengths.of(Pattern(pattern).expression)
                least, most = min((each[0] for each in found), default=0), max((each[-1] for each in found), default=0)
                if least < most < _LONGEST:
                    length = syntax.Length(command.place, target)
                    yield Limit(command, length, least, most, f"STRLEN({target.name}) <= {most}")
            case syntax.Assert():
                yield from _asserted(command)


def _asserted(command: syntax.Assert) -> Iterator[Limit]:
    for test in syntax.conjuncts(command.test):
        if isinstance(test, syntax.Relation) and test.operator in _SIDES:
            is_first = _SIDES[test.operator]
            side, other = (test.left, test.right) if is_first else (test.right, test.left)
            most = constant_of(other)
            if most is not None and most > 0 and constant_of(side) is None:
                yield Limit(command, side, 0, most - (test.operator in "<>"), command.text)
