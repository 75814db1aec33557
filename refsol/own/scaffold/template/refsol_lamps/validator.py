"""Checks that an input of Lamps keeps every promise of the statement."""

from refsol.text.scanner import Scanner

from refsol_lamps.board import scan_board


def validate(scanner: Scanner) -> None:
    """Read an input to its end and report every breach of the format and the limits. O(cells).

    Raises ``InputError`` for the first breach or, if the scanner collects errors, for one after which it cannot
    continue.
    """
    scan_board(scanner)
    scanner.finish()
