"""Build script: compiles the modules that compute with mypyc, or installs pure Python where that is impossible.

``REFSOL_PURE=1`` skips compilation. If the C compiler is missing or fails, that is reported, and the installation is
pure.
"""

import atexit
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel
from setuptools.errors import BaseError, CCompilerError

sys.path.insert(0, os.fspath(Path(__file__).parent))  # build front ends leave it out
from build_docstrings import DOCSTRINGS
from build_hints import (
    ARITHMETIC,
    COLD_FLAGS,
    HINTS,
    HOT_FLAGS,
    PLAY_FLAGS,
    WHOLE_PROGRAM,
    Groups,
    generate_as_whole,
    hinted,
)
from build_libraries import JURY, PLAY, libraries

WITHOUT = os.environ.get("REFSOL_WITHOUT_HINT")  # a hint or flag to leave out, so that its effect can be measured
LAST_FLAGS = os.environ.get("REFSOL_CFLAGS", "").split()  # for gcc and clang, after all others; sanitizers need them
# Docstrings, and what gcc and clang need to know.
ADDED = [hint for hint in (DOCSTRINGS, *(() if sys.platform == "win32" else HINTS)) if hint.name != WITHOUT]
GROUPS: Groups = [(paths, name) for name, paths in libraries().items()]
COMPILED = [path for group, _ in GROUPS for path in group]


def build_directory() -> str:
    """Return where to build: in the source tree or, if that is read-only, in a temporary directory."""
    if os.access(os.curdir, os.W_OK):
        return "build"
    directory = tempfile.mkdtemp(prefix="refsol-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    os.environ.setdefault("MYPY_CACHE_DIR", f"{directory}/mypy")  # mypyc's, otherwise in the source tree
    return directory


def compiled_extensions() -> tuple[list[Extension], str]:
    """Return the mypyc extensions, none for a pure installation, and what ``refsol --version`` says of them."""
    if os.environ.get("REFSOL_PURE") == "1":
        return [], "interpreted"
    from mypyc.build import mypycify

    generated = None if WITHOUT == WHOLE_PROGRAM else generate_as_whole(GROUPS, BUILD)
    added = {WHOLE_PROGRAM} if generated else set()
    extensions = []
    for extension in mypycify(
        COMPILED, opt_level="3", debug_level="0", separate=GROUPS, skip_cgen_input=generated, target_dir=BUILD
    ):
        assert isinstance(extension, Extension)
        if sys.platform != "win32":
            # mypycify turns warnings into errors, but a compiler newer than mypyc may have new warnings.
            flags = ["-Wno-error", *ARITHMETIC]
            if extension.name == f"{JURY}__mypyc":
                flags += COLD_FLAGS
            elif _is_gcc():
                flags += [flag for name, group in HOT_FLAGS.items() if name != WITHOUT for flag in group]
                flags += PLAY_FLAGS if extension.name == f"{PLAY}__mypyc" else []
            extension.extra_compile_args = [*extension.extra_compile_args, *flags, *LAST_FLAGS]
        hinted_sources = [hinted(Path(source), ADDED) for source in extension.sources]
        extension.sources = [os.fspath(source) for source, _ in hinted_sources]
        added.update(name for _, names in hinted_sources for name in names)
        extensions.append(extension)
    missing = [name for name in (WHOLE_PROGRAM, *(hint.name for hint in (DOCSTRINGS, *HINTS))) if name not in added]
    without = f", without hints: {', '.join(missing)}" if missing else ""
    return extensions, f"compiled by mypyc {version('mypy')}{without}"


def _is_gcc() -> bool:
    return sys.platform.startswith("linux") and "gcc" in str(sysconfig.get_config_var("CC"))


def reason(error: Exception) -> str:
    """Return in a line why compiling failed, without the arguments of the compiler."""
    cause = error.__context__
    if isinstance(cause, subprocess.CalledProcessError) and isinstance(cause.cmd, list):
        return f"{cause.cmd[0]} returned exit status {cause.returncode}"
    return " ".join(str(error).split())


def remove_compiled_sources() -> None:
    """Remove what an earlier in-place build left in the source tree, where Python would prefer it to the sources."""
    for path in [*Path().glob("refsol*__mypyc.*"), *Path("refsol").rglob("*.so"), *Path("refsol").rglob("*.pyd")]:
        path.unlink()
    Path("refsol", "mode.txt").unlink(missing_ok=True)


class BuildOrStayPure(build_ext):
    """Compile all extensions, side by side, or none: a package that is compiled in part could not be imported."""

    def finalize_options(self) -> None:
        """Use all processors unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build; if the compiler is missing or fails, report that and remove what was built.

        With ``REFSOL_REQUIRE_COMPILED=1`` it is an error instead.
        """
        inplace = self.inplace  # the command changes it as it runs
        if self.extensions:
            print("refsol: compiling takes one to three minutes on two cores; REFSOL_PURE=1 skips it", file=sys.stderr)
        try:
            super().run()
        except (CCompilerError, BaseError, OSError) as error:
            if os.environ.get("REFSOL_REQUIRE_COMPILED") == "1":
                raise
            print(f"refsol: NOT COMPILED, installing pure Python instead: {error}", file=sys.stderr)
            for name in self.get_outputs():
                Path(name).unlink(missing_ok=True)
            if inplace:
                remove_compiled_sources()
            self.extensions = []
            mode, words = "interpreted", f"interpreted, since compiling failed: {reason(error)}"
        else:
            mode, words = "compiled", MODE
        # For `refsol --version`: the mode, then what it prints.
        package = Path("refsol") if inplace else Path(self.build_lib, "refsol")
        package.mkdir(parents=True, exist_ok=True)
        (package / "mode.txt").write_text(f"{mode}\n{words}\n", encoding="utf-8")


class EditableWheel(editable_wheel):
    """An editable installation; a pure one must not find the extensions of an earlier one."""

    def run(self) -> None:
        """Install."""
        if not self.distribution.ext_modules:
            remove_compiled_sources()
        super().run()


def description() -> str:
    """Return the README for PyPI: without its picture and its relative links, which would lead nowhere there.

    refsol has no public address yet, from which they could be made absolute.
    """
    text = re.sub(r"(?m)^<img .*>\n+", "", Path("README.md").read_text(encoding="utf-8"))
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text)


BUILD = build_directory()
EXTENSIONS, MODE = compiled_extensions()

setup(
    long_description=description(),
    long_description_content_type="text/markdown",
    options={} if BUILD == "build" else {"build": {"build_base": BUILD}, "egg_info": {"egg_base": BUILD}},
    ext_modules=EXTENSIONS,
    cmdclass={"build_ext": BuildOrStayPure, "editable_wheel": EditableWheel},
)
