"""The verb ``stress``."""

import os
import shlex
import signal
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import emit_json, emit_text
from refsol.cli.generate import family_names
from refsol.cli.options import DASK_HELP, JSON_HELP, SEED_HELP, Argument, Option, make_verb, number_in
from refsol.cli.status import INTERRUPTED, NEGATIVE, SUCCESS, Ended, FileError
from refsol.cli.workplace import workplace
from refsol.errors import OptionError
from refsol.jury.run.languages import missing_script, program_at
from refsol.jury.run.program import RunLimits, StartError, require_posix
from refsol.problem import Problem

_MINUTES: Final = 1.0
_LIMITS: Final = RunLimits()


class Options(NamedTuple):
    """The arguments and options of ``stress``."""

    command: Annotated[tuple[str, ...], Argument("The program and its arguments, after --.", "CMD")]
    family: Annotated[
        tuple[str, ...],
        Option(
            "Use only inputs of this family; may be repeated. "
            "(default: mostly small families, now and then a large one)",
            metavar="FAMILY",
            complete=family_names,
            panel="Inputs",
        ),
    ] = ()
    size: Annotated[
        tuple[str, ...],
        Option(
            "A size of the families, as generate --list names it; may be repeated.",
            metavar="NAME=NUMBER",
            panel="Inputs",
        ),
    ] = ()
    seed: Annotated[str | None, Option(f"{SEED_HELP} (default: random)", metavar="TEXT", panel="Inputs")] = None
    cases: Annotated[int | None, Option("Stop after this many cases.", metavar="N", least=1, panel="Limits")] = None
    minutes: Annotated[
        float | None,
        Option(
            "Stop after this many minutes. (default: 1; no limit with --cases)", metavar="M", least=0.01, panel="Limits"
        ),
    ] = None
    time_limit: Annotated[
        float,
        Option(
            "Limit on the wall time of a run, in seconds.", metavar="S", least=0.01, show_default=True, panel="Limits"
        ),
    ] = _LIMITS.seconds
    memory_limit: Annotated[
        float,
        Option(
            "Limit on the memory of all processes of a run, in MiB.",
            metavar="MIB",
            least=1.0,
            show_default=True,
            panel="Limits",
        ),
    ] = _LIMITS.mebibytes
    jobs: Annotated[
        int | None,
        Option(
            "Number of runs in parallel. (default: 1; with --dask: the workers' total number of threads)",
            metavar="N",
            least=1,
            panel="Running the program",
        ),
    ] = None
    dask: Annotated[
        str | None,
        Option(
            f"{DASK_HELP} Files that CMD names by relative paths travel there; absolute paths must exist there.",
            metavar="ADDRESS",
            panel="Running the program",
        ),
    ] = None
    keep_going: Annotated[bool, Option("Go on after a failure and look for other kinds of faults.", "--keep-going")] = (
        False
    )
    shell: Annotated[bool, Option("Run the command through a shell.", "--shell", panel="Running the program")] = False
    here: Annotated[
        bool,
        Option(
            "Run the program in the current directory instead of an empty one.", "--here", panel="Running the program"
        ),
    ] = False
    save: Annotated[
        str | None,
        Option(
            "Directory in which failing inputs are saved, created if needed; nothing there is overwritten. "
            "(default: stress-PROBLEM)",
            metavar="DIR",
        ),
    ] = None
    as_json: Annotated[bool, Option(JSON_HELP, "--json")] = False


def stress(problem: Problem, options: Options) -> int:
    """Run a campaign and report what it found; return the exit status.

    A signal other than Ctrl-C that interrupts it ends the process after the report: raises ``Ended``.
    Raises ``OptionError`` for families and sizes that don't exist and where commands can't be run, and ``FileError``
    for a program that can't be started, a directory that isn't writable or a cluster that can't be used.
    """
    import secrets  # these are slow to import, and other verbs don't need them

    from refsol.cli.stress_progress import follow
    from refsol.cli.stress_report import as_fields, as_text
    from refsol.cli.terminal import output_style
    from refsol.jury.stress import Campaign, CampaignPlan

    seed = options.seed or secrets.token_hex(3)
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
        followed = follow(campaign, problem.slug, directory)
        place.left.extend(followed.leftovers)
    end, saved = followed.end, followed.saved
    if options.as_json:
        emit_json(as_fields(seed, end, saved, followed.skipped))
    else:
        shown = ["sh", "-c", " ".join(options.command)] if options.shell else options.command
        emit_text(as_text(problem, seed, end, saved, shlex.join(shown), directory, output_style()))
    if followed.ending not in (None, signal.SIGINT):
        raise Ended(followed.ending)
    return INTERRUPTED if end.interrupted else NEGATIVE if saved else SUCCESS


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


VERB: Final = make_verb(
    "stress",
    "Run a program against refsol on many inputs until it gives a wrong answer, crashes, takes too long or uses too "
    "much memory; then shrink the input as far as possible and explain the fault.",
    lambda problem: "-- ./my_program",
    Options,
    stress,
    takes_command=True,
)
"""``refsol PROBLEM stress``."""
