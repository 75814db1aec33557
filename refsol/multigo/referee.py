"""A live referee: moves arrive one line at a time and are answered at once."""

from typing import Final, final

from refsol.multigo.board import scan_board, scan_move
from refsol.multigo.game import Game
from refsol.multigo.legality import report_illegal
from refsol.text.scanner import Input, Scanner


@final
class Referee:
    """Opens a ``game`` on the position in ``data`` and answers lines ``x y k`` with ``YES`` or ``NO``.

    ``data`` begins like an input of :func:`.multigo.solver.solve`, ``N M K Q`` and the N rows; anything after
    them, such as the moves of an input, is not read. Raises ``InputError`` for a bad or illegal position. O(NM + K).
    """

    def __init__(self, data: Input) -> None:
        scanner = Scanner(data)
        board, _moves = scan_board(scanner)
        report_illegal(scanner, board)
        self.game: Final = Game(board)

    def answer(self, line: bytes) -> bytes:
        """Play the move in ``line`` and return ``YES`` or ``NO`` with a line end; O(1).

        An empty line gets an empty answer. Raises ``InputError``, whose line is always 1, for anything but a move.
        """
        scanner = Scanner(line.rstrip(), "end of line")
        if scanner.at_end():
            return b""
        board = self.game.board
        x, y, player = scan_move(scanner, board)
        scanner.finish()
        return b"YES\n" if self.game.play(x, y, player) else b"NO\n"
