"""The selection of answers to explain or to show, and how many of them fit on a page."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from refsol.errors import OptionError
from refsol.problem.scene import SHOWN, window
from refsol.problem.wording import counted

Selection: TypeAlias = Mapping[str, int]
"""The numbers of the selected answers, by the names of the options that select them: ``{"move": 17}``, for example."""


class SelectionOption(NamedTuple):
    """An option that selects answers, ``--name NUMBER`` from 1, and its ``help``."""

    name: str
    help: str


def selected(selection: Selection, name: str, count: int, what: str) -> range:
    """Return the numbers from 1 to ``count`` that ``selection`` has under ``name``: one of them or, by default, all.

    Raises ``OptionError`` for a number out of range, and if all would be more than 100. ``what`` names one of the
    things that are counted.

    >>> selected({"move": 3}, "move", 5, "move")
    range(3, 4)
    """
    number = selection.get(name)
    if number is None:
        if count > 100:  # answers, at most, unless one is selected: nobody reads more
            raise OptionError(f"there are {counted(count, what)}: choose one with --{name}")
        return range(1, count + 1)
    if not 1 <= number <= count:
        raise OptionError(f"--{name} {number}: there {'is' if count == 1 else 'are'} {counted(count, what)}")
    return range(number, number + 1)


def on_a_page(numbers: range, opened: int, cells: tuple[int, int], searched: int) -> range:
    """Return the step ``numbers`` around ``opened`` that go on one page, at least one.

    Each has a board of ``cells``, rows and columns; explaining them searches at most ``searched`` cells in all.
    """
    rows, columns = cells
    drawn = min(rows, SHOWN) * min(columns, SHOWN)
    # A page of at most 2000 steps and a million cells, in all pictures together, is small and quick to make.
    fitting = max(1, min(2000, 1_000_000 // drawn, searched // (rows * columns)))
    around = window(opened - numbers.start + 1, len(numbers), fitting)
    return range(numbers.start + around.start - 1, numbers.start + around.stop - 1)
