"""The pool of processes that run calls, and the loop over it: what they do, and what becomes of those that are lost."""

import errno
import os
import shlex
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Never

import psutil
import pytest
from support import Patch, has_ended, needs_linux, running, wait_for

from refsol.errors import OptionError
from refsol.jury.parallel.pool import ExecutorError, Task, result_of, results_of
from refsol.jury.parallel.workers import WorkerPool

pytestmark = [pytest.mark.slow, needs_linux]


def refuse(*_arguments: object, **_options: object) -> Never:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def answer(number: int) -> tuple[int, int]:
    if number == 13:
        raise OptionError("unlucky")
    return number * number, os.getpid()


def ignores(number: int) -> bool:
    return signal.getsignal(number) == signal.SIG_IGN


def test_calls_run_in_other_processes() -> None:
    with WorkerPool(2) as executor:
        replies = [future.result() for future in [executor.submit(answer, number) for number in range(12)]]
        assert [square for square, _pid in replies] == [number * number for number in range(12)]
        assert 1 <= len({pid for _square, pid in replies} - {os.getpid()}) <= 2
        with pytest.raises(OptionError, match="unlucky"):
            executor.submit(answer, 13).result()
        with pytest.raises(Exception, match="local object"):
            executor.submit(lambda: 0).result()
        assert executor.submit(answer, number=7).result()[0] == 49


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nobody_waits_in_vain_if_a_thread_lacks_memory(monkeypatch: Patch) -> None:
    def fail(_thread: object) -> Never:
        raise MemoryError

    monkeypatch.setattr("concurrent.futures.process._ExecutorManagerThread.wait_result_broken_or_wakeup", fail)
    with (
        WorkerPool(1) as executor,
        pytest.raises(ExecutorError, match="the thread that waits for processes has failed"),
    ):
        result_of(executor, time.sleep, 60)


def test_signals_from_the_terminal_are_ignored_here_but_not_by_programs() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with WorkerPool(1) as executor:
            for number, ignored in ((signal.SIGINT, False), (signal.SIGHUP, True)):
                result_of(executor, signal.raise_signal, number)
                assert result_of(executor, ignores, number) == ignored
            assert result_of(executor, os.read, 0, 1) == b""  # the input is the parent's
    finally:
        signal.signal(signal.SIGHUP, before)


def test_temporary_files_are_where_this_process_looks_for_them(tmp_path: Path, monkeypatch: Patch) -> None:
    """A process doesn't determine the directory again, which can have another result."""
    (tmp_path / "mine").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "mine"))
    with WorkerPool(1) as executor:
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        assert result_of(executor, tempfile.gettempdir) == str(tmp_path / "mine") == tempfile.gettempdir()


def test_without_a_process_there_is_no_pool(monkeypatch: Patch) -> None:
    children: list[int] = []
    fork = os.fork

    def once() -> int:
        if children:
            refuse()
        children.append(fork())
        return children[0]

    with monkeypatch.context() as patch:
        patch.setattr(os, "fork", once)
        with pytest.raises(BlockingIOError):
            WorkerPool(2)
    assert children == [0] or has_ended(children[0])


# Processes that are lost


def lose(number: int, text: bytes = b"") -> bytes:
    """Kill this process or, with a text, the one whose ID that is."""
    os.kill(int(text or os.getpid()), number)
    time.sleep(600)
    return text


def long_result() -> bytes:
    return b"x" * 2**28


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
def test_a_process_that_is_lost_is_replaced(number: int) -> None:
    with WorkerPool(2) as executor:
        _square, first = result_of(executor, answer, 7)
        innocent = executor.submit(time.sleep, 600)
        with pytest.raises(BrokenExecutor):
            result_of(executor, lose, number)
        with pytest.raises(BrokenExecutor):
            innocent.result(60)
        square, second = result_of(executor, answer, 7)
        assert square == 49
        assert second != first
        os.kill(second, number)  # between two calls
        with pytest.raises(BrokenExecutor):
            result_of(executor, time.sleep, 600)
        assert result_of(executor, abs, -1) == 1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_half_a_result_is_none(number: int) -> None:
    with WorkerPool(1) as executor:
        _square, pid = result_of(executor, answer, 7)
        future = executor.submit(long_result)
        reads = psutil.Process().io_counters().read_chars
        wait_for(lambda: psutil.Process().io_counters().read_chars > reads + 2**20)
        os.kill(pid, number)
        with pytest.raises(BrokenExecutor):
            result_of(executor, time.sleep, 600)
        assert isinstance(future.exception(60), BrokenExecutor)
        assert result_of(executor, abs, -1) == 1


