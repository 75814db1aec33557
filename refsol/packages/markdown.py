"""The Markdown of statements: CommonMark with tables, and formulas between dollar signs, which are kept as they are."""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

MATH: Final = "math"
"""The type of the token for a formula, whose content includes the dollar signs."""

_FORMULA: Final = re.compile(r"(\$\$?)(?![\s$])(?:[^$\\]|\\.)*?(?<!\s)\1(?![0-9])", re.DOTALL)


def parser() -> "MarkdownIt":
    """Return a parser of this Markdown."""
    from markdown_it import MarkdownIt  # slow to import, and only packages need it
    from markdown_it.common.utils import escapeHtml

    found = MarkdownIt("commonmark").enable("table")
    found.inline.ruler.before("escape", MATH, _read_formula)
    found.add_render_rule(MATH, lambda _renderer, tokens, at, _options, _environment: escapeHtml(tokens[at].content))
    return found


def _read_formula(state: "StateInline", silent: bool) -> bool:
    """Read a formula where one begins: only ``$x$``, not ``$ 5 and 6 $`` or ``$5 to $6``."""
    formula = _FORMULA.match(state.src, state.pos)
    if formula is None:
        return False
    if not silent:
        state.push(MATH, "", 0).content = formula[0]
    state.pos = formula.end()
    return True
