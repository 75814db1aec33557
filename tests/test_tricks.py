"""The page about C shows what mypyc writes, and its table has the tricks that can be taken out of the solver."""

import ast
import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import gains
import pytest
import support
import tricks
from pages import blocks

pytestmark = [pytest.mark.docs, support.once]

PAGE: Final = (support.ROOT / "docs" / "engineers.md").read_text(encoding="utf-8")
# The functions whose C the page shows, in its order, and what they are shown without.
BLOCKS: Final = blocks(PAGE, "c")
SHOWN: Final = [("_make_fast", None), ("make_move", None), ("_pattern", "machine integers")]


@pytest.mark.parametrize(
    "trick", [*tricks.TRICKS, *(trick for tricks_of_one in gains.GAINS.values() for trick in tricks_of_one)]
)
def test_a_trick_can_be_taken_out_of_the_solver(trick: tricks.Trick, tmp_path: Path) -> None:
    tricks.copy_sources(tmp_path, trick.changes, gains.NEEDED)
    for change in trick.changes:
        source = (tmp_path / change.file).read_text(encoding="utf-8")
        assert source != (support.ROOT / change.file).read_text(encoding="utf-8")
        ast.parse(source)
    assert ":" not in trick.name  # it names a directory in a path for imports
    assert trick.against in {tricks.COMPLETE, *(other.name for other in tricks.TRICKS)}


def test_a_piece_that_is_gone_is_reported(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("owner = 1\nowner = 1\n", encoding="utf-8")
    for piece in ("owner", "loser"):
        with pytest.raises(ValueError, match=f"solver.py has . times: {piece}"):
            tricks.change_text(tmp_path, tricks.Change("solver.py", piece, ""))


def test_the_table_has_all_tricks() -> None:
    _before, _mark, rest = PAGE.partition("<!-- tricks: begin -->\n")
    table, _mark, _after = rest.partition("<!-- tricks: end -->\n")
    _heading, _line, *rows = table.splitlines()
    expected = [tricks.COMPLETE, *(trick.name for trick in tricks.TRICKS), "compiling"]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == expected
    instead = {trick.name: trick.instead for trick in tricks.TRICKS}
    assert all(instead.get(name, cell) == cell for name, cell in (row.split(" | ")[:2] for row in rows))


@pytest.mark.parametrize("problem", gains.GAINS)
def test_the_tables_of_gains_have_all_tricks_hints_and_flags(problem: str) -> None:
    tables = (support.ROOT / "benchmarks" / "gains.md").read_text(encoding="utf-8")
    _before, _mark, rest = tables.partition(f"| {problem} without | instead | most | median | least |\n")
    _line, *rows = rest.partition("\n\n")[0].splitlines()
    instead = {trick.name: trick.instead for trick in gains.GAINS[problem]} | dict.fromkeys(gains.BUILD, "")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert {row[0]: row[1] for row in cells} == instead
    of_tricks = [float(row[2].split()[0]) for row in cells if row[0] not in gains.BUILD]
    assert min(of_tricks) >= 1.05, "a trick that gains less is written plainly"


@pytest.fixture(scope="module")
def c_without(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str | None], str]:
    """Return what mypyc writes without a trick."""

    @cache
    def written(without: str | None) -> str:
        changes = [change for trick in tricks.TRICKS if trick.name == without for change in trick.changes]
        return tricks.written_c(tmp_path_factory.mktemp("c"), tuple(changes))

    return written


@pytest.mark.skipif(f"mypyc {version('mypy')} writes" not in PAGE, reason="the page shows the C of another mypyc")
@pytest.mark.parametrize(
    ("shown", "block"), list(zip(SHOWN, BLOCKS, strict=True)), ids=[name for name, _without in SHOWN]
)
def test_mypyc_writes_what_the_page_shows(
    shown: tuple[str, str | None], block: str, c_without: Callable[[str | None], str]
) -> None:
    function, without = shown
    written = tricks.c_of(function, c_without(without))
    unindented = re.compile(r"(?m)^ +")
    assert unindented.sub("", block) in unindented.sub("", written)
