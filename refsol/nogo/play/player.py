"""How an engine or a bot chooses its moves: the settings of its searches, and how long they take.

The clock is that of the Go Text Protocol: main time, then periods of N seconds, each for a number of stones (Canadian
byo-yomi). No period, 0 seconds, means absolute time; a period for 0 stones means no limit at all (G. Farnebäck,
"Specification of the Go Text Protocol, version 2, draft 2", 2002, section 4.2). Fischer time, main time that grows with
each move, is from KataGo.
"""
# mypyc: interpreted

from collections.abc import Callable
from typing import Final, NamedTuple

from refsol.errors import require_range
from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.game import Game
from refsol.nogo.play._tree import MAX_NODES
from refsol.nogo.play.live_board import MAX_LIVE
from refsol.nogo.play.outcome_search import OutcomeSearch
from refsol.nogo.play.search import MAX_SIMULATIONS, Search
from refsol.structures.xoshiro import Xoshiro128

SIMULATIONS: Final = 10_000
"""The simulations of a move if no option and no clock limits it."""
MAX_THREADS: Final = 256
"""The largest number of searches at the same time."""

_SOLVED: Final = 2**17  # positions that are searched for a move that wins for certain
_LAG: Final = 0.05  # seconds that a move may take beyond its search: reading, writing, the last simulation
_SHARE: Final = 0.9  # of the time that is there; the rest is for a machine that has other work to do
_RESERVE: Final = 0.25  # seconds that are kept, unless a third of the time is more than what is left then
_PARTS: Final = 40  # a search with a time limit looks at the clock at least this many times
_LARGEST_PART: Final = 256  # simulations between two looks at the clock, and whether somebody interrupts


class SearchSettings(NamedTuple):
    """How the program chooses its moves: limits, and arguments of a :class:`~refsol.nogo.play.search.Search`.

    ``simulations`` is the most for a move, or None for :data:`SIMULATIONS`, or for any number if time is limited.
    ``seconds`` is the longest time for a move; the clock of the game may allow less. ``policy``, ``selection``,
    ``exploration``, ``equivalence``, ``prior``, ``slope``, ``expand_after`` and ``nodes`` are the search's; ``seed`` is
    for all searches, and as many as ``threads`` search at the same time (:mod:`refsol.nogo.play.many_searches`). With
    at most ``endgame`` live points, up to 35, a move that wins for certain is looked for before the search.
    """

    simulations: int | None = None
    seconds: float | None = None
    policy: str = "settled"
    selection: str = "rave"
    exploration: float | None = None
    equivalence: float = 1000.0
    prior: float = 100.0
    slope: float = 1.0
    expand_after: int = 8
    nodes: int = 2**22
    seed: int = 1
    threads: int = 1
    endgame: int = 20


def new_search(settings: SearchSettings, game: Game, rng: Xoshiro128) -> Search:
    """Return a search from the ``game``. O(n² + nodes). Raises ``ValueError`` for impossible ``settings``."""
    for what, value, high in (
        ("visits", settings.expand_after, MAX_SIMULATIONS),
        ("nodes", settings.nodes, MAX_NODES),
        ("threads", settings.threads, MAX_THREADS),
    ):
        require_range(f"number of {what}", value, 1, high)  # before they become machine integers
    require_range("number of live points", settings.endgame, 0, MAX_LIVE)
    return Search(
        game,
        seed=rng,
        policy=settings.policy,
        selection=settings.selection,
        exploration=settings.exploration,
        equivalence=settings.equivalence,
        prior=settings.prior,
        slope=settings.slope,
        expand_after=settings.expand_after,
        nodes=settings.nodes,
    )


def run_search(
    run: Callable[[int], int],
    most: int | None,
    seconds: float | None,
    clock: Callable[[], float],
    is_interrupted: Callable[[], bool] = lambda: False,
) -> None:
    """Let ``run``, the method of a search, make at ``most`` this many simulations, but at least one.

    There are fewer if ``seconds`` have passed on the ``clock`` before, or once ``is_interrupted`` returns true.
    Without a limit of time, None means :data:`SIMULATIONS`. O(n² log n) for each simulation.
    """
    if most is None:
        most = SIMULATIONS if seconds is None else MAX_SIMULATIONS
    begin = clock()
    part = 1 if seconds is not None else _LARGEST_PART
    done = 0
    while done < most and not (done and is_interrupted()):
        before = clock()
        done += run(min(part, most - done))
        after = clock()
        if seconds is None:
            continue
        if 2.0 * after - before - begin >= seconds:  # another one like this would be too long
            return
        if 2.0 * _PARTS * (after - before) < seconds and part < _LARGEST_PART:
            part *= 2


