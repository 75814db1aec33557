"""The measurements that are kept, and what is made of them; nothing here measures."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Final

import pytest
import results
import support
from processes import Run

KEPT: Final = results.load(results.KEPT)


def test_the_readme_tells_what_was_kept() -> None:
    """The tables and the site's picture are of the same run."""
    assert results.report(KEPT) in (support.ROOT / "README.md").read_text(encoding="utf-8")


def test_results_survive_their_file(tmp_path: Path) -> None:
    results.save(KEPT, tmp_path / "results.json")
    assert results.load(tmp_path / "results.json") == KEPT


# 10 runs: refsol took 3 s and the peer 2 s, of which 1 s was start-up, now and then all a second slower.
SLOWER: Final = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0]
STARTS: Final = [Run(1.0 + more, 8.0) for more in SLOWER]
ROW: Final = results.Row(
    problem="nogo",
    family="dots",
    share=1.0,
    input_bytes=10**6,
    refsol_runs=[Run(3.0 + more, 20.0) for more in SLOWER],
    peer_runs=[Run(2.0 + more, 10.0) for more in SLOWER],
    refsol_starts=STARTS,
    peer_starts=STARTS,
    interpreted=None,
)


def test_net_is_less_the_start_up_beside_it() -> None:
    assert ROW.net_ratio() == 2.0
    unsteady = [Run(run.seconds - more, 8.0) for run, more in zip(STARTS, [0.0] * 7 + [4.0] * 3, strict=True)]
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
    assert results.summary([half, ROW]).endswith("| nogo | 1 | 2.00, 2.00, 2.00 | 2.00 |\n")


def test_without_a_compiler_refsol_is_told_alone() -> None:
    alone = ROW._replace(peer_runs=[], peer_starts=[])
    assert results.table([alone]).endswith(
        "| nogo | dots | - | - | 1.0 | 3500.0 | - | 2000.0 | - | 20 | - | 12.0 | - | - | - | - |\n"
    )
    assert results.summary([alone]).count("\n") == 2  # the heading


def test_the_picture_shows_each_problem_and_side() -> None:
    picture = pytest.importorskip("picture", reason="matplotlib is not installed")
    svg = ET.fromstring(picture.draw(KEPT.rows))
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    for name in ("multigo", "somegame", "chess", "nogo"):
        assert name in texts
    assert texts.count("refsol") == texts.count("C++") == 4
    assert "C++" not in picture.draw([row._replace(peer_runs=[], peer_starts=[]) for row in KEPT.rows])
