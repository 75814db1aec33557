"""The verb ``statement``."""

import sys
from typing import Annotated, Final

from refsol.cli.files import emit
from refsol.cli.terminal import columns, is_terminal
from refsol.cli.verbs import as_verb, option
from refsol.problem import Problem
from refsol.problem.limits import LANGUAGES

_BREAK: Final = "\x1f"  # white space, for rich as for Python, but without a width
_WIDE: Final = "\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e"  # Chinese characters, and punctuation as wide as they are
_CLOSING: Final = "\u3001\u3002\u3009\u300b\u300d\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
_OPENING: Final = "\u3008\u300a\u300c\uff08"
_BREAKABLE: Final = f"(?<=[{_WIDE}])(?<![{_OPENING}])(?=[{_WIDE}])(?![{_CLOSING}])|(?<=[{_CLOSING}])(?=[!-~])"


@as_verb("Print the problem in our own words: format, limits, samples.")
def statement(
    problem: Problem,
    *,
    language: Annotated[str, "The language: English (en) or Chinese (zh).", option(choices=LANGUAGES)] = LANGUAGES[0],
    contestants: Annotated[bool, "Leave out what is for users of refsol, as packages do.", option()] = False,
) -> None:
    from refsol.problem.statement import USERS  # with the problem's statement, not before

    text = problem.statement(language, without=(USERS,) if contestants else ())
    emit([(_rendered(text) if is_terminal(sys.stdout) else text).encode()])


def _rendered(text: str) -> str:
    import re  # these are slow to import

    from rich.console import Console
    from rich.markdown import Markdown

    # Mark where a line of Chinese may be broken: rich breaks lines at white space only, and Chinese has none.
    breakable = re.sub(_BREAKABLE, _BREAK, text)
    console = Console(width=columns())
    with console.capture() as captured:
        console.print(Markdown(breakable, hyperlinks=False))
    return captured.get().replace(_BREAK, "")
