"""The verb ``judge``."""

import atexit
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias, TypeVar

from refsol.cli.files import emit_json, emit_text, write_output
from refsol.cli.generate import print_slow
from refsol.cli.judge_report import Tested, as_fields, as_text
from refsol.cli.judge_submissions import Submission, Tests, generated_tests, kept_tests, submissions_in, tests_in
from refsol.cli.status import NEGATIVE, SUCCESS, USAGE, BadInputError, FileError, ended_by, noted, print_error
from refsol.cli.terminal import StatusLine, output_style, waiting
from refsol.cli.verbs import JSON, SEED_HELP, argument, as_verb, option, require_line, words_of
from refsol.cli.workplace import FILES_HELP, Workplace, named_files, workplace
from refsol.errors import OptionError
from refsol.jury.judging import (
    RUNNER_LOST_ATTEMPT,
    Attempt,
    Expectation,
    Item,
    ItemError,
    attempt,
    chains_of,
    judged,
    not_compiled,
    not_run,
)
from refsol.jury.parallel.pool import Chain, run_chains
from refsol.jury.run.languages import (
    first_error,
    language_of,
    missing_script,
    names_source,
    program_at,
    tools_of,
)
from refsol.jury.run.program import Result, RunLimits, StartError, require_posix
from refsol.problem import Problem
from refsol.problem.wording import counted

if TYPE_CHECKING:
    from refsol.jury.run.command import Command  # for POSIX systems only
    from refsol.jury.run.sources import Built

_LIMITS: Final = RunLimits()
_RUNNING: Final = "Running the programs"
_MAKERS: Final = min(os.cpu_count() or 1, 4)  # of tests and programs at a time, which isn't timed

_Returned = TypeVar("_Returned")
_Attempts: TypeAlias = dict[int, dict[tuple[int, int], Attempt]]  # by submission, then by group and test


