"""Commands run within limits and in isolation, and leave no process behind."""

import errno
import os
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
import support
from support import Patch, has_ended, wait_for

from refsol.jury.run import processes, scratch
from refsol.jury.run.command import Command
from refsol.jury.run.program import Leftover, LeftoverKind, Result, RunLimits, StartError, hint_of

pytestmark = [pytest.mark.slow, support.once]

PYTHON = sys.executable


def run(script: str, data: bytes = b"", limits: RunLimits | None = None) -> tuple[str, bytes]:
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
        *support.toml("command")["faults"],
        pytest.param(
            *("import os; os.kill(os.getpid(), 40)", Result.CRASH, "crashed: signal 40"),
            marks=support.needs_linux,  # elsewhere, there is no such signal
        ),
    ],
)
def test_faults(script: str, kind: str, message: str) -> None:
    seconds = 0.5 if kind == Result.TIME else 60
    outcome = Command([PYTHON, "-c", script], RunLimits(seconds, 300, 8)).run(b"")
    assert (outcome.fault, outcome.message) == (kind, message)


def test_the_memory_of_all_processes_counts() -> None:
    child = "import time; x = bytearray(200 * 2**20); time.sleep(60)"
    start = f"subprocess.Popen([sys.executable, '-c', {child!r}])"
    script = f"import subprocess, sys; [{start} for _ in range(2)][0].wait()"
    assert run(script, limits=RunLimits(60, 300))[0] == "used more than 300 MiB of memory"


@pytest.mark.parametrize(
    ("script", "has_read"),
    [
        *support.toml("command")["readers"],
        # Elsewhere, access times may not be kept.
        pytest.param("import sys; sys.stdin.buffer.read(), sys.stdin.buffer.seek(0)", True, marks=support.needs_linux),
        pytest.param("import mmap; mmap.mmap(0, 0, access=mmap.ACCESS_READ)[:]", True, marks=support.needs_linux),
    ],
)
def test_who_reads_the_input_is_noticed(script: str, has_read: bool) -> None:
    outcome = Command([PYTHON, "-c", script]).run(b"1\n")
    assert outcome.read_input == has_read
    assert hint_of(outcome) == ("" if has_read else "it never read standard input; does it read a file?")


@support.needs_large_stack
def test_the_limit_on_the_stack_is_that_on_the_memory() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (2**26, hard))
    try:
        script = "import resource; print(resource.getrlimit(resource.RLIMIT_STACK)[0])"
        found = [int(run(script, limits=RunLimits(60, limit))[1]) for limit in (50, 300)]
        assert resource.getrlimit(resource.RLIMIT_STACK) == (2**26, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))
    assert found == [2**26, 300 * 2**20]


