"""Names and seeds that are not UTF-8: verdicts, files and reports are as with any other name."""

import json
import os
import sys
from pathlib import Path

import pytest
import support
from support import refsol_process

from refsol.problem import load

pytestmark = [
    pytest.mark.slow,
    support.once,
    pytest.mark.skipif(sys.platform != "linux", reason="file names of any bytes"),
]

RAW = b"\xff"
NAME = os.fsdecode(RAW)
SAMPLE = support.SAMPLES / "nogo" / "2.in"
ANSWER = SAMPLE.with_suffix(".ans").read_bytes()

LOCALES = {
    "UTF-8": {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8:strict"},  # as with the locale of a language
    "ASCII": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}


def use_locale(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make processes use a locale."""
    monkeypatch.delenv("PYTHONUTF8", raising=False)
    for variable, value in LOCALES[name].items():
        monkeypatch.setenv(variable, value)


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    use_locale(str(request.param), monkeypatch)


CALLS = [  # with the beginnings of what they print
    ("nogo solve {}/in -o {}/new", 0, b"", b""),
    ("nogo solve {}no", 2, b"", rb"refsol: \udcffno: No such file or directory" + b"\n"),
    ("nogo explain {}/bad", 3, b"", rb"refsol: \udcff/bad:1:1: expected "),
    ("nogo check {}/in {}/ans", 0, b"accepted: ", b""),
    ("nogo check {}/in {}/bad", 1, b"wrong: \xff/bad:1:1: ", b""),
    ("nogo check --json {}/in {}/bad", 1, b'{"accepted": false, ', b""),
    ("nogo check --protocol testlib {}/in {}/bad {}/ans", 1, b"", b"refsol: wrong: 1:1: "),
    ("nogo check --protocol kattis {}/in {}/ans {}", 43, b"", b""),
    ("nogo show {}/in --html {}/new", 0, b"", b""),
    ("multigo referee {}/moves", 0, b"", b""),
    ("nogo generate small --seed {}", 0, load("nogo").jury.family("small").generate(NAME), b""),
    ("nogo generate small --seed é", 0, load("nogo").jury.family("small").generate("é"), b""),
]


@pytest.mark.usefixtures("locale")
def test_files_and_seeds(tmp_path: Path) -> None:
    place = tmp_path / NAME
    moves = (support.SAMPLES / "multigo" / "1.in").read_bytes()
    support.write_files(place, {"in": SAMPLE.read_bytes(), "ans": ANSWER, "bad": b"x\n", "moves": moves})
    for line, status, output, errors in CALLS:
        done = refsol_process(*line.replace("{}", NAME).split(), cwd=tmp_path)
        assert done.returncode == status, line
        for found, expected in ((done.stdout, output), (done.stderr, errors)):
            assert found.startswith(expected), line
            assert bool(found) == bool(expected), line
        if line.endswith("/new") and "solve" in line:
            assert (place / "new").read_bytes() == ANSWER
    assert (place / "judgemessage.txt").is_file()


@pytest.mark.usefixtures("locale")
def test_test_sets(tmp_path: Path) -> None:
    done = refsol_process("tictactoe", "testset", NAME, "--seed", NAME, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"\xff: ")
    readme = (tmp_path / NAME / "README.md").read_bytes()
    assert b"testset DIRECTORY --seed '\xff'" in readme
    assert json.loads((tmp_path / NAME / "testset.json").read_bytes())["seed"] == "\udcff"
    done = refsol_process("tictactoe", "testset", NAME, "--seed", NAME, cwd=tmp_path)
    assert done.stdout.startswith(b"\xff: 0 tests written, ")
    done = refsol_process("tictactoe", "testset", NAME, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == rb"refsol: \udcff/testset.json: belongs to a different test set" + b"\n"


@pytest.mark.usefixtures("locale")
def test_stress(tmp_path: Path) -> None:
    program = ["sh", "-c", "echo MAYBE; exit 0", NAME]
    options = ["--seed", NAME, "--family", "empty", "--save", NAME]
    done = refsol_process("nogo", "stress", *options, "--", *program, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    for line in (
        b"\nsaved: \xff/nogo-1.in, \xff/nogo-1.ans, \xff/nogo-1.out\n",
        b"\n  refsol nogo check '\xff/nogo-1.in' '\xff/nogo-1.out'\n",
        b"--seed '\xff-0'",
    ):
        assert line in done.stdout
    assert {path.name for path in (tmp_path / NAME).iterdir()} == {"nogo-1.in", "nogo-1.ans", "nogo-1.out"}
    done = refsol_process("nogo", "stress", "--save", NAME, "--json", "--", *program, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["failures"][0]["files"][0] == "\udcff/nogo-2.in"


@pytest.mark.usefixtures("locale")
def test_judge(tmp_path: Path) -> None:
    submission = tmp_path / NAME / f"{NAME}\n.py"
    submission.parent.mkdir()
    submission.write_bytes(b"print('MAYBE')\n")
    (tmp_path / NAME / "1.in").write_bytes((support.SAMPLES / "multigo" / "1.in").read_bytes())
    arguments = ["multigo", "judge", NAME, "--tests", NAME, "--expect", f"wrong_answer={NAME}"]
    done = refsol_process(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\n\xff/\xff\\n.py       WA" in done.stdout
    assert b"\n\xff/\xff\\n.py: wrong answer on 1: 1:1: expected NO, found MAYBE; it never read" in done.stdout
    done = refsol_process(*arguments, "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["submissions"][0]["name"] == f"{NAME}/{NAME}\n.py"


@pytest.mark.parametrize(
    "arguments",
    [["generate", NAME], ["check", "--protocol", NAME, "a", "b"], [NAME], ["solve", f"--{NAME}"],
     ["stress", "--save", NAME + "/below", "--", "true"], ["stress", "--", f"./{NAME}"],
     ["stress", "--family", "small", "--size", f"{NAME}={NAME}", "--", "true"]],
    ids=ascii,
)  # fmt: skip
def test_wrong_usage(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_locale("ASCII", monkeypatch)
    done = refsol_process("nogo", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
