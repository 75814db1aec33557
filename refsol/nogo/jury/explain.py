"""Explanations for NoGo: of points, of the moves of a game, and of the position at the start.

The game is the one that refsol plays from a position, or one that was saved in SGF. First all of it is played, in
O(n² α(n)). Then each explanation is O(n² log n).
"""
# mypyc: interpreted

from collections.abc import Iterator, Sequence
from typing import Final

from mypy_extensions import u8

from refsol.errors import OptionError
from refsol.nogo.board import BLACK, COLOURS, WHITE
from refsol.nogo.game import Game
from refsol.nogo.jury.reasons import (
    COLUMN,
    MOVE,
    ROW,
    explain_choice,
    explain_end,
    explain_move,
    explain_point,
    explain_start,
    refsols_game,
)
from refsol.nogo.play.playouts import play_first_legal
from refsol.nogo.play.record import Move
from refsol.nogo.play.sgf import SavedGame, is_sgf, read_position, read_sgf
from refsol.problem.contract import Explanation, Steps
from refsol.problem.paging import on_a_page
from refsol.problem.scene import Cell, Scene
from refsol.problem.selection import Selection, selected
from refsol.text.scanner import Input

_SEARCHED: Final = 4_000_000  # the largest total number of points on the boards of a page; searching takes seconds
_LONGEST: Final = 60  # characters of a player's name, or of a result, in a title
_BOTH: Final = BLACK + WHITE


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the ``selection``: a move of the game or a point.

    By default that is the start of refsol's game, or the end of a saved one. A point is explained there or, with a
    move, after that move. Raises ``InputError`` for an input that is neither a position nor a game in SGF, and
    ``OptionError`` where there is no such move or point.
    """
    walk = _walk(source, selection)
    yield from walk.explanations(range(walk.selected, walk.selected + 1))


def show(source: Input, selection: Selection) -> Scene:
    """Return the scene of the first explanation of :func:`explain`, which takes the same arguments.

    Raises ``InputError`` and ``OptionError`` as it does.
    """
    return next(explain(source, selection)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Return the steps of the game: the start, every move, and the end if a side can't move.

    With a point in ``selection``, the steps are that point at the start and after each move. Raises ``InputError`` and
    ``OptionError`` as :func:`explain` does.
    """
    walk = _walk(source, selection)
    opened = walk.selected if MOVE in selection else 0
    size = int(walk.board.rows), int(walk.board.columns)
    shown = on_a_page(walk.numbers, opened, size, _SEARCHED)
    return Steps(walk.numbers, shown, opened, walk.explanations(shown), f"--{MOVE}", walk.title)


def _walk(source: Input, selection: Selection) -> "_Walk":
    if is_sgf(source):
        saved = read_sgf(source if isinstance(source, bytes) else source.read())
        record = saved.record
        loser = None if record.game.winner is None else record.game.to_move
        return _Walk(record.start, record.moves, loser, selection, saved)
    start = read_position(source)
    moves: list[Move] = []
    colour = start.to_move
    for point in play_first_legal(start.copy()):
        moves.append(Move(colour, int(point)))
        colour = _BOTH - colour
    return _Walk(start, moves, colour, selection)


class _Walk:
    """A game step by step, from the ``start``, step 0, over the ``moves`` to the line where the ``loser`` can't move.

    There is no ``loser`` if the game ends before. One step is ``selected``. ``saved`` is the game if it isn't refsol's.
    """

    def __init__(
        self,
        start: Game,
        moves: Sequence[Move],
        loser: int | None,
        selection: Selection,
        saved: SavedGame | None = None,
    ) -> None:
        self.board: Final = start.board.copy()
        self.title: Final = "" if saved is None else _title(saved, loser)
        self._to_move: Final = start.to_move
        self._moves: Final = moves
        self._loser: Final = loser
        self._saved: Final = saved
        self._cell: Final = self._selected_cell(selection)
        last, what = len(moves), "move"
        if self._cell is None and loser is not None:
            last, what = last + 1, "line"
        self.numbers: Final = range(last + 1)
        self.selected: Final = self._selected_step(selection, last, what)

    def _selected_step(self, selection: Selection, last: int, what: str) -> int:
        if MOVE not in selection:
            return 0 if self._saved is None else last
        if selection[MOVE] == 0 and self._saved is not None:
            return 0  # where the last step is the default, the first one needs a number
        return selected(selection, MOVE, last, what).start

    def _selected_cell(self, selection: Selection) -> Cell | None:
        if (ROW in selection) != (COLUMN in selection):
            raise OptionError("--row and --column go together")
        if ROW not in selection:
            return None
        row = selected(selection, ROW, int(self.board.rows), ROW).start
        return row, selected(selection, COLUMN, int(self.board.columns), COLUMN).start

    def explanations(self, numbers: range) -> Iterator[Explanation]:
        """Explain these steps. This plays the moves on the board, so call it only once."""
        made = 0
        for number in numbers:
            before = max(0, number - 1) if self._cell is None else number
            for move in self._moves[made:before]:
                self.board.stone[move.point] = u8(move.colour)
            made = before
            yield self._explanation(number)

    def _explanation(self, number: int) -> Explanation:
        """Explain a step; the moves before it have been made."""
        board = self.board
        if self._cell is not None:
            return explain_point(board, self._cell, number)
        if number == 0:
            return explain_start(board, self._next())
        if number <= len(self._moves):
            move = self._moves[number - 1]
            if self._saved is None:
                return explain_choice(board, number, move)
            return explain_move(board, number, move, self._remarks(self._saved, number))
        assert self._loser is not None
        answer = "-1 -1" if self._saved is None else f"{COLOURS[_BOTH - self._loser]} wins"
        return explain_end(board, number, self._loser, answer)

    def _next(self) -> str:
        """Return a sentence about what follows the start."""
        if self._saved is None and self._loser is not None:
            return refsols_game(self.board, self._moves, self._loser)
        return f"{COLOURS[self._to_move].capitalize()} is to move."

    def _remarks(self, saved: SavedGame, number: int) -> Iterator[str]:
        """Yield what is special about a move of a saved game."""
        colour = self._moves[number - 1].colour
        expected = self._to_move if number == 1 else _BOTH - self._moves[number - 2].colour
        if colour != expected:
            yield f"It was {COLOURS[expected]}'s turn."
        if number == len(self._moves) and self._loser is None:
            result = _result(saved, None)
            yield f"The game ends here: {result}." if result else "The game ends here."


def _title(saved: SavedGame, loser: int | None) -> str:
    """Return a title with the players and the result of a game."""
    names = [_short(saved.properties.get(name, "")) for name in ("PB", "PW")]
    players = [f"{name} ({side})" if name else side for name, side in zip(names, COLOURS[BLACK:], strict=True)]
    result = _result(saved, loser)
    return f"NoGo: {' against '.join(players)}{f', {result}' if result else ''}"


def _result(saved: SavedGame, loser: int | None) -> str:
    """Return the result in words: what the file says, or else who can move; nothing if that isn't known."""
    text = _short(saved.properties.get("RE", ""))
    winner = {"B+": BLACK, "W+": WHITE}.get(text[:2])
    if winner is not None:
        return f"{COLOURS[winner]} wins{f' ({text})' if text[2:] else ''}"
    if text:
        return f"result {text}"
    return "" if loser is None else f"{COLOURS[_BOTH - loser]} wins"


def _short(text: str) -> str:
    """Return a text from a file on one line, not too long, without control characters."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    words = " ".join(printable.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
