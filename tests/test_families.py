"""In compiled mode, the command line solves every worst case at the published limits, as the plain solution does."""

import os
from pathlib import Path

import pytest
import support
from test_bundles import PYTHONS, run

from refsol import nogo
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load

pytestmark = pytest.mark.slow

FAMILIES = [(name, family.name) for name in NAMES for family in load(name).jury.families if family.largest]


@pytest.mark.skipif(not support.COMPILED, reason="the largest inputs take too long interpreted")
@pytest.mark.parametrize(("problem", "family"), FAMILIES)
def test_largest_input(problem: str, family: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(data := load(problem).jury.family(family).generate(f"{problem} {family}"))
    assert find_errors(load(problem).jury, data) == []
    # This is no measurement. It catches a solver of the wrong complexity, which would run for hours.
    done = support.refsol_process(problem, "solve", os.fspath(path), seconds=30)
    assert (done.returncode, done.stderr) == (0, b"")
    plain = run(PYTHONS[-1], support.ROOT / "refsol" / problem / "plain.py", stdin=data)
    assert (plain.returncode, plain.stdout) == (0, done.stdout)
    if problem == "nogo":
        assert done.stdout == nogo.solve(data, liberties="exact")
        assert nogo.solve(data, random=True, seed=1) == nogo.solve(data, random=True, seed=1, liberties="exact")
