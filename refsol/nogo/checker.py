"""Is an output of NoGo a legal game, played to its end? It is played through; the first wrong line ends that.

Any bytes at all get a verdict, in time linear in the output and the board; of the output a piece is held at a time.
White space of any kind separates the numbers, and a line is a pair of them.
"""

from collections.abc import Sequence
from typing import BinaryIO, Final, final

from mypy_extensions import i64

from refsol.jury.contract import Verdict, VerdictKind
from refsol.jury.wording import counted
from refsol.nogo.board import EMPTY, scan_board
from refsol.nogo.rules import COLOURS, group_of, scene_of, try_stone
from refsol.nogo.solver import Game
from refsol.scene import Scene
from refsol.text.scanner import Input, Scanner

_PIECE: Final = 2**16  # bytes of the output that are held
_LONGEST: Final = 18  # bytes of a number; more may not fit in 64 bits
_MALFORMED: Final = -(10**18)
_END: Final = -1


def check(source: Input, output: BinaryIO) -> Verdict:
    """Judge the ``output`` for the valid input ``source``; raises ``InputError`` for another. O(bytes + n² α(n))."""
    scanner = Scanner(source)
    board = scan_board(scanner)
    scanner.finish()
    return _Replay(Game(board), _Words(output)).verdict()


@final
class _Words:
    """The words of a file, one after another, and where the last one stands; lines and columns in bytes, from 1."""

    def __init__(self, file: BinaryIO) -> None:
        self._file: Final = file
        self._piece: bytes = b""
        self._next: i64 = 0  # in the piece
        self._before: i64 = 0  # bytes of the file before the piece
        self._line_start: i64 = 0
        self.line: i64 = 1
        self.column: i64 = 1

    def next(self) -> bytes:
        """Return the next word, b"" at the end, and of one that is too long for a number only the beginning."""
        self._skip_blanks()
        self.column = self._before + self._next - self._line_start + 1
        word = b""
        while len(word) <= _LONGEST:
            piece = self._piece
            begin = self._next
            i = begin
            end = min(i64(len(piece)), begin + _LONGEST + 1 - len(word))
            while i < end and not _is_blank(piece[i]):
                i += 1
            word += piece[begin:i]
            self._next = i
            if i < len(piece) or not self._read():
                break
        return word

    def _skip_blanks(self) -> None:
        while True:
            piece = self._piece
            i = self._next
            if i == 0 and piece.isspace():  # byte by byte, much of this would be slow where it is interpreted
                self.line += piece.count(b"\n")
                if b"\n" in piece:
                    self._line_start = self._before + piece.rfind(b"\n") + 1
                i = len(piece)
            while i < len(piece) and _is_blank(piece[i]):
                if piece[i] == 10:
                    self.line += 1
                    self._line_start = self._before + i + 1
                i += 1
            self._next = i
            if i < len(piece) or not self._read():
                return

    def _read(self) -> bool:
        """Go on to the next piece, this one being used up; tell whether there is one."""
        self._before += len(self._piece)
        self._piece = self._file.read(_PIECE)
        self._next = 0
        return len(self._piece) > 0


