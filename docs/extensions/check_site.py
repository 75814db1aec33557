"""Is a built site whole? ``python docs/extensions/check_site.py DIRECTORY`` follows its links, without a network.

Every link within the site must lead to a page and, behind ``#``, to a place on it; and no page may load anything from
elsewhere.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

LOADED: Final = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
HARMLESS: Final = {"canonical", "author", "license", "next", "prev", "index", "search", "genindex"}


class Page(HTMLParser):
    """What a page links to and loads, and the places on it that a link can name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def has(self, place: str) -> bool:
        """Tell whether a link can name a place on the page; one that replays takes the numbers of its steps."""
        return place in self.places or ("steps" in self.places and f"#{place}" in self.links)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        values = {name: value for name, value in attrs if value is not None}
        if "id" in values:
            self.places.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADED and LOADED[tag] in values and values.get("rel") not in HARMLESS:
            self.loaded.append(values[LOADED[tag]])


def faults(site: Path) -> list[str]:
    """Return a line for everything that is wrong with the site."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found: list[str] = []
    for path, page in pages.items():
        where = path.relative_to(site)
        found += [f"{where} loads {url}" for url in page.loaded if urlsplit(url).netloc]
        for link in [*page.links, *page.loaded]:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if not target.is_file():
                found.append(f"{where} links to {link}, which there is not")
            elif url.fragment and target in pages and not pages[target].has(unquote(url.fragment)):
                found.append(f"{where} links to {link}, and there is no such place on that page")
    return found if pages else [f"no pages in {site}"]


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]).resolve())
    print("\n".join(wrong) or "all links lead somewhere")
    sys.exit(1 if wrong else 0)
