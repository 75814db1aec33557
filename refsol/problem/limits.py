"""The contract for limits: ranges of values, time and memory, and the subtasks with their points, as data.

A problem's ``limits.py`` holds :class:`Limits` called ``LIMITS``. The section *Limits* of the statement, ``validate
--subtask``, the groups of a test set and what a judge needs to know follow from it. Solving never imports it.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from refsol.errors import InputError, unknown
from refsol.text.scanner import Input, Scanner


class Words(NamedTuple):
    """The same words in every language, each in a field called like its code: ``en``, English, and ``zh``, Chinese."""

    en: str
    zh: str

    def of(self, language: str) -> str:
        """Return the words in a ``language``, one of :data:`LANGUAGES`. Raises ``OptionError`` for another one."""
        if language not in LANGUAGES:
            raise unknown("language", language, LANGUAGES)
        return self[LANGUAGES.index(language)]


LANGUAGES: Final = Words._fields
"""The codes of the languages; the first is the default."""
COMMA: Final = Words(", ", "，")
"""The separator of parts of a sentence."""
NO_FURTHER_LIMITS: Final = Words("no further limits", "无特殊限制")
"""The limits of a subtask to which all valid inputs belong."""


def same(text: str) -> Words:
    """Return words that are the same ``text`` in every language, such as a formula. O(length of the text)."""
    return Words(text, text)


class Range(NamedTuple):
    """A value, its ``name``, and ``least..most``: ``most`` may be another's name, or None; ``further`` words."""

    name: Words
    least: int
    most: int | str | None
    further: Words = same("")


class Memory(NamedTuple):
    """A published limit for memory: an ``amount`` in a ``unit`` (MB or MiB), as it was published."""

    amount: int
    unit: str

    @property
    def mebibytes(self) -> int:
        """The limit in MiB. Judges also take a published MB as a MiB."""
        return self.amount


class Bound(NamedTuple):
    """A bound of the value called ``name`` in a subtask: it is at most ``most`` or, if ``exact``, equal to it."""

    name: str
    most: int
    exact: bool = False

    def __str__(self) -> str:
        return f"{self.name} {'=' if self.exact else '≤'} {self.most}"

    def require(self, scanner: Scanner, value: int, found: str = "") -> None:
        """Raise ``InputError`` unless ``value``, in the token just read, is within the bound. O(offset) for an error.

        ``found`` describes the value, if the number doesn't.
        """
        if value > self.most or (self.exact and value != self.most):
            expected = str(self).replace("≤", "<=")  # errors are in ASCII
            raise scanner.error(scanner.last(), expected, found or str(value))


def within(bounds: Sequence[Bound]) -> Words:
    """Return all ``bounds`` in words. O(bounds)."""
    texts = [str(bound) for bound in bounds]
    return Words(*(comma.join(texts) for comma in COMMA))


class Subtask(NamedTuple):
    """A group of inputs that is worth points."""

    slug: str
    """Its name: lower-case letters, digits and hyphens."""
    points: int
    """Its points."""
    limits: Words
    """Its limits, in words."""
    require: Callable[[Scanner], None] | None = None
    """Reads a valid input up to the first token beyond the limits, for which it raises ``InputError``; None if all
    valid inputs belong to the subtask."""
    tests: int = 0
    """The number of tests in the original, where it is the tests that have points; otherwise 0."""

    def breach(self, source: Input) -> InputError | None:
        """Return the first error of a valid ``source`` that is beyond the limits, or None. O(length) at most."""
        if self.require is None:
            return None
        try:
            self.require(Scanner(source))
        except InputError as error:
            return InputError(error.line, error.column, f"{error.expected} in subtask {self.slug}", error.found)
        return None


def is_file_name(text: str) -> bool:
    """Return whether ``text`` can be the name of a file, which isn't hidden. O(length)."""
    is_plain = text.isprintable() and not text.startswith(".") and "/" not in text
    return is_plain and 0 < len(text.encode()) <= 250  # of 255 bytes, with a suffix


def files_called(name: str) -> tuple[str, str]:
    """Return the names of the files for input and output that NOIP has for a problem's ``name``."""
    return f"{name}.in", f"{name}.out"


class Limits(NamedTuple):
    """The limits in a problem's statement: sizes, time, memory and points.

    >>> from refsol.problem import load
    >>> load("nogo").limits.memory
    Memory(amount=500, unit='MiB')
    >>> load("multigo").limits.subtask("2").limits.en
    'N = 2'
    """

    ranges: tuple[Range, ...]
    """The values and their ranges, in the order of the input."""
    subtasks: tuple[Subtask, ...]
    """The subtasks, numbered from 1. All valid inputs belong to the last one. The points add up to 100."""
    seconds: float | None = None
    """The time limit, if it is known."""
    memory: Memory | None = None
    """The memory limit, if it is known."""
    remarks: tuple[Words, ...] = ()
    """Sentences about time and memory."""
    test_points: int | None = None
    """Full marks of a single test, where an output that is partly right earns points, as in NoGo; otherwise None."""
    files: tuple[str, str] | None = None
    """The names of files that programs may use instead of standard input and output, as in NOIP; otherwise None."""

    def subtask(self, key: str) -> Subtask:
        """Return the subtask whose slug or number is ``key``. Raises ``OptionError`` if there is none. O(subtasks)."""
        for number, subtask in enumerate(self.subtasks, 1):
            if key in (subtask.slug, str(number)):
                return subtask
        raise unknown("subtask", key, self.slugs())

    def slugs(self) -> list[str]:
        """Return the slugs of the subtasks. O(subtasks)."""
        return [subtask.slug for subtask in self.subtasks]

    def number(self, slug: str) -> int:
        """Return the number of the subtask with this ``slug``. Raises ``OptionError`` if there is none. O(subtasks)."""
        return self.subtasks.index(self.subtask(slug)) + 1
