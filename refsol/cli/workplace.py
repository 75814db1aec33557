"""Where programs run, here or on a Dask cluster; at the end, nothing that they have left behind."""

import gc
import logging
import os
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.cli.status import FileError, print_error
from refsol.cli.terminal import printable, waiting
from refsol.errors import OptionError
from refsol.jury.parallel.pool import ExecutorError
from refsol.jury.run.program import Leftover, LeftoverKind, StartError, process_left
from refsol.problem import Problem
from refsol.problem.limits import files_called, is_file_name

if TYPE_CHECKING:
    from refsol.jury.parallel.cluster import Cluster


_MOST_LINES: Final = 500  # of what a compiler says
_MOST_JOBS: Final = 1024  # each of them is a process here


class Workplace(NamedTuple):
    """What runs programs: the ``executor`` of calls, ``jobs`` at a time, which is the ``cluster``, if there is one.

    Names of working directories contain the ``label``; what could not be cleaned up so far is ``left``, to be reported.
    """

    executor: Executor
    jobs: int
    label: str
    left: list[Leftover]
    cluster: "Cluster | None" = None


FILES_HELP: Final = (
    "Files that may replace standard input and output: NAME.in and NAME.out. (default: the problem's, if any)"
)


def named_files(problem: Problem, name: str | None) -> tuple[str, str] | None:
    """Return the files that programs may use instead of standard input and output: those called by a ``name``."""
    if name is None:
        return problem.limits.files
    if problem.interactive:
        raise OptionError("--files can't be used where programs talk with an interactor")
    if not is_file_name(name):
        raise OptionError(f"--files takes the name of a file, without .in, not {name!r}")
    return files_called(name)


@contextmanager
def workplace(jobs: int | None, dask: str | None = None) -> Iterator[Workplace]:
    """Provide what makes ``jobs`` calls at a time; at the end, clean up, and report what is left.

    It is the cluster at the address ``dask``, by default with as many jobs as its workers have threads, or else this
    POSIX system, by default with one. Raises ``OptionError`` for too many jobs, and ``FileError`` if the cluster or a
    program can't be used, at first or later.
    """
    if jobs is not None and jobs > _MOST_JOBS:
        raise OptionError(f"--jobs takes at most {_MOST_JOBS}, not {jobs}")
    try:
        if dask is None:
            with _here(jobs or 1) as place:
                yield place
        else:
            left: list[Leftover] = []
            with reported(left), connected(dask) as cluster:
                yield Workplace(cluster, jobs or cluster.threads, os.urandom(8).hex(), left, cluster)
    except (ExecutorError, StartError) as error:
        raise FileError(str(error)) from error


@contextmanager
def connected(address: str) -> Iterator["Cluster"]:
    from refsol.jury.parallel.cluster import Cluster

    logging.disable()  # messages of Dask and its server: an exception says the same in one line
    warnings.simplefilter("ignore")
    gc.enable()  # off in short runs; Dask creates cycles
    try:
        with Cluster(address) as cluster:
            yield cluster
    except Exception as error:  # of Dask if the connection is lost, or several workers died while making a call
        if isinstance(error, ExecutorError) or type(error).__name__ in ("FutureCancelledError", "KilledWorker"):
            raise FileError(str(error)) from error
        raise


@contextmanager
def _here(jobs: int) -> Iterator[Workplace]:
    from refsol.jury.run.processes import adopt_orphans, end_orphans, is_there
    from refsol.jury.run.scratch import locate, remove_labelled

    if locate() is None:
        raise FileError("there is no directory for temporary files that can be written to")
    adopt_orphans()
    label = os.urandom(8).hex()
    left: list[Leftover] = []
    with reported(left):
        try:
            with _executor(jobs) as executor:
                yield Workplace(executor, jobs, label, left)
        finally:
            left += map(process_left, sorted(end_orphans()))
            processes = [leftover for leftover in left if leftover.kind is LeftoverKind.PROCESS]
            left[:] = [leftover for leftover in processes if is_there(leftover.pid)]  # some may have ended meanwhile
            left += [Leftover(LeftoverKind.FILES, message) for message in remove_labelled(label)]  # all that are there


@contextmanager
def compiling(file: str) -> Iterator[None]:
    """Make a ``FileError`` of one because a source ``file`` can't be compiled; print what its compiler says."""
    from refsol.jury.run.sources import CompileError

    try:
        with waiting(f"compiling {file}"):
            yield
    except CompileError as error:
        lines = error.text.splitlines()
        more = [f"... {len(lines) - _MOST_LINES} more lines"] if len(lines) > _MOST_LINES else []
        if sys.stderr is not None:
            with suppress(OSError):
                print(*map(printable, lines[:_MOST_LINES]), *more, sep="\n", file=sys.stderr)
        raise FileError(str(error)) from error
    except StartError as error:
        raise FileError(str(error)) from error


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


def _executor(jobs: int) -> Executor:
    if sys.platform != "linux":
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(jobs)
    from refsol.jury.parallel.workers import WorkerPool

    return WorkerPool(jobs)
