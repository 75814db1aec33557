"""Several searches from one position in as many processes, whose visits are summed at the root: root parallelization.

Each tree grows by itself, from a seed of its own, so that no process waits for another during a run, and without
limits of time, the result depends on the seed alone (G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo
tree search", CG 2008). The first tree is in the calling process; the others are in processes that end with it.
"""
# mypyc: interpreted

import multiprocessing
import os
import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import starmap
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any, Final

from refsol.nogo.game import Game
from refsol.nogo.play.player import SearchSettings, new_search
from refsol.nogo.play.search import MAX_SIMULATIONS, Child, Search
from refsol.structures.xoshiro import Xoshiro128

_CONTEXT: Final = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)


class ManySearches:
    """As many searches of a ``game`` as ``settings.threads`` says, used like one :class:`.Search`.

    The seeds of all but the first are drawn from ``rng``, which is the generator of the first. If a call is
    interrupted, only the first search goes on. Raises ``ValueError`` for impossible settings, ``OSError`` if a process
    can't be started and, later, ``ChildProcessError`` if one is killed. Starting takes a few milliseconds per process.
    """

    def __init__(self, settings: SearchSettings, game: Game, rng: Xoshiro128) -> None:
        self._others: Final[list[_RemoteSearch]] = []
        seeds = [int(rng.below(2**31 - 1)) for _ in range(settings.threads - 1)]
        self._own: Final = new_search(settings, game, rng)
        with self._all_or_none():
            for seed in seeds:
                self._others.append(_RemoteSearch(settings, game, seed))

    def run(self, simulations: int = MAX_SIMULATIONS, seconds: float | None = None) -> int:
        """Let each make up to ``simulations`` until ``seconds`` have passed; return how many the first has made."""
        with self._all_or_none():
            self._ask("run", simulations, seconds)
            done = self._own.run(simulations, seconds)
            self._answers()
        return done

    def best(self) -> int:
        """Return the first of the :meth:`children`; raises ``ValueError`` if there is none."""
        self._own.best()
        return self.children()[0].point

    def children(self) -> list[Child]:
        """Return each legal move with the sums of all searches, with the most visits first, then with the most wins."""
        with self._all_or_none():
            self._ask("children")
            groups: list[list[Child]] = [self._own.children(), *self._answers()]
        ordered = [sorted(group, key=lambda child: child.point) for group in groups]
        return sorted(starmap(_sum, zip(*ordered, strict=True)), key=lambda child: (-child.visits, -child.wins))

    def line(self, path: Sequence[int] = ()) -> list[int]:
        """Return the :meth:`.Search.line` after ``path`` of the first search; raises as that does."""
        return self._own.line(path)

    @property
    def visits(self) -> int:
        """How many simulations there were at the root of the first search, including those before :meth:`play`."""
        return self._own.visits

    def play(self, point: int) -> None:
        """Make a move on ``point`` in all searches, as :meth:`.Search.play` does."""
        self._own.play(point)
        with self._all_or_none():
            self._ask("play", point)
            self._answers()

    def restrict(self, points: Collection[int]) -> None:
        """Leave out all moves but those on ``points``, as :meth:`.Search.restrict` does; raises as that does."""
        self._own.restrict(points)
        with self._all_or_none():
            self._ask("restrict", points)
            self._answers()

    def close(self) -> None:
        """End the processes; only the first search can go on."""
        while self._others:
            self._others.pop().end()

    def __del__(self) -> None:
        """End the processes of searches that nobody needs any more."""
        self.close()

    def _ask(self, name: str, *arguments: object) -> None:
        for other in self._others:
            other.connection.send((name, *arguments))

    def _answers(self) -> list[Any]:  # whatever the method has returned
        return [other.connection.recv() for other in self._others]

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """End all processes if any of them fails."""
        try:
            yield
        except BaseException as error:
            self.close()
            if isinstance(error, EOFError | ConnectionError):
                raise ChildProcessError("a process of the search has ended") from error
            raise


class _RemoteSearch:
    """A search in another process."""

    def __init__(self, settings: SearchSettings, game: Game, seed: int) -> None:
        self.connection, end = Pipe()
        self._process: Final = _CONTEXT.Process(
            target=_serve, args=(self.connection, end, os.getpid(), settings, game, seed), daemon=True
        )
        try:
            self._process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            end.close()

    def end(self) -> None:
        self.connection.close()
        self._process.kill()
        self._process.join()


def _serve(
    other_end: Connection, connection: Connection, parent: int, settings: SearchSettings, game: Game, seed: int
) -> None:
    """Do what the process ``parent`` at the other end of a ``connection`` asks for, until it ends."""
    other_end.close()  # so that this one ends if the other process does
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # which the other process deals with
    search = new_search(settings, game, Xoshiro128(seed))
    with suppress(EOFError, OSError):
        while True:
            name, *arguments = connection.recv()
            connection.send(_run(search, parent, *arguments) if name == "run" else getattr(search, name)(*arguments))


def _run(search: Search, parent: int, simulations: int, seconds: float | None) -> int:
    """Run a search as long as the process ``parent`` is there, which has started this one."""
    end = None if seconds is None else perf_counter() + seconds
    done = 0
    while done < simulations and os.getppid() == parent:
        left = None if end is None else end - perf_counter()
        if left is not None and left <= 0 and done:
            break
        done += search.run(min(1000, simulations - done), left)
    return done


def _sum(*children: Child) -> Child:
    first = children[0]
    visits, wins, amaf_visits, amaf_wins = (
        sum(counts) for counts in zip(*(each[1:5] for each in children), strict=True)
    )
    value = wins / visits if visits else first.value
    return Child(first.point, visits, wins, amaf_visits, amaf_wins, first.prior, value)


def start_search(settings: SearchSettings, game: Game, rng: Xoshiro128) -> Search | ManySearches:
    """Return a search, or many of them if the settings say so; raises as they do."""
    return new_search(settings, game, rng) if settings.threads == 1 else ManySearches(settings, game, rng)
