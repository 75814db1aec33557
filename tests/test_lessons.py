"""What a failure tells to read: the common mistake that the program makes, and the step of the proof, on the page."""

import re
from importlib import import_module
from io import BytesIO

import pytest
import support
from docutils.nodes import make_id
from trials import anchor_of
from wrong import wrong_solutions

from refsol.jury.checking import check
from refsol.problem import NAMES, load
from refsol.problem.contract import Lesson

# Common mistakes that no answer shows.
UNNAMED = {
    "tictactoe": ["Blank lines"],
    "multigo": ["Several players together", "Refused moves", "Searching the board on every move"],
    "somegame": ["Reading `N H W K`", "Data sets", "Walking K squares from each square, for each removed stone"],
    "chess": ["Data sets", "Rows and columns", "All paths, one by one"],
    "nogo": ["Rows that run on into the next one", "Searching all groups at every attempted move"],
}


def lessons_of(name: str) -> list[Lesson]:
    lessons = import_module(f"refsol.{name}.jury.lessons")
    return [value for value in vars(lessons).values() if isinstance(value, Lesson)]


@pytest.mark.parametrize(("name", "row"), support.rows("lessons"))
def test_the_mistake_of_a_program_is_named(name: str, row: dict[str, str]) -> None:
    problem, data = load(name), row["input"].encode()
    output = BytesIO(wrong_solutions(name)[row["wrong"]].solve(data))
    verdict = check(problem.jury, data, output, lambda: problem.solve(data, {}))
    assert not verdict.accepted
    assert (verdict.lesson.mistake if verdict.lesson else "") == row["mistake"]
    assert verdict.reasons == (*verdict.meaning, *([str(verdict.lesson)] if verdict.lesson else []))
    output.seek(0)
    assert check(problem.jury, data, output, lambda: problem.solve(data, {}), reasons=False).lesson is None


@pytest.mark.parametrize("name", NAMES)
def test_a_program_makes_each_mistake_that_is_named(name: str) -> None:
    assert {row["mistake"] for row in support.toml("lessons")[name]} - {""} == {
        lesson.mistake for lesson in lessons_of(name)
    }


@pytest.mark.docs
@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_each_title_and_names_each_mistake(name: str) -> None:
    page = f"docs/problems/{name}.md"
    text = (support.ROOT / page).read_text(encoding="utf-8")
    mistakes = text.partition("\n## Common mistakes\n")[2].partition("\n## ")[0]
    titles = [" ".join(title.rstrip(".").split()) for title in re.findall(r"^- \*\*(.+?)\*\*", mistakes, re.M | re.S)]
    lessons = lessons_of(name)
    assert sorted({*[lesson.mistake for lesson in lessons], *UNNAMED[name]}) == sorted(titles)
    text += (support.ROOT / "refsol" / name / "plain.py").read_text(encoding="utf-8")  # the page includes its docstring
    for lesson in lessons:
        assert lesson.page == page
        assert re.search(rf"^#+ {lesson.step}$|^(\d\. )?\*+{lesson.step}", text, re.M)
        assert [anchor_of(title) for title in lesson[:2]] == [make_id(title) for title in lesson[:2]]
