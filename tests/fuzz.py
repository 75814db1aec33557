"""Read generated inputs, most of them with changes, in every way, and see that nothing depends on how they are read.

An example is an input of some family, as it is or with up to three changes, or any bytes. One in ``SHARE`` is read in
every way: as bytes, from files, from an mmap, and from files that give 1 to 7 bytes at a time, through large windows
and small ones, with all options. The solver, the validator, the scanner and the checker must do the same each time: the
same answer or the same error, with line, column and what was expected and found. The others are solved, validated and
checked once, each time from one of these sources. The validator and the solver accept the same inputs, oracles agree
with solvers, and an output is accepted if and only if its tokens are right. Where the library is compiled, a second
process reads the same examples with interpreted code, and the digests of the results are compared.

``python tests/fuzz.py --minutes 5`` or ``--inputs 1000000`` (of each problem) reports progress on standard error,
prints what went wrong and a table, and ends with status 1 if anything went wrong. A seed and the number of an example
determine it: ``--seed 1 --only 4711`` repeats one and shows it. ``--first`` resumes a run that was interrupted.
"""

import argparse
import hashlib
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import BinaryIO, Final, TypeVar

import campaign
import support

from refsol.errors import InputError
from refsol.jury import testing
from refsol.jury.checking import check
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, Settings, load
from refsol.problem.contract import MISTAKES, SMALL, Family, ScanningValidator
from refsol.text.scanner import WINDOW, Input, Scanner

Result = TypeVar("Result")

SETTINGS: Final[Mapping[str, tuple[Settings, ...]]] = {
    "multigo": ({"check": True}, {}),
    "somegame": ({}, {"reading": "lenient"}),
    "chess": ({},),
    "tictactoe": ({},),
    "nogo": ({}, {"liberties": "exact"}, {"random": True, "seed": 7}),
}
"""The options with which each problem is solved; with the first ones the solver accepts what the validator does."""

SOURCES: Final = ("bytes", "a file", "a file that gives a few bytes at a time", "an unbuffered file", "an mmap")
SHARE: Final = 16  # one example in this many is read in every way
CHANGED: Final = 8  # examples that are made from one generated input
BATCH: Final = 50 * CHANGED  # examples that a process reads at a time
SECONDS = 60.0  # of processor time, for an example
ORACLE_BYTES: Final = 300  # of the largest input that is given to an oracle
LIMITS: Final = (
    *("-1", "0", "1", "2", "5", "6", "9", "10", "420", "421", "600", "601", "1000", "1001", "9001", "9002", "100000"),
    *("100001", "1000000", "1000001", "2147483647", "2147483648", "9" * 18, "9" * 19, "1" * 64),
)


