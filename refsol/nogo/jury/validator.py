"""The validator of NoGo: does an input keep every promise of the statement?"""

from refsol.nogo.board import no_liberty, scan_rows
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read a whole input and report all breaches: format, limits, numbers of stones, groups without a liberty. O(n²).

    Stones and liberties are checked only if all rows could be read. Raises ``InputError`` for the first breach; if the
    scanner collects errors, only for one after which it can't continue.
    """
    board, starts = scan_rows(scanner)
    for point in board.dead_points():
        scanner.report(no_liberty(scanner, board, starts, point))
    scanner.finish()
