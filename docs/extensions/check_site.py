"""Check the links of a built site, offline: ``python docs/extensions/check_site.py DIRECTORY``.

Every link within the site must lead to an existing page and, if it has a ``#``, to an existing anchor there. No page
may load anything from another host. Chinese words can be found by searching.
"""

import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

LOADING: Final = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
CHINESE_WORD: Final = "\u4ea4\u53c9"  # half of the word for a crossing, so never a whole clause
NOT_LOADED: Final = {"canonical", "author", "license", "next", "prev", "index", "search", "genindex"}


class Page(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
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
        errors += [f"{where} loads {url}" for url in page.loaded if urlsplit(url).netloc]
        for link in [*page.links, *page.loaded]:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if not target.is_file():
                errors.append(f"{where} links to {link}, which does not exist")
            elif url.fragment and target in pages and not pages[target].has(unquote(url.fragment)):
                errors.append(f"{where} links to {link}, but that page has no such anchor")
    if f'"{json.dumps(CHINESE_WORD)[1:-1]}":' not in (site / "searchindex.js").read_text(encoding="utf-8"):
        errors.append(f"searching does not find {CHINESE_WORD}")
    return errors if pages else [f"no pages in {site}"]


if __name__ == "__main__":
    errors = errors_in(Path(sys.argv[1]).resolve())
    print("\n".join(errors) or "all links are valid")
    sys.exit(1 if errors else 0)
