"""Read generated inputs, most of them with changes, in every way, and see that nothing depends on how they are read.

An example is an input of some family with up to three changes, or any bytes. It is read as bytes, from a file, from an
mmap, and from files that give 1 to 7 bytes at a time, through large windows and small ones. The solver, the validator,
the scanner and the checker must do the same each time: the same answer or the same error, with line, column and what
was expected and found. The validator and the solver accept the same inputs, oracles agree with solvers, and an output
is accepted if and only if its tokens are right. Where the library is compiled, a second process reads the same examples
with interpreted code at the same time, and the digests of the results are compared.

``python tests/fuzz.py --minutes 5`` prints what went wrong, and ends with status 1 if anything did. A seed and the
number of an example determine it: ``--seed 1 --only 4711`` repeats one and shows it.
"""

import argparse
import hashlib
import mmap
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import BinaryIO, Final

import support

from refsol.errors import InputError
from refsol.jury.checking import check
from refsol.jury.contract import MISTAKES, SMALL, Family, load_jury
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, Settings
from refsol.text.scanner import WINDOW, Input, Scanner

SETTINGS: Final[Mapping[str, tuple[Settings, ...]]] = {
    "multigo": ({"check": True}, {}),
    "somegame": ({}, {"reading": "lenient"}),
    "chess": ({},),
    "tictactoe": ({},),
    "nogo": ({}, {"liberties": "exact"}, {"random": True, "seed": 7}),
}
"""The options with which each problem is solved; with the first ones the solver accepts what the validator does."""

ORACLE_BYTES: Final = 300  # of the largest input that is given to an oracle
LIMITS: Final = (
    *("-1", "0", "1", "2", "5", "6", "9", "10", "420", "421", "600", "601", "1000", "1001", "9001", "9002", "100000"),
    *("100001", "1000000", "1000001", "2147483647", "2147483648", "9" * 18, "9" * 19, "1" * 64),
)


def example(seed: str, number: int) -> tuple[str, bytes]:
    """Return an example: a problem and an input."""
    rng = Random(f"{seed} {number}")
    name = NAMES[number % len(NAMES)]
    if rng.random() < 0.05:
        return name, rng.choice((b"", blanks(rng), rng.randbytes(rng.randrange(60)), blanks(rng) + rng.randbytes(1)))
    family = rng.choice([family for family in load_jury(name).families if is_small(family)])
    sizes = {size.name: rng.randint(size.least, min(size.most, size.least + 8)) for size in family.sizes}
    data = family.generate(str(rng.random()), sizes)
    for _change in range(rng.choice((0, 1, 1, 2, 3))):
        change = rng.choice((support.mutate, support.mutate, support.mutate, with_other_number, with_blanks))
        data = change(data, rng)
    return name, data


def is_small(family: Family) -> bool:
    """Return whether inputs of a family can be small."""
    return bool(family.sizes) or family.group in (SMALL, MISTAKES)


def with_other_number(data: bytes, rng: Random) -> bytes:
    """Replace a token by a number near some limit."""
    tokens = data.split(b" ") if rng.random() < 0.5 else data.split(b"\n")
    tokens[rng.randrange(len(tokens))] = rng.choice(LIMITS).encode()
    return (b" " if data.count(b" ") == len(tokens) - 1 else b"\n").join(tokens)


def with_blanks(data: bytes, rng: Random) -> bytes:
    """Insert blanks at the beginning, at the end or in place of another blank; maybe more than a window of them."""
    places = [0, len(data), *(k for k in range(len(data)) if data[k : k + 1].isspace())]
    at = rng.choice(places[: rng.choice((1, 2, len(places)))])
    return data[:at] + blanks(rng) + data[at:]


def blanks(rng: Random) -> bytes:
    """Return up to 80 blanks."""
    return bytes(rng.choices(b" \t\r\n\v\f", k=rng.randrange(80)))


