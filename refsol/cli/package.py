"""The verb ``package``: a package for a judge, made completely or not at all, and resumed where it was interrupted."""

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

from refsol import __version__
from refsol.cli.files import content_of, emit_text, is_leftover, naming, write_output
from refsol.cli.generate import print_refused, print_slow
from refsol.cli.status import FileError, print_error, resumable
from refsol.cli.terminal import StatusLine
from refsol.cli.verbs import argument, as_verb, option, require_line
from refsol.errors import OptionError
from refsol.jury.judging import Expectation
from refsol.jury.packages import (
    DEFAULT_SECONDS,
    FORMATS,
    VERDICTS,
    PackagePlan,
    PackageProgram,
    contents_of,
    load_format,
)
from refsol.jury.packages.files import PackageFile, write_zip
from refsol.jury.testset import tests_of
from refsol.problem import Problem
from refsol.problem.packaging import CPP, PYTHON, TESTLIB_H
from refsol.problem.wording import counted

_ZIP: Final = ".zip"  # the suffix of a target that is an archive
_NO_TESTLIB: Final = f"this package doesn't need {TESTLIB_H}: leave out --testlib"


@as_verb(
    "Write a package for a judge: statement, tests with answers and points, validator, checker and submissions.",
    lambda problem: f"kattis-legacy {problem.name}",
)
def package(
    problem: Problem,
    *,
    kind: Annotated[str, f"One of {', '.join(FORMATS)}.", argument("FORMAT", complete=lambda problem: list(FORMATS))],
    target: Annotated[str, "A new or empty directory, or a new file that ends in .zip.", argument("TARGET")],
    seed: Annotated[str, "Any text; equal seeds give equal packages.", option("TEXT")] = "1",
    time_limit: Annotated[
        float | None,
        f"Seconds that a program may take. (default: as published, else {DEFAULT_SECONDS:g})",
        option("DEFAULT_SECONDS", least=0.001),
    ] = None,
    max_bytes: Annotated[
        int | None, "Reduce the largest tests until all files, unzipped, take at most this.", option("BYTES", least=1)
    ] = None,
    max_tests: Annotated[
        int | None,
        "Leave out tests of the families that have the most, until there are this many.",
        option("N", least=1),
    ] = None,
    total: Annotated[
        int | None,
        "Scale the points so that they add up to this. (default: 100, except for dmoj)",
        option("POINTS", least=1),
    ] = None,
    pass_fail: Annotated[
        bool,
        "Award no points: a program has to pass all tests. (default for your problem in Kattis's formats)",
        option(),
    ] = False,
    checker: Annotated[
        str | None,
        "The language of NoGo's checker, which only dmoj lets you choose. (default: python)",
        option(choices=(PYTHON, CPP)),
    ] = None,
    testlib: Annotated[
        str | None, "Your copy of testlib.h: for dmoj with --checker cpp, and for polygon.", option("FILE")
    ] = None,
    submission: Annotated[
        tuple[str, ...],
        f"Add a program of your own; VERDICT is one of {', '.join(VERDICTS)}. Repeatable.",
        option("VERDICT=PATH"),
    ] = (),
) -> None:
    form = load_format(kind)
    require_line(seed)
    chosen = form.checkers[0] if checker is None else checker
    if chosen not in (PYTHON, CPP):
        raise OptionError(f"--checker takes one of {PYTHON}, {CPP}, not {checker!r}")
    if chosen not in form.checkers:
        raise OptionError(f"packages for {kind} take only a checker in {form.checkers[0]}")
    if testlib is not None and not form.testlib:
        raise OptionError(_NO_TESTLIB)
    if pass_fail and total is not None:
        raise OptionError("--pass-fail awards no points: leave out --total")
    programs = tuple(map(_program, submission))
    has_points = total is not None or any(each.verdict == Expectation.PARTIALLY_ACCEPTED for each in programs)
    plan = PackagePlan(
        seed=seed,
        seconds=round(time_limit or problem.limits.seconds or DEFAULT_SECONDS, 3),
        scored=not pass_fail and (has_points or not (problem.runs_model and form.pass_fail)),
        checker=chosen,
        testlib=None if testlib is None else content_of(testlib),
        submissions=programs,
        max_bytes=max_bytes,
        max_tests=max_tests,
        total=total,
    )
    if not target:
        raise OptionError("expected TARGET, found an empty name")
    path = Path(target)
    for each in plan.submissions if path.suffix == _ZIP else ():
        if each.name != each.name.encode("utf-8", "replace").decode("utf-8"):
            raise OptionError(f"--submission: the name {each.name!r} isn't UTF-8, as names in zip files are")
    with resumable(path):
        workspace = _Workspace(path if path.name not in ("", "..") else path.resolve(), _manifest(problem, kind, plan))
        try:
            with StatusLine() as line:
                say = cache(partial(print_slow, problem))

                def keep(name: str, make: Callable[[], Iterable[bytes]]) -> Path:
                    if name.endswith(".in"):  # the first test, once all options fit
                        say()
                    line.show(f"making {name}")
                    return workspace.keep(name, make)

                contents = contents_of(problem, form, plan, keep)
            made = [test.input for group in contents.groups for test in group.tests]
            for message in problem.unreached(path.read_bytes() for path in reversed(made)):  # the largest come last
                print_error(message)
            files = list(form.files(contents))
            if testlib is not None and not any(file.path.endswith(TESTLIB_H) for file in files):
                raise OptionError(_NO_TESTLIB)
            size = sum(file.size() for file in files)
            workspace.finish(files)
        except Exception:
            workspace.discard()
            raise
    tests = len(contents.tests)
    print_refused(problem, tests)
    groups = counted(len(contents.groups), "group")
    points = f", {contents.total()} points" if plan.scored else ""
    lines = [f"{path}: {kind}, {counted(tests, 'test')} in {groups}{points}, {size} bytes unzipped"]
    if not all(group.at_full_size for group in contents.groups):
        lines.append("the largest tests are smaller than the problem's limits, so that everything fits")
    left_out = len(list(tests_of(problem.jury, plan.seed))) - tests
    if left_out > 0:
        lines.append(f"{counted(left_out, 'test')} left out")
    emit_text("\n".join([*lines, *form.notes(contents)]) + "\n")


