"""The plain solutions against the solvers, with which they share nothing, not even how they read their input.

On the largest inputs they are compared in test_families.py.
"""

import ast
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import support
from test_bundles import OLDEST, PYTHONS, run

from refsol.problem import NAMES

PATHS = {name: support.ROOT / "refsol" / name / "plain.py" for name in NAMES}


def solver(name: str) -> Callable[[bytes], str]:
    """Return the function ``solve`` of a plain solution."""
    solve: Callable[[bytes], str] = runpy.run_path(str(PATHS[name]))["solve"]
    return solve


@pytest.mark.parametrize("name", NAMES)
def test_small_inputs(name: str) -> None:
    solve = solver(name)
    for seed in support.seeds():
        data = support.GENERATE[name](Random(seed))
        assert solve(data).encode() == support.SOLVE[name](data, {}), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_program(name: str, python: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.py"
    copy.write_bytes(PATHS[name].read_bytes())
    for sample in sorted((support.SAMPLES / name).glob("*.in")):
        done = run(python, copy, stdin=sample.read_bytes())
        assert (done.returncode, done.stdout, done.stderr) == (0, sample.with_suffix(".ans").read_bytes(), b"")


@pytest.mark.parametrize("name", NAMES)
def test_it_needs_only_an_old_python(name: str) -> None:
    tree = ast.parse(PATHS[name].read_bytes(), feature_version=OLDEST)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            assert node.module in {"collections.abc", "math"}
