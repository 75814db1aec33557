"""Mistyped names of scripts, which are no fault of a program."""

from pathlib import Path

import pytest

from refsol.jury.scripts import missing_script


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("python3 wrogn.py", "wrogn.py"),
        ("/usr/bin/python3.14 -u dir/wrogn.py x.py", "dir/wrogn.py"),
        ("python wrogn", "wrogn"),
        ("pypy3 -X utf8 wrogn", None),
        ("java -jar wrogn.jar", "wrogn.jar"),
        ("java -cp classes Main", None),
        ("java Main", None),
        ("node wrogn.js", "wrogn.js"),
        ("node wrogn", None),
        ("bash wrogn.sh", "wrogn.sh"),
        ("sh -c wrogn.sh", None),
        ("sh -ec wrogn.sh", None),
        ("python3 -c wrogn.py", None),
        ("python3 -m wrogn.py", None),
        ("perl -ne wrogn.pl", None),
        ("perl wrogn.pl", "wrogn.pl"),
        ("python3 right.py wrogn.py", None),
        ("python3 directory", None),
        ("python3 -", None),
        ("python3", None),
        ("./python-like wrogn.py", None),
        ("cat wrogn.py", None),
        (f"python3 {'x' * 5000}", None),
    ],
)
def test_scripts_that_do_not_exist(command: str, missing: str | None, tmp_path: Path) -> None:
    (tmp_path / "right.py").touch()
    (tmp_path / "directory").mkdir()
    assert missing_script(command.split(), str(tmp_path)) == missing


def test_an_empty_argument_is_no_script(tmp_path: Path) -> None:
    assert missing_script(["python3", ""], str(tmp_path)) is None
