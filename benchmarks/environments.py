"""Environments for programs that learn: refsol's NoGo and PettingZoo's own Go, by steps a second, in one run.

``python benchmarks/environments.py [--rounds N] [--seconds S]`` plays random legal actions on each board size with
PettingZoo's ``go_v5``, with refsol's environment for PettingZoo, and with batches of refsol's games, alternately, and
prints medians over the rounds. A step is one move in one game, with all that an agent sees before it: planes and mask.
For environments of PettingZoo, that is one ``last`` and one ``step``.

The times are processor times of the environments only, all of which use one thread; choosing actions isn't counted. It
needs the extra ``pettingzoo``, and pygame for ``go_v5``, which is left out otherwise.
"""

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from statistics import median
from types import ModuleType
from typing import Final, NamedTuple, Protocol

import numpy
from numpy.typing import NDArray

from refsol.nogo import Board, Game
from refsol.nogo.play.environments import pettingzoo
from refsol.nogo.play.environments.batch import Batch
from refsol.portable import is_compiled

SIZES: Final = (9, 19)
BATCHES: Final = (1, 64, 1024)
SEED: Final = 1
OURS: Final = "refsol, PettingZoo"
GO: Final = "go_v5, PettingZoo"


class Environment(Protocol):
    """The part of an environment of PettingZoo that is used here; the library has no types."""

    def reset(self) -> None:
        """Begin a new game."""

    def last(self) -> tuple[dict[str, NDArray[numpy.int8]], float, bool, bool, object]:
        """Return what the agent to move sees, its reward, and whether it has ended or was cut off."""

    def step(self, action: int) -> None:
        """Play."""


class Round(NamedTuple):
    """Steps, and the seconds that they took."""

    steps: int
    seconds: float


def in_turns(env: Environment, seconds: float, rng: numpy.random.Generator) -> Round:
    """Play random actions in an environment of PettingZoo for about this many seconds; a reset counts as part of it."""
    clock = time.process_time
    steps, spent = 0, 0.0
    start = clock()
    env.reset()
    while spent < seconds:
        observation, _reward, ended, cut_off, _info = env.last()
        if ended or cut_off:
            env.reset()
            continue
        spent += clock() - start
        action = int(rng.choice(numpy.flatnonzero(observation["action_mask"])))
        start = clock()
        env.step(action)
        steps += 1
    return Round(steps, spent)


def at_once(batch: Batch, seconds: float, rng: numpy.random.Generator) -> Round:
    """Play random actions in all games of a batch for about this many seconds."""
    clock = time.process_time
    _, masks = batch.reset()
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = (masks * rng.random(masks.shape, numpy.float32)).argmax(axis=1)
        start = clock()
        batch.step(actions)
        spent += clock() - start
        steps += len(actions)
    return Round(steps, spent)


def contestants(size: int) -> dict[str, Callable[[float, numpy.random.Generator], Round]]:
    """Return what is compared on boards of a size, by name, each as a function that plays for some seconds."""
    found: dict[str, Callable[[float, numpy.random.Generator], Round]] = {}
    module = import_go()
    if module is not None:
        go: Environment = module.env(board_size=size)
        found[GO] = partial(in_turns, go)
    nogo: Environment = pettingzoo.env(size)
    found[OURS] = partial(in_turns, nogo)
    for count in BATCHES:
        batch = Batch(Game(Board(size)), count)
        words = "1 game" if count == 1 else f"{count} games"
        found[f"refsol, batch of {words}"] = partial(at_once, batch)
    return found


def import_go() -> ModuleType | None:
    """Return PettingZoo's module ``go_v5``, or None without pygame."""
    with warnings.catch_warnings(action="ignore"):  # PettingZoo's own modules are to be reached in another way soon
        try:
            return import_module("pettingzoo.classic.go_v5")
        except ImportError:
            return None


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="measurements of each environment (default: 9)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a measurement (default: 1)")
    arguments = parser.parse_args()
    if not is_compiled():
        print("refsol is interpreted here", file=sys.stderr)
    if import_go() is None:
        print("pygame is not installed: go_v5 is left out", file=sys.stderr)
    print("| size | environment | steps/s, median (min–max) | of go_v5 |")
    print("|---|---|---|---|")
    for size in SIZES:
        plays = contestants(size)
        speeds: dict[str, list[float]] = {name: [] for name in plays}
        rng = numpy.random.default_rng(SEED)
        for _round in range(arguments.rounds):
            for name, play in plays.items():
                done = play(arguments.seconds, rng)
                speeds[name].append(done.steps / done.seconds)
        for name, found in speeds.items():
            line = f"| {size} | {name} | {shown(median(found))} ({shown(min(found))}–{shown(max(found))}) "
            ratio = median(found) / median(speeds[GO]) if GO in speeds else None
            print(
                f"{line}| {'-' if ratio is None else f'{ratio:.1f}×' if ratio < 10 else f'{ratio:.0f}×'} |", flush=True
            )


def shown(speed: float) -> str:
    """Return a speed with three digits that count, and commas."""
    digits = 10 ** max(0, len(str(int(speed))) - 3)
    return f"{round(speed / digits) * digits:,}"


if __name__ == "__main__":
    main()
