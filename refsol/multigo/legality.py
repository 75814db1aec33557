"""Checks whether a Multi-Go position is legal, for all players at once in O(NM + K).

A position is legal when every territory is 4-connected and has no hole (see :mod:`refsol.multigo.solver`).
Connectedness is checked by a flood fill, holes by counting corners: a walk along a boundary with the territory on the
left makes four more left turns than right turns along the outer boundary, and four more right turns than left turns
around each hole. So a territory of p parts has no hole exactly when it has 4p more convex corners than concave ones
(S. B. Gray, "Local properties of binary images in two dimensions", IEEE Trans. Computers C-20, 1971).
"""

from enum import StrEnum
from typing import NamedTuple

from librt.vecs import append, pop, vec
from mypy_extensions import i32, i64, u8

from refsol.multigo.board import OUTSIDE, Board, rewound_to_owner, scan_board, scan_move
from refsol.text.scanner import Scanner


class ViolationKind(StrEnum):
    """Which rule a territory violates: it is not 4-connected (``SPLIT``), or encloses others' cells (``ENCLOSED``)."""

    SPLIT = "split"
    ENCLOSED = "enclosed"


class Violation(NamedTuple):
    """A violation of the rule ``kind`` by the territory of a ``player``, reported at a cell in row ``x``, column ``y``.

    Rows and columns count from 1.
    """

    kind: ViolationKind
    x: int
    y: int
    player: int


def violations(board: Board, most: int = 100) -> list[Violation]:
    """Return the violations of the rules in a position in which every cell has an owner.

    Each part of a territory after the first is a ``SPLIT``, reported at the first cell, row by row, of that part. Each
    player who encloses others gives one ``ENCLOSED``, reported at one enclosed cell. At most ``most`` of each kind are
    returned. O(NM + K), and O(NM) for each ``ENCLOSED``. Raises ``ValueError`` for a cell without an owner.

    >>> for violation in violations(Board.from_rows([[1, 2, 1]], 2)):
    ...     print(violation.kind, violation.x, violation.y, violation.player)
    split 1 3 1
    """
    parts = vec[i32]([i32(0)] * (board.players + 1))
    found: list[Violation] = []
    for cell in _further_parts(board, parts, most):
        found.append(_violation(ViolationKind.SPLIT, board, cell, i64(board.owner[cell])))
    for player in _players_with_holes(board, parts, most):
        found.append(_violation(ViolationKind.ENCLOSED, board, _enclosed_cell(board, player), player))
    return found


def _violation(kind: ViolationKind, board: Board, cell: i64, player: i64) -> Violation:
    return Violation(kind, int(cell // board.stride), int(cell % board.stride), int(player))


def validate(scanner: Scanner) -> None:
    """Read an input to its end, and report an illegal start as well; each violation costs another O(NM + K)."""
    board, moves = scan_board(scanner)
    if scanner.ok():
        report_illegal(scanner, board)
    for _ in range(moves):
        scan_move(scanner, board)
    scanner.finish()


def report_illegal(scanner: Scanner, board: Board) -> None:
    """Report each violation in ``board``, which ``scanner`` has read. O(NM + K) each."""
    for kind, x, y, player in violations(board):
        rewound = rewound_to_owner(scanner, x, y)
        if kind is ViolationKind.SPLIT:
            what = f"a cell in a second part of player {player}'s territory"
        else:
            what = f"a cell that player {player} encloses"
        scanner.report(rewound.error(rewound.last(), "a legal position", f"({x}, {y}), {what}"))


def _further_parts(board: Board, parts: vec[i32], most: int) -> vec[i64]:
    """Count each player's parts in ``parts``; return the first cell of every further part, row by row."""
    owner = board.owner
    seen = vec[u8]([u8(0)] * len(owner))
    further = vec[i64]()
    stride = board.stride
    steps = vec[i64]([-stride, i64(-1), i64(1), stride])
    for x in range(1, board.height + 1):
        for first in range(x * stride + 1, x * stride + board.width + 1):
            if seen[first]:
                continue
            player = i64(owner[first])
            if player < 1 or player > board.players:
                raise ValueError(f"cell ({x}, {first % stride}) belongs to player {player} of {board.players}")
            parts[player] += 1
            if parts[player] > 1 and len(further) < most:
                further = append(further, first)
            seen[first] = u8(1)
            stack = vec[i64]([first])
            while len(stack):
                stack, cell = pop(stack)
                for step in steps:
                    if owner[cell + step] == player and not seen[cell + step]:
                        seen[cell + step] = u8(1)
                        stack = append(stack, cell + step)
    return further


def _players_with_holes(board: Board, parts: vec[i32], most: int) -> vec[i64]:
    """Return the players whose territories have holes; ``parts`` holds the number of parts of each territory."""
    owner = board.owner
    stride = board.stride
    corners = vec[i32]([i32(0)] * (board.players + 1))  # convex minus concave ones
    for x in range(1, board.height + 1):
        for cell in range(x * stride + 1, x * stride + board.width + 1):
            player = owner[cell]
            for across in (-stride, stride):
                for along in (i64(-1), i64(1)):
                    beside = owner[cell + along] == player
                    beyond = owner[cell + across] == player
                    if not beside and not beyond:
                        corners[i64(player)] += 1
                    elif beside and beyond and owner[cell + across + along] != player:
                        corners[i64(player)] -= 1
    found = vec[i64]()
    for p in range(1, board.players + 1):
        if corners[p] != 4 * parts[p] and len(found) < most:
            found = append(found, p)
    return found


def _enclosed_cell(board: Board, player: i64) -> i64:
    """Return the first cell, row by row, of a hole in the player's territory, which has one."""
    owner = board.owner
    stride = board.stride
    steps = vec[i64]([-stride - 1, -stride, -stride + 1, i64(-1), i64(1), stride - 1, stride, stride + 1])
    free = vec[u8]([u8(0)] * len(owner))  # cells with a path to the edge
    stack = vec[i64](capacity=board.height + board.width)
    for x in range(1, board.height + 1):
        for y in range(1, board.width + 1):
            on_edge = x == 1 or x == board.height or y == 1 or y == board.width
            cell = x * stride + y
            if on_edge and owner[cell] != player:
                free[cell] = u8(1)
                stack = append(stack, cell)
    while len(stack):
        stack, cell = pop(stack)
        for step in steps:
            next_cell = cell + step
            if not free[next_cell] and owner[next_cell] != player and owner[next_cell] != OUTSIDE:
                free[next_cell] = u8(1)
                stack = append(stack, next_cell)
    cell = stride + 1
    while owner[cell] == player or owner[cell] == OUTSIDE or free[cell]:
        cell += 1
    return cell