def _program(text: str) -> PackageProgram:
    verdict, separator, path = text.partition("=")
    if not separator or verdict not in VERDICTS:
        raise OptionError(f"--submission takes VERDICT=PATH, with one of {', '.join(VERDICTS)}, not {text!r}")
    return PackageProgram(Path(path).name, verdict, content_of(path))


def _manifest(problem: Problem, kind: str, plan: PackagePlan) -> str:
    import json  # slow to import

    made_from = {
        "refsol": __version__,
        "problem": problem.key,
        "format": kind,
        **plan._asdict(),
        "testlib": None if plan.testlib is None else sha256(plan.testlib).hexdigest(),
        "submissions": [(each.name, each.verdict, sha256(each.data).hexdigest()) for each in plan.submissions],
    }
    return json.dumps(made_from) + "\n"


class _Workspace:
    """The directory beside a ``target`` in which it is made; ``manifest`` describes the target.

    Its parts are kept there, so that an interrupted run can be resumed; a part is complete if it is there. At the end,
    the target is renamed into its place, and the rest removed. Raises ``FileError`` if the target or the directory is
    another one's, or, as all methods, if a file can't be used, unless an ``OSError`` says so.
    """

    def __init__(self, target: Path, manifest: str) -> None:
        with naming(target):
            if os.path.lexists(target) and (  # but for an empty directory in the place of one
                target.suffix == _ZIP or target.is_symlink() or not target.is_dir() or any(target.iterdir())
            ):
                raise FileError(f"{target}: already exists; choose a new target, or delete it")
        self._target: Final = target
        self._root: Final = target.with_name(target.name + ".refsol-part")
        mark = self._root / "manifest.json"
        there = None
        if self._root.exists():
            there = mark.read_bytes() if mark.exists() else None
            if there is None and not all(map(is_leftover, self._root.iterdir())):
                raise FileError(f"{self._root}: is not an unfinished package")
        else:
            self._root.mkdir(parents=True)
        if there is None:
            try:
                write_output(str(mark), [manifest.encode()])
            except Exception:
                self.discard()
                raise
        elif there != manifest.encode():
            raise FileError(f"{self._root}: was left by another command; repeat that command, or delete this")

    def keep(self, name: str, make: Callable[[], Iterable[bytes]]) -> Path:
        """Return the file with the part called ``name``; if it isn't there, its content is made."""
        path = self._root / "parts" / name
        with naming(path):
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_output(str(path), make())
        return path

    def finish(self, files: Sequence[PackageFile]) -> None:
        """Make the target of ``files``, a zip archive if it is called so, and remove the parts."""
        whole = self._root / "whole"
        try:
            _remove(whole)
            if self._target.suffix == _ZIP:
                with whole.open("wb") as archive:
                    write_zip(archive, files)
            else:
                _write_tree(whole, files)
            if self._target.is_dir() and self._target.samefile(os.curdir):  # which a shell would lose
                for path in sorted(whole.iterdir()):
                    path.rename(self._target / path.name)
            else:
                whole.replace(self._target)
        except OSError as error:
            raise FileError(f"{error.filename or self._target}: {error.strerror}") from error
        self.discard()

    def discard(self) -> None:
        try:
            _remove(self._root)
        except OSError as error:
            print_error(f"{self._root}: can't be removed: {error.strerror}")


def _write_tree(root: Path, files: Iterable[PackageFile]) -> None:
    root.mkdir()
    for file in files:
        path = root / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(file.content, Path):
            try:
                path.hardlink_to(file.content)
                continue
            except OSError:  # the file system may have no links
                path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, file.mode())
        with os.fdopen(handle, "wb") as copy:
            copy.writelines(file.chunks())


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
