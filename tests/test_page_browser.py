"""Pages in headless Chromium: there are no errors, every control goes to the right step, and the picture is visible.

What this needs is said in ``chromium.py``.
"""

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pytest
import support
from chromium import Record

from refsol.cli.explain import show
from refsol.problem import NAMES, load
from refsol.problem.selection import Selection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NONE: Selection = MappingProxyType({})
STEPPING: Final = {"multigo": "1.in", "somegame": "1.in", "chess": "1.in", "nogo": "2.in"}  # three or more steps each
FIRST: Final = {"multigo": 0, "somegame": 1, "chess": 1, "nogo": 0}
VARIOUS: Final = {"multigo": "blobs-60x60.in", "somegame": "mixed.in", "chess": "three-boards.in", "tictactoe": "1.in"}


class Opened:
    """A page of refsol in the browser; at the end it has had no errors, and asked for nothing else."""

    def __init__(self, browser: "Browser", file: Path, address: str = "", scripts: bool = True) -> None:
        self.page: Page = browser.new_page(java_script_enabled=scripts, viewport={"width": 1200, "height": 900})
        self.record = Record(self.page)
        self.url = file.as_uri()
        self.page.goto(self.url + address)

    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *_: object) -> None:
        self.page.close()
        self.record.check(self.url)

    def subject(self) -> str:
        return self.page.get_by_role("heading", level=2).inner_text()

    def answer(self) -> str:
        return self.page.locator(".answer").inner_text()

    def picture(self) -> bytes:
        return self.page.locator("#picture > svg").screenshot()

    def subjects(self) -> list[str]:
        return self.page.locator("#list a").all_inner_texts()

    def is_at(self, number: int) -> bool:
        slider = self.page.get_by_role("slider", name="Step")
        current = self.page.locator("#list a[aria-current=step]")
        entry = f"{self.subject()}: {self.answer()}"
        return (
            slider.input_value() == str(number)
            and self.page.locator("#position").inner_text().startswith(f"step {number} of ")
            and current.count() == 1
            and current.inner_text() == entry == slider.get_attribute("aria-valuetext")
            and current.get_attribute("href") == f"#{number}"
        )


def page_of(name: str, file: str, directory: Path, selection: Selection = NONE) -> Path:
    target = directory / "page.html"
    source = str(support.SAMPLES / name / file)
    show.run(load(name), source=source, selection=selection, html=str(target))
    return target


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_visible(name: str, browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of(name, "1.in", tmp_path)) as opened:
        seen = opened.picture()
        opened.page.evaluate("document.querySelector('#picture > svg').style.opacity = 0")
        assert opened.picture() != seen
        assert opened.subject()
        assert opened.answer()


@pytest.mark.parametrize("name", STEPPING)
def test_every_way_to_step(name: str, browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of(name, STEPPING[name], tmp_path)) as opened:
        page = opened.page
        first = FIRST[name]
        last = first + len(opened.subjects()) - 1
        assert last >= first + 2
        assert opened.is_at(first)
        shown = {opened.picture()}
        button = {name: page.get_by_role("button", name=name, exact=True) for name in ("First", "Back", "Next", "Last")}
        for number in range(first + 1, last + 1):
            button["Next"].click()
            assert opened.is_at(number)
            shown.add(opened.picture())
        assert len(shown) >= 3  # not all pictures differ, since some moves change nothing
        assert button["Next"].get_attribute("aria-disabled") == "true"
        assert page.evaluate("document.activeElement.id") == "next"  # a button keeps the focus at the last step
        button["Next"].click(force=True)
        assert opened.is_at(last)
        button["Back"].click()
        assert opened.is_at(last - 1)
        button["First"].click()
        assert opened.is_at(first)
        button["Last"].click()
        assert opened.is_at(last)
        for key, number in (("Home", first), ("ArrowLeft", first), ("ArrowRight", first + 1), ("End", last)):
            page.keyboard.press(key)
            assert opened.is_at(number), key
        slider = page.get_by_role("slider", name="Step")
        slider.fill(str(first + 1))
        assert opened.is_at(first + 1)
        slider.focus()
        page.keyboard.press("ArrowRight")  # a slider's own key: one step, not two
        assert opened.is_at(first + 2)
        page.locator("#list a").nth(0).click()
        assert opened.is_at(first)
        page.keyboard.press("Control+ArrowRight")
        assert opened.is_at(first)


def is_playing(page: "Page") -> bool:
    return page.locator("#play").inner_text() == "Pause"


def test_playing_ends_at_the_last_step(browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of("multigo", "1.in", tmp_path)) as opened:
        page = opened.page
        page.get_by_role("combobox", name="Speed").select_option("fastest")
        page.get_by_role("button", name="Play").click()
        page.wait_for_selector("#list a[aria-current][href='#7']")
        page.wait_for_selector("#play:text('Play')")
        assert opened.is_at(7)
        page.evaluate(
            "window.seen = []; new MutationObserver(() => seen.push(document.getElementById('slider').value))"
            ".observe(document.getElementById('position'), {childList: true})"
        )
        page.get_by_role("button", name="Play").click()  # again from the beginning
        page.wait_for_selector("#play:text('Play')")
        assert page.evaluate("seen") == [str(number) for number in range(8)]


