"""A match: many pairs of games, in parallel on any executor, until all are played or a sequential test has decided.

For POSIX systems only. All calls are O(games) besides the games themselves.
"""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from threading import Event
from typing import Final, NamedTuple

from refsol.errors import require_range
from refsol.jury.parallel.pool import Task, results_of
from refsol.jury.run.program import Leftover, StartError
from refsol.nogo.play.match.openings import openings
from refsol.nogo.play.match.ratings import Decision, Elo, Sprt, elo_difference
from refsol.nogo.play.match.records import SIDES, Ending, GameRecord
from refsol.nogo.play.match.referee import Played, Terms, forfeited, play_pair, words_of


class Standing(NamedTuple):
    """The score in whole pairs of games: in how many of the ``pairs`` the first engine won 0, 1 and 2.

    ``wins`` are the games that it won and lost, and ``black_wins`` those that black won. ``faults`` say how often each
    engine lost by a fault, by engine and kind.
    """

    pairs: Sequence[int]
    wins: Sequence[int]
    black_wins: int
    faults: Sequence[tuple[str, Ending, int]]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.wins)

    @property
    def elo(self) -> Elo | None:
        """By how much the first engine is stronger, or None if there are no games."""
        return elo_difference(self.pairs) if any(self.pairs) else None


def standing_of(records: Iterable[GameRecord]) -> Standing:
    """Return what ``records`` say of which both games of a pair are there; others don't count."""
    whole = _whole_pairs(records)
    pairs = [0, 0, 0]
    for games in whole:
        pairs[sum(record.winner == SIDES[0] for record in games)] += 1
    won = pairs[1] + 2 * pairs[2]
    faults = Counter((record.loser, record.ending) for games in whole for record in games if record.ending.is_fault)
    black = sum(record.winner == record.black for games in whole for record in games)
    return Standing(pairs, (won, 2 * len(whole) - won), black, [(*fault, faults[fault]) for fault in sorted(faults)])


def _whole_pairs(records: Iterable[GameRecord]) -> Sequence[Sequence[GameRecord]]:
    by_pair: dict[int, dict[str, GameRecord]] = {}
    for record in records:
        by_pair.setdefault(record.pair, {})[record.black] = record
    return [[*games.values()] for games in by_pair.values() if len(games) == len(SIDES)]


class Progress(NamedTuple):
    """Event: a pair was played, with ``records`` of its two games; the ``standing`` is that now.

    If the sequential test has made a ``decision``, this is the last event.
    """

    records: Sequence[GameRecord]
    standing: Standing
    decision: Decision | None


class Match:
    """A match on ``terms``, of this many ``pairs`` of games, each with its own opening; it runs once.

    The ``openings`` are those that :func:`.openings` returns for ``plies`` and what is ``given``. ``jobs`` pairs are
    played in parallel, on the ``executor`` or, without one, on threads. Games that were ``played`` already count and
    aren't played again. With a sequential ``test``, the match ends when that has decided. Its ``label``, which should
    be unique, is part of the names of its working directories; by default it is random.

    Raises ``ValueError`` for a size, walls, a number of plies, a command or a test that is impossible.
    """

    def __init__(
        self,
        terms: Terms,
        pairs: int,
        *,
        plies: int | None = None,
        given: Sequence[Sequence[str]] = (),
        played: Iterable[GameRecord] = (),
        test: Sprt | None = None,
        jobs: int = 1,
        executor: Executor | None = None,
        label: str = "",
    ) -> None:
        for engine in terms.engines:
            words_of(engine, 0)
        require_range("size of a board in GTP", terms.size, 2, 25)
        if test is not None:
            test.raise_if_errors()
        self._terms: Final = terms
        self.openings: Final = openings(terms.size, plies, pairs, terms.seed, terms.walls, given)
        self._records: Final = [each for games in _whole_pairs(played) for each in games if each.pair < pairs]
        self._test: Final = test
        self._jobs: Final = jobs
        self._executor: Final = executor
        self._interrupted: Final = Event()
        self._label: Final = label or os.urandom(8).hex()

    @property
    def standing(self) -> Standing:
        """Where the engines stand. O(games)."""
        return standing_of(self._records)

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
        """Begin no more pairs, from another thread; those being played don't count."""
        self._interrupted.set()

    def events(self) -> Generator[Progress | Leftover, None, None]:
        """Play the match, and yield what happens.

        Close the iterator to stop early. Raises :class:`.StartError` if an engine can't be started, or loses both games
        of its first pair by faults before it has made a move, and :class:`.ExecutorError` if the executor can't be
        used, or loses a pair again and again by no engine's fault.
        """
        if self.decision() is not None:
            return
        moves = self.openings.moves
        left = sorted({*range(len(moves))} - {record.pair for record in self._records})
        moved = {side for record in self._records for side in SIDES if record.has_moved(side)}
        unknown: set[int] = set()  # pairs of whose games nothing is known

        def tasks(terms: Terms, pairs: Sequence[int]) -> Callable[[], Task[int, Played] | None]:
            made = (Task(pair, f"pair {pair}", play_pair, (terms, self._label, pair, moves[pair])) for pair in pairs)
            return partial(next, made, None)

        def when_lost(pair: int) -> Played | None:
            """Find the engine to blame: one that also ends the process in which it plays against itself."""
            unknown.add(pair)
            for side, engine in zip(SIDES, self._terms.engines, strict=True):
                alone = tasks(self._terms._replace(engines=(engine, engine)), [pair])
                again = results_of(executor, alone, 1, is_over, when_lost=lambda _: Played((), ()))
                if any(not played.records for _, played in again):
                    return forfeited(pair, moves[pair], side)
            return None

        is_over = self._interrupted.is_set
        with ExitStack() as stack:
            executor = self._executor or stack.enter_context(ThreadPoolExecutor(self._jobs))
            done = results_of(executor, tasks(self._terms, left), self._jobs, is_over, when_lost=when_lost)
            for pair, played in stack.enter_context(closing(done)):
                if pair not in unknown:
                    self._require_moves(played.records, moved)
                self._records.extend(played.records)
                yield from played.leftovers
                decision = self.decision()
                yield Progress(played.records, self.standing, decision)
                if decision is not None:
                    return

    def _require_moves(self, records: Sequence[GameRecord], moved: set[str]) -> None:
        """Add to ``moved`` the engines that have made moves; :class:`.StartError` for one that never could."""
        moved.update(side for record in records for side in SIDES if record.has_moved(side))
        for side in SIDES:
            lost = [record for record in records if record.loser == side and record.ending.is_fault]
            if side not in moved and len(lost) == len(records):
                said = f" ({lost[0].stderr})" if lost[0].stderr else ""
                raise StartError(f"{self._terms.engines[SIDES.index(side)]}: {side} made no move: {lost[0].line}{said}")
