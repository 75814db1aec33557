"""The stored measurements, and the tables and the plot made from them; nothing is measured here."""

import shlex
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Final

import near_even
import others
import pytest
import results
import support
from processes import Run, families, generate

from refsol.jury.validation import is_valid
from refsol.problem import NAMES, load

STORED: Final = results.load(results.STORED)


@pytest.mark.parametrize(
    ("page", "tables"),
    [("docs/benchmarks.md", results.overview), ("README.md", lambda stored: results.summary(stored.rows))],
)
def test_pages_have_the_stored_results(page: str, tables: Callable[[results.Results], str]) -> None:
    """The tables on the pages and the plot on the site come from the same run."""
    between = "<!-- benchmarks: begin -->\n{}<!-- benchmarks: end -->\n".format
    assert between(tables(STORED)) in (support.ROOT / page).read_text(encoding="utf-8")
    assert results.EVERY_FAMILY.read_text(encoding="utf-8") == results.table(STORED.rows)


@pytest.mark.parametrize("problem", NAMES)
def test_inputs_are_generated(problem: str, tmp_path: Path) -> None:
    family = families(problem)[0]
    generate(problem, family, tmp_path / "input", 0.001)
    assert is_valid(load(problem).jury, (tmp_path / "input").read_bytes())


def test_results_survive_their_file(tmp_path: Path) -> None:
    results.save(STORED, tmp_path / "results.json")
    assert results.load(tmp_path / "results.json") == STORED


# 10 runs: refsol takes 3 s and the peer 2 s, 1 s of them start-up; some runs are slower by a second.
DELAYS: Final = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0]
STARTS: Final = [Run(1.0 + delay, 8.0) for delay in DELAYS]
ROW: Final = results.Row(
    problem="nogo",
    family="dots",
    share=1.0,
    input_bytes=10**6,
    refsol_runs=[Run(3.0 + delay, 20.0) for delay in DELAYS],
    peer_runs=[Run(2.0 + delay, 10.0) for delay in DELAYS],
    refsol_starts=STARTS,
    peer_starts=STARTS,
    interpreted=None,
)


def test_net_times_are_without_the_start_up_after_each_run() -> None:
    assert ROW.net_ratio() == 2.0
    unsteady = [Run(run.seconds - less, 8.0) for run, less in zip(STARTS, [0.0] * 7 + [4.0] * 3, strict=True)]
    assert ROW._replace(refsol_starts=unsteady).net_ratio() == 2.0
    assert ROW._replace(peer_starts=[Run(5.0, 8.0)] * 4 + STARTS[4:]).net_ratio() == 2.0
    assert set(ROW.ratios()) == {3 / 2, 4 / 3}
    assert ROW._replace(peer_starts=[Run(run.seconds - 0.0005, 8.0) for run in ROW.peer_runs]).net_ratio() is None
    assert ROW._replace(peer_runs=[], peer_starts=[]).net_ratio() is None
    half = ROW._replace(share=0.5, refsol_runs=ROW.peer_runs)
    assert results.table([half, ROW]).endswith(
        "| nogo | dots | 2.00 | 1.42 (1.33–1.50) | 1.0 | 3500.0 | 2500.0 | 2000.0 | 1000.0 "
        "| 20 | 10 | 12.0 | 2.0 | 2.00 | 1.00 | - |\n"
    )
    assert results.summary([half, ROW]).endswith("| nogo | 1 | 2.00, 2.00, 2.00 | 2.00 | 1.42, 1.42, 1.42 |\n")


def test_without_a_compiler_refsol_is_reported_alone() -> None:
    alone = ROW._replace(peer_runs=[], peer_starts=[])
    assert results.table([alone]).endswith(
        "| nogo | dots | - | - | 1.0 | 3500.0 | - | 2000.0 | - | 20 | - | 12.0 | - | - | - | - |\n"
    )
    assert results.summary([alone]).count("\n") == 2  # the header only


def test_the_plot_shows_each_problem_with_refsol_and_cpp() -> None:
    plot = pytest.importorskip("plot", reason="matplotlib is not installed")
    svg = ET.fromstring(plot.draw(STORED.rows))
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    for name in ("multigo", "somegame", "chess", "nogo"):
        assert name in texts
    assert texts.count("refsol") == texts.count("C++") == 4
    assert "C++" not in plot.draw([row._replace(peer_runs=[], peer_starts=[]) for row in STORED.rows])


def test_openings_are_those_that_are_made() -> None:
    lines = (
        (support.ROOT / "refsol" / "nogo" / "play" / "match" / "openings.txt").read_text(encoding="ascii").splitlines()
    )
    sizes = [int(line.split()[0]) for line in lines]
    assert {size: sizes.count(size) for size in sizes} == near_even.COUNTS
    assert {line.count(" ") for line in lines} == {near_even.PLIES + 1}
    rounding = 0.00051
    assert all(abs(float(line.split()[1]) - 0.5) < near_even.MARGIN + rounding for line in lines)
    if support.COMPILED:
        assert lines[0] == next(near_even.near_even(sizes[0]))


@pytest.mark.slow
@support.needs_posix
def test_matches_against_other_programs(tmp_path: Path) -> None:
    """One that loses all games by a fault; what it has played already counts."""
    row = others.Row("crash", "nogo-mcts", "--fault crash", "--simulations 2", ("--size", "5"), "5 × 5")
    player = shlex.join([sys.executable, str(support.ROOT / "tests" / "gtp_player.py")])
    for games in (2, 4):
        cells = others.play(row, player, games, 2, tmp_path).split(" | ")
        assert cells[2:4] == ["5 × 5", f"{games}–0"]
        assert cells[4].startswith("∞ (")
        assert cells[5] == f"refsol 0, the other {games}"
    assert (tmp_path / "crash.jsonl").read_text().count("\n") == 5
    assert {row.program for row in others.ROWS} == {*others.PROGRAMS}
