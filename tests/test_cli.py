"""The command line as a process: streams, files, errors, exit statuses."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import support
from support import REFSOL, Done, needs_posix, refsol_here, refsol_process, require_refusal

import refsol
from refsol import nogo
from refsol.problem import NAMES, load

INPUT = support.SAMPLES / "nogo" / "2.in"
ANSWER = support.sample("nogo", 2)[1]


def test_version_shows_the_mode() -> None:
    line = refsol_process("--version").stdout.decode()
    assert line.startswith(f"refsol {refsol.__version__} (")
    assert ("compiled by mypyc" in line) == support.COMPILED
    assert ("interpreted" in line) == (not support.COMPILED)
    assert ".".join(map(str, sys.version_info[:3])) in line


def test_list_names_every_problem() -> None:
    lines = refsol_process("list").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_statement(name: str) -> None:
    shown = refsol_here(name, "statement")
    assert shown.returncode == 0
    assert shown.stdout == load(name).statement().encode()
    assert refsol_here(name, "statement", "--language", "en").stdout == shown.stdout
    shorter = refsol_here(name, "statement", "--contestants")
    assert shorter.stdout == load(name).statement(without=("refsol",)).encode() != shown.stdout


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_in_chinese_is_utf_8_whatever_the_encoding_of_standard_output(name: str) -> None:
    for encoding in ("utf-8", "ascii", "gbk"):
        shown = refsol_process(name, "statement", "--language", "zh", PYTHONIOENCODING=encoding)
        assert (shown.returncode, shown.stdout) == (0, load(name).statement("zh").encode())


def test_a_statement_in_an_unknown_language() -> None:
    shown = refsol_process("nogo", "statement", "--language", "fr")
    require_refusal(shown, "there is no language 'fr'; choose one of en, zh\n")


def test_help_shows_the_options_of_a_problem() -> None:
    shown = refsol_process("nogo", "solve", "--help").stdout
    for word in (b"--liberties", b"pseudo", b"exact", b"--random", b"--seed", b"--output", b"-o", b"INPUT"):
        assert word in shown


@pytest.mark.parametrize("arguments", [[str(INPUT)], ["-"], []])
def test_input_from_a_file_or_standard_input(arguments: list[str]) -> None:
    done = refsol_process("nogo", "solve", *arguments, stdin=INPUT.read_bytes())
    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER, b"")


@pytest.mark.parametrize("flag", ["-o", "--output"])
def test_output_to_a_file(flag: str, tmp_path: Path) -> None:
    target = tmp_path / "answer"
    done = refsol_process("nogo", "solve", flag, str(target), str(INPUT))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert target.read_bytes() == ANSWER
    assert list(tmp_path.iterdir()) == [target]


def test_options_reach_the_solver() -> None:
    data = b"4\n" + b"....\n" * 4
    first = refsol_process("nogo", "solve", "--random", "--seed", "7", stdin=data).stdout
    assert first == nogo.solve(data, random=True, seed=7) != nogo.solve(data)
    assert refsol_process("nogo", "solve", "--seed=7", "--random", stdin=data).stdout == first
    torus = b"2 3 3 1\n1 2 0\n0 0 0\n0 0 0\n"
    assert refsol_process("somegame", "solve", stdin=torus).stdout == b"ERROR\n"
    assert refsol_process("somegame", "solve", "--reading", "lenient", stdin=torus).stdout == b"PLAYER 1\n"
    split = b"1 3 2 1\n1 2 1\n1 1 1\n"
    assert refsol_process("multigo", "solve", stdin=split).returncode == 0
    assert refsol_process("multigo", "solve", "--check", stdin=split).returncode == 3


def test_bad_input_gives_a_one_line_error_and_no_output(tmp_path: Path) -> None:
    target = tmp_path / "answer"
    target.write_bytes(b"old")
    bad = tmp_path / "bad.in"
    bad.write_bytes(b"2\n..\n.x\n")
    done = refsol_process("nogo", "solve", "bad.in", "-o", "answer", cwd=tmp_path)
    require_refusal(done, "bad.in:3:2: expected a point 'X', 'O' or '.', found 'x'\n", 3)
    assert target.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == [target, bad]
    done = refsol_process("nogo", "solve", stdin=b"")
    require_refusal(done, "-:1:1: expected board size n in 1..600, found end of file\n", 3)


@pytest.mark.parametrize(
    "line",
    [
        *("nogo solve no-such-file", "nogo solve .", "nogo solve no-such-file -o exists", "multigo referee -"),
        *(f"nogo solve {INPUT} -o {target}" for target in ("no-such-directory/answer", ".", "/dev/full", "new/")),
        *(f"nogo solve {INPUT} {options}" for options in ("--seed 7", "--liberties some", f"--random --seed {2**64}")),
    ],
)
def test_files_and_options_that_fail(line: str, tmp_path: Path) -> None:
    (tmp_path / "exists").write_bytes(b"old")
    require_refusal(refsol_here(*line.split(), cwd=tmp_path))
    assert support.contents(tmp_path) == {"exists": b"old"}


def test_the_input_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.write_bytes(INPUT.read_bytes())
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "hard").hardlink_to(source)
    for target in ("in", "./in", "link", "hard"):
        done = refsol_process("nogo", "solve", "in", "-o", target, cwd=tmp_path)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    done = shell("refsol nogo solve -o in < in", tmp_path)
    assert (done.returncode, done.stderr) == (2, b"refsol: in: the output would overwrite the input\n")
    assert source.read_bytes() == INPUT.read_bytes()


@needs_posix
def test_outputs_keep_modes_links_and_devices(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"old")
    old.chmod(0o640)
    (tmp_path / "link").symlink_to(old)
    assert refsol_process("nogo", "solve", str(INPUT), "-o", "link", cwd=tmp_path).returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert old.read_bytes() == ANSWER
    assert old.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o027)
    try:
        assert refsol_process("nogo", "solve", str(INPUT), "-o", "new", cwd=tmp_path).returncode == 0
    finally:
        os.umask(mask)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
    assert refsol_process("nogo", "solve", str(INPUT), "-o", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()


def shell(script: str, cwd: Path, **environment: str) -> Done:
    """Run a shell script in which ``refsol`` is the command line."""
    words = ["bash", "-o", "pipefail", "-c", f'refsol() {{ {shlex.join(REFSOL)} "$@"; }}; {script}']
    variables = {**os.environ, **environment}
    return subprocess.run(words, capture_output=True, cwd=cwd, env=variables, timeout=300, check=False)


buffering = pytest.mark.parametrize("unbuffered", ["", "1"])

LONG = "(echo 300; yes $(printf '%300s' | tr ' ' .) | head -300) > long.in; "  # its answer fills several pipes


@needs_posix
@buffering
def test_a_closed_pipe_ends_quietly(unbuffered: str, tmp_path: Path) -> None:
    for reader in ("head -c 10 > /dev/null", "true"):
        done = shell(LONG + f"refsol nogo solve long.in | {reader}", tmp_path, PYTHONUNBUFFERED=unbuffered)
        assert (done.returncode, done.stderr) == (141, b"")
    done = shell("refsol --help | true", tmp_path, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode in (0, 141), done.stderr) == (True, b"")


@needs_posix
@buffering
def test_a_full_disk_is_reported(unbuffered: str, tmp_path: Path) -> None:
    for output in ("> out", "-o out"):
        script = f"trap '' XFSZ; {LONG} ulimit -f 100; refsol nogo solve long.in {output}"
        require_refusal(shell(script, tmp_path, PYTHONUNBUFFERED=unbuffered))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["long.in", "out"]
    for command in ("list", "--version", "--help", "nogo statement"):
        done = shell(f"refsol {command} > /dev/full", tmp_path, PYTHONUNBUFFERED=unbuffered)
        require_refusal(done, "standard output: No space left on device\n")


@needs_posix
def test_standard_output_by_name_is_not_truncated(tmp_path: Path) -> None:
    done = shell(f"echo before > log; refsol nogo solve {INPUT} -o /dev/stdout >> log; cat log", tmp_path)
    assert (done.returncode, done.stdout) == (0, b"before\n" + ANSWER)
    done = shell(f"refsol nogo solve {INPUT} -o /dev/stdout | cat; refsol nogo solve {INPUT} -o >(cat); wait", tmp_path)
    assert (done.returncode, done.stdout) == (0, ANSWER + ANSWER)


@needs_posix
def test_the_status_is_right_without_standard_error(tmp_path: Path) -> None:
    for stream in ("2>&-", "2> /dev/full"):
        done = shell(f"echo x | refsol nogo solve {stream}", tmp_path)
        assert (done.returncode, done.stdout) == (3, b"")


@needs_posix
def test_a_read_that_would_block_is_not_taken_for_end_of_file() -> None:
    data = b"1 1 1 1\n0\n"
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, data)
    command = [*REFSOL, "somegame", "solve"]
    done = subprocess.run(command, stdin=reading, capture_output=True, timeout=60, check=False)
    os.close(reading)
    os.close(writing)
    require_refusal(done, "-: Resource temporarily unavailable\n")


@needs_posix
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_standard_streams(closed: str) -> None:
    command = f"{sys.executable} -P -m refsol nogo solve {'' if closed == '<&-' else INPUT} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    require_refusal(done)
    assert b"is closed" in done.stderr


def test_endless_input_is_refused() -> None:
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run([*REFSOL, "chess", "solve"], stdin=zeros, capture_output=True, check=False)
    require_refusal(done, "-:1:1: expected at most 268435456 bytes, found more\n", 3)


def test_referee_process() -> None:
    board = str(support.SAMPLES / "multigo" / "1.in")
    done = refsol_process("multigo", "referee", board, stdin=b"3 4 1\n\n3 4 3\r\n3 4")
    assert (done.returncode, done.stdout) == (3, b"NO\nYES\n")
    assert done.stderr == b"refsol: -:4:4: expected player k in 1..4, found end of line\n"
    require_refusal(refsol_process("multigo", "referee", board, stdin=b" " * 5000), status=3)
    assert refsol_process("multigo", "referee", "no-such-file").returncode == 2


def test_file_names_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "a\nb").write_bytes(b"x")
    done = refsol_process("nogo", "solve", "a\nb", cwd=tmp_path)
    assert done.stderr == b"refsol: a\\nb:1:1: expected board size n in 1..600, found 'x'\n"
