"""The processes of runs: everything that a program has started, including orphans. For POSIX systems only.

On Linux all of them can be found: the system lists the children of a process, and a process may ask to become the
parent of its orphaned descendants (a subreaper). Elsewhere the list of all processes is searched, and an orphan that
has left its process group is lost.

Adopted children are recognised by their session: a run has its own, and none of its descendants can enter that of this
process. ``pid`` and ``pids`` are process IDs, even of processes that have ended. All calls are O(processes looked at):
outside Linux, all of the system's.
"""

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import RLock, current_thread, main_thread
from typing import Final, Protocol, TypeVar

import psutil

MARK: Final = "REFSOL_RUN"
"""An environment variable of every program under test; its value, a ``mark``, identifies the run."""

_DYING: Final = 2.0  # seconds that processes are given to end once they have been killed
_LOOKS: Final = 200  # looks that are taken at least: on a busy machine, these seconds may pass between two looks
_UNKNOWN: Final = (psutil.Error, OSError)  # how psutil fails to examine what has ended or belongs to another user


class Process(Protocol):
    """The main process of a run, by its ``pid``; once it is reaped, its ``returncode`` is set."""

    returncode: int | None

    @property
    def pid(self) -> int:
        """Its process ID."""


_Started = TypeVar("_Started", bound=Process)


class _Registry:
    """The runs of this process, as far as it knows them; a fork forgets those of its parent."""

    def __init__(self) -> None:
        self.begin_anew()
        os.register_at_fork(after_in_child=self.begin_anew)

    def begin_anew(self) -> None:
        # Held while a run starts: until it is registered, its process looks like an orphan. A handler of signals that
        # ends this process takes it even then.
        self.lock = RLock()
        self.runs: set[int] = set()  # the main processes of the current runs
        self.helpers: set[int] = set()  # children that outlive runs
        self.given_up: set[int] = set()  # children that can't be killed
        self.adopts = False


_registry: Final = _Registry()


def adopt_orphans() -> None:
    """Make this process the parent of its orphaned descendants, where the system supports that (Linux).

    Programs of the same user can then neither open its memory and descriptors nor trace it, unless that is root.
    From then on, each of its children in another session that is neither the main process of a current run nor a helper
    is taken for an orphan of a run, ended and reaped. So such a process must not start others in new sessions.
    """
    expect_children()
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE of <sys/prctl.h>
        libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
        _registry.adopts = True


def expect_children() -> None:
    """Let this process know how children end, even if its parent ignores SIGCHLD; only the main thread can do that."""
    if signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN and current_thread() is main_thread():
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def start(begin: Callable[[], _Started], stack: int) -> _Started:
    """Let ``begin`` start the main process of a run, in a new session, and register it.

    Its ``stack`` may grow to this many bytes, as far as the system's hard limit lets it.
    """
    with _registry.lock:
        process = _with_stack(begin, stack)
        _registry.runs.add(process.pid)
        return process


def start_helper(begin: "Callable[[], subprocess.Popen[bytes]]", stack: int) -> int:
    """Let ``begin`` start a process, in a new session, that outlives runs; return its ID, which :func:`end_run` takes.

    :func:`end_orphans` ends it as well, as does a process that adopts it. ``stack`` is as for :func:`start`.
    """
    with _registry.lock:
        process = _with_stack(begin, stack)
        process.returncode = 0  # it is reaped here
        _registry.helpers.add(process.pid)
        return process.pid


def hard_stack(stack: int) -> int | None:
    """Return the system's hard limit on the stack, in bytes, if that is less than ``stack``."""
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    return hard if hard != resource.RLIM_INFINITY and hard < stack else None


def _with_stack(begin: Callable[[], _Started], stack: int) -> _Started:
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = hard_stack(stack) or stack
    if soft == resource.RLIM_INFINITY or soft >= wanted:  # as the user who started refsol wants it
        return begin()
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))  # which children inherit
    try:
        return begin()
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def end_run(pid: int, mark: str, seen: set[int], *, reaped: bool) -> set[int]:
    """Kill the main process ``pid`` of a run and everything else that belongs to it; return what can't be killed.

    The run has that ``mark``; ``seen`` are descendants observed before, and ``reaped`` says whether the main process
    has ended and its parent knows. A process that doesn't end within seconds counts as not killed.
    """
    kill_group(pid)
    left = set() if reaped else _killed({pid}, time.monotonic() + _DYING)
    with _registry.lock:
        _registry.runs.discard(pid)
        _registry.helpers.discard(pid)
        _registry.given_up.update(left)
    left |= _end_all(lambda: _marked(seen, mark)) if seen else set()
    return left | _end_all(lambda: orphans(pid, mark, seen))


