"""Conversations with a running command, within limits, for POSIX systems only. O(bytes written and read)."""

import os
import time
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Final

from refsol.jury.run.command import Command, Run
from refsol.jury.run.program import Leftover, Result, process_left


class ConversationError(Exception):
    """The program is at fault, of the ``kind``; the ``message`` says how, in a line."""

    def __init__(self, kind: Result, message: str) -> None:
        super().__init__(kind, message)
        self.kind: Final = kind
        self.message: Final = message


class Conversation:
    """A run of a ``command`` to talk to, as a context, at the end of which it is over, with all that it has started.

    It runs as for :meth:`.Command.run`, but its input is a pipe, and instead of one limit on its time there is one for
    each answer. Carriage returns in what it writes are dropped, and so is white space before an answer, so that none is
    empty. At the end, ``leftovers`` say what it has left, and ``stderr`` is the end of its standard error. To begin
    raises :class:`.StartError` if the command can't be started.
    """

    def __init__(self, command: Command) -> None:
        self._command: Final = command
        self._stack: Final = ExitStack()
        self._unread = b""
        self._run: Run | None = None
        self.leftovers: Final[list[Leftover]] = []
        self.stderr = b""

    def __enter__(self) -> "Conversation":
        with ExitStack() as stack:
            directory = stack.enter_context(self._command.working_directory(self.leftovers))
            stack.callback(self._finish, directory)
            with self._command.required("pipe for its input"):
                stdin, self._stdin = os.pipe()
            stack.callback(os.close, self._stdin)
            try:
                self._run = stack.enter_context(self._command.running(stdin, directory))
            finally:
                os.close(stdin)
            os.set_blocking(self._stdin, False)
            self._stack.push(stack.pop_all())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)

    def _finish(self, directory: str) -> None:
        if self._run is None:
            return
        self.stderr = self._command.without_directory(self._run.stderr.content(), directory)
        self.leftovers.extend(map(process_left, sorted(self._run.left)))

    def say(self, data: bytes) -> None:
        """Write ``data`` to the program, if it still runs; :class:`ConversationError` if it leaves too much unread."""
        with suppress(BrokenPipeError):  # the next answer will be missing
            try:
                written = os.write(self._stdin, data)
            except BlockingIOError:
                written = 0
            if written < len(data):
                raise ConversationError(Result.TIME, "doesn't read its input")

    def processor_seconds(self) -> float:
        """Return the seconds of processor time that the run has used so far, as the system measures it."""
        assert self._run is not None
        return self._run.watch.processor_seconds()

    def hear(self, end: bytes, seconds: float) -> bytes:
        """Return what it writes up to ``end``, in ``seconds``; :class:`ConversationError` for a limit or its end."""
        assert self._run is not None
        watch, process = self._run.watch, self._run.process
        begin = time.perf_counter()
        fault: Result | None = None
        if process.returncode is None and not self._has_heard(end):
            fault = watch.wait(begin, lambda: self._command.is_stopped() or self._has_heard(end), seconds)
        if process.returncode is not None:
            watch.drain()
        if self._has_heard(end):
            heard, _, self._unread = self._unread.partition(end)
            return heard + end
        if fault is Result.TIME:
            raise ConversationError(fault, f"no answer within {seconds:g} s")
        if fault is not None:
            raise ConversationError(fault, self._command.message_of(fault, 0))
        status = process.returncode
        if status is None:
            raise ConversationError(Result.CRASH, "stopped")
        raise ConversationError(
            Result.CRASH, self._command.message_of(Result.CRASH, status) if status else "ended without an answer"
        )

    def _has_heard(self, end: bytes) -> bool:
        assert self._run is not None
        self._unread = self._unread.lstrip()
        new = self._run.stdout.take().replace(b"\r", b"")
        start = max(0, len(self._unread) - len(end))
        self._unread += new if self._unread else new.lstrip()
        return end in self._unread[start:] if new else end in self._unread
