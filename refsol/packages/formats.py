"""The formats of packages by name, each imported only when it is needed."""

from importlib import import_module
from typing import Final

from refsol.errors import unknown
from refsol.packages.contents import Format

FORMATS: Final = ("kattis-legacy", "kattis", "dmoj", "polygon", "luogu", "hydro", "qduoj", "cms")
"""The names of the formats."""


def load_format(name: str) -> Format:
    """Import the format called ``name``. Raises ``OptionError`` if there is none."""
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    found: Format = import_module(f"refsol.packages.{name.replace('-', '_')}").FORMAT
    return found
