"""Runs a problem's plain solution step by step, and keeps what each line changes.

A step is a line that is about to run, as in a debugger, with the variables at that moment. Lists, dictionaries and
objects are copied, so that the steps can be looked at in any order.
"""

import sys
from ast import (
    AST,
    Call,
    GeneratorExp,
    ListComp,
    Load,
    Name,
    NodeTransformer,
    SetComp,
    copy_location,
    fix_missing_locations,
    parse,
)
from collections.abc import Iterator, Sequence
from inspect import CO_GENERATOR
from types import FrameType
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.errors import InputError, OptionError
from refsol.problem import Problem
from refsol.problem.packaging import data_in
from refsol.problem.variables import Fields, Variables

if TYPE_CHECKING:
    from _typeshed import TraceFunction

MOST: Final = 20_000
"""The most steps that are kept."""

LONGEST: Final = 2**16
"""The most bytes of an input, since every step copies what is read of it."""

_FILE: Final = "plain.py"
_PROGRAM: Final = f"<{_FILE}>"  # the name of its code
_PLAIN: Final = {int, str, bytes, bool, float, type(None)}
_LISTED: Final = 4  # changes in one value
_WIDTH: Final = 60  # characters of a value


class TraceStep(NamedTuple):
    """A step: the number of the ``line`` that is about to run in a ``function``.

    ``stack`` has the variables of that function, and of each one that has called it, the innermost first; ``changes``
    says in lines what has changed since the step before.
    """

    line: int
    function: str
    stack: Sequence[Variables]
    changes: Sequence[str]

    @property
    def variables(self) -> Variables:
        """The variables of the function."""
        return self.stack[0]


class Trace(NamedTuple):
    """The ``steps`` of a program, whose ``source`` is a text; ``output`` is what it returns, or None if it was cut."""

    source: str
    steps: Sequence[TraceStep]
    output: str | None
    changes: Sequence[str]
    """What has changed since the last step, if it wasn't cut."""


def trace(problem: Problem, data: bytes, most: int = MOST) -> Trace:
    """Return the first steps, at most ``most``, of the plain solution of a ``problem`` on the valid input ``data``.

    Raises ``OptionError`` where there is no plain solution, and ``InputError`` for more than :data:`LONGEST` bytes.
    O(length of the values) for a step.
    """
    if len(data) > LONGEST:
        raise InputError(1, 1, f"at most {LONGEST} bytes to step through", str(len(data)))
    text = data_in(problem.package, _FILE)
    if text is None:
        raise OptionError(f"{problem.slug} has no plain solution to step through")
    tree = _AsGenerators().visit(parse(text, _PROGRAM))
    code = compile(fix_missing_locations(tree), _PROGRAM, "exec")
    namespace: dict[str, object] = {"__name__": problem.package}
    exec(code, namespace)
    solve = namespace["solve"]
    assert callable(solve)
    recorder = _Recorder(most)
    before = sys.gettrace()
    sys.settrace(recorder.entered)
    output = None
    try:
        output = str(solve(data))
    except _EnoughError:
        pass
    finally:
        sys.settrace(before)
    return Trace(text.decode(), recorder.steps, output, [] if output is None else recorder.changes)


class _AsGenerators(NodeTransformer):
    """Makes ``list(…)`` of ``[…]`` with a loop in it: some versions of Python trace the loop, others don't."""

    def visit_ListComp(self, node: ListComp) -> AST:
        return self._called("list", node)

    def visit_SetComp(self, node: SetComp) -> AST:
        return self._called("set", node)

    def _called(self, name: str, node: ListComp | SetComp) -> AST:
        self.generic_visit(node)
        loop = GeneratorExp(node.elt, node.generators)
        return copy_location(Call(Name(name, Load()), [copy_location(loop, node)], []), node)


class _EnoughError(BaseException):
    """There are as many steps as are wanted."""


