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


# 10 runs: refsol took 3 s and the peer 2 s, of which 1 s was start-up.
ROW: Final = results.Row("nogo", "dots", 1.0, 10**6, [Run(3.0, 20.0)] * 10, [Run(2.0, 10.0)] * 10, 1.0, 1.0, None)


def test_net_is_less_start_up() -> None:
    assert ROW.net_ratio() == 2.0
    assert ROW.ratios() == [1.5] * 10
    assert ROW._replace(peer_start=1.9995).net_ratio() is None
    assert ROW._replace(peer_runs=[]).net_ratio() is None
    rows = [ROW._replace(share=0.5, refsol_start=2.0), ROW]
    assert results.table(rows).endswith(
        "| nogo | dots | 2.00 | 1.50 (1.50–1.50) | 1.0 | 3000.0 | 2000.0 | 2000.0 | 1000.0 | 20 | 10 | 2.00 | - |\n"
    )
    assert results.summary(rows).endswith("| nogo | 1 | 2.00, 2.00, 2.00 | 2.00 |\n")


def test_the_picture_shows_each_problem_and_side() -> None:
    picture = pytest.importorskip("picture", reason="matplotlib is not installed")
    svg = ET.fromstring(picture.draw(KEPT.rows))
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    for name in ("multigo", "somegame", "chess", "nogo"):
        assert name in texts
    assert texts.count("refsol") == texts.count("C++") == 4
    assert "C++" not in picture.draw([row._replace(peer_runs=[]) for row in KEPT.rows])
