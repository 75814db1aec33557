"""The jury of Multi-Go: explanations and smaller inputs."""

from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random
from typing import NamedTuple

import pytest
import support

from refsol import multigo
from refsol.errors import OptionError
from refsol.jury.validation import is_valid
from refsol.multigo.jury import JURY
from refsol.multigo.jury.explain import explain
from refsol.pictures.text import draw
from refsol.problem.scene import Cell


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


def test_reductions_are_lazy_and_parseable() -> None:
    data = JURY.family("blobs").generate("1", {"height": 100, "width": 100, "moves": 1000})
    assert len(list(islice(JURY.reductions(data), 5))) == 5
    for _seed, _rng, data in support.inputs("multigo", 10):
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
        rows, columns = (sorted({cell[axis] for cell in self.owner}) for axis in (0, 1))
        lines = [" ".join([str(self.owner[x, y]) for y in columns]) for x in rows]
        lines += [f"{rows.index(x) + 1} {columns.index(y) + 1} {player}" for (x, y), player in self.moves]
        return "\n".join([f"{len(rows)} {len(columns)} {self.players} {len(self.moves)}", *lines, ""]).encode()


def edited(data: bytes) -> Edited:
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
