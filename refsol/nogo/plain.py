"""NoGo (Luogu P4997): play any legal game to its end, on a board of up to 600 × 600 points.

Black and white take turns to put a stone on an empty point. A *group* is a set of stones of one colour, connected along
the lines; its *liberties* are the empty points next to it. After every move each group must have a liberty: neither
capture nor suicide is allowed. The player who cannot move loses. Two ideas make a whole game nearly linear.

1. A point that is forbidden to a colour stays forbidden to it. Let an empty point be forbidden to black. Either it is
   the last liberty of a white group, or all its neighbours are white stones, or black ones whose groups have no other
   liberty. A group grows only by a stone on one of its liberties. So these groups can't grow while the point is empty,
   and as stones are never removed, they get no new liberties: nothing changes. White may play there, but then the point
   is occupied. So a player never has to try a point twice: one pass over the board for each colour is enough.

2. For "has the group a liberty?", count pairs of a stone and an empty point next to it. These *pseudo-liberties* are
   easy to count: each stone takes one from every stone next to it and brings along one for each empty point next to it.
   When groups join, their counts add up. And a group has no liberty exactly if it has no pseudo-liberty.

Groups are trees in a disjoint set, with the count at the root. Each of the N points is tried at most twice, and each
try takes a few finds, so a game takes O(N α(N)), where α, the inverse of Ackermann's function, is at most 4.
"""

import sys
from collections.abc import Iterator


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: the moves of a game, a line each, then ``-1 -1``."""
    size, *rows = data.decode().split()
    n = int(size)

    # The board is one list, row after row, in a frame. So every point has four neighbours, and the point below is `row`
    # further on. It begins empty; the stones of the input are put on it below.
    row = n + 2
    stone = ["#"] * row + (["#"] + ["."] * n + ["#"]) * n + ["#"] * row

    # A disjoint set: each stone is in the tree of its group, whose root has the number of stones and pseudo-liberties.
    parent = list(range(len(stone)))
    stones = [1] * len(stone)
    pseudo_liberties = [0] * len(stone)

    def group_of(point: int) -> int:
        """Return the root of a stone's group; the path to it gets half as long."""
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    def put(point: int, colour: str, check: bool = True) -> bool:
        """Put a stone on an empty point, unless it would be illegal and that is checked; return whether it was put."""
        # Each stone next to the point loses a pseudo-liberty.
        free = 0
        groups = []
        for neighbour in (point - row, point - 1, point + 1, point + row):
            if stone[neighbour] == ".":
                free += 1
            elif stone[neighbour] != "#":
                group = group_of(neighbour)
                pseudo_liberties[group] -= 1
                groups.append(group)

        # Every group of the opponent needs another one, and so does one of the player's, unless there is a free point.
        if check:
            lives = free > 0
            for group in groups:
                if stone[group] == colour:
                    lives = lives or pseudo_liberties[group] > 0
                elif pseudo_liberties[group] == 0:
                    lives = False
                    break
            if not lives:
                for group in groups:
                    pseudo_liberties[group] += 1
                return False

        # The stone is a group by itself, which then joins those of its colour, the smaller tree below the larger one.
        stone[point] = colour
        pseudo_liberties[point] = free
        root = point
        for group in groups:
            group = group_of(group)
            if stone[group] == colour and group != root:
                if stones[group] < stones[root]:
                    group, root = root, group
                parent[root] = group
                stones[group] += stones[root]
                pseudo_liberties[group] += pseudo_liberties[root]
                root = group
        return True

    for x, line in enumerate(rows, 1):
        for y, colour in enumerate(line, 1):
            if colour != ".":
                put(x * row + y, colour, check=False)

    # Each colour goes over the board once and takes the points that are legal. The generator remembers where it is.
    def moves_of(colour: str) -> Iterator[str]:
        """Yield the moves of a colour, each made when it is asked for."""
        for x in range(1, n + 1):
            for y in range(1, n + 1):
                if stone[x * row + y] == "." and put(x * row + y, colour):
                    yield f"{x} {y}\n"

    black, white = moves_of("X"), moves_of("O")
    moves = []
    move = next(black, "")
    while move:
        moves.append(move)
        black, white = white, black
        move = next(black, "")
    return "".join(moves) + "-1 -1\n"


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
