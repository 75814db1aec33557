"""Why a stone may stand on a crossing of NoGo or not, by the rules: groups are searched stone by stone.

Slower than what the solver does, but it knows the stones and the liberties, and says so in words. What costs most is
to sort the points of a group: O(s log s) for one of s stones, and all else, unless it says so, is O(s).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy_extensions import i64, u8

from refsol.jury.wording import listed
from refsol.nogo.board import BLACK, EMPTY, SYMBOLS, WHITE, Board
from refsol.scene import Cell, Ground, Mark, Piece, PieceKind, Scene, take_scene

COLOURS: Final = ("no", "black", "white")
"""EMPTY, BLACK and WHITE in words, in this order."""

_KINDS: Final = (PieceKind.EMPTY, PieceKind.BLACK, PieceKind.WHITE)


class Group(NamedTuple):
    """A group of a ``colour``, ``BLACK`` or ``WHITE``: its ``stones`` and its ``liberties``, both row by row."""

    colour: int
    stones: tuple[Cell, ...]
    liberties: tuple[Cell, ...]

    def name(self) -> str:
        """Return what the group is called: ``the black group of 3 stones (1, 2), (1, 3), (2, 2)``."""
        colour = COLOURS[self.colour]
        if len(self.stones) == 1:
            return f"the {colour} stone {listed(self.stones)}"
        return f"the {colour} group of {len(self.stones)} stones {listed(self.stones)}"

    def short_name(self) -> str:
        """Return what the group is called, by its first stone: ``the black group of 3 stones at (1, 2)``."""
        if len(self.stones) == 1:
            return self.name()
        return f"the {COLOURS[self.colour]} group of {len(self.stones)} stones at {listed(self.stones[:1])}"


class Trial(NamedTuple):
    """What a new stone on an empty ``crossing`` would lead to."""

    crossing: Cell
    group: Group
    """The new stone's group, with the liberties that it would have."""
    captured: tuple[Group, ...]
    """The opponent's groups that would have no liberty left."""

    def is_legal(self) -> bool:
        """Tell whether every group would have a liberty."""
        return bool(self.group.liberties) and not self.captured

    def faults(self) -> list[str]:
        """Return a clause for every group that would have no liberty."""
        clauses = [f"{group.name()} would lose its last liberty" for group in self.captured]
        if not self.group.liberties:
            if len(self.group.stones) == 1:
                clauses.append("the new stone itself would have no liberty")
            else:
                clauses.append(f"the new stone would join {self.group.name()}, all without a liberty")
        return clauses

    def marks(self) -> tuple[Mark, ...]:
        """Return the groups that would have no liberty."""
        captured = [Mark(f"{COLOURS[group.colour]} without a liberty", group.stones) for group in self.captured]
        own = () if self.group.liberties else (Mark("the new stone's group, without a liberty", self.group.stones),)
        return (*captured, *own)


def group_of(board: Board, point: i64) -> Group:
    """Return the group that the stone on ``point`` belongs to. O(s log s) for s stones."""
    stone = board.stone
    colour = stone[point]
    steps = (-board.stride, i64(-1), i64(1), board.stride)
    stones = {point}
    liberties: set[i64] = set()
    stack = [point]
    while stack:
        at = stack.pop()
        for step in steps:
            next_point = at + step
            if stone[next_point] == EMPTY:
                liberties.add(next_point)
            elif stone[next_point] == colour and next_point not in stones:
                stones.add(next_point)
                stack.append(next_point)
    return Group(int(colour), cells_of(board, sorted(stones)), cells_of(board, sorted(liberties)))


def groups_around(board: Board, point: i64) -> list[Group]:
    """Return the groups next to ``point``, each once: above, to the left, to the right, below. O(s log s) each."""
    groups: list[Group] = []
    for step in (-board.stride, i64(-1), i64(1), board.stride):
        next_point = point + step
        if board.stone[next_point] in (BLACK, WHITE):
            group = group_of(board, next_point)
            if group not in groups:
                groups.append(group)
    return groups


def try_stone(board: Board, point: i64, colour: i64) -> Trial:
    """Put a stone of ``colour`` on ``point``, which is empty, see what that leads to, and take it off. O(s log s)."""
    board.stone[point] = u8(colour)
    group = group_of(board, point)
    others = [other for other in groups_around(board, point) if other.colour != colour]
    board.stone[point] = u8(EMPTY)
    captured = tuple(other for other in others if not other.liberties)
    return Trial((int(point // board.stride), int(point % board.stride)), group, captured)


def scene_of(board: Board, marks: Sequence[Mark] = (), focus: Cell | None = None, middle: Cell | None = None) -> Scene:
    """Return the scene of the position; ``marks``, ``focus`` and ``middle`` are as in :func:`.take_scene`.

    O(cells shown), with those of the marks.
    """
    size = int(board.size)
    pieces = [Piece(chr(SYMBOLS[stone]), _KINDS[stone]) for stone in (EMPTY, BLACK, WHITE)]
    return take_scene(
        Ground.CROSSINGS, size, size, lambda x, y: pieces[board.stone[board.point(x, y)]], tuple(marks), focus, middle
    )


def cells_of(board: Board, points: list[i64]) -> tuple[Cell, ...]:
    """Return the rows and columns, from 1, of ``points``, in their order."""
    return tuple([(int(point // board.stride), int(point % board.stride)) for point in points])
