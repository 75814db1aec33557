"""Runs by forks of an interpreter that has started are like those of new interpreters, and leave nothing behind."""

import ctypes
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, socketpair
from typing import Final, NamedTuple, TypeVar

import psutil
import pytest
import support
from support import Patch, has_ended, wait_for

from refsol.jury.parallel.pool import result_of
from refsol.jury.parallel.workers import WorkerPool
from refsol.jury.run import fork_server
from refsol.jury.run.command import Command
from refsol.jury.run.program import Result, RunLimits, RunOutcome

pytestmark = [pytest.mark.slow, support.needs_linux, support.once]

PYTHON: Final = sys.executable
INPUT: Final = b"1 2 3\n4 5\n6\n"
PROGRAMS: Final = support.sections("fork_server")
OTHERS: Final = ("pypy3", "python3", "/usr/bin/python3", *(f"python3.{minor}" for minor in range(7, 16)))

T = TypeVar("T")


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerPool]:
    """A process that adopts orphans, which this one must not."""
    with WorkerPool(1, "spawn") as server:
        yield server


def there(server: WorkerPool, function: Callable[..., T], *args: object) -> T:
    return result_of(server, function, *args)


class Runs(NamedTuple):
    """The outcomes of the same run by a new interpreter and by a fork, and how many runs were forks."""

    fresh: RunOutcome
    warm: RunOutcome
    forks: int


def runs(words: list[str], data: bytes = INPUT, limits: RunLimits | None = None) -> Runs:
    forget()
    command = Command(words, limits, warm=True)
    fresh, _, warm = (command.run(data) for _ in range(3))
    return Runs(fresh, warm, forks())


def forget() -> None:
    fork_server.SERVERS.end()
    fork_server.SERVERS._failures.clear()


def forks() -> int:
    return sum(server.runs for server in fork_server.SERVERS._idle)


def parts(outcome: RunOutcome) -> tuple[object, ...]:
    texts = [re.sub(rb"0x[0-9a-f]+", b"0x", text) for text in (outcome.output, outcome.stderr)]
    return outcome.fault, outcome.message, *texts, outcome.leftovers, outcome.status, outcome.read_input


def require_equal(found: Runs, forks: int = 2) -> RunOutcome:
    assert found.forks == forks
    assert parts(found.warm) == parts(found.fresh)
    return found.warm


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str | bytes], str]:
    (tmp_path / "sibling.py").write_text("NAME = 'sibling'\n", encoding="ascii")

    def write(text: str | bytes) -> str:
        path = tmp_path / "program.py"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


Write = Callable[[str | bytes], str]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_fork_is_like_a_new_interpreter(name: str, server: WorkerPool, program: Write) -> None:
    require_equal(there(server, runs, [PYTHON, program(PROGRAMS[name]), "an argument", "", "ä"]))


@pytest.mark.parametrize("text", support.toml("fork_server")["scripts"])
def test_a_script_of_any_bytes(text: str, server: WorkerPool, program: Write) -> None:
    require_equal(there(server, runs, [PYTHON, program(text.encode("latin-1"))]))


@pytest.mark.parametrize(("text", "kind", "message"), support.toml("fork_server")["limits"])
def test_limits(text: str, kind: str, message: str, server: WorkerPool, program: Write) -> None:
    limits = RunLimits(0.3 if kind == Result.TIME else 60, 300, 8)
    found = there(server, runs, [PYTHON, program(text)], b"", limits)
    assert (found.warm.fault, found.warm.message, found.forks) == (kind, message, 2)
    assert (found.fresh.fault, found.fresh.message) == (kind, message)


def stacks(path: str) -> list[bytes]:
    forget()
    return [Command([PYTHON, path], RunLimits(60, limit), warm=True).run(b"").output for limit in (200, 200, 300, 200)]


@support.needs_large_stack
def test_an_interpreter_serves_for_one_limit_on_the_stack(server: WorkerPool, program: Write) -> None:
    first, second, third, fourth = there(server, stacks, program(PROGRAMS["stack"]))
    assert first == second == fourth < third


