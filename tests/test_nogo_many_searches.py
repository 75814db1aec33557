"""Many searches at once: the sums of single searches, in processes that end with them."""

import os
import signal
import time
from collections import Counter

import psutil
import pytest

from refsol import nogo
from refsol.nogo.play.gtp import Engine
from refsol.nogo.play.many_searches import ManySearches, start_search
from refsol.nogo.play.many_searches import _run as run_for
from refsol.nogo.play.player import SearchSettings, new_search
from refsol.nogo.play.search import Search
from refsol.structures.xoshiro import Xoshiro128

GAME = nogo.Game(nogo.Board(5))


def started(threads: int, seed: int = 1) -> ManySearches:
    return ManySearches(SearchSettings(threads=threads), GAME, Xoshiro128(seed))


def processes() -> list[psutil.Process]:
    return psutil.Process().children()


def test_counts_are_the_sums_of_single_searches() -> None:
    rng = Xoshiro128(7)
    seeds = [int(rng.below(2**31 - 1)) for _ in range(2)]
    singles = [new_search(SearchSettings(), GAME, each) for each in (rng, *map(Xoshiro128, seeds))]
    many = started(3, 7)
    for move in (None, 9):
        if move is not None:
            many.play(move)
        assert many.run(200) == 200
        sums: Counter[tuple[int, int]] = Counter()
        for single in singles:
            if move is not None:
                single.play(move)
            single.run(200)
            for child in single.children():
                sums.update({(child.point, k): child[k] for k in range(1, 5)})
        children = many.children()
        assert {(child.point, k): child[k] for child in children for k in range(1, 5)} == sums
        assert many.best() == children[0].point == max(children, key=lambda child: (child.visits, child.wins)).point
        assert many.visits == singles[0].visits
        assert many.line([many.best()]) == singles[0].line([many.best()])


def test_processes_end_with_the_searches_and_one_search_needs_none() -> None:
    before = {*processes()}
    assert isinstance(start_search(SearchSettings(), GAME, Xoshiro128(1)), Search)
    assert {*processes()} == before
    many = started(3)
    mine = {*processes()} - before
    assert len(mine) == 2
    del many
    assert not any(process.is_running() for process in mine)


def test_an_interrupt_leaves_one_search_that_goes_on() -> None:
    before = {*processes()}
    many = started(2)
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            many.run()
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert {*processes()} == before
    assert many.run(10) == 10
    assert many.children()


def test_a_process_that_is_killed_is_reported() -> None:
    before = {*processes()}
    many = started(2)
    (process,) = {*processes()} - before
    process.kill()
    with pytest.raises(ChildProcessError, match="a process of the search has ended"):
        many.run(10)
    assert many.run(10) == 10


def test_processes_end_if_the_first_one_is_killed() -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reader)
            many = started(3)
            os.write(writer, " ".join(str(process.pid) for process in processes()).encode())
            many.run()
        finally:
            os._exit(1)
    os.close(writer)
    mine = [int(word) for word in os.read(reader, 100).split()]
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert len(mine) == 2
    deadline = time.monotonic() + 20
    while any(psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE for pid in mine):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_engines_play_the_same_games_for_the_same_seed() -> None:
    def moves(threads: int) -> list[str]:
        engine = Engine(SearchSettings(simulations=100, threads=threads))
        engine.answer(b"boardsize 5")
        return [engine.answer(f"genmove {colour}".encode()).decode() for colour in "bwbwb"]

    assert moves(2) == moves(2)
    assert moves(2) != moves(1)


def test_a_search_runs_as_long_as_the_other_process_is_there() -> None:
    search = new_search(SearchSettings(), GAME, Xoshiro128(1))
    assert run_for(search, os.getppid(), 1500, None) == 1500
    assert run_for(search, os.getpid(), 1500, None) == 0  # as if another process had adopted this one
    begin = time.perf_counter()
    assert run_for(search, os.getppid(), 2**31 - 1, 0.05) > 0
    assert time.perf_counter() - begin < 10
