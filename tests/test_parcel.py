"""Commands that travel: which files go along, and what must be at the other end."""

import os
from pathlib import Path

import pytest
from support import Patch

from refsol.jury.parallel.relay import Parcel, pack
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


def unpacked(parcel: Parcel, directory: Path) -> list[str]:
    from refsol.jury.parallel.relay import unpack

    directory.mkdir()
    return unpack(parcel, str(directory)).words


def test_relative_names_of_files_travel(here: Path, tmp_path: Path) -> None:
    words = ["./run", "a/data", "b/data", "-a/data", "no/data", "", "x" * 5000]
    parcel = pack(words)
    for name in ("a/data", "b/data", "run"):
        (here / name).unlink()
    run, first, second, *others = unpacked(parcel, tmp_path / "arrived")
    assert others == words[3:]
    assert [Path(word).read_text(encoding="ascii") for word in (run, first, second)] == ["run", "a/data", "b/data"]
    assert (Path(run).name, Path(first).name, Path(second).name) == ("run", "data", "data")
    assert Path(run).stat().st_mode & 0o777 == 0o750
    assert parcel.needed == ()


def test_absolute_paths_and_directories_must_be_there(here: Path, tmp_path: Path) -> None:
    parcel = pack(["sh", str(here / "run"), "there"], directory=str(here))
    assert (parcel.files, set(parcel.needed)) == ({}, {str(here), str(here / "run"), str(here / "there")})
    assert unpacked(parcel, tmp_path / "arrived") == ["sh", str(here / "run"), str(here / "there")]
    (here / "run").unlink()
    with pytest.raises(StartError, match=r"/run: no such file or directory$"):
        unpacked(parcel, tmp_path / "again")
    with pytest.raises(StartError, match=r"^/no/such: no such file or directory$"):
        unpacked(pack(["/no/such"]), tmp_path / "third")
    with pytest.raises(StartError, match=r"^no-such-program: no such program$"):
        unpacked(pack(["no-such-program"]), tmp_path / "fourth")


def test_a_line_for_the_shell_does_not_travel(here: Path, tmp_path: Path) -> None:
    parcel = pack(["./run", "a/data"], shell=True)
    assert (parcel.files, parcel.needed) == ({}, ())
    assert unpacked(parcel, tmp_path / "arrived") == ["./run", "a/data"]


def test_a_program_that_cannot_travel(here: Path) -> None:
    with pytest.raises(StartError, match=r"^\./nothing: no such program$"):
        pack(["./nothing"])
    with pytest.raises(StartError, match=r"^\./there: a directory, not a program$"):
        pack(["./there"])
