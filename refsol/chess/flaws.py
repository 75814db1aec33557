"""Wrong solutions of NOIP chess: its solver with one mistake each."""

from typing import Final

from refsol.jury.contract import Flaw

FLAWS: Final = (
    Flaw(
        "equal_levels",
        "Pieces of the same level are not captured.",
        (
            ("i64(state >> _LEVEL_of_runs <= level)", "i64(state >> _LEVEL_of_runs < level)"),
            (
                "opponent * levels + i64(queries[query + _LEVEL])",
                "opponent * levels + i64(queries[query + _LEVEL]) - 1",
            ),
        ),
        harmless="rising",
    ),
    Flaw(
        "counted_twice",
        "A crossing of the same row that open and straight roads reach counts twice.",
        (("reached -= self._overlap_in_row(t, left, right)", "self._overlap_in_row(t, left, right)"),),
        harmless="only-ordinary",
    ),
    Flaw(
        "any_level",
        "Captures by straight and ordinary roads ignore the level.",
        ((" & i64(state >> _LEVEL_of_runs <= level)", ""),),
        harmless="rising",
    ),
)
"""The wrong solutions."""
