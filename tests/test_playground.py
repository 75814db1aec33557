"""The playground without a browser: what answers the page, its links, its files, and a site without it."""

import json
import re
import subprocess
import sys
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any  # Any: what JSON holds
from zipfile import ZipFile

import commands
import games
import playground_files
import pytest
import support
from answering import answer
from playground_page import example, fragment, page
from support import refsol_here, refsol_process

from refsol import multigo, nogo
from refsol.jury.bundles import solver_of
from refsol.jury.judging import Expectation
from refsol.jury.packages import submissions_of
from refsol.jury.run.command import Command
from refsol.jury.run.program import RunLimits
from refsol.problem import NAMES, load
from refsol.problem.tracing import trace

pytestmark = [pytest.mark.docs, support.once]

PYTHON = [sys.executable, "-I", "-S"]  # which starts quickly, so that inputs shrink in time
SMALL = {name: (support.SAMPLES / name / "1.in").read_bytes() for name in NAMES}


def ask(request: dict[str, object], **files: bytes) -> dict[str, Any]:
    """Return the reply to a request with the files called ``input.txt`` and so on."""
    named = {f"{name}.txt": memoryview(content) for name, content in files.items()}
    reply: dict[str, Any] = json.loads(answer(json.dumps(request), named))
    return reply


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("verb", ["solve", "explain", "validate", "show", "check"])
def test_a_reply_is_what_the_command_prints(name: str, verb: str, tmp_path: Path) -> None:
    for source in (SMALL[name], SMALL[name][:-2], b"x", b"", b"\xff\n"):
        output = b"1\n"
        (tmp_path / "input.txt").write_bytes(source)
        (tmp_path / "output.txt").write_bytes(output)
        words = [name, verb, "input.txt", *(["output.txt"] if verb == "check" else [])]
        done = refsol_here(*words, cwd=tmp_path)
        reply = ask({"do": "run", "arguments": words}, input=source, output=output)
        assert reply == {
            "status": done.returncode,
            "output": done.stdout.decode(),
            "errors": done.stderr.decode(),
            "file": None,
        }


