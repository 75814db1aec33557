"""Wrong solutions of Multi-Go: searches of the whole board or of the neighbourhood, with one defect each."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, TypeAlias

from wrong import Wrong

_Cell: TypeAlias = tuple[int, int]
_Board: TypeAlias = dict[_Cell, int]  # no entry outside
_Judge: TypeAlias = Callable[[_Board, _Cell, int], bool]

_EDGES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
_ALL_STEPS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
_ROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def solve(
    data: bytes, judge: _Judge, *, swapped: bool = False, plays_legal: bool = True, plays_illegal: bool = False
) -> bytes:
    """Answer the moves with ``judge``, which is called before each move and leaves the board as it is.

    ``swapped``: whether x counts columns. ``plays_legal``, ``plays_illegal``: which moves are made.
    """
    numbers = iter(map(int, data.split()))
    height, width, _players, moves = (next(numbers) for _ in range(4))
    board = {(x, y): next(numbers) for x in range(height) for y in range(width)}
    answer = ""
    for _ in range(moves):
        x, y, player = (next(numbers) for _ in range(3))
        cell = (y - 1, x - 1) if swapped else (x - 1, y - 1)
        legal = judge(board, cell, player)
        answer += "YES\n" if legal else "NO\n"
        if plays_legal if legal else plays_illegal:
            board[cell] = player
    return answer.encode()


# The whole board


def by_search(
    board: _Board,
    cell: _Cell,
    player: int,
    *,
    touching: tuple[_Cell, ...] = _EDGES,
    path_steps: tuple[_Cell, ...] = _ALL_STEPS,
    judged: Callable[[_Board, int, int], Iterable[int]] = lambda after, loser, gainer: (loser, gainer),
    may_vanish: bool = True,
    may_return: bool = True,
    may_keep: bool = True,
    checks_enclosure: bool = True,
) -> bool:
    """Try the move and search the board.

    ``touching``: the steps that connect a territory. ``path_steps``: the steps of a path to the edge. ``judged``: the
    players whose territories are checked. ``may_vanish``: whether a player may lose the last cell. ``may_return``:
    whether an absent player may gain a cell. ``may_keep``: whether a player may be given their own cell.
    ``checks_enclosure``: whether enclosure is checked.
    """
    loser = board.get(cell, 0)
    if loser == player:
        return may_keep
    if not may_return and player not in board.values():
        return False
    after = {**board, cell: player}
    if not may_vanish and loser not in after.values():
        return False
    return all(
        _is_connected(after, who, touching) and not (checks_enclosure and _encloses(after, who, path_steps))
        for who in judged(after, loser, player)
    )


def _is_connected(board: _Board, player: int, steps: tuple[_Cell, ...]) -> bool:
    own = [cell for cell in board if board[cell] == player]
    return len(_reached(own[:1], set(own), steps)) == len(own)


def _encloses(board: _Board, player: int, steps: tuple[_Cell, ...]) -> bool:
    foreign = {cell for cell in board if board[cell] != player}
    return len(_reached(_on_edge(board, foreign), foreign, steps)) < len(foreign)


def _on_edge(board: _Board, cells: set[_Cell]) -> list[_Cell]:
    return [(x, y) for x, y in cells if any((x + dx, y + dy) not in board for dx, dy in _EDGES)]


def _reached(first: list[_Cell], among: set[_Cell], steps: tuple[_Cell, ...]) -> set[_Cell]:
    seen = set(first)
    stack = list(first)
    while stack:
        x, y = stack.pop()
        for dx, dy in steps:
            near = (x + dx, y + dy)
            if near in among and near not in seen:
                seen.add(near)
                stack.append(near)
    return seen


def by_own_paths(board: _Board, cell: _Cell, player: int) -> bool:
    """Require a path to the edge through the player's own cells, so that several players can enclose somebody."""
    after = {**board, cell: player}
    for who in set(after.values()):
        own = {c for c in after if after[c] == who}
        if not _is_connected(after, who, _EDGES) or not _on_edge(after, own):
            return False
    return True


