"""What the README shows is what happens."""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import support

README = (support.ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^\$ (.+)\n((?:(?!\$ |```).*\n)*)", README, flags=re.MULTILINE)


def test_library_example() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    expected = [line.split("  # ")[1].split(":")[0] for line in code.splitlines() if line.startswith("print")]
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
