"""The jury of Multi-Go: explanations, promises, families and smaller inputs."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice, product
from random import Random
from typing import NamedTuple

import pytest
import support
from wrong import multigo as wrong

from refsol import multigo
from refsol.errors import OptionError
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid
from refsol.multigo.jury import JURY
from refsol.multigo.jury.explain import explain
from refsol.pictures.text import draw
from refsol.problem.contract import MISTAKES, SMALL, Explanation, Family, Place
from refsol.problem.scene import Cell

SAMPLE = (support.SAMPLES / "multigo" / "1.in").read_bytes()
QUICK = support.CASES // 20


def moved(rows: str, move: str) -> Explanation:
    """Explain one move on a board of up to nine players."""
    board = rows.split()
    lines = [f"{len(board)} {len(board[0])} 9 1", *(" ".join(row) for row in board), move]
    (only,) = explain("\n".join(lines).encode(), {})
    return only


# Explanations


@pytest.mark.parametrize(
    ("rows", "move", "answer", "reasons"),
    [
        ("12", "1 2 2", "YES", ["The cell already belongs to player 2: nothing changes."]),
        (
            "112",
            "1 2 2",
            "YES",
            [
                "Player 1's territory would have 1 cell, be 4-connected and enclose nobody.",
                "Player 2's territory would have 2 cells, be 4-connected and enclose nobody.",
            ],
        ),
        (
            "12",
            "1 2 5",
            "YES",
            [
                "Player 2 would have no cells left, which breaks no rule.",
                "Player 5's territory would have 1 cell, be 4-connected and enclose nobody.",
            ],
        ),
        (
            "111",
            "1 2 2",
            "NO",
            ["Player 1's territory would be split into the 4-connected parts {(1, 1)} and {(1, 3)}."],
        ),
        (
            "112",
            "1 1 2",
            "NO",
            ["Player 2's territory would be split into the 4-connected parts {(1, 1)} and {(1, 3)}."],
        ),
        (
            "111 111 111",
            "2 2 2",
            "NO",
            ["Player 1's territory would enclose player 2: no 8-connected path to the edge of the board from (2, 2)."],
        ),
        (
            "1111111111 1112111111",
            "1 4 2",
            "NO",
            [
                "Player 1's territory would be split into the 4-connected parts "
                "{(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)} and "
                "{(1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (1, 10) and 6 more}."
            ],
        ),
        (
            "111 121 131",
            "3 2 1",
            "NO",
            ["Player 1's territory would enclose player 2: no 8-connected path to the edge of the board from (2, 2)."],
        ),
        (
            "1111 1231 1141",
            "3 3 1",
            "NO",
            [
                "Player 1's territory would enclose players 2 and 3: "
                "no 8-connected path to the edge of the board from (2, 2), (2, 3)."
            ],
        ),
        (
            "11111 12341 11511",
            "3 3 1",
            "NO",
            [
                "Player 1's territory would enclose players 2, 3 and 4: "
                "no 8-connected path to the edge of the board from (2, 2), (2, 3), (2, 4)."
            ],
        ),
        (
            "111111111 123456789 111111111",
            "2 9 1",
            "NO",
            [
                "Player 1's territory would enclose players 2, 3, 4, 5, 6, 7 and 1 more: "
                "no 8-connected path to the edge of the board "
                "from (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7) and 1 more."
            ],
        ),
        (
            "1111 1222 1111",
            "2 3 1",
            "NO",
            [
                "Player 2's territory would be split into the 4-connected parts {(2, 2)} and {(2, 4)}.",
                "Player 1's territory would enclose player 2: "
                "no 8-connected path to the edge of the board from (2, 2).",
            ],
        ),
        (
            "112 132 111",  # from (2, 2) to the corner: a way out
            "2 3 1",
            "YES",
            [
                "Player 2's territory would have 1 cell, be 4-connected and enclose nobody.",
                "Player 1's territory would have 7 cells, be 4-connected and enclose nobody.",
            ],
        ),
        (
            "213 111 415",
            "2 2 3",
            "NO",
            [
                "Player 1's territory would be split into the 4-connected parts "
                "{(1, 2)}, {(2, 1)}, {(2, 3)} and {(3, 2)}.",
                "Player 3's territory would be split into the 4-connected parts {(1, 3)} and {(2, 2)}.",
            ],
        ),
    ],
)
def test_reasons(rows: str, move: str, answer: str, reasons: list[str]) -> None:
    found = moved(rows, move)
    assert (found.answer, list(found.reasons)) == (answer, reasons)


def test_subject_marks_and_drawing() -> None:
    found = moved("1111 1222 1111", "2 3 1")
    assert found.selection == {"move": 1}
    assert found.subject == "move 1: cell (2, 3) of player 2 to player 1"
    assert [(mark.role, mark.cells) for mark in found.marks] == [
        ("part 1 of player 2's territory", ((2, 2),)),
        ("part 2 of player 2's territory", ((2, 4),)),
        ("enclosed by player 1", ((2, 2),)),
    ]
    assert draw(found.scene)[:4] == ("  1  2  3  4", "1 1  1  1  1", "2 1  2d[2] 2b", "3 1  1  1  1")


@pytest.mark.parametrize(
    "family", [family for family in JURY.families if family.group in (SMALL, MISTAKES)], ids=lambda family: family.name
)
def test_explanations_agree_with_the_solver(family: Family) -> None:
    for seed in support.seeds(QUICK):
        data = family.generate(seed)
        answers = [answer.decode() for answer in multigo.solve(data).split()]
        explained = list(explain(data, {}))
        assert [found.answer for found in explained] == answers, f"seed {seed!r}"
        assert [found.selection for found in explained] == [{"move": k} for k in range(1, len(answers) + 1)]
        assert all(bool(found.marks) == (found.answer == "NO") for found in explained)
        k = len(answers) // 2 + 1
        assert list(explain(data, {"move": k})) == [explained[k - 1]]


def test_the_choice_of_a_move() -> None:
    data = JURY.family("blobs").generate("1", {"height": 40, "width": 50, "moves": 2000})
    answers = multigo.solve(data).split()
    for move in (1, 1000, 2000):
        (found,) = explain(data, {"move": move})
        assert found.answer.encode() == answers[move - 1]
        assert len(draw(found.scene)) < 30
        assert max(map(len, draw(found.scene))) <= 100
    for selection in ({"move": 0}, {"move": 2001}, {}):
        with pytest.raises(OptionError, match="2000 moves"):
            next(explain(data, selection))


def test_the_place_of_a_token() -> None:
    assert JURY.place is not None
    assert JURY.place(SAMPLE, multigo.solve(SAMPLE).split(), 2) == Place("move 3", {"move": 3})


# Promises and the layout


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            b"1 3 2 1\n1 2 1\n1 1 1\n",
            ["2:5: expected a legal position, found (1, 3), a cell in a second part of player 1's territory"],
        ),
        (
            b"3 3 3 2\n1 1 1\n1 3 1\n1 1 1\n1 4 1\n4 1 4\n",
            [
                "3:3: expected a legal position, found (2, 2), a cell that player 1 encloses",
                "5:3: expected column y in 1..3, found '4'",
                "6:1: expected row x in 1..3, found '4'",
                "6:5: expected player k in 1..3, found '4'",
            ],
        ),
        (
            b"2 2 2 1\n1 3\n0 2 2\n1 1 1\n",
            [
                "2:3: expected owner in 1..2, found '3'",
                "3:1: expected owner in 1..2, found '0'",
                "4:5: expected end of file, found '1'",
            ],
        ),
        (
            b"1001 0 1 1\n1\n",
            [
                "1:1: expected number of rows N in 1..1000, found '1001'",
                "1:6: expected number of columns M in 1..1000, found '0'",
                "1:8: expected number of players K in 2..1000000, found '1'",
            ],
        ),
        (b"1 1 2 2\n1\n1 1 1\n", ["4:1: expected row x in 1..1, found end of file"]),
        (b"1 2 2 1\n1\n2\n1 1 1\n", ["2:2: expected 2 tokens on the line, found 1 token on the line"]),
        (b"1 1 2 1\n1\n1 1 1", ["3:6: expected '\\n', found end of file"]),
        (
            b"1 1 2 1\n1 \n1  1 1\n",
            ["2:2: expected '\\n' right after the token, found ' '", "3:2: expected a single space, found '  '"],
        ),
        (SAMPLE, []),
    ],
)
def test_every_breach_is_reported(data: bytes, expected: list[str]) -> None:
    assert [str(error) for error in find_errors(JURY, data)] == expected


# Families

HASHES = {
    "small": "14c33be963d562c5",
    "rings": "a66cdbb731814846",
    "returning": "a7bd4dcc32588656",
    "thin": "5867e8ef7d180e1f",
    "one-row": "da2ed4fa7a82d781",
    "two-rows": "7ec20483c0740620",
    "three-rows": "59cb47ddf76f9027",
    "few-players": "454521477d357337",
    "few-moves": "6a4e51984fd4efca",
    "single-cells": "9c28dfd92ee7e94c",
    "spirals": "75a88eddc15e241c",
    "combs": "454521477d357337",
    "serpentine": "415bedcffe9f250c",
    "blobs": "6a4e51984fd4efca",
    "one-column": "56bcc04c8da20fa8",
    "all-yes": "f973a79671b6e208",
    "vanishing": "4d8a480b12b6968b",
    "all-no": "ac25f74497f3d2ba",
}


def least_sizes(family: Family, more: int = 0) -> dict[str, int]:
    return {size.name: min(size.least + more, size.most) for size in family.sizes}


def test_every_family_has_its_hashes() -> None:
    made = {}
    for family in JURY.families:
        data = family.generate("a seed", least_sizes(family, 4))
        made[family.name] = sha256(data).hexdigest()[:16]
    assert made == HASHES


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: family.name)
def test_families_are_valid_at_all_sizes(family: Family) -> None:
    choices = [[min(size.most, size.least + more) for more in (0, 1, 2, 7, 32)] for size in family.sizes]
    names = [size.name for size in family.sizes]
    for seed in support.seeds(max(1, QUICK // 3 ** len(names) // 5)):
        for sizes in product(*choices):
            data = family.generate(seed, dict(zip(names, sizes, strict=True)))
            assert find_errors(JURY, data) == [], f"seed {seed!r}, {sizes}"


# Smaller inputs


def test_reductions_are_lazy_and_parseable() -> None:
    data = JURY.family("blobs").generate("1", {"height": 100, "width": 100, "moves": 1000})
    assert len(list(islice(JURY.reductions(data), 5))) == 5
    for seed in support.seeds(10):
        data = support.GENERATE["multigo"](Random(seed))
        smaller = list(JURY.reductions(data))
        assert 0 < len(smaller) < 5000
        assert any(is_valid(JURY, candidate) for candidate in smaller)
        for candidate in smaller:
            assert len(candidate.split()) <= len(data.split())
            case = edited(candidate)
            assert all(cell in case.owner and 1 <= player <= case.players for cell, player in case.moves)


class Edited(NamedTuple):
    """An input, of which these tests make smaller ones cell by cell."""

    players: int
    owner: dict[Cell, int]
    """The players, by row and column; rows and columns need not be numbered one by one."""
    moves: list[tuple[Cell, int]]

    def text(self) -> bytes:
        """Return the input."""
        rows, columns = (sorted({cell[axis] for cell in self.owner}) for axis in (0, 1))
        lines = [" ".join([str(self.owner[x, y]) for y in columns]) for x in rows]
        lines += [f"{rows.index(x) + 1} {columns.index(y) + 1} {player}" for (x, y), player in self.moves]
        return "\n".join([f"{len(rows)} {len(columns)} {self.players} {len(self.moves)}", *lines, ""]).encode()


def edited(data: bytes) -> Edited:
    """Return the input in a form that can be edited."""
    numbers = list(map(int, data.split()))
    height, width, players, _moves = numbers[:4]
    cells = list(product(range(height), range(width)))
    moves = numbers[4 + len(cells) :]
    owner = dict(zip(cells, numbers[4:], strict=False))
    return Edited(players, owner, [((x - 1, y - 1), k) for x, y, k in zip(*[iter(moves)] * 3, strict=True)])


def with_fewer_moves(case: Edited) -> Iterator[Edited]:
    answers = multigo.solve(case.text()).split()
    for first in {1, len(case.moves) // 2, len(case.moves) - 1} - {0}:
        made = [move for move, answer in zip(case.moves[:first], answers, strict=False) if answer == b"YES"]
        yield case._replace(owner={**case.owner, **dict(made)}, moves=case.moves[first:])
    for number in range(len(case.moves)):
        yield case._replace(moves=case.moves[:number] + case.moves[number + 1 :])


def with_fewer_lines(case: Edited) -> Iterator[Edited]:
    for axis in (0, 1):
        numbers = sorted({cell[axis] for cell in case.owner})
        chunks = [numbers[len(numbers) - len(numbers) // 2 :], *([number] for number in numbers)]
        for gone in chunks if len(numbers) > 1 else ():
            left = {cell: player for cell, player in case.owner.items() if cell[axis] not in gone}
            yield case._replace(owner=left, moves=[move for move in case.moves if move[0] in left])


def with_one_line_less(case: Edited) -> Iterator[Edited]:
    """Moves in the line that is left out are made in the one before, or else in the one after."""
    for axis in (0, 1):
        numbers = sorted({cell[axis] for cell in case.owner})
        for gone in numbers if len(numbers) > 1 else ():
            left = {cell: player for cell, player in case.owner.items() if cell[axis] != gone}
            other = max([number for number in numbers if number < gone], default=numbers[1])
            moves = []
            for (x, y), player in case.moves:
                beside = (other, y) if axis == 0 else (x, other)
                moves.append(((x, y) if (x, y) in left else beside, player))
            yield case._replace(owner=left, moves=moves)


def with_other_players(case: Edited) -> Iterator[Edited]:
    order = list(dict.fromkeys([*case.owner.values(), *(player for _cell, player in case.moves)]))
    steps = ((0, 1), (1, 0))
    touching = {
        (player, case.owner.get((x + dx, y + dy), player)) for (x, y), player in case.owner.items() for dx, dy in steps
    }
    absent = set(product(set(order) - set(case.owner.values()), order[:10]))
    for pair in {(0, 0), *touching, *absent}:
        gone, other = max(pair), min(pair)
        kept = [player for player in order if player != gone or gone == other]
        new = {player: kept.index(other if player == gone else player) + 1 for player in order}
        owner = {cell: new[player] for cell, player in case.owner.items()}
        yield Edited(max(2, len(kept)), owner, [(cell, new[player]) for cell, player in case.moves])


def with_other_cells(case: Edited) -> Iterator[Edited]:
    for (x, y), player in case.owner.items():
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if case.owner.get(cell, player) < player:
                yield case._replace(owner={**case.owner, (x, y): case.owner[cell]})
    for k, ((x, y), player) in enumerate(case.moves):
        earlier = [cell for cell in product(range(x - 2, x + 1), range(y - 2, y + 3)) if cell in case.owner]
        others = [(cell, player) for cell in earlier if cell < (x, y)]
        others += [((x, y), other) for other in range(1, 10) if other < player]
        for other in others:
            yield case._replace(moves=[*case.moves[:k], other, *case.moves[k + 1 :]])


def with_one_line_less_and_another_move(case: Edited) -> Iterator[Edited]:
    for smaller in with_one_line_less(case):
        for k, (_cell, player) in enumerate(smaller.moves):
            for cell in smaller.owner:
                yield smaller._replace(moves=[*smaller.moves[:k], (cell, player), *smaller.moves[k + 1 :]])


WAYS = (with_fewer_moves, with_fewer_lines, with_one_line_less, with_other_players, with_other_cells)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.__name__))
def test_inputs_that_are_smaller_in_one_way(way: Callable[[Edited], Iterator[Edited]]) -> None:
    many_players = b"1 12 20 3\n1 3 2 4 5 6 7 8 9 10 11 12\n1 7 19\n1 1 9\n1 2 12\n"
    cases = [support.GENERATE["multigo"](Random(seed)) for seed in support.seeds(12)]
    for data in [many_players, *cases]:
        found = set(JURY.reductions(data))
        for smaller in way(edited(data)):
            assert not smaller.moves or smaller.text() in found, data.decode()


def test_single_moves_are_made_close_by_and_before_or_by_players_with_smaller_numbers() -> None:
    """Nothing but a move changes: these inputs are all there are of this kind."""
    cells = list(product(range(7), range(9)))
    for seed in support.seeds(4):
        rng = Random(seed)
        case = Edited(13, dict.fromkeys(cells, 1), [(rng.choice(cells), rng.randint(1, 13)) for _move in range(3)])
        expected = {smaller.text() for smaller in with_other_cells(case)}
        found = {smaller for smaller in JURY.reductions(case.text()) if smaller.startswith(b"7 9 13 3\n")}
        assert found - {case.text()} == expected


@pytest.mark.parametrize(("width", "moves", "tried"), [(4, 4, True), (8, 2, True), (8, 3, False), (13, 1, False)])
def test_small_inputs_are_made_smaller_in_two_ways(width: int, moves: int, tried: bool) -> None:
    """Up to 64 cells times moves."""
    height = 4 if width < 9 else 5
    cells = list(product(range(height), range(width)))
    case = Edited(9, {cell: 1 + (cell[1] > 1) for cell in cells}, [(cells[-1], 9)] * moves)
    found = set(JURY.reductions(case.text()))
    for smaller in with_one_line_less_and_another_move(case):
        assert smaller.text() in found if tried else (cells[0], 9) not in smaller.moves or smaller.text() not in found


def test_any_input_shrinks_to_one_move() -> None:
    for seed in support.seeds(10):
        data = support.GENERATE["multigo"](Random(seed))
        assert shrink(JURY, data, lambda _data: True) == b"1 1 2 1\n1\n1 1 1\n"


def test_the_right_solution_is_right() -> None:
    for seed in support.seeds(support.CASES // 10):
        data = support.GENERATE["multigo"](Random(seed))
        assert wrong.right(data) == multigo.solve(data), f"seed {seed!r}"
