"""Pages: well-formed HTML, the same explanations as ``explain``, and a clear message where there are too many steps."""

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
import support
from support import refsol_here

from refsol.errors import OptionError
from refsol.pictures.page import draw_page
from refsol.problem import NAMES, load
from refsol.problem.contract import Explanation
from refsol.problem.scene import Ground, Scene, player
from refsol.problem.selection import Selection, on_a_page

NONE: Selection = MappingProxyType({})
INPUTS = sorted(support.SAMPLES.glob("*/*.in"))
MULTIGO = support.SAMPLES / "multigo" / "1.in"
VOID = {"meta", "input"}
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.texts: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert self.open == []
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert not name.startswith("on")
            assert name not in {"src", "style", "action"}
            assert name != "href" or re.fullmatch(r"#\d+", value or "")
            if name == "id":
                self.ids.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open  # elsewhere HTML has no such tags

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], "") + data


class Shown(NamedTuple):
    picture: ElementTree.Element
    texts: list[str]


def shown_on(text: str) -> list[Shown]:
    page = Page(text)
    assert set(re.findall(r'https?:[^\s"\\]+', text)) == {"http://www.w3.org/2000/svg"}  # the XML namespace
    found = re.search(r'<script type="application/json" id="steps">(.*?)</script>', text, flags=re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert page.open == []

    def element(numbers: list[int]) -> ElementTree.Element:
        lines = "\n".join(data["lines"][number] for number in numbers)
        return ElementTree.fromstring(f"<div>{lines}</div>")

    def texts(numbers: list[int]) -> list[str]:
        return [text.strip() for text in element(numbers).itertext() if text.strip()]

    return [Shown(element(step["picture"])[0], texts(step["explanation"])) for step in data["steps"]]


def page_of(name: str, data: bytes, selection: Selection = NONE) -> tuple[str, list[Explanation]]:
    steps = load(name).explainer.steps(data, selection)
    explanations = list(steps.explanations)
    assert len(explanations) == len(steps.shown)
    assert steps.opened in steps.shown
    return draw_page("title", explanations, first=steps.shown[0], opened=steps.opened), explanations


def check_page(name: str, data: bytes) -> None:
    text, explanations = page_of(name, data)
    shown = shown_on(text)
    assert len(shown) == len(explanations)
    for step, explanation in zip(shown, explanations, strict=True):
        assert step.picture.tag == f"{SVG}svg"
        assert step.texts[:2] == [explanation.subject, explanation.answer]
        where = len(step.texts) - len(explanation.reasons) - len(explanation.scene.crop_notes())
        assert step.texts[where : where + len(explanation.reasons)] == list(explanation.reasons)
        legend = step.texts[2:where]
        for mark in explanation.marks:
            assert not mark.cells or any(words.startswith(mark.role) for words in legend)


@pytest.mark.unmeasured
@pytest.mark.slow
@support.once
@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_samples(path: Path) -> None:
    check_page(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_random_inputs(name: str) -> None:
    for seed in support.seeds(20):
        check_page(name, support.GENERATE[name](Random(seed)))


@pytest.mark.parametrize("name", ["multigo", "somegame", "chess", "tictactoe"])
def test_steps_are_what_explain_says(name: str) -> None:
    for seed, _rng, data in support.inputs(name, 20):
        explainer = load(name).explainer
        steps = list(explainer.steps(data, NONE).explanations)
        explained = list(explainer.explain(data, NONE))
        start = 1 if name == "multigo" else 0
        assert steps[start : start + len(explained)] == explained, f"seed {seed!r}"
        assert len(steps) == len(explained) + 2 * start


def test_steps_of_nogo_are_what_explain_says() -> None:
    explainer = load("nogo").explainer
    for seed, _rng, data in support.inputs("nogo", 20):
        start, *moves = explainer.steps(data, NONE).explanations
        assert [start] == list(explainer.explain(data, NONE))
        assert moves[-1].answer == "-1 -1"
        for number, move in enumerate(moves, 1):
            assert [move] == list(explainer.explain(data, {"move": number})), f"seed {seed!r}"


def test_a_crossing_of_nogo_is_followed_through_the_game() -> None:
    data = b"3\nXOO\nXO.\nX..\n"
    explainer = load("nogo").explainer
    cell = {"row": 3, "column": 3}
    steps = explainer.steps(data, {"move": 1, **cell})
    assert (steps.numbers, steps.opened) == (range(2), 1)
    before, after = steps.explanations
    assert [before] == list(explainer.explain(data, cell))
    assert [after] == list(explainer.explain(data, {"move": 1, **cell}))
    assert (before.answer, after.answer) == ("black may, white may", "black may, white may not")


def test_the_end_of_multigo_shows_the_board_after_all_moves() -> None:
    steps = list(load("multigo").explainer.steps(b"1 3 3 2\n1 2 3\n1 2 1\n1 2 3", NONE).explanations)
    rows = [[piece.number for piece in step.scene.pieces[0]] for step in steps]
    assert rows == [[1, 2, 3], [1, 2, 3], [1, 1, 3], [1, 3, 3]]
    assert [step.answer for step in steps] == ["2 moves to come", "YES", "YES", "2 legal moves of 2"]
    assert steps[-1].reasons == ("2 of 3 players have cells.",)


@pytest.mark.parametrize(("name", "selection", "first", "end", "opened"), support.toml("page")["opened"])
def test_pages_open_at_the_step_selected(name: str, selection: Selection, first: int, end: int, opened: int) -> None:
    numbers = range(first, end)
    file = "2.in" if name == "nogo" else "1.in"
    data = (support.SAMPLES / name / file).read_bytes()
    steps = load(name).explainer.steps(data, selection)
    assert (steps.numbers, steps.shown, steps.opened) == (numbers, numbers, opened)
    text, explanations = page_of(name, data, selection)
    explanation = text.split('<section id="explanation"')[1].split("</section>")[0]
    assert f"<h2>{explanations[opened - first].subject}</h2>" in explanation
    assert f'value="{opened}"' in text


def test_a_data_set_of_chess_has_a_page_of_its_own() -> None:
    data = (support.SAMPLES / "chess" / "three-boards.in").read_bytes()
    explainer = load("chess").explainer
    every = explainer.steps(data, NONE)
    assert every.numbers == range(1, 1061)
    assert every.shown == range(1, 922)
    second = explainer.steps(data, {"set": 2, "query": 3})
    assert next(second.explanations).selection["set"] == 2
    assert len(second.numbers) < len(every.numbers)
    with pytest.raises(OptionError, match="there are 3 data sets: choose one with --set"):
        explainer.steps(data, {"query": 3})


def test_what_a_page_has_room_for() -> None:
    assert on_a_page(range(363), 0, (19, 19), 10**7) == range(363)
    assert on_a_page(range(10_001), 5000, (9, 9), 10**7) == range(4000, 6000)  # 2000 steps
    assert on_a_page(range(10_001), 10_000, (9, 9), 10**7) == range(8001, 10_001)
    assert on_a_page(range(892), 0, (30, 30), 10**7) == range(892)
    assert on_a_page(range(1, 10_001), 1, (60, 60), 10**7) == range(1, 278)  # at most a million cells drawn
    assert on_a_page(range(1, 11), 3, (447, 447), 10**6) == range(1, 6)  # at most a million cells searched
    assert on_a_page(range(1, 11), 7, (1000, 1000), 1) == range(7, 8)


def test_too_many_steps_are_reported(tmp_path: Path) -> None:
    (tmp_path / "long.in").write_bytes(b"1 3 2 3000\n1 1 2\n" + b"1 1 1\n" * 3000)
    done = refsol_here("multigo", "show", "long.in", "--html", "-", "--move", "2999", cwd=tmp_path)
    assert done.returncode == 0
    message = "there are too many steps for one page: it shows 1002 to 3001 of 0 to 3001; select others with --move"
    assert done.stderr.decode() == f"refsol: -: {message}\n"
    text = done.stdout.decode()
    assert f'<p class="note">T{message[1:]}.</p>' in text
    assert 'data-all="3001"' in text
    shown = shown_on(text)
    assert len(shown) == 2000
    assert shown[-1].texts[0] == "the position at the end"


@pytest.mark.unmeasured
@pytest.mark.slow
def test_large_boards_are_cropped_and_that_is_reported(tmp_path: Path) -> None:
    (tmp_path / "large.in").write_text("70\n" + ("." * 70 + "\n") * 70, encoding="ascii")
    done = refsol_here("nogo", "show", "large.in", "--html", "large.html", "--move", "2000", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.decode().splitlines()[1] == (
        "refsol: large.html: the board is too large for one picture: only the part where something happens is drawn"
    )
    for step in shown_on((tmp_path / "large.html").read_text(encoding="utf-8")):
        assert re.fullmatch(r"\(rows \d+ to \d+ of 70, columns \d+ to \d+ of 70\)", step.texts[-1])


def test_text_that_looks_like_markup_is_escaped() -> None:
    trap = "</script><script>alert(1)</script><!-- & </style>\u2028 \" '"
    scene = Scene(Ground.REGIONS, 1, 1, 1, 1, ((player(1),),), title=trap, description=trap)
    text = draw_page(trap, [Explanation({}, trap, trap, (trap,), scene)], notes=[trap])
    (step,) = shown_on(text)
    assert step.texts == [trap] * 3
    assert "<!--" not in text
    assert len(re.findall(r"<script\b", text)) == 2


def test_only_its_own_style_and_script_may_run_on_a_page() -> None:
    text, _explanations = page_of("nogo", b"1\n.\n")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    own = r"style-src 'sha256-\S{44}'; script-src 'sha256-\S{44}'"
    assert re.fullmatch(f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'", policy)


def test_only_pages_of_a_site_lead_elsewhere() -> None:
    (step,) = load("nogo").explainer.explain(b"1\n.\n", NONE)
    text = draw_page("title", [step], back=("../a&b.html", "Back to <it>"))
    assert '<p class="back"><a href="../a&amp;b.html">Back to &lt;it&gt;</a></p>\n<h1>' in text
    assert 'class="back"' not in draw_page("title", [step])


def test_what_stays_is_stored_once() -> None:
    """A page of a whole game on 19 × 19 points: each move changes few lines of the picture."""
    text, explanations = page_of("nogo", (support.SAMPLES / "nogo" / "midgame-19x19.in").read_bytes())
    assert len(explanations) == 218
    assert len(text) < 4096 * len(explanations)


MANY_MOVES = "1 2 2 3000\n1 2\n" + "1 1 1\n" * 2999


@pytest.mark.parametrize(
    ("name", "data", "arguments", "message"),
    [
        *((name, "?", "", "") for name in NAMES),
        ("multigo", f"{MANY_MOVES}1 1 3\n", "", "source.in:3002:5: expected player k in 1..2, found '3'"),
        ("multigo", "", "--svg a.svg", "--svg and --html can't be combined"),
        ("multigo", "", "--html source.in", "source.in: the picture would overwrite the input"),
        ("multigo", "", "--move 7", "--move 7: there are 6 moves"),
        ("multigo", "", "--html no/such/place.html", "no/such/place.html: No such file or directory"),
    ],
    ids=lambda value: value[-24:],
)
def test_what_is_refused_leaves_no_page(name: str, data: str, arguments: str, message: str, tmp_path: Path) -> None:
    given = data.encode() or MULTIGO.read_bytes()
    (tmp_path / "source.in").write_bytes(given)
    done = refsol_here(name, "show", "source.in", "--html", "page.html", *arguments.split(), cwd=tmp_path)
    support.require_refusal(done, message or "source.in:1:1: expected ", 3 if data else 2)
    assert os.listdir(tmp_path) == ["source.in"]  # noqa: PTH208 (names, hidden ones too)
    assert (tmp_path / "source.in").read_bytes() == given


def test_a_page_names_its_input(tmp_path: Path) -> None:
    source = tmp_path / "a&b.in"
    source.write_bytes(MULTIGO.read_bytes())
    assert refsol_here("multigo", "show", str(source), "--html", "page.html", cwd=tmp_path).returncode == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert '<p class="note">Input: a&amp;b.in.</p>' in text
    piped = refsol_here("multigo", "show", "--html", "-", stdin=MULTIGO.read_bytes())
    assert piped.stdout.decode() == text.replace('<p class="note">Input: a&amp;b.in.</p>', "")
