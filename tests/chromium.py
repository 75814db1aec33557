"""Chromium without a window, for tests of pages.

This needs the extra ``browser`` and a Chromium: on the path, named by ``REFSOL_BROWSER``, or Playwright's own. Without
them the tests are skipped, or fail if ``REFSOL_REQUIRE_BROWSER=1`` is set.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, NoReturn

import pytest
from playground_files import MissingError, install

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCREENS: Final = [(1300, 900), (390, 844)]
"""Widths and heights of windows: of a laptop, and of a phone."""

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def skip_or_fail(what: str) -> NoReturn:
    """Skip the test that runs, or fail it where a browser is required."""
    if os.environ.get("REFSOL_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what}, but REFSOL_REQUIRE_BROWSER=1 is set")
    pytest.skip(what)


@contextmanager
def chromium() -> Iterator["Browser"]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip_or_fail("no Playwright is installed (the extra 'browser')")
    with sync_playwright() as playwright:
        names = filter(None, (os.environ.get("REFSOL_BROWSER"), *_NAMES))
        found = next(filter(None, map(shutil.which, names)), playwright.chromium.executable_path)
        if not Path(found).exists():
            skip_or_fail("no Chromium is on the path")
        browser = playwright.chromium.launch(executable_path=found)
        yield browser
        browser.close()


@contextmanager
def served(directory: Path, sent: list[str] | None = None) -> Iterator[str]:
    """Serve a directory, with no headers that a browser would need for more than a plain page; yield the address.

    What is sent, and isn't only said to be as before, is added to ``sent``.
    """

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name of the base class)
            """Say nothing."""

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            if sent is not None and code == HTTPStatus.OK:
                sent.append(self.path)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=os.fspath(directory))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def barriers(page: "Page") -> list[str]:
    """Return what axe finds on a page that keeps somebody from using it, and where, in the light and the dark theme."""
    try:
        axe = install().parent / "axe-core" / "axe.min.js"
    except MissingError as error:
        skip_or_fail(str(error))
    page.evaluate(axe.read_text(encoding="utf-8"))
    run = """async () => (await axe.run()).violations
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))"""
    found: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {each}" for each in page.evaluate(run)]
    return found


class Record:
    """What a page writes to the console and throws, in ``errors``, and what it and its workers have ``requested``."""

    def __init__(self, page: "Page") -> None:
        self.errors: Final[list[str]] = []
        self.requested: Final[list[str]] = []
        page.on("console", lambda message: self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.context.on("request", lambda request: self.requested.append(request.url))

    def check(self, *allowed: str) -> None:
        """Check that there were no errors, and that only what begins with one of ``allowed`` was asked for."""
        assert self.errors == []
        assert self.requested
        assert [url for url in self.requested if not url.startswith(allowed)] == []