class Example:
    """An example and what is found when it is read; ``wrong`` says what should not be so."""

    def __init__(self, seed: str, number: int, file: BinaryIO) -> None:
        self.name, self.data = example(seed, number)
        self.rng = Random(f"{seed} {number} readings")
        self.wrong: list[str] = []
        self.results: list[str] = []
        self._file = file

    def read(self) -> str:
        """Read it in every way; return the digest of the results."""
        for step in (self._solve, self._validate, self._scan, self._check):
            try:
                step()
            except Exception as error:
                self._fault(f"{step.__name__[1:]} raised {type(error).__name__}: {error}")
        return hashlib.sha256("\n".join(self.results).encode("utf-8", "backslashreplace")).hexdigest()[:16]

    def _fault(self, what: str) -> None:
        self.wrong.append(f"{self.name}, {self.data[:300]!r}: {what}")
        self.results.append(what)

    def _sources(self) -> Iterator[tuple[str, Input]]:
        yield "bytes", self.data
        yield "a file", BytesIO(self.data)
        most = self.rng.randint(1, 7)
        yield f"a file that gives {most} bytes at a time", support.ShortReads(self.data, most)
        kind = self.rng.randrange(4)
        if kind == 0:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(self.data)
            self._file.seek(0)
            yield "an unbuffered file", self._file
        elif kind == 1 and self.data:
            with mmap.mmap(-1, len(self.data)) as mapped:
                mapped[:] = self.data
                yield "an mmap", mapped

    def _same(self, what: str, read: Callable[[Input], object]) -> str:
        """Return the result of reading, and note a fault if it depends on the source."""
        results = [(source, str(read(opened))) for source, opened in self._sources()]
        first = results[0][1]
        for source, result in results[1:]:
            if result != first:
                self._fault(f"{what}: {first[:200]} from bytes, but {result[:200]} from {source}")
        self.results.append(first)
        return first

    def _solve(self) -> None:
        for settings in SETTINGS[self.name]:
            self._same(f"solving with {settings}", partial(self._outcome, settings))

    def _outcome(self, settings: Settings, source: Input) -> bytes:
        return support.outcome(self.name, source, settings)

    def _validate(self) -> None:
        jury = load_jury(self.name)
        found = self._same("validating", lambda source: list(map(str, find_errors(jury, source))))
        lenient = self._same("validating", lambda source: list(map(str, find_errors(jury, source, lenient=True))))
        window = self.rng.choice((32, 33, 40, 64, WINDOW))
        small = self._same(f"a window of {window} bytes", lambda source: self._errors_in_window(source, window))
        if small != lenient:
            self._fault(f"{lenient[:200]}, but {small[:200]} with a window of {window} bytes")
        answer = support.outcome(self.name, self.data, SETTINGS[self.name][0])
        if (lenient == "[]") == answer.startswith(b"error "):
            self._fault(f"the validator finds {lenient[:200]}, the solver {answer[:200]!r}")
        if found == "[]" and len(self.data) <= ORACLE_BYTES:
            right = support.ORACLE[self.name](self.data)
            if right != answer:
                self._fault(f"the oracle's answer is {right[:200]!r}, the solver's {answer[:200]!r}")

    def _errors_in_window(self, source: Input, window: int) -> list[str]:
        """Return what the validator finds, whatever the white space, if it holds so many bytes at a time."""
        errors: list[InputError] = []
        try:
            load_jury(self.name).validate(Scanner(source, window=window, errors=errors))
        except InputError as error:
            if error not in errors:
                errors.append(error)
        return [str(error) for error in sorted(errors, key=lambda error: (error.line, error.column))]

    def _scan(self) -> None:
        kinds, window = self.rng.random(), self.rng.randint(32, 64)
        self._same(
            f"scanning with a window of {window} bytes",
            lambda source: support.read_tokens(Scanner(source, window=window), Random(kinds)),
        )

    def _check(self) -> None:
        answer = support.outcome(self.name, self.data, SETTINGS[self.name][0])
        if answer.startswith(b"error "):
            return
        output = answer
        for _change in range(self.rng.choice((0, 1, 1, 2))):
            output = support.mutate(output, self.rng)
        jury = load_jury(self.name)
        verdict = check(jury, self.data, BytesIO(output), lambda: [answer])
        most = self.rng.randint(1, 7)
        for reasons in (True, False):
            other = check(jury, self.data, support.ShortReads(output, most), lambda: [answer], reasons=reasons)
            if other.kind is not verdict.kind or (reasons and other != verdict):
                self._fault(f"the output {output[:200]!r} gets two verdicts: {verdict.message} and {other.message}")
        if self.name != "nogo" and verdict.accepted != (output.split() == answer.split()):
            self._fault(f"the output {output[:200]!r} gets a wrong verdict: {verdict.message}")
        self.results += [verdict.kind.name, verdict.message, *verdict.meaning]