@as_verb(
    "Judge submissions on a whole test set: verdicts, points, time and memory, and whether they are as expected.",
    "submissions",
)
def judge(
    problem: Problem,
    *,
    submissions: Annotated[
        tuple[str, ...],
        "Programs: source files, such as mine.cpp or mine.py, executable files, or directories with them. Those in a "
        "directory called accepted, wrong_answer, time_limit_exceeded, run_time_error etc. are expected to get "
        "that verdict.",
        argument("SUBMISSION"),
    ] = (),
    command: Annotated[
        tuple[str, ...], "Also judge the program that this command line runs; may be repeated.", option("LINE")
    ] = (),
    expect: Annotated[
        tuple[str, ...],
        "Expect this verdict, named like a directory, of a submission or of all in a directory; may be repeated.",
        option("VERDICT=PATH", complete=lambda problem: [f"{each}=" for each in Expectation]),
    ] = (),
    tests: Annotated[
        str | None,
        "Use this .in file, or all in this directory, each with the .ans or .out beside it; directories are groups. "
        "(default: those that testset writes, and the samples)",
        option("PATH", panel="Tests"),
    ] = None,
    seed: Annotated[str, SEED_HELP, option("TEXT", panel="Tests")] = "1",
    every: Annotated[
        bool,
        "Run all tests: else those of a group after the first that fails are skipped, and those about as large as one "
        "that took too long.",
        option(spelled="--all", panel="Tests"),
    ] = False,
    time_limit: Annotated[
        float | None,
        "Limit on a run's processor time plus waiting time, in seconds. "
        f"(default: the published one, or {_LIMITS.seconds:g})",
        option("S", least=0.01, panel="Limits"),
    ] = None,
    memory_limit: Annotated[
        float | None,
        "Limit on the memory of all processes of a run, in MiB. "
        f"(default: the published one, or {_LIMITS.mebibytes:g})",
        option("MIB", least=1.0, panel="Limits"),
    ] = None,
    jobs: Annotated[
        int, "Number of runs in parallel, which may slow each other down.", option("N", least=1, panel=_RUNNING)
    ] = 1,
    python: Annotated[
        str | None,
        "The command that runs Python, such as pypy3. (default: the Python that runs refsol)",
        option("LINE", panel=_RUNNING),
    ] = None,
    name: Annotated[str | None, FILES_HELP, option("NAME", spelled="--files", panel=_RUNNING)] = None,
    json: Annotated[bool, JSON] = False,
) -> int:
    require_posix("judge")
    from refsol.jury.run.command import Command
    from refsol.jury.run.scratch import Scratch

    require_line(seed)
    if tests is not None and seed != "1":
        raise OptionError("--seed can't be used with --tests")
    if not (submissions or command):
        raise OptionError(f"expected a program, as in refsol {problem.name} judge mine.cpp; found none")
    given = submissions_in(submissions, command, expect)
    seconds, memory = problem.limits.seconds or _LIMITS.seconds, problem.limits.memory
    mebibytes = _LIMITS.mebibytes if memory is None else memory.mebibytes
    limits = RunLimits(time_limit or seconds, memory_limit or mebibytes)
    use = named_files(problem, name)
    _ = problem.jury  # before there are other processes, which also need it
    try:
        with noted() as arrived, ExitStack() as stack, workplace(max(jobs, _MAKERS)) as place:
            scratch = Scratch(place.label)
            atexit.register(scratch.remove_all)  # once more, if there is no memory left at first
            directory = Path(scratch.take().path)  # removed with all that have the label
            interpreter = _python(python)
            usable = [each for each in given if _is_usable(each)]
            if not usable:
                return USAGE
            kept = stack.enter_context(kept_tests(problem, seed, directory)) if tests is None else directory
            with waiting("choosing tests"):
                used = generated_tests(problem, seed, kept) if tests is None else tests_in(problem, tests, kept)
            if tests is None and used.missing:
                print_slow(problem)
            with StatusLine() as line:
                session = _Session(place, arrived, line)
                programs: list[Command] = []
                try:
                    built = session.build(usable, interpreter, str(directory))
                    for _ in session.results("making tests", used.missing):
                        pass
                    errors = {number: each.message for number, each in enumerate(built) if each.message}
                    programs += [
                        Command(each.words, limits, label=place.label, weighed=True, files=use) for each in built
                    ]
                    compiled = {number: each for number, each in enumerate(programs) if number not in errors}
                    attempts = session.run(problem, usable, compiled, used, jobs, every=every)
                    _name_inputs(attempts, used, None if tests is not None else f"judge-{problem.slug}")
                finally:  # where threads run them
                    for program in programs:
                        program.stop()
    except ItemError as error:
        raise BadInputError(str(error)) from error
    verdicts = [
        not_compiled(
            each.name, each.expected, used.groups, first_error(errors[number], each.path or Path(each.words[0]))
        )
        if number in errors
        else judged(each.name, each.expected, used.groups, attempts[number])
        for number, each in enumerate(usable)
    ]
    tested = Tested(problem.slug, seed if tests is None else None, used.groups, limits, bool(arrived))
    if json:
        emit_json(as_fields(tested, verdicts))
    else:
        emit_text(as_text(tested, verdicts, output_style()))
    status = NEGATIVE if any(each.as_expected is False for each in verdicts) else SUCCESS
    judge_error = any(group.result is Result.JUDGE_ERROR for each in verdicts for group in each.groups)
    if judge_error or len(usable) < len(given):
        status = USAGE
    return ended_by(arrived[0] if arrived else None, status)


def _name_inputs(attempts: _Attempts, tests: Tests, directory: str | None) -> None:
    """Let each judge error name the input; if there is a ``directory``, the input is saved there, in a new file."""
    for runs in attempts.values():
        for (k, test), run in runs.items():
            if run.result is Result.JUDGE_ERROR:
                item = tests.groups[k].items[test]
                file = item.source if directory is None else _saved(item, directory)
                runs[k, test] = run._replace(message=f"{run.message}; input: {file or 'could not be saved'}")


def _saved(item: Item, directory: str) -> str | None:
    data = Path(item.source).read_bytes()
    stem = item.name.replace("/", "-").replace(" ", "-")
    with suppress(OSError, FileError):
        Path(directory).mkdir(exist_ok=True)
        for number in itertools.count(1):
            path = Path(directory, f"{stem}-{number}.in")
            if not path.exists():
                write_output(str(path), [data])
            if path.read_bytes() == data:
                return str(path)
    return None


def _is_usable(submission: Submission) -> bool:
    """Return whether the language of a submission is installed, or else say what is missing.

    Raises ``StartError`` if a command names a program or a script that doesn't exist.
    """
    path = _source_of(submission)
    if path is None:
        script = missing_script(submission.words, str(Path.cwd()))
        if script is not None:
            raise StartError(f"{script}: no such file")
        program_at(submission.words[0])
        return True
    language = language_of(path)
    try:
        if language is not None:
            tools_of(language, path)
    except StartError as error:
        print_error(error)
        return False
    return True


