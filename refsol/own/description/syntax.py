"""The syntax tree of a description: commands, tests and expressions, each with its place in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description.values import Value


class Place(NamedTuple):
    """Where something stands in a description: ``line`` and ``column`` from 1, in bytes."""

    line: int
    column: int


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A part of a description that stands at a ``place``. It is equal to itself only, so that it may be a key."""

    place: Place


# Expressions


@dataclass(frozen=True, eq=False, slots=True)
class Constant(Node):
    """A number or a string that is written out: ``value``."""

    value: Value


@dataclass(frozen=True, eq=False, slots=True)
class Variable(Node):
    """A variable called ``name``, with ``indices`` if it is an element of an array."""

    name: str
    indices: Sequence["Expression"]


@dataclass(frozen=True, eq=False, slots=True)
class Negation(Node):
    """The number ``operand`` with the other sign."""

    operand: "Expression"


@dataclass(frozen=True, eq=False, slots=True)
class Operation(Node):
    """Two numbers ``left`` and ``right`` joined by an ``operator``: one of ``+ - * / % ^``."""

    operator: str
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True, eq=False, slots=True)
class Length(Node):
    """The number of characters of the string ``operand``."""

    operand: "Expression"


Expression: TypeAlias = Constant | Variable | Negation | Operation | Length
"""What has a value."""


# Tests


@dataclass(frozen=True, eq=False, slots=True)
class Comparison(Node):
    """Whether ``left`` and ``right`` compare as the ``operator`` says: one of ``< <= > >= == !=``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Not(Node):
    """Whether ``operand`` does not hold."""

    operand: "Test"


@dataclass(frozen=True, eq=False, slots=True)
class Both(Node):
    """Whether ``left`` and ``right`` hold; if ``left`` doesn't, ``right`` is not evaluated."""

    left: "Test"
    right: "Test"


@dataclass(frozen=True, eq=False, slots=True)
class Either(Node):
    """Whether ``left`` or ``right`` holds; if ``left`` does, ``right`` is not evaluated."""

    left: "Test"
    right: "Test"


@dataclass(frozen=True, eq=False, slots=True)
class AtEnd(Node):
    """Whether nothing follows in the input."""


@dataclass(frozen=True, eq=False, slots=True)
class Match(Node):
    """Whether the next character is one of ``characters``."""

    characters: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Unique(Node):
    """Whether the tuples of the variables called ``names``, at each of their indices, are distinct."""

    names: Sequence[str]


@dataclass(frozen=True, eq=False, slots=True)
class InArray(Node):
    """Whether ``value`` is one of the values of the array ``name``."""

    value: Expression
    name: str


Test: TypeAlias = Comparison | Not | Both | Either | AtEnd | Match | Unique | InArray
"""What holds or does not."""
Part: TypeAlias = Expression | Test
"""What is evaluated."""


# Commands


@dataclass(frozen=True, eq=False, slots=True)
class Text(Node):
    """The characters of ``text``; if they are a ``blank``, that is what errors call it."""

    text: Expression
    blank: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class End(Node):
    """The end of the input."""


@dataclass(frozen=True, eq=False, slots=True)
class Integer(Node):
    """An integer in ``low..high``, which is assigned to ``target`` if there is one."""

    low: Expression
    high: Expression
    target: Variable | None


class Decimals(NamedTuple):
    """How many decimals a number may have: from ``least`` to ``most``."""

    least: Expression
    most: Expression


FIXED: Final = "FIXED"
"""The notation of a number without an exponent."""
SCIENTIFIC: Final = "SCIENTIFIC"
"""The notation of a number with an exponent."""


@dataclass(frozen=True, eq=False, slots=True)
class Float(Node):
    """A number in ``low..high``, which is assigned to ``target`` if there is one.

    Its number of ``decimals`` and its ``notation`` may be restricted.
    """

    low: Expression
    high: Expression
    decimals: Decimals | None
    target: Variable | None
    notation: str | None


@dataclass(frozen=True, eq=False, slots=True)
class Regex(Node):
    """The longest text that matches the extended regular expression ``pattern``; it is assigned to ``target``."""

    pattern: Expression
    target: Variable | None


@dataclass(frozen=True, eq=False, slots=True)
class Assert(Node):
    """A demand: ``test`` holds, which is written ``text``."""

    test: Test
    text: str


class Assignment(NamedTuple):
    """A ``target`` and the ``value`` that it gets."""

    target: Variable
    value: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Set(Node):
    """Assigns values, one after the other, as in ``assignments``."""

    assignments: Sequence[Assignment]


@dataclass(frozen=True, eq=False, slots=True)
class Unset(Node):
    """Forgets the variables called ``names``, with all indices."""

    names: Sequence[str]


@dataclass(frozen=True, eq=False, slots=True)
class Loop(Node):
    """Runs ``body`` again and again and ``separator``, if there is one, between; ``index`` counts rounds from 0."""

    index: Variable | None
    separator: "Command | None"
    body: "Block"

    def inside(self) -> "Block":
        """Return the commands of a round. O(their number)."""
        return self.body if self.separator is None else (self.separator, *self.body)


@dataclass(frozen=True, eq=False, slots=True)
class Repeat(Loop):
    """A loop of ``count`` rounds."""

    count: Expression


@dataclass(frozen=True, eq=False, slots=True)
class While(Loop):
    """A loop that goes on as long as ``test`` holds."""

    test: Test


@dataclass(frozen=True, eq=False, slots=True)
class If(Node):
    """Runs ``body`` if ``test`` holds, and otherwise ``otherwise``."""

    test: Test
    body: "Block"
    otherwise: "Block"

    def inside(self) -> "Block":
        """Return the commands of both. O(their number)."""
        return (*self.body, *self.otherwise)


Command: TypeAlias = End | Text | Integer | Float | Regex | Assert | Set | Unset | Repeat | While | If
"""What is read, or done."""
Choosing: TypeAlias = Integer | Float | Regex
"""The commands that leave a choice."""
Block: TypeAlias = Sequence[Command]
"""Commands in order."""


@dataclass(frozen=True, eq=False, slots=True)
class Description:
    """A description of inputs: its ``commands``, after which an input ends."""

    commands: Block
