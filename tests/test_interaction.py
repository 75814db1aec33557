"""Interactive problems: who is to blame, whatever the order of events, transcripts, shrinking, commands, packages."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import psutil
import pytest
import support
from support import (
    ROOT,
    Patch,
    needs_linux,
    needs_posix,
    python_process,
    refsol_here,
    refsol_process,
    require_refusal,
    sections,
    toml,
    write_files,
)

from refsol.errors import ToolError
from refsol.jury.cases import CampaignPlan
from refsol.jury.faults import judge, talking
from refsol.jury.judging import Item, attempt
from refsol.jury.packages import FORMATS
from refsol.jury.run.command import Command
from refsol.jury.run.program import INTERACTOR, NOBODY, PROGRAM, Function, Result, RunLimits, RunOutcome, StartError
from refsol.jury.stress import Campaign, CampaignEnd, Finding
from refsol.own import Described, Spec, problem_of, programs, read_spec
from refsol.own.spec import InteractorSpec
from refsol.problem import NAMES, load

pytestmark = needs_posix

PYTHON: Final = sys.executable
LIMITS: Final = RunLimits(1.0, 300)

# What follows is in Python, run by ``python -c`` or as a file.
DOUBLE: Final = sections("interaction")["double"]
WAITS_FOR_THE_END: Final = DOUBLE.replace("sys.exit(0)", "sys.exit(bool(sys.stdin.read()))")
KATTIS: Final = (
    DOUBLE.replace("sys.exit(0)", "sys.exit(42)")
    .replace("sys.exit(1)", "sys.exit(43)")
    .replace("file=sys.stderr", "file=open(sys.argv[3] + 'judgemessage.txt', 'w')")
)
INTERACTORS: Final = {"DOUBLE": DOUBLE, "WAITS_FOR_THE_END": WAITS_FOR_THE_END}
RIGHT: Final = "print(2 * int(input()))"
READ: Final = "import sys\nnumber = int(sys.stdin.readline())\n"


def problem(interactor: str, protocol: str = "testlib", queries: int | None = None, **fields: object) -> Described:
    spec = Spec("x", "x", "x.ctd", "INT(1,1000) NEWLINE")._replace(**fields)  # type: ignore[arg-type]  # of any type
    return problem_of(spec._replace(interactor=InteractorSpec((PYTHON, "-c", interactor), protocol, queries)))


def program(script: str, limits: RunLimits = LIMITS) -> Command:
    return Command([PYTHON, "-c", script], limits)


def run(script: str, interactor: str = DOUBLE, *, limits: RunLimits = LIMITS, queries: int | None = None) -> RunOutcome:
    """Return the end of a conversation on the number 7."""
    command = program(script, limits)
    outcome = talking(problem(interactor, queries=queries), command).run(b"7\n")
    assert command.clean_up() == programs.clean_up() == []
    return outcome


def said(outcome: RunOutcome) -> list[tuple[str, str]]:
    return [(speaker, text.decode()) for speaker, text, _ in outcome.transcript]


# Verdicts


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, nobody knows what a process waits for")
def test_who_sleeps_does_not_wait_for_input() -> None:
    assert run(f"import time\ntime.sleep(0.5)\n{RIGHT}").fault is None


@pytest.mark.parametrize("interactor", [DOUBLE, WAITS_FOR_THE_END])
def test_a_right_program(interactor: str) -> None:
    outcome = run(RIGHT, interactor)
    assert (outcome.fault, outcome.message, outcome.status) == (None, "", 0)
    assert outcome.read_input
    assert said(outcome)[:2] == [(INTERACTOR, "7"), (PROGRAM, "14")]
    ends = {f"the {name} ends: exit status 0" for name in ("program", "interactor")}
    assert {text for _, text in said(outcome)[2:]} == ends
    times = [seconds for _, _, seconds in outcome.transcript]
    assert times == sorted(times)
    assert times[-1] < 60


def test_the_protocol_of_kattis() -> None:
    for script, fault in ((RIGHT, None), ("print(3)", Result.WRONG_ANSWER)):
        outcome = talking(problem(KATTIS, "kattis"), program(script)).run(b"7\n")
        assert outcome.fault is fault
    assert outcome.message == "the interactor says \"expected 14, found '3\\\\n'\""
    for end, message in (
        ("sys.exit(0)", "ended with 0, not 42 or 43"),
        ("sys.exit(f'bad: {sys.argv[1]}')", "crashed: exit status 1 (bad: input)"),
    ):
        outcome = talking(problem(f"import sys\n{end}", "kattis"), program(RIGHT)).run(b"7\n")
        assert (outcome.fault, outcome.message) == (Result.JUDGE_ERROR, f"judge error: the interactor {message}")


@pytest.mark.parametrize(("script", "interactor", "kind", "message"), toml("interaction")["faults"])
def test_who_is_to_blame(script: str, interactor: str, kind: str, message: str) -> None:
    outcome = run(script, INTERACTORS.get(interactor, interactor))
    assert (outcome.fault, outcome.message[: len(message)]) == (kind, message)


@pytest.mark.parametrize(("script", "interactor", "message"), toml("interaction")["deadlocks"])
def test_a_deadlock_is_found_soon(script: str, interactor: str, message: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")  # which would hide that a program doesn't flush
    outcome = run(script, INTERACTORS.get(interactor, interactor), limits=RunLimits(60.0, 300))
    assert (outcome.fault, outcome.message[: len(message)]) == (Result.DEADLOCK, message)
    assert said(outcome)[-1] == (NOBODY, "both wait for input")
    assert outcome.transcript[-1].seconds < 20


def test_a_slow_interactor_is_no_deadlock_of_a_patient_program() -> None:
    slow = "import time\nend = time.process_time() + 0.6\nwhile time.process_time() < end: pass\n"
    outcome = run(RIGHT, f"{slow}{DOUBLE}", limits=RunLimits(0.4, 300))
    assert outcome.fault is None
    assert outcome.seconds < 0.4


def test_a_slow_conversation_ends() -> None:
    """Nobody uses the processor much, and nobody waits for long."""
    slow = "import time\nwhile True:\n    print(1, flush=True)\n    input()\n    time.sleep(0.02)"
    outcome = run(slow, "while True: print(input(), flush=True)", limits=RunLimits(0.15, 300))
    assert (outcome.fault, outcome.message) == (Result.TIME, "took longer than 0.15 s")


def test_a_program_that_sleeps_with_unread_input_is_slow() -> None:
    outcome = run("import time\ntime.sleep(20)", limits=RunLimits(0.5, 300))
    assert outcome.fault is Result.TIME


def test_too_many_queries() -> None:
    echo = "while True: print(input(), flush=True)"
    asks = "for k in range(9):\n    print(k, flush=True)\n    input()"
    outcome = run(asks, echo, queries=4)
    assert (outcome.fault, outcome.message) == (Result.QUERIES, "said more than 4 lines, answers included")
    assert said(outcome)[-2:] == [(PROGRAM, "4"), (NOBODY, "the program said more than 4 lines, answers included")]


@pytest.mark.parametrize(("interactor", "script", "message"), toml("interaction")["interactors"])
def test_an_interactor_that_fails(interactor: str, script: str, message: str) -> None:
    outcome = run(script, interactor)
    assert outcome.fault is Result.JUDGE_ERROR
    assert outcome.message.startswith(f"judge error: {message}")


def test_an_interactor_that_hangs(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.jury.run.interaction._SILENCE", 0.2)
    monkeypatch.setattr(programs, "_LIMITS", RunLimits(0.5, 300, 1))
    for script, message in (
        ("import time\nfor _ in open(0): pass\ntime.sleep(60)", "hangs: it said nothing for 0.2 s"),
        ("while True: pass", "took longer than 0.5 s"),
        ("import sys\nwhile True: sys.stderr.write('x' * 10**6)", "wrote more than 1 MiB"),
    ):
        outcome = run("pass", script)
        assert outcome.fault is Result.JUDGE_ERROR
        assert outcome.message.startswith(f"judge error: the interactor {message}")


ASKS = "while True:\n    print(0, flush=True)\n    input()"


def test_a_program_that_asks_without_end_is_at_fault(monkeypatch: Patch) -> None:
    outcome = run(ASKS, "for line in open(0): print('x' * 10**5, flush=True)")
    assert outcome.fault in (Result.TIME, Result.OUTPUT)
    monkeypatch.setattr(programs, "_LIMITS", RunLimits(0.5, 300, 1))
    for answer, message in (("sum(range(10**5))", "took longer than 0.5 s"), ("'x' * 10**5", "wrote more than 1 MiB")):
        outcome = run(ASKS, f"for line in open(0): print({answer}, flush=True)", limits=RunLimits(60, 300))
        assert outcome.message == f"asked so much that the interactor {message}"
        assert outcome.fault in (Result.TIME, Result.OUTPUT)


def test_a_program_that_waits_for_a_slow_interactor_is_not_slow(monkeypatch: Patch) -> None:
    """Nor if others have the processor, so that the interactor takes far more time than it has used."""
    monkeypatch.setattr("refsol.jury.run.watch.processor_seconds", lambda _pids: 0.0)
    monkeypatch.setattr("refsol.jury.run.interaction.FAR", 2)
    busy = "import time\nend = time.time() + 1.5\nwhile time.time() < end: pass\n"
    limits = RunLimits(0.3, 300)
    assert run("print(1, flush=True)\ninput()", f"input()\n{busy}print(2)", limits=limits).fault is None
    assert run(f"{busy}print(1)", "input()", limits=limits).fault is Result.TIME


def test_an_interactor_may_sleep_before_each_answer(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.jury.run.interaction._SILENCE", 0.5)
    sleeps = "import time\nfor _ in range(4):\n    time.sleep(0.2)\n    print(input(), flush=True)"
    assert run("for k in range(4):\n    print(k, flush=True)\n    input()", sleeps).fault is None


def test_what_cannot_be_started() -> None:
    with pytest.raises(ToolError, match=r"^the interactor can't be started: /nowhere: No such file or directory$"):
        talking(problem_of(Spec("x", "x", "", "", interactor=InteractorSpec(("/nowhere",)))), program("")).run(b"")
    with pytest.raises(ToolError, match=r"^the interactor can't be started: no.py: no such file$"):
        talking(problem_of(Spec("x", "x", "", "", interactor=InteractorSpec((PYTHON, "no.py")))), program("")).run(b"")
    with pytest.raises(StartError, match=r"^/nowhere: No such file or directory$"):
        talking(problem(DOUBLE), Command(["/nowhere"])).run(b"7\n")
    with pytest.raises(TypeError, match="only a command can talk"):
        talking(problem(DOUBLE), Function(bytes))


@needs_linux
def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """Not even what both sides have started in the background."""
    orphan = f"import subprocess\nsubprocess.Popen(['sleep', '71'], start_new_session=True, cwd={str(tmp_path)!r})\n"
    script = sections("interaction")["what both sides start"].replace("ORPHAN", repr(orphan))
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    done = python_process("-c", script, PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, b"")
    running = psutil.process_iter(["name", "cmdline"])  # of a zombie, the latter is None
    assert not [each for each in running if each.info["name"] == "sleep" and "71" in (each.info["cmdline"] or ())]


# Transcripts


def test_long_transcripts_are_cut() -> None:
    outcome = run("for k in range(5000): print(k)\nprint('x' * 5000)", "import sys\nfor line in sys.stdin: pass")
    lines = said(outcome)
    assert len(lines) < 2100
    assert lines[:2] == [(PROGRAM, "0"), (PROGRAM, "1")]
    dropped = next(int(text.split()[0]) for speaker, text in lines if speaker == NOBODY)
    assert dropped + sum(speaker == PROGRAM for speaker, _ in lines) == 5001
    assert (PROGRAM, "x" * 1000 + " ...") in lines


def test_a_line_may_come_in_pieces() -> None:
    outcome = run("import time\nfor c in '1', '4', chr(10): print(c, end='', flush=True); time.sleep(0.05)\ninput()")
    assert said(outcome)[:2] == [(INTERACTOR, "7"), (PROGRAM, "14")]
    assert outcome.fault is None


def test_much_is_said_before_it_is_read() -> None:
    much = "import time\nprint(('x' * 99 + chr(10)) * 20000, flush=True)\n"
    slow = "import sys, time\ntime.sleep(0.1)\nassert len(sys.stdin.read(2000000)) == 2000000\n"
    assert run(f"{slow}print(1)", f"{much}input()").fault is None
    assert run(f"{much}", f"{slow}").fault is None


# Campaigns and judging


def finding(script: str, described: Described, seed: str = "1") -> Finding:
    events = list(Campaign(CampaignPlan(described, seed), program(script), cases=60).events())
    (found,) = [event for event in events if isinstance(event, Finding)]
    return found


LARGE: Final = f"{READ}print(2 * number - (number > 99), flush=True)\n"


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (LARGE, Result.WRONG_ANSWER),
        (f"{READ}if number > 99: sys.stdin.read()\nprint(2 * number)", Result.DEADLOCK),
        (f"{READ}print(2 * number, flush=True)\nassert number < 100", Result.CRASH),
    ],
)
def test_the_secret_input_shrinks_while_the_kind_of_fault_stays(script: str, kind: Result) -> None:
    found = finding(script, problem(WAITS_FOR_THE_END))
    assert (found.fault.kind, found.data) == (kind, b"100\n")
    assert found.fault.outcome.transcript[0][:2] == (INTERACTOR, b"100")
    assert (found.answer, found.answer_seconds) == (b"", None)


def test_a_failing_interactor_is_a_finding_after_which_a_campaign_goes_on() -> None:
    interactor = "import sys\nnumber = int(open(sys.argv[1]).read())\nif number > 99: sys.exit(9)\nprint(number)"
    plan = CampaignPlan(problem(f"{interactor}\nsys.stdout.flush()\ninput()"), "1")
    found = [*Campaign(plan, program(RIGHT), cases=60).events()]
    assert [(each.fault.message, each.data) for each in found if isinstance(each, Finding)] == [
        ("judge error: the interactor crashed: exit status 9", b"100\n")
    ]
    assert isinstance(found[-1], CampaignEnd)
    assert found[-1].cases == 60


def test_the_interactor_gets_the_answer_if_there_is_one(tmp_path: Path) -> None:
    reads = "import sys\nsys.exit(open(sys.argv[3]).read() != input())"
    model = (PYTHON, "-c", "print(int(input()) + 1, end='')")
    known, modelled = problem(reads), problem(reads, model=model)
    assert judge(known, program("print(5)"), b"7\n", b"5") is None
    assert judge(modelled, program("print(8)"), b"7\n") is None
    fault = judge(known, program("print(8)"), b"7\n")
    assert fault is not None
    assert fault.message == "the interactor says 'IndexError: list index out of range'"
    assert b"".join(modelled.solve(b"7\n", {})) == b"8"
    assert b"".join(known.solve(b"7\n", {})) == b""
    write_files(tmp_path, {"1.in": "7\n", "1.ans": "6"})
    item = Item("1", str(tmp_path / "1.in"), str(tmp_path / "1.ans"))
    assert attempt(known, program("print(6)"), item).result is Result.ACCEPTED


def test_judging_says_on_what_the_interactor_fails(tmp_path: Path) -> None:
    reads = "line = input()\nif line != '1': nothing"
    files = {"x.ctd": "INT(1,1000) NEWLINE", "inter.py": reads, "junk.py": "print('junk')", "right.py": "print(1)"}
    write_files(tmp_path, {**files, "tests/a.in": "1\n", "tests/b.in": "2\n"})
    programs = ("--command", f"{PYTHON} right.py", "--command", f"{PYTHON} junk.py")
    status, table, errors = own("judge", "--tests", "tests", *programs, cwd=tmp_path)
    assert (status, errors) == (2, "")
    assert re.search(r"right.py +ok", table)
    assert f"{PYTHON} junk.py: judge error on a: the interactor crashed: exit status 1 (NameError: " in table
    assert re.search(r"; input: \S*tests/a.in\n", table)


@needs_linux
def test_conversations_of_forks(tmp_path: Path) -> None:
    """Both sides are forks unless programs are to start anew; what they say is the same."""
    files = {"x.ctd": "INT(1,1000) NEWLINE", "inter.py": WAITS_FOR_THE_END, "mine.py": LARGE, "right.py": RIGHT}
    write_files(tmp_path, files)
    for fresh in ((), ("--fresh",)):
        words = ("--seed", "1", "--cases", "6", *fresh, "--", PYTHON)
        status, printed, _ = own("stress", *words, "right.py", cwd=tmp_path)
        assert (status, "no fault" in printed) == (0, True)
        status, printed, _ = own("stress", *words, "mine.py", cwd=tmp_path)
        assert status == 1
        assert "  < 100\n  > 199\n" in printed


# The command line


def own(verb: str, *arguments: str, cwd: Path) -> tuple[int, str, str]:
    return support.own(verb, "--format", "x.ctd", "--interactor", f"{PYTHON} inter.py", *arguments, cwd=cwd)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    toml = f'format = "x.ctd"\nname = "x"\n[interactor]\ncommand = "{PYTHON} inter.py"\nqueries = 3\n'
    files = {"x.ctd": "INT(1,1000) NEWLINE", "inter.py": WAITS_FOR_THE_END, "mine.py": LARGE, "refsol.toml": toml}
    return write_files(tmp_path, files)


def test_the_report_shows_the_shortest_conversation(place: Path) -> None:
    status, printed, errors = own("stress", "--seed", "1", "--", PYTHON, "mine.py", cwd=place)
    assert (status, errors) == (1, "")
    shown = printed[printed.index("conversation") : printed.index("\n\n")].splitlines()
    expected = [
        "conversation (program >, interactor <):",
        *("  < 100", "  > 199"),
        "  = the program ends: exit status 0",
        "  = the interactor ends: exit status 1",
        "why:",
        "  the interactor says \"expected 200, found '199\\\\n'\"",
        "saved: stress-x/x-1.in, stress-x/x-1.log",
        "to reproduce:",
    ]
    assert [line for line in shown if "ends" not in line] == [
        *(line for line in expected if "ends" not in line),
        *shown[-2:],
    ]
    log = (place / "stress-x" / "x-1.log").read_text()
    assert [line.split(" ms ")[1] for line in log.splitlines()[:2]] == ["< 100", "> 199"]
    reproduce = f"refsol own judge --format x.ctd --interactor '{PYTHON} inter.py' --tests stress-x/x-1.in --command"
    assert shown[-2].strip().startswith(reproduce)
    write_files(place, {"stress-x/x-0.in": "1\n", "stress-x/x-2.in": "999\n"})  # of other findings
    status, printed, errors = own("judge", "--tests", "stress-x/x-1.in", "--command", f"{PYTHON} mine.py", cwd=place)
    assert (status, errors) == (0, "")
    assert "1 test," in printed
    assert f"{PYTHON} mine.py: wrong answer on x-1: the interactor says" in printed


@needs_linux
def test_a_program_that_kills_its_runner_is_judged_again(place: Path) -> None:
    """It isn't given the secret input."""
    write_files(place, {"mine.py": "import os\nos.kill(os.getppid(), 9)"})
    _, printed, _ = own("stress", "--seed", "1", "--fresh", "--", PYTHON, "mine.py", cwd=place)
    (command, *_others) = printed[printed.index("to reproduce:\n") :].splitlines()[1:]
    assert command.endswith(f" --tests stress-x/x-1.in --command '{PYTHON} mine.py'")


