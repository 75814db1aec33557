"""How an engine or a bot chooses its moves: the settings of its searches, and searches that keep to their time."""
# mypyc: interpreted

from collections.abc import Callable
from typing import Final, NamedTuple

from refsol.nogo.game import Game
from refsol.nogo.play.search import Search
from refsol.structures.xoshiro import Xoshiro128

SIMULATIONS: Final = 3000
"""The simulations of a move if no option and no clock limits it."""

_PARTS: Final = 40  # a search with a time limit looks at the clock at least so many times
_LARGEST_PART: Final = 1024  # simulations between two looks at the clock


class Settings(NamedTuple):
    """How the program chooses its moves: limits, and arguments of a :class:`~refsol.nogo.play.search.Search`.

    ``simulations`` is the most for a move, or None for :data:`SIMULATIONS`, or for any number if there is a limit of
    time. ``seconds`` is the longest time for a move; the clock of the game may allow less. ``policy``, ``selection``,
    ``exploration``, ``equivalence``, ``expand_after`` and ``nodes`` are those of the search, and ``seed`` determines
    the random numbers of all searches.
    """

    simulations: int | None = None
    seconds: float | None = None
    policy: str = "contested"
    selection: str = "rave"
    exploration: float | None = None
    equivalence: float = 1000.0
    expand_after: int = 4
    nodes: int = 2**20
    seed: int = 1


def new_search(settings: Settings, game: Game, rng: Xoshiro128) -> Search:
    """Return a search from the position of ``game``. O(n² + nodes).

    Raises ``ValueError`` for ``settings`` that no search can have.
    """
    return Search(
        game,
        seed=rng,
        policy=settings.policy,
        selection=settings.selection,
        exploration=settings.exploration,
        equivalence=settings.equivalence,
        expand_after=settings.expand_after,
        nodes=settings.nodes,
    )


def run_search(search: Search, most: int | None, seconds: float | None, clock: Callable[[], float]) -> None:
    """Make at ``most`` so many simulations, or fewer if ``seconds`` have passed on the ``clock``, but at least one.

    Without a limit of time, None means :data:`SIMULATIONS`. O(n² log n) for each simulation.
    """
    if seconds is None:
        search.run(SIMULATIONS if most is None else most)
        return
    begin = clock()
    part = 1
    done = 0
    while most is None or done < most:
        before = clock()
        done += search.run(part if most is None else min(part, most - done))
        after = clock()
        if 2.0 * after - before - begin >= seconds:  # another one like this would be too long
            return
        if 2.0 * _PARTS * (after - before) < seconds and part < _LARGEST_PART:
            part *= 2
