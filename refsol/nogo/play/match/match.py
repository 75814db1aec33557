"""A match: many pairs of games, in parallel on any executor, until all are played or a sequential test has decided.

It is between two engines, or between more: then those that play each other have a standing each, and all have ratings.

For POSIX systems only. All calls are O(games) besides the games themselves.
"""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from threading import Event
from typing import Final, NamedTuple

from refsol.errors import require_range
from refsol.jury.parallel.pool import run_chains
from refsol.jury.run.program import Leftover, StartError
from refsol.nogo.play.match.bradley_terry import ratings_of
from refsol.nogo.play.match.openings import openings
from refsol.nogo.play.match.ratings import Decision, Elo, Sprt, elo_difference
from refsol.nogo.play.match.records import LETTERS, SIDES, Ending, GameRecord, Schedule, Sides
from refsol.nogo.play.match.referee import Played, Terms, forfeited, play_pair, words_of


class Standing(NamedTuple):
    """The score in whole pairs of games between two engines: in how many of the ``pairs`` the first won 0, 1 and 2.

    ``wins`` are the games that it won and lost, and ``black_wins`` those that black won. ``faults`` say how often each
    engine lost by a fault, by engine and kind.
    """

    pairs: Sequence[int]
    wins: Sequence[int]
    black_wins: int
    faults: Sequence[tuple[str, Ending, int]]

    @property
    def games(self) -> int:
        """The number of games. O(1)."""
        return sum(self.wins)

    @property
    def elo(self) -> Elo | None:
        """By how much the first engine is stronger, or None if there are no games. O(1)."""
        return elo_difference(self.pairs) if any(self.pairs) else None


def standing_of(records: Iterable[GameRecord]) -> Standing:
    """Return what ``records`` of two engines say of which both games of a pair are there; others don't count."""
    by_pair: dict[int, dict[str, GameRecord]] = {}
    for record in records:
        by_pair.setdefault(record.pair, {})[record.black] = record
    whole = [games for games in by_pair.values() if len(games) == len(SIDES)]
    pairs = [0, 0, 0]
    for games in whole:
        pairs[sum(record.winner == record.sides[0] for record in games.values())] += 1
    won = pairs[1] + 2 * pairs[2]
    faults = Counter(
        (record.loser, record.ending) for games in whole for record in games.values() if record.ending.is_fault
    )
    black = sum(record.winner == record.black for games in whole for record in games.values())
    return Standing(pairs, (won, 2 * len(whole) - won), black, [(*fault, faults[fault]) for fault in sorted(faults)])


class Progress(NamedTuple):
    """Event: a pair was played, with ``records`` of its two games; the ``standing`` of its two engines is that now.

    If the sequential test has made a ``decision``, this is the last event.
    """

    records: Sequence[GameRecord]
    standing: Standing
    decision: Decision | None