def end_orphans() -> set[int]:
    """Kill, at the end, helpers and all that runs have left, if this process adopts orphans.

    Returns what can't be killed.
    """
    if not _registry.adopts:
        return set()
    with _registry.lock:
        _registry.runs.clear()  # those that are still there were interrupted
        _registry.helpers.clear()
    return _end_all(_adopted)


def _end_all(find: Callable[[], set[int]]) -> set[int]:
    """Kill what ``find`` returns until that is nothing, since killing may orphan others; return what is left."""
    left: set[int] = set()
    deadline = time.monotonic() + _DYING
    looks = 0
    while (found := find() - left) and (looks < _LOOKS or time.monotonic() < deadline):
        looks += 1
        left |= _killed(found, deadline)
    with _registry.lock:
        _registry.given_up.update(left | found)
    return left | found


def is_there(pid: int) -> bool:
    """Return whether there is a process, alive."""
    return psutil.pid_exists(pid) and not _is_zombie(pid)


def is_subreaper() -> bool:
    """Return whether this process adopts orphans, so that nothing outlives a run unnoticed."""
    return _registry.adopts


def descendants(pids: set[int]) -> set[int]:
    """Return the descendants of ``pids``, except orphans."""
    found: set[int] = set()
    left = list(pids)
    while left:
        if sys.platform == "linux":
            new = _children(left.pop()) - found
            left.extend(new)
            found |= new
        else:
            with suppress(*_UNKNOWN):
                found.update(child.pid for child in psutil.Process(left.pop()).children(recursive=True))
    return found


def orphans(session: int, mark: str, seen: set[int]) -> set[int]:
    """Return the processes of a run that this process has adopted.

    If it adopts orphans and no other run is going on, they are all that it has adopted. Otherwise they are recognised
    by the ``session`` or the ``mark`` of the run, or because they were ``seen`` among its descendants before; zombies,
    which may have lost all signs, are then taken from any run.
    """
    if _is_childless():
        return set()
    with _registry.lock:
        adopted = _adopted()
        if not _registry.adopts:
            return {pid for pid in adopted if _session(pid) == session} | _marked(adopted, mark)
        if _registry.runs <= {session}:
            return adopted
        signs = {pid for pid in adopted if pid in seen or _session(pid) == session or _is_zombie(pid)}
        return signs | _marked(adopted - signs, mark)


def resident_bytes(pids: set[int]) -> int:
    """Return the resident memory of those of ``pids`` that are running, in bytes; what they share counts for each."""
    return int(_total(pids, lambda process: process.memory_info().rss))


def hidden_bytes(pids: set[int], stdin: os.stat_result) -> int:
    """Return the memory in files in memory that ``pids`` have open, but not mapped, at least (Linux; elsewhere 0).

    ``stdin``, the file with their input, isn't theirs. O(open files).
    """
    sizes: dict[tuple[int, int], int] = {}
    for pid in pids if sys.platform == "linux" else ():
        with suppress(OSError):
            for file in Path(f"/proc/{pid}/fd").iterdir():
                with suppress(OSError):
                    if str(file.readlink()).startswith(("/memfd:", "/dev/shm/")):
                        status = file.stat()
                        sizes[status.st_dev, status.st_ino] = 512 * status.st_blocks
    sizes.pop((stdin.st_dev, stdin.st_ino), None)
    size = sum(sizes.values())
    return max(0, size - int(_total(pids, lambda process: process.memory_info().shared))) if size else 0


def _total(pids: set[int], share: Callable[[psutil.Process], float]) -> float:
    total = 0.0
    for pid in pids:
        with suppress(*_UNKNOWN):
            total += share(psutil.Process(pid))
    return total


def peak_bytes(pid: int) -> int:
    """Return the most resident memory that a process has had since its program began (Linux; elsewhere 0)."""
    return _of_status(pid, b"VmHWM")


def _of_status(pid: int, name: bytes) -> int:
    with suppress(OSError):
        found = re.search(name + rb":\s*(\d+) kB", Path(f"/proc/{pid}/status").read_bytes())
        return 1024 * int(found[1]) if found else 0
    return 0


def stack_bytes(pid: int) -> int:
    """Return the size of the stack of a process's main thread (Linux; elsewhere 0)."""
    return _of_status(pid, b"VmStk")


