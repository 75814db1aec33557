"""NoGo by the Go Text Protocol: a strict referee talks to the engine, and to the command."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import support
from hypothesis import given
from hypothesis import strategies as st
from mypy_extensions import u8

from refsol import __version__, nogo
from refsol.nogo import oracle
from refsol.nogo.board import BLACK, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.gtp import MAX_SIZE, Engine
from refsol.nogo.play.player import Clock, SearchSettings, winning_point
from refsol.nogo.play.search import Search
from refsol.nogo.play.sgf import read_sgf

TABLES = support.toml("gtp")
LONG = [("boardsize " + "9" * 5000, "syntax error"), ("boardsize " + "0" * 5000, "unacceptable size")]
REQUIRED = {
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
}
# A response: the sign, the number of the command, and text without empty lines and control characters; two line ends.
RESPONSE = re.compile(r"([=?])([0-9]*)((?: [^\x00-\x1f\x7f]*)?(?:\n[^\x00-\x1f\x7f]+)*)\n\n")


class FakeClock:
    """A clock on which only simulations take time."""

    time = 100.0

    def __call__(self) -> float:
        return self.time


class TimedSearch:
    """A search whose simulations take ``cost`` seconds each on a fake ``clock``; it makes few of them in fact."""

    clock = FakeClock()
    cost = 0.0

    def __init__(self, *arguments: Game, **options: Any) -> None:  # what Search takes
        self.search = Search(*arguments, **options)
        self.visits = 0

    def run(self, simulations: int) -> int:
        self.clock.time += simulations * self.cost
        self.search.run(min(simulations, 2))
        self.visits += simulations
        return simulations

    def __getattr__(self, name: str) -> Any:  # the other methods of Search
        return getattr(self.search, name)


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    monkeypatch.setattr("refsol.nogo.play.player.Search", TimedSearch)
    monkeypatch.setattr(TimedSearch, "clock", FakeClock())
    monkeypatch.setattr(TimedSearch, "cost", 0.003)
    return TimedSearch.clock


class Referee:
    """Talks to an engine, and accepts only responses that the protocol allows."""

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = Engine(SearchSettings(simulations=30)) if engine is None else engine
        self.number = 0

    def ask(self, line: str) -> tuple[bool, str]:
        """Return whether a command succeeded, and the text of its response."""
        self.number += 1
        text = self.engine.answer(f"{self.number} {line}\n".encode()).decode()
        found = RESPONSE.fullmatch(text)
        assert found is not None, text
        assert found[2] == str(self.number)
        return found[1] == "=", found[3].removeprefix(" ")

    def get(self, line: str) -> str:
        succeeded, text = self.ask(line)
        assert succeeded, (line, text)
        return text

    def fail(self, line: str) -> str:
        succeeded, text = self.ask(line)
        assert not succeeded, (line, text)
        return text


@pytest.mark.parametrize(("line", "answer"), TABLES["answers"])
def test_lines_and_responses(line: str, answer: str) -> None:
    assert Engine().answer(line.encode("latin-1")) == answer.encode()


def test_required_commands_are_listed_and_known() -> None:
    referee = Referee()
    listed = referee.get("list_commands").split("\n")
    assert set(listed) >= REQUIRED
    assert len(set(listed)) == len(listed)
    for name in listed:
        assert referee.get(f"known_command {name}") == "true"
    assert referee.get("version") == __version__
    assert float(referee.get("cputime")) > 0


@pytest.mark.parametrize(("line", "message"), [*TABLES["failures"], *LONG])
def test_what_fails_says_why_and_changes_nothing(line: str, message: str) -> None:
    referee = Referee()
    assert referee.fail(line) == message
    assert referee.engine.record.game == nogo.Game(Board(9))
    assert not referee.engine.record.moves
    assert not referee.engine.is_over


def test_a_tree_has_room_for_the_moves_on_the_largest_board() -> None:
    Engine(SearchSettings(nodes=1 + MAX_SIZE**2))


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 2), (5, 5), (7, 3), (2, 6), (6, 6)])
def test_a_game_against_itself_is_legal_to_the_end_and_then_it_resigns(columns: int, rows: int) -> None:
    referee = Referee(Engine(SearchSettings(simulations=20)))
    referee.get(f"rectangular_boardsize {columns} {rows}")
    board = Board(rows, columns)
    colour = BLACK
    while True:
        side = "bw"[colour - 1]
        legal = [board.name(board.point(x, y)) for x, y in oracle.legal_moves(board, colour)]
        assert referee.get(f"all_legal {side}").split() == legal
        assert referee.get("gogui-rules_legal_moves").split() == legal
        assert referee.get("gogui-rules_side_to_move")[0] == side
        move = referee.get(f"genmove {side}")
        if not legal:
            assert move == "resign"
            break
        assert move in legal
        board.stone[board.parse(move)] = u8(colour)
        rows_shown = referee.get("gogui-rules_board").split("\n")
        assert "".join(rows_shown).replace(" ", "") == board.rows_of_symbols().decode().replace("\n", "")
        colour = BLACK + WHITE - colour
    winner = "WB"[colour - 1]
    assert referee.get("final_score") == f"{winner}+1"
    assert ("black" if winner == "B" else "white") in referee.get("gogui-rules_final_result")
    saved = read_sgf(referee.get("printsgf").encode())
    assert saved.record.game == referee.engine.record.game
    assert saved.properties["RE"] == f"{winner}+"


def test_the_same_seed_and_commands_give_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        referee = Referee(Engine(SearchSettings(simulations=20, seed=seed)))
        referee.get("boardsize 6")
        return [referee.get(f"genmove {'bw'[k % 2]}") for k in range(8)]

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_the_tree_is_kept_from_move_to_move() -> None:
    engine = Engine(SearchSettings(simulations=300))
    referee = Referee(engine)
    referee.get("boardsize 4")
    referee.get("genmove b")
    kept = engine._search
    assert kept is not None
    assert kept.visits > 0
    best = kept.children()[0]
    referee.get(f"play w {engine.record.game.board.name(best.point)}")
    assert engine._search is kept
    assert kept.visits == best.visits
    referee.get("undo")
    assert engine._search is None


LOST = ["B5", "B4", "B3", "B2", "A4", "A2", "D5", "D4", "E4"]


@pytest.mark.parametrize(
    ("stones", "resign", "resigns"), [(LOST, 0.0, False), (LOST, 0.1, True), ([], 0.1, False), ([], 0.99, True)]
)
def test_resigning_below_a_share_of_wins(stones: list[str], resign: float, resigns: bool) -> None:
    """Black has many private points, or there are no stones."""
    referee = Referee(Engine(SearchSettings(simulations=300), resign=resign))
    referee.get("boardsize 5")
    for name in stones:
        referee.get(f"play b {name}")
    before = len(referee.engine.record.moves)
    assert (referee.get("genmove w") == "resign") == resigns
    assert len(referee.engine.record.moves) == before + (not resigns)


def test_moves_out_of_turn_are_played_and_undone() -> None:
    referee = Referee()
    referee.get("boardsize 5")
    for line in ("play w C3", "play w C4", "play b A1", "play b E5"):
        referee.get(line)
    move = referee.get("genmove b")
    assert referee.engine.record.moves[-1].colour == BLACK
    assert referee.fail(f"play w {move}") == "illegal move: the point has a stone"
    referee.get("gg-undo 3")
    board = referee.engine.record.game.board
    assert [board.name(point) for point in board.points(BLACK)] == []
    assert sorted(board.name(point) for point in board.points(WHITE)) == ["C3", "C4"]
    assert referee.get("gogui-rules_side_to_move") == "black"
    referee.get("undo")
    referee.get("undo")
    assert referee.fail("undo") == "cannot undo"


def test_reg_genmove_plays_nothing_and_is_repeatable() -> None:
    referee = Referee()
    referee.get("boardsize 5")
    suggested = [referee.get("reg_genmove w") for _ in range(3)]
    assert len(set(suggested)) == 1
    assert not referee.engine.record.moves


def test_in_an_endgame_a_winning_move_is_certain() -> None:
    """With a search that tries all moves alike; from then on, the engine also wins against itself."""
    for seed in range(6):
        rng = Random(seed)
        game = nogo.Game(Board(7))
        while len({*game.legal_points(BLACK), *game.legal_points(WHITE)}) > 12:
            points = game.legal_points()
            game.move(points[rng.randrange(len(points))])
        winner = nogo.outcome(game, memory=1).winner
        referee = Referee(Engine(SearchSettings(simulations=1000, exploration=1e6, endgame=12)))
        referee.get("boardsize 7")
        for k, point in enumerate(game.moves):
            referee.get(f"play {'bw'[k % 2]} {game.board.name(point)}")
        while game.winner is None:
            game.move(game.board.parse(referee.get(f"genmove {'bw'[game.to_move - 1]}")))
        assert game.winner == winner


def test_an_endgame_that_takes_too_long_is_left_to_the_search(fake_clock: FakeClock) -> None:
    game = nogo.Game(Board(5))
    assert winning_point(game, SearchSettings(endgame=24), None, fake_clock) is None  # it has more live points
    settings = SearchSettings(endgame=25)
    assert winning_point(game, settings, 0.0, fake_clock) is None
    for point in ("C3", "B2", "D4", "B4", "D2"):
        game.move(game.board.parse(point))
    assert winning_point(game, settings, 0.0, fake_clock) is None
    assert winning_point(nogo.Game(Board(2, 2)), settings, 0.0, fake_clock) is not None  # it takes a moment
    small = nogo.Game(Board(3, 3))
    assert winning_point(small, SearchSettings(simulations=1), None, fake_clock) is None  # four positions aren't enough
    assert winning_point(small, SearchSettings(simulations=1000), None, fake_clock) is not None


@pytest.mark.parametrize("session", TABLES["sessions"])
def test_what_is_said_in_a_session(session: str) -> None:
    """A line is a command with its response: a sign, and the text with bars between lines; or it just succeeds."""
    referee = Referee()
    for line in session.splitlines():
        command, _, expected = line.partition(" -> ")
        succeeded, text = referee.ask(command)
        response = f"{'=' if succeeded else '?'} {text}".replace("\n", "|")
        assert response == expected or (succeeded and not expected), line


def test_values_of_the_search_are_shown_on_the_board() -> None:
    referee = Referee(Engine(SearchSettings(simulations=200)))
    referee.get("boardsize 3")
    commands = [line.split("/")[-1].split()[0] for line in referee.get("gogui-analyze_commands").split("\n")]
    assert all(referee.get(f"known_command {name}") == "true" for name in commands)
    for to_move, point in (("b", "B2"), ("w", "A1")):
        influence, label, text = referee.get("refsol-values").split("\n")
        values = influence.split()[2::2]
        shares = label.split()[2::2]
        sign = 1 if to_move == "b" else -1
        for value, share in zip(values, shares, strict=True):
            assert abs(float(value) * sign * 50 + 50 - float(share)) <= 0.6
        assert text.startswith(f"TEXT {'black' if to_move == 'b' else 'white'}: {influence.split()[1]} wins ")
        rows = referee.get("refsol-moves").strip().split("\n")
        assert rows[0] == "move visits wins"
        assert sum(int(row.split()[1]) for row in rows[1:]) >= 190
        assert referee.get(f"reg_genmove {to_move}")
        referee.get(f"play {to_move} {point}")


def test_games_are_loaded_and_printed(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5:3]PL[W]AB[aa];W[bb];B[cc];B[dc])")
    referee = Referee()
    referee.get(f"loadsgf {file}")
    assert referee.get("gogui-rules_board") == "X . . . .\n. O . . .\n. . X X ."
    printed = read_sgf(referee.get("printsgf").encode()).record
    assert (printed.start, printed.moves) == (referee.engine.record.start, referee.engine.record.moves)
    for number, moves in ((0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (9, 3)):
        referee.get(f"loadsgf {file} {number}")
        assert len(referee.engine.record.moves) == moves
    before = referee.engine.record
    for text, message in (
        ("(;SZ[3];B[aa];W[aa])", "cannot load file: 1:17: expected a legal move, found 'aa'"),
        ("(;SZ[26])", "cannot load file: unacceptable size"),
        ("", "cannot load file: 1:1: expected a game in SGF, which begins with '(;', found the end of the file"),
        ("(" * 2**20 + ";", "cannot load file"),
    ):
        file.write_text(text)
        assert referee.fail(f"loadsgf {file}") == message
    assert referee.engine.record is before


def times_of_a_game(clock: FakeClock, setting: str) -> list[tuple[float, bool]]:
    """Return how long each move of a game took, and whether there was a choice."""
    referee = Referee(Engine(SearchSettings(endgame=0), clock=clock))
    referee.get("boardsize 5")
    referee.get(setting)
    times = list[tuple[float, bool]]()
    while True:
        before = clock.time
        choice = len(referee.engine.record.game.legal_points()) > 1
        if referee.get(f"genmove {'bw'[len(times) % 2]}") == "resign":
            return times
        times.append((clock.time - before, choice))


def test_time_of_a_game_is_used_and_kept(fake_clock: FakeClock) -> None:
    times = [seconds for seconds, _choice in times_of_a_game(fake_clock, "time_settings 30 0 0")]
    assert all(15.0 <= sum(times[side::2]) <= 30.0 for side in (0, 1))
    assert times[0] > times[8] > 0.1
    left = [6.0, 6.0]
    grown = times_of_a_game(fake_clock, "kata-time_settings fischer 6 1.5")
    for k, (seconds, choice) in enumerate(grown):
        assert (0.5 if choice else 0.0) <= seconds <= left[k % 2]
        left[k % 2] += 1.5 - seconds
    assert grown[0][0] > 1.5
    assert len(grown) > 10


def test_byo_yomi_is_kept(fake_clock: FakeClock) -> None:
    referee = Referee(Engine(SearchSettings(endgame=0), clock=fake_clock))
    referee.get("boardsize 4")
    referee.get("time_settings 0 10 3")
    for _ in range(2):
        before = fake_clock.time
        for _ in range(3):
            assert referee.get("genmove b") != "resign"
        assert 6.0 <= fake_clock.time - before <= 10.0
        referee.get("clear_board")
    referee.get("time_left w 1 2")
    before = fake_clock.time
    referee.get("genmove w")
    assert fake_clock.time - before <= 0.5


KATA = "kata-time_settings"


@pytest.mark.parametrize(
    ("settings", "lines", "least", "most"),
    [
        (SearchSettings(), [f"{KATA} canadian 0 0.5 1"], 0.15, 0.45),
        (SearchSettings(), [f"{KATA} canadian 0 0.5 1", "time_left b 0.5 1"], 0.15, 0.45),
        (SearchSettings(), [f"{KATA} canadian 0 0.5 1", "time_left b 1 2"], 0.15, 0.45),
        (SearchSettings(), [f"{KATA} byoyomi 0 0.5 3"], 0.15, 0.45),
        (SearchSettings(), [f"{KATA} byoyomi 0 0.5 3", "time_left b 0.5 1"], 0.15, 0.45),
        (SearchSettings(), [f"{KATA} byoyomi 0 0.5 3", "time_left b 0.5 3"], 0.15, 0.45),
        (SearchSettings(), ["time_settings 0 0 0"], 0.001, 0.004),
        (SearchSettings(), ["time_settings 0 0 0", "genmove b", "time_left b 0 0"], 0.001, 0.004),
        (SearchSettings(seconds=2.0), ["time_settings 1000 0 0"], 1.9, 2.05),
        (SearchSettings(simulations=5), ["time_settings 1000 0 0"], 4.9 * 0.003, 5.1 * 0.003),
    ],
)
def test_the_time_of_a_move_is_used_and_kept(
    settings: SearchSettings, lines: list[str], least: float, most: float, fake_clock: FakeClock
) -> None:
    """A simulation takes 0.003 s; there is at least one, also if the time is up."""
    referee = Referee(Engine(settings, clock=fake_clock))
    for line in lines:
        referee.get(line)
    before = fake_clock.time
    assert re.fullmatch("[A-J][1-9]", referee.get("genmove b"))
    assert least <= fake_clock.time - before <= most


def test_less_than_no_time_is_none() -> None:
    engine = Engine()
    referee = Referee(engine)
    referee.get("time_settings 10 0 0")
    referee.get("time_left b -3 0")
    referee.get("time_left w -0.5 0")
    assert [engine._clock.left(colour) for colour in (BLACK, WHITE)] == [(0, 0), (0, 0)]


def test_clocks_of_katago() -> None:
    engine = Engine()
    referee = Referee(engine)
    forms = {
        "absolute 30.5": (30.5, 0),
        "canadian 0 12 5": (12, 5),
        "byoyomi 0 .75 5": (0.75, 1),
        "canadian 7 12 0": (7, 0),
        "fischer 30 2.5": (30, 0),
        "none": None,
    }
    assert {form.split()[0] for form in forms} == set(referee.get("kata-list_time_settings").split())
    for form, left in forms.items():
        referee.get(f"{KATA} {form}")
        assert engine._clock.left(WHITE) == left


def test_clocks_follow_the_protocol() -> None:
    clock = Clock()
    assert (clock.left(BLACK), clock.budget(BLACK, 10)) == (None, None)
    actions: list[tuple[Callable[[], None], tuple[float, int] | None, tuple[float, int] | None]] = [
        (lambda: clock.limit(0, 10, 0), None, None),  # no stones: no limit
        (lambda: clock.limit(60, 10, 5), (60, 0), (60, 0)),
        (lambda: clock.spend(BLACK, 50), (10, 0), (60, 0)),
        (lambda: clock.spend(BLACK, 12), (8, 5), (60, 0)),  # two seconds of the first period
        *((lambda: clock.spend(BLACK, 1), (8 - k, 5 - k), (60, 0)) for k in range(1, 5)),
        (lambda: clock.spend(BLACK, 1), (10, 5), (60, 0)),  # the rest of a period is lost
        (clock.restart, (60, 0), (60, 0)),
        (lambda: clock.limit(5, 0, 3), (5, 0), (5, 0)),
        (lambda: clock.spend(WHITE, 7), (5, 0), (0, 0)),
        (lambda: clock.set_left(WHITE, 3, 2), (5, 0), (3, 2)),
        (lambda: clock.limit(0, 10, 0), None, None),
        (lambda: clock.limit(5, 0, 0, increment=2), (5, 0), (5, 0)),
        (lambda: clock.spend(BLACK, 4), (3, 0), (5, 0)),
    ]
    for act, black, white in actions:
        act()
        assert (clock.left(BLACK), clock.left(WHITE)) == (black, white)
        assert (clock.budget(WHITE, 10) == 0) == (white == (0, 0))


@given(
    st.integers(0, 3600),
    st.integers(0, 60),
    st.integers(0, 20),
    st.integers(0, 60),
    st.lists(st.floats(0, 1), min_size=1, max_size=60),
)
def test_whoever_keeps_to_the_budget_never_loses_on_time(
    main: int, period: int, stones: int, increment: int, shares: list[float]
) -> None:
    clock = Clock()
    clock.limit(main, period, stones, increment)
    for k, share in enumerate(shares):
        budget = clock.budget(BLACK, len(shares) - k)
        left = clock.left(BLACK)
        if budget is None or left is None:
            assert period > 0
            assert stones == 0
            return
        assert 0 <= budget <= left[0]
        clock.spend(BLACK, budget * share)


WORDS = [
    *("boardsize", "3", "5", "clear_board", "komi", "play", "b", "w", "white", "A1", "B2", "c3", "E5", "genmove"),
    *("reg_genmove", "undo", "gg-undo", "showboard", "printsgf", "loadsgf", "final_score", "refsol-values", "pass"),
    *("time_left", "time_settings", "0", "1", "gogui-setup", "gogui-play_sequence", "\t", "#", "\x00", "é", "\r", "7"),
    *("rectangular_boardsize", "gogui-setup_player", "refsol-moves", "all_legal", "known_command", "1e5", "-1"),
]
LINES = st.lists(st.sampled_from(WORDS), max_size=6).map(lambda words: " ".join(words).encode())


@given(st.lists(LINES | st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=12))
def test_any_lines_get_a_response_or_are_no_command(lines: list[bytes]) -> None:
    engine = Engine(SearchSettings(simulations=3))
    engine.answer(b"boardsize 3")
    for line in lines:
        answer = engine.answer(line)
        if answer:
            assert RESPONSE.fullmatch(answer.decode("utf-8", "surrogateescape")), (line, answer)
        else:
            assert not line.partition(b"#")[0].strip(bytes([*range(33), 127]))
        assert oracle.every_group_has_a_liberty(engine.record.game.board)


INFO = r"info move [A-E][1-5] visits [0-9]+ winrate {0} prior {0} order [0-9]+ pv( [A-E][1-5])+"


@pytest.mark.parametrize(
    ("command", "winrate"),
    [
        ("lz-analyze", "[0-9]+"),
        ("lz-analyze w 20", "[0-9]+"),
        ("kata-analyze interval 20 ownership true", r"[01]\.[0-9]+"),
        ("analyze W 20", r"[01]\.[0-9]+"),
        ("sabaki-analyze 20", r"[01]\.[0-9]+"),
    ],
)
def test_an_analysis_goes_on_until_the_next_line(command: str, winrate: str, fake_clock: FakeClock) -> None:
    engine = Engine(clock=fake_clock)
    engine.answer(b"boardsize 5")
    assert engine.analyze() == b""
    assert engine.answer(f"7 {command}".encode()) == b"=7\n"
    info = INFO.format(winrate)
    begin, lines, looks = fake_clock.time, list[str](), 0
    while len(lines) < 3:
        assert engine.is_analyzing
        before = fake_clock.time
        lines.append(engine.analyze().decode())
        assert fake_clock.time - before <= 0.06
        looks += 1
        if not lines[-1]:
            lines.pop()
    assert looks > 9
    assert (3.0 if command == "lz-analyze" else 0.6) <= fake_clock.time - begin <= 3.5
    assert all(re.fullmatch(f"{info}( {info})*\n", line) for line in lines)
    visits = [sum(map(int, re.findall("visits ([0-9]+)", line))) for line in lines]
    assert visits == sorted(set(visits))
    assert engine.answer(b"8 name") == b"\n=8 refsol\n\n"
    assert not engine.is_analyzing
    assert engine.record.game.to_move == BLACK


def test_an_analysis_shows_the_best_moves_and_is_used_for_a_move() -> None:
    engine = Engine(SearchSettings(simulations=1, endgame=0))
    engine.answer(b"boardsize 3")
    assert engine.answer(b"lz-analyze 1 maxmoves 2 minmoves 1") == b"=\n"
    while not re.search(r"order 0 pv( [A-C][1-3]){3}", (line := engine.analyze()).decode()):
        pass
    best = engine._search
    assert best is not None
    names = [engine.record.game.board.name(child.point) for child in best.children()]
    assert re.findall("move ([A-C][1-3])", line.decode()) == names[:2]
    variation = [engine.record.game.board.name(point) for point in best.line()]
    assert re.findall("pv ([A-C1-3 ]+)", line.decode())[0].split() == variation
    assert engine.answer(b"\n") == b"\n"
    children = best.children()
    good = {engine.record.game.board.name(child.point) for child in children if child.visits >= children[0].visits - 1}
    assert engine.answer(b"genmove b").decode().split()[1] in good  # after one more simulation
    engine.answer(b"boardsize 1")
    assert engine.answer(b"lz-analyze") == b"=\n\n"  # there is nothing to analyse
    assert not engine.is_analyzing


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("allow b A1,b2 1", "A1 B2"),
        ("b 1 avoid b A1,B2,C3,pass 3 maxmoves 9", "A2 A3 B1 B3 C1 C2"),
        ("allow b A1,B2 1 avoid b B2 1", "A1"),
        ("allow b A1 0 avoid w A1 1", "A1 A2 A3 B1 B2 B3 C1 C2 C3"),  # both say nothing about black's next move
        ("allow b pass 1", ""),
    ],
)
@pytest.mark.parametrize("settings", [{}, {"selection": "uct"}, {"threads": 2}])
def test_an_analysis_of_some_moves(options: str, names: str, settings: dict[str, Any]) -> None:
    engine = Engine(SearchSettings(simulations=1, endgame=0)._replace(**settings))
    engine.answer(b"boardsize 3")
    engine.answer(f"lz-analyze {options}".encode())
    assert engine.is_analyzing == bool(names)
    if engine._analysis is None:
        return
    engine._analysis.search.run(300)
    children = engine._analysis.search.children()
    assert " ".join(sorted(engine.record.game.board.name(child.point) for child in children)) == names
    assert sum(child.visits for child in children) > 250
    assert (engine._search is None) == (len(children) < 9)  # for genmove, it is of no use


def test_a_search_is_restricted_before_it_begins() -> None:
    search = Search(Game(Board(3)))
    with pytest.raises(ValueError, match="none of the points is a legal move"):
        search.restrict([])
    search.run(1)
    with pytest.raises(ValueError, match="a search that has begun, or has an evaluator, can't be restricted"):
        search.restrict([12])


def test_a_function_of_the_user_is_an_engine() -> None:
    seen: list[int] = []

    def last(game: Game) -> int:
        point = int(game.legal_points()[-1])
        assert game.move(point)  # it is a copy
        seen.append(point)
        return point if len(seen) < 4 else -1

    engine = Engine(choose=last, name="mine")
    engine.answer(b"boardsize 2")
    answers = [
        engine.answer(line)
        for line in (b"name", b"reg_genmove b", b"genmove b", b"genmove w", b"known_command lz-analyze")
    ]
    assert answers == [b"= mine\n\n", b"= B1\n\n", b"= B1\n\n", b"= A1\n\n", b"= false\n\n"]
    assert engine.answer(b"genmove b") == b"? illegal move: the function has returned -1\n\n"
    engine.answer(b"play b B2")
    assert (engine.answer(b"genmove w"), engine.answer(b"reg_genmove w")) == (b"= resign\n\n",) * 2


def test_a_function_is_served() -> None:
    program = "from refsol import nogo\nnogo.gtp.serve(lambda game: game.legal_points()[0])\n"
    stdin = b"name\nboardsize 2\n7 genmove b\n\nquit\nname\n"
    done = support.python_process("-c", program, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= my engine\n\n=\n\n=7 A2\n\n=\n\n", b"")
    done = support.python_process("-c", program, stdin=b"name")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= my engine\n\n", b"")


@contextmanager
def talking(*options: str) -> Iterator[tuple[Callable[[bytes], None], Callable[[], bytes], "subprocess.Popen[bytes]"]]:
    """Start the command; yield what says something to it, what hears a line, and the process."""
    words = [*support.REFSOL, "nogo", "gtp", *options]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def say(text: bytes) -> None:
            stdin.write(text)
            stdin.flush()

        yield say, stdout.readline, process
        assert process.returncode == 0


def test_the_command_analyses_until_a_line_comes() -> None:
    with talking() as (say, hear, process):
        for ending, answer in ((b"1 name\n2 name\n", [b"=1 refsol\n", b"\n", b"=2 refsol\n", b"\n"]), (b"\n", [])):
            say(b"lz-analyze b 1\n")
            assert hear() == b"=\n"
            assert all(hear().startswith(b"info move ") for _ in range(3))
            say(ending)
            while (line := hear()).startswith(b"info move "):
                pass
            assert [line, *(hear() for _ in answer)] == [b"\n", *answer]
        output, _ = process.communicate(b"analyze")  # the end of the input ends it
        assert re.fullmatch(rb"=\n(info move .*\n)*\n", output)


def test_an_engine_ponders_on_the_position_after_its_move() -> None:
    engine = Engine(SearchSettings(simulations=50))
    referee = Referee(engine)
    referee.get("boardsize 5")
    assert not engine.ponder()
    referee.get("genmove b")
    search = engine._search
    assert search is not None
    before = search.visits
    assert engine.ponder()
    assert engine.ponder()
    assert before < search.visits
    assert engine.record.game.to_move == WHITE
    best = search.children()[0]
    referee.get(f"play w {engine.record.game.board.name(best.point)}")
    assert not engine.ponder()  # it is the engine's turn
    assert engine._search is search
    assert search.visits == best.visits
    referee.get("genmove b")
    assert search.visits > 0
    assert engine.ponder()
    for line in ("undo", "boardsize 3"):
        referee.get("genmove b")
        referee.get(line)
        assert not engine.ponder()


def test_pondering_ends_by_itself() -> None:
    engine = Engine(SearchSettings(simulations=5, nodes=700))
    referee = Referee(engine)
    referee.get("boardsize 3")
    referee.get("genmove b")
    search = engine._search
    assert search is not None
    before = search.visits
    while engine.ponder():
        pass
    assert search.visits == before + 700
    assert not engine.ponder()
    referee.get("rectangular_boardsize 2 1")
    referee.get("genmove b")
    assert not engine.ponder()  # the game is over
    referee.get("boardsize 3")
    referee.get("gogui-play_sequence b C2 w C3 b A1 w C1 b A3 w B3")
    assert referee.get("genmove b") == "A2"  # the only move, for which nothing was searched
    assert engine._search is None
    assert engine._left_to_ponder == 700
    engine.ponder()
    assert engine._left_to_ponder < 700


@pytest.mark.parametrize(("ending", "answer"), [(b"quit\n", b"=\n\n"), (b"", b"")])
def test_the_command_ponders_until_a_line_comes(ending: bytes, answer: bytes) -> None:
    with talking("--ponder", "--simulations", "20") as (say, hear, process):
        say(b"boardsize 5\ngenmove b\n")
        assert [hear()[:1] for _ in range(4)] == [b"=", b"\n", b"=", b"\n"]
        time.sleep(0.5)
        say(b"refsol-moves\n")
        begin = time.monotonic()
        shown = b"".join(iter(hear, b"\n"))
        assert time.monotonic() - begin < 20  # it would ponder for ever
        assert sum(int(row.split()[1]) for row in shown.splitlines()[2:]) > 40
        assert process.communicate(ending, timeout=10)[0] == answer


def test_an_interruption_ends_a_search() -> None:
    calls = count()
    engine = Engine(SearchSettings(simulations=2**31 - 1, endgame=0), interrupted=lambda: next(calls) > 5)
    engine.answer(b"boardsize 3")
    assert re.fullmatch(rb"= [A-C][1-3]\n\n", engine.answer(b"genmove b"))
    assert engine._search is not None
    assert 0 < engine._search.visits <= 7 * 256
    assert engine.answer(b"known_command gogui-interrupt") == b"= true\n\n"


def test_a_comment_interrupts_the_command() -> None:
    done = gtp(b"boardsize 3\ngenmove b\n# interrupt\nname\n", "--seconds", "1000", "--simulations", str(2**31 - 1))
    assert re.fullmatch(rb"=\n\n= [A-C][1-3]\n\n= refsol\n\n", done.stdout)


def gtp(stdin: bytes, *options: str) -> "subprocess.CompletedProcess[bytes]":
    return support.refsol_process("nogo", "gtp", "--simulations", "20", *options, stdin=stdin)


@pytest.mark.parametrize(
    ("stdin", "stdout"),
    [
        (b"", b""),
        (b"# nothing\n\n", b""),
        (b"1 name\nquit\nname\n", b"=1 refsol\n\n=\n\n"),
        (b"name", b"= refsol\n\n"),
        (b"name #" + b"x" * 200_000 + b"\nprotocol_version\n", b"= refsol\n\n= 2\n\n"),
        (b"x" * 200_000, b"? unknown command\n\n"),
        (b"\xff\x00\n\x01\n2 quit", b"? unknown command\n\n=2\n\n"),
    ],
)
def test_the_command_ends_by_itself_with_status_0(stdin: bytes, stdout: bytes) -> None:
    done = gtp(stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, stdout, b"")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--policy", "best"], b"refsol: policy is one of uniform, contested, settled, not 'best'\n"),
        (["--selection", "best"], b"refsol: selection is one of rave, uct, not 'best'\n"),
        (["--resign", "2"], b"refsol: the share of wins below which the engine resigns is in 0..1, not 2.0\n"),
        (["--selection", "uct", "--prior", "9"], b"refsol: --prior needs --selection rave\n"),
        (["--equivalence", "0"], b"refsol: equivalence is more than 0 and less than 1e9, not 0.0\n"),
        (["--nodes", "600"], b"refsol: the number of nodes must be in 626..67108864, not 600\n"),
        (
            ["--expand-after", "9" * 20],
            f"refsol: the number of visits must be in 1..2147483647, not {'9' * 20}\n".encode(),
        ),
        *(
            (["--threads", number], f"refsol: the number of threads must be in 1..256, not {number}\n".encode())
            for number in ("257", str(2**70))
        ),
        (["--endgame", "36"], b"refsol: the number of live points must be in 0..35, not 36\n"),
        (["--nodes", "9" * 20], f"refsol: the number of nodes must be in 1..67108864, not {'9' * 20}\n".encode()),
        (["--exploration", "1e308"], b"refsol: exploration is at least 0 and less than 1e9, not 1e+308\n"),
        (["--exploration", "inf"], b"refsol: --exploration takes a finite number, not inf\n"),
        (["--seed", str(2**64)], f"refsol: the seed must be in 0..2**64 - 1, not {2**64}\n".encode()),
        (["--simulations", str(2**31)], b"refsol: --simulations takes a number from 1 to 2147483647, not 2147483648\n"),
    ],
)
def test_wrong_options_are_a_line(options: list[str], said: bytes, tmp_path: Path) -> None:
    done = support.refsol_here("nogo", "gtp", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", said)


CENTRE = """\
  A B C D E F G H J
