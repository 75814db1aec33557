"""NOIP chess for the jury: the layout of inputs, and where in an input an answer belongs."""

from collections.abc import Sequence
from typing import Final

from refsol.chess.board import scan_board, scan_data_sets
from refsol.chess.jury.explain import QUERY, SET, explain, show, steps
from refsol.chess.jury.families import FAMILIES
from refsol.chess.jury.flaws import FLAWS
from refsol.chess.jury.reductions import reductions
from refsol.chess.jury.validator import validate
from refsol.problem.contract import Explainer, Jury, Layout, Place, ScanningValidator
from refsol.problem.selection import SelectionOption
from refsol.text.scanner import Input, Scanner


def _layout() -> Layout:
    (data_sets,) = map(int, (yield 1))
    for _ in range(data_sets):
        rows, _columns, pieces = map(int, (yield 3))
        for _ in range(2 * rows - 1):
            yield 1
        for _ in range(pieces):
            yield 4


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    """Find the data set and the query of an answer. Later data sets are not read."""
    scanner = Scanner(source)
    scan_data_sets(scanner)
    query = token + 1
    number = 1
    while query > (pieces := scan_board(scanner).pieces):
        query -= int(pieces)
        number += 1
    return Place(f"data set {number}, query {query}", {SET: number, QUERY: query})


_SELECTION_OPTIONS: Final = (
    SelectionOption(SET, "Select a data set by its number."),
    SelectionOption(QUERY, "Select the answer for the piece that is placed as number N in the data set."),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, _SELECTION_OPTIONS),
    place=_place,
    flaws=FLAWS,
)
"""NOIP chess as a :class:`.Jury`."""
