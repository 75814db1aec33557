"""Multi-Go from bytes to bytes: the plain solution with a table of verdicts.

Problem, idea and proof are in ``plain.py``. This is what differs here, and why it is still right:

- A table of 256 entries says what a player may do whose cells around a cell form a pattern. It counts the whole ring as
  one run, and also lets such a player gain the cell; but in a legal position no cell of another player is so enclosed.
- No cells are counted. A territory is connected, so a cell is the loser's only one exactly when none that shares a
  side with it is the loser's. One flag for each player says whether they have cells.
- Whether a move is legal is unpredictable, so there is no branch on it.
- A move is made after the next one has been read: by then its cells have come from memory.
"""

from collections.abc import Iterator
from typing import Final, final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.multigo.board import TRIPLE_LOOKAHEAD, Board, fast_triple, scan_board, scan_move
from refsol.multigo.legality import report_illegal
from refsol.structures.prefetch import prefetch
from refsol.text.scanner import Input, Scanner

# A pattern is a set of neighbours of a cell, one bit each. The bits are numbered clockwise from the north-west; those
# with odd numbers, the 4-neighbours, share a side with the cell, the others only a corner:
#
#     0  1  2
#     7  c  3      pattern = sum of 1 << k over the neighbours k in the set
#     6  5  4
_NEIGHBOURS: Final = 8
_ALL_AROUND: Final = 255
_EDGES: Final = 0b10101010

# Verdicts are packed eight moves to a byte, the first move in the lowest bit; 1 is legal:
#
#     bit of verdicts[g]       7       6       5       4       3       2       1       0
#     move                  8g + 7  8g + 6  8g + 5  8g + 4  8g + 3  8g + 2  8g + 1    8g
_PER_BYTE: Final = 8  # moves whose verdicts share a byte
_CHUNK: Final = 2048  # bytes of verdicts whose answers are written together


def _touching_runs(pattern: i64) -> i64:
    """Return the number of runs of 1s in ``pattern``, read as a ring, that contain a 4-neighbour."""
    if pattern == _ALL_AROUND:
        return 1
    runs: i64 = 0
    for k in range(_NEIGHBOURS):
        before = pattern >> (k + _NEIGHBOURS - 1) % _NEIGHBOURS & 1
        here = pattern >> k & 1
        after = pattern >> (k + 1) % _NEIGHBOURS & 1
        # A run is counted at its first neighbour, if that or the next one in the run is a 4-neighbour.
        if here and not before and (k % 2 == 1 or after):
            runs += 1
    return runs


def _rights(pattern: i64) -> i64:
    """Return what a player whose cells around a cell form ``pattern`` may do with it, one bit each."""
    runs = _touching_runs(pattern)
    return i64(runs <= 1 and pattern != _ALL_AROUND) | i64(runs == 1) << 1 | i64(runs == 0) << 2


# The rights of a player by the pattern of their cells around a cell, one bit each; 1 is legal:
#
#     bit of _RIGHTS[pattern]            2                    1                   0
#     what the player does       gain a first cell    gain another cell     lose the cell
#     legal if touching runs            = 0                  = 1            <= 1, and not all eight are theirs
_RIGHTS: Final = vec[u8]([u8(_rights(pattern)) for pattern in range(_ALL_AROUND + 1)])


def make_move(owner: vec[i32], present: vec[u8], stride: i64, cell: i64, gainer: i64) -> i64:
    """Give a ``cell`` to player ``gainer`` if that is legal; return 1 if it was, else 0.

    ``owner``, ``present`` and ``stride`` are those of a ``Board``. The cell and the player must exist; ``IndexError``
    is raised only for indices beyond these arrays.
    """
    loser = i64(owner[cell])
    above = cell - stride
    below = cell + stride
    a = i64(owner[above - 1])
    b = i64(owner[above])
    c = i64(owner[above + 1])
    d = i64(owner[cell + 1])
    e = i64(owner[below + 1])
    f = i64(owner[below])
    g = i64(owner[below - 1])
    h = i64(owner[cell - 1])
    lost = _pattern(loser, a, b, c, d, e, f, g, h)
    gained = _pattern(gainer, a, b, c, d, e, f, g, h)
    may_lose = i64(_RIGHTS[lost])
    may_gain = i64(_RIGHTS[gained]) >> (2 - i64(present[gainer] != 0))
    legal = may_lose & may_gain & 1 | i64(loser == gainer)
    owner[cell] = i32(loser ^ (loser ^ gainer) & -legal)
    present[loser] &= u8(i64(lost & _EDGES != 0) | legal ^ 1)
    present[gainer] |= u8(legal)
    return legal


def is_legal(owner: vec[i32], present: vec[u8], stride: i64, cell: i64, gainer: i64) -> bool:
    """Return whether :func:`make_move` would give ``cell`` to ``gainer``; the move is made and taken back.

    Raises ``IndexError`` as that does.
    """
    loser = owner[cell]
    lost = present[i64(loser)]
    gained = present[gainer]
    legal = make_move(owner, present, stride, cell, gainer) == 1
    owner[cell] = loser
    present[i64(loser)] = lost
    present[gainer] = gained
    return legal


