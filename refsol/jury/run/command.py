"""Commands as programs under test, within limits, for POSIX systems only. O(bytes of input and output) and the run."""

import os
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from errno import EACCES, EISDIR, ELOOP, ENOENT, ENOEXEC, ENOTDIR, EPERM
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.jury.run.languages import names_file, runs_python_script
from refsol.jury.run.named_files import NamedFiles
from refsol.jury.run.processes import (
    MARK,
    Process,
    end_run,
    expect_children,
    hard_stack,
    is_subreaper,
    kill_group,
    start,
)
from refsol.jury.run.program import (
    Leftover,
    LeftoverKind,
    ProgramError,
    Result,
    RunLimits,
    RunOutcome,
    StartError,
    process_left,
)
from refsol.jury.run.scratch import Scratch, remove_labelled
from refsol.jury.run.watch import Pipe, Watch, input_file, rewind, was_read

if TYPE_CHECKING:
    from refsol.jury.run.fork_server import ForkServer, ForkServers


class Run(NamedTuple):
    """A run: its main ``process``, its ``begin`` by the clock ``perf_counter``, ``stdout``, ``stderr`` and ``watch``.

    Once it is over, ``left`` are the processes that it has left and that can't be ended.
    """

    process: Process
    begin: float
    stdout: Pipe
    stderr: Pipe
    watch: Watch
    left: set[int]


