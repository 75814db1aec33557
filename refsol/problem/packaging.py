"""A problem's contribution to packages and bundles, besides its tests, its limits and its statement."""

import pkgutil
from errno import ENOENT
from typing import Final, NamedTuple

TESTLIB: Final = "testlib"
"""The protocol of checkers that are made with testlib."""
KATTIS: Final = "kattis"
"""The protocol of Kattis's output validators."""
PYTHON: Final = "python"
"""A checker in Python."""
CPP: Final = "cpp"
"""A checker in C++ with testlib."""
TESTLIB_H: Final = "testlib.h"
"""The header of checkers in C++ that judges have, or get from the user."""
TOKENS: Final = "tokens"
"""Outputs are compared token by token."""
LINES: Final = "lines"
"""Outputs are compared line by line, without blanks at the ends of lines and empty lines at the end."""
EXACT: Final = "exact"
"""Outputs are compared byte by byte."""
FILE: Final = "refsol.toml"
"""The file that describes a problem without a package."""
_LANGUAGES: Final = {PYTHON: "Python", CPP: "C++"}
_PROTOCOLS: Final = {TESTLIB: "testlib's protocol", KATTIS: "Kattis's protocol"}


class Kind(NamedTuple):
    """The kind of a checker or an interactor: its ``language`` and its ``protocol``, ``TESTLIB`` or ``KATTIS``.

    The language is ``PYTHON``, ``CPP`` or the name of another one.
    """

    language: str
    protocol: str

    def __str__(self) -> str:
        return f"{_LANGUAGES.get(self.language, self.language)} with {_PROTOCOLS[self.protocol]}"


class Given(NamedTuple):
    """A checker or an interactor of the user's: its file's ``name``, its ``kind``, and its ``text``.

    Files ``beside`` it, which it includes or imports, are names and texts. Texts are UTF-8 with ``surrogateescape``.
    """

    name: str
    kind: Kind
    text: str
    beside: tuple[tuple[str, str], ...] = ()


class DescriptionFile(NamedTuple):
    """A description of the input: its file's ``name``, its ``content``, and the ``reader``.

    That is the module and the name of the function that validates standard input by such a content and ``arguments``.
    """

    name: str
    content: bytes
    reader: tuple[str, str]
    arguments: tuple[str, ...] = ()


class PackageParts(NamedTuple):
    """The parts of a problem, its sources as texts."""

    custom: bool
    """Whether several outputs can be right, so that the judge needs a checker that knows the problem."""
    tolerance: float | None = None
    """How much numbers in an output may differ from those of the answer; None if tokens have to be equal."""
    given: Given | None = None
    """The checker, if it is the user's."""
    description: DescriptionFile | None = None
    """The description of the input, if there is one."""
    has_solver: bool = True
    """Whether the solver, and the oracle, are in Python and can be submissions."""
    is_free: bool = False
    """Whether the statement is the user's, in sections of any name and order."""
    compare: str = TOKENS
    """How outputs are compared with the answer: :data:`TOKENS`, :data:`LINES` or :data:`EXACT`."""
    interactor: Given | None = None
    """The interactor, if the problem is interactive; then there is no checker."""
    ignore_case: bool = False
    """Whether the case of letters in outputs doesn't count."""


def data_in(package: str, name: str) -> bytes | None:
    """Return the file ``name`` of a ``package``, even in a zip, or None; ``OSError`` if it is unreadable. O(length)."""
    try:
        return pkgutil.get_data(package, name)
    except OSError as error:
        if error.errno and error.errno != ENOENT:  # there is such a file; from a zip, the number is 0
            raise
        return None
