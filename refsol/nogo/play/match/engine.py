"""Engines: programs that speak the Go Text Protocol, version 2 (GTP), as its draft by G. Farnebäck describes it.

For POSIX systems only. All calls are O(bytes written and read) besides what the engine does.
"""

import shlex
import sys
import time
from typing import Final

from refsol.jury.run.conversation import Conversation, ConversationError
from refsol.jury.run.program import FaultKind
from refsol.nogo.play.match.records import Ending

_ENDINGS: Final = {
    FaultKind.CRASH: Ending.CRASH,
    FaultKind.TIME: Ending.TIME,
    FaultKind.MEMORY: Ending.MEMORY,
    FaultKind.OUTPUT: Ending.OUTPUT,
}


class EngineError(Exception):
    """The engine is at fault, by which the game ends in an ``ending``; ``line`` says what it did."""

    def __init__(self, ending: Ending, line: str) -> None:
        super().__init__(ending, line)
        self.ending: Final = ending
        self.line: Final = line


def is_own(engine: str) -> bool:
    """Return whether an ``engine`` is refsol's own, given by options, and not a command."""
    return engine.lstrip().startswith("-")


def words_of(engine: str, seed: int) -> list[str]:
    """Return the words of the command for an ``engine``: a command, or options of refsol's own, which begin with "-".

    refsol's own gets the ``seed``, unless its options have one. Raises ``ValueError`` for quotes that aren't closed,
    and for an empty command.

    >>> words_of("my_engine --level 'very high'", 1)
    ['my_engine', '--level', 'very high']
    >>> words_of("--simulations 500", 7)[-6:]
    ['nogo', 'gtp', '--simulations', '500', '--seed', '7']
    """
    words = shlex.split(engine)
    if not words:
        raise ValueError("the command of an engine is empty")
    if not is_own(engine):
        return words
    seeded = any(word.partition("=")[0] == "--seed" for word in words)
    return [sys.executable, "-m", "refsol", "nogo", "gtp", *words, *([] if seeded else ["--seed", str(seed)])]


class Engine:
    """An engine at the other end of a ``conversation``; each answer may take ``seconds``, unless a call says else."""

    def __init__(self, conversation: Conversation, seconds: float) -> None:
        self._conversation: Final = conversation
        self._seconds: Final = seconds

    def ask(self, command: str, seconds: float | None = None) -> tuple[bool, str]:
        """Return whether the engine accepts a ``command``, and its answer, without blanks around it.

        Raises :class:`EngineError` if it doesn't answer within so many ``seconds``, or not as the protocol says.
        """
        limit = self._seconds if seconds is None else seconds
        end = time.perf_counter() + limit
        try:
            self._conversation.say(f"{command}\n".encode())
            answer = b""
            while not answer.strip():  # more line feeds than the two that end an answer
                answer = self._conversation.hear(b"\n\n", max(0.0, end - time.perf_counter()))
        except ConversationError as error:
            late = error.kind is FaultKind.TIME
            message = f"no answer within {limit:g} s" if late else error.message
            raise EngineError(_ENDINGS[error.kind], f"{command}: {message}") from error
        text = answer.decode("utf-8", "replace").strip()
        if text[0] not in "=?":
            raise EngineError(Ending.PROTOCOL, f"{command}: {text.splitlines()[0][:_SHOWN]}")
        return text[0] == "=", text[1:].strip()

    def require(self, command: str, seconds: float | None = None) -> str:
        """Return the engine's answer to a ``command`` that it has to accept; ``seconds`` are as for :meth:`ask`.

        Raises :class:`EngineError` where :meth:`ask` does, and if it refuses the command.
        """
        accepted, answer = self.ask(command, seconds)
        if not accepted:
            raise EngineError(Ending.PROTOCOL, f"{command}: ? {answer[:_SHOWN]}")
        return answer


_SHOWN: Final = 200  # characters of a wrong answer
