"""Shrink failing inputs by their descriptions, and with a reducer that knows nothing but text: Shrink Ray.

``python benchmarks/shrinking.py [NAME ...] [--shrinkray COMMAND]`` takes one wrong program of each of the examples,
finds an input that shows its mistake, and prints what becomes of it. For Shrink Ray, an input that the description
doesn't allow is not interesting, as its users would write it. It is not among the dependencies of refsol:
``pip install shrinkray`` installs it.
"""

import argparse
import io
import runpy
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import redirect_stdout
from math import isclose
from pathlib import Path
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.own.description import WAYS, Description, Generator, Reducer, parse, validate

EXAMPLES: Final = Path(__file__).parent.parent / "examples"
WRONG: Final = {
    "alternating": "no_reset",
    "circle": "collinear",
    "powers": "indivisible",
    "swaps": "inversions",
    "teams": "no_check",
}
"""For each example, one of its wrong programs."""
SIZE: Final = 12
"""The most repetitions in the inputs to begin with, and the least number of bytes."""
CLIENT: Final = """
import socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect(sys.argv[1])
    server.sendall(sys.stdin.buffer.read())
    server.shutdown(socket.SHUT_WR)
    sys.exit(server.recv(1) != b"y")
"""


class Shrunk(NamedTuple):
    """A shrunk input: its ``data``, after this many ``runs`` of the program and this many ``candidates``."""

    data: bytes
    runs: int
    candidates: int


class Failing:
    """An input of the example called ``name`` on which its wrong program fails."""

    def __init__(self, name: str) -> None:
        directory = EXAMPLES / name
        self.description: Final[Description] = parse((directory / "input.ctd").read_bytes())
        self._programs: Final = (directory / "model.py", directory / "wrong" / f"{WRONG[name]}.py")
        seeds = (Generator(self.description).generate(WAYS["random"], str(seed), SIZE) for seed in range(10**6))
        self.data: Final = next(data for data in seeds if len(data) > SIZE and self.fails(data))

    def fails(self, data: bytes) -> bool:
        """Return whether the program's answer differs from that of the model solution; ``data`` is valid."""
        expected, found = (_output(program, data) for program in self._programs)
        return not _agree(expected, found)

    def is_interesting(self, data: bytes) -> bool:
        """Return whether any ``data`` is valid, and the program fails."""
        try:
            validate(self.description, data)
        except InputError:
            return False
        return self.fails(data)


def _output(program: Path, data: bytes) -> list[str]:
    """Return the words that a program writes for an input, or that it has failed."""
    stdin, output = sys.stdin, io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        with redirect_stdout(output):
            runpy.run_path(str(program), run_name="__main__")
    except Exception as error:  # whatever a wrong program does
        return [type(error).__name__]
    finally:
        sys.stdin = stdin
    return output.getvalue().split()


def _agree(expected: list[str], found: list[str]) -> bool:
    """Return whether two outputs agree: numbers nearly, and where any teams will do, whether there are some."""
    if "IMPOSSIBLE" in expected + found:
        return expected == found
    if any("." in word for word in expected):
        try:
            pairs = [(float(one), float(other)) for one, other in zip(expected, found, strict=True)]
        except ValueError:
            return False
        return all(isclose(one, other, rel_tol=1e-6, abs_tol=1e-6) for one, other in pairs)
    return expected == found


def by_description(failing: Failing) -> Shrunk:
    """Shrink an input with the reductions of its description."""
    reducer, data, runs, tried = Reducer(failing.description), failing.data, 0, set[bytes]()
    while True:
        for candidate in reducer.reductions(data):
            if candidate not in tried:
                tried.add(candidate)
                runs += 1
                if failing.fails(candidate):
                    data = candidate
                    break
        else:
            return Shrunk(data, runs, runs)


def by_text(failing: Failing, command: str) -> Shrunk:
    """Shrink an input with Shrink Ray; it asks this process about each candidate."""
    valid, asked = 0, 0

    def answer(data: bytes) -> bool:
        nonlocal valid, asked
        asked += 1
        try:
            validate(failing.description, data)
        except InputError:
            return False
        valid += 1
        return failing.fails(data)

    with tempfile.TemporaryDirectory() as directory, socket.socket(socket.AF_UNIX) as server:
        place = Path(directory)
        server.bind(str(place / "socket"))
        server.listen()
        threading.Thread(target=_serve, args=(server, answer), daemon=True).start()
        (place / "client.py").write_text(CLIENT)
        (place / "input").write_bytes(failing.data)
        client = [sys.executable, "-I", "-S", str(place / "client.py"), str(place / "socket")]
        reduced = place / "reduced"
        called = [*shlex.split(command), "--parallelism", "1", "--target", str(reduced)]
        subprocess.run(
            [*called, shlex.join(client), str(place / "input")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=place,
            check=True,
        )
        return Shrunk(reduced.read_bytes() if reduced.exists() else failing.data, valid, asked)


def _serve(server: socket.socket, answer: Callable[[bytes], bool]) -> None:
    """Answer each connection, which sends a candidate."""
    while True:
        try:
            connection, _address = server.accept()
        except OSError:  # closed
            return
        with connection:
            with connection.makefile("rb") as sent:
                data = sent.read()
            connection.sendall(b"y" if answer(data) else b"n")


def _size(data: bytes) -> str:
    return f"{len(data.split())} tokens, {len(data)} bytes"


def main() -> None:
    """Shrink, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of the examples: {', '.join(WRONG)}")
    parser.add_argument("--shrinkray", default="shrinkray", help="the command that starts Shrink Ray")
    parser.add_argument("--show", action="store_true", help="also print what is left")
    arguments = parser.parse_args()
    plain = shutil.which(shlex.split(arguments.shrinkray)[0]) is not None
    print("| program | input | refsol | runs | Shrink Ray | runs | candidates |")
    print("|---|---|---|---|---|---|---|")
    for name in arguments.names or WRONG:
        failing = Failing(name)
        ours = by_description(failing)
        row = [f"`{name}/{WRONG[name]}.py`", _size(failing.data), _size(ours.data), str(ours.runs)]
        theirs = by_text(failing, arguments.shrinkray) if plain else None
        row += ["-"] * 3 if theirs is None else [_size(theirs.data), str(theirs.runs), str(theirs.candidates)]
        print(f"| {' | '.join(row)} |", flush=True)
        if arguments.show:
            print(ours.data, theirs and theirs.data, flush=True)


if __name__ == "__main__":
    main()