@pytest.mark.parametrize("python", OTHERS)
@pytest.mark.parametrize("name", ["sum", "exception", "arguments", "modules", "search path", "depth", "collector"])
def test_other_interpreters(python: str, name: str, server: WorkerPool, program: Write) -> None:
    if shutil.which(python) is None or subprocess.run([python, "-c", ""], check=False).returncode != 0:
        pytest.skip("there is no such interpreter")
    require_equal(there(server, runs, [python, program(PROGRAMS[name]), "x"]))


@pytest.mark.parametrize(("name", "value"), support.toml("fork_server")["variables"])
def test_variables_of_python(name: str, value: str, program: Write, monkeypatch: Patch) -> None:
    monkeypatch.setenv(name, value)
    with WorkerPool(1, "spawn") as server:
        text = "\n".join(PROGRAMS[each] for each in ("streams", "search path", "interpreter", "environment", "sum"))
        require_equal(there(server, runs, [PYTHON, program(text)]))
        require_equal(there(server, runs, [PYTHON, program("print('ä')\nimport asyncio\n1 / 0")]))


@pytest.mark.parametrize("others", ["", "relative:/usr/lib", "/usr/lib:", "/usr/lib::/usr/share"])
def test_a_search_path_that_depends_on_the_directory(others: str, program: Write, monkeypatch: Patch) -> None:
    monkeypatch.setenv("PYTHONPATH", others)
    with WorkerPool(1, "spawn") as server:
        require_equal(there(server, runs, [PYTHON, program(PROGRAMS["search path"])]), forks=0)


def edited(path: str) -> list[bytes]:
    command = Command([PYTHON, path], warm=True)
    outputs = []
    for number in range(5):
        Path(path).write_text(f"print({number})", encoding="ascii")
        outputs.append(command.run(b"").output)
    Path(path).unlink()
    outputs.append(command.run(b"").stderr.partition(b": ")[2])
    return outputs


def test_an_edited_script_is_noticed(server: WorkerPool, program: Write) -> None:
    *outputs, missing = there(server, edited, program(""))
    assert outputs == [b"%d\n" % number for number in range(5)]
    assert missing.startswith(b"can't open file")


def with_arguments(path: str) -> list[bytes]:
    forget()
    outputs = [Command([PYTHON, path, *words], warm=True).run(b"").output for words in ((), ("a",), ("b", "c"), ())]
    return [*outputs, b"%d" % forks()]


def test_one_interpreter_serves_for_all_arguments(server: WorkerPool, program: Write) -> None:
    path = program("import sys; print(*sys.argv[1:], *sys.orig_argv[2:])")
    assert there(server, with_arguments, path) == [b"\n", b"a a\n", b"b c b c\n", b"\n", b"3"]


def many(path: str, count: int, most: int) -> list[bytes]:
    forget()
    vars(fork_server)["_MOST_RUNS"] = most
    command = Command([PYTHON, path], warm=True)
    return [command.run(b"").output for _ in range(count)]


def test_seeds_differ(server: WorkerPool, program: Write) -> None:
    """Of hashes now and then, of random numbers always."""
    outputs = there(server, many, program("import random; print(hash('text'), random.random())"), 30, 10)
    assert len({output.split()[0] for output in outputs}) == 4
    assert len({output.split()[1] for output in outputs}) == 30


ATTACK: Final = support.sections("attacks")["on the interpreter"]


def attacked(path: str) -> tuple[list[str], list[bytes], int]:
    forget()
    vars(fork_server)["_ANSWERING"] = 0.5
    outcomes = [Command([PYTHON, path], warm=True).run(b"") for _ in range(8)]
    return (
        [each.message for each in outcomes],
        [each.output for each in outcomes],
        len([*Path("/proc/self/fd").iterdir()]),
    )


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP", "SIGTERM"])
def test_a_program_that_ends_the_interpreter_gains_nothing(name: str, server: WorkerPool, program: Write) -> None:
    path = program(ATTACK.replace("NAME", name))
    for _ in range(2):
        messages, outputs, descriptors = there(server, attacked, path)
        assert (messages, outputs) == ([""] * 8, [b"done\n"] * 8)
    assert descriptors < 20


