"""The colours of pictures, and the style sheet of those in SVG, for light and dark colour schemes.

Colour-blind people can tell them apart (Okabe and Ito, "Color Universal Design", 2008). All is ``#rrggbb``.
"""

from functools import cache
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


def style_sheet() -> str:
    """Return the whole style sheet: light, or dark where the reader prefers that."""
    return f"{light_rules()}@media (prefers-color-scheme:dark){{\n{dark_rules()}}}\n"


def light_rules() -> str:
    """Return the rules for the light scheme; p0, p1, … are the classes of players, m0, m1, … those of marks."""
    marks = "".join(f".refsol .m{k} path{{stroke:{colour}}}\n" for k, colour in enumerate(COLOURS))
    return f"{asset('light.css')}{_player_rules('#ffffff', 0.6)}{marks}{_letter_rules()}"


def dark_rules() -> str:
    """Return the rules for the dark scheme, which must follow the light ones."""
    return f"{asset('dark.css')}{_player_rules('#17191d', 0.4)}{_letter_rules()}"


def _letter_rules() -> str:
    return "".join(f".refsol .m{k} text{{fill:{ink_on(k)}}}\n" for k in range(len(COLOURS)))


def _player_rules(background: str, opacity: float) -> str:
    colours = [blended(colour, background, opacity) for colour in COLOURS]
    return "".join(f".refsol .p{k}{{fill:{colour}}}\n" for k, colour in enumerate(colours))


@cache
def asset(name: str) -> str:
    """Return the text of the file called ``name`` in this package. O(length)."""
    from importlib.resources import files  # slow to import, and not needed for text

    return files("refsol.pictures").joinpath(name).read_text(encoding="utf-8")