class _Recorder:
    """Keeps the steps of the functions in which it is the trace function."""

    def __init__(self, most: int) -> None:
        self.steps: list[TraceStep] = []
        self.changes: list[str] = []  # since the last step
        self._most: Final = most
        self._seen: dict[FrameType, Variables] = {}  # what each function's variables were, when last looked at
        self._lines: dict[FrameType, int] = {}  # the line of its latest step

    def entered(self, frame: FrameType, _event: str, _argument: object) -> "TraceFunction | None":
        """Trace a function of the program, but not what is written as an expression, nor other modules."""
        if frame.f_code.co_filename != _PROGRAM or frame.f_code.co_name.startswith("<"):
            return None
        if frame not in self._seen:
            self._seen[frame] = {}
            self._add(frame)
        return self._traced

    def _traced(self, frame: FrameType, event: str, argument: object) -> "TraceFunction | None":
        if event == "line":
            # Some versions of Python come back to a line from which a function was called, others don't.
            if self._look(frame) or self._lines[frame] != frame.f_lineno:
                self._add(frame)
        elif event == "return":
            self._look(frame)
            gives = "yields" if frame.f_code.co_flags & CO_GENERATOR else "returns"
            if argument is not None:
                self.changes.append(f"{frame.f_code.co_name} {gives} {shortened(_copied(argument, {}))}")
            if not any(True for _ in self._callers(frame)):
                sys.settrace(None)  # generators that nobody needs any more may be ended next
        return self._traced

    def _look(self, frame: FrameType) -> bool:
        """Note what has changed in a function, and return whether anything has."""
        before, now = self._seen[frame], _variables(frame)
        told: set[int] = set()  # values that have several names
        many = len(self.changes)
        for name, value in sorted(now.items(), key=lambda item: isinstance(item[1], Fields)):
            if name not in before or before[name] != value:
                self.changes += _differences(name, before.get(name), value, told)
        self._seen[frame] = {name: before[name] if before.get(name) == value else value for name, value in now.items()}
        return len(self.changes) > many

    def _callers(self, frame: FrameType) -> Iterator[Variables]:
        """Yield the variables of the functions that have called one, the innermost first."""
        caller = frame.f_back
        while caller is not None:
            if caller in self._seen:
                yield self._seen[caller]
            caller = caller.f_back

    def _add(self, frame: FrameType) -> None:
        if len(self.steps) == self._most:
            raise _EnoughError
        stack = (self._seen[frame], *self._callers(frame))
        step = TraceStep(frame.f_lineno, frame.f_code.co_name, stack, tuple(self.changes))
        self.steps.append(step)
        self._lines[frame] = frame.f_lineno
        self.changes.clear()


def _variables(frame: FrameType) -> Variables:
    copies: dict[int, object] = {}
    found = {name: _copied(value, copies) for name, value in frame.f_locals.items() if not name.startswith("_")}
    return {name: value for name, value in found.items() if value is not ...}


def _copied(value: object, copies: dict[int, object]) -> object:
    """Return a copy of a value, as :data:`Variables` has it, or ``...`` for one of another kind. O(its length).

    ``copies`` has those made so far, by the identity of the value.
    """
    if value is None or isinstance(value, (int, float, str, bytes, range)):
        return value
    known = copies.get(id(value))
    if known is not None:
        return known
    copies[id(value)] = ...  # of a value that contains itself
    copy: object = ...
    if isinstance(value, list):
        copy = value.copy() if set(map(type, value)) <= _PLAIN else [_copied(item, copies) for item in value]
    elif isinstance(value, tuple):
        copy = tuple([_copied(item, copies) for item in value])
    elif isinstance(value, (set, frozenset)):
        copy = frozenset(value)
    elif isinstance(value, dict):
        copy = {key: _copied(item, copies) for key, item in value.items()}
    elif hasattr(value, "__dict__") and not callable(value):
        copy = Fields(type(value).__name__, {name: _copied(item, copies) for name, item in vars(value).items()})
    copies[id(value)] = copy
    return copy


def _differences(path: str, before: object, now: object, told: set[int]) -> Iterator[str]:
    """Yield as assignments what makes one value of the other: of its parts, if it has few that differ.

    What is in the set ``told``, by identity, isn't told again.
    """
    if id(now) in told:
        return
    if isinstance(before, (list, dict, Fields)):
        told.add(id(now))
    parts = list(_changed_parts(path, before, now))
    if 0 < len(parts) <= _LISTED:
        for name, old, new in parts:
            yield from _differences(name, old, new, told)
    else:
        yield f"{path} = {shortened(now)}"


def _changed_parts(path: str, before: object, now: object) -> Iterator[tuple[str, object, object]]:
    """Yield the parts of a value that are new or changed, with their names; none if it has fewer than before."""
    if isinstance(before, list) and isinstance(now, list) and len(before) <= len(now):
        for index, item in enumerate(now):
            old = before[index] if index < len(before) else None
            if index >= len(before) or old != item:
                yield f"{path}[{index}]", old, item
    elif isinstance(before, dict) and isinstance(now, dict) and before.keys() <= now.keys():
        yield from ((f"{path}[{key!r}]", before.get(key), now[key]) for key in now if before.get(key) != now[key])
    elif isinstance(before, Fields) and isinstance(now, Fields):
        old_values = before.values
        for name, item in now.values.items():
            if old_values.get(name) != item:
                yield f"{path}.{name}", old_values.get(name), item


def shortened(value: object, width: int = _WIDTH) -> str:
    """Return a value in Python's notation, but an object as its class, and what is longer than ``width`` cut off.

    A list that is cut off shows its length. O(its length).
    """
    if isinstance(value, Fields):
        return value.kind
    if isinstance(value, (list, tuple)):
        items = ", ".join(shortened(item) for item in value[:width])
        text = f"[{items}]" if isinstance(value, list) else f"({items})"
    elif isinstance(value, dict):
        text = f"{{{', '.join(f'{key!r}: {shortened(item)}' for key, item in value.items())}}}"
    elif isinstance(value, frozenset):
        text = f"{{{', '.join(map(repr, sorted(value)))}}}"
    else:
        text = repr(value)
    if len(text) <= width:
        return text
    count = f" ({len(value)})" if isinstance(value, (list, tuple, dict, frozenset, str, bytes)) else ""
    return f"{text[: width - 1]}…{count}"
