"""The same source runs compiled and interpreted, with identical results."""

import ast
import inspect
import os
import re
import sys
from importlib import import_module
from itertools import chain
from operator import attrgetter
from pathlib import Path

import pytest
import support
from support import Patch

import refsol
from refsol.cli.main import describe
from refsol.jury import testing
from refsol.problem import NAMES, load

sys.path.append(os.fspath(support.ROOT))  # at the end, so that an installed refsol is found first
from build_libraries import JURY, PLAY, SOLVING, libraries

pytestmark = pytest.mark.slow

needs_compiled = pytest.mark.skipif(not support.COMPILED, reason="this run is interpreted: there is only one mode")


@needs_compiled
@pytest.mark.parametrize("name", NAMES)
def test_both_modes_give_identical_results(name: str) -> None:
    assert testing.check_both_modes(load(name), 400)


@needs_compiled
@pytest.mark.parametrize("name", NAMES)
def test_a_pure_process_gives_the_same_answers(name: str) -> None:
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        done = support.refsol_process(name, "solve", str(path), REFSOL_PURE="1")
        assert (done.returncode, done.stdout) == (0, path.with_suffix(".ans").read_bytes())
    done = support.refsol_process("--version", REFSOL_PURE="1")
    assert b"(interpreted" in done.stdout


@pytest.mark.parametrize(
    ("compiled", "built", "shown"),
    [
        (True, "compiled\ncompiled by mypyc 1.2\n", "compiled by mypyc 1.2"),
        (False, "compiled\ncompiled by mypyc 1.2: no failed hints\n", "interpreted"),
        (False, "interpreted\ninterpreted, since compiling failed\n", "interpreted, since compiling failed"),
        (False, None, "interpreted"),
        (True, None, "compiled"),
    ],
)
def test_the_version_names_the_mode_in_the_words_of_the_build(
    compiled: bool, built: str | None, shown: str, monkeypatch: Patch
) -> None:
    def get_data(package: str, name: str) -> bytes:
        assert (package, name) == ("refsol", "mode.txt")
        if built is None:
            raise FileNotFoundError
        return built.encode()

    monkeypatch.setattr("pkgutil.get_data", get_data)
    monkeypatch.setattr("refsol.cli.main.is_compiled", lambda: compiled)
    assert describe().startswith(f"refsol {refsol.__version__} ({shown}; ")


@needs_compiled
@pytest.mark.skipif(sys.platform == "win32", reason="the hints are for gcc and clang")
def test_the_build_added_its_hints() -> None:
    assert "without hints" not in describe()


@needs_compiled
def test_extensions_are_no_older_than_their_sources() -> None:
    package = Path(refsol.__path__[0])
    if not package.is_relative_to(support.ROOT / "refsol"):
        pytest.skip("the package under test is installed, not built in place")
    for path in chain(*libraries(support.ROOT).values()):
        source = support.ROOT / path
        (extension,) = (found for found in source.parent.glob(f"{source.stem}.*") if found.suffix in (".so", ".pyd"))
        assert extension.stat().st_mtime >= source.stat().st_mtime, f"{source} is newer than its extension: build again"


def test_what_computes_is_compiled_or_says_that_it_is_not() -> None:
    """A module in another folder that uses machine integers or arrays would be slow, unawares."""
    compiled = set(chain(*libraries(support.ROOT).values()))
    for path in sorted((support.ROOT / "refsol").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(support.ROOT).as_posix()
        if re.search(r"(?m)^from (librt|mypy_extensions)\b", text) and "# mypyc: interpreted" not in text:
            assert name in compiled or name.startswith(("refsol/portable/", "refsol/nogo/play/environments/")), name


@needs_compiled
def test_all_libraries_are_loaded_from_extensions() -> None:
    for path in chain(*libraries(support.ROOT).values()):
        module = import_module(path.removesuffix(".py").replace("/", "."))
        assert not str(module.__file__).endswith(".py"), path


@needs_compiled
@pytest.mark.parametrize("path", [*chain(*libraries(support.ROOT).values())])
def test_compiled_modules_have_their_docstrings(path: str) -> None:
    """mypyc drops them, so the build adds them."""
    module = import_module(path.removesuffix(".py").replace("/", "."))
    tree = ast.parse((support.ROOT / path).read_text(encoding="utf-8"))
    assert inspect.getdoc(module) == ast.get_docstring(tree)
    named = [(node.name, node) for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    for kind in [node for node in tree.body if isinstance(node, ast.ClassDef)]:
        named += [(f"{kind.name}.{node.name}", node) for node in kind.body if isinstance(node, ast.FunctionDef)]
    for name, node in named:
        if docstring := ast.get_docstring(node):
            assert inspect.getdoc(attrgetter(name)(module)) == docstring, name


def test_a_marker_says_where_a_module_belongs() -> None:
    found = libraries(support.ROOT)
    assert "refsol/nogo/solver.py" in found[SOLVING]
    assert "refsol/nogo/play/search.py" in found[PLAY]
    assert {"refsol/nogo/oracle.py", "refsol/nogo/rules.py", "refsol/nogo/jury/checker.py"} <= set(found[JURY])
    assert not [path for path in chain(*found.values()) if path.endswith(("plain.py", "__init__.py", "sgf.py"))]
