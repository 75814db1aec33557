"""The built site in headless Chromium; ``REFSOL_SITE`` names its directory, and without it the tests are skipped.

What else this needs is said in ``chromium.py``.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import support
from chromium import SCREENS, barriers, served
from pages import blocks

from refsol.problem import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

REPLAYS: Final = "replays"  # pages without the site's style, tested in test_page_browser.py
SOURCES: Final = "_modules"

# Elements of a kind that show less than they hold.
CLIPPED: Final = """selector => [...document.querySelectorAll(selector)]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent.slice(0, 60))"""


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    yield page
    page.close()


def block_lines() -> list[str]:
    """Return the lines of the first block of commands on the start page."""
    source = (support.ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    return blocks(source, "console")[0].splitlines()


def pages_of(site: Path) -> list[Path]:
    return [path for path in sorted(site.rglob("*.html")) if REPLAYS not in path.relative_to(site).parts]


def longest_line(path: Path) -> int:
    """Return the length of the longest line of a page that is source code."""
    text = re.sub(r"<[^>]*>", "", path.read_text(encoding="utf-8").partition("<pre>")[2].partition("</pre>")[0])
    return max(map(len, unescape(text).splitlines()), default=0)


def test_no_code_table_or_plot_is_cut_off(site: Path, page: "Page") -> None:
    found: dict[str, list[str]] = {}
    sources = {path for path in pages_of(site) if SOURCES in path.relative_to(site).parts}
    assert len(sources) > 50
    for path in {*pages_of(site)} - sources | {*sorted(sources, key=longest_line)[-5:]}:
        name = path.relative_to(site)
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        for width in (1552, 1440, 1300):  # with the contents of the page behind a button, and beside it
            page.set_viewport_size({"width": width, "height": 900})
            found[f"{name}: code at {width}"] = page.evaluate(CLIPPED, "pre")
        if path in sources:
            continue
        page.evaluate("document.querySelectorAll('article details').forEach(each => { each.open = true })")
        for width in (1300, 375):
            page.set_viewport_size({"width": width, "height": 900})
            found[f"{name}: tables at {width}"] = page.evaluate(CLIPPED, ".table-wrapper, .measured, body")
    assert len(found) > 250
    assert {name: clipped for name, clipped in found.items() if clipped} == {}


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_keeps_anybody_out(width: int, height: int, site: Path, page: "Page") -> None:
    page.set_viewport_size({"width": width, "height": height})
    replay = min((site / REPLAYS).glob("*.html")).relative_to(site).as_posix()
    found = {}
    for name in ("index.html", "problems/nogo.html", "guides/students.html", "cli.html", "benchmarks.html", replay):
        page.goto((site / name).as_uri())
        page.evaluate("document.querySelectorAll('article details').forEach(each => { each.open = true })")
        found[name] = barriers(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_start_page_shows_what_it_is_before_one_scrolls(width: int, height: int, site: Path, page: "Page") -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto((site / "index.html").as_uri())
    figure = page.locator(".living")
    buttons = page.locator("article a.button").all()
    names = ["Find the bug in my program", "Play NoGo", "Play tic-tac-toe"]
    assert [each.inner_text() for each in buttons] == names * (site / "playground.html").exists()
    for each in [*buttons, figure.locator("svg").first, figure.get_by_role("slider")]:
        box = each.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
    assert page.locator(".tile .replay svg.refsol").count() == 3
    for link in page.locator(".tile .replay").all():
        address = link.get_attribute("href") or ""
        text = (site / address).read_text(encoding="utf-8")
        assert '<a href="../index.html">' in text
        assert "data-all" in text


def test_the_figure_of_the_start_page_moves_until_it_is_touched(site: Path, page: "Page") -> None:
    moved = "before => document.querySelector('.living input').value !== before"
    page.clock.install()
    page.goto((site / "index.html").as_uri())
    figure = page.locator(".living")
    slider, words = figure.get_by_role("slider"), figure.locator(".words")
    before = slider.input_value()
    page.clock.run_for(2500)
    page.wait_for_function(moved, arg=before)
    assert words.get_attribute("aria-live") == "off"
    slider.press("Home")
    page.clock.run_for(10_000)
    assert slider.input_value() == "0"
    assert words.get_attribute("aria-live") == "polite"
    for name, value in (("Run", "1"), ("Pause", "1")):
        figure.get_by_role("button", name=name).click()
        page.clock.run_for(2500)
        assert slider.input_value() == value
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.clock.run_for(10_000)
    assert slider.input_value() == "0"


def test_pages_of_problems_lead_to_the_playground(site: Path, page: "Page") -> None:
    if not (site / "playground.html").exists():
        pytest.skip("this site has no playground")
    for name in NAMES:
        page.goto((site / "problems" / f"{name}.html").as_uri())
        links = {
            each.inner_text(): each.get_attribute("href") for each in page.locator("article section > p a.button").all()
        }
        playing = {} if name in ("chess", "somegame") else {"Play": f"../playground.html#play={name}"}
        assert links == {"Find the bug in my program": f"../playground.html#try={name}", **playing}


def test_links_unfold_what_is_folded(site: Path, page: "Page") -> None:
    page.goto((site / "api" / "nogo.html").as_uri())
    first = page.locator("article .py-class, article dl.py").first
    assert first.is_visible()
    internal = page.locator("[id='refsol.nogo.groups.Candidates']")
    assert not internal.is_visible()
    page.evaluate("location.hash = '#refsol.nogo.groups.Candidates'")
    internal.wait_for(state="visible")


def test_search_results_can_be_told_apart(site: Path, page: "Page") -> None:
    with served(site) as address:
        page.goto(f"{address}/search.html?q=board")
        page.locator("#search-results li").nth(10).wait_for()
        titles = page.locator("#search-results li > a").all_inner_texts()
    modules = [title for title in titles if title.endswith(".board")]
    assert sorted(modules) == [f"refsol.{name}.board" for name in sorted(NAMES)]
    assert "board" not in titles


def test_commands_are_copied_without_prompts_and_output(site: Path, browser: "Browser") -> None:
    with served(site) as address:
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(f"{address}/index.html")
        block = page.locator(".highlight-console").first
        block.hover()
        block.locator("button.copybtn").click()
        page.wait_for_selector(".copybtn.success")
        copied = page.evaluate("navigator.clipboard.readText()")
        context.close()
    lines = block_lines()
    assert copied.splitlines() == [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    assert len(copied.splitlines()) < len(lines)


def test_the_page_for_what_is_not_found_works_anywhere(site: Path, page: "Page") -> None:
    """A server shows it at any address, so what it loads has absolute addresses."""
    failed: list[str] = []
    page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
    with served(site) as address:
        page.goto(f"{address}/404.html")
        assert page.get_by_role("heading", level=1).inner_text() == "Page not found"
        assert page.locator(".sidebar-drawer").evaluate("each => getComputedStyle(each).display") == "flex"
        page.get_by_role("link", name="start page").click()
        page.wait_for_url(lambda url: not url.endswith("/404.html"))
        assert page.title().startswith("refsol")
    assert failed == []
