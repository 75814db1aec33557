"""How problems of installed packages are found and refused, with packages that are only said to be there."""

import pytest

from refsol import installed, problem
from refsol.errors import PackageError
from refsol.installed import Installed

OFFERED = (
    *(Installed(name, "no_such_package", f"refsol-{name}", "1", "About it", "") for name in ("alpha", "nogo", "twice")),
    Installed("twice", "other", "refsol-other", "2.0", "", ""),
)


@pytest.fixture(autouse=True)
def _said_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "offered", lambda: OFFERED)


def test_installed_problems_are_found_by_name() -> None:
    assert problem.package_of("nogo") == "refsol.nogo"
    assert problem.package_of("alpha") == "no_such_package"
    assert [problem.exists(name) for name in ("nogo", "own", "alpha", "beta", "list", "-x")] == [
        *(True, True, True, False, False, False)
    ]


def test_names_that_can_not_be_used_are_errors() -> None:
    usable, errors = problem.offered()
    assert [each.name for each in usable] == ["alpha"]
    assert sorted("its name is refsol's own" in str(error) for error in errors) == [False, True]
    with pytest.raises(PackageError, match="no_such_package"):
        problem.load("alpha")
    with pytest.raises(PackageError, match="offer one of this name"):
        problem.exists("twice")
    with pytest.raises(PackageError, match="there is no problem 'beta'"):
        problem.load("beta")


def test_a_package_is_written_for_this_version_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    right = problem.load("nogo")._replace(name="alpha", contract=problem.CONTRACT)
    for found, message in (
        (right._replace(contract=None), "doesn't say for which contract"),
        (right._replace(contract=problem.CONTRACT + 1), "a newer refsol"),
        (right._replace(name="beta"), "it calls itself 'beta'"),
        ("nothing", "the type of PROBLEM is str"),
    ):
        monkeypatch.setattr(installed, "imported", lambda *_any, found=found: found)
        with pytest.raises(PackageError, match=message):
            problem.load("alpha")
    monkeypatch.setattr(installed, "imported", lambda *_any: right)
    assert problem.load("alpha") is right
