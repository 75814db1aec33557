"""The verb ``gtp`` of NoGo."""

from typing import Annotated, Final, NamedTuple

from refsol.cli import search_options as search
from refsol.cli.files import emit, input_lines
from refsol.cli.options import Option, make_verb
from refsol.errors import OptionError
from refsol.nogo.play.gtp import Engine
from refsol.nogo.play.player import SearchSettings
from refsol.problem import Problem

_MAX_LINE: Final = 2**16  # bytes; far longer than the longest command that can succeed


class Options(NamedTuple):
    """The options of ``gtp``."""

    simulations: Annotated[int | None, search.SIMULATIONS] = None
    seconds: Annotated[
        float | None, Option("The longest time for a move; the clock of the game may allow less.", metavar="S", least=0)
    ] = None
    policy: Annotated[str, search.POLICY] = search.DEFAULTS.policy
    selection: Annotated[str, search.SELECTION] = search.DEFAULTS.selection
    exploration: Annotated[float | None, search.EXPLORATION] = None
    equivalence: Annotated[float, search.EQUIVALENCE] = search.DEFAULTS.equivalence
    expand_after: Annotated[int, search.EXPAND_AFTER] = search.DEFAULTS.expand_after
    nodes: Annotated[int, search.NODES] = search.DEFAULTS.nodes
    seed: Annotated[int, search.SEED] = search.DEFAULTS.seed


def serve(_problem: Problem, options: Options) -> None:
    """Answer the commands of standard input, until ``quit`` or the end of input.

    Raises ``OptionError`` for options that no search can have, and ``FileError``.
    """
    search.require_simulations(options.simulations)
    try:
        engine = Engine(SearchSettings(*options))
    except ValueError as error:
        raise OptionError(str(error)) from error
    for line in input_lines(_MAX_LINE):
        answer = engine.answer(line)
        if answer:
            emit([answer])
        if engine.is_over:
            return


VERB: Final = make_verb(
    "gtp",
    "Play by the Go Text Protocol, version 2, on standard input and output, until quit or the end of input.",
    lambda problem: "--seconds 1",
    Options,
    serve,
)
"""``refsol nogo gtp``."""
