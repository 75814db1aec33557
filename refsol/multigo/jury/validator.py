"""Checks that an input of Multi-Go keeps every promise of the statement."""

from mypy_extensions import i64

from refsol.multigo.board import scan_board, scan_move
from refsol.multigo.legality import report_illegal
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end; report every breach of format and limits, and an illegal start. O(NM + K + Q).

    Each violation of an illegal start costs another O(NM + K). Raises ``InputError`` for the first breach or, if the
    scanner collects errors, for one after which it cannot continue.
    """
    board, moves = scan_board(scanner)
    if scanner.ok():
        report_illegal(scanner, board)
    move: i64 = 0
    while move < moves:
        scan_move(scanner, board)
        move += 1
    scanner.finish()