@pytest.fixture(scope="module")
def recursive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that recurses as deep as the first number says and, for none, writes to a null pointer."""
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    program = tmp_path_factory.mktemp("recursive") / "program"
    text = support.sections("command")["a program that recurses"]
    program.with_suffix(".cpp").write_text(text, encoding="ascii")
    subprocess.run(["g++", "-O1", "-pthread", "-o", program, program.with_suffix(".cpp")], check=True)
    return program


DEEP = ", probably a stack overflow"
HARD = "; the hard limit of the stack is 8 MiB here (ulimit -Hs)"


@support.needs_linux
@support.needs_large_stack
@pytest.mark.parametrize(
    ("depth", "mebibytes", "hard", "message"),
    [
        (100_000, 300, None, ""),  # 20 MiB
        (10**9, 300, None, f"used more than 300 MiB of memory{DEEP}|crashed: SIGSEGV{DEEP}"),  # between two looks
        (2 * 10**9, 300, 2**23, f"crashed: SIGABRT{DEEP}"),
        (0, 300, None, "crashed: SIGSEGV"),
        (100_000, 300, 2**23, f"crashed: SIGSEGV{DEEP}{HARD}"),
        (0, 300, 2**23, f"crashed: SIGSEGV{HARD}"),
        (-50, 2048, None, ""),  # threads, each with a stack of that size
    ],
)
def test_stack_overflows(recursive: Path, depth: int, mebibytes: int, hard: int | None, message: str) -> None:
    script = (
        "import resource, sys; from refsol.jury.run.command import Command, RunLimits;"
        f"{hard} and resource.setrlimit(resource.RLIMIT_STACK, ({hard}, {hard}));"
        f"print(Command([sys.argv[1]], RunLimits(60, {mebibytes})).run(b'{depth}').message)"
    )
    done = subprocess.run([PYTHON, "-c", script, str(recursive)], capture_output=True, check=True, text=True)
    assert done.stdout.removesuffix("\n") in message.split("|")


NAMED = ("chess.in", "chess.out")


@pytest.mark.parametrize(("script", "output", "used", "fault"), support.toml("command")["files"])
def test_files_instead_of_streams(script: str, output: str, used: bool, fault: str) -> None:
    command = Command([PYTHON, "-c", script], RunLimits(60, 300, 1), files=NAMED)
    for each in (command, pickle.loads(pickle.dumps(command))):
        outcome = each.run(b"1\n")
        assert (outcome.output[:9].decode(), outcome.files is not None, outcome.fault or "") == (output, used, fault)
        assert outcome.leftovers == ()
        assert hint_of(outcome) == ""


def test_a_directory_in_the_place_of_an_output_is_closed() -> None:
    command = Command([PYTHON, "-c", "import os; os.mkdir('chess.out')"], files=NAMED)
    before = len([*Path("/dev/fd").iterdir()])
    for _ in range(3):
        assert command.run(b"").output == b""
    assert len([*Path("/dev/fd").iterdir()]) == before


def test_files_are_where_no_directory_is_given(tmp_path: Path) -> None:
    script = "import os; print(os.listdir())"
    assert Command([PYTHON, "-c", script], files=NAMED).run(b"").output == b"['chess.in']\n"
    assert Command([PYTHON, "-c", script], files=NAMED, directory=str(tmp_path)).run(b"").output == b"[]\n"
    assert list(tmp_path.iterdir()) == []


def test_a_directory_with_files_is_used_again() -> None:
    script = (
        "from refsol.jury.run.command import Command; from refsol.jury.run.processes import adopt_orphans; import sys;"
        "adopt_orphans(); command = Command([sys.executable, '-c', 'import os; print(os.getcwd())'], files=('a', 'b'));"
        "print(command.run(b'').output == command.run(b'').output)"
    )
    done = subprocess.run([PYTHON, "-c", script], capture_output=True, check=True)
    assert done.stdout == (b"True\n" if sys.platform == "linux" else b"False\n")


def test_standard_error_is_kept() -> None:
    outcome = Command([PYTHON, "-c", "import sys; sys.stderr.write('x' * 9000 + 'the end'); sys.exit(1)"]).run(b"")
    assert outcome.stderr.endswith(b"xxxthe end")
    assert len(outcome.stderr) == 4096


@pytest.mark.parametrize("leave", ["", "os.setsid()"])
def test_children_end_with_the_program(leave: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    child = f"{leave or 'pass'}; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    assert run(f"import os, time\nif os.fork() == 0:\n    {child}\ntime.sleep(0.4)\n")[0] == ""
    wait_for(lambda: note.exists() and note.read_bytes() and has_ended(int(note.read_bytes())))


def test_the_working_directory(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.py").write_text("import os; print(os.getcwd(), os.listdir())", encoding="ascii")
    output = Command([PYTHON, "program.py"]).run(b"").output.decode()
    assert str(tmp_path) not in output
    assert output.endswith(" []\n")  # in an empty directory, and yet the script was found
    assert not Path(output.split()[0]).exists()
    here = Command([PYTHON, "program.py"], directory=str(tmp_path)).run(b"").output.decode()
    assert here == f"{tmp_path} ['program.py']\n"


@pytest.mark.parametrize(
    ("words", "shell", "output"),
    [
        (["echo", "$HOME", ";", "ls"], False, b"$HOME ; ls\n"),
        (["echo a | tr a b"], True, b"b\n"),
        (["printf", "<%s>", "", "a"], False, b"<><a>"),
        ([PYTHON, "-c", f"print(1)  # {'x' * 300}"], False, b"1\n"),
    ],
)
def test_words_and_lines_for_a_shell(words: list[str], shell: bool, output: bytes) -> None:
    assert Command(words, shell=shell).run(b"").output == output


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
    command = Command(["sleep", "600"], RunLimits(600))
    threading.Timer(0.3, command.stop).start()
    begin = time.monotonic()
    assert command.run(b"").message == "crashed: SIGKILL"
    assert command.run(b"").message == "crashed: SIGKILL"
    assert time.monotonic() - begin < 60


def test_a_command_can_be_pickled() -> None:
    copy = pickle.loads(pickle.dumps(Command(["cat"], RunLimits(1, 2, 3))))
    assert (copy.words, copy.limits) == (["cat"], RunLimits(1, 2, 3))


def test_a_copy_with_another_limit_on_time() -> None:
    command = Command(["sleep", "60"], RunLimits(60, 300))
    assert command.within(0.1).run(b"").message == "took longer than 0.1 s"
    assert command.limits.seconds == 60


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"^no-such-program: No such file or directory$"):
        Command(["no-such-program"]).run(b"")
    script = support.write_program(tmp_path / "script", "no first line")
    with pytest.raises(StartError, match=r"script: Exec format error$"):
        Command([str(script)]).run(b"")


def test_the_working_directory_may_be_deleted() -> None:
    script = "import os; up = os.path.dirname(os.getcwd()); os.rmdir(os.getcwd()); os.rmdir(up); print(1)"
    assert run(script)[1] == b"1\n"


DAEMON = support.sections("command")["daemon"]


def test_daemons_are_adopted_counted_and_ended(tmp_path: Path) -> None:
    note = str(tmp_path / "pids")
    quick = DAEMON.format(note=note, size=1, wait=0)
    large = DAEMON.format(note=note, size=400 * 2**20, wait=60)
    script = (
        support.sections("command")["adopting orphans"]
        + f"""