def example(seed: str, number: int) -> tuple[str, bytes]:
    rng = Random(f"{seed} {number}")
    name = NAMES[number % len(NAMES)]
    if rng.random() < 0.05:
        return name, rng.choice((b"", blanks(rng), rng.randbytes(rng.randrange(60)), blanks(rng) + rng.randbytes(1)))
    made, change = divmod(number // len(NAMES), CHANGED)
    data = generated(seed, name, made)
    for _change in range(rng.choice((1, 1, 2, 3)) if change else 0):
        data = rng.choice((testing.mutated, testing.mutated, testing.mutated, with_other_number, with_blanks))(
            data, rng
        )
    return name, data


@lru_cache(maxsize=len(NAMES))  # examples with the same input follow each other
def generated(seed: str, name: str, number: int) -> bytes:
    rng = Random(f"{seed} {name} {number}")
    family = rng.choice([family for family in load(name).jury.families if is_small(family)])
    sizes = {size.name: rng.randint(size.least, min(size.most, size.least + 8)) for size in family.sizes}
    return family.generate(str(rng.random()), sizes)


def is_small(family: Family) -> bool:
    return bool(family.sizes) or family.group in (SMALL, MISTAKES)


def with_other_number(data: bytes, rng: Random) -> bytes:
    tokens = data.split(b" ") if rng.random() < 0.5 else data.split(b"\n")
    tokens[rng.randrange(len(tokens))] = rng.choice(LIMITS).encode()
    return (b" " if data.count(b" ") == len(tokens) - 1 else b"\n").join(tokens)


def with_blanks(data: bytes, rng: Random) -> bytes:
    """Insert blanks at the beginning, at the end or in place of another blank; maybe more than a window of them."""
    places = [0, len(data), *(k for k in range(len(data)) if data[k : k + 1].isspace())]
    at = rng.choice(places[: rng.choice((1, 2, len(places)))])
    return data[:at] + blanks(rng) + data[at:]


def blanks(rng: Random) -> bytes:
    return bytes(rng.choices(b" \t\r\n\v\f", k=rng.randrange(80)))


class Example:
    """An example and what is found when it is read; ``wrong`` says what should not be so."""

    def __init__(self, seed: str, number: int, file: BinaryIO) -> None:
        self.name, self.data = example(seed, number)
        self.rng = Random(f"{seed} {number} readings")
        self.every_way = self.rng.randrange(SHARE) == 0
        self.answer = b"error"
        self.wrong: list[str] = []
        self.results: list[str] = []
        self._file = file

    def read(self) -> str:
        """Read it, maybe in every way; return the digest of the results."""
        for step in (self._solve, self._validate, self._scan, self._check):
            try:
                step()
            except Exception as error:
                self._fault(f"{step.__name__[1:]} raised {type(error).__name__}: {error}")
        return hashlib.sha256("\n".join(self.results).encode("utf-8", "backslashreplace")).hexdigest()[:16]

    def _fault(self, what: str) -> None:
        self.wrong.append(f"{self.name}, {self.data[:300]!r}: {what}")
        self.results.append(what)

    def _open(self, source: str) -> Input:
        match source:
            case "bytes":
                return self.data
            case "a file":
                return BytesIO(self.data)
            case "a file that gives a few bytes at a time":
                return support.ShortReads(self.data, self.rng.randint(1, 7))
            case "an unbuffered file":
                self._file.seek(0)
                self._file.truncate()
                self._file.write(self.data)
                self._file.seek(0)
                return self._file
            case _:
                mapped = mmap.mmap(-1, len(self.data))
                mapped[:] = self.data
                return mapped

    def _same(self, what: str, read: Callable[[Input], Result]) -> Result:
        """Return the result of reading, and note a fault if it depends on the source."""
        sources: Sequence[str] = SOURCES if self.data else SOURCES[:-1]  # an mmap can't be empty
        if not self.every_way:
            sources = [self.rng.choice(sources)]
        results = [(source, read(self._open(source))) for source in sources]
        first = results[0][1]
        for source, result in results[1:]:
            if result != first:
                self._fault(f"{what}: {str(first)[:200]} from bytes, but {str(result)[:200]} from {source}")
        self.results.append(str(first))
        return first

    def _solve(self) -> None:
        first, *others = SETTINGS[self.name]
        self.answer = self._same(f"solving with {first}", partial(self._outcome, first))
        for settings in others:
            if self.every_way or self.rng.random() < 0.2:
                self._same(f"solving with {settings}", partial(self._outcome, settings))

    def _outcome(self, settings: Settings, source: Input) -> bytes:
        return testing.outcome(load(self.name), source, settings)

    def _validate(self) -> None:
        jury = load(self.name).jury
        window = self.rng.choice((32, 33, 40, 64, WINDOW))
        found = self._same(f"a window of {window} bytes", lambda source: self._errors_in_window(source, window))
        if self.every_way:
            self._same("validating", lambda source: list(map(str, find_errors(jury, source))))
            lenient = self._same("validating", lambda source: list(map(str, find_errors(jury, source, lenient=True))))
            if found != lenient:
                self._fault(f"{str(lenient)[:200]}, but {str(found)[:200]} with a window of {window} bytes")
        if (not found) == self.answer.startswith(b"error"):
            self._fault(f"the validator finds {str(found)[:200]}, the solver {self.answer[:200]!r}")
        # Interpreted oracles take long, and the modes' answers are compared anyway.
        if not found and len(self.data) <= ORACLE_BYTES and (self.every_way or support.COMPILED):
            right = support.ORACLE[self.name](self.data)
            if right != self.answer:
                self._fault(f"the oracle's answer is {right[:200]!r}, the solver's {self.answer[:200]!r}")

    def _errors_in_window(self, source: Input, window: int) -> list[str]:
        """Return what the validator finds, whatever the white space, if it holds this many bytes at a time."""
        errors: list[InputError] = []
        validator = load(self.name).jury.validator
        assert isinstance(validator, ScanningValidator)
        try:
            validator.validate(Scanner(source, window=window, errors=errors))
        except InputError as error:
            if error not in errors:
                errors.append(error)
        return [str(error) for error in sorted(errors, key=lambda error: (error.line, error.column))]

    def _scan(self) -> None:
        kinds, window = self.rng.random(), self.rng.randint(32, 64)
        if self.every_way:
            self._same(
                f"scanning with a window of {window} bytes",
                lambda source: support.read_tokens(Scanner(source, window=window), Random(kinds)),
            )

    def _check(self) -> None:
        if self.answer.startswith(b"error"):
            return
        output = self.answer
        for _change in range(self.rng.choice((0, 1, 1, 2))):
            output = testing.mutated(output, self.rng)
        jury = load(self.name).jury
        with_reasons = self.every_way or self.rng.random() < 0.1  # which take long
        verdict = check(jury, self.data, BytesIO(output), lambda: [self.answer], reasons=with_reasons)
        if self.every_way:
            most = self.rng.randint(1, 7)
            for reasons in (True, False):
                other = check(jury, self.data, support.ShortReads(output, most), lambda: [self.answer], reasons=reasons)
                if other.kind is not verdict.kind or (reasons and other != verdict):
                    self._fault(f"the output {output[:200]!r} gets two verdicts: {verdict.message}; {other.message}")
        if self.name != "nogo" and verdict.accepted != (output.split() == self.answer.split()):
            self._fault(f"the output {output[:200]!r} gets a wrong verdict: {verdict.message}")
        self.results += [verdict.kind.name, verdict.message, *verdict.meaning]


# Processes


def work(seed: str, numbers: range) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program that started this one ends it
    start = time.process_time()
    with tempfile.TemporaryFile(buffering=0) as file:
        for number in numbers:
            limit_time()
            example = Example(seed, number, file)
            digest = example.read()
            for what in example.wrong:
                print(f"wrong example {number}: {ascii(what)[1:-1]}")
            print(number, digest, flush=True)
    print("done", time.process_time() - start)


def limit_time() -> None:
    """Let a signal end this process after ``SECONDS`` more of processor time, even in a loop without Python code."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, SECONDS)


def read(seed: str, pure: bool, numbers: range) -> tuple[dict[int, str], list[str], float]:
    """Read examples in a process, compiled or, if ``pure``, interpreted.

    Returns the digests of the examples, what is wrong, and the processor time that it took. If the process ends before
    it has read all of them, the first that is missing is to blame.
    """
    mode = "interpreted" if pure or not support.COMPILED else "compiled"
    words = map(str, (numbers.start, numbers.stop, numbers.step))
    command = [sys.executable, os.fspath(Path(__file__).resolve()), "--seed", seed, "--work", *words]
    environment = {**os.environ, **({"REFSOL_PURE": "1"} if pure else {})}
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="ascii", env=environment, check=False)
    digests: dict[int, str] = {}
    wrong: list[str] = []
    seconds = 0.0
    for line in done.stdout.splitlines():
        first, _, rest = line.partition(" ")
        if first == "done":
            seconds = float(rest)
        elif first == "wrong":
            wrong.append(f"{rest} ({mode})")
        else:
            digests[int(first)] = rest
    lost = next((number for number in numbers if number not in digests), None)
    if lost is not None:
        wrong.append(f"example {lost}: the process ended {campaign.ending(done.returncode, SECONDS)} ({mode})")
    return digests, wrong, seconds


def read_batch(seed: str, modes: Sequence[bool], batch: campaign.Batch) -> tuple[float, list[str]]:
    index = NAMES.index(batch.name)
    numbers = range(batch.first * len(NAMES) + index, batch.end * len(NAMES) + index, len(NAMES))
    found = [read(seed, pure, numbers) for pure in modes]
    wrong = [what for _digests, faults, _seconds in found for what in faults]
    for number in numbers:
        if len({digests[number] for digests, _faults, _seconds in found if number in digests}) > 1:
            name, data = example(seed, number)
            wrong.append(f"example {number}: {name}, {data[:300]!r}: the modes differ")
    return sum(seconds for _digests, _faults, seconds in found), wrong


def fuzz(
    seed: str,
    minutes: float | None = None,
    inputs: int | None = None,
    *,
    first: int = 0,
    names: Sequence[str] = NAMES,
    jobs: int = 1,
    interpreted: bool = True,
) -> campaign.Tally:
    """Read examples of each problem, from number ``first`` up to ``inputs``, for this many ``minutes``; print faults.

    Where the library is compiled, they are read compiled and, if ``interpreted``, interpreted, too.
    """
    tally = campaign.Tally(names, first, inputs)
    modes = (False, True) if support.COMPILED and interpreted else (False,)
    todo = campaign.batches(names, first, inputs, BATCH, None if minutes is None else 60 * minutes)
    try:
        for batch, (seconds, wrong) in campaign.in_order(
            ThreadPoolExecutor(jobs), jobs, partial(read_batch, seed, modes), todo
        ):
            tally.add(batch, seconds, wrong)
            print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
    except KeyboardInterrupt:
        tally.interrupt()
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description="Read generated inputs in many ways.")
    parser.add_argument("--minutes", type=float, help="how long; by default 1, or until all inputs are read")
    parser.add_argument("--inputs", type=int, help="the number of inputs of each problem")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input of each problem")
    parser.add_argument("--problem", choices=NAMES, action="append", help="a problem to try; by default all")
    parser.add_argument("--seed", default=str(support.FRESH_SEED))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, help="the number of a single example to show and to read, in this mode")
    parser.add_argument(
        "--no-interpreted", action="store_true", help="don't read the inputs with interpreted code, too"
    )
    parser.add_argument("--work", type=int, nargs=3, help=argparse.SUPPRESS)  # what the processes of a run do
    options = parser.parse_args()
    if options.only is not None:
        with tempfile.TemporaryFile(buffering=0) as file:
            shown = Example(options.seed, options.only, file)
            print(shown.name, shown.data)
            print(shown.read(), *shown.results, sep="\n")
            print(*shown.wrong, sep="\n", end="\n" if shown.wrong else "")
        return 1 if shown.wrong else 0
    if options.work:
        work(options.seed, range(*options.work))
        return 0
    tally = fuzz(
        options.seed,
        1.0 if options.minutes is None and options.inputs is None else options.minutes,
        options.inputs,
        first=options.first,
        names=options.problem or NAMES,
        jobs=options.jobs,
        interpreted=not options.no_interpreted,
    )
    mode = "interpreted" if not support.COMPILED else "compiled" if options.no_interpreted else "both"
    print(tally.table(options.seed, mode))
    if tally.faults:
        print("To repeat one: python tests/fuzz.py --only NUMBER --seed", options.seed)
    return tally.status


if __name__ == "__main__":
    sys.exit(main())
