"""NoGo's boards and games as a library: rectangles and walls, names, undo, keys, texts, copies, and many at once."""

import copy
import pickle
from collections.abc import Iterator
from random import Random

import pytest
import support

from refsol import nogo
from refsol.errors import InputError
from refsol.nogo import oracle
from refsol.nogo.board import EDGE, column_name
from refsol.nogo.exact_liberties import ExactLiberties
from refsol.nogo.groups import Groups
from refsol.nogo.play.many_games import PLANES, ManyGames
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.nogo.rules import scene_of
from refsol.nogo.zobrist import Zobrist
from refsol.structures.xoshiro import Xoshiro128

HOLLOW = [(4, 4), (4, 5), (4, 6), (5, 4), (5, 6), (6, 4), (6, 5), (6, 6)]  # around the middle of 9 × 9


def walled_board(rng: Random, most: int = 6) -> nogo.Board:
    """Return an empty board of any shape, often with walls."""
    rows, columns = rng.randint(1, most), rng.randint(1, most)
    points = [(x, y) for x in range(1, rows + 1) for y in range(1, columns + 1)]
    return nogo.Board(rows, columns, rng.sample(points, rng.randint(0, len(points) // 3)))


def played(rng: Random, board: nogo.Board, groups: Groups | None = None) -> nogo.Game:
    """Return a game after some random moves, with either side to begin."""
    game = nogo.Game(board, rng.choice((nogo.BLACK, nogo.WHITE)), groups=groups)
    for _move in range(rng.randrange(len(board.stone))):
        points = list(game.legal_points())
        if points:
            game.move(rng.choice(points))
    return game


@pytest.mark.slow
def test_legal_points_of_positions_and_on_rectangles_with_walls_are_the_oracles() -> None:
    for seed, rng in support.randoms(support.CASES // 4):
        start = walled_board(rng) if rng.randrange(2) else nogo.read_board(support.GENERATE["nogo"](rng))
        other = start.copy()
        game = nogo.Game(start, rng.choice((nogo.BLACK, nogo.WHITE)))
        exact = nogo.Game(other, game.to_move, groups=ExactLiberties(other))
        while True:
            for colour in (nogo.BLACK, nogo.WHITE):
                legal = [game.board.point(x, y) for x, y in oracle.legal_moves(game.board, colour)]
                assert list(game.legal_points(colour)) == list(exact.legal_points(colour)) == legal, f"seed {seed!r}"
                mask = game.legal_mask(colour)
                assert [point for point in range(len(mask)) if mask[point]] == legal
                assert len(mask) == len(game.board.stone)
            points = list(game.legal_points())
            assert game.legal_moves() == [game.board.coordinates(point) for point in points]
            if not points:
                assert game.winner == exact.winner == nogo.BLACK + nogo.WHITE - game.to_move
                break
            assert game.winner is exact.winner is None
            point = rng.choice(points)
            assert game.move(point)
            assert exact.move(point)
        assert list(game.board.dead_points()) == []


def test_a_hollow_board_has_the_moves_of_its_points_only() -> None:
    game = nogo.Game(nogo.Board(9, walls=HOLLOW))
    everywhere = {(x, y) for x in range(1, 10) for y in range(1, 10)}
    assert set(game.legal_moves()) == everywhere - set(HOLLOW) - {(5, 5)}  # where a stone would have no liberty
    assert game.board.walls == HOLLOW
    assert game.is_legal(4, 4) is False
    with pytest.raises(ValueError, match=r"^move \(4, 4\) is not legal, since there is a wall$"):
        game.play(4, 4)
    with pytest.raises(ValueError, match="is not on this board"):
        game.move(game.board.point(4, 4))
    assert (game.moves, game.to_move) == ([], nogo.BLACK)
    assert scene_of(game.board).piece(4, 4).text == "#"


def test_walls_are_no_liberties_and_no_stones() -> None:
    board = nogo.Board(1, 3, walls=[(1, 2)])
    assert (board.stone[7], list(board.dead_points())) == (EDGE, [])
    assert nogo.Game(board).winner == nogo.WHITE
    board.stone[board.point(1, 3)] = nogo.WHITE
    assert list(board.dead_points()) == [8]
    with pytest.raises(ValueError, match="the group of the stone on C1 has no liberty"):
        nogo.Game(board)


def test_a_board_has_rows_columns_and_if_square_a_size() -> None:
    board = nogo.Board(3, 5)
    assert (board.rows, board.columns, board.stride, len(board.stone)) == (3, 5, 7, 35)
    assert len(board.points(nogo.EMPTY)) == 15
    assert board.coordinates(board.point(3, 5)) == (3, 5)
    with pytest.raises(ValueError, match="a board of 3 rows and 5 columns has no one size"):
        _size = board.size
    assert (nogo.Board(4).size, nogo.Board(4, 4).size) == (4, 4)
    for wall in ((0, 1), (1, 0), (4, 1), (3, 6), (-1, -1), (10**6, 1)):
        with pytest.raises(ValueError, match="no wall"):
            nogo.Board(3, 5, [wall])
    for rows, columns in ((0, 1), (1, 0), (601, 1), (1, 601), (-1, -1)):
        with pytest.raises(ValueError, match="the number of"):
            nogo.Board(rows, columns)
    for text in (nogo.Board(3, 5).text, nogo.Board(2, walls=[(1, 1)]).text):
        with pytest.raises(ValueError, match="has no"):
            text()


@pytest.mark.parametrize(
    ("point", "kind", "message"),
    [
        *((point, 0, "a stone is on the frame") for point in (0, 4, 5, 9, 10, 14, 15, 19)),
        (6, 4, "no stone has number 4"),
    ],
)
def test_stones_that_are_no_board(point: int, kind: int, message: str) -> None:
    wrong = nogo.Board(2, 3).stone
    wrong[point] = kind
    with pytest.raises(ValueError, match=message):
        nogo.Board(2, 3, stone=wrong)


def test_names_of_points_are_those_of_go() -> None:
    board = nogo.Board(19)
    for name, cell in (("A1", (19, 1)), ("T19", (1, 19)), ("H8", (12, 8)), ("J8", (12, 9)), ("c17", (3, 3))):
        assert board.coordinates(board.parse(name)) == cell
        assert board.name(board.point(*cell)) == name.upper()
    largest = nogo.Board(600)
    assert largest.name(largest.point(1, 600)) == "XZ600"
    assert [column_name(column) for column in (25, 26, 50, 51, 650)] == ["Z", "AA", "AZ", "BA", "ZZ"]
    for column in (0, 651):
        with pytest.raises(ValueError, match="no column"):
            column_name(column)


@pytest.mark.parametrize(
    "name",
    [
        *("", "E", "5", "I5", "E0", "E05", "E10", "K1", "E5 ", " E5", "E-1", "5E", "E5E", "AAA1", "pass"),
        *("\u017f5", "E\u0665", "E" + "9" * 100, "E" * 100, "\ud8005"),
    ],
)
def test_texts_that_name_no_point(name: str) -> None:
    with pytest.raises(ValueError, match=r"is not (the name of a point|on this board)") as caught:
        nogo.Board(9).parse(name)
    assert len(str(caught.value)) < 120


def test_points_actions_names_and_coordinates_lead_to_one_another() -> None:
    for rows, columns in ((1, 1), (3, 4), (5, 2), (19, 19), (2, 60)):
        board = nogo.Board(rows, columns, walls=[(1, 1)])
        cells = [(x, y) for x in range(1, rows + 1) for y in range(1, columns + 1)]
        for action, (x, y) in enumerate(cells):
            point = board.point_of(action)
            assert (
                point == board.point(x, y) == board.parse(board.name(point)) == board.parse(board.name(point).lower())
            )
            assert (board.action_of(point), board.coordinates(point)) == (action, (x, y))
        for action in (-1, rows * columns):
            with pytest.raises(ValueError, match=rf"action must be in 0..{rows * columns - 1}, not {action}"):
                board.point_of(action)
        for point in (0, -1, board.point(0, 1), board.point(rows, columns + 1), len(board.stone)):
            for convert in (board.action_of, board.name):
                with pytest.raises(ValueError, match=rf"point.* {point}\b"):
                    convert(point)


def test_illegal_moves_say_why() -> None:
    game = nogo.Game(nogo.Board(3, walls=[(3, 3)]))
    for point in list(map(int, game.legal_points()))[:2]:
        game.play_point(point)
    assert [game.board.name(point) for point in game.moves] == ["A3", "B3"]
    illegal = {
        "A3": r"move A3 \(point 6, action 0\) is not legal, since there is a black stone",
        "B3": "there is a white stone",
        "C1": "is not on this board",
    }
    for name, words in illegal.items():
        with pytest.raises(ValueError, match=words):
            game.play_point(game.board.parse(name))
    game.play(1, 3)
    with pytest.raises(ValueError, match=r"\(1, 3\) is not legal, since there is a black stone"):
        game.play(1, 3)
    for x, y in ((0, 1), (1, 4), (4, 1), (1, 0)):
        with pytest.raises(ValueError, match="no point"):
            game.play(x, y)
    narrow = nogo.Game(nogo.Board(1, 3))
    narrow.play(1, 2)
    with pytest.raises(ValueError, match=r"A1 .* a group would have no liberty \(white is to move\)$"):
        narrow.play_point(narrow.board.parse("A1"))
    assert not narrow.move(narrow.board.parse("A1"))
    assert (len(game.moves), narrow.to_move) == (3, nogo.WHITE)


def test_boards_and_games_are_shown() -> None:
    board = nogo.Board(10, 3, walls=[(2, 2)])
    game = nogo.Game(board, nogo.WHITE)
    game.play(1, 3)
    rows = ["   A B C", "10 . . O", " 9 . # ."] + [f" {k} . . ." for k in range(8, 0, -1)]
    assert str(board).split("\n") == rows
    assert repr(board).split("\n") == ["<Board 10x3>", *rows]
    assert repr(game).split("\n") == ["<Game 10x3, black to move, 1 move>", *rows]
    assert str(nogo.Board(1, 26)).split("\n")[0].endswith("  Y  Z AA")
    assert repr(nogo.Board(61)) == "<Board 61x61>"
    assert repr(nogo.Board(1, 61)) == "<Board 1x61>"


def positions(exact: bool = False) -> Iterator[tuple[str, Random, nogo.Game]]:
    """Yield random games on random boards; some of them with ``exact`` liberties."""
    for seed, rng in support.randoms(support.CASES // 4):
        board = walled_board(rng)
        yield seed, rng, played(rng, board, ExactLiberties(board) if exact and rng.randrange(2) else None)


def by_pickle(game: nogo.Game) -> object:
    return pickle.loads(pickle.dumps(game))


def test_equal_games_are_positions_that_are_equal() -> None:
    for seed, rng, game in positions(exact=True):
        board, stride = game.board, game.board.stride
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), by_pickle(game)):
            assert isinstance(other, nogo.Game)
            assert (other == game, other != game, other.moves == game.moves) == (True, False, True), f"seed {seed!r}"
            assert (other.board == board, other.board is board, other.key == game.key) == (True, False, True)
            assert type(other.groups) is type(game.groups)
            for point in list(other.legal_points())[:1]:
                assert other.move(point)
                assert (other == game, nogo.Game(board.copy(), game.to_move) == game) == (False, True)
        assert nogo.Game(board.copy(), game.to_move) == game
        assert nogo.Game(board.copy(), nogo.BLACK + nogo.WHITE - game.to_move) != game
        point = rng.choice(range(len(board.stone)))
        if point % stride not in (0, stride - 1) and 0 < point // stride <= board.rows:
            changed = board.copy()
            changed.stone[point] = rng.choice([kind for kind in range(4) if kind != board.stone[point]])
            assert changed != board
    assert nogo.Board(2, 3) != nogo.Board(3, 2)
    assert nogo.Board(1, 6) != nogo.Board(2, 2)
    assert (nogo.Board(2) == "board", nogo.Game(nogo.Board(2)) == 2) == (False, False)
    for thing in (nogo.Board(2), nogo.Game(nogo.Board(2))):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


@pytest.mark.parametrize("kind", [PseudoLiberties, ExactLiberties])
def test_undo_is_the_game_replayed_without_the_last_moves(kind: type[PseudoLiberties] | type[ExactLiberties]) -> None:
    for seed, rng in support.randoms(support.CASES // 4):
        empty = walled_board(rng)
        board = empty.copy()
        first = rng.choice((nogo.BLACK, nogo.WHITE))
        game = nogo.Game(board, first, groups=kind(board))
        points: list[int] = []
        for _step in range(60):
            legal = list(game.legal_points())
            if points and (not legal or rng.random() < 0.45):
                assert game.undo() == points.pop(), f"seed {seed!r}"
            elif legal:
                points.append(rng.choice(legal))
                assert game.move(points[-1])
            replayed = nogo.Game(empty.copy(), first)
            for point in points:
                assert replayed.move(point)
            assert game == replayed, f"seed {seed!r}"
            assert game.moves == replayed.moves == points
            for colour in (nogo.BLACK, nogo.WHITE):
                assert list(game.legal_points(colour)) == list(replayed.legal_points(colour)), f"seed {seed!r}"
            if rng.random() < 0.5:
                assert game.winner == replayed.winner
        while points:
            game.undo()
            points.pop()
        assert game.board == empty
        with pytest.raises(ValueError, match="no move to undo"):
            game.undo()


def test_moves_of_random_games_can_be_undone() -> None:
    for seed, rng in support.randoms(20):
        game = played(rng, walled_board(rng))
        before = game.copy()
        points = nogo.play_random(game, rng.randrange(2**64))
        assert game.moves == [*before.moves, *points]
        for _move in points:
            game.undo()
        assert game == before
        assert list(nogo.play_first_legal(game)) == list(nogo.play_first_legal(before)), f"seed {seed!r}"


def test_undoing_again_and_again_needs_no_more_memory() -> None:
    board = nogo.Board(3)
    groups = PseudoLiberties(board)
    game = nogo.Game(board, groups=groups)
    for x, y in ((1, 2), (2, 1), (2, 3)):
        game.play(x, y)
    game.play(3, 3)
    for _time in range(200):
        game.undo()
        game.play(3, 3)
    assert len(groups.count) < 100
    assert list(game.legal_points()) == list(nogo.Game(board, game.to_move).legal_points())


def test_a_stone_that_is_not_there_is_not_removed() -> None:
    board = nogo.Board(3, walls=[(1, 1)])
    for groups in (PseudoLiberties(board), ExactLiberties(board)):
        for point in (0, 6, 7, 25, -1):
            with pytest.raises(ValueError, match=r"no stone|not on this board"):
                groups.remove(point)


def test_keys_are_equal_exactly_for_equal_positions() -> None:
    seen: dict[int, nogo.Game] = {}
    for seed, _rng, game in positions():
        while True:
            key = game.key
            assert key == nogo.Game(game.board.copy(), game.to_move).key, f"seed {seed!r}"
            assert seen.setdefault(key, game.copy()) == game
            if not game.moves:
                break
            game.undo()
    assert all(0 <= key < 2**64 for key in seen)
    assert max(seen) > 2**63


def image(game: nogo.Game, symmetry: int) -> nogo.Game:
    """Return a position turned or mirrored, by its text."""
    header, *rows = game.text().decode().split("\n")[:-1]
    if symmetry & 1:
        rows = rows[::-1]
    if symmetry & 2:
        rows = [row[::-1] for row in rows]
    if symmetry & 4:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    return nogo.read_game("\n".join([header, *rows, ""]).encode())


def test_canonical_keys_are_equal_exactly_for_images() -> None:
    seen: dict[int, bytes] = {}
    for seed, _rng, game in positions():
        symmetries = 8 if game.board.rows == game.board.columns else 4
        images = [image(game, symmetry) for symmetry in range(symmetries)]
        assert {each.canonical_key for each in images} == {game.canonical_key}, f"seed {seed!r}"
        assert game.canonical_key in {each.key for each in images}
        least = min(each.text() for each in images)
        assert seen.setdefault(game.canonical_key, least) == least, f"seed {seed!r}"


def test_the_numbers_of_keys_never_change() -> None:
    assert nogo.Game(nogo.Board(2, 3)).key == KEYS[0]
    game = nogo.Game(nogo.Board(2, 3, walls=[(1, 1)]), nogo.WHITE)
    game.play(2, 3)
    assert (game.key, game.canonical_key) == KEYS[1:]
    # The same by hand: words of the generator, the higher one first.
    rng = Xoshiro128(1024 * 2 + 3)
    numbers = [int(rng.word()) << 32 | int(rng.word()) for _number in range(2 + 3 * 6)]
    assert numbers[0] == KEYS[0]
    assert numbers[0] ^ numbers[2 + 2] ^ numbers[2 + 3 * 5 + 1] == KEYS[1]


KEYS = (18191347102584221238, 6116864315232059101, 12789143638711161038)


def test_a_table_of_numbers_is_for_boards_of_one_shape() -> None:
    table = Zobrist(2, 3)
    for board in (nogo.Board(3, 2), nogo.Board(2, 4), nogo.Board(3, 3)):
        for key in (table.key, table.canonical_key):
            with pytest.raises(ValueError, match="these numbers are for boards of 2 × 3"):
                key(board, nogo.BLACK)


def test_a_position_is_written_and_read() -> None:
    for seed, _rng, game in positions():
        text = game.text()
        other = nogo.read_game(text)
        assert (other, other.text(), other.moves) == (game, text, []), f"seed {seed!r}"
    assert nogo.read_game(b" 1 2\r\nO\r\n.#").text() == b"1 2 O\n.#\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "1:1: expected number of rows in 1..600, found end of file"),
        (b"0 1 X\n", "1:1: expected number of rows in 1..600, found '0'"),
        (b"2 601 X\n", "1:3: expected number of columns in 1..600, found '601'"),
        (b"1 1 x\n.\n", "1:5: expected the side to move, 'X' or 'O', found 'x'"),
        (b"1 1 .\n.\n", "1:5: expected the side to move, 'X' or 'O', found '.'"),
        (b"1 1 XO\n.\n", "1:5: expected the side to move, a token of 1 character, found 'XO'"),
        (b"1 1\n", "2:1: expected the side to move, a token of 1 character, found end of file"),
        (b"1 2 X\n.\n", "2:1: expected a row of 2 characters, found '.'"),
        (b"1 2 X\n.@\n", "2:2: expected a point 'X', 'O', '.' or '#', found '@'"),
        (b"2 2 X\n..\n", "3:1: expected a row of 2 characters, found end of file"),
        (b"1 2 X\n..\n.", "3:1: expected end of file, found '.'"),
        (b"1 3 X\n.#O\n", "2:3: expected a liberty for every group, found the white group at (1, 3) without one"),
    ],
)
def test_texts_that_are_no_position(text: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        nogo.read_game(text)
    assert str(caught.value) == message


def test_the_side_to_move_is_a_colour_and_stays_with_the_game() -> None:
    for colour in (0, 3, -1, 2**40):
        with pytest.raises(ValueError, match="a stone is black"):
            nogo.Game(nogo.Board(2), colour)
        with pytest.raises(ValueError, match="a stone is black"):
            nogo.Game(nogo.Board(2)).legal_points(colour)
        with pytest.raises(ValueError, match="a stone is black"):
            nogo.Game(nogo.Board(2)).legal_mask(colour)
    game = nogo.Game(nogo.Board(2), to_move=nogo.WHITE)
    assert game.to_move == nogo.WHITE
    game.play(1, 1)
    assert (game.to_move, game.board.stone[5]) == (nogo.BLACK, nogo.WHITE)


def test_arrays_have_the_buffer_protocol() -> None:
    game = nogo.Game(nogo.Board(1, 2))
    stones = memoryview(game.board.stone)
    game.play(1, 1)
    assert (stones.itemsize, bytes(stones)[5:7]) == (1, b"\1\0")
    points = memoryview(game.legal_points(nogo.WHITE))
    assert points.itemsize == 8


def start(rng: Random) -> nogo.Game:
    """Return a game that isn't over, after some random moves, with either side to begin."""
    game = played(rng, walled_board(rng))
    while game.winner is not None:
        game = played(rng, walled_board(rng))
    return game


def seen(game: nogo.Game) -> tuple[list[list[int]], list[int]]:
    """Return what is to be seen of a game, by the definition: its planes, and its mask."""
    board = game.board
    points = [board.point(x, y) for x in range(1, board.rows + 1) for y in range(1, board.columns + 1)]
    kinds = (game.to_move, nogo.BLACK + nogo.WHITE - game.to_move, nogo.EMPTY, EDGE)
    mask = game.legal_mask()
    return [[int(board.stone[point] == kind) for point in points] for kind in kinds], [mask[point] for point in points]


def shown(games: ManyGames, k: int) -> tuple[list[list[int]], list[int]]:
    area = len(games.mask) // games.count
    planes = [list(games.planes[(PLANES * k + each) * area :][:area]) for each in range(PLANES)]
    return planes, list(games.mask[k * area :][:area])


def test_the_games_are_those_of_single_games() -> None:
    for seed, rng in support.randoms(support.CASES // 20):
        first = start(rng)
        board = first.board
        count = rng.randint(1, 4)
        games = ManyGames(first, count)
        single = [first.copy() for _game in range(count)]
        for _step in range(rng.randrange(40)):
            assert [shown(games, k) for k in range(count)] == [seen(game) for game in single], f"seed {seed!r}"
            assert list(games.to_move) == [game.to_move for game in single]
            points = [rng.choice(list(game.legal_points())) for game in single]
            games.step([(x - 1) * board.columns + y - 1 for x, y in map(board.coordinates, points)])
            ended = []
            for k in range(count):
                mover = single[k].to_move
                single[k].move(points[k])
                winner = single[k].winner
                assert winner in (None, mover), "only the mover can have won"
                ended.append(winner is not None)
                if winner is not None:
                    single[k] = first.copy()
            assert list(games.ended) == ended
        k = rng.randrange(count)
        assert (games.game(k), games.game(k).moves) == (single[k], single[k].moves)
        games.reset()
        assert [shown(games, k) for k in range(count)] == [seen(first)] * count
        assert not any(games.ended)


def test_actions_that_are_not_legal_change_nothing() -> None:
    games = ManyGames(nogo.Game(nogo.Board(2, 3, walls=[(1, 1)])), 2)
    games.step([1, 2])
    before = [shown(games, k) for k in range(2)]
    for actions in ([2, 0], [2, 2], [2, -1], [2, 6], [2, 2**62]):
        with pytest.raises(ValueError, match=rf"action {actions[1]} is not legal in game 1"):
            games.step(actions)
    for actions in ([], [2], [2, 3, 4]):
        with pytest.raises(ValueError, match=f"expected 2 actions, found {len(actions)}"):
            games.step(actions)
    assert [shown(games, k) for k in range(2)] == before
    assert [len(games.game(k).moves) for k in range(2)] == [1, 1]
    games.game(0).play(2, 1)  # in a copy
    assert len(games.game(0).moves) == 1
    with pytest.raises(ValueError, match=r"number of a game must be in 0\.\.1, not 2"):
        games.game(2)


def test_what_can_not_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="no legal move"):
        ManyGames(nogo.Game(nogo.Board(1)), 1)
    game = nogo.Game(nogo.Board(9))
    for count in (0, -1, 2**24 + 1, 2**62):
        with pytest.raises(ValueError, match="number of games"):
            ManyGames(game, count)
    with pytest.raises(ValueError, match="number of points"):
        ManyGames(game, 2**18)
