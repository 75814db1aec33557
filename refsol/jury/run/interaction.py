"""Conversations between a program and an interactor, within limits, for POSIX systems only. O(bytes said).

Each reads what the other one writes, through pipes. The bytes pass through this process, which therefore knows who
has said what, and when both wait. It keeps reading what a side writes until the conversation is over. So no side gets a
broken pipe. Nor does one reach the end of its input before it is known how the other one has ended, even if that has
closed its output; so the first failure is never caused by the other side.
"""

import os
import select
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from fcntl import ioctl
from termios import FIONREAD
from typing import Final, NamedTuple

from refsol.errors import ToolError
from refsol.jury.run.command import Command, Run
from refsol.jury.run.processes import open_process
from refsol.jury.run.program import (
    INTERACTOR,
    NOBODY,
    PROGRAM,
    Leftover,
    Result,
    RunOutcome,
    Said,
    StartError,
    process_left,
)
from refsol.jury.run.watch import FAR, SLICE

_MOST: Final = 2**24  # bytes that the program may say, and the interactor before it hears from the program again
_SILENCE: Final = 5.0  # seconds that an interactor may wait, before it speaks, though it has something to do
_TOO_MUCH: Final = f"said more than {_MOST // 2**20} MiB"
_KEPT: Final = 1000  # of the first lines, and of the last ones, that a transcript has
_LONGEST: Final = 1000  # bytes of a line there


class Talk(NamedTuple):
    """The end of a conversation: the ``outcome`` of the program, with the transcript, and that of the ``interactor``.

    One that was ended has no status. The interactor has a status if it decides: if it has ended first, or after a
    program that has no fault; it has a fault if it exceeds a limit.
    """

    outcome: RunOutcome
    interactor: RunOutcome


class _Transcript:
    """What was said since it was made: the first lines and the last ones."""

    def __init__(self) -> None:
        self._begin: Final = time.perf_counter()
        self._first: Final[list[Said]] = []
        self._last: Final = deque[Said](maxlen=_KEPT)
        self._dropped = 0
        self._latest: Final = {PROGRAM: 0.0, INTERACTOR: 0.0}  # when it has spoken last
        self.partial: Final = {PROGRAM: b"", INTERACTOR: b""}
        self.speaker = NOBODY  # who has spoken last

    def add(self, speaker: str, chunk: bytes) -> None:
        *lines, rest = (self.partial[speaker] + chunk).split(b"\n")
        self.partial[speaker] = rest[: _LONGEST + 1]
        self.speaker = speaker
        room = _KEPT - len(self._first)
        before, after = lines[:room], lines[room:]
        self._dropped += max(0, len(after) - _KEPT)
        self._latest[speaker] = self._now()
        self._append(speaker, before + after[-_KEPT:], self._latest[speaker])

    def note(self, what: str) -> None:
        """Add what has happened, after the beginnings of lines."""
        for speaker, text in self.partial.items():
            if text:
                self._append(speaker, [text], self._latest[speaker])
                self.partial[speaker] = b""
        self._append(NOBODY, [what.encode()] if what else [], self._now())

    def _now(self) -> float:
        return time.perf_counter() - self._begin

    def _append(self, speaker: str, lines: list[bytes], seconds: float) -> None:
        for line in lines:
            said = Said(speaker, line[:_LONGEST] + b" ..." if len(line) > _LONGEST else line, seconds)
            if len(self._first) < _KEPT:
                self._first.append(said)
            else:
                self._dropped += len(self._last) == _KEPT
                self._last.append(said)

    def content(self) -> tuple[Said, ...]:
        """Return all lines, also those that haven't come to an end, and how many are left out."""
        middle = [Said(NOBODY, b"%d more lines" % self._dropped, self._last[0].seconds)] if self._dropped else []
        return (*self._first, *middle, *self._last)


