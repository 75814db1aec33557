"""The rules of NoGo, read literally: groups are searched stone by stone.

This is slower than what the solver does, but it finds the stones and the liberties, and names them in words. The search
for one group of s stones is O(s log s), since its points are sorted; all else is O(s) unless it says otherwise.
All functions raise ``ValueError`` for a point off the board.
"""
# mypyc: refsol_jury

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy_extensions import i64, u8

from refsol.nogo.board import BLACK, COLOURS, EDGE, EMPTY, WALLED_SYMBOLS, WHITE, Board
from refsol.nogo.groups import require_stone
from refsol.problem.scene import Cell, Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.problem.wording import listed

_KINDS: Final = (PieceKind.EMPTY, PieceKind.BLACK, PieceKind.WHITE, PieceKind.WALL)


class Group(NamedTuple):
    """A group of ``colour``, which is ``BLACK`` or ``WHITE``: its ``stones`` and its ``liberties``, both row by row."""

    colour: int
    stones: tuple[Cell, ...]
    liberties: tuple[Cell, ...]

    def name(self) -> str:
        """Return a name with the stones: ``the black group of 3 stones (1, 2), (1, 3), (2, 2)``."""
        colour = COLOURS[self.colour]
        if len(self.stones) == 1:
            return f"the {colour} stone {listed(self.stones)}"
        return f"the {colour} group of {len(self.stones)} stones {listed(self.stones)}"

    def short_name(self) -> str:
        """Return a name with the first stone: ``the black group of 3 stones at (1, 2)``."""
        if len(self.stones) == 1:
            return self.name()
        return f"the {COLOURS[self.colour]} group of {len(self.stones)} stones at {listed(self.stones[:1])}"


class Trial(NamedTuple):
    """The effects of a new stone on the empty point ``cell``."""

    cell: Cell
    group: Group
    """The new stone's group, with the liberties that it would have."""
    captured: tuple[Group, ...]
    """The opponent's groups that would have no liberty left."""

    def is_legal(self) -> bool:
        """Return whether every group would have a liberty: the move is neither suicide nor a capture."""
        return bool(self.group.liberties) and not self.captured

    def faults(self) -> list[str]:
        """Return a clause for every group that would have no liberty."""
        clauses = [f"{group.name()} would lose its last liberty" for group in self.captured]
        if not self.group.liberties:
            if len(self.group.stones) == 1:
                clauses.append("the new stone itself would have no liberty")
            else:
                stones = f"{len(self.group.stones)} stones {listed(self.group.stones)}"
                clauses.append(f"the new stone's group of {stones} would have no liberty")
        return clauses

    def marks(self) -> tuple[Mark, ...]:
        """Return marks for the groups that would have no liberty."""
        captured = [Mark(f"{COLOURS[group.colour]} without a liberty", group.stones) for group in self.captured]
        own = () if self.group.liberties else (Mark("the new stone's group, without a liberty", self.group.stones),)
        return (*captured, *own)


def mover(move: int) -> int:
    """Return the colour that makes move number ``move``, counted from 1: black makes the odd ones."""
    return BLACK if move % 2 == 1 else WHITE


def group_of(board: Board, point: i64) -> Group:
    """Return the group that the stone on ``point`` belongs to. Raises ``ValueError`` if there is none."""
    colour = require_stone(board, point)
    stone = board.stone
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


def groups_of(board: Board) -> list[Group]:
    """Return all groups in the order of their first stones, row by row. O(n² log n)."""
    groups: list[Group] = []
    seen: set[Cell] = set()
    for point in range(len(board.stone)):
        if board.stone[point] in (BLACK, WHITE) and board.coordinates(point) not in seen:
            groups.append(group_of(board, point))
            seen.update(groups[-1].stones)
    return groups


def groups_around(board: Board, point: i64) -> list[Group]:
    """Return the groups next to ``point``, above, to the left, to the right, below, each once."""
    board.require_point(point)
    groups: list[Group] = []
    for step in (-board.stride, i64(-1), i64(1), board.stride):
        next_point = point + step
        if board.stone[next_point] in (BLACK, WHITE):
            group = group_of(board, next_point)
            if group not in groups:
                groups.append(group)
    return groups


def try_stone(board: Board, point: i64, colour: i64) -> Trial:
    """Return the effects of a stone of ``colour`` on ``point``, which is empty; it is put there and removed again.

    Raises ``ValueError`` for any other point, and for a colour other than ``BLACK`` and ``WHITE``.
    """
    board.require_point(point)
    if board.stone[point] != EMPTY or colour not in (BLACK, WHITE):
        raise ValueError(f"colour {colour} cannot be tried on point {point}")
    board.stone[point] = u8(colour)
    group = group_of(board, point)
    others = [other for other in groups_around(board, point) if other.colour != colour]
    board.stone[point] = u8(EMPTY)
    captured = tuple(other for other in others if not other.liberties)
    return Trial(board.coordinates(point), group, captured)


def scene_of(board: Board, marks: Sequence[Mark] = (), focus: Cell | None = None, middle: Cell | None = None) -> Scene:
    """Return the scene of the position; ``marks``, ``focus`` and ``middle`` are as in :func:`.take_scene`."""
    pieces = [Piece(chr(WALLED_SYMBOLS[stone]), _KINDS[stone]) for stone in (EMPTY, BLACK, WHITE, EDGE)]

    def piece(x: int, y: int) -> Piece:
        return pieces[board.stone[board.point(x, y)]]

    return take_scene(Ground.CROSSINGS, int(board.rows), int(board.columns), piece, tuple(marks), focus, middle)


def cells_of(board: Board, points: Sequence[int]) -> tuple[Cell, ...]:
    """Return the rows and columns, from 1, of ``points``, in the same order."""
    return tuple([board.coordinates(point) for point in points])
