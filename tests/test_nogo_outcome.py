"""NoGo: who wins with best play, compared with brute force, with published outcomes, and with the rules."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
import support
from mypy_extensions import u8

from refsol import nogo
from refsol.errors import InputError
from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.play.live_board import MAX_LIVE, LiveBoard, size_of
from refsol.nogo.play.outcome_search import OutcomeSearch
from refsol.nogo.play.outcome_table import UNKNOWN, OutcomeTable

# Published: see the page on outcomes. The side to move first wins on an empty board, or not.
FIRST_WINS = {(2, 2): True, (2, 3): False, (2, 4): False, (2, 5): True, (3, 3): True, (3, 4): False}
LARGER = {(2, 6): True, (2, 7): True, (2, 8): True, (3, 5): True, (4, 4): False}
IN_A_ROW = {columns: columns not in (1, 4) for columns in range(1, 21)}


def position(*rows: str, to_move: str = "X") -> nogo.Game:
    """Return the position with these rows of X, O, . and # (a wall)."""
    return nogo.read_game("\n".join([f"{len(rows)} {len(rows[0])} {to_move}", *rows, ""]).encode())


def empty(rows: int, columns: int, to_move: int = BLACK) -> nogo.Game:
    return nogo.Game(nogo.Board(rows, columns), to_move)


def search(game: nogo.Game, memory: int = 1) -> OutcomeSearch:
    return OutcomeSearch(game.board.stone, game.board.stride, game.to_move, memory)


def solved(game: nogo.Game) -> OutcomeSearch:
    found = search(game)
    assert found.run(10**9)
    return found


def wins(game: nogo.Game, known: dict[bytes, bool]) -> bool:
    """Return whether the side to move wins, by brute force on the game's own rules."""
    text = game.text()
    if text not in known:
        known[text] = False
        for point in game.legal_points():
            game.move(point)
            known[text] = not wins(game, known)
            game.undo()
            if known[text]:
                break
    return known[text]


def agrees(game: nogo.Game, known: dict[bytes, bool]) -> None:
    """Compare the outcome with brute force; a winning move must win."""
    before = game.copy()
    found = nogo.outcome(game, memory=1)
    assert game == before
    assert (found.nodes >= 1, found.seconds >= 0) == (True, True)
    assert (found.winner == game.to_move) is (found.point is not None) is wins(game, known), repr(game)
    if found.point is not None:
        assert game.move(found.point)
        assert not wins(game, known), repr(before)


SMALL = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (5, 1), (2, 2), (2, 3), (3, 2)]
WALLED = [(1, 4, ".XO#"), (2, 2, ".XO#"), (2, 3, ".X#"), (3, 1, ".XO#")]


@pytest.mark.parametrize(("rows", "columns", "symbols"), [*((*size, ".XO") for size in SMALL), *WALLED])
def test_every_position_of_a_small_board_has_the_outcome_that_brute_force_finds(
    rows: int, columns: int, symbols: str
) -> None:
    known: dict[bytes, bool] = {}
    for cells, to_move in product(product(symbols, repeat=rows * columns), "XO"):
        try:
            game = position(*("".join(cells[x * columns : (x + 1) * columns]) for x in range(rows)), to_move=to_move)
        except InputError:  # a group without a liberty
            continue
        agrees(game, known)


def random_position(rng: Random, rows: int, columns: int, moves: int) -> nogo.Game:
    """Return a position after random moves, sometimes with walls; fewer moves if none is left."""
    share = rng.choice((0.0, 0.0, 0.2))
    cells = product(range(1, rows + 1), range(1, columns + 1))
    walls = [cell for cell in cells if rng.random() < share]
    game = nogo.Game(nogo.Board(rows, columns, walls), rng.choice((BLACK, WHITE)))
    for _ in range(moves):
        points = list(game.legal_points())
        if points:
            game.move(rng.choice(points))
    return game


