"""The version, and the mode: compiled or interpreted."""

import platform
from importlib.resources import files

import refsol
from refsol.mode import is_compiled


def describe() -> str:
    """Return in one line the version, the mode (with mypyc's version, or why compiling failed) and Python's version."""
    mode = words = "compiled" if is_compiled() else "interpreted"
    built = files("refsol").joinpath("mode.txt")  # written by the build: the mode, then what to print for it
    if built.is_file():
        built_mode, _, built_words = built.read_text(encoding="utf-8").partition("\n")
        if built_mode == mode:  # a compiled package can also run interpreted
            words = built_words.strip()
    return f"refsol {refsol.__version__} ({words}; {platform.python_implementation()} {platform.python_version()})"
