"""The verb ``stress``."""

import os
import shlex
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import emit_json, emit_text, write_output
from refsol.cli.generate import family_names
from refsol.cli.status import NEGATIVE, SUCCESS, FileError, ended_by, noted, print_error
from refsol.cli.stress_report import Saved, as_fields, as_text, last_line, speed
from refsol.cli.terminal import StatusLine, output_style
from refsol.cli.verbs import DASK_HELP, JSON, SEED_HELP, argument, as_verb, number_in, option
from refsol.cli.workplace import workplace
from refsol.errors import OptionError
from refsol.jury.run.languages import missing_script, program_at
from refsol.jury.run.program import Leftover, RunLimits, StartError, require_posix, was_not_started
from refsol.jury.stress import Campaign, CampaignEnd, CampaignPlan, CasesRun, Failure, Finding, Skipped, Smaller
from refsol.problem import Problem

_MINUTES: Final = 1.0
_LIMITS: Final = RunLimits()
_MOST_SAVED: Final = 2**20  # bytes of the output of a program that crashed or exceeded a limit
_RUNNING: Final = "Running the program"


class Options(NamedTuple):
    """The arguments and options of ``stress``."""

    command: Annotated[tuple[str, ...], argument("The program and its arguments, after --.", "CMD")]
    family: Annotated[
        tuple[str, ...],
        option(
            "Use only inputs of this family; may be repeated. "
            "(default: mostly small families, now and then a large one)",
            "FAMILY",
            complete=family_names,
            panel="Inputs",
        ),
    ] = ()
    size: Annotated[
        tuple[str, ...],
        option("A size of the families, as generate --list names it; may be repeated.", "NAME=NUMBER", panel="Inputs"),
    ] = ()
    seed: Annotated[str | None, option(f"{SEED_HELP} (default: random)", "TEXT", panel="Inputs")] = None
    cases: Annotated[int | None, option("Stop after this many cases.", "N", least=1, panel="Limits")] = None
    minutes: Annotated[
        float | None,
        option("Stop after this many minutes. (default: 1; no limit with --cases)", "M", least=0.01, panel="Limits"),
    ] = None
    time_limit: Annotated[
        float, option("Limit on the wall time of a run, in seconds.", "S", least=0.01, panel="Limits")
    ] = _LIMITS.seconds
    memory_limit: Annotated[
        float, option("Limit on the memory of all processes of a run, in MiB.", "MIB", least=1.0, panel="Limits")
    ] = _LIMITS.mebibytes
    jobs: Annotated[
        int | None,
        option(
            "Number of runs in parallel. (default: 1; with --dask: the workers' total number of threads)",
            "N",
            least=1,
            panel=_RUNNING,
        ),
    ] = None
    dask: Annotated[
        str | None,
        option(
            f"{DASK_HELP} refsol sends it the files that CMD names by relative paths; absolute paths must exist there.",
            "ADDRESS",
            panel=_RUNNING,
        ),
    ] = None
    keep_going: Annotated[bool, option("Continue after a failure, and look for other kinds of faults.")] = False
    shell: Annotated[bool, option("Run the command through a shell.", panel=_RUNNING)] = False
    here: Annotated[
        bool, option("Run the program in the current directory instead of an empty one.", panel=_RUNNING)
    ] = False
    save: Annotated[
        str | None,
        option(
            "Directory in which failing inputs are saved, created if needed; nothing there is overwritten. "
            "(default: stress-PROBLEM)",
            "DIR",
        ),
    ] = None
    json: Annotated[bool, JSON] = False


@as_verb(
    Options,
    "Run a program against refsol on many inputs until it gives a wrong answer, crashes, takes too long or uses too "
    "much memory; then shrink the input as far as possible and explain the fault.",
    "-- ./my_program",
    takes_command=True,
)
def stress(problem: Problem, options: Options) -> int:
    """Run a campaign and report what it found; return the exit status.

    A signal other than Ctrl-C that interrupts it ends the process after the report: raises ``Ended``.
    Raises ``OptionError`` for families and sizes that don't exist and where commands can't be run, and ``FileError``
    for a program that can't be started, a directory that isn't writable or a cluster that can't be used.
    """
    seed = options.seed or os.urandom(3).hex()
    plan = CampaignPlan(problem, seed, options.family, _sizes(options.size, options.family))
    plan.raise_if_errors()
    directory = f"stress-{problem.slug}" if options.save is None else options.save
    _require_directory(directory)
    minutes = _MINUTES if options.minutes is None and options.cases is None else options.minutes
    words = _words(options)
    limits = RunLimits(options.time_limit, options.memory_limit)
    where = str(Path.cwd()) if options.here else None
    if options.dask is None:
        require_posix("stress -- CMD")
    with workplace(problem, options.jobs, options.dask, runs_ahead=problem.begin is not None) as place:
        if place.cluster is not None:
            program = place.cluster.command(words, limits, shell=options.shell, directory=where)
        else:
            from refsol.jury.run.command import Command

            program = Command(words, limits, shell=options.shell, directory=where, label=place.label)
        campaign = Campaign(
            plan,
            program,
            jobs=place.jobs,
            cases=options.cases,
            seconds=None if minutes is None else 60 * minutes,
            keep_going=options.keep_going,
            try_sample=True,
            executor=place.executor,
        )
        end, saved, skipped, arrived = _follow(campaign, problem.slug, directory, place.left)
    if options.json:
        emit_json(as_fields(seed, end, saved, skipped))
    else:
        shown = ["sh", "-c", " ".join(options.command)] if options.shell else options.command
        emit_text(as_text(problem, seed, end, saved, shlex.join(shown), directory, output_style()))
    return ended_by(arrived, NEGATIVE if saved else SUCCESS)