def test_a_file_that_a_command_writes(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes(SMALL["multigo"])
    words = ["multigo", "show", "input.txt", "--html", "page.html"]
    assert refsol_here(*words, cwd=tmp_path).returncode == 0
    reply = ask({"do": "run", "arguments": words, "wanted": "page.html"}, input=SMALL["multigo"])
    assert reply["file"] == (tmp_path / "page.html").read_text(encoding="utf-8")
    assert (reply["status"], reply["output"], reply["errors"]) == (0, "", "")


def test_what_the_playground_does_not_run() -> None:
    here = Path.cwd()
    for words in (["nogo", "explain", "input.txt", "--move", "x"], ["nogo", "fly"], ["--help"]):
        reply = ask({"do": "run", "arguments": words}, input=SMALL["nogo"])
        assert reply["status"] == 2
        assert reply["errors"] == f"refsol: the playground can't run: refsol {' '.join(words)}\n"
    large = b" " * (commands.LIMIT + 1)
    reply = ask({"do": "run", "arguments": ["nogo", "solve", "input.txt"]}, input=large)
    assert reply["status"] == 3
    found = "input.txt:1:1: expected at most 1048576 bytes in the playground, found 1048577"
    assert reply["errors"] == f"refsol: {found}\n"
    with pytest.raises(KeyError):
        ask({"do": "nothing"})
    assert Path.cwd() == here


def stressed(directory: Path, problem: Sequence[str], program: str) -> dict[str, Any]:
    """Return what ``stress`` reports on a program in Python, with the ``input`` of its failure, if that is saved."""
    (directory / "program.py").write_text(program, encoding="utf-8")
    words = ["stress", *problem[1:], "--here", "--seed", "1", "--cases", "30", "--json", "--", *PYTHON, "program.py"]
    done = refsol_process(problem[0], *words, cwd=directory)
    report: dict[str, Any] = json.loads(done.stdout)
    for failure in report["failures"]:
        failure["input"] = failure["files"] and (directory / failure["files"][0]).read_bytes().decode()
    return report


def tried(program: str, request: dict[str, object], **files: bytes) -> dict[str, Any]:
    """Return the last step of a trial of a program in Python, which runs as a command."""
    programs = {"program": program, "model": files.pop("model", b"").decode()}
    whole = {"do": "try", "seed": "1", "seconds": 60, "most": 30, **request}
    step: dict[str, Any] = json.loads(answer(json.dumps(whole), files))
    while "run" in step:
        command = Command([*PYTHON, "-c", programs[step["run"]]], RunLimits())
        ran = command.run(step["input"].encode("latin-1"))
        told = {"fault": ran.fault, "message": ran.message, "status": ran.status, "read": ran.read_input}
        written = {"output": ran.output, "errors": ran.stderr}
        step = json.loads(answer(json.dumps({"do": "ran", "seconds": ran.seconds, **told}), written))
    return step


@support.needs_posix
@pytest.mark.parametrize("name", NAMES)
def test_a_trial_finds_what_stress_finds(name: str, tmp_path: Path) -> None:
    wrong = [program for program in submissions_of(load(name)) if program.verdict == Expectation.WRONG_ANSWER][-2:]
    crashing = "raise SystemExit(len(input()) > 3)"
    for program in [*(one.data.decode() for one in wrong), crashing, "1 / 0", load_plain(name), example(name)]:
        report = stressed(tmp_path, [name], program)
        step = tried(program, {"problem": name})
        found = step["found"]
        assert step["cases"] == report["cases"]
        if not report["failures"]:
            assert found is None
            continue
        (failure,) = report["failures"]
        if failure["files"] is None:
            assert (found["headline"], found["input"]) == ("crashed before it read its input", None)
            assert "ZeroDivisionError" in found["errors"]
            continue
        is_wrong = failure["kind"] == "wrong answer"
        assert (found["input"], found["headline"]) == (failure["input"], failure["kind"])
        case = f"case {failure['case']}, family {failure['family']}; "
        assert found["note"].startswith(f"sample {failure['sample']}" if failure["on_sample"] else case)
        reasons = [failure["message"], *failure["meaning"]] if is_wrong else [f"the program {failure['message']}"]
        assert found["reasons"] == reasons
        lesson = failure["lesson"] or {"page": ""}
        assert [title for title, _address in found["lessons"]] == [*lesson.values()][:-1]
        assert all(address.startswith(f"problems/{name}.html#") for _title, address in found["lessons"])
        assert bool(found["outputs"]) == is_wrong
        assert (found["picture"] is not None) <= is_wrong
        assert re.search("<title[^>]*>[^<]", found["picture"] or "<title>-")
    # The example, the last one, fails soon on a small input; tic-tac-toe's always have 29 tokens.
    assert is_wrong
    assert len(failure["input"].split()) <= 29


def test_runs_that_a_browser_cannot_judge() -> None:
    """They count neither as cases nor as faults, and nothing that hasn't failed is a smaller counterexample."""
    unknown: dict[str, object] = {"do": "ran", "unknown": "too deep"}
    wrong: dict[str, object] = {"do": "ran", "fault": None, "message": "", "status": 0, "seconds": 0, "read": True}
    files = {"output": b"x", "errors": b""}

    def last(*outcomes: dict[str, object]) -> dict[str, Any]:
        request = {"do": "try", "problem": "multigo", "seed": "1", "seconds": 60, "most": 2}
        step: dict[str, Any] = json.loads(answer(json.dumps(request), {}))
        for outcome in chain(outcomes, repeat(unknown)):
            if "run" not in step:
                break
            step = json.loads(answer(json.dumps(outcome), files))
        return step

    step = last()
    assert (step["cases"], step["found"], {*step["unknown"]}) == (0, None, {"too deep"})
    found = last(wrong)["found"]
    assert "did not fail when run again" in found["note"]
    smaller = last(wrong, wrong, wrong)["found"]
    assert len(smaller["input"]) < len(found["input"])
    assert "shrunk from" in smaller["note"]


def load_plain(name: str) -> str:
    return solver_of(load(name))


def test_random_games_of_nogo_are_legal_and_end() -> None:
    source = (support.SAMPLES / "nogo" / "2.in").read_bytes()
    for seed in range(20):
        moves: list[list[int]] = []
        state: dict[str, Any] = {"over": False}
        while not state["over"]:
            state = ask({"do": "play", "game": "nogo", "moves": moves, "random": f"{seed} {len(moves)}"}, input=source)
            assert state["moves"][:-1] == moves
            moves = state["moves"]
            assert bool(state["as_input"]) == (len(moves) % 2 == 0)
            if state["as_input"]:
                nogo.read_board(state["as_input"].encode())
        checked = ask(
            {"do": "run", "arguments": ["nogo", "check", "input.txt", "output.txt"]},
            input=source,
            output=state["as_output"].encode(),
        )
        assert checked["status"] == 0


def test_every_move_of_nogo_is_judged_as_the_rules_do() -> None:
    random = Random(1)
    for _ in range(50):
        source = load("nogo").jury.family("small").make(random)
        size = nogo.read_board(source).size
        for x in range(1, size + 1):
            for y in range(1, size + 1):
                legal = nogo.Game(nogo.read_board(source)).is_legal(x, y)
                state = ask({"do": "play", "game": "nogo", "moves": [], "move": [x, y]}, input=source)
                assert state["refused"] == (not legal)
                assert state["moves"] == ([[x, y]] if legal else [])
                if not legal:
                    assert state["message"].startswith(f"Black may not play on ({x}, {y}): ")


def test_every_move_of_multigo_is_judged_as_by_the_solver() -> None:
    random = Random(1)
    for seed in range(20):
        source = load("multigo").jury.family("spirals").generate(str(seed), {"height": 4, "width": 5, "moves": 1})
        moves: list[list[int]] = []
        answers = []
        for _ in range(6):
            move = [random.randint(1, 4), random.randint(1, 5), random.randint(1, 3)]
            if move[2] > multigo.read_board(source).players:
                continue
            state = ask({"do": "play", "game": "multigo", "moves": moves, "move": move}, input=source)
            answers.append(b"NO\n" if state["refused"] else b"YES\n")
            moves = state["moves"]
            assert f": {'NO' if state['refused'] else 'YES'}. " in state["message"]
            assert multigo.solve(state["as_input"].encode()) == b"".join(answers)
        state = ask({"do": "play", "game": "multigo", "moves": moves, "random": "x"}, input=source)
        assert not state["refused"]
        assert multigo.solve(state["as_input"].encode()) == b"".join([*answers, b"YES\n"])


def test_games_begin_on_the_empty_boards_of_the_page() -> None:
    found = re.search(r'id="problems">(.*)</script>', page())
    assert found is not None
    boards = {problem["name"]: problem["board"] for problem in json.loads(found[1])}
    for name, side, cells in (("nogo", "Black to move.", 49 * "."), ("tictactoe", "x is next", 81 * "!")):
        source = boards.pop(name).encode()
        state = ask({"do": "play", "game": name, "moves": []}, input=source)
        assert state["message"].startswith(side)
        assert "".join(map("".join, state["grid"]["cells"])) == cells
        assert bool(state["as_input"]) == (not state["no_input"])
        state = ask({"do": "play", "game": name, "moves": [[7, 7]], "random": "x"}, input=source)
        assert len(state["moves"]) == 2
        assert not state["refused"]
    assert {*boards.values()} == {None}


def test_a_board_on_which_no_cell_can_go_to_a_neighbour() -> None:
    source = b"1 1 2 1\n1\n1 1 1\n"
    state = ask({"do": "play", "game": "multigo", "moves": [], "random": "x"}, input=source)
    assert state["moves"] == []
    assert state["message"] == "There is no random move: no cell may go to the owner of an adjacent one."
    state = ask({"do": "play", "game": "multigo", "moves": [[1, 1, 2]], "move": [1, 1, 3]}, input=source)
    assert state["moves"] == [[1, 1, 2]]
    assert state["refused"]
    assert state["message"] == "There is no player 3: players are numbered from 1 to 2."


def test_boards_that_cannot_be_played_on() -> None:
    for game, source in (("nogo", b"2\nXX\nOO\n"), ("multigo", b"1 3 2 1\n1 2 1\n1 1 1\n")):
        printed = ask({"do": "run", "arguments": [game, "validate", "input.txt"]}, input=source)
        reply = ask({"do": "play", "game": game, "moves": []}, input=source)
        assert [f"{reply['error']}\n", {*reply}] == [printed["errors"], {"error"}]
    large = load("nogo").jury.family("empty").generate("1", {"size": 61})
    error = ask({"do": "play", "game": "nogo", "moves": []}, input=large)["error"]
    assert error == "Only boards of up to 60 rows and columns can be played on."


def test_the_grid_is_where_the_cells_are() -> None:
    state = games.play({"game": "nogo", "moves": []}, {"input.txt": (support.SAMPLES / "nogo" / "2.in").read_bytes()})
    grid = state["grid"]
    assert isinstance(grid, dict)
    assert grid["cells"] == [["X", "O", "O"], ["X", "O", "."], ["X", ".", "."]]
    across, down = grid["left"] + grid["unit"] // 2, grid["top"] + grid["unit"] // 2
    assert f'class="stone black" d="M{across - 16} {down}' in str(state["picture"])


def test_a_fragment_holds_everything() -> None:
    text = fragment("nogo", b"2\r\n\xff", {"move": 3})
    version, _, packed = text.partition(".")
    data = zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS)
    head, _, files = data.partition(b"\n")
    assert version == "1"
    assert json.loads(head) == {"problem": "nogo", "view": "solve", "settings": {"move": 3}, "sizes": [4, 0]}
    assert files == b"2\r\n\xff"


