"""The limits of Codeforces 907B, as data. The original has no subtasks, so all points are those of one."""
# mypyc: interpreted

from typing import Final

from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Memory, Range, Subtask, Words, same
from refsol.tictactoe.board import CELLS, SIDE

LIMITS: Final = Limits(
    ranges=(
        Range(
            Words("empty cells", "空格数"), 1, CELLS - 1, Words(f"of {CELLS} cells in all", f"全盘共 {CELLS} 个格子")
        ),
        Range(same("x, y"), 1, SIDE),
    ),
    subtasks=(Subtask("all", 100, NO_FURTHER_LIMITS),),
    seconds=2,
    memory=Memory(256, "MB"),
)
