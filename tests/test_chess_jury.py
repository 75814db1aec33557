"""The jury of NOIP chess: explanations, promises, families and smaller inputs."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product, zip_longest
from typing import NamedTuple

import pytest
import support
from wrong import chess as wrong

from refsol import chess
from refsol.chess.jury import JURY
from refsol.chess.jury.explain import explain
from refsol.errors import InputError, OptionError
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid
from refsol.pictures.text import draw
from refsol.problem.contract import Explanation
from refsol.problem.delta_debugging import without_chunks
from refsol.problem.scene import Cell
from refsol.problem.selection import Selection

QUICK = support.CASES // 20


def errors_in(data: bytes) -> list[str]:
    return [str(error) for error in find_errors(JURY, data)]


def explanation(data: bytes, selection: Selection) -> Explanation:
    (only,) = explain(data, selection)
    return only


def test_a_large_board_is_drawn_around_the_piece() -> None:
    found = explanation(
        JURY.family("flat-straight-rising").generate("window", {"crossings": 2000}), {"set": 1, "query": 9}
    )
    assert draw(found.scene)[-1].startswith("(rows 1 to 2 of 2, columns ")
    assert len(draw(found.scene)) < 12
    assert max(map(len, draw(found.scene))) < 80
    assert f"[{'W' if 'white' in found.subject else 'B'}9]" in "".join(draw(found.scene)).replace(" ", "")
    assert any(" more, " in reason for reason in found.reasons)


def test_too_much_to_explain() -> None:
    data = JURY.family("short").generate("many", {"crossings": 400, "pieces": 101})
    with pytest.raises(OptionError, match="there are 101 queries: choose one with --query"):
        next(explain(data, {"set": 1}))


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("2 1 1 2", 1, "colour in 0..1, found '2'"),
        ("/ 1 1 2", 1, "colour in 0..1, found '/'"),
        ("0 0 1 2", 3, "level in 1..8, found '0'"),
        ("0 9 1 2", 3, "level in 1..8, found '9'"),
        ("0 1 0 1", 5, "row x in 1..3, found '0'"),
        ("0 1 4 1", 5, "row x in 1..3, found '4'"),
        ("0 1 1 0", 7, "column y in 1..4, found '0'"),
        ("0 1 1 5", 7, "column y in 1..4, found '5'"),
        ("1 8 3 4", 5, "an empty crossing, found (3, 4), which is occupied"),
    ],
)
def test_an_error_in_one_of_many_placements(line: str, column: int, message: str) -> None:
    right = ["0 8 3 4", "1 8 1 1", "0 8 1 4", "1 1 3 1", "0 2 2 1", "1 3 2 2", "0 4 2 3", "1 5 2 4"]
    for number in range(1, 8):
        placements = [*right[:number], line, *right[number + 1 :]]
        data = "\n".join(["1", "3 4 8", *["000"] * 3, *["0000"] * 2, *placements, ""]).encode()
        assert errors_in(data) == [f"{number + 8}:{column}: expected {message}"]


def boards(data: bytes) -> list[tuple[int, int, str, list[list[int]]]]:
    """Return rows, columns, the roads and the pieces of each data set."""
    tokens = iter(data.decode().split())
    found = []
    for _ in range(int(next(tokens))):
        rows, columns, count = (int(next(tokens)) for _ in range(3))
        roads = "".join(next(tokens) for _ in range(2 * rows - 1))
        found.append((rows, columns, roads, [[int(next(tokens)) for _ in range(4)] for _ in range(count)]))
    return found


def test_subtasks_keep_their_promises() -> None:
    def made(name: str, crossings: int = 300) -> list[tuple[int, int, str, list[list[int]]]]:
        return [
            board for k in range(4) for board in boards(JURY.family(name).generate(f"{k}", {"crossings": crossings}))
        ]

    assert all(rows * columns <= 100 and len(pieces) <= 50 for rows, columns, _, pieces in made("tiny", 100))
    assert all(rows * columns <= 5000 and len(pieces) <= 2000 for rows, columns, _, pieces in made("short", 5000))
    assert {road for _, _, roads, _ in made("only-ordinary") for road in roads} == set("01")
    assert {road for _, _, roads, _ in made("without-open") for road in roads} == set("012")
    assert {road for _, _, roads, _ in made("without-straight") for road in roads} == set("013")
    for _, _, _, pieces in made("rising"):
        assert [piece[1] for piece in pieces] == list(range(1, len(pieces) + 1))
    for _, _, _, pieces in made("falling"):
        assert [piece[1] for piece in pieces] == list(range(len(pieces), 0, -1))
    few = boards(JURY.family("few-pieces").generate("0"))
    assert all(rows <= 1000 and columns <= 1000 and len(pieces) == 2000 for rows, columns, _, pieces in few)
    assert max(rows * columns for rows, columns, _, _ in few) > 199_000


def test_reductions_keep_what_matters() -> None:
    for seed in support.seeds(max(10, QUICK // 10)):
        data = JURY.family("one-colour").generate(seed)
        small = shrink(JURY, data, lambda smaller: wrong.solve(smaller, "own pieces captured") != chess.solve(smaller))
        assert len(small) <= 40, small  # mostly 31; shrinking may end in another local minimum


def test_there_are_not_too_many_reductions() -> None:
    pieces = "".join(f"{k % 2} {k} {k % 8 + 1} {k // 8 + 1}\n" for k in range(1, 35))
    data = ("1\n8 8 34\n" + "3213213\n" * 8 + "32132132\n" * 7 + pieces).encode()
    assert data.count(b"\n") > 50
    assert is_valid(JURY, data)
    candidates = list(JURY.reductions(data))
    assert len(candidates) < 2000
    assert sum(is_valid(JURY, smaller) for smaller in candidates) > 500


class Grid(NamedTuple):
    """A data set with the roads between cells, row and column from 1: for literal computations."""

    rows: int
    columns: int
    roads: dict[frozenset[Cell], str]
    pieces: list[list[int]]

    def text(self) -> str:
        across = [[self.road((x, y), (x, y + 1)) for y in range(1, self.columns)] for x in range(1, self.rows + 1)]
        down = [[self.road((x, y), (x + 1, y)) for y in range(1, self.columns + 1)] for x in range(1, self.rows)]
        lines = [*map("".join, across), *map("".join, down), *(" ".join(map(str, piece)) for piece in self.pieces)]
        return "\n".join([f"{self.rows} {self.columns} {len(self.pieces)}", *lines, ""])

    def road(self, cell: Cell, other: Cell) -> str:
        return self.roads[frozenset((cell, other))]

    def moved(self, rows: int, columns: int, to: Callable[[int, int], Cell]) -> "Grid":
        """Return a grid of this size with each cell, its roads and its piece moved ``to`` another cell."""
        roads = {frozenset(to(x, y) for x, y in ends): road for ends, road in self.roads.items()}
        return Grid(rows, columns, roads, [[colour, level, *to(x, y)] for colour, level, x, y in self.pieces])

    def transposed(self) -> "Grid":
        return self.moved(self.columns, self.rows, lambda x, y: (y, x))

    def upside_down(self) -> "Grid":
        return self.moved(self.rows, self.columns, lambda x, y: (self.rows + 1 - x, y))

    def mirrored(self) -> "Grid":
        return self.moved(self.rows, self.columns, lambda x, y: (x, self.columns + 1 - y))

    def with_rows(self, rows: list[int], above: bool = False) -> "Grid":
        """Return the grid with these rows only, joined by the roads below the upper one or above the lower one."""
        roads: dict[frozenset[Cell], str] = {}
        for x, (row, lower) in enumerate(zip_longest(rows, rows[1:], fillvalue=0), 1):
            for y in range(1, self.columns + 1):
                if y < self.columns:
                    roads[frozenset(((x, y), (x, y + 1)))] = self.road((row, y), (row, y + 1))
                if lower:
                    ends = ((lower - 1, y), (lower, y)) if above else ((row, y), (row + 1, y))
                    roads[frozenset(((x, y), (x + 1, y)))] = self.road(*ends)
        pieces = [[colour, level, rows.index(x) + 1, y] for colour, level, x, y in self.pieces if x in rows]
        return Grid(len(rows), self.columns, roads, ranked(pieces))

    def without_row(self, row: int) -> "Grid":
        return self.with_rows([x for x in range(1, self.rows + 1) if x != row])

    def without_column(self, column: int) -> "Grid":
        return self.transposed().without_row(column).transposed()


def ranked(pieces: Iterable[list[int]]) -> list[list[int]]:
    levels = sorted({piece[1] for piece in pieces})
    return [[colour, levels.index(level) + 1, x, y] for colour, level, x, y in pieces]


def grids(data: bytes) -> list[Grid]:
    found: list[Grid] = []
    for rows, columns, roads, pieces in boards(data):
        cells = list(product(range(1, rows + 1), range(1, columns + 1)))
        pairs = [((x, y), (x, y + 1)) for x, y in cells if y < columns]
        pairs += [((x, y), (x + 1, y)) for x, y in cells if x < rows]
        found.append(Grid(rows, columns, dict(zip(map(frozenset, pairs), roads, strict=True)), pieces))
    return found


def simpler(grid: Grid) -> Iterator[Grid]:
    for pieces in without_chunks(grid.pieces):
        yield grid._replace(pieces=ranked(pieces))
    for above in (False, True):
        for kept in without_chunks(range(1, grid.rows + 1)):
            yield grid.with_rows(kept, above)
        for kept in without_chunks(range(1, grid.columns + 1)):
            yield grid.transposed().with_rows(kept, above).transposed()
    for low in "012":
        for higher in without_chunks([ends for ends, road in grid.roads.items() if road > low]):
            roads = {ends: road if ends in higher else min(road, low) for ends, road in grid.roads.items()}
            yield grid._replace(roads=roads)
    yield grid._replace(pieces=[[1 - colour, level, x, y] for colour, level, x, y in grid.pieces])
    yield grid._replace(pieces=[[colour, 1, x, y] for colour, _level, x, y in grid.pieces])
    yield grid._replace(pieces=ranked(grid.pieces))
    for k, piece in enumerate(grid.pieces):
        for field, least in enumerate((0, 1, 1, 1)):
            if piece[field] > least:
                lower = [*piece[:field], piece[field] - 1, *piece[field + 1 :]]
                yield grid._replace(pieces=[*grid.pieces[:k], lower, *grid.pieces[k + 1 :]])


def changed_alike(found: list[Grid]) -> Iterator[list[Grid]]:
    """Yield inputs with all data sets changed in the same way."""
    yield [grid.transposed() for grid in found]
    yield [grid.upside_down() for grid in found]
    yield [grid.mirrored() for grid in found]
    for row in range(1, max(grid.rows for grid in found) + 1):
        yield [grid.without_row(row) for grid in found]
    for column in range(1, max(grid.columns for grid in found) + 1):
        yield [grid.without_column(column) for grid in found]
        yield [grid.without_column(column).without_row(column) for grid in found]


def test_reductions_are_what_the_names_say() -> None:
    for seed in support.seeds(4):
        data = JURY.family("small").generate(seed)
        found = grids(data)
        assert input_of(found) == data
        expected = [fewer for fewer in without_chunks(found) if fewer]
        expected += [[*found[:k], one, *found[k + 1 :]] for k, grid in enumerate(found) for one in simpler(grid)]
        expected += changed_alike(found)
        smaller = set(JURY.reductions(data))
        for changed in expected:
            if all(grid.pieces and grid.rows > 1 and grid.columns > 1 for grid in changed):
                assert input_of(changed) in smaller, f"seed {seed!r}:\n{data.decode()}"


def input_of(data_sets: list[Grid]) -> bytes:
    return "".join([f"{len(data_sets)}\n", *(grid.text() for grid in data_sets)]).encode()


def test_only_pieces_on_one_crossing_make_a_reduction_invalid() -> None:
    for seed in support.seeds(2):
        data = JURY.family("small").generate(seed)
        for smaller in JURY.reductions(data):
            assert smaller == b"0\n" or all(error.endswith("occupied") for error in errors_in(smaller)), smaller


def test_a_token_without_a_place() -> None:
    assert JURY.place is not None
    with pytest.raises(InputError):
        JURY.place((support.SAMPLES / "chess" / "2.in").read_bytes(), [], 7)
