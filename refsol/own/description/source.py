"""What a description runs on: a source, which reads an input or makes one up."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING

from refsol.own.description.automaton import Pattern
from refsol.own.description.syntax import Assert, Float, Integer, Location, Lookahead, Loop, Regex, Shaped, Text
from refsol.own.description.values import Numeric

if TYPE_CHECKING:
    from refsol.own.description.interpreter import Interpreter


class Source(ABC):
    """Reads or generates the parts of an input, in order; ``interpreter`` is what runs the description on it.

    If it ``retries``, it raises :class:`.BrokenError` where an assertion doesn't hold, and whatever was generated since
    the variables in it were assigned is generated again. If it ``tracks_loops``, it learns of loops and their rounds.
    """

    retries: bool = False
    tracks_loops: bool = False
    interpreter: "Interpreter"

    @abstractmethod
    def position(self) -> int:
        """Return how much has been read or generated."""

    def rewind(self, position: int) -> bool:
        """Forget what was generated after a ``position``, unless that is too much: return whether it was forgotten."""
        return False

    def loop(self, command: Loop, rounds: int) -> None:  # noqa: B027  # not called unless the source tracks loops
        """Note that a loop of this many ``rounds`` begins; of ``WHILE``, their number isn't known and is given as 0."""

    def round(self, command: Loop, number: int) -> None:  # noqa: B027  # likewise
        """Note that round ``number`` of a loop begins; in ``WHILE``, its test, after the last round once more."""

    @abstractmethod
    def text(self, command: Text, text: bytes) -> None:
        """Pass over ``text``."""

    @abstractmethod
    def end(self, place: Location) -> None:
        """Pass over the end of the input, which is demanded at a ``place``."""

    @abstractmethod
    def integer(self, command: Integer, low: int, high: int) -> int:
        """Return the next integer, which is in ``low..high``."""

    @abstractmethod
    def decimal(self, command: Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        """Return the next number, in ``low..high``, whose number of ``decimals`` is in this range, if there is one."""

    @abstractmethod
    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        """Return the next text, which matches ``pattern``."""

    @abstractmethod
    def lookahead(self, test: Lookahead, characters: bytes | None) -> bool:
        """Return whether the next character is one of ``characters`` or, for None, whether nothing follows."""

    def begin_shape(self, command: Shaped, nodes: int, root: int | None) -> None:  # noqa: B027  # not all have to know
        """Note that a graph with these numbers of ``nodes`` and ``root`` begins, or something else with a shape."""

    def end_shape(self, command: Shaped, nodes: int, root: int | None) -> None:  # noqa: B027  # likewise
        """Note that it ends."""

    @abstractmethod
    def broken(self, command: Assert, found: Callable[[], str]) -> None:
        """Note that an assertion doesn't hold; ``found`` returns what there is instead."""
