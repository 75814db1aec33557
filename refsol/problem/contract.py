"""The contract between a problem and the jury: families of inputs, validation, smaller inputs, and explanations.

A problem meets it in the module ``jury.py`` of its package, which holds a :class:`Jury` called ``JURY``. Solving never
imports that module.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import BinaryIO, Final, NamedTuple, Protocol, TypeAlias

from refsol.errors import InputError, OptionError, unknown
from refsol.problem.limits import Limits, Subtask
from refsol.problem.scene import Mark, Scene
from refsol.problem.selection import Selection, SelectionOption
from refsol.problem.variables import Variables
from refsol.text.scanner import Input, Scanner

Layout: TypeAlias = Generator[int, list[bytes], None]
"""Yields how many tokens the next line has, and is sent that line's tokens; ends where the input does."""


class FamilyGroup(NamedTuple):
    """A group of families: its ``name`` and, for a ``subtask``, its ``limits`` in English, which all inputs keep."""

    name: str
    limits: str = ""
    subtask: Subtask | None = None

    @property
    def title(self) -> str:
        """The name with the limits: ``subtask 1: N = 1``."""
        return f"{self.name}: {self.limits}" if self.limits else self.name

    @property
    def is_quick(self) -> bool:
        """Whether its inputs are small at the default sizes: it is neither a subtask nor :data:`WORST`."""
        return self.subtask is None and self != WORST


def subtask_group(limits: Limits, slug: str) -> FamilyGroup:
    """Return the group of the subtask called ``slug``; raises ``OptionError`` if there is none. O(subtasks)."""
    subtask = limits.subtask(slug)
    return FamilyGroup(f"subtask {limits.number(slug)}", subtask.limits.en, subtask)


SMALL: Final = FamilyGroup("small")
"""The group of families for comparing a program with refsol."""
MISTAKES: Final = FamilyGroup("mistakes")
"""The group of families for one common mistake each, quick to judge."""
WORST: Final = FamilyGroup("worst")
"""The group of worst cases at the published limits."""


class Size(NamedTuple):
    """A size of a family: ``--name NUMBER`` from ``least`` to ``most``. The default is ``default`` or else ``most``."""

    name: str
    most: int
    least: int = 1
    default: int | None = None
    spread: int | None = None
    """Up to which value a campaign chooses it in some of its small cases; without one, these have the default."""

    @property
    def default_value(self) -> int:
        """Its value unless another one is given."""
        return self.most if self.default is None else self.default


class Family(NamedTuple):
    """A kind of input, always valid. Equal seeds and sizes give equal inputs."""

    name: str
    """Words joined by hyphens, as on the command line."""
    group: FamilyGroup
    """Its purpose: :data:`SMALL`, :data:`MISTAKES`, :data:`WORST`, a subtask, or one like mistakes."""
    purpose: str
    """One line: which mistakes it finds, or what its inputs are like."""
    make: Callable[..., bytes]
    """Returns an input, given a ``Random`` and each size by name; raises :class:`NoInputError` if none is found."""
    sizes: tuple[Size, ...] = ()
    """The sizes that can be chosen."""
    tests: int = 1
    """How many tests of a test set are of this family."""
    largest: bool = False
    """Whether its default sizes are the published limits: a worst case for time or memory."""
    weight: int = 1
    """How often a campaign takes it, compared with the other families of its kind."""

    @property
    def quick(self) -> bool:
        """Whether its inputs are small at the default sizes, so that making some more of them takes no time."""
        return not self.sizes or self.group.is_quick

    def generate(self, seed: str, sizes: Mapping[str, int] | None = None) -> bytes:
        """Return the input for a ``seed``, any text, and ``sizes`` by name; the others have their defaults.

        The seed may be a command line's, with bytes that are not UTF-8 (``surrogateescape``). Raises ``OptionError`` as
        :meth:`require_sizes` does, and what :attr:`make` does.
        """
        given = sizes or {}
        self.require_sizes(given)
        defaults = {size.name: size.default_value for size in self.sizes}
        return self.make(Random(seed.encode("utf-8", "surrogateescape")), **{**defaults, **given})

    def require_sizes(self, sizes: Mapping[str, int]) -> None:
        """Raise ``OptionError`` for one of ``sizes`` that the family doesn't have, or whose value is out of range."""
        known = {size.name: size for size in self.sizes}
        for name, value in sizes.items():
            if name not in known:
                raise OptionError(f"the family {self.name} has no --{name}")
            least, most = known[name].least, known[name].most
            if not least <= value <= most:
                raise OptionError(f"--{name} of the family {self.name} is a number from {least} to {most}, not {value}")


