"""The verb ``statement``."""

import pkgutil
import sys
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import emit
from refsol.cli.options import Option, Verb
from refsol.cli.terminal import columns, is_terminal
from refsol.errors import OptionError, unknown
from refsol.problem import Problem

_ENGLISH: Final = "en"
_CHINESE: Final = "zh"
_FILES: Final = {_ENGLISH: "statement.md", _CHINESE: "statement.zh.md"}
"""The file of each language, in the package of a problem."""

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
            f"The language: English ({_ENGLISH}) or Chinese ({_CHINESE}).",
            metavar=f"[{'|'.join(_FILES)}]",
            show_default=True,
            complete=lambda problem: tuple(_FILES),
        ),
    ] = _ENGLISH


def statement(problem: Problem, options: Options) -> None:
    """Print the problem in our own words.

    Raises ``OptionError`` for an unknown language, or one in which the problem has no statement, and ``FileError``.
    """
    if options.language not in _FILES:
        raise unknown("language", options.language, tuple(_FILES))
    try:
        text = pkgutil.get_data(f"refsol.{problem.name}", _FILES[options.language])
    except FileNotFoundError as error:
        raise OptionError(f"{problem.name} has no statement in the language {options.language!r}") from error
    assert text is not None  # every way to import packages can also read the files beside them
    emit([_rendered(text.decode("utf-8")).encode() if is_terminal(sys.stdout) else text])


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


VERB: Final = Verb(
    "statement", "Print the problem in our own words: format, limits, samples.", lambda problem: "", Options, statement
)
"""``refsol PROBLEM statement``."""
