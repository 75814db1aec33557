"""The syntax tree of a description: commands, conditions and expressions, each with its place in the text."""

# mypyc: refsol_jury

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description.values import Datum


class Location(NamedTuple):
    """Where something stands in a description: ``line`` and ``column`` from 1, in bytes."""

    line: int
    column: int


@dataclass(frozen=True, eq=False)
class Node:
    """A part of a description that stands at a ``place``. It is equal to itself only, so that it may be a key."""

    place: Location


# Expressions


@dataclass(frozen=True, eq=False)
class Constant(Node):
    """A number or a string that is written out: ``value``."""

    value: Datum


@dataclass(frozen=True, eq=False)
class Variable(Node):
    """A variable called ``name``, with ``indices`` if it is an element of an array."""

    name: str
    indices: Sequence["Expression"]


@dataclass(frozen=True, eq=False)
class Negation(Node):
    """The number ``operand`` with the other sign."""

    operand: "Expression"


@dataclass(frozen=True, eq=False)
class Operation(Node):
    """Two numbers ``left`` and ``right`` joined by an ``operator``: one of ``+ - * / % ^``."""

    operator: str
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True, eq=False)
class Length(Node):
    """The number of characters of the string ``operand``."""

    operand: "Expression"


Expression: TypeAlias = Constant | Variable | Negation | Operation | Length
"""An expression that has a value."""


# Conditions


@dataclass(frozen=True, eq=False)
class Relation(Node):
    """Whether ``left`` and ``right`` compare as the ``operator`` says: one of ``< <= > >= == !=``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Not(Node):
    """Whether ``operand`` does not hold."""

    operand: "Condition"


@dataclass(frozen=True, eq=False)
class Connection(Node):
    """Whether ``left`` and ``right`` hold (``operator`` ``&&``), or one of them (``||``); ``right`` only if need be."""

    operator: str
    left: "Condition"
    right: "Condition"


@dataclass(frozen=True, eq=False)
class Lookahead(Node):
    """Whether the next character is one of ``characters`` or, without these, whether nothing follows."""

    characters: Expression | None


@dataclass(frozen=True, eq=False)
class Unique(Node):
    """Whether the tuples of the variables called ``names``, at each of their indices, are distinct."""

    names: Sequence[str]


@dataclass(frozen=True, eq=False)
class InArray(Node):
    """Whether ``value`` is one of the values of the array ``name``."""

    value: Expression
    name: str


Condition: TypeAlias = Relation | Not | Connection | Lookahead | Unique | InArray
"""A condition, which holds or doesn't."""


# Commands


@dataclass(frozen=True, eq=False)
class Text(Node):
    """The characters of ``text``; if they are a ``blank``, that is what errors call it."""

    text: Expression
    blank: str | None = None


@dataclass(frozen=True, eq=False)
class EndOfInput(Node):
    """The end of the input."""


@dataclass(frozen=True, eq=False)
class Integer(Node):
    """An integer in ``low..high``, which is assigned to ``target`` if there is one."""

    low: Expression
    high: Expression
    target: Variable | None


@dataclass(frozen=True, eq=False)
class Float(Node):
    """The same for a number in ``low..high`` and a ``target``, maybe with a range of ``decimals`` or a ``notation``."""

    low: Expression
    high: Expression
    decimals: tuple[Expression, Expression] | None
    target: Variable | None
    notation: str | None


@dataclass(frozen=True, eq=False)
class Regex(Node):
    """The longest text that matches the extended regular expression ``pattern``; it is assigned to ``target``."""

    pattern: Expression
    target: Variable | None


@dataclass(frozen=True, eq=False)
class Assert(Node):
    """A demand: ``test`` holds, which is written ``text``."""

    test: Condition
    text: str


@dataclass(frozen=True, eq=False)
class Assignment(Node):
    """A ``target`` and the ``value`` that it gets."""

    target: Variable
    value: Expression


@dataclass(frozen=True, eq=False)
class Set(Node):
    """Assigns values, one after the other, as in ``assignments``."""

    assignments: Sequence[Assignment]


@dataclass(frozen=True, eq=False)
class Unset(Node):
    """Forgets the variables called ``names``, with all indices."""

    names: Sequence[str]


@dataclass(frozen=True, eq=False)
class Loop(Node):
    """Runs ``body`` again and again and ``separator``, if there is one, between; ``target`` counts rounds from 0."""

    target: Variable | None
    separator: "Instruction | None"
    body: Sequence["Instruction"]


@dataclass(frozen=True, eq=False)
class Repeat(Loop):
    """A loop of ``count`` rounds."""

    count: Expression


