"""How often NoGo's search finds a winning move where there is one, as the exact outcomes tell.

``python benchmarks/endgames.py [--positions N]`` plays random moves on boards of :data:`SIZE` until few points are
empty, looks for positions in which some moves win and others lose, lets ``Search`` choose, and prints how often it
chooses a move that wins. Nothing depends on time: the figures are the same in every run, in either mode.
"""

import argparse
from collections.abc import Iterator
from typing import Final, NamedTuple

from refsol.nogo import EMPTY, Board, Game, Search, outcome
from refsol.structures.xoshiro import Xoshiro128

SIZE: Final = 5
EMPTY_POINTS: Final = (8, 11, 14)
SIMULATIONS: Final = (30, 100, 300, 1000, 3000, 10000)


class Endgame(NamedTuple):
    """A position in which the side to move can win, and can lose."""

    game: Game
    winning: frozenset[int]
    """The points that win."""
    legal: int
    """The number of legal moves."""


def endgames(empty: int) -> Iterator[Endgame]:
    """Yield endgames with this many ``empty`` points, without end; the random moves are always the same."""
    rng = Xoshiro128(empty)
    while True:
        game = Game(Board(SIZE))
        while len(game.board.points(EMPTY)) > empty and game.winner is None:
            points = game.legal_points()
            game.move(points[rng.below(len(points))])
        points = game.legal_points()
        winning = frozenset(int(point) for point in points if _wins(game, int(point)))
        if 0 < len(winning) < len(points):
            yield Endgame(game, winning, len(points))


def _wins(game: Game, point: int) -> bool:
    """Return whether the side to move wins with a move on ``point``."""
    after = game.copy()
    after.move(point)
    return outcome(after).winner == game.to_move


def is_right(endgame: Endgame, simulations: int, seed: int, selection: str = "rave") -> bool:
    """Return whether a search chooses a winning move."""
    search = Search(endgame.game, seed=seed, selection=selection)
    search.run(simulations)
    return search.best() in endgame.winning


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300, help="positions of a row (default: 300)")
    count = parser.parse_args().positions
    print(f"| empty points | selection | {' | '.join(map(str, SIMULATIONS))} | a random move |")
    print(f"|{'---|' * (len(SIMULATIONS) + 3)}")
    for empty in EMPTY_POINTS:
        source = endgames(empty)
        found = [next(source) for _ in range(count)]
        chance = sum(len(endgame.winning) / endgame.legal for endgame in found)
        for selection in ("rave", "uct"):
            cells = []
            for simulations in SIMULATIONS:
                right = sum(is_right(endgame, simulations, k, selection) for k, endgame in enumerate(found))
                cells.append(f"{100 * right / count:.1f}")
            print(f"| {empty} | {selection} | {' | '.join(cells)} | {100 * chance / count:.1f} |", flush=True)


if __name__ == "__main__":
    main()
