"""What the README and the pages of the site show is what happens."""

import contextlib
import doctest
import io
import re
from pathlib import Path
from typing import Final

import pytest
import support
from pages import BLOCK, COMMAND, blocks, run_commands

from refsol.problem import NAMES

DOCS: Final = support.ROOT / "docs"
PAGES: Final = {
    str(path.relative_to(support.ROOT)): path.read_text(encoding="utf-8")
    for path in [support.ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
}
# Pages whose commands run in other tests: test_sixth.py.
ELSEWHERE: Final = {"docs/sixth.md"}

# The modules that a page of docs/structures explains each.
STRUCTURES: Final = [
    path
    for package in ("structures", "text")
    for path in sorted((support.ROOT / "refsol" / package).glob("*.py"))
    if path.stem != "__init__"
]

# What is shown and neither run here nor made by the site: commands that install, that measure, or that need programs
# of the reader's; and texts.
SHOWN_ONLY: Final = {"sh", "text"}


def pages_with(language: str) -> list[str]:
    return [page for page, text in PAGES.items() if blocks(text, language)]


@pytest.mark.parametrize("page", sorted(set(pages_with("console")) - ELSEWHERE))
def test_commands_print_what_is_shown(page: str, tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(support.SAMPLES)
    (tmp_path / "docs").symlink_to(DOCS)
    run_commands(PAGES[page], tmp_path)


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_prints_what_is_shown(page: str) -> None:
    """The Python of a page, as one program, prints what stands behind ``print`` as a comment, up to a colon.

    Blocks that begin with ``>>>`` are doctests.
    """
    examples = blocks(PAGES[page], "python")
    code = "".join(example for example in examples if not example.startswith(">>>"))
    expected = [line.split("  # ")[1].split(":")[0] for line in code.splitlines() if line.lstrip().startswith("print")]
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(code, {})
    assert shown.getvalue().splitlines() == expected
    session = "\n".join(example for example in examples if example.startswith(">>>"))
    runner = doctest.DocTestRunner()
    told = io.StringIO()
    runner.run(doctest.DocTestParser().get_doctest(session, {}, page, page, 0), out=told.write)
    assert runner.failures == 0, told.getvalue()


@pytest.mark.parametrize("page", PAGES)
def test_nothing_shown_goes_untested(page: str) -> None:
    for language, body in BLOCK.findall(PAGES[page]):
        assert language in {"console", "python"} | SHOWN_ONLY or language.startswith("{"), language
        assert language == "console" or not re.search(r"^\$ ", body, flags=re.MULTILINE), body


@pytest.mark.parametrize("page", sorted(set(pages_with("sh")) - ELSEWHERE))
def test_commands_that_are_not_run_could_be(page: str) -> None:
    """Those of refsol have the options that are shown: ``--help`` behind them is an error if one is unknown."""
    lines = re.split(r"\n|&&|\|", "".join(blocks(PAGES[page], "sh")))
    for command in [line.strip() for line in lines if line.strip().startswith("refsol ")]:
        words, _, _program = command.removeprefix("refsol ").partition(" -- ")
        done = support.refsol_process(*words.split(), "--help")
        assert (done.returncode, done.stderr) == (0, b""), command


def test_there_are_examples() -> None:
    commands = {page: len(COMMAND.findall("".join(blocks(PAGES[page], "console")))) for page in pages_with("console")}
    assert commands["README.md"] >= 4
    assert commands["docs/index.md"] >= 4
    assert commands["docs/tour.md"] >= 7


@pytest.mark.parametrize("name", NAMES)
def test_every_problem_has_a_page(name: str) -> None:
    page = PAGES[f"docs/problems/{name}.md"]
    assert f"```{{include}} ../../refsol/{name}/statement.md\n" in page
    assert len(re.findall(f"^```{{board}} refsol {name} ", page, flags=re.MULTILINE)) >= 2
    assert f"$ refsol {name} explain " in page
    assert f"{{literalinclude}} ../../refsol/{name}/solver.py\n" in page
    for heading in ("idea", "proof", "complexity", "solver", "usual mistakes"):
        assert f"\n## The {heading}\n" in page
    assert f"problems/{name}\n" in PAGES["docs/index.md"]


@pytest.mark.parametrize("module", STRUCTURES, ids=lambda module: module.stem)
def test_every_structure_has_a_page(module: Path) -> None:
    page = PAGES[f"docs/structures/{module.stem}.md"]
    assert f"{{literalinclude}} ../../refsol/{module.parent.name}/{module.name}\n" in page
    assert blocks(page, "python")
    for heading in ("question", "idea", "proof", "complexity", "code", "usual mistakes"):
        assert f"\n## The {heading}\n" in page
    assert "\n## Where it is used, and why this one\n" in page
    assert "\n## How it was tested\n" in page
    overview = PAGES["docs/structures/index.md"]
    assert f"[]({module.stem}.md)" in overview
    assert f"\n{module.stem}\n" in overview


def test_the_site_documents_every_module() -> None:
    """All modules but those of the command line, which has a page of its own."""
    found: set[str] = set()
    for text in PAGES.values():
        for names in re.findall(r"^<!-- modules: (.+) -->$", text, flags=re.MULTILINE):
            found.update(names.split())
    package = support.ROOT / "refsol"
    packages = {f"refsol.{path.parent.name}" for path in package.glob("*/__init__.py")}
    modules = {f"refsol.{path.stem}" for path in package.glob("*.py") if not path.name.startswith("_")}
    assert found == (packages | modules) - {"refsol.cli"}
