"""The commands of the jury: their arguments, options and help. What they do is in the modules of the verbs."""

from functools import partial
from inspect import Parameter
from typing import Annotated, Final

import typer

from refsol.cli.files import STANDARD
from refsol.cli.signature import TableCommand, Value, number_parameter, parameter
from refsol.cli.status import finish
from refsol.jury.contract import Jury, load_jury
from refsol.problem import Problem

_JSON: Final = "Print JSON, for programs."
_SEED_HELP: Final = "Any text; equal seeds give equal inputs."
_INPUT: Final = "The input file; - is standard input."


def add_jury(group: typer.Typer, problem: Problem, epilog: str) -> None:
    """Add the commands of the jury to those of a problem; ``epilog`` is what their help ends with."""
    jury = load_jury(problem.name)
    _add_validate(group, problem, epilog)
    _add_check(group, problem, epilog)
    _add_generate(group, problem, jury, epilog)
    _add_testset(group, problem, epilog)
    _add_stress(group, problem, jury, epilog)
    _add_explain(group, problem, jury, epilog)
    _add_show(group, problem, jury, epilog)


def _help(text: str, example: str) -> str:
    return f"{text}\n\nFor example: refsol {example}"


def _add_validate(group: typer.Typer, problem: Problem, epilog: str) -> None:
    @group.command(
        "validate",
        epilog=epilog,
        help=_help(
            "Say what is wrong with an input: format, limits, everything the statement promises.",
            f"{problem.name} validate --all input.txt",
        ),
    )
    def validate(
        source: Annotated[str, typer.Argument(metavar="INPUT", help=_INPUT, show_default=False)] = STANDARD,
        lenient: Annotated[bool, typer.Option("--lenient", help="Take white space as freely as solve does.")] = False,
        every: Annotated[bool, typer.Option("--all", help="List every error, not only the first.")] = False,
        as_json: Annotated[bool, typer.Option("--json", help=_JSON)] = False,
    ) -> None:
        from refsol.cli import judging

        finish(partial(judging.validate, problem, source, lenient=lenient, every=every, as_json=as_json))


def _add_check(group: typer.Typer, problem: Problem, epilog: str) -> None:
    @group.command(
        "check",
        epilog=epilog,
        help=_help(
            "Judge the output of a program: whether it is right or, if not, what is wrong where, and why.",
            f"{problem.name} check input.txt output.txt",
        ),
    )
    def check(
        files: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="FILE",
                help="INPUT OUTPUT; with --protocol testlib: INPUT OUTPUT ANSWER; "
                "with --protocol kattis: INPUT ANSWER FEEDBACK_DIRECTORY, and the output on standard input.",
                show_default=False,
            ),
        ] = None,
        answer: Annotated[
            str | None,
            typer.Option(metavar="FILE", help="Compare with this answer instead of solving.", show_default=False),
        ] = None,
        protocol: Annotated[
            str,
            typer.Option(
                metavar="[plain|testlib|kattis]",
                help="plain: exit 0 for right, 1 for wrong. testlib: exit 0, 1 (wrong answer), 2 (right, but goes on), "
                "3 (the jury failed). kattis: exit 42 or 43, with judgemessage.txt in the feedback directory.",
            ),
        ] = "plain",
        as_json: Annotated[bool, typer.Option("--json", help=_JSON)] = False,
    ) -> None:
        from refsol.cli import judging

        verb = partial(judging.check, problem, files or [], answer=answer, protocol=protocol, as_json=as_json)
        finish(partial(judging.by_protocol, protocol, verb))


def _add_generate(group: typer.Typer, problem: Problem, jury: Jury, epilog: str) -> None:
    sizes = {size.name: size for family in jury.families for size in family.sizes}
    names = [family.name for family in jury.families]
    parameters = [
        parameter(
            "family",
            str,
            typer.Argument(
                None, metavar="FAMILY", help="Which kind of input.", show_default=False, autocompletion=lambda: names
            ),
        ),
        parameter("listing", bool, typer.Option(False, "--list", help="Describe the families.", show_default=False)),
        parameter("seed", str, typer.Option("1", metavar="TEXT", help=_SEED_HELP)),
        parameter(
            "target",
            str,
            typer.Option(STANDARD, "-o", "--output", metavar="FILE", help="Where it goes.", show_default=False),
        ),
        parameter("as_json", bool, typer.Option(False, "--json", help="With --list: JSON.", show_default=False)),
        *(number_parameter(name, f"The {name} of the input, for a family that has it.") for name in sizes),
    ]

    def generate(values: dict[str, Value]) -> None:
        from refsol.cli import generating

        if values["listing"]:
            finish(partial(generating.list_families, problem, as_json=bool(values["as_json"])))
        if values["as_json"]:
            raise typer.BadParameter("--json goes with --list")
        given = {name: value for name in sizes if isinstance(value := values[name], int)}
        family = None if values["family"] is None else str(values["family"])
        seed, target = str(values["seed"]), str(values["target"])
        finish(partial(generating.generate, problem, family, target, seed, given))

    group.command(
        "generate",
        epilog=epilog,
        help=_help(
            "Write a valid input of a named family.", f"{problem.name} generate {names[0]} --seed 7 -o input.txt"
        ),
    )(TableCommand("generate", parameters, generate))


def _add_testset(group: typer.Typer, problem: Problem, epilog: str) -> None:
    @group.command(
        "testset",
        epilog=epilog,
        help=_help(
            "Write a whole test set with answers, by subtask; what is there already is kept, so it can be resumed.",
            f"{problem.name} testset tests",
        ),
    )
    def testset(
        directory: Annotated[
            str, typer.Argument(metavar="DIR", help="A new or empty directory, or one to go on with.")
        ],
        seed: Annotated[str, typer.Option(metavar="TEXT", help=_SEED_HELP)] = "1",
    ) -> None:
        from refsol.cli import generating

        finish(partial(generating.testset, problem, directory, seed))