@final
class _Replay:
    """A game that an output tells, as far as it is right."""

    def __init__(self, game: Game, words: _Words) -> None:
        self._game: Final = game
        self._words: Final = words
        self._right: i64 = 0  # lines

    def verdict(self) -> Verdict:
        """Play the game and return the verdict."""
        game = self._game
        words = self._words
        size = game.board.size
        while True:
            first = words.next()
            line = words.line
            column = words.column
            x = _number(first)
            if x == _MALFORMED:
                return self._no_number(first, "a row x or -1")
            second = words.next()
            y = _number(second)
            if y == _MALFORMED:
                return self._no_number(second, "a column y" if x != _END else "a second -1")
            if x == _END and y == _END:
                return self._ended(line, column)
            if x < 1 or x > size or y < 1 or y > size:
                what = f"({x}, {y}) is off the board, which has {size} rows and columns"
                return self._wrong(line, column, what)
            if not game.move(game.board.point(x, y)):
                return self._forbidden(line, column, x, y)
            self._right += 1

    def _wrong(
        self,
        line: i64,
        column: i64,
        what: str,
        meaning: Sequence[str] = (),
        scene: Scene | None = None,
        kind: VerdictKind = VerdictKind.WRONG,
    ) -> Verdict:
        """Return the verdict that the line there is the first wrong one."""
        right = self._right
        if right == 0:
            score = 0
            lines = "no right line"
        else:
            score = len(str(int(right)))
            lines = counted(right, "right line")
        turn = f"move {right + 1}, {COLOURS[self._game.colour]}: " if kind is VerdictKind.WRONG else ""
        message = f"{line}:{column}: {turn}{what}; {lines} before it: {counted(score, 'point')}"
        return Verdict(kind, message, tuple(meaning), scene=scene, score=score)

    def _no_number(self, word: bytes, expected: str) -> Verdict:
        """Return the verdict on a word that is no number, or none at all."""
        words = self._words
        if word:
            return self._wrong(words.line, words.column, f"expected {expected}, found {_shown(word)}")
        legal = _first_legal(self._game)
        if legal:
            can = f"The game is not over: {self._may_play(legal)}."
        else:
            can = f"The game is over, since {COLOURS[self._game.colour]} has no legal move: -1 -1 was due."
        what = f"expected {expected}, found end of file"
        return self._wrong(words.line, words.column, what, [can], self._scene(legal))

    def _ended(self, line: i64, column: i64) -> Verdict:
        """Return the verdict on a game that has been said to be over."""
        legal = _first_legal(self._game)
        if legal:
            what = f"-1 -1 is too early, {self._may_play(legal)}"
            return self._wrong(line, column, what, scene=self._scene(legal))
        moves = self._right
        words = self._words
        self._right += 1
        more = words.next()
        if more:
            what = f"expected end of file after -1 -1, found {_shown(more)}"
            meaning = ["The game before it is complete."]
            return self._wrong(words.line, words.column, what, meaning, kind=VerdictKind.TRAILING_OUTPUT)
        return Verdict(VerdictKind.ACCEPTED, f"a legal game of {counted(moves, 'move')}, played to its end: full marks")

    def _forbidden(self, line: i64, column: i64, x: i64, y: i64) -> Verdict:
        """Return the verdict on an illegal move on the board."""
        board = self._game.board
        point = board.point(x, y)
        if board.stone[point] != EMPTY:
            what = f"({x}, {y}) is occupied by a {COLOURS[board.stone[point]]} stone"
            meaning = [f"It belongs to {group_of(board, point).name()}."]
            return self._wrong(line, column, what, meaning, self._scene(point))
        trial = try_stone(board, point, self._game.colour)
        whats = [f"captures {group.short_name()}" for group in trial.captured]
        if not trial.group.liberties:
            size = len(trial.group.stones)
            whats.append("is suicide" if size == 1 else f"is suicide of a group of {size} stones")
        meaning = [f"With a stone on ({x}, {y}), {fault}." for fault in trial.faults()]
        scene = scene_of(board, trial.marks(), (int(x), int(y)))
        return self._wrong(line, column, f"({x}, {y}) {' and '.join(whats)}", meaning, scene)

    def _scene(self, point: i64) -> Scene:
        """Return the position, with a point in brackets unless it is 0."""
        board = self._game.board
        return scene_of(board, (), (int(point // board.stride), int(point % board.stride)) if point else None)

    def _may_play(self, point: i64) -> str:
        board = self._game.board
        stride = board.stride
        return f"{COLOURS[self._game.colour]} may play on ({point // stride}, {point % stride})"


def _first_legal(game: Game) -> i64:
    """Return the first point, row by row, where the side to move may play, or 0. O(n²)."""
    board = game.board
    for point in range(board.point(1, 1), board.point(board.size, board.size) + 1):
        if board.stone[point] == EMPTY and game.groups.is_legal(point, game.colour):
            return point
    return 0


def _number(word: bytes) -> i64:
    """Return the integer that a word writes in plain decimal digits, with a minus sign or without."""
    size: i64 = len(word)
    start: i64 = 1 if word.startswith(b"-") else 0
    if size == start or size > _LONGEST or (word[start] == 48 and size > 1):
        return _MALFORMED
    value: i64 = 0
    for i in range(start, size):
        digit = i64(word[i]) - 48
        if digit < 0 or digit > 9:
            return _MALFORMED
        value = 10 * value + digit
    return -value if start else value


def _shown(word: bytes) -> str:
    """Return a word in printable ASCII."""
    shown = repr(word[:_LONGEST])[1:]
    return shown + "..." if len(word) > _LONGEST else shown


def _is_blank(c: i64) -> bool:
    return c == 32 or 9 <= c <= 13
