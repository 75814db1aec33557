"""What Python cannot say to compilers: hints for mypyc and in the C that it generates, and the flags for that C.

No hint changes what the code computes. One tells mypyc that it sees the whole program. The others find a pattern of
mypyc's C and add what gcc and clang need to know. They depend on mypyc: when a new version has another interface, or
writes its C in another way, the hint is left out, the rest is compiled without it, and ``refsol --version`` names the
hint that is missing, which fails a test. Releases are built with the mypyc for which the hints were written
(``build-constraints.txt``).

``benchmarks/gains.py`` leaves out one hint or flag at a time and prints what each gains; ``docs/build.md`` shows the
table.
"""

import os
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

# An index is compared with the length first as it is and, if that fails, with the length added, since it may be
# negative. Indices are rarely negative and even more rarely out of range, but compilers assume that either outcome is
# equally likely, and make the common case jump over the others at each access to a vec.
_INDEX_CHECK: Final = re.compile(
    r"(?P<check>(?P<inside>cpy_r_r\d+) = \(uint64_t\)\S+ < \(uint64_t\)\S+;\s+if \()(?P=inside)\)"
)

_PREFETCH: Final = re.compile(r"(?ms)^char CPyDef_(?:\w+___)?prefetch___prefetch\([^;{}]*\) \{.*?^\}")
_READ: Final = re.compile(r"(?P<element>cpy_r_r\d+) = \*\(int32_t \*\)(?P<address>cpy_r_r\d+);")

_FIRST_DECLARATION: Final = re.compile(r'(?m)^#include "__native_\w+\.h"$')

STEPS: Final = (
    *(f"nogo.pseudo_liberties.{name}" for name in ("take_around", "take", "lives", "dies", "give_back", "give")),
    *(f"nogo.pseudo_liberties.{name}" for name in ("join_around", "pairs")),
    *(f"structures.xoshiro.Xoshiro128.{name}" for name in ("below", "word")),
)
"""The steps of a game of NoGo, by module and name: small functions that become part of the loops that call them."""
PLAYOUT_STEPS: Final = (
    *(f"nogo.play._rings.{name}" for name in ("legal_for", "place", "_enter", "_legal")),
    "nogo.play.playouts._below",
)
"""The steps of a playout."""


class Hint(NamedTuple):
    """A hint: its name, and the function that adds it to C and returns the number of places where it did."""

    name: str
    add: Callable[[str], tuple[str, int]]


def _expect_indices_inside(text: str) -> tuple[str, int]:
    """Say that an index is usually from 0 up to the length."""
    return _INDEX_CHECK.subn(r"\g<check>likely(\g<inside>))", text)


def _prefetch(text: str) -> tuple[str, int]:
    """Make the read in ``refsol.structures.prefetch`` the processor's prefetch instruction.

    The variable that it would have read into still needs a value.
    """
    instruction = r"__builtin_prefetch((const void *)\g<address>); \g<element> = 0;"
    text, functions = _PREFETCH.subn(lambda function: _READ.sub(instruction, function[0]), text)
    return text, functions if "__builtin_prefetch" in text else 0


def _expect_no_errors(text: str) -> tuple[str, int]:
    """Say that tracebacks are rare, and so are the branches that end in one."""
    declaration = "__attribute__((cold)) void CPy_AddTraceback(const char *, const char *, int, PyObject *);"
    return _FIRST_DECLARATION.subn(rf"{declaration}\n\g<0>", text, count=1)


def _inline(text: str, names: tuple[str, ...]) -> tuple[str, int]:
    """Make functions part of what calls them, however much is inlined elsewhere in the library, if all are there."""
    mangled = "|".join(name.replace(".", "___") for name in names)
    start = rf"(?m)^(?=\w+ CPyDef_refsol___(?:{mangled})\([^;{{}}]*\) \{{$)"
    hinted_text, functions = re.subn(start, "inline __attribute__((always_inline)) ", text)
    return (hinted_text, functions) if functions == len(names) else (text, 0)


HINTS: Final = (
    Hint("indices", _expect_indices_inside),
    Hint("prefetch", _prefetch),
    Hint("errors", _expect_no_errors),
    Hint("steps", partial(_inline, names=STEPS)),
    Hint("playout steps", partial(_inline, names=PLAYOUT_STEPS)),
)
"""All hints, for gcc and clang."""

HOT_FLAGS: Final = {
    # gcc inlines calls between functions of a shared library only if it may assume that none is interposed.
    "interposition": ["-fno-semantic-interposition"],
    "inlining": ["--param=max-inline-insns-auto=400", "--param=inline-unit-growth=100"],
}
"""By name, the flags with which gcc compiles what solving and playing need."""

PLAY_FLAGS: Final = ["-ftracer"]
"""Another flag for what playing needs: code after a check is duplicated for its likely outcome, 8 % of a search."""

ARITHMETIC: Final = ["-fwrapv", "-ffp-contract=off"]
"""For gcc and clang: numbers are what they are where the same source is interpreted.

Signed integers wrap, as words do where they hold several numbers (``refsol.text.words``); Python's own flags say so,
too, but setuptools leaves these out where ``CFLAGS`` is set. Products and sums of floats are rounded one by one, also
on processors that could do both at once.
"""

WHOLE_PROGRAM: Final = "whole program"
"""The name of the hint for mypyc."""

Groups: TypeAlias = list[tuple[list[str], str | None]]
"""Source files, and the name of the shared library that they are compiled to."""

GeneratedC: TypeAlias = tuple[list[list[tuple[str, str]]], list[tuple[str, list[str], bool]]]
"""What mypycify takes in place of generating C: for each group its files of C, and the sources that they depend on."""

COLD_FLAGS: Final = ["-O1"]
"""The flags, for gcc and clang, of what only the jury needs: half the compile time of ``-O2``."""


def generate_as_whole(groups: Groups, directory: str) -> GeneratedC | None:
    """Let mypyc generate C for ``groups``, in ``directory``, with what it knows of all of them.

    Return None if it has no such interface.

    With several groups, mypyc expects that they are compiled at different times: that any class may have a subclass
    elsewhere. So it checks at each access whether an attribute was set, although it could see that ``__init__`` does.
    """
    try:
        from mypyc.build import mypyc_build
        from mypyc.options import CompilerOptions

        options = CompilerOptions(separate=True, target_dir=directory)
        options.global_opts = True
        paths = [path for group, _ in groups for path in group]
        _, files, sources = mypyc_build(paths, options, separate=groups)
        written = [[(os.path.relpath(path, options.target_dir), "") for path in group] for group, _ in files]
        return written, [(source.path, source.include_dirs, source.internal) for source in sources]
    except (ImportError, AttributeError, TypeError):
        return None


def hinted(source: Path, hints: Iterable[Hint]) -> tuple[Path, list[str]]:
    """Write a copy of the C in ``source`` with ``hints``, beside it.

    Return the copy and the names of the hints that it got, or, if no hint found its pattern, ``source`` itself.
    """
    text = source.read_text(encoding="utf-8")
    added = []
    for hint in hints:
        text, places = hint.add(text)
        if places:
            added.append(hint.name)
    if not added:
        return source, added
    copy = source.with_suffix(".hinted.c")
    if not copy.exists() or copy.read_text(encoding="utf-8") != text:  # an unchanged file is not compiled again
        copy.write_text(text, encoding="utf-8")
    return copy, added
