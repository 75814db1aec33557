"""What a problem offers to the jury: families of inputs, promises, smaller inputs, and reasons.

The door to all this is ``jury.py`` of the problem's package, which holds a :class:`Jury` called ``JURY``. Solving
never imports it. All that is not said to cost more is O(1), but for what the problems themselves do.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from random import Random
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from refsol.errors import OptionError
from refsol.jury.selection import Selection, SelectionOption
from refsol.scene import Mark, Scene
from refsol.text.scanner import Input, Scanner

SMALL: Final = "small"
"""The group of the families for comparing programs."""
MISTAKES: Final = "mistakes"
"""The group of the families for one usual mistake each, quick to judge."""
WORST: Final = "worst"
"""The group of the worst cases at the published limits."""

Layout: TypeAlias = Generator[int, list[bytes], None]
"""Yields how many tokens the next line has, and is sent these; ends where the input does."""


class Size(NamedTuple):
    """A size of a family, ``--name NUMBER`` from ``least`` to ``most``; unasked it is ``default`` or else ``most``."""

    name: str
    most: int
    least: int = 1
    default: int | None = None

    @property
    def default_value(self) -> int:
        """What it is unless asked for."""
        return self.most if self.default is None else self.default


class Family(NamedTuple):
    """A kind of inputs, all valid: ``make`` takes a random generator and the ``sizes``, by name.

    Equal seeds and sizes give equal inputs.
    """

    name: str
    """In words joined by hyphens, as on the command line."""
    group: str
    """What it is for: :data:`SMALL`, :data:`MISTAKES`, :data:`WORST`, or a subtask by its name."""
    purpose: str
    """What it finds, or is like, in a line."""
    make: Callable[..., bytes]  # called with a Random and each size as a keyword
    sizes: tuple[Size, ...] = ()
    tests: int = 1
    """How many of a test set are of this family."""
    largest: bool = False
    """Whether it is, unless other sizes are asked for, at the published limits: a worst case for time or memory."""

    def generate(self, seed: str, sizes: Mapping[str, int] | None = None) -> bytes:
        """Return the input of a ``seed``, any text, and of ``sizes``, by name; those not given are as usual.

        Raises ``OptionError`` for a size that the family lacks or can't have.
        """
        given = sizes or {}
        self.require_sizes(given)
        usual = {size.name: size.default_value for size in self.sizes}
        return self.make(Random(seed), **{**usual, **given})

    def require_sizes(self, sizes: Mapping[str, int]) -> None:
        """Raise ``OptionError`` for one of ``sizes`` that the family lacks or can't have."""
        known = {size.name: size for size in self.sizes}
        for name, value in sizes.items():
            if name not in known:
                raise OptionError(f"the family {self.name} has no --{name}")
            least, most = known[name].least, known[name].most
            if not least <= value <= most:
                raise OptionError(f"--{name} of the family {self.name} is a number from {least} to {most}, not {value}")


class Explanation(NamedTuple):
    """Why an answer is what it is."""

    selection: Selection
    """Which answer it is."""
    subject: str
    """What is asked: ``move 17: cell (2, 3) to player 4``."""
    answer: str
    """As in the output, or in words."""
    reasons: tuple[str, ...]
    """Sentences, with coordinates."""
    scene: Scene
    """The position, with the cells that the reasons speak of marked."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The cells that the reasons speak of."""
        return self.scene.marks


class Steps(NamedTuple):
    """The steps of an input in order, to be gone through: moves, queries or data sets, each with its explanation."""

    numbers: range
    """The numbers of all of them; where a game has a start to be seen, this is number 0."""
    shown: range
    """Those that a page has room for."""
    opened: int
    """The one to begin with."""
    explanations: Iterator[Explanation]
    """Of the steps shown; raises ``InputError`` as the input is read."""
    option: str
    """What chooses a step: ``--move``."""


class Place(NamedTuple):
    """Where a token of an answer belongs."""

    name: str
    """In words: ``move 17``."""
    selection: Selection
    """Which answer that is."""


class VerdictKind(StrEnum):
    """What an output is."""

    ACCEPTED = "accepted"
    """Right."""
    TRAILING_OUTPUT = "surplus"
    """Right as far as it should go, and it goes on."""
    WRONG = "wrong"
    """Wrong at some place, or not there in full."""


class Verdict(NamedTuple):
    """What the jury says of an output."""

    kind: VerdictKind
    """Whether it is right, wrong, or right and goes on."""
    message: str
    """In a line, with what was expected and found where."""
    meaning: tuple[str, ...] = ()
    """Why, in sentences."""
    selection: Mapping[str, int] = {}
    """The answer that is wrong, as the problem's selectors choose it."""
    scene: Scene | None = None
    """The position there, as in an explanation."""
    score: int | None = None
    """The points that the output gets, where the problem gives points to a part of an answer."""

    @property
    def accepted(self) -> bool:
        """Whether the output is right."""
        return self.kind is VerdictKind.ACCEPTED


class Jury(NamedTuple):
    """The contract: what the jury needs to know of a problem."""

    families: tuple[Family, ...]
    """The first is of the group :data:`SMALL`."""
    validate: Callable[[Scanner], None]
    """Reads an input to its end and has the scanner report every breach of format, limits and promises."""
    layout: Callable[[], Layout]
    """The published format: what stands on which line."""
    reductions: Callable[[bytes], Iterable[bytes]]
    """Smaller inputs much like a valid one, boldest first; they need not be valid."""
    explain: Callable[[Input, Selection], Iterator[Explanation]]
    """The answers chosen, or all, and why; raises ``InputError``, and ``OptionError`` where there is no such answer."""
    show: Callable[[Input, Selection], Scene]
    """The position chosen; unless one is, the start or the first data set. Raises what ``explain`` does."""
    steps: Callable[[Input, Selection], Steps]
    """The steps, opened at the one chosen; where there are too many, those around it. Raises what ``explain`` does."""
    selection_options: tuple[SelectionOption, ...] = ()
    """The options of ``explain`` and ``show``."""
    place: Callable[[Input, Sequence[bytes], int], Place] | None = None
    """Where in an input's right answer, given as its tokens, one of them belongs; by its index."""
    checker: Callable[[Input, BinaryIO], Verdict] | None = None
    """Judges an output where many are right; one of ``place`` and ``checker`` is there."""

    def family(self, name: str) -> Family:
        """Return the family called ``name``. Raises ``OptionError`` where there is none. O(families)."""
        for family in self.families:
            if family.name == name:
                return family
        raise OptionError(
            f"there is no family {name!r}; there are {', '.join(family.name for family in self.families)}"
        )


def load_jury(name: str) -> Jury:
    r"""Import what the problem called ``name``, one of :data:`refsol.problem.NAMES`, offers to the jury.

    Raises ``ModuleNotFoundError`` for another name, and ``TypeError`` where the package does not keep the contract.

    >>> load_jury("nogo").family("empty").generate("any seed", {"size": 2})
    b'2\n..\n..\n'
    """
    jury: object = import_module(f"refsol.{name}.jury").JURY
    if not isinstance(jury, Jury):
        raise TypeError(f"refsol.{name}.jury.JURY is not a Jury")
    return jury


def explained(selection: Selection, subject: str, answer: str, reasons: Sequence[str], scene: Scene) -> Explanation:
    """Return an explanation whose scene has ``subject`` and ``answer`` as its title, and says ``reasons``, too."""
    told = scene._replace(title=f"{subject}: {answer}", description=" ".join(reasons))
    return Explanation(selection, subject, answer, tuple(reasons), told)
