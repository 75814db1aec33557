"""Openings of NoGo for matches: random moves after which both sides win about as often, as a search finds.

``python benchmarks/near_even.py > refsol/nogo/play/match/openings.txt`` makes the openings that ship with refsol. The
same refsol makes the same file, byte for byte, in either mode. On one core it takes some minutes, compiled; with sizes
as arguments, only their openings are made.

A line is an opening: the size of the board, the share of simulations that black has won, and the moves. These are
random legal ones, as many as :data:`PLIES` says. An opening is kept if the share, of all :data:`SIMULATIONS` of a
search without prior, is within :data:`MARGIN` of a half, and if no symmetry of the board turns the position into an
earlier one. The share of the best move alone would say less: it is that of far fewer simulations, and the largest of
many.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from typing import Final

from refsol.nogo import Board, Game, Search
from refsol.structures.xoshiro import Xoshiro128

COUNTS: Final = {5: 100, 6: 100, 7: 100, 8: 100, 9: 500, 11: 100, 13: 100, 19: 100}
"""How many openings there are, by the board's size."""
PLIES: Final = 4
"""How many moves an opening has. Their number is even, so that it is black's turn again."""
SIMULATIONS: Final = 10_000
"""The simulations of a search."""
EXPLORATION: Final = 0.25
"""How much the search tries all moves, also those that seem worse, which shares of wins depend on."""
EXPAND_AFTER: Final = 4
"""The visits after which a leaf gets children."""
MARGIN: Final = 0.015
"""How far the share of wins may be from a half."""


def share_of_black(game: Game) -> float:
    """Return the share of the simulations of a search that black has won; it is black's turn."""
    search = Search(game, seed=1, exploration=EXPLORATION, policy="contested", prior=0.0, expand_after=EXPAND_AFTER)
    search.run(SIMULATIONS)
    return sum(child.wins for child in search.children()) / SIMULATIONS


def near_even(size: int) -> Iterator[str]:
    """Yield the lines of openings on boards of a ``size``, without end."""
    rng = Xoshiro128(size)
    seen: set[int] = set()
    while True:
        game = Game(Board(size))
        for _ in range(PLIES):
            points = game.legal_points()
            game.move(points[rng.below(len(points))])
        if game.canonical_key in seen:
            continue
        seen.add(game.canonical_key)
        share = share_of_black(game)
        if abs(share - 0.5) <= MARGIN:
            yield f"{size} {share:.3f} {' '.join(map(game.board.name, game.moves))}"


def main() -> None:
    """Print the openings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help="sizes of boards (default: all)")
    for size in parser.parse_args().sizes or COUNTS:
        for line in islice(near_even(size), COUNTS[size]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
