"""Checks that an input of Codeforces 907B keeps every promise of the statement."""

from refsol.text.scanner import Scanner
from refsol.tictactoe.board import scan_board


def validate(scanner: Scanner) -> None:
    """Read an input to its end; report every breach of the format, a full board, a last chip on an empty cell. O(1).

    Raises ``InputError`` for the first breach or, if the scanner collects errors, for one after which it cannot
    continue.
    """
    scan_board(scanner)
    scanner.finish()
