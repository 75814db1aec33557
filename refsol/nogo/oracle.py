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


def first_wrong_line(data: bytes, output: bytes) -> int:
    """Return 0 if the ``output`` for the input ``data`` is a complete legal game, else its first wrong line, from 1.

    A line is wrong if it is illegal or malformed, if it is ``-1 -1`` while the side to move can move, if it is missing,
    or if it follows the end. White space around the numbers and blank lines at the end of the file are ignored; other
    blank lines are malformed. Raises ``InputError`` for an input that is not valid, never for an output. O(n⁴), plus
    reading the output, which is split in memory.
    """
    board = read_board(data)
    colour = BLACK
    lines = output.rstrip().split(b"\n")
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words == [b"-1", b"-1"]:
            if legal_moves(board, colour):
                return number
            return 0 if number == len(lines) else number + 1
        if len(words) != 2:
            return number
        x = _coordinate(words[0], board.size)
        y = _coordinate(words[1], board.size)
        if x == 0 or y == 0 or not is_legal(board, board.point(x, y), colour):
            return number
        board.stone[board.point(x, y)] = u8(colour)
        colour = WHITE if colour == BLACK else BLACK
    return len(lines) + 1


def _coordinate(word: bytes, size: int) -> int:
    """Return the integer in ``1..size`` that ``word`` spells in decimal without leading zeros, or else 0."""
    for value in range(1, size + 1):
        if word == str(value).encode("ascii"):
            return value
    return 0
