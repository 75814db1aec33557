"""What a package holds, whatever its format: tests with points, statements, samples, programs, limits."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from shlex import quote
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from refsol import __version__
from refsol.bundles.programs import checker_of, validator_of
from refsol.errors import OptionError
from refsol.jury.parts import PYTHON, Given, Kind, PackageParts, text_in
from refsol.jury.testset import code
from refsol.limits import LANGUAGES, Limits
from refsol.packages.files import File, text_file
from refsol.packages.tests import Group
from refsol.packages.tex import free_sections_of, free_tex_of, sections_of, tex_of
from refsol.problem import Problem
from refsol.statement import Sample

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
RUN_TIME_ERROR: Final = "run_time_error"
"""The verdict on one that crashes."""
PARTIALLY_ACCEPTED: Final = "partially_accepted"
"""The verdict on one that earns a part of the points."""
VERDICTS: Final = (ACCEPTED, WRONG_ANSWER, TIME_LIMIT_EXCEEDED, RUN_TIME_ERROR, PARTIALLY_ACCEPTED)
"""What a judge can be expected to say of a submission, as Kattis calls the directories."""
SHEBANG: Final = "#!/usr/bin/env python3\n"
"""The first line of programs that the judge starts."""
WITHOUT_VALIDATOR: Final = "the package has no validator, which would have to be in C++ with testlib"
"""What is said of packages without one."""
_NAMESPACE: Final = UUID("5a4c3ab8-41c1-5d25-9d0c-5ff3e1c1e5b1")  # of refsol's packages


class Program(NamedTuple):
    """A submission in a package."""

    name: str
    """The name of its file."""
    verdict: str
    """What the judge is expected to say, one of :data:`VERDICTS`."""
    data: bytes
    """Its source."""


class Plan(NamedTuple):
    """What a package is to be like: the options of the command, beside the format."""

    seed: str
    """The seed of the test set, any text."""
    seconds: float
    """The time limit."""
    scored: bool
    """Whether the judge gives points; otherwise a program has to pass all tests."""
    checker: str
    """Which checker the package takes where the format leaves the choice: :data:`refsol.jury.parts.PYTHON` or
    :data:`refsol.jury.parts.CPP`."""
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
    limits: Limits
    """Its limits and subtasks."""
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
        return MEBIBYTES if self.limits.memory is None else self.limits.memory.mebibytes

    @property
    def custom(self) -> bool:
        """Whether several outputs can be right, so that the judge needs a checker that knows the problem."""
        return self.parts.custom

    @property
    def tolerance(self) -> float | None:
        """How much numbers may differ from those of the answer; None if tokens have to be equal."""
        return self.parts.tolerance

    @property
    def by_token(self) -> bool:
        """Whether an output is right if its tokens are those of the answer."""
        return not self.custom and self.tolerance is None

    @property
    def given(self) -> Given | None:
        """The checker, if it is the user's."""
        return self.parts.given

    @property
    def by_test(self) -> bool:
        """Whether each test has points of its own, which an output that is partly right earns in part."""
        return self.limits.test_points is not None

    @property
    def languages(self) -> list[str]:
        """The languages of the statement; English, if it is among them, comes first."""
        return self.problem.languages()

    def language(self, wanted: str) -> str:
        """Return the ``wanted`` language, if there is a statement in it, else the first one that there is."""
        return wanted if wanted in self.languages else LANGUAGES[0]

    def title(self, language: str = LANGUAGES[0]) -> str:
        """Return the title of the statement in a ``language``. Raises ``OptionError`` if there is none."""
        return self.problem.heading(language)

    def statement(self, language: str = LANGUAGES[0]) -> str:
        """Return the statement in a ``language``, as Markdown. Raises ``OptionError`` if there is none."""
        return self.problem.statement(language)

    def tex(self, language: str = LANGUAGES[0]) -> str:
        """Return the statement in a ``language``, as LaTeX.

        Raises ``OptionError`` if there is none, and for what is no part of LaTeX.
        """
        text = self.statement(language)
        return free_tex_of(text) if self.parts.is_free else tex_of(text)

    def sections(self, language: str = LANGUAGES[0]) -> dict[str, str]:
        """Return the sections of the statement in a ``language``, in Markdown, by :data:`their names <.tex.SECTIONS>`.

        Raises ``OptionError`` if there is none.
        """
        text = self.statement(language)
        return free_sections_of(text) if self.parts.is_free else sections_of(text)

    def points(self, group: Group) -> int:
        """Return what a group is worth: its subtask's points, or all its tests' where each has points of its own."""
        per_test = self.limits.test_points
        return group.subtask.points if per_test is None else per_test * len(group.tests)

    def total(self) -> int:
        """Return what all groups are worth. O(groups)."""
        return sum(map(self.points, self.groups))

    def validator(self) -> str:
        """Return the validator in Python, by Kattis's protocol. O(its length)."""
        return SHEBANG + validator_of(self.problem)

    def checker(self) -> str:
        """Return the checker in Python, by Kattis's and testlib's protocols. O(its length)."""
        return SHEBANG + checker_of(self.problem)

    def cpp_validator(self) -> str | None:
        """Return the validator in C++ with testlib, if there is one: judges can do without."""
        return self.parts.cpp_validator

    def cpp_checker(self, points_per_digit: str = "0") -> str:
        """Return the checker in C++ with testlib; NoGo's gives ``points_per_digit`` in the judge's unit.

        Raises ``OptionError`` if there is none.
        """
        if self.given is not None:
            return self.given.text
        source = self.parts.cpp_checker if self.custom else text_in("refsol.jury", "checker.cpp")
        if source is None:
            raise OptionError(f"{self.problem.slug} has no checker.cpp, which packages of this format need")
        if self.custom:
            return f"#define POINTS_PER_DIGIT {points_per_digit}\n\n{source}"
        return source if self.tolerance is None else f"#define TOLERANCE {self.tolerance:g}\n\n{source}"

    def papers(self, root: str = "") -> Iterator[File]:
        """Yield what only people read, in the directory ``root``: how the tests are made, and of what the validator.

        O(tests).
        """
        yield text_file(f"{root}TESTS.md", self._commands())
        if self.parts.description is not None:
            name, text = self.parts.description
            yield File(f"{root}{name}", text)

    def _commands(self) -> str:
        """Return a description of how each test is made, in Markdown. O(tests)."""
        lines = [
            f"# {self.title()}: the tests",
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
    holds_submissions: bool = True
    """Whether there is a place for submissions."""
    holds_statement: bool = True
    """Whether there is a place for the statement."""
    notes: Callable[[Contents], Sequence[str]] = lambda contents: ()
    """Returns what the user has to know or do, in a line each."""
