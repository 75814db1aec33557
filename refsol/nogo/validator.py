"""Does an input of NoGo keep every promise of the statement?"""

from refsol.nogo.board import no_liberty, read_rows
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end; report every breach of format and limits, unequal colours and dead groups. O(n²).

    Stones are counted, and liberties looked at, where all rows could be read. Raises ``InputError`` for the first
    breach, or, where the scanner collects errors, where it can't go on.
    """
    board, starts = read_rows(scanner)
    for point in board.dead_points():
        scanner.report(no_liberty(scanner, board, starts, point))
    scanner.finish()