def page_faults(pid: int) -> int:
    """Return how many pages a process has begun to use, about (Linux; elsewhere 0)."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].split()[7])
    return 0


def processor_seconds(pids: set[int]) -> float:
    """Return the processor time of those of ``pids`` that are there, and of their children that have ended."""
    return _total(pids, lambda process: sum(process.cpu_times()[:4]))  # of the user, the system; of these children


def are_waiting(pids: set[int]) -> bool:
    """Return whether no thread of ``pids`` runs or waits for a device (Linux; elsewhere true). O(threads)."""
    return not any(text.rpartition(b") ")[2][:1] in (b"R", b"D") for text in _of_threads(pids, "stat"))


def are_sleeping(pids: set[int]) -> bool:
    """Return whether a thread of ``pids`` waits for some time to pass (Linux; elsewhere false). O(threads)."""
    return any(b"nanosleep" in text for text in _of_threads(pids, "wchan"))


def _of_threads(pids: set[int], name: str) -> Iterator[bytes]:
    """Yield what Linux's file called ``name`` says of each thread; nothing elsewhere."""
    if sys.platform == "linux":
        for pid in pids:
            with suppress(OSError):
                for task in Path(f"/proc/{pid}/task").iterdir():
                    with suppress(OSError):
                        yield (task / name).read_bytes()


def proportional_bytes(pids: set[int]) -> int:
    """Return the same, but what they share counts once, where known (Linux); else they count as resident. O(pages)."""
    total = 0
    for pid in pids:
        try:
            total += psutil.Process(pid).memory_full_info().pss
        except (*_UNKNOWN, AttributeError):  # the last where there is no such number
            total += resident_bytes({pid})
    return total


def is_new_child(pid: int) -> bool:
    """Return whether a process is a child of this one, alone in its session, but none that is registered."""
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (OSError, OverflowError):
        return False
    return _session(pid) == pid and pid not in _registry.runs | _registry.helpers


def kill_group(group: int) -> None:
    """Kill the processes of the process group ``group``, if there are any."""
    with suppress(ProcessLookupError, PermissionError):
        _kill(os.killpg, group)


def _kill(send: Callable[[int, int], None], number: int) -> None:
    """Kill a process or group by its ``number``; 1 and less, which mean many or all of a user's, raise an error."""
    if number <= 1:
        raise ProcessLookupError
    send(number, signal.SIGKILL)


def open_process(pid: int) -> int | None:
    """Return a file descriptor that is readable once the process has ended, or None where there is no such thing."""
    if sys.platform == "linux":
        with suppress(OSError):
            return os.pidfd_open(pid)
    return None


def _killed(pids: set[int], deadline: float) -> set[int]:
    """Kill ``pids`` and reap children of this process; return what it can't kill, or still runs at the ``deadline``.

    A deadline that has passed leaves them the time of some looks to end.
    """
    refused: set[int] = set()
    for pid in pids:
        try:
            _kill(os.kill, pid)
        except ProcessLookupError:
            pass
        except PermissionError:
            refused.add(pid)
    left = pids
    looks = 0
    while (left := {pid for pid in left if not _reap(pid)}) - refused:
        if looks >= _LOOKS and time.monotonic() >= deadline:
            break
        looks += 1
        time.sleep(0.0002)
    return left


def _reap(pid: int) -> bool:
    """Return whether a process has ended, as far as this process can know, and reap it."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return True


def _adopted() -> set[int]:
    """Return the children that this process has adopted, except those that can't be killed."""
    _registry.given_up.difference_update([pid for pid in _registry.given_up if _reap(pid)])
    children = _children(os.getpid()) - _registry.runs - _registry.helpers - _registry.given_up
    return {pid for pid in children if _session(pid) not in (os.getsid(0), 0)}


def _is_childless() -> bool:
    """Return whether this process has no children, or none that it can know of."""
    if sys.platform != "linux":
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def _children(pid: int) -> set[int]:
    """Return the children of a process (Linux; elsewhere none). psutil, which reads about all processes, is slow."""
    return {int(child) for text in _of_threads({pid}, "children") for child in text.split()}


def _session(pid: int) -> int:
    with suppress(ProcessLookupError, PermissionError):
        return os.getsid(pid)
    return 0


def _marked(pids: set[int], mark: str) -> set[int]:
    found: set[int] = set()
    for pid in pids:
        with suppress(*_UNKNOWN):
            if psutil.Process(pid).environ().get(MARK) == mark:
                found.add(pid)
    return found


def _is_zombie(pid: int) -> bool:
    with suppress(*_UNKNOWN):
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return False
