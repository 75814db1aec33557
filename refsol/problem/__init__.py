"""A problem as an object, the contract that its package meets, and the registry from names of commands to problems.

A problem is a package, either built in, in :data:`NAMES`, or installed (:mod:`.installed`). Its
``__init__.py`` defines a :class:`Problem` called ``PROBLEM``. Packages are imported, and installed ones looked up, only
when they are needed, which keeps start-up fast. One that is only described is a :class:`refsol.own.problem.Described`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from refsol.errors import OptionError, PackageError, unknown
from refsol.text.scanner import Input

if TYPE_CHECKING:
    import refsol.problem.limits
    from refsol.problem.contract import Explainer, Jury
    from refsol.problem.installed import Installed
    from refsol.problem.packaging import PackageParts
    from refsol.problem.statement import Sample

NAMES: Final = ("tictactoe", "nogo", "multigo", "somegame", "chess")
"""The names of the built-in problems, easy ones first, which are also those of their packages and commands."""
OWN: Final = "own"
"""The command for problems without a package: a description of their input and a model solution are enough."""
RESERVED: Final = ("list", OWN)
"""Commands that belong to no package, whose names no problem can have."""
MILLISECONDS: Final = "milliseconds"
"""The name of the setting that limits the time of a model solution, for a problem that is only described."""
CONTRACT: Final = 2
"""The version of the contracts that a package meets: those of this module and others that docs/stability.md lists."""

_BUILT_IN: Final = (*NAMES, OWN)

_Part = TypeVar("_Part")

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


class Problem:
    """The contract: a problem, with what solves it, and its other parts, each imported when it is first asked for.

    It is pickled by its name, and is the same object again wherever its package is installed.

    ``name`` is that of its command: one of :data:`NAMES`, or of the entry point. ``title`` is the title and the
    question, in one line; ``source`` says where the problem was published, ``url`` is the address of the statement
    there, if it has one. ``options`` are those of ``solve``. ``referee`` starts a game on the board of an input, if the
    problem answers one move at a time. ``plain_solver`` names the function in the package's solver that maps an input
    to its answer: it is what a strict bundle contains and, without a ``plain.py``, any bundle. An installed package has
    to say for which version of the contracts it is written, ``contract``.
    """

    name: Final[str]
    title: Final[str]
    source: Final[str]
    solve: Final[Callable[[Input, Settings], Iterable[bytes]]]
    """Maps an input and settings to the output in pieces. Raises ``InputError`` or ``OptionError`` before the first."""
    options: Final[tuple[Option, ...]]
    referee: Final[Callable[[Input], Referee] | None]
    url: Final[str]
    plain_solver: Final[str]
    contract: Final[int | None]
    runs_model: bool = False
    """Whether another program, a model solution, solves the problem."""
    interactive: bool = False
    """Whether programs talk with an interactor, which judges them: outputs are neither read nor compared."""
    refused: int = 0
    """The number of inputs of the families that a validator has refused so far, in this process."""

    def __init__(
        self,
        name: str,
        title: str,
        source: str,
        solve: Callable[[Input, Settings], Iterable[bytes]],
        options: tuple[Option, ...] = (),
        referee: Callable[[Input], Referee] | None = None,
        url: str = "",
        plain_solver: str = "solve",
        contract: int | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.source = source
        self.solve = solve
        self.options = options
        self.referee = referee
        self.url = url
        self.plain_solver = plain_solver
        self.contract = contract

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return load, (self.name,)

    @property
    def package(self) -> str:
        """The name of the package that holds it: ``refsol.nogo``. Raises ``PackageError`` where that is gone."""
        if self.name in _BUILT_IN:
            return f"refsol.{self.name}"
        from refsol.problem.installed import required  # slow to import, and not needed for built-in problems

        return required(self.name).package

    @property
    def slug(self) -> str:
        """The problem's name in names of files and directories, and in sentences."""
        return self.name

    @property
    def key(self) -> str:
        """A text that no other problem has, nor another version of this one whose tests differ."""
        return self.name

    def command(self, verb: str) -> str:
        """Return, for a shell, the beginning of the command of a ``verb``: ``refsol nogo check``. O(length)."""
        return f"refsol {self.name} {verb}"

    @cached_property
    def limits(self) -> "refsol.problem.limits.Limits":
        """The limits: ``LIMITS`` in ``limits.py``. Raises ``PackageError`` and ``TypeError`` as :func:`load`."""
        from refsol.problem.limits import Limits

        return _part(self.name, "limits", "LIMITS", Limits)

    @cached_property
    def jury(self) -> "Jury":
        r"""The jury's part: ``JURY`` in ``jury``. Raises ``PackageError`` and ``TypeError`` as :func:`load`.

        >>> load("nogo").jury.family("empty").generate("any seed", {"size": 2})
        b'2\n..\n..\n'
        """
        from refsol.problem.contract import Jury

        return _part(self.name, "jury", "JURY", Jury)

    @property
    def explainer(self) -> "Explainer":
        """Explains answers and shows positions; raises ``OptionError`` if the jury has nothing that does."""
        explainer = self.jury.explainer
        if explainer is None:
            raise OptionError(f"{self.slug} has no explanations")
        return explainer

    def unreached(self, inputs: Iterable[bytes]) -> Iterable[str]:
        """Yield, in a line each, the limits to which none of some valid ``inputs`` comes near, as far as known."""
        return ()

    def parts(self) -> "PackageParts":
        """Return what packages and bundles need to know of the problem besides its tests.

        Raises ``OptionError`` if something of it can't be part of a package. O(length of what they get of it).
        """
        from refsol.problem.packaging import PackageParts

        return PackageParts(custom=self.jury.checker is not None)

    def statement(
        self,
        language: str = "en",
        *,
        without: Collection[str] = (),
        limits: "refsol.problem.limits.Limits | None" = None,
    ) -> str:
        """Return the statement in a ``language`` of :data:`.limits.LANGUAGES`, with the limits. O(length).

        What is only for some readers is left out if its name, of :data:`.statement.PARTS`, is in ``without``. Other
        ``limits`` than the problem's may be given. Raises ``OptionError`` for another language, and if there is no
        statement in it.
        """
        from refsol.problem.limits import LANGUAGES
        from refsol.problem.statement import filled_in

        if language not in LANGUAGES:
            raise unknown("language", language, LANGUAGES)
        shown = self.limits if limits is None else limits
        text = self._statement(language)
        if text is None:
            raise OptionError(f"the statement of {self.slug} is not available in the language {language!r}")
        return filled_in(text.decode("utf-8"), shown, language, without)

    def languages(self) -> list[str]:
        """Return the languages of the statements; ``OptionError`` if a user's file can't be read. O(length)."""
        from refsol.problem.limits import LANGUAGES

        return [language for language in LANGUAGES if self._statement(language) is not None]

    def heading(self, language: str = "en") -> str:
        """Return the title of the statement in a ``language``. Raises ``OptionError`` as :meth:`statement` does."""
        return self.statement(language).split("\n", 1)[0].removeprefix("# ")

    def samples(self) -> "list[Sample]":
        r"""Return the samples in the statement in English, if there is one, or in the user's files.

        Raises ``OptionError`` if one can't be read.

        >>> load("nogo").samples()[0]
        Sample(input=b'3\nXXX\nOOX\nOO.\n', answer=b'-1 -1\n')
        """
        from refsol.problem.statement import samples_in

        return samples_in(self.statement()) if "en" in self.languages() else []

    def _statement(self, language: str) -> bytes | None:
        from refsol.problem.packaging import data_in
        from refsol.problem.statement import file_of

        return data_in(self.package, file_of(language))


