"""Which answers of an input are meant. Everything is O(1)."""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import OptionError
from refsol.jury.wording import counted

Selection: TypeAlias = Mapping[str, int]
"""Which answers of an input are meant, by the names of the problem's selectors: ``{"move": 17}``, for example."""

_UNASKED: Final = 100


class SelectionOption(NamedTuple):
    """An option that chooses answers to explain or to show, ``--name NUMBER`` from 1; ``help`` says which."""

    name: str
    help: str


def selected(selection: Selection, name: str, count: int, what: str) -> range:
    """Return the numbers from 1 to ``count`` that ``selection`` chooses under ``name``: one of them or, unasked, all.

    Raises ``OptionError`` for another number, and where all would be more than a person reads. ``what`` is what is
    counted, one of them.

    >>> selected({"move": 3}, "move", 5, "move")
    range(3, 4)
    """
    number = selection.get(name)
    if number is None:
        if count > _UNASKED:
            raise OptionError(f"there are {counted(count, what)}: choose one with --{name}")
        return range(1, count + 1)
    if not 1 <= number <= count:
        raise OptionError(f"--{name} {number}: there {'is' if count == 1 else 'are'} {counted(count, what)}")
    return range(number, number + 1)
