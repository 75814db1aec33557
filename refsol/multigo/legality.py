"""Is a Multi-Go position legal? Checked for all players at once, in O(NM + K).

A position is legal when every territory is 4-connected and has no hole (see :mod:`refsol.multigo.solver`).
Connectedness is a flood fill. Holes are counted by corners: walking along a boundary with the territory on the
left, one makes four more left turns than right turns around the outside and four more right turns than left turns
around each hole. So a connected territory has no hole exactly when its convex corners exceed its concave ones by
four (S. B. Gray, "Local properties of binary images in two dimensions", IEEE Trans. Computers C-20, 1971).
"""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i32, i64, u8

from refsol.multigo.board import MAX_PLAYERS, Board
from refsol.text.scanner import Scanner

LEGAL: Final = 0
SPLIT: Final = 1
ENCLOSED: Final = 2

_HEADER: Final = 4  # integers before the owners in an input


def first_violation(board: Board) -> tuple[i64, i64, i64]:
    """Return what is wrong with a position in which every cell has an owner, where, and whose fault it is.

    ``(SPLIT, cell, player)``: ``cell`` begins a second part of the player's territory. ``(ENCLOSED, cell,
    player)``: from ``cell`` no way leads to the edge of the board without meeting ``player``. ``(LEGAL, 0, 0)``:
    nothing.
    """
    cell = _second_part(board)
    if cell:
        return SPLIT, cell, i64(board.owner[cell])
    player = _player_with_hole(board)
    if player:
        return ENCLOSED, _enclosed_cell(board, player), player
    return LEGAL, 0, 0


def demand_legal(scanner: Scanner, board: Board) -> None:
    """Raise ``InputError`` at the offending cell if ``board``, which ``scanner`` has read, is illegal. O(NM + K)."""
    kind, cell, player = first_violation(board)
    if kind == LEGAL:
        return
    x = cell // board.stride
    y = cell % board.stride
    again = scanner.again()
    for _token in range(_HEADER + (x - 1) * board.width + y):
        again.integer(0, MAX_PLAYERS, "number")
    what = f"a second part of player {player}" if kind == SPLIT else f"a cell that player {player} encloses"
    raise again.error(again.last(), "a legal position", f"({x}, {y}), {what}")


def _second_part(board: Board) -> i64:
    """Return the first cell, row by row, that is not connected to its owner's first cell, or 0."""
    owner = board.owner
    seen = vec[u8]([u8(0)] * len(owner))
    met = vec[u8]([u8(0)] * (board.players + 1))
    stride = board.stride
    steps = vec[i64]([-stride, i64(-1), i64(1), stride])
    for x in range(1, board.height + 1):
        for first in range(x * stride + 1, x * stride + board.width + 1):
            if seen[first]:
                continue
            player = i64(owner[first])
            if met[player]:
                return first
            met[player] = u8(1)
            seen[first] = u8(1)
            stack = vec[i64]([first])
            while len(stack):
                stack, cell = pop(stack)
                for step in steps:
                    if owner[cell + step] == player and not seen[cell + step]:
                        seen[cell + step] = u8(1)
                        stack = append(stack, cell + step)
    return 0


def _player_with_hole(board: Board) -> i64:
    """Return a player whose connected territory has a hole, or 0."""
    owner = board.owner
    stride = board.stride
    corners = vec[i32]([i32(0)] * (board.players + 1))  # convex ones less concave ones
    for x in range(1, board.height + 1):
        for cell in range(x * stride + 1, x * stride + board.width + 1):
            player = owner[cell]
            for across in (-stride, stride):
                for along in (i64(-1), i64(1)):
                    beside = owner[cell + along] == player
                    beyond = owner[cell + across] == player
                    if not beside and not beyond:
                        corners[i64(player)] += 1
                    elif beside and beyond and owner[cell + across + along] != player:
                        corners[i64(player)] -= 1
    for p in range(1, board.players + 1):
        if board.present[p] and corners[p] != 4:
            return p
    return 0


def _enclosed_cell(board: Board, player: i64) -> i64:
    """Return the first cell, row by row, of a hole in the player's territory, which has one."""
    owner = board.owner
    stride = board.stride
    steps = vec[i64]([-stride - 1, -stride, -stride + 1, i64(-1), i64(1), stride - 1, stride, stride + 1])
    free = vec[u8]([u8(0)] * len(owner))  # cells with a way to the edge
    stack = vec[i64](capacity=board.height + board.width)
    for x in range(1, board.height + 1):
        for y in range(1, board.width + 1):
            on_edge = x == 1 or x == board.height or y == 1 or y == board.width
            cell = x * stride + y
            if on_edge and owner[cell] != player:
                free[cell] = u8(1)
                stack = append(stack, cell)
    while len(stack):
        stack, cell = pop(stack)
        for step in steps:
            next_cell = cell + step
            if not free[next_cell] and owner[next_cell] != player and owner[next_cell] != 0:
                free[next_cell] = u8(1)
                stack = append(stack, next_cell)
    for x in range(1, board.height + 1):
        for cell in range(x * stride + 1, x * stride + board.width + 1):
            if owner[cell] != player and not free[cell]:
                return cell
    raise AssertionError(f"player {player} encloses nobody")