def test_the_page_allows_only_its_own_files() -> None:
    _, _, rest = page().partition('http-equiv="Content-Security-Policy" content="')
    policy = rest.partition('"')[0]
    assert policy.startswith("default-src 'none'; ")
    assert "'unsafe" not in policy
    assert "http" not in policy
    assert policy.count("'sha256-") == 2
    assert "style=" not in page()
    assert " onclick=" not in page()


def test_the_sources_are_packed_reproducibly_and_enough_to_run(tmp_path: Path) -> None:
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    playground_files.write_sources(first)
    playground_files.write_sources(second)
    assert first.read_bytes() == second.read_bytes()
    assert {"answering.py", "refsol/__init__.py", "sortedcontainers/__init__.py"} <= {*ZipFile(first).namelist()}
    program = (
        "import sys; sys.path.insert(0, sys.argv.pop()); sys.modules['librt'] = sys.modules['mypy_extensions'] = None\n"
        "import answering; print(answering.answer(sys.argv[1], {'input.txt': b'2\\nX.\\n.O\\n'}))\n"
    )
    request = {"do": "run", "arguments": ["nogo", "solve", "--liberties", "exact", "input.txt"]}
    arguments = [sys.executable, "-I", "-S", "-c", program, json.dumps(request), str(first)]
    done = subprocess.run(arguments, capture_output=True, check=True)
    assert json.loads(done.stdout)["output"] == "1 2\n-1 -1\n"


