"""The checker of NoGo: it replays an output up to the first wrong line, or to the end of the game.

Any bytes get a verdict, in time linear in the output and the board. Only a piece of the output is held in memory.
White space of any kind separates tokens, and every two tokens count as a line.
"""

from collections.abc import Sequence
from typing import BinaryIO, Final, final

from mypy_extensions import i64

from refsol.nogo.board import COLOURS, EMPTY, read_board
from refsol.nogo.game import Game
from refsol.nogo.jury.lessons import OUTPUT, lesson_of_end, lesson_of_move
from refsol.nogo.rules import group_of, scene_of, try_stone
from refsol.problem.contract import Lesson, Verdict, VerdictKind
from refsol.problem.scene import Mark, Scene
from refsol.problem.wording import counted
from refsol.text.scanner import Input

_LONGEST: Final = 18  # bytes of a number; a longer one may not fit in 64 bits
_MALFORMED: Final = -(10**18)  # in place of a number, which is never that small
_END: Final = -1


def check(source: Input, output: BinaryIO, *, reasons: bool = True) -> Verdict:
    """Return the verdict on the ``output`` for the input ``source``. O(bytes + n² α(n)).

    Without ``reasons`` the verdict has the same kind, message and score, but neither meaning nor scene. Raises
    ``InputError`` for an input that is not valid.
    """
    return _Checker(Game(read_board(source)), _Tokens(output), reasons).verdict()


@final
class _Tokens:
    """The tokens of a file in order, with ``line`` and ``column`` of the last one, in bytes from 1."""

    def __init__(self, file: BinaryIO) -> None:
        self._file: Final = file
        self._piece: bytes = b""
        self._next: i64 = 0  # the next byte, as an index into the piece
        self._before: i64 = 0  # the number of bytes of the file before the piece
        self._line_start: i64 = 0  # the offset of the current line in the file
        self.line: i64 = 1
        self.column: i64 = 1

    def next(self) -> bytes:
        """Return the next token, or b"" at the end. A token too long for a number is cut off."""
        self._skip_blanks()
        self.column = self._before + self._next - self._line_start + 1
        token = b""
        while len(token) <= _LONGEST:
            piece = self._piece
            begin = self._next
            i = begin
            end = min(i64(len(piece)), begin + _LONGEST + 1 - len(token))
            while i < end and not _is_blank(piece[i]):
                i += 1
            token += piece[begin:i]
            self._next = i
            if i < len(piece) or not self._read():
                break
        return token

    def _skip_blanks(self) -> None:
        while True:
            piece = self._piece
            i = self._next
            if i == 0 and piece.isspace():  # a shortcut for interpreted runs, where the loop below is slow
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
        """Read the next piece, after the end of this one; return whether there is one."""
        self._before += len(self._piece)
        self._piece = self._file.read(2**16)
        self._next = 0
        return len(self._piece) > 0