def test_positions_of_larger_boards_have_the_outcome_that_brute_force_finds() -> None:
    for _seed, rng in support.randoms(60):
        rows, columns = rng.choice([(3, 3), (2, 4), (4, 2), (3, 4), (1, 9)])
        agrees(random_position(rng, rows, columns, rng.randint(max(0, rows * columns - 9), rows * columns)), {})


def test_endgames_of_larger_boards_have_the_outcome_that_brute_force_finds() -> None:
    for _seed, rng in support.randoms(support.CASES // 40):
        rows, columns = rng.choice([(9, 9), (9, 9), (13, 7), (5, 12), (19, 19) if support.COMPILED else (8, 8)])
        walls = [(rng.randint(1, rows), rng.randint(1, columns)) for _ in range(rng.choice([0, 0, 9]))]
        agrees(endgame(rng, nogo.Game(nogo.Board(rows, columns, walls)), rng.randint(2, 9)), {})


def endgame(rng: Random, game: nogo.Game, live: int) -> nogo.Game:
    """Play random moves, most of them on points that both sides could take, until few points are ``live``."""
    while game.winner is None:
        mine, theirs = set(game.legal_points()), set(game.legal_points(BLACK + WHITE - game.to_move))
        if len(mine | theirs) <= live:
            break
        both = mine & theirs
        game.move(rng.choice(sorted(both if both and rng.random() < 0.9 else mine)))
    return game


def test_what_is_around_the_live_points_changes_nothing() -> None:
    """Walls, dead points and safe stones far away."""
    wall, around = "#" * 58, "X.#O.#" * 9
    for _seed, rng in support.randoms(support.CASES // 100):
        game = random_position(rng, 3, 4, rng.randrange(4))
        side, *rows = game.text().decode().split()[2:]
        larger = (*(row + wall[4:] for row in rows), *(wall, "####" + around) * 9)
        assert solved(position(*larger, to_move=side)).is_won() is solved(game).is_won()


@pytest.mark.slow
def test_legal_points_after_each_move_are_those_of_the_rules() -> None:
    for seed, rng in support.randoms(support.CASES // 20):
        game = random_position(rng, rng.randint(1, 5), rng.randint(1, 7), rng.randrange(6))
        board = LiveBoard(game.board.copy().stone, game.board.stride)
        mine, theirs = 0, 0
        my_legal, their_legal = board.black_legal, board.white_legal
        if game.to_move == WHITE:
            my_legal, their_legal = their_legal, my_legal
        while True:
            for legal, colour in ((my_legal, game.to_move), (their_legal, BLACK + WHITE - game.to_move)):
                points = [point for k, point in enumerate(board.point) if legal >> k & 1]
                assert points == list(game.legal_points(colour)), seed
                assert size_of(legal) == len(points)
            if not my_legal:
                break
            index = rng.choice([k for k in range(board.count) if my_legal >> k & 1])
            assert board.index(1 << index) == index
            their_legal, my_legal = board.legal_after(
                1 << index, game.to_move == BLACK, mine, theirs, my_legal, their_legal
            )
            assert game.move(board.point[index])
            mine, theirs = theirs, mine | 1 << index


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (["...", "...", "..."], 8),
        (["...", "..."], 4),
        (["....."], 2),
        (["X..", "...", "..."], 2),
        (["X..", ".#.", "..X"], 4),
        (["X..", "...", "..O"], 2),
        (["X.O", "..."], 1),
        (["#..", "..."], 1),
        ([".#.", "..."], 2),
    ],
)
def test_symmetries_leave_stones_and_walls_where_they_are(rows: list[str], count: int) -> None:
    board = LiveBoard(position(*rows).board.stone, len(rows[0]) + 2)
    images = board.images()
    assert len(images) == count
    assert all(sorted(image) == list(images[0]) == list(range(board.count)) for image in images)


@pytest.mark.parametrize(("rows", "columns"), [*FIRST_WINS, *(LARGER if support.COMPILED else ())])
def test_empty_boards_have_the_published_outcomes(rows: int, columns: int) -> None:
    expected = (FIRST_WINS | LARGER)[rows, columns]
    assert solved(empty(rows, columns)).is_won() == solved(empty(columns, rows, WHITE)).is_won() == expected


def test_boards_of_one_row_have_the_published_outcomes() -> None:
    for columns, first_wins in IN_A_ROW.items():
        if columns <= (20 if support.COMPILED else 13):
            assert solved(empty(1, columns)).is_won() is first_wins


def test_progress_is_reported_and_what_it_raises_ends_the_search() -> None:
    seen: list[nogo.OutcomeProgress] = []
    board = nogo.Board(4)
    for x, y in ((1, 1), (4, 4)):
        board.stone[board.point(x, y)] = u8(BLACK)
    found = nogo.outcome(nogo.Game(board), progress=seen.append)
    assert len(seen) == (found.nodes - 1) // 4096 > 0
    assert [progress.nodes for progress in seen] == [4096 * k for k in range(1, len(seen) + 1)]
    assert all(1 <= progress.tried <= progress.moves <= 14 for progress in seen)

    def stop(progress: nogo.OutcomeProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nogo.outcome(nogo.Game(nogo.Board(5)), progress=stop)


def test_a_search_in_parts_finds_the_same_as_one_at_once() -> None:
    whole = solved(empty(3, 4))
    parts = search(empty(3, 4))
    with pytest.raises(ValueError, match="the outcome is not known yet"):
        _ = parts.is_won()
    steps = 0
    while not parts.run(7):
        steps += 1
        assert parts.nodes() == 7 * steps
    assert (parts.is_won(), parts.winning_point(), parts.nodes()) == (
        whole.is_won(),
        whole.winning_point(),
        whole.nodes(),
    )
    assert parts.run(0)


def test_a_full_table_costs_time_only() -> None:
    """With the least memory that there can be, entries give way."""
    table = OutcomeTable(1)
    keys = range(1, 400_000, 3)
    for key in keys:
        if table.find(key) == UNKNOWN:
            table.enter(key, key % 2, key % 50)
    kept = [key for key in keys if table.find(key) != UNKNOWN]
    assert all(table.find(key) == key % 2 for key in kept)
    assert 0.6 * table.size() < len(kept) <= table.size() <= 2**20 // 8
    assert all(table.find(key + 1) == UNKNOWN for key in keys)


def test_the_table_grows_within_its_limit_and_keeps_all_entries_meanwhile() -> None:
    table = OutcomeTable(2)
    sizes = [table.size()]
    for key in range(1, 60_000):
        table.enter(key, key & 1, 1)
        if table.size() != sizes[-1]:
            sizes.append(table.size())
            lost = sum(table.find(each) == UNKNOWN for each in range(1, key + 1))
            assert lost < key / 20  # their buckets were full
    assert sizes == [4096, 32768, 2 * 2**20 // 8 - 32768]


def test_entries_with_the_least_work_give_way() -> None:
    table = OutcomeTable(1)
    for key in range(1, 300_000):
        table.enter(key, 1, 1000 if key <= 20_000 else 1)
    assert sum(table.find(key) == 1 for key in range(1, 20_001)) > 19_000


DEAD = nogo.Board(1)
DEAD.stone[DEAD.point(1, 1)] = u8(BLACK)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: search(empty(6, 6)), "the number of live points must be in 0..35, not 36"),
        (lambda: OutcomeSearch(DEAD.stone, 3, BLACK, 1), "a group has no liberty"),
        (lambda: OutcomeSearch(nogo.Board(1).stone, 3, 3, 1), r"the side to move is black \(1\) or white \(2\), not 3"),
        (lambda: search(empty(1, 1), 0), "the memory in MiB must be in 1..65535, not 0"),
        (lambda: search(empty(1, 1)).run(-1), "the number of nodes must be in"),
        (lambda: search(empty(1, 36)), "the number of live points must be in 0..35, not 36"),
        (lambda: LiveBoard(empty(2, 3).board.stone, 6), "20 points are no rows of 6 in a frame"),
        (lambda: LiveBoard(empty(2, 3).board.stone, 0), "20 points are no rows of 0 in a frame"),
        (lambda: OutcomeTable(1).enter(0, 0, 1), "there can be no entry of 0 after 1 for the key 0"),
        (lambda: OutcomeTable(1).enter(2**56, 0, 1), "there can be no entry"),
        (lambda: OutcomeTable(1).enter(1, 2, 1), "there can be no entry"),
        (lambda: OutcomeTable(1).enter(1, 1, -1), "there can be no entry"),
    ],
)
def test_what_is_out_of_range_is_an_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_the_largest_positions_fit() -> None:
    assert MAX_LIVE == 35
    walled = position(*["." * 4 + "#" * 596] * 6, *["#" * 600] * 594)
    for game in (empty(5, 7), empty(1, 35), empty(35, 1), walled):
        found = search(game)
        assert not found.run(300)
        assert found.nodes() == 300
    wide = position("." + "#" * 597 + ".X")
    assert solved(wide).is_won() == wins(wide, {})


