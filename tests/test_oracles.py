"""Every solver against an oracle, which follows the statement literally, and against the plain solution.

These share nothing with the solver; the plain solution not even how it reads its input. On the largest inputs it is
compared in test_families.py.
"""

from importlib import import_module
from random import Random

import pytest
import support

from refsol import multigo, nogo, somegame
from refsol.jury import testing
from refsol.multigo.oracle import is_legal
from refsol.nogo.oracle import first_wrong_line
from refsol.problem import NAMES, load
from refsol.somegame import oracle as somegame_oracle


@pytest.mark.parametrize("name", NAMES)
def test_solver_agrees_with_the_oracle(name: str) -> None:
    testing.check_oracle(load(name), support.CASES, support.FRESH)


@pytest.mark.parametrize("name", NAMES)
def test_solver_agrees_with_the_plain_solution(name: str) -> None:
    solve = import_module(f"refsol.{name}.plain").solve
    for seed in support.seeds():
        data = support.GENERATE[name](Random(seed))
        assert solve(data).encode() == support.SOLVE[name](data, {}), f"seed {seed!r}:\n{data.decode()}"


def test_lenient_reading_of_some_game() -> None:
    for seed in support.seeds():
        data = support.GENERATE["somegame"](Random(seed))
        answer = somegame.solve(data, reading="lenient")
        assert answer == somegame_oracle.solve(data, "lenient"), f"seed {seed!r}:\n{data.decode()}"


def test_random_and_exact_games_of_nogo() -> None:
    for k, seed in enumerate(support.seeds(support.CASES // 2)):
        data = support.GENERATE["nogo"](Random(seed))
        game = nogo.solve(data, random=True, seed=k)
        assert first_wrong_line(data, game) == 0, f"seed {seed!r}:\n{data.decode()}"
        assert game == nogo.solve(data, random=True, seed=k, liberties="exact"), f"seed {seed!r}:\n{data.decode()}"
        assert nogo.solve(data) == nogo.solve(data, liberties="exact"), f"seed {seed!r}:\n{data.decode()}"


def test_legality_check_of_multigo() -> None:
    legal = 0
    for seed in support.seeds():
        rng = Random(seed)
        height, width, players = rng.randint(1, 5), rng.randint(1, 5), rng.randint(2, 4)
        numbers = [str(rng.randint(1, rng.randint(1, players))) for _ in range(height * width)]
        board = multigo.read_board(f"{height} {width} {players} 1 {' '.join(numbers)}".encode())
        found = multigo.violations(board)
        legal += not found
        assert (not found) == is_legal(board), f"seed {seed!r}: {numbers}"
    assert support.CASES // 20 < legal < support.CASES * 19 // 20
