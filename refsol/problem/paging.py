"""How many steps of an input fit on a page."""

from typing import Final

from refsol.problem.scene import SHOWN, window

# Limits that keep a page small and quick to make.
_STEPS: Final = 2000
_DRAWN: Final = 1_000_000  # cells, in all its pictures together


def on_a_page(numbers: range, opened: int, cells: tuple[int, int], searched: int) -> range:
    """Return the step ``numbers`` around ``opened`` that go on one page, at least one.

    Each has a board of ``cells``, rows and columns; explaining them searches at most ``searched`` cells in all.
    """
    rows, columns = cells
    drawn = min(rows, SHOWN) * min(columns, SHOWN)
    fitting = max(1, min(_STEPS, _DRAWN // drawn, searched // (rows * columns)))
    around = window(opened - numbers.start + 1, len(numbers), fitting)
    return range(numbers.start + around.start - 1, numbers.start + around.stop - 1)
