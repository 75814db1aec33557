"""The limits that a description declares, and how near inputs come to them.

These are the largest values of integers, the largest lengths of texts, and the constants that assertions compare
something with, such as a sum.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern
from refsol.own.description.interpreter import Interpreter
from refsol.own.description.validator import Reader
from refsol.own.description.values import DescriptionError, brief

_NEAR: Final = 10  # a value is near a limit if at most one part in this many of its range is missing


class DeclaredLimit(NamedTuple):
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
        self._constants: Final = Interpreter(description, Reader(b"", lenient=False))
        self._limits: Final[dict[syntax.Instruction, list[DeclaredLimit]]] = {}  # by command
        self._found: Final[dict[DeclaredLimit, int]] = {}
        for limit in self._limits_in(description):
            self._limits.setdefault(limit.command, []).append(limit)

    def missed(self) -> list[tuple[DeclaredLimit, int | None]]:
        """Return the limits to which no input has come near so far, with the largest value of any. O(limits)."""
        found = [(limit, self._found.get(limit)) for limits in self._limits.values() for limit in limits]
        return [
            (limit, value)
            for limit, value in found
            if value is None or (limit.most - value) * _NEAR > limit.most - limit.least
        ]

    def measure(self, data: bytes) -> None:
        """Look at ``data``, a valid input. O(length)."""

        def note(command: syntax.Instruction) -> None:
            for limit in self._limits.get(command, ()):
                value = interpreter.value(limit.expression)
                if isinstance(value, int) and value > self._found.get(limit, limit.least - 1):
                    self._found[limit] = value

        interpreter = Interpreter(self._description, Reader(data, lenient=False), note)
        interpreter.run()

    def _limits_in(self, description: syntax.Description) -> Iterator[DeclaredLimit]:
        for command in description.nodes:
            match command:
                case syntax.Integer(target=syntax.Variable() as target):
                    least, most = self._constant(command.low), self._constant(command.high)
                    if most is not None and least != most:
                        yield DeclaredLimit(command, target, least or 0, most, f"{target.name} <= {brief(most)}")
                case syntax.Regex(target=syntax.Variable() as target, pattern=syntax.Constant(value=bytes() as text)):
                    expression = Pattern(text).expression
                    if expression.longest is not None and expression.least < expression.longest:
                        length, text_of = syntax.Length(command.place, target), f"STRLEN({target.name})"
                        most = expression.longest
                        yield DeclaredLimit(command, length, expression.least, most, f"{text_of} <= {most}")
                case syntax.Assert():
                    for test in syntax.conjuncts(command.test):
                        if isinstance(test, syntax.Relation) and test.operator in ("<", "<=", ">", ">="):
                            side, other = test.left, test.right
                            if test.operator in (">", ">="):
                                side, other = other, side
                            most = self._constant(other)
                            if most is not None and most > 0 and self._constant(side) is None:
                                yield DeclaredLimit(command, side, 0, most - (test.operator in "<>"), command.text)

    def _constant(self, expression: syntax.Expression) -> int | None:
        try:
            value = self._constants.value(expression)
        except DescriptionError:
            return None
        return value if isinstance(value, int) else None
