"""NOIP chess: symmetries of the board and of the colours, boards of medium size, and the parts of the solver."""

import re
from collections.abc import Iterable
from io import BytesIO
from itertools import islice
from random import Random
from typing import Final

import pytest
import support
from librt.vecs import vec
from mypy_extensions import i32, u8

from refsol import chess
from refsol.chess import oracle
from refsol.chess.board import BLOCKED, NO_PIECE, OPEN, STRAIGHT, input_text
from refsol.chess.captures import _Captures, _find_queries
from refsol.chess.jury import generator
from refsol.chess.jury.families import FAMILIES
from refsol.chess.overlaps import Overlaps
from refsol.chess.regions import Regions
from refsol.chess.runs import _join_runs, _Runs, count_runs
from refsol.chess.vertices import Vertices
from refsol.errors import InputError
from refsol.problem.contract import WORST, Family


def transformed(data: bytes, rng: Random) -> bytes:
    """Reflect and transpose each board, swap the colours, and compress the levels, at random."""
    tokens = iter(data.split())
    lines = [next(tokens).decode()]
    for _ in range(int(lines[0])):
        rows, columns, pieces = (int(next(tokens)) for _ in range(3))
        east = [next(tokens).decode() for _ in range(rows)]
        south = [next(tokens).decode() for _ in range(rows - 1)]
        placements = [[int(next(tokens)) for _ in range(4)] for _ in range(pieces)]
        if rng.randrange(2):
            for placement in placements:
                placement[0] = 1 - placement[0]
        if rng.randrange(2):  # left and right
            east = [row[::-1] for row in east]
            south = [row[::-1] for row in south]
            placements = [[c, lv, x, columns + 1 - y] for c, lv, x, y in placements]
        if rng.randrange(2):  # rows and columns
            east, south = ["".join(s) for s in zip(*south, strict=True)], ["".join(s) for s in zip(*east, strict=True)]
            rows, columns = columns, rows
            placements = [[c, lv, y, x] for c, lv, x, y in placements]
        ranks = {lv: k + 1 for k, lv in enumerate(sorted({placement[1] for placement in placements}))}
        placements = [[c, ranks[lv], x, y] for c, lv, x, y in placements]
        lines += [
            f"{rows} {columns} {pieces}",
            *east,
            *south,
            *(" ".join(map(str, placement)) for placement in placements),
        ]
    return ("\n".join(lines) + "\n").encode()


