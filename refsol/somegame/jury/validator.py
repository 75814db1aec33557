"""The validator of Some Game: does an input keep every promise of the statement?"""

from refsol.somegame.board import scan_boards
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read a whole input and report every breach of format and limits. O(HW) for each data set.

    Positions that no sequence of moves leads to are valid: finding them is the problem. Raises ``InputError`` for the
    first breach; if the scanner collects errors, only for one after which it can't continue.
    """
    for _board in scan_boards(scanner):
        pass
