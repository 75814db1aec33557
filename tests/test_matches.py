"""Games and matches between programs: a random player that speaks GTP, and all the ways in which it can misbehave."""

import errno
import os
import re
import shlex
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import support

from refsol.jury.run.program import RunLimits, StartError
from refsol.nogo import Board, Game
from refsol.nogo.play.match.match import Match, Progress, standing_of
from refsol.nogo.play.match.openings import PLIES, near_even_openings, openings
from refsol.nogo.play.match.ratings import Decision, Sprt
from refsol.nogo.play.match.records import Ending, GameRecord, Results, ResultsError, record_in
from refsol.nogo.play.match.referee import Terms, play_pair
from refsol.nogo.play.record import walled_board

pytestmark = pytest.mark.slow

PLAYER = f"{shlex.quote(sys.executable)} {shlex.quote(str(support.ROOT / 'tests' / 'gtp_player.py'))}"


def terms(a: str = "--seed 1", b: str = "--seed 2") -> Terms:
    return Terms((f"{PLAYER} {a}", f"{PLAYER} {b}"), size=5)


def replayed(record: GameRecord, size: int) -> Game:
    game = Game(Board(size))
    for name in record.moves:
        assert game.winner is None
        assert game.move(game.board.parse(name))
    return game


def test_a_pair() -> None:
    opening = ["C3", "A1"]
    played = play_pair(terms()._replace(main_time=60.0, move_time=1.0), "label", 7, opening)
    assert not played.leftovers
    assert [(record.pair, record.black, record.opening) for record in played.records] == [(7, "A", 2), (7, "B", 2)]
    for record in played.records:
        assert record.moves[:2] == opening
        assert record.ending is Ending.NO_MOVE
        winner = replayed(record, 5).winner
        assert winner is not None
        assert record.winner == (record.black if winner == 1 else {"A": "B", "B": "A"}[record.black])
        assert min(record.seconds) > 0
        assert record_in(record.line_of_json()) == record


@pytest.mark.parametrize(
    ("fault", "ending", "line"),
    [
        ("crash", Ending.CRASH, "genmove B: crashed: SIGABRT"),
        ("quit", Ending.CRASH, "genmove B: ended without an answer"),
        ("illegal", Ending.ILLEGAL, "genmove B: = "),
        ("pass", Ending.ILLEGAL, "genmove B: = pass"),
        ("nonsense", Ending.ILLEGAL, "genmove B: = nonsense"),
        ("error", Ending.PROTOCOL, "genmove B: ? cannot move"),
        ("resign", Ending.RESIGNED, ""),
        ("flood", Ending.OUTPUT, "genmove B: wrote more than 16 MiB"),
    ],
)
def test_faults(fault: str, ending: Ending, line: str) -> None:
    record = play_pair(terms(f"--fault {fault}"), "label", 0, []).records[0]
    assert (record.winner, record.ending) == ("B", ending)
    assert record.line.startswith(line)
    assert record.ending.is_fault == (fault != "resign")
    assert record.stderr == ("out of luck" if fault == "crash" else "")
    assert len(record.moves) == 4
    assert replayed(record, 5).winner is None


def test_lines_that_are_no_answers_are_passed_over() -> None:
    quiet, chatty = (
        play_pair(terms(f"--seed 1{each}"), "label", 0, []).records[0] for each in ("", " --fault chatter")
    )
    note = "A prints lines that begin with neither = nor ?, such as 'An engine'"
    assert (chatty.moves, chatty.winner, chatty.notes) == (quiet.moves, quiet.winner, (*quiet.notes, note))
    silent = terms("--fault protocol")._replace(limits=RunLimits(5.0, 1024, 16))
    record = play_pair(silent, "label", 0, []).records[0]
    said = "genmove B: no answer within 5 s; it printed 'hello'"
    assert (record.winner, record.ending, record.line) == ("B", Ending.TIME, said)


def test_a_legal_move_that_is_refused() -> None:
    record = play_pair(terms("--fault refuses"), "label", 0, ["C3"]).records[0]
    assert (record.winner, record.ending, record.line) == (
        *("B", Ending.PROTOCOL),
        "play B C3: = resign, though it is legal",
    )


def test_time() -> None:
    """Three pairs, which are played side by side, since they only wait."""
    sleeps = terms("--fault sleep")
    played = {
        "6 s": sleeps._replace(limits=RunLimits(6.0, 1024, 16)),
        "4.2 s": sleeps._replace(move_time=4.0),
        "": sleeps._replace(main_time=4.0, margin=0.0),
    }
    with ThreadPoolExecutor(3) as executor:
        pairs = list(executor.map(lambda each: play_pair(each, "label", 0, []), played.values()))
    for limit, pair in zip(played, pairs, strict=True):
        record = pair.records[0]
        assert (record.winner, record.ending) == ("B", Ending.TIME)
        assert record.line.startswith(f"genmove B: no answer within {limit}")