@dataclass(frozen=True, eq=False)
class While(Loop):
    """A loop that runs as long as ``test`` holds."""

    test: Condition


@dataclass(frozen=True, eq=False)
class If(Node):
    """Runs ``body`` if ``test`` holds, and otherwise ``otherwise``."""

    test: Condition
    body: Sequence["Instruction"]
    otherwise: Sequence["Instruction"]


@dataclass(frozen=True, eq=False)
class Shaped(Node):
    """A ``body``, which is a loop, in which the variables called ``names`` have shapes of all ``kinds``.

    ``nodes``, ``base`` and ``root`` are those of a :class:`.Shape`. Edges are in an ``order``, and labels ``in_order``,
    as in a :class:`.Plan`.
    """

    body: Sequence["Instruction"]
    kinds: Sequence[str]
    names: Sequence[str]
    nodes: Expression | None
    base: int
    root: Expression | None
    order: str
    in_order: bool

    @property
    def loop(self) -> Repeat:
        """The loop that reads the variables, maybe within other shapes. O(shapes)."""
        command: Instruction = self
        while isinstance(command, Shaped):
            command = command.body[0]
        assert isinstance(command, Repeat)
        return command

    @property
    def commands(self) -> Sequence[Integer]:
        """The commands that read the variables, in the order of the names. O(length)."""
        inside = [each for each in nodes_in(self.body) if isinstance(each, Integer) and each.target is not None]
        return [each for name in self.names for each in inside if each.target is not None and each.target.name == name]


Instruction: TypeAlias = (
    EndOfInput | Text | Integer | Float | Regex | Assert | Set | Unset | Repeat | While | If | Shaped
)
"""A command of the language."""
Choosing: TypeAlias = Integer | Float | Regex
"""The commands that leave a choice."""
Block: TypeAlias = Sequence[Instruction]
"""Commands in order."""


class Description:
    """A description of inputs: its ``commands``, after which an input ends.

    ``nodes`` are all nodes of the tree, from left to right, each before those inside it, ``blocks`` all its blocks.
    """

    def __init__(self, commands: Block) -> None:
        self.commands: Final = commands
        self.nodes: Final[Sequence[Node]] = tuple(nodes_in(commands))
        self.blocks: Final[list[Block]] = [commands]
        for node in self.nodes:
            if isinstance(node, Loop | Shaped):
                self.blocks.append(node.body)
            elif isinstance(node, If):
                self.blocks.extend((node.body, node.otherwise))


# The tree, traversed


def nodes_in(part: object) -> Iterator[Node]:
    """Yield the nodes of a ``part`` of a tree, or of several, from left to right, each before those inside it."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Node):
            yield part
            _place, *names = part.__dataclass_fields__
            waiting += [getattr(part, name) for name in reversed(names)]
        elif isinstance(part, tuple):
            waiting += reversed(part)


def variables_in(part: Expression | Condition) -> Iterator[Variable]:
    """Yield the variables in a ``part`` of a command, from left to right."""
    return (node for node in nodes_in(part) if isinstance(node, Variable))


def names_in(part: object) -> set[str]:
    """Return the names of the variables in a ``part`` of a tree, or in several."""
    found: set[str] = set()
    for node in nodes_in(part):
        if isinstance(node, Variable | InArray):
            found.add(node.name)
        elif isinstance(node, Unique):
            found.update(node.names)
    return found


def assigned_in(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the names of the variables to which those of ``nodes`` that are commands assign."""
    for node in nodes:
        if isinstance(node, Integer | Float | Regex | Loop | Assignment) and node.target is not None:
            yield node.target.name


def conjuncts(test: Condition) -> Iterator[Condition]:
    """Yield the conditions that hold together if and only if ``test`` holds: the parts joined by ``&&``, in order."""
    waiting = [test]
    while waiting:
        test = waiting.pop()
        if isinstance(test, Connection) and test.operator == "&&":
            waiting += (test.right, test.left)
        else:
            yield test


def asserted_in(nodes: Iterable[Node]) -> Iterator[Condition]:
    """Yield the conditions that the assertions among ``nodes`` demand, in order."""
    return (test for node in nodes if isinstance(node, Assert) for test in conjuncts(node.test))


def loops_around(description: Description, kind: type[Loop] = Loop) -> Mapping[Node, Loop | None]:
    """Return the innermost loop of a ``kind`` around each node, if any, also around its test. O(length · depth)."""
    around: dict[Node, Loop | None] = dict.fromkeys(description.nodes)
    for loop in description.nodes:
        if isinstance(loop, kind):
            around |= {node: loop for node in nodes_in(loop) if node is not loop}
    return around
