"""Counts the formats of public problems that ``refsol own describe`` gets right: ``python benchmarks/describe.py``.

The formats are in ``tests/tables/formats.toml``, with samples and constraints. A description is right if it accepts
inputs that are valid and refuses those that aren't. Where it is wrong, it is marked as a guess, or there is none.
"""

import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.own.description import DescriptionError, parse, validate
from refsol.own.inference import SampleError, parse_constraints, propose

TABLE: Final = Path(__file__).parents[1] / "tests" / "tables" / "formats.toml"


class Format(NamedTuple):
    """A problem of the table."""

    name: str
    samples: Sequence[str]
    constraints: str
    valid: Sequence[str]
    invalid: Sequence[str]
    mark: str = ""
    """If the description is wrong, the comment that tells, or if there is none, the message."""


def formats() -> list[Format]:
    """Return the table."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return [Format(**fields) for fields in table["problem"]]


def description_of(problem: Format) -> str:
    """Return the description that is proposed for a problem."""
    files = [(f"{number}.in", sample.encode()) for number, sample in enumerate(problem.samples, 1)]
    return propose(files, parse_constraints(problem.constraints.encode())).text


def mistakes(problem: Format, text: str) -> list[str]:
    """Return the inputs about which a description, ``text``, is wrong."""
    description = parse(text.encode())
    found: list[str] = []
    for data, is_valid in [(data, True) for data in problem.valid] + [(data, False) for data in problem.invalid]:
        try:
            validate(description, data.encode())
            accepted = True
        except (InputError, DescriptionError):
            accepted = False
        if accepted != is_valid:
            found.append(f"{'accepts' if accepted else 'refuses'} {data!r}")
    return found


def main() -> None:
    """Print which problems are right, and which are not; with ``-v``, all descriptions."""
    right = 0
    everything = formats()
    longest = 0.0
    for problem in everything:
        start = time.perf_counter()
        try:
            text = description_of(problem)
            wrong = mistakes(problem, text)
        except SampleError as error:
            text, wrong = "", [str(error)]
        seconds = time.perf_counter() - start
        longest = max(longest, seconds)
        right += not wrong
        if wrong or "-v" in sys.argv:
            print(f"{'wrong' if wrong else 'right'}: {problem.name} ({seconds:.2f} s)", *wrong, sep="\n  ")
            if "-v" in sys.argv:
                print(text)
    print(f"{right} of {len(everything)} right; {longest:.1f} s at most")


if __name__ == "__main__":
    main()
