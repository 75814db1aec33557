"""Multi-Go by the definition: the whole board is searched after every move. For small boards only."""
# mypyc: refsol_jury

from mypy_extensions import i32

from refsol.multigo.board import OUTSIDE, Board, scan_board, scan_move
from refsol.text.scanner import Input, Scanner


def solve(data: Input) -> bytes:
    """Return the answer to ``data``: for each move ``YES`` if the position after it is legal, else ``NO``.

    Raises ``InputError`` for malformed input; the start may be illegal. O(Q · NM · players present).
    """
    scanner = Scanner(data)
    board, moves = scan_board(scanner)
    answers: list[bytes] = []
    for _ in range(moves):
        x, y, player = scan_move(scanner, board)
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
    present = {int(board.owner[cell]) for cell in cells(board)}
    if OUTSIDE in present:
        raise ValueError("a cell has no owner")
    return all(is_connected(board, player) and encloses_nobody(board, player) for player in present)


def is_connected(board: Board, player: int) -> bool:
    """Return whether ``player`` keeps rule 1: their cells are connected through sides."""
    _require_player(board, player)
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
    """Return whether every cell of another player has a path to the edge of the board that avoids ``player`` (rule 2).

    Paths are 8-connected: a step leads to a cell with a common side or corner. Paths can be walked backwards, so one
    search from all the other players' cells on the edge of the board finds every cell that has a path. O(NM). Raises
    ``ValueError`` for a player that does not exist.
    """
    _require_player(board, player)
    stride = board.stride
    steps = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
    others = [cell for cell in cells(board) if board.owner[cell] != player]
    edges = (1, board.height), (1, board.width)
    stack = [cell for cell in others if cell // stride in edges[0] or cell % stride in edges[1]]
    reached = set(stack)
    while stack:
        cell = stack.pop()
        for step in steps:
            neighbour = cell + step
            owner = board.owner[neighbour]
            if owner != player and owner != OUTSIDE and neighbour not in reached:
                reached.add(neighbour)
                stack.append(neighbour)
    return len(reached) == len(others)


def _require_player(board: Board, player: int) -> None:
    if not 1 <= player <= board.players:
        raise ValueError(f"no player {player} on this board")


def cells(board: Board) -> list[int]:
    return [x * board.stride + y for x in range(1, board.height + 1) for y in range(1, board.width + 1)]
