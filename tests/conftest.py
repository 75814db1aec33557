"""The choice of tests, Hypothesis settings, and a report header with the seed that repeats a failing random case."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import refsol  # before anything that imports librt, which may be missing

# isort: split
import pytest
import support
from chromium import chromium, skip_or_fail
from hypothesis import HealthCheck, settings

from refsol.cli.main import describe

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# By these variables, which CI sets, rich and typer write colours to files, too.
for _forced in ("GITHUB_ACTIONS", "FORCE_COLOR", "PY_COLORS"):
    os.environ.pop(_forced, None)

settings.register_profile(
    "refsol", deadline=None, max_examples=300 if support.COMPILED else 60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("refsol")


# These need POSIX: they run commands within limits, fork, or run the pages' commands in a shell.
if os.name == "nt":
    collect_ignore = [
        "mutants.py",
        "test_command.py",
        "test_docs.py",
        "test_hostile.py",
        "test_jury_cli.py",
        "test_mutants.py",
        "test_sixth.py",
        "test_stress.py",
    ]

# A shell's background jobs ignore SIGINT, those of nohup SIGHUP, and programs inherit that. The tests start programs
# and send them these signals.
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_configure(config: pytest.Config) -> None:
    """Where neither tests nor marks are chosen, choose the tests without a mark of those in ``pyproject.toml``."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.markexpr:
        marks = [line.partition(":")[0] for line in config.getini("markers") if ": tests " in line]
        config.option.markexpr = f"not ({' or '.join(marks)})"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Stop the garbage collector while tests are collected, and exempt them: it would take half of that time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, in compiled runs, the tests that interpreted runs make once and for all."""
    if support.COMPILED:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("once")])
        items[:] = [item for item in items if not item.get_closest_marker("once")]


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Return Chromium without a window; ``chromium.py`` says what that needs."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the directory of a built site, which ``REFSOL_SITE`` names."""
    if "REFSOL_SITE" not in os.environ:
        skip_or_fail("REFSOL_SITE doesn't name a built site")
    return Path(os.environ["REFSOL_SITE"]).resolve()


def pytest_report_header() -> list[str]:
    return [
        f"{describe()} from {refsol.__path__[0]}",
        f"{support.CASES} random cases a problem; REFSOL_SEED={support.FRESH_SEED} repeats the fresh half",
    ]
