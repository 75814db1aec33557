"""The contract for solving, and how problems of installed packages are found and refused."""

import pickle
import re
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from installing import BROKEN, TINY, install, offer

from refsol import problem
from refsol.errors import OptionError, PackageError
from refsol.problem import installed
from refsol.problem.installed import Installed
from refsol.text.scanner import Input


def test_options_take_what_they_say() -> None:
    choice = problem.Choice("reading", ("plain", "strict"), "")
    assert [choice.of(settings) for settings in ({}, {"reading": "strict"})] == ["plain", "strict"]
    with pytest.raises(OptionError, match=r"^--reading takes one of plain, strict, not 'other'$"):
        choice.of({"reading": "other"})
    number = problem.Number("most", 9, "")
    assert [number.of(settings) for settings in ({}, {"most": 9})] == [0, 9]
    for wrong in (-1, 10):
        with pytest.raises(OptionError, match=f"^--most takes a number from 0 to 9, not {wrong}$"):
            number.of({"most": wrong})


def test_a_part_of_another_type_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refsol.nogo.jury.JURY", 1)
    with pytest.raises(TypeError, match=r"^refsol\.nogo\.jury\.JURY is not a Jury$"):
        problem.Problem("nogo", "", "", no_answer).jury  # noqa: B018 (asking is what fails)
    monkeypatch.setattr("refsol.nogo.PROBLEM", 1)
    with pytest.raises(TypeError, match=r"^refsol\.nogo\.PROBLEM is not a Problem$"):
        problem.load("nogo")


@pytest.mark.parametrize("name", problem.NAMES)
def test_a_pickled_problem_is_the_same_object(name: str) -> None:
    assert pickle.loads(pickle.dumps(problem.load(name))) is problem.load(name)


@pytest.mark.parametrize("name", problem.NAMES)
def test_dir_shows_what_is_public(name: str) -> None:
    package = import_module(f"refsol.{name}")
    assert [shown for shown in dir(package) if not shown.startswith("__")] == sorted(package.__all__)
    assert "__doc__" in dir(package)
    assert all(hasattr(package, shown) for shown in dir(package))


def no_answer(data: Input, settings: problem.Settings) -> list[bytes]:
    return []


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Packages are looked up again in this test, and again after it; modules that it imports are forgotten."""
    modules = set(sys.modules)
    installed.offered.cache_clear()
    yield
    installed.offered.cache_clear()
    for name in set(sys.modules) - modules:
        if name.startswith("refsol_"):
            del sys.modules[name]


@pytest.mark.usefixtures("looked_up")
def test_an_installed_package_is_found_and_imported_when_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, {**TINY, "jury.py": "JURY = 1"})
    monkeypatch.syspath_prepend(tmp_path)
    found = installed.required("tiny")
    assert found == Installed("tiny", "refsol_tiny", "refsol-tiny", "1.0", "A problem to copy", "refsol>=0.1")
    assert (found.origin, found.about) == ("refsol-tiny 1.0", "A problem to copy (refsol-tiny 1.0)")
    assert installed.find("Tiny") is None
    assert problem.Problem("tiny", "", "", no_answer).package == "refsol_tiny"
    assert "refsol_tiny" not in sys.modules
    assert b"".join(problem.load("tiny").solve(b"1\n", {})) == b"1\n"
    for part, message in (
        ("jury", "the type of JURY is int, not Jury"),
        ("limits", "ModuleNotFoundError: No module named 'refsol_tiny.limits'"),
    ):
        with pytest.raises(PackageError, match=f"^the problem 'tiny' of refsol-tiny 1.0 can't be used: {message}$"):
            getattr(problem.load("tiny"), part)


LATER = BROKEN["a later contract"][0]


@pytest.mark.usefixtures("looked_up")
@pytest.mark.parametrize(
    ("files", "requires", "message"),
    [
        *(({"__init__.py": source}, "refsol>=0.1", message) for source, message in BROKEN.values()),
        (
            {"__init__.py": LATER},
            "other; extra == 'refsol'",
            "it is written for contract 3, and refsol .* a newer refsol",
        ),
        ({"__init__.py": LATER, "limits.py": "1 / 0"}, "refsol>=0.1", BROKEN["a later contract"][1]),
    ],
    ids=[*BROKEN, "a later contract without a requirement", "a later contract before anything that depends on it"],
)
def test_a_package_that_fails_is_named(
    files: dict[str, str], requires: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    install(tmp_path, files, requires=requires)
    with pytest.raises(PackageError) as error:
        problem.load("tiny").limits  # noqa: B018 (asking is what fails)
    begin, said = "the problem 'tiny' of refsol-tiny 1.0 can't be used: ", str(error.value)
    assert said == begin + message or re.fullmatch(begin + message, said)


@pytest.mark.usefixtures("looked_up")
def test_a_lack_of_memory_is_not_blamed_on_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    install(tmp_path, {"__init__.py": "raise MemoryError"})
    with pytest.raises(MemoryError):
        problem.load("tiny")


@pytest.mark.usefixtures("looked_up")
def test_distributions_without_problems_and_broken_ones_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, title in enumerate(("the first", "the second")):
        install(tmp_path / str(number), {"__init__.py": title}, distribution=f"Refsol{'._'[number]}Tiny")
    offer(tmp_path, "Upper = a\nbad = not a module\n[console_scripts]\ntool = tool:main", "none")
    offer(tmp_path, "broken = broken", "broken")
    (tmp_path / "broken-1.0.dist-info" / "entry_points.txt").write_bytes(b"[refsol.problems]\n\xff = x\n")
    (tmp_path / "other-1.0.dist-info").mkdir()
    (tmp_path / "unreadable-1.0.egg-info").mkdir()
    (tmp_path / "unreadable-1.0.egg-info" / "entry_points.txt").mkdir()
    for path in (tmp_path / "1", tmp_path / "0", tmp_path, tmp_path / "missing"):
        monkeypatch.syspath_prepend(path)
    assert [each.distribution for each in installed.offered() if each.name == "tiny"] == ["Refsol.Tiny"]
    assert {each.name for each in installed.offered()}.isdisjoint({"Upper", "bad", "broken", "tool"})


@pytest.mark.usefixtures("looked_up")
def test_packages_in_a_zip_file_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("refsol_tiny-1.0.dist-info/entry_points.txt", "[refsol.problems]\ntiny = refsol_tiny\n")
        archive.writestr("refsol_tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: refsol-tiny\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "all.zip")])
    assert [(each.origin, each.about, each.requirement) for each in installed.offered()] == [
        ("refsol-tiny", "(refsol-tiny)", "")
    ]


@pytest.mark.usefixtures("looked_up")
def test_where_nothing_is_offered_nothing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other-1.0.dist-info").mkdir()
    (tmp_path / "other-1.0.dist-info" / "entry_points.txt").write_text("[console_scripts]\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)  # importing it is an error
    assert installed.offered() == ()


@pytest.mark.usefixtures("looked_up")
def test_compiled_packages_run_from_their_sources_where_refsol_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    preferred: list[str] = []
    pure = ModuleType("refsol.portable.sources")
    pure.__dict__["prefer_sources"] = preferred.append
    monkeypatch.setitem(sys.modules, "refsol.portable.sources", pure)
    problem.load("tiny")
    problem.load("tiny")
    assert preferred == [str(tmp_path / "refsol_tiny")]
