"""What a package holds, whatever its format: tests with points, statements, samples, programs; and the formats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from shlex import quote
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from refsol import __version__
from refsol.errors import OptionError, unknown
from refsol.jury.bundles.programs import checker_of, validator_of
from refsol.jury.packages.files import File, text_file
from refsol.jury.packages.tests import Group, Test
from refsol.jury.packages.tex import sections_of, tex_of
from refsol.jury.testset import code
from refsol.problem import Problem
from refsol.problem.limits import LANGUAGES
from refsol.problem.packaging import PYTHON, Kind, PackageParts, text_in
from refsol.problem.statement import Sample

FORMATS: Final = ("kattis-legacy", "kattis", "dmoj", "polygon", "luogu", "hydro", "qduoj", "cms")
"""The names of the formats."""
SECONDS: Final = 10.0
"""The time limit where none was published."""
MEBIBYTES: Final = 512
"""The memory limit where none was published."""
ACCEPTED: Final = "accepted"
"""The verdict on a program that passes all tests."""
WRONG_ANSWER: Final = "wrong_answer"
"""The verdict on one that gives a wrong answer to some test."""
TIME_LIMIT_EXCEEDED: Final = "time_limit_exceeded"
"""The verdict on one that takes too long."""
PARTIALLY_ACCEPTED: Final = "partially_accepted"
"""The verdict on one that earns a part of the points."""
VERDICTS: Final = (ACCEPTED, WRONG_ANSWER, TIME_LIMIT_EXCEEDED, "run_time_error", PARTIALLY_ACCEPTED)
"""What a judge can be expected to say of a submission, as Kattis calls the directories."""
SHEBANG: Final = "#!/usr/bin/env python3\n"
"""The first line of programs that the judge starts."""
WITHOUT_VALIDATOR: Final = "the package has no validator, which would have to be in C++ with testlib"
"""What is said of packages without one."""
LANGUAGE_NAMES: Final = {"en": "english", "zh": "chinese"}
"""What judges call the languages in names of files."""
_NAMESPACE: Final = UUID("5a4c3ab8-41c1-5d25-9d0c-5ff3e1c1e5b1")  # of refsol's packages


class Program(NamedTuple):
    """A submission: the ``name`` of its file, its ``data``, and the ``verdict`` expected of the judge.

    The verdict is one of :data:`VERDICTS`. A wrong one of refsol's may be ``harmless``: for the inputs of the subtask
    with this slug, it is right.
    """

    name: str
    verdict: str
    data: bytes
    harmless: str | None = None


class Numbered(NamedTuple):
    """A ``test`` with its ``number`` among all tests, and its ``group``."""

    number: int
    group: Group
    test: Test


def pair(test: Test | Sample, path: str, suffixes: tuple[str, str] = (".in", ".out")) -> Iterator[File]:
    """Yield the input and the answer of a ``test``, at a ``path`` with ``suffixes``."""
    yield File(path + suffixes[0], test.input)
    yield File(path + suffixes[1], test.answer)


class Plan(NamedTuple):
    """What a package is to be like: the options of the command, beside the format."""

    seed: str
    """The seed of the test set, any text."""
    seconds: float
    """The time limit."""
    scored: bool
    """Whether the judge gives points; otherwise a program has to pass all tests."""
    checker: str
    """Which checker the package takes where the format leaves the choice: :data:`refsol.problem.packaging.PYTHON` or
    :data:`refsol.problem.packaging.CPP`."""
    testlib: bytes | None = None
    """The user's testlib.h, for formats whose packages must carry it."""
    submissions: tuple[Program, ...] = ()
    """The user's submissions, beside refsol's."""
    max_bytes: int | None = None
    """How large all files may be together, if that is less than the format allows."""


