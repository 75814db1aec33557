"""The programs on the way from the naive one to the plain solution, which the problems' pages show, are right."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
import support

from refsol.problem import load
from refsol.problem.contract import SMALL

DIRECTORY = support.ROOT / "docs" / "steps"
# The subtask for which a program is meant; others take any input.
SUBTASKS = {"multigo_row": "one-row"}


@pytest.mark.parametrize("path", sorted(DIRECTORY.glob("*.py")), ids=lambda path: path.stem)
def test_a_step_answers_like_the_plain_solution(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DIRECTORY))
    name = path.stem.partition("_")[0]
    solve: Callable[[bytes], str] = import_module(path.stem).solve
    plain: Callable[[bytes], str] = import_module(f"refsol.{name}.plain").solve
    jury = load(name).jury
    subtask = SUBTASKS.get(path.stem)
    families = [each for each in jury.families if (each.group is SMALL if subtask is None else each.name == subtask)]
    for number in range(100):
        family = families[number % len(families)]
        sizes = {size.name: Random(number).randint(size.least, min(size.most, 12)) for size in family.sizes}
        data = family.generate(f"steps {number}", sizes)
        assert solve(data) == plain(data), data.decode()


@pytest.mark.docs
def test_each_step_is_on_its_page() -> None:
    for path in DIRECTORY.glob("*.py"):
        page = (support.ROOT / "docs" / "problems" / f"{path.stem.partition('_')[0]}.md").read_text(encoding="utf-8")
        assert f"{{literalinclude}} ../steps/{path.name}" in page
