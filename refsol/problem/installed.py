"""Problems from other packages: entry points name them, and they are imported only when used.

An entry point of the group :data:`GROUP` has the problem's name, and the package that holds it as its value: ``lamps =
"refsol_lamps"``. Metadata of a problem comes from the installed package without importing it, so a package that is
broken or slow to import affects nothing but itself. Built-in problems are never looked up here.
"""

import os
import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.errors import PackageError

if TYPE_CHECKING:
    from importlib.metadata import Distribution, PackageMetadata

GROUP: Final = "refsol.problems"
"""The group of the entry points."""
NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
"""The pattern of a problem's name."""

_ENTRY_POINTS: Final = "entry_points.txt"
_MODULE: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_REFSOL: Final = re.compile(r"refsol(?![\w.-])[^;]*")  # a requirement, without its marker


class Installed(NamedTuple):
    """A problem called ``name`` that an installed distribution offers; other texts may be empty."""

    name: str
    package: str
    """The package that holds it, which may not be importable."""
    distribution: str
    """The name of the distribution, as pip lists it."""
    version: str
    """The version of the distribution."""
    summary: str
    """The summary of the distribution, in a line."""
    requirement: str
    """Which refsol it asks for: ``refsol>=0.1``."""

    @property
    def origin(self) -> str:
        """The distribution and its version: ``refsol-lamps 0.1.0``."""
        return f"{self.distribution} {self.version}".strip()

    @property
    def about(self) -> str:
        """A line about it, made without importing it: the distribution's summary, name and version."""
        return f"{self.summary} ({self.origin})".strip()

    def error(self, what: str) -> PackageError:
        """Return the error that it can't be used, because of ``what``."""
        return PackageError(f"the problem {self.name!r} of {self.origin} can't be used: {what}")


@cache
def offered() -> tuple[Installed, ...]:
    """Return all problems that installed distributions offer, by name, also of one name. O(distributions), once."""
    if not any(map(_may_offer, sys.path)):
        return ()
    from importlib.metadata import distributions  # slow to import: longer than looking whether it's needed

    found: list[Installed] = []
    seen: set[str] = set()
    for distribution in distributions():
        try:
            mine = list(_offered_by(distribution))
        except Exception:  # whatever is wrong with other distributions is no matter of refsol's
            continue
        if mine and (key := re.sub(r"[-_.]+", "-", mine[0].distribution).lower()) not in seen:
            seen.add(key)  # one that is hidden by another of the same name, earlier in the search path, is left out
            found += mine
    return tuple(sorted(found))


def find(name: str) -> Installed | None:
    """Return the installed problem called ``name``, if any. Raises ``PackageError`` if there are several."""
    if not NAME.fullmatch(name):
        return None
    problems = offered()
    begin, end = (bisect(problems, name, key=lambda problem: problem.name) for bisect in (bisect_left, bisect_right))
    found = problems[begin:end]
    if len(found) > 1:
        origins = " and ".join(problem.origin for problem in found)
        raise PackageError(f"the problem {name!r} can't be used: {origins} each offer one of this name")
    return found[0] if found else None


def required(name: str) -> Installed:
    """Return the installed problem called ``name``. Raises ``PackageError`` if there is none, or several."""
    found = find(name)
    if found is None:
        raise PackageError(f"there is no problem {name!r}")
    return found


def imported(problem: Installed, module: str, attribute: str) -> object:
    """Return an ``attribute`` of a ``module`` of the package, or of itself. Raises ``PackageError``, in one line."""
    path = f"{problem.package}.{module}" if module else problem.package
    try:
        _prefer_sources(problem.package)
        found: object = getattr(import_module(path), attribute)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # a package may even exit as it is imported
        words = ""
        with suppress(Exception):  # even its text may fail
            words = " ".join(str(error).split())
        raise problem.error(f"{type(error).__name__}: {words}" if words else type(error).__name__) from error
    return found


def _may_offer(path: str) -> bool:
    with suppress(OSError):
        if os.path.isfile(path):  # a zip file  # noqa: PTH113 (importing pathlib would slow down every start-up)
            return True
        with os.scandir(path or os.curdir) as entries:
            directories = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
        for directory in directories:
            name = f"{directory}/{_ENTRY_POINTS}"
            with suppress(OSError):
                if os.path.isfile(name):  # opening a pipe would wait  # noqa: PTH113
                    with open(name, "rb") as file:  # noqa: PTH123
                        if GROUP.encode() in file.read():
                            return True
    return False


def _offered_by(distribution: "Distribution") -> Iterator[Installed]:
    directory = getattr(distribution, "_path", None)  # as all of the standard library's have it
    if directory is not None and not (directory / _ENTRY_POINTS).is_file():
        return
    text = distribution.read_text(_ENTRY_POINTS)
    if text is None or GROUP not in text:  # nearly all of them
        return
    data = distribution.metadata
    requirements = (_REFSOL.match(requirement) for requirement in distribution.requires or ())
    requirement = next((found[0].strip() for found in requirements if found), "")
    name, version, summary = _field(data, "Name"), _field(data, "Version"), " ".join(_field(data, "Summary").split())
    for entry in distribution.entry_points:
        if entry.group == GROUP and NAME.fullmatch(entry.name) and _MODULE.fullmatch(entry.value):
            yield Installed(entry.name, entry.value, name or entry.value, version, summary, requirement)


def _field(data: "PackageMetadata", name: str) -> str:
    return str(data[name]) if name in data else ""  # newer versions of Python raise an error for what isn't there


def _prefer_sources(package: str) -> None:
    """Let a ``package`` that is compiled run from its sources where refsol does."""
    if package in sys.modules or "refsol.portable.sources" not in sys.modules:
        return
    from refsol.portable.sources import prefer_sources

    spec = find_spec(package)
    for path in (spec.submodule_search_locations or ()) if spec else ():
        prefer_sources(path)
