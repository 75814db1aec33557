"""Multi-Go by searches of the whole board or, as some solutions change it, by a look around the cell."""

from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Cell, int]  # no entry outside

EDGES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
ALL_STEPS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
ROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def solve(data: bytes) -> bytes:
    numbers = iter(map(int, data.split()))
    height, width, _players, moves = (next(numbers) for _ in range(4))
    board = {(x, y): next(numbers) for x in range(height) for y in range(width)}
    answer = ""
    for _ in range(moves):
        x, y, player = (next(numbers) for _ in range(3))
        cell = (x - 1, y - 1)
        legal = by_search(board, cell, player)
        answer += "YES\n" if legal else "NO\n"
        if legal:
            board[cell] = player
    return answer.encode()


# The whole board


def by_search(board: Board, cell: Cell, player: int) -> bool:
    """Try the move and search the board."""
    loser = board.get(cell, 0)
    if loser == player:
        return True
    after = {**board, cell: player}
    return all(is_connected(after, who) and not encloses(after, who) for who in (loser, player))


def is_connected(board: Board, player: int) -> bool:
    own = [cell for cell in board if board[cell] == player]
    return len(reached(own[:1], set(own), EDGES)) == len(own)


def encloses(board: Board, player: int) -> bool:
    foreign = {cell for cell in board if board[cell] != player}
    return len(reached(on_edge(board, foreign), foreign, ALL_STEPS)) < len(foreign)


def on_edge(board: Board, cells: set[Cell]) -> list[Cell]:
    return [(x, y) for x, y in cells if any((x + dx, y + dy) not in board for dx, dy in EDGES)]


def reached(first: list[Cell], among: set[Cell], steps: tuple[Cell, ...]) -> set[Cell]:
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


# Around the cell


def by_simple_points(board: Board, cell: Cell, player: int) -> bool:
    """Look at the eight neighbours, and check whether the players have other cells."""
    loser = board.get(cell, 0)
    if loser == player:
        return True
    x, y = cell
    own = {}
    runs = {}
    for who in (loser, player):
        own[who] = [board.get((x + dx, y + dy), 0) == who for dx, dy in ROUND]
        runs[who] = runs_of(own[who])
    has_others = sum(owner == loser for owner in board.values()) > 1
    if has_others and (runs[loser] != 1 or all(own[loser])):
        return False
    return player not in board.values() or runs[player] == 1


def runs_of(own: list[bool]) -> int:
    """Return the number of runs on the ring of neighbours, which begins with a corner, that touch the cell."""
    if all(own):
        return 1
    first = own.index(False)
    ring = [(own[k % 8], k % 2) for k in range(first, first + 8)]
    runs = 0
    counted = False
    for is_own, by_edge in ring:
        if not is_own:
            counted = False
        elif not counted and by_edge:
            counted = True
            runs += 1
    return runs
