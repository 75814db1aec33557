"""The contract for solving, which is what a problem offers to the command line, and the registry of all problems.

A problem is a package: one of refsol's own, in :data:`NAMES`, or one that was installed and names itself by an entry
point (:mod:`refsol.installed`). Its ``__init__.py`` defines a :class:`Problem` called ``PROBLEM``. A package is
imported only when it is needed, and installed ones are looked up only for names that aren't built in, which keeps
start-up fast.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

from refsol.errors import OptionError, PackageError
from refsol.text.scanner import Input

if TYPE_CHECKING:
    from refsol.installed import Installed

NAMES: Final = ("multigo", "somegame", "chess", "tictactoe", "nogo")
"""The names of the built-in problems, which are also those of their packages and commands."""
OWN: Final = "own"
"""The command for problems without a package: a description of their input and a model solution are enough."""
RESERVED: Final = ("list", OWN)
"""Commands that belong to no package, whose names no problem can have."""
CONTRACT: Final = 1
"""The version of the contracts that a package meets: those of this module and others that docs/stability.md lists."""

_Part = TypeVar("_Part")
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

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


class Begin(Protocol):
    """Begins calls in another process."""

    def __call__(
        self, function: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Callable[[], _Result]:
        """Begin to call ``function`` with ``args`` and ``kwargs``, and return what waits for the result.

        The results of earlier calls must be waited for earlier, if at all.
        """


class Problem(NamedTuple):
    """The contract: what the commands need to know about a problem."""

    name: str
    """The name of the command: one of :data:`NAMES`, or that of the entry point."""
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

    It is what a strict bundle contains and, if the package has no ``plain.py``, any bundle."""
    contract: int | None = None
    """The version of the contracts that the package is written for; an installed one has to name it."""
    label: str = ""
    """What files and directories are called after the problem, if not after its name."""
    named_by: tuple[str, ...] | None = None
    """The options of ``refsol own`` that say which problem it is; None for one that is named."""
    begin: Begin | None = None
    """Begins calls in processes beside this one, if another program solves the problem; None if that gains nothing."""

    @property
    def slug(self) -> str:
        """What files and directories are called after the problem."""
        return self.label or self.name

    def command(self, verb: str) -> str:
        """Return, for a shell, the beginning of the command of a ``verb``: ``refsol nogo check``. O(length)."""
        if self.named_by is None:
            return f"refsol {self.name} {verb}"
        from shlex import quote  # slow to import, and solving doesn't need it

        return " ".join(["refsol", OWN, verb, *map(quote, self.named_by)])


def package_of(name: str) -> str:
    """Return the name of the package that holds the problem called ``name``, such as ``refsol.nogo``.

    Raises ``PackageError`` if there is no such problem. O(1) for built-in ones, else O(installed distributions) once.
    """
    if name in NAMES:
        return f"refsol.{name}"
    from refsol.installed import required  # slow to import, and not needed for built-in problems

    return required(name).package


def provider_of(name: str) -> str:
    """Return the distribution, with its version, that brings along the problem called ``name``, if it was installed.

    For any other the text is empty. The package is imported. Raises ``PackageError`` if it can't be used. Costs what
    :func:`package_of` does.
    """
    if name in NAMES:
        return ""
    from refsol.installed import find  # slow to import, too

    installed = find(name)
    if installed is None:
        return ""
    load(name)
    return installed.origin


def exists(name: str) -> bool:
    """Return whether a problem called ``name`` is built in, :data:`OWN`, or offered by an installed package.

    Costs what :func:`package_of` does. Raises ``PackageError`` if several packages offer it.
    """
    if name in (*NAMES, OWN):
        return True
    if not name[:1].islower() or name in RESERVED:  # options, say
        return False
    from refsol.installed import find  # slow to import, too

    return find(name) is not None


def is_own(name: str) -> bool:
    """Return whether ``name`` is :data:`OWN` or a reference to a problem without a package. O(1)."""
    return name == OWN or name.startswith(f"{OWN}:")


def offered() -> "tuple[list[Installed], list[PackageError]]":
    """Return the problems of installed packages, none of which is imported, and what is wrong with the names of others.

    O(installed distributions), once.
    """
    from refsol import installed

    usable: list[Installed] = []
    errors: dict[str, PackageError] = {}
    for problem in installed.offered():
        try:
            if problem.name in (*NAMES, *RESERVED):
                raise problem.error("its name is refsol's own")
            usable.append(installed.required(problem.name))
        except PackageError as error:
            errors[str(error)] = error
    return usable, list(errors.values())


def load(name: str) -> Problem:
    """Import the problem called ``name``: one of :data:`NAMES`, or an installed one, or a reference to one's own.

    Of the latter, :class:`refsol.own.spec.Spec` tells more; :data:`OWN` itself stands for any of them.

    Raises ``PackageError`` for any other name, and for an installed package that can't be imported, doesn't meet the
    contract, or is written for another version of it; ``TypeError`` if a built-in package doesn't meet the contract.

    >>> load("nogo").title
    'NoGo: neither capture nor suicide; the player who cannot move loses'
    """
    return part_of(name, "", "PROBLEM", Problem)


def part_of(name: str, module: str, attribute: str, kind: type[_Part]) -> _Part:
    """Import what the problem called ``name`` has in a ``module`` of its package, or in the package itself for ``""``.

    It is the value of the module's ``attribute`` and of a ``kind``. Raises ``PackageError`` and ``TypeError`` as
    :func:`load` does. O(1).
    """
    path = f"refsol.{name}.{module}" if module else f"refsol.{name}"
    found: object
    if name in NAMES:
        found = getattr(import_module(path), attribute)
    elif is_own(name):
        found = import_module(f"refsol.{OWN}.loading").part_of(name, kind)
    else:
        return _installed_part_of(name, module, attribute, kind)
    if not isinstance(found, kind):
        raise TypeError(f"{path}.{attribute} is not a {kind.__name__}")
    return found


def _installed_part_of(name: str, module: str, attribute: str, kind: type[_Part]) -> _Part:
    """Return what :func:`part_of` does for a problem that isn't built in. Raises ``PackageError``."""
    from refsol.installed import imported, required

    installed = required(name)
    if module:
        load(name)  # which looks at the version of the contract
    found = imported(installed, module, attribute)
    if not isinstance(found, kind):
        raise installed.error(f"the type of {attribute} is {type(found).__name__}, not {kind.__name__}")
    if isinstance(found, Problem):
        if found.name != name:
            raise installed.error(f"it calls itself {found.name!r}")
        if found.contract != CONTRACT:
            raise installed.error(_mismatch(found.contract, installed.requirement))
    return found


def _mismatch(contract: int | None, requirement: str) -> str:
    """Return what is wrong with a package that is written for another ``contract`` than this one.

    ``requirement`` says which refsol it asks for, or is empty.
    """
    from refsol import __version__

    here = f"refsol {__version__} has contract {CONTRACT}"
    if contract is None:
        return f"it doesn't say for which contract it is written, and {here}"
    needed = requirement or f"{'a newer' if contract > CONTRACT else 'an older'} refsol"
    return f"it is written for contract {contract}, and {here}; it needs {needed}"
