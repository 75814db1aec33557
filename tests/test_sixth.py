"""The guide to a sixth problem: a copy of the tree, in which its commands make one of what stands in docs/sixth."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import support
from pages import run_commands


def test_the_guide_builds_a_sixth_problem(tmp_path: Path) -> None:
    """Its commands also compare with the oracle, look at docstrings and run mypy; all of it interpreted."""
    for name in ("refsol", "docs", "samples", "tests"):
        copytree(
            support.ROOT / name, tmp_path / name, ignore=ignore_patterns("*.so", "*.pyd", "mode.txt", "__pycache__")
        )
    (tmp_path / "pyproject.toml").write_bytes((support.ROOT / "pyproject.toml").read_bytes())
    page = (tmp_path / "docs" / "sixth.md").read_text(encoding="utf-8")
    run_commands(page, tmp_path, PYTHONPATH=str(tmp_path), REFSOL_PURE="1", REFSOL_CASES="200", REFSOL_SEED="1")
    assert "\n$ pytest " in page
    assert "\n$ mypy " in page
