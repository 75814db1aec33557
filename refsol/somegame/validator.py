"""Does an input of Some Game keep every promise of the statement?"""

from refsol.somegame.board import scan_board
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end and report every breach of format and limits. O(HW) a data set.

    Positions that no sequence of moves leads to are valid: to tell them is the problem. Raises ``InputError`` for the
    first breach, or, where the scanner collects errors, where it can't go on.
    """
    while True:
        scan_board(scanner)
        if scanner.at_end():
            return