def test_answers_do_not_depend_on_direction_colour_or_scale() -> None:
    for seed, rng, data in support.inputs("chess", support.CASES // 4):
        assert chess.solve(transformed(data, rng)) == chess.solve(data), f"seed {seed!r}:\n{data.decode()}"


def test_boards_are_read_from_bytes_and_from_files_to_the_end() -> None:
    data = (support.SAMPLES / "chess" / "2.in").read_bytes()
    for source in (data, BytesIO(data)):
        first, second = chess.read_boards(source)
        assert (first.rows, first.columns, first.pieces) == (2, 3, 4)
        assert (second.rows, second.columns, second.pieces) == (3, 2, 3)
        assert [list(chess.count_moves(board)) for board in (first, second)] == [[3, 4, 4, 2], [5, 5, 1]]
    with pytest.raises(InputError, match="end of file, found '7'"):
        chess.read_boards(data + b"7")


def random_board(rng: Random, rows: int, columns: int, pieces: int) -> bytes:
    """Return an input of one data set with levels of any number of digits."""
    roads = generator.roads_of_board(rng, rows, columns, generator.ROADS["uniform"])
    colours = rng.choices((0, 1), k=pieces)
    levels = [rng.randint(1, min(pieces, rng.choice((9, 150, pieces)))) for _ in range(pieces)]
    placements = rng.sample(range(rows * columns), pieces)
    return input_text([generator.data_set(rng, (rows, columns), roads, levels, placements, colours)])


def respaced(data: bytes, rng: Random) -> bytes:
    """Return ``data`` with other white space in about a fifth of the places."""
    return re.sub(
        rb"\s", lambda space: rng.choice((b" ", b"\n", b"\r\n", b"  ", b"\t")) if rng.random() < 0.2 else space[0], data
    )


@pytest.mark.parametrize(
    ("rows", "columns", "pieces", "cases"),
    [(3, 2, 6, 50), (130, 120, 200, 6), (2, 12000, 1100, 1), (10500, 2, 10100, 1)],
)
def test_boards_are_read_like_their_tokens(rows: int, columns: int, pieces: int, cases: int) -> None:
    for _seed, rng in support.randoms(cases):
        data = respaced(random_board(rng, rows, columns, pieces), rng)
        [board] = chess.read_boards(data)
        _, *numbers = data.decode().split()
        assert list(map(int, numbers[:3])) == [board.rows, board.columns, board.pieces] == [rows, columns, pieces]
        roads = numbers[3 : 3 + 2 * rows - 1]
        assert list(board.east) == [int(road) for row in roads[:rows] for road in f"{row}{BLOCKED}"]
        assert list(board.south) == [int(road) for row in (*roads[rows:], str(BLOCKED) * columns) for road in row]
        placements = list(map(int, numbers[3 + 2 * rows - 1 :]))
        assert list(board.colour) == placements[::4]
        assert list(board.level) == placements[1::4]
        crossings = [(x - 1) * columns + y - 1 for x, y in zip(placements[2::4], placements[3::4], strict=True)]
        assert list(board.crossing_of) == crossings
        piece_of = {v: t for t, v in enumerate(crossings)}
        assert list(board.piece_at) == [piece_of.get(v, NO_PIECE) for v in range(rows * columns)]


@pytest.mark.parametrize(
    "family", [family for family in FAMILIES if family.group == WORST], ids=lambda family: family.name
)
def test_families_on_boards_of_medium_size(family: Family) -> None:
    for seed, rng in support.randoms(max(4, support.CASES // 1000)):
        data = family.make(rng, crossings=rng.randint(16, 150))
        assert chess.solve(data) == oracle.solve(data), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.parametrize("length", [4, 20, 60, 90])
def test_runs_that_pieces_cut_from_one_end(length: int) -> None:
    # Every piece has a long run, so that not all can be scanned, along a region that is reached by the next line.
    for seed, rng in support.randoms(4):
        pieces = [f"{rng.randint(0, 1)} {rng.randint(1, length)} 1 {y + 1}" for y in range(length)]
        roads = [
            "2" * (length - 1),
            "".join(rng.choices("33330", k=length - 1)),
            "".join(rng.choices("3330", k=length)),
        ]
        flat = "\n".join(["1", f"2 {length} {length}", *roads, *pieces, ""]).encode()
        assert chess.solve(flat) == oracle.solve(flat), f"seed {seed!r}:\n{flat.decode()}"
        tall = transposed(flat)
        assert chess.solve(tall) == chess.solve(flat)


def transposed(data: bytes) -> bytes:
    """Exchange rows and columns of an input with one data set."""
    _, size, *lines = data.decode().split("\n")
    rows, columns, pieces = map(int, size.split())
    east = ["".join(road) for road in zip(*lines[rows : 2 * rows - 1], strict=True)]
    south = ["".join(road) for road in zip(*lines[:rows], strict=True)]
    placements = [line.split() for line in lines[2 * rows - 1 : 2 * rows - 1 + pieces]]
    turned = [f"{colour} {level} {y} {x}" for colour, level, x, y in placements]
    return "\n".join(["1", f"{columns} {rows} {pieces}", *east, *south, *turned, ""]).encode()


def test_overlaps_counted_by_a_scan_or_deferred() -> None:
    for _seed, rng in support.randoms(100):
        n = rng.randint(1, 30)
        queries = rng.randint(1, 60)
        positions = rng.choices(range(n), k=n)
        overlaps = Overlaps(vec[i32]([i32(position) for position in positions]), queries)
        answer = vec[i32]([i32(0) for _ in range(queries)])
        expected = []
        for piece in range(queries):
            first, end = sorted(rng.choices(range(n + 1), k=2))
            begin, stop = sorted(rng.choices(range(n + 1), k=2))
            answer[piece] -= i32(overlaps.count(first, end, begin, stop, piece))
            expected.append(-sum(begin <= position < stop for position in positions[first:end]))
        overlaps.settle(answer)
        assert list(answer) == expected


def test_as_many_indices_are_scanned_as_a_sweep_is_worth() -> None:
    overlaps = Overlaps(vec[i32]([i32(0), i32(1)]), 1)
    assert [overlaps.count(1, 2, 0, 2, 0) for _ in range(11)] == [1] * 10 + [0]


# The miniature on the page of the problem: the figures that it shows are computed.
PAGE: Final = " ".join((support.ROOT / "docs" / "problems" / "chess.md").read_text(encoding="utf-8").split())
SHOWN: Final = PAGE.replace("``` ", "")
MINIATURE: Final = b"1\n2 4 4\n332\n330\n3231\n0 1 1 2\n1 1 2 2\n0 2 2 1\n1 1 1 4\n"
[BOARD] = chess.read_boards(MINIATURE)
REGIONS: Final = Regions(BOARD)
NAMES: Final = "0123ach"  # of its vertices


def words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def test_the_miniature_in_vertices() -> None:
    vertices = Vertices(BOARD)
    assert f"== 3 vertex_of {words(vertices.vertex_of[:4])} vertex x" in SHOWN
    assert f"c h {words(vertices.vertex_of[4:])} weight[x] {words(vertices.weight)} The" in SHOWN


def test_the_miniature_in_regions() -> None:
    assert f"`position_of_vertex` is {words(REGIONS.position_of_vertex)}." in SHOWN
    order = dict(zip(REGIONS.position_of_vertex, NAMES, strict=True))
    assert f"vertex {words(order[p] for p in range(7))} region" in SHOWN
    plus, minus = (words(NAMES[x] for x in side) for side in (REGIONS.plus, REGIONS.minus))
    assert f"{plus} and {minus}." in SHOWN
    markers = marker_names()
    for t in range(4):
        begin, end = int(REGIONS.begin[t]), int(REGIONS.end[t])
        bar = "─" * (3 * (end - begin) - 2)
        assert f"region when {t} has left {bar} {begin} {end} {REGIONS.size[t]} {markers[t] or 'none'} " in SHOWN


def marker_names() -> list[str]:
    """Return the markers of each piece of the miniature, written as their vertices."""
    pairs = zip(REGIONS.plus, REGIONS.minus, strict=True)
    names = iter([f"+{NAMES[plus]} -{NAMES[minus]}" for plus, minus in pairs])
    found = [", ".join(islice(names, int(count))) for count in list(REGIONS.marker_count)[::-1]]
    return found[::-1]


def test_the_miniature_in_captures() -> None:
    has_query = vec[u8]([u8(0)] * 4)
    assert _find_queries(BOARD, REGIONS, has_query)
    captures = _Captures(BOARD, REGIONS, has_query)
    captures.sort()
    pairs = [(int(captures._markers[k]), int(captures._markers[k + 1])) for k in range(0, 10, 2)]
    names = marker_names()
    assert f"black, level 1 piece 0: {names[0]} {words(pairs[:2])} " in SHOWN
    assert f"black, level 2 piece 2: {names[2]} {words(pairs[2:3])} " in SHOWN
    assert f"white, level 1 piece 1: {names[1]} {words(pairs[3:])} " in SHOWN
    assert (REGIONS.begin[1], REGIONS.end[1], BOARD.level[1], names[3]) == (0, 4, 1, "")
    weights = [sum((p == plus) - (p == minus) for plus, minus in pairs[:2]) for p in range(7)]
    assert "weight " + words(f"{weight:+}" if weight else "0" for weight in weights) in SHOWN
    assert f"0 + 1 - 1 + 1 = {sum(weights[:4])}" in SHOWN
    answer = vec[i32]([i32(0)] * 4)
    captures.sweep(0, answer)
    captures.sweep(1, answer)
    assert list(answer) == [0, 1, 1, 0]


def test_the_miniature_in_runs() -> None:
    runs = _Runs(BOARD, REGIONS)
    runs.place_all()
    record = runs._record
    at = int(BOARD.crossing_of[0]) * 3
    bits = f"{record[at + 2]:b}"
    fields = "_".join([bits[:-10], *(bits[-10:][k : k + 2] for k in range(0, 10, 2))])
    assert f"_ROW_RUN {record[at]} there is a piece _COLUMN_RUN {record[at + 1]} _STATE 0b{fields} level 1, " in SHOWN
    before = words(record[:12:3])
    assert _join_runs(record, int(BOARD.crossing_of[3]) * 3, 3, 0, STRAIGHT, BLOCKED) == (1, 0)
    assert f"_ROW_RUN {before} {words(record[:12:3])} So" in SHOWN
    assert "0 + 1 + 1 = 2." in SHOWN
    assert "5 + 1 - 1 + 0 = 5." in SHOWN
    assert list(count_runs(BOARD, REGIONS)) == [5 + 1 - 1 + 0, 4, 1, 0 + 1 + 1]


def test_the_miniature_in_overlaps() -> None:
    positions = [REGIONS.position_of_crossing[x * 4 + y] for y in range(4) for x in range(2)]
    shown = " | ".join(words(positions[k : k + 2]) for k in range(0, 8, 2))
    assert f"position {shown} When" in SHOWN
    assert (REGIONS.begin[0], REGIONS.end[0]) == (0, 5)
    assert Overlaps(vec[i32](positions), 4).count(2, 4, 0, 5, 0) == 2
    assert "So the count is 2, and without the piece's own crossing it is 1." in SHOWN


def test_markers_count_each_piece_next_to_a_region_once() -> None:
    for seed, _rng, data in support.inputs("chess", support.CASES // 20):
        for board in chess.read_boards(data):
            assert markers_agree(board, Regions(board)), f"seed {seed!r}:\n{data.decode()}"


def markers_agree(board: chess.Board, regions: Regions) -> bool:
    """Return whether the sums of markers are right: 1 for each piece that a search finds next to a region, else 0."""
    if not len(regions.position_of_vertex):
        return True
    first = [sum(regions.marker_count[j + 1 :]) for j in range(board.pieces)]
    for t in range(board.pieces):
        region, beside = searched(board, t)
        assert regions.size[t] == len(region)
        assert all(regions.contains(t, v) == (v in region) for v in range(board.crossings))
        inside = range(regions.begin[t], regions.end[t])
        for j in range(board.pieces):
            made = range(first[j], first[j] + regions.marker_count[j])
            plus = sum(regions.position_of_vertex[int(regions.plus[k])] in inside for k in made)
            minus = sum(regions.position_of_vertex[int(regions.minus[k])] in inside for k in made)
            if plus - minus != (j in beside):
                return False
    return True


def searched(board: chess.Board, t: int) -> tuple[set[int], set[int]]:
    """Return the crossings of piece t's region when it has just left, and the pieces that stand next to it."""
    start = int(board.crossing_of[t])
    region, beside, stack = {start}, set(), [start]
    columns = int(board.columns)
    while stack:
        v = stack.pop()
        roads = ((board.east[v - 1], v - 1), (board.east[v], v + 1), (board.south[v - columns], v - columns))
        for road, there in (*roads, (board.south[v], v + columns)):
            if road == OPEN and there not in region:
                if 0 <= board.piece_at[there] < t:
                    beside.add(int(board.piece_at[there]))
                else:
                    region.add(there)
                    stack.append(there)
    return region, beside


def test_a_straight_run_and_a_region_share_crossings() -> None:
    # A straight road leads right to (1, 2), and open roads lead around to (2, 1), (2, 2) and (1, 2).
    assert chess.solve(b"1\n2 2 1\n2\n3\n33\n0 1 1 1\n") == b"3\n"
