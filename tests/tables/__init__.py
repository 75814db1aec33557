"""Expected results that are data: tables in TOML beside this module."""

import tomllib
from pathlib import Path
from typing import Any  # Any: what TOML holds


def read(name: str) -> dict[str, Any]:
    """Return the tables of the file with a name."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def rows(name: str) -> list[Any]:
    """Return all rows of a file whose tables are called like problems, for ``parametrize``: each with its problem."""
    return [(problem, row) for problem, found in read(name).items() for row in found]
