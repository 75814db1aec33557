"""YAML, as far as packages need it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, TypeGuard

Value: TypeAlias = str | int | float | bool | Mapping[str, "Value"] | Sequence["Value"] | None
"""What a file can hold."""


def yaml_of(value: Mapping[str, Value]) -> str:
    """Return the mapping ``value`` as YAML. O(its size).

    Mappings and lists are blocks, and strings are in double quotes, as in JSON.
    """
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Mapping[str, Value] | Sequence[Value]) -> Iterator[str]:
    """Yield the lines of a mapping or list."""
    if not isinstance(value, Mapping):
        for each in value:
            first, *rest = _lines(each) if _is_block(each) else [_flow(each)]
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
        return
    for name, each in value.items():
        if _is_block(each):
            yield f"{name}:"
            yield from (f"  {line}" for line in _lines(each))
        else:
            yield f"{name}: {_flow(each)}"


def _is_block(value: Value) -> TypeGuard[Mapping[str, Value] | Sequence[Value]]:
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str) and bool(value)


def _flow(value: Value) -> str:
    """Return a value on one line."""
    return json.dumps(value, ensure_ascii=False)
