"""The verb ``gtp`` of NoGo."""

from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple

from refsol.cli import search_options as search
from refsol.cli.files import STANDARD, emit, standard_input
from refsol.cli.options import Option, make_verb
from refsol.cli.status import FileError
from refsol.errors import OptionError
from refsol.nogo.gtp import Engine
from refsol.nogo.player import Settings
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
    exploration: Annotated[float, search.EXPLORATION] = search.DEFAULTS.exploration
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
