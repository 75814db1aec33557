"""Moves as lines of text.

There are few different coordinates and many moves. So the text of each coordinate is kept ready as a number whose
bytes it is, and a line, of eight bytes at most, is put together from two such numbers.
"""

from typing import Final, final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import Board
from refsol.text.writer import word_of, write_word

_LONG: Final = 100  # coordinates from there on have three digits


@final
class MoveText:
    """Writes the moves of a game on ``board``, a line ``x y`` each. O(size) to set up, O(1) a move."""

    def __init__(self, board: Board) -> None:
        size = board.size
        self._stride: Final[i64] = board.stride
        self._x: Final = vec[i64]([i64(0)] * (size + 1))  # the number x and a blank
        self._y: Final = vec[i64]([i64(0)] * (size + 1))  # the number y and the end of the line
        self._bits: Final = vec[i64]([i64(0)] * (size + 1))  # that each of these occupies
        for c in range(1, size + 1):
            digits = b"%d" % int(c)
            self._x[c] = word_of(digits + b" ")
            self._y[c] = word_of(digits + b"\n")
            self._bits[c] = 8 * (len(digits) + 1)

    def lines(self, moves: vec[i32], count: i64) -> bytes:
        """Return the lines of the first ``count`` of ``moves``, which are points. O(count)."""
        out = BytesWriter()
        stride = self._stride
        x_text = self._x
        y_text = self._y
        # Rounded up, it makes a division a multiplication: a point has 19 bits, so that the product is too large by
        # less than 2**19 of 2**32, which is less than 1 / stride of a row.
        reciprocal = 2**32 // stride + 1
        for k in range(count):
            point = i64(moves[k])
            x = point * reciprocal >> 32
            y = point - x * stride
            if x >= _LONG and y >= _LONG:
                write_i64_le(out, x_text[x] | y_text[y] << 32)
            else:
                self._write_short(out, x, y)
        return out.getvalue()

    def _write_short(self, out: BytesWriter, x: i64, y: i64) -> None:
        bits = self._bits[x]
        write_word(out, self._x[x] | self._y[y] << bits, (bits + self._bits[y]) >> 3)
