"""Conversations with programs: answers, limits, and nothing left behind."""

import sys
import time
from pathlib import Path

import pytest

from refsol.jury.run.command import Command
from refsol.jury.run.conversation import Conversation, ConversationError
from refsol.jury.run.program import Result, RunLimits, StartError

ECHO = "import sys\nfor line in sys.stdin: print(line.strip() * 2, flush=True)"


def program(script: str, limits: RunLimits | None = None) -> Command:
    return Command([sys.executable, "-c", script], limits)


def test_questions_and_answers() -> None:
    with Conversation(program(ECHO)) as talk:
        for k in range(20):
            talk.say(b"%d\n" % k)
            assert talk.hear(b"\n", 60) == b"%d%d\n" % (k, k)
        talk.say(b"a\nb\n")
        assert [talk.hear(b"\n", 60), talk.hear(b"\n", 60)] == [b"aa\n", b"bb\n"]
    assert talk.leftovers == []


def test_carriage_returns_are_dropped() -> None:
    with Conversation(program(r"print('a\r\n\r\nb', flush=True)")) as talk:
        assert talk.hear(b"\n\n", 60) == b"a\n\n"


def test_white_space_is_no_answer() -> None:
    with Conversation(program(r"print('\n\n \n\n1\n\n\n\n\n\n2\n\n')")) as talk:
        assert [talk.hear(b"\n\n", 60), talk.hear(b"\n\n", 60)] == [b"1\n\n", b"2\n\n"]


@pytest.mark.parametrize(("mebibytes", "kind"), [(1000, Result.TIME), (2, Result.OUTPUT)])
def test_a_flood_of_white_space_meets_the_limits(mebibytes: int, kind: Result) -> None:
    with (
        Conversation(program(r"while True: print('\n' * 1000, end='')", RunLimits(60, 300, mebibytes))) as talk,
        pytest.raises(ConversationError) as raised,
    ):
        talk.hear(b"\n\n", 0.5 if kind is Result.TIME else 60)
    assert raised.value.kind is kind


def test_an_answer_of_a_program_that_has_ended() -> None:
    with Conversation(program("print('one'); print('two')")) as talk:
        time.sleep(0.2)
        assert [talk.hear(b"\n", 60), talk.hear(b"\n", 60)] == [b"one\n", b"two\n"]
        talk.say(b"nobody reads this\n")
        with pytest.raises(ConversationError) as raised:
            talk.hear(b"\n", 60)
    assert (raised.value.kind, raised.value.message) == (Result.CRASH, "ended without an answer")


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ("raise SystemExit(3)", Result.CRASH, "crashed: exit status 3"),
        ("import os; os.kill(os.getpid(), 11)", Result.CRASH, "crashed: SIGSEGV"),
        ("print('no end', end='', flush=True); input()", Result.TIME, "no answer within 0.5 s"),
        ("x = bytearray(10**9); input()", Result.MEMORY, "used more than 300 MiB of memory"),
        ("while True: print('y' * 10**5, end='')", Result.OUTPUT, "wrote more than 2 MiB"),
    ],
)
def test_faults(script: str, kind: Result, message: str) -> None:
    seconds = 0.5 if kind is Result.TIME else 60
    with Conversation(program(script, RunLimits(60, 300, 2))) as talk, pytest.raises(ConversationError) as raised:
        talk.hear(b"\n", seconds)
    assert (raised.value.kind, raised.value.message) == (kind, message)


def test_a_program_that_does_not_read() -> None:
    with (
        Conversation(program("import time; time.sleep(60)")) as talk,
        pytest.raises(ConversationError, match="doesn't read its input"),
    ):
        talk.say(bytes(2**20))


def test_standard_error_is_kept() -> None:
    script = "import sys, os; print(os.getcwd() + '/x', file=sys.stderr, flush=True); print(1, flush=True); input()"
    with Conversation(program(script)) as talk:
        talk.hear(b"\n", 60)
    assert talk.stderr == b"x\n"


def test_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    script = (
        "import subprocess, sys, pathlib\n"
        "child = subprocess.Popen(['sleep', '1000'])\n"
        f"pathlib.Path({str(file)!r}).write_text(str(child.pid))\n"
        "pathlib.Path('litter').mkdir()\n"
        "print(1, flush=True); sys.stdin.read()"
    )
    before = set(Path("/proc/self/fd").iterdir()) if sys.platform == "linux" else set()
    command = program(script)
    with Conversation(command) as talk:
        talk.hear(b"\n", 60)
    pid = int(file.read_text())
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
        assert time.monotonic() < deadline, "the child still runs"
        time.sleep(0.01)
    assert talk.leftovers == command.clean_up() == []
    if before:
        assert set(Path("/proc/self/fd").iterdir()) == before


def test_a_program_that_does_not_exist() -> None:
    with pytest.raises(StartError, match="no-such-program"), Conversation(Command(["no-such-program"])):
        pass


def test_a_stopped_command() -> None:
    command = program(ECHO)
    with Conversation(command) as talk:
        command.stop()
        with pytest.raises(ConversationError):
            talk.hear(b"\n", 60)