class _Side:
    """A ``command`` that talks, as the ``speaker``, with another one, by a ``poll`` of the conversation."""

    def __init__(self, command: Command, speaker: str, poll: select.poll, leftovers: list[Leftover]) -> None:
        self.command: Final = command
        self.speaker: Final = speaker
        self.said = 0  # bytes
        self.lines = 0
        self.status: int | None = None  # once it has ended by itself
        self.read_input = False
        self._poll: Final = poll
        self._leftovers: Final = leftovers
        self._stdin = -1
        self._unsent: Final = bytearray()
        self._polled = False  # whether it is asked when it reads, since it is slow
        self._sent = 0
        self._hears_no_more = False
        self._run: Run | None = None
        self._ended: int | None = None  # the descriptor that reports the end

    @property
    def run(self) -> Run:
        assert self._run is not None
        return self._run

    @contextmanager
    def running(self, directory: str) -> Iterator[None]:
        """Start it in a ``directory``, and end it with the context. Raises :class:`.StartError`."""
        with ExitStack() as stack:
            with self.command.required("pipe for its input"):
                stdin, self._stdin = os.pipe()
            stack.callback(self._close)
            try:
                os.set_blocking(self._stdin, False)
                start = self.command.running(stdin, directory, warm=True, talk=True, excused=self.waits)
                self._run = stack.enter_context(start)
            finally:
                os.close(stdin)
            self._ended = open_process(self.run.process.pid)
            if self._ended is not None:
                stack.callback(os.close, self._ended)
                self._poll.register(self._ended, select.POLLIN)
            for pipe in (self.run.stdout, self.run.stderr):
                self._poll.register(pipe.reader, select.POLLIN)
            yield
        self._leftovers.extend(map(process_left, sorted(self.run.left)))

    def waits(self) -> bool:
        """Return whether it can only wait for input if it waits: nothing that was said to it is unread."""
        return self._stdin >= 0 and not self._unsent and self._unread() == 0

    @property
    def written(self) -> int:
        """The number of bytes that it has written, also to standard error."""
        return self.run.stdout.size + self.run.stderr.size

    def _unread(self) -> int:
        return int.from_bytes(ioctl(self._stdin, FIONREAD, bytes(4)), "little")

    def hear(self, chunk: bytes) -> None:
        """Let it hear a ``chunk``, as soon as it reads; what comes after it has closed its input is lost."""
        if self._stdin >= 0:
            self._unsent.extend(chunk)
            if not self._polled:
                self._send()

    def hear_no_more(self) -> None:
        """Let its input end after what it was told."""
        self._hears_no_more = True
        if not self._unsent:
            self._close()

    def _send(self) -> None:
        written = 0
        try:
            written = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._close()
            return
        self._sent += written
        del self._unsent[:written]
        if self._unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        elif self._polled:
            self._poll.unregister(self._stdin)
        self._polled = bool(self._unsent)
        if self._hears_no_more and not self._unsent:
            self._close()

    def _close(self) -> None:
        if self._stdin >= 0:
            self.read_input = self._sent > self._unread() or (self._sent == 0 and self._hears_no_more)
            if self._polled:
                self._poll.unregister(self._stdin)
                self._polled = False
            os.close(self._stdin)
            self._stdin = -1
            self._unsent.clear()

    def handle(self, ready: set[int]) -> bytes:
        """Do what the descriptors that are ``ready`` call for; return what it has said."""
        if self._stdin in ready:
            self._send()
        for pipe in (self.run.stdout, self.run.stderr):
            if pipe.reader in ready and not pipe.read() and pipe.ended:
                self._poll.unregister(pipe.reader)
        if (self._ended in ready or self._ended is None) and self.status is None and self.run.watch.reap():
            self.status = self.run.process.returncode
            if self._ended is not None:
                self._poll.unregister(self._ended)
            self.run.watch.drain()
        chunk = self.run.stdout.take()
        self.said += len(chunk)
        self.lines += chunk.count(b"\n")
        return chunk

    def outcome(self, fault: Result | None, message: str, directory: str, transcript: tuple[Said, ...]) -> RunOutcome:
        """Return how its run in a ``directory`` has ended, of which the rest is given."""
        output = b"".join(text + b"\n" for speaker, text, _ in transcript if speaker == self.speaker)
        stderr = self.command.without_directory(self.run.stderr.content(), directory)
        watch = self.run.watch
        left = tuple(self._leftovers)
        return RunOutcome(
            fault, message, output, stderr, watch.used, watch.most, left, self.status, self.read_input, transcript
        )


