"""The parts of an input that is made up, and what tests have found about the part that follows."""

from typing import Final, NoReturn

from refsol.descriptions.analysis import commands_in, tests_in
from refsol.descriptions.interpreter import BrokenError
from refsol.descriptions.syntax import AtEnd, Description, Match, Regex

_IN_NUMBERS: Final = b"0123456789.eE"  # what can go on with a number


class Parts:
    """The parts of an input of a ``description``, none of them empty. Methods are O(1) unless they say otherwise.

    ``ended`` is whether nothing may follow, and ``is_full`` whether there was more than the limit allows.
    """

    def __init__(self, description: Description) -> None:
        self.ended = False
        self.is_full = False
        self._parts: Final[list[bytes]] = []
        self._length = 0
        self._limit = 0
        self._demands: Final[list[tuple[bytes, bool]]] = []  # characters: whether the next is one of them
        self._is_doubtful = False
        self._asks: Final = any(
            isinstance(part, Regex | Match | AtEnd)
            for command in commands_in(description.commands)
            for part in (command, *tests_in(command))
        )

    def __len__(self) -> int:
        """Return the number of parts."""
        return len(self._parts)

    def begin(self, limit: int) -> None:
        """Begin with an empty input, which may get as long as ``limit``. O(parts)."""
        self.cut(0)
        self._limit = limit
        self.is_full = False
        self._is_doubtful = self._asks

    def cut(self, length: int) -> None:
        """Keep the first ``length`` parts, and no demands. O(parts that are cut off)."""
        self._length -= sum(map(len, self._parts[length:]))
        del self._parts[length:]
        self._demands.clear()
        self.ended = False

    def demand(self, characters: bytes, answer: bool) -> None:
        """Demand that the next part begin with one of ``characters``, or with another one; ``answer`` says which."""
        self._demands.append((characters, answer))

    def may_follow(self, text: bytes) -> bool:
        """Return whether ``text`` meets the demands. O(demands)."""
        return (
            not self._demands
            or not text
            or all((text[0] in characters) == wanted for characters, wanted in self._demands)
        )

    def doubt(self) -> None:
        """Note that what was made up may not be what the description says."""
        self._is_doubtful = True

    def add(self, text: bytes) -> None:
        """Add a part; nothing if ``text`` is empty. O(demands).

        Raises :class:`.BrokenError` if it doesn't meet the demands, or is too much.
        """
        if not text:
            return
        if self.ended:
            raise BrokenError("what a test has found: that nothing follows")
        if self._demands:
            if not self.may_follow(text):
                raise BrokenError("what a test has found about what follows")
            self._demands.clear()
        self._length += len(text)
        if self._length > self._limit:
            self._length -= len(text)
            self.overflow()
        if text[0] in _IN_NUMBERS and self._parts and self._parts[-1][-1] in _IN_NUMBERS:
            self._is_doubtful = True
        self._parts.append(text)

    def overflow(self) -> NoReturn:
        """Note that there is more than the limit allows, and raise :class:`.BrokenError`."""
        self.is_full = True
        raise BrokenError(f"the limit of {self._limit} bytes")

    def joined(self) -> tuple[bytes, bool]:
        """Return the input, and whether it is certain to be read as it was meant. O(length)."""
        return b"".join(self._parts), not self._is_doubtful
