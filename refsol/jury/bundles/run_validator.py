"""The program around a bundled validator. It speaks the protocol of Kattis, which other judges have taken over."""

import sys
from collections.abc import Callable

from refsol.jury.validation import errors_in
from refsol.problem.contract import Layout
from refsol.text.scanner import Scanner


def run_validator(validate: Callable[[Scanner], None], layout: Callable[[], Layout]) -> int:
    """Validate the input on standard input, list its errors, and return the exit status: 42 if there are none, else 43.

    ``validate`` and ``layout`` are those of a :class:`.ScanningValidator`. O(what they take).
    """
    errors = errors_in(sys.stdin.buffer.read(), validate, layout)
    for error in errors:
        print(f"-:{error}", file=sys.stderr)
    return 43 if errors else 42
