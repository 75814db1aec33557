"""The version, and the mode: compiled or interpreted."""

import platform
from importlib.resources import files
from pathlib import Path

import refsol
from refsol.text import scanner


def is_compiled() -> bool:
    """Return whether the modules that compute are compiled extensions."""
    return Path(scanner.__file__).suffix != ".py"


def describe() -> str:
    """Return in one line the version, the mode (with mypyc's version, or why compiling failed) and Python's version."""
    mode = "interpreted"
    built = files("refsol").joinpath("mode.txt")  # written by the build: the mode, with mypyc's version or a reason
    if built.is_file() and (is_compiled() or "failed" in built.read_text(encoding="utf-8")):
        mode = built.read_text(encoding="utf-8").strip()
    return f"refsol {refsol.__version__} ({mode}; {platform.python_implementation()} {platform.python_version()})"
