"""Find the fenced blocks of a page, and run the commands and the Python in them."""

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

BLOCK: Final = re.compile(r"^```(\S+).*\n((?:(?!```).*\n)*)```$", flags=re.MULTILINE)
COMMAND: Final = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", flags=re.MULTILINE)

_MEASURED: Final = re.compile(  # the slowest test, too
    r"\d+(\.\d+)? ?s\b( \([^)]*\))?|[\d.]+ (times|a second)| *\d+ MiB|\d+ bytes unzipped"
    r"|(?<= on )(\d+-[\w-]+/[\w-]+|sample \d+)"
)
# The programs that pages call, and the arguments with which Python runs each of them.
_PROGRAMS: Final = {
    "python": "-P",
    "refsol": "-P -m refsol",
    "pytest": "-P -m pytest",
    "mypy": "-P -m mypy",
    "pip": "-P -m pip",
}


def blocks(text: str, language: str) -> list[str]:
    """Return the contents of all blocks in a language, in order."""
    return [body for name, body in BLOCK.findall(text) if name == language]


def run_commands(text: str, directory: Path, **environment: str) -> None:
    """Run the commands of a page in order, and assert that they print what it shows, except for times and sizes."""
    programs = directory / "bin"
    programs.mkdir()
    for name, words in _PROGRAMS.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n', encoding="ascii")
        (programs / name).chmod(0o755)
    all_variables = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "TERM": "dumb",
        "COLUMNS": "100",
        **environment,
    }
    for block in blocks(text, "console"):
        assert block.startswith("$ ")
        for command, output in COMMAND.findall(block):
            done = subprocess.run(
                ["sh", "-c", command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=directory,
                env=all_variables,
                check=False,
            )
            assert _MEASURED.sub("…", done.stdout.decode()) == _MEASURED.sub("…", output), command


def run_python(text: str) -> None:
    """Run the Python of a page as one program, which prints the comments behind its calls of ``print``.

    After a colon, a comment may go on. Blocks that begin with ``>>>`` are doctests.
    """
    examples = blocks(text, "python")
    code = "".join(example for example in examples if not example.startswith(">>>"))
    expected = [line.split("  # ")[1] for line in code.splitlines() if line.lstrip().startswith("print")]
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(code, {})
    for line, comment in zip(shown.getvalue().splitlines(), expected, strict=True):
        assert comment == line or comment.startswith(f"{line}: ")
    session = "\n".join(example for example in examples if example.startswith(">>>"))
    runner = doctest.DocTestRunner()
    report = io.StringIO()
    runner.run(doctest.DocTestParser().get_doctest(session, {}, "page", None, 0), out=report.write)
    assert runner.failures == 0, report.getvalue()
