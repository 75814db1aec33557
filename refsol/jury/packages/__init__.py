"""The contents of a package, whatever its format: tests that fit, with points, statements, samples and programs."""

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, pairwise
from pkgutil import resolve_name
from shlex import quote
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from refsol import __version__
from refsol.errors import OptionError, unknown
from refsol.jury.bundles import checker_of, cpp_solver_of, flawed_solver_of, oracle_of, solver_of, validator_of
from refsol.jury.judging import Expectation
from refsol.jury.packages.files import PackageFile, text_file
from refsol.jury.packages.tests import Keep, Test, TestGroup, fewer, full_groups, groups_of, shares
from refsol.jury.packages.tex import sections_of, tex_of, with_formulas
from refsol.jury.run.program import RunLimits
from refsol.jury.testset import code, tests_of
from refsol.problem import NAMES, Problem
from refsol.problem.limits import LANGUAGES, Memory
from refsol.problem.packaging import FILE, LINES, PYTHON, TOKENS, Given, Kind, PackageParts, data_in
from refsol.problem.statement import PARTIAL, USERS, Sample

FORMATS: Final = {
    "kattis-legacy": "kattis:LEGACY",
    **{name: f"{name}:FORMAT" for name in ("kattis", "dmoj", "polygon", "luogu", "hydro", "qduoj", "cms")},
}
"""The names of the formats, and where each is, below this package."""
DEFAULT_SECONDS: Final = RunLimits().seconds
"""The time limit where none was published, that of ``judge``: three times what chess's solution in C++ takes."""
TOTAL: Final = 100
"""The sum of all points in most judges."""
VERDICTS: Final = (
    *(Expectation.ACCEPTED, Expectation.WRONG_ANSWER, Expectation.TIME_LIMIT_EXCEEDED),
    *(Expectation.RUN_TIME_ERROR, Expectation.PARTIALLY_ACCEPTED),
)
"""The verdicts that can be expected of a submission in a package."""
NO_TENTHS: Final = (
    "outputs that are partly right earn nothing there, since a test is worth less than 10 points: see --total"
)
"""What is said where a judge rounds a part of a test's points down to nothing."""
WITHOUT_VALIDATOR: Final = "the package has no validator, which would have to be in C++ with testlib"
"""The text for packages without one."""
LANGUAGE_NAMES: Final = {"en": "english", "zh": "chinese"}
"""The names of the languages in names of files."""
_ACCEPTING: Final = """// The interactor has judged already.

#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    quitf(_ok, "the interactor accepts");
}
"""


class PackageProgram(NamedTuple):
    """A submission: its file's ``name``, its ``data``, and the ``verdict`` expected of the judge, of :data:`VERDICTS`.

    A wrong one of refsol's may be ``harmless``: right for the inputs of the subtask with this slug.
    """

    name: str
    verdict: str
    data: bytes
    harmless: str | None = None


def pair(test: Test | Sample, path: str, suffixes: tuple[str, str] = (".in", ".out")) -> Iterator[PackageFile]:
    """Yield the input and the answer of a ``test``, at a ``path`` with ``suffixes``."""
    yield PackageFile(path + suffixes[0], test.input)
    yield PackageFile(path + suffixes[1], test.answer)


class PackagePlan(NamedTuple):
    """The plan of a package: the options of the command, besides the format.

    The test set has a ``seed``, any text, and programs may take this many ``seconds``. It is ``scored`` if the judge
    gives points; otherwise a program has to pass all tests. The ``checker``, where the format leaves the choice, is
    ``PYTHON`` or ``CPP``; ``testlib`` is the user's testlib.h, for packages that must carry it. The user's
    ``submissions`` are beside refsol's. There may be ``max_tests`` tests, and all files may be ``max_bytes`` large
    together, if that is less than the format allows. The groups are worth ``total``, by default the sum of their points
    or, where tests have points, :data:`TOTAL`.
    """

    seed: str
    seconds: float
    scored: bool
    checker: str
    testlib: bytes | None = None
    submissions: tuple[PackageProgram, ...] = ()
    max_bytes: int | None = None
    max_tests: int | None = None
    total: int | None = None


