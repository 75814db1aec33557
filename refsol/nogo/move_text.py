"""Moves as lines of text.

There are many moves but few different coordinates. So the text of each coordinate is prepared as a number whose bytes
are the characters, and a line, which has at most eight bytes, is made of two such numbers.
"""

from typing import Final, final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import require_range
from refsol.nogo.board import Board
from refsol.text.writer import word_of, write_word

_LONG: Final = 100  # the first coordinate with three digits


# The line "123 45" as a little-endian number:
#
#     byte     0     1     2     3     4     5     6     7
#           +-----+-----+-----+-----+-----+-----+-----+-----+
#           |  1  |  2  |  3  |space|  4  |  5  | feed|     |
#           +-----+-----+-----+-----+-----+-----+-----+-----+
#           |------- x_text[123] ---|-- y_text[45] ---|
#                                    shifted by bits[123] = 32


@final
class MoveText:
    """Writes the moves of a game on ``board``, each on a line ``x y``. O(size) to set up, and O(1) for each move."""

    def __init__(self, board: Board) -> None:
        size = max(board.rows, board.columns)
        self._stride: Final[i64] = board.stride
        self._x: Final = vec[i64]([i64(0)] * (size + 1))  # the text of each x, with a space
        self._y: Final = vec[i64]([i64(0)] * (size + 1))  # the text of each y, with a line feed
        self._bits: Final = vec[i64]([i64(0)] * (size + 1))  # the length of either text in bits
        for c in range(1, size + 1):
            digits = b"%d" % int(c)
            self._x[c] = word_of(digits + b" ")
            self._y[c] = word_of(digits + b"\n")
            self._bits[c] = 8 * (len(digits) + 1)

    def lines(self, moves: vec[i32], count: i64) -> bytes:
        """Return the lines of the first ``count`` points in ``moves``. O(count).

        Raises ``ValueError`` if there are not so many.
        """
        require_range("number of moves", count, 0, len(moves))
        out = BytesWriter()
        stride = self._stride
        x_text = self._x
        y_text = self._y
        bits = self._bits
        for k in range(count):
            point = i64(moves[k])
            x = point // stride
            y = point - x * stride
            if x >= _LONG and y >= _LONG:
                write_i64_le(out, x_text[x] | y_text[y] << 32)
            else:
                write_word(out, x_text[x] | y_text[y] << bits[x], (bits[x] + bits[y]) >> 3)
        return out.getvalue()
