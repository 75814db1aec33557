"""The colours of pictures, which colour-blind people can tell apart (Okabe and Ito, "Color Universal Design", 2008).

Colours are written ``#rrggbb``, and everything is O(1).
"""

from typing import Final

_BLUE: Final = "#0072b2"
COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", _BLUE, "#d55e00", "#cc79a7")
"""Those of players and marks, by their numbers."""


def mixed(colour: str, ground: str, share: float) -> str:
    """Return a ``share``, from 0 to 1, of a ``colour`` on a ``ground``, as a colour that hides what is under it."""
    pairs = ((int(colour[k : k + 2], 16), int(ground[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(share * top + (1 - share) * under):02x}" for top, under in pairs)


def colour_of(number: int) -> str:
    """Return the colour of a player or mark by its ``number``, from 0; they repeat, so something else tells, too."""
    return COLOURS[number % len(COLOURS)]


def ink_on(number: int) -> str:
    """Return black or white, whichever is easier to read on the colour of a player or mark by its ``number``."""
    return "#ffffff" if colour_of(number) == _BLUE else "#000000"