commands = [Command([sys.executable, "-c", script], RunLimits(60, 300)) for script in ({quick!r}, {large!r})]
print([command.run(b"").message for command in commands])
print("children left:", children())
"""
    )
    done = support.python_process("-c", script)
    assert done.stdout.decode().splitlines() == ["['', 'used more than 300 MiB of memory']", "children left: []"]
    pids = Path(note).read_text(encoding="ascii").split()
    assert len(pids) == 2
    assert not any(psutil.pid_exists(int(pid)) for pid in pids)


# The signal may come while psutil opens a file, which then stays open for a moment.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_ends_a_run() -> None:
    command = Command(["sleep", "600"], RunLimits(600))
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        command.run(b"")
    assert time.monotonic() - begin < 60
    assert "sleep" not in [child.name() for child in psutil.Process().children()]


TRUNCATE = support.sections("command")["truncating"]


def test_what_a_pipe_would_carry_is_judged() -> None:
    assert run(TRUNCATE) == ("", b"one two three four five")


def test_standard_input_can_be_opened_again_and_mapped() -> None:
    script = "import mmap; print(open('/dev/stdin').read(), mmap.mmap(0, 0, access=mmap.ACCESS_READ)[1:3])"
    assert run(script, b"1 2 3") == ("", b"1 2 3 b' 2'\n")


def test_a_run_ends_with_its_main_process() -> None:
    """Even though a child still has its standard output and writes there."""
    script = (
        "import os, time\nif os.fork() == 0:\n    while True: os.write(1, b'x'); time.sleep(0.1)\nos.write(1, b'y')"
    )
    begin = time.monotonic()
    message, output = run(script, limits=RunLimits(60))
    assert (message, output.strip(b"x")) == ("", b"y")
    assert time.monotonic() - begin < 30


def test_without_the_means_of_linux(monkeypatch: Patch) -> None:
    """Elsewhere there are no descriptors for processes, and no files in memory."""
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr(sys, "platform", "other")
    assert run("print(input())", b"7" * 10**5) == ("", b"7" * 10**5 + b"\n")
    assert run("import time; time.sleep(60)", limits=RunLimits(0.3))[0] == "took longer than 0.3 s"
    assert run("raise SystemExit(3)")[0] == "crashed: exit status 3"


def test_processes_are_found_and_measured_without_the_means_of_linux(monkeypatch: Patch) -> None:
    script = "import subprocess as s; child = s.Popen(['sleep', '600']); print(child.pid, flush=True); child.wait()"
    with subprocess.Popen([PYTHON, "-c", script], stdout=subprocess.PIPE, start_new_session=True) as parent:
        assert parent.stdout is not None
        family = {parent.pid, int(parent.stdout.readline())}
        try:
            own = [psutil.Process(pid).memory_info().rss for pid in family]
            monkeypatch.setattr(sys, "platform", "other")
            assert processes.descendants({parent.pid}) == family - {parent.pid}
            assert 0.5 < processes.resident_bytes(family) / sum(own) < 2
            assert processes.open_process(parent.pid) is None
            assert processes.orphans(parent.pid, "", family) == set()
            processes.adopt_orphans()
            assert not processes.is_subreaper()
        finally:
            processes.kill_group(parent.pid)
    for pid in family:
        assert processes.descendants({pid}) == set()
    assert processes.resident_bytes({parent.pid}) == 0


SHARE = support.sections("command")["shared memory"]


@support.needs_linux  # elsewhere, there are no such files
@pytest.mark.parametrize(
    ("mebibytes", "opened", "action", "message"),
    [
        (400, "os.memfd_create('x')", "", "used more than 300 MiB of memory"),
        (400, "os.open('/dev/shm', os.O_TMPFILE | os.O_RDWR)", "", "used more than 300 MiB of memory"),
        (200, "os.memfd_create('x')", "", ""),
        (200, "os.memfd_create('x')", "m = mmap.mmap(f, 0); sum(m[::4096])", ""),  # not twice
    ],
)
def test_the_memory_of_files_in_memory_counts(mebibytes: int, opened: str, action: str, message: str) -> None:
    script = f"""