@pytest.mark.parametrize(
    ("arguments", "stdin", "shown"),
    [
        (["3", "4"], b"", b"white wins: black is to move and has no winning move (5047 positions searched)\n"),
        (["2", "2"], b"", b"black wins: black is to move and wins with A2 (4 positions searched)\n"),
        (["-"], b"3\nXOO\nXO.\nX..\n", b"black wins: black is to move and wins with C2 (1 position searched)\n"),
        (["-"], b"1 3 O\n..X\n", b"white wins: white is to move and wins with A1 (1 position searched)\n"),
        (["-"], b"1 1 O\n#\n", b"black wins: white is to move and has no winning move (1 position searched)\n"),
    ],
)
def test_the_command_says_who_wins(arguments: list[str], stdin: bytes, shown: bytes) -> None:
    done = support.refsol_here("nogo", "outcome", *arguments, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, shown, b"")


def test_the_command_prints_json() -> None:
    for to_move, winner in (("X", "black"), ("O", "white")):
        position = f"1 6 {to_move}\n......\n".encode()
        done = support.refsol_here("nogo", "outcome", "-", "--json", "--memory", "1", stdin=position)
        shown = json.loads(done.stdout)
        assert shown.pop("nodes") > 0
        assert shown.pop("seconds") >= 0
        assert shown.pop("move") in {"A1", "B1", "C1", "D1", "E1", "F1"}
        assert shown == {"winner": winner, "to_move": winner}


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "said"),
    [
        (["a", "3"], b"", 2, b"refsol: expected ROWS COLUMNS, two numbers, found 'a' '3'\n"),
        (["0", "3"], b"", 2, b"refsol: the number of rows must be in 1..600, not 0\n"),
        (["6", "6"], b"", 2, b"refsol: the number of live points must be in 0..35, not 36\n"),
        (["no-such-file"], b"", 2, b"refsol: no-such-file: No such file or directory\n"),
        (["2", "2", "--memory", "65536"], b"", 2, b"refsol: --memory takes a number from 1 to 65535, not 65536\n"),
        (["-"], b"2 2 x\n..\n..\n", 3, b"refsol: -:1:5: expected the side to move, 'X' or 'O', found 'x'\n"),
        (["-"], b"2\nX.\n..\n", 3, b"refsol: -:1:1: expected as many X as O, found 1 X and 0 O\n"),
        (["-"], b"9\n" + b".........\n" * 9, 3, b"refsol: -: the number of live points must be in 0..35, not 81\n"),
    ],
)
def test_bad_arguments_and_positions_are_a_line(arguments: list[str], stdin: bytes, status: int, said: bytes) -> None:
    done = support.refsol_here("nogo", "outcome", *arguments, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (status, b"", 1)
    assert done.stderr.startswith(said)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_ctrl_c_ends_the_command_at_once() -> None:
    """5 × 5 would take days."""
    command = [sys.executable, "-P", "-m", "refsol", "nogo", "outcome", "5", "5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(2)  # if it has not begun by then, it ends just as well
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
        assert process.returncode in (130, -signal.SIGINT)