class Contents(NamedTuple):
    """What a package holds."""

    problem: Problem
    """The problem that is packed."""
    plan: Plan
    """What the user wants."""
    samples: tuple[Sample, ...]
    """The samples of the statement."""
    groups: tuple[Group, ...]
    """The tests by subtask."""
    submissions: tuple[Program, ...]
    """refsol's submissions, the accepted one first, and then those of the plan."""
    parts: PackageParts
    """What the problem brings along."""

    @property
    def uuid(self) -> UUID:
        """The problem's UUID, which depends on neither format nor seed."""
        return uuid5(_NAMESPACE, self.problem.slug)

    @property
    def mebibytes(self) -> int:
        """The memory limit in MiB."""
        memory = self.problem.limits.memory
        return MEBIBYTES if memory is None else memory.mebibytes

    @property
    def by_token(self) -> bool:
        """Whether an output is right if its tokens are those of the answer."""
        return not self.parts.custom and self.parts.tolerance is None

    @property
    def summed(self) -> bool:
        """Whether each test has points of its own, which an output that is partly right earns in part."""
        return self.problem.limits.test_points is not None and self.plan.scored

    def numbered(self) -> list[Numbered]:
        """Return the tests of all groups in order, numbered from 1. O(tests)."""
        tests = ((group, test) for group in self.groups for test in group.tests)
        return [Numbered(number, *each) for number, each in enumerate(tests, 1)]

    def named_submissions(self) -> Iterator[tuple[str, Program]]:
        """Yield the submissions, each with a name of its own; where two have the same, the verdict is put in front."""
        names = [program.name for program in self.submissions]
        for program in self.submissions:
            unique = names.count(program.name) == 1
            yield program.name if unique else f"{program.verdict}_{program.name}", program

    @property
    def native(self) -> str:
        """The language of a statement for Chinese judges: Chinese, if there is one, else English."""
        return [LANGUAGES[0], *self.problem.languages()][-1]

    def tex(self) -> str:
        """Return the statement in English as LaTeX. Raises ``OptionError`` as :func:`.tex_of` does."""
        return tex_of(self.problem.statement(), free=self.parts.is_free)

    def sections(self, language: str) -> dict[str, str]:
        """Return the sections of the statement in a ``language``, as :func:`.sections_of` does.

        Raises ``OptionError`` as that does, and if there is no such statement.
        """
        return sections_of(self.problem.statement(language), free=self.parts.is_free)

    def submission_files(self, root: str = "") -> Iterator[File]:
        """Yield the submissions, in directories by verdict below the directory ``root``."""
        for program in self.submissions:
            yield File(f"{root}submissions/{program.verdict}/{program.name}", program.data)

    def points(self, group: Group) -> int:
        """Return what a ``group`` is worth: its subtask's points, or its tests' where each has points of its own."""
        per_test = self.problem.limits.test_points
        return group.subtask.points if per_test is None else per_test * len(group.tests)

    def total(self) -> int:
        """Return what all groups are worth. O(groups)."""
        return sum(map(self.points, self.groups))

    def validator(self) -> str:
        """Return the validator in Python, by Kattis's protocol. O(its length)."""
        return SHEBANG + validator_of(self.problem)

    def checker(self) -> str:
        """Return the checker in Python, as the judge can start it: the user's, or refsol's. O(its length)."""
        text = checker_of(self.problem) if self.parts.given is None else self.parts.given.text
        return text if self.parts.given is not None and text.startswith("#!") else SHEBANG + text

    def cpp_checker(self, points_per_digit: str = "0") -> str:
        """Return the checker in C++ with testlib; where points are added up, ``points_per_digit`` says in which unit.

        Raises ``OptionError`` if there is none.
        """
        if self.parts.given is not None:
            return self.parts.given.text
        source = self.parts.cpp_checker if self.parts.custom else text_in("refsol.jury", "checker.cpp")
        if source is None:
            raise OptionError(f"{self.problem.slug} has no checker.cpp, which packages of this format need")
        if self.parts.custom:
            return f"#define POINTS_PER_DIGIT {points_per_digit if self.summed else 0}\n\n{source}"
        tolerance = self.parts.tolerance
        return source if tolerance is None else f"#define TOLERANCE {tolerance:g}\n\n{source}"

    def papers(self, root: str = "") -> Iterator[File]:
        """Yield what only people read, in the directory ``root``: how the tests are made, and of what the validator.

        O(tests).
        """
        yield text_file(f"{root}TESTS.md", self._commands())
        if self.parts.description is not None:
            name, text, _ = self.parts.description
            yield File(f"{root}{name}", text)

    def _commands(self) -> str:
        """Return a description of how each test is made, in Markdown. O(tests)."""
        lines = [
            f"# {self.problem.heading()}: the tests",
            "",
            f"Source of the problem: {self.problem.source}. The tests, answers and programs in this package were made",
            f"by refsol {__version__}. Each input is what the command beside it prints, and each answer is refsol's.",
        ]
        if self.problem.named_by is not None:
            lines[2:] = [
                f"The tests and the validator in this package were made by refsol {__version__}. Each input is what",
                "the command beside it prints, and each answer is the model solution's.",
            ]
        for group in self.groups:
            lines += [
                "",
                f"## {group.name}: {group.subtask.limits.en}",
                "",
                "| test | purpose | made by |",
                "|---|---|---|",
            ]
            for test in group.tests:
                sizes = "".join(f" --{size} {value}" for size, value in test.sizes.items())
                command = self.problem.command("generate")
                line = f"{command} {test.family.name} --seed {quote(test.seed)}{sizes}"
                lines.append(f"| {test.name} | {test.family.purpose} | {code(line)} |")
        return "\n".join(lines) + "\n"


class Format(NamedTuple):
    """A format of packages."""

    files: Callable[[Contents], Iterable[File]]
    """Yields the files of a package."""
    checkers: tuple[str, ...] = (PYTHON,)
    """Which checkers of refsol's a package can take, the default first."""
    given: tuple[Kind, ...] = ()
    """Which checkers of the user's it can take."""
    tolerates: bool = True
    """Whether it can say that numbers may differ a little from those of the answer."""
    max_bytes: int | None = None
    """How large all files may be together; None stands for no limit."""
    max_zipped: int | None = None
    """How large the zip archive may be."""
    max_tests: int | None = None
    """How many tests there may be."""
    only_tests: bool = False
    """Whether there is no place for a statement and submissions."""
    notes: Callable[[Contents], Sequence[str]] = lambda contents: ()
    """Returns what the user has to know or do, in a line each."""


def load_format(name: str) -> Format:
    """Import the format called ``name``. Raises ``OptionError`` if there is none."""
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    found: Format = import_module(f"refsol.jury.packages.{name.replace('-', '_')}").FORMAT
    return found