class Command:
    """A command that reads standard input and writes standard output, in any language.

    Those of its ``words`` that name existing files become absolute paths, unless ``finds_files`` is false; with
    ``shell`` they are a line for the shell and stay unchanged. Each run has its own session, an empty working directory
    (or ``directory``, if given), the environment of this process when the command was made, and no open files but the
    standard three: a file and two pipes; on standard error, names of files in the empty directory appear without it. It
    ends when its main process ends or it exceeds one of the ``limits``. The limit on its stack is that on its memory,
    as far as the system's hard limit and half of the machine's memory allow it, or what it is here, if that is more.
    Then its other processes are ended, even orphans, if this process adopts them (:func:`.adopt_orphans`). If it is to
    be ``weighed``, the memory of a quick run is also observed, which costs time. If it may be ``warm`` (``is_warm``), a
    fork of an interpreter that has started already runs a script in Python, where that is possible
    (:mod:`.fork_server`). If there are ``files``, names for input and output, the first one has the input in the
    working directory, unless that is given, and if a run writes the second one and nothing to standard output, that is
    its output; a run with an interactor has none.

    A command can be pickled and sent to other processes. The names of the working directories, also those of such
    copies, contain its ``label``, by default a random one.
    """

    def __init__(
        self,
        words: list[str],
        limits: RunLimits | None = None,
        *,
        shell: bool = False,
        directory: str | None = None,
        label: str | None = None,
        finds_files: bool = True,
        weighed: bool = False,
        warm: bool = False,
        files: tuple[str, str] | None = None,
    ) -> None:
        found = finds_files and not shell
        self.words: Final = [_absolute(word, k == 0) for k, word in enumerate(words)] if found else words
        self.limits: Final = limits or RunLimits()
        # A thread has a stack of this size by default, and can't start if that exceeds the machine's memory.
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        self._stack: Final = int(min(self.limits.mebibytes * 2**20, machine / 2))
        self._shell: Final = shell
        self._directory: Final = directory
        self._files: Final = files if directory is None else None
        self._weighed: Final = weighed
        self.is_warm: Final = warm
        """Whether a run may be warm."""
        self._servers: Final = _servers_for(self.words, directory) if warm and not shell else None
        expect_children()
        self._stopped = False
        self._running: set[int] = set()
        self._lock = Lock()
        self._environment: Final = dict(os.environb)  # copying it takes as long as half a short run
        self._label: Final = os.urandom(8).hex() if label is None else label
        self._scratch: Final = Scratch(self._label)
        weakref.finalize(self, self._scratch.remove_all)

    def __reduce__(self) -> tuple[Callable[..., "Command"], tuple[object, ...]]:
        return self._copies(self.limits), ()

    def _copies(self, limits: RunLimits) -> Callable[[], "Command"]:
        copy = partial(Command, shell=self._shell, directory=self._directory, label=self._label, finds_files=False)
        return partial(copy, self.words, limits, weighed=self._weighed, warm=self.is_warm, files=self._files)

    def run(self, data: bytes) -> RunOutcome:
        """Run the command on the input ``data``. Raises :class:`.StartError` where it can't be started."""
        leftovers: list[Leftover] = []
        used = files = None
        most = int(self.limits.output_mebibytes * 2**20)
        with self.working_directory(leftovers) as directory:
            with self.required("file for the input"):
                stdin = input_file(data)
            try:
                if self._files is not None:
                    with self.required("file for the input"):
                        files = NamedFiles(directory, self._files, data)
                with self.running(stdin, directory, warm=True, files=files) as run:
                    fault = run.watch.wait(run.begin, self.is_stopped)
                has_read = was_read(stdin)
            finally:
                os.close(stdin)
            leftovers += map(process_left, sorted(run.left))
            watch, status = run.watch, run.process.returncode
            assert status is not None  # by the end of a run
            fault = fault or self.fault_of(watch, status)
            output = run.stdout.content()[:most]
            if files is not None:
                used = files.names if files.were_used() else None
                written = files.take(most)
                output = output or written
        message = self.message_of(fault, status, watch.stack)
        stderr = self.without_directory(run.stderr.content(), directory)
        left = tuple(leftovers)
        return RunOutcome(fault, message, output, stderr, watch.used, watch.most, left, status, has_read, files=used)

    def fault_of(self, watch: Watch, status: int) -> Result | None:
        """Return the fault of a run that has ended with an exit ``status``, by its ``watch``."""
        if watch.used > self.limits.seconds and not self.is_stopped():
            return Result.TIME
        if watch.most > self.limits.mebibytes:
            return Result.MEMORY
        if watch.writes_too_much():
            return Result.OUTPUT
        return Result.CRASH if status else None

    @contextmanager
    def required(self, what: str) -> Iterator[None]:
        """Raise :class:`.StartError` for an error of the system, since there is no such thing for a run as ``what``."""
        try:
            yield
        except OSError as error:
            raise StartError(f"{self.words[0]}: no {what}: {error.strerror}") from error

    @contextmanager
    def working_directory(self, leftovers: list[Leftover]) -> Iterator[str]:
        """Provide the path of a working directory for a run, by the end of which ``leftovers`` say what it has left.

        If the directory can't be removed, that is added to them. Raises :class:`.StartError` if there is none.
        """
        if self._directory is not None:
            yield self._directory
            return
        with self.required("working directory"):
            directory = self._scratch.take()
        alone = False
        try:
            yield directory.path
            alone = is_subreaper() and not leftovers  # so nothing of the run can still use the directory
        finally:
            message = self._scratch.give_back(directory, reusable=alone)
            if message:
                leftovers.append(Leftover(LeftoverKind.FILES, message))

    def without_directory(self, stderr: bytes, directory: str) -> bytes:
        """Return what a run wrote to ``stderr``, without the name of its ``directory``, unless that was given."""
        return stderr if self._directory is not None else stderr.replace(f"{directory}/".encode(), b"")

    @contextmanager
    def running(
        self,
        stdin: int,
        directory: str,
        *,
        warm: bool = False,
        talk: bool = False,
        excused: Callable[[], bool] = lambda: False,
        files: NamedFiles | None = None,
    ) -> Iterator[Run]:
        """Start a run that reads from the descriptor ``stdin``, in a ``directory``, and end it with the context.

        It may use ``files`` instead.

        Also ends everything that it has started, even after Ctrl-C. The run may be ``warm`` if ``stdin`` is of an
        :func:`.input_file`, or if it is to ``talk`` and ``stdin`` is a pipe to which nothing was written yet. Its
        waiting may be ``excused``, as for :class:`.Watch`. Raises :class:`.StartError`: a :class:`.ProgramError` if the
        program is the reason.
        """
        environment = self._environment
        if talk:  # the variable would hide that the program doesn't flush its output
            environment = {name: value for name, value in environment.items() if name != b"PYTHONUNBUFFERED"}
        with ExitStack() as stack:
            server: ForkServer | None = None
            process: Process | None = None
            while process is None:
                with self.required("pipe for its output"):
                    stdout, stderr = (stack.enter_context(closing(Pipe(last))) for last in (None, 4096))
                if warm and self._servers is not None:
                    server = self._servers.take(self.words, environment, directory, self._stack, talk=talk)
                mark = os.urandom(16).hex() if server is None else server.mark
                begin = time.perf_counter()
                process = self._start(stdin, directory, mark, stdout, stderr, server, environment)
                if process is None:  # but the server may have started what has used the input and the pipes
                    server, warm = None, False
                    if not talk:
                        rewind(stdin)
                    if files is not None:
                        with self.required("file for the input"):
                            files.renew()
            watch = Watch(
                process,
                mark,
                self.limits,
                stdin,
                stdout,
                stderr,
                looks_early=self._weighed,
                excused=excused,
                files=files,
            )
            run = Run(process, begin, stdout, stderr, watch, set())
            try:
                yield run
            finally:
                with self._lock:
                    self._running.remove(process.pid)
                reaped = process.returncode is not None
                if not reaped:
                    process.returncode = -signal.SIGKILL
                run.left.update(end_run(process.pid, mark, watch.seen, reaped=reaped))
                watch.drain()
                if server is not None and self._servers is not None:
                    self._servers.give_back(server, reusable=not run.left)

    def _start(
        self,
        stdin: int,
        directory: str,
        mark: str,
        stdout: Pipe,
        stderr: Pipe,
        server: "ForkServer | None",
        environment: Mapping[bytes, bytes],
    ) -> Process | None:
        """Start a run, so that ``stop`` finds it; return None if the ``server`` fails, which is ended then."""

        def new() -> "subprocess.Popen[bytes]":
            return subprocess.Popen(
                " ".join(self.words) if self._shell else self.words,
                shell=self._shell,
                stdin=stdin,
                stdout=stdout.writer,
                stderr=stderr.writer,
                cwd=directory,
                env={**environment, MARK.encode(): mark.encode()},
                start_new_session=True,
            )

        process: Process
        try:
            if server is None:
                process = start(new, self._stack)
            else:
                streams = (stdin, stdout.writer, stderr.writer)
                process = start(partial(server.start, self.words, directory, streams), self._stack)
        except OSError as error:
            if server is not None and self._servers is not None:
                self._servers.discard(server)
                return None
            program = self.words[0]
            unusable = (EACCES, EISDIR, ELOOP, ENOENT, ENOEXEC, ENOTDIR, EPERM)  # how a program's file is no program
            if error.filename != program or error.errno not in unusable:
                raise StartError(f"{program}: {error.strerror}") from error
            no_interpreter = error.errno == ENOENT and names_file(program)
            reason = "its interpreter doesn't exist" if no_interpreter else error.strerror
            raise ProgramError(f"{program}: {reason}") from error
        stdout.close_writer()  # so that only the run has it
        stderr.close_writer()
        with self._lock:
            self._running.add(process.pid)
            if self._stopped:
                kill_group(process.pid)
        return process

    def message_of(self, fault: Result | None, status: int, stack: int = 0) -> str:
        """Return the ``fault`` of a run in words, a crash with the exit ``status``; without a fault, an empty text.

        The ``stack`` had about this many bytes; near the limit, it is probably the reason.
        """
        limits, hard = self.limits, hard_stack(self._stack)
        overflow = ", probably a stack overflow" if stack > 0.75 * (hard or self._stack) else ""
        match fault:
            case None:
                return ""
            case Result.TIME:
                return f"took longer than {limits.seconds:g} s"
            case Result.MEMORY:
                return f"used more than {limits.mebibytes:g} MiB of memory{overflow}"
            case Result.OUTPUT:
                return f"wrote more than {limits.output_mebibytes:g} MiB"
        reason = f"exit status {status}"
        if status < 0:
            names = {number.value: number.name for number in signal.Signals}
            reason = names.get(-status, f"signal {-status}")
            reason += overflow if -status in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT) else ""  # Rust's: SIGABRT
            if -status in (signal.SIGSEGV, signal.SIGBUS):
                reason += f"; the hard limit of the stack is {hard / 2**20:.3g} MiB here (ulimit -Hs)" if hard else ""
        return f"crashed: {reason}"

    def within(self, seconds: float) -> "Command":
        """Return a copy whose limit on time is ``seconds``, and which :meth:`stop` doesn't stop."""
        return self._copies(self.limits._replace(seconds=seconds))()

    def stop(self) -> None:
        """End the current runs, from another thread; later runs end at once."""
        with self._lock:
            self._stopped = True
            for pid in self._running:
                kill_group(pid)
        self._scratch.close()

    def clean_up(self) -> list[Leftover]:
        """Remove the working directories of this command and of its copies on this machine, even if they were killed.

        No run may be going on any longer. Returns what can't be removed. O(names beside the directories).
        """
        return [Leftover(LeftoverKind.FILES, message) for message in remove_labelled(self._label)]

    def is_stopped(self) -> bool:
        """Return whether the command was stopped, so that its runs end at once."""
        return self._stopped


def _servers_for(words: list[str], directory: str | None) -> "ForkServers | None":
    if not runs_python_script(words):
        return None
    from refsol.jury.run import fork_server  # which few commands need

    return fork_server.SERVERS if fork_server.can_serve(words, directory) else None


def _absolute(word: str, first: bool) -> str:
    """Return an absolute path for a word that names an existing file; the ``first`` one does only with a slash."""
    if not word or word.startswith("-") or (first and os.sep not in word) or not names_file(word):
        return word
    return f"{Path(word).absolute()}{os.sep * (word != os.sep and word.endswith(os.sep))}"
