"""Every worst case at the published limits is solved, in the compiled mode, as a user would."""

import os
from pathlib import Path
from random import Random

import pytest
import support

from refsol.chess.generator import FAMILIES as CHESS
from refsol.multigo.generator import FAMILIES as MULTIGO
from refsol.nogo.generator import FAMILIES as NOGO
from refsol.somegame.generator import FAMILIES as SOMEGAME
from refsol.tictactoe.generator import FAMILIES as TICTACTOE

FAMILIES = {"multigo": MULTIGO, "somegame": SOMEGAME, "chess": CHESS, "tictactoe": TICTACTOE, "nogo": NOGO}


@pytest.mark.skipif(not support.COMPILED, reason="the largest inputs are for the compiled mode")
@pytest.mark.parametrize(
    ("problem", "family"), [(problem, family) for problem, families in FAMILIES.items() for family in families]
)
def test_largest_input(problem: str, family: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(data := FAMILIES[problem][family](Random(f"{problem} {family}")))
    # No measurement, a guard: a solver of a wrong complexity class would run for hours.
    done = support.refsol_process(problem, "solve", os.fspath(path), seconds=30)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.split(b"\n")
    if problem == "multigo":
        assert len(lines) == int(data.split(maxsplit=4)[3]) + 1
        assert set(lines) <= {b"YES", b"NO", b""}
    elif problem == "somegame":
        assert len(lines) == 20
    elif problem == "nogo":
        assert lines[-2:] == [b"-1 -1", b""]
    else:
        assert done.stdout == support.SOLVE[problem](data, {})
