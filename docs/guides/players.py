"""Players of NoGo, each stronger than the one before, as engines that speak the Go Text Protocol (GTP).

``python docs/guides/players.py PLAYER`` answers the commands of standard input. ``--games`` is the
number of games that a player may play to find a move; equal seeds give equal moves.
"""

import argparse
import math
from collections.abc import Callable
from functools import partial
from random import Random

from refsol.nogo import BLACK, WHITE, Game, Playouts, Search, gtp


def at_random(game: Game, _games: int, source: Random) -> int:
    """Return any legal move."""
    points = game.legal_points()
    return points[source.randrange(len(points))]


def by_flat_games(game: Game, games: int, source: Random, policy: str = "uniform") -> int:
    """Return the move that wins most often; each begins the same number of games."""
    points = game.legal_points()
    share = max(1, games // len(points))

    def losses(point: int) -> int:
        game.move(point)
        theirs = Playouts(game, source.getrandbits(64), policy).wins(share)
        game.undo()
        return theirs

    return min(points, key=losses)


def by_mobility(game: Game, _games: int, source: Random) -> int:
    """Return a move after which we have as many moves as possible, and the other side as few."""

    def difference(point: int) -> float:
        game.move(point)
        theirs: int = len(game.legal_points())
        ours: int = len(game.legal_points(BLACK + WHITE - game.to_move))
        game.undo()
        return ours - theirs + source.random()  # of equally good moves, any

    return max(game.legal_points(), key=difference)


class Node:
    """A position in a tree of games, reached by a move to ``point``."""

    def __init__(self, point: int = 0) -> None:
        self.point = point
        self.visits = 0
        self.wins = 0  # of the player who moved to the point
        self.children: list[Node] = []

    def chosen(self) -> "Node":
        """Return the child with the best chances (UCB1): it wins often, or hasn't been tried often yet."""
        log_visits = math.log(self.visits)
        return max(self.children, key=lambda child: child.bound(log_visits))

    def bound(self, log_visits: float) -> float:
        """Return the share of wins, and a bonus for a child that was tried rarely."""
        return self.wins / self.visits + 0.25 * math.sqrt(log_visits / self.visits) if self.visits else math.inf


def by_tree(game: Game, games: int, source: Random) -> int:
    """Return the move that was tried most often in a tree of games that grows towards good moves (UCT)."""
    root = Node()
    for _ in range(games):
        path = [root]
        while path[-1].children:
            path.append(path[-1].chosen())
            game.move(path[-1].point)
        if path[-1].visits or path[-1] is root:  # a new leaf is played from once before it gets children
            path[-1].children = [Node(point) for point in game.legal_points()]
        won = 1 - Playouts(game, source.getrandbits(64), "contested").wins(1)  # by who moved to the leaf
        for node in reversed(path):
            node.visits += 1
            node.wins += won
            won = 1 - won
        for _ in path[1:]:
            game.undo()
    return max(root.children, key=lambda child: child.visits).point


def by_search(game: Game, games: int, source: Random) -> int:
    """Return the move that refsol's own search finds best."""
    search = Search(game, seed=source.getrandbits(64))
    search.run(games)
    return search.best()


PLAYERS: dict[str, Callable[[Game, int, Random], int]] = {
    "random": at_random,
    "flat": by_flat_games,
    "contested": partial(by_flat_games, policy="contested"),
    "mobility": by_mobility,
    "tree": by_tree,
    "search": by_search,
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = Random(options.seed)
    gtp.serve(lambda game: PLAYERS[options.player](game, options.games, source), "a player of the guide")
