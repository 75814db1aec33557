"""The bot for Botzone: both forms of the protocol, by a judge of our own that follows Botzone's documents."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import refsol_process

from refsol.errors import InputError
from refsol.jury.bundles.lowering import with_quoted_types
from refsol.nogo.board import BLACK, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.botzone import KEEP_RUNNING, NODES, SIZE, Bot, responses
from refsol.nogo.play.player import SearchSettings

QUICK = SearchSettings(simulations=5, nodes=1000)
START = (-1, -1)
OLDEST = (3, 6)  # the Python that Botzone has


class Judge:
    """Botzone's judge: it has the game, and makes the input of each turn from the requests and responses so far."""

    def __init__(self, bot_is_black: bool) -> None:
        self.game = Game(Board(SIZE))
        self.requests: list[tuple[int, int]] = []
        self.responses: list[tuple[int, int]] = []
        self.request = START
        if not bot_is_black:
            self.play_other()

    def play_other(self) -> bool:
        """Let the opponent play, on the last legal point, and return whether it could."""
        points = self.game.legal_points()
        if not len(points):
            return False
        row, column = self.game.board.coordinates(int(points[len(points) - 1]))
        self.game.play(row, column)
        self.request = (column - 1, row - 1)
        return True

    def take(self, x: int, y: int) -> bool:
        """Take a response, which has to be legal, and return whether the game goes on."""
        if (x, y) == START:
            assert self.game.winner == BLACK + WHITE - self.game.to_move
            return False
        assert self.game.moves or (x, y) != (SIZE // 2, SIZE // 2)
        self.game.play(y + 1, x + 1)
        self.requests.append(self.request)
        self.responses.append((x, y))
        return self.play_other()

    def in_json(self) -> str:
        requests = [{"x": x, "y": y} for x, y in (*self.requests, self.request)]
        replies = [{"x": x, "y": y} for x, y in self.responses]
        return json.dumps({"requests": requests, "responses": replies, "data": "", "globaldata": "", "time_limit": ""})

    def in_lines(self) -> list[str]:
        """Return the whole game in the simple form: the number n of the turn and 2n - 1 lines."""
        lines = [str(len(self.requests) + 1)]
        for request, reply in zip(self.requests, self.responses, strict=True):
            lines += [f"{x} {y}" for x, y in (request, reply)]
        return [*lines, "{} {}".format(*self.request)]


def point_in(line: str) -> tuple[int, int]:
    """Return the point of a response of either form."""
    if line.startswith("{"):
        found = json.loads(line)["response"]
        return found["x"], found["y"]
    x, y = map(int, line.split())
    return x, y


@pytest.mark.unmeasured
@pytest.mark.parametrize("is_black", [True, False])
@pytest.mark.parametrize("is_json", [True, False])
def test_a_game_with_a_new_process_every_turn(is_json: bool, is_black: bool) -> None:
    judge = Judge(is_black)
    while True:
        lines = [judge.in_json()] if is_json else judge.in_lines()
        (answer,) = responses(Bot(QUICK), iter(lines), keep_running=False)
        assert answer.startswith("{") == is_json
        if not judge.take(*point_in(answer)):
            break
    assert len(judge.game.moves) > 20


@pytest.mark.parametrize("is_black", [True, False])
@pytest.mark.parametrize("form", ["json", "json, bare", "simple", "simple, numbered"])
def test_a_game_with_a_bot_that_is_kept_running(form: str, is_black: bool) -> None:
    """After the first turn, the input is the new request only."""
    judge = Judge(is_black)
    waiting: list[str] = [judge.in_json()] if form.startswith("json") else judge.in_lines()

    def lines() -> Iterator[str]:
        while waiting:
            yield waiting.pop(0)

    goes_on = True
    for text in responses(Bot(QUICK), lines()):
        if text.strip() == KEEP_RUNNING:
            if not goes_on:
                break
            x, y = judge.request
            request = json.dumps({"x": x, "y": y})
            waiting += {
                "json": [f'{{"requests": [{request}], "responses": []}}'],
                "json, bare": [request],
                "simple": [f"{x} {y}"],
                "simple, numbered": [str(len(judge.requests) + 1), f"{x} {y}"],
            }[form]
        else:
            goes_on = judge.take(*point_in(text))
    assert len(judge.game.moves) > 20


def test_what_the_search_knows_is_kept_from_turn_to_turn() -> None:
    bot = Bot(SearchSettings(simulations=300, nodes=NODES))
    answer = bot.turn([START])
    assert answer.debug.endswith(" simulations, 300 in all")
    row, column = Board(SIZE).coordinates(bot._search.best())
    assert int(bot.turn([(column - 1, row - 1)]).debug.split()[-3]) > 300


def test_black_does_not_begin_in_the_centre() -> None:
    """Not even if the search likes it best, which it often does with few simulations."""
    for seed in range(60):
        answer = Bot(SearchSettings(simulations=1, seed=seed)).turn([START])
        assert (answer.x, answer.y) != (4, 4)
    reply = Bot(SearchSettings(simulations=1)).turn([(4, 4)])  # white: that black broke the rule isn't the bot's job
    assert (reply.x, reply.y) != (4, 4)


def test_time_is_kept() -> None:
    """On a clock that each look moves by a hundredth of a second, a turn ends in time."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.01
        return now

    bot = Bot(SearchSettings(seconds=0.5, nodes=NODES), clock)
    bot.turn([START])
    assert 0.3 < now <= 0.52  # the clock moves when a turn begins and ends, too


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("hello\n", 1, "'hello' is neither the number of a turn nor JSON"),
        ("\n0\n", 2, "there is no turn 0"),
        ("82\n", 1, "there is no turn 82"),
        ("2\n4 3\n", 2, "the turn has 1 of 3 lines"),
        ("1\n4\n", 2, "'4' is not a point"),
        ("1\n4 --3\n", 2, "'4 --3' is not a point"),
        ("1\n9 0\n", 2, "there is no point 9 0"),
        ("2\n4 3\n0 0\n0 0\n", 4, "the move 0 0 is illegal"),
        ("{\n", 1, "'{' is not JSON"),
        ("{" * 10**5 + "\n", 1, f"'{'{' * 40}' is not JSON"),
        ('{"requests":[],"responses":[]}\n', 1, "there must be one more request than responses"),
        ('{"requests":[{"x":1}],"responses":[]}\n', 1, "'{\"x\": 1}' is not a point"),
        ('{"requests":[{"x":true,"y":1.5}]}\n', 1, '\'{"x": true, "y": 1.5}\' is not a point'),
        ('{"requests":[{"x":4,"y":99}]}\n', 1, "there is no point 4 99"),
        ('{"requests":7}\n', 1, "'7' is not a point"),
    ],
)
def test_bad_input_gets_an_answer(text: str, line: int, message: str) -> None:
    found: list[str] = []
    with pytest.raises(InputError) as raised:
        found.extend(responses(Bot(QUICK), iter(text.splitlines())))  # it keeps what comes before the error
    assert (raised.value.line, raised.value.found) == (line, message)
    assert point_in(found[-1]) == START
    if text.startswith("{"):
        assert json.loads(found[-1])["debug"] == message


def test_the_command_answers_at_once_and_keeps_running() -> None:
    done = refsol_process("nogo", "botzone", "--simulations", "30", stdin=b"1\n-1 -1\n0 0\n")
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, lines[1::2]) == (0, [KEEP_RUNNING] * 2)
    once = refsol_process("nogo", "botzone", "--once", "--simulations", "30", stdin=b"1\n-1 -1\n0 0\n")
    assert once.stdout.decode().splitlines() == lines[:1]
    wrong = refsol_process("nogo", "botzone", "--simulations", "30", stdin=b"1\n-1 -1\nhello\n")
    assert wrong.returncode == 3
    assert wrong.stdout.decode().splitlines() == [*lines[:2], "-1 -1"]
    assert wrong.stderr == b"refsol: -:3:1: expected a request of Botzone, found 'hello' is not a point\n"
    refused = refsol_process("nogo", "botzone", "--policy", "no", stdin=b"")
    assert (refused.returncode, refused.stdout) == (2, b"")


def pythons() -> list[str]:
    """Return this Python and others that are installed, the old ones among them."""
    names = ("python3.6", "python3.7", "python3.8", "python3.9", "pypy3")
    return [sys.executable, *filter(None, map(shutil.which, names))]


def test_the_bot_as_one_file(tmp_path: Path) -> None:
    """It needs nothing else, also in old versions of Python, and plays as the command does."""
    path = tmp_path / "bot.py"
    done = refsol_process("nogo", "botzone", "--simulations", "50", "--seconds", "900", "--bundle", str(path))
    assert (done.returncode, done.stdout) == (0, b"")
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=OLDEST)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module != "__future__"
            assert not {alias.name for alias in node.names} & {"Final", "final", "Protocol", "TypeAlias"}
        annotation = getattr(node, "annotation", None) or getattr(node, "returns", None)
        assert annotation is None or isinstance(annotation, ast.Constant)
        assert not isinstance(node, ast.NamedExpr)
    stdin = b"2\n-1 -1\n8 8\n0 0\n3 3\n"
    words = ("--simulations", "50", "--seconds", "900")
    expected = refsol_process("nogo", "botzone", *words, stdin=stdin).stdout
    assert expected.count(KEEP_RUNNING.encode()) == 2
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REFSOL"))}
    for python in pythons():
        ran = subprocess.run([python, "-I", path], input=stdin, capture_output=True, env=environment, cwd=tmp_path)
        if b"pyenv" in ran.stderr:  # a name without a version behind it
            continue
        assert (ran.stdout, ran.stderr, ran.returncode) == (expected, b"", 0), python


def test_types_of_a_bundle_become_texts() -> None:
    source = (
        "from typing import Final, NamedTuple, final\n"
        "from typing import Final\n"
        "class A(NamedTuple):\n    x: int\n    y: 'list[A]' = []\n"
        "@final\nclass B:\n    def f(self, a: list[int], *, b: A | None = None) -> dict[str,\n        int]:\n"
        "        self.c: Final[int] = 1  # kept\n"
    )
    assert with_quoted_types(source) == (
        "from typing import NamedTuple\n"
        "\n"
        "class A(NamedTuple):\n    x: 'int'\n    y: 'list[A]' = []\n"
        "class B:\n    def f(self, a: 'list[int]', *, b: 'A | None' = None) -> 'dict[str, int]':\n"
        "        self.c: 'Final[int]' = 1  # kept\n"
    )
