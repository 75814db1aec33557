"""A wrong solution to Chess: a crossing to which roads of two types lead counts twice."""

import sys

ORDINARY, STRAIGHT, OPEN = "123"
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def ends(road, piece, start, kind):
    found = []
    stack = [(start, step) for step in STEPS]
    while stack:
        (x, y), step = stack.pop()
        there = (x + step[0], y + step[1])
        if road.get(((x, y), step)) != kind or there == start or there in found:
            continue
        found.append(there)
        if there not in piece and kind != ORDINARY:
            stack += [(there, turn) for turn in STEPS if kind == OPEN or turn == step]
    return found


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    height, _, pieces = (int(next(words)) for _ in range(3))
    road = {}
    for dx, dy in ((0, 1), (1, 0)):
        for x in range(1, height + 1 - dx):
            for y, kind in enumerate(next(words), 1):
                road[(x, y), (dx, dy)] = road[(x + dx, y + dy), (-dx, -dy)] = kind
    piece = {}
    for _ in range(pieces):
        colour, level, x, y = (int(next(words)) for _ in range(4))
        piece[x, y] = (colour, level)
        count = 0
        for kind in (ORDINARY, STRAIGHT, OPEN):
            for there in ends(road, piece, (x, y), kind):
                other, its_level = piece.get(there, (1 - colour, 0))
                count += other != colour and its_level <= level
        print(count)
