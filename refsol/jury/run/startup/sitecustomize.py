"""Makes a Python interpreter of any version, from 3.7 on, that starts to run a script fork for each run of it.

A ForkServer (refsol/jury/run/fork_server.py) puts this directory in front of the search path, so that the module site
imports this file. It adds a hook that the interpreter calls just before it opens the script. There it waits for
requests. Each is answered by a new process, in which the hook returns. So the interpreter itself opens, compiles and
runs the script there. It also ends as always, unless to free its memory would have no other effect.

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

_INVISIBLE = """
_ast _bisect _blake2 _bz2 _collections _collections_abc _contextvars _csv _datetime _decimal _functools _hashlib _heapq
_json _locale _lzma _md5 _opcode _operator _pickle _posixsubprocess _queue _random _sha1 _sha2 _sha256 _sha3 _sha512
_sre _stat _statistics _string _struct _suggestions _sysconfig _tokenize _typing _weakref _zoneinfo array atexit
binascii cmath errno fcntl grp itertools math mmap pwd resource select time typing.io typing.re unicodedata zlib
"""
INVISIBLE = frozenset(_INVISIBLE.split())
"""Modules that aren't written in Python, and at the end of which nothing happens but that memory is freed."""
HARMLESS = frozenset(["_weakrefset", "functools", "typing", "weakref"])
"""Modules whose functions, called when an object is gone, only forget it."""

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


class Ending:
    """Ends a process before the interpreter frees its memory, if that has no effect; most of its pages are shared.

    It is the first function that is registered to be called at the exit, so it is called last, when threads have ended.
    In doubt, it does nothing.
    """

    def __init__(self) -> None:
        import _thread
        import _weakref
        import atexit
        import gc

        self._gc = gc
        self._threads = _thread._count
        self._weakref = _weakref.ref
        self._leave = os._exit
        self._main = id(sys.modules["__main__"])
        self._modules = frozenset(sys.modules)
        if atexit._ncallbacks() == 0:  # otherwise they would be called after this one
            atexit.register(self)
        gc.collect(1)  # so that the youngest generations will have what the script makes, and nothing else
        self._collections = [each["collections"] for each in gc.get_stats()][1:]

    def __call__(self) -> None:
        """End the process with status 0 if the script has come to its end, and nothing else can be noticed."""
        try:
            if self._is_normal() and not self._has_effects():
                sys.stdout.flush()
                sys.stderr.flush()
                self._leave(0)
        except BaseException:  # it happens again where it is reported
            pass

    def _is_normal(self) -> bool:
        """Return whether the script has come to its end, and the interpreter is in its usual state."""
        main = sys.modules["__main__"]
        return (
            id(main) == self._main
            and "__file__" not in vars(main)  # it is removed at the end of the script, but not when SystemExit ends it
            and "__cached__" not in vars(main)
            and "__name__" in vars(main)
            and not [name for name in ("last_exc", "last_type", "last_value") if hasattr(sys, name)]
            and sys.stdout is sys.__stdout__
            and sys.stderr is sys.__stderr__
            and not (sys.warnoptions or sys.flags.dev_mode or sys.flags.verbose or sys.gettrace() or sys.getprofile())
            and "gc" not in sys.modules  # so the script hasn't changed how garbage is collected
            and self._collections == [each["collections"] for each in self._gc.get_stats()][1:]
            and self._threads() == 0
        )

    def _has_effects(self) -> bool:
        """Return whether the end of the modules, classes and objects that the script has made might do anything."""
        for name in set(sys.modules) - self._modules:
            file = vars(sys.modules[name]).get("__file__")
            if not (file or "").endswith(".py") and name not in INVISIBLE:
                return True
        objects = self._gc.get_objects(generation=0) + self._gc.get_objects(generation=1)
        # Types are told apart by identity, and asked as by ``type``, since classes of classes may redefine the rest.
        kinds = {id(kind): kind for kind in map(type, objects)}
        known = type.__getattribute__
        for kind in kinds.values():
            for base in known(kind, "__mro__"):
                if "__del__" in known(base, "__dict__"):  # also of files, generators and sockets
                    return True
        classes, references = (
            {key for key, kind in kinds.items() if any(each is base for each in known(kind, "__mro__"))}
            for base in (type, self._weakref)
        )
        for each in objects:
            if id(type(each)) in classes:
                if "__del__" in known(each, "__dict__"):
                    return True
            elif id(type(each)) in references:
                callback = each.__callback__
                if type(callback) is type(len) and id(type(getattr(callback, "__self__", None))) in references:
                    continue  # of the registry of an abstract class
                if callback is not None and getattr(callback, "__module__", None) not in HARMLESS:
                    return True
        return False


def serve(descriptor: int) -> None:
    """Answer the requests that come to a socket, by its ``descriptor``; return in each process that is to run."""
    if len(sys._current_frames()) > 1:  # a fork would lack the other threads
        os._exit(1)
    before = [(names, frozenset(names)) for names in (sys.modules, sys.path_importer_cache)]
    from _socket import AF_UNIX, CMSG_SPACE, SOCK_SEQPACKET, socket  # what imports more modules would leave traces

    if sys.implementation.name == "cpython" and (3, 10) <= sys.version_info < (3, 14):
        Ending()
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
# comes here, too, since it has the search path of that one's start.
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
