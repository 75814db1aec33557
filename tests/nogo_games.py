"""Games of NoGo by the definition: which line of an output is the first that breaks the rules."""

from mypy_extensions import u8

from refsol.nogo.board import BLACK, WHITE, read_board
from refsol.nogo.oracle import is_legal, legal_moves


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
