"""Checks that an input of NOIP chess keeps every promise of the statement."""

from mypy_extensions import i64

from refsol.chess.board import scan_board, scan_data_sets
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end, and report every breach of format and limits and every piece on an occupied crossing.

    If the number of data sets T is wrong, data sets are read up to the end. O(nm + q) per data set. Raises
    ``InputError`` for the first breach or, if the scanner collects errors, where reading can't continue.
    """
    data_sets = scan_data_sets(scanner)
    if scanner.ok():
        data_set: i64 = 0
        while data_set < data_sets:
            scan_board(scanner)
            data_set += 1
    else:
        while not scanner.at_end():
            scan_board(scanner)
    scanner.finish()
