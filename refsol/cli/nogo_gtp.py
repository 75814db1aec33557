"""The verb ``gtp`` of NoGo, and the options of searches, which verbs that choose moves share."""

from typing import Annotated, Final

from refsol.cli.files import emit, input_lines
from refsol.cli.verbs import as_verb, option
from refsol.errors import OptionError
from refsol.nogo.play import player
from refsol.nogo.play.playouts import POLICIES
from refsol.nogo.play.search import EXPLORATIONS, MAX_SIMULATIONS, SELECTIONS
from refsol.problem import Problem

DEFAULTS: Final = player.SearchSettings()
"""The values of options that aren't given."""
_MAX_LINE: Final = 2**16  # bytes; far longer than the longest command that can succeed

SIMULATIONS: Final = option(
    "N",
    f"Limit on the simulations for a move. (default: {player.SIMULATIONS}, or none if the time is limited)",
    least=1,
)
"""``--simulations``."""
POLICY: Final = option(help=f"How simulations are played to the end: {' or '.join(POLICIES)}.", choices=POLICIES)
"""``--policy``."""
SELECTION: Final = option(help=f"How a move is chosen in the tree: {' or '.join(SELECTIONS)}.", choices=SELECTIONS)
"""``--selection``."""
EXPLORATION: Final = option(
    "C",
    "The weight of the bonus for moves that have rarely been tried. (default: "
    f"{', '.join(f'{weight:g} with {selection}' for selection, weight in EXPLORATIONS.items())})",
    least=0,
)
"""``--exploration``."""
EQUIVALENCE: Final = option(
    "K", "With rave: the number of visits at which a move's wins and those of later moves on its point weigh the same."
)
"""``--equivalence``."""
EXPAND_AFTER: Final = option("N", "The number of visits after which a leaf of the tree gets children.", least=1)
"""``--expand-after``."""
NODES: Final = option("N", "Limit on the nodes of the tree, 60 bytes each.", least=1)
"""``--nodes``."""
SEED: Final = option("N", "A number below 2**64; equal seeds give equal games.")
"""``--seed``."""


def require_simulations(simulations: int | None) -> None:
    """Raise ``OptionError`` for a number of ``simulations`` that no search can make. O(1)."""
    if simulations is not None and simulations > MAX_SIMULATIONS:
        raise OptionError(f"--simulations takes a number from 1 to {MAX_SIMULATIONS}, not {simulations}")


@as_verb(
    "Play by the Go Text Protocol, version 2, on standard input and output, until quit or the end of input.",
    "--seconds 1",
)
def gtp(
    _problem: Problem,
    *,
    simulations: Annotated[int | None, SIMULATIONS] = None,
    seconds: Annotated[
        float | None,
        "Limit on the time for a move, in seconds; the clock of the game may allow less.",
        option("S", least=0),
    ] = None,
    policy: Annotated[str, POLICY] = DEFAULTS.policy,
    selection: Annotated[str, SELECTION] = DEFAULTS.selection,
    exploration: Annotated[float | None, EXPLORATION] = None,
    equivalence: Annotated[float, EQUIVALENCE] = DEFAULTS.equivalence,
    expand_after: Annotated[int, EXPAND_AFTER] = DEFAULTS.expand_after,
    nodes: Annotated[int, NODES] = DEFAULTS.nodes,
    seed: Annotated[int, SEED] = DEFAULTS.seed,
) -> None:
    """Answer commands until the end. Raises ``OptionError`` for options that no search can have, and ``FileError``."""
    from refsol.nogo.play.gtp import Engine  # other verbs, which share the options, don't need it

    require_simulations(simulations)
    try:
        engine = Engine(
            player.SearchSettings(
                *(simulations, seconds, policy, selection, exploration, equivalence, expand_after, nodes, seed)
            )
        )
    except ValueError as error:
        raise OptionError(str(error)) from error
    for line in input_lines(_MAX_LINE):
        answer = engine.answer(line)
        if answer:
            emit([answer])
        if engine.is_over:
            return
