"""A network that learns NoGo by playing against itself; it needs nothing but numpy.

It has two hidden layers, sees a position as the side to move does, and says how likely that side is to win and where it
should play. A search that asks the network plays better than the network alone. So the network learns to say what the
search has found, and who has won in the end, and then the search becomes better again (D. Silver et al., "Mastering the
game of Go without human knowledge", Nature 550, 2017).

``python docs/nogo/learner.py`` lets it learn, and prints its loss after each round.
"""

import argparse
from collections import deque
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from refsol.nogo import Board, Game, Search
from refsol.nogo.play.environments.batch import Batch, Bytes
from refsol.nogo.play.environments.symmetries import image, symmetries

Floats: TypeAlias = NDArray[numpy.float32]

HIDDEN: Final = 192  # units in each hidden layer
RATE: Final = 0.001  # of Adam
STEPS: Final = 32  # moves in each game, in a round
RECENT: Final = 16  # rounds that are learned from
UPDATES: Final = 32  # after each round
SAMPLE: Final = 512  # positions for an update


class Network:
    """Layers of weights, for boards of ``area`` points, and what Adam remembers of their gradients."""

    def __init__(self, area: int, rng: numpy.random.Generator) -> None:
        sizes = [5 * area, HIDDEN, HIDDEN, area + 1]
        weights = [rng.standard_normal((n, m)) / n**0.5 for n, m in pairwise(sizes)]
        self.layers = [numpy.vstack([each, numpy.zeros(each.shape[1])]).astype("f") for each in weights]  # and biases
        self.means = [numpy.zeros_like(layer) for layer in self.layers]
        self.squares = [numpy.zeros_like(layer) for layer in self.layers]
        self.updates = 0

    def __call__(self, planes: Bytes, masks: Bytes) -> tuple[Floats, Floats]:
        """Return the values and priors of positions, as a search asks for them."""
        values, policy, _inputs = self.outputs(planes, masks)
        return values, policy

    def outputs(self, planes: Bytes, masks: Bytes) -> tuple[Floats, Floats, list[Floats]]:
        """Return values, a policy over legal moves, and the inputs of the layers, each with a 1 for the biases."""
        given = numpy.hstack([planes.reshape(len(planes), -1), masks]).astype("f")
        inputs = []
        for layer in self.layers:
            inputs.append(numpy.hstack([given, numpy.ones((len(given), 1), "f")]))
            out = numpy.clip(inputs[-1] @ layer, -30, 30)
            given = numpy.maximum(out, 0)
        odds = numpy.exp(out[:, :-1]) * masks
        return 1 / (1 + numpy.exp(-out[:, -1])), odds / odds.sum(axis=1, keepdims=True), inputs

    def learn(self, planes: Bytes, masks: Bytes, policy: Floats, results: Floats) -> float:
        """Make values more like the ``results``, and policies more like those given; return the loss before."""
        values, priors, inputs = self.outputs(planes, masks)
        loss = -(policy * numpy.log(priors + 1e-9)).sum(axis=1)
        loss -= results * numpy.log(values + 1e-9) + (1 - results) * numpy.log(1 - values + 1e-9)
        slopes = numpy.hstack([priors - policy, (values - results)[:, None]]) / len(planes)
        self.updates += 1
        rate = RATE * (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
        for k in (2, 1, 0):
            gradient = inputs[k].T @ slopes
            slopes = (slopes @ self.layers[k].T * (inputs[k] > 0))[:, :-1]
            self.means[k] += 0.1 * (gradient - self.means[k])
            self.squares[k] += 0.001 * (gradient**2 - self.squares[k])
            self.layers[k] -= rate * self.means[k] / (numpy.sqrt(self.squares[k]) + 1e-8)
        return float(loss.mean())


class Round(NamedTuple):
    """Positions of games of the network against itself: what it saw, what the search found, and who won."""

    planes: Bytes
    masks: Bytes
    policy: Floats
    results: Floats


def play(network: Network, batch: Batch, simulations: int, rng: numpy.random.Generator) -> Round:
    """Play on in all games of a batch."""
    seen, ends = [], []
    for _step in range(STEPS):
        games = [batch.game(k) for k in range(len(batch.masks))]
        policy = numpy.array([visits(network, game, simulations, int(rng.integers(2**32))) for game in games], "f")
        seen.append((batch.observations.copy(), batch.masks.copy(), policy))
        step = batch.step((policy / rng.exponential(size=policy.shape)).argmax(axis=1))  # drawn from the policy
        ends.append((step.ended.copy(), step.rewards.copy()))
    result = network(batch.observations, batch.masks)[0]  # for games that go on: what the network expects
    results = []
    for ended, won in reversed(ends):
        result = numpy.where(ended, won, 1 - result)
        results.append(result)
    planes, masks, policies = (numpy.concatenate(each) for each in zip(*seen, strict=True))
    return Round(planes, masks, policies, numpy.concatenate(results[::-1]))


def visits(network: Network, game: Game, simulations: int, seed: int) -> Floats:
    """Return the share of each action in the simulations of a search."""
    search = Search(game, evaluator=network, noise=0.25, seed=seed)
    search.run(simulations)
    shares = numpy.zeros(int(game.board.rows * game.board.columns), "f")
    for child in search.children():
        shares[game.board.action_of(child.point)] = child.visits / simulations
    return shares


def learning(size: int = 7, games: int = 64, simulations: int = 64, seed: int = 1) -> Iterator[tuple[Network, float]]:
    """Let a network learn, and yield it after each round, with its mean loss."""
    rng = numpy.random.default_rng(seed)
    network = Network(size * size, rng)
    batch = Batch(Game(Board(size)), games)
    images = symmetries(size)
    rounds: deque[Round] = deque(maxlen=RECENT)
    while True:
        rounds.append(play(network, batch, simulations, rng))
        everything = [numpy.concatenate(each) for each in zip(*rounds, strict=True)]
        losses = []
        for _update in range(UPDATES):
            chosen = rng.integers(len(everything[0]), size=SAMPLE)
            planes, masks, policy, results = (each[chosen] for each in everything)
            turn = images[rng.integers(len(images))]
            losses.append(network.learn(image(planes, turn), image(masks, turn), image(policy, turn), results))
        yield network, float(numpy.mean(losses))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=140)
    parser.add_argument("--size", type=int, default=7)
    options = parser.parse_args()
    for number, (_network, loss) in enumerate(islice(learning(options.size), options.rounds), 1):
        print(f"round {number}: loss {loss:.3f}", flush=True)