def talk(program: Command, interactor: Command, accepted: int, queries: int | None = None) -> Talk:
    """Let a ``program`` and an ``interactor``, which ends with the status ``accepted`` to accept, talk; return the end.

    The program may say at most ``queries`` lines, answers included, if that is given. Whoever ends first decides: the
    interactor, unless it accepts, or a program that crashes. If both wait for each other, nobody ends, so that is
    decided after 0.3 s. Waiting for the interactor doesn't count as time. A program that asks without end is at fault,
    not the interactor, which answers. Raises :class:`.StartError` if it can't be
    started, and ``ToolError`` if the interactor can't.
    """
    poll = select.poll()
    leftovers: list[Leftover] = []
    sides = _Side(program, PROGRAM, poll, leftovers), _Side(interactor, INTERACTOR, poll, leftovers)
    with (
        program.working_directory(leftovers) as directory,
        interactor.working_directory(leftovers) as other,
        ExitStack() as stack,  # so that the directories are left when both have ended, and all orphans
    ):
        try:
            stack.enter_context(sides[1].running(other))
        except StartError as error:
            raise ToolError(f"the interactor can't be started: {error}") from error
        stack.enter_context(sides[0].running(directory))
        exchange = _Exchange(*sides, poll, accepted, queries)
        fault, others = exchange.wait()
        message = exchange.message_of(fault)
        how = "both wait for input" if fault is Result.DEADLOCK else f"the program {message}"
        exchange.transcript.note("" if fault in (None, Result.CRASH) else how)
    said = exchange.transcript.content()
    message_of_other = "" if others is None else interactor.message_of(others, 0)
    if others is Result.DEADLOCK:
        message_of_other = f"hangs: it said nothing for {_SILENCE:g} s"
    elif others is Result.OUTPUT and exchange.floods():
        message_of_other = _TOO_MUCH
    return Talk(
        sides[0].outcome(fault, message, directory, said), sides[1].outcome(others, message_of_other, other, ())
    )


