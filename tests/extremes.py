"""Solve, validate and check all samples, and an input of every family at its default sizes, most of them the largest.

``python tests/extremes.py`` prints what went wrong, and ends with status 1 if anything did. ``nox -s asan`` runs it
with a build that notices invalid accesses to memory. Interpreted, it would take hours.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import BinaryIO

import support
from fuzz import SETTINGS

from refsol.jury import testing
from refsol.jury.checking import check
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load


def inputs(name: str) -> Iterator[tuple[str, bytes, bytes | None]]:
    """Yield the inputs of a problem: what each is, its bytes and, if that is known, the right answer."""
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        yield f"sample {path.stem}", path.read_bytes(), path.with_suffix(".ans").read_bytes()
    for family in load(name).jury.families:
        yield f"family {family.name}", family.generate(f"{name} {family.name}"), None


def faults(name: str, file: BinaryIO, right: bytes | None) -> Iterator[str]:
    """Yield what goes wrong with the valid input in ``file``, whose answer is ``right``, unless that is unknown."""
    jury = load(name).jury
    yield from (f"the validator finds {error}" for error in find_errors(jury, file))
    for settings in SETTINGS[name]:
        file.seek(0)
        answer = testing.outcome(load(name), file, settings)
        if answer.startswith(b"error"):
            yield f"the solver with {settings} finds {answer.decode('ascii')}"
        if right is not None and not settings and answer != right:
            yield "the answer is wrong"
        if "reading" in settings:
            continue  # outputs are judged by the strict reading
        middle = answer.find(b"\n", len(answer) // 2) + 1
        for output, accepted in ((answer, True), (answer[:middle] + b"-7 " + answer[middle:], False)):
            verdict = check(jury, file, BytesIO(output), partial(iter, [answer]), reasons=False)
            if verdict.accepted != accepted:
                yield f"the verdict on the answer with {settings} is wrong: {verdict.message}"


def main() -> int:
    count = wrong = 0
    for name in NAMES:
        for what, data, right in inputs(name):
            start = time.process_time()
            with tempfile.TemporaryFile() as file:
                file.write(data)
                for fault in faults(name, file, right):
                    print(f"{name}, {what}: {fault}")
                    wrong += 1
            print(f"{name}, {what}: {len(data)} bytes, {time.process_time() - start:.1f} s", file=sys.stderr)
            count += 1
    print(f"{count} inputs, {'compiled' if support.COMPILED else 'interpreted'}: {wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