def _pattern(player: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:
    """Return the pattern of ``player``; ``a`` to ``h`` are the owners of the neighbours 0 to 7."""
    pattern: i64 = 0
    if a == player:
        pattern += 1
    if b == player:
        pattern += 2
    if c == player:
        pattern += 4
    if d == player:
        pattern += 8
    if e == player:
        pattern += 16
    if f == player:
        pattern += 32
    if g == player:
        pattern += 64
    if h == player:
        pattern += 128
    return pattern


@final
class _Moves:
    """The moves of an input, made as they are read; the verdict on move k is bit k % 8 of ``verdicts[k // 8]``."""

    def __init__(self, scanner: Scanner, board: Board, count: i64) -> None:
        self.scanner: Final = scanner
        self.board: Final = board
        self.count: Final[i64] = count
        self.verdicts: Final = vec[u8]([u8(0)] * (count // _PER_BYTE + 1))

    def make(self) -> None:
        board = self.board
        scanner = self.scanner
        move = self._make_fast(0)
        while move < self.count:
            x, y, player = scan_move(scanner, board)
            cell = x * board.stride + y
            _note(self.verdicts, move, make_move(board.owner, board.present, board.stride, cell, player))
            move = self._make_fast(move + 1)

    def _make_fast(self, first: i64) -> i64:
        """Make moves from number ``first`` on until one needs the slow path; return its number."""
        board = self.board
        owner = board.owner
        stride = board.stride
        window, offset, size = self.scanner.buffer()
        last = size - TRIPLE_LOOKAHEAD
        move = first
        cell: i64 = 0
        player: i64 = 0
        while move < self.count and offset <= last:
            x, y, k, length = fast_triple(window, offset)
            if length == 0 or x > board.height or y > board.width or k > board.players:
                break
            offset += length
            waiting_cell = cell
            waiting_player = player
            cell = x * stride + y
            player = k
            prefetch(owner, cell - stride)
            prefetch(owner, cell)
            prefetch(owner, cell + stride)
            if move > first:
                _note(self.verdicts, move - 1, make_move(owner, board.present, stride, waiting_cell, waiting_player))
            move += 1
        if move > first:
            _note(self.verdicts, move - 1, make_move(owner, board.present, stride, cell, player))
        self.scanner.skip_to(offset)
        return move


def _note(verdicts: vec[u8], move: i64, legal: i64) -> None:
    verdicts[move >> 3] |= u8(legal << (move & 7))


def answers(source: Input, *, check: bool = False) -> Iterator[bytes]:
    """Read the input ``source`` to its end and return its answer in pieces: a line, ``YES`` or ``NO``, for each move.

    Raises ``InputError``, before the first piece, for a breach of the format and, only with ``check``, for an illegal
    start. O(NM + K + Q).
    """
    scanner = Scanner(source)
    board, moves = scan_board(scanner)
    if check:
        report_illegal(scanner, board)
    return _play_all(scanner, board, moves)


def _play_all(scanner: Scanner, board: Board, moves: i64) -> Iterator[bytes]:
    made = _Moves(scanner, board, moves)
    made.make()
    scanner.finish()
    return _texts(made.verdicts, moves)


def _texts(verdicts: vec[u8], moves: i64) -> Iterator[bytes]:
    """Return the answers to ``moves`` moves, in pieces; the verdict on move k is bit k % 8 of ``verdicts[k // 8]``."""
    answer = (b"NO\n", b"YES\n")
    texts = [b"".join(answer[byte >> k & 1] for k in range(_PER_BYTE)) for byte in range(1 << _PER_BYTE)]
    full = int(moves // _PER_BYTE)
    for begin in range(0, full, _CHUNK):
        yield _text(verdicts, begin, min(full, begin + _CHUNK), texts)
    rest = i64(verdicts[full])
    yield b"".join(answer[rest >> k & 1] for k in range(moves % _PER_BYTE))


def _text(verdicts: vec[u8], begin: i64, end: i64, texts: list[bytes]) -> bytes:
    out = BytesWriter()
    for byte in range(begin, end):
        out.write(texts[i64(verdicts[byte])])
    return out.getvalue()


def solve(data: Input, *, check: bool = False) -> bytes:
    r"""Return the answer to the input ``data`` in one piece; ``check`` is as in :func:`answers`. O(NM + K + Q).

    Raises ``InputError`` as :func:`answers` does.

    >>> solve(b"1 3 2 2\n1 1 2\n1 1 2\n1 2 2\n")
    b'NO\nYES\n'
    """
    return b"".join(answers(data, check=check))


def solve_plainly(data: bytes) -> bytes:
    scanner = Scanner(data)
    board, moves = scan_board(scanner)
    return b"".join(_play_all(scanner, board, moves))
