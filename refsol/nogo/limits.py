"""The limits of NoGo, as data. The original has no subtasks, so all points are those of one."""
# mypyc: interpreted

from typing import Final

from refsol.nogo.board import MAX_SIZE
from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Memory, Range, Subtask, same

LIMITS: Final = Limits(
    ranges=(Range(same("n"), 1, MAX_SIZE),),
    subtasks=(Subtask("all", 100, NO_FURTHER_LIMITS),),
    seconds=3,
    memory=Memory(500, "MiB"),
    # Assumed: ten tests that are worth 100 points together. An unfinished game has at most 360,000 right lines, whose
    # count has 6 digits, so it always earns less.
    test_points=10,
)
"""The limits of NoGo."""
