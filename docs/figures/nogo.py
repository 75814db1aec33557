"""Figures of NoGo: the pairs of a group, and what a stone that joins groups does to the counts."""

from typing import Final

from living_figures.nogo import pairs_of
from mypy_extensions import u8

from refsol.nogo.board import BLACK, Board, read_board
from refsol.nogo.rules import Group, group_of, groups_around, scene_of
from refsol.problem.scene import Cell, Mark, Scene, Stroke

GROUP: Final = b"5\n.....\n.XX..\n.X.O.\n..O..\n....O\n"
"""A black group at (2, 2), with a liberty next to two of its stones."""
GROUPS: Final = b"5\n.XX..\n.X.X.\n...X.\nO.O..\nOOO..\n"
"""Two black groups; (2, 3) is next to both."""
BRIDGE: Final = (2, 3)
"""The point where black joins the groups."""


def pairs() -> tuple[Scene, ...]:
    """Return a group with a stroke for each of its pairs, and its liberties marked."""
    board = read_board(GROUP)
    group = group_of(board, board.point(2, 2))
    found = pairs_of(board, group)
    shared = [cell for cell in group.liberties if sum(q == cell for _s, q in found) > 1]
    scene = scene_of(board, (Mark("liberties", group.liberties),))
    title = f"{group.name()}: {len(found)} pairs, {len(group.liberties)} liberties"
    listed = ", ".join(f"{cell} is in {sum(q == cell for _s, q in found)} pairs" for cell in shared)
    return (scene._replace(strokes=_strokes(found), title=title, description=f"{listed}."),)


def bridge() -> tuple[Scene, ...]:
    """Return the groups around a point, before and after black has played there, with their pairs."""
    board = read_board(GROUPS)
    point = board.point(*BRIDGE)
    before = groups_around(board, point)
    board_after = board.copy()
    board_after.stone[point] = u8(BLACK)
    after = [group_of(board_after, point)]
    new = ", ".join(str(q) for s, q in pairs_of(board_after, after[0]) if s == BRIDGE)
    last = _counted(board_after, after, "after the move")
    return (
        _counted(board, before, "before the move")._replace(focus=BRIDGE),
        last._replace(focus=BRIDGE, description=f"{last.description} Of these, the new stone's pairs: {new}."),
    )


def _counted(board: Board, groups: list[Group], when: str) -> Scene:
    """Return the position with the pairs of some groups, each group marked with their number."""
    found = [pairs_of(board, group) for group in groups]
    marks = tuple(
        Mark(f"{len(group.stones)} stones, {len(pairs)} pairs", group.stones)
        for group, pairs in zip(groups, found, strict=True)
    )
    lost = [sum(q == BRIDGE for _s, q in pairs) for pairs in found]
    described = [
        f"{group.name()} has {len(pairs)} pairs, {count} of them with {BRIDGE}"
        for group, pairs, count in zip(groups, found, lost, strict=True)
    ]
    scene = scene_of(board, marks)
    strokes = _strokes([pair for pairs in found for pair in pairs])
    return scene._replace(strokes=strokes, title=f"{BRIDGE} {when}", description=f"{'; '.join(described)}.")


def _strokes(pairs: list[tuple[Cell, Cell]]) -> tuple[Stroke, ...]:
    return tuple(Stroke((s, q), (q[0] - s[0], q[1] - s[1])) for s, q in pairs)
