"""The contracts of packages are pinned: ``contract.json`` has them as of the version ``refsol.problem.CONTRACT``.

What a package relies on can't change without a new version: fields of named tuples with their types and order, members
of enumerations, parameters of functions and methods. What is new must not be required. Then, and for a new version,
``python tests/test_contract.py`` writes the file again.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest

import refsol
from refsol.problem import CONTRACT

PINNED: Final = Path(__file__).with_name("contract.json")

NAMES: Final = {
    "problem/__init__": ("Problem", "Choice", "Flag", "Number", "Referee"),
    "problem/limits": ("Limits", "Range", "Memory", "Bound", "Subtask", "Words", "same", "within"),
    "problem/contract": (
        *(
            "Jury",
            "Family",
            "FamilyGroup",
            "Size",
            "Explanation",
            "Steps",
            "Place",
            "Verdict",
            "VerdictKind",
            "Checker",
        ),
        *("ScanningValidator", "Inspect", "Explainer", "Compare", "Flaw", "family_of", "subtask_group", "explained"),
    ),
    "problem/selection": ("SelectionOption", "selected", "on_a_page"),
    "problem/delta_debugging": ("without_chunks",),
    "problem/scene": (
        *("Scene", "Piece", "PieceKind", "Mark", "Ground", "RoadType", "Roads", "Stroke", "Label", "take_scene"),
    ),
    "errors": ("InputError", "OptionError"),
    "text/scanner": ("Scanner", "symbol_codes"),
    "jury/testing/__init__": (
        *("check_bad_inputs", "check_both_modes", "check_explanations", "check_families", "check_flaws"),
        *("check_oracle", "check_outputs", "check_reductions", "check_samples", "check_statement"),
        "check_wrong_program",
    ),
}
"""What a package relies on, by the modules in which it is; docs/stability.md names the modules."""

Part: TypeAlias = list[str | bool]
"""A field, a member or a parameter: its name, its type or value, and whether it may be left out."""


def described() -> dict[str, list[Part]]:
    found: dict[str, list[Part]] = {}
    for module, names in NAMES.items():
        path = Path(refsol.__path__[0], f"{module}.py")
        nodes = {
            node.name: node
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.ClassDef | ast.FunctionDef)
        }
        for name in names:
            found.update(parts_of(f"{module.removesuffix('/__init__').replace('/', '.')}.{name}", nodes[name]))
    return found


def parts_of(name: str, node: ast.stmt) -> Iterator[tuple[str, list[Part]]]:
    """Yield what a function takes, or what a class and its public methods do."""
    if isinstance(node, ast.FunctionDef):
        yield name, list(parameters(node.args))
    elif isinstance(node, ast.ClassDef):
        yield name, list(fields(node))
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef) and (inner.name in ("__init__", "__call__") or inner.name[0] != "_"):
                yield from parts_of(f"{name}.{inner.name}", inner)


def fields(node: ast.ClassDef) -> Iterator[Part]:
    """Yield the fields of a named tuple, or the members of an enumeration."""
    for inner in node.body:
        if isinstance(inner, ast.AnnAssign):
            yield [ast.unparse(inner.target), ast.unparse(inner.annotation), inner.value is not None]
        elif isinstance(inner, ast.Assign):
            yield [ast.unparse(inner.targets[0]), ast.unparse(inner.value), True]


def parameters(arguments: ast.arguments) -> Iterator[Part]:
    """Yield the parameters of a function; a star stands before those that are given by name only."""
    plain = [*arguments.posonlyargs, *arguments.args]
    required = len(plain) - len(arguments.defaults)
    for k, argument in enumerate(plain):
        yield [argument.arg, ast.unparse(argument.annotation) if argument.annotation else "", k >= required]
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        assert argument.annotation is not None
        yield [f"*{argument.arg}", ast.unparse(argument.annotation), default is not None]


def is_compatible(before: list[Part], after: list[Part]) -> bool:
    """Return whether all that was there still is, in its place, and nothing that is new is required."""
    return after[: len(before)] == before and all(part[2] for part in after[len(before) :])


def breaches(before: dict[str, list[Part]], after: dict[str, list[Part]]) -> list[str]:
    """Return the names of what is no longer as it was."""
    return [name for name, parts in before.items() if name not in after or not is_compatible(parts, after[name])]


def pinned() -> tuple[int, dict[str, list[Part]]]:
    found = json.loads(PINNED.read_text(encoding="utf-8"))
    return found["contract"], found["names"]


def test_the_contract_is_what_its_version_promises() -> None:
    version, names = pinned()
    assert version == CONTRACT, "a new version: write the file again"
    assert not breaches(names, described()), "this needs a new CONTRACT, a line in the changelog, and the file again"


def test_what_is_new_is_pinned_too() -> None:
    assert described() == pinned()[1], "only additions: write the file again"


@pytest.mark.parametrize(
    "name", ["problem.Problem.__init__", "problem.contract.Jury", "problem.limits.Limits", "jury.testing.check_oracle"]
)
def test_each_kind_of_change_is_noticed(name: str) -> None:
    before = described()
    parts = before[name]
    first, others = parts[0], parts[1:]
    added: Part = ["added", "int", True]
    assert not breaches(before, before | {name: [*parts, added]})
    changes: list[list[Part]] = [
        others,  # without the first
        [added, *parts],  # not at the end
        [*parts, ["added", "int", False]],  # required
        [[first[0], "object", first[2]], *others],  # of another type
        [["renamed", *first[1:]], *others],
        [*others, first],  # in another order
    ]
    for changed in changes:
        assert breaches(before, before | {name: changed}) == [name]
    assert breaches(before, {key: value for key, value in before.items() if key != name}) == [name]


if __name__ == "__main__":
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(parts)}" for name, parts in described().items())
    PINNED.write_text(f'{{\n "contract": {CONTRACT},\n "names": {{\n{lines}\n }}\n}}\n', encoding="utf-8")
