"""Multi-Go by the definition: after every move search the whole board. For small boards only."""

from mypy_extensions import i32

from refsol.multigo.board import OUTSIDE, Board, scan_board
from refsol.text.scanner import Input, Scanner


def solve(data: Input) -> bytes:
    """Map the input ``data`` to its answers, a line a move: ``YES`` where the position after it is legal, else ``NO``.

    Raises ``InputError`` for a broken format; that the start is legal is not checked. O(Q · NM · players present).
    """
    scanner = Scanner(data)
    board, moves = scan_board(scanner)
    answers: list[bytes] = []
    for _ in range(moves):
        x = scanner.integer(1, board.height, "row x")
        y = scanner.integer(1, board.width, "column y")
        player = scanner.integer(1, board.players, "player k")
        cell = x * board.stride + y
        previous = int(board.owner[cell])
        board.owner[cell] = i32(player)
        if is_legal(board):
            answers.append(b"YES\n")
        else:
            board.owner[cell] = i32(previous)
            answers.append(b"NO\n")
    scanner.finish()
    return b"".join(answers)


def is_legal(board: Board) -> bool:
    """Tell whether both rules hold for every player. O(NM · players present)."""
    present = {int(board.owner[cell]) for cell in cells(board)}
    return all(is_connected(board, player) and encloses_nobody(board, player) for player in present)


def is_connected(board: Board, player: int) -> bool:
    """Tell whether the cells of ``player`` are connected through common edges (rule 1); none at all are. O(NM)."""
    own = [cell for cell in cells(board) if board.owner[cell] == player]
    steps = [-board.stride, -1, 1, board.stride]
    reached = set(own[:1])
    stack = own[:1]
    while stack:
        cell = stack.pop()
        for step in steps:
            neighbour = cell + step
            if board.owner[neighbour] == player and neighbour not in reached:
                reached.add(neighbour)
                stack.append(neighbour)
    return len(reached) == len(own)


def encloses_nobody(board: Board, player: int) -> bool:
    """Tell whether every foreign cell has a path to the edge that avoids ``player`` (rule 2). O(NM).

    Paths step to cells with a common edge or corner, and can be walked backwards: one search from all the foreign
    cells on the edge of the board finds every cell that has one.
    """
    stride = board.stride
    steps = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
    foreign = [cell for cell in cells(board) if board.owner[cell] != player]
    stack = [cell for cell in foreign if _is_on_edge(board, cell)]
    reached = set(stack)
    while stack:
        cell = stack.pop()
        for step in steps:
            neighbour = cell + step
            owner = board.owner[neighbour]
            if owner != player and owner != OUTSIDE and neighbour not in reached:
                reached.add(neighbour)
                stack.append(neighbour)
    return len(reached) == len(foreign)


def _is_on_edge(board: Board, cell: int) -> bool:
    """Tell whether ``cell``, an index into ``board.owner``, is in the first or last row or column. O(1)."""
    x = cell // board.stride
    y = cell % board.stride
    return x == 1 or x == board.height or y == 1 or y == board.width


def cells(board: Board) -> list[int]:
    """Return the indices of all cells, row by row. O(NM)."""
    return [x * board.stride + y for x in range(1, board.height + 1) for y in range(1, board.width + 1)]
