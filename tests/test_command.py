"""Commands run within limits and in isolation, and leave no process behind."""

import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
import support

from refsol.jury.command import Command
from refsol.jury.program import FaultKind, Limits, StartError

PYTHON = sys.executable


def run(script: str, data: bytes = b"", limits: Limits | None = None) -> tuple[str, bytes]:
    outcome = Command([PYTHON, "-c", script], limits).run(data)
    return outcome.message, outcome.output


def test_output_and_input_of_any_size() -> None:
    data = bytes(range(256)) * 40_000
    assert Command(["cat"]).run(data).output == data
    # A program that never reads its input.
    assert run("print('x' * 10**6)", data) == ("", b"x" * 10**6 + b"\n")


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ("raise SystemExit(3)", FaultKind.CRASH, "crashed: exit status 3"),
        ("import os; os.kill(os.getpid(), 11)", FaultKind.CRASH, "crashed: SIGSEGV"),
        ("import time; time.sleep(60)", FaultKind.TIME, "took longer than 0.5 s"),
        ("while True: pass", FaultKind.TIME, "took longer than 0.5 s"),
        ("x = bytearray(10**9)", FaultKind.MEMORY, "used more than 300 MiB of memory"),
        ("import time; x = bytearray(10**9); time.sleep(60)", FaultKind.MEMORY, "used more than 300 MiB of memory"),
        ("while True: print('y' * 10**6)", FaultKind.OUTPUT, "wrote more than 8 MiB"),
        ("import sys\nwhile True: print('y' * 10**6, file=sys.stderr)", FaultKind.OUTPUT, "wrote more than 8 MiB"),
    ],
)
def test_faults(script: str, kind: FaultKind, message: str) -> None:
    seconds = 0.5 if kind is FaultKind.TIME else 60
    outcome = Command([PYTHON, "-c", script], Limits(seconds, 300, 8)).run(b"")
    assert (outcome.fault, outcome.message) == (kind, message)


def test_the_memory_of_all_processes_counts() -> None:
    child = "import time; x = bytearray(200 * 2**20); time.sleep(60)"
    script = (
        f"import subprocess, sys; [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(2)][0].wait()"
    )
    assert run(script, limits=Limits(60, 300))[0] == "used more than 300 MiB of memory"


def test_standard_error_is_kept() -> None:
    outcome = Command([PYTHON, "-c", "import sys; sys.stderr.write('x' * 9000 + 'the end'); sys.exit(1)"]).run(b"")
    assert outcome.stderr.endswith(b"xxxthe end")
    assert len(outcome.stderr) == 4096


@pytest.mark.parametrize("leave", ["", "os.setsid()"])
def test_children_end_with_the_program(leave: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        f"    {leave or 'pass'}\n"
        f"    open({str(note)!r}, 'w').write(str(os.getpid()))\n"
        "    time.sleep(600)\n"
        "time.sleep(0.4)\n"
    )
    assert run(script)[0] == ""
    pid = int(note.read_text(encoding="ascii"))
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            break
        time.sleep(0.05)
    else:
        pytest.fail("a child is still running")


def test_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.py").write_text("import os; print(os.getcwd(), os.listdir())", encoding="ascii")
    output = Command([PYTHON, "program.py"]).run(b"").output.decode()
    assert str(tmp_path) not in output
    assert output.endswith(" []\n")  # in an empty directory, and yet the script was found
    assert not Path(output.split()[0]).exists()
    here = Command([PYTHON, "program.py"], directory=str(tmp_path)).run(b"").output.decode()
    assert here == f"{tmp_path} ['program.py']\n"


def test_no_shell_unless_asked_for() -> None:
    assert Command(["echo", "$HOME", ";", "ls"]).run(b"").output == b"$HOME ; ls\n"
    assert Command(["echo a | tr a b"], shell=True).run(b"").output == b"b\n"


def test_descriptors_are_closed() -> None:
    read, write = os.pipe()
    os.set_inheritable(write, True)
    try:
        output = run(f"import os\ntry:\n    os.fstat({write})\nexcept OSError:\n    print('closed')")[1]
    finally:
        os.close(read)
        os.close(write)
    assert output == b"closed\n"


def test_stop_ends_this_run_and_later_ones() -> None:
    command = Command(["sleep", "600"], Limits(600))
    threading.Timer(0.3, command.stop).start()
    begin = time.monotonic()
    assert command.run(b"").message == "crashed: SIGKILL"
    assert command.run(b"").message == "crashed: SIGKILL"
    assert time.monotonic() - begin < 60


def test_a_command_can_be_pickled() -> None:
    copy = pickle.loads(pickle.dumps(Command(["cat"], Limits(1, 2, 3))))
    assert (copy.words, copy.limits) == (["cat"], Limits(1, 2, 3))


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"^no-such-program: No such file or directory$"):
        Command(["no-such-program"]).run(b"")
    script = tmp_path / "script"
    script.write_text("no first line", encoding="ascii")
    script.chmod(0o755)
    with pytest.raises(StartError, match=r"script: Exec format error$"):
        Command([str(script)]).run(b"")


def test_long_arguments_and_deleted_files() -> None:
    assert run(f"print(1)  # {'x' * 300}") == ("", b"1\n")
    assert run("import os; os.remove('../output'); os.rmdir(os.getcwd()); print(1)") == ("", b"1\n")


DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open({note!r}, "a").write(f"{{os.getpid()}}\\n")
        x = bytearray({size})
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists({note!r}): time.sleep(0.001)
time.sleep({wait})
"""


def test_daemons_are_adopted_counted_and_ended(tmp_path: Path) -> None:
    note = str(tmp_path / "pids")
    quick = DAEMON.format(note=note, size=1, wait=0)
    large = DAEMON.format(note=note, size=400 * 2**20, wait=60)
    script = f"""
from refsol.jury.processes import adopt_orphans
from refsol.jury.command import Command
from refsol.jury.program import Limits
adopt_orphans()
print([Command([{PYTHON!r}, "-c", script], Limits(60, 300)).run(b"").message for script in ({quick!r}, {large!r})])
import os
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child is left")
"""
    done = support.python_process("-c", script)
    assert done.stdout.decode().splitlines() == ["['', 'used more than 300 MiB of memory']", "no child is left"]
    pids = Path(note).read_text(encoding="ascii").split()
    assert len(pids) == 2
    assert not any(psutil.pid_exists(int(pid)) for pid in pids)


def test_ctrl_c_ends_a_run() -> None:
    command = Command(["sleep", "600"], Limits(600))
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        command.run(b"")
    assert time.monotonic() - begin < 60
    assert "sleep" not in [child.name() for child in psutil.Process().children()]
