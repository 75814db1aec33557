"""Substitutes for the names that refsol takes from ``librt`` and ``mypy_extensions``, in plain Python.

They do what the originals do for refsol's code, so that it runs where librt, a C extension, can't be imported: under
PyPy, say, or in a browser. All modules import from librt and mypy_extensions as ever; ``refsol`` decides once, before
it imports anything else, whether :func:`stand_in` puts these in the places of the two. Bundles begin with them.
"""

import sys
from array import array
from collections.abc import Callable, Iterable
from enum import Enum
from struct import Struct
from types import ModuleType
from typing import Final, TypeAlias

# Interpreted, an integer of any width is an `int`, and its width matters only to arrays, which tell these apart.
# Methods of `int` are as quick as `int` itself, to which they convert a bool.
i64: Final = int
"""An integer of 64 bits."""
i32: Final = int.__index__
"""An integer of 32 bits."""
i16: Final = int.__trunc__
"""An integer of 16 bits."""
u8: Final = int.__int__
"""An integer of 8 bits, not negative."""


FlatArray: TypeAlias = "array[int]"
"""A flat array of integers; one that doesn't fit raises ``OverflowError``."""


class _Integers64:
    """Makes arrays of integers of 64 bits, as subclasses do of others; arrays of a class of ours would be slower."""

    code = "q"

    def __new__(cls, items: Iterable[int] = (), *, capacity: int = 0) -> FlatArray:  # type: ignore[misc]  # no instance
        return array(cls.code, items)


class _Integers32(_Integers64):
    code = "i"


class _Integers16(_Integers64):
    code = "h"


class _Bytes(_Integers64):
    code = "B"


class _Floats(_Integers64):
    code = "d"


ARRAYS: Final[dict[object, Callable[..., FlatArray]]] = {
    i64: _Integers64,
    i32: _Integers32,
    i16: _Integers16,
    u8: _Bytes,
    float: _Floats,
}
"""The makers of arrays of each kind of number."""


class _Vec:
    """``vec[i32]`` makes arrays of :data:`i32`, and so on."""

    def __getitem__(self, item: object) -> Callable[..., FlatArray]:
        return ARRAYS[item]


vec: Final = _Vec()
"""Arrays by the kind of their items."""


def append(items: FlatArray, item: int) -> FlatArray:
    """Append ``item`` to an array, which is returned."""
    items.append(item)
    return items


def extend(items: FlatArray, more: FlatArray) -> FlatArray:
    """Append the items of another array of the same kind to an array, which is returned. O(more) amortised."""
    items.extend(more)
    return items


def pop(items: FlatArray) -> tuple[FlatArray, int]:
    """Remove the last item of an array, which must have one, and return the array and the item."""
    last = items.pop()
    return items, last


class BytesWriter(bytearray):
    """Bytes that grow at their end."""

    write = bytearray.extend
    """Append bytes. O(bytes)."""

    def getvalue(self) -> bytes:
        """Return the bytes. O(bytes)."""
        return bytes(self)


_I64: Final = Struct("<q")
_I32: Final = Struct("<i")
_I16: Final = Struct("<h")


def read_i64_le(data: bytes, index: int) -> int:
    """Return eight bytes of ``data`` from ``index`` on as a number with a sign, the lowest byte first.

    Raises ``IndexError`` if there are fewer, and ``ValueError`` for a negative index.
    """
    if index < 0:
        raise ValueError("index must be non-negative")
    if index + 8 > len(data):
        raise IndexError(f"index {index} out of range for bytes of length {len(data)}")
    (word,) = _I64.unpack_from(data, index)
    return int(word)


def write_i64_le(out: BytesWriter, number: int) -> None:
    """Append ``number`` as eight bytes, the lowest first."""
    out += _I64.pack(number)


def write_i32_le(out: BytesWriter, number: int) -> None:
    """Append ``number`` as four bytes, the lowest first."""
    out += _I32.pack(number)


def write_i16_le(out: BytesWriter, number: int) -> None:
    """Append ``number`` as two bytes, the lowest first."""
    out += _I16.pack(number)


class StrEnum(str, Enum):  # noqa: UP042 (this is what it suggests to use instead)
    """An enumeration whose members are texts; Python has one from 3.11 on."""

    __str__ = str.__str__


_LIBRT: Final = {
    "librt.strings": ("BytesWriter", "read_i64_le", "write_i16_le", "write_i32_le", "write_i64_le"),
    "librt.vecs": ("append", "extend", "pop", "vec"),
}
_INTEGERS: Final = ("i16", "i32", "i64", "u8")


def stand_in() -> None:
    """Let substitutes stand in for librt and, if that is missing as well, for mypy_extensions."""
    sys.modules["librt"] = ModuleType("librt")
    for name, names in _LIBRT.items():
        sys.modules[name] = _module(name, names)
    try:
        import mypy_extensions
    except ImportError:
        sys.modules["mypy_extensions"] = _module("mypy_extensions", _INTEGERS)
    else:
        for name in _INTEGERS:
            ARRAYS[getattr(mypy_extensions, name)] = ARRAYS[globals()[name]]


def _module(name: str, names: tuple[str, ...]) -> ModuleType:
    """Return a module with these names, taken from this one."""
    module = ModuleType(name)
    for each in names:
        setattr(module, each, globals()[each])
    return module
