"""Sizes, indices and lengths beyond their bounds, wrong arrays, copies: an error or the right thing, in both modes."""

import copy
import mmap
import pickle
import re
from collections.abc import Callable
from importlib import import_module

import pytest
import support
from librt.vecs import vec
from mypy_extensions import i32, u8

from refsol import chess, multigo, nogo, somegame, tictactoe
from refsol.chess.overlaps import Overlaps
from refsol.chess.regions import Regions
from refsol.errors import InputError
from refsol.jury import testing
from refsol.jury.validation import find_errors
from refsol.multigo.board import fast_triple
from refsol.nogo.exact_liberties import ExactLiberties
from refsol.nogo.groups import Candidates
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.problem import NAMES, load
from refsol.structures.disjoint_set import DisjointSet
from refsol.structures.index_set import IndexSet
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet
from refsol.structures.sum_tree import SumTree
from refsol.text.scanner import Scanner

STRUCTURES = (DisjointSet, IndexSet, PersistentDisjointSet, SumTree)
# The bytes that these take don't fit in 64 bits, or are more than any memory has.
HUGE = (2**31, 2**40, 2**60, 2**61, 2**62, 2**62 + 1, 2**63 - 1)
OUTSIDE = (-(2**63), -(2**31), -1, 5, 6, 2**31, 2**62, 2**63 - 1)


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("n", [-(2**63), -1, *HUGE])
def test_sizes(structure: Callable[[int], object], n: int) -> None:
    with pytest.raises(ValueError, match=rf"must be in 0\.\.2147483647, not {n}$"):
        structure(n)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_no_elements(structure: Callable[[int], object]) -> None:
    structure(0)


def open_board() -> chess.Board:
    return chess.read_boards(b"1\n2 2 1\n3\n3\n33\n0 1 1 1\n")[0]


def called(module: str, call: str, **names: object) -> object:
    """Return what a call in the table returns; it may use the names of a module, and those of this one."""
    return eval(call, {**globals(), **vars(import_module(f"refsol.{module}")), **names})