def winning_point(
    game: Game, settings: SearchSettings, seconds: float | None, clock: Callable[[], float]
) -> int | None:
    """Return a move that wins, however the opponent answers, if an exact search finds one soon, or else None.

    It searches only if there are at most ``settings.endgame`` points that aren't forbidden to both sides, four
    positions for each simulation that a move may have, 131072 in all, and no longer than half of these ``seconds`` of
    the ``clock``. A position that is lost takes as long. O(n²) otherwise.
    """
    theirs = game.legal_points(BLACK + WHITE - game.to_move)
    if len({*game.legal_points(), *theirs}) > settings.endgame:
        return None
    simulations = settings.simulations or (SIMULATIONS if seconds is None else _SOLVED)
    most = min(_SOLVED, 4 * simulations)  # which takes about as long as these
    begin = clock()
    search = OutcomeSearch(game.board.stone, game.board.stride, game.to_move, memory=2)  # enough for all of them
    while not search.run(min(most, 2**12)):
        if search.nodes() >= most or (seconds is not None and 2.0 * (clock() - begin) >= seconds):
            return None
    return search.winning_point()


class Clock:
    """The clocks of both players, without a limit until :meth:`limit` or :meth:`set_left` sets one.

    All times are in seconds. A player is a ``colour``, ``BLACK`` or ``WHITE``.

    >>> clock = Clock()
    >>> clock.limit(60, 0, 0)
    >>> clock.budget(BLACK, 39)
    2.6025
    """

    def __init__(self) -> None:
        self._main = 0.0
        self._period = 0.0
        self._stones = 0
        self._increment = 0.0
        self._is_limited = False
        self._left: dict[int, tuple[float, int]] = {}  # of the players who have a limit

    def limit(self, main: float, period: float, stones: int, increment: float = 0.0) -> None:
        """Give both players ``main`` seconds, then periods of ``period`` seconds for ``stones`` stones each.

        After each move that begins in the main time, the player gets ``increment`` seconds.
        """
        self._is_limited = period == 0 or stones > 0
        self._main = main
        self._period = period
        self._stones = stones if period > 0 else 0
        self._increment = increment
        self.restart()

    def restart(self) -> None:
        """Give both players the time that they have at the start of a game."""
        self._left = {}
        if self._is_limited:
            for colour in (BLACK, WHITE):
                self.set_left(colour, self._main, 0)

    def set_left(self, colour: int, seconds: float, stones: int) -> None:
        """Let a player have ``seconds`` left: of the main time if ``stones`` is 0, or else for this many stones."""
        if stones == 0 and seconds <= 0.0 and self._stones > 0:  # a new period begins
            seconds += self._period
            stones = self._stones
        self._left[colour] = (max(0.0, seconds), stones)

    def left(self, colour: int) -> tuple[float, int] | None:
        """Return the seconds and stones that a player has left, as in :meth:`set_left`, or None without a limit."""
        return self._left.get(colour)

    def spend(self, colour: int, seconds: float) -> None:
        """Count a move of a player that took this many ``seconds``."""
        if colour not in self._left:
            return
        left, stones = self._left[colour]
        left -= seconds
        if stones > 0:
            stones -= 1
            if stones == 0:
                left = 0.0  # what is left of a period is lost
        else:
            left += self._increment
        self.set_left(colour, left, stones)

    def budget(self, colour: int, moves: int) -> float | None:
        """Return how long a player should search who may have to make ``moves`` more moves, or None without a limit.

        The rest of a period is divided evenly. Main time is divided so that early moves get more: a player who always
        takes the whole budget, and has m of M moves to go, has about (m / M)² of the time left. Future increments count
        as main time, but no move gets more than is on the clock. Where periods follow, a move out of the main time gets
        no less than one in a period.
        """
        if colour not in self._left:
            return None
        seconds, stones = self._left[colour]
        if stones > 0:
            return _usable(seconds, stones) / stones
        moves = max(1, moves)
        share = _usable(seconds + self._increment * (moves - 1), moves) * 2.0 / (moves + 1)
        if self._stones > 0:
            share = max(share, _usable(self._period, self._stones) / self._stones)
        return min(share, _usable(seconds, 1))


def _usable(seconds: float, moves: int) -> float:
    return max(0.0, min(_SHARE * seconds, max(seconds - _RESERVE, seconds / 3 + _LAG)) - _LAG * moves)
