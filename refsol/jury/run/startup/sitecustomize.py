"""Makes a Python interpreter of any version, from 3.7 on, that starts to run a script fork for each run of it.

A ForkServer (refsol/jury/run/fork_server.py) puts this directory in front of the search path, so that the module site
imports this file. It adds a hook that the interpreter calls just before it opens the script. There it waits for
requests. Each is answered by a new process, in which the hook returns. So the interpreter itself opens, compiles and
runs the script there.

The process is a grandchild that has lost its parent, so the system makes it a child of refsol's process, which has
asked for such orphans, and which can wait for it as for any of its children.
"""

import os
import sys

TYPE_CHECKING = False
"""Whether a type checker reads this; to import the module typing would take time and leave a trace."""
if TYPE_CHECKING:
    from typing import NoReturn

VARIABLE = "REFSOL_FORK_SERVER"
"""The environment variable with the descriptor of a socket, a space and the name of the script."""
SEARCH_PATH = "PYTHONPATH"
"""The environment variable with this directory, and maybe others after it."""
SEPARATOR = b"\0"
"""What is between the words of a request: the working directory, and the arguments."""
MOST = 2**16
"""The size of the largest request, in bytes."""
STREAMS = 3
"""The number of descriptors that come with a request: those for the standard streams."""

_INT = 4  # bytes of a descriptor in a message


def run_here(path: str) -> "NoReturn":
    """Let importing go on as if this were no hook for the search path, after ``path`` was served if it is the script.

    Raises ``ImportError``, always.
    """
    if path == script:
        if sys.path_hooks.pop() is not run_here:  # the interpreter walks the list, so only its end may be removed
            os._exit(1)
        serve(descriptor)
    raise ImportError


def serve(descriptor: int) -> None:
    """Answer the requests that come to a socket, by its ``descriptor``; return in each process that is to run."""
    if len(sys._current_frames()) > 1:  # a fork would lack the other threads
        os._exit(1)
    before = [(names, frozenset(names)) for names in (sys.modules, sys.path_importer_cache)]
    from _socket import AF_UNIX, CMSG_SPACE, SOCK_SEQPACKET, socket  # what imports more modules would leave traces

    for names, known in before:
        for name in set(names) - known:
            del names[name]
    control = socket(AF_UNIX, SOCK_SEQPACKET, 0, descriptor)
    try:
        control.send(b"ready")
        while True:
            request, ancillary, _, _ = control.recvmsg(MOST, CMSG_SPACE(STREAMS * _INT))
            if not request or not ancillary:  # refsol's process has ended
                os._exit(0)
            data = ancillary[0][2]
            streams = [int.from_bytes(data[k : k + _INT], sys.byteorder) for k in range(0, STREAMS * _INT, _INT)]
            child = os.fork()
            if child == 0:
                break
            for stream in streams:
                os.close(stream)
            control.send(b"orphaned" if os.waitpid(child, 0)[1] == 0 else b"failed")
    except BaseException:
        os._exit(1)
    try:
        directory, *arguments = request.split(SEPARATOR)
        os.chdir(directory)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        if os.fork() != 0:
            os._exit(0)
        os.setsid()
        control.send(str(os.getpid()).encode())
        control.close()
        sys.argv[1:] = map(os.fsdecode, arguments)
        if hasattr(sys, "orig_argv"):  # since Python 3.10
            sys.orig_argv[2:] = sys.argv[1:]
    except BaseException:
        os._exit(1)


if sys.version_info < (3, 7):  # noqa: UP036 (not in refsol's interpreter)
    os._exit(1)  # since there is no sys.argv yet
_here = os.path.dirname(__file__)  # noqa: PTH120 (pathlib isn't imported)
# What has led here is undone, so that the script sees an interpreter that has just started. One within an interpreter
# also comes here, since it has the search path of that one's start.
if VARIABLE in os.environ:
    try:
        number, _, script = os.environ.pop(VARIABLE).partition(" ")
        descriptor = int(number)
        others = os.environ[SEARCH_PATH].partition(os.pathsep)[2]
        if others:
            os.environ[SEARCH_PATH] = others
        else:
            del os.environ[SEARCH_PATH]
        sys.path_hooks.append(run_here)
    except BaseException:
        os._exit(1)  # rather than run the script
if _here in sys.path:
    sys.path.remove(_here)
sys.path_importer_cache.pop(_here, None)
sys.modules.pop(__name__, None)
__import__(__name__)  # the next module of this name on the search path, or the error that there is none
