"""Does an input of NOIP chess keep every promise of the statement?"""

from mypy_extensions import i64

from refsol.chess.board import MAX_DATA_SETS, scan_board
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end; report every breach of format and limits, and occupied crossings. O(nm + q) a data set.

    Where their number T is wrong, data sets are read as long as there are any. Raises ``InputError`` for the first
    breach, or, where the scanner collects errors, where it can't go on.
    """
    data_sets = scanner.integer(1, MAX_DATA_SETS, "number of data sets T")
    if scanner.ok():
        data_set: i64 = 0
        while data_set < data_sets:
            scan_board(scanner)
            data_set += 1
    else:
        while not scanner.at_end():
            scan_board(scanner)
    scanner.finish()
