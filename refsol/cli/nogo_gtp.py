"""The verb ``gtp`` of NoGo."""

from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import STANDARD, emit, standard_input
from refsol.cli.options import Option, make_verb
from refsol.cli.status import FileError
from refsol.errors import OptionError
from refsol.nogo.gtp import SIMULATIONS, Engine, Settings
from refsol.nogo.search import MAX_SIMULATIONS, SELECTIONS
from refsol.nogo.simulator import POLICIES
from refsol.problem import Problem

_MAX_LINE: Final = 2**16  # bytes; far longer than the longest command that can succeed
_DEFAULTS: Final = Settings()


class Options(NamedTuple):
    """The options of ``gtp``."""

    simulations: Annotated[
        int | None,
        Option(
            f"The most simulations for a move. (default: {SIMULATIONS}, or no limit if there is one on the time)",
            metavar="N",
            least=1,
        ),
    ] = None
    seconds: Annotated[
        float | None, Option("The longest time for a move; the clock of the game may allow less.", least=0)
    ] = None
    policy: Annotated[
        str,
        Option(
            f"How simulations are played to their ends: {' or '.join(POLICIES)}.",
            metavar="|".join(POLICIES),
            complete=lambda _: POLICIES,
            show_default=True,
        ),
    ] = _DEFAULTS.policy
    selection: Annotated[
        str,
        Option(
            f"How a move is chosen in the tree: {' or '.join(SELECTIONS)}.",
            metavar="|".join(SELECTIONS),
            complete=lambda _: SELECTIONS,
            show_default=True,
        ),
    ] = _DEFAULTS.selection
    exploration: Annotated[
        float, Option("The weight of the bonus for moves that were tried rarely.", least=0, show_default=True)
    ] = _DEFAULTS.exploration
    equivalence: Annotated[
        float,
        Option(
            "With rave: the visits at which a move's own wins and those of later moves there weigh the same.",
            show_default=True,
        ),
    ] = _DEFAULTS.equivalence
    expand_after: Annotated[
        int, Option("The visits after which a leaf of the tree gets children.", least=1, show_default=True)
    ] = _DEFAULTS.expand_after
    nodes: Annotated[int, Option("The most nodes of the tree, 60 bytes each.", least=1, show_default=True)] = (
        _DEFAULTS.nodes
    )
    seed: Annotated[int, Option("A number below 2**64; equal seeds give equal games.", show_default=True)] = (
        _DEFAULTS.seed
    )


def serve(_problem: Problem, options: Options) -> None:
    """Answer the commands of standard input, until ``quit`` or the end of input.

    Raises ``OptionError`` for options that no search can have, and ``FileError``.
    """
    if options.simulations is not None and options.simulations > MAX_SIMULATIONS:
        raise OptionError(f"--simulations takes a number from 1 to {MAX_SIMULATIONS}, not {options.simulations}")
    try:
        engine = Engine(Settings(*options))
    except ValueError as error:
        raise OptionError(str(error)) from error
    for line in _lines():
        answer = engine.answer(line)
        if answer:
            emit([answer])
        if engine.is_over:
            return


def _lines() -> Iterator[bytes]:
    """Yield the lines of standard input, of a line that is too long only the beginning; raises ``FileError``."""
    file = standard_input()
    try:
        while line := file.readline(_MAX_LINE):
            rest = line
            while len(rest) == _MAX_LINE and not rest.endswith(b"\n"):
                rest = file.readline(_MAX_LINE)
            yield line
    except OSError as error:
        raise FileError(f"{STANDARD}: {error.strerror}") from error


VERB: Final = make_verb(
    "gtp",
    "Play by the Go Text Protocol, version 2, on standard input and output, until quit or the end of input.",
    lambda problem: "--seconds 1",
    Options,
    serve,
)
"""``refsol nogo gtp``."""
