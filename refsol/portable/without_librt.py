"""What refsol brings along to run where librt, a C extension, can't be imported: under PyPy, say, or in a browser.

All modules import from librt and mypy_extensions as ever. ``refsol`` decides once, before it imports anything else,
whether ``stand_in`` puts substitutes in the places of the two. Bundles begin with the same substitutes.
"""

import sys
from types import ModuleType

from refsol.portable import substitutes

_LIBRT = {
    "librt.strings": ("BytesWriter", "read_i64_le", "write_i16_le", "write_i32_le", "write_i64_le"),
    "librt.vecs": ("append", "extend", "pop", "vec"),
}
_INTEGERS = ("i16", "i32", "i64", "u8")


def stand_in() -> None:
    """Let substitutes stand in for librt and, if that is missing as well, for mypy_extensions. O(1)."""
    sys.modules["librt"] = ModuleType("librt")
    for name, names in _LIBRT.items():
        sys.modules[name] = _module(name, names)
    try:
        import mypy_extensions
    except ImportError:
        sys.modules["mypy_extensions"] = _module("mypy_extensions", _INTEGERS)
    else:
        for name in _INTEGERS:
            substitutes.ARRAYS[getattr(mypy_extensions, name)] = substitutes.ARRAYS[getattr(substitutes, name)]


def _module(name: str, names: tuple[str, ...]) -> ModuleType:
    """Return a module with these names, taken from the substitutes."""
    module = ModuleType(name)
    for each in names:
        setattr(module, each, getattr(substitutes, each))
    return module
