"""The verb ``stress``."""

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Annotated, Final

from refsol.cli.files import emit_json, emit_text, write_output
from refsol.cli.generate import family_names
from refsol.cli.status import NEGATIVE, SUCCESS, USAGE, FileError, ended_by, ending, noted, print_error
from refsol.cli.stress_report import Saved, as_fields, as_text, hardly_ran, speed, transcript_text
from refsol.cli.terminal import StatusLine, output_style, printable
from refsol.cli.verbs import DASK_HELP, FRESH_HELP, JSON, SEED_HELP, argument, as_verb, number_in, option
from refsol.cli.workplace import FILES_HELP, compiling, named_files, workplace
from refsol.errors import OptionError
from refsol.jury.batches import Failure, Skipped
from refsol.jury.cases import CampaignPlan
from refsol.jury.run.languages import missing_script, names_file, names_source, program_at
from refsol.jury.run.program import (
    Leftover,
    Result,
    RunLimits,
    StartError,
    last_line,
    require_posix,
    was_not_started,
)
from refsol.jury.shrinking import SECONDS
from refsol.jury.stress import Campaign, CampaignEnd, CasesRun, Event, Finding, Smaller
from refsol.problem import Problem

_LIMITS: Final = RunLimits()
_RUNNING: Final = "Running the program"


