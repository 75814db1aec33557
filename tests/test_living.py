"""The living figures: what they show in each state is what refsol's solvers, rules and explanations say."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from html import unescape
from itertools import pairwise
from math import gcd
from typing import Final

import pytest
import support
from living_figures import (
    breaking,
    captures,
    chess,
    corners,
    disjoint_set,
    leaving,
    load,
    multigo,
    nogo,
    persistent_disjoint_set,
    quotients,
    shrinking,
    somegame,
    sum_tree,
    taken,
    tictactoe,
    triangle,
)
from living_figures.figure import Figure, State, cell_key, encode
from wrong import wrong_solutions

from refsol.chess.board import OPEN
from refsol.chess.rules import Position as ChessPosition
from refsol.jury.shrinking import shrink
from refsol.jury.validation import is_valid
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
from refsol.problem import load as load_problem
from refsol.problem.scene import PieceKind
from refsol.somegame import ERROR, NO_WINNER, Board, judge
from refsol.somegame.board import DIRECTIONS
from refsol.somegame.rules import Position
from refsol.structures.disjoint_set import DisjointSet
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet
from refsol.structures.sum_tree import SumTree
from refsol.tictactoe.board import ALLOWED
from refsol.tictactoe.board import read_board as read_chips
from refsol.tictactoe.jury.explain import explain as explain_chip
from refsol.tictactoe.solver import mark

pytestmark = [pytest.mark.docs, support.once]

BLOCK: Final = re.compile(r"^```\{living\} (\w+)\n", flags=re.MULTILINE)


DOCS: Final = support.ROOT / "docs"


def figures(page: str) -> list[str]:
    return BLOCK.findall((DOCS / f"{page}.md").read_text(encoding="utf-8"))


PAGES: Final = sorted(str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md"))
FIGURES: Final = sorted({figure for page in PAGES for figure in figures(page)})


def text_of(lines: tuple[str, ...]) -> str:
    """Return lines of HTML as text, without the pictures in it."""
    return unescape(re.sub(r"<[^>]+>", "", re.sub(r"<svg.*?</svg>", "", "\n".join(lines), flags=re.DOTALL)))


def test_every_problem_has_a_living_figure() -> None:
    assert all(len(figures(f"problems/{name}")) >= 2 for name in NAMES)  # one of them is a version that is wrong
    modules = {path.stem for path in (DOCS / "living_figures").glob("*.py")}
    assert modules - {"__init__", "figure", "forest"} == {*FIGURES}


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
        broken = (f"Player {loser}'s territory would be split", f"Player {loser}'s territory would enclose")
        assert losing[1].endswith("not legal") == any(reason.startswith(broken) for reason in explanation.reasons)
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
        for cell, move in state.moves.items():
            x, y = map(int, cell.split(","))
            after = board_of(move.state)
            told = text_of(move.told)
            assert after.board.stone[after.board.point(x, y)] == position.mover
            numbers = re.sub("new pairs?", "", told.replace("−", "-"))
            sums = re.findall(r"(?:becomes|:) ([-+() \d]+) = (\d+)", numbers)
            assert len(sums) == numbers.count("=")
            assert all(eval(left) == int(total) for left, total in sums)
            assert re.search(rf"(with|=) {after.counts[x, y]}\b", told)


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
            rows, period, columns, length = somegame.cycles_of(step, height, width)
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
            assert f"period = H / rows = {height} / {rows} = {period}" in words
            assert sum("first" in line for line in state.picture) == len(walked)


def test_breaking_shows_the_stones_that_the_solver_accepts() -> None:
    for key, state in breaking.figure().states.items():
        length, line = map(int, key.split(" "))
        stones = breaking.breaking(length, line)
        assert sum('class="first"' in drawn for drawn in state.picture) == len(stones)
        words = text_of(state.words)
        has_none = length < line and length < breaking.CYCLE
        assert ("no line" in words) == has_none
        assert ("no stone" in words) == (not stones and not has_none)
        if line == 1:  # a stone is then a line in every direction
            continue
        # On a square board the row is the only cycle with more than one stone.
        row = [int(before < length) for before in range(breaking.CYCLE)]
        assert verdict_on(row, line) == (1 if stones else NO_WINNER if has_none else ERROR)
        for before in range(0 if has_none else length):
            rest = [*row[:before], 0, *row[before + 1 :]]
            assert (verdict_on(rest, line) == NO_WINNER) == (before in stones)


def verdict_on(row: list[int], line: int) -> int:
    """Return the verdict on a square board with stones in one row."""
    return judge(Board.from_rows([row, *[[0] * breaking.CYCLE] * (breaking.CYCLE - 1)], 1, line))


def test_chess_shows_intervals_of_the_solvers_order() -> None:
    example = chess.Example()
    columns = int(example.board.columns)
    assert sorted(example.order) == list(range(len(example.order)))
    for moment in example.moments:
        vertices = sorted(vertex for region in moment.regions for vertex in region)
        assert vertices == list(range(moment.left, len(example.order)))  # each empty vertex is in one region
        for region in moment.regions:
            assert len(example.intervals(region)) == 1
        if moment.left == example.pieces:
            continue
        t = moment.left
        (region,) = [region for region in moment.regions if t in region]
        assert example.intervals(region) == [range(example.data.begin[t], example.data.end[t])]
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
        (places,) = example.intervals(next(region for region in moment.regions if moment.left in region))
        assert f"position{'s' * (len(places) > 1)} {places[0]}" in words
        assert f"There {'is' if len(moment.regions) == 1 else 'are'} {len(moment.regions)} region" in words
        assert f"Piece {moment.left} has left" in words
        picture = "".join(figure.states[str(k)].picture)
        names = ("region ", "boxes ", "box taken", "interval ")
        numbers = (len(moment.regions), len(moment.regions), moment.left, k)
        assert tuple(picture.count(f'class="{name}') for name in names) == numbers
        assert len(example.moments[k - 1].regions) - words.count("{") + 2 == len(moment.regions)


def test_tictactoe_shows_the_cells_of_the_solver() -> None:
    figure = tictactoe.figure()
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
        x, y = next(mark.cells[0] for mark in explanation.marks if mark.role == tictactoe.NAMED)
        assert f'class="named" x="{48 * y - 20}" y="{48 * x - 20}"' in picture


ELEMENT: Final = re.compile(r'class="element (\w+)" cx="(\d+)" cy="(\d+)" r="\d+"/><text[^>]*>(\d+)<')
LINK: Final = re.compile(r'class="link (\w*)" d="M(\d+) (\d+)L(\d+) (\d+)"')


def forest_of(picture: str) -> tuple[dict[int, int], dict[str, set[int]]]:
    """Return the parents that a picture shows, and the elements with links of each class."""
    places = {(across, down): int(x) for _class, across, down, x in ELEMENT.findall(picture)}
    parents: dict[int, int] = {}
    classes: dict[str, set[int]] = {}
    for css_class, across, down, to_across, to_down in LINK.findall(picture):
        child = places[across, down]
        parents[child] = places[to_across, to_down]
        classes.setdefault(css_class, set()).add(child)
    return parents, classes


def test_disjoint_set_shows_the_links_of_the_structure() -> None:
    count, unions = disjoint_set.ELEMENTS, disjoint_set.UNIONS
    shortened = deepest = 0
    for key, state in disjoint_set.figure().states.items():
        k, asked = key.split(" ")
        sets = DisjointSet(count)
        calls = unions[: int(k) - (asked == disjoint_set.NONE)]
        for x, y in calls:
            sets.union(x, y)
        before = [int(link) for link in sets._link]
        if asked == disjoint_set.NONE:
            sets.union(*unions[int(k) - 1])
        else:
            sets.size(int(asked))  # calls find
        after = [int(link) for link in sets._link]
        pictures = "\n".join(state.picture).split('<text class="above"')[1:]
        for links, picture in zip((before, after), pictures, strict=True):
            parents, classes = forest_of(picture)
            assert parents == {x: parent for x, parent in enumerate(links) if parent >= 0}
            assert classes.get("new", set()) == {x for x in parents if before[x] != after[x]}
            deepest = max(deepest, *[len(path_of(parents, x)) - 1 for x in range(count)])
        words = text_of(state.words)
        parents, _classes = forest_of(pictures[0])
        if asked != disjoint_set.NONE and int(asked) in parents:
            assert f"The path is {' → '.join(map(str, path_of(parents, int(asked))))}" in words
        halved = {x for x in parents if before[x] != after[x] and before[x] >= 0}
        assert words.count("Path halving") == len(halved)
        shortened += len(halved)
    assert deepest == 3
    assert shortened >= 3


def path_of(parents: Mapping[int, int], x: int) -> list[int]:
    path = [x]
    while path[-1] in parents:
        path.append(parents[path[-1]])
    return path


def root_of(parents: Mapping[int, int], x: int) -> int:
    return path_of(parents, x)[-1]


def test_persistent_disjoint_set_shows_the_past() -> None:
    count, unions = persistent_disjoint_set.ELEMENTS, persistent_disjoint_set.UNIONS
    sets = PersistentDisjointSet(count)
    then = [[int(sets.find(x)) for x in range(count)]]
    for step, (x, y) in enumerate(unions, 1):
        sets.union(x, y, step)
        then.append([int(sets.find(x)) for x in range(count)])
    position = [int(place) for place in sets.order()]
    figure = persistent_disjoint_set.figure()
    for key, state in figure.states.items():
        cell, time = key.split(" ")
        place = int(cell.split(",")[1]) - 1
        x = position.index(place)
        assert state.labels[place] == f"element {x}, position {place}"
        picture = "\n".join(state.picture)
        parents, classes = forest_of(picture)
        later = classes.get("later", set())
        now = {child: parent for child, parent in parents.items() if child not in later}
        for one in range(count):
            for other in range(count):  # joined by the links drawn solid exactly when refsol says so
                joined = root_of(parents, one) == root_of(parents, other)
                assert joined
                together = root_of(now, one) == root_of(now, other)
                assert together == (sets.joined_at(one, other) <= int(time))
        path = path_of(now, x)
        assert path[-1] == then[int(time)][x]
        assert classes.get("new", set()) == {*path[:-1]}
        members = {y for y in range(count) if then[int(time)][y] == then[int(time)][x]}
        green = {(int(across) - 12) // 40 for across in re.findall(r'class="p2" x="(\d+)"', picture)}
        assert green == {position[member] for member in members}
        assert min(green) == position[path[-1]]
        assert "".join(f" → {element}" for element in path[1:]) in re.sub(r" \(step \d\)", "", text_of(state.words))


def test_sum_tree_shows_the_nodes_of_the_structure() -> None:
    elements = sum_tree.ELEMENTS
    spans = [range(16), *[range(4 * k, 4 * k + 4) for k in range(4)], *[range(k, k + 1) for k in range(16)]]
    for key, state in sum_tree.figure().states.items():
        operation, text = key.split(" ")
        index = int(text)
        picture, words = "\n".join(state.picture), text_of(state.words)
        rectangles = re.findall(r'<rect class="(board|p\d)" x="(\d+)" y="\d+" width="(\d+)"', picture)
        classes = [css_class for css_class, _x, _width in rectangles]
        assert [
            range((int(x) - 12) // 23, (int(x) + int(width) - 11) // 23) for _class, x, width in rectangles
        ] == spans
        values = [int(value.replace("–", "0")) for value in re.findall(r'font-size="14">([^<]+)<', picture)]
        tree = SumTree(len(elements))
        numbers = list(elements)
        if operation == "add" and index < len(elements):
            numbers[index] += sum_tree.ADDED
        for k, value in enumerate(numbers):
            tree.add(k, value)
        assert values[1:] == [sum(numbers[span.start : span.stop]) for span in spans[1:]]
        assert values == [int(value) for value in tree._node][:21]
        marked = [span for span, css_class in zip(spans, classes, strict=True) if css_class != "board"]
        if operation == "sum":
            assert sorted(k for span in marked for k in span) == list(range(index))
            total = sum(numbers[:index])
            assert tree.sum(0, index) == total
            assert re.search(rf"is (.* = )?{total}\.", words)
        elif index < len(elements):
            assert marked == [span for span in spans[1:] if index in span]
        else:
            with pytest.raises(ValueError, match=re.escape(words.split(": ")[1].strip(".\n"))):
                tree.add(index, sum_tree.ADDED)


def test_shrinking_shows_a_run_of_the_program_of_the_tour() -> None:
    def printed(data: bytes) -> bytes:
        return subprocess.run(
            [sys.executable, shrinking.PROGRAM], input=data, stdout=subprocess.PIPE, check=True
        ).stdout

    def fails(data: bytes) -> bool:
        return printed(data).split() != oracle(data).split()

    problem = load_problem("multigo")
    oracle, jury = support.ORACLE["multigo"], problem.jury
    run = shrinking.run_of()
    inputs = [step.data for step in run.steps]
    assert inputs[0] == jury.family("rings").generate("1-1")
    assert inputs[-1] == shrink(jury, inputs[0], fails)
    for before, after in pairwise(inputs):
        assert after in jury.reductions(before)
    figure = shrinking.figure()
    assert len(figure.states) == len(inputs)
    for data, step, state in zip(inputs, run.steps, figure.states.values(), strict=True):
        assert is_valid(jury, data)
        assert fails(data)
        words = text_of(state.words)
        assert words.endswith(data.decode().rstrip())
        move = re.search(r"Move (\d+): .* The program says (\w+), refsol (\w+): ", words)
        assert move
        right, found = (answers.decode().split() for answers in (oracle(data), printed(data)))
        assert (found[int(move[1]) - 1], right[int(move[1]) - 1]) == (move[2], move[3])
        assert found[: int(move[1]) - 1] == right[: int(move[1]) - 1]
        if step.made > 1:
            assert f"refused {step.made - 1} other" in words
    assert f"all {len(list(jury.reductions(inputs[-1])))} inputs" in words


def differing(figure: Figure) -> set[str]:
    """Return the keys of the states in which the version that is wrong says something else than refsol."""
    said = {key: text_of(state.words) for key, state in figure.states.items()}
    assert all(("The wrong version says" in words) + ("Both versions say" in words) <= 1 for words in said.values())
    return {key for key, words in said.items() if "The wrong version says" in words}


def dots(figure: Figure, state: State) -> set[str]:
    """Return the cells with a dot."""
    assert figure.cells
    left, top, unit, _rows, _columns = figure.cells
    found = re.findall(r'class="differs" cx="(\d+)" cy="(\d+)"', "".join(state.picture))
    return {cell_key(((int(y) - top) // unit + 1, (int(x) - left) // unit + 1)) for x, y in found}


def test_corners_are_what_the_wrong_version_of_multigo_leaves_out() -> None:
    figure = corners.figure()
    for cell in cells_of(figure):
        board = read_board(corners.source_of(cell))
        assert violations(board) == []
        loser = int(board.owner[cell[0] * board.stride + cell[1]])
        ring = multigo.ring_of(board, cell, loser).own
        sides = [k for k in ring if k % 2]
        runs = 2 if len(sides) == 2 and sides[1] - sides[0] == 4 else min(len(sides), 1)
        words = text_of(figure.states[cell_key(cell)].words)
        assert f"loser, r = {_touching_runs(sum(1 << k for k in ring))}; without the corners it is {runs}" in words
        right = "YES" if TerritoryGame(board).play(*cell, 3 - loser) else "NO"
        assert f"refsol {right}." in words or f"Both versions say {right}." in words
    assert len(differing(figure)) >= 5
    assert all(dots(figure, state) == differing(figure) for state in figure.states.values())


def test_quotients_are_the_small_board_of_the_chip() -> None:
    figure = quotients.figure()
    for cell in cells_of(figure):
        source = tictactoe.source_of(cell)
        wrong, right = wrong_solutions("tictactoe")["quotients"].solve(source), support.SOLVE["tictactoe"](source, {})
        words = text_of(figure.states[cell_key(cell)].words)
        if wrong.split() == right.split():
            assert "Both versions say" in words
        else:
            found = wrong.count(b"!")
            assert f"says {found} cell{'s' * (found > 1)}, refsol {right.count(b'!')} cell" in words
    assert len(differing(figure)) > 60


def test_the_lines_of_a_triangle_have_no_stone_in_common() -> None:
    figure = triangle.figure()
    assert {key.split(" ")[1] for key in differing(figure)} == {"triangle"}
    for name, verdict in (("triangle", ERROR), ("star", 1)):
        stones = triangle.STONES[name]
        board = triangle.board_of(stones)
        assert judge(board) == verdict
        assert len(Position(board).lines()) == 3
        last = 0
        for cell in cells_of(figure):
            rest = [stone for stone in stones if stone != cell]
            position = Position(triangle.board_of(rest))
            words = text_of(figure.states[f"{cell_key(cell)} {name}"].words)
            has_none = judge(triangle.board_of(rest)) == NO_WINNER
            assert ("no line remains" in words) == has_none
            assert ("wasn't the last" in words) == (cell in stones and not has_none)
            assert words.count("; ") == max(0, len(position.lines()) - 1)
            last += has_none
        assert last == (name == "star")


def test_vertices_in_the_order_of_leaving_make_no_intervals() -> None:
    example = chess.Example()
    by_time = chess.Example(by_time=True)
    assert by_time.moments == example.moments
    figure = leaving.figure()
    broken = 0
    for moment, state in zip(by_time.moments, figure.states.values(), strict=True):
        places = [sorted(by_time.order.index(vertex) for vertex in region) for region in moment.regions]
        count = sum(each[-1] - each[0] >= len(each) for each in places)
        words = text_of(state.words)
        assert ("not" in words) == (count > 0)
        assert (f"{count} of them" in words) == (count > 0)
        broken += count
    assert broken > 3


def test_pairs_are_taken_wrongly_where_a_group_is_touched_twice() -> None:
    figure = taken.figure()
    board = read_stones(taken.BOARD)
    assert not PseudoLiberties(board).dead_point()
    legal = Game(board.copy(), BLACK).legal_moves()
    wrong = set()
    for x, y in cells_of(figure):
        words = text_of(figure.states[f"{x},{y}"].words)
        if board.stone[board.point(x, y)] != EMPTY:
            assert "occupied" in words
            continue
        right = "legal" if (x, y) in legal else "forbidden"
        assert f"say {right}" in words or f"refsol {right}" in words
        # Left without a pair in the wrong version: only who is touched once and has one pair.
        sums = [
            (int(a), int(b), "black" in line)
            for line in words.split("\n")
            for a, b in re.findall(r", (\d) − (\d) =", line)
        ]
        free = int(re.search(r"new stone has (\d)", words)[1])  # type: ignore[index]
        dies = any(pairs == 1 for pairs, _lost, is_black in sums if not is_black)
        lives = free > 0 or any(pairs > 1 for pairs, _lost, is_black in sums if is_black)
        if (lives and not dies) != (right == "legal"):
            wrong.add(f"{x},{y}")
            assert any(lost > 1 for _pairs, lost, _is_black in sums)
    assert wrong == differing(figure) == dots(figure, figure.states[figure.start])
    assert len(wrong) == 2


def test_captures_make_a_forbidden_point_legal_in_go() -> None:
    figure = captures.figure()
    start, later, end = captures.boards()
    for board in (start, later):
        assert not PseudoLiberties(board.copy()).dead_point()
        assert captures.POINT not in Game(board.copy(), BLACK).legal_moves()
    assert differing(figure) == {"1"}
    game = Game(start.copy(), BLACK)
    for cell in captures.MOVES:
        game.play(*cell)
    assert [*game.board.stone] == [*later.stone]
    gone = [point for point in later.points(WHITE) if end.stone[point] == EMPTY]
    assert not PseudoLiberties(end.copy()).dead_point()
    assert all(f"{later.coordinates(point)}" in text_of(figure.states["2"].words) for point in gone)
