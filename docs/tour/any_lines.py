"""A wrong solution to Some Game: the winner moved last, but need not have made all of the lines with one stone."""

import sys

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))


def owners_of_lines(board, length):
    height, width = len(board), len(board[0])
    length = min(length, height * width)  # by then, it has come back
    owners = set()
    for x in range(height):
        for y in range(width):
            for dx, dy in STEPS:
                line = {board[(x + k * dx) % height][(y + k * dy) % width] for k in range(length)}
                if len(line) == 1:
                    owners |= line
    return owners - {0}


def verdict(players, board, length):
    stones = [number for row in board for number in row if number > 0]
    if length == 0:
        return "ERROR" if stones else "PLAYER 1"
    for player in range(1, players + 1):
        if stones.count(player) != len(stones) // players + (player <= len(stones) % players):
            return "ERROR"
    owners = owners_of_lines(board, length)
    last = (len(stones) - 1) % players + 1
    return "NO WINNERS" if not owners else f"PLAYER {last}" if owners == {last} else "ERROR"


numbers = list(map(int, sys.stdin.read().split()))
answers = []
while numbers:
    players, width, height, length = numbers[:4]
    end = 4 + height * width
    answers.append(verdict(players, [numbers[k : k + width] for k in range(4, end, width)], length))
    numbers = numbers[end:]
print("\n\n".join(answers))
