"""Processes that run calls for others: what they do, here in this process, and what becomes of those that are lost."""

import errno
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Never, TypeAlias

import psutil
import pytest
from support import Patch, has_ended, python_process, wait_for

from refsol.errors import OptionError
from refsol.jury.parallel import server as serving
from refsol.jury.parallel import workers as ahead
from refsol.jury.parallel.pool import ExecutorError, Losses, failure, is_failure, reply_to, result_of
from refsol.jury.parallel.server import forked, main, started
from refsol.jury.run import scratch
from refsol.own.programs import answer_of

pytestmark = pytest.mark.slow

SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
ENDED = ["orphans", "files"]
"""What is cleaned up at the end, in this order."""


def call(function: Callable[..., object], /, *args: object) -> bytes:
    return pickle.dumps((function, args, {}))


# Calls and replies


def unlucky(number: int) -> Never:
    raise OptionError(f"unlucky {number}")


class UnpicklableError(Exception):
    def __reduce__(self) -> Never:
        raise TypeError("can't be pickled")


def raise_unpicklable() -> Never:
    raise UnpicklableError("so it is")


def test_a_reply_carries_the_result_or_the_error() -> None:
    assert result_of(reply_to(call(pow, 2, 10))) == 1024
    assert [is_failure(reply_to(call(*words))) for words in ((pow, 2, 10), (unlucky, 13))] == [False, True]
    with pytest.raises(OptionError, match=r"^unlucky 13$"):
        result_of(reply_to(call(unlucky, 13)))
    with pytest.raises(ExecutorError, match=r"^UnpicklableError: so it is$"):
        result_of(reply_to(call(raise_unpicklable)))
    with pytest.raises(Exception, match="local object"):
        result_of(reply_to(call(lambda_in)))
    with pytest.raises(KeyError):
        result_of(failure(KeyError("x")))


def lambda_in() -> Callable[[], int]:
    return lambda: 0


def test_a_call_is_lost_only_so_often() -> None:
    losses = Losses()
    for _ in range(3):
        losses.add(1, "case 1")
        losses.add(2, "case 2")
    with pytest.raises(ExecutorError, match=r"^case 2: the process that ran this was killed 4 times$"):
        losses.add(2, "case 2")


# Serving, in this process


class Server:
    """Serves calls in this process, with a thread that makes them."""

    def __init__(self, connection: Connection, descriptor: int, ended: list[str]) -> None:
        self.connection = connection
        self.descriptor = descriptor
        self.ended = ended
        """What was cleaned up at the end."""
        self.replies: list[bytes] = []
        self._closing = threading.Lock()  # two threads would close the descriptor twice

    def close(self) -> None:
        with self._closing:
            self.connection.close()

    def ask(self, *calls: bytes) -> None:
        for each in calls:
            self.connection.send_bytes(each)
            self.replies.append(self.connection.recv_bytes())
        self.close()


@pytest.fixture
def server(monkeypatch: Patch) -> Iterator[Server]:
    """One whose calls :func:`main` serves; afterwards this process is as before, and serves nobody."""
    ended: list[str] = []
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    threads = set(threading.enumerate())
    monkeypatch.setattr(serving, "adopt_orphans", lambda: None)
    monkeypatch.setattr(serving, "end_orphans", lambda: ended.append("orphans"))
    monkeypatch.setattr(serving, "remove_own", lambda: ended.append("files"))
    monkeypatch.setattr(serving, "_ending", False)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    ours, theirs = Pipe()
    server = Server(ours, os.dup(theirs.fileno()), ended)
    theirs.close()
    try:
        yield server
    finally:
        signal.signal(signal.SIGTERM, lambda _number, _frame: None)  # of a thread that finds the connection closed
        server.close()
        for thread in set(threading.enumerate()) - threads:
            thread.join(60)
            assert not thread.is_alive()
        for number, handler in handlers.items():
            signal.signal(number, handler)


def run(server: Server, *calls: bytes) -> list[object]:
    threading.Thread(target=server.ask, args=calls).start()
    with pytest.raises(SystemExit):
        main(server.descriptor, None)
    return [result_of(reply) for reply in server.replies]


