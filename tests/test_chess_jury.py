"""The jury of NOIP chess: explanations, promises, families, smaller inputs and places of answers."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
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
from refsol.problem.contract import MISTAKES, SMALL, WORST, Explanation, Family, Place
from refsol.problem.delta_debugging import without_chunks
from refsol.problem.scene import Cell
from refsol.problem.selection import Selection

SAMPLE = (support.SAMPLES / "chess" / "1.in").read_bytes()
TWO_SETS = (support.SAMPLES / "chess" / "2.in").read_bytes()
QUICK = support.CASES // 20
FAMILIES = [pytest.param(family, id=family.name) for family in JURY.families]


def errors_in(data: bytes) -> list[str]:
    return [str(error) for error in find_errors(JURY, data)]


def explanation(data: bytes, selection: Selection) -> Explanation:
    (only,) = explain(data, selection)
    return only


# Explanations


def test_roads_of_two_types() -> None:
    found = explanation(SAMPLE, {"set": 1, "query": 1})
    assert found.selection == {"set": 1, "query": 1}
    assert found.subject == "data set 1, query 1: black piece of level 1 on (2, 3)"
    assert found.answer == "4"
    assert found.reasons == (
        "4 empty crossings and 0 captures, each counted once.",
        "By straight roads, without a turn: (2, 1), (2, 2).",
        "By open roads: (2, 2), (3, 2), (3, 3), 3 in all.",
        "Reached by two types of road, but counted once: (2, 2).",
        "Blocked roads at its own crossing: up.",
        "Edge of the board at its own crossing: right.",
        "The straight roads going left end at (2, 1): the board ends.",
        "The open roads end at other roads (1 blocked, 1 ordinary, 2 straight) and the edge of the board.",
    )
    assert [(mark.role, mark.cells) for mark in found.marks] == [
        ("reached by straight roads", ((2, 1),)),
        ("reached by open roads", ((3, 2), (3, 3))),
        ("reached by straight roads and by open ones", ((2, 2),)),
    ]
    assert draw(found.scene) == (
        "   1     2     3",
        "1  . --  . ~~  .",
        "         |",
        "2  .a==  .c==[B1]",
        "   H     S     S",
        "3  . ==  .b~~  .b",
        "roads: - | ordinary, = H straight, ~ S open",
        "a: reached by straight roads",
        "b: reached by open roads",
        "c: reached by straight roads and by open ones",
    )


@pytest.mark.parametrize(
    ("query", "answer", "reasons"),
    [
        (
            2,
            "3",
            (
                "2 empty crossings and 1 capture, each counted once.",
                "By straight roads, without a turn: (2, 2), (3, 1).",
                "Captures: black piece of level 1 on (2, 3) by straight roads.",
                "Blocked roads at its own crossing: up.",
                "Edge of the board at its own crossing: left.",
                "The straight roads going down end at (3, 1): the board ends.",
            ),
        ),
        (
            3,
            "3",
            (
                "3 empty crossings and 0 captures, each counted once.",
                "By an ordinary road, one step only: (1, 1), (2, 2).",
                "By open roads: (1, 3).",
                "Edge of the board at its own crossing: up.",
                "The open roads end at other roads (1 blocked, 2 ordinary) and the edge of the board.",
            ),
        ),
        (
            5,
            "2",
            (
                "0 empty crossings and 2 captures, each counted once.",
                "Captures: black piece of level 1 on (2, 3) by straight roads, "
                "black piece of level 2 on (3, 2) by open roads.",
                "Blocked by pieces of the same colour: white piece of level 3 on (1, 2) by an ordinary road, "
                "white piece of level 2 on (2, 1) by straight roads.",
            ),
        ),
    ],
)
def test_reasons_of_the_sample(query: int, answer: str, reasons: tuple[str, ...]) -> None:
    found = explanation(SAMPLE, {"query": query})
    assert (found.answer, found.reasons) == (answer, reasons)


def test_pieces_of_a_higher_level_and_a_capture_by_two_types() -> None:
    found = explanation(TWO_SETS, {"set": 2, "query": 3})
    assert found.subject == "data set 2, query 3: black piece of level 1 on (2, 2)"
    assert found.reasons == (
        "1 empty crossing and 0 captures, each counted once.",
        "By an ordinary road, one step only: (2, 1).",
        "Blocked by pieces of the same colour: black piece of level 2 on (1, 2) by straight roads.",
        "Blocked by pieces of a higher level: white piece of level 2 on (3, 2) by straight roads.",
        "Edge of the board at its own crossing: right.",
    )
    assert [mark.role for mark in found.marks] == [
        "reached by an ordinary road",
        "blocking piece of the same colour",
        "blocking piece of a higher level",
    ]
    found = explanation(TWO_SETS, {"set": 2, "query": 2})
    assert found.answer == "5"
    assert "Captures: black piece of level 2 on (1, 2) by straight roads and by open roads." in found.reasons
    assert "Reached by two types of road, but counted once: (1, 2)." in found.reasons


@pytest.mark.parametrize(("road", "kind"), [("0", "blocked"), ("1", "ordinary"), ("3", "open")])
def test_a_straight_run_ends_where_the_road_changes(road: str, kind: str) -> None:
    found = explanation(f"1\n2 4 1\n22{road}\n000\n0000\n1 1 1 1\n".encode(), {})
    assert found.answer == "2"
    assert f"The straight roads going right end at (1, 3): the next road is {kind}." in found.reasons


def test_an_enclosed_piece() -> None:
    found = explanation(b"1\n2 2 2\n3\n0\n10\n0 1 1 1\n1 1 1 2\n", {"query": 2})
    assert (found.answer, found.reasons[0]) == ("1", "0 empty crossings and 1 capture, each counted once.")
    alone = explanation(b"1\n2 2 1\n0\n0\n00\n0 1 1 1\n", {})
    assert alone.answer == "0"
    assert alone.reasons == (
        "0 empty crossings and 0 captures, each counted once.",
        "Blocked roads at its own crossing: right, down.",
        "Edge of the board at its own crossing: left, up.",
    )
    assert alone.marks == ()


def test_a_region_with_pieces_all_around() -> None:
    pieces = [(1, 2), (2, 1), (2, 4), (3, 2), (1, 3), (3, 3), (2, 2)]
    placed = "".join(f"{k % 2} 7 {x} {y}\n" for k, (x, y) in enumerate(pieces))
    found = explanation(f"1\n3 4 7\n333\n333\n333\n3333\n3333\n{placed}".encode(), {"query": 7})
    assert found.answer == "4"
    assert not any(reason.startswith("The open roads end") for reason in found.reasons)


def test_a_large_board_is_drawn_around_the_piece() -> None:
    found = explanation(
        JURY.family("flat-straight-rising").generate("window", {"crossings": 2000}), {"set": 1, "query": 9}
    )
    assert draw(found.scene)[-1].startswith("(rows 1 to 2 of 2, columns ")
    assert len(draw(found.scene)) < 12
    assert max(map(len, draw(found.scene))) < 80
    assert f"[{'W' if 'white' in found.subject else 'B'}9]" in "".join(draw(found.scene)).replace(" ", "")
    assert any(" more, " in reason for reason in found.reasons)


def test_explanations_agree_with_the_solver() -> None:
    quick = [family for family in JURY.families if family.group in (SMALL, MISTAKES)]
    for k, seed in enumerate(support.seeds(QUICK)):
        data = quick[k % len(quick) if k % 2 else 0].generate(seed)
        found = list(explain(data, {}))
        assert "".join(f"{e.answer}\n" for e in found).encode() == chess.solve(data), f"seed {seed!r}:\n{data.decode()}"
        for one in found:
            cells = [cell for mark in one.marks for cell in mark.cells]
            assert len(cells) == len(set(cells))
            counted = [mark for mark in one.marks if mark.role.startswith(("reached", "capture"))]
            assert sum(len(mark.cells) for mark in counted) == int(one.answer)


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        ({"set": 3}, "--set 3: there are 2 data sets"),
        ({"set": 0}, "--set 0: there are 2 data sets"),
        ({"query": 1}, "there are 2 data sets: choose one with --set"),
        ({"set": 2, "query": 4}, "--query 4: there are 3 queries"),
    ],
)
def test_selections_that_do_not_exist(selection: Selection, message: str) -> None:
    with pytest.raises(OptionError, match=f"^{message}$"):
        list(explain(TWO_SETS, selection))


def test_too_much_to_explain() -> None:
    data = JURY.family("short").generate("many", {"crossings": 400, "pieces": 101})
    with pytest.raises(OptionError, match="there are 101 queries: choose one with --query"):
        next(explain(data, {"set": 1}))


# Promises


def test_all_errors_are_reported() -> None:
    assert errors_in(b"7\n2 2 2\n0\n4\n00\n0 3 1 3\n0 1 1 1\n2 3 3\n00\n01\n0000\n2 1 1 2\n0 1 1 2\n0 1 1 2\n") == [
        "1:1: expected number of data sets T in 1..5, found '7'",
        "4:1: expected road type in 0..3, found '4'",
        "6:3: expected level in 1..2, found '3'",
        "6:7: expected column y in 1..2, found '3'",
        "11:1: expected a row of road types of 3 characters, found '0000'",
        "12:1: expected colour in 0..1, found '2'",
        "13:5: expected an empty crossing, found (1, 2), which is occupied",
        "14:5: expected an empty crossing, found (1, 2), which is occupied",
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            b"1\n1000 300 1\n",
            ["2:6: expected n * m of at most 200000, found 1000 * 300 = 300000"],
        ),
        (b"1\n2 2 5\n0\n0\n00\n", ["2:5: expected number of pieces q in 1..4, found '5'"]),
        # The second `n m q` is read despite an error before it, but nothing after an error in it.
        (
            b"2\n2 2 1\n0\n0\n00\n0 2 1 1\n1 2 1\n0\n",
            [
                "6:3: expected level in 1..1, found '2'",
                "7:1: expected number of rows n in 2..100000, found '1'",
            ],
        ),
        (b"1\n2 100000 1\n", ["3:1: expected a row of road types of 99999 characters, found end of file"]),
        (b"1\n100000 2 100001\n", ["2:10: expected number of pieces q in 1..100000, found '100001'"]),
        (b"1\n2 1 1\n", ["2:3: expected number of columns m in 2..100000, found '1'"]),
        (
            b"1\n2 3 3\n000\n00\n004\n0 1 2 1\n1 1 3 1\n1 1 2 1\n",
            [
                "3:1: expected a row of road types of 2 characters, found '000'",
                "5:3: expected road type in 0..3, found '4'",
                "7:5: expected row x in 1..2, found '3'",
                "8:5: expected an empty crossing, found (2, 1), which is occupied",
            ],
        ),
        (b"1\n2 2 1\n0\n0\n00\n0 1 1 1\n2\n", ["7:1: expected end of file, found '2'"]),
        (b"1\n2 2 2\n0\n0\n00\n0 1 1 1\n", ["7:1: expected colour in 0..1, found end of file"]),
        (b"1\n2 2 1\n0\n0\n00\n0 1 1  1\n", ["6:6: expected a single space, found '  '"]),
        (b"1\n2 2 1\n0\n0 00\n0 1 1 1\n", ["4:3: expected 1 token on the line, found 2 tokens on the line"]),
    ],
)
def test_single_errors(data: bytes, expected: list[str]) -> None:
    assert errors_in(data) == expected


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


def test_the_solver_stops_at_the_first_error() -> None:
    with pytest.raises(InputError, match=r"^7:5: expected an empty crossing, found \(1, 2\), which is occupied$"):
        chess.solve(b"1\n2 2 2\n0\n0\n00\n1 1 1 2\n1 1 1 2\n9")


def test_samples_are_valid() -> None:
    for path in sorted((support.SAMPLES / "chess").glob("*.in")):
        assert errors_in(path.read_bytes()) == []


# Families


@pytest.mark.parametrize("family", FAMILIES)
def test_every_size_gives_a_valid_input(family: Family) -> None:
    for number in range(30):
        for shift in (0, 1, 7, 40):
            sizes = {
                size.name: min(size.most, size.least + (number + k * shift)) for k, size in enumerate(family.sizes)
            }
            data = family.generate(f"{number} {shift}", sizes)
            assert errors_in(data) == [], sizes
            if not family.sizes:
                break


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


def test_worst_cases_are_at_the_limits() -> None:
    large = [family for family in JURY.families if family.largest]
    assert len(large) == 15
    assert {family.group for family in large} == {WORST}
    assert {family.sizes[0].most for family in large} == {100_000, 200_000}


@pytest.mark.parametrize(
    ("name", "defects"),
    [
        ("equal-levels", ["captures with <"]),
        ("one-colour", ["own pieces captured"]),
        ("surrounded", ["captures by road"]),
        ("two-kinds-of-road", ["types added up"]),
        ("straight-only", ["straight roads turn"]),
        ("straight-and-open", ["straight goes on open"]),
        ("ordinary-only", ["ordinary roads go on"]),
        ("behind-pieces", ["straight over pieces", "open through captures"]),
        ("shrinking-boards", ["pieces of the board before", "roads of the board before"]),
    ],
)
def test_families_find_the_mistake_that_they_are_made_for(name: str, defects: list[str]) -> None:
    inputs = [JURY.family(name).generate(f"{k}") for k in range(30)]
    for defect in defects:
        found = sum(wrong.WRONG[defect].solve(data) != chess.solve(data) for data in inputs)
        assert found >= 10


HASHES = {
    "small": "11e6404203742db5",
    "equal-levels": "103d2615e62be200",
    "one-colour": "7c30f04f2b0321be",
    "surrounded": "d64bad4b71ee5486",
    "two-kinds-of-road": "684cb27d21483faf",
    "straight-only": "91b7827f46b86c60",
    "straight-and-open": "b1fe567fe032dc61",
    "ordinary-only": "6b6efa3e533fdc5a",
    "behind-pieces": "65d0392e17cea09c",
    "shrinking-boards": "dd86824d8a7d4863",
    "open-field": "08e153c4cabaaabc",
    "tiny": "e7e1b4944adeb51a",
    "short": "e7e1b4944adeb51a",
    "only-ordinary": "bff293adde68e883",
    "without-open": "172b916b89e240ee",
    "without-straight": "28dc7925b92b369d",
    "rising": "52cade1a0f67cbc3",
    "falling": "f0d8ba9c2213fd24",
    "few-pieces": "e7e1b4944adeb51a",
    "general": "e7e1b4944adeb51a",
    "square-open-random": "692b0bfdbc478b27",
    "flat-open-falling": "afd32e3501b55384",
    "tall-open-rising": "1368123546de32b4",
    "square-straight-random": "b889a9aeba713fb2",
    "flat-straight-rising": "0a00c83bb7a8d944",
    "tall-straight-equal": "21a271dfee7a2292",
    "square-ordinary-equal": "dc9419b1b4514f7e",
    "square-uniform-random": "5dda94ab66eba995",
    "square-mixed-rising": "6eb9ec189727f109",
    "flat-mixed-equal": "8ccd955441fee42b",
    "tall-mixed-falling": "0943a7d1164d085d",
    "crowded-open-random": "28c4891e1e5ecc55",
    "weave-random": "9584767a49eaae32",
    "comb-random": "62f52afd032eda23",
    "snake-falling": "c7f02f0286945f78",
}


@pytest.mark.parametrize("family", FAMILIES)
def test_equal_seeds_give_equal_inputs(family: Family) -> None:
    data = family.generate("seed", {size.name: max(size.least, 50) for size in family.sizes})
    assert sha256(data).hexdigest()[:16] == HASHES[family.name]


# Smaller inputs


def test_reductions_lead_to_the_smallest_input_of_all() -> None:
    for seed in support.seeds(max(10, QUICK // 10)):
        data = JURY.family("small").generate(seed)
        assert shrink(JURY, data, lambda smaller: True) == b"1\n2 2 1\n0\n0\n00\n0 1 1 1\n"


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
    """Return the pieces with the ranks of their levels instead of these."""
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
    """Yield the simpler variants of one data set."""
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


# Places


def test_places_of_answers() -> None:
    assert JURY.place is not None
    assert JURY.place(TWO_SETS, [], 3) == Place("data set 1, query 4", {"set": 1, "query": 4})
    assert JURY.place(TWO_SETS, [], 4) == Place("data set 2, query 1", {"set": 2, "query": 1})
    with pytest.raises(InputError):
        JURY.place(TWO_SETS, [], 7)
