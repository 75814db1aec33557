"""The verb ``describe`` of ``refsol own``: proposes a description of the samples of a problem."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from refsol.cli.files import STANDARD, content_of, naming, opened_input, same_file, write_output
from refsol.cli.status import BadInputError, FileError, print_error
from refsol.cli.terminal import waiting
from refsol.cli.verbs import OUTPUT, argument, as_verb, option
from refsol.errors import InputError, OptionError
from refsol.own.spec import INPUT
from refsol.problem import Problem

if TYPE_CHECKING:
    from refsol.own.inference import Proposal

CONSTRAINTS_HELP: Final = (
    "A text with lines such as 1 ≤ n ≤ 10^5, as in the statement; - is standard input. (default: ranges are guessed, "
    "and marked)"
)


@as_verb(
    "Propose a description of the samples: the smallest one that matches all of them.",
    "samples/1.in samples/2.in --constraints limits.txt -o input.ctd",
)
def describe(
    _problem: Problem,
    *,
    files: Annotated[
        tuple[str, ...],
        f"The sample inputs, or directories of samples, *{INPUT}; - is standard input.",
        argument("SAMPLE"),
    ],
    constraints: Annotated[str | None, CONSTRAINTS_HELP, option("FILE")] = None,
    target: Annotated[str, "The file to write; - is standard output.", option("FILE", spelled=OUTPUT)] = STANDARD,
) -> None:
    files = tuple(each for name in files for each in (sample_files(name) if Path(name).is_dir() else [name]))
    named = (*files, *([] if constraints is None else [constraints]))
    if named.count(STANDARD) > 1:
        raise OptionError(f"{STANDARD} stands for standard input, which can be read only once")
    for name in named:
        if target != STANDARD and same_file(name, target):
            raise OptionError(f"{target} is also an input; choose another file to write")
    proposal = proposed(files, constraints)
    write_output(target, [proposal.text.encode("latin-1", "replace")])
    report(proposal)


def proposed(files: Sequence[str], constraints: str | None = None) -> "Proposal":
    from refsol.own.inference import MAX_BYTES, NO_CONSTRAINTS, SampleError, parse_constraints, propose

    limits = NO_CONSTRAINTS
    if constraints is not None:
        text = content_of(constraints)
        try:
            limits = parse_constraints(text)
        except InputError as error:
            raise BadInputError(f"{constraints}:{error}") from error
    contents: list[tuple[str, bytes]] = []
    for name in files:
        with opened_input(name) as data:
            contents.append((name, data if isinstance(data, bytes) else data.read(MAX_BYTES + 1)))
    with waiting("describing the samples"):
        try:
            return propose(contents, limits)
        except SampleError as error:
            raise BadInputError(str(error)) from error


def sample_files(directory: str) -> list[str]:
    with naming(directory):
        found = sorted(str(path) for path in Path(directory).iterdir() if path.suffix == INPUT)
    if not found:
        raise FileError(f"{directory}: no files there have names that end in {INPUT}")
    return found


def report(proposal: "Proposal") -> None:
    changed: dict[str, list[str]] = {}  # the samples, by what was changed in them
    for sample in proposal.samples:
        for remark in sample.remarks:
            changed.setdefault(remark, []).append(sample.name)
    for remark, (name, *others) in changed.items():
        print_error(f"{name}{f' and {len(others)} more' if others else ''}: {remark}")
    for sentence in proposal.unused:
        print_error(f"not used of the constraints: {sentence}")
    count = len(proposal.samples)
    what = "the sample is" if count == 1 else f"{'both' if count == 2 else f'all {count}'} samples are"
    print_error(f"{what} valid by the proposed description{', once that is put right' if changed else ''}")
