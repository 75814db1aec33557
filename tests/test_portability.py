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
    sample = support.SAMPLES / name / "1.in"
    answer = sample.with_suffix(".ans").read_bytes()
    (tmp_path / "right").write_bytes(answer)
    assert bare(name, "solve", str(sample), cwd=tmp_path) == (0, answer, b"")
    assert bare(name, "solve", str(sample), "-o", "out", cwd=tmp_path) == (0, b"", b"")
    assert (tmp_path / "out").read_bytes() == answer
    assert bare(name, "validate", str(sample), cwd=tmp_path) == (0, b"valid\n", b"")
    status, listed, errors = bare(name, "generate", "--list", "--json", cwd=tmp_path)
    assert (status, errors) == (0, b"")
    assert json.loads(listed)[0]["name"] == "small"
    for arguments in (
        ["statement"], ["--help"], ["generate", "small", "-o", "in"], ["explain", "in"], ["show", "in"],
        ["show", "in", "--svg", "picture"], ["show", "in", "--html", "page"],
    ):  # fmt: skip
        status, _output, errors = bare(name, *arguments, cwd=tmp_path)
        assert (status, errors) == (0, b""), arguments
    for verb in ("validate", "explain"):
        status, output, errors = bare(name, verb, "--json", "in", cwd=tmp_path)
        assert (status, errors) == (0, b""), verb
        assert [json.loads(line) for line in output.splitlines()]
    assert {path.name for path in tmp_path.iterdir()} == {"right", "out", "in", "picture", "page"}


@pytest.mark.parametrize("name", NAMES)
def test_outputs_are_checked(name: str, tmp_path: Path) -> None:
    sample = str(support.SAMPLES / name / "1.in")
    answer = (support.SAMPLES / name / "1.ans").read_bytes()
    (tmp_path / "right").write_bytes(answer)
    (tmp_path / "wrong").write_bytes(b"wrong")
    (tmp_path / "feedback").mkdir()
    assert bare(name, "check", sample, "right", cwd=tmp_path)[::2] == (0, b"")
    assert bare(name, "check", "--answer", "right", sample, "right", cwd=tmp_path)[::2] == (0, b"")
    status, verdict, errors = bare(name, "check", "--json", sample, "wrong", cwd=tmp_path)
    assert (status, json.loads(verdict)["accepted"], errors) == (1, False, b"")
    status, output, message = bare(name, "check", "--protocol", "testlib", sample, "wrong", "right", cwd=tmp_path)
    assert (status, output, message.startswith(b"refsol: wrong: 1:1: ")) == (1, b"", True)
    kattis = ("check", "--protocol", "kattis", sample, "right", "feedback")
    assert bare(name, *kattis, cwd=tmp_path, stdin=answer) == (42, b"", b"")
    assert (tmp_path / "feedback" / "judgemessage.txt").read_text(encoding="utf-8").startswith("accepted: ")


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


def test_stress_reports_that_it_needs_posix(tmp_path: Path) -> None:
    status, output, errors = bare("nogo", "stress", "--", "true", cwd=tmp_path)
    assert (status, output) == (2, b"")
    assert errors == b"refsol: stress -- CMD needs a POSIX system, where programs can be run within limits\n"
    status, output, errors = bare("nogo", "judge", "one.py", cwd=tmp_path)
    assert (status, output) == (2, b"")
    assert errors == b"refsol: judge needs a POSIX system, where programs can be run within limits\n"
    assert list(tmp_path.iterdir()) == []
