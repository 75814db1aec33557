"""The verb ``generate``."""

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated

from refsol.cli.files import STANDARD, emit, emit_json, write_output
from refsol.cli.status import print_error
from refsol.cli.terminal import hanging, waiting, wrapping_width
from refsol.cli.verbs import OUTPUT, SEED_HELP, argument, as_verb, numbers, option
from refsol.errors import OptionError
from refsol.portable import is_compiled
from refsol.problem import NAMES, Problem
from refsol.problem.contract import Family, FamilyGroup
from refsol.problem.wording import counted, refused_of


def family_names(problem: Problem) -> Sequence[str]:
    return [family.name for family in problem.jury.families]


def _sizes(problem: Problem) -> Mapping[str, str]:
    names = dict.fromkeys(size.name for family in problem.jury.families for size in family.sizes)
    return {name: f"The {name} of the input, for families that take --{name}." for name in names}


@as_verb("Write a valid input of a named family.", lambda problem: f"{family_names(problem)[0]} --seed 7 -o input.txt")
def generate(
    problem: Problem,
    *,
    family: Annotated[
        str | None, "The family of the input; not needed with --list.", argument("FAMILY", complete=family_names)
    ] = None,
    listing: Annotated[bool, "Describe the families.", option(spelled="--list")] = False,
    seed: Annotated[str, SEED_HELP, option("TEXT")] = "1",
    target: Annotated[str, "The file to write; - is standard output.", option("FILE", spelled=OUTPUT)] = STANDARD,
    json: Annotated[bool, "With --list: print JSON, for programs.", option()] = False,
    sizes: Annotated[Mapping[str, int], numbers(_sizes)] = {},
) -> None:
    families = problem.jury.families
    if listing:
        if family is not None or sizes or seed != "1" or target != STANDARD:
            raise OptionError("--list takes no FAMILY, and no option but --json")
        if json:
            listed: list[dict[str, object]] = []
            for each in families:
                sizes_of = {size.name: {"least": size.least, "most": size.most} for size in each.sizes}
                fields = {"name": each.name, "group": each.group.title, "purpose": each.purpose}
                listed.append({**fields, "sizes": sizes_of})
            emit_json(listed)
        else:
            emit([_as_text(families)])
        return
    if json:
        raise OptionError("--json needs --list")
    if family is None:
        raise OptionError("expected a family, found none; --list describes them")
    made_by = problem.jury.family(family)
    with waiting(f"generating an input of the family {family}"):
        data = made_by.generate(seed, sizes)
    print_refused(problem, 1)
    write_output(target, [data])


def print_refused(problem: Problem, accepted: int) -> None:
    if problem.refused:
        print_error(refused_of(problem.refused, accepted))


def print_slow(problem: Problem) -> None:
    """Say beforehand that it may take minutes to make a test set."""
    large = sum(family.tests for family in problem.jury.families if not family.quick)
    if large > 0 and problem.name in NAMES and not is_compiled():  # others' solvers may be quick enough
        tests = counted(large, "large test")
        print_error(f"making {tests} may take minutes, since refsol runs interpreted; compiled, it is far faster")


def _as_text(families: Sequence[Family]) -> bytes:
    lines: list[str] = []
    group: FamilyGroup | None = None
    longest = max(len(family.name) for family in families)
    width = wrapping_width(sys.stdout)
    for family in families:
        if family.group != group:
            group = family.group
            lines.append(group.title)
        sizes = "".join(f" --{size.name}" for size in family.sizes)
        about = f"{family.purpose}{f'  [{sizes.strip()}]' if sizes else ''}"
        lines += hanging(f"  {family.name:{longest}}  {about}", width, longest + 2)
    return ("\n".join(lines) + "\n").encode()
