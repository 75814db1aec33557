"""NOIP chess (Luogu P7963): how many crossings can each new piece reach, on a grid with four types of road?

Pieces are put one by one on a grid of N crossings, and stay there. Each could move from its crossing along one ordinary
road, or along any number of straight roads in one line, or along any number of open roads; blocked roads lead nowhere.
All crossings on the way must be empty; at the end may be a piece of the other colour whose level is not higher, which
it would capture. For each piece, count the crossings to which it could move when it is put.

A new piece cuts regions of empty crossings into parts, and that is hard to keep up with. So go backwards in time: begin
with all crossings occupied, empty those that never get a piece, and take the pieces away, the last one first. Then
regions only grow. When a piece has just left its crossing, it could reach

- the other crossings of its *region*, which are empty and connected with it by open roads;
- the other crossings of its two *runs*, which are empty and connected with it by straight roads in its row, or in its
  column. But those which are also in the region have been counted;
- pieces that it could capture: by an open road from the region, by a straight road from the end of a run, or by an
  ordinary road;
- empty crossings to which ordinary roads lead.

Each crossing counts once: what the region contains or leads to is left out of the other items.

Four ideas make this fast.

1. Regions are trees in a disjoint set. Of a run, only the two ends need to be known.

2. Whenever two regions merge, write the crossings of the smaller one behind those of the larger one. This gives an
   order of all crossings in which each region, at any time, is an interval: it begins with its root and has as many
   crossings as the region. So a question about a region becomes one about an interval, and can wait until the order is
   known.

3. A piece that is next to a region in several places must count once. So write numbers on crossings for it. Its *sides*
   are the crossings next to it by open roads that are empty when it is put. Without any, nothing is written. Otherwise
   each side gets +1. On the way back in time, crossings become empty and connect regions, the piece's own the last. One
   that connects k regions with sides in them (itself one, if it is a side) gets -(k - 1), and the piece's own crossing
   gets one more -1. While the piece is there, a region with k of its sides was formed by k - 1 connections, so the
   numbers in it add up to k - (k - 1) = 1 if the piece is next to it, and to 0 in all other regions. When the piece
   leaves, all its numbers are in one region, where they add up to 0, and from then on they stay together. So in the
   region of an earlier piece, the numbers of all later pieces add up to 0: only pieces that are on the board count.

4. Two questions are left for the end: how many crossings of a run are in a region? And how many pieces of the other
   colour, of at most this level, are next to it? For both, a Fenwick tree (P. Fenwick, 1994) holds a number for each
   position in the order and adds up intervals. For the first, go along the rows, and then along the columns with a new
   tree, and put a 1 into the tree for each crossing. By how much the region's sum grows on the way along the run is the
   answer. For the second, go through the levels from low to high: put the numbers of all pieces of a level into the
   trees of their colours, then let each of these pieces ask the tree of the other colour.

The trees of the disjoint set have O(log N) levels, and a Fenwick tree takes O(log N) for a number or a sum. So a board
takes O(N log N).
"""

import sys

ORDINARY, STRAIGHT, OPEN = b"123"
NONE = -1


class FenwickTree:
    """A list of numbers, first all 0. It takes O(log n) to change one, or to add up those in an interval."""

    def __init__(self, length: int) -> None:
        self.sums = [0] * (length + 1)  # sums[i] is the sum of the i & -i numbers before index i

    def add(self, index: int, value: int) -> None:
        """Add ``value`` to the number at ``index``."""
        index += 1
        while index < len(self.sums):
            self.sums[index] += value
            index += index & -index

    def sum(self, begin: int, end: int) -> int:
        """Return the sum of the numbers from ``begin`` to ``end`` - 1."""
        # Add what comes before `end` and subtract what comes before `begin`, as far as that differs.
        result = 0
        while end > begin:
            result += self.sums[end]
            end -= end & -end
        while begin > end:
            result -= self.sums[begin]
            begin -= begin & -begin
        return result