def _add_stress(group: typer.Typer, problem: Problem, jury: Jury, epilog: str) -> None:
    names = [family.name for family in jury.families]

    @group.command(
        "stress",
        epilog=epilog,
        context_settings={"allow_interspersed_args": False},
        help=_help(
            "Run a program against refsol on many inputs until it is wrong, crashes, or takes too long or too much "
            "memory; then make the input as small as can be and say why.",
            f"{problem.name} stress -- ./my_program",
        ),
    )
    def stress(
        command: Annotated[
            list[str],
            typer.Argument(metavar="CMD", help="The program and its arguments, behind --.", show_default=False),
        ],
        family: Annotated[
            list[str] | None,
            typer.Option(
                help="Only inputs of this family; may be given again. (default: the small ones, at times a large one)",
                autocompletion=lambda: names,
                show_default=False,
            ),
        ] = None,
        size: Annotated[
            list[str] | None,
            typer.Option(metavar="NAME=NUMBER", help="A size of the families; may be given again.", show_default=False),
        ] = None,
        seed: Annotated[
            str | None, typer.Option(metavar="TEXT", help=f"{_SEED_HELP} (default: random)", show_default=False)
        ] = None,
        cases: Annotated[int | None, typer.Option(min=1, help="End after so many cases.", show_default=False)] = None,
        minutes: Annotated[
            float | None,
            typer.Option(min=0.01, help="End after so long. (default: 1, with --cases no end)", show_default=False),
        ] = None,
        time_limit: Annotated[float, typer.Option(min=0.01, help="Seconds that a run may take.")] = 5.0,
        memory_limit: Annotated[float, typer.Option(min=1.0, help="MiB that all processes of a run may take.")] = 1024,
        jobs: Annotated[int, typer.Option(min=1, help="So many programs run at a time.")] = 1,
        keep_going: Annotated[bool, typer.Option("--keep-going", help="Look for other kinds of faults, too.")] = False,
        shell: Annotated[bool, typer.Option("--shell", help="Give the command to a shell.")] = False,
        here: Annotated[
            bool, typer.Option("--here", help="Run the program in this directory, not in an empty one.")
        ] = False,
        save: Annotated[
            str, typer.Option(metavar="DIR", help="Where the inputs found are saved; nothing there is overwritten.")
        ] = ".",
        as_json: Annotated[bool, typer.Option("--json", help=_JSON)] = False,
    ) -> None:
        from refsol.cli import stressing
        from refsol.jury.program import Limits

        order = stressing.Order(
            command=command,
            families=tuple(family or ()),
            sizes=tuple(size or ()),
            seed=seed,
            cases=cases,
            minutes=minutes,
            limits=Limits(time_limit, memory_limit),
            jobs=jobs,
            keep_going=keep_going,
            shell=shell,
            here=here,
            save=save,
            as_json=as_json,
        )
        finish(partial(stressing.stress, problem, order))


def _add_explain(group: typer.Typer, problem: Problem, jury: Jury, epilog: str) -> None:
    parameters = [
        *_chosen(jury),
        parameter("as_json", bool, typer.Option(False, "--json", help=_JSON, show_default=False)),
    ]

    def explain(values: dict[str, Value]) -> None:
        from refsol.cli import explaining

        source, as_json = str(values.pop("source")), bool(values.pop("as_json"))
        selection = {name: value for name, value in values.items() if isinstance(value, int)}
        finish(partial(explaining.explain, problem, source, selection, as_json=as_json))

    example = "".join(f" --{selector.name} 1" for selector in jury.selection_options)
    group.command(
        "explain",
        epilog=epilog,
        help=_help("Say why an answer is what it is.", f"{problem.name} explain input.txt{example}"),
    )(TableCommand("explain", parameters, explain))


def _add_show(group: typer.Typer, problem: Problem, jury: Jury, epilog: str) -> None:
    def show(values: dict[str, Value]) -> None:
        from refsol.cli import showing

        source = str(values.pop("source"))
        files = {kind: None if (file := values.pop(kind)) is None else str(file) for kind in ("svg", "html")}
        selection = {name: value for name, value in values.items() if isinstance(value, int)}
        finish(partial(showing.show, problem, source, selection, **files))

    parameters = [
        *_chosen(jury),
        parameter(
            "svg",
            str,
            typer.Option(None, "--svg", metavar="FILE", help="Write an SVG picture instead.", show_default=False),
        ),
        parameter(
            "html",
            str,
            typer.Option(
                None,
                "--html",
                metavar="FILE",
                help="Write a page instead that goes through all steps, with reasons, and opens at the one chosen.",
                show_default=False,
            ),
        ),
    ]
    example = "".join(f" --{selector.name} 1" for selector in jury.selection_options)
    group.command(
        "show",
        epilog=epilog,
        help=_help(
            "Draw the position at the start, or of the first data set, or the one chosen.",
            f"{problem.name} show input.txt{example}",
        ),
    )(TableCommand("show", parameters, show))


def _chosen(jury: Jury) -> list[Parameter]:
    """Return the input and the options that choose answers."""
    return [
        parameter("source", str, typer.Argument(STANDARD, metavar="INPUT", help=_INPUT, show_default=False)),
        *(number_parameter(selector.name, selector.help) for selector in jury.selection_options),
    ]
