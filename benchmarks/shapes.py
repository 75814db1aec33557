"""How soon ``refsol own stress`` finds mistakes about trees, and how small trees become; and a plain reducer.

``python benchmarks/shapes.py`` runs a campaign for each wrong program of the examples that have shapes, and prints a
table: medians over the seeds. The last two columns are the results of a plain reducer on the same failing input: it
deletes lines, ever fewer at a time, while the input is valid and the program fails. It either leaves the first line,
which counts, as it is, or makes it fit, which someone has to program for each problem.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from processes import COMPILER

from examples import EXAMPLES, campaign
from refsol.jury.validation import find_errors
from refsol.own import Described, problem_of, read_spec

NAMES: Final = ("distances", "groves")
LARGE: Final = ("distances/recursive.py",)
"""The programs that fail only on large inputs, where runs take too long for many of them."""

Fails = Callable[[bytes], bool]


def fails_on(problem: Described, words: list[str]) -> Fails:
    """Return what says whether an input is valid and a program answers it wrongly, or crashes."""

    def fails(data: bytes) -> bool:
        if find_errors(problem.jury, data):
            return False
        done = subprocess.run(words, input=data, capture_output=True)
        return done.returncode != 0 or done.stdout.split() != b"".join(problem.solve(data, {})).split()

    return fails


def without_lines(data: bytes, fails: Fails, *, counts: bool) -> bytes:
    """Return an input from which lines are deleted; if it ``counts``, the numbers in the first line follow."""
    first, *lines = data.splitlines(keepends=True)
    length = len(lines)
    while length:
        start = 0
        while start < len(lines):
            kept = lines[:start] + lines[start + length :]
            heading = first
            if counts:
                heading = b" ".join(b"%d" % (int(word) - len(lines) + len(kept)) for word in first.split()) + b"\n"
            if fails(heading + b"".join(kept)):
                first, lines = heading, kept
            else:
                start += length
        length //= 2
    return first + b"".join(lines)


def row(name: str, program: Path, seeds: int, directory: Path) -> str:
    """Return the row of the table for a program."""
    spec = read_spec(EXAMPLES / name / "refsol.toml")
    words = [sys.executable, str(program)]
    if program.suffix == ".cpp":
        words = [str(directory / program.stem)]
        subprocess.run([str(COMPILER), "-O2", "-o", words[0], str(program)], check=True)
    found = [campaign(spec, words, str(seed), ()) for seed in range(1, seeds + 1)]
    fails = fails_on(problem_of(spec), words)
    made = [each.finding.failure.data for each in found]
    plain = [[len(without_lines(data, fails, counts=counts)) for data in made] for counts in (False, True)]
    cells = [
        f"`{name}/{program.name}`",
        f"{median(each.seconds for each in found):.1f}",
        *(f"{median(sizes):,.0f}" for sizes in ([*map(len, made)], [len(each.finding.data) for each in found], *plain)),
        f"`{' ⏎ '.join(found[0].finding.data.decode().splitlines())}`",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="campaigns for each program")
    arguments = parser.parse_args()
    print("| program | s to find | bytes | shrunk to | lines deleted | with counts | shrunk input |", flush=True)
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for name in NAMES:
            for file in sorted((EXAMPLES / name / "wrong").iterdir()):
                if f"{name}/{file.name}" not in LARGE:
                    print(row(name, file, arguments.seeds, Path(directory)), flush=True)


if __name__ == "__main__":
    main()
