"""Packages as pip leaves them, made by hand, for tests of installed problems."""

import os
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Final

from support import toml

from refsol import __version__

TINY: Final = {
    "__init__.py": '''
        """A problem whose answer is its input."""

        from refsol.problem import Problem

        PROBLEM = Problem("tiny", "Tiny: copy the input", "made up", lambda data, settings: [bytes(data)], contract=2)
    '''
}
"""The files of the package of a tiny problem that can only be solved."""


LIMITS: Final = """
    from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Subtask

    LIMITS = Limits((), (Subtask("all", 100, NO_FURTHER_LIMITS),))
"""
"""A module with limits for it."""


BROKEN: Final[dict[str, tuple[str, str]]] = {
    what: (source, message.replace("{version}", __version__))
    for what, (source, message) in toml("installing")["broken"].items()
}
"""Modules of a package that can't be used, by what is wrong, and what is said of each."""


def install(
    directory: Path,
    files: Mapping[str, str] = TINY,
    *,
    name: str = "tiny",
    package: str = "",
    distribution: str = "",
    requires: str = "refsol>=0.1",
) -> str:
    """Write into a ``directory`` what installing a package with a problem leaves; return the path to search."""
    package = package or f"refsol_{name}"
    distribution = distribution or f"refsol-{name}"
    (directory / package).mkdir(parents=True)
    for file, text in files.items():
        (directory / package / file).write_text(dedent(text), encoding="utf-8")
    offer(directory, f"{name} = {package}", distribution, requires)
    return search_path(directory)


def offer(directory: Path, entries: str, distribution: str, requires: str = "refsol>=0.1") -> None:
    """Write the files of a distribution that has these ``entries`` in refsol's group."""
    info = directory / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(f"[refsol.problems]\n{entries}\n")
    metadata = ["Metadata-Version: 2.1", f"Name: {distribution}", "Version: 1.0", "Summary: A problem to copy"]
    (info / "METADATA").write_text("\n".join([*metadata, f"Requires-Dist: {requires}", ""]))


def search_path(*directories: Path) -> str:
    """Return the value of ``PYTHONPATH`` by which packages are found in ``directories``, too."""
    return os.pathsep.join([*map(str, directories), *filter(None, [os.environ.get("PYTHONPATH")])])