def test_processor_time(tmp_path: Path) -> None:
    """It is what counts, and not the time that an engine waits; engines are told how much they have left."""
    log = tmp_path / "log"
    for fault, ending in (("burn", Ending.TIME), ("nap", Ending.NO_MOVE)):
        limited = terms(f"--fault {fault} --log {shlex.quote(str(log))}")._replace(cpu_time=1.0)
        record = play_pair(limited, "label", 0, []).records[0]
        assert record.ending == ending
        if fault == "burn":
            assert record.winner == "B"
            assert re.fullmatch(r"genmove B: used \d+\.\d\d s of processor time", record.line)
            assert record.seconds[0] > 1.2
    assert {"time_settings 1 0 0", "time_left B 1 0"} <= {*log.read_text().splitlines()}


KATA = "kata-time_settings"
WHOLE = "A takes whole seconds only, so "


@pytest.mark.parametrize(
    ("engine", "times", "sent", "notes"),
    [
        ("", (None, 2.0), ["time_settings 0 2 1"], []),
        ("", (None, 0.5), [], [f"{WHOLE}less than one isn't sent"]),
        ("", (0.7, None), [], [f"{WHOLE}less than one isn't sent"]),
        ("", (None, 1.999), ["time_settings 0 1 1"], [f"{WHOLE}its time is rounded down"]),
        (
            *("", (5.5, 0.5), ["time_settings 5 0 0", "time_left B 5 0", "time_left B 5 0"]),
            [f"{WHOLE}its time is rounded down"],
        ),
        (f"--knows {KATA}", (None, 2.0), [], ["A doesn't know time_settings"]),
        (f"--knows {KATA}", (None, 0.5), [f"{KATA} canadian 0 0.5 1"], []),
        (f"--knows {KATA}", (0.25, None), [f"{KATA} absolute 0.25"], ["A doesn't know time_left"]),
        (f"--knows {KATA} time_left", (0.0004, 0.5), [f"{KATA} canadian 0 0.5 1", *["time_left B 0.5 1"] * 2], []),
        (
            *(f"--knows {KATA} time_settings --refuses {KATA}", (None, 1.5)),
            *(
                [f"{KATA} canadian 0 1.5 1", "time_settings 0 1 1"],
                [f"A refuses {KATA}: not today", f"{WHOLE}its time is rounded down"],
            ),
        ),
        ("--refuses time_settings", (None, 1.0), ["time_settings 0 1 1"], ["A refuses time_settings: not today"]),
        (
            "--refuses known_command",
            (1e300, None),
            [f"time_settings {2**31 - 1} 0 0", *[f"time_left B {2**31 - 1} 0"] * 2],
            [],
        ),
    ],
)
def test_no_engine_is_told_more_time_than_it_has(
    engine: str, times: tuple[float | None, float | None], sent: list[str], notes: list[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    engine = f"--fault resign --at 2 {engine} --log {shlex.quote(str(log))}"
    played = play_pair(terms(engine)._replace(main_time=times[0], move_time=times[1], margin=60.0), "label", 0, [])
    told = log.read_text().splitlines()
    game = told[: 1 + max(k for k, line in enumerate(told) if line == "genmove B")]
    assert [line for line in game if "time" in line and "known_command" not in line] == sent
    for record in played.records:
        found = [note for note in record.notes if note.startswith("A ")]
        assert all(note.startswith(wanted) for note, wanted in zip(found, notes, strict=True))
        assert record_in(record.line_of_json()) == record


@pytest.mark.parametrize("walls", [["A1", "C3"], ["B4", "B2", "D4", "D2"]])
def test_a_match_on_a_board_with_walls(walls: list[str]) -> None:
    own = "--simulations 10"
    match = Match(Terms((own, f"{PLAYER} --seed 1"), size=5, walls=walls), 2)
    records = [record for event in events_of(match) for record in event.records]
    assert [record.ending for record in records] == [Ending.NO_MOVE] * 4
    assert match.notes == []
    assert match.openings.near_even == 0
    for record in records:
        game = Game(walled_board(5, 5, walls))
        assert all(game.move(game.board.parse(name)) for name in record.moves)
        assert game.winner is not None


def test_an_engine_that_knows_no_walls() -> None:
    played = play_pair(terms("--knows komi")._replace(walls=["A1"]), "label", 0, [])
    assert {note for record in played.records for note in record.notes} == {"A doesn't know hollow"}


def test_an_engine_that_does_not_exist() -> None:
    with pytest.raises(StartError, match="no-such-engine"):
        play_pair(Terms(("no-such-engine", PLAYER)), "label", 0, [])


def keys_of(size: int, found: Sequence[Sequence[str]]) -> set[int]:
    """Return the keys of the positions after openings, which have to be legal and must not end a game."""
    keys = set()
    for names in found:
        game = Game(Board(size))
        for name in names:
            assert game.move(game.board.parse(name))
        assert game.winner is None
        keys.add(game.canonical_key)
    return keys


def test_random_openings() -> None:
    found, near_even, given = openings(5, 4, 60, "s")
    assert near_even == given == 0
    assert {len(names) for names in found} == {4}
    assert len(keys_of(5, found)) == 60
    assert openings(5, 4, 10, "s").moves == found[:10]
    assert openings(5, 4, 10, "t").moves != found[:10]
    assert openings(5, 0, 2, "s").moves == [[], []]
    assert openings(4, None, 9, "s") == (openings(4, PLIES, 9, "s").moves, 0, 0)
    with pytest.raises(ValueError, match="may end within 4 moves"):
        openings(2, 4, 10, "s")


def test_near_even_openings_come_first() -> None:
    even = near_even_openings(5)
    found, near_even, _given = openings(5, None, len(even) + 20, "s")
    assert near_even == len(even) >= 100
    assert sorted(map(list, found[:near_even])) == sorted(map(list, even))
    assert found[:near_even] != even
    assert len(keys_of(5, found)) == len(found)
    assert openings(5, None, 10, "s") == (found[:10], 10, 0)
    assert openings(5, None, 10, "t").moves != found[:10]


def record(pair: int, black: str, winner: str, ending: Ending = Ending.NO_MOVE) -> GameRecord:
    return GameRecord(pair, black, winner, ending, "", "", 0, [], [0, 0])


def test_standing() -> None:
    records = [
        *(record(0, "A", "A"), record(0, "B", "A")),
        *(record(1, "A", "B", Ending.CRASH), record(1, "B", "A")),
        *(record(2, "A", "B", Ending.CRASH), record(2, "B", "B", Ending.TIME)),
        record(3, "A", "A"),  # half a pair
    ]
    standing = standing_of(records)
    assert (standing.pairs, standing.wins, standing.games) == ([1, 1, 1], (3, 3), 6)
    assert standing.black_wins == 2
    assert standing.faults == [("A", Ending.CRASH, 2), ("A", Ending.TIME, 1)]
    assert standing.elo is not None
    assert standing.elo.difference == 0
    assert standing_of([]).elo is None


def events_of(match: Match) -> Sequence[Progress]:
    return [event for event in match.events() if isinstance(event, Progress)]


def test_a_match_and_its_continuation() -> None:
    with ThreadPoolExecutor(2) as executor:
        first = events_of(Match(terms(), 3, plies=2, jobs=2, executor=executor))
    records = [record for event in first for record in event.records]
    assert [event.standing.games for event in first] == [2, 4, 6]
    assert sorted(record.pair for record in records) == [0, 0, 1, 1, 2, 2]
    # Of a half pair, both games are played again; those that were played whole aren't, and all games are the same.
    match = Match(terms(), 4, plies=2, played=records[:-1])
    second = events_of(match)
    lost = records[-1].pair
    again = {(record.pair, record.black): record.moves for event in second for record in event.records}
    assert sorted(again) == sorted([(lost, "A"), (lost, "B"), (3, "A"), (3, "B")])
    assert again[lost, records[-1].black] == records[-1].moves
    assert match.standing.games == 8


def test_given_openings_come_first() -> None:
    given = [["C3"], ["A1", "B2"]]
    found = openings(5, None, 30, "s", given=given)
    assert (found.moves[:2], found.near_even, found.given) == (given, 0, 2)
    assert {len(moves) for moves in found.moves[2:]} == {PLIES}
    assert len(keys_of(5, found.moves)) == 30
    assert openings(5, None, 1, "s", given=given) == (given[:1], 0, 1)


def test_a_decision_ends_a_match() -> None:
    match = Match(terms("--fault quit --at 2"), 100, test=Sprt(-100, 0, 0.2, 0.2))
    found = events_of(match)
    assert found[-1].decision is Decision.H0
    assert len(found) < 20
    assert match.standing.faults == [("A", Ending.CRASH, 2 * len(found))]
    assert not events_of(
        Match(terms(), 100, test=Sprt(-100, 0, 0.2, 0.2), played=[r for e in found for r in e.records])
    )


def test_an_interruption() -> None:
    match = Match(terms(), 100)
    events = match.events()
    next(events)
    match.interrupt()
    assert list(events) == []
    assert match.standing.games == 2


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (Terms(("x 'y", "z")), "No closing quotation"),
        (Terms(("x", "")), "the command of an engine is empty"),
        (Terms(("x", "y"), size=26), "the size of a board in GTP"),
        (Terms(("x", "y"), walls=["K1"]), "not on this board"),
        (Terms(("x", "y"), size=2, walls=["A1", "A2", "B1", "B2"]), "may end within 4 moves"),
    ],
)
def test_impossible(terms: Terms, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Match(terms, 1)


def test_lines_that_are_no_records() -> None:
    wrong = (record(0, "A", "C"), record("0", "A", "B"))  # type: ignore[arg-type]  # wrong on purpose
    for line in ("{}", "[]", "7", '{"pair": 1', *(each.line_of_json() for each in wrong)):
        with pytest.raises(ValueError, match=r"record|column|object"):
            record_in(line)
    with pytest.raises(ValueError, match="nested too deeply"):
        record_in("[" * 100_000)


def test_any_texts_come_back(tmp_path: Path) -> None:
    """Line breaks of Unicode, control characters and bytes that aren't UTF-8, as arguments have them."""
    text = "\u2028\u2029\x85\x0b\x0c\x1c\x00\r\n\udcff"
    settings = {"engines": [text, text], "seed": text}
    records = [record(0, black, "A", Ending.ILLEGAL)._replace(line=text, stderr=text) for black in "AB"]
    path = tmp_path / "r.jsonl"
    with Results(str(path), settings) as results:
        results.append(records)
    with Results(str(path), settings) as results:
        assert results.records == records
    assert path.read_bytes().isascii()


@pytest.mark.parametrize(("opening", "moves"), [(0, 0), (0, 1), (0, 2), (0, 3), (3, 3), (3, 4), (3, 5), (3, 6)])
def test_who_has_moved(opening: int, moves: int) -> None:
    movers = {"AB"[k % 2] for k in range(opening, moves)}
    played = record(0, "A", "A")._replace(opening=opening, moves=["A1"] * moves)
    assert {side for side in "AB" if played.has_moved(side)} == movers


@pytest.mark.parametrize("fault", ["quit", "illegal", "error"])
def test_an_engine_that_never_makes_a_move_ends_the_match(fault: str) -> None:
    match = Match(terms("", f"--fault {fault} --at 1"), 100)
    with pytest.raises(StartError, match=r"gtp_player.* --at 1: B made no move: genmove W: "):
        next(match.events())
    assert match.standing.games == 0


def test_an_engine_that_has_moved_before_may_fail_later() -> None:
    before = [record(0, black, "A")._replace(moves=["A1", "B2"]) for black in "AB"]
    match = Match(terms("", "--fault quit --at 1"), 3, played=before)
    assert events_of(match)[-1].standing.wins == (6, 0)


def test_results_are_for_one_match_at_a_time(tmp_path: Path) -> None:
    path = str(tmp_path / "r.jsonl")
    with Results(path, {"engines": 1}), pytest.raises(ResultsError, match=r"r\.jsonl: another match is writing to it$"):
        Results(path, {"engines": 1})
    with Results(path, {"engines": 2}) as results:  # since nothing was played with the other engine
        results.append([record(0, "A", "A")])
    with pytest.raises(ResultsError, match="engines is 2, not 1"):
        Results(path, {"engines": 1})
    with Results(path, {"engines": 2}) as results:  # which was closed after the error, too
        assert len(results.records) == 1


def test_a_fork_does_not_keep_the_lock_of_a_match_that_is_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "r.jsonl")
    script = """
import os, signal, sys, time
from refsol.nogo.play.match.records import Results
results = Results(sys.argv[1], {"engines": 1})
reader, writer = os.pipe()
pid = os.fork()
if pid == 0:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (1, 2):
        os.dup2(nothing, number)
    os.write(writer, b"x")
    time.sleep(600)
os.read(reader, 1)
os.write(1, b"%d" % pid)
os.kill(os.getpid(), signal.SIGKILL)
"""
    fork = int(support.python_process("-c", script, path).stdout)
    try:
        Results(path, {"engines": 1}).close()
    finally:
        os.kill(fork, signal.SIGKILL)


def test_results_where_files_have_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_file: object, _operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", fail)
    with Results(str(tmp_path / "r.jsonl"), {}) as results:
        results.append([record(0, "A", "A")])


def test_a_seed_is_any_bytes() -> None:
    assert openings(9, None, 200, "\udcff") != openings(9, None, 200, "\udcfe")
    assert Terms(("x", "y"), seed="\udcff").seed_of(0, 0, 0) != Terms(("x", "y"), seed="\udcfe").seed_of(0, 0, 0)


def test_sgf() -> None:
    text = GameRecord(0, "B", "A", Ending.ILLEGAL, "= A1]", "", 0, ["A1", "C3"], [0, 0]).sgf(3, ("a", "b"))
    assert "PB[b]PW[a]RE[W+Forfeit]GC[illegal move: = A1\\]]" in text
    assert text.endswith("\n;B[ac];W[ca])\n")
