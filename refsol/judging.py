"""What a problem offers to the jury: families of inputs, promises, smaller inputs, and reasons.

The door to all this is ``jury.py`` of the problem's package, which holds a :class:`Jury` called ``JURY``. Solving
never imports it. All that is not said to cost more is O(1), but for what the problems themselves do.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import BinaryIO, Final, NamedTuple, TypeAlias, TypeVar

from refsol.errors import OptionError
from refsol.pictures.letters import draw
from refsol.scene import SHOWN, Scene, window
from refsol.scene import Cell as Cell  # offered here, too, to those who read explanations
from refsol.scene import Mark as Mark
from refsol.text.scanner import Input, Scanner

SMALL: Final = "small"
"""The group of the families for comparing programs."""
MISTAKES: Final = "mistakes"
"""The group of the families for one usual mistake each, quick to judge."""
WORST: Final = "worst"
"""The group of the worst cases at the published limits."""

Which: TypeAlias = Mapping[str, int]
"""Which answers of an input are meant, by the names of the problem's selectors: ``{"move": 17}``, for example."""

Layout: TypeAlias = Generator[int, list[bytes], None]
"""Yields how many tokens the next line has, and is sent these; ends where the input does."""

_LISTED: Final = 6
_UNASKED: Final = 100

# What a page has room for, so that it is small and soon there: steps, and cells that all their pictures show.
_STEPS: Final = 400
_DRAWN: Final = 500_000

_Item = TypeVar("_Item")


class Size(NamedTuple):
    """A size of a family, ``--name NUMBER`` from ``least`` to ``most``; unasked it is ``default`` or else ``most``."""

    name: str
    most: int
    least: int = 1
    default: int | None = None

    @property
    def usual(self) -> int:
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
        self.demand(given)
        usual = {size.name: size.usual for size in self.sizes}
        return self.make(Random(seed), **{**usual, **given})

    def demand(self, sizes: Mapping[str, int]) -> None:
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

    which: Which
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

    @property
    def drawing(self) -> tuple[str, ...]:
        """The position in plain letters, a line each, with what is around it cut off where it is large.

        O(cells drawn + cells marked).
        """
        return draw(self.scene)


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
    which: Which
    """Which answer that is."""


class Verdict(NamedTuple):
    """What the jury says of an output."""

    accepted: bool
    """Whether the output is right."""
    message: str
    """In a line, with what was expected and found where."""
    meaning: tuple[str, ...] = ()
    """Why, in sentences."""
    surplus: bool = False
    """Whether the output is right as far as it should go, and goes on."""
    which: Mapping[str, int] = {}
    """The answer that is wrong, as the problem's selectors choose it."""
    drawing: tuple[str, ...] = ()
    """The position there, as in an explanation."""


class Selector(NamedTuple):
    """An option that chooses answers to explain or to show, ``--name NUMBER`` from 1; ``help`` says which."""

    name: str
    help: str


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
    explain: Callable[[Input, Which], Iterator[Explanation]]
    """The answers chosen, or all, and why; raises ``InputError``, and ``OptionError`` where there is no such answer."""
    show: Callable[[Input, Which], Scene]
    """The position chosen; unless one is, the start or the first data set. Raises what ``explain`` does."""
    steps: Callable[[Input, Which], Steps]
    """The steps, opened at the one chosen; where there are too many, those around it. Raises what ``explain`` does."""
    selectors: tuple[Selector, ...] = ()
    """The options of ``explain`` and ``show``."""
    place: Callable[[Input, Sequence[bytes], int], Place] | None = None
    """Where in an input's right answer, given as its tokens, one of them belongs; by its index."""
    replay: Callable[[Input, BinaryIO], Verdict] | None = None
    """Judges an output where many are right; one of ``place`` and ``replay`` is there."""

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


def from_start(source: Input) -> Input:
    """Return the input, to be read from its beginning; a file is put there."""
    if not isinstance(source, bytes):
        source.seek(0)
    return source


def listed(cells: Sequence[Cell]) -> str:
    """Return ``cells`` in words, the first six of them: ``(1, 2), (1, 3) and 4 more``."""
    shown = ", ".join(f"({x}, {y})" for x, y in cells[:_LISTED])
    return f"{shown} and {len(cells) - _LISTED} more" if len(cells) > _LISTED else shown


def counted(number: int, what: str) -> str:
    """Return a ``number`` of things in words; ``what`` is one of them: ``1 liberty``, ``2 liberties``."""
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("y") else f"{number} {what}s"


def explained(which: Which, subject: str, answer: str, reasons: Sequence[str], scene: Scene) -> Explanation:
    """Return an explanation whose scene has ``subject`` and ``answer`` as its title, and says ``reasons``, too."""
    told = scene._replace(title=f"{subject}: {answer}", description=" ".join(reasons))
    return Explanation(which, subject, answer, tuple(reasons), told)


def chosen(which: Which, name: str, count: int, what: str) -> range:
    """Return the numbers from 1 to ``count`` that ``which`` chooses under ``name``: one of them or, unasked, all.

    Raises ``OptionError`` for another number, and where all would be more than a person reads. ``what`` is what is
    counted, one of them.

    >>> chosen({"move": 3}, "move", 5, "move")
    range(3, 4)
    """
    number = which.get(name)
    if number is None:
        if count > _UNASKED:
            raise OptionError(f"there are {counted(count, what)}: choose one with --{name}")
        return range(1, count + 1)
    if not 1 <= number <= count:
        raise OptionError(f"--{name} {number}: there {'is' if count == 1 else 'are'} {counted(count, what)}")
    return range(number, number + 1)


def on_a_page(numbers: range, opened: int, cells: tuple[int, int], searched: int) -> range:
    """Return the numbers, around ``opened``, of the steps on boards of ``cells``, rows and columns, for one page.

    All their boards together have at most ``searched`` cells, so that it doesn't take long to explain them; and there
    is always one.
    """
    rows, columns = cells
    drawn = min(rows, SHOWN) * min(columns, SHOWN)
    room = max(1, min(_STEPS, _DRAWN // drawn, searched // (rows * columns)))
    around = window(opened - numbers.start + 1, len(numbers), room)
    return range(numbers.start + around.start - 1, numbers.start + around.stop - 1)


def without_chunks(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Yield ``items`` less a chunk: all of them, halves, quarters, down to single ones, from the end. O(n²) in all.

    This is the order of delta debugging (A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing
    input", IEEE Trans. Software Eng. 28, 2002).
    """
    length = len(items)
    while length:
        for end in range(len(items), 0, -length):
            yield [*items[: max(0, end - length)], *items[end:]]
        length //= 2
