"""Build script: compiles the modules that compute with mypyc, or installs pure Python where that is impossible.

``REFSOL_PURE=1`` skips compilation. If the C compiler is missing or fails, that is reported, and the installation is
pure.
"""

import os
import re
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel
from setuptools.errors import BaseError, CCompilerError

# Command line, process control and data tables stay interpreted: they need no speed, and compiling takes time.
INTERPRETED_PACKAGES = {"cli", "jury", "pictures"}
INTERPRETED_MODULES = {"__init__", "explain", "families", "jury", "reductions", "rules"}
COMPILED_ANYWAY = {Path("refsol/nogo/rules.py")}  # NoGo's checker and explanations search up to 360,000 points with it
COMPILED = sorted(
    str(path)
    for path in Path("refsol").glob("*/*.py")
    if path in COMPILED_ANYWAY
    or (path.parent.name not in INTERPRETED_PACKAGES and path.stem not in INTERPRETED_MODULES)
)

# Patterns in the C that mypyc generates. An index is compared with the length first as it is and, if that fails, with
# the length added, since it may be negative.
INDEX_CHECK = re.compile(r"(?P<check>(?P<inside>cpy_r_r\d+) = \(uint64_t\)\S+ < \(uint64_t\)\S+;\s+if \()(?P=inside)\)")
PREFETCH = re.compile(r"(?ms)^char CPyDef_(?:structures___)?prefetch___prefetch\([^;{}]*\) \{.*?^\}")
READ = re.compile(r"(?P<element>cpy_r_r\d+) = \*\(int32_t \*\)(?P<address>cpy_r_r\d+);")
HINTED = ".hinted.c"


def with_hints(source: str) -> str:
    """Write a copy of mypyc's C with hints for gcc and clang, and return its path.

    If the C does not match these patterns, no copy is written, and the path is that of ``source`` itself.

    There are two hints. Indices are rarely negative and even more rarely out of range, but compilers assume that either
    outcome is equally likely, and make the common case jump over the others at each access to a vec. And the read in
    ``refsol.structures.prefetch`` becomes the processor's prefetch instruction; the variable that it would have read
    into still needs a value.
    """
    text, checks = INDEX_CHECK.subn(r"\g<check>likely(\g<inside>))", Path(source).read_text(encoding="utf-8"))
    prefetch = r"__builtin_prefetch((const void *)\g<address>); \g<element> = 0;"
    text, functions = PREFETCH.subn(lambda function: READ.sub(prefetch, function[0]), text)
    if not checks or not functions or "__builtin_prefetch" not in text:
        return source
    hinted = Path(source).with_suffix(HINTED)
    if not hinted.exists() or hinted.read_text(encoding="utf-8") != text:  # an unchanged file is not compiled again
        hinted.write_text(text, encoding="utf-8")
    return str(hinted)


def compiled_extensions() -> list[Extension]:
    """Return the mypyc extensions, or none for a pure installation."""
    if os.environ.get("REFSOL_PURE") == "1":
        return []
    from mypyc.build import mypycify

    # mypycify turns warnings into errors, but a compiler newer than mypyc may have new warnings.
    flags = [] if sys.platform == "win32" else ["-Wno-error"]
    if sys.platform.startswith("linux") and "gcc" in str(sysconfig.get_config_var("CC")):
        # gcc inlines calls between functions of a shared library only if it may assume that none is interposed.
        flags += [
            "-fno-semantic-interposition",
            "--param=max-inline-insns-auto=400",
            "--param=inline-unit-growth=300",
            "-ftracer",  # duplicates the code after a check for its likely outcome, which may decide the next check
            "-funroll-loops",
        ]
    extensions = []
    for extension in mypycify(COMPILED, opt_level="3", debug_level="0", group_name="refsol"):
        assert isinstance(extension, Extension)
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
        if sys.platform != "win32":
            extension.sources = [with_hints(os.fspath(source)) for source in extension.sources]
        extensions.append(extension)
    return extensions


def remove_compiled_sources() -> None:
    """Remove what an earlier in-place build left in the source tree, where Python would prefer it to the sources."""
    for path in [*Path().glob("refsol__mypyc.*"), *Path("refsol").glob("*/*.so"), *Path("refsol").glob("*/*.pyd")]:
        path.unlink()
    Path("refsol", "mode.txt").unlink(missing_ok=True)


class BuildOrStayPure(build_ext):
    """Compile all extensions or none: a package that is compiled in part could not be imported."""

    def run(self) -> None:
        """Build; if the compiler is missing or fails, report that and remove what was built.

        With ``REFSOL_REQUIRE_COMPILED=1`` it is an error instead.
        """
        inplace = self.inplace  # the command changes it as it runs
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
            mode, words = "interpreted", f"interpreted, since compiling failed: {' '.join(str(error).split())}"
        else:
            hinted = any(
                os.fspath(source).endswith(HINTED) for extension in self.extensions for source in extension.sources
            )
            mode = "compiled"
            words = f"compiled by mypyc {version('mypy')}{'' if hinted else ', without hints to the C compiler'}"
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


setup(
    ext_modules=compiled_extensions(),
    cmdclass={"build_ext": BuildOrStayPure, "editable_wheel": EditableWheel},
)
