"""How many steps of an input fit on a page."""

from refsol.problem.scene import SHOWN, window


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
