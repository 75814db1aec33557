"""The options of NoGo's searches, which verbs that choose moves share. Everything is O(1)."""

from typing import Final

from refsol.cli.options import Option
from refsol.errors import OptionError
from refsol.nogo.play import player
from refsol.nogo.play.playouts import POLICIES
from refsol.nogo.play.search import EXPLORATIONS, MAX_SIMULATIONS, SELECTIONS

DEFAULTS: Final = player.SearchSettings()
"""The values of options that aren't given."""

SIMULATIONS: Final = Option(
    f"The most simulations for a move. (default: {player.SIMULATIONS}, or no limit if there is one on the time)",
    metavar="N",
    least=1,
)
"""``--simulations``."""
POLICY: Final = Option(
    f"How simulations are played to their ends: {' or '.join(POLICIES)}.",
    choices=POLICIES,
    show_default=True,
)
"""``--policy``."""
SELECTION: Final = Option(
    f"How a move is chosen in the tree: {' or '.join(SELECTIONS)}.",
    choices=SELECTIONS,
    show_default=True,
)
"""``--selection``."""
EXPLORATION: Final = Option(
    "The weight of the bonus for moves that have rarely been tried. (default: "
    f"{', '.join(f'{weight:g} with {selection}' for selection, weight in EXPLORATIONS.items())})",
    metavar="C",
    least=0,
)
"""``--exploration``."""
EQUIVALENCE: Final = Option(
    "With rave: the visits at which a move's own wins and those of later moves there weigh the same.",
    metavar="K",
    show_default=True,
)
"""``--equivalence``."""
EXPAND_AFTER: Final = Option(
    "The visits after which a leaf of the tree gets children.", metavar="N", least=1, show_default=True
)
"""``--expand-after``."""
NODES: Final = Option("The most nodes of the tree, 60 bytes each.", metavar="N", least=1, show_default=True)
"""``--nodes``."""
SEED: Final = Option("A number below 2**64; equal seeds give equal games.", metavar="N", show_default=True)
"""``--seed``."""


def require_simulations(simulations: int | None) -> None:
    """Raise ``OptionError`` for a number of ``simulations`` that no search can make."""
    if simulations is not None and simulations > MAX_SIMULATIONS:
        raise OptionError(f"--simulations takes a number from 1 to {MAX_SIMULATIONS}, not {simulations}")