def answered_by_another(path: str, reply: bytes) -> tuple[RunOutcome, list[int]]:
    """Return the outcome of a run if another program answers for the interpreter, and which groups were killed."""
    pid = served(path)
    (interpreter,) = fork_server.SERVERS._idle
    ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
    vars(interpreter)["_control"].close()
    vars(interpreter)["_control"] = ours
    theirs.send(reply.replace(b"INTERPRETER", b"%d" % pid).replace(b"REFSOL", b"%d" % os.getpid()))
    theirs.send(b"orphaned")
    killed: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "killpg", lambda group, _signal: killed.append(group))
        return Command([PYTHON, path], warm=True).run(INPUT), killed


@pytest.mark.parametrize("reply", [b"1", b"0", b"9" * 60, b"INTERPRETER", b"REFSOL", "²".encode()])
def test_what_another_program_answers_is_no_process(reply: bytes, server: WorkerPool, program: Write) -> None:
    outcome, killed = there(server, answered_by_another, program("print(len(input()))"), reply)
    assert (outcome.message, outcome.output) == ("", b"5\n")
    assert min(killed) > 1


def is_dumpable() -> bool:
    return bool(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))  # PR_GET_DUMPABLE


def test_programs_of_the_same_user_cannot_open_the_jury(server: WorkerPool) -> None:
    assert is_dumpable()
    assert not there(server, is_dumpable)


def served(path: str) -> int:
    forget()
    for _ in range(2):
        Command([PYTHON, path], warm=True).run(b"")
    (interpreter,) = fork_server.SERVERS._idle
    return interpreter.pid


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_interpreters_end_with_the_process_that_they_serve(number: signal.Signals, program: Write) -> None:
    with WorkerPool(1, "spawn") as server:
        pid = there(server, served, program(""))
        assert not has_ended(pid)
        assert psutil.Process(pid).num_fds() == 4
        os.kill(psutil.Process(pid).ppid(), number)
        wait_for(lambda: has_ended(pid))


def test_interpreters_end_with_a_campaign(program: Write) -> None:
    def here() -> list[int]:
        return [process.pid for process in psutil.process_iter(["cmdline"]) if path in (process.info["cmdline"] or ())]

    path = program("print(input())")
    support.refsol_process("tictactoe", "stress", "--cases", "50", "--", PYTHON, path, cwd=Path(path).parent)
    wait_for(lambda: not here())


def served_by_idle() -> list[str]:
    return [interpreter.words[1] for interpreter in fork_server.SERVERS._idle]


def test_few_interpreters_wait(server: WorkerPool, tmp_path: Path) -> None:
    there(server, forget)
    paths = [str(tmp_path / f"{number}.py") for number in range(6)]
    for path in paths:
        Path(path).write_text("", encoding="ascii")
        there(server, with_arguments_kept, path)
    assert there(server, served_by_idle) == paths[2:]


def with_arguments_kept(path: str) -> None:
    for _ in range(2):
        Command([PYTHON, path], warm=True).run(b"")


@pytest.mark.parametrize("environment", [{}, {"OTHER": "x"}])
def test_an_interpreter_has_one_environment(environment: dict[str, str], server: WorkerPool, program: Write) -> None:
    path = program("import os; print(os.environ.get('OTHER'))")
    there(server, served, path)
    expected = f"{environment.get('OTHER')}\n".encode()
    assert there(server, in_environment, path, environment) == expected


def in_environment(path: str, environment: dict[str, str]) -> bytes:
    os.environ.update(environment)
    try:
        return Command([PYTHON, path], warm=True).run(b"").output
    finally:
        for name in environment:
            del os.environ[name]