def exists(name: str) -> bool:
    """Return whether a problem called ``name`` is built in, :data:`OWN`, or offered by an installed package.

    Raises ``PackageError`` if several offer it. O(installed distributions), once, unless it is built in.
    """
    if name in _BUILT_IN:
        return True
    if not name[:1].islower() or name in RESERVED:  # options, say
        return False
    from refsol.problem.installed import find  # also slow to import

    return find(name) is not None


def offered() -> "tuple[list[Installed], list[PackageError]]":
    """Return the problems of installed packages, none imported, and what is wrong with others. O(packages), once."""
    from refsol.problem import installed

    usable: list[Installed] = []
    errors: dict[str, PackageError] = {}
    for problem in installed.offered():
        try:
            if problem.name in (*NAMES, *RESERVED):
                raise problem.error("its name is refsol's own")
            usable.append(installed.required(problem.name))
        except PackageError as error:
            errors[str(error)] = error  # once, if several packages offer this name
    return usable, list(errors.values())


def load(name: str) -> Problem:
    """Import the problem called ``name``: one of :data:`NAMES`, an installed one, or :data:`OWN` for :mod:`refsol.own`.

    Raises ``PackageError`` for any other name, and for an installed package that can't be imported, doesn't meet the
    contract, or is written for another version of it; ``TypeError`` if a built-in one doesn't meet the contract.

    >>> load("nogo").title
    'NoGo: neither capture nor suicide; the player who cannot move loses'
    """
    return _part(name, "", "PROBLEM", Problem)


def _part(name: str, module: str, attribute: str, kind: type[_Part]) -> _Part:
    """Return the ``attribute``, of a ``kind``, of a problem's ``module`` or, for an empty name, of its package."""
    found: object
    if name in NAMES or (name == OWN and not module):
        path = f"refsol.{name}.{module}".rstrip(".")
        found = getattr(import_module(path), attribute)
        if not isinstance(found, kind):
            raise TypeError(f"{path}.{attribute} is not a {kind.__name__}")
        return found
    from refsol.problem.installed import imported, required  # slow to import, and not needed for built-in problems

    if module:
        load(name)  # which looks at the version of the contract
    installed = required(name)
    found = imported(installed, module, attribute)
    if not isinstance(found, kind):
        raise installed.error(f"the type of {attribute} is {type(found).__name__}, not {kind.__name__}")
    if isinstance(found, Problem):
        if found.name != name:
            raise installed.error(f"it calls itself {found.name!r}")
        if found.contract != CONTRACT:
            from refsol import __version__

            here = f"refsol {__version__} has contract {CONTRACT}"
            if found.contract is None:
                raise installed.error(f"it doesn't say for which contract it is written, and {here}")
            needed = installed.requirement or f"{'a newer' if found.contract > CONTRACT else 'an older'} refsol"
            raise installed.error(f"it is written for contract {found.contract}, and {here}; it needs {needed}")
    return found