def family_of(
    group: FamilyGroup | Limits,
    make: Callable[..., bytes],
    purpose: str,
    sizes: tuple[Size, ...] = (),
    tests: int = 1,
    largest: bool = False,
) -> Family:
    """Return a family with this ``purpose``, ``sizes``, ``tests`` and ``largest``, called like ``make``, with hyphens.

    With limits for a ``group``, it is of the subtask of this name; raises ``OptionError`` if there is none.
    """
    name = make.__name__.replace("_", "-")
    at = subtask_group(group, name) if isinstance(group, Limits) else group
    return Family(name, at, purpose, make, sizes, tests, largest)


class NoInputError(OptionError):
    """A family has no input for a seed and sizes, or none is found; the message says why."""

    refused: int = 0
    """How many inputs a validator has refused, where a campaign found none."""


class Lesson(NamedTuple):
    """What to read about a rule that a program breaks, as it is called on the ``page`` of the problem."""

    mistake: str
    """The common mistake."""
    step: str
    """The step of the proof, or the section, that speaks of it."""
    page: str

    def __str__(self) -> str:
        """Return it as a line of a report."""
        return f'See "{self.mistake}" among the common mistakes and "{self.step}", both in {self.page}.'


class Explanation(NamedTuple):
    """Why an answer is what it is."""

    selection: Selection
    """Which answer it is."""
    subject: str
    """The question: ``move 17: cell (2, 3) to player 4``."""
    answer: str
    """The answer, as in the output or in words."""
    reasons: tuple[str, ...]
    """Sentences, with coordinates."""
    scene: Scene
    """The position, in which the cells that the reasons mention are marked."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The cells that the reasons mention."""
        return self.scene.marks


class Steps(NamedTuple):
    """The steps of an input in order: moves, queries or data sets, each with its explanation."""

    numbers: range
    """The numbers of all steps; that of a starting position is 0."""
    shown: range
    """The numbers of the steps that a page has room for."""
    opened: int
    """The number of the step to begin with."""
    explanations: Iterator[Explanation]
    """The explanations of the steps shown, made as the input is read; iterating raises ``InputError``."""
    option: str
    """The option that selects a step: ``--move``."""
    title: str = ""
    """The title of a page with them; by default the title of the problem."""


class Place(NamedTuple):
    """The question that a token of an output answers: its ``name``, "move 17", and the ``selection`` of the answer."""

    name: str
    selection: Selection
    mistake: tuple[str, str] = ("", "")
    """A wrong token, and a sentence on how a program may have come to it."""


class VerdictKind(StrEnum):
    """The verdict on an output: ``ACCEPTED``, ``WRONG``, or right but for ``TRAILING_OUTPUT`` after its end."""

    ACCEPTED = "accepted"
    TRAILING_OUTPUT = "trailing output"
    WRONG = "wrong"


class Verdict(NamedTuple):
    """The jury's judgement of an output, first of all its ``kind``."""

    kind: VerdictKind
    message: str
    """One line: where the output is wrong, what was expected and what was found."""
    meaning: tuple[str, ...] = ()
    """The reasons, in sentences."""
    selection: Mapping[str, int] = {}
    """The answer that is wrong."""
    scene: Scene | None = None
    """The position at that answer."""
    score: int | None = None
    """The points for an output that is only partly right, where the problem awards them; else None."""
    lesson: Lesson | None = None
    """What to read about the rule that the program breaks, if it is known."""

    @property
    def accepted(self) -> bool:
        """Whether the output is right."""
        return self.kind is VerdictKind.ACCEPTED

    @property
    def reasons(self) -> tuple[str, ...]:
        """The meaning, and what to read."""
        return self.meaning if self.lesson is None else (*self.meaning, str(self.lesson))


class Inspect(Protocol):
    """Finds what is wrong with an input that is read in any other way."""

    def __call__(self, source: Input, /, *, lenient: bool) -> Sequence[InputError]:
        """Return the errors in ``source``, at least one if it is invalid; white space counts unless ``lenient``."""


class Compare(Protocol):
    """Judges an output by the right answer."""

    def __call__(self, source: Input, output: BinaryIO, answer: Callable[[], Iterable[bytes]], /) -> Verdict:
        """Return the verdict on any ``output`` for the valid ``source``; ``answer`` returns the right one."""


