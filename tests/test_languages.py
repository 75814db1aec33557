"""Mistyped names of programs and scripts, which are no fault of a program."""

from pathlib import Path

import pytest
from support import Patch, toml

from refsol.jury.run.languages import missing_script, program_at
from refsol.jury.run.program import StartError


@pytest.mark.parametrize(
    ("command", "missing"),
    [*toml("languages")["scripts"], (f"python3 {'x' * 5000}", "x" * 5000)],
)
def test_scripts_that_do_not_exist(command: str, missing: str, tmp_path: Path) -> None:
    (tmp_path / "right.py").touch()
    (tmp_path / "directory").mkdir()
    assert missing_script(command.split(), str(tmp_path)) == (missing or None)


def test_an_empty_argument_is_no_script(tmp_path: Path) -> None:
    assert missing_script(["python3", ""], str(tmp_path)) is None


def test_what_is_wrong_with_the_name_of_a_program(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, mode in (("mine", 0o755), ("mine.py", 0o644)):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(mode)
    (tmp_path / "directory").mkdir()
    assert program_at("./mine") == str(tmp_path / "mine")
    for word, wrong in toml("languages")["programs"].items():
        with pytest.raises(StartError) as raised:
            program_at(word)
        assert str(raised.value) == f"{word}: {wrong}"
