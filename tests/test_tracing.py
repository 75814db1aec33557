"""The plain solutions, step by step."""

import json
import re
import sys
from pathlib import Path

import pytest
import support

from refsol.errors import InputError, OptionError
from refsol.problem import NAMES, load
from refsol.problem.scene import NOTHING, Cell, RoadType, Scene
from refsol.problem.tracing import LONGEST, MOST, Trace, shortened, trace

MULTIGO = b"2 2 2 1\n1 1\n1 2\n1 2 2\n"
FIRST = """\
      def solve(data: bytes) -> str:
          data = b'2 2 2 1\\n1 1\\n1 2\\n1 2 2\\n'
          numbers = list(map(int, data.split()))
              numbers = [2, 2, 2, 1, 1, 1, 1, 2, 1, 2, 2]
          height, width, players, _moves = numbers[:4]
              height = 2; width = 2; players = 2
          stride = width + 2
              stride = 4
          owner = [0] * (stride * (height + 2))
              owner = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
          read = 4
              read = 4
          for x in range(1, height + 1):
              x = 1
              owner[x * stride + 1 : x * stride + 1 + width] = numbers[read : read + width]
                  owner[5] = 1; owner[6] = 1
"""
CALL = """\
      def touching_runs(ring: list[int], player: int) -> int:
          ring = [0, 0, 0, 0, 2, 1, 1, 0]; player = 1
          runs = 0
              runs = 0
"""


def printed(*words: str) -> str:
    """Return what ``trace`` prints, without the numbers of lines, which have to be those of the program."""
    source = trace(load("multigo"), MULTIGO).source.splitlines()
    shown = support.refsol_here("multigo", "trace", *words, stdin=MULTIGO).stdout.decode()
    for number, code in re.findall(r"^ *(\d+)  (.*)$", shown, flags=re.MULTILINE):
        assert source[int(number) - 1] == code
    return re.sub(r"^ *\d+  ", " " * 6, shown, flags=re.MULTILINE)


def scenes_of(name: str, found: Trace) -> list[Scene]:
    state = load(name).explainer.state
    assert state is not None
    return [scene for step in found.steps if (scene := state(step.stack)) is not None]


@pytest.mark.parametrize("name", NAMES)
def test_a_trace_ends_with_the_answer(name: str) -> None:
    problem = load(name)
    before = sys.gettrace()
    for _seed, _rng, data in support.inputs(name, 3):
        found = trace(problem, data)
        assert [step.line for step in found.steps[:1]] == [
            found.source.splitlines().index("def solve(data: bytes) -> str:") + 1
        ]
        if len(found.steps) < MOST:
            assert found.output is not None
            assert found.output.encode().split() == b"".join(problem.solve(data, {})).split()
            assert found.changes[-1].startswith("solve returns ")
        assert scenes_of(name, found) or len(found.steps) < 30
    assert sys.gettrace() is before


def test_what_is_printed() -> None:
    assert printed("--steps", "8") == FIRST
    whole = printed()
    assert whole.startswith(FIRST)
    assert CALL in whole
    assert whole.endswith("          return \"\".join(answers)\n              solve returns 'YES\\n'\n")
    assert printed("--from", "2", "--steps", "1") == "".join(FIRST.splitlines(keepends=True)[2:4])
    cut = support.refsol_here("multigo", "trace", "--steps", "8", stdin=MULTIGO)
    assert cut.stderr == b"refsol: stopped after step 8; --steps and --from show others\n"
    assert cut.returncode == 0
    steps = str(len(trace(load("multigo"), MULTIGO).steps))
    assert support.refsol_here("multigo", "trace", "--steps", steps, stdin=MULTIGO).stderr == b""


def test_steps_as_json() -> None:
    lines = support.refsol_here("multigo", "trace", "--json", "--steps", "3", stdin=MULTIGO).stdout.splitlines()
    steps = [json.loads(line) for line in lines]
    assert [step["step"] for step in steps] == [1, 2, 3]
    steps[2].pop("line")
    assert steps[2] == {
        "step": 3,
        "function": "solve",
        "variables": {"data": repr(MULTIGO), "numbers": "[2, 2, 2, 1, 1, 1, 1, 2, 1, 2, 2]"},
        "changes": ["height = 2", "width = 2", "players = 2"],
    }


