"""The limits of Lamps, as data."""

from typing import Final

from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Range, Subtask, same

from refsol_lamps.board import MAX_SIDE

LIMITS: Final = Limits(
    ranges=(Range(same("h, w"), 1, MAX_SIDE),),
    subtasks=(Subtask("all", 100, NO_FURTHER_LIMITS),),
)
"""The limits of Lamps."""