def test_json_has_the_conversation(place: Path) -> None:
    _, printed, _ = own("stress", "--seed", "1", "--json", "--", PYTHON, "mine.py", cwd=place)
    (failure,) = json.loads(printed)["failures"]
    assert failure["kind"] == "wrong answer"
    assert [line[:2] for line in failure["conversation"][:2]] == [["<", "100"], [">", "199"]]
    assert [Path(file).suffix for file in failure["files"]] == [".in", ".log"]


def test_long_conversations_are_cut_in_the_middle(place: Path) -> None:
    write_files(
        place,
        {"mine.py": "for k in range(99): print(k)", "inter.py": "import sys\nsys.exit(len(sys.stdin.read()) > 9)"},
    )
    _, printed, _ = own("stress", "--seed", "1", "--", PYTHON, "mine.py", cwd=place)
    assert "  > 11\n  ... 77 more lines\n  > 89\n" in printed


def test_a_file_says_what_the_interactor_is(place: Path) -> None:
    spec = read_spec(place / "refsol.toml")
    assert spec.interactor == InteractorSpec((PYTHON, f"{place}/inter.py"), "testlib", 3)
    done = refsol_process("own", "stress", "--seed", "1", "--", PYTHON, "-c", "for k in range(9): print(k)", cwd=place)
    assert b"too many queries: case 0" in done.stdout
    assert b"the program said more than 3 lines, answers included" in done.stdout
    done = refsol_process(
        "own",
        "judge",
        "--tests",
        "stress-x",
        "--command",
        f"{PYTHON} -c 'print(1); print(2); print(3); print(4)'",
        cwd=place,
    )
    assert b"QLE: too many queries" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("stress", "--checker", "x", "--", "true"), b"--interactor and --checker contradict each other"),
        (("judge", "--tolerance", "1"), b"--interactor and --tolerance contradict each other"),
        (("check", "a", "b"), b"an interactive problem has no output to check"),
    ],
)
def test_what_a_command_line_gets_wrong(arguments: tuple[str, ...], message: bytes, place: Path) -> None:
    verb, *rest = arguments
    done = refsol_process("own", verb, "--interactor", "true", *rest, cwd=place)
    require_refusal(done)
    assert message in done.stderr


