"""Why a move of Multi-Go is legal or not: who would be split, and into what; who would enclose whom.

The position after the move is searched as the rules read, for the two players whom it concerns. Each explanation is
O(NM log NM), reading the input O(NM + K), and playing the game O(1) a move.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy_extensions import i32

from refsol.jury.contract import Explanation, Steps, explained
from refsol.jury.paging import on_a_page
from refsol.jury.selection import Selection, selected
from refsol.jury.wording import counted, listed
from refsol.multigo.board import Board, scan_board
from refsol.multigo.legality import report_illegal
from refsol.multigo.solver import Game
from refsol.scene import Cell, Ground, Mark, Piece, Scene, player, take_scene
from refsol.text.scanner import Input, Scanner

MOVE: Final = "move"
"""Chooses a move."""

_LISTED: Final = 6  # players
_SEARCHED: Final = 4_000_000  # cells of boards, all steps of a page together: seconds, not minutes


class _Territory(NamedTuple):
    """What the rules ask about the cells of a ``player``."""

    player: int
    parts: tuple[tuple[Cell, ...], ...]
    """The cells, those connected through common edges together."""
    enclosed: tuple[Cell, ...]
    """The cells of others from which no way over edges and corners leads past the territory to the edge."""


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the move that ``selection`` chooses, or all of them in turn.

    Raises ``InputError`` for a breach of the format and an illegal start, ``OptionError`` where there is no such move,
    or too many to explain all.
    """
    scanner, board, moves = _read(source)
    yield from _explanations(scanner, board, moves, selected(selection, MOVE, moves, "move"))


