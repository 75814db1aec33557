"""Which steps of an input there is room for on a page. Everything is O(1)."""

from typing import Final

from refsol.scene import SHOWN, window

# What a page has room for, so that it is small and soon there: steps, and cells that all their pictures show.
_STEPS: Final = 400
_DRAWN: Final = 500_000


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
