"""Which answers of an input are meant. Everything is O(1)."""

from typing import Final

from refsol.errors import OptionError
from refsol.jury.contract import Which
from refsol.jury.wording import counted

_UNASKED: Final = 100


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
