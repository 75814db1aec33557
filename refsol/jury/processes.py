"""The processes of a run: everything that a process has started, including orphans. For POSIX systems only.

On Linux all of them can be found: the system lists the children of a process, and a process may ask to become the
parent of its orphaned descendants (a subreaper). Elsewhere the list of all processes is searched, and an orphan that
has left its process group is lost. ``pid`` and ``pids`` are process IDs, even of processes that have ended. All
calls are O(processes looked at): outside Linux, all of the system's.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

MARK: Final = "REFSOL_RUN"
"""An environment variable of every program under test; its value, a ``mark``, identifies the run."""

_BECOME_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER of <sys/prctl.h>


def adopt_orphans() -> None:
    """Make this process the parent of its orphaned descendants, where the system supports that (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_BECOME_SUBREAPER, 1, 0, 0, 0)


def descendants(pid: int) -> set[int]:
    """Return the running descendants of ``pid``, except orphans."""
    if not Path("/proc/self/task").exists():
        with suppress(psutil.Error):
            return {process.pid for process in psutil.Process(pid).children(recursive=True)}
        return set()
    found: set[int] = set()
    left = [pid]
    while left:
        new = _children(left.pop()) - found
        found |= new
        left.extend(new)
    return found


def orphans(session: int, mark: str) -> set[int]:
    """Return the processes of a run that this process has adopted, recognised by the ``session`` or the ``mark``.

    They include zombies.
    """
    adopted = _children(os.getpid()) - {session}
    return {pid for pid in adopted if _session(pid) == session} | marked(adopted, mark)


def marked(pids: set[int], mark: str) -> set[int]:
    """Return those of ``pids`` that are running and belong to the run with that ``mark`` (Linux)."""
    return {pid for pid in pids if _is_marked(pid, mark)}


def resident_bytes(pids: set[int]) -> int:
    """Return the resident memory of those of ``pids`` that are running, in bytes, in total."""
    total = 0
    for pid in pids:
        with suppress(psutil.Error):
            total += psutil.Process(pid).memory_info().rss
    return total


def kill(pids: set[int]) -> None:
    """Kill ``pids`` and reap those that are children of this process."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    for pid in pids:
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def kill_group(group: int) -> None:
    """Kill the processes of the process group ``group``, if there are any."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _children(pid: int) -> set[int]:
    """Return the children of a process (Linux; elsewhere none)."""
    found: set[int] = set()
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found.update(map(int, (task / "children").read_bytes().split()))
    return found


def _session(pid: int) -> int:
    with suppress(ProcessLookupError, PermissionError):
        return os.getsid(pid)
    return 0


def _is_marked(pid: int, mark: str) -> bool:
    with suppress(OSError):
        return f"{MARK}={mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return False
