"""The verb ``judge``."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from refsol.cli.files import emit_json, emit_text, encoded
from refsol.cli.options import JSON_HELP, SEED_HELP, Argument, Option, make_verb
from refsol.cli.status import INTERRUPTED, NEGATIVE, SUCCESS, BadInputError, Ended
from refsol.cli.workplace import Workplace, workplace
from refsol.errors import OptionError
from refsol.jury.run.program import RunLimits, require_posix
from refsol.problem import Problem
from refsol.problem.wording import counted

if TYPE_CHECKING:  # these are slow to import, or for POSIX systems only
    from refsol.cli.judge_submissions import Submission, Tests
    from refsol.cli.status_line import StatusLine
    from refsol.jury.judging import Attempt, Judged
    from refsol.jury.run.command import Command
    from refsol.jury.run.languages import Recipe

_LIMITS: Final = RunLimits()


def _expectations(_problem: Problem) -> Sequence[str]:
    """Return what can be expected of a submission, as it begins."""
    from refsol.jury.judging import Expectation

    return [f"{each}=" for each in Expectation]


class Options(NamedTuple):
    """The arguments and options of ``judge``."""

    submissions: Annotated[
        tuple[str, ...],
        Argument(
            "Programs: Python (.py), C++ (.cpp, .cc, .cxx), executable files, or directories with them. What is in a "
            "directory called accepted, wrong_answer, time_limit_exceeded, run_time_error etc. is expected to be that.",
            "SUBMISSION",
        ),
    ] = ()
    command: Annotated[
        tuple[str, ...],
        Option("Also judge the program that this command line runs; may be repeated.", metavar="LINE"),
    ] = ()
    expect: Annotated[
        tuple[str, ...],
        Option(
            "Expect this verdict, named like a directory, of a submission or of all in a directory; may be repeated.",
            metavar="VERDICT=PATH",
            complete=_expectations,
        ),
    ] = ()
    tests: Annotated[
        str | None,
        Option(
            "Use the tests in this directory: each .in, with the .ans or .out beside it. Directories are groups. "
            "(default: those that testset writes, and the samples)",
            metavar="DIR",
            panel="Tests",
        ),
    ] = None
    seed: Annotated[str, Option(SEED_HELP, metavar="TEXT", show_default=True, panel="Tests")] = "1"
    every: Annotated[
        bool, Option("Run all tests of a group, not only those up to the first that fails.", "--all", panel="Tests")
    ] = False
    time_limit: Annotated[
        float | None,
        Option(
            f"Limit on the wall time of a run, in seconds. (default: the published one, or {_LIMITS.seconds:g})",
            metavar="S",
            least=0.01,
            panel="Limits",
        ),
    ] = None
    memory_limit: Annotated[
        float | None,
        Option(
            "Limit on the memory of all processes of a run, in MiB. "
            f"(default: the published one, or {_LIMITS.mebibytes:g})",
            metavar="MIB",
            least=1.0,
            panel="Limits",
        ),
    ] = None
    jobs: Annotated[
        int,
        Option(
            "Number of runs in parallel, which may slow each other down.",
            metavar="N",
            least=1,
            show_default=True,
            panel="Running the programs",
        ),
    ] = 1
    python: Annotated[
        str | None,
        Option(
            "The command that runs Python, such as pypy3. (default: the Python that runs refsol)",
            metavar="LINE",
            panel="Running the programs",
        ),
    ] = None
    as_json: Annotated[bool, Option(JSON_HELP, "--json")] = False


def judge(problem: Problem, options: Options) -> int:
    """Judge submissions by a test set and print a table; return the exit status.

    That is negative if a verdict isn't as expected. After a signal what was judged so far is printed; one other than
    Ctrl-C ends the process then: raises ``Ended``. Raises ``OptionError`` for options that don't fit, and where
    programs can't be run, ``FileError`` for a submission or a test that can't be used, and ``BadInputError`` for a test
    that is invalid.
    """
    require_posix("judge")
    from refsol.cli.judge_report import Tested, as_fields, as_text
    from refsol.cli.judge_submissions import submissions_in
    from refsol.cli.terminal import output_style
    from refsol.jury.judging import ItemError

    if not encoded(options.seed).decode("utf-8", "replace").isprintable():
        raise OptionError("--seed must be a single line of text")
    submissions = submissions_in(options.submissions, options.command, options.expect)
    limits = _limits(problem, options)
    _ = problem.jury  # before there are other processes, which need it, too
    try:
        with _noted_signals() as arrived, workplace(problem, options.jobs) as place:
            session = _Session(problem, options, limits, place, _directory(place.label), arrived)
            tests, judged = session.judge(submissions)
    except ItemError as error:
        raise BadInputError(str(error)) from error
    tested = Tested(
        problem.slug,
        options.seed if options.tests is None else None,
        tuple((group.name, group.points, len(group.items)) for group in tests.groups),
        limits.seconds,
        limits.mebibytes,
        bool(arrived),
    )
    if options.as_json:
        emit_json(as_fields(tested, judged))
    else:
        emit_text(as_text(tested, judged, output_style()))
    if arrived and arrived[0] != signal.SIGINT:
        raise Ended(arrived[0])
    if arrived:
        return INTERRUPTED
    return NEGATIVE if any(each.as_expected is False for each in judged) else SUCCESS


def _limits(problem: Problem, options: Options) -> RunLimits:
    """Return the limits that are given, published, or those of ``stress``."""
    published = problem.limits
    seconds = options.time_limit or published.seconds or _LIMITS.seconds
    memory = _LIMITS.mebibytes if published.memory is None else published.memory.mebibytes
    return RunLimits(seconds, options.memory_limit or memory)


@contextmanager
def _noted_signals() -> Iterator[list[int]]:
    """Yield a list of the signals that have arrived; they have no other effect."""
    from refsol.cli.signals import handled

    arrived: list[int] = []
    with handled(lambda number, _frame: arrived.append(number)):
        yield arrived


def _directory(label: str) -> Path:
    """Return a new directory with a ``label``, which is removed with all that have it."""
    import atexit

    from refsol.jury.run.scratch import Scratch

    scratch = Scratch(label)
    atexit.register(scratch.remove_all)  # once more, if there is no memory left at first
    return Path(scratch.take().path)


class _Session:
    """Judges submissions by a test set, in a place of its own, until a signal has ``arrived``."""

    def __init__(
        self,
        problem: Problem,
        options: Options,
        limits: RunLimits,
        place: Workplace,
        directory: Path,
        arrived: list[int],
    ) -> None:
        self._problem: Final = problem
        self._options: Final = options
        self._limits: Final = limits
        self._place: Final = place
        self._directory: Final = directory
        self._arrived: Final = arrived

    def judge(self, submissions: Sequence["Submission"]) -> tuple["Tests", list["Judged"]]:
        """Make the tests, compile what has to be compiled, and judge the submissions; return the verdicts in order."""
        from refsol.cli.judge_submissions import generated_tests, tests_in
        from refsol.cli.status_line import StatusLine
        from refsol.jury.judging import judged, not_compiled

        recipes = [self._recipe(submission, number) for number, submission in enumerate(submissions)]
        scratch = self._directory
        if self._options.tests is None:
            tests = generated_tests(self._problem, self._options.seed, scratch)
        else:
            tests = tests_in(self._problem, self._options.tests, scratch)
        executor = self._place.executor
        with StatusLine() as progress:
            commands: list[Command] = []
            try:
                self._make(executor, tests, progress)
                errors = self._compile(executor, submissions, recipes, progress)
                commands += [self._command(recipe) for recipe in recipes]
                attempts = self._run(executor, submissions, tests, commands, errors, progress)
            finally:  # where threads run them
                for command in commands:
                    command.stop()
        verdicts = [
            not_compiled(each.name, each.expected, tests.groups, errors[number])
            if number in errors
            else judged(each.name, each.expected, tests.groups, attempts[number])
            for number, each in enumerate(submissions)
        ]
        return tests, verdicts

    def _recipe(self, submission: "Submission", number: int) -> "Recipe":
        """Return how to run a submission; raises :class:`.StartError` if it can't be."""
        from refsol.cli.judge_submissions import words_of
        from refsol.jury.run.languages import Recipe, missing_script, program_at, recipe_for
        from refsol.jury.run.program import StartError

        if submission.path is None:
            script = missing_script(submission.words, str(Path.cwd()))
            if script is not None:
                raise StartError(f"{script}: no such file")
            return Recipe("command", [program_at(submission.words[0]), *submission.words[1:]])
        python = None
        if self._options.python is not None:
            program, *arguments = words_of(self._options.python, "--python")
            python = [program_at(program), *arguments]
        return recipe_for(submission.path, str(self._directory / f"program-{number + 1}"), python)

    def _command(self, recipe: "Recipe") -> "Command":
        from refsol.jury.run.command import Command

        return Command(recipe.words, self._limits, label=self._place.label)

    def _make(self, executor: Executor, tests: "Tests", progress: "StatusLine") -> None:
        """Write what is missing from the tests."""
        from refsol.jury.parallel.pool import run_chains

        chains = [[partial(maker, item)] for maker, item in tests.missing]
        names = [f"test {item.name}" for _, item in tests.missing]
        progress.show(f"making tests: 0 of {len(chains)}")
        done = run_chains(
            executor, chains, self._options.jobs, lambda _: False, self._is_ended, lambda chain, _: names[chain]
        )
        for number, _ in enumerate(done, 1):
            progress.show(f"making tests: {number} of {len(chains)}")

    def _compile(
        self,
        executor: Executor,
        submissions: Sequence["Submission"],
        recipes: Sequence["Recipe"],
        progress: "StatusLine",
    ) -> dict[int, str]:
        """Compile each submission for which that is needed, once; return the errors by the submissions' numbers."""
        from refsol.jury.parallel.pool import run_chains
        from refsol.jury.run.command import Command
        from refsol.jury.run.languages import COMPILING, compile_error, compiling

        numbers = [number for number, recipe in enumerate(recipes) if recipe.compiler]
        lines = [compiling(recipes[number].compiler) for number in numbers]
        chains = [[partial(Command(line, COMPILING, label=self._place.label).run, b"")] for line in lines]
        errors: dict[int, str] = {}
        progress.show(f"compiling: 0 of {len(numbers)}")
        for done in run_chains(
            executor,
            chains,
            self._options.jobs,
            lambda _: False,
            self._is_ended,
            lambda chain, _: f"compiling {submissions[numbers[chain]].name}",
        ):
            number = numbers[done.chain]
            self._place.left.extend(done.result.leftovers)
            path = submissions[number].path
            error = "" if path is None else compile_error(done.result, path)
            if error:
                errors[number] = error
            progress.show(f"compiling: {done.chain + 1} of {len(numbers)}")
        return errors

    def _run(
        self,
        executor: Executor,
        submissions: Sequence["Submission"],
        tests: "Tests",
        commands: Sequence["Command"],
        errors: dict[int, str],
        progress: "StatusLine",
    ) -> list[dict[tuple[int, int], "Attempt"]]:
        """Run the submissions that have no ``errors`` on the tests; return the runs of each."""
        from refsol.jury.judging import Result, attempt, chains_of
        from refsol.jury.parallel.pool import run_chains

        places: list[tuple[int, int, range]] = []  # of chains: submission, group and tests
        chains: list[list[Callable[[], Attempt]]] = []
        for number, command in enumerate(commands):
            for k, group in enumerate(tests.groups):
                for chain in chains_of(group, every=self._options.every):
                    if number not in errors:
                        places.append((number, k, chain))
                        chains.append([partial(attempt, self._problem, command, group.items[test]) for test in chain])

        def name_of(chain: int, call: int) -> str:
            number, k, numbers = places[chain]
            return f"{submissions[number].name} on {tests.groups[k].items[numbers[call]].name}"

        attempts: list[dict[tuple[int, int], Attempt]] = [{} for _ in submissions]
        for count, done in enumerate(
            run_chains(
                executor,
                chains,
                self._options.jobs,
                lambda run: run.result is not Result.ACCEPTED,
                self._is_ended,
                name_of,
            ),
            1,
        ):
            number, k, numbers = places[done.chain]
            attempts[number][k, numbers[done.call]] = done.result
            self._place.left.extend(done.result.leftovers)
            progress.show(
                f"{counted(count, 'run')}; {number + 1} of {len(submissions)}: {name_of(done.chain, done.call)}"
            )
        return attempts

    def _is_ended(self) -> bool:
        return bool(self._arrived)


VERB: Final = make_verb(
    "judge",
    "Judge submissions on a whole test set: verdicts, points, time and memory, and whether they are as expected.",
    lambda problem: "submissions",
    Options,
    judge,
)
"""``refsol PROBLEM judge``."""
