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


class Position:
    """The stones on a board of n × n points, and their groups."""

    def __init__(self, n: int) -> None:
        # The board is one list, row after row, in a frame. So every point has four neighbours, and the point below is
        # `row` further on. It begins empty.
        self.n = n
        self.row = row = n + 2
        self.stone = ["#"] * row + (["#"] + ["."] * n + ["#"]) * n + ["#"] * row

        # A disjoint set: each stone is in the tree of its group. The root has both counts.
        self.parent = list(range(len(self.stone)))
        self.stones = [1] * len(self.stone)
        self.pseudo_liberties = [0] * len(self.stone)

    def group_of(self, point: int) -> int:
        """Return the root of a stone's group; the path to it gets half as long."""
        parent = self.parent
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    def put(self, point: int, colour: str, check: bool = True) -> bool:
        """Put a stone on an empty point, unless it would be illegal and that is checked; return whether it was put."""
        # Each stone next to the point loses a pseudo-liberty.
        stone, pseudo_liberties = self.stone, self.pseudo_liberties
        free = 0
        groups = []
        for neighbour in (point - self.row, point - 1, point + 1, point + self.row):
            if stone[neighbour] == ".":
                free += 1
            elif stone[neighbour] != "#":
                group = self.group_of(neighbour)
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

        # The stone is a group by itself, which then joins those of its colour.
        stone[point] = colour
        pseudo_liberties[point] = free
        for group in groups:
            if stone[group] == colour:
                self.join(point, group)
        return True

    def join(self, stone: int, other: int) -> None:
        """Make one group of the groups of two stones: the smaller tree goes below the root of the larger one."""
        root, other = self.group_of(stone), self.group_of(other)
        if root != other:
            if self.stones[root] < self.stones[other]:
                root, other = other, root
            self.parent[other] = root
            self.stones[root] += self.stones[other]
            self.pseudo_liberties[root] += self.pseudo_liberties[other]

    def moves_of(self, colour: str) -> Iterator[str]:
        """Yield the moves of a colour, which goes over the board once; each is made when it is asked for."""
        for x in range(1, self.n + 1):
            for y in range(1, self.n + 1):
                point = x * self.row + y
                if self.stone[point] == "." and self.put(point, colour):
                    yield f"{x} {y}\n"


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: the moves of a game, a line each, then ``-1 -1``."""
    n, *rows = data.decode().split()
    position = Position(int(n))
    for x, line in enumerate(rows, 1):
        for y, colour in enumerate(line, 1):
            if colour != ".":
                position.put(x * position.row + y, colour, check=False)

    # The generators remember where on the board each colour is.
    mover, other = position.moves_of("X"), position.moves_of("O")
    moves = []
    move = next(mover, "")
    while move:
        moves.append(move)
        mover, other = other, mover
        move = next(mover, "")
    return "".join(moves) + "-1 -1\n"


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
