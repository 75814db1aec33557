"""The network of the guide for learning: how long it learns, and how it then scores against players without one.

``python benchmarks/learning.py [--rounds N] [--size N] [--pairs N]`` lets the network of ``docs/nogo/learner.py`` learn
for this many rounds, and plays this many pairs of games, from near-even openings, against each opponent. It prints the
table of the page. For a move, everybody but the network alone has the same number of playouts or evaluations. The
seeds are always the same; but sums in numpy may be rounded differently on another machine, and then all games differ.
"""

import argparse
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, TypeAlias

import guide

from refsol.nogo import Board, Game, Search
from refsol.nogo.play.environments.evaluation import Evaluator
from refsol.nogo.play.match.openings import openings
from refsol.nogo.play.match.ratings import elo_difference
from refsol.portable import is_compiled

SCRIPT: Final = Path(__file__).parent.parent / "docs" / "nogo" / "learner.py"
SIMULATIONS: Final = 100  # a move
BATCH: Final = 8

Player: TypeAlias = Callable[[Game, int], int]
"""Returns the move in a game, given a seed."""


def alone(network: Evaluator) -> Player:
    """Return the player that makes the move with the largest prior."""
    return lambda game, _seed: max(Search(game, evaluator=network).children(), key=lambda child: child.prior).point


def with_search(network: Evaluator) -> Player:
    """Return the player that makes the move that a search with the network finds."""

    def move(game: Game, _seed: int) -> int:
        search = Search(game, evaluator=network, batch=BATCH)
        search.run(SIMULATIONS)
        return search.best()

    return move


def searching(policy: str, selection: str) -> Player:
    """Return the player that makes the move that a search without a network finds, with a strong prior for RAVE."""

    def move(game: Game, seed: int) -> int:
        search = Search(game, seed=seed, policy=policy, selection=selection, prior=300.0)
        search.run(SIMULATIONS)
        return search.best()

    return move


def flat() -> Player:
    """Return the player that makes the move that wins most often in uniform playouts."""
    players = guide.load()
    return lambda game, seed: int(players.by_flat_games(game, SIMULATIONS, Random(seed)))


def match(first: Player, second: Player, size: int, count: int) -> list[int]:
    """Return how many pairs of games the first player loses both of, wins one of, and wins both of."""
    pairs = [0, 0, 0]
    for seed, names in enumerate(openings(size, None, count, "1").moves):
        won = 0
        for turn in (0, 1):
            game = Game(Board(size))
            for name in names:
                game.play_point(game.board.parse(name))
            players = (first, second)[:: 1 - 2 * turn]
            start = len(game.moves)
            while game.winner is None:
                game.play_point(players[(len(game.moves) - start) % 2](game, 1000 * seed + len(game.moves)))
            won += (len(game.moves) - start) % 2 == 1 - turn
        pairs[won] += 1
    return pairs


def main() -> None:
    """Let the network learn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=140)
    parser.add_argument("--size", type=int, default=7)
    parser.add_argument("--pairs", type=int, default=100)
    options = parser.parse_args()
    if not is_compiled():
        print("refsol is interpreted here", file=sys.stderr)
    learner = guide.load(SCRIPT)
    begin = process_time()
    for number, found in enumerate(islice(learner.learning(options.size), options.rounds), 1):
        network, loss = found
        if number % 10 == 0:
            print(f"round {number}: loss {loss:.3f}, after {process_time() - begin:.0f} s", file=sys.stderr)
    opponents = {
        "uniform playouts": flat(),
        "UCT with uniform playouts": searching("uniform", "uct"),
        "RAVE, contested, `--prior 300`": searching("contested", "rave"),
    }
    print("| player | opponent | score | Elo (95 %) |\n|---|---|---|---|")
    for name, player in {"network alone": alone(network), "search with the network": with_search(network)}.items():
        for other, opponent in opponents.items():
            pairs = match(player, opponent, options.size, options.pairs)
            elo = elo_difference(pairs)
            score = f"{pairs[1] + 2 * pairs[2]} of {2 * options.pairs}"
            print(
                f"| {name} | {other} | {score} | {elo.difference:+.0f}, {elo.low:+.0f} to {elo.high:+.0f} |", flush=True
            )


if __name__ == "__main__":
    main()
