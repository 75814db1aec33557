"""The board of NoGo: stones on points, and the promises that the statement makes about them."""

from collections.abc import Iterable
from typing import Final, final

from librt.strings import BytesWriter
from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from refsol.errors import InputError, out_of_range
from refsol.text.scanner import Input, Scanner, symbol_codes

MAX_SIZE: Final = 600
"""The largest number of rows, and of columns, of a board."""

EMPTY: Final = 0
"""A point without a stone."""
BLACK: Final = 1
"""A black stone, or the player of the black stones, who moves first."""
WHITE: Final = 2
"""A white stone, or the player of the white stones."""
EDGE: Final = 3
"""A point of the frame around the board, or a wall on the board: no stone can be there, and it is no liberty."""

COLOURS: Final = ("no", "black", "white")
"""The words for :data:`EMPTY`, :data:`BLACK` and :data:`WHITE`, in this order."""
SYMBOLS: Final = b".XO"
"""The characters of :data:`EMPTY`, :data:`BLACK` and :data:`WHITE` in files, in this order."""
WALLED_SYMBOLS: Final = b".XO#"
"""The same, and the character of a wall."""

_STONES: Final = symbol_codes(SYMBOLS)
_LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # of columns, without I, which looks like 1 or J
_LONGEST: Final = 8  # characters of a name that could be on any board
_SHOWN: Final = 60  # the largest number of rows, and of columns, of a board that is shown as text


