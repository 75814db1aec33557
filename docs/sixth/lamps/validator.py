"""Does an input of Lamps keep every promise of the statement?"""

from refsol.lamps.board import scan_board
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end and report every breach of format and limits. O(cells).

    Raises ``InputError`` for the first breach, or, where the scanner collects errors, where it can't go on.
    """
    scan_board(scanner)
    scanner.finish()
