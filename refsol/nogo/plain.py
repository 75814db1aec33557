"""NoGo (Luogu P4997): play any legal game to its end, on a board of up to 600 × 600 points.

Black and white take turns to put a stone on an empty point; black, X, begins. A *group* is a maximal set of stones of
one colour that are connected along the lines; its *liberties* are the empty points next to it. After every move each
group must have a liberty: neither capture nor suicide is allowed. The player who cannot move loses. Two facts make a
whole game nearly linear.

1. *A point that is forbidden to a colour stays forbidden to it.* Let the empty point p be forbidden to black; for white
   the argument is the same. Both possible reasons last as long as p is empty.

   - Black would capture. Then p is the only liberty of a white group. A group grows only by a new stone on one of its
     liberties, which may also join it to other groups of its colour. So while p is empty, this group gains no stone. It
     gains no liberty either, because stones are never removed, so no point becomes empty.
   - Black would commit suicide. Then each neighbour of p is beyond the edge of the board, a white stone, or a black
     stone whose group has p as its only liberty. White stones remain where they are, and by the argument above, the
     black groups gain no stone and no liberty while p is empty.

   White may take p later. Then it is occupied, and so forbidden for good. So a player never has to try a point twice:
   one pass over the board for each colour is enough, and a player whose pass is over cannot move.

2. *A group has a liberty if and only if it has a pseudo-liberty*, a pair of one of its stones and an empty point next
   to that stone. A liberty next to k stones of the group is in k pairs. Pairs are easy to count. When the mover puts a
   stone on the empty point p, each stone next to p loses its pair with p, and the new stone forms a pair with each
   empty neighbour of p. It joins the groups of its colour next to p. They have no stone in common, so no pair either,
   and their counts add up; each counts once, even if it touches p several times. All other groups keep their pairs. So
   take the pairs with p first. Then the move is legal if and only if no group of the opponent next to p has come down
   to zero, and p has an empty neighbour or a group of the mover next to p has a count above zero. If the move is
   illegal, give the pairs back.

Groups are trees in a disjoint set, with the count at the root. Each of the N = n² points is tried at most twice, and
each try takes a few finds, amortised O(α(N)) each. So a game takes O(N α(N)), where α, the inverse of Ackermann's
function, is at most 4 for any board that fits in a computer.
"""

import sys
from collections.abc import Iterator


class Position:
    """The stones on a board of n × n points, and their groups."""

    def __init__(self, n: int) -> None:
        # The board is one list, row after row, in a frame. So every point has four neighbours, and the point below is
        # `stride` further on. It begins empty.
        self.n = n
        self.stride = stride = n + 2
        self.board = ["#"] * stride + (["#"] + ["."] * n + ["#"]) * n + ["#"] * stride

        # A disjoint set: each stone is in the tree of its group. The root has the group's numbers of stones and of
        # pseudo-liberties.
        self.parent = list(range(len(self.board)))
        self.size = [1] * len(self.board)
        self.pseudo_liberties = [0] * len(self.board)

    def group_of(self, point: int) -> int:
        """Return the root of a stone's group; the path to it gets half as long."""
        parent = self.parent
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    def put(self, point: int, colour: str, check: bool = True) -> bool:
        """Put a stone on an empty point and return True. With ``check``, an illegal move just returns False."""
        # Each stone next to the point loses a pseudo-liberty.
        board, pseudo_liberties = self.board, self.pseudo_liberties
        free = 0  # how many points next to it are empty
        groups = []  # that of each stone next to it, so a group may occur more than once
        for neighbour in (point - self.stride, point - 1, point + 1, point + self.stride):
            if board[neighbour] == ".":
                free += 1
            elif board[neighbour] != "#":
                group = self.group_of(neighbour)
                pseudo_liberties[group] -= 1
                groups.append(group)

        # Each of the opponent's groups next to the point must have one left. So must at least one of the player's,
        # unless there is an empty point next to the new stone.
        if check:
            legal = free > 0
            for group in groups:
                if board[group] == colour:
                    legal = legal or pseudo_liberties[group] > 0
                elif pseudo_liberties[group] == 0:
                    legal = False
                    break
            if not legal:
                for group in groups:
                    pseudo_liberties[group] += 1
                return False

        # The stone is a group by itself, which then joins those of its colour.
        board[point] = colour
        pseudo_liberties[point] = free
        for group in groups:
            if board[group] == colour:
                self.join(point, group)
        return True

    def join(self, point: int, other: int) -> None:
        """Make one group of the groups of two stones: the smaller tree goes below the root of the larger one."""
        root, other = self.group_of(point), self.group_of(other)
        if root != other:
            if self.size[root] < self.size[other]:
                root, other = other, root
            self.parent[other] = root
            self.size[root] += self.size[other]
            self.pseudo_liberties[root] += self.pseudo_liberties[other]

    def moves_of(self, colour: str) -> Iterator[str]:
        """Make a move of a colour whenever the next one is asked for, and yield it; go over the board only once."""
        for x in range(1, self.n + 1):
            for y in range(1, self.n + 1):
                point = x * self.stride + y
                if self.board[point] == "." and self.put(point, colour):
                    yield f"{x} {y}\n"


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: the moves of a game, a line each, then ``-1 -1``."""
    n, *rows = data.decode().split()
    position = Position(int(n))

    # The stones of the input need no check: it is promised that their groups have liberties.
    for x, line in enumerate(rows, 1):
        for y, colour in enumerate(line, 1):
            if colour != ".":
                position.put(x * position.stride + y, colour, check=False)

    # Each generator remembers how far its colour's pass over the board has come.
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