def test_calls_are_served_until_the_connection_is_closed(server: Server) -> None:
    assert run(server, call(pow, 2, 3), call(os.getpid)) == [8, os.getpid()]
    assert server.ended == ENDED


def test_it_ends_in_the_middle_of_a_call(server: Server) -> None:
    begun = threading.Event()
    RUNNING.append(begun)
    server.connection.send_bytes(call(sleep))

    def close() -> None:
        begun.wait()
        server.close()

    threading.Thread(target=close).start()
    begin = time.monotonic()
    with pytest.raises(SystemExit):
        main(server.descriptor, None)
    assert time.monotonic() - begin < 60
    assert server.ended == ENDED


RUNNING: list[threading.Event] = []


def sleep() -> None:
    RUNNING.pop().set()
    for _ in range(6000):
        time.sleep(0.1)  # a signal that comes just before it is noticed only after it


def test_it_ends_when_it_is_idle(server: Server) -> None:
    server.connection.send_bytes(call(pow, 2, 3))
    main(server.descriptor, 0.01)
    assert result_of(server.connection.recv_bytes()) == 8
    assert server.ended == ENDED


def test_signals_from_the_terminal_are_ignored_here_but_not_by_programs(server: Server) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    raised = [call(signal.raise_signal, number) for number in (signal.SIGINT, signal.SIGHUP)]
    asked = [call(ignores, number) for number in (signal.SIGINT, signal.SIGHUP)]
    assert run(server, *raised, *asked) == [None, None, False, True]


def ignores(number: int) -> bool:
    return signal.getsignal(number) == signal.SIG_IGN


def swallow_the_end() -> str:
    try:
        signal.raise_signal(signal.SIGTERM)
    except SystemExit:
        signal.raise_signal(signal.SIGTERM)
        return "swallowed"
    return "nothing came"


def test_it_ends_even_if_a_call_swallows_that(server: Server) -> None:
    server.connection.send_bytes(call(swallow_the_end))
    main(server.descriptor, None)
    assert result_of(server.connection.recv_bytes()) == "swallowed"
    assert server.ended == ENDED


class Ending:
    """Raises an exception where it can't pass."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __del__(self) -> None:
        raise self.error


def drop(error: BaseException) -> None:
    Ending(error)


def test_an_end_that_can_not_pass_is_not_reported(server: Server, monkeypatch: Patch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(sys, "__unraisablehook__", lambda raised: reported.append(type(raised.exc_value)))
    run(server, call(drop, SystemExit()), call(drop, OSError()))
    assert reported == [OSError]


def test_what_can_not_be_cleaned_up_does_not_keep_the_rest(server: Server, monkeypatch: Patch) -> None:

    def end_orphans() -> None:
        server.ended.append("tried")
        raise MemoryError

    monkeypatch.setattr(serving, "end_orphans", end_orphans)
    run(server, call(pow, 2, 3))
    assert server.ended == ["tried", "files"]


def refuse(*_arguments: object, **_options: object) -> Never:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def test_without_a_thread_or_a_connection_it_ends_silently(server: Server, monkeypatch: Patch) -> None:

    def no_thread(**_options: object) -> Never:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(serving, "Thread", no_thread)
        main(server.descriptor, None)
    assert server.connection.poll()  # it is closed at the other end
    main(-1, None)
    assert server.ended == ENDED


class ForkEndedError(Exception):
    """Stands for the end of a fork."""


def test_what_a_fork_does(server: Server, monkeypatch: Patch) -> None:
    """It closes what it has inherited, reads nothing from the parent's input, prepares itself, serves and ends."""
    theirs = Connection(server.descriptor)
    other, far = Pipe()
    inherited = [other]
    prepared: list[list[Connection]] = []

    def end(status: int) -> Never:
        raise ForkEndedError(status)

    def prepare(connections: list[Connection]) -> Callable[[], None]:
        prepared.append(connections)
        return lambda: server.ended.append("prepared")

    monkeypatch.setattr(serving, "Pipe", lambda: (Pipe()[0], theirs))
    monkeypatch.setattr(os, "fork", lambda: 0)
    monkeypatch.setattr(os, "_exit", end)
    stdin = os.dup(0)
    try:
        threading.Thread(target=server.ask, args=[call(os.read, 0, 1)]).start()
        with pytest.raises(ForkEndedError) as caught:
            forked(inherited, prepare)
    finally:
        os.dup2(stdin, 0)
        os.close(stdin)
        far.close()
    assert caught.value.args == (0,)
    assert [result_of(reply) for reply in server.replies] == [b""]
    assert prepared == [[theirs]]
    assert [connection.closed for connection in inherited] == [True, True]
    assert server.ended == ["prepared", *ENDED]


