"""NoGo by the definition: after every move every group of the board is searched. For small boards only.

A ``point`` is the number of a point, as in :class:`refsol.nogo.board.Board`.
"""
# mypyc: refsol_jury

from itertools import product

from mypy_extensions import u8

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, read_board


def is_legal(board: Board, point: int, colour: int) -> bool:
    """Return whether ``colour`` may put a stone on ``point``: it is empty, and then every group has a liberty. O(n²).

    The board is left unchanged. Raises ``ValueError`` for a point off the board and for another colour.
    """
    board.require_point(point)
    if colour not in (BLACK, WHITE):
        raise ValueError(f"a stone is black ({BLACK}) or white ({WHITE}), not {colour}")
    stone = board.stone
    if stone[point] != EMPTY:
        return False
    stone[point] = u8(colour)
    legal = every_group_has_a_liberty(board)
    stone[point] = u8(EMPTY)
    return legal


def every_group_has_a_liberty(board: Board) -> bool:
    """Return whether each group of either colour has an empty point next to it. O(n²)."""
    stone = board.stone
    steps = [-board.stride, -1, 1, board.stride]
    seen: set[int] = set()
    for x in range(1, board.rows + 1):
        for y in range(1, board.columns + 1):
            first: int = board.point(x, y)
            if stone[first] not in (BLACK, WHITE) or first in seen:
                continue
            seen.add(first)
            liberties: set[int] = set()
            stack = [first]
            while stack:
                point = stack.pop()
                for step in steps:
                    neighbour = point + step
                    if stone[neighbour] == EMPTY:
                        liberties.add(neighbour)
                    elif stone[neighbour] == stone[first] and neighbour not in seen:
                        seen.add(neighbour)
                        stack.append(neighbour)
            if not liberties:
                return False
    return True


def legal_moves(board: Board, colour: int) -> list[tuple[int, int]]:
    """Return the points where ``colour`` may put a stone, as rows and columns from 1, row by row. O(n⁴)."""
    walls = board.walls
    cells = product(range(1, board.rows + 1), range(1, board.columns + 1))
    return [(x, y) for x, y in cells if (x, y) not in walls and is_legal(board, board.point(x, y), colour)]


def solve(data: bytes) -> bytes:
    """Return the moves from the input ``data`` to the end, each on the first legal point, then ``-1 -1``. O(n⁶).

    Raises ``InputError`` for an input that is not valid.
    """
    board = read_board(data)
    lines: list[str] = []
    colour = BLACK
    moves = legal_moves(board, colour)
    while moves:
        x, y = moves[0]
        lines.append(f"{x} {y}\n")
        board.stone[board.point(x, y)] = u8(colour)
        colour = WHITE if colour == BLACK else BLACK
        moves = legal_moves(board, colour)
    lines.append("-1 -1\n")
    return "".join(lines).encode("ascii")
