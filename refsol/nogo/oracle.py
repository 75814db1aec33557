"""NoGo by the definition: after every move look at every group of the board. For small boards only.

A ``point`` is one of the board, as in :class:`refsol.nogo.board.Board`.
"""

from mypy_extensions import u8

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, scan_board
from refsol.text.scanner import Scanner


def is_legal(board: Board, point: int, colour: int) -> bool:
    """Tell whether ``colour`` (``BLACK`` or ``WHITE``) may put a stone on ``point``.

    It may where the point is an empty crossing and, with the stone on it, every group has a liberty. The board is
    left as it was. O(n²).
    """
    stone = board.stone
    if stone[point] != EMPTY:
        return False
    stone[point] = u8(colour)
    legal = every_group_has_a_liberty(board)
    stone[point] = u8(EMPTY)
    return legal


def every_group_has_a_liberty(board: Board) -> bool:
    """Tell whether each group of either colour has an empty crossing next to it. O(n²)."""
    stone = board.stone
    steps = [-board.stride, -1, 1, board.stride]
    seen: set[int] = set()
    for x in range(1, board.size + 1):
        for y in range(1, board.size + 1):
            first: int = board.point(x, y)
            if stone[first] == EMPTY or first in seen:
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
    """Return the crossings (x, y), from 1 and row by row, where ``colour`` may put a stone. O(n⁴)."""
    moves: list[tuple[int, int]] = []
    for x in range(1, board.size + 1):
        for y in range(1, board.size + 1):
            if is_legal(board, board.point(x, y), colour):
                moves.append((x, y))
    return moves


def solve(data: bytes) -> bytes:
    """Play the position of the input ``data`` to its end, always on the first legal crossing, row by row.

    Returns an output: the moves ``x y``, black first, then ``-1 -1``, a line each. Raises ``InputError`` for an input
    that is not valid. O(n⁶).
    """
    board = _read(data)
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
    """Replay the ``output`` for the input ``data``; return 0 for a complete legal game, else its first wrong line.

    Wrong are an illegal or malformed line, ``-1 -1`` while the side to move can move, a missing line, and any line
    after the end. White space around the numbers and blank lines at the end of the file do not count; other blank
    lines are malformed. Lines are numbered from 1. Raises ``InputError`` for an input that is not valid, never for an
    output. O(n⁴) beside reading the output, which is split in memory.
    """
    board = _read(data)
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


def _read(data: bytes) -> Board:
    """Return the position of an input file."""
    scanner = Scanner(data)
    board = scan_board(scanner)
    scanner.finish()
    return board


def _coordinate(word: bytes, size: int) -> int:
    """Return the integer in ``1..size`` that ``word`` writes without needless zeros, or 0 if it writes none."""
    for value in range(1, size + 1):
        if word == str(value).encode("ascii"):
            return value
    return 0