def tasks_of(*functions: Callable[[], object]) -> Callable[[], Task[str, object] | None]:
    tasks = [Task(f"task {k}", f"task {k}", function) for k, function in enumerate(functions)]
    return lambda: tasks.pop(0) if tasks else None


def kill() -> object:
    return lose(signal.SIGKILL)


def killer_first(keys: Sequence[int]) -> list[int]:
    if 3 in keys:
        kill()
    return [*keys]


def test_calls_that_are_lost_are_made_again_and_the_one_that_loses_a_process_twice_has_no_result() -> None:
    with WorkerPool(2) as executor:
        take = tasks_of(os.getpid, kill, os.getppid, kill)
        found = dict(results_of(executor, take, 2, when_lost=lambda key: f"{key} is lost"))
        assert sorted(found) == [f"task {k}" for k in range(4)]
        assert (found["task 1"], found["task 2"], found["task 3"]) == ("task 1 is lost", os.getpid(), "task 3 is lost")
        with pytest.raises(ExecutorError, match=r"^task 0: the process that ran this was killed or stopped, twice$"):
            list(results_of(executor, tasks_of(kill), 1))


def test_a_call_that_is_lost_is_made_again_in_parts() -> None:
    def task(first: int, end: int) -> Task[int, list[int]]:
        parts = lambda: [task(k, k + 1) for k in range(first, end)]  # noqa: E731
        return Task(first, f"{first} to {end}", killer_first, (range(first, end),), parts)

    tasks = [task(0, 2), task(2, 5), task(5, 7)]
    with WorkerPool(1) as executor:
        take = lambda: tasks.pop(0) if tasks else None  # noqa: E731
        found = list(results_of(executor, take, 1, when_lost=lambda key: [-key]))
    assert found == [(0, [0, 1]), (2, [2]), (3, [-3]), (4, [4]), (5, [5, 6])]


# Nothing is left behind

HIDING = "echo $$ >> {note}; setsid env -i sh -c 'echo $$ >> {note}; exec sleep 600' & wait"
"""A program that starts another one, which has left its session and its environment."""
POOL = """
import os, signal, sys, time
from refsol.jury.parallel.workers import WorkerPool
from refsol.jury.run.command import Command
from refsol.jury.run.processes import adopt_orphans, end_orphans
from refsol.jury.run.program import RunLimits
adopt_orphans()
words, how = sys.argv[1:-1], sys.argv[-1]
command = Command(words, RunLimits(600))
with WorkerPool(1) as executor:
    future = executor.submit(command.run, b"")
    print(executor.submit and next(iter(executor._pool._processes)), flush=True)
    if how == "executor":
        sys.stdin.readline()
    else:
        while not future.done():
            executor.look()
            time.sleep(0.01)
        executor.submit(abs, 1).result()
        time.sleep(600)
"""


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("executor", None),
        *(("parent", number) for number in (signal.SIGKILL, signal.SIGTERM)),
        *(("worker", number) for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP)),
    ],
)
def test_nothing_is_left_behind(what: str, number: int | None, tmp_path: Path) -> None:
    """Whatever ends: the executor in the middle of a call, the process that uses it, or the one that runs the call."""
    (tmp_path / "scratch").mkdir()
    note = tmp_path / "note"
    words = ["sh", "-c", HIDING.format(note=shlex.quote(str(note))), what]
    with running("python", "-c", POOL, *words, cwd=tmp_path, TMPDIR=str(tmp_path / "scratch")) as process:
        assert process.stdout
        assert process.stdin
        worker = int(process.stdout.readline())
        wait_for(lambda: note.is_file() and len(note.read_text().split()) == 2)
        if number is None:
            process.stdin.close()
        else:
            os.kill(process.pid if what == "parent" else worker, number)
        pids = [int(pid) for pid in note.read_text().split()]
        wait_for(lambda: all(map(has_ended, [*pids, worker])))
        if what == "executor":
            assert process.wait(60) == 0
        if what != "worker":  # otherwise they are removed by their label, when the command ends
            assert list((tmp_path / "scratch").iterdir()) == []
