"""The level of the headings in the navigation, which the theme leaves out and screen readers need."""

from typing import Any, Final  # Any: what Sphinx gives to templates

from sphinx.application import Sphinx

_NAVIGATION: Final = "furo_navigation_tree"
_HEADING: Final = 'role="heading"'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, to be called after the theme."""
    app.connect("html-page-context", add_levels, priority=600)
    return {"parallel_read_safe": True}


def add_levels(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Say that the headings in the navigation are below the title of the page."""
    context[_NAVIGATION] = context.get(_NAVIGATION, "").replace(_HEADING, f'{_HEADING} aria-level="2"')
