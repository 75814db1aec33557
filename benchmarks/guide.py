"""The players of the guide for authors: how fast they play, and how each scores against the one before.

``python benchmarks/guide.py [--matches N] [--games N] [--size N]`` plays a match of this many games, an even number,
between each player of ``docs/guides/players.py`` and its predecessor, where each may play this many games to find a
move, and prints a table for the guide: the games a second that a player plays from the empty board, and the score with
its Elo difference. Only the speed depends on the machine; the openings and seeds are always the same.
"""

import argparse
import json
import shlex
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType
from typing import Final

from refsol.nogo import Board, Game

SCRIPT: Final = Path(__file__).parent.parent / "docs" / "guides" / "players.py"
SECONDS: Final = 2.0  # that the speed of each player is measured for, at least
WHOLE_GAMES: Final = ("random", "mobility")  # who plays no games to find a move: its own games are counted


def load(script: Path = SCRIPT) -> ModuleType:
    """Return a script, unless another one is given that of the guide's players, as a module."""
    spec = spec_from_file_location(script.stem, script)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def speed(players: ModuleType, name: str, size: int, games: int) -> float:
    """Return how many games a second a player plays, on its own or to find the first move."""
    source = Random(1)
    played = 0
    begin = process_time()
    while process_time() < begin + SECONDS:
        game = Game(Board(size))
        if name in WHOLE_GAMES:
            while game.winner is None:
                game.move(players.PLAYERS[name](game, games, source))
            played += 1
        else:
            players.PLAYERS[name](game, games, source)
            played += games
    return played / (process_time() - begin)


def match(first: str, second: str, matches: int, games: int, size: int, jobs: int) -> str:
    """Return the score of the first of two players, and its Elo difference, with an interval of 95 %."""
    program = shlex.join([sys.executable, str(SCRIPT)])
    engines = [f"{program} {name} --games {games}" for name in (first, second)]
    options = ["--games", str(matches), "--size", str(size), "--opening", "4", "--jobs", str(jobs), "--json"]
    command = [sys.executable, "-P", "-m", "refsol", "nogo", "match", *engines, *options]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    if found["faults"]:
        sys.exit(f"a player is at fault: {found['faults'][0]}")
    low, high = (f"{elo:+.0f}" if elo is not None else "∞" for elo in found["elo_interval"])
    elo = "" if found["elo"] is None else f"{found['elo']:+.0f}, "
    return f"{found['wins'][0]} of {found['games']} | {elo}{low} to {high}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    players = load()
    print("| player | games a second | score | Elo |\n|---|---|---|---|")
    before = ""
    for name in players.PLAYERS:
        rate = speed(players, name, options.size, options.games)
        score = match(name, before, options.matches, options.games, options.size, options.jobs) if before else " | "
        print(f"| `{name}` | {rate:,.0f} | {score} |", flush=True)
        before = name
