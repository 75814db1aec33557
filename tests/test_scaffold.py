"""``refsol own new``: what it writes works at once; nothing is overwritten, and nothing is left half done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import support
from installing import offer, search_path
from support import Patch

from refsol.cli.own_new import new
from refsol.cli.status import FileError
from refsol.problem import OWN, load

pytestmark = pytest.mark.slow


def run(directory: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run Python in a directory, with the output of both streams together."""
    variables = {**os.environ, "COLUMNS": "100", **environment}
    pipe, out = subprocess.PIPE, subprocess.STDOUT
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, cwd=directory, env=variables, stdout=pipe, stderr=out, timeout=300, check=False)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A problem's name, and the directory of its package as it is written."""
    name = "bakery"
    directory = tmp_path_factory.mktemp("scaffold")
    done = support.refsol_process("own", "new", name, cwd=directory)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(f"refsol-{name}: 17 files.".encode())
    return name, directory / f"refsol-{name}"


def found_in(root: Path, name: str) -> str:
    """Return the path to search, as if the package were installed in place."""
    info = root.parent / "site"
    if not info.exists():
        offer(info, f"{name} = refsol_{name}", f"refsol-{name}")
    return search_path(root, info)


def test_the_tests_of_the_package_pass(package: tuple[str, Path]) -> None:
    name, root = package
    done = run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", PYTHONPATH=found_in(root, name))
    assert done.returncode == 0, done.stdout.decode()
    assert b"10 passed, 1 skipped" in done.stdout


@support.once
def test_types_are_right(package: tuple[str, Path]) -> None:
    done = run(package[1], "-m", "mypy", "--no-incremental")
    assert done.stdout.decode() == "Success: no issues found in 9 source files\n"


@pytest.mark.parametrize("name", ["z", "bakery", "problemwithalongname"])
def test_the_format_is_right_whatever_the_name(name: str, tmp_path: Path) -> None:
    support.refsol_process("own", "new", name, cwd=tmp_path)
    root = tmp_path / f"refsol-{name}"
    for words, said in (("check", "All checks passed!"), ("format --check", "13 files already formatted")):
        assert run(root, "-m", "ruff", *words.split(), "--no-cache").stdout.decode() == f"{said}\n"


def test_no_other_name_is_left(package: tuple[str, Path]) -> None:
    name, root = package
    for path in root.rglob("*.*"):
        assert "lamps" not in path.name
        if path.suffix in (".py", ".md", ".toml"):
            text = path.read_text(encoding="utf-8")
            for left in ("Lamps", "refsol_lamps", "refsol-lamps", "refsol lamps", '"lamps"', "test_lamps"):
                assert left not in text, path
    assert f'\n{name} = "refsol_{name}"\n' in (root / "pyproject.toml").read_text()


def test_the_problem_has_all_verbs(package: tuple[str, Path], tmp_path: Path) -> None:
    name, root = package
    path = found_in(root, name)
    sample = root / "samples" / "1"
    program = [sys.executable, str(root / "wrong" / "right_and_down.py")]
    for words, status, said in (
        (["solve", f"{sample}.in"], 0, sample.with_suffix(".ans").read_bytes()),
        (["validate", f"{sample}.in"], 0, b"valid"),
        (["check", f"{sample}.in", f"{sample}.ans"], 0, b"accepted"),
        (["explain", f"{sample}.in", "--row", "1"], 0, b"is lit by the lamp on (1, 1)"),
        (["show", f"{sample}.in", "--html", "page.html"], 0, b""),
        (["generate", "scattered", "--side", "5"], 0, b"5 5\n"),
        (["testset", "tests"], 0, b"tests: 17 tests written"),
        (["package", "polygon", "polygon.zip"], 0, b"polygon.zip: polygon, 17 tests"),
        (["bundle", "--checker"], 0, b"#!/usr/bin/env python3"),
        (["--nonsense"], 2, f"refsol {name}".encode()),  # by way of the full command line
    ):
        done = run(tmp_path, "-m", "refsol", name, *words, PYTHONPATH=path)
        assert (done.returncode, said in done.stdout) == (status, True), (words, done.stdout.decode())
    if os.name == "nt":
        return
    for words, said in (
        (["stress", "--jobs", "2", "--seed", "1", "--", *program], b"shrunk from"),
        (["judge", "--jobs", "2", "--expect", f"accepted={program[1]}", program[1]], b"WA: wrong answer"),
    ):
        done = run(tmp_path, "-m", "refsol", name, *words, PYTHONPATH=path)
        assert (done.returncode, said in done.stdout) == (1, True), (words, done.stdout.decode())