def test_a_checker_on_the_command_line_takes_the_place_of_an_interactor(place: Path) -> None:
    done = refsol_process("own", "stress", "--tolerance", "1", "--cases", "1", "--", "true", cwd=place)
    assert b"there is no model solution" in done.stderr


def test_test_sets_have_empty_answers(place: Path) -> None:
    done = refsol_process("own", "testset", "tests", cwd=place)
    assert done.returncode == 0
    answers = [path.stat().st_size for path in place.glob("tests/*/*.ans")]
    assert len(answers) > 10
    assert not any(answers)
    assert "The interactor reads each `.in`" in (place / "tests" / "README.md").read_text()


REFEREE: Final = f"{PYTHON} -P -m refsol multigo referee"


def test_the_referee_of_multigo_is_an_interactor(place: Path) -> None:
    line = "STRING('1 ') INT(2,5,m) STRING(' 2 1') NEWLINE REP(m,SPACE) STRING('1') END NEWLINE STRING('1 1 1') NEWLINE"
    moves = "print('1 1 2', flush=True)\nassert input() == 'YES'\n"
    wrong = f"{moves}print('1 2', flush=True)\ninput()"
    write_files(place, {"x.ctd": line.replace("'", '"'), "right.py": moves, "mine.py": wrong})
    options = ("--format", "x.ctd", "--interactor", REFEREE, "--seed", "1", "--cases", "5", "--", PYTHON)
    assert b"no fault" in refsol_process("own", "stress", *options, "right.py", cwd=place).stdout
    done = refsol_process("own", "stress", *options, "mine.py", cwd=place)
    assert b"  > 1 1 2\n  < YES\n  > 1 2\n" in done.stdout
    assert b"-:2:4: expected player k" in done.stdout


