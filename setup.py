"""Build script: compiles what computes with mypyc, or installs pure Python where that is impossible.

``REFSOL_PURE=1`` skips compilation. A missing or failing C compiler is reported and leaves a pure install.
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

# What talks, starts programs or lists things stays interpreted: speed is not their point, and compiling takes time.
INTERPRETED_PACKAGES = {"cli", "jury", "pictures"}
INTERPRETED_MODULES = {"__init__", "explain", "families", "jury", "reductions", "rules"}
COMPILED_ALL_THE_SAME = {Path("refsol/nogo/rules.py")}  # NoGo's checker and explanations search 360,000 points with it
COMPILED = sorted(
    str(path)
    for path in Path("refsol").glob("*/*.py")
    if path in COMPILED_ALL_THE_SAME
    or (path.parent.name not in INTERPRETED_PACKAGES and path.stem not in INTERPRETED_MODULES)
)

# What there is in the C that mypyc writes. An index is compared with the length as it is and, if that fails, with the
# length added, since it may be negative.
INDEX_CHECK = re.compile(r"(?P<check>(?P<inside>cpy_r_r\d+) = \(uint64_t\)\S+ < \(uint64_t\)\S+;\s+if \()(?P=inside)\)")
PREFETCH = re.compile(r"(?ms)^char CPyDef_(?:structures___)?prefetch___prefetch\([^;{}]*\) \{.*?^\}")
READ = re.compile(r"(?P<element>cpy_r_r\d+) = \*\(int32_t \*\)(?P<address>cpy_r_r\d+);")
HINTED = ".hinted.c"


def with_hints(source: str) -> str:
    """Write a copy of mypyc's C with hints for gcc and clang and return its path.

    Where there is nothing to hint at, or the C is not as expected, that is ``source`` itself.

    Indices are seldom negative and still more seldom wrong: compilers take both for as likely as not, and make the
    usual case jump over the others at each access to a vec. And the read in ``refsol.structures.prefetch`` is to be the
    processor's instruction for prefetching; the variable that was read into has to have some value.
    """
    text, checks = INDEX_CHECK.subn(r"\g<check>likely(\g<inside>))", Path(source).read_text(encoding="utf-8"))
    ask = r"__builtin_prefetch((const void *)\g<address>); \g<element> = 0;"
    text, functions = PREFETCH.subn(lambda function: READ.sub(ask, function[0]), text)
    if not checks or not functions or "__builtin_prefetch" not in text:
        return source
    hinted = Path(source).with_suffix(HINTED)
    if not hinted.exists() or hinted.read_text(encoding="utf-8") != text:  # else it need not be compiled again
        hinted.write_text(text, encoding="utf-8")
    return str(hinted)


def compiled_extensions() -> list[Extension]:
    """Return the mypyc extensions, none if a pure installation is asked for."""
    if os.environ.get("REFSOL_PURE") == "1":
        return []
    from mypyc.build import mypycify

    # mypycify makes warnings errors; a compiler newer than mypyc may know new ones.
    flags = [] if sys.platform == "win32" else ["-Wno-error"]
    if sys.platform.startswith("linux") and "gcc" in str(sysconfig.get_config_var("CC")):
        # Calls between functions of a shared library may be inlined only if nobody can interpose them.
        flags += [
            "-fno-semantic-interposition",
            "--param=max-inline-insns-auto=400",
            "--param=inline-unit-growth=300",
            "-ftracer",  # what follows a check is copied for its usual outcome, where the next one may be known
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
    """Remove what an earlier build in place left in the source tree, where it would beat the sources."""
    for path in [*Path().glob("refsol__mypyc.*"), *Path("refsol").glob("*/*.so"), *Path("refsol").glob("*/*.pyd")]:
        path.unlink()
    Path("refsol", "mode.txt").unlink(missing_ok=True)


class BuildOrStayPure(build_ext):
    """Compile all extensions or none: half a compiled package would not import."""

    def run(self) -> None:
        """Build; when the compiler is missing or fails, say so and remove what was built.

        With ``REFSOL_REQUIRE_COMPILED=1`` that is an error instead.
        """
        inplace = self.inplace  # which the command changes as it runs
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
            mode = f"interpreted, since compiling failed: {' '.join(str(error).split())}"
        else:
            hinted = any(
                os.fspath(source).endswith(HINTED) for extension in self.extensions for source in extension.sources
            )
            mode = f"compiled by mypyc {version('mypy')}{'' if hinted else ', without hints to the C compiler'}"
        # For `refsol --version`.
        package = Path("refsol") if inplace else Path(self.build_lib, "refsol")
        package.mkdir(parents=True, exist_ok=True)
        (package / "mode.txt").write_text(mode + "\n", encoding="utf-8")


class EditableWheel(editable_wheel):
    """An editable installation, which must not meet the extensions of an earlier one when it is pure."""

    def run(self) -> None:
        """Install."""
        if not self.distribution.ext_modules:
            remove_compiled_sources()
        super().run()


setup(
    ext_modules=compiled_extensions(),
    cmdclass={"build_ext": BuildOrStayPure, "editable_wheel": EditableWheel},
)
