"""The built site in headless Chromium; ``REFSOL_SITE`` names its directory, and without it the tests are skipped.

What else this needs is said in ``chromium.py``.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from chromium import chromium, skip_or_fail

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITE: Final = Path(os.environ.get("REFSOL_SITE", "")).resolve() if "REFSOL_SITE" in os.environ else None
REPLAYS: Final = "replays"  # pages without the site's style, tested in test_page_browser.py

# Elements of a kind that show less than they hold.
CLIPPED: Final = """selector => [...document.querySelectorAll(selector)]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent.slice(0, 60))"""


@pytest.fixture(scope="module")
def site() -> Path:
    if SITE is None:
        skip_or_fail("REFSOL_SITE doesn't name a built site")
    return SITE


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    yield page
    page.close()


def pages_of(site: Path) -> list[Path]:
    return [path for path in sorted(site.rglob("*.html")) if REPLAYS not in path.relative_to(site).parts]


def test_no_code_is_cut_off(site: Path, page: "Page") -> None:
    found: dict[str, list[str]] = {}
    for path in pages_of(site):
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        for width in (1300, 1440, 1552):  # with the contents of the page behind a button, and beside it
            page.set_viewport_size({"width": width, "height": 900})
            found[f"{path.relative_to(site)} at {width}"] = page.evaluate(CLIPPED, "pre")
    assert len(found) > 300
    assert {name: clipped for name, clipped in found.items() if clipped} == {}
