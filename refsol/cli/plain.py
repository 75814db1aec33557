"""A plain ``solve`` call, parsed without the full command line.

Importing typer takes longer than solving most inputs. So ``refsol PROBLEM solve [INPUT] [-o OUTPUT] [OPTIONS]``,
spelled in full, is parsed here, using the same table of options from which the full command line is built; for anything
else, be it help or a mistake, ``parse`` returns None and the full command line takes over.
"""

from refsol.cli.files import STANDARD
from refsol.cli.options import number_in
from refsol.cli.solve import OUTPUT_OPTIONS, Options
from refsol.problem import NAMES, Choice, Flag, Number, Option, Problem, load


def parse(arguments: list[str]) -> tuple[Problem, Options] | None:
    """Return the problem and the options if the arguments are a plain ``solve`` call, else None."""
    if len(arguments) < 2 or arguments[0] not in NAMES or arguments[1] != "solve":
        return None
    problem = load(arguments[0])
    options: dict[str, Option] = {f"--{option.name}": option for option in problem.options}
    settings: dict[str, str | int | bool] = {}
    sources = []
    targets = []
    rest = iter(arguments[2:])
    for argument in rest:
        if argument in OUTPUT_OPTIONS:
            targets.append(next(rest, ""))
        elif argument in options:
            option = options[argument]
            value = True if isinstance(option, Flag) else value_of(option, next(rest, ""))
            if value is None or option.name in settings:
                return None
            settings[option.name] = value
        elif argument.startswith("-") and argument != STANDARD:
            return None
        else:
            sources.append(argument)
    if len(sources) > 1 or len(targets) > 1 or "" in sources + targets or any(t[1:] and t[0] == "-" for t in targets):
        return None
    return problem, Options((*sources, STANDARD)[0], (*targets, STANDARD)[0], settings)


def value_of(option: Choice | Number, text: str) -> str | int | None:
    """Return the value that ``text`` stands for, or None if the option can't have it."""
    if isinstance(option, Choice):
        return text if text in option.values else None
    return number_in(text)
