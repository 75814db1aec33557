"""The verb ``stress``: its options. The campaign itself takes long to import and is in ``stress_campaign``."""

from typing import Annotated, Final, NamedTuple

from refsol.cli.generate import family_names
from refsol.cli.options import JSON_HELP, SEED_HELP, Argument, Option, Verb
from refsol.problem import Problem


class Options(NamedTuple):
    """The arguments and options of ``stress``."""

    command: Annotated[tuple[str, ...], Argument("The program and its arguments, after --.", "CMD")]
    family: Annotated[
        tuple[str, ...],
        Option(
            "Use only inputs of this family; may be repeated. "
            "(default: mostly small families, now and then a large one)",
            complete=family_names,
        ),
    ] = ()
    size: Annotated[tuple[str, ...], Option("A size of the families; may be repeated.", metavar="NAME=NUMBER")] = ()
    seed: Annotated[str | None, Option(f"{SEED_HELP} (default: random)", metavar="TEXT")] = None
    cases: Annotated[int | None, Option("Stop after N cases.", least=1)] = None
    minutes: Annotated[
        float | None, Option("Stop after this many minutes. (default: 1; no limit with --cases)", least=0.01)
    ] = None
    time_limit: Annotated[
        float, Option("Limit on the wall time of a run, in seconds.", least=0.01, show_default=True)
    ] = 5.0
    memory_limit: Annotated[
        float, Option("Limit on the memory of all processes of a run, in MiB.", least=1.0, show_default=True)
    ] = 1024
    jobs: Annotated[int, Option("Number of programs to run in parallel.", least=1, show_default=True)] = 1
    keep_going: Annotated[bool, Option("Go on after a failure and look for other kinds of faults.", "--keep-going")] = (
        False
    )
    shell: Annotated[bool, Option("Run the command through a shell.", "--shell")] = False
    here: Annotated[bool, Option("Run the program in the current directory instead of an empty one.", "--here")] = False
    save: Annotated[
        str,
        Option(
            "Directory for the inputs that are found; nothing there is overwritten.", metavar="DIR", show_default=True
        ),
    ] = "."
    as_json: Annotated[bool, Option(JSON_HELP, "--json")] = False


def stress(problem: Problem, options: Options) -> int:
    """Run a campaign and report what it found; return the exit status.

    Raises ``OptionError`` for families and sizes that don't exist and where commands can't be run, ``FileError`` for a
    program that can't be started and a directory that can't be written.
    """
    from refsol.cli.stress_campaign import run_campaign

    return run_campaign(problem, options)


VERB: Final = Verb(
    "stress",
    "Run a program against refsol on many inputs until it is wrong, crashes, or takes too long or too much memory; "
    "then shrink the input as far as possible and explain the fault.",
    lambda problem: "-- ./my_program",
    Options,
    stress,
    takes_command=True,
)
"""``refsol PROBLEM stress``."""
