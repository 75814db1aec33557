"""What ``setup.py`` says and does, without compiling anything; and what belongs together in a release agrees."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
import support

import refsol
from refsol import __version__
from refsol.problem import NAMES

SCRIPTS: Final = support.sections("setup")


def run(script: str, *arguments: str, before: str = "", pure: str = "1", flags: str = "") -> str:
    pytest.importorskip("setuptools", minversion="64")
    done = support.python_process(
        *("-W", "ignore", "-c", before + SCRIPTS["run"] + script, *arguments),
        cwd=support.ROOT,
        REFSOL_PURE=pure,
        REFSOL_CFLAGS=flags,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def test_a_failure_is_reported_without_the_compiler_s_arguments() -> None:
    assert run(SCRIPTS["fail"]) == "True no memory\n"


def test_a_read_only_source_tree_is_built_elsewhere() -> None:
    assert run(SCRIPTS["options"], "read-only") == "['build', 'egg_info'] True True\n"
    assert run(SCRIPTS["options"]).startswith("[] ")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="flags of gcc and clang")
def test_words_wrap_and_the_user_s_flags_come_last() -> None:
    printed = run(SCRIPTS["flags"], before=SCRIPTS["without mypyc"], pure="", flags="-O0 -g")
    assert printed == "True ['-O0', '-g']\n" * 3


def test_the_description_for_pypi_shows_what_the_readme_shows_without_links_into_the_repository() -> None:
    markdown = pytest.importorskip("readme_renderer.markdown", reason="readme-renderer is not installed")
    readme = (support.ROOT / "README.md").read_text(encoding="utf-8")
    description = run(SCRIPTS["description"])
    rendered, original = (markdown.render(text, stream=None) for text in (description, readme))
    assert rendered.count("<table>") == original.count("<table>") == 2
    assert rendered.count("<pre") == original.count("<pre") >= 4
    links = re.compile(r'(?:href|src)="(?!https?:|#)([^"]*)"')
    assert "docs/board.svg" in links.findall(original)
    assert len(links.findall(original)) > 20
    assert links.findall(rendered) == []
    words = re.compile(r"<[^>]*>|\s+")
    assert words.sub("", rendered) == words.sub("", original)


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
    checkers = {"jury/checker.cpp", "jury/text_checker.cpp", "nogo/jury/checker.cpp", "jury/packages/spj_tokens.cpp"}
    assert found == {*checkers, *(f"{name}/{file}.cpp" for name in NAMES for file in ("jury/validator", "plain"))}
