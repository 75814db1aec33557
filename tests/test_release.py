"""What belongs together in a release agrees: versions, and the pins that it is built with."""

import re
import tomllib
from pathlib import Path
from typing import Final

import support

import refsol
from refsol import __version__
from refsol.problem import NAMES

PROJECT: Final = tomllib.loads((support.ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_citation_names_the_version() -> None:
    citation = (support.ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, flags=re.MULTILINE) == [__version__]


def test_the_changelog_has_known_headings_only() -> None:
    changelog = (support.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.+)$", changelog, flags=re.MULTILINE)
    kinds = set(re.findall(r"^### (.+)$", changelog, flags=re.MULTILINE))
    assert versions[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", version) for version in versions[1:])
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_everything_that_a_release_is_built_with_is_pinned() -> None:
    pins = (support.ROOT / "build-constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {pin.split("==")[0] for pin in pins if "==" in pin}
    required = {re.split(r"[\[>=]", requirement)[0] for requirement in PROJECT["build-system"]["requires"]}
    assert required <= pinned
    assert PROJECT["tool"]["cibuildwheel"]["environment"]["PIP_CONSTRAINT"] == "build-constraints.txt"


def test_programs_in_cpp_are_installed() -> None:
    package = Path(refsol.__path__[0])
    found = {path.relative_to(package).as_posix() for path in package.rglob("*.cpp")}
    assert found == {"jury/checker.cpp", "nogo/jury/checker.cpp", *(f"{name}/jury/validator.cpp" for name in NAMES)}
