"""The verb ``generate``."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import STANDARD, emit, write_output
from refsol.cli.options import SEED_HELP, Argument, Numbers, Option, Verb
from refsol.cli.solve import OUTPUT_OPTIONS
from refsol.errors import OptionError
from refsol.jury.contract import Family, load_jury
from refsol.problem import Problem


def family_names(problem: Problem) -> Sequence[str]:
    """Return the names of the families of a ``problem``."""
    return [family.name for family in load_jury(problem.name).families]


def _sizes(problem: Problem) -> Mapping[str, str]:
    """Return the help of each size that a family has."""
    names = dict.fromkeys(size.name for family in load_jury(problem.name).families for size in family.sizes)
    return {name: f"The {name} of the input, for a family that has it." for name in names}


class Options(NamedTuple):
    """What ``generate`` is asked for."""

    family: Annotated[str | None, Argument("Which kind of input.", "FAMILY", complete=family_names)] = None
    listing: Annotated[bool, Option("Describe the families.", "--list")] = False
    seed: Annotated[str, Option(SEED_HELP, metavar="TEXT", show_default=True)] = "1"
    target: Annotated[str, Option("Where it goes.", *OUTPUT_OPTIONS, metavar="FILE")] = STANDARD
    as_json: Annotated[bool, Option("With --list: JSON.", "--json")] = False
    sizes: Annotated[Mapping[str, int], Numbers(_sizes)] = {}


def generate(problem: Problem, options: Options) -> None:
    """Write the input of a family, a seed and sizes to a file, or list the families.

    Raises ``OptionError`` for no family, an unknown one, or a size that it can't have, and ``FileError``.
    """
    families = load_jury(problem.name).families
    if options.listing:
        emit([_as_json(families) if options.as_json else _as_text(families)])
        return
    if options.as_json:
        raise OptionError("--json goes with --list")
    if options.family is None:
        raise OptionError("which family? --list describes them")
    family = load_jury(problem.name).family(options.family)
    write_output(options.target, [family.generate(options.seed, options.sizes)])


def _as_json(families: Iterable[Family]) -> bytes:
    fields = [
        {
            "name": family.name,
            "group": family.group,
            "purpose": family.purpose,
            "sizes": {size.name: {"least": size.least, "most": size.most} for size in family.sizes},
        }
        for family in families
    ]
    return json.dumps(fields).encode() + b"\n"


def _as_text(families: Sequence[Family]) -> bytes:
    """Return a line for each family: name, purpose and sizes, below the name of its group."""
    lines: list[str] = []
    group = ""
    width = max(len(family.name) for family in families)
    for family in families:
        if family.group != group:
            group = family.group
            lines.append(group)
        sizes = "".join(f" --{size.name}" for size in family.sizes)
        lines.append(f"  {family.name:{width}}  {family.purpose}{f'  [{sizes.strip()}]' if sizes else ''}")
    return ("\n".join(lines) + "\n").encode()


VERB: Final = Verb(
    "generate",
    "Write a valid input of a named family.",
    lambda problem: f"{family_names(problem)[0]} --seed 7 -o input.txt",
    Options,
    generate,
)
"""``refsol PROBLEM generate``."""
