"""NoGo on a board without a frame: the stones as characters, and the neighbours of every point."""

from typing import Final, NamedTuple

BLACK: Final = "X"
WHITE: Final = "O"
EMPTY: Final = "."


class Board(NamedTuple):
    size: int
    stones: list[str]
    near: list[list[int]]


def neighbours(size: int) -> list[list[int]]:
    near: list[list[int]] = []
    for x in range(size):
        for y in range(size):
            around = ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
            near.append([u * size + v for u, v in around if 0 <= u < size and 0 <= v < size])
    return near


def group(board: Board, first: int) -> set[int]:
    found = {first}
    stack = [first]
    while stack:
        for other in board.near[stack.pop()]:
            if other not in found and board.stones[other] == board.stones[first]:
                found.add(other)
                stack.append(other)
    return found


def pairs(board: Board, first: int) -> list[int]:
    """Return the pseudo-liberties of a group: its liberties, each once for every stone next to it."""
    return [other for stone in group(board, first) for other in board.near[stone] if board.stones[other] == EMPTY]


def opponent(colour: str) -> str:
    return WHITE if colour == BLACK else BLACK


def next_to(board: Board, point: int, colour: str) -> list[int]:
    return [other for other in board.near[point] if board.stones[other] == colour]


def liberties(board: Board, point: int, colour: str) -> set[int]:
    """Return the liberties of the group that a new stone would have."""
    board.stones[point] = colour
    found = set(pairs(board, point))
    board.stones[point] = EMPTY
    return found


def captures(board: Board, point: int, colour: str) -> bool:
    return any(set(pairs(board, other)) == {point} for other in next_to(board, point, opponent(colour)))


def is_legal(board: Board, point: int, colour: str) -> bool:
    return not captures(board, point, colour) and len(liberties(board, point, colour)) > 0


def solve(data: bytes) -> bytes:
    """Play on the first legal point, row by row; a point forbidden to a colour stays forbidden to it."""
    words = data.decode("ascii").split()
    size = int(words[0])
    board = Board(size, list("".join(words[1:])), neighbours(size))
    pointers = {BLACK: 0, WHITE: 0}
    lines: list[str] = []
    colour = BLACK
    stuck = 0
    while stuck < 1:
        while pointers[colour] < size * size:
            point = pointers[colour]
            pointers[colour] += 1
            if board.stones[point] == EMPTY and is_legal(board, point, colour):
                board.stones[point] = colour
                lines.append(f"{point // size + 1} {point % size + 1}\n")
                stuck = 0
                break
        else:
            stuck += 1
        colour = opponent(colour)
    return ("".join(lines) + "-1 -1\n").encode("ascii")
