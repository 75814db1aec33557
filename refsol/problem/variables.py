"""The variables of a program at a step, as values that no longer change; :mod:`.tracing` makes them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

Variables: TypeAlias = Mapping[str, object]
"""Values by name: numbers, texts and None, lists, tuples, sets and dictionaries of values, and each :class:`Fields`."""


class Fields(NamedTuple):
    """An object: the name of its class, ``kind``, and ``values``, its attributes by name."""

    kind: str
    values: Variables


def visible(stack: Sequence[Variables]) -> Variables:
    """Return the variables of a ``stack``, as in a :class:`.TraceStep`: of equal names, the innermost. O(variables)."""
    found: dict[str, object] = {}
    for variables in reversed(stack):
        found.update(variables)
    return found


def object_of(stack: Sequence[Variables], kind: str) -> Variables:
    """Return the fields of the innermost object of the class ``kind`` in a ``stack``, or none. O(variables)."""
    objects = (value for variables in stack for value in variables.values() if isinstance(value, Fields))
    return next((value.values for value in objects if value.kind == kind), {})
