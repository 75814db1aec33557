"""Every solver against an oracle, which follows the statement literally, and against the plain solution.

These share nothing with the solver; the plain solution not even how it reads its input. On the largest inputs it is
compared in test_families.py.
"""

from importlib import import_module

import pytest
import support
from proof import difference
from wrong import wrong_solutions

from refsol import multigo
from refsol.jury import testing
from refsol.multigo.oracle import is_legal
from refsol.problem import NAMES, load


@pytest.mark.parametrize("name", NAMES)
def test_solver_agrees_with_the_oracle(name: str) -> None:
    testing.check_oracle(load(name), support.CASES, support.FRESH)


@pytest.mark.parametrize("name", NAMES)
def test_solver_agrees_with_the_plain_solution(name: str) -> None:
    solve = import_module(f"refsol.{name}.plain").solve
    for seed, _rng, data in support.inputs(name):
        assert solve(data).encode() == support.SOLVE[name](data, {}), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.parametrize("name", NAMES)
def test_solver_agrees_with_naive_solutions(name: str) -> None:
    """With the right one, of which the wrong ones are made, and now and then with those that are only slow."""
    right = import_module(f"wrong.{name}").solve
    slow = [wrong.solve for wrong in wrong_solutions(name).values() if wrong.slow]
    for k, (seed, _rng, data) in enumerate(support.inputs(name, support.CASES // 4)):
        for solve in [right, *(slow if k % 100 == 0 else ())]:
            assert solve(data).split() == support.SOLVE[name](data, {}).split(), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.parametrize("name", ["multigo", "somegame", "nogo"])
def test_other_readings_and_ways_to_play(name: str) -> None:
    for k, (seed, _rng, data) in enumerate(
        support.inputs(name, support.CASES if name == "somegame" else support.CASES // 2)
    ):
        assert difference(name, data, k) is None, f"seed {seed!r}:\n{data.decode()}"


def test_legality_check_of_multigo() -> None:
    legal = 0
    for seed, rng in support.randoms():
        height, width, players = rng.randint(1, 5), rng.randint(1, 5), rng.randint(2, 4)
        numbers = [str(rng.randint(1, rng.randint(1, players))) for _ in range(height * width)]
        board = multigo.read_board(f"{height} {width} {players} 1 {' '.join(numbers)}".encode())
        found = multigo.violations(board)
        legal += not found
        assert (not found) == is_legal(board), f"seed {seed!r}: {numbers}"
    assert support.CASES // 20 < legal < support.CASES * 19 // 20
