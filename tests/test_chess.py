"""NOIP chess: symmetries of the board and of the colours, boards of medium size, and the parts of the solver."""

from random import Random

import pytest
import support
from librt.vecs import vec
from mypy_extensions import i32

from refsol import chess
from refsol.chess import oracle
from refsol.chess.families import FAMILIES
from refsol.chess.overlaps import Overlaps
from refsol.jury.contract import WORST, Family


def transformed(data: bytes, rng: Random) -> bytes:
    """Reflect and transpose each board, swap the colours, and spread the levels."""
    tokens = iter(data.split())
    lines = [next(tokens).decode()]
    for _ in range(int(lines[0])):
        rows, columns, pieces = (int(next(tokens)) for _ in range(3))
        east = [next(tokens).decode() for _ in range(rows)]
        south = [next(tokens).decode() for _ in range(rows - 1)]
        places = [[int(next(tokens)) for _ in range(4)] for _ in range(pieces)]
        if rng.randrange(2):
            for place in places:
                place[0] = 1 - place[0]
        if rng.randrange(2):  # left and right
            east = [row[::-1] for row in east]
            south = [row[::-1] for row in south]
            places = [[c, lv, x, columns + 1 - y] for c, lv, x, y in places]
        if rng.randrange(2):  # rows and columns
            east, south = ["".join(s) for s in zip(*south, strict=True)], ["".join(s) for s in zip(*east, strict=True)]
            rows, columns = columns, rows
            places = [[c, lv, y, x] for c, lv, x, y in places]
        ranks = {lv: k + 1 for k, lv in enumerate(sorted({place[1] for place in places}))}
        places = [[c, ranks[lv], x, y] for c, lv, x, y in places]
        lines += [f"{rows} {columns} {pieces}", *east, *south, *(" ".join(map(str, place)) for place in places)]
    return ("\n".join(lines) + "\n").encode()


def test_answers_do_not_depend_on_direction_colour_or_scale() -> None:
    for seed in support.seeds(support.CASES // 4):
        rng = Random(seed)
        data = support.GENERATE["chess"](rng)
        assert chess.solve(transformed(data, rng)) == chess.solve(data), f"seed {seed!r}:\n{data.decode()}"


def test_a_straight_run_and_a_region_share_crossings() -> None:
    # The piece goes right along a straight road to (1, 2), and round by open roads to (2, 1), (2, 2) and (1, 2).
    assert chess.solve(b"1\n2 2 1\n2\n3\n33\n0 1 1 1\n") == b"3\n"


@pytest.mark.parametrize(
    "family", [family for family in FAMILIES if family.group == WORST], ids=lambda family: family.name
)
def test_families_on_boards_of_medium_size(family: Family) -> None:
    for seed in support.seeds(max(4, support.CASES // 1000)):
        rng = Random(seed)
        data = family.make(rng, crossings=rng.randint(16, 150))
        assert chess.solve(data) == oracle.solve(data), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.parametrize("length", [4, 20, 60, 90])
def test_runs_that_pieces_cut_from_one_end(length: int) -> None:
    # Every piece has a long run, more than are looked at one by one, along a region that is reached from the next line.
    for seed in support.seeds(4):
        rng = Random(seed)
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
    places = [line.split() for line in lines[2 * rows - 1 : 2 * rows - 1 + pieces]]
    turned = [f"{colour} {level} {y} {x}" for colour, level, x, y in places]
    return "\n".join(["1", f"{columns} {rows} {pieces}", *east, *south, *turned, ""]).encode()


def test_overlaps_counted_at_once_or_later() -> None:
    for seed in support.seeds(100):
        rng = Random(seed)
        n = rng.randint(1, 30)
        questions = rng.randint(1, 60)
        places = rng.sample(range(n), n)
        overlaps = Overlaps(vec[i32]([i32(place) for place in places]), questions)
        answer = vec[i32]([i32(0) for _ in range(questions)])
        expected = []
        for piece in range(questions):
            first, end = sorted(rng.sample(range(n + 1), 2))
            begin_place, end_place = sorted(rng.sample(range(n + 1), 2))
            answer[piece] -= i32(overlaps.count(first, end, begin_place, end_place, piece))
            expected.append(-sum(begin_place <= place < end_place for place in places[first:end]))
        overlaps.settle(answer)
        assert list(answer) == expected
