"""Signals: SIGTERM and SIGHUP end every verb as Ctrl-C does, nothing is left over, and a test set can be resumed."""

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import support
from support import REFSOL, Done, contents, refsol_process, running, write_files

pytestmark = support.needs_posix

INPUT = str(support.SAMPLES / "nogo" / "2.in")
ANSWER = support.sample("nogo", 2)[1]
TICTACTOE = str(support.SAMPLES / "tictactoe")
MULTIGO = str(support.SAMPLES / "multigo" / "1.in")

# Runs the command line; it gets a signal when the temporary file number COUNT has been written, before it is renamed.
SIGNALLED = support.sections("signals")["a signal at a rename"]

STATUSES = {signal.SIGINT: 130, signal.SIGTERM: -signal.SIGTERM, signal.SIGHUP: -signal.SIGHUP}
endings = pytest.mark.parametrize("ending", STATUSES)


def signalled(number: int, count: int, *arguments: str, cwd: Path) -> Done:
    return support.python_process("-c", SIGNALLED, str(number), str(count), *arguments, cwd=cwd)


@endings
@pytest.mark.parametrize("line", [f"solve {INPUT} -o new", "generate small -o new", f"show {INPUT} --svg new"])
def test_a_signal_leaves_no_temporary_file(line: str, ending: signal.Signals, tmp_path: Path) -> None:
    done = signalled(ending, 1, "nogo", *line.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (STATUSES[ending], b"", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["new"]  # complete; the signal had to wait
    assert (tmp_path / "new").stat().st_size > 3


@endings
def test_a_signal_that_is_ignored_stays_ignored(ending: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", SIGNALLED, str(int(ending)), "1", "nogo", "solve", INPUT, "-o", "new"]
    ignoring = ["sh", "-c", f'trap "" {int(ending)}; exec "$@"', "sh", *command]
    assert subprocess.run(ignoring, cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "new").read_bytes() == ANSWER


@endings
def test_a_shell_sees_the_usual_status(ending: signal.Signals, tmp_path: Path) -> None:
    with running(*REFSOL, "multigo", "referee", MULTIGO, cwd=tmp_path) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"3 4 3\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"YES\n"  # it runs
        process.send_signal(ending)
        assert process.communicate(timeout=60) == (b"", b"")
        assert process.returncode == STATUSES[ending]
    command = [sys.executable, "-P", "-c", SIGNALLED, str(int(ending)), "1", "nogo", "solve", INPUT, "-o", "new"]
    shell = ["sh", "-c", '"$@"; exit $?', "sh", *command]
    assert subprocess.run(shell, cwd=tmp_path, capture_output=True, check=False).returncode == 128 + ending


def test_no_handler_delays_a_signal_while_a_solver_runs(tmp_path: Path) -> None:
    script = support.sections("signals")["a signal in a solver"]
    for target in ("-", "new", "/dev/stderr"):
        done = support.python_process("-c", script, "nogo", "solve", INPUT, "-o", target, cwd=tmp_path)
        assert (done.returncode, b"2" in done.stdout + done.stderr) == (-signal.SIGTERM, False)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A test set, written in one run."""
    directory = tmp_path_factory.mktemp("complete")
    assert refsol_process("tictactoe", "testset", "set", cwd=directory).returncode == 0
    return contents(directory / "set")


@pytest.mark.parametrize(("ending", "count"), [(signal.SIGINT, 1), *((ending, 7) for ending in STATUSES)])
def test_an_interrupted_test_set_says_how_to_resume(
    ending: signal.Signals, count: int, complete: dict[str, bytes], tmp_path: Path
) -> None:
    done = signalled(ending, count, "tictactoe", "testset", "set", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (STATUSES[ending], b"")
    assert done.stderr == b"refsol: set: interrupted; run the same command again to resume\n"
    before = contents(tmp_path / "set")
    assert len(before) == count
    assert before.items() <= complete.items()
    done = refsol_process("tictactoe", "testset", "set", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert contents(tmp_path / "set") == complete


@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_killed_test_set_can_be_resumed(count: int, complete: dict[str, bytes], tmp_path: Path) -> None:
    done = signalled(signal.SIGKILL, count, "tictactoe", "testset", "set", cwd=tmp_path)
    assert done.returncode == -signal.SIGKILL
    before = contents(tmp_path / "set")
    assert sum(Path(name).name.startswith(".refsol-") for name in before) == 1
    assert len(before) == count
    another = refsol_process("tictactoe", "testset", "set", "--seed", "2", cwd=tmp_path)
    assert another.returncode == (2 if count > 1 else 0)
    if count > 1:
        assert contents(tmp_path / "set") == before
        done = refsol_process("tictactoe", "testset", "set", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        assert contents(tmp_path / "set") == complete


def test_a_directory_that_is_refused_is_left_alone(tmp_path: Path) -> None:
    for name in (".refsol-0123", "mine"):
        (tmp_path / name).touch()
    done = refsol_process("tictactoe", "testset", ".", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, b"refsol: .: neither empty nor a test set\n")
    assert {path.name for path in tmp_path.iterdir()} == {".refsol-0123", "mine"}


@pytest.mark.slow
@support.needs_linux
@pytest.mark.parametrize("ending", [None, *STATUSES])
@pytest.mark.parametrize(("line", "said"), support.toml("signals")["leaving"])
def test_nothing_is_left_behind(line: str, said: str, ending: signal.Signals | None, tmp_path: Path) -> None:
    """Neither a program that waits, nor a daemon without any sign of where it comes from, nor a directory."""
    note, scratch = tmp_path / "note", tmp_path / "scratch"
    scratch.mkdir()
    program = support.sections("signals")["a program that leaves a daemon"]
    support.write_program(tmp_path / "leaves", program.format(note=note, seconds=600 if ending else 0))
    toml = (
        "format = 'ctd'\nvalidator = {command = './leaves true'}\nchecker = {command = './leaves true'}\nmodel = 'cat'"
    )
    write_files(tmp_path, {"ctd": "INT(1,9) NEWLINE", "in": "7\n", "refsol.toml": toml})
    words = shlex.split(line.format(refsol=shlex.join(REFSOL), samples=TICTACTOE))
    with running(*REFSOL, *words, cwd=tmp_path, TMPDIR=str(scratch)) as process:
        if ending is not None:
            support.wait_for(lambda: note.exists() and note.read_bytes().count(b"\n") >= 2)
            process.send_signal(ending)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0 if ending is None else STATUSES[ending], b"")
    assert said in output.decode()
    pids = [int(pid) for pid in note.read_text(encoding="ascii").split()]
    assert len(pids) >= 2
    assert all(map(support.has_ended, pids))
    assert list(scratch.iterdir()) == []


IGNORING = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (("tictactoe", "stress", "--cases", "3", "--seed", "1", "--", *REFSOL, "tictactoe", "solve"), b": no fault\n"),
        (("tictactoe", "judge", "--command", "sh -c 'exit 3'", "--tests", TICTACTOE), b", limits 2 s and 256 MiB\n"),
        (("own", "check", "in", "in"), b", all as expected\n"),
    ],
)
def test_ends_of_programs_are_noticed_where_the_parent_process_ignores_them(
    words: tuple[str, ...], last: bytes, tmp_path: Path
) -> None:
    toml = "format = 'ctd'\nmodel = 'cat'\nvalidator = {command = 'true'}"
    write_files(tmp_path, {"ctd": "INT(1,9) NEWLINE", "in": "7\n", "refsol.toml": toml})
    command = [sys.executable, "-c", IGNORING, *REFSOL, *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(last)
