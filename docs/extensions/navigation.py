"""The navigation: the level of its headings, which the theme leaves out and screen readers need; and its cost.

Sphinx computes it for each page anew, which takes most of the time for a page of source code.
"""

from functools import cache
from typing import Any, Final  # Any: what Sphinx gives to templates

from sphinx.application import Sphinx

_NAVIGATION: Final = "furo_navigation_tree"
_HEADING: Final = 'role="heading"'
_SOURCES: Final = "_modules/"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, to be called before and after the theme."""
    computed: dict[int, Any] = {}

    def share(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
        """Use the same navigation, which none of them is part of, on all pages of sources at the same depth."""
        if page.startswith(_SOURCES):
            context["toctree"] = computed.setdefault(page.count("/"), cache(context["toctree"]))

    app.connect("html-page-context", share, priority=400)
    app.connect("html-page-context", add_levels, priority=600)
    return {"parallel_read_safe": True}


def add_levels(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Say that the headings in the navigation are below the title of the page."""
    context[_NAVIGATION] = context.get(_NAVIGATION, "").replace(_HEADING, f'{_HEADING} aria-level="2"')