class _Exchange:
    """What a ``program`` and an ``interactor`` say to each other, as for :func:`talk`."""

    def __init__(
        self, program: _Side, interactor: _Side, poll: select.poll, accepted: int, queries: int | None
    ) -> None:
        self._program: Final = program
        self._interactor: Final = interactor
        self._poll: Final = poll
        self._accepted: Final = accepted
        self._queries: Final = queries
        self._waited = 0.0  # how long the interactor had waited when it spoke last
        self._written = 0  # how much the interactor had written when the program spoke last
        self._used = 0.0  # how much time it had used then
        self._grown = 0.0  # and MiB of memory
        self._exhausted: Result | None = None  # the limit of the interactor that it exceeds since it was asked so much
        self.transcript: Final = _Transcript()

    def floods(self) -> bool:
        """Return whether the interactor says too much, unasked."""
        return self._interactor.written - self._written > _MOST

    def _is_asked(self) -> bool:
        """Return whether the interactor has used most of its time and memory, and said most of its text, to answer."""
        interactor, limits = self._interactor, self._interactor.command.limits
        used, written = interactor.run.watch.used - self._used, interactor.written - self._written
        grown = interactor.run.watch.most - self._grown
        small = grown < limits.mebibytes / 2 and written < limits.output_mebibytes * 2**19
        return small and used < limits.seconds / 2

    def wait(self) -> tuple[Result | None, Result | None]:
        """Pass on what they say until it is decided; return the faults of both."""
        program, interactor = self._program, self._interactor
        check = time.perf_counter() + SLICE
        while True:
            left = max(0.0, check - time.perf_counter())
            ready = {descriptor for descriptor, _event in self._poll.poll(1000 * left)}
            self._pass_on(interactor, program, ready)
            self._pass_on(program, interactor, ready)
            if program.command.is_stopped():
                return Result.CRASH, None
            if self._queries is not None and program.lines > self._queries:
                return Result.QUERIES, None
            if program.said > _MOST:
                return Result.OUTPUT, None
            if self.floods():
                return None, Result.OUTPUT
            if interactor.status not in (None, self._accepted):
                return None, None
            if program.status is not None:
                fault = program.command.fault_of(program.run.watch, program.status)
                if fault is not None or interactor.status is not None:
                    return fault, None
                interactor.hear_no_more()
            if interactor.status is not None:
                program.hear_no_more()
            if time.perf_counter() > check:
                faults = self._look()
                if faults is not None:
                    return faults
                check = time.perf_counter() + SLICE
            program.run.watch.look_early()

    def _pass_on(self, side: _Side, other: _Side, ready: set[int]) -> None:
        had_ended = side.status is not None
        chunk = side.handle(ready)
        if chunk:
            self.transcript.add(side.speaker, chunk)
            other.hear(chunk)
            side.run.watch.idle = other.run.watch.idle = 0.0
            watch = self._interactor.run.watch
            if side is self._interactor:
                self._waited = watch.waited
            else:
                self._written, self._used, self._grown = self._interactor.written, watch.used, watch.most
        if side.status is not None and not had_ended:
            name = "program" if side is self._program else "interactor"
            ending = side.command.message_of(Result.CRASH, side.status).partition(": ")[2]
            self.transcript.note(f"the {name} ends: {ending}")

    def _look(self) -> tuple[Result | None, Result | None] | None:
        program, interactor = self._program.run.watch, self._interactor.run.watch
        if self._interactor.status is None:
            fault = interactor.look()
            if fault is None and interactor.waited - self._waited > _SILENCE:
                fault = Result.DEADLOCK
            if interactor.writes_too_much():
                fault = Result.OUTPUT
            if fault in (Result.TIME, Result.MEMORY, Result.OUTPUT) and self._is_asked():
                self._exhausted = fault
                return fault, None
            if fault is not None:
                return None, fault
        if self._program.status is None:
            fault = program.look()
            if fault is None and min(program.idle, interactor.idle) > 0.3:  # seconds
                fault = Result.DEADLOCK
            if program.writes_too_much():
                fault = Result.OUTPUT
            elapsed = time.perf_counter() - self._program.run.begin - program.excused
            if fault is None and elapsed > FAR * self._program.command.limits.seconds:
                fault = Result.TIME
            if fault is not None:
                return fault, None
        return None

    def message_of(self, fault: Result | None) -> str:
        lines, partial = self._program.lines, self.transcript.partial
        if self._exhausted is not None:
            return f"asked so much that the interactor {self._interactor.command.message_of(self._exhausted, 0)}"
        match fault:
            case Result.QUERIES:
                return f"said more than {self._queries} lines, answers included"
            case Result.OUTPUT if self._program.said > _MOST:
                return _TOO_MUCH
            case Result.DEADLOCK if partial[PROGRAM]:
                return f"waits for input, like the interactor: its line {lines + 1} has no line feed"
            case Result.DEADLOCK if partial[INTERACTOR]:
                line = self._interactor.lines + 1
                return f"waits for input, like the interactor: the interactor's line {line} has no line feed"
            case Result.DEADLOCK if self._program.run.stdout.ended:
                return "waits for input, like the interactor, but has closed its output"
            case Result.DEADLOCK if self.transcript.speaker == PROGRAM:
                return f"waits for an answer to its line {lines}, but the interactor waits for more or doesn't flush"
            case Result.DEADLOCK:
                after = f"after its line {lines}" if lines else "before it has said anything"
                return f"waits for input {after}, like the interactor: does it flush its output?"
        program = self._program
        return program.command.message_of(fault, program.status or 0, program.run.watch.stack)