@as_verb(
    "Run a program against refsol on many inputs until it gives a wrong answer, crashes, takes too long or uses too "
    "much memory; then shrink the input as far as possible and explain the fault.",
    "mine.cpp",
    takes_command=True,
)
def stress(
    problem: Problem,
    *,
    command: Annotated[
        tuple[str, ...],
        "The program: a source file, such as mine.cpp or mine.py, or -- and a command.",
        argument("CMD"),
    ] = (),
    family: Annotated[
        tuple[str, ...],
        "Use only inputs of this family; may be repeated. "
        "(default: the samples, then mostly small families, now and then a large one)",
        option("FAMILY", complete=family_names, panel="Inputs"),
    ] = (),
    size: Annotated[
        tuple[str, ...],
        "A size of the families, as generate --list names it; may be repeated. A number alone is their --size.",
        option("NAME=NUMBER", panel="Inputs"),
    ] = (),
    seed: Annotated[str | None, f"{SEED_HELP} (default: random)", option("TEXT", panel="Inputs")] = None,
    cases: Annotated[int | None, "Stop after this many cases.", option("N", least=1, panel="Limits")] = None,
    minutes: Annotated[
        float | None,
        "Look for faults for M minutes; shrinking one takes up to a minute more. (default: 1; no limit with --cases)",
        option("M", least=0.01, panel="Limits"),
    ] = None,
    time_limit: Annotated[
        float,
        "Limit on a run's processor time plus waiting time, in seconds.",
        option("S", least=0.01, panel="Limits"),
    ] = _LIMITS.seconds,
    memory_limit: Annotated[
        float, "Limit on the memory of all processes of a run, in MiB.", option("MIB", least=1.0, panel="Limits")
    ] = _LIMITS.mebibytes,
    jobs: Annotated[
        int | None,
        "Number of runs in parallel. (default: 1; with --dask: the workers' total number of threads)",
        option("N", least=1, panel=_RUNNING),
    ] = None,
    dask: Annotated[
        str | None,
        f"{DASK_HELP} refsol sends it the files that CMD names by relative paths; absolute paths must exist there.",
        option("ADDRESS", panel=_RUNNING),
    ] = None,
    keep_going: Annotated[bool, "Continue after a failure, and look for other kinds of faults.", option()] = False,
    shell: Annotated[bool, "Run the command through a shell.", option(panel=_RUNNING)] = False,
    here: Annotated[
        bool, "Run the program in the current directory instead of an empty one.", option(panel=_RUNNING)
    ] = False,
    fresh: Annotated[bool, FRESH_HELP, option(panel=_RUNNING)] = False,
    save: Annotated[
        str | None,
        "Directory in which failing inputs are saved, created if needed; nothing there is overwritten. "
        "(default: stress-PROBLEM)",
        option("DIR"),
    ] = None,
    name: Annotated[str | None, FILES_HELP, option("NAME", spelled="--files", panel=_RUNNING)] = None,
    json: Annotated[bool, JSON] = False,
) -> int:
    if not command:
        start = problem.command("stress")
        raise OptionError(f"expected a program, as in {start} mine.cpp or {start} -- ./mine; found none")
    seed = seed or os.urandom(3).hex()
    samples = tuple(problem.samples())
    plan = CampaignPlan(problem, seed, family, _sizes(size, family), () if family else samples)
    plan.raise_if_errors()
    directory = f"stress-{problem.slug}" if save is None else save
    made_in = directory if os.path.lexists(directory) else str(Path(directory).parent)
    if not Path(made_in).is_dir():
        raise FileError(f"{made_in}: no such directory")
    if not os.access(made_in, os.W_OK | os.X_OK):
        raise FileError(f"{made_in}: the directory is not writable")
    minutes = 1.0 if minutes is None and cases is None else minutes
    is_source = not shell and names_source(command)
    if is_source and dask is not None:
        raise OptionError(f"--dask takes a command, such as -- python3 mine.py, not the source file {command[0]}")
    words = list(command) if is_source else _words(problem, command, dask, here, shell)
    limits = RunLimits(time_limit, memory_limit)
    if here and name is not None:
        raise OptionError("--files and --here contradict each other: the input would be written to this directory")
    used = named_files(problem, name)
    judged = _judged(problem, command, limits, name) if is_source else ""
    where = str(Path.cwd()) if here else None
    if dask is None:
        require_posix("stress -- CMD")
    with workplace(jobs, dask) as place:
        if place.cluster is not None:
            program = place.cluster.command(words, limits, shell=shell, directory=where, warm=not fresh, files=used)
        else:
            from refsol.jury.run.command import Command

            if is_source:
                from refsol.jury.run.scratch import Scratch
                from refsol.jury.run.sources import command_of

                with ending(), compiling(command[0]):
                    words = command_of(words, Scratch(place.label).take().path)
            program = Command(
                words, limits, shell=shell, directory=where, label=place.label, warm=not fresh, files=used
            )
        campaign = Campaign(
            plan,
            program,
            jobs=place.jobs,
            cases=cases,
            seconds=None if minutes is None else 60 * minutes,
            keep_going=keep_going,
            executor=place.executor,
            time_limit=time_limit,
        )
        quiet = json or keep_going  # which shrinks nothing before the search is over
        end, saved, skipped, arrived, failed = _follow(campaign, problem.slug, directory, place.left, quiet=quiet)
    if json:
        emit_json(as_fields(seed, end, saved, skipped))
    else:
        shown = ["sh", "-c", " ".join(command)] if shell else command
        emit_text(as_text(problem, seed, end, saved, shlex.join(shown), directory, output_style(), judged))
    if failed is not None:
        raise failed
    unknown = any(one.finding.fault.kind is Result.JUDGE_ERROR for one in saved)
    return ended_by(arrived, USAGE if unknown or (not saved and hardly_ran(end)) else NEGATIVE if saved else SUCCESS)


def _follow(
    campaign: Campaign, name: str, directory: str, left: list[Leftover], *, quiet: bool
) -> tuple[CampaignEnd, list[Saved], list[Skipped], int | None, Exception | None]:
    """Run a ``campaign`` on the problem called ``name``; its findings are saved in ``directory``, made if needed.

    What its runs leave is added to ``left``. Return how it ended, the findings, the first case of each family that is
    too much for the model solution, and the signal that interrupted it, if one did. Unless it is to be ``quiet``, say
    at once that the program takes too long, since shrinking takes long then.
    """
    saved: list[Saved] = []
    skipped: list[Skipped] = []
    end = CampaignEnd(0, 0.0, False)
    errors: list[Exception] = []
    progress = ""

    def interrupt() -> None:
        Thread(target=campaign.interrupt).start()  # not in this thread, which may hold a lock that it needs

    with noted(interrupt) as arrived, StatusLine() as line, closing(campaign.events()) as events:
        line.show("making the first inputs")
        for event in _with_error(events, errors):
            match event:
                case CasesRun(cases, seconds):
                    progress = speed(cases, seconds)
                    line.show(progress)
                case Failure(case, _data, fault) if fault.kind is Result.TIME and not quiet:
                    shrinking = f"shrinking, at most {SECONDS:g} s; Ctrl-C to stop"
                    print_error(f"{fault.message}: {case.name}; {shrinking}")
                case Smaller(Failure(_case, data, _fault), smaller, runs):
                    line.show(f"{progress}; shrinking: {len(data)} bytes to {len(smaller)}, {runs} runs")
                case Finding():
                    outcome = event.fault.outcome
                    if event.at_start and was_not_started(outcome):
                        error = printable(last_line(outcome.stderr))
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
                    if end.no_input:
                        print_error(end.no_input)
    if errors and not saved:
        raise errors[0]
    interrupted = arrived[0] if end.interrupted and arrived else None
    return end, saved, skipped, interrupted, errors[0] if errors else None


