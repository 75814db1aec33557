"""Lamps for the jury: its validator, smaller inputs, mistakes that people make, and the contract."""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.problem.contract import Explainer, Flaw, Jury, Layout, Place, ScanningValidator
from refsol.problem.delta_debugging import without_chunks
from refsol.problem.selection import SelectionOption
from refsol.text.scanner import Input, Scanner

from refsol_lamps.board import read_board, scan_board
from refsol_lamps.explain import ROW, explain, show, steps
from refsol_lamps.families import FAMILIES


def validate(scanner: Scanner) -> None:
    """Read an input to its end and report every breach of the format and the limits. O(cells).

    Raises ``InputError`` for the first breach or, if the scanner collects errors, for one after which it cannot
    continue.
    """
    scan_board(scanner)
    scanner.finish()


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs like ``data`` with fewer rows, with fewer columns, and with one lamp or wall fewer.

    Not all of them are valid. There are O(cells) of them, and each is O(cells) to make. Raises ``InputError`` for an
    input that is not valid.
    """
    rows = read_board(data).text().decode("ascii").split()
    for kept in without_chunks(rows):
        yield _text(kept)
    for columns in without_chunks(range(len(rows[0]))):
        yield _text(["".join(row[y] for y in columns) for row in rows])
    for x, row in enumerate(rows):
        for y, cell in enumerate(row):
            if cell != ".":
                yield _text([*rows[:x], f"{row[:y]}.{row[y + 1 :]}", *rows[x + 1 :]])


def _text(rows: Sequence[str]) -> bytes:
    width = len(rows[0]) if rows else 0
    return "\n".join([f"{len(rows)} {width}", *rows, ""]).encode("ascii")


FLAWS: Final = (
    Flaw(
        "through_walls",
        "Light passes through walls.",
        (("        elif here == WALL:\n            light = False\n", ""),),
    ),
    Flaw(
        "not_upwards",
        "No light goes up: columns are walked along downwards twice.",
        (("(height - 1) * width + y, -width, height", "y, width, height"),),
    ),
)
"""Mistakes that people make: each turns the solver into a wrong one, by changing its bundle."""


def _layout() -> Layout:
    height, _width = map(int, (yield 2))
    for _ in range(height):
        yield 1


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    return Place(f"row {token + 1}", {ROW: token + 1})


JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, (SelectionOption(ROW, "One row, by its number."),)),
    place=_place,
    flaws=FLAWS,
)
"""Lamps for the jury, a :class:`.Jury`."""
