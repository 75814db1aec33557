"""The colours of pictures, which colour-blind people can tell apart (Okabe and Ito, "Color Universal Design", 2008).

Colours are written ``#rrggbb``. Everything is O(1).
"""

from typing import Final

_BLUE: Final = "#0072b2"
COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", _BLUE, "#d55e00", "#cc79a7")
"""The colours of players and marks, in the order of their numbers."""


def blended(colour: str, background: str, opacity: float) -> str:
    """Return the opaque colour that ``colour`` gives on a ``background`` at an ``opacity`` from 0 to 1."""
    pairs = ((int(colour[k : k + 2], 16), int(background[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(opacity * top + (1 - opacity) * under):02x}" for top, under in pairs)


def colour_of(number: int) -> str:
    """Return the colour of player or mark ``number``, counted from 0. Colours repeat, so never rely on them alone."""
    return COLOURS[number % len(COLOURS)]


def ink_on(number: int) -> str:
    """Return black or white, whichever is easier to read on the colour of player or mark ``number``."""
    return "#ffffff" if colour_of(number) == _BLUE else "#000000"
