"""A figure of Some Game: the cycles of a direction."""

from math import gcd
from typing import Final

from refsol.problem.scene import Cell, Ground, Piece, PieceKind, Scene, Stroke, take_scene

HEIGHT: Final = 4
WIDTH: Final = 6
STEP: Final = (2, 1)
"""Knight steps, two rows down and one column to the right."""


def cycles() -> list[list[Cell]]:
    """Return the cycles of the direction, each from its square in the upper left corner of ``rows`` × ``columns``."""
    (down, right), rows = STEP, gcd(STEP[0], HEIGHT)
    turn = HEIGHT // rows
    columns = gcd(turn * right, WIDTH)
    length = turn * (WIDTH // columns)
    return [
        [((row + k * down) % HEIGHT + 1, (column + k * right) % WIDTH + 1) for k in range(length)]
        for row in range(rows)
        for column in range(columns)
    ]


def torus() -> tuple[Scene, ...]:
    """Return the board with the cycle of every square and its place on it, and a stroke through the first cycle."""
    found = cycles()
    pieces = {
        cell: Piece(f"{'ABCDEFGH'[number]}{place}", PieceKind.PLAYER, number + 1)
        for number, cycle in enumerate(found)
        for place, cell in enumerate(cycle)
    }
    scene = take_scene(Ground.SQUARES, HEIGHT, WIDTH, lambda x, y: pieces[x, y])
    rows = gcd(STEP[0], HEIGHT)
    turn = HEIGHT // rows
    columns = gcd(turn * STEP[1], WIDTH)
    words = (
        f"rows = gcd({STEP[0]}, {HEIGHT}) = {rows}, turn = {HEIGHT} / {rows} = {turn}, "
        f"columns = gcd({turn} · {STEP[1]}, {WIDTH}) = {columns}. So {rows} · {columns} squares, one of each cycle, "
        f"are in the upper left corner, and each cycle has {turn} · {WIDTH} / {columns} = {len(found[0])} squares."
    )
    return (
        scene._replace(
            strokes=(Stroke((*found[0], found[0][0]), STEP),),
            title=f"steps {STEP} on {HEIGHT} rows and {WIDTH} columns: {len(found)} cycles",
            description=words,
        ),
    )
