"""The commands of the jury, as processes."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import support
from support import (
    REFSOL,
    Done,
    refsol_here,
    refsol_process,
    require_refusal,
    running,
    wait_for,
    write_files,
    write_program,
)

from refsol.problem import load

SAMPLE = os.fspath(support.SAMPLES / "multigo" / "1.in")
ANSWER = os.fspath(support.SAMPLES / "multigo" / "1.ans")
WRONG = "import sys\nprint('YES\\n' * int(sys.stdin.readline().split()[3]))\n"
"""A program that answers YES to everything."""


def test_a_cluster_needs_an_extra(tmp_path: Path) -> None:
    script = "import sys; sys.modules['distributed'] = None; import refsol.__main__ as m; sys.exit(m.main())"
    for line in ("testset set --dask here", "stress --dask here -- cat"):
        done = support.python_process("-c", script, "nogo", *line.split(), cwd=tmp_path)
        require_refusal(done, "a Dask cluster needs the extra cluster: pip install 'refsol[cluster]'\n")


def test_check_reports_the_difference_and_its_meaning(tmp_path: Path) -> None:
    write_files(tmp_path, {"in": "1 3 2 1\n1 1 1\n1 2 2\n", "out": "YES\n", "ans": "YES\n"})
    judged = refsol_here("multigo", "check", "in", "out", cwd=tmp_path)
    assert judged.returncode == 1
    assert judged.stdout.decode().splitlines()[:3] == [
        "wrong: out:1:1: expected NO for move 1, found YES",
        "move 1: cell (1, 2) of player 1 to player 2: NO",
        "Player 1's territory would be split into the 4-connected parts {(1, 1)} and {(1, 3)}.",
    ]
    as_json = json.loads(refsol_here("multigo", "check", "--json", "in", "out", cwd=tmp_path).stdout)
    assert (as_json["accepted"], as_json["which"]) == (False, {"move": 1})
    assert refsol_here("multigo", "check", "--answer", "ans", "in", "out", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("output", "testlib", "kattis"),
    [
        (b"YES\n", 0, 42),
        (b"NO\n", 1, 43),
        (b"", 1, 43),
        (bytes(range(256)) * 100, 1, 43),
        (b"YES\nYES\n", 2, 43),
        (b"Y", 1, 43),
    ],
)
def test_protocols_of_judging_systems(output: bytes, testlib: int, kattis: int, tmp_path: Path) -> None:
    write_files(tmp_path, {"in": "1 3 2 1\n1 1 1\n1 1 2\n", "ans": "YES\n", "out": output})
    check = ("multigo", "check", "--protocol")
    assert refsol_here(*check, "testlib", "in", "out", "ans", cwd=tmp_path).returncode == testlib
    assert refsol_here(*check, "kattis", "in", "ans", ".", stdin=output, cwd=tmp_path).returncode == kattis
    message = (tmp_path / "judgemessage.txt").read_text(encoding="utf-8")
    assert message.startswith("accepted" if kattis == 42 else "wrong")


@pytest.mark.slow
@support.needs_posix
def test_a_program_that_hangs_hears_that_at_once(tmp_path: Path) -> None:
    options = ("--time-limit", "0.5", "--family", "small", "--cases", "1", "--seed", "1", "--", "sleep", "60")
    done = refsol_process("tictactoe", "stress", *options, cwd=tmp_path)
    first = "refsol: took longer than 0.5 s: case 0, family small; shrinking, at most 60 s; Ctrl-C to stop\n"
    assert (done.returncode, done.stderr.decode()) == (1, first)
    assert b"  the program took longer than 0.5 s\n" in done.stdout
    assert b"  it never read standard input; does it read a file?\n" in done.stdout
    done = refsol_process("tictactoe", "stress", "--json", *options, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    done = refsol_process("tictactoe", "stress", *options[:2], *options[-3:], cwd=tmp_path)
    assert done.stderr.startswith(b"refsol: took longer than 0.5 s: sample 1; shrinking, at most ")


NOGO = support.SAMPLES / "nogo" / "2.in"
GAMES: Final = {
    "complete": (b"2 3\n-1 -1\n", 10, 0, 42, 0, 42),
    "too early": (b"2 3\n2 2\n", 1, 1, 43, 7, 42),
    "goes on": (b"2 3\n-1 -1\n-1 -1\n", 1, 2, 43, 7, 42),
    "wrong at once": (b"1 1\n", 0, 1, 43, 1, 43),
    "empty": (b"", 0, 1, 43, 1, 43),
}
"""Outputs for it: the score, and testlib's and Kattis's statuses without points and with them."""


@pytest.mark.parametrize("kind", GAMES)
def test_points_for_what_is_partly_right(kind: str, tmp_path: Path) -> None:
    output, score, testlib, kattis, testlib_points, kattis_points = GAMES[kind]
    answer = os.fspath(NOGO.with_suffix(".ans"))
    (found := tmp_path / "out").write_bytes(output)
    files = [os.fspath(NOGO), os.fspath(found), answer]
    for points in ("", "score", "multiplier"):
        feedback = tmp_path / f"feedback-{points}"
        feedback.mkdir()
        option = ["--points", points] if points else []
        number = {"score": score, "multiplier": score / 10}.get(points)
        judged = refsol_here("nogo", "check", "--protocol", "testlib", *option, *files)
        first, *rest = judged.stderr.decode().splitlines()
        assert judged.returncode == (testlib_points if points else testlib)
        if judged.returncode == 7:
            assert first == f"points {number:g}"
            first = rest.pop()
        assert (first[:8], rest) == ("refsol: ", [])
        arguments = ["--protocol", "kattis", *option, os.fspath(NOGO), answer, os.fspath(feedback)]
        judged = refsol_here("nogo", "check", *arguments, stdin=output)
        assert judged.returncode == (kattis_points if points else kattis)
        written = {path.name: path.read_text(encoding="utf-8") for path in feedback.iterdir()}
        assert written.pop("judgemessage.txt").startswith("accepted" if kind == "complete" else "wrong")
        name = {"score": "score.txt", "multiplier": "score_multiplier.txt"}.get(points, "")
        assert written == ({name: f"{number:g}\n"} if points and score else {})
    listed = json.loads(refsol_here("nogo", "check", "--json", *files[:2]).stdout)
    assert (listed["score"], listed["full_score"]) == (None if kind == "complete" else score, 10)


def test_points_that_cannot_be_awarded() -> None:
    nogo, multigo = ([os.fspath(path), "-", os.curdir] for path in (NOGO, SAMPLE))
    kattis = ("--protocol", "kattis")
    for problem, points, arguments, message in (
        ("nogo", "score", nogo[:2], "--points needs --protocol testlib or kattis"),
        ("nogo", "percent", [*kattis, *nogo], "--points takes one of score, multiplier, not 'percent'"),
        ("multigo", "score", [*kattis, *multigo], "multigo has no points for outputs that are partly right"),
    ):
        require_refusal(refsol_here(problem, "check", "--points", points, *arguments), f"{message}\n")
    done = refsol_here("multigo", "check", "--points", "score", "--protocol", "testlib", *multigo)
    assert done.returncode == 3


RIGHT = support.sample("multigo")[1]


@pytest.mark.parametrize("answer", [b"", RIGHT[:-4], RIGHT + b"YES\n"])
def test_an_answer_that_does_not_fit_gives_no_verdict(answer: bytes, tmp_path: Path) -> None:
    check = ("multigo", "check", "--protocol")
    for output in (answer, RIGHT):
        write_files(tmp_path, {"ans": answer, "out": output})
        assert refsol_here(*check, "testlib", SAMPLE, "out", "ans", cwd=tmp_path).returncode == 3
        assert refsol_here(*check, "kattis", SAMPLE, "ans", ".", stdin=output, cwd=tmp_path).returncode == 3


def test_check_reads_streams(tmp_path: Path) -> None:
    assert refsol_process("multigo", "check", "-", "-").returncode == 2
    assert refsol_process("multigo", "check", "--protocol", "testlib").returncode == 3
    os.mkfifo(pipe := tmp_path / "pipe")
    files = shlex.join(["--answer", str(pipe), SAMPLE, ANSWER])
    script = f"cat {shlex.quote(ANSWER)} > {shlex.quote(str(pipe))} & exec {shlex.join(REFSOL)} multigo check {files}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_explain_into_a_pipe_that_closes() -> None:
    path = shlex.quote(os.fspath(support.SAMPLES / "chess" / "2.in"))
    script = f"{{ {sys.executable} -P -m refsol chess explain {path}; echo $? >&2; }} | head -1"
    done = subprocess.run(["sh", "-c", script], capture_output=True, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr in (b"141\n", b"0\n")  # 0 if everything was written before the reader closed the pipe


def test_explain_refuses_what_solve_with_check_refuses() -> None:
    for data in (b"1 4 2 2\n1 2 1 2\n1 1 2\n1 4 1\n", b"1 1 2 1\n1\n1 1 2\n7\n"):
        assert refsol_here("multigo", "explain", stdin=data).returncode == 3


def test_errors_of_the_jury_are_not_verdicts(tmp_path: Path) -> None:
    missing, bad = os.fspath(tmp_path / "missing"), tmp_path / "bad"
    bad.write_bytes(b"no input\n")
    sample, answer = SAMPLE, ANSWER
    for files in ([missing, answer, answer], [sample, answer, missing], [sample]):
        assert refsol_here("multigo", "check", "--protocol", "testlib", *files).returncode == 3
    for files in ([missing, answer, os.fspath(tmp_path)], [sample, missing, os.fspath(tmp_path)], [sample, answer]):
        assert refsol_here("multigo", "check", "--protocol", "kattis", *files).returncode not in (42, 43)
    for wrong in (["multigo", "check", "--nonsense"], ["multigo", "chek"], ["multi-go", "check"]):
        assert refsol_here(*wrong, "--protocol", "testlib", sample, answer, answer).returncode == 3
    assert refsol_here("multigo", "check", "--protocol=testlib", sample, answer, answer).returncode == 0
    assert refsol_here("multigo", "check", "--protocol=testlib", sample, missing, answer).returncode == 3
    assert refsol_here("multigo", "check", os.fspath(bad), answer).returncode == 3
    assert refsol_here("multigo", "check", sample, missing).returncode == 2
    assert refsol_here("multigo", "check", sample).returncode == 2


def test_generate_and_list() -> None:
    listed = refsol_here("multigo", "generate", "--list").stdout.decode()
    families = json.loads(refsol_here("multigo", "generate", "--list", "--json").stdout)
    for family in load("multigo").jury.families:
        assert f"  {family.name} " in listed
        assert family.purpose in listed
    assert [family["name"] for family in families] == [family.name for family in load("multigo").jury.families]
    sizes = {"height": 5, "width": 6, "moves": 7}
    options = [word for name, size in sizes.items() for word in (f"--{name}", str(size))]
    made = refsol_here("multigo", "generate", "blobs", "--seed", "x", *options)
    assert made.stdout == load("multigo").jury.family("blobs").generate("x", sizes)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        *support.toml("mistakes")["jury"],
        ("stress --family blobs --size height=" + "9" * 5000 + " -- true", "--size takes NAME=NUMBER or NUMBER, "),
    ],
)
def test_mistakes(line: str, message: str, tmp_path: Path) -> None:
    require_refusal(refsol_here("multigo", *shlex.split(line), cwd=tmp_path), message)
    assert list(tmp_path.iterdir()) == []


def stress(*arguments: str, cwd: Path) -> Done:
    return refsol_process("multigo", "stress", *arguments, cwd=cwd)


def test_a_source_file_is_repeated_by_judge(tmp_path: Path) -> None:
    write_files(tmp_path, {"wrong.py": WRONG, "start.py": "raise SystemExit('no')", "slow.py": "while True: pass"})
    for arguments, said in (
        ("wrong.py --seed 1", "wrong.py: wrong answer on "),
        ("start.py", "crashed before it read its input"),
        ("slow.py --seed=1 --time-limit 0.3", "slow.py: time limit on multigo-2: took longer than 0.3 s"),
    ):
        text = stress(*arguments.split(), "--cases", "5", cwd=tmp_path).stdout.decode()
        words = shlex.split(text.partition("to reproduce:\n")[2].splitlines()[0], comments=True)
        assert said in refsol_process(*words[1:], cwd=tmp_path).stdout.decode(), text


def test_a_source_file_on_a_cluster_needs_a_command(tmp_path: Path) -> None:
    write_files(tmp_path, {"mine.py": ""})
    done = stress("mine.py", "--dask", "here", cwd=tmp_path)
    require_refusal(done, "--dask takes a command, such as -- python3 mine.py, not the source file mine.py\n")


def test_stress_finds_shrinks_saves_and_explains(tmp_path: Path) -> None:
    saved = tmp_path / "stress-multigo"
    write_files(tmp_path, {"wrong.py": WRONG, "stress-multigo/multigo-1.ans": "mine"})
    done = stress("--seed", "1", "--family", "small", "--", sys.executable, "wrong.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    text = done.stdout.decode()
    for words in (
        "wrong answer: case 0, family small",
        "shrunk from",
        "\n  expected | found\n> ",
        "for move 1, found",
        "seed 1: 1 kind",
    ):
        assert words in text
    assert (saved / "multigo-1.ans").read_text(encoding="ascii") == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"wrong.py", "stress-multigo"}
    given, answer = saved / "multigo-2.in", saved / "multigo-2.ans"
    assert len(given.read_bytes()) < 40
    assert support.SOLVE["multigo"](given.read_bytes(), {}) == answer.read_bytes()
    again = text[text.index("to reproduce:") :].splitlines()
    for command, status in zip(again[1:5], (0, 1, 0, 0), strict=True):
        line = command.replace("refsol ", f"{sys.executable} -P -m refsol ", 1)
        assert subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, check=False).returncode == status


def test_a_size_is_given_as_to_generate(tmp_path: Path) -> None:
    options = ("--family", "empty", "--size", "7", "--seed", "1", "--json", "--", "sh", "-c", "cat > /dev/null; exit 1")
    (failure,) = json.loads(refsol_process("nogo", "stress", *options, cwd=tmp_path).stdout)["failures"]
    assert failure["sizes"] == {"size": 7}


def test_stress_finds_no_fault_in_a_correct_program(tmp_path: Path) -> None:
    options = ["--cases", "20", "--jobs", "2", "--family", "small", "--family", "rings", "--"]
    done = stress(*options, *REFSOL, "multigo", "solve", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith(b"20 cases in ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("line", "message"), support.toml("jury_cli")["mistyped"])
def test_mistyped_names(line: str, message: str, tmp_path: Path) -> None:
    done = stress(*shlex.split(line.format(python=sys.executable)), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    said = done.stderr.decode()
    assert said.count("\n") == 1
    if "not found" in message and line.startswith("--shell"):  # in the shell's words
        assert said.startswith("refsol: the program could not be started: ")
        assert "wrogn" in said
    elif "not found" in message:
        assert said == f"refsol: the program could not be started: {message}; is the command right?\n"
    else:
        assert said == f"refsol: {message}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("program", "command", "words"), support.toml("jury_cli")["unread"])
def test_a_program_that_never_reads_its_input(program: str, command: list[str], words: str, tmp_path: Path) -> None:
    """The first line names the mistake; nothing is shrunk or saved, and no working directory is shown."""
    (tmp_path / "mine.py").write_text(program, encoding="ascii")
    done = stress("--seed", "1", "--family", "blobs", "--", sys.executable, *command, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    head, _, tail = done.stdout.decode().partition("why:\n")
    first, *others = head.splitlines()
    assert first.startswith("crashed before it read its input: ")
    assert first.endswith(words)
    assert (others[:1], others[-1:]) == ((["standard error:"], [f"  {words}"]) if command == ["mine.py"] else ([], []))
    assert tail.startswith(
        "  the program crashed: exit status 1\n"
        "  It read no input, so no input is to blame: is the command right? It runs in an empty directory unless "
        "--here is given.\n"
        f"to reproduce:\n  {sys.executable} {' '.join(command)} < /dev/null\n\n0 cases in "
    )
    assert "/refsol-" not in head + tail
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]
    report = json.loads(stress("--json", "--", sys.executable, *command, cwd=tmp_path).stdout)
    assert [(failure["kind"], failure["case"], failure["files"]) for failure in report["failures"]] == [
        ("crashed", -1, None)
    ]


def test_a_program_whose_interpreter_does_not_exist(tmp_path: Path) -> None:
    program = write_program(tmp_path / "mine", "#!/usr/bin/wrogn\n")
    require_refusal(stress("--", "./mine", cwd=tmp_path), f"{program}: its interpreter doesn't exist\n")


def test_a_program_that_crashes_on_a_sample(tmp_path: Path) -> None:
    """It is at fault, even if a file is missing, and no name of a working directory is shown."""
    write_files(tmp_path, {"mine.py": "input(), open('data.txt')", "mine.sh": 'read line; cat "$PWD/data.txt"'})
    for command, words in (
        ([sys.executable, "mine.py"], "No such file or directory: 'data.txt'"),
        (["sh", "mine.sh"], "data.txt: No such file or directory"),
    ):
        done = stress("--seed", "1", "--", *command, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, b"")
        text = done.stdout.decode()
        assert re.match(r"crashed: sample 1; shrunk from 68 bytes to [0-9]+ in .* runs\ninput:\n", text)
        assert "  # sample 1 after shrinking\n" in text
        assert f"{words}\nwhy:\n  the program crashed: exit status 1\nsaved: " in text
        assert "/refsol-" not in text
    report = json.loads(stress("--json", "--", "sh", "-c", "exit 3", cwd=tmp_path).stdout)
    (failure,) = report["failures"]
    assert [failure[name] for name in ("kind", "case", "on_sample", "sample")] == ["crashed", -1, True, 1]


def has_begun(note: Path, runs: int) -> bool:
    """Return whether a program that appends a line to a file in each run has begun as many runs."""
    return note.exists() and len(note.read_bytes().splitlines()) >= runs


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_faults_found_before_an_interruption_are_reported(ending: signal.Signals, tmp_path: Path) -> None:
    note = tmp_path / "runs.txt"
    script = f"echo run >> {note}; sleep 0.5; echo MAYBE"
    words = ("multigo", "stress", "--jobs", "1", "--family", "small", "--", "sh", "-c", script)
    with running(*REFSOL, *words, cwd=tmp_path) as process:
        wait_for(lambda: has_begun(note, 3))  # the first fault is found then, and being shrunk
        process.send_signal(ending)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130 if ending == signal.SIGINT else -ending, b"")
    assert output.startswith(b"wrong answer: case 0")
    assert b": 1 kind of fault: wrong answer" in output
    assert output.endswith(b" (interrupted)\n")
    assert {path.name for path in tmp_path.iterdir()} == {"runs.txt", "stress-multigo"}
    assert {path.suffix for path in (tmp_path / "stress-multigo").iterdir()} == {".in", ".ans", ".out"}


@pytest.mark.slow
def test_stress_survives_a_hangup_under_nohup(tmp_path: Path) -> None:
    note = tmp_path / "note"
    refsol = f"{sys.executable} -P -m refsol multigo"
    program = f"sh -c 'echo run >> {note}; exec {refsol} solve'"
    script = f"trap '' HUP; exec {refsol} stress --minutes 0.04 -- {program}"  # as nohup does
    with running("sh", "-c", script, cwd=tmp_path) as process:
        wait_for(lambda: has_begun(note, 1))
        process.send_signal(signal.SIGHUP)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, b"")
    assert output.endswith(b": no fault\n")


SAVED: Final = "stress-multigo/multigo-1"


def test_replay_through_a_shell(tmp_path: Path) -> None:
    done = stress("--seed", "1", "--shell", "--", "cat | tr 0-9 x", cwd=tmp_path)
    line = done.stdout.decode().split("to reproduce:\n")[1].splitlines()[0].strip()
    assert line == f"sh -c 'cat | tr 0-9 x' < {SAVED}.in > {SAVED}.out  # sample 1 after shrinking"
    output = tmp_path / "stress-multigo" / "multigo-1.out"
    before = output.read_bytes()
    subprocess.run(line, shell=True, cwd=tmp_path, check=True)
    assert output.read_bytes() == before


def test_findings_of_several_campaigns_are_in_one_directory(tmp_path: Path) -> None:
    for number in (1, 2):
        done = stress("--json", "--save", "new", "--", "true", cwd=tmp_path)
        (failure,) = json.loads(done.stdout)["failures"]
        assert failure["files"] == [f"new/multigo-{number}.{suffix}" for suffix in ("in", "ans", "out")]
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert len(list((tmp_path / "new").iterdir())) == 6
    stress("--save", ".", "--", "true", cwd=tmp_path)
    assert (tmp_path / "multigo-1.in").exists()


def test_programs_are_found_by_all_kinds_of_paths(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    program = write_program(tools / "mine", "#!/bin/sh\necho MAYBE\n")
    write_program(tools / "broken", "nothing to run")
    path = f"tools{os.pathsep}{os.environ['PATH']}"
    for word in ("mine", "tools/mine", str(program)):
        assert refsol_process("multigo", "stress", "--", word, cwd=tmp_path, PATH=path).returncode == 1
    require_refusal(stress("--", "tools/broken", cwd=tmp_path), f"{tools / 'broken'}: Exec format error\n")


def test_testset_resumes_and_changes_nothing_else(tmp_path: Path) -> None:
    def testset(*words: str) -> Done:
        return refsol_here("tictactoe", "testset", *words, cwd=tmp_path)

    assert testset("set").returncode == 0
    files = sorted((tmp_path / "set").rglob("*.in"))
    for path in files:
        assert support.SOLVE["tictactoe"](path.read_bytes(), {}) == path.with_suffix(".ans").read_bytes()
        assert path.parent.name + "/" + path.stem in (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    before = support.contents(tmp_path / "set")
    files[3].with_suffix(".ans").unlink()
    files[5].unlink()
    assert testset("set").stdout.decode() == f"set: 2 tests written, {len(files) - 2} already there\n"
    files[0].unlink()
    assert testset("set").stdout.decode() == f"set: 1 test written, {len(files) - 1} already there\n"
    assert before == support.contents(tmp_path / "set")
    assert testset("set", "--seed", "2").returncode == 2
    write_files(tmp_path, {"mine/file": ""})
    assert testset("mine").returncode == 2
    (tmp_path / "mine" / "testset.json").mkdir()
    assert testset("mine").returncode == 2
    assert testset("new", "--seed", "a\nb").returncode == 2
    assert not (tmp_path / "new").exists()
