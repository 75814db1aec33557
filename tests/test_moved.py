"""Modules by the names that they had before."""

import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from refsol.portable.moved import MOVED, RENAMED

OPTIONAL = ("refsol.jury.parallel.cluster", "refsol.nogo.play.environments")
NEVER = {
    f"refsol.{problem}.{module}"
    for problem, modules in (
        ("chess", ("checker", "partitions", "reasons")),
        ("multigo", ("checker", "random_boards", "reasons", "worst_cases")),
        ("nogo", ("partitions", "random_boards", "worst_cases")),
        ("somegame", ("checker", "partitions", "random_boards", "reasons")),
        ("tictactoe", ("checker", "partitions", "random_boards", "reasons", "worst_cases")),
    )
    for module in modules
}
"""Names that no module ever had: aliases exist for the jury's modules of any problem, whichever problem has them."""
THERE = {old: new for old, new in MOVED.items() if old not in NEVER and not new.startswith(OPTIONAL)}


@pytest.mark.parametrize("old", THERE)
def test_a_former_name_has_a_target(old: str) -> None:
    assert find_spec(THERE[old]) is not None


@pytest.mark.parametrize("old", sorted(NEVER))
def test_a_name_that_no_module_had_has_no_target(old: str) -> None:
    assert find_spec(MOVED[old]) is None


@pytest.mark.parametrize("old", THERE)
def test_a_former_name_is_an_alias(old: str) -> None:
    new = import_module(THERE[old])
    spec = new.__spec__
    with pytest.warns(DeprecationWarning, match="now$") as caught:
        assert import_module(old) is new
    assert f"{old} is {THERE[old]} now" in {str(warning.message) for warning in caught}
    assert new.__spec__ is spec
    del sys.modules[old]


@pytest.mark.parametrize(("module", "old"), [(module, old) for module, names in RENAMED.items() for old in names])
def test_a_class_is_found_by_its_former_name(module: str, old: str) -> None:
    new = RENAMED[module][old]
    with pytest.warns(DeprecationWarning, match=f"^{module}.{old} is {new} now$"):
        found = getattr(import_module(module), old)
    assert found is getattr(import_module(module), new)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        import_module(module).nothing  # noqa: B018


def test_packages_bring_their_modules_along() -> None:
    with pytest.warns(DeprecationWarning, match="own"):
        assert import_module("refsol.descriptions.parser") is import_module("refsol.own.description.parser")


def test_documented_names_moved() -> None:
    documented = {"refsol.limits", "refsol.scene", "refsol.testing", "refsol.jury.contract", "refsol.descriptions"}
    assert documented <= THERE.keys()


@pytest.mark.parametrize("name", ["refsol.no_such_module", "refsol.nogo.no_such_module", "refsol.chess.checker"])
def test_there_is_nothing_else(name: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module(name)
