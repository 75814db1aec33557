"""Where programs run on this machine: processes that run them and, at the end, nothing that they have left behind."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import NamedTuple

from refsol.cli.status import print_error
from refsol.jury.program import Leftover, LeftoverKind, process_left


class Workplace(NamedTuple):
    """What runs programs here, for as long as they run."""

    executor: Executor
    """Runs calls: processes or, where there can be none of these, threads."""
    label: str
    """What the names of all working directories must contain."""
    left: list[Leftover]
    """What could not be cleaned up so far, to be reported at the end."""


@contextmanager
def workplace(jobs: int, *, runs_ahead: bool = False) -> Iterator[Workplace]:
    """Provide what makes ``jobs`` calls at a time; at the end, clean up after all runs, and report what is left.

    If it ``runs_ahead``, each process has others beside it (:mod:`refsol.jury.ahead`). For POSIX systems only.
    """
    from refsol.jury.processes import adopt_orphans, end_orphans
    from refsol.jury.scratch import remove_labelled

    adopt_orphans()
    label = os.urandom(8).hex()
    left: list[Leftover] = []
    with reported(left):
        try:
            with _executor(jobs, runs_ahead) as executor:
                yield Workplace(executor, label, left)
        finally:
            left += map(process_left, sorted(end_orphans()))
            left[:] = [leftover for leftover in left if leftover.kind is LeftoverKind.PROCESS]
            left += [Leftover(LeftoverKind.FILES, message) for message in remove_labelled(label)]  # all that are there


@contextmanager
def reported(left: list[Leftover]) -> Iterator[None]:
    """Report at the end what could not be cleaned up, which is in ``left`` by then, in a line for each kind."""
    try:
        yield
    finally:
        for kind in LeftoverKind:
            messages = [leftover.message for leftover in left if leftover.kind is kind]
            if messages:
                print_error(messages[0] + (f", and {len(messages) - 1} more" if len(messages) > 1 else ""))


def _executor(jobs: int, runs_ahead: bool) -> Executor:
    if sys.platform != "linux":
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(jobs)
    from refsol.jury.ahead import prepare
    from refsol.jury.workers import Workers

    return Workers(jobs, prepare if runs_ahead else None)