@pytest.mark.parametrize(
    ("board", "moves", "status", "log"),
    [
        ("1 2 2 9\n1 1\n", b"1 1 2\n1 2 1", 0, b"1 1 2\n1 2 1"),
        ("1 2 2 9\n1 1\n", b"1 1 2\n1 3 1\n1 1 1\n", 2, b"1 1 2\n"),
        ("1 2 2 9\n1 5\n", b"1 1 2\n", 3, b"old\n"),
    ],
)
def test_the_referee_speaks_the_protocol_of_testlib(
    board: str, moves: bytes, status: int, log: bytes, tmp_path: Path
) -> None:
    write_files(tmp_path, {"board": board, "log": "old\n"})
    for answer in ((), ("no such file",)):
        done = refsol_process("multigo", "referee", "board", "log", *answer, stdin=moves, cwd=tmp_path)
        assert done.returncode == status
        assert (tmp_path / "log").read_bytes() == log
        assert done.stderr.count(b"\n") == (status > 0)


# Packages


CPP: Final = '#include "testlib.h"\nint main() {}\n'


@pytest.mark.parametrize("protocol", ["testlib", "kattis"])
@pytest.mark.parametrize("suffix", [".py", ".cpp"])
def test_packages(place: Path, protocol: str, suffix: str) -> None:
    command = f"{PYTHON} inter.py" if suffix == ".py" else "./inter"
    text = sections("interaction")["a problem with an interactor"].format(command=command, protocol=protocol)
    write_files(place, {"refsol.toml": text, "x.md": "# X\n", "right.py": RIGHT, "testlib.h": "//"})
    write_files(place, {"inter.cpp": CPP, "inter": "what is made from that"})
    python, kattis = suffix == ".py", protocol == "kattis"
    files = {
        "kattis-legacy": f"output_validators/interactor/{'run' if python else 'inter.cpp'}" * kattis,
        "kattis": f"output_validator/{'validate.py' if python else 'inter.cpp'}" * kattis,
        "dmoj": f"inter{suffix}" * (not kattis),
        "polygon": "files/interactor.cpp" * (not kattis and not python),
        "hydro": f"{place.name}/testdata/interactor.cc" * (not kattis and not python),
        "cms": "check/manager" * (not kattis and python),
    }
    said = toml("interaction")["said"]
    for kind in FORMATS:
        options = ("--testlib", "testlib.h") if kind == "dmoj" and not python else ()
        done = refsol_here("own", "package", kind, f"to/{kind}", "--max-tests", "10", *options, cwd=place)
        if files.get(kind):
            assert done.returncode == 0, done.stderr
            (found,) = (place / "to" / kind).glob(files[kind].replace(place.name, "*"))
            assert ("testlib.h" in found.read_text()) == (not python)
            name, text = said[kind]
            (config,) = (place / "to" / kind).glob(name)
            assert text in config.read_text()
        else:
            require_refusal(done)
            none = b"packages in this format can't hold an interactor"
            assert (none in done.stderr) == (kind not in files), done.stderr
            assert b"interactor" in done.stderr


