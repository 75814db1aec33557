"""The guide to a sixth problem: ``examples/lamps`` is installed, tested, used and compiled, in another directory."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
import support
from installing import offer, search_path
from pages import run_commands

pytestmark = pytest.mark.slow

LAMPS: Final = support.ROOT / "examples" / "lamps"
Run = Callable[..., tuple[int, str]]


@pytest.mark.skipif(support.COMPILED, reason="everything in the guide is interpreted")
def test_the_guide_builds_a_sixth_problem(tmp_path: Path) -> None:
    """What is installed goes to a directory in which Python looks for packages as in its own; nothing is downloaded."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(f"import site; site.addsitedir({os.fspath(site)!r})")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "examples").symlink_to(support.ROOT / "examples")
    page = (support.ROOT / "docs" / "sixth.md").read_text(encoding="utf-8")
    pip = {"PIP_TARGET": str(site), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    run_commands(page, tmp_path / "work", PYTHONPATH=search_path(site), REFSOL_PURE="1", **pip)
    assert "\n$ pip install " in page
    assert "&& pytest " in page
    assert "&& mypy\n" in page


@pytest.fixture
def lamps(tmp_path: Path) -> Run:
    """Run Python in a copy of the package, as if it were installed in place; return its status and what it prints."""
    shutil.copytree(LAMPS, tmp_path / "lamps", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    offer(tmp_path / "site", "lamps = refsol_lamps", "refsol-lamps")
    path = search_path(tmp_path / "lamps", tmp_path / "site")

    def run(*words: str, **environment: str) -> tuple[int, str]:
        variables = {**os.environ, "COLUMNS": "100", "PYTHONPATH": path, **environment}
        command = [sys.executable, "-P", *words]
        pipe, out = subprocess.PIPE, subprocess.STDOUT
        done = subprocess.run(
            command, cwd=tmp_path / "lamps", env=variables, stdout=pipe, stderr=out, timeout=300, check=False
        )
        return done.returncode, done.stdout.decode()

    return run


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("package polygon polygon.zip", 0, "polygon.zip: polygon, 17 tests"),
        ("bundle --checker", 0, "#!/usr/bin/env python3"),
        ("--nonsense", 2, "refsol lamps"),  # by way of the full command line
    ],
)
def test_other_commands_know_the_problem(words: str, status: int, said: str, lamps: Run) -> None:
    found, printed = lamps("-m", "refsol", "lamps", *words.split())
    assert (found, said in printed) == (status, True), printed


@pytest.mark.skipif(not support.COMPILED, reason="this run is interpreted")
def test_the_package_can_be_compiled(lamps: Run, tmp_path: Path) -> None:
    """Then its tests compare the two modes."""
    setup = tmp_path / "lamps" / "setup.py"
    quickly = setup.read_text(encoding="utf-8").replace('opt_level="3"', 'opt_level="0"')
    assert 'opt_level="0"' in quickly
    setup.write_text(quickly, encoding="utf-8")
    status, printed = lamps("setup.py", "build_ext", "--inplace", REFSOL_COMPILE="1")
    assert status == 0, printed
    status, printed = lamps("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "11 passed" in printed, printed
