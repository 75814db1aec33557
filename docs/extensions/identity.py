"""What the site says about itself: where it is, where its sources are, and what each page is about.

refsol has no public address of its own, so a build takes both from outside and invents neither: the environment
variable ``REFSOL_SITE_URL`` is the address under which the site will be served, by default that of a local preview,
and ``REFSOL_REPOSITORY`` that of the repository, by default git's ``origin`` if that is an https address.
"""

import os
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, Final  # Any: what Sphinx gives to templates
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinxext import opengraph  # type: ignore[import-untyped]  # it has no types

PREVIEW: Final = "http://localhost:8000/"
"""Where ``python -m http.server`` serves a site."""

_EDITABLE: Final = {"github.com", "gitlab.com", "bitbucket.org"}  # the theme knows where these edit a file
_CHINESE: Final = "zh/"
_SOURCES: Final = "_modules/"
_GENERATED: Final = {
    "404": "There is no such page. The start page and the search lead to all others.",
    "genindex": "All modules, classes and functions of refsol in alphabetical order.",
    "py-modindex": "All modules of refsol in alphabetical order.",
    "search": "Search the problems, proofs, guides and references of refsol.",
    "_modules/index": "The source code of all modules of refsol.",
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, to be called before and after the extension that makes the social cards."""
    app.connect("html-page-context", leave_out_cards, priority=400)
    app.connect("html-page-context", describe, priority=600)
    opengraph.create_social_card = _with_plain_text(opengraph.create_social_card)
    return {"parallel_read_safe": True}


def _with_plain_text(create: Callable[..., Path]) -> Callable[..., Path]:
    """Return what draws a social card of texts that are escaped for HTML, as the extension passes them on."""

    def create_card(config: object, site: str, title: str, description: str, *others: object, **more: object) -> Path:
        return create(config, site, unescape(title), unescape(description), *others, **more)

    return create_card


def site_address() -> str:
    """Return the address of the site, with a slash at its end."""
    return os.environ.get("REFSOL_SITE_URL", PREVIEW).rstrip("/") + "/"


def repository() -> str:
    """Return the address of the repository if its pages can be edited there, or an empty string."""
    address = os.environ.get("REFSOL_REPOSITORY") or _origin()
    parts = urlsplit(address)
    return address.removesuffix(".git") if parts.scheme == "https" and parts.hostname in _EDITABLE else ""


def _origin() -> str:
    """Return the address of git's ``origin``, or an empty string."""
    command = ["git", "config", "--get", "remote.origin.url"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except OSError:  # there is no git
        return ""
    return done.stdout.strip()


def leave_out_cards(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Make no social card for a page in Chinese, whose characters the cards' font doesn't have."""
    if page.startswith(_CHINESE):
        context["meta"] = {**(context["meta"] or {}), "ogp_disable": "true"}


def describe(_app: Sphinx, page: str, _template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Describe a page that has no description yet, by its first paragraph or what it is generated for."""
    if 'name="description"' in context.get("metatags", ""):
        return
    if tree is not None:
        text = next((each.astext() for each in tree.findall(nodes.paragraph)), "")
    elif page in _GENERATED:
        text = _GENERATED[page]
    elif page.startswith(_SOURCES):
        text = f"The source code of {page.removeprefix(_SOURCES).replace('/', '.')}."
    else:
        return
    content = " ".join(text.split()).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    context["metatags"] = context.get("metatags", "") + f'<meta name="description" content="{content}" />\n'
