"""The living figures of a built site in headless Chromium, moved by mouse and by keyboard, on a screen and on a phone.

``REFSOL_SITE`` names the site's directory; without it the tests are skipped. What a figure shows is compared with what
refsol's solvers, rules and explanations say in the test. What else this needs is said in ``chromium.py``.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from chromium import chromium, skip_or_fail
from living_figures import breaking, chess, multigo, nogo, somegame, tictactoe

from refsol.multigo import Game as TerritoryGame
from refsol.multigo import read_board
from refsol.multigo.jury.explain import explain as explain_move
from refsol.nogo import Game, play_random
from refsol.nogo import read_board as read_stones
from refsol.nogo.jury.explain import explain as explain_point
from refsol.nogo.rules import groups_of
from refsol.somegame import Board
from refsol.somegame.rules import Position
from refsol.tictactoe.jury.explain import explain as explain_chip

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

SITE: Final = Path(os.environ["REFSOL_SITE"]).resolve() if "REFSOL_SITE" in os.environ else None
PHONE: Final = {"width": 375, "height": 812}
SCREEN: Final = {"width": 1300, "height": 900}
FIGURES: Final = {
    "multigo": "multigo",
    "somegame": "somegame",
    "breaking": "somegame",
    "chess": "chess",
    "tictactoe": "tictactoe",
    "nogo": "nogo",
}
WITH_CELLS: Final = ("multigo", "tictactoe", "nogo")


@pytest.fixture(scope="module")
def site() -> Path:
    if SITE is None:
        skip_or_fail("REFSOL_SITE doesn't name a built site")
    return SITE


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as browser:
        yield browser


class Opened:
    """A figure on its page in the browser."""

    def __init__(self, page: "Page", name: str) -> None:
        self.page: Final = page
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

    def texts(self) -> list[str]:
        """Return the texts in the picture, but for the numbers of rows and columns."""
        return self.figure.locator(".scene text:not(.number text)").all_text_contents()


@contextmanager
def opened(
    browser: "Browser",
    site: Path,
    name: str,
    viewport: dict[str, int] = SCREEN,
    *,
    scripts: bool = True,
    scheme: str = "light",
) -> Iterator[Opened]:
    """Open a figure; afterwards nothing was written to the console, and nothing was loaded from elsewhere."""
    page = browser.new_page(
        viewport={"width": viewport["width"], "height": viewport["height"]},
        java_script_enabled=scripts,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    errors: list[str] = []
    requested: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requested.append(request.url))
    page.goto((site / "problems" / f"{FIGURES[name]}.html").as_uri())
    yield Opened(page, name)
    page.close()
    assert errors == []
    assert [url for url in requested if not url.startswith((site.as_uri(), "data:"))] == []


APART: Final = """(drawn, cell) => {
  const [first, second] = [drawn, cell].map((element) => element.getBoundingClientRect());
  return ["x", "y", "width", "height"].map((side) => first[side] - second[side]);
}"""


# Multi-Go


def check_multigo(figure: Opened, cell: tuple[int, int], gainer: int) -> None:
    """Check that the figure shows a move: its verdict, its reasons, its runs, and a frame around the cell."""
    source = multigo.source_of(cell, gainer)
    (explanation,) = explain_move(source, {})
    words = figure.words()
    assert f"Cell {cell} of player" in words
    assert f"to player {gainer}: {explanation.answer}" in words
    assert all(reason in words for reason in explanation.reasons)
    board = read_board(source)
    loser = int(board.owner[cell[0] * board.stride + cell[1]])
    if loser != gainer:
        rings = [multigo.ring_of(board, cell, player) for player in (loser, gainer)]
        for drawn, ring in zip(figure.figure.locator(".ring").all(), rings, strict=True):
            assert drawn.locator(".badge").count() == len(ring.touching)
            assert drawn.locator(".isolated").count() == len(ring.corners)
    assert (explanation.answer == "YES") == TerritoryGame(board).play(*cell, gainer)
    assert figure.cell(*cell).get_attribute("aria-selected") == "true"
    assert figure.figure.locator(".cells [aria-selected=true]").count() == 1
    check_place(figure.figure.locator(".scene .focus"), figure.cell(*cell))


def check_place(drawn: "Locator", cell: "Locator") -> None:
    """Check that a cell lies over what is drawn."""
    apart = drawn.evaluate(APART, cell.element_handle())  # both at once, since the page may be scrolling
    assert all(abs(each) < 6 for each in apart), apart


@pytest.mark.parametrize("viewport", [SCREEN, PHONE], ids=["screen", "phone"])
def test_multigo_by_mouse(browser: "Browser", site: Path, viewport: dict[str, int]) -> None:
    with opened(browser, site, "multigo", viewport) as figure:
        check_multigo(figure, *multigo.START)
        for cell, player in (((3, 5), 3), ((2, 6), 4), ((2, 6), 6), ((6, 1), 4), ((1, 1), 1), ((1, 5), 1)):
            figure.cell(*cell).click()
            figure.figure.locator(f"input[data-name=player][value='{player}']").click()
            check_multigo(figure, cell, player)


def test_multigo_by_keyboard(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "multigo") as figure:
        press = figure.page.keyboard.press
        cell, player = multigo.START
        figure.cell(*cell).focus()
        assert figure.figure.locator(".cells [tabindex='0']").count() == 1
        for key, step in (("ArrowRight", (0, 1)), ("ArrowDown", (1, 0)), ("ArrowLeft", (0, -1)), ("ArrowUp", (-1, 0))):
            press(key)
            cell = cell[0] + step[0], cell[1] + step[1]
            assert figure.focused_cell() == f"{cell[0]},{cell[1]}"
            check_multigo(figure, cell, player)
        for key, column in (("End", 7), ("ArrowRight", 7), ("Home", 1), ("ArrowLeft", 1)):  # no wrapping around
            press(key)
            cell = cell[0], column
            check_multigo(figure, cell, player)
        press("Control+ArrowRight")
        check_multigo(figure, cell, player)
        press("Shift+Tab")  # the controls come after the board
        press("Tab")
        press("Tab")
        assert figure.page.evaluate("document.activeElement.value") == str(player)
        press("ArrowRight")
        check_multigo(figure, cell, player + 1)


# NoGo


def check_nogo(figure: Opened, game: Game) -> None:
    """Check that the figure shows a position: the counts on the stones, the forbidden points, and the legal moves."""
    position = nogo.position_of(game.board)
    counts = sorted(str(count) for count in position.counts.values())
    assert sorted(figure.texts()) == counts
    assert len(counts) == sum(len(group.stones) for group in groups_of(game.board))
    assert figure.figure.locator(".pair").count() == sum(
        len(nogo.pairs_of(game.board, group)) for group in position.groups
    )
    assert figure.figure.locator(".no").count() == sum(len(cells) for cells in position.forbidden.values())
    legal = game.legal_moves()
    side = ("", "Black", "White")[game.colour]
    assert f"{side} has {len(legal)} legal move" in figure.words() or not legal
    assert ("can't move" in figure.words()) == (not legal)
    assert (figure.figure.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true") == (
        len(counts) == len(groups_start())
    )


def groups_start() -> list[tuple[int, int]]:
    return [stone for group in groups_of(read_stones(nogo.START)) for stone in group.stones]


@pytest.mark.parametrize("viewport", [SCREEN, PHONE], ids=["screen", "phone"])
def test_nogo_by_mouse(browser: "Browser", site: Path, viewport: dict[str, int]) -> None:
    with opened(browser, site, "nogo", viewport) as figure:
        for seed in (1, 2):
            game = Game(read_stones(nogo.START))
            moves = [game.board.coordinates(int(point)) for point in play_random(Game(game.board.copy()), seed)]
            check_nogo(figure, game)
            for cell in moves:
                figure.cell(*cell).click()
                game.play(*cell)
                check_nogo(figure, game)
                assert figure.cell(*cell).get_attribute("class") == "last"
                assert f"({cell[0]}, {cell[1]})" in figure.words()
            assert game.legal_moves() == []
            figure.figure.get_by_text("Start again").click()
        figure.cell(*moves[0]).click()
        figure.cell(*moves[1]).click()
        figure.figure.get_by_role("button", name="Undo").click()
        game = Game(read_stones(nogo.START))
        game.play(*moves[0])
        check_nogo(figure, game)
        assert "Move undone." in figure.words()


def test_nogo_by_keyboard(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "nogo") as figure:
        game = Game(read_stones(nogo.START))
        at = (1, 1)
        figure.cell(*at).focus()
        for key in ("Enter", "Space"):
            cell = game.legal_moves()[0]
            at = go(figure, at, cell)
            check_nogo(figure, game)  # going there plays nothing
            figure.page.keyboard.press(key)
            game.play(*cell)
            check_nogo(figure, game)
        label = figure.cell(*cell).get_attribute("aria-label")
        count = nogo.position_of(game.board).counts[cell]
        assert label == f"({cell[0]}, {cell[1]}), white, {count} pair{'s' * (count != 1)}"


def go(figure: Opened, start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    """Move the focus with the arrow keys."""
    down, right = end[0] - start[0], end[1] - start[1]
    keys = ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
    keys += ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)
    for key in keys:
        figure.page.keyboard.press(key)
    assert figure.focused_cell() == f"{end[0]},{end[1]}"
    return end


def test_nogo_says_why_a_point_is_forbidden(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "nogo") as figure:
        game = Game(read_stones(nogo.START))
        forbidden = nogo.position_of(game.board).forbidden[game.colour]
        assert forbidden
        for cell in forbidden:
            figure.cell(*cell).click()
            (explanation,) = explain_point(nogo.START, {"row": cell[0], "column": cell[1]})
            (reason,) = [reason for reason in explanation.reasons if reason.startswith("Black may not")]
            assert reason in figure.words()
            check_nogo(figure, game)
        figure.cell(3, 1).click()
        assert "(3, 1) is occupied." in figure.words()


# Some Game


def colours(figure: Opened) -> dict[tuple[int, int], str]:
    """Return the colour of each square, as it is drawn."""
    found: dict[tuple[int, int], str] = {}
    places = figure.figure.locator(".scene > rect[class^=p]").evaluate_all(
        "all => all.map(each => [each.getAttribute('y'), each.getAttribute('x'), each.getAttribute('class')])"
    )
    rows, columns = (sorted({int(place[k]) for place in places}) for k in (0, 1))
    for y, x, colour in places:
        found[rows.index(int(y)) + 1, columns.index(int(x)) + 1] = colour
    return found


def check_somegame(figure: Opened, step: tuple[int, int], height: int, width: int) -> None:
    """Check that each cycle of the rules has a colour of its own, and that the numbers are said."""
    full = Position(Board.from_rows([[1] * width] * height, 1, 1))
    cycles = {frozenset(full.cells(run)) for run in full.runs() if step in (run.step, *run.same)}
    drawn: dict[str, set[tuple[int, int]]] = {}
    for cell, colour in colours(figure).items():
        drawn.setdefault(colour, set()).add(cell)
    assert {frozenset(cells) for cells in drawn.values()} == cycles
    numbers = somegame.cycles_of(step, height, width)
    words = figure.words()
    assert re.search(rf"^{len(cycles)} cycles? of {numbers.length} squares?\b", words)
    assert f"= {numbers.rows} turn" in words
    assert figure.figure.locator(".first").count() == len(cycles)


def test_somegame_by_mouse_and_keyboard(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "somegame") as figure:
        step, height, width = somegame.START
        check_somegame(figure, step, height, width)
        for step in ((1, -2), (0, 1), (1, 1)):
            figure.figure.locator(f"input[data-name=step][value='{step[0]},{step[1]}']").click()
            check_somegame(figure, step, height, width)
        figure.slider("Rows H").focus()
        figure.page.keyboard.press("ArrowRight")
        height += 1
        check_somegame(figure, step, height, width)
        figure.slider("Columns W").focus()
        figure.page.keyboard.press("Home")
        check_somegame(figure, step, height, 1)
        figure.slider("Columns W").fill("5")
        check_somegame(figure, step, height, 5)
        assert figure.slider("Columns W").get_attribute("aria-valuetext") == "5"
        figure.figure.locator("input[data-name=step]:checked").focus()
        figure.page.keyboard.press("ArrowRight")  # the next step in the list
        check_somegame(figure, (1, -1), height, 5)


def test_breaking_by_mouse_and_keyboard(browser: "Browser", site: Path) -> None:
    with opened(browser, site, "breaking") as figure:
        length, line = breaking.START
        lengths, lines = figure.slider("Length of the run, L"), figure.slider("Length of a line, K")
        for _ in range(4):
            count = len(breaking.breaking(length, line))
            assert figure.figure.locator(".first").count() == count
            assert f"{count} stone{'s' * (count != 1)}." in figure.words() or count in (0, breaking.CYCLE)
            lengths.focus()
            figure.page.keyboard.press("ArrowRight")
            length = min(length + 1, breaking.CYCLE)
        lines.fill(str(breaking.CYCLE))
        assert figure.figure.locator(".first").count() == breaking.CYCLE == length
        assert "each stone breaks it" in figure.words()


# NOIP chess


def test_chess_by_mouse_and_keyboard(browser: "Browser", site: Path) -> None:
    example = chess.Example()
    with opened(browser, site, "chess") as figure:
        slider = figure.slider("Moment")
        slider.focus()
        figure.page.keyboard.press("Home")
        for k, moment in enumerate(example.moments):
            assert figure.figure.locator(".region").count() == len(moment.regions)
            assert figure.figure.locator(".boxes").count() == len(moment.regions)
            assert figure.figure.locator(".box.taken").count() == moment.left
            assert figure.figure.locator(".interval").count() == k
            if k:
                t = moment.left
                begin, end = int(example.data.begin[t]), int(example.data.end[t])
                places = f"position {begin}" if end == begin + 1 else f"positions {begin} to {end - 1}"
                assert f"{places} of the order" in figure.words()
                assert slider.get_attribute("aria-valuetext") == f"piece {t} has just left"
                check_interval(figure, range(begin, end))
            figure.page.keyboard.press("ArrowRight")
        slider.fill("2")
        assert figure.figure.locator(".interval").count() == 2


def check_interval(figure: Opened, places: range) -> None:
    """Check that the interval drawn last is below the boxes of these places."""
    boxes = [box.bounding_box() for box in figure.figure.locator(".box").all()]
    drawn = figure.figure.locator(".interval.now path:not(.rim)").bounding_box()
    assert drawn
    first, last = boxes[places[0]], boxes[places[-1]]
    assert first
    assert last
    assert abs(drawn["x"] - first["x"]) < 12
    assert abs(last["x"] + last["width"] - drawn["x"] - drawn["width"]) < 12


# Tic-tac-toe


def check_tictactoe(figure: Opened, cell: tuple[int, int]) -> None:
    (explanation,) = explain_chip(tictactoe.source_of(cell), {})
    assert figure.words() == " ".join(explanation.reasons)
    named = next(mark.cells for mark in explanation.marks if mark.role == tictactoe.NAMED)
    allowed = next(mark.cells for mark in explanation.marks if mark.role == "allowed")
    frame = figure.figure.locator(".named").bounding_box()
    corner = figure.cell(*named[0]).bounding_box()
    assert frame
    assert corner
    assert abs(frame["x"] - corner["x"]) < 6
    assert abs(frame["y"] - corner["y"]) < 6
    path = figure.figure.locator(".scene .allowed").get_attribute("d") or ""
    assert sum(int(width) for width in re.findall(r"v48h-(\d+)z", path)) == 48 * len(allowed)
    check_place(figure.figure.locator(".scene .focus"), figure.cell(*cell))


@pytest.mark.parametrize("viewport", [SCREEN, PHONE], ids=["screen", "phone"])
def test_tictactoe_by_mouse_and_keyboard(browser: "Browser", site: Path, viewport: dict[str, int]) -> None:
    with opened(browser, site, "tictactoe", viewport) as figure:
        check_tictactoe(figure, tictactoe.START)
        for cell in ((1, 3), (5, 5), (6, 2), (9, 9)):
            figure.cell(*cell).click()
            check_tictactoe(figure, cell)
        figure.page.keyboard.press("ArrowUp")
        check_tictactoe(figure, (8, 9))
        figure.page.keyboard.press("Home")
        check_tictactoe(figure, (8, 1))


# All of them


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_fit_a_phone(browser: "Browser", site: Path, name: str, scheme: str) -> None:
    with opened(browser, site, name, PHONE, scheme=scheme) as figure:
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
        if name in WITH_CELLS:
            box = figure.figure.locator(".cells button").first.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 30


@pytest.mark.parametrize("name", FIGURES)
def test_pictures_follow_the_colour_scheme(browser: "Browser", site: Path, name: str) -> None:
    shots = []
    for scheme in ("light", "dark"):
        with opened(browser, site, name, scheme=scheme) as figure:
            shots.append(figure.page.evaluate("getComputedStyle(document.querySelector('.living .scene text')).fill"))
    assert len(set(shots)) == 2


@pytest.mark.parametrize("name", FIGURES)
def test_without_scripts_there_is_a_still(browser: "Browser", site: Path, name: str) -> None:
    with opened(browser, site, name) as figure:
        words, picture = figure.words(), figure.figure.locator(".scene").inner_html()
        assert figure.figure.locator(".controls").is_visible() == (name != "tictactoe")
        assert figure.figure.locator(".try").is_visible()
    with opened(browser, site, name, scripts=False) as figure:
        assert figure.words() == words
        assert figure.figure.locator(".scene").inner_html().split() == picture.split()
        assert figure.figure.locator("svg").first.is_visible()
        assert not figure.figure.locator(".controls").is_visible()
        assert not figure.figure.locator(".try").is_visible()
        assert figure.figure.locator(".cells").count() == 0


@pytest.mark.parametrize("name", FIGURES)
def test_paper_has_a_picture_and_no_controls(browser: "Browser", site: Path, name: str) -> None:
    with opened(browser, site, name) as figure:
        figure.page.emulate_media(media="print")
        assert figure.figure.locator("svg").first.is_visible()
        assert figure.figure.locator(".words").is_visible()
        assert figure.figure.locator("figcaption p").first.is_visible()
        assert not figure.figure.locator(".try").is_visible()
        assert not figure.figure.locator(".controls").is_visible()
        assert figure.figure.locator("button:visible").count() == 0


def test_other_pages_have_no_script(site: Path) -> None:
    assert "living.js" not in (site / "index.html").read_text(encoding="utf-8")
