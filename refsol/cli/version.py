"""What is running: version and mode."""

import platform
from importlib.resources import files
from pathlib import Path

import refsol
from refsol.text import scanner


def is_compiled() -> bool:
    """Tell whether the modules that compute are compiled extensions."""
    return Path(scanner.__file__).suffix != ".py"


def describe() -> str:
    """Return version, mode, and the versions of mypyc and Python in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    if not is_compiled():
        return f"refsol {refsol.__version__} (interpreted, {python})"
    mypyc = files("refsol").joinpath("mypyc-version.txt").read_text(encoding="ascii").strip()
    return f"refsol {refsol.__version__} (compiled by mypyc {mypyc}, {python})"
