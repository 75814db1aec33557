"""Does an input of Multi-Go keep every promise of the statement?"""

from mypy_extensions import i64

from refsol.multigo.board import scan_board
from refsol.multigo.legality import report_illegal
from refsol.text.scanner import Scanner


def validate(scanner: Scanner) -> None:
    """Read an input to its end; report every breach of format and limits, and an illegal start. O(NM + K + Q).

    Each violation of an illegal start is another O(NM + K). Raises ``InputError`` for the first breach, or, where the
    scanner collects errors, where it can't go on.
    """
    board, moves = scan_board(scanner)
    if scanner.ok():
        report_illegal(scanner, board)
    move: i64 = 0
    while move < moves:
        scanner.integer(1, board.height, "row x")
        scanner.integer(1, board.width, "column y")
        scanner.integer(1, board.players, "player k")
        move += 1
    scanner.finish()