def _with_error(events: Iterator[Event], errors: list[Exception]) -> Iterator[Event]:
    try:
        yield from events
    except Exception as error:
        errors.append(error)


def _sizes(given: tuple[str, ...], families: tuple[str, ...]) -> dict[str, int]:
    if given and not families:
        raise OptionError("--size needs --family")
    sizes: dict[str, int] = {}
    for text in given:
        name, equals, digits = text.rpartition("=")
        number = number_in(digits)
        if number is None or (equals and not name):
            raise OptionError(f"--size takes NAME=NUMBER or NUMBER, not {text!r}")
        sizes[name or "size"] = number
    return sizes


def _words(problem: Problem, command: Sequence[str], dask: str | None, here: bool, shell: bool) -> list[str]:
    """Return the words of the command. Raises ``FileError`` if a program or a script that it names isn't here."""
    words = list(command)
    try:
        if len(words) == 1 and " " in words[0] and not (shell or names_file(words[0])):
            raise StartError(f"{words[0]}: no such file; did you mean: {problem.command('stress')} -- {words[0]}")
        script = None if shell else missing_script(words, str(Path.cwd()))
        on_workers = dask is not None and script is not None and (here or Path(script).is_absolute())
        if script is not None and not on_workers:
            raise StartError(f"{script}: no such file")
        if not (shell or dask):
            words[0] = program_at(words[0])
    except StartError as error:
        raise FileError(str(error)) from error
    return words


def _judged(problem: Problem, command: Sequence[str], limits: RunLimits, files: str | None) -> str:
    """Return arguments with which ``judge`` runs a source file, with the ``limits`` and ``files`` that were chosen."""
    line, memory = shlex.join(command), problem.limits.memory
    words = [line] if len(command) == 1 else ["--command", shlex.quote(line)]
    if limits.seconds != (problem.limits.seconds or _LIMITS.seconds):
        words += ["--time-limit", f"{limits.seconds:g}"]
    if limits.mebibytes != (_LIMITS.mebibytes if memory is None else memory.mebibytes):
        words += ["--memory-limit", f"{limits.mebibytes:g}"]
    words += [] if files is None else ["--files", shlex.quote(files)]
    return " ".join(words)


def _saved(name: str, directory: str, finding: Finding) -> tuple[str, ...] | None:
    """Write input, answer and output, or the conversation, to new files, all or none, and return their names."""
    outcome = finding.fault.outcome
    directory = "" if directory == "." else directory
    contents = {
        ".in": finding.data,
        ".ans": finding.answer,
        ".out": outcome.output if outcome.fault is None else outcome.output[: 2**20],
    }
    if outcome.transcript:
        contents = {".in": finding.data, ".log": transcript_text(outcome.transcript)}
    written: list[str] = []
    made = False
    try:
        if directory:
            with suppress(FileExistsError):
                Path(directory).mkdir()
                made = True
        for number in count(1):  # up to names of files that don't exist
            stem = os.path.join(directory, f"{name}-{number}")  # noqa: PTH118 (a Path drops "./")
            files = tuple(f"{stem}{suffix}" for suffix in contents)
            if not any(Path(file).exists() for file in files):
                break
        for file, content in zip(files, contents.values(), strict=True):
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