9 . . . . . . . . .
8 . . . . . . . . .
7 . . . . . . . . .
6 . . . # # # . . .
5 . . . # # # . . .
4 . . . # # # . . .
3 . . . . . . . . .
2 . . . . . . . . .
1 . . . . . . . . .
black is to move

"""


def test_walls_of_the_command(tmp_path: Path) -> None:
    assert gtp(b"clear_board\nshowboard\n", "--walls", "centre").stdout.decode() == f"=\n\n= \n{CENTRE}"
    assert gtp(b"boardsize 9\nplay b E5\nplay b E8\n", "--walls", "hollow").stdout.decode().count("a wall") == 1
    (tmp_path / "walls").write_bytes(b"2 3 X\n.#.\n...\n")
    done = support.refsol_here(
        "nogo", "gtp", "--walls", "walls", cwd=tmp_path, stdin=b"all_legal b\nboardsize 2\nall_legal b\n"
    )
    assert done.stdout == b"= A2 C2 A1 B1 C1\n\n=\n\n= A2 B2 A1 B1\n\n"
    for text, message, status in (
        (b"26 1 X\n" + b".\n" * 26, "--walls walls: the board has more than 25 rows or columns\n", 2),
        (b"1 2 X\nX.\n", "--walls walls: there are stones on the board\n", 2),
        (b"?\n", "walls:1:1: expected ", 3),
    ):
        (tmp_path / "walls").write_bytes(text)
        support.require_refusal(support.refsol_here("nogo", "gtp", "--walls", "walls", cwd=tmp_path), message, status)
