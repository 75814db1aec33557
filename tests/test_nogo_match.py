"""``refsol nogo match``: reports, results that go on, SGF, and options of refsol's own engine as arguments."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import support

from refsol.cli.main import parse
from refsol.jury.run.program import RUNNER_LOST
from refsol.nogo.play.match.records import Results, ResultsError, record_in

pytestmark = pytest.mark.slow

PLAYER = f"{shlex.quote(sys.executable)} {shlex.quote(str(support.ROOT / 'tests' / 'gtp_player.py'))}"
CRASHES = f"{PLAYER} --fault crash"


def match(*arguments: str, cwd: Path, status: int = 0) -> str:
    """Run a match; return its report or, if it ends with another ``status``, what it says on standard error."""
    done = support.python_process("-m", "refsol", "nogo", "match", *arguments, "--size", "5", cwd=cwd)
    said, nothing = (done.stderr, done.stdout) if status else (done.stdout, done.stderr)
    assert (done.returncode, nothing) == (status, b"")
    return said.decode("utf-8", "replace")


def test_words_of_its_own_engine_are_no_files(tmp_path: Path) -> None:
    for name in ("refsol", "nogo", "gtp", "10", "uniform", "1"):
        (tmp_path / name).mkdir()
    engine = "--simulations 10 --policy uniform --seed 1"
    output = match(engine, engine, "--games", "2", cwd=tmp_path)
    assert "fault" not in output


def test_a_match_that_goes_on(tmp_path: Path) -> None:
    kept = ("--results", "r.jsonl", "--sgf", "games")
    output = match(PLAYER, CRASHES, "--games", "4", "--jobs", "2", "--elo1", "100", *kept, cwd=tmp_path)
    assert "\n4 games: A 4, B 0; Elo +∞ (" in output
    assert "\nopenings: 2 near even; black won 2 games\n" in output
    assert "\npairs: A won both games of 2, one of 0, none of 0\n" in output
    assert "\nB lost 4 games by a fault: crashed\n  pair " in output
    assert "(out of luck)\n" in output
    assert "\nSPRT of Elo 0 (H0) and 100 (H1): undecided, log-likelihood ratio 0.49 (-2.94, 2.94)\n" in output
    assert sorted(file.name for file in (tmp_path / "games").iterdir()) == [
        *("00001a.sgf", "00001b.sgf", "00002a.sgf", "00002b.sgf")
    ]
    before = (tmp_path / "r.jsonl").read_bytes()
    assert before.count(b"\n") == 5
    (tmp_path / "r.jsonl").write_bytes(before + before[:7])  # as a match that was killed while it wrote
    report = json.loads(match(PLAYER, CRASHES, "--games", "6", "--json", *kept, cwd=tmp_path))
    assert (report["games"], report["wins"], report["pairs"], report["elo"]) == (6, [6, 0], [0, 0, 3], None)
    assert len(report["faults"]) == 6
    assert (report["openings"], report["black_wins"]) == ({"near_even": 3, "random": 0}, 3)
    after = (tmp_path / "r.jsonl").read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == 7
    errors = match(CRASHES, PLAYER, *kept, cwd=tmp_path, status=2)
    assert errors.startswith("refsol: r.jsonl: results of another match: engines is ")


def test_names_of_two_engines(tmp_path: Path) -> None:
    words = (PLAYER, CRASHES, "--name", "good", "--name", "bad", "--games", "2", "--results", "r.jsonl")
    output = match(*words, cwd=tmp_path)
    assert output.startswith(f"good: {PLAYER}\nbad: {CRASHES}\n2 games: good 2, bad 0; Elo ")
    assert "\npairs: good won both games of 1, " in output
    assert "\n  pair 1, bad: genmove W" in output
    assert json.loads(match(*words, "--json", cwd=tmp_path))["names"] == ["good", "bad"]


def test_openings_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"# of our own\r\n\r\nC3 b2 D4\r\n  A1 # a corner\r\n")
    words = (PLAYER, CRASHES, "--games", "6", "--openings", "mine", "--results", "r.jsonl")
    output = match(*words, cwd=tmp_path)
    assert "\nopenings: 2 given, then 4 random moves; black won " in output
    records = [record_in(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()[1:]]
    begins = {record.pair: record.moves[: record.opening] for record in records}
    assert (begins[0], begins[1], len(begins[2])) == (["C3", "B2", "D4"], ["A1"], 4)
    report = json.loads(match(*words, "--json", cwd=tmp_path))
    assert (report["games"], report["openings"]) == (6, {"near_even": 0, "random": 1, "given": 2})
    (tmp_path / "mine").write_text("C3\n")
    errors = match(*words, cwd=tmp_path, status=2)
    assert errors.startswith("refsol: r.jsonl: results of another match: opening is ")


@pytest.mark.parametrize(
    ("words", "content", "status", "message"),
    support.toml("mistakes")["match_files"],
)
def test_files_that_cannot_be(words: str, content: str, status: int, message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content.encode("latin-1"))
    done = support.refsol_here("nogo", "match", "x", "y", *words.split(), cwd=tmp_path)
    support.require_refusal(done, message, status)


@pytest.mark.parametrize(("line", "message"), support.toml("mistakes")["match"])
def test_mistakes(line: str, message: str, tmp_path: Path) -> None:
    done = support.refsol_here("nogo", "match", *shlex.split(line), "--size", "5", cwd=tmp_path)
    support.require_refusal(done)
    assert message in done.stderr.decode()


def test_a_file_that_is_full_is_named(tmp_path: Path) -> None:
    words = [*support.REFSOL, "nogo", "match", PLAYER, CRASHES, "--size", "5", "--games", "2", "--results", "r.jsonl"]
    shell = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *words]
    done = subprocess.run(shell, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"refsol: r.jsonl: File too large\n")


def test_names_and_seeds_are_any_bytes(tmp_path: Path) -> None:
    words = (PLAYER, f"{CRASHES} --seed \udcff", *["--seed", "�", "--games", "2", "--results", "r.jsonl", "--sgf", "g"])
    for _ in range(2):
        match(*words, cwd=tmp_path)
    assert b"--seed \xff]" in (tmp_path / "g" / "00001a.sgf").read_bytes()


def test_half_a_second_is_enough_for_the_own_engine_and_is_known_to_it(tmp_path: Path) -> None:
    """The other one isn't told its time, which is reported."""
    output = match("--seed 1", PLAYER, "--games", "2", "--move-time", "0.5", cwd=tmp_path)
    assert "fault" not in output
    assert output.endswith("\nB takes whole seconds only, so less than one isn't sent\n")


