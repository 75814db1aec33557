"""Commands that travel: which files go along, and what they are at the other end."""

import os
from pathlib import Path

import pytest
from support import Patch

from refsol.jury.parallel.cluster import pack, unpacked
from refsol.jury.run.program import StartError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="commands need a POSIX system")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A directory with some files, in which the test runs."""
    for name in ("a", "b", "there"):
        (tmp_path / "here" / name).mkdir(parents=True)
    for name in ("a/data", "b/data", "run"):
        (tmp_path / "here" / name).write_text(name, encoding="ascii")
    (tmp_path / "here" / "run").chmod(0o750)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def test_relative_names_of_files_travel(here: Path) -> None:
    words = ["./run", "a/data", "b/data", "-a/data", "no/data", "", "x" * 5000]
    packed = pack(words)
    for name in ("a/data", "b/data", "run"):
        (here / name).unlink()
    run, first, second, *others = unpacked(tuple(packed), label="a").words
    assert others == words[3:]
    assert [Path(word).read_text(encoding="ascii") for word in (run, first, second)] == ["run", "a/data", "b/data"]
    assert (Path(run).name, Path(first).name, Path(second).name) == ("run", "data", "data")
    assert Path(run).stat().st_mode & 0o777 == 0o750


def test_absolute_paths_and_directories_stay(here: Path) -> None:
    assert pack(["sh", str(here / "run"), "there"]) == ["sh", str(here / "run"), str(here / "there")]


@pytest.mark.parametrize(
    ("words", "message"),
    [(["./nothing"], r"^\./nothing: no such program$"), (["./there"], r"^\./there: a directory, not a program$")],
)
def test_a_program_that_cannot_travel(words: list[str], message: str) -> None:
    with pytest.raises(StartError, match=message):
        pack(words)
