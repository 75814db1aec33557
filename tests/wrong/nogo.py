"""Solutions of NoGo as people write them: a right one, and wrong ones that differ from it in one thing."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from wrong import Wrong

_BLACK: Final = "X"
_WHITE: Final = "O"
_EMPTY: Final = "."

_Near: TypeAlias = list[list[int]]


class _Board(NamedTuple):
    """A board without a frame: the stones as characters, and the neighbours of every point."""

    size: int
    stones: list[str]
    near: _Near


_Rule: TypeAlias = Callable[[_Board, int, str], bool]


def _neighbours(size: int) -> _Near:
    near: _Near = []
    for x in range(size):
        for y in range(size):
            around = ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
            near.append([u * size + v for u, v in around if 0 <= u < size and 0 <= v < size])
    return near


def _group(board: _Board, first: int) -> set[int]:
    group = {first}
    stack = [first]
    while stack:
        for other in board.near[stack.pop()]:
            if other not in group and board.stones[other] == board.stones[first]:
                group.add(other)
                stack.append(other)
    return group


def _pairs(board: _Board, first: int) -> list[int]:
    """Return the pseudo-liberties of a group: its liberties, each once for every stone next to it."""
    return [other for stone in _group(board, first) for other in board.near[stone] if board.stones[other] == _EMPTY]


def _opponent(colour: str) -> str:
    return _WHITE if colour == _BLACK else _BLACK


def _next_to(board: _Board, point: int, colour: str) -> list[int]:
    return [other for other in board.near[point] if board.stones[other] == colour]


def _is_suicide(board: _Board, point: int, colour: str) -> bool:
    board.stones[point] = colour
    liberties = _pairs(board, point)
    board.stones[point] = _EMPTY
    return not liberties


def _captures(board: _Board, point: int, colour: str) -> bool:
    return any(set(_pairs(board, other)) == {point} for other in _next_to(board, point, _opponent(colour)))


def _legal(board: _Board, point: int, colour: str) -> bool:
    return not _captures(board, point, colour) and not _is_suicide(board, point, colour)


def _solve(
    data: bytes,
    legal: _Rule = _legal,
    neighbours: Callable[[int], _Near] = _neighbours,
    line: str = "{} {}\n",
    base: int = 1,
    end: str = "-1 -1\n",
    shared: bool = False,
    passing: bool = False,
) -> bytes:
    """Play on the first legal point, row by row; a point forbidden to a colour stays forbidden to it."""
    words = data.decode("ascii").split()
    size = int(words[0])
    board = _Board(size, list("".join(words[1:])), neighbours(size))
    pointers = {_BLACK: 0, _WHITE: 0}
    lines: list[str] = []
    colour = _BLACK
    stuck = 0
    while stuck < (2 if passing else 1):
        own = _BLACK if shared else colour
        while pointers[own] < size * size:
            point = pointers[own]
            pointers[own] += 1
            if board.stones[point] == _EMPTY and legal(board, point, colour):
                board.stones[point] = colour
                lines.append(line.format(point // size + base, point % size + base))
                stuck = 0
                break
        else:
            stuck += 1
        colour = _opponent(colour)
    return ("".join(lines) + end).encode("ascii")


right = partial(_solve)


def _only_captures(board: _Board, point: int, colour: str) -> bool:
    return not _captures(board, point, colour)


def _only_suicide(board: _Board, point: int, colour: str) -> bool:
    return not _is_suicide(board, point, colour)


def _capture_saves(board: _Board, point: int, colour: str) -> bool:
    return _captures(board, point, colour) or not _is_suicide(board, point, colour)


def _first_neighbour(board: _Board, point: int, colour: str) -> bool:
    for other in _next_to(board, point, _opponent(colour)):
        return set(_pairs(board, other)) != {point} and not _is_suicide(board, point, colour)
    return not _is_suicide(board, point, colour)


def _one_each(board: _Board, point: int, colour: str) -> bool:
    groups = {min(_group(board, other)): other for other in _next_to(board, point, _opponent(colour))}
    return all(len(_pairs(board, other)) > 1 for other in groups.values()) and not _is_suicide(board, point, colour)


def _joined_twice(board: _Board, point: int, colour: str) -> bool:
    liberties = len(_next_to(board, point, _EMPTY))
    for other in _next_to(board, point, colour):
        liberties += len(_pairs(board, other)) - 1
    return liberties > 0 and not _captures(board, point, colour)


def _friends_live(board: _Board, point: int, colour: str) -> bool:
    alive = len(_next_to(board, point, _EMPTY)) + len(_next_to(board, point, colour)) > 0
    return alive and not _captures(board, point, colour)


def _loner_lives(board: _Board, point: int, colour: str) -> bool:
    if not _next_to(board, point, _BLACK) and not _next_to(board, point, _WHITE):
        return True
    return _legal(board, point, colour)


def _two_liberties(board: _Board, point: int, colour: str) -> bool:
    board.stones[point] = colour
    liberties = set(_pairs(board, point))
    board.stones[point] = _EMPTY
    return len(liberties) > 1 and not _captures(board, point, colour)


def _no_eyes(board: _Board, point: int, colour: str) -> bool:
    return len(_next_to(board, point, colour)) < len(board.near[point]) and _legal(board, point, colour)


def _through_the_edge(size: int) -> _Near:
    total = size * size
    return [[p + step for step in (-size, -1, 1, size) if 0 <= p + step < total] for p in range(total)]


def _every_group(board: _Board, point: int, colour: str) -> bool:
    board.stones[point] = colour
    alive = all(_pairs(board, other) for other, stone in enumerate(board.stones) if stone != _EMPTY)
    board.stones[point] = _EMPTY
    return alive


def _wrong(what: str, size: int, **changes: Any) -> Wrong:  # what _solve takes
    return Wrong(partial(_solve, **changes), what, size)


WRONG: Final[dict[str, Wrong]] = {
    "captures": _wrong("checks only the new stone's group", 8, legal=_only_suicide),
    "suicide": _wrong("checks only the opponent's groups", 14, legal=_only_captures),
    "as in Go": _wrong("allows captures, which save the new stone", 8, legal=_capture_saves),
    "one neighbour": _wrong("checks only the first neighbouring stone of the opponent", 22, legal=_first_neighbour),
    "counted once": _wrong(
        "takes only one pseudo-liberty from a group that the stone touches twice", 14, legal=_one_each
    ),
    "joined twice": _wrong(
        "adds the pseudo-liberties of a group twice if the stone touches it twice", 22, legal=_joined_twice
    ),
    "friends": _wrong("assumes that a stone next to one of its colour lives", 14, legal=_friends_live),
    "one point": _wrong("assumes that a stone without neighbouring stones lives", 4, legal=_loner_lives),
    "two liberties": _wrong("> 1 for > 0: requires two liberties of the new stone's group", 8, legal=_two_liberties),
    "own eyes": _wrong("never fills one of its own eyes", 14, legal=_no_eyes),
    "wrap": _wrong("lets a row continue in the next one", 14, neighbours=_through_the_edge),
    "one pointer": _wrong("skips points for white that are forbidden to black", 14, shared=True),
    "passing": _wrong("lets a side that can't move pass", 22, passing=True),
    "columns first": _wrong("prints y x", 8, line="{1} {0}\n"),
    "from 0": _wrong("prints coordinates from 0", 8, base=0),
    "no end": _wrong("forgets the last line", 4, end=""),
    "slow": _wrong("searches every group for every point", 1000, legal=_every_group)._replace(slow=True),
}
"""Wrong solutions by name."""