@pytest.mark.parametrize(("module", "call"), support.toml("bounds")["numbers"])
@pytest.mark.parametrize("number", OUTSIDE)
def test_numbers(module: str, call: str, number: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        called(module, call, x=number)


def joined(x: int, y: int) -> None:
    sets = PersistentDisjointSet(5)
    sets.union(0, 4, 1)
    sets.joined_at(x, y)


def merged(x: int, y: int, step: int) -> None:
    sets = PersistentDisjointSet(5)
    sets.union(0, 4, 1)
    sets.merge(x, y, step)


def overlaps() -> Overlaps:
    return Overlaps(vec[i32]([i32(0), i32(1)]), 1)


def regions(t: int, v: int) -> bool:
    return Regions(open_board()).contains(t, v)


def with_codes(count: int) -> None:
    Scanner(b"0").symbols(vec[u8]([u8(0)]), 0, 1, vec[u8]([u8(0)] * count), "a row", "a digit")


def with_limits(low: int, high: int) -> None:
    Scanner(b"0").integers(vec[i32]([i32(0)]), 0, 1, low, high, "number")


@pytest.mark.parametrize(("module", "call", "message"), support.toml("bounds")["refused"])
def test_messages(module: str, call: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        called(module, call)


def test_points_off_the_board_and_on_its_frame() -> None:
    game = nogo.Game(nogo.Board(9))
    for point in (0, 10, 11, 21, 110, 120, 121, 122, -1, -13):
        with pytest.raises(ValueError, match=f"point {point} is not on this board"):
            game.move(point)
    for point in (121, 122, -1, -13):
        with pytest.raises(ValueError, match=rf"the point must be in 0\.\.120, not {point}"):
            game.board.coordinates(point)
    for x, y in ((0, 1), (1, 10), (10, 10)):
        with pytest.raises(ValueError, match="no point"):
            game.is_legal(x, y)
        assert game.board.coordinates(game.board.point(x, y)) == (x, y)
    assert [game.board.point(*game.board.coordinates(point)) for point in (12, 20, 100, 108)] == [12, 20, 100, 108]


def test_no_move_is_legal_on_the_frame() -> None:
    for groups in (PseudoLiberties(nogo.Board(2)), ExactLiberties(nogo.Board(2))):
        legal = [point for point in range(16) if groups.is_legal(point, nogo.BLACK)]
        assert legal == [5, 6, 9, 10]
        assert not groups.add(0, nogo.BLACK)
        assert not groups.add(15, nogo.WHITE)


def test_stones_of_a_board_are_not_copied() -> None:
    stone = nogo.Board(2).stone
    assert nogo.Board(2, stone=stone).text() == b"2\n..\n..\n"


def test_elements_that_were_never_joined() -> None:
    sets = PersistentDisjointSet(6)
    sets.union(0, 1, 3)
    sets.union(2, 3, 4)
    assert sets.joined_at(0, 1) == 3
    for x, y in ((0, 2), (3, 1), (4, 5), (1, 5)):
        with pytest.raises(ValueError, match="the elements are in different sets"):
            sets.joined_at(x, y)


def test_three_integers_beyond_the_window() -> None:
    for index in (-(2**63), -8, -1):
        with pytest.raises(ValueError, match="index must be non-negative"):
            fast_triple(b"1 2 3\n" + bytes(14), index)
    for index in (13, 20, 2**63 - 8, 2**63 - 1):
        with pytest.raises(IndexError):
            fast_triple(b"1 2 3\n" + bytes(14), index)


def test_candidates_that_are_used_up() -> None:
    for candidates in (Candidates(nogo.Board(1)), Candidates(nogo.Board(1), None)):
        assert candidates.next() == 4
        with pytest.raises(ValueError, match="no candidate is left"):
            candidates.next()


def test_more_queries_than_announced() -> None:
    counted = overlaps()
    assert [counted.count(0, 2, 0, 2, 0) for _scan in range(6)] == [2, 2, 2, 2, 2, 0]
    with pytest.raises(ValueError, match="piece 0 is not one of 1 with a query"):
        counted.count(0, 2, 0, 2, 0)
    for begin, end in ((-1, 2), (1, 0), (0, 3)):
        with pytest.raises(ValueError, match="no positions"):
            counted.count(0, 2, begin, end, 0)


def test_regions_without_open_roads_are_single_crossings() -> None:
    assert [regions(0, v) for v in range(4)] == [True] * 4
    single = Regions(chess.read_boards(b"1\n2 3 2\n22\n10\n000\n0 1 1 1\n0 1 2 3\n")[0])
    assert [end - begin for begin, end in zip(single.begin, single.end, strict=True)] == [1, 1]
    assert (list(single.size), list(single.marker_count)) == ([1, 1], [0, 0])
    for empty in (single.position_of_vertex, single.position_of_crossing, single.plus, single.minus):
        assert list(empty) == []
    with pytest.raises(ValueError, match="no region of piece 1, or no crossing 0 with open roads"):
        single.contains(1, 0)


def test_only_input_errors_are_reported() -> None:
    wrong: object = "x"
    report: Callable[[object], None] = vars(Scanner)["report"].__get__(Scanner(b"1"))
    collect: Callable[[object], None] = vars(Scanner)["report"].__get__(Scanner(b"1", errors=[]))
    for call in (report, collect):
        for error in (wrong, ValueError("x"), None, InputError):
            with pytest.raises(TypeError):
                call(error)
    with pytest.raises(InputError, match="1:1: expected this, found that"):
        report(InputError(1, 1, "this", "that"))


@pytest.mark.parametrize("source", [5, "1\n.\n", bytearray(b"1\n.\n"), memoryview(b"1\n.\n"), None])
def test_what_is_no_input(source: object) -> None:
    kind: object = Scanner
    assert callable(kind)
    with pytest.raises(TypeError):
        kind(source)


def mapped(data: bytes) -> mmap.mmap:
    memory = mmap.mmap(-1, len(data))
    memory[:] = data
    return memory


@pytest.mark.parametrize("name", NAMES)
def test_an_mmap_is_an_input(name: str) -> None:
    jury, steps = load(name).jury, load(name).explainer.steps
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        data = path.read_bytes()
        assert support.SOLVE[name](mapped(data), {}) == path.with_suffix(".ans").read_bytes()
        assert find_errors(jury, mapped(data)) == []
        assert list(steps(mapped(data), {}).explanations) == list(steps(data, {}).explanations)
        for wrong in (data.rstrip(), data + b"x\n", data[: len(data) // 2], data.replace(b"\n", b"  \n", 1)):
            assert testing.outcome(load(name), mapped(wrong)) == testing.outcome(load(name), wrong)
            found = [str(error) for error in find_errors(jury, mapped(wrong))]
            assert found == [str(error) for error in find_errors(jury, wrong)]


def test_an_mmap_is_read_from_its_position() -> None:
    memory = mapped(b"skipped 2\nX.\n.O\n")
    memory.seek(8)
    assert nogo.solve(memory) == b"1 2\n-1 -1\n"


def by_pickle(thing: object) -> object:
    return pickle.loads(pickle.dumps(thing))


COPIES = (copy.copy, copy.deepcopy, by_pickle)


@pytest.mark.parametrize("copied", COPIES)
def test_copies_of_boards_are_boards_of_their_own(copied: Callable[[object], object]) -> None:
    stones = nogo.read_board(b"2\nX.\n.O\n")
    other = copied(stones)
    assert isinstance(other, nogo.Board)
    assert (other.size, other.stride, list(other.stone)) == (2, 4, list(stones.stone))
    other.stone[6] = nogo.BLACK
    assert stones.text() == b"2\nX.\n.O\n"

    owners = multigo.Board.from_rows([[1, 4, 4], [1, 2, 4]], 5)
    territories = copied(owners)
    assert isinstance(territories, multigo.Board)
    assert (territories.rows(), list(territories.present)) == (owners.rows(), list(owners.present))
    assert (territories.height, territories.width, territories.players) == (2, 3, 5)
    territories.settle(6, 5)
    assert owners.rows() == [[1, 4, 4], [1, 2, 4]]
    assert list(owners.present) == [0, 1, 1, 0, 1, 0]

    [torus] = somegame.read_boards(b"3 2 1 4\n0 3\n")
    lines = copied(torus)
    assert isinstance(lines, somegame.Board)
    assert lines.text() == torus.text() == b"3 2 1 4\n0 3\n"
    lines.owner[0] = 1
    assert torus.rows() == [[0, 3]]

    data = b"1\n2 3 2\n33\n02\n213\n0 1 1 2\n1 2 2 3\n"
    [roads] = chess.read_boards(data)
    pieces = copied(roads)
    assert isinstance(pieces, chess.Board)
    assert (pieces.rows, pieces.columns, pieces.pieces, pieces.crossings) == (2, 3, 2, 6)
    for name in ("east", "south", "colour", "level", "crossing_of", "piece_at"):
        assert list(getattr(pieces, name)) == list(getattr(roads, name))
    pieces.level[0] = 2
    assert list(roads.level) == [1, 2]

    chips = tictactoe.read_board(b"x.. ... ...\n" + 8 * b"... ... ...\n" + b"1 1\n")
    answer = copied(chips)
    assert isinstance(answer, tictactoe.Board)
    assert answer.input_text() == chips.input_text()
    tictactoe.mark(answer)
    assert b"!" not in chips.text()


@pytest.mark.parametrize(
    ("board", "wrong", "message"),
    [
        (nogo.Board, [(-1,), (0,), (601,), (10**9,)], "size"),
        (multigo.Board, [(0, 1, 2), (1, 0, 2), (1001, 1, 2), (1, 1001, 2), (1, 1, 1), (1, 1, 10**6 + 1)], "no board"),
        (
            somegame.Board,
            [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 421, 1), (1, 1, 1, -1), (9002, 1, 1, 1)],
            "no (board|game)",
        ),
        (chess.Board, [(1, 2, 1), (2, 1, 1), (2, 2, 0), (1000, 1000, 1), (400, 500, 10**5 + 1)], "no board"),
        (chess.Board, [(1, 3, 1)], "no board has 1 rows and 3 columns"),
        (chess.Board, [(2, 2, 5)], "no board of 4 crossings has 5 pieces"),
    ],
)
def test_numbers_that_no_board_has(board: Callable[..., object], wrong: list[tuple[int, ...]], message: str) -> None:
    for numbers in wrong:
        with pytest.raises(ValueError, match=message):
            board(*numbers)


def test_numbers_at_the_bounds() -> None:
    for size in (1, 600):
        assert len(nogo.Board(size).points(nogo.EMPTY)) == size * size
    for height, width, players in ((1, 1, 2), (1000, 2, 10**6), (2, 1000, 10**6)):
        cells = multigo.Board(height, width, players)
        assert (cells.height, cells.width, cells.players) == (height, width, players)
    for players, width, height, line in ((1, 1, 1, 0), (9001, 420, 2, 9001), (9001, 2, 420, 9001)):
        torus = somegame.Board(players, width, height, line)
        assert (torus.players, torus.width, torus.height, torus.line) == (players, width, height, line)
    for rows, columns, pieces in ((2, 2, 4), (2, 10**5, 1), (10**5, 2, 10**5)):
        roads = chess.Board(rows, columns, pieces)
        assert (len(roads.east), len(roads.piece_at), len(roads.level)) == (rows * columns, rows * columns, pieces)


def test_boards_filled_in_code() -> None:
    board = somegame.Board(1, 3, 3, 3)
    for square in range(3):
        board.owner[square] = 1
    assert somegame.judge(board) == 1
    territories = multigo.Board(1, 3, 2)
    for cell, player in ((territories.stride + 1, 1), (territories.stride + 2, 1), (territories.stride + 3, 2)):
        territories.settle(cell, player)
    assert multigo.Game(territories).play(1, 2, 2)
    assert nogo.Board(2).text() == b"2\n..\n..\n"
