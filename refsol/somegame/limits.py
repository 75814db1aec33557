"""The limits of Some Game, as data. The original has no subtasks, so all points are those of one."""
# mypyc: interpreted

from typing import Final

from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Memory, Range, Subtask, Words, same
from refsol.somegame.board import MAX_LINE, MAX_PLAYERS, MAX_SIDE

LIMITS: Final = Limits(
    ranges=(
        Range(same("N"), 1, MAX_PLAYERS),
        Range(same("W, H"), 1, MAX_SIDE),
        Range(same("K"), 0, MAX_LINE),
        Range(
            Words("data sets", "数据组数"), 1, None, Words("10 in the judge's files", "原题的每个测试文件中有 10 组")
        ),
    ),
    subtasks=(Subtask("all", 100, NO_FURTHER_LIMITS),),
    seconds=4.2,
    memory=Memory(256, "MB"),
)
