"""The verb ``package``."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from refsol import __version__
from refsol.cli.files import emit_text, encoded, opened_input
from refsol.cli.options import Argument, Option, make_verb
from refsol.cli.signals import raised
from refsol.cli.status import Ended, print_error
from refsol.cli.terminal import is_terminal
from refsol.cli.workspace import Workspace
from refsol.errors import OptionError
from refsol.jury.packages import (
    DEFAULT_SECONDS,
    FORMATS,
    VERDICTS,
    Format,
    PackagePlan,
    PackageProgram,
    contents_of,
    load_format,
)
from refsol.jury.packages.tests import Keep
from refsol.jury.testset import tests_of
from refsol.problem import Problem
from refsol.problem.packaging import CPP, PYTHON
from refsol.problem.wording import counted


class Options(NamedTuple):
    """The arguments and options of ``package``."""

    kind: Annotated[str, Argument(f"One of {', '.join(FORMATS)}.", "FORMAT", complete=lambda problem: list(FORMATS))]
    target: Annotated[str, Argument("A new or empty directory, or a new file that ends in .zip.", "TARGET")]
    seed: Annotated[str, Option("Any text; equal seeds give equal packages.", metavar="TEXT", show_default=True)] = "1"
    time_limit: Annotated[
        float | None,
        Option(
            f"Seconds that a program may take. (default: as published, else {DEFAULT_SECONDS:g})",
            metavar="SECONDS",
            least=0.001,
        ),
    ] = None
    max_bytes: Annotated[
        int | None,
        Option(
            "Reduce the largest tests until all files, unzipped, take at most this.",
            metavar="BYTES",
            least=1,
        ),
    ] = None
    pass_fail: Annotated[bool, Option("Award no points: a program has to pass all tests.", "--pass-fail")] = False
    checker: Annotated[
        str | None,
        Option(
            "The language of NoGo's checker; only dmoj takes both. (default: python there)",
            choices=(PYTHON, CPP),
        ),
    ] = None
    testlib: Annotated[
        str | None,
        Option("Your copy of testlib.h: for dmoj with --checker cpp, and for polygon.", metavar="FILE"),
    ] = None
    submission: Annotated[
        tuple[str, ...],
        Option(
            f"Add a program of your own; VERDICT is one of {', '.join(VERDICTS)}. Repeatable.", metavar="VERDICT=PATH"
        ),
    ] = ()


def package(problem: Problem, options: Options) -> None:
    """Write a package of a problem for a judge; print what it holds.

    An interrupted run can be resumed. Raises ``OptionError`` for an option that doesn't fit the format, or if the tests
    don't fit; ``BadInputError`` for a file of the user's that is too large; and ``FileError`` for a file that can't be
    read or written, or a target that is there already.
    """
    kind = load_format(options.kind)
    plan = _plan(problem, options, kind)
    target = Path(options.target)
    with raised():
        workspace = Workspace(target, _manifest(problem, options, plan))
        try:
            with _with_progress(workspace.keep) as keep:
                contents = contents_of(problem, kind, plan, keep)
            files = list(kind.files(contents))
            size = sum(file.size() for file in files)
            workspace.finish(files)
        except (KeyboardInterrupt, Ended):
            print_error(f"{target}: interrupted; run the same command again to resume")
            raise
        except Exception:
            workspace.discard()
            raise
    tests = len(contents.tests)
    groups = counted(len(contents.groups), "group")
    points = f", {contents.total()} points" if plan.scored else ""
    lines = [f"{target}: {options.kind}, {counted(tests, 'test')} in {groups}{points}, {size} bytes unzipped"]
    if not all(group.at_full_size for group in contents.groups):
        lines.append("the largest tests are smaller than the problem's limits, so that everything fits")
    left_out = len(list(tests_of(problem.jury, plan.seed))) - tests
    if left_out > 0:
        lines.append(f"{counted(left_out, 'test')} left out, so that everything fits")
    emit_text("\n".join([*lines, *kind.notes(contents)]) + "\n")


def _plan(problem: Problem, options: Options, kind: Format) -> PackagePlan:
    """Return the plan that the options describe. Raises ``OptionError``, ``FileError`` and ``BadInputError``."""
    if not encoded(options.seed).decode("utf-8", "replace").isprintable():
        raise OptionError("--seed must be a single line of text")
    checker = kind.checkers[0] if options.checker is None else options.checker
    if checker not in (PYTHON, CPP):
        raise OptionError(f"--checker takes one of {PYTHON}, {CPP}, not {checker!r}")
    if checker not in kind.checkers:
        raise OptionError(f"packages for {options.kind} take only a checker in {kind.checkers[0]}")
    limit = options.time_limit or problem.limits.seconds or DEFAULT_SECONDS
    return PackagePlan(
        seed=options.seed,
        seconds=round(limit, 3),
        scored=not options.pass_fail,
        checker=checker,
        testlib=None if options.testlib is None else _content(options.testlib),
        submissions=tuple(map(_program, options.submission)),
        max_bytes=options.max_bytes,
    )


def _program(text: str) -> PackageProgram:
    """Return the submission that ``VERDICT=PATH`` describes."""
    verdict, separator, path = text.partition("=")
    if not separator or verdict not in VERDICTS:
        raise OptionError(f"--submission takes VERDICT=PATH, with one of {', '.join(VERDICTS)}, not {text!r}")
    return PackageProgram(Path(path).name, verdict, _content(path))


def _content(path: str) -> bytes:
    with opened_input(path) as data:
        return data if isinstance(data, bytes) else data.read()


def _manifest(problem: Problem, options: Options, plan: PackagePlan) -> str:
    """Return what the package depends on, in a line of JSON."""
    import json  # slow to import

    return (
        json.dumps(
            {
                "refsol": __version__,
                "problem": problem.key,
                "format": options.kind,
                **plan._asdict(),
                "testlib": None if plan.testlib is None else sha256(plan.testlib).hexdigest(),
                "submissions": [(each.name, each.verdict, sha256(each.data).hexdigest()) for each in plan.submissions],
            }
        )
        + "\n"
    )


@contextmanager
def _with_progress(keep: Keep) -> Iterator[Keep]:
    """Yield ``keep``; meanwhile, a terminal shows how many files it has returned."""
    if not is_terminal(sys.stderr):
        yield keep
        return
    from rich.console import Console  # slow to import
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("tests: files made"), TextColumn("{task.completed}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("")

        def shown(name: str, make: Callable[[], Iterable[bytes]]) -> Path:
            path = keep(name, make)
            progress.advance(task)
            return path

        yield shown


VERB: Final = make_verb(
    "package",
    "Write a package for a judge: statement, tests with answers and points, validator, checker and submissions.",
    lambda problem: f"kattis-legacy {problem.name}",
    Options,
    package,
)
"""``refsol PROBLEM package``."""