class Contents(NamedTuple):
    """The contents of a package of a ``problem``, by the ``plan`` of the user, with its contribution, its ``parts``.

    It has the ``samples`` of the statement, the tests in ``groups`` by subtask, and ``submissions``: first refsol's, of
    which the first is accepted, then those of the plan.
    """

    problem: Problem
    plan: PackagePlan
    samples: tuple[Sample, ...]
    groups: tuple[TestGroup, ...]
    submissions: tuple[PackageProgram, ...]
    parts: PackageParts

    @property
    def uuid(self) -> UUID:
        """The problem's UUID, which depends on neither format nor seed."""
        return uuid5(UUID("5a4c3ab8-41c1-5d25-9d0c-5ff3e1c1e5b1"), self.problem.slug)  # of refsol's packages

    @property
    def mebibytes(self) -> int:
        """The memory limit in MiB."""
        memory = self.problem.limits.memory
        return 512 if memory is None else memory.mebibytes  # the memory limit where none was published

    @property
    def by_token(self) -> bool:
        """Whether an output is right if its tokens are those of the answer."""
        parts = self.parts
        return not (parts.custom or parts.ignore_case) and parts.tolerance is None and parts.compare == TOKENS

    @property
    def summed(self) -> bool:
        """Whether each test has separate points, of which an output that is partly right earns a part."""
        return self.problem.limits.test_points is not None and self.plan.scored

    @property
    def has_tenths(self) -> bool:
        """Whether a judge whose points are whole numbers can award each tenth of each test's points. O(tests)."""
        return self.summed and all(min(self.test_points(group)) >= 10 for group in self.groups)

    @property
    def tests(self) -> list[Test]:
        """The tests of all groups, in order. O(tests)."""
        return [test for group in self.groups for test in group.tests]

    def named_submissions(self) -> Iterator[tuple[str, PackageProgram]]:
        """Yield the submissions, each with a unique name; where two have the same, the verdict is put in front."""
        names = [program.name for program in self.submissions]
        for program in self.submissions:
            unique = names.count(program.name) == 1
            yield program.name if unique else f"{program.verdict}_{program.name}", program

    @property
    def native(self) -> str:
        """The language of a statement for Chinese judges: Chinese, if there is one, else English."""
        return [LANGUAGES[0], *self.problem.languages()][-1]

    def statement(self, language: str = LANGUAGES[0], *, partial: bool = True) -> str:
        """Return the statement in a ``language`` for contestants, with the limits and the points of this package.

        It tells of partly right outputs only if they earn ``partial`` points. Raises ``OptionError`` if there is none.
        """
        limits = self.problem.limits
        subtasks = tuple(group.subtask._replace(points=self.points(group), tests=0) for group in self.groups)
        limits = limits._replace(
            subtasks=subtasks if self.plan.scored else subtasks[-1:],
            seconds=self.plan.seconds,
            memory=limits.memory or Memory(self.mebibytes, "MiB"),
            remarks=(),  # on limits that weren't published
            test_points=None,
        )
        without = (USERS,) if partial and self.summed else (USERS, PARTIAL)
        text = self.problem.statement(language, without=without, limits=limits)
        return with_formulas(text) if self.problem.name in NAMES else text

    def tex(self) -> str:
        """Return the statement in English as LaTeX. Raises ``OptionError`` as :func:`.tex_of` does."""
        return tex_of(self.statement(), free=self.parts.is_free)

    def sections(self, language: str, *, partial: bool = True) -> dict[str, str]:
        """Return the text of the :meth:`statement` in a ``language``, which may tell of ``partial`` points, by section.

        Raises ``OptionError`` as that and :func:`.sections_of` do.
        """
        return sections_of(self.statement(language, partial=partial), free=self.parts.is_free)

    def submission_files(self, root: str = "") -> Iterator[PackageFile]:
        """Yield the submissions, in directories by verdict below the directory ``root``."""
        for program in self.submissions:
            yield PackageFile(f"{root}submissions/{program.verdict}/{program.name}", program.data)

    def points(self, group: TestGroup) -> int:
        """Return what a ``group`` is worth: its subtask's points, its tests', or its share of the total. O(groups)."""
        return self._points()[group.number]

    def test_points(self, group: TestGroup) -> list[int]:
        """Return what each test of a ``group`` is worth where tests have points of their own. O(groups + tests)."""
        return shares(self.points(group), len(group.tests))

    def total(self) -> int:
        """Return what all groups are worth. O(groups)."""
        return sum(self._points().values())

    def beside(self, root: str) -> Iterator[PackageFile]:
        """Yield the files that the user's program that judges needs beside it, in the directory ``root``. O(length)."""
        for name, text in () if self.judge is None else self.judge.beside:
            yield text_file(f"{root}{name}", text)

    def _points(self) -> dict[int, int]:
        per_test = self.problem.limits.test_points
        points = {
            group.number: group.subtask.points if per_test is None else per_test * len(group.tests)
            for group in self.groups
        }
        if self.plan.total is not None:
            ends = accumulate(points.values(), initial=0)
            whole = sum(points.values())
            scaled = (self.plan.total * end // whole for end in ends)
            points = dict(zip(points, (end - begin for begin, end in pairwise(scaled)), strict=True))
        return points

    def validator(self, path: str) -> PackageFile:
        """Return the validator in Python, by Kattis's protocol, as the file at ``path``. O(its length)."""
        return text_file(path, validator_of(self.problem), executable=True)

    def checker(self) -> str:
        """Return the checker in Python, as the judge can start it: the user's, or refsol's. O(its length).

        An interactor takes its place.
        """
        text = checker_of(self.problem) if self.judge is None else self.judge.text
        return text if text.startswith("#!") else "#!/usr/bin/env python3\n" + text

    @property
    def judge(self) -> Given | None:
        """The user's program that judges: the checker or the interactor, if there is one."""
        return self.parts.interactor or self.parts.given

    @property
    def cpp_validator(self) -> str | None:
        """The validator in C++ with testlib, if there is one. O(its length)."""
        return _jury_text(self.problem.package, "validator.cpp")

    def cpp_checker(self, points_per_digit: str = "0") -> str:
        """Return the checker in C++, with points in the unit ``points_per_digit``; ``OptionError`` if there is none."""
        if self.parts.given is not None:
            return self.parts.given.text
        if self.parts.interactor is not None:
            return _ACCEPTING
        name = "checker.cpp" if self.parts.compare == TOKENS else "text_checker.cpp"
        source = _jury_text(self.problem.package if self.parts.custom else "refsol", name)
        if source is None:
            raise OptionError(f"{self.problem.slug} has no checker.cpp, which packages of this format need")
        if self.parts.custom:
            return f"#define POINTS_PER_DIGIT {points_per_digit if self.summed else 0}\n\n{source}"
        if self.parts.ignore_case:
            source = f"#define IGNORE_CASE\n\n{source}"
        if self.parts.compare == LINES:
            return f"#define BY_LINE\n\n{source}"
        tolerance = self.parts.tolerance
        return source if tolerance is None else f"#define TOLERANCE {tolerance:g}\n\n{source}"

    def papers(self, root: str = "") -> Iterator[PackageFile]:
        """Yield what only people read, in the directory ``root``: what was published, how tests are made. O(tests)."""
        lines = [
            f"# {self.problem.heading()}: the tests",
            "",
            f"Source of the problem: {self.problem.source}. The tests, answers and programs in this package were made",
            f"by refsol {__version__}. Each input is what the command beside it prints, and each answer is refsol's.",
        ]
        whose = "the model solution's" if self.parts.interactor is None else "the model solution's or empty"
        if self.problem.runs_model:
            lines[2:] = [
                f"The tests and the validator in this package were made by refsol {__version__}. Each input is what",
                f"the command beside it prints, and each answer is {whose}.",
            ]
        if (fidelity := data_in(self.problem.package, "fidelity.md")) is not None:
            lines += ["", "## Published, inferred, decided", "", *fidelity.decode().splitlines()]
        for group in self.groups:
            lines += ["", f"## {group.name}: {group.subtask.limits.en}", ""]
            lines += ["| test | purpose | made by |", "|---|---|---|"]
            for test in group.tests:
                sizes = "".join(f" --{size} {value}" for size, value in test.sizes.items())
                command = self.problem.command("generate")
                line = f"{command} {test.family.name} --seed {quote(test.seed)}{sizes}"
                lines.append(f"| {test.name} | {test.family.purpose} | {code(line)} |")
        yield text_file(f"{root}TESTS.md", "\n".join(lines) + "\n")
        if self.parts.description is not None:
            yield PackageFile(f"{root}{self.parts.description.name}", self.parts.description.content)


def _jury_text(package: str, name: str) -> str | None:
    data = data_in(f"{package}.jury", name)
    return None if data is None else data.decode()


class Format(NamedTuple):
    """A format of packages: ``files`` yields those of a package, ``notes`` what the user has to know, in lines.

    It can take refsol's ``checkers`` in these languages, the default first, and of the user's checkers the ``given``
    ones of these kinds, and ``interactors`` of others. It ``tolerates`` differences if it can say that numbers may
    differ a little from those of the answer, or that outputs are compared in another way than by tokens, and holds
    ``only_tests`` if there is no place for a statement and submissions. All files may be ``max_bytes`` large together,
    if there is such a limit. The judge ``scales`` points if their sum is none of the package's business. Problems of
    users are ``pass_fail`` unless somebody gives points. What they give in the ``linked`` languages may have files
    beside it. Some packages carry ``testlib``.h, the user's.
    """

    files: Callable[[Contents], Iterable[PackageFile]]
    checkers: tuple[str, ...] = (PYTHON,)
    given: tuple[Kind, ...] = ()
    interactors: tuple[Kind, ...] = ()
    tolerates: bool = True
    max_bytes: int | None = None
    only_tests: bool = False
    scales: bool = False
    pass_fail: bool = False
    linked: tuple[str, ...] = ()
    testlib: bool = False
    notes: Callable[[Contents], Iterable[str]] = lambda contents: ()


def load_format(name: str) -> Format:
    """Import the format called ``name``. Raises ``OptionError`` if there is none."""
    if name not in FORMATS:
        raise unknown("format", name, list(FORMATS))
    found: Format = resolve_name(f"refsol.jury.packages.{FORMATS[name]}")
    return found


def contents_of(problem: Problem, kind: Format, plan: PackagePlan, keep: Keep) -> Contents:
    """Return what a package of a ``problem`` holds; ``keep`` makes and keeps tests of sizes that fit. O(making them).

    Raises ``OptionError`` if they can't, and if the format can't hold what there is, or lacks what it needs.
    """
    entries = list(tests_of(problem.jury, plan.seed))
    if plan.max_tests is not None:
        entries = fewer(entries, plan.max_tests)
    if plan.scored and problem.limits.test_points is not None and not kind.scales and len(entries) <= TOTAL:
        plan = plan._replace(total=plan.total or TOTAL)
    nothing = keep("nothing", lambda: ())
    bare = [Test(0, "", entry.family, entry.seed, {}, nothing, nothing) for entry in entries]
    groups = groups_of(problem.limits, bare)
    contents = Contents(problem, plan, (), groups, (), problem.parts())
    contents = contents._replace(submissions=(*_submissions(contents), *plan.submissions))
    _require_what_fits(kind, contents)
    contents = contents._replace(samples=tuple(problem.samples()))
    room = _room(kind, contents)
    contents = contents._replace(groups=full_groups(problem, entries, room, keep))
    if not all(group.at_full_size for group in contents.groups):  # the slow ones may be quick enough
        contents = contents._replace(submissions=(*_submissions(contents, slow=False), *plan.submissions))
    return contents


def _room(kind: Format, bare: Contents) -> int | None:
    bounds = [bound for bound in (kind.max_bytes, bare.plan.max_bytes) if bound is not None]
    if not bounds:
        return None
    # A test also takes up to 400 bytes in lists and in the directory of an archive.
    rest = sum(file.size() for file in kind.files(bare)) + 400 * len(bare.tests)
    room = min(bounds) - rest
    if room <= 0:
        raise OptionError(f"{min(bounds)} bytes are too few: without its tests, the package takes up to {rest}")
    return room


def submissions_of(problem: Problem) -> Iterator[PackageProgram]:
    """Yield refsol's submissions to a ``problem`` with a package: a solution, wrong ones, a slow one. O(sources).

    The solution is in C++, which meets every limit, if there is one.
    """
    if not problem.parts().has_solver:
        return
    if data_in(problem.package, "plain.cpp") is None:
        yield PackageProgram("solver.py", Expectation.ACCEPTED, solver_of(problem).encode())
    else:
        yield PackageProgram("solver.cpp", Expectation.ACCEPTED, cpp_solver_of(problem).encode())
    for flaw in problem.jury.flaws:
        yield PackageProgram(
            f"{flaw.name}.py", Expectation.WRONG_ANSWER, flawed_solver_of(problem, flaw).encode(), flaw.harmless
        )
    if problem.jury.slow_oracle:
        yield PackageProgram("brute_force.py", Expectation.TIME_LIMIT_EXCEEDED, oracle_of(problem).encode())


def _submissions(contents: Contents, *, slow: bool = True) -> Iterator[PackageProgram]:
    """Yield refsol's submissions with what the judge will say of them: where there are points, some earn a part.

    The one that is ``slow`` can be left out.
    """
    several = contents.plan.scored and len(contents.groups) > 1
    for program in submissions_of(contents.problem):
        is_right = program.verdict == Expectation.ACCEPTED
        is_left_out = program.verdict == Expectation.TIME_LIMIT_EXCEEDED and not slow
        if is_left_out or (several and not is_right and program.harmless is None):
            continue  # it depends on the tests whether it passes a group
        partly = not is_right and (several or contents.summed)
        yield program._replace(verdict=Expectation.PARTIALLY_ACCEPTED) if partly else program


def _require_what_fits(kind: Format, contents: Contents) -> None:
    for what, given, kinds in (
        ("checkers", contents.parts.given, kind.given),
        ("interactors", contents.parts.interactor, kind.interactors),
    ):
        if given is not None and given.kind not in kinds:
            if not kinds and what == "interactors":
                raise OptionError("packages in this format can't hold an interactor")
            taken = f"{what} in {' or '.join(map(str, kinds))}" if kinds else "no checkers but refsol's"
            raise OptionError(f"packages in this format take {taken}, not {given.name}, which is in {given.kind}")
        if given is not None and given.beside and given.kind.language not in kind.linked:
            needed = f"{given.name} needs {given.beside[0][0]} beside it"
            raise OptionError(f"{needed}, and packages in this format hold one file of a program")
    if kind.only_tests and contents.plan.submissions:
        raise OptionError("packages in this format can't hold submissions: leave out --submission")
    if not kind.only_tests and all(program.verdict != Expectation.ACCEPTED for program in contents.submissions):
        raise OptionError(
            "a package needs the source of a right solution: add --submission accepted=FILE, "
            f'or "FILE" = "accepted" to [submissions] in {FILE}'
        )
    if not kind.only_tests and not contents.problem.languages():
        raise OptionError(f"a package needs a statement: write one in Markdown, and name it in {FILE}: statement = …")
    if contents.parts.tolerance is not None and not kind.tolerates:
        raise OptionError("judges that read this format can't compare numbers with a tolerance")
    if contents.parts.compare != TOKENS and not kind.tolerates:
        raise OptionError("judges that read this format can't compare outputs by lines or bytes")
    if contents.plan.total is not None:
        what = "test" if contents.summed else "group"
        if any(contents.points(group) < (len(group.tests) if contents.summed else 1) for group in contents.groups):
            raise OptionError(f"--total {contents.plan.total} is too little: each {what} is worth at least one point")
    paths = [f"{program.verdict}/{program.name}" for program in contents.submissions]
    for path in paths:
        if paths.count(path) > 1:
            raise OptionError(f"there are two submissions {path}, maybe one of them refsol's: rename yours")
