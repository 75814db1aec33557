"""Runs refsol's command line on files in memory, as if it had been typed in their directory.

What it prints is what the command prints into a pipe, byte for byte, since it is the same code that runs.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final  # Any: what JSON holds

from refsol.cli.main import parse
from refsol.cli.main import run as run_refsol
from refsol.cli.status import BAD_INPUT, SUCCESS, USAGE, print_error
from refsol.jury.checking import check
from refsol.pictures.svg import draw_svg
from refsol.problem import load

LIMIT: Final = 2**20
"""The largest file that is taken, in bytes: what a browser can handle in reasonable time."""


def run(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Mapping[str, object]:
    """Run the command line in ``arguments``, without the word refsol, on ``files``.

    The reply has the exit ``status``, the ``output``, the ``errors``, and as ``file`` the text of the file that the
    request calls ``wanted``, or null if there is none. A file of more than :data:`LIMIT` bytes is bad input.
    """
    with _directory_with(files) as directory, _captured() as (output, errors):
        status = _refuse(files) or _run(request["arguments"])
        sys.stdout.flush()
        sys.stderr.flush()
        wanted = directory / (request.get("wanted") or ".")
        file = wanted.read_text(encoding="utf-8") if wanted.is_file() else None
    return {
        "status": status,
        "output": output.getvalue().decode(),
        "errors": errors.getvalue().decode(),
        "file": file,
    }


def picture_of_verdict(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Mapping[str, object]:
    """Return as ``picture`` the position at which ``output.txt`` is wrong for ``input.txt``, or null.

    It is the text of an SVG element. ``problem`` names the problem; the input is valid.
    """
    problem, source = load(request["problem"]), files["input.txt"]
    verdict = check(problem.jury, source, BytesIO(files["output.txt"]), lambda: problem.solve(source, {}))
    return {"picture": draw_svg(verdict.scene, style=False) if verdict.scene else None}


def _refuse(files: Mapping[str, bytes]) -> int:
    """Report the first file that is too large and return the exit status, or 0 if there is none."""
    for name, content in files.items():
        if len(content) > LIMIT:
            print_error(f"{name}:1:1: expected at most {LIMIT} bytes in the playground, found {len(content)}")
            return BAD_INPUT
    return SUCCESS


def _run(arguments: Sequence[str]) -> int:
    """Run a plain call; the full command line needs typer, which the browser doesn't load."""
    if parse(arguments) is None:
        print_error(f"the playground can't run: refsol {' '.join(arguments)}")
        return USAGE
    return run_refsol(list(arguments))


@contextmanager
def _directory_with(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Make a directory with the files the current one, and remove it in the end."""
    before = Path.cwd()
    with TemporaryDirectory() as name:
        directory = Path(name)
        for file, content in files.items():
            (directory / file).write_bytes(content)
        os.chdir(directory)
        try:
            yield directory
        finally:
            os.chdir(before)


@contextmanager
def _captured() -> Iterator[tuple[BytesIO, BytesIO]]:
    """Collect the bytes that are written to standard output and to standard error."""
    output, errors = BytesIO(), BytesIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = TextIOWrapper(output, "utf-8"), TextIOWrapper(errors, "utf-8")
    try:
        yield output, errors
    finally:
        sys.stdout.detach()
        sys.stderr.detach()
        sys.stdout, sys.stderr = before