def test_engines_run_in_the_current_directory_on_demand(tmp_path: Path) -> None:
    support.write_program(tmp_path / "engine", f'#!/bin/sh\npwd >> {tmp_path}/where\nexec {PLAYER} "$@"\n')
    for options, here in ((), False), (("--here",), True):
        match("./engine", CRASHES, "--games", "2", *options, cwd=tmp_path)
        places = (tmp_path / "where").read_text(encoding="utf-8").splitlines()[-2:]
        assert [place == str(tmp_path.resolve()) for place in places] == [here, here]


def test_walls(tmp_path: Path) -> None:
    (tmp_path / "walls").write_text("5 5 X\n.....\n.#.#.\n.....\n.#...\n.....\n")
    words = ("--simulations 5", "--simulations 2", "--games", "2", "--results", "r.jsonl", "--walls")
    output = match(*words, "walls", cwd=tmp_path)
    assert "\nwalls: B4 D4 B2\n2 games: " in output
    assert "\nopenings: 4 random moves; " in output
    assert json.loads(match(*words, "walls", "--json", cwd=tmp_path))["walls"] == ["B4", "D4", "B2"]
    errors = match(*words[:-1], cwd=tmp_path, status=2)
    assert errors == "refsol: r.jsonl: results of another match: walls is ['B4', 'D4', 'B2'], not []\n"


def test_hollow_nogo(tmp_path: Path) -> None:
    engine = "--simulations 2"
    done = support.python_process(
        "-m", "refsol", "nogo", "match", engine, engine, "--games", "2", "--walls", "hollow", cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\nwalls: E8 E7 B5 C5 G5 H5 E3 E2\n2 games: " in done.stdout


def test_options_of_the_own_engine() -> None:
    call = parse(["nogo", "match", "--simulations 50", "--policy uniform --seed 3", "--games", "2"])
    assert call is not None
    assert call.values == {"a": "--simulations 50", "b": "--policy uniform --seed 3", "games": 2}
    assert parse(["nogo", "match", "--simulations", "x"]) is None


@pytest.mark.parametrize("content", ["x", "x\n", "{}\n", "[]\n", '{"engines": 2}\n{}\n'])
def test_other_files(content: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    with pytest.raises(ResultsError, match="file"):
        Results(str(file), {"engines": 2})
    assert file.read_text() == content


@pytest.mark.parametrize(
    ("games", "openings"),
    [(("--games", "2", "--opening", "1"), "1 random move"), (("--games", "202"), "{} near even")],
)
def test_openings_that_were_played(games: tuple[str, ...], openings: str, tmp_path: Path) -> None:
    """The test decides after a few pairs."""
    arguments = (PLAYER, CRASHES, *games, "--elo1", "600", "--alpha", "0.4", "--beta", "0.4", "--results", "r.jsonl")
    output = match(*arguments, cwd=tmp_path)
    report = json.loads(match(*arguments, "--json", cwd=tmp_path))
    pairs = report["games"] // 2
    assert 0 < pairs < 10
    assert f"\nopenings: {openings.format(pairs)}; black won " in output
    assert report["openings"] == {"near_even": pairs * ("near" in openings), "random": pairs * ("random" in openings)}


@support.needs_linux
@pytest.mark.parametrize("fault", ["--fault SIGKILL", "--fault SIGSTOP"])
def test_an_engine_that_ends_or_stops_the_process_that_plays_the_game_loses_the_pair(
    fault: str, tmp_path: Path
) -> None:
    fields = json.loads(match(PLAYER, f"{PLAYER} {fault}", "--games", "4", "--json", cwd=tmp_path))
    assert fields["wins"] == [4, 0]
    assert [(each["pair"], each["engine"], each["ending"], each["line"]) for each in fields["faults"]] == [
        (pair, "B", "crashed", RUNNER_LOST.message) for pair in (0, 0, 1, 1)
    ]