@pytest.mark.parametrize(
    ("program", "score", "message"),
    [
        ("right/ask_twice.py", b"1.0\n", b"999, queries: "),
        ("wrong/off_by_one.py", b"0.0\n", b"the number is 999"),
        ("wrong/thrice.py", b"0.0\n", b"more than "),
    ],
)
def test_the_manager_of_a_package_for_cms(program: str, score: bytes, message: bytes, tmp_path: Path) -> None:
    """CMS makes two pipes, and starts the manager with their names where the input is."""
    liar = ROOT / "examples" / "liar"
    options = ("--max-tests", "10")
    done = refsol_here("own", "package", "cms", "cms", "--problem", str(liar), *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "input.txt").write_text("1000 999 0\n")
    manager = [str(tmp_path / "cms" / "check" / "manager")]
    status, output, errors = managed(manager, [PYTHON, str(liar / program)], tmp_path)
    assert (status, output) == (0, score), errors
    assert message in errors


@pytest.mark.parametrize("status", [0, 1, 2, 3, 4, 5, 7, 8, -1])
def test_the_manager_of_a_package_for_cms_judges_like_refsol(status: int, tmp_path: Path) -> None:
    interactor = f"input()\nraise SystemExit({status})"
    source = (ROOT / "refsol" / "jury" / "bundles" / "run_cms_manager.py").read_text()
    manager = [PYTHON, "-c", source.replace('INTERACTOR = ""', f"INTERACTOR = {interactor!r}")]
    ended, output, errors = managed(manager, [PYTHON, "-c", "print(2)"], tmp_path)
    judged = {None: b"1.0\n", Result.WRONG_ANSWER: b"0.0\n", Result.JUDGE_ERROR: None}[
        run("print(2)", interactor).fault
    ]
    assert (output if ended == 0 else None) == judged, errors


