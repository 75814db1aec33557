"""Measure how fast a description validates inputs, and generates them.

``python benchmarks/descriptions.py [--rounds N]`` makes an input of about 10 MB with a million numbers for each of
several descriptions, which takes most of the time, and prints a table: the time and the peak memory of a process that
validates it, and how long it took to make it up. Times are those of the processor; of several, the median.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from refsol.own.description import WAYS, Generator, parse, validate

DESCRIPTIONS: Final = {
    "numbers": b"INT(1,10^6,n) NEWLINE REP(n,SPACE) INT(10^8,10^9) END NEWLINE",
    "numbers with names, distinct": b"""INT(1,10^6,n) NEWLINE
        REPI(i,n,SPACE) INT(10^8,10^9,a[i]) END NEWLINE ASSERT(UNIQUE(a))""",
    "lines of two numbers": b"INT(1,5*10^5,n) NEWLINE REP(n) INT(10^8,10^9) SPACE INT(10^8,10^9) NEWLINE END",
    "a regular expression": b'REGEX("([1-9][0-9]{8} )+") NEWLINE',
    "one text": b'REGEX("[a-z]{1,10000000}") NEWLINE',
}
NUMBERS: Final = 10**6
LETTERS: Final = 10**7


def largest(name: str) -> tuple[bytes, float | None]:
    """Return the largest input of the description called ``name``, and how many seconds it took to make it up.

    The description doesn't generate long texts, since it takes long for each character.
    """
    random = Random(1)
    if name == "one text":
        return bytes(random.choices(b"abcdefghijklmnopqrstuvwxyz", k=LETTERS)) + b"\n", None
    if name == "a regular expression":
        return b"".join(b"%d " % random.randrange(10**8, 10**9) for _ in range(NUMBERS)) + b"\n", None
    begin = time.process_time()
    data = Generator(parse(DESCRIPTIONS[name])).generate(WAYS["large"], "1", size=NUMBERS)
    return data, time.process_time() - begin


def measured(name: str, path: Path) -> tuple[float, float]:
    """Return the seconds that it takes to validate the file at ``path``, and the peak memory in MiB beyond start-up."""
    command = [sys.executable, __file__, "--validate", name, "--file", str(path)]
    seconds, mebibytes = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return float(seconds), float(mebibytes)


def validated(name: str, path: Path) -> str:
    """Validate a file in this process; return the seconds, and the peak memory in MiB beyond start-up."""
    description = parse(DESCRIPTIONS[name])
    before = peak_memory()
    data = path.read_bytes()
    begin = time.process_time()
    validate(description, data)
    seconds = time.process_time() - begin
    return f"{seconds} {(peak_memory() - before) / 1024}"


def peak_memory() -> int:
    """Return the peak memory of this process in KiB; the system's other figure includes what its parent had."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="validations of each input")
    parser.add_argument("--validate", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--file", metavar="FILE", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.validate:
        print(validated(arguments.validate, arguments.file))
        return
    print("| input | MB | validated in s | MB a second | peak memory, MiB | generated in s |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "input")
        for name in DESCRIPTIONS:
            data, made = largest(name)
            path.write_bytes(data)
            runs = [measured(name, path) for _ in range(arguments.rounds)]
            seconds, memory = median(run[0] for run in runs), max(run[1] for run in runs)
            megabytes = len(data) / 1e6
            making = "-" if made is None else f"{made:.1f}"
            row = f"{megabytes:.1f} | {seconds:.2f} | {megabytes / seconds:.1f} | {memory:.0f} | {making}"
            print(f"| {name} | {row} |", flush=True)


if __name__ == "__main__":
    main()