def _size_class(item: Item) -> int:
    """Return the number of bits of the number of bytes of an input."""
    return Path(item.source).stat().st_size.bit_length()


def _source_of(submission: Submission) -> Path | None:
    return Path(submission.words[0]) if names_source(submission.words) else submission.path


def _python(line: str | None) -> list[str]:
    if line is None:
        return []
    program, *arguments = words_of(line, "--python")
    return [program_at(program), *arguments]


class _Session:
    """Makes calls in a ``place``, until a signal has ``arrived``; a ``line`` shows how far it has come."""

    def __init__(self, place: Workplace, arrived: list[int], line: StatusLine) -> None:
        self._place: Final = place
        self._arrived: Final = arrived
        self._line: Final = line

    def results(
        self, what: str, calls: Sequence[tuple[str, Callable[[], _Returned]]]
    ) -> Iterator[tuple[int, _Returned]]:
        executor, jobs = self._place.executor, self._place.jobs
        self._line.show(f"{what}: 0 of {len(calls)}")
        chains: list[Chain[_Returned]] = [[call] for _, call in calls]
        done = run_chains(
            executor, chains, jobs, lambda _: False, lambda: bool(self._arrived), lambda chain, _: calls[chain][0]
        )
        for count, each in enumerate(done, 1):
            yield each.chain, each.result
            self._line.show(f"{what}: {count} of {len(calls)}")

    def build(self, submissions: Sequence[Submission], python: Sequence[str], spare: str) -> "list[Built]":
        """Return how to run ``submissions``, in their order; ``python`` and ``spare`` are as for :func:`.built`."""
        from refsol.jury.run.sources import Built, built

        calls: list[tuple[str, Callable[[], Built]]] = []
        for each in submissions:
            path = _source_of(each)
            call = partial(Built, [program_at(each.words[0])]) if path is None else partial(built, path, spare, python)
            calls.append((f"compiling {each.name}", call))
        programs = dict(self.results("compiling", calls))
        missing = Built([])  # after a signal
        return [
            Built([*program.words, *each.words[1:]], program.message)
            for k, each in enumerate(submissions)
            for program in [programs.get(k, missing)]
        ]

    def run(
        self,
        problem: Problem,
        submissions: Sequence[Submission],
        commands: Mapping[int, "Command"],
        tests: Tests,
        jobs: int,
        *,
        every: bool,
    ) -> _Attempts:
        places: list[tuple[int, int, range]] = []  # of chains: submission, group and tests
        chains: list[list[Callable[[], Attempt]]] = []
        for number, command in commands.items():
            for k, group in enumerate(tests.groups):
                for chain in chains_of(group, every=every):
                    places.append((number, k, chain))
                    chains.append([partial(attempt, problem, command, group.items[test]) for test in chain])

        def name_of(chain: int, call: int) -> str:
            number, k, numbers = places[chain]
            return f"{submissions[number].name} on {tests.groups[k].items[numbers[call]].name}"

        attempts: _Attempts = {number: {} for number in commands}
        too_slow: dict[tuple[int, int], str] = {}  # the names of tests, by submission and size class

        def is_skipped(chain: int, call: int) -> bool:
            number, k, numbers = places[chain]
            item = tests.groups[k].items[numbers[call]]
            slow = None if every else too_slow.get((number, _size_class(item)))
            if slow is not None:
                attempts[number][k, numbers[call]] = not_run(slow)
            return slow is not None

        done = run_chains(
            self._place.executor,
            chains,
            jobs,
            lambda run: run.result is not Result.ACCEPTED,
            lambda: bool(self._arrived),
            name_of,
            lambda _key: RUNNER_LOST_ATTEMPT,
            is_skipped,
        )
        for count, each in enumerate(done, 1):
            number, k, numbers = places[each.chain]
            attempts[number][k, numbers[each.call]] = each.result
            if each.result.result is Result.TIME:
                item = tests.groups[k].items[numbers[each.call]]
                too_slow.setdefault((number, _size_class(item)), item.name)
            self._place.left.extend(each.result.leftovers)
            which = f"{number + 1} of {len(submissions)}"
            self._line.show(f"{counted(count, 'run')}; {which}: {name_of(each.chain, each.call)}")
        return attempts
