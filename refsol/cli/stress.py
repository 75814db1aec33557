"""The verb ``stress``: its options. The campaign itself takes long to import and is in ``stress_campaign``."""

from typing import Annotated, Final, NamedTuple

from refsol.cli.generate import family_names
from refsol.cli.options import JSON_HELP, SEED_HELP, Argument, Option, Verb
from refsol.problem import Problem


class Options(NamedTuple):
    """The arguments and options of ``stress``."""

    command: Annotated[tuple[str, ...], Argument("The program and its arguments, behind --.", "CMD")]
    family: Annotated[
        tuple[str, ...],
        Option(
            "Only inputs of this family; may be given again. (default: the small ones, at times a large one)",
            complete=family_names,
        ),
    ] = ()
    size: Annotated[tuple[str, ...], Option("A size of the families; may be given again.", metavar="NAME=NUMBER")] = ()
    seed: Annotated[str | None, Option(f"{SEED_HELP} (default: random)", metavar="TEXT")] = None
    cases: Annotated[int | None, Option("End after so many cases.", least=1)] = None
    minutes: Annotated[float | None, Option("End after so long. (default: 1, with --cases no end)", least=0.01)] = None
    time_limit: Annotated[float, Option("Seconds that a run may take.", least=0.01, show_default=True)] = 5.0
    memory_limit: Annotated[
        float, Option("MiB that all processes of a run may take.", least=1.0, show_default=True)
    ] = 1024
    jobs: Annotated[int, Option("So many programs run at a time.", least=1, show_default=True)] = 1
    keep_going: Annotated[bool, Option("Look for other kinds of faults, too.", "--keep-going")] = False
    shell: Annotated[bool, Option("Give the command to a shell.", "--shell")] = False
    here: Annotated[bool, Option("Run the program in this directory, not in an empty one.", "--here")] = False
    save: Annotated[
        str,
        Option("Where the inputs found are saved; nothing there is overwritten.", metavar="DIR", show_default=True),
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
    "then make the input as small as can be and say why.",
    lambda problem: "-- ./my_program",
    Options,
    stress,
    takes_command=True,
)
"""``refsol PROBLEM stress``."""
