"""Commands that show positions, as the directive ``board`` takes them."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent.parent
"""The directory of the repository, to which the files in commands are relative."""


class Command(NamedTuple):
    """A command that shows a position."""

    problem: str
    source: Path | str
    """The file to read, or the command whose output to read."""
    selection: dict[str, int]

    def read(self) -> bytes:
        """Return the input."""
        return self.source.read_bytes() if isinstance(self.source, Path) else run(shlex.split(self.source), b"")


def parse_command(line: str) -> Command:
    """Return the parts of ``refsol PROBLEM show FILE --option number …`` or ``GENERATOR | refsol PROBLEM show …``.

    Raises ``ValueError`` for anything else.
    """
    generator, _, command = line.rpartition(" | ")
    refsol, problem, show, *words = shlex.split(command)
    if (refsol, show) != ("refsol", "show"):
        raise ValueError("expected a command that begins with 'refsol PROBLEM show'")
    source = generator or ROOT / words.pop(0)
    selection = {word.removeprefix("--"): int(value) for word, value in zip(words[::2], words[1::2], strict=True)}
    return Command(problem, source, selection)


def run(command: list[str], stdin: bytes) -> bytes:
    """Run a refsol command and return its output."""
    arguments = [sys.executable, "-m", *command]
    return subprocess.run(arguments, cwd=ROOT, input=stdin, capture_output=True, check=True).stdout
