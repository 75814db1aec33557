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


def last_data_set(data: bytes) -> bytes:
    """Return the last of an input's five large data sets for NOIP chess; all would take the plain solution minutes."""
    lines = data.splitlines()
    begin = end = 1
    while end < len(lines):
        begin, (rows, _columns, pieces) = end, map(int, lines[end].split())
        end = begin + 2 * rows + pieces  # a line for the sizes, the roads along rows and between them, the pieces
    return b"\n".join([b"1", *lines[begin:end]]) + b"\n"


@pytest.mark.skipif(not support.COMPILED, reason="the largest inputs take too long interpreted")
@pytest.mark.parametrize(("problem", "family"), FAMILIES)
def test_largest_input(problem: str, family: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(data := load(problem).jury.family(family).generate(f"{problem} {family}"))
    assert find_errors(load(problem).jury, data) == []
    # This is no measurement. It catches a solver of the wrong complexity, which would run for hours.
    done = support.refsol_process(problem, "solve", os.fspath(path), seconds=30)
    assert (done.returncode, done.stderr) == (0, b"")
    again = last_data_set(data) if problem == "chess" else data
    plain = run(PYTHONS[-1], support.ROOT / "refsol" / problem / "plain.py", stdin=again)
    assert plain.returncode == 0
    assert plain.stdout == done.stdout[-len(plain.stdout) :]
    assert problem == "chess" or len(plain.stdout) == len(done.stdout)
    if problem == "nogo":
        assert done.stdout == nogo.solve(data, liberties="exact")
        smaller = load(problem).jury.family(family).generate(f"{problem} {family}", {"size": 200})
        assert nogo.solve(smaller, random=True, seed=1) == nogo.solve(smaller, random=True, seed=1, liberties="exact")