@final
class _Checker:
    """Replays the moves of an output in a game, and gives ``reasons`` for what is wrong if they are wanted."""

    def __init__(self, game: Game, tokens: _Tokens, reasons: bool) -> None:
        self._game: Final = game
        self._tokens: Final = tokens
        self._reasons: Final = reasons
        self._right: i64 = 0  # the number of right lines so far

    def verdict(self) -> Verdict:
        game = self._game
        tokens = self._tokens
        size = game.board.size
        while True:
            first = tokens.next()
            line = tokens.line
            column = tokens.column
            x = _number(first)
            if x == _MALFORMED:
                return self._no_number(first, "a row x or -1")
            second = tokens.next()
            y = _number(second)
            if y == _MALFORMED:
                return self._no_number(second, "a column y" if x != _END else "a second -1")
            if x == _END and y == _END:
                return self._ended(line, column)
            if x < 1 or x > size or y < 1 or y > size:
                what = f"({x}, {y}) is off the board, which has {size} rows and columns"
                return self._wrong(line, column, what, lesson=OUTPUT)
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
        lesson: Lesson | None = None,
    ) -> Verdict:
        right = self._right
        score = len(str(int(right))) if right else 0
        earned = "no points, since no right line comes before it"
        if right:
            lines = "the right line" if right == 1 else f"the {right} right lines"
            earned = f"{counted(score, 'point')} for {lines} before it"
        turn = f"move {right + 1}, {COLOURS[self._game.to_move]}: " if kind is VerdictKind.WRONG else ""
        message = f"{line}:{column}: {turn}{what}; the original judge gives {earned}"
        if not self._reasons:
            return Verdict(kind, message, score=score)
        return Verdict(kind, message, tuple(meaning), scene=scene, score=score, lesson=lesson)

    def _no_number(self, token: bytes, expected: str) -> Verdict:
        tokens = self._tokens
        if token:
            return self._wrong(tokens.line, tokens.column, f"expected {expected}, found {_shown(token)}")
        legal = self._first_legal()
        if legal:
            can = f"The game is not over: {self._may_play(legal)}."
        else:
            can = f"The game is over, since {COLOURS[self._game.to_move]} has no legal move: -1 -1 was expected."
        what = f"expected {expected}, found end of file"
        lesson = None if legal else OUTPUT
        return self._wrong(tokens.line, tokens.column, what, [can], self._scene(legal), lesson=lesson)

    def _ended(self, line: i64, column: i64) -> Verdict:
        legal = self._first_legal()
        if legal:
            what = f"-1 -1 is too early, since {self._may_play(legal)}"
            lesson = lesson_of_end(self._game) if self._reasons else None
            return self._wrong(line, column, what, scene=self._scene(legal), lesson=lesson)
        moves = self._right
        tokens = self._tokens
        self._right += 1
        more = tokens.next()
        if more:
            what = f"expected end of file after -1 -1, found {_shown(more)}"
            complete = ["The game before it is complete."]
            return self._wrong(tokens.line, tokens.column, what, complete, kind=VerdictKind.TRAILING_OUTPUT)
        return Verdict(VerdictKind.ACCEPTED, f"a legal game of {counted(moves, 'move')}, played to its end: full marks")

    def _forbidden(self, line: i64, column: i64, x: i64, y: i64) -> Verdict:
        board = self._game.board
        point = board.point(x, y)
        if board.stone[point] != EMPTY:
            what = f"({x}, {y}) is occupied by a {COLOURS[board.stone[point]]} stone"
            meaning = [f"It belongs to {group_of(board, point).name()}."] if self._reasons else []
            return self._wrong(line, column, what, meaning, self._scene(point))
        trial = try_stone(board, point, self._game.to_move)
        whats = [f"captures {group.short_name()}" for group in trial.captured]
        if not trial.group.liberties:
            size = len(trial.group.stones)
            whats.append("is suicide" if size == 1 else f"is suicide of a group of {size} stones")
        meaning = [f"With a stone on ({x}, {y}), {fault}." for fault in trial.faults()] if self._reasons else []
        scene = self._scene(point, trial.marks())
        lesson = lesson_of_move(self._game, trial) if self._reasons else None
        return self._wrong(line, column, f"({x}, {y}) {' and '.join(whats)}", meaning, scene, lesson=lesson)

    def _scene(self, point: i64, marks: Sequence[Mark] = ()) -> Scene | None:
        """Return the scene of the position, focused on ``point`` unless that is 0; None if no reasons are wanted."""
        board = self._game.board
        if not self._reasons:
            return None
        scene = scene_of(board, marks, board.coordinates(point) if point else None)
        return scene._replace(title="The position before what is wrong")

    def _first_legal(self) -> i64:
        points = self._game.legal_points()
        return points[0] if len(points) else 0

    def _may_play(self, point: i64) -> str:
        x, y = self._game.board.coordinates(point)
        return f"{COLOURS[self._game.to_move]} may play on ({x}, {y})"


def _number(token: bytes) -> i64:
    """Return the integer of a token, decimal digits with or without a minus sign, or ``_MALFORMED``."""
    size: i64 = len(token)
    start: i64 = 1 if token.startswith(b"-") else 0
    if size == start or size > _LONGEST or (token[start] == 48 and size > 1):
        return _MALFORMED
    value: i64 = 0
    for i in range(start, size):
        digit = i64(token[i]) - 48
        if digit < 0 or digit > 9:
            return _MALFORMED
        value = 10 * value + digit
    return -value if start else value


def _shown(token: bytes) -> str:
    shown = repr(token[:_LONGEST])[1:]
    return shown + "..." if len(token) > _LONGEST else shown


def _is_blank(c: i64) -> bool:
    return c == 32 or 9 <= c <= 13