def show(source: Input, selection: Selection) -> Scene:
    """Return the board before the move that ``selection`` chooses or, unasked, at the start.

    Raises ``InputError`` and ``OptionError`` as :func:`explain` does; unasked, an illegal start is shown as it is.
    """
    if MOVE in selection:
        return next(explain(source, selection)).scene
    board, moves = scan_board(Scanner(source))
    return _explain_start(board, int(moves)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Offer the start, every move on the board before it, and the end.

    Raises ``InputError`` and ``OptionError`` as :func:`explain` does.
    """
    scanner, board, moves = _read(source)
    numbers = range(moves + 2)
    opened = selected(selection, MOVE, moves, "move").start if MOVE in selection else 0
    shown = on_a_page(numbers, opened, (int(board.height), int(board.width)), _SEARCHED)
    return Steps(numbers, shown, opened, _explanations(scanner, board, moves, shown), f"--{MOVE}")


def _read(source: Input) -> tuple[Scanner, Board, int]:
    """Return the scanner before the moves, the board, which must be legal, and how many moves there are."""
    scanner = Scanner(source)
    board, moves = scan_board(scanner)
    report_illegal(scanner, board)
    return scanner, board, int(moves)


def _explanations(scanner: Scanner, board: Board, moves: int, wanted: range) -> Iterator[Explanation]:
    """Explain the moves wanted, 0 being the start and the number after the last one the end; read all of them."""
    game = Game(board)
    legal = 0
    cell = (1, 1)
    if 0 in wanted:
        yield _explain_start(board, moves)
    for move in range(1, moves + 1):
        x = scanner.integer(1, board.height, "row x")
        y = scanner.integer(1, board.width, "column y")
        player = scanner.integer(1, board.players, "player k")
        cell = (x, y)
        if move in wanted:
            yield _explain_move(board, move, cell, player)
        if move + 1 < wanted.stop:
            legal += game.play(x, y, player)
    scanner.finish()
    if moves + 1 in wanted:
        yield _explain_end(board, moves, legal, cell)


def _explain_start(board: Board, moves: int) -> Explanation:
    size = f"{counted(int(board.height), 'row')} and {counted(int(board.width), 'column')}"
    reason = f"A board of {size}, on which {_present(board)}."
    return explained({}, "the position at the start", f"{counted(moves, 'move')} to come", (reason,), _scene(board))


def _explain_end(board: Board, moves: int, legal: int, middle: Cell) -> Explanation:
    answer = f"{counted(legal, 'legal move')} of {moves}"
    reason = f"{_present(board)}."
    return explained({}, "the position at the end", answer, (reason,), _scene(board, middle=middle))


def _present(board: Board) -> str:
    return f"{sum(board.present)} of {counted(int(board.players), 'player')} have cells"


def _explain_move(board: Board, move: int, cell: Cell, gainer: int) -> Explanation:
    """Explain the move, and leave the board as it is."""
    x, y = cell
    index = x * board.stride + y
    loser = int(board.owner[index])
    reasons: list[str] = []
    marks: list[Mark] = []
    if loser == gainer:
        reasons.append(f"The cell is player {gainer}'s already: nothing changes.")
        answer = "YES"
    else:
        board.owner[index] = i32(gainer)
        territories = [_territory_of(board, player) for player in (loser, gainer)]
        for territory in territories:
            reasons += _faults(board, territory)
            marks += _fault_marks(territory)
        answer = "NO" if reasons else "YES"
        if not reasons:
            reasons = [_unharmed(territory) for territory in territories]
        board.owner[index] = i32(loser)
    subject = f"move {move}: cell ({x}, {y}) of player {loser} to player {gainer}"
    return explained({MOVE: move}, subject, answer, reasons, _scene(board, marks, cell))


def _scene(board: Board, marks: Sequence[Mark] = (), focus: Cell | None = None, middle: Cell | None = None) -> Scene:
    owner, stride = board.owner, int(board.stride)

    def piece(x: int, y: int) -> Piece:
        return player(int(owner[x * stride + y]))

    return take_scene(Ground.REGIONS, int(board.height), int(board.width), piece, tuple(marks), focus, middle)


def _faults(board: Board, territory: _Territory) -> Iterator[str]:
    """Say which rules are broken through a territory."""
    player, parts, enclosed = territory
    if len(parts) > 1:
        pieces = " and ".join(f"{{{listed(part)}}}" for part in parts)
        yield f"Player {player} would be split into {pieces}."
    if enclosed:
        owners = sorted({int(board.owner[x * board.stride + y]) for x, y in enclosed})
        whose = f"player {owners[0]}" if len(owners) == 1 else f"players {_numbers(owners)}"
        yield f"Player {player} would enclose {whose}: no way to the edge from {listed(enclosed)}."


def _fault_marks(territory: _Territory) -> Iterator[Mark]:
    player, parts, enclosed = territory
    if len(parts) > 1:
        for number, part in enumerate(parts, 1):
            yield Mark(f"part {number} of player {player}", part)
    if enclosed:
        yield Mark(f"enclosed by player {player}", enclosed)


def _numbers(players: list[int]) -> str:
    """Return the numbers of players in words, the first six of them."""
    shown = ", ".join(map(str, players[:_LISTED]))
    return f"{shown} and {len(players) - _LISTED} more" if len(players) > _LISTED else shown


def _unharmed(territory: _Territory) -> str:
    """Say that nothing is wrong with a territory."""
    count = sum(len(part) for part in territory.parts)
    if count == 0:
        return f"Player {territory.player} would have no cell left, which is fine."
    if count == 1:
        return f"Player {territory.player} would have 1 cell, which encloses nobody."
    return f"Player {territory.player} would have {count} cells, which are connected and enclose nobody."


def _territory_of(board: Board, player: int) -> _Territory:
    """Search the board for what the rules ask about a player's cells. O(NM)."""
    own = _cells_of(board, player)
    return _Territory(player, tuple(_parts(board, own)), _enclosed(board, own))


def _cells_of(board: Board, player: int) -> list[int]:
    """Return the indices of a player's cells, row by row."""
    return [cell for cell, owner in enumerate(board.owner) if owner == player]


def _parts(board: Board, own: list[int]) -> Iterator[tuple[Cell, ...]]:
    """Yield the parts of a territory, each row by row, by their first cells."""
    steps = (-int(board.stride), -1, 1, int(board.stride))
    left = set(own)
    for first in own:
        if first in left:
            left.remove(first)
            yield _coordinates(board, _reach([first], left, steps))


def _enclosed(board: Board, own: list[int]) -> tuple[Cell, ...]:
    """Return the cells that a territory encloses.

    From outside the rectangle around it one walks straight away from it, so only the rectangle is searched.
    """
    if not own:
        return ()
    stride = int(board.stride)
    columns = [cell % stride for cell in own]
    top, bottom, left, right = own[0] // stride, own[-1] // stride, min(columns), max(columns)
    inside = {x * stride + y for x in range(top, bottom + 1) for y in range(left, right + 1)}.difference(own)
    rim = [x * stride + y for x in (top, bottom) for y in range(left, right + 1)]
    rim += [x * stride + y for x in range(top, bottom + 1) for y in (left, right)]
    free = inside.intersection(rim)
    inside -= free
    _reach(list(free), inside, (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1))
    return _coordinates(board, inside)


def _reach(cells: list[int], among: set[int], steps: tuple[int, ...]) -> list[int]:
    """Move what can be reached from ``cells`` by such steps from ``among`` to them, and return them."""
    for cell in cells:  # grows meanwhile
        for step in steps:
            if cell + step in among:
                among.remove(cell + step)
                cells.append(cell + step)
    return cells


def _coordinates(board: Board, cells: Iterable[int]) -> tuple[Cell, ...]:
    """Return rows and columns of some indices, row by row."""
    stride = int(board.stride)
    return tuple(divmod(cell, stride) for cell in sorted(cells))