class Regions:
    """A disjoint set of crossings: each tree is a region, whose root comes first in the order.

    A root goes below the root of a tree that is at least as large, and paths are never shortened. So there are O(log N)
    levels, and a tree shows when any two of its crossings were connected.
    """

    def __init__(self, crossings: int) -> None:
        self.parent = list(range(crossings))
        self.since = [NONE] * crossings  # the turn whose crossing, when it became empty, connected it with its parent
        self.size = [1] * crossings  # of the region of a root
        self.last = list(range(crossings))  # the last crossing of a region
        self.following = [NONE] * crossings  # the next crossing in the order of the region

    def find(self, crossing: int) -> int:
        """Return the root of a crossing's region."""
        while self.parent[crossing] != crossing:
            crossing = self.parent[crossing]
        return crossing

    def merge(self, root: int, other: int, turn: int) -> int:
        """Merge the regions of two roots, which are connected before this turn, and return the root of both."""
        if self.size[root] < self.size[other]:
            root, other = other, root
        self.parent[other] = root
        self.since[other] = turn
        self.size[root] += self.size[other]
        self.following[self.last[root]] = other
        self.last[root] = self.last[other]
        return root

    def turn_connected(self, one: int, other: int) -> int:
        """Return at which turn two crossings that are in one region by now were connected.

        On the ways up to the root, turns get earlier. So always go up where the turn is later, until the ways meet.
        """
        turn = NONE
        while one != other:
            if self.since[one] < self.since[other]:
                one, other = other, one
            turn = self.since[one]
            one = self.parent[one]
        return turn

    def positions(self) -> list[int]:
        """Return the position of each crossing in the order."""
        position = [NONE] * len(self.parent)
        count = 0
        for root, parent in enumerate(self.parent):
            crossing = root if parent == root else NONE
            while crossing != NONE:
                position[crossing] = count
                count += 1
                crossing = self.following[crossing]
        return position


class Direction:
    """Roads and runs of one direction: in rows, where the next crossing is one ``step`` further on, or in columns."""

    def __init__(self, roads: bytes, step: int) -> None:
        self.roads = roads  # from each crossing to the next
        self.step = step
        self.other_end = list(range(len(roads)))  # of the run that begins or ends with a crossing
        self.starts: dict[int, list[int]] = {}  # after which crossing runs of pieces begin: the turns of the pieces
        self.stops: dict[int, list[int]] = {}  # with which crossing these runs end

    def merge(self, crossing: int, turn_at: list[int]) -> tuple[int, int]:
        """Merge the runs on both sides of a crossing that has become empty, and return the ends of the new one."""
        first = last = crossing
        before, after = crossing - self.step, crossing + self.step
        if self.roads[before] == STRAIGHT and turn_at[before] > turn_at[crossing]:
            first = self.other_end[before]
        if self.roads[crossing] == STRAIGHT and turn_at[after] > turn_at[crossing]:
            last = self.other_end[after]
        self.other_end[first], self.other_end[last] = last, first
        return first, last