def test_what_is_never_forked(server: WorkerPool, program: Write, tmp_path: Path) -> None:
    path = program("#!/usr/bin/env python3\nprint(1)")
    Path(path).chmod(0o755)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__main__.py").write_text("print(1)", encoding="ascii")
    for words in (
        [PYTHON, "-O", path],
        [PYTHON, "-c", "print(1)"],
        [PYTHON, "-m", "this"],
        [PYTHON, str(tmp_path / "package")],
        [path],
        ["sh", "-c", f"{PYTHON} {path}"],
    ):
        assert there(server, runs, words).forks == 0


def test_an_interpreter_that_ignores_variables_is_started_for_each_run(server: WorkerPool, tmp_path: Path) -> None:
    note = tmp_path / "note"
    wrapper = support.write_program(tmp_path / "python3", f'#!/bin/sh\nexec {PYTHON} -I "$@"\n')
    script = support.write_program(tmp_path / "script.py", f"open({str(note)!r}, 'a').write('x')\nprint(input())")
    require_equal(there(server, runs, [str(wrapper), str(script)]), forks=0)
    assert note.read_text(encoding="ascii") in ("xxx", "xxxx")  # at most once more


def in_directory(words: list[str], directory: str) -> list[bytes]:
    forget()
    command = Command(words, warm=True, directory=directory)
    outputs = [command.run(b"").output for _ in range(3)]
    return [*outputs, b"%d" % forks()]


def test_an_interpreter_that_depends_on_the_directory_is_started_for_each_run_there(
    server: WorkerPool, tmp_path: Path
) -> None:
    wrapper = support.write_program(tmp_path / "python3", f'#!/bin/sh\nexec {PYTHON} "$@"\n')
    script = support.write_program(tmp_path / "script.py", "import os; print(os.getcwd())")
    for interpreter, expected in ((PYTHON, 2), (str(wrapper), 0)):
        outputs = there(server, in_directory, [interpreter, str(script)], str(tmp_path))
        assert outputs == [f"{tmp_path}\n".encode()] * 3 + [b"%d" % expected]
    require_equal(there(server, runs, [str(wrapper), str(script), "x"]), forks=2)


def test_without_adopting_orphans_nothing_is_forked(program: Write) -> None:
    command = Command([PYTHON, program(PROGRAMS["sum"])], warm=True)
    assert [command.run(b"1 2").output for _ in range(3)] == [b"3\n"] * 3
    assert not fork_server.SERVERS._idle


def left_in_threads(path: str) -> list[bytes]:
    from concurrent.futures import ThreadPoolExecutor

    forget()
    command = Command([PYTHON, path], warm=True)
    with ThreadPoolExecutor(4) as threads:
        return [outcome.output for outcome in threads.map(command.run, [b"%d" % number for number in range(40)])]


def test_each_thread_has_its_own(server: WorkerPool, program: Write) -> None:
    outputs = there(server, left_in_threads, program("import time; time.sleep(0.01); print(input())"))
    assert outputs == [b"%d\n" % number for number in range(40)]


def fork_sees() -> int:
    pid = os.fork()
    if pid == 0:
        os._exit(len(fork_server.SERVERS._idle))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_fork_has_none(server: WorkerPool, program: Write) -> None:
    there(server, served, program(""))
    assert there(server, fork_sees) == 0


def test_a_copy_of_a_command_is_warm(program: Write) -> None:
    path = program("")
    for warm in (False, True):
        copy = pickle.loads(pickle.dumps(Command([PYTHON, path], warm=warm)))
        assert (copy._servers is not None) == warm


def test_time_and_memory_are_those_of_the_run(server: WorkerPool, program: Write) -> None:
    text = "import time\nx = bytearray(100 * 2**20)\nwhile time.process_time() < 0.2: pass"
    found = there(server, runs, [PYTHON, program(text)])
    assert 0.2 <= found.warm.seconds < 0.2 + max(0.2, found.fresh.seconds)
    assert 100 <= found.warm.mebibytes < 130
    assert abs(found.warm.mebibytes - found.fresh.mebibytes) < 5