# Processes


def work(seed: str, first: int, seconds: float, most: int | None = None) -> None:
    """Read examples from number ``first`` on for so many ``seconds``; print the digest of each and what is wrong."""
    end = time.monotonic() + seconds
    number = first
    with tempfile.TemporaryFile(buffering=0) as file:
        while time.monotonic() < end and (most is None or number < first + most):
            read = Example(seed, number, file)
            digest = read.read()
            for what in read.wrong:
                print(f"wrong example {number}: {ascii(what)[1:-1]}")
            print(number, digest, flush=True)
            number += 1


class Worker:
    """A process that reads examples, compiled or, if ``pure``, interpreted."""

    def __init__(self, seed: str, seconds: float, pure: bool, most: int | None = None) -> None:
        self._mode = "interpreted" if pure or not support.COMPILED else "compiled"
        self._out = tempfile.TemporaryFile()  # noqa: SIM115 (closed when it has been read)
        command = [sys.executable, os.fspath(Path(__file__).resolve()), "--seed", seed, "--work", str(seconds)]
        command += [] if most is None else ["--most", str(most)]
        environment = {**os.environ, **({"REFSOL_PURE": "1"} if pure else {})}
        self._process = subprocess.Popen(command, stdout=self._out, env=environment)

    def results(self) -> tuple[dict[int, str], list[str]]:
        """Wait for its end; return the digests of the examples, and what went wrong."""
        status = self._process.wait()
        self._out.seek(0)
        lines = self._out.read().decode("ascii").splitlines()
        self._out.close()
        wrong = [f"{line.removeprefix('wrong ')} ({self._mode})" for line in lines if line.startswith("wrong ")]
        digests = {int(line.split()[0]): line.split()[1] for line in lines if not line.startswith("wrong ")}
        if status != 0:
            wrong.append(f"example {len(digests)}: the process ended with status {status} ({self._mode})")
        return digests, wrong


def fuzz(seed: str, seconds: float, most: int | None = None) -> tuple[int, int, list[str]]:
    """Read examples for so many ``seconds``, at most ``most``.

    Return how many were read, how many of them in both modes, and what went wrong.
    """
    workers = [Worker(seed, seconds, False, most)]
    if support.COMPILED:
        workers.append(Worker(seed, seconds, True, most))
    results = [worker.results() for worker in workers]
    wrong = [what for _digests, faults in results for what in faults]
    digests = results[0][0]
    both = sorted(digests.keys() & results[-1][0].keys()) if support.COMPILED else []
    for number in both:
        if digests[number] != results[-1][0][number]:
            name, data = example(seed, number)
            wrong.append(f"example {number}: {name}, {data[:300]!r}: the modes differ")
    return len(digests), len(both), wrong


def main() -> int:
    """Run from the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Read generated inputs in every way.")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", default=str(support.FRESH_SEED))
    parser.add_argument("--most", type=int, help="the largest number of examples")
    parser.add_argument("--only", type=int, help="the number of a single example to show and to read")
    parser.add_argument("--work", type=float, help=argparse.SUPPRESS)  # seconds: what the processes of a run do
    options = parser.parse_args()
    if options.only is not None:
        print(*example(options.seed, options.only))
        work(options.seed, options.only, 60, 1)
        return 0
    if options.work is not None:
        work(options.seed, 0, options.work, options.most)
        return 0
    done, both, wrong = fuzz(options.seed, 60 * options.minutes, options.most)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    modes = f"compiled, {both} of them interpreted, too" if support.COMPILED else "interpreted only, as the library is"
    print(f"{done} examples, {modes}, seed {options.seed}: {len(wrong)} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