class Board:
    """A board. Turns are numbered from 0, and a piece goes by the number of the turn at which it is put."""

    def __init__(self, rows: int, columns: int, across: list[bytes], down: list[bytes], pieces: list[int]) -> None:
        # Crossings are indices into lists, row after row. A row above, one below and a column at the right, to which no
        # roads lead, are a frame around them. So the crossing below is `row` further on.
        row = columns + 1
        frame = b"0" * row
        right = frame + b"".join(roads + b"00" for roads in across) + frame
        below = frame + b"".join(roads + b"0" for roads in down) + frame + frame
        self.directions = [Direction(right, 1), Direction(below, row)]

        # A piece is four numbers: its colour, its level, its row and its column.
        self.colour = pieces[0::4]
        self.level = pieces[1::4]
        self.crossing_at = [x * row + y - 1 for x, y in zip(pieces[2::4], pieces[3::4])]

        # At which turn does a crossing get its piece? One that never does gets a separate turn after all others.
        # So a crossing is empty just after a turn if its own turn comes later.
        self.turn_at = [NONE] * len(right)
        for turn, crossing in enumerate(self.crossing_at):
            self.turn_at[crossing] = turn
        for first in range(row, row + rows * row, row):
            for crossing in range(first, first + columns):
                if self.turn_at[crossing] == NONE:
                    self.turn_at[crossing] = len(self.crossing_at)
                    self.crossing_at.append(crossing)

        self.regions = Regions(len(right))
        self.root = [NONE] * len(self.colour)  # of each piece's region, when it was put
        self.size = [0] * len(self.colour)  # of that region
        self.answers = [0] * len(self.colour)

    def solve(self) -> list[int]:
        """Return how many crossings each piece could reach."""
        for turn in reversed(range(len(self.crossing_at))):
            self.take_away(turn)
        self.position = self.regions.positions()
        for direction in self.directions:
            self.subtract_common(direction)
        self.add_captures()
        return self.answers

    def neighbours(self, crossing: int, road: int) -> list[int]:
        """Return the crossings to which roads of a type lead."""
        found = []
        for direction in self.directions:
            if direction.roads[crossing - direction.step] == road:
                found.append(crossing - direction.step)
            if direction.roads[crossing] == road:
                found.append(crossing + direction.step)
        return found

    def take_away(self, turn: int) -> None:
        """Go back to before a turn: empty its crossing. Then count what its piece could reach, as far as is known."""
        crossing = self.crossing_at[turn]
        root = crossing
        for neighbour in self.neighbours(crossing, OPEN):
            if self.turn_at[neighbour] > turn:
                other = self.regions.find(neighbour)
                if other != root:
                    root = self.regions.merge(root, other, turn)
        ends = [(direction, direction.merge(crossing, self.turn_at)) for direction in self.directions]
        if turn >= len(self.answers):
            return  # there never was a piece

        self.root[turn] = root
        self.size[turn] = size = self.regions.size[root]
        count = size - 1
        targets = self.neighbours(crossing, ORDINARY)  # crossings on which a move may end, but not go on
        for direction, (first, last) in ends:
            count += (last - first) // direction.step
            # Where a straight road leads on from an end of the run, the next crossing isn't empty.
            before, after = first - direction.step, last + direction.step
            if direction.roads[before] == STRAIGHT:
                targets.append(before)
            if direction.roads[last] == STRAIGHT:
                targets.append(after)
            if first != last and size > 1:
                # How much of the run is in the region will be subtracted. That includes this crossing, so add it here.
                count += 1
                direction.starts.setdefault(before, []).append(turn)
                direction.stops.setdefault(last, []).append(turn)
        for target in targets:
            count += self.may_end_on(turn, target) and not self.region_reaches(turn, target)
        self.answers[turn] = count

    def may_end_on(self, turn: int, target: int) -> bool:
        """Return whether a crossing is empty at a turn, or has a piece that the new one may capture."""
        other = self.turn_at[target]
        return other > turn or (self.colour[other] != self.colour[turn] and self.level[other] <= self.level[turn])

    def region_reaches(self, turn: int, target: int) -> bool:
        """Return whether a crossing is in the region of the piece put at a turn, or next to it."""
        for crossing in [target] if self.turn_at[target] > turn else self.neighbours(target, OPEN):
            if self.turn_at[crossing] > turn and self.regions.find(crossing) == self.root[turn]:
                return True
        return False

    def sum_of_region(self, tree: FenwickTree, turn: int) -> int:
        """Return the sum of the numbers in the region of the piece put at a turn."""
        begin = self.position[self.root[turn]]
        return tree.sum(begin, begin + self.size[turn])

    def subtract_common(self, direction: Direction) -> None:
        """Subtract from each answer how many crossings of the run, its own included, are in the region."""
        # In the tree, the crossings on the way so far have a 1.
        tree = FenwickTree(len(self.position))
        for first in range(direction.step):
            for crossing in range(first, len(self.position), direction.step):
                tree.add(self.position[crossing], 1)
                for turn in direction.starts.get(crossing, ()):
                    self.answers[turn] += self.sum_of_region(tree, turn)
                for turn in direction.stops.get(crossing, ()):
                    self.answers[turn] -= self.sum_of_region(tree, turn)

    def add_captures(self) -> None:
        """Add to each answer how many pieces next to the region the piece could capture."""
        of_level: list[list[int]] = [[] for _ in range(len(self.level) + 1)]
        for turn, level in enumerate(self.level):
            of_level[level].append(turn)
        trees = [FenwickTree(len(self.position)) for _ in "01"]
        for turns in of_level:
            for turn in turns:
                self.write_numbers(turn, trees[self.colour[turn]])
            for turn in turns:
                self.answers[turn] += self.sum_of_region(trees[1 - self.colour[turn]], turn)

    def write_numbers(self, turn: int, tree: FenwickTree) -> None:
        """Add the numbers written for the piece put at a turn to a tree."""
        # A side that gets into one region with an earlier side brings a -1. Where k regions with sides are connected,
        # that is the first side in each of them, except the very first one: k - 1 times.
        crossing = self.crossing_at[turn]
        sides: list[int] = []
        for side in self.neighbours(crossing, OPEN):
            if self.turn_at[side] > turn:
                tree.add(self.position[side], 1)
                if sides:
                    connection = max([self.regions.turn_connected(side, other) for other in sides])
                    tree.add(self.position[self.crossing_at[connection]], -1)
                sides.append(side)
        if sides:
            tree.add(self.position[crossing], -1)


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: a line for each piece of each board, which has at least two columns."""
    words = iter(data.split())
    answers = []
    for _ in range(int(next(words))):
        rows, columns, q = int(next(words)), int(next(words)), int(next(words))
        across = [next(words) for _ in range(rows)]
        down = [next(words) for _ in range(rows - 1)]
        pieces = [int(next(words)) for _ in range(4 * q)]
        answers += Board(rows, columns, across, down, pieces).solve()
    return "".join(f"{answer}\n" for answer in answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
