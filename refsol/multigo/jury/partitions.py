"""Boards divided among players: starting positions for inputs of Multi-Go.

A ``partition`` is a list of ``height`` rows of ``width`` cells, at least one of each; a cell holds the number of its
territory, from 1 on. Most partitions are legal for one reason: every territory is connected and has a single run of
cells in each row it meets, so the other cells of that row have a straight path to the left or right edge of the board.

Random choices are drawn from ``rng``. All functions take O(NM), and trust their callers.
"""

from random import Random

from refsol.multigo.board import OUTSIDE


def single(height: int, width: int) -> list[list[int]]:
    return [[1] * width for _ in range(height)]


def single_cells(height: int, width: int) -> list[list[int]]:
    return [list(range(x * width + 1, (x + 1) * width + 1)) for x in range(height)]


def columns(height: int, width: int) -> list[list[int]]:
    return [list(range(1, width + 1)) for _ in range(height)]


def fringes(height: int, width: int, separate: bool) -> list[list[int]]:
    """Make every other column a territory; cells in between join the left one or, if ``separate``, stand alone."""
    solid = (width + 1) // 2
    partition = [[y // 2 + 1 for y in range(width)] for _ in range(height)]
    if separate:
        for x in range(height):
            for y in range(1, width, 2):
                partition[x][y] = solid + x * (width // 2) + y // 2 + 1
    return partition


def serpentine(rng: Random, height: int, width: int, mean: int) -> list[list[int]]:
    """Cut a path back and forth through all rows into territories of 1 to 2·mean − 1 cells, ``mean`` on average."""
    partition: list[list[int]] = []
    territory = 0
    left = 0
    for x in range(height):
        row: list[int] = []
        for _ in range(width):
            if left == 0:
                territory += 1
                left = rng.randint(1, 2 * mean - 1)
            left -= 1
            row.append(territory)
        if x % 2 == 1:
            row.reverse()
        partition.append(row)
    return partition


def combs(height: int, width: int) -> list[list[int]]:
    """Return two combs: the teeth of the left one are in the even rows, those of the right one in the odd rows."""
    if width == 1:
        return single(height, width)
    return [[1] * (width - 1) + [2] if x % 2 == 0 else [1] + [2] * (width - 1) for x in range(height)]


def spirals(height: int, width: int) -> list[list[int]]:
    """Return two territories, a spiral inwards from a corner and the corridor between its turns; both meet the edge."""
    partition = [[2] * width for _ in range(height)]
    x, y = 0, 0
    dx, dy = 0, 1
    partition[0][0] = 1
    turns = 0
    while turns < 2:
        if owner_at(partition, x + dx, y + dy) == 2 and owner_at(partition, x + 2 * dx, y + 2 * dy) != 1:
            x, y = x + dx, y + dy
            partition[x][y] = 1
            turns = 0
        else:
            dx, dy = dy, -dx
            turns += 1
    return partition


def owner_at(partition: list[list[int]], x: int, y: int) -> int:
    inside = 0 <= x < len(partition) and 0 <= y < len(partition[x])
    return partition[x][y] if inside else OUTSIDE


def border(partition: list[list[int]]) -> list[int]:
    """Return the cells that share a side with another territory, each as ``x * width + y`` with x and y from 0."""
    height, width = len(partition), len(partition[0])
    cells: list[int] = []
    for x, row in enumerate(partition):
        above = partition[max(x - 1, 0)]
        below = partition[min(x + 1, height - 1)]
        for y, owner in enumerate(row):
            beside = owner != row[max(y - 1, 0)] or owner != row[min(y + 1, width - 1)]
            if beside or owner != above[y] or owner != below[y]:
                cells.append(x * width + y)
    return cells


def blobs(rng: Random, height: int, width: int, side: int) -> list[list[int]]:
    """Return territories of about ``side`` × ``side`` cells with ragged left and right borders.

    The board is cut into vertical bands, and these into pieces. The border between two bands moves by at most one
    column a row, within a quarter of ``side`` of its mean column. It stays straight where a band is so narrow
    that two rows of it might not touch.
    """
    bands = max(1, width // side)
    territory = [0] * bands
    left = [0] * bands  # rows until the band's next cut
    border = [band * side for band in range(bands)] + [width]
    slack = side // 4
    count = 0
    partition: list[list[int]] = []
    for _ in range(height):
        row: list[int] = []
        for band in range(bands):
            if left[band] == 0:
                count += 1
                territory[band] = count
                left[band] = rng.randint((side + 1) // 2, side + side // 2)
            left[band] -= 1
            row += [territory[band]] * (border[band + 1] - border[band])
        partition.append(row)
        for band in range(1, bands):
            wandered = border[band] + rng.choice((-1, 0, 1))
            if abs(wandered - band * side) <= slack:
                border[band] = wandered
    return partition


def ring(rng: Random, height: int, width: int) -> list[list[int]]:
    """Return a ring (2) with a one-cell gap (1, 3 or 4), its inside (3) and its outside (1); not always legal.

    If the gap is a corner of the ring, only a diagonal step leads out of it. Needs at least three rows and columns.
    """
    top, left = rng.randrange(height - 2), rng.randrange(width - 2)
    bottom, right = rng.randrange(top + 2, height), rng.randrange(left + 2, width)
    partition = single(height, width)
    ring: list[tuple[int, int]] = []
    for x in range(top, bottom + 1):
        for y in range(left, right + 1):
            inside = top < x < bottom and left < y < right
            partition[x][y] = 3 if inside else 2
            if not inside:
                ring.append((x, y))
    x, y = rng.choice(ring)
    partition[x][y] = rng.choice((1, 3, 4))
    return partition


def transposed(partition: list[list[int]]) -> list[list[int]]:
    return [[row[y] for row in partition] for y in range(len(partition[0]))]


def territories(partition: list[list[int]]) -> int:
    return max([max(row) for row in partition])


def renumbered(rng: Random, partition: list[list[int]], players: int) -> list[list[int]]:
    """Give the territories to different players drawn from 1..``players``; there must be enough of them."""
    player = [0, *rng.sample(range(1, players + 1), territories(partition))]
    return [[player[territory] for territory in row] for row in partition]
