"""What a problem offers to the command line, and which problems there are.

A problem is one package with one line in :data:`NAMES`; its door (``__init__.py``) holds a :class:`Problem`
called ``PROBLEM``. Packages are imported only when asked for, since start-up is part of the product.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Final, NamedTuple, Protocol, TypeAlias

from refsol.errors import OptionError
from refsol.text.scanner import Input

NAMES: Final = ("multigo", "somegame", "chess", "tictactoe", "nogo")
"""The problems, each the name of its package and of its command."""

Settings: TypeAlias = Mapping[str, str | int | bool]
"""The options a user gave, by name; an option not given is absent."""


class Choice(NamedTuple):
    """An option with a closed set of ``values``, ``--name VALUE``; the first is the default. ``help`` says what for."""

    name: str
    values: tuple[str, ...]
    help: str

    def of(self, settings: Settings) -> str:
        """Return the value chosen in ``settings``. Raises ``OptionError`` for one that is not offered."""
        value = settings.get(self.name, self.values[0])
        if value not in self.values:
            raise OptionError(f"--{self.name} takes one of {', '.join(self.values)}, not {value!r}")
        return str(value)


class Flag(NamedTuple):
    """An option that is there or not, ``--name``. ``help`` says what for."""

    name: str
    help: str

    def of(self, settings: Settings) -> bool:
        """Return whether it was given in ``settings``."""
        return bool(settings.get(self.name, False))


class Number(NamedTuple):
    """An option with a number from 0 to ``limit``, ``--name NUMBER``; the default is 0. ``help`` says what for."""

    name: str
    limit: int
    help: str

    def of(self, settings: Settings) -> int:
        """Return the number given in ``settings``. Raises ``OptionError`` for one out of range."""
        value = int(settings.get(self.name, 0))
        if not 0 <= value <= self.limit:
            raise OptionError(f"--{self.name} takes a number from 0 to {self.limit}, not {value}")
        return value


Option: TypeAlias = Choice | Flag | Number
"""An option of ``solve``."""


class Referee(Protocol):
    """A live game: one line in, one line out."""

    def answer(self, line: bytes) -> bytes:
        """Return the answer to a ``line``, with its line end; raises ``InputError`` with line 1 for a bad one."""


class Problem(NamedTuple):
    """The contract: what the verbs of the command line need to know of a problem."""

    name: str
    """That of the package and of the command, one of :data:`NAMES`."""
    title: str
    """What it is called, and what it asks, in a line."""
    source: str
    """Where it was published, and under which number."""
    solve: Callable[[Input, Settings], Iterable[bytes]]
    """Input file and options to the pieces of the output; ``InputError`` and ``OptionError`` come before the first."""
    options: tuple[Option, ...] = ()
    """The options of ``solve``."""
    referee: Callable[[Input], Referee] | None = None
    """Opens a live game on a board file, where the problem is one of single moves."""


def load(name: str) -> Problem:
    """Import the problem called ``name``, one of :data:`NAMES`.

    Raises ``ModuleNotFoundError`` for another name, and ``TypeError`` where the package does not keep the contract.

    >>> load("nogo").title
    'NoGo: neither capture nor suicide, who cannot move loses'
    """
    problem: object = import_module(f"refsol.{name}").PROBLEM
    if not isinstance(problem, Problem):
        raise TypeError(f"refsol.{name}.PROBLEM is not a Problem")
    return problem