def test_a_fork_ends_even_if_its_last_output_is_interrupted(monkeypatch: Patch) -> None:
    flushed: list[bool] = []

    def end(status: int) -> Never:
        raise ForkEndedError(status)

    def flush() -> None:
        flushed.append(bool(flushed))
        if flushed[-1]:  # not in the parent
            raise KeyboardInterrupt

    monkeypatch.setattr(serving, "_serve", lambda *_arguments: None)
    monkeypatch.setattr(serving, "_flush", flush)
    monkeypatch.setattr(os, "fork", lambda: 0)
    monkeypatch.setattr(os, "_exit", end)
    stdin = os.dup(0)
    try:
        with pytest.raises(ForkEndedError):
            forked([])
    finally:
        os.dup2(stdin, 0)
        os.close(stdin)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])  # what serving does in a fork
    assert flushed == [False, True]


# Processes


Start: TypeAlias = Callable[[], serving.Server]


def pid_of(server: serving.Server) -> int:
    pid = result_of(server.reply_to(call(os.getpid)))
    assert isinstance(pid, int)
    return pid


BOTH_KINDS = pytest.mark.parametrize("start", [lambda: forked([]), started])


@BOTH_KINDS
def test_temporary_files_are_where_this_process_looks_for_them(
    start: Start, tmp_path: Path, monkeypatch: Patch
) -> None:
    """A server doesn't determine the directory again, which can have another result."""
    (tmp_path / "mine").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "mine"))
    server = start()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert result_of(server.reply_to(call(tempfile.gettempdir))) == str(tmp_path / "mine") == tempfile.gettempdir()
    server.terminate()
    server.join(60)


