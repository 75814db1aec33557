"""What the README shows is what happens."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import support

README = (support.ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (support.ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)
CONSOLE = COMMAND.findall(README)
TIME = re.compile(r"\d+\.\d s|[\d.]+ a second")


def test_library_example() -> None:
    code = "".join(re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL))
    expected = [line.split("  # ")[1].split(":")[0] for line in code.splitlines() if line.lstrip().startswith("print")]
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(code, {})
    assert shown.getvalue().splitlines() == expected


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_console_example(command: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(support.SAMPLES)
    run = f'refsol() {{ {shlex.quote(sys.executable)} -P -m refsol "$@"; }}; {command} 2>&1'
    done = subprocess.run(["sh", "-c", run], capture_output=True, cwd=tmp_path, check=False)
    assert done.stdout.decode() == output


def test_there_are_examples() -> None:
    assert len(CONSOLE) >= 4


def test_the_tour(tmp_path: Path) -> None:
    """The commands of the tour, one after another, print what it shows, but for times."""
    (tmp_path / "samples").symlink_to(support.SAMPLES)
    (tmp_path / "docs").symlink_to(support.ROOT / "docs")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "refsol").write_text(f'#!/bin/sh\nexec {sys.executable} -P -m refsol "$@"\n', encoding="ascii")
    (programs / "refsol").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "TERM": "dumb",
        "COLUMNS": "100",
    }
    commands = COMMAND.findall(TOUR)
    assert len(commands) >= 7
    for command, output in commands:
        done = subprocess.run(
            ["sh", "-c", f"{command} 2>&1"], capture_output=True, cwd=tmp_path, env=environment, check=False
        )
        assert TIME.sub("…", done.stdout.decode()) == TIME.sub("…", output), command