def test_solvers_in_one_file_need_nothing(package: tuple[str, Path], tmp_path: Path) -> None:
    name, root = package
    bundle = tmp_path / "bundle.py"
    run(tmp_path, "-m", "refsol", name, "bundle", "-o", str(bundle), PYTHONPATH=found_in(root, name))
    sample = root / "samples" / "1.in"
    done = subprocess.run(
        [sys.executable, "-I", str(bundle)], input=sample.read_bytes(), capture_output=True, check=True
    )
    assert done.stdout == sample.with_suffix(".ans").read_bytes()


@pytest.mark.skipif(not support.COMPILED, reason="this run is interpreted")
def test_the_package_can_be_compiled(tmp_path: Path) -> None:
    """Then its tests compare the two modes."""
    support.refsol_process("own", "new", "lamps", cwd=tmp_path)
    root = tmp_path / "refsol-lamps"
    setup = root / "setup.py"
    quickly = setup.read_text(encoding="utf-8").replace('opt_level="3"', 'opt_level="0"')
    assert 'opt_level="0"' in quickly
    setup.write_text(quickly, encoding="utf-8")
    done = run(root, "setup.py", "build_ext", "--inplace", REFSOL_COMPILE="1")
    assert done.returncode == 0, done.stdout.decode()
    done = run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", PYTHONPATH=found_in(root, "lamps"))
    assert b"11 passed" in done.stdout, done.stdout.decode()


OF_ITS_OWN = "refsol itself uses the name '{}'; choose another one"
RULE = "a problem's name is a letter and at most 19 more letters or digits, all lower case, not '{}'"
BAD_NAMES = [("nogo", OF_ITS_OWN), ("own", OF_ITS_OWN), ("solve", OF_ITS_OWN)]
BAD_NAMES += [(name, RULE) for name in ("Bakery", "my-problem", "1st", "../x", "a" * 21)]


@pytest.mark.parametrize(("name", "message"), BAD_NAMES)
def test_names_that_can_not_be_used(name: str, message: str, tmp_path: Path) -> None:
    done = support.refsol_here("own", "new", name, cwd=tmp_path)
    support.require_refusal(done, f"{message.format(name)}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["directory", "file", "link"])
def test_nothing_is_overwritten(kind: str, tmp_path: Path) -> None:
    target = tmp_path / "refsol-bakery"
    if kind == "directory":
        target.mkdir()
    elif kind == "file":
        target.write_text("mine")
    else:
        target.symlink_to("nowhere")
    done = support.refsol_process("own", "new", "bakery", cwd=tmp_path)
    message = "refsol-bakery: this file or directory already exists; nothing was changed\n"
    support.require_refusal(done, message)
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_directory_that_can_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    done = support.refsol_process("own", "new", "bakery", cwd=tmp_path)
    tmp_path.chmod(0o755)
    assert (done.returncode, done.stderr) == (2, b"refsol: refsol-bakery: Permission denied\n")


def test_what_fails_half_way_leaves_nothing(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    written: list[Path] = []

    def write_text(path: Path, text: str, **_options: object) -> int:
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        written.append(path)
        return path.write_bytes(text.encode())

    monkeypatch.setattr(Path, "write_text", write_text)
    with pytest.raises(FileError, match=r"^refsol-bakery: No space left on device$"):
        new.run(load(OWN), name="bakery")
    assert len(written) == 5
    assert not list(tmp_path.iterdir())
