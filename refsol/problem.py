"""The contract for solving, which is what a problem offers to the command line, and the registry of all problems.

A problem is a package and an entry in :data:`NAMES`. Its ``__init__.py`` defines a :class:`Problem` called ``PROBLEM``.
A package is imported only when it is needed, which keeps start-up fast.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Final, NamedTuple, Protocol, TypeAlias

from refsol.errors import OptionError
from refsol.text.scanner import Input

NAMES: Final = ("multigo", "somegame", "chess", "tictactoe", "nogo")
"""The names of the problems, which are also those of their packages and commands."""

Settings: TypeAlias = Mapping[str, str | int | bool]
"""The values of the options that the user gave, by name."""


class Choice(NamedTuple):
    """An option ``--name VALUE`` that takes one of ``values``, by default the first; ``help`` says what it is for."""

    name: str
    values: tuple[str, ...]
    help: str

    def of(self, settings: Settings) -> str:
        """Return its value in ``settings``. Raises ``OptionError`` for a value that is not one of ``values``."""
        value = settings.get(self.name, self.values[0])
        if value not in self.values:
            raise OptionError(f"--{self.name} takes one of {', '.join(self.values)}, not {value!r}")
        return str(value)


class Flag(NamedTuple):
    """An option ``--name`` without a value; ``help`` says what it is for."""

    name: str
    help: str

    def of(self, settings: Settings) -> bool:
        """Return whether it is set in ``settings``."""
        return bool(settings.get(self.name, False))


class Number(NamedTuple):
    """An option ``--name NUMBER`` from 0 to ``limit``, by default 0; ``help`` says what it is for."""

    name: str
    limit: int
    help: str

    def of(self, settings: Settings) -> int:
        """Return its value in ``settings``. Raises ``OptionError`` for a number out of range."""
        value = int(settings.get(self.name, 0))
        if not 0 <= value <= self.limit:
            raise OptionError(f"--{self.name} takes a number from 0 to {self.limit}, not {value}")
        return value


Option: TypeAlias = Choice | Flag | Number
"""An option of ``solve``."""


class Referee(Protocol):
    """The referee of a game in progress, which answers one line at a time."""

    def answer(self, line: bytes) -> bytes:
        """Return the answer to ``line``, with a line end. Raises ``InputError``, with line 1, for a bad line."""


class Problem(NamedTuple):
    """The contract: what the commands need to know about a problem."""

    name: str
    """The name of the package and of the command, one of :data:`NAMES`."""
    title: str
    """The title and the question, in one line."""
    source: str
    """Where the problem was published, and its number there."""
    solve: Callable[[Input, Settings], Iterable[bytes]]
    """Maps an input and settings to the output in pieces. Raises ``InputError`` or ``OptionError`` before the first."""
    options: tuple[Option, ...] = ()
    """The options of ``solve``."""
    referee: Callable[[Input], Referee] | None = None
    """Starts a game on the board of an input; ``None`` unless the problem answers one move at a time."""
    url: str = ""
    """The address of the published statement, if it has one."""
    plain_solver: str = "solve"
    """The name of the function in the package's solver that maps an input to its answer, and needs no more than that.

    It is what a bundle contains."""


def load(name: str) -> Problem:
    """Import the problem called ``name``, one of :data:`NAMES`.

    Raises ``ModuleNotFoundError`` for any other name, and ``TypeError`` if the package does not meet the contract.

    >>> load("nogo").title
    'NoGo: neither capture nor suicide; the player who cannot move loses'
    """
    problem: object = import_module(f"refsol.{name}").PROBLEM
    if not isinstance(problem, Problem):
        raise TypeError(f"refsol.{name}.PROBLEM is not a Problem")
    return problem