def managed(manager: list[str], program: list[str], cwd: Path) -> tuple[int, bytes, bytes]:
    """Return how a manager ends that talks with a program, and what it prints."""
    pipes = [cwd / name for name in ("from", "to")]
    for pipe in pipes:
        os.mkfifo(pipe)
    with subprocess.Popen(
        [*manager, *map(str, pipes)], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as judge:
        with pipes[1].open("rb") as heard, pipes[0].open("wb") as said:
            subprocess.run(program, stdin=heard, stdout=said, stderr=subprocess.DEVNULL, check=False)
        output, errors = judge.communicate()
    return judge.returncode, output, errors


def test_a_package_that_cannot_hold_an_interactor_is_refused_at_once(place: Path) -> None:
    """Nothing is asked for before, such as a right solution, which would be in vain."""
    options = ("--format", "x.ctd", "--interactor", f"{PYTHON} inter.py")
    (place / "refsol.toml").unlink()
    done = refsol_process("own", "package", "qduoj", "to", *options, cwd=place)
    require_refusal(done, "packages in this format can't hold an interactor")


def test_packages_do_not_count_queries(place: Path) -> None:
    done = refsol_process("own", "package", "dmoj", "to", cwd=place)
    require_refusal(done)
    assert b"judges don't count queries" in done.stderr


def test_other_problems_have_no_interactor() -> None:
    assert not any(load(name).interactive for name in NAMES)