@final
class Board:
    """A board of ``rows`` × ``columns`` points inside a frame one point wide, so that every point has four neighbours.

    ``columns`` are as many as ``rows`` unless given. The point in row x in 1..rows and column y in 1..columns has the
    number ``x * stride + y``, where ``stride = columns + 2``. All functions that take or return a ``point`` mean this
    number. ``stone[point]`` is ``EMPTY``, ``BLACK``, ``WHITE`` or, on the frame and where there is a wall, ``EDGE``.

    A new board is empty unless ``stone`` is given, which it then uses without copying; the ``walls``, rows and columns,
    are put on it. Making a board is O(n²) for n rows and columns. Raises ``ValueError`` for numbers of rows and columns
    outside 1..600, for walls off the board, and for a ``stone`` of another length, with another frame or other values.
    So do methods for points and names that the board hasn't, and ``text`` for a board that isn't square or has walls.

    Boards are equal if they have the same rows and columns, stones and walls; so they can't be hashed. Copies, also
    those of ``copy``, have their own stones. ``str`` shows the rows from the top, with the names of the points at
    the margins: letters for columns, without I, and numbers for rows, from the bottom up. ``repr`` adds a headline.

    >>> board = Board(3, 4, walls=[(3, 1)])
    >>> board.stone[board.point(1, 2)] = BLACK
    >>> [board.coordinates(point) for point in board.points(BLACK)]
    [(1, 2)]
    >>> board
    <Board 3x4>
      A B C D
    3 . X . .
    2 . . . .
    1 # . . .
    """

    def __init__(
        self,
        rows: i64,
        columns: int | None = None,
        walls: Iterable[tuple[int, int]] = (),
        *,
        stone: vec[u8] | None = None,
    ) -> None:
        if rows < 1 or rows > MAX_SIZE:
            raise out_of_range("size of a board" if columns is None else "number of rows", rows, 1, MAX_SIZE)
        if columns is not None and not 1 <= columns <= MAX_SIZE:
            raise out_of_range("number of columns", columns, 1, MAX_SIZE)
        self.rows: Final[i64] = rows
        self.columns: Final[i64] = rows if columns is None else i64(columns)
        self.stride: Final[i64] = self.columns + 2
        self.stone: Final = _empty_board(rows, self.columns) if stone is None else stone
        if stone is not None:
            self._require_stones()
        for x, y in walls:
            if not self._is_inside(x, y):
                raise ValueError(f"there can be no wall at ({x}, {y})")
            self.stone[x * self.stride + y] = u8(EDGE)

    @property
    def size(self) -> int:
        """The number of rows, and of columns, of a square board. Raises ``ValueError`` for any other board."""
        if self.rows != self.columns:
            raise ValueError(f"a board of {self.rows} rows and {self.columns} columns has no one size")
        return int(self.rows)

    @property
    def walls(self) -> list[tuple[int, int]]:
        """The rows and columns of the walls, row by row. O(n²)."""
        return [(x, y) for x, y in map(self.coordinates, self.points(EDGE)) if self._is_inside(x, y)]

    def point(self, x: i64, y: i64) -> i64:
        """Return the number of the point in row ``x`` and column ``y``, both from 1; 0 is on the frame."""
        if x < 0 or x > self.rows + 1 or y < 0 or y >= self.stride:
            raise ValueError(f"no point ({x}, {y}) on this board or its frame")
        return x * self.stride + y

    def coordinates(self, point: i64) -> tuple[int, int]:
        """Return row and column of ``point``, both from 1; on the frame they may be 0, or one too many."""
        if point < 0 or point >= len(self.stone):
            raise out_of_range("point", point, 0, len(self.stone) - 1)
        return int(point // self.stride), int(point % self.stride)

    def require_point(self, point: i64) -> None:
        """Raise ``ValueError`` unless ``point`` is on the board, and not a wall."""
        if point < 0 or point >= len(self.stone) or self.stone[point] == EDGE:
            raise _not_on_board(point)

    def name(self, point: i64) -> str:
        """Return the name of ``point``, letters for the column and a number for the row: "A1" is at the lower left.

        Rows are counted from the bottom, as in the Go Text Protocol (GTP), whose letters leave out I. After Z come AA,
        AB and so on, as is custom.

        >>> board = Board(9)
        >>> board.name(board.point(5, 9)), board.coordinates(board.parse("C7"))
        ('J5', (3, 3))
        """
        x, y = self.coordinates(point)
        if not self._is_inside(x, y):
            raise _not_on_board(point)
        return f"{column_name(y)}{self.rows + 1 - x}"

    def parse(self, name: str) -> i64:
        """Return the point with this ``name``, as :meth:`name` gives it, or with small letters."""
        letters = name[:_LONGEST].upper().rstrip("0123456789")
        digits = name[len(letters) :]
        fits = len(name) <= _LONGEST and 1 <= len(letters) <= 2 and len(digits) > 0 and digits[0] != "0"
        if not fits or not name.isascii() or not all(letter in _LETTERS for letter in letters):
            raise ValueError(f"{name[: 4 * _LONGEST]!r} is not the name of a point, such as 'E5'")
        column = 0
        for letter in letters:
            column = len(_LETTERS) * column + _LETTERS.index(letter) + 1
        x = self.rows + 1 - int(digits)
        if not self._is_inside(x, column):
            raise ValueError(f"{name!r} is not on this board")
        return x * self.stride + column

    def action_of(self, point: i64) -> int:
        """Return the number of ``point`` among those of the board, walls included: from 0, row by row.

        Programs that learn call it an action; this is how arrays without the frame are indexed.

        >>> board = Board(3, 4)
        >>> board.action_of(board.point(2, 1)), board.name(board.point_of(4))
        (4, 'A2')
        """
        x, y = self.coordinates(point)
        if not self._is_inside(x, y):
            raise _not_on_board(point)
        return int((x - 1) * self.columns + y - 1)

    def point_of(self, action: i64) -> int:
        """Return the point that is the ``action``, as :meth:`action_of` numbers them."""
        if action < 0 or action >= self.rows * self.columns:
            raise out_of_range("action", action, 0, self.rows * self.columns - 1)
        return int((action // self.columns + 1) * self.stride + action % self.columns + 1)

    def points(self, colour: i64) -> list[int]:
        """Return the points where ``stone`` is ``colour`` (which may be ``EMPTY``), row by row. O(n²)."""
        stone = self.stone
        return [point for point in range(len(stone)) if stone[point] == colour]

    def copy(self) -> "Board":
        """Return a new board with the same stones and walls. O(n²)."""
        return Board(self.rows, self.columns, stone=self.stone[:])

    def __reduce__(self) -> tuple[object, ...]:
        return _board, (self.rows, self.columns, bytes([int(stone) for stone in self.stone]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if self.rows != other.rows or self.columns != other.columns:
            return False
        stone = self.stone
        others = other.stone
        return all(stone[point] == others[point] for point in range(len(stone)))

    def __str__(self) -> str:
        width = len(str(self.rows))
        letters = [column_name(y) for y in range(1, self.columns + 1)]
        cell = len(letters[-1])
        lines = [" ".join([" " * width, *[letter.rjust(cell) for letter in letters]])]
        rows = self.rows_of_symbols().decode("ascii").split("\n")
        for x in range(self.rows):
            lines.append(" ".join([str(self.rows - x).rjust(width), *[symbol.rjust(cell) for symbol in rows[x]]]))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return described(self, f"Board {self.rows}x{self.columns}")

    def text(self) -> bytes:
        """Return a square board without walls in the format of the statement: size, then rows. O(n²)."""
        size = self.size
        rows = self.rows_of_symbols()
        if WALLED_SYMBOLS[EDGE] in rows:
            raise ValueError("the format of the statement has no walls")
        return b"%d\n" % size + rows

    def rows_of_symbols(self) -> bytes:
        """Return the rows, each on a line, with a character of :data:`WALLED_SYMBOLS` for each point. O(n²)."""
        out = BytesWriter()
        stone = self.stone
        for x in range(1, self.rows + 1):
            for point in range(x * self.stride + 1, x * self.stride + self.columns + 1):
                out.append(WALLED_SYMBOLS[min(i64(stone[point]), EDGE)])
            out.append(10)
        return out.getvalue()

    def dead_points(self) -> vec[i64]:
        """Return the first point of each group without a liberty, row by row. O(n²)."""
        stone = self.stone
        dead = vec[i64]()
        seen = vec[u8]([u8(0)] * len(stone))
        steps = vec[i64]([-self.stride, i64(-1), i64(1), self.stride])
        for first in range(self.stride, len(stone) - self.stride):
            if (stone[first] != BLACK and stone[first] != WHITE) or seen[first]:
                continue
            seen[first] = u8(1)
            stack = vec[i64]([first])
            alive = False
            while len(stack):
                stack, point = pop(stack)
                for step in steps:
                    next_point = point + step
                    if stone[next_point] == EMPTY:
                        alive = True
                    elif stone[next_point] == stone[first] and not seen[next_point]:
                        seen[next_point] = u8(1)
                        stack = append(stack, next_point)
            if not alive:
                dead = append(dead, first)
        return dead

    def _is_inside(self, x: int, y: int) -> bool:
        return 1 <= x <= self.rows and 1 <= y <= self.columns

    def _require_stones(self) -> None:
        stone = self.stone
        points = (self.rows + 2) * self.stride
        if len(stone) != points:
            raise ValueError(f"a board of {self.rows} × {self.columns} has {points} points, not {len(stone)}")
        for value in stone:
            if value > EDGE:
                raise ValueError(f"no stone has number {value}")
        frame = i64(stone[0])
        for k in range(self.stride):
            frame &= i64(stone[k]) & i64(stone[-k - 1])
        for first in range(self.stride, points, self.stride):
            frame &= i64(stone[first]) & i64(stone[first - 1])
        if frame != EDGE:
            raise ValueError("a stone is on the frame")


def _not_on_board(point: i64) -> ValueError:
    return ValueError(f"point {point} is not on this board")


def column_name(column: int) -> str:
    """Return the letters of ``column``, from 1. Raises ``ValueError`` for a column beyond ZZ, the 650th.

    >>> [column_name(column) for column in (1, 9, 25, 26, 27, 51)]
    ['A', 'J', 'Z', 'AA', 'AB', 'BA']
    """
    if not 1 <= column <= len(_LETTERS) * (len(_LETTERS) + 1):
        raise ValueError(f"no column has number {column}")
    before, last = divmod(column - 1, len(_LETTERS))
    return (_LETTERS[before - 1] if before else "") + _LETTERS[last]


def described(board: Board, words: str) -> str:
    """Return what ``repr`` shows: a headline of ``words`` and, unless it is large, the board. O(n²)."""
    if board.rows > _SHOWN or board.columns > _SHOWN:
        return f"<{words}>"
    return f"<{words}>\n{board}"


def _board(rows: int, columns: int, stone: bytes) -> Board:
    return Board(rows, columns, stone=vec[u8]([u8(value) for value in stone]))


def _empty_board(rows: i64, columns: i64) -> vec[u8]:
    stride = columns + 2
    stone = vec[u8]([u8(EMPTY)] * ((rows + 2) * stride))
    for k in range(stride):
        stone[k] = u8(EDGE)
        stone[-k - 1] = u8(EDGE)
    for x in range(1, rows + 1):
        stone[x * stride] = u8(EDGE)
        stone[x * stride + columns + 1] = u8(EDGE)
    return stone


def read_board(source: Input) -> Board:
    r"""Read the whole input ``source``, in the format of the statement: the size n, then n rows. O(n²).

    Raises ``InputError`` for a breach of the format, unequal numbers of black and white stones, a group without a
    liberty, or anything after the last row.

    >>> read_board(b"2\nX.\n.O\n").points(WHITE)  # 2 * stride + 2
    [10]
    """
    scanner = Scanner(source)
    board, starts = scan_rows(scanner)
    dead = board.dead_points()
    if len(dead):
        raise no_liberty(scanner, board, starts, dead[0])
    scanner.finish()
    return board


def validate(scanner: Scanner) -> None:
    """Read a whole input and report all breaches: format, limits, numbers of stones, groups without a liberty. O(n²).

    Stones and liberties are checked only if all rows could be read. Raises ``InputError`` for the first breach; if the
    scanner collects errors, only for one after which it can't continue.
    """
    board, starts = scan_rows(scanner)
    for point in board.dead_points():
        scanner.report(no_liberty(scanner, board, starts, point))
    scanner.finish()


def scan_rows(scanner: Scanner) -> tuple[Board, vec[i64]]:
    """Read the size and the rows; return the board and the offset of each row, that of row x at index x - 1. O(n²).

    The caller checks that every group has a liberty and that the input ends here. Raises ``InputError`` for all other
    breaches. A scanner that collects errors records unequal numbers of stones and continues.
    """
    size = scanner.integer(1, MAX_SIZE, "board size n")
    scanner.raise_if_errors()
    header = scanner.last()
    board = Board(size)
    starts = vec[i64]([i64(0)] * size)
    for k in range(size):
        first = board.point(k + 1, 1)
        starts[k] = scanner.symbols(board.stone, first, size, _STONES, "a row", "a point 'X', 'O' or '.'")
    scanner.raise_if_errors()
    difference: i64 = 0
    for stone in board.stone:
        difference += i64(stone & BLACK) - i64(stone >> 1)  # 1 for BLACK, -1 for WHITE, 0 for EMPTY and EDGE
    if difference:
        black = board.text().count(b"X")
        scanner.report(scanner.error(header, "as many X as O", f"{black} X and {black - difference} O"))
    return board, starts


def no_liberty(scanner: Scanner, board: Board, starts: vec[i64], point: i64) -> InputError:
    """Return the error for the group at ``point``, given the ``starts`` that :func:`scan_rows` returned. O(n²).

    Raises ``ValueError`` for a point off the board and ``IndexError`` for one without a stone.
    """
    x, y = board.coordinates(point)
    colour = COLOURS[board.stone[point]]
    at = starts[x - 1] + y - 1
    return scanner.error(at, "a liberty for every group", f"the {colour} group at ({x}, {y}) without one")
