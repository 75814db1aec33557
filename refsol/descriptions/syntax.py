"""The syntax tree of a description: commands, tests and expressions, each with its place in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from refsol.descriptions.values import Value


class Place(NamedTuple):
    """Where something stands in a description: ``line`` and ``column`` from 1, in bytes."""

    line: int
    column: int


# Expressions


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or a string that is written out: ``value``."""

    value: Value


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable called ``name``, with ``indices`` if it is an element of an array."""

    name: str
    indices: Sequence["Expression"]
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Negation:
    """The number ``operand`` with the other sign."""

    operand: "Expression"
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Two numbers ``left`` and ``right`` joined by an ``operator``: one of ``+ - * / % ^``."""

    operator: str
    left: "Expression"
    right: "Expression"
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Length:
    """The number of characters of the string ``operand``."""

    operand: "Expression"
    place: Place
    """Where it stands."""


Expression: TypeAlias = Constant | Variable | Negation | Operation | Length
"""What has a value."""


# Tests


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether ``left`` and ``right`` compare as the ``operator`` says: one of ``< <= > >= == !=``."""

    operator: str
    left: Expression
    right: Expression
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Not:
    """Whether ``operand`` does not hold."""

    operand: "Test"


@dataclass(frozen=True, slots=True)
class Both:
    """Whether ``left`` and ``right`` hold; if ``left`` doesn't, ``right`` is not evaluated."""

    left: "Test"
    right: "Test"


@dataclass(frozen=True, slots=True)
class Either:
    """Whether ``left`` or ``right`` holds; if ``left`` does, ``right`` is not evaluated."""

    left: "Test"
    right: "Test"


@dataclass(frozen=True, slots=True)
class AtEnd:
    """Whether the input ends here."""


@dataclass(frozen=True, slots=True)
class Match:
    """Whether the next character is one of ``characters``."""

    characters: Expression
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Unique:
    """Whether the tuples of the variables called ``names``, at each of their indices, are distinct."""

    names: Sequence[str]
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class InArray:
    """Whether ``value`` is one of the values of the array ``name``."""

    value: Expression
    name: str
    place: Place
    """Where it stands."""


Test: TypeAlias = Comparison | Not | Both | Either | AtEnd | Match | Unique | InArray
"""What holds or does not."""


# Commands


@dataclass(frozen=True, slots=True)
class Space:
    """A space."""

    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Newline:
    """A line feed."""

    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of the input."""

    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer in ``low..high``, which is assigned to ``target`` if there is one."""

    low: Expression
    high: Expression
    target: Variable | None
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Decimals:
    """How many decimals a number may have: from ``least`` to ``most``."""

    least: Expression
    most: Expression


FIXED: Final = "FIXED"
"""The notation of a number without an exponent."""
SCIENTIFIC: Final = "SCIENTIFIC"
"""The notation of a number with an exponent."""


@dataclass(frozen=True, slots=True)
class Float:
    """A number in ``low..high``, which is assigned to ``target`` if there is one.

    Its number of ``decimals`` and its ``notation`` may be restricted.
    """

    low: Expression
    high: Expression
    decimals: Decimals | None
    target: Variable | None
    notation: str | None
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class String:
    """The characters of ``text``."""

    text: Expression
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Regex:
    """The longest text that matches the extended regular expression ``pattern``; it is assigned to ``target``."""

    pattern: Expression
    target: Variable | None
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Assert:
    """A demand: ``test`` holds, which is written ``text``."""

    test: Test
    text: str
    place: Place
    """Where it stands."""


class Assignment(NamedTuple):
    """A ``target`` and the ``value`` that it gets."""

    target: Variable
    value: Expression


@dataclass(frozen=True, slots=True)
class Set:
    """Assigns values, one after the other, as in ``assignments``."""

    assignments: Sequence[Assignment]
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Unset:
    """Forgets the variables called ``names``, with all indices."""

    names: Sequence[str]
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Runs ``body`` ``count`` times and ``separator``, if there is one, between; ``index`` counts rounds from 0."""

    count: Expression
    index: Variable | None
    separator: "Command | None"
    body: "Block"
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class While:
    """Runs ``body`` as long as ``test`` holds and ``separator``, if there is one, between; ``index`` counts from 0."""

    test: Test
    index: Variable | None
    separator: "Command | None"
    body: "Block"
    place: Place
    """Where it stands."""


@dataclass(frozen=True, slots=True)
class If:
    """Runs ``body`` if ``test`` holds, and otherwise ``otherwise``."""

    test: Test
    body: "Block"
    otherwise: "Block"
    place: Place
    """Where it stands."""


Command: TypeAlias = (
    Space | Newline | End | Integer | Float | String | Regex | Assert | Set | Unset | Repeat | While | If
)
"""What is read, or done."""
Block: TypeAlias = Sequence[Command]
"""Commands in order."""


@dataclass(frozen=True, slots=True)
class Description:
    """A description of inputs: its ``commands``, after which an input ends."""

    commands: Block
