"""The version, and the mode: compiled or interpreted."""

import platform

import refsol
from refsol.cli.files import emit_text
from refsol.portable import has_librt, is_compiled
from refsol.problem.packaging import data_in


def describe() -> str:
    """Return in one line the version, the mode (with mypyc's version, or why compiling failed) and Python's version."""
    mode = words = "compiled" if is_compiled() else "interpreted"
    built = data_in("refsol", "mode.txt")  # written by the build: the mode, then what to print for it
    if built is not None:
        built_mode, _, built_words = built.decode("utf-8").partition("\n")
        if built_mode == mode:  # a compiled package can also run interpreted
            words = built_words.strip()
    if not has_librt():
        words += ", without librt"
    return f"refsol {refsol.__version__} ({words}; {platform.python_implementation()} {platform.python_version()})"


def print_version() -> None:
    """Print version and mode."""
    emit_text(f"{describe()}\n")
