"""The colours of pictures, and the style sheet of those in SVG, for light and dark colour schemes.

Colour-blind people can tell them apart (Okabe and Ito, "Color Universal Design", 2008). All is ``#rrggbb``.
"""

from typing import Final

_BLUE: Final = "#0072b2"
COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", _BLUE, "#d55e00", "#cc79a7")
"""The colours of players and marks, in the order of their numbers."""

_LIGHT: Final = """\
.refsol text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1a1a1a}
.refsol .paper{fill:#fff}
.refsol .board{fill:#f4f4f2}
.refsol .wood{fill:#ecd3a2}
.refsol .wall{fill:#6b5636}
.refsol .grid,.refsol .edge,.refsol .stroke,.refsol .road,.refsol .chip,.refsol .focus{fill:none;stroke:#1a1a1a}
.refsol .grid{stroke-opacity:.4}
.refsol .hatch{fill:none;stroke:#fff;stroke-width:3;stroke-opacity:.7}
.refsol .edge{stroke-width:3;stroke-linecap:square}
.refsol .stroke{stroke-width:7;stroke-opacity:.55;stroke-linecap:round}
.refsol .chip{stroke-width:4;stroke-linecap:round}
.refsol .focus{stroke-width:4}
.refsol .halo{fill:none;stroke:#fff;stroke-width:8}
.refsol .road{stroke-width:2}
.refsol .dot{stroke:#1a1a1a;stroke-width:9;stroke-linecap:round}
.refsol .open{stroke:#0072b2;stroke-width:3}
.refsol .stone{stroke:#1a1a1a;stroke-width:1.5}
.refsol .black{fill:#111;stroke:#111}
.refsol .white{fill:#fff}
.refsol .on-black text{fill:#fff}
.refsol .allowed{fill:#009e73;fill-opacity:.25}
.refsol .number text{fill:#666}
.refsol .words{font-size:14px;text-anchor:start}
.refsol .badge path{fill:none;stroke-width:16;stroke-linecap:round}
.refsol .plain path{stroke:#fff}
.refsol .badge .rim{stroke:#1a1a1a;stroke-width:18}
.refsol .large path{stroke-width:24}
.refsol .large .rim{stroke-width:26}
"""
_DARK: Final = """\
.refsol text{fill:#eee}
.refsol .paper{fill:#17191d}
.refsol .board{fill:#25282e}
.refsol .wood{fill:#6b5636}
.refsol .wall{fill:#2b2114}
.refsol .grid,.refsol .edge,.refsol .stroke,.refsol .road,.refsol .chip,.refsol .focus{stroke:#eee}
.refsol .hatch{stroke:#17191d}
.refsol .halo{stroke:#17191d}
.refsol .open{stroke:#56b4e9}
.refsol .dot{stroke:#eee}
.refsol .stone{stroke:#eee}
.refsol .black{fill:#000;stroke:#ccc}
.refsol .white{fill:#f2f2f2;stroke:#000}
.refsol .number text{fill:#aaa}
.refsol .on-white text{fill:#111}
.refsol .plain path{stroke:#17191d}
.refsol .badge .rim{stroke:#eee}
"""


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
    return f"{_LIGHT}{_player_rules('#ffffff', 0.6)}{marks}{_letter_rules()}"


def dark_rules() -> str:
    """Return the rules for the dark scheme, which must follow the light ones."""
    return f"{_DARK}{_player_rules('#17191d', 0.4)}{_letter_rules()}"


def _letter_rules() -> str:
    return "".join(f".refsol .m{k} text{{fill:{ink_on(k)}}}\n" for k in range(len(COLOURS)))


def _player_rules(background: str, opacity: float) -> str:
    colours = [blended(colour, background, opacity) for colour in COLOURS]
    return "".join(f".refsol .p{k}{{fill:{colour}}}\n" for k, colour in enumerate(colours))
