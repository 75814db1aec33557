"""The same source runs compiled and interpreted, with identical results."""

import sys
from pathlib import Path

import pytest
import support

import refsol
from refsol import testing
from refsol.cli.version import describe
from refsol.problem import NAMES, load

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
    compiled: bool, built: str | None, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get_data(package: str, name: str) -> bytes:
        assert (package, name) == ("refsol", "mode.txt")
        if built is None:
            raise FileNotFoundError
        return built.encode()

    monkeypatch.setattr("pkgutil.get_data", get_data)
    monkeypatch.setattr("refsol.cli.version.is_compiled", lambda: compiled)
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
    extensions = [*package.glob("*/*.so"), *package.glob("*/*.pyd")]
    assert {path.parent.name for path in extensions} == {*NAMES, "structures", "text"}
    for extension in extensions:
        source = extension.with_name(extension.name.split(".")[0] + ".py")
        assert extension.stat().st_mtime >= source.stat().st_mtime, f"{source} is newer than its extension: build again"
