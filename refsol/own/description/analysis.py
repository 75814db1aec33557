"""The tree of a description, traversed: its commands, the variables in them, and what depends on what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from refsol.own.description.syntax import (
    Assert,
    Block,
    Both,
    Command,
    Comparison,
    Description,
    Either,
    Float,
    If,
    InArray,
    Integer,
    Length,
    Loop,
    Negation,
    Node,
    Not,
    Operation,
    Part,
    Regex,
    Repeat,
    Set,
    Test,
    Unique,
    Variable,
    While,
)


def starts(block: Block, end: int) -> Sequence[int]:
    """Return where to begin again if the command at index ``end`` of a block breaks: nearer commands first.

    These are the commands that make up what it depends on, also by way of what is computed from that. Only assertions,
    and loops and choices that contain some, break again and again.
    """
    within = [*commands_in([block[end]])]
    if not any(isinstance(command, Assert) for command in within):
        return ()
    needed = {name for command in within for part in _parts_of(command) for name in names_in(part)}
    found: list[int] = []
    for number in range(end - 1, -1, -1):
        inside = [*commands_in([block[number]])]
        if needed & set(assigned_in(inside)):
            if not isinstance(block[number], Set):
                found.append(number)
            for each in inside:
                if isinstance(each, Set):
                    needed |= {name for _target, value in each.assignments for name in names_in(value)}
    return found


def _parts_of(command: Command) -> Iterator[Part]:
    """Yield the tests and expressions of a command on which depends what it reads, and whether it can."""
    match command:
        case Integer() | Float():
            yield from (command.low, command.high)
        case Repeat():
            yield command.count
        case _:
            yield from tests_in(command)


def sized_by(description: Description) -> frozenset[str]:
    """Return the names of the variables on which the size of an input depends. O(length of the description ²).

    These are the numbers of rounds, and what bounds the integers of all rounds, such as the number of vertices.
    """
    commands = [*commands_in(description.commands)]
    needed = {name for command in commands if isinstance(command, Repeat) for name in names_in(command.count)}
    for loop in commands:
        if isinstance(loop, Loop):
            inside = [*commands_in([loop])]
            integers = [command for command in inside if isinstance(command, Integer)]
            bounds = {name for each in integers for bound in (each.low, each.high) for name in names_in(bound)}
            needed |= bounds - {*assigned_in(inside)}
    while True:
        more = {
            name
            for command in commands
            if isinstance(command, Set)
            for target, value in command.assignments
            if target.name in needed
            for name in names_in(value)
        }
        if more <= needed:
            return frozenset(needed)
        needed |= more


def unique_in(description: Description) -> Sequence[Sequence[str]]:
    """Return the names of each ``UNIQUE`` that is asserted, in the order in which they are assigned. O(length)."""
    commands = [*commands_in(description.commands)]
    order = list(dict.fromkeys(assigned_in(commands)))
    found: list[Sequence[str]] = []
    for command in commands:
        waiting: list[Test] = [command.test] if isinstance(command, Assert) else []
        while waiting:
            test = waiting.pop()
            if isinstance(test, Both):
                waiting += [test.left, test.right]
            elif isinstance(test, Unique) and all(name in order for name in test.names):
                found.append(sorted(set(test.names), key=order.index))
    return found


def names_in(part: Part) -> Iterator[str]:
    """Yield the names of the variables in a test or an expression."""
    yield from (variable.name for variable in variables_in(part))
    if isinstance(part, Unique):
        yield from part.names
    elif isinstance(part, InArray):
        yield part.name


def commands_in(block: Block) -> Iterator[Command]:
    """Yield the commands of a ``block`` and of the blocks inside it, separators included."""
    for command in block:
        yield command
        if isinstance(command, Loop | If):
            yield from commands_in(command.inside())


def loops_around(description: Description, kind: type[Loop] = Loop) -> Mapping[Node, Loop | None]:
    """Return the innermost loop of a ``kind`` around each command and each test, if there is one. O(length).

    The test of a loop is part of it.
    """
    around: dict[Node, Loop | None] = {}

    def enter(block: Block, loop: Loop | None) -> None:
        for command in block:
            around[command] = loop
            inner = command if isinstance(command, kind) else loop
            around.update((test, inner) for test in tests_in(command))
            if isinstance(command, Loop | If):
                enter(command.inside(), inner)

    enter(description.commands, None)
    return around


def assigned_in(commands: Iterable[Command]) -> Iterator[str]:
    """Yield the names of the variables to which ``commands`` assign."""
    for command in commands:
        match command:
            case Integer() | Float() | Regex():
                if command.target is not None:
                    yield command.target.name
            case Set():
                yield from (target.name for target, _value in command.assignments)
            case Loop():
                if command.index is not None:
                    yield command.index.name


def tests_in(command: Command) -> Iterator[Test]:
    """Yield the test of a command, and the tests inside it."""
    if isinstance(command, Assert | While | If):
        waiting: list[Test] = [command.test]
        while waiting:
            test = waiting.pop()
            yield test
            match test:
                case Not():
                    waiting.append(test.operand)
                case Both() | Either():
                    waiting += [test.left, test.right]


def variables_in(part: Part) -> Iterator[Variable]:
    """Yield the variables in a test or an expression, from left to right."""
    match part:
        case Variable():
            yield part
            for index in part.indices:
                yield from variables_in(index)
        case Negation() | Not() | Length():
            yield from variables_in(part.operand)
        case Operation() | Comparison() | Both() | Either():
            yield from variables_in(part.left)
            yield from variables_in(part.right)
        case InArray():
            yield from variables_in(part.value)
