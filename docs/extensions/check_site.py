"""Check the links of a built site, offline: ``python docs/extensions/check_site.py DIRECTORY``.

Every link within the site must lead to an existing page and, if it has a ``#``, to an existing anchor there. No page
may load anything from another host. Every page says what it is about, the page for addresses that don't exist works
wherever it is shown, and the map of the site lists pages that exist. Chinese words can be found by searching.
"""

import json
import sys
from collections.abc import Collection, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from identity import site_address

LOADING: Final = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
CHINESE_WORD: Final = "\u4ea4\u53c9"  # half of the word for a crossing, so never a whole clause
NOT_FOUND: Final = "404.html"
REPLAYS: Final = "replays"  # pages made by ``show --html``
LOCATION: Final = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
NOT_LOADED: Final = {"canonical", "author", "license", "next", "prev", "index", "search", "genindex"}


class Page(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.description = ""
        self.feed(text)

    def has(self, anchor: str) -> bool:
        """Return whether a link can lead to an anchor.

        On a page made by ``show --html`` these include the steps, and in the playground an anchor is an input.
        """
        return anchor in self.anchors or "playground" in self.anchors or f"#{anchor}" in self.steps()

    def steps(self) -> list[str]:
        """Return the links to the steps of a page made by ``show --html``."""
        return self.links if "steps" in self.anchors else []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the anchor, the link and the address in a tag."""
        values = {name: value for name, value in attrs if value is not None}
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "meta" and values.get("name") == "description":
            self.description = values["content"]
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADING and LOADING[tag] in values and values.get("rel") not in NOT_LOADED:
            self.loaded.append(values[LOADING[tag]])


def errors_in(site: Path) -> list[str]:
    """Return a line for each error in the site."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    errors: list[str] = []
    for path, page in pages.items():
        where = path.relative_to(site)
        if not page.description and where.parts[0] != REPLAYS:
            errors.append(f"{where} has no description")
        errors += [f"{where} loads {url}" for url in page.loaded if urlsplit(url).netloc]
        for link in [*page.links, *page.loaded]:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = _target(site, path, unquote(url.path))
            if where.name == NOT_FOUND and not link.startswith(("/", "#")):
                errors.append(f"{where} links to {link}, which depends on the address that was not found")
            if not target.is_file():
                errors.append(f"{where} links to {link}, which does not exist")
            elif url.fragment and target in pages and not pages[target].has(unquote(url.fragment)):
                errors.append(f"{where} links to {link}, but that page has no such anchor")
    errors += _errors_in_map(site, pages)
    if f'"{json.dumps(CHINESE_WORD)[1:-1]}":' not in (site / "searchindex.js").read_text(encoding="utf-8"):
        errors.append(f"searching does not find {CHINESE_WORD}")
    return errors if pages else [f"no pages in {site}"]


def _target(site: Path, page: Path, link: str) -> Path:
    """Return the file that a link on a page leads to; the site may be served below the root of its host."""
    if link.startswith("/"):
        return (site / link.removeprefix(urlsplit(site_address()).path)).resolve()
    return (page.parent / link).resolve() if link else page


def _errors_in_map(site: Path, pages: Collection[Path]) -> Iterator[str]:
    """Yield a line for each error in the map of the site and, if there is none, for the page that is missing."""
    locations = [each.text or "" for each in ElementTree.parse(site / "sitemap.xml").iter(LOCATION)]
    if site_address() + "index.html" not in locations:
        yield "sitemap.xml does not list index.html"
    for location in locations:
        if site / location.removeprefix(site_address()) not in pages:
            yield f"sitemap.xml lists {location}, which does not exist"
    if site / NOT_FOUND not in pages:
        yield f"there is no {NOT_FOUND}"


if __name__ == "__main__":
    errors = errors_in(Path(sys.argv[1]).resolve())
    print("\n".join(errors) or "all links are valid")
    sys.exit(1 if errors else 0)