@pytest.mark.parametrize(
    ("words", "stdin", "status", "message"),
    [
        ([], b"2 2\n", 3, "-:2:1: expected number of players K in 2..1000000, found end of file"),
        ([], b"2 2 2 1\n1 1\n1 2\n1 2 2\n" + b" " * LONGEST, 3, "-:1:1: expected at most 65536 bytes to step through"),
        (["--steps", "0"], MULTIGO, 2, ""),
        (["--from", "2", "--steps", "20000"], MULTIGO, 2, "--from and --steps can reach step 20000, not 20001"),
    ],
)
def test_what_cannot_be_traced(words: list[str], stdin: bytes, status: int, message: str) -> None:
    done = support.refsol_here("multigo", "trace", *words, stdin=stdin)
    assert done.returncode == status
    assert message in done.stderr.decode()
    assert done.stdout == b""


def test_a_problem_without_a_plain_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refsol.problem.tracing.data_in", lambda *_: None)
    with pytest.raises(OptionError, match="multigo has no plain solution"):
        trace(load("multigo"), MULTIGO)
    with pytest.raises(InputError):
        trace(load("multigo"), b" " * (LONGEST + 1))


def test_the_last_board_of_a_game_of_multi_go() -> None:
    for _seed, _rng, data in support.inputs("multigo", 5):
        found = trace(load("multigo"), data)
        if found.output is not None:
            *_, end = load("multigo").explainer.steps(data, {}).explanations
            assert scenes_of("multigo", found)[-1].pieces == end.scene.pieces


def test_the_last_board_of_a_game_of_nogo() -> None:
    found = trace(load("nogo"), b"3\n...\n.X.\n..O\n")
    assert found.output is not None
    moves = [tuple(map(int, line.split())) for line in found.output.splitlines()[:-1]]
    colours = {(2, 2): "X", (3, 3): "O"} | {cell: "XO"[turn % 2] for turn, cell in enumerate(moves)}
    scene = scenes_of("nogo", found)[-1]
    assert {cell for cell in _cells(scene) if scene.piece(*cell) != NOTHING} == colours.keys()
    assert all(scene.piece(*cell).text == colour for cell, colour in colours.items())


def test_the_marked_cells_of_tic_tac_toe() -> None:
    source = Path(support.SAMPLES, "tictactoe", "1.in").read_bytes()
    found = trace(load("tictactoe"), source)
    scene = scenes_of("tictactoe", found)[-1]
    assert found.output is not None
    shown = ["".join(scene.piece(row, column).text for column in range(1, 10)) for row in range(1, 10)]
    assert shown == ["".join(line.split()) for line in found.output.splitlines() if line]


def test_the_regions_of_chess_are_what_open_roads_connect() -> None:
    state = load("chess").explainer.state
    assert state is not None
    compared = 0
    for _seed, _rng, data in support.inputs("chess", 5):
        found = trace(load("chess"), data)
        line = found.source.splitlines().index("        count = size - 1") + 1
        for step in found.steps:
            scene = state(step.stack) if step.line == line else None
            if scene is not None:
                assert scene.focus is not None
                assert set(scene.marks[0].cells) == _region(scene, scene.focus)
                compared += 1
    assert compared > 5


def _cells(scene: Scene) -> list[Cell]:
    return [(row, column) for row in scene.shown_rows for column in scene.shown_columns]


def _region(scene: Scene, start: Cell) -> set[Cell]:
    assert scene.roads is not None
    region, pending = {start}, [start]
    while pending:
        row, column = pending.pop()
        ways = [
            ((row, column + 1), scene.roads.east, (row, column)),
            ((row, column - 1), scene.roads.east, (row, column - 1)),
            ((row + 1, column), scene.roads.south, (row, column)),
            ((row - 1, column), scene.roads.south, (row - 1, column)),
        ]
        for cell, roads, (x, y) in ways:
            is_open = scene.shows(cell) and roads[x - 1][y - 1] is RoadType.OPEN
            if is_open and cell not in region and scene.piece(*cell) == NOTHING:
                region.add(cell)
                pending.append(cell)
    return region


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([1, [2, "x"], (3, None)], "[1, [2, 'x'], (3, None)]"),
        ({"a": [1]}, "{'a': [1]}"),
        (frozenset({(2, 1), (1, 2)}), "{(1, 2), (2, 1)}"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, … (100)"),
        (10**70, f"1{'0' * 58}…"),
    ],
)
def test_values_in_short(value: object, text: str) -> None:
    assert shortened(value) == text
