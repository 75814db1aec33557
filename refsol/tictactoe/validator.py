"""Does an input of Codeforces 907B keep every promise of the statement?"""

from refsol.text.scanner import Scanner
from refsol.tictactoe.board import scan_board


def validate(scanner: Scanner) -> None:
    """Read an input to its end; report every breach of format and limits, a full board, a last chip not there. O(1).

    Raises ``InputError`` for the first breach, or, where the scanner collects errors, where it can't go on.
    """
    scan_board(scanner)
    scanner.finish()