def _follow(
    campaign: Campaign, name: str, directory: str, left: list[Leftover]
) -> tuple[CampaignEnd, list[Saved], list[Skipped], int | None]:
    """Run a ``campaign`` on the problem called ``name``; its findings are saved in ``directory``, made if needed.

    What its runs leave is added to ``left``. Return how it ended, the findings, the first case of each family that is
    too much for the model solution, and the signal that interrupted it, if one did. Raises :class:`.StartError` if the
    program can't be started, and ``FileError`` if a shell or a loader can't find it.
    """
    saved: list[Saved] = []
    skipped: list[Skipped] = []
    end = CampaignEnd(0, 0.0, False)
    progress = ""

    def interrupt() -> None:
        Thread(target=campaign.interrupt).start()  # not in this thread, which may hold a lock that it needs

    with noted(interrupt) as arrived, StatusLine() as line, closing(campaign.events()) as events:
        for event in events:
            match event:
                case CasesRun(cases, seconds):
                    progress = speed(cases, seconds)
                    line.show(progress)
                case Smaller(Failure(_case, data, _fault), smaller, runs):
                    line.show(f"{progress}; shrinking: {len(data)} bytes to {len(smaller)}, {runs} runs")
                case Finding():
                    outcome = event.fault.outcome
                    if event.at_start and was_not_started(outcome):
                        error = last_line(outcome.stderr)
                        raise FileError(f"the program could not be started: {error}; is the command right?")
                    saved.append(Saved(event, None if event.at_start else _saved(name, directory, event)))
                case Skipped(case, message):
                    family = f"so are later cases of the family {case.family}"
                    print_error(f"case {case.number} is skipped: {message}; {family}")
                    skipped.append(event)
                case Leftover():
                    left.append(event)
                case CampaignEnd():
                    end = event
    return end, saved, skipped, arrived[0] if end.interrupted and arrived else None


def _sizes(given: tuple[str, ...], families: tuple[str, ...]) -> dict[str, int]:
    """Return the sizes that were given as ``name=number``."""
    if given and not families:
        raise OptionError("--size needs --family")
    sizes: dict[str, int] = {}
    for text in given:
        name, _, digits = text.partition("=")
        number = number_in(digits)
        if number is None:
            raise OptionError(f"--size takes NAME=NUMBER, not {text!r}")
        sizes[name] = number
    return sizes


def _words(options: Options) -> list[str]:
    """Return the words of the command. Raises ``FileError`` if a program or a script that it names isn't here."""
    words = list(options.command)
    try:
        script = None if options.shell else missing_script(words, str(Path.cwd()))
        on_workers = options.dask is not None and script is not None and (options.here or Path(script).is_absolute())
        if script is not None and not on_workers:
            raise StartError(f"{script}: no such file")
        if not (options.shell or options.dask):
            words[0] = program_at(words[0])
    except StartError as error:
        raise FileError(str(error)) from error
    return words


def _require_directory(path: str) -> None:
    """Raise ``FileError`` unless a directory is writable or, if it doesn't exist, can be made."""
    made_in = path if os.path.lexists(path) else str(Path(path).parent)
    if not Path(made_in).is_dir():
        raise FileError(f"{made_in}: no such directory")
    if not os.access(made_in, os.W_OK | os.X_OK):
        raise FileError(f"{made_in}: the directory is not writable")


def _saved(name: str, directory: str, finding: Finding) -> tuple[str, str, str] | None:
    """Write input, answer and output to new files and return their names, or None if they can't be written.

    If one of them isn't written, for whatever reason, none is left.
    """
    outcome = finding.fault.outcome
    directory = "" if directory == "." else directory
    contents = (finding.data, finding.answer, outcome.output if outcome.fault is None else outcome.output[:_MOST_SAVED])
    written: list[str] = []
    made = False
    try:
        if directory:
            with suppress(FileExistsError):
                Path(directory).mkdir()
                made = True
        files = _new_names(directory, name)
        for file, content in zip(files, contents, strict=True):
            written.append(file)  # before it is, since afterwards there may be no memory for it
            write_output(file, [content])
    except BaseException as error:
        for file in written:
            with suppress(OSError):
                Path(file).unlink()
        if made:
            with suppress(OSError):
                Path(directory).rmdir()
        if isinstance(error, (FileError, OSError)):
            return None
        raise
    return files


def _new_names(directory: str, name: str) -> tuple[str, str, str]:
    """Return the names of three files, none of which exists."""
    for number in count(1):
        stem = os.path.join(directory, f"{name}-{number}")  # noqa: PTH118 (a Path drops "./")
        files = (f"{stem}.in", f"{stem}.ans", f"{stem}.out")
        if not any(Path(file).exists() for file in files):
            break
    return files
