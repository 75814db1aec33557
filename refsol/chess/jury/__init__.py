"""NOIP chess for the jury: the layout of inputs, where an answer belongs, and the plain solution with mistakes."""

from collections.abc import Sequence
from typing import Final

from refsol.chess.board import scan_board, scan_data_sets, validate
from refsol.chess.jury.explain import QUERY, SET, explain, show, steps
from refsol.chess.jury.families import FAMILIES
from refsol.chess.jury.lessons import lesson_of
from refsol.chess.jury.reductions import reductions
from refsol.chess.jury.state import state
from refsol.problem.contract import Explainer, Flaw, Jury, Layout, Place, ScanningValidator
from refsol.problem.selection import SelectionOption
from refsol.text.scanner import Input, Scanner

__all__ = ["JURY"]


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
# Lines of the plain solution.
_WRITE: Final = """            for turn in turns:
                self.write_numbers(turn, trees[self.colour[turn]])
"""
_ASK: Final = """            for turn in turns:
                self.answers[turn] += self.sum_of_region(trees[1 - self.colour[turn]], turn)
"""
# The plain solution with one mistake each.
_FLAWS: Final = (
    Flaw(
        "equal_levels",
        "Pieces of the same level are not captured.",
        (
            ("self.level[other] <= self.level[turn]", "self.level[other] < self.level[turn]"),
            (_WRITE + _ASK, _ASK + _WRITE),
        ),
        harmless="rising",
    ),
    Flaw(
        "counted_twice",
        "A crossing of the same row that open and straight roads reach counts twice.",
        (("if first != last and size > 1:", "if first != last and size > 1 and direction.step > 1:"),),
        harmless="only-ordinary",
    ),
    Flaw(
        "any_level",
        "Captures by straight and ordinary roads ignore the level.",
        ((" and self.level[other] <= self.level[turn]", ""),),
        harmless="rising",
    ),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, _SELECTION_OPTIONS, state=state, lesson=lesson_of),
    place=_place,
    flaws=_FLAWS,
    header=("T", "n", "m", "q"),
)
"""NOIP chess as a :class:`.Jury`."""