def test_the_reader_interrupts_playing(browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of("multigo", "1.in", tmp_path)) as opened:
        page = opened.page
        page.keyboard.press("Space")
        assert is_playing(page)
        assert page.locator("#explanation").get_attribute("aria-live") == "off"
        page.keyboard.press("Space")
        assert not is_playing(page)
        assert page.locator("#explanation").get_attribute("aria-live") == "polite"
        for key, number in (("ArrowRight", 1), ("End", 7), ("Home", 0)):
            page.keyboard.press("Home")
            page.keyboard.press("Space")
            assert is_playing(page)
            page.keyboard.press(key)
            assert not is_playing(page)
            assert opened.is_at(number) or key == "ArrowRight"  # a step may have gone by
        page.get_by_role("button", name="Next").focus()
        page.keyboard.press("Space")  # presses the button, once, and doesn't play
        assert opened.is_at(1)
        assert not is_playing(page)


@pytest.mark.parametrize(("motion", "speed"), [("no-preference", "normal"), ("reduce", "slow")])
def test_less_motion_is_slower(motion: str, speed: str, browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of("multigo", "1.in", tmp_path)) as opened:
        opened.page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        opened.page.reload()
        assert opened.page.locator("#speed option:checked").inner_text() == speed


def test_a_large_board_and_its_controls_fit_the_window(browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of("nogo", "midgame-19x19.in", tmp_path), "#60") as opened:
        page = opened.page
        for width, height in ((1300, 900), (1366, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollHeight") == height
            for selector in ("#controls", "#picture > svg", "#list"):
                box = page.locator(selector).bounding_box()
                assert box
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height
            box = page.locator("#picture > svg").bounding_box()
            assert box
            assert box["height"] > height * 0.65
        assert page.get_by_text("Keys:").is_visible()
        page.set_viewport_size({"width": 375, "height": 812})
        assert not page.get_by_text("Keys:").is_visible()  # on a phone
        letter = page.locator("#picture .badge text").first.bounding_box()
        assert letter
        assert letter["height"] >= 9  # of its line, in pixels


def test_a_step_has_an_address(browser: "Browser", tmp_path: Path) -> None:
    file = page_of("multigo", "1.in", tmp_path)
    with Opened(browser, file, "#4") as opened:
        assert opened.is_at(4)
        opened.page.keyboard.press("ArrowRight")
        opened.page.wait_for_url("**/page.html#5")
        opened.page.reload()
        assert opened.is_at(5)
        opened.page.evaluate("location.hash = '#999'")
        opened.page.wait_for_selector("#list a[aria-current][href='#7']")
        assert opened.is_at(7)
    with Opened(browser, file, "#nonsense") as opened:
        assert opened.is_at(0)
    with Opened(browser, page_of("multigo", "1.in", tmp_path, {"move": 3})) as opened:
        assert opened.is_at(3)


@pytest.mark.parametrize("name", VARIOUS)
def test_pages_of_all_sizes_fit(name: str, browser: "Browser", tmp_path: Path) -> None:
    """Nothing is wider than a phone, and the picture does not move from step to step."""
    with Opened(browser, page_of(name, VARIOUS[name], tmp_path)) as opened:
        for width in (390, 1200):
            opened.page.set_viewport_size({"width": width, "height": 844})
            places = []
            for _ in range(3):
                assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
                place = opened.page.locator("#picture > svg").bounding_box()
                assert place
                # Each data set of Some Game has a board of its own.
                places.append((place["x"], place["y"]) if name == "somegame" else tuple(place.values()))
                opened.page.keyboard.press("ArrowRight")
            assert places == [places[0]] * 3


def test_light_and_dark(browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of("nogo", "2.in", tmp_path)) as opened:
        colours = []
        for scheme in ("light", "dark"):
            opened.page.emulate_media(color_scheme=scheme)
            colours.append(
                opened.page.evaluate(
                    "[getComputedStyle(document.body).backgroundColor,"
                    " getComputedStyle(document.querySelector('.paper')).fill]"
                )
            )
        assert colours == [["rgb(255, 255, 255)"] * 2, ["rgb(23, 25, 29)"] * 2]


def test_one_step_needs_no_controls(browser: "Browser", tmp_path: Path) -> None:
    with Opened(browser, page_of("tictactoe", "1.in", tmp_path)) as opened:
        assert opened.page.get_by_role("button").or_(opened.page.get_by_role("slider")).count() == 0


def test_the_step_that_was_chosen_is_shown_without_scripts_and_on_paper(browser: "Browser", tmp_path: Path) -> None:
    file = page_of("multigo", "1.in", tmp_path, {"move": 2})
    for scripts in (False, True):
        with Opened(browser, file, scripts=scripts) as opened:
            opened.page.emulate_media(media="print")
            assert opened.subject() == "move 2: cell (3, 4) of player 3 to player 2"
            assert opened.answer() == "NO"
            assert opened.page.locator("#picture > svg").is_visible()
            for hidden in ("#controls", "#list"):
                assert not opened.page.locator(hidden).is_visible()
            assert scripts or opened.page.get_by_role("button").count() == 0


def test_a_desk_shows_the_board_its_legend_and_several_steps(browser: "Browser", tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    sample = support.SAMPLES / "nogo" / "midgame-19x19.in"
    assert support.refsol_process("nogo", "show", str(sample), "--html", str(path)).returncode == 0
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto(path.as_uri())
    parts = [page.locator("#picture > svg"), *page.locator(".legend li").all(), *page.locator("ol li").all()[:3]]
    boxes = [part.bounding_box() for part in parts]
    assert len(boxes) > 5
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= 900 for box in boxes)
    explanation = page.locator("#explanation").bounding_box()
    last = page.locator(".legend li").last.bounding_box()
    assert explanation
    assert last
    assert last["y"] + last["height"] <= explanation["y"] + explanation["height"]  # which scrolls
    page.close()
