"""The guide to a sixth problem: its commands write the package, install it, and use it, in a directory of its own."""

import os
from pathlib import Path

import pytest
import support
from installing import search_path
from pages import run_commands

pytestmark = pytest.mark.slow


@pytest.mark.skipif(support.COMPILED, reason="everything in the guide is interpreted")
def test_the_guide_builds_a_sixth_problem(tmp_path: Path) -> None:
    """What is installed goes to a directory in which Python looks for packages as in its own; nothing is downloaded."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(f"import site; site.addsitedir({os.fspath(site)!r})")
    (tmp_path / "work").mkdir()
    page = (support.ROOT / "docs" / "sixth.md").read_text(encoding="utf-8")
    pip = {"PIP_TARGET": str(site), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    run_commands(page, tmp_path / "work", PYTHONPATH=search_path(site), REFSOL_PURE="1", **pip)
    assert "\n$ pip install " in page
    assert "&& pytest " in page
    assert "&& mypy\n" in page
