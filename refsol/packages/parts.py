"""What a package takes of a problem besides its tests, whether the problem is a package itself or one's own."""

from shlex import join
from typing import Final, NamedTuple

from refsol._resources import data_in
from refsol.errors import OptionError
from refsol.jury.contract import load_jury
from refsol.own.sources import CPP as CPP_SUFFIXES
from refsol.own.sources import content_of, source_of
from refsol.own.spec import KATTIS, TESTLIB, spec_of
from refsol.problem import Problem, is_own, package_of

PYTHON: Final = "python"
"""A checker in Python."""
CPP: Final = "cpp"
"""A checker in C++ with testlib."""
_LANGUAGES: Final = {PYTHON: "Python", CPP: "C++"}
_PROTOCOLS: Final = {TESTLIB: "testlib's protocol", KATTIS: "Kattis's protocol"}
_DESCRIPTION: Final = ".ctd"


class Kind(NamedTuple):
    """What kind of checker it is."""

    language: str
    """:data:`PYTHON` or :data:`CPP`."""
    protocol: str
    """:data:`.TESTLIB` or :data:`.KATTIS`."""

    def __str__(self) -> str:
        return f"{_LANGUAGES[self.language]} with {_PROTOCOLS[self.protocol]}"


class Given(NamedTuple):
    """A checker of the user's."""

    name: str
    """The name of its file."""
    kind: Kind
    """Its language and protocol."""
    text: str
    """Its source; bytes that aren't UTF-8 are as Python decodes them in arguments (``surrogateescape``)."""


class Parts(NamedTuple):
    """The parts of a problem, its sources as texts."""

    custom: bool
    """Whether several outputs can be right, so that the judge needs a checker that knows the problem."""
    tolerance: float | None = None
    """How much numbers in an output may differ from those of the answer; None if tokens have to be equal."""
    given: Given | None = None
    """The checker, if it is the user's."""
    cpp_checker: str | None = None
    """refsol's checker in C++ with testlib, if there is one."""
    cpp_validator: str | None = None
    """The validator in C++ with testlib, if there is one."""
    description: tuple[str, bytes] | None = None
    """The description of the input from which the validator is made, as the name of a file and its content."""


def parts_of(problem: Problem) -> Parts:
    """Return the parts of a ``problem``. O(length).

    Raises ``OptionError`` if the user's checker isn't one file that can be read.
    """
    if is_own(problem.name):
        return _parts_of_own(problem)
    package = package_of(problem.name)
    return Parts(
        custom=load_jury(problem.name).checker is not None,
        cpp_checker=source_in(package, "checker.cpp"),
        cpp_validator=source_in(package, "validator.cpp"),
    )


def _parts_of_own(problem: Problem) -> Parts:
    """Return the parts of a problem without a package."""
    spec = spec_of(problem.name)
    words, protocol, tolerance = spec.checker
    given = None
    if words:
        path = source_of(words)
        if path is None:
            raise OptionError(
                "a package needs the checker as a file, as in 'python3 checker.py', or in './checker' if checker.cpp "
                f"is beside it; not as in {join(words)!r}"
            )
        language = CPP if path.suffix in CPP_SUFFIXES else PYTHON
        given = Given(path.name, Kind(language, protocol), content_of(path).decode("utf-8", "surrogateescape"))
    description = (f"{problem.slug}{_DESCRIPTION}", spec.description.encode("latin-1"))
    return Parts(given is not None, tolerance, given, description=description)


def source_in(package: str, name: str) -> str | None:
    """Return the text of the file ``name`` that belongs to a ``package``, or None if there is none. O(length)."""
    data = data_in(package, name)
    return None if data is None else data.decode()