@pytest.fixture
def no_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let npm ask a port where nobody answers, with an empty cache."""
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("REFSOL_PYODIDE", str(tmp_path / "pyodide"))


def test_pyodide_cannot_be_had(no_registry: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(playground_files.MissingError, match=r"^npm can't [^\n]+$"):
        playground_files.install()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(playground_files.MissingError, match="npm can't be run"):
        playground_files.install()


def test_a_site_without_the_playground(
    no_registry: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    application = pytest.importorskip("sphinx.application", reason="no Sphinx is installed (the extra 'docs')")
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_text("extensions = ['playground']\n", encoding="ascii")
    (source / "index.rst").write_text("Title\n=====\n\n.. only:: playground\n\n   Play\n", encoding="ascii")
    app = application.Sphinx(source, source, tmp_path / "site", tmp_path / "doctrees", "html", status=None)
    app.build()
    assert app.statuscode == 0
    assert not (tmp_path / "site" / "playground.html").exists()
    assert "Play" not in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    printed = capfd.readouterr().err.splitlines()
    assert [line for line in printed if "playground" in line] == [line for line in printed if line]
    assert printed[0].startswith("The site is built without the playground: npm can't ")


def test_steps_of_a_plain_solution() -> None:
    source = SMALL["multigo"]
    run = ask({"do": "steps", "problem": "multigo"}, input=source)
    assert run["steps"] == [step.line for step in trace(load("multigo"), source).steps]
    assert run["whole"]
    assert len(run["answers"]) == 6
    for at in run["answers"]:
        step = ask({"do": "step", "problem": "multigo", "at": at}, input=source)
        assert step["changes"][0].startswith("answers[")
        assert [name for name, _value, changed in step["variables"] if changed] == ["answers"]
        assert step["function"] == "solve"
        assert step["picture"].startswith("<svg")
    begin = ask({"do": "step", "problem": "multigo", "at": 0}, input=source)
    assert (begin["picture"], begin["variables"]) == (None, [])


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_a_step_to_go_to(name: str) -> None:
    source = b"2\nX.\n.O\n" if name == "nogo" else SMALL[name]
    assert ask({"do": "steps", "problem": name}, input=source)["answers"]


def test_steps_of_a_bad_input() -> None:
    run = ask({"do": "steps", "problem": "multigo"}, input=b"2\n")
    assert run == {"error": "refsol: input.txt:2:1: expected number of columns M in 1..1000, found end of file"}
