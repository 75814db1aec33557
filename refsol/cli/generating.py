"""The verbs ``generate`` and ``testset``."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

from refsol import __version__
from refsol.cli.files import emit, write_output
from refsol.cli.status import FileError
from refsol.errors import OptionError
from refsol.jury.contract import Family, load_jury
from refsol.jury.testset import readme, tests_of
from refsol.problem import Problem

_MANIFEST: Final = "testset.json"


def generate(problem: Problem, family: str | None, target: str, seed: str, sizes: Mapping[str, int]) -> None:
    """Write the input of a ``family``, a ``seed`` and ``sizes`` to ``target``.

    Raises ``OptionError`` for no family, an unknown one, or a size that it can't have, and ``FileError``.
    """
    if family is None:
        raise OptionError("which family? --list describes them")
    write_output(target, [load_jury(problem.name).family(family).generate(seed, sizes)])


def list_families(problem: Problem, *, as_json: bool) -> None:
    """Print the families, a line each: group, name, sizes and purpose."""
    families = load_jury(problem.name).families
    if as_json:
        fields = [
            {
                "name": family.name,
                "group": family.group,
                "purpose": family.purpose,
                "sizes": {size.name: {"least": size.least, "most": size.most} for size in family.sizes},
            }
            for family in families
        ]
        emit([json.dumps(fields).encode(), b"\n"])
    else:
        emit(_listed(families))


def _listed(families: Iterable[Family]) -> list[bytes]:
    lines: list[str] = []
    group = ""
    width = max(len(family.name) for family in families)
    for family in families:
        if family.group != group:
            group = family.group
            lines.append(group)
        sizes = "".join(f" --{size.name}" for size in family.sizes)
        lines.append(f"  {family.name:{width}}  {family.purpose}{f'  [{sizes.strip()}]' if sizes else ''}")
    return [("\n".join(lines) + "\n").encode()]


def testset(problem: Problem, directory: str, seed: str) -> None:
    """Write a whole test set, or what is missing of it; say how many tests were written and how many were there.

    Raises ``OptionError`` for a ``seed`` of several lines, and ``FileError`` for a ``directory`` that is neither new,
    empty nor the same test set's, or where a file can't be written.
    """
    if not seed.isprintable():
        raise OptionError("--seed is a line of text")
    jury = load_jury(problem.name)
    root = Path(directory)
    manifest = json.dumps({"refsol": __version__, "problem": problem.name, "seed": seed}) + "\n"
    _claim(root, manifest)
    write_output(str(root / "README.md"), [readme(problem, jury, seed).encode()])
    tests = list(tests_of(jury, seed))
    written = 0
    console = Console(stderr=True)
    for test in track(tests, "tests", console=console, disable=not console.is_terminal, transient=True):
        given, right = (root / f"{test.name}.{ending}" for ending in ("in", "ans"))
        if given.exists() and right.exists():  # each appears whole
            continue
        _make_directory(given.parent)
        data = test.family.generate(test.seed)
        write_output(str(given), [data])
        write_output(str(right), problem.solve(data, {}))
        written += 1
    emit([f"{directory}: {written} tests written, {len(tests) - written} were there\n".encode()])


def _claim(root: Path, manifest: str) -> None:
    """Make the directory ours: it must be new or empty, or hold the same test set, begun or done."""
    _make_directory(root)
    mark = root / _MANIFEST
    try:
        there = mark.read_bytes()
    except FileNotFoundError:
        if any(root.iterdir()):
            raise FileError(f"{root}: not empty, and no test set") from None
        write_output(str(mark), [manifest.encode()])
    except OSError as error:
        raise FileError(f"{mark}: {error.strerror}") from error
    else:
        if there != manifest.encode():
            raise FileError(f"{mark}: another test set is here")


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error
