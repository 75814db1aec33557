"""The living figures of a built site in headless Chromium, moved by mouse and by keyboard, on a screen and on a phone.

``REFSOL_SITE`` names the site's directory; without it the tests are skipped. What a figure has to show is one of its
states, which test_living.py compares with refsol's solvers, rules and explanations.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from chromium import Record
from living_figures import load, nogo
from living_figures.figure import Figure, Slider, State, cell_key, encode
from test_living import PAGES, figures

from refsol.nogo import Game, play_random, read_board
from refsol.problem.scene import Cell

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, ViewportSize

pytestmark = pytest.mark.browser

PHONE: Final["ViewportSize"] = {"width": 375, "height": 812}
SCREEN: Final["ViewportSize"] = {"width": 1300, "height": 900}
FIGURES: Final = {name: page for page in PAGES for name in figures(page)}
PLAYED: Final = "nogo"  # on whose cells one plays; on others' one is chosen
CHOSEN: Final = [name for name in FIGURES if name != PLAYED]

# What an element holds, and what it would hold with other contents.
HELD: Final = """(shown, html) => {
  const other = shown.cloneNode(false);
  other.innerHTML = html;
  return [shown.innerHTML, other.innerHTML];
}"""
APART: Final = """(drawn, cell) => {
  const [first, second] = [drawn, cell].map((element) => element.getBoundingClientRect());
  return ["x", "y", "width", "height"].map((side) => first[side] - second[side]);
}"""


@cache
def data_of(name: str) -> Figure:
    return load(name)


class Opened:
    """A figure on its page in the browser."""

    def __init__(self, page: "Page", name: str) -> None:
        self.page: Final = page
        self.states: Final = data_of(name).states
        self.figure: Final = page.locator(f"#living-{name}")
        self.figure.scroll_into_view_if_needed()

    def words(self) -> str:
        """Return what the figure says, with single blanks."""
        return " ".join(self.figure.locator(".words").inner_text().split())

    def cell(self, x: int, y: int) -> "Locator":
        return self.figure.locator(f".cells button[data-cell='{x},{y}']")

    def slider(self, label: str) -> "Locator":
        return self.figure.get_by_role("slider", name=label)

    def focused_cell(self) -> str | None:
        found = self.page.evaluate("document.activeElement.dataset.cell ?? null")
        return found if found is None else str(found)

    def shows(self, state: State, told: tuple[str, ...] = ()) -> None:
        """Check that the figure shows a state, and what was told of the move to it."""
        for where, *parts in ((".scene", state.picture), (".words", told, state.words)):
            html = "".join("\n".join(lines) for lines in parts)
            shown, wanted = self.figure.locator(where).evaluate(HELD, html)
            assert shown.split() == wanted.split()
        labels = "buttons => buttons.map(button => button.getAttribute('aria-label'))"
        assert tuple(self.figure.locator(".cells button").evaluate_all(labels)) == state.labels

    def shows_values(self, values: dict[str, str]) -> None:
        """Check that the figure shows the state of a cell, if one is chosen, and of the values of its controls."""
        self.shows(self.states[" ".join(values.values())])
        if cell := values.get("cell"):
            chosen = self.figure.locator(".cells [aria-selected=true]")
            assert chosen.get_attribute("data-cell") == cell  # the only one
            if self.figure.locator(".scene .focus").count():
                # Both are measured at once, since the page may be scrolling.
                apart = self.figure.locator(".scene .focus").evaluate(APART, chosen.element_handle())
                assert all(abs(each) < 6 for each in apart), apart


@contextmanager
def opened(
    browser: "Browser",
    site: Path,
    name: str,
    viewport: "ViewportSize" = SCREEN,
    *,
    scripts: bool = True,
    dark: bool = False,
    page_name: str = "",
) -> Iterator[Opened]:
    """Open a figure; afterwards nothing was written to the console, and nothing was loaded from elsewhere."""
    page = browser.new_page(
        viewport=viewport,
        java_script_enabled=scripts,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    record = Record(page)
    page.goto((site / f"{page_name or FIGURES[name]}.html").as_uri())
    yield Opened(page, name)
    page.close()
    record.check(site.as_uri(), "data:")


class Played:
    """A game on the figure of NoGo."""

    def __init__(self, figure: Opened) -> None:
        self.figure: Final = figure
        self.game: Final = Game(read_board(nogo.START))
        self.state = figure.states["." * 9]
        self.check()

    def check(self, told: tuple[str, ...] = ()) -> None:
        """Check what is shown after the moves so far, the last of which may have been ``told``."""
        self.figure.shows(self.state, told)
        undo = self.figure.figure.get_by_role("button", name="Undo")
        assert (undo.get_attribute("aria-disabled") == "true") == (not self.game.moves)

    def play(self, cell: Cell, key: str = "") -> None:
        """Play on a cell by a click, or with a ``key``."""
        self.figure.page.keyboard.press(key) if key else self.figure.cell(*cell).click()
        move = self.state.moves[cell_key(cell)]
        self.game.play(*cell)
        self.state = self.figure.states[move.state]
        self.check(move.told)
        assert self.figure.cell(*cell).get_attribute("class") == "last"


@pytest.mark.parametrize("viewport", [SCREEN, PHONE], ids=["screen", "phone"])
def test_nogo_by_mouse(browser: "Browser", site: Path, viewport: "ViewportSize") -> None:
    with opened(browser, site, "nogo", viewport) as figure:
        for seed in (1, 2):
            played = Played(figure)
            points = play_random(Game(played.game.board.copy()), seed)
            moves = [played.game.board.coordinates(int(point)) for point in points]
            for cell in moves:
                played.play(cell)
            assert played.game.legal_moves() == []
            figure.figure.get_by_text("Start again").click()
        played = Played(figure)
        played.play(moves[0])
        figure.cell(*moves[1]).click()
        figure.figure.get_by_role("button", name="Undo").click()
        played.check(("<p>Move undone.</p>",))


def test_nogo_by_keyboard(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "nogo") as figure:
        played = Played(figure)
        at = (1, 1)
        figure.cell(*at).focus()
        told: tuple[str, ...] = ()
        for key in ("Enter", "Space"):
            cell = played.game.legal_moves()[0]
            go(figure, at, cell)
            played.check(told)  # going there plays nothing
            at, told = cell, played.state.moves[cell_key(cell)].told
            played.play(cell, key)


def go(figure: Opened, start: Cell, end: Cell) -> None:
    down, right = end[0] - start[0], end[1] - start[1]
    keys = ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
    keys += ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)
    for key in keys:
        figure.page.keyboard.press(key)
    assert figure.focused_cell() == cell_key(end)


def test_nogo_says_why_a_point_is_forbidden(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "nogo") as figure:
        played = Played(figure)
        refused = [k for k, why in enumerate(played.state.refusals) if why]
        assert len(refused) > len(nogo.position_of(played.game.board).forbidden[played.game.to_move]) > 0
        for k in refused:
            figure.figure.locator(".cells button").nth(k).click()
            played.check((played.state.refusals[k],))


@pytest.mark.parametrize("viewport", [SCREEN, PHONE], ids=["screen", "phone"])
@pytest.mark.parametrize("name", CHOSEN)
def test_all_that_can_be_chosen_is_reached_by_mouse(
    browser: "Browser", site: Path, name: str, viewport: "ViewportSize"
) -> None:
    data = data_of(name)
    values = dict(zip(data.names(), data.values(), strict=True))
    with opened(browser, site, name, viewport) as figure:
        figure.shows_values(values)
        for control in data.controls:
            if isinstance(control, Slider):
                for k in (len(control.texts) - 1, len(control.texts) // 2):
                    values[control.name] = str(control.first + k)
                    figure.slider(control.label).fill(values[control.name])
                    figure.shows_values(values)
                    assert figure.slider(control.label).get_attribute("aria-valuetext") == control.texts[k]
            else:
                for option in reversed(control.options):
                    values[control.name] = option.value
                    figure.figure.locator(f"input[data-name={control.name}][value='{option.value}']").click()
                    figure.shows_values(values)
        if data.cells:
            for cell in ((1, 1), (data.cells.rows, 1), (data.cells.rows, data.cells.columns)):
                values["cell"] = cell_key(cell)
                figure.cell(*cell).click()
                figure.shows_values(values)


@pytest.mark.parametrize("name", CHOSEN)
def test_all_that_can_be_chosen_is_reached_by_keyboard(browser: "Browser", site: Path, name: str) -> None:
    data = data_of(name)
    assert not data.is_played
    values = dict(zip(data.names(), data.values(), strict=True))
    with opened(browser, site, name) as figure:

        def press(key: str, control: str, value: str) -> None:
            figure.page.keyboard.press(key)
            values[control] = value
            figure.shows_values(values)

        for control in data.controls:
            if isinstance(control, Slider):
                last = control.first + len(control.texts) - 1
                figure.slider(control.label).focus()
                press("Home", control.name, str(control.first))
                press("ArrowRight", control.name, str(control.first + 1))
                press("End", control.name, str(last))
                press("ArrowLeft", control.name, str(last - 1))
            else:
                group = figure.figure.get_by_role("group", name=control.label)
                options = [option.value for option in control.options]
                group.locator("input:checked").focus()
                for _ in options:  # all of them, and back to the first
                    following = options[(options.index(values[control.name]) + 1) % len(options)]
                    press("ArrowRight", control.name, following)
                    assert group.get_by_role("radio", checked=True).get_attribute("value") == following
        if data.cells:
            assert figure.figure.get_by_role("grid", name=data.title).count() == 1
            assert figure.figure.locator(".cells [tabindex='0']").count() == 1
            rows, columns = data.cells.rows, data.cells.columns
            x, y = map(int, values["cell"].split(","))
            figure.cell(x, y).focus()
            for key, cell in (
                *(("Home", (x, 1)), ("ArrowLeft", (x, 1)), ("ArrowRight", (x, 2)), ("Control+ArrowRight", (x, 2))),
                *(("End", (x, columns)), ("ArrowRight", (x, columns)), ("ArrowDown", (min(x + 1, rows), columns))),
                ("ArrowUp", (max(min(x + 1, rows) - 1, 1), columns)),
            ):
                press(key, "cell", cell_key(cell))
                assert figure.focused_cell() == cell_key(cell)
        if name == "multigo":  # whose controls come after the board
            for key in ("Shift+Tab", "Tab", "Tab"):
                figure.page.keyboard.press(key)
            assert figure.page.evaluate("document.activeElement.value") == values["player"]


@pytest.mark.parametrize("name", FIGURES)
def test_figures_fit_a_phone_in_both_colour_schemes(browser: "Browser", site: Path, name: str) -> None:
    fills = []
    for dark in (False, True):
        with opened(browser, site, name, PHONE, dark=dark) as figure:
            assert figure.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            place = figure.figure.locator(".stage").bounding_box()
            assert place
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= PHONE["width"]
            for control in figure.figure.locator(".controls button, .controls fieldset span, .slider input").all():
                box = control.bounding_box()
                assert box
                assert box["height"] >= 40
                assert box["width"] >= 40
            if data_of(name).cells:
                box = figure.figure.locator(".cells button").first.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 30
            fills.append(figure.figure.locator(".scene text").first.evaluate("text => getComputedStyle(text).fill"))
    assert len({*fills}) == 2


@pytest.mark.parametrize("name", FIGURES)
def test_without_scripts_and_on_paper_there_is_a_still(browser: "Browser", site: Path, name: str) -> None:
    with opened(browser, site, name) as figure:
        words, picture = figure.words(), figure.figure.locator(".scene").inner_html()
        assert figure.figure.locator(".controls").is_visible() == (bool(data_of(name).controls) or name not in CHOSEN)
        assert figure.figure.locator(".try").is_visible()
        figure.page.emulate_media(media="print")
        assert figure.figure.locator("svg").first.is_visible()
        assert figure.figure.locator(".words").is_visible()
        assert figure.figure.locator("figcaption p").first.is_visible()
        assert not figure.figure.locator(".try").is_visible()
        assert not figure.figure.locator(".controls").is_visible()
        assert figure.figure.locator("button:visible").count() == 0
    with opened(browser, site, name, scripts=False) as figure:
        assert figure.words() == words
        assert figure.figure.locator(".scene").inner_html().split() == picture.split()
        assert figure.figure.locator("svg").first.is_visible()
        assert not figure.figure.locator(".controls").is_visible()
        assert not figure.figure.locator(".try").is_visible()
        assert figure.figure.locator(".cells").count() == 0


def test_only_pages_with_figures_have_the_script(site: Path) -> None:
    for page in PAGES:
        built = site / f"{page}.html"
        if built.exists():
            assert ("living.js" in built.read_text(encoding="utf-8")) == bool(figures(page)), page


def test_the_start_page_has_a_figure_of_a_few_kilobytes(browser: "Browser", site: Path) -> None:
    (name,) = figures("index")
    assert len(encode(data_of(name))) < 20_000
    with opened(browser, site, name, page_name="index") as figure:
        figure.figure.get_by_role("slider").press("End")
        figure.shows(figure.states[list(figure.states)[-1]])
