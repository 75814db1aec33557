"""Multi-Go (ONTAK 2022): cells change hands, and territories must stay connected and free of holes.

Every cell of a board belongs to a player. A position is legal when (1) each player's cells, the *territory*, are
connected through common sides, and (2) no territory encloses a cell of another player: from each such cell a path leads
off the board, over sides and corners, that avoids the territory. So a legal territory is connected and has no hole.

Given a legal position, decide for each move "cell (x, y) goes to player p" whether the position after it would be
legal. If so, make the move. It changes two territories: the *loser's*, which the cell leaves, and the *gainer's*, which
it joins. The ring of the eight cells around the cell decides; those outside the board count as another player's. A
*run* is a maximal sequence of neighbouring cells of the ring that one player owns; it *touches* the cell if one of them
shares a side with it.

- The loser. If two or more runs touch the cell, they are connected through the cell only: with another connection, the
  cell would have closed a ring around cells of other players. So the territory would fall apart. If one run does, every
  path through the cell can go along the run instead. Only if that is the whole ring would the cell be a hole:
  otherwise a step leads to another player's cell on the ring, and from there a path leads off the board.
- The gainer. If no run touches the cell, the territory would not be connected. If two or more do, they are connected
  elsewhere, and the cell would close a ring: a hole. If one does, every path of the others through the cell can go
  around it instead, along the ring outside the run. A corner of the gainer's that doesn't touch the cell is no obstacle
  on this way: a diagonal step leads past it.

So exactly one run of each must touch the cell, and the loser's must not be the whole ring. Such a cell is called a
*simple point* (A. Rosenfeld, 1970). There are three exceptions: a loser may lose its only cell, a player without cells
may gain any, and a move that gives a cell to its owner changes nothing. A move takes O(1); everything together takes
O(NM + K + Q) for N rows, M columns, K players and Q moves.
"""

import sys


def touching_runs(ring: list[int], player: int) -> int:
    """Return how many runs of a player touch a cell, given the owners of the eight cells around it.

    The ring goes clockwise and begins in the north: cells with even indices share a side with the cell in the middle,
    the others only a corner. A run that touches it is counted at its last cell with an even index: the corner after
    that, or the next cell with an even index, isn't the player's. If the whole ring is the player's, there is no last
    one, and the result is 0: the cell would become a hole. (This is S. Yokoi's connectivity number.)
    """
    runs = 0
    for side in range(0, 8, 2):
        if ring[side] == player and not (ring[side + 1] == player and ring[(side + 2) % 8] == player):
            runs += 1
    return runs


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: a line, YES or NO, for each move."""
    numbers = list(map(int, data.split()))
    height, width, players, _moves = numbers[:4]

    # The board is one list, row after row, in a frame of cells that belong to nobody, player 0. So every cell has eight
    # neighbours, and the cell below is `stride` further on.
    stride = width + 2
    owner = [0] * (stride * (height + 2))
    read = 4
    for x in range(1, height + 1):
        owner[x * stride + 1 : x * stride + 1 + width] = numbers[read : read + width]
        read += width
    cells = [0] * (players + 1)  # how many cells each player has
    for player in owner:
        cells[player] += 1

    answers = []
    for move in range(read, len(numbers), 3):
        x, y, gainer = numbers[move : move + 3]
        cell = x * stride + y
        loser = owner[cell]
        north, south = cell - stride, cell + stride
        around = (north, north + 1, cell + 1, south + 1, south, south - 1, cell - 1, north - 1)
        ring = [owner[neighbour] for neighbour in around]
        legal = gainer == loser or (
            (cells[loser] == 1 or touching_runs(ring, loser) == 1)
            and (cells[gainer] == 0 or touching_runs(ring, gainer) == 1)
        )
        if legal:
            owner[cell] = gainer
            cells[loser] -= 1
            cells[gainer] += 1
        answers.append("YES\n" if legal else "NO\n")
    return "".join(answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
