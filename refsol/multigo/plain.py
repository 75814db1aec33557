"""Multi-Go (ONTAK 2022): cells change hands, and territories must stay connected and free of holes.

Every cell of a board belongs to a player. A position is legal when (1) each player's cells, the *territory*, are
connected through common edges, and (2) no territory encloses a cell of another player: that cell has a path to the edge
of the board, over edges and corners, that avoids the territory. So a legal territory is connected and has no hole.

Given a legal position, decide for each move "cell (x, y) goes to player p" whether the position after it would be
legal. If so, make the move. It changes two territories: the loser's, which the cell leaves, and the winner's, which it
joins. The eight cells around the cell decide both questions:

- The loser's territory stays connected if one part of it touches the cell. Two parts would be connected through the
  cell only: another connection would have closed a ring with the cell, around cells of other players. And if all eight
  cells are the loser's, the cell would be a hole.
- The winner's territory stays connected if it touches the cell. It gets a hole if two parts of it touch the cell: they
  are connected somewhere else, and the cell closes the ring.

So both territories must touch the cell in exactly one part. It is then called a simple point of each (A. Rosenfeld,
1970). There are three exceptions: a loser may lose its only cell, a winner may gain its first one, and a move that
gives a cell to its owner changes nothing. A move takes O(1), everything together O(NM + K + Q).
"""

import sys


def touching_parts(ring: list[int], player: int) -> int:
    """Return how many parts of a player's territory touch a cell, given the owners of the eight cells around it.

    The ring goes clockwise and begins in the north: cells with even indices share a side with the cell in the middle,
    the others only a corner. A part that touches it is a run of the player's cells on the ring that contains a side.
    The last side in such a run is one from which the player's cells don't lead on, by the corner after it, to the next
    side. So these are counted. (This is S. Yokoi's connectivity number. If the whole ring is the player's, it is 0.)
    """
    parts = 0
    for side in range(0, 8, 2):
        if ring[side] == player and not (ring[side + 1] == player and ring[(side + 2) % 8] == player):
            parts += 1
    return parts


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: a line, YES or NO, for each move."""
    numbers = list(map(int, data.split()))
    height, width, players, _moves = numbers[:4]

    # The board is one list, row after row, in a frame of cells that belong to nobody, player 0. So every cell has eight
    # neighbours, and the cell below is one row further on.
    row = width + 2
    owner = [0] * (row * (height + 2))
    read = 4
    for x in range(1, height + 1):
        owner[x * row + 1 : x * row + 1 + width] = numbers[read : read + width]
        read += width
    cells = [0] * (players + 1)  # how many cells each player has
    for player in owner:
        cells[player] += 1

    answers = []
    for move in range(read, len(numbers), 3):
        x, y, winner = numbers[move : move + 3]
        cell = x * row + y
        loser = owner[cell]
        north, south = cell - row, cell + row
        around = (north, north + 1, cell + 1, south + 1, south, south - 1, cell - 1, north - 1)
        ring = [owner[neighbour] for neighbour in around]
        legal = winner == loser or (
            (cells[loser] == 1 or touching_parts(ring, loser) == 1)
            and (cells[winner] == 0 or touching_parts(ring, winner) == 1)
        )
        if legal:
            owner[cell] = winner
            cells[loser] -= 1
            cells[winner] += 1
        answers.append("YES\n" if legal else "NO\n")
    return "".join(answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
