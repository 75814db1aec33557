"""The first rounds of the network of the guide for learning, which ``benchmarks/learning.py`` lets learn for longer."""

from importlib.util import find_spec
from itertools import islice
from types import ModuleType
from typing import Final

import guide
import pytest
import support

if find_spec("numpy") is None:
    pytest.skip("numpy is not installed", allow_module_level=True)

import learning
import numpy
from pages import run_python

from refsol.nogo import Board, Game
from refsol.nogo.play.environments.batch import Batch

pytestmark = pytest.mark.docs

SIZE: Final = 3


@pytest.fixture(scope="module")
def learner() -> ModuleType:
    """Return the guide's program, whose network is smaller here and learns less in a round."""
    module = guide.load(support.ROOT / "docs" / "nogo" / "learner.py")
    vars(module).update(HIDDEN=64, RATE=0.003, UPDATES=16, SAMPLE=128)
    return module


def test_the_page_prints_what_it_shows() -> None:
    run_python((support.ROOT / "docs" / "nogo" / "learning.md").read_text(encoding="utf-8"))


def test_the_loss_goes_down_after_the_first_round(learner: ModuleType) -> None:
    losses = [loss for _network, loss in islice(learner.learning(SIZE, games=4, simulations=8), 2)]
    assert losses[0] > losses[1] > 0
    assert losses[0] == next(learner.learning(SIZE, games=4, simulations=8))[1]


def test_a_round_is_what_happened_in_its_games(learner: ModuleType) -> None:
    rng = numpy.random.default_rng(1)
    network = learner.Network(SIZE * SIZE, rng)
    batch = Batch(Game(Board(SIZE)), 3)
    seen = learner.play(network, batch, 4, rng)
    shape = (learner.STEPS, 3)
    assert seen.planes.shape == (learner.STEPS * 3, 4, SIZE, SIZE)
    assert numpy.allclose(seen.policy.sum(axis=1), 1)
    assert not seen.policy[seen.masks == 0].any()
    # The winner makes the last move, so results alternate, and the last one of a game is 1.
    results, stones = seen.results.reshape(shape), seen.planes[:, :2].sum(axis=(1, 2, 3)).reshape(shape)
    ends = stones[1:] == 0
    assert (results[:-1][ends] == 1).all()
    assert numpy.allclose(results[:-1][~ends], 1 - results[1:][~ends])


def test_a_network_learns_what_it_is_shown(learner: ModuleType) -> None:
    rng = numpy.random.default_rng(1)
    network = learner.Network(SIZE * SIZE, rng)
    seen = learner.play(network, Batch(Game(Board(SIZE)), 3), 4, rng)
    losses = [network.learn(*seen) for _update in range(100)]
    assert losses[-1] < 0.8 * losses[0]


def test_the_benchmark_plays_matches(learner: ModuleType) -> None:
    network = learner.Network(25, numpy.random.default_rng(1))
    for player in (learning.alone(network), learning.flat()):
        assert sum(learning.match(player, learning.alone(network), 5, 2)) == 2
    assert learning.match(learning.alone(network), learning.alone(network), 5, 3) == [0, 3, 0]