class Checker(Protocol):
    """Judges the outputs of a problem where several can be right."""

    def __call__(self, source: Input, output: BinaryIO, /, *, reasons: bool) -> Verdict:
        """Return the verdict on any ``output`` for the valid ``source``, without ``reasons`` no meaning and no scene.

        Raises ``InputError`` for an invalid input, if that is noticed.
        """


class Flaw(NamedTuple):
    """A mistake that people make, as a change of the program in a bundle: it stays as quick, but is wrong."""

    name: str
    """Lower-case letters and underscores."""
    what: str
    """The mistake, in a sentence."""
    changes: tuple[tuple[str, str], ...]
    """Pieces of that program that occur once, each with what takes its place."""
    harmless: str | None = None
    """The slug of a subtask whose inputs it answers rightly, if there is one."""


class ScanningValidator(NamedTuple):
    """Finds what is wrong with an input that a scanner reads."""

    validate: Callable[[Scanner], None]
    """Reads an input to its end and reports, through the scanner, every breach of format, limits and promises."""
    layout: Callable[[], Layout]
    """The published format: what is on each line."""


class Explainer(NamedTuple):
    """Explains the answers to an input by the rules, and shows its positions."""

    explain: Callable[[Input, Selection], Iterator[Explanation]]
    """Explains the selected answers, or all; raises ``InputError``, and ``OptionError`` for one that doesn't exist."""
    show: Callable[[Input, Selection], Scene]
    """The selected position, by default the start or the first data set; raises what ``explain`` does."""
    steps: Callable[[Input, Selection], Steps]
    """The steps, opened at the selected one; if there are too many, those around it. Raises what ``explain`` does."""
    selection_options: tuple[SelectionOption, ...] = ()
    """The options of ``explain`` and ``show`` that select answers."""
    is_game: Callable[[Input], bool] | None = None
    """Whether something isn't an input but a saved game, which all three also take."""
    state: Callable[[Sequence[Variables]], Scene | None] | None = None
    """Draws the position for which the plain solution's variables stand, given the stack of a :class:`.TraceStep`."""
    lesson: Callable[[Input, Selection, str, str], Lesson | None] | None = None
    """Returns what to read if a token of the selected answer, the third argument, and what a program has instead show
    which rule it breaks."""


class Jury(NamedTuple):
    """Everything that the jury needs to know about a problem."""

    families: tuple[Family, ...]
    """The families of inputs; the first is of the group :data:`SMALL`."""
    validator: ScanningValidator | Inspect
    """Finds what is wrong with an input."""
    reductions: Callable[[bytes], Iterable[bytes]]
    """Yields smaller inputs that resemble a valid one, the boldest reductions first; not all need be valid."""
    explainer: Explainer | None = None
    """Explains answers, if the rules are known."""
    place: Callable[[Input, Sequence[bytes], int], Place] | None = None
    """Given an input, the tokens of its right answer and the index of one: what that token answers."""
    checker: Checker | None = None
    """Judges an output where several can be right. A problem has either ``place`` or a ``checker``."""
    flaws: tuple[Flaw, ...] = ()
    """Makes wrong submissions from the problem's solver; the inputs of the quick families find each of them."""
    slow_oracle: bool = True
    """Whether the oracle is far too slow for some of the largest inputs, so that it is a slow submission."""
    compare: Compare | None = None
    """Judges an output where one answer is right but other tokens also are, such as nearly equal numbers."""
    header: tuple[str, ...] = ()
    """The statement's names of the numbers with which an input begins, for reports on large ones."""
    listed: tuple[str, str] = ("", "")
    """The name of the list of numbers that follows these, and of the one that says how long it is, if there is one."""

    def family(self, name: str) -> Family:
        """Return the family called ``name``. Raises ``OptionError`` where there is none. O(families)."""
        for family in self.families:
            if family.name == name:
                return family
        raise unknown("family", name, [family.name for family in self.families])


def explained(
    selection: Selection,
    subject: str,
    answer: str,
    reasons: Sequence[str],
    scene: Scene,
) -> Explanation:
    """Return an explanation whose ``scene`` has ``subject: answer`` as its title and ``reasons`` as its description."""
    titled = scene._replace(title=f"{subject}: {answer}", description=" ".join(reasons))
    return Explanation(selection, subject, answer, tuple(reasons), titled)
