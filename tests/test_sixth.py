"""The guide to a sixth problem: its commands add the package in docs/sixth to a copy of the tree."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
import support
from pages import run_commands


@pytest.mark.skipif(support.COMPILED, reason="everything in the guide is interpreted")
def test_the_guide_builds_a_sixth_problem(tmp_path: Path) -> None:
    """The commands also compare with the oracle, check docstrings and run mypy; everything is interpreted."""
    for name in ("refsol", "docs", "samples", "tests"):
        copytree(
            support.ROOT / name, tmp_path / name, ignore=ignore_patterns("*.so", "*.pyd", "mode.txt", "__pycache__")
        )
    (tmp_path / "pyproject.toml").write_bytes((support.ROOT / "pyproject.toml").read_bytes())
    page = (tmp_path / "docs" / "sixth.md").read_text(encoding="utf-8")
    run_commands(page, tmp_path, PYTHONPATH=str(tmp_path), REFSOL_PURE="1", REFSOL_CASES="200", REFSOL_SEED="1")
    assert "\n$ pytest " in page
    assert "\n$ mypy " in page