import mmap, os, time
f = {opened}
for _ in range({mebibytes}):
    os.write(f, bytes(2**20))
{action}
time.sleep(0.2)
"""
    assert run(script, bytes(320 * 2**20), RunLimits(60, 300))[0] == message  # the input is not the program's


@support.needs_linux  # elsewhere, shared memory counts for each process
def test_shared_memory_counts_once() -> None:
    assert run(SHARE.format(child="pass", seconds=1), limits=RunLimits(60, 300))[0] == ""
    writing = SHARE.format(child="x[::4096] = bytes([1]) * len(x[::4096])", seconds=60)
    assert run(writing, limits=RunLimits(60, 300))[0] == "used more than 300 MiB of memory"


def tree(directory: Path) -> None:
    """Make a tree with everything that is hard to remove; the limit on the length of a path is 4096."""
    here = Path.cwd()
    try:
        os.chdir(directory)
        for name in ("closed", "open"):
            Path(name, "inner").mkdir(parents=True)
            Path(name, "inner", "file").touch()
            Path(name, "link").symlink_to(directory.parent / "kept")
        Path(os.fsdecode(b"\xff")).touch()
        Path("closed/inner").chmod(0o555)
        Path("closed").chmod(0)
        for _ in range(2000):
            os.mkdir("deep deep deep")  # noqa: PTH102 (relative to a directory that has no usable path)
            os.chdir("deep deep deep")
    finally:
        os.chdir(here)


def test_any_tree_can_be_removed(tmp_path: Path) -> None:
    support.write_files(tmp_path, {"kept/file": ""})
    (tmp_path / "tree").mkdir()
    try:
        tree(tmp_path / "tree")
        assert scratch.remove_tree(str(tmp_path / "tree")) == ""
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "tree")], check=True)  # pytest can't remove it
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["kept", "kept/file"]
    assert scratch.remove_tree(str(tmp_path / "tree")) == ""


def test_what_cannot_be_removed_is_reported(tmp_path: Path, monkeypatch: Patch) -> None:
    unlink = os.unlink

    def refuse(name: str, *, dir_fd: int | None = None) -> None:
        if name == "immutable":
            raise PermissionError(errno.EPERM, "Operation not permitted")
        unlink(name, dir_fd=dir_fd)

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refuse)
        outcome = Command([PYTHON, "-c", "open('immutable', 'w'); open('other', 'w'); print(1)"]).run(b"")
    assert (outcome.fault, outcome.output) == (None, b"1\n")
    (left,) = tmp_path.iterdir()
    assert [path.name for path in (left / "work").iterdir()] == ["immutable"]
    assert outcome.leftovers == (Leftover(LeftoverKind.FILES, f"{left} can't be removed: Operation not permitted"),)


def test_a_process_that_cannot_be_killed_is_given_up(monkeypatch: Patch) -> None:
    """As a setuid program that has become another user."""

    def refuse(pid: int, number: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    command = Command(["sleep", "600"], RunLimits(0.2))
    begin = time.monotonic()
    with monkeypatch.context() as patch:
        patch.setattr(os, "kill", refuse)
        patch.setattr(os, "killpg", refuse)
        outcome = command.run(b"")
        command.stop()
        stopped = command.run(b"")
    assert time.monotonic() - begin < 60
    assert (outcome.message, stopped.message) == ("took longer than 0.2 s", "crashed: SIGKILL")
    pids = [child.pid for child in psutil.Process().children() if child.name() == "sleep"]
    messages = [leftover.message for leftover in (*outcome.leftovers, *stopped.leftovers)]
    assert sorted(messages) == sorted(f"process {pid} can't be ended" for pid in pids)
    assert len(pids) == 2
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def test_a_process_that_ends_late_on_a_busy_machine_is_not_given_up(monkeypatch: Patch) -> None:
    """Between two looks at the clock, all the seconds of patience pass; and a killed process ends a few looks later."""
    clock = count(step=100)
    waitpid, looks = os.waitpid, Counter[int]()

    def wait_longer(pid: int, options: int) -> tuple[int, int]:
        looks[pid] += 1
        return waitpid(pid, options) if looks[pid] > 20 else (0, 0)

    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: next(clock), sleep=time.sleep))
    monkeypatch.setattr(os, "waitpid", wait_longer)
    assert Command(["sleep", "600"], RunLimits(0.2)).run(b"").leftovers == ()
    child = subprocess.Popen(["sleep", "600"])
    assert processes._end_all(lambda: {child.pid} if psutil.pid_exists(child.pid) else set()) == set()
    assert looks[child.pid] > 20
    child.returncode = 0  # it was reaped


def test_what_is_there() -> None:
    assert processes.is_there(os.getpid())
    child = subprocess.Popen(["true"])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert not processes.is_there(child.pid)  # a zombie
    child.wait()
    assert not processes.is_there(child.pid)


def test_a_process_that_has_ended_by_the_end_is_not_reported() -> None:
    script = support.sections("command")["what has ended is not reported"]
    done = support.python_process("-c", script)
    assert done.stderr == b"refsol: process %d can't be ended\n" % int(done.stdout)


@support.needs_linux
@pytest.mark.parametrize(("what", "printed"), support.toml("command")["adopting"].items())
def test_in_a_process_that_adopts_orphans(what: str, printed: list[str]) -> None:
    scripts = support.sections("command")
    done = support.python_process("-c", scripts["adopting orphans"] + scripts[what])
    assert done.stderr == b""
    assert done.stdout.decode().splitlines() == printed


def test_children_in_other_sessions_are_left_alone_unless_orphans_are_adopted() -> None:
    dead = subprocess.Popen(["false"], start_new_session=True)
    mine = subprocess.Popen(["sleep", "0.5"], start_new_session=True)
    for _ in range(3):
        assert Command(["true"]).run(b"").fault is None
    assert processes.end_orphans() == set()
    assert (dead.wait(), mine.wait()) == (1, 0)


def test_no_directory_is_left(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    command = Command(["true"])
    command.run(b"")
    del command
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    with pytest.raises(StartError, match=r"^true: no working directory: No such file or directory$"):
        Command(["true"]).run(b"")


@support.needs_linux
def test_processor_time_decides_about_the_time_limit() -> None:
    """What passes while others have the processor isn't the program's."""
    here = f"import os, time; os.sched_setaffinity(0, [{min(os.sched_getaffinity(0))}]); begin = time.perf_counter()\n"
    busy = here + "while time.process_time() < {}: pass\nprint(time.perf_counter() - begin)"
    others = [subprocess.Popen([PYTHON, "-c", busy.format(600)], start_new_session=True) for _ in range(4)]
    try:
        time.sleep(0.5)
        right = Command([PYTHON, "-c", busy.format(0.4)], RunLimits(0.6)).run(b"")
        slow = Command([PYTHON, "-c", busy.format(60)], RunLimits(0.6)).run(b"")
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert (right.fault, slow.message) == (None, "took longer than 0.6 s")
    assert float(right.output) > 0.6 > right.seconds >= 0.4
    assert 0.6 < slow.seconds < 1.2


@pytest.mark.parametrize("script", ["import time; time.sleep(60)", "import os; os.kill(os.getpid(), 19)"])
def test_time_in_which_a_program_waits_counts(script: str) -> None:
    begin = time.monotonic()
    outcome = Command([PYTHON, "-c", script], RunLimits(0.5)).run(b"")
    assert outcome.message == "took longer than 0.5 s"
    assert outcome.seconds < 1
    assert time.monotonic() - begin < 4.9  # ten times the limit end any run


def test_time_of_children_counts() -> None:
    script = "import os, time\nif os.fork() == 0:\n    while time.process_time() < 1: pass\n    os._exit(0)\nos.wait()"
    limited = Command([PYTHON, "-c", script], RunLimits(0.5)).run(b"")
    assert limited.message == "took longer than 0.5 s"
    assert 1 <= Command([PYTHON, "-c", script], RunLimits(60)).run(b"").seconds < 2


def test_time_of_children_that_nobody_waits_for_counts() -> None:
    script = support.sections("command")["children that nobody waits for"]
    assert Command([PYTHON, "-c", script], RunLimits(0.5)).run(b"").message == "took longer than 0.5 s"


def test_a_program_that_ended_before_anyone_looked_may_have_taken_too_long(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.jury.run.watch.Watch._uses_too_much_time", lambda _watch, _now: False)
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    assert Command([PYTHON, "-c", busy], RunLimits(0.2)).run(b"").message == "took longer than 0.2 s"
    assert Command([PYTHON, "-c", busy], RunLimits(3)).run(b"").fault is None


def test_far_more_time_than_the_limit_ends_a_run(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.jury.run.watch.are_waiting", lambda _pids: False)
    begin = time.monotonic()
    assert Command(["sleep", "60"], RunLimits(0.1)).run(b"").message == "took longer than 0.1 s"
    assert 1 <= time.monotonic() - begin < 30


@support.needs_linux
def test_the_memory_of_a_quick_program_is_its_own() -> None:
    """Until it runs another program, a child has the memory of its parent."""
    command = pickle.loads(pickle.dumps(Command(["sleep", "0.005"], weighed=True)))  # `true` may end unobserved
    assert 0 < max(command.run(b"").mebibytes for _ in range(5)) < 10
