"""A figure of Some Game: the cycles of a direction."""

from typing import Final

from living_figures.somegame import cycles_of, walk

from refsol.problem.scene import Ground, Piece, PieceKind, Scene, Stroke, take_scene

HEIGHT: Final = 4
WIDTH: Final = 6
STEP: Final = (2, 1)
"""Knight steps, two rows down and one column to the right."""


def torus() -> tuple[Scene, ...]:
    """Return the board with the cycle of every square and its place on it, and a stroke through the first cycle."""
    rows, period, columns, _length = cycles_of(STEP, HEIGHT, WIDTH)
    firsts = [(x, y) for x in range(1, rows + 1) for y in range(1, columns + 1)]
    found = [list(walk(first, STEP, HEIGHT, WIDTH)) for first in firsts]
    pieces = {
        cell: Piece(f"{'ABCDEFGH'[number]}{place}", PieceKind.PLAYER, number + 1)
        for number, cycle in enumerate(found)
        for place, cell in enumerate(cycle)
    }
    scene = take_scene(Ground.SQUARES, HEIGHT, WIDTH, lambda x, y: pieces[x, y])
    words = (
        f"rows = gcd({STEP[0]}, {HEIGHT}) = {rows}, period = {HEIGHT} / {rows} = {period}, "
        f"columns = gcd({period} · {STEP[1]}, {WIDTH}) = {columns}. So {rows} · {columns} squares, one of each cycle, "
        f"are in the upper left corner, and each cycle has {period} · {WIDTH} / {columns} = {len(found[0])} squares."
    )
    return (
        scene._replace(
            strokes=(Stroke((*found[0], found[0][0]), STEP),),
            title=f"steps {STEP} on {HEIGHT} rows and {WIDTH} columns: {len(found)} cycles",
            description=words,
        ),
    )
