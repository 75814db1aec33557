"""A NoGo player that uses flat Monte Carlo: it makes the move that wins the most random games."""

from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import repeat
from random import Random

from refsol.nogo import Board, Game, Playouts

Move = tuple[int, int]


def position(size: int, moves: Iterable[Move]) -> Game:
    """Return the game after the given moves on an empty board; black begins."""
    game = Game(Board(size))
    for x, y in moves:
        game.play(x, y)
    return game


def wins(size: int, moves: list[Move], games: int, seed: int) -> int:
    """Return how many of ``games`` random games are won by the side that moved last."""
    playouts = Playouts(position(size, moves), seed)
    return sum(len(playouts.play()) % 2 == 0 for _ in range(games))


def best(size: int, moves: list[Move], games: int, executor: Executor) -> Move:
    """Return the best move, the first one if several are equally good; there must be a legal one."""
    legal = position(size, moves).legal_moves()
    after = [[*moves, move] for move in legal]
    seeds = range(len(moves) * size**2, len(moves) * size**2 + len(legal))
    scores = executor.map(wins, repeat(size), after, repeat(games), seeds, chunksize=4)
    return max(zip(scores, legal, strict=True), key=lambda scored: scored[0])[1]


def match(size: int, games: int, seed: int, executor: Executor) -> bool:
    """Let the player, as white, play against random moves; return whether it wins."""
    rng, moves = Random(seed), list[Move]()
    while legal := position(size, moves).legal_moves():
        is_ours = len(moves) % 2
        moves.append(best(size, moves, games, executor) if is_ours else rng.choice(legal))
    return len(moves) % 2 == 0  # the side that can't move loses


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as executor:
        won = sum(match(5, 20, seed, executor) for seed in range(6))
    print(f"won {won} of 6 matches against random moves")