class Match:
    """A match on ``terms``, of this many ``pairs`` of games, each with its own opening; it runs once.

    Between more than two engines, these are the pairs of any two that play each other by the ``schedule``, and all of
    them play the same openings. The ``openings`` are those that :func:`.openings` returns for ``plies`` and what is
    ``given``. ``jobs`` pairs are played in parallel, on the ``executor`` or, without one, on threads. Games that were
    ``played`` already count and aren't played again. With a sequential ``test``, for two engines only, the match ends
    when that has decided. Its ``label``, which should be unique, is part of the names of its working directories; by
    default it is random.

    Raises ``ValueError`` for engines, a size, walls, a number of plies, a command or a test that is impossible.
    """

    def __init__(
        self,
        terms: Terms,
        pairs: int,
        *,
        plies: int | None = None,
        given: Sequence[Sequence[str]] = (),
        schedule: Schedule = Schedule.ROUND_ROBIN,
        played: Iterable[GameRecord] = (),
        test: Sprt | None = None,
        jobs: int = 1,
        executor: Executor | None = None,
        label: str = "",
    ) -> None:
        require_range("number of engines", len(terms.engines), len(SIDES), len(LETTERS))
        for engine in terms.engines:
            words_of(engine, 0)
        require_range("size of a board in GTP", terms.size, 2, 25)
        if test is not None:
            test.raise_if_errors()
            if len(terms.engines) > len(SIDES):
                raise ValueError(f"a sequential test is between two engines, not {len(terms.engines)}")
        self._terms: Final = terms
        self._pairings: Final = schedule.pairings(len(terms.engines))
        self.openings: Final = openings(terms.size, plies, pairs, terms.seed, terms.walls, given)
        self._records: Final = [each for each in played if each.pair < pairs and each.sides in self._pairings]
        self._test: Final = test
        self._jobs: Final = jobs
        self._executor: Final = executor
        self._interrupted: Final = Event()
        self._label: Final = label or os.urandom(8).hex()

    @property
    def standing(self) -> Standing:
        """Where the engines A and B stand. O(games)."""
        return self.standings[SIDES]

    @property
    def standings(self) -> Mapping[Sides, Standing]:
        """Where any two engines that play each other stand, by their letters. O(games + engines²)."""
        records: dict[Sides, list[GameRecord]] = {sides: [] for sides in self._pairings}
        for record in self._records:
            records[record.sides].append(record)
        return {sides: standing_of(played) for sides, played in records.items()}

    @property
    def ratings(self) -> Sequence[Elo | None]:
        """By how much each engine is stronger than the first one. Raises and costs what :func:`.ratings_of` does."""
        pairs = {(LETTERS.index(a), LETTERS.index(b)): standing.pairs for (a, b), standing in self.standings.items()}
        return ratings_of(len(self._terms.engines), pairs)

    @property
    def faults(self) -> Sequence[GameRecord]:
        """The games that an engine has lost by a fault. O(games)."""
        return [record for record in self._records if record.ending.is_fault]

    @property
    def notes(self) -> Sequence[str]:
        """What the referee could not tell the engines about clocks and walls, each sentence once. O(games)."""
        return [*dict.fromkeys(note for record in self._records for note in record.notes)]

    def decision(self) -> Decision | None:
        """Return what the sequential test has decided, or None, also if there is no test. O(games)."""
        return None if self._test is None else self._test.decision(self.standing.pairs)

    def interrupt(self) -> None:
        """Begin no more pairs, from another thread; those being played don't count. O(1)."""
        self._interrupted.set()

    def events(self) -> Generator[Progress | Leftover, None, None]:
        """Play the match, and yield what happens.

        Close the iterator to stop early. Raises :class:`.StartError` if an engine can't be started, or loses both games
        of its first pair by faults before it has made a move, and :class:`.ExecutorError` if the executor can't be
        used, or loses a pair again and again by no engine's fault.
        """
        if self.decision() is not None:
            return
        blacks: dict[tuple[Sides, int], set[str]] = {}
        for record in self._records:
            blacks.setdefault((record.sides, record.pair), set()).add(record.black)
        wanted = [(sides, k) for k in range(len(self.openings.moves)) for sides in self._pairings]
        left = [each for each in wanted if len(blacks.get(each, ())) < len(SIDES)]
        self._records[:] = [each for each in self._records if len(blacks[each.sides, each.pair]) == len(SIDES)]
        calls: list[list[Callable[[], Played]]] = [
            [partial(play_pair, self._terms, self._label, k, self.openings.moves[k], sides)] for sides, k in left
        ]

        moved = {side for record in self._records for side in record.sides if record.has_moved(side)}
        unknown: set[int] = set()  # calls of whose games nothing is known

        def when_lost(key: tuple[int, int], noted: Sequence[str]) -> Played | None:
            sides, pair = left[key[0]]
            unknown.add(key[0])
            return forfeited(pair, self.openings.moves[pair], noted[0], sides) if len(set(noted)) == 1 else None

        goes_on, is_over = lambda _played: True, self._interrupted.is_set
        names = [f"pair {k}" for _sides, k in left]
        with ExitStack() as stack:
            executor = self._executor or stack.enter_context(ThreadPoolExecutor(self._jobs))
            done = run_chains(executor, calls, self._jobs, goes_on, is_over, lambda k, _call: names[k], when_lost)
            for number, _, played in stack.enter_context(closing(done)):
                if number not in unknown:
                    self._require_moves(played.records, moved)
                self._records.extend(played.records)
                yield from played.leftovers
                decision = self.decision()
                yield Progress(played.records, self.standings[left[number][0]], decision)
                if decision is not None:
                    return

    def _require_moves(self, records: Sequence[GameRecord], moved: set[str]) -> None:
        """Add to ``moved`` the engines that have made moves; :class:`.StartError` for one that never could."""
        moved.update(side for record in records for side in record.sides if record.has_moved(side))
        for side in records[0].sides:
            lost = [record for record in records if record.loser == side and record.ending.is_fault]
            if side not in moved and len(lost) == len(records):
                said = f" ({lost[0].stderr})" if lost[0].stderr else ""
                raise StartError(
                    f"{self._terms.engines[LETTERS.index(side)]}: {side} made no move: {lost[0].line}{said}"
                )