def test_where_there_is_no_directory_for_temporary_files_a_server_looks_itself(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.jury.run.scratch.gettempdir", refuse)
    assert scratch.locate() is None
    server = started()
    assert result_of(server.reply_to(call(tempfile.gettempdir))) == tempfile.gettempdir()
    server.terminate()
    server.join(60)


@BOTH_KINDS
@pytest.mark.parametrize("told", [True, False])
def test_a_server_removes_its_working_directories(told: bool, start: Start, tmp_path: Path, monkeypatch: Patch) -> None:
    """Whether it is told to end or the process that has started it ends without a word, even one that is killed."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    server = start()
    assert result_of(server.reply_to(call(answer_of, ("cat",), b"x"))) == b"x"
    server.send(call(answer_of, ("sh", "-c", "sleep 600"), b""))
    wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
    if told:
        server.terminate()
    else:
        server.connection.close()
    server.join(60)
    assert list(tmp_path.iterdir()) == []


@BOTH_KINDS
def test_a_server_that_has_ended_is_broken(start: Start) -> None:
    server = start()
    pid = pid_of(server)
    assert not server.is_readable()
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: has_ended(pid))
    with pytest.raises(BrokenExecutor, match="a worker process has ended"):
        server.reply_to(call(os.getpid))
    with pytest.raises(BrokenExecutor, match="a worker process has ended"):
        server.receive()
    assert server.is_readable()
    server.join(60)
    server.terminate()
    server.join(60)


def test_a_fork_that_does_not_end_is_killed() -> None:
    server = forked([])
    pid = pid_of(server)
    server.join(0)
    wait_for(lambda: has_ended(pid))
    server.join(60)
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


AT_ONCE = """
import signal
from refsol.jury.parallel.server import forked

def end(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGTERM, end)
for _ in range(100):
    server = forked([])
    server.terminate()
    server.join(30)
"""


def test_a_fork_that_ends_at_once_does_not_call_its_parents_handler() -> None:
    done = python_process("-c", AT_ONCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_fork_that_others_have_reaped_has_ended() -> None:
    server = forked([])
    pid = pid_of(server)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    server.terminate()
    server.join(60)


# Ahead


@pytest.fixture
def pairs(monkeypatch: Patch) -> dict[object, object]:
    """Nothing runs beside this process yet."""
    none: dict[object, object] = {}
    monkeypatch.setattr(ahead, "_pairs", none)
    return none


def slow_parent() -> tuple[int, int]:
    time.sleep(0.1)
    return os.getppid(), os.getpid()


def test_calls_run_ahead_in_order(pairs: dict[object, object]) -> None:
    first, second, third = (ahead.begin(os.getpid) for _ in range(3))
    ahead.begin(unlucky, 1)  # nobody waits for it
    pids = [first(), second(), third()]
    assert len(set(pids)) == 1
    assert os.getpid() not in pids
    with pytest.raises(OptionError, match="unlucky 2"):
        ahead.begin(unlucky, 2)()
    assert ahead.begin(pow, 2, exp=5)() == 32
    waiting = [ahead.begin(pow, 3, number) for number in range(20)]
    assert [wait() for wait in waiting[::3]] == [3**number for number in range(0, 20, 3)]


def test_a_second_process_gets_what_the_first_one_is_too_slow_for(pairs: dict[object, object]) -> None:
    slow = [ahead.begin(time.sleep, 0.5), *(ahead.begin(os.getpid) for _ in range(8))]
    _slept, *pids = (wait() for wait in slow)
    assert pids[:3] == [pids[0]] * 3
    assert len(set(pids)) == 2
    assert pids[3] not in (pids[0], os.getpid())
    assert ahead.begin(os.getpid)() == pids[0]


def test_a_process_that_is_lost_while_it_runs_ahead_is_replaced(pairs: dict[object, object]) -> None:
    kept = ahead.begin(os.getpid)
    pid = kept()
    answered, lost = ahead.begin(os.getpid), ahead.begin(os._exit, 1)
    with pytest.raises(BrokenExecutor, match="has ended"):
        lost()
    assert not pairs
    assert answered() == pid  # it was answered before
    assert ahead.begin(os.getpid)() not in (pid, os.getpid())


def test_a_call_to_a_process_that_was_lost_fails(pairs: dict[object, object]) -> None:
    pid = ahead.begin(os.getpid)()
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: has_ended(pid))
    with pytest.raises(BrokenExecutor, match="has ended"):
        ahead.begin(os.getpid)()  # at once or, while a thread of the process is still ending, after waiting
    assert not pairs
    assert ahead.begin(pow, 2, 3)() == 8


def test_without_a_new_process_nothing_runs_ahead(pairs: dict[object, object], monkeypatch: Patch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", refuse)
        with pytest.raises(BrokenExecutor, match=r"^no new process: Resource temporarily unavailable$"):
            ahead.begin(os.getpid)
        patch.setattr(os, "fork", refuse)
        ahead.prepare([])
    assert not pairs


def test_processes_are_prepared_as_forks(pairs: dict[object, object]) -> None:
    inherited: list[Connection] = []
    end = ahead.prepare(inherited)
    assert len(inherited) == 2
    waiting = [ahead.begin(slow_parent) for _ in range(8)]
    parents, pids = (set(found) for found in zip(*(wait() for wait in waiting), strict=True))
    assert parents == {os.getpid()}
    assert len(pids) == 2
    endless = ahead.begin(time.sleep, 3600)
    end()
    assert not any(map(psutil.pid_exists, pids))
    with pytest.raises(BrokenExecutor):
        endless()
