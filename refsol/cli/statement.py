"""The verb ``statement``."""

import sys
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import emit
from refsol.cli.options import Option, make_verb
from refsol.cli.terminal import columns, is_terminal
from refsol.problem import Problem
from refsol.problem.limits import LANGUAGES

_BREAK: Final = "\x1f"  # white space, for rich as for Python, but without a width
_WIDE: Final = "\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e"  # Chinese characters, and punctuation as wide as they are
_OPENING: Final = "\u3008\u300a\u300c\uff08"
_CLOSING: Final = "\u3001\u3002\u3009\u300b\u300d\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
_BREAKABLE: Final = f"(?<=[{_WIDE}])(?<![{_OPENING}])(?=[{_WIDE}])(?![{_CLOSING}])|(?<=[{_CLOSING}])(?=[!-~])"


class Options(NamedTuple):
    """The option of ``statement``."""

    language: Annotated[
        str,
        Option(
            "The language: English (en) or Chinese (zh).",
            choices=LANGUAGES,
            show_default=True,
        ),
    ] = LANGUAGES[0]


def statement(problem: Problem, options: Options) -> None:
    """Print the problem in our own words.

    Raises ``OptionError`` for an unknown language, or one in which the problem has no statement, and ``FileError``.
    """
    text = problem.statement(options.language)
    emit([(_rendered(text) if is_terminal(sys.stdout) else text).encode()])


def _rendered(text: str) -> str:
    """Return Markdown as it looks on this terminal."""
    from rich.console import Console  # slow to import
    from rich.markdown import Markdown

    console = Console(width=columns())
    with console.capture() as captured:
        console.print(Markdown(_breakable(text), hyperlinks=False))
    return captured.get().replace(_BREAK, "")


def _breakable(text: str) -> str:
    """Mark where a line of Chinese may be broken: rich breaks lines at white space only, and Chinese has none."""
    import re  # slow to import

    return re.sub(_BREAKABLE, _BREAK, text)


VERB: Final = make_verb(
    "statement", "Print the problem in our own words: format, limits, samples.", lambda problem: "", Options, statement
)
"""``refsol PROBLEM statement``."""
