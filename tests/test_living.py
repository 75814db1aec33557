"""The living figures: what they show in each state is what refsol's solvers, rules and explanations say."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from html import unescape
from math import gcd
from typing import Final

import pytest
import support
from living_figures import breaking, chess, load, multigo, nogo, somegame, tictactoe
from living_figures.figure import Figure, cell_key, encode

from refsol.chess.board import OPEN
from refsol.chess.rules import Position as ChessPosition
from refsol.multigo import Board as TerritoryBoard
from refsol.multigo import Game as TerritoryGame
from refsol.multigo import read_board, violations
from refsol.multigo.jury.explain import explain as explain_move
from refsol.multigo.solver import _touching_runs
from refsol.nogo import BLACK, EMPTY, WHITE, Game
from refsol.nogo import read_board as read_stones
from refsol.nogo.jury.explain import explain as explain_point
from refsol.nogo.pseudo_liberties import PAIR, SHIFT, PseudoLiberties, label_of
from refsol.problem import NAMES
from refsol.problem.scene import PieceKind
from refsol.somegame import ERROR, NO_WINNER, Board, judge
from refsol.somegame.board import DIRECTIONS
from refsol.somegame.rules import Position, Run
from refsol.tictactoe.board import ALLOWED
from refsol.tictactoe.board import read_board as read_chips
from refsol.tictactoe.jury.explain import explain as explain_chip
from refsol.tictactoe.solver import mark

pytestmark = pytest.mark.docs

BLOCK: Final = re.compile(r"^```\{living\} (\w+)\n", flags=re.MULTILINE)


def figures(problem: str) -> list[str]:
    return BLOCK.findall((support.ROOT / "docs" / "problems" / f"{problem}.md").read_text(encoding="utf-8"))


FIGURES: Final = sorted(figure for name in NAMES for figure in figures(name))


def text_of(lines: tuple[str, ...]) -> str:
    """Return lines of HTML as text, without the pictures in it."""
    return unescape(re.sub(r"<[^>]+>", "", re.sub(r"<svg.*?</svg>", "", "\n".join(lines), flags=re.DOTALL)))


def test_every_problem_has_a_living_figure() -> None:
    assert all(figures(name) for name in NAMES)
    assert sorted(["multigo", "somegame", "breaking", "chess", "tictactoe", "nogo"]) == FIGURES


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_complete(name: str) -> None:
    figure = load(name)
    assert figure.start in figure.states
    assert len(figure.names()) == len(figure.values())
    for key, state in figure.states.items():
        assert state.picture
        assert text_of(state.words).strip()
        cells = 0 if figure.cells is None else figure.cells.rows * figure.cells.columns
        assert len(state.labels) == cells
        assert {move.state for move in state.moves.values()} <= figure.states.keys()
        if figure.is_played:
            assert [bool(why) for why in state.refusals] == [
                cell_key(cell) not in state.moves for cell in cells_of(figure)
            ]
        else:
            assert len(key.split(" ")) == len(figure.names())


def cells_of(figure: Figure) -> list[tuple[int, int]]:
    assert figure.cells
    return [(x, y) for x in range(1, figure.cells.rows + 1) for y in range(1, figure.cells.columns + 1)]


@pytest.mark.parametrize("name", FIGURES)
def test_the_script_gets_every_line(name: str) -> None:
    figure = load(name)
    text = encode(figure)
    assert "</" not in text
    data = json.loads(text)

    def lines(number: int) -> tuple[str, ...]:
        return tuple(data["lines"][line] for line in data["lists"][number])

    keys = list(figure.states)
    assert data["keys"] == ([] if figure.is_played else keys)
    assert keys[data["start"]] == figure.start
    for state, found in zip(figure.states.values(), data["states"], strict=True):
        assert lines(found["picture"]) == state.picture
        assert lines(found["words"]) == state.words
        assert lines(found["labels"]) == state.labels
        assert lines(found["refusals"]) == state.refusals
        assert {cell: (keys[to], lines(told)) for cell, (to, told) in found["moves"].items()} == dict(state.moves)
    assert len(text) < 300_000


def territories() -> Iterator[tuple[tuple[int, int], int, int, TerritoryBoard]]:
    """Yield each cell, its owner, a player, and the board."""
    for x, row in enumerate(multigo.BOARD, 1):
        for y, owner in enumerate(row.split(), 1):
            for gainer in range(1, multigo.PLAYERS + 1):
                yield (x, y), int(owner), gainer, read_board(multigo.source_of((x, y), gainer))


def test_multigo_shows_the_verdicts_and_runs_of_the_solver() -> None:
    assert violations(read_board(multigo.source_of(*multigo.START))) == []
    figure = multigo.figure()
    rows: Counter[tuple[str, int | None, bool]] = Counter()
    for cell, loser, gainer, board in territories():
        (explanation,) = explain_move(multigo.source_of(cell, gainer), {})
        lines = figure.states[f"{cell_key(cell)} {gainer}"].words
        words = text_of(lines)
        has_cells = bool(board.present[gainer])
        rings = [multigo.ring_of(board, cell, player) for player in (loser, gainer)]
        patterns = [sum(1 << k for k in ring.own) for ring in rings]
        is_legal = TerritoryGame(copy(board)).play(*cell, gainer)
        assert f"player {loser} to player {gainer}: {'YES' if is_legal else 'NO'}" in words
        assert all(reason in words for reason in explanation.reasons)
        if loser == gainer:
            continue
        assert "".join(lines).count('class="badge') == sum(len(ring.touching) for ring in rings)
        assert "".join(lines).count("isolated") == sum(len(ring.corners) for ring in rings)
        for ring, pattern in zip(rings, patterns, strict=True):
            assert len(ring.touching) == _touching_runs(pattern)
            assert sorted([*ring.corners, *(k for run in ring.touching for k in run)]) == list(ring.own)
            assert all(k % 2 == 0 for k in ring.corners)
        losing, gaining = (re.search(rf"would {verb} it: ([^.]*)\.", words) for verb in ("lose", "gain"))
        assert losing
        assert gaining
        assert f"r = {len(rings[0].touching)}" in losing[1]
        assert f"r = {len(rings[1].touching)}" in gaining[1]
        # The two parts of the verdict are those of the explanation, which is about territories.
        broken = [f"Player {loser}'s territory would {what}" for what in ("be split", "enclose")]
        assert losing[1].endswith("not legal") == any(
            reason.startswith(tuple(broken)) for reason in explanation.reasons
        )
        assert is_legal == ("not legal" not in losing[1] + gaining[1])
        rows["loses", None if len(rings[0].own) == 8 else min(len(rings[0].touching), 2), True] += 1
        rows["gains", min(len(rings[1].touching), 2), has_cells] += 1
    loses = {row: ("loses", row, True) for row in (0, 1, 2, None)}
    gains = [("gains", 0, True), ("gains", 1, True), ("gains", 2, True), ("gains", 0, False)]
    assert rows.keys() == {*loses.values(), *gains}  # each row of the page's table occurs


def board_of(key: str) -> nogo.Position:
    board = read_stones(nogo.START)
    for point, symbol in zip(board.points(EMPTY), key, strict=True):
        board.stone[point] = b".XO".index(symbol.encode())
    return nogo.position_of(board)


def test_nogo_shows_the_counts_and_moves_of_the_solver() -> None:
    figure = nogo.figure()
    merges = doubles = 0
    for key, state in figure.states.items():
        position = board_of(key)
        board = position.board
        groups = PseudoLiberties(board)
        assert not groups.dead_point()
        for stone, count in position.counts.items():
            label = label_of(groups.label, groups.count, board.point(*stone))
            assert count == groups.count[label >> SHIFT] // PAIR
        game = Game(board, position.mover)
        legal = game.legal_moves()
        assert sorted(state.moves) == sorted(map(cell_key, legal))
        words = text_of(state.words)
        assert (f"{len(legal)} legal move" if legal else "can't move") in words
        picture = "".join(state.picture)
        shown = re.findall(r'class="on-(?:black|white)"[^>]*><text[^>]*>(\d+)<', picture)
        assert sorted(map(int, shown)) == sorted(position.counts.values())
        pairs = sum(len(nogo.pairs_of(board, group)) for group in position.groups)
        forbidden = sum(len(cells) for cells in position.forbidden.values())
        assert [len(re.findall(f'class="{name}[" ]', picture)) for name in ("pair", "no")] == [pairs, forbidden]
        for cell, move in state.moves.items():
            x, y = map(int, cell.split(","))
            after = board_of(move.state)
            told = text_of(move.told)
            assert after.board.stone[after.board.point(x, y)] == position.mover
            # Forbidden points stay forbidden, as long as they are empty.
            for colour in (BLACK, WHITE):
                assert {*position.forbidden[colour]} - {(x, y)} <= {*after.forbidden[colour]}
            numbers = re.sub("new pairs?", "", told.replace("−", "-"))
            sums = re.findall(r"(?:becomes|:) ([-+() \d]+) = (\d+)", numbers)
            assert len(sums) == numbers.count("=")
            assert all(eval(left) == int(total) for left, total in sums)
            assert re.search(rf"(with|=) {after.counts[x, y]}\b", told)
            merges += " groups into one" in told
            doubles += "− 2" in told
    assert merges > 100
    assert doubles > 100


def test_nogo_refuses_with_refsols_reason() -> None:
    figure = nogo.figure()
    for key in list(figure.states)[::8]:
        position = board_of(key)
        if position.mover != BLACK:  # an input has as many black stones as white ones
            continue
        state = figure.states[key]
        source = f"5\n{''.join(map(chr, _rows(position)))}".encode()
        for cell, why in zip(cells_of(figure), state.refusals, strict=True):
            (explanation,) = explain_point(source, {"row": cell[0], "column": cell[1]})
            if why and explanation.answer != "occupied":
                assert text_of((why,)) in explanation.reasons
            assert (explanation.answer == "occupied") == why.endswith("is occupied.</p>")


def _rows(position: nogo.Position) -> Iterator[int]:
    board = position.board
    for x in range(1, board.size + 1):
        yield from [b".XO"[board.stone[board.point(x, y)]] for y in range(1, board.size + 1)]
        yield ord("\n")


@pytest.mark.parametrize("step", DIRECTIONS)
def test_somegame_shows_the_cycles_of_the_rules(step: tuple[int, int]) -> None:
    figure = somegame.figure()
    for height in somegame.SIDES:
        for width in somegame.SIDES:
            full = Position(Board.from_rows([[1] * width] * height, 1, 1))
            walked = [full.cells(run) for run in full.runs() if step in (run.step, *run.same)]
            rows, turn, columns, length = somegame.cycles_of(step, height, width)
            corner = [(x, y) for x in range(1, rows + 1) for y in range(1, columns + 1)]
            cycles = [list(somegame.walk(first, step, height, width)) for first in corner]
            assert sorted(sorted(cycle) for cycle in cycles) == sorted(sorted(cycle) for cycle in walked)
            assert {len(cycle) for cycle in cycles} == {length}
            assert len(cycles) <= 7  # as many as there are colours
            state = figure.states[f"{step[0]},{step[1]} {height} {width}"]
            words = text_of(state.words)
            assert words.startswith(f"{len(walked)} cycle")
            assert f"of {length} square" in words
            assert f"= gcd({step[0]}, {height}) = {gcd(step[0], height)}".replace("-", "−") in words
            assert f"turn = H / rows = {height} / {rows} = {turn}" in words
            assert sum("first" in line for line in state.picture) == len(walked)
            drawn: dict[str, set[tuple[int, int]]] = {}
            for colour, x, y in re.findall(r'class="(p\d)" x="(\d+)" y="(\d+)"', "".join(state.picture)):
                drawn.setdefault(colour, set()).add((int(y) // 48 + 1, int(x) // 48 + 1))
            assert sorted(sorted(cycle) for cycle in drawn.values()) == sorted(sorted(cycle) for cycle in walked)
            assert sum("</text>" in line and "<g" not in line for line in state.picture) >= height * width


def test_breaking_shows_the_stones_that_the_solver_accepts() -> None:
    figure = breaking.figure()
    counts = set()
    for key, state in figure.states.items():
        length, line = map(int, key.split(" "))
        stones = breaking.breaking(length, line)
        counts.add((len(stones), length == breaking.CYCLE))
        assert sum('class="first"' in drawn for drawn in state.picture) == len(stones)
        words = text_of(state.words)
        assert f"{len(stones)} stone{'s' * (len(stones) != 1)}." in words or len(stones) in (0, breaking.CYCLE)
        assert ("no line" in words) == (length < line and length < breaking.CYCLE)
        assert ("no stone" in words) == (not stones and "no line" not in words)
        if line == 1:  # a stone is then a line in every direction
            continue
        # On a square board the row is the only cycle with more than one stone.
        row = [int(before < length) for before in range(breaking.CYCLE)]
        expected = 1 if stones else NO_WINNER if "no line" in words else ERROR
        assert judge(square([row], line)) == expected
        for before in range(length):
            rest = [*row[:before], 0, *row[before + 1 :]]
            if "no line" not in words:
                assert (judge(square([rest], line)) == NO_WINNER) == (before in stones)
    assert counts >= {(0, False), (1, False), (0, True), (breaking.CYCLE, True)}


def square(rows: list[list[int]], line: int) -> Board:
    empty = [[0] * breaking.CYCLE] * (breaking.CYCLE - len(rows))
    return Board.from_rows([*rows, *empty], 1, line)


def test_the_run_is_a_run_of_the_rules() -> None:
    _position, run = breaking.run_of(7, 5)
    assert isinstance(run, Run)
    assert (run.first, run.length, run.whole) == ((1, 1), 7, False)


def test_chess_shows_intervals_of_the_solvers_order() -> None:
    example = chess.Example()
    columns = int(example.board.columns)
    assert sorted(example.order) == list(range(len(example.order)))
    for moment in example.moments:
        vertices = sorted(vertex for region in moment.regions for vertex in region)
        assert vertices == list(range(moment.left, len(example.order)))  # each empty vertex is in one region
        for region in moment.regions:
            assert len(example.interval(region)) == len(region)
        if moment.left == example.pieces:
            continue
        t = moment.left
        (region,) = [region for region in moment.regions if t in region]
        assert example.interval(region) == range(example.data.begin[t], example.data.end[t])
        # The rules know this region, too: piece t, just placed, reaches it by open roads.
        position = ChessPosition(example.board, t + 1)
        reached = {position.start, *position.reach().empty_by_road()[OPEN]}
        crossings = [v for v, vertex in enumerate(example.vertex_of) if vertex in region]
        assert {(v // columns + 1, v % columns + 1) for v in crossings} == reached
        assert len(crossings) == example.data.size[t]


def test_chess_tells_what_merges() -> None:
    example = chess.Example()
    figure = chess.figure()
    assert max(len(moment.regions) for moment in example.moments) >= 4
    for k, moment in enumerate(example.moments[1:], 1):
        words = text_of(figure.states[str(k)].words)
        places = example.interval(next(region for region in moment.regions if moment.left in region))
        assert f"position{'s' * (len(places) > 1)} {places[0]}" in words
        assert f"There {'is' if len(moment.regions) == 1 else 'are'} {len(moment.regions)} region" in words
        assert f"Piece {moment.left} has left" in words
        picture = "".join(figure.states[str(k)].picture)
        names = ("region ", "boxes ", "box taken", "interval ")
        numbers = (len(moment.regions), len(moment.regions), moment.left, k)
        assert tuple(picture.count(f'class="{name}') for name in names) == numbers
        boxes = [int(x) for x in re.findall(r'class="box \w+" x="(\d+)"', picture)]
        below = re.search(r'class="interval [^"]*now">.*?<path d="M(\d+) \d+h(\d+)"', picture)
        assert below
        start, width = map(int, below.groups())
        assert abs(start - boxes[places[0]]) < 12
        assert abs(boxes[places[-1]] + 27 - start - width) < 12
        assert len(example.moments[k - 1].regions) - words.count("{") + 2 == len(moment.regions)


def test_tictactoe_shows_the_cells_of_the_solver() -> None:
    figure = tictactoe.figure()
    kinds = set()
    for cell in cells_of(figure):
        source = tictactoe.source_of(cell)
        board = read_chips(source)
        mark(board)
        allowed = [(k // 9 + 1, k % 9 + 1) for k, code in enumerate(board.cell) if code == ALLOWED]
        (explanation,) = explain_chip(source, {})
        state = figure.states[cell_key(cell)]
        assert text_of(state.words).split("\n") == list(explanation.reasons)
        scene = tictactoe.scene_of(cell)
        assert [
            (x, y) for x in range(1, 10) for y in range(1, 10) if scene.piece(x, y).kind is PieceKind.ALLOWED
        ] == allowed
        assert scene.focus == cell
        picture = "".join(state.picture)
        assert sum(int(width) for width in re.findall(r"v48h-(\d+)z", picture)) == 48 * len(allowed)
        x, y = next(mark.cells[0] for mark in explanation.marks if mark.role == tictactoe.NAMED)
        assert f'class="named" x="{48 * y - 20}" y="{48 * x - 20}"' in picture
        kinds.add((len(allowed) > 9, cell == (5, 5)))
    assert kinds == {(False, False), (True, False), (True, True)}  # a chip that fills the small board it names is one