right: Final[Callable[[bytes], bytes]] = partial(solve, judge=by_search)


# Around the cell


def by_simple_points(
    board: _Board,
    cell: _Cell,
    player: int,
    *,
    outside_is_own: bool = False,
    all_around: bool = True,
    counts_corners: bool = False,
    most_runs: int = 1,
) -> bool:
    """Look at the eight neighbours, and check whether the players have other cells.

    ``outside_is_own``: whether the outside counts as the player's own cells. ``all_around``: whether the loser keeps a
    cell if all eight neighbours are the loser's. ``counts_corners``: whether runs that touch the cell at a corner only
    count. ``most_runs``: the largest number of the gainer's runs that may touch the cell.
    """
    loser = board.get(cell, 0)
    if loser == player:
        return True
    x, y = cell
    own = {}
    runs = {}
    for who in (loser, player):
        own[who] = [board.get((x + dx, y + dy), who if outside_is_own else 0) == who for dx, dy in _ROUND]
        runs[who] = _runs(own[who], counts_corners)
    has_others = sum(owner == loser for owner in board.values()) > 1
    if has_others and (runs[loser] != 1 or (all_around and all(own[loser]))):
        return False
    return player not in board.values() or 1 <= runs[player] <= most_runs


def _runs(own: list[bool], counts_corners: bool) -> int:
    """Return the number of runs on the ring of neighbours, which begins with a corner."""
    if all(own):
        return 1
    first = own.index(False)
    ring = [(own[k % 8], k % 2) for k in range(first, first + 8)]
    runs = 0
    counted = False
    for is_own, by_edge in ring:
        if not is_own:
            counted = False
        elif not counted and (by_edge or counts_corners):
            counted = True
            runs += 1
    return runs


def _searching(what: str, size: int, **changes: Any) -> Wrong:  # what by_search takes
    return Wrong(partial(solve, judge=partial(by_search, **changes)), what, size)


def _looking(what: str, size: int, **changes: Any) -> Wrong:  # what by_simple_points takes
    return Wrong(partial(solve, judge=partial(by_simple_points, **changes)), what, size)


def _playing(what: str, size: int, **changes: Any) -> Wrong:  # what solve takes
    return Wrong(partial(solve, judge=by_search, **changes), what, size)


WRONG: Final[dict[str, Wrong]] = {
    "edges-only": _searching("allows no diagonal steps on paths to the edge of the board", 19, path_steps=_EDGES),
    "diagonals": _searching("counts cells with a common corner as connected", 11, touching=_ALL_STEPS),
    "loser-only": _searching("checks the loser's territory only", 16, judged=lambda _after, loser, _gainer: (loser,)),
    "gainer-only": _searching(
        "checks the gainer's territory only", 16, judged=lambda _after, _loser, gainer: (gainer,)
    ),
    "no-enclosure": _searching("forgets rule 2", 16, checks_enclosure=False),
    "own-ways": Wrong(
        partial(solve, judge=by_own_paths), "does not let several players together surround a territory", 16
    ),
    "last-cell": _searching("refuses to take a player's last cell", 8, may_vanish=False),
    "absent": _searching("refuses to give a cell to a player without cells", 8, may_return=False),
    "own-cell": _searching("refuses to give a cell to its present owner", 8, may_keep=False),
    "swapped": _playing("swaps row and column", 10, swapped=True),
    "never-played": _playing("never plays the legal moves", 19, plays_legal=False),
    "always-played": _playing("plays illegal moves, too", 22, plays_illegal=True),
    "outside": _looking("counts the outside as the player's own cells", 10, outside_is_own=True),
    "inside": _looking(
        "lets the loser give up a cell whose eight neighbours are all the loser's", 16, all_around=False
    ),
    "corner-runs": _looking("counts runs that touch the cell only at a corner", 16, counts_corners=True),
    "any-touch": _looking("lets any number of the gainer's runs touch the cell", 16, most_runs=4),
    "everybody": _searching(
        "searches the whole board for every player at every move",
        20_000,
        judged=lambda after, _loser, _gainer: set(after.values()),
    )._replace(slow=True),
}
