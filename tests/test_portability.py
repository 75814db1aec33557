"""Everything except ``stress -- CMD`` and ``judge`` runs without POSIX: without ``resource``, ``SIGHUP`` and so on."""

import json
from pathlib import Path

import pytest
import support

from refsol.problem import NAMES, load

pytestmark = pytest.mark.slow

# Removes what other systems lack, as far as Python itself can do without it, for the rest of the process.
BARE = support.sections("portability")["without POSIX"]

RUN = BARE + "from refsol.cli.main import run; sys.exit(run(sys.argv[1:]))"

LIBRARY = BARE + support.sections("portability")["stress"]


def bare(*arguments: str, cwd: Path, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    done = support.python_process("-c", RUN, *arguments, cwd=cwd, stdin=stdin)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_every_other_command_runs(name: str, tmp_path: Path) -> None:
    answer = (support.SAMPLES / name / "1.ans").read_bytes()
    for line, status, output, errors in support.toml("portability")["calls"]:
        words = line.replace("{}", str(support.SAMPLES / name / "1")).split()
        found = bare(name, *words, cwd=tmp_path, stdin=answer)  # the output that Kattis's protocol reads
        assert found[0] == status, line
        assert output == "ANYTHING" or found[1].startswith(output.encode()), line
        assert bool(found[1]) == bool(output), line
        assert found[2].startswith(errors.encode()), line
        assert bool(found[2]) == bool(errors), line
        assert "--json" not in words or [json.loads(row) for row in found[1].splitlines()], line
        if line == "solve {}.in":
            assert found[1] == answer
    assert (tmp_path / "out").read_bytes() == answer
    assert (tmp_path / "judgemessage.txt").read_text(encoding="utf-8").startswith("accepted: ")
    assert {path.name for path in tmp_path.iterdir()} == {"out", "in", "picture", "page", "judgemessage.txt"}


def test_the_referee_runs(tmp_path: Path) -> None:
    assert [name for name in NAMES if load(name).referee is not None] == ["multigo"]
    sample = support.SAMPLES / "multigo" / "1.in"
    rows, *_others = map(int, sample.read_bytes().split()[:4])
    moves = b"".join(sample.read_bytes().splitlines(keepends=True)[1 + rows :])
    answer = sample.with_suffix(".ans").read_bytes()
    assert bare("multigo", "referee", str(sample), cwd=tmp_path, stdin=moves) == (0, answer, b"")


def test_the_problems_and_the_version_are_printed(tmp_path: Path) -> None:
    for arguments in (["list"], ["--version"]):
        done = support.refsol_process(*arguments)
        assert bare(*arguments, cwd=tmp_path) == (0, done.stdout, b"")


def test_a_test_set_is_written(tmp_path: Path) -> None:
    assert bare("tictactoe", "testset", "set", cwd=tmp_path)[0] == 0
    assert (tmp_path / "set" / "README.md").is_file()


@pytest.mark.parametrize("name", NAMES)
def test_the_library_stresses_functions(name: str) -> None:
    done = support.python_process("-c", LIBRARY, name)
    assert (done.stdout, done.stderr) == (b"wrong answer True True 1\n", b"")
