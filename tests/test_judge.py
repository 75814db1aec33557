"""Judging submissions by a test set: verdicts, points and the time limit, and the verb ``judge``."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
import support
from support import Done, Losing, needs_posix, refsol_process, require_refusal, write_files, write_program
from terminals import needs_terminals, on_a_terminal

from refsol.jury import judging, testing
from refsol.jury.judging import Attempt, Expectation, Item, ItemError, ItemGroup, Judged, attempt, judged
from refsol.jury.parallel.pool import ExecutorError, run_chains
from refsol.jury.run.program import RUNNER_LOST, Function, Leftover, LeftoverKind, Result, RunOutcome
from refsol.problem import NAMES, load

if sys.platform != "win32":
    import fcntl

    from refsol.jury.run.command import Command

UNREAD = "; it never read standard input; does it read a file?"
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

# Judging, without a program


def items(*names: str) -> tuple[Item, ...]:
    return tuple(Item(name, f"{name}.in") for name in names)


GROUPS = (
    ItemGroup("samples", items("s")),
    ItemGroup("easy", items("a", "b", "c"), 30),
    ItemGroup("hard", items("d"), 70),
)
OK = Attempt(Result.ACCEPTED, seconds=0.5, mebibytes=7)
WRONG = Attempt(Result.WRONG_ANSWER, "1:1: expected NO, found YES", seconds=0.25, mebibytes=9)
SLOW = Attempt(Result.TIME, "took longer than 2 s", seconds=2.01)
ALL_OK = {(group, test): OK for group, each in enumerate(GROUPS) for test in range(len(each.items))}


def verdict_on(
    changes: Mapping[tuple[int, int], Attempt | None],
    expected: Expectation | None = None,
    groups: Sequence[ItemGroup] = GROUPS,
) -> Judged:
    """Return the verdict if all tests are passed except for ``changes``, where None stands for a test not run."""
    attempts = {key: value for key, value in {**ALL_OK, **changes}.items() if value is not None}
    return judged("one", expected, groups, attempts)


def test_a_submission_that_passes_all_tests_earns_all_points() -> None:
    verdict = verdict_on({})
    assert (verdict.result, verdict.points, verdict.seconds, verdict.mebibytes) == (Result.ACCEPTED, 100, 0.5, 7)
    assert verdict.runs == 5
    assert verdict_on({(1, 1): OK._replace(seconds=0.75), (2, 0): OK._replace(seconds=0.6)}).slowest == "b"
    assert [group.slowest for group in verdict_on({(1, 1): SLOW, (1, 2): None, (2, 0): None}).groups] == ["s", "b", ""]
    assert [group.points for group in verdict.groups] == [None, 30, 70]
    assert [group.runs for group in verdict.groups] == [1, 3, 1]
    assert not verdict.too_slow


def test_the_first_failing_test_decides_in_a_group_and_the_worst_group_on_the_submission() -> None:
    verdict = verdict_on({(1, 1): WRONG, (1, 2): None, (2, 0): SLOW})
    assert (verdict.result, verdict.points) == (Result.TIME, 0)
    assert verdict_on({(1, 1): Attempt(Result.CRASH), (2, 0): SLOW}).result is Result.CRASH
    assert (verdict.seconds, verdict.mebibytes, verdict.too_slow) == (2.01, 9, True)
    easy, hard = verdict.groups[1:]
    assert (easy.result, easy.test, easy.message) == (Result.WRONG_ANSWER, "b", WRONG.message)
    assert (easy.points, easy.seconds, easy.mebibytes, easy.runs) == (0, 0.5, 9, 2)
    assert (hard.result, hard.test, hard.points) == (Result.TIME, "d", 0)
    assert verdict_on({(2, 0): SLOW}).points == 30
    both = verdict_on({(1, 0): SLOW, (1, 2): WRONG}).groups[1]
    assert (both.result, both.test) == (Result.TIME, "a")


def test_an_interruption_leaves_groups_without_a_verdict() -> None:
    verdict = verdict_on({(1, 1): None, (1, 2): WRONG, (2, 0): None})
    assert [group.result for group in verdict.groups] == [Result.ACCEPTED, None, None]
    assert (verdict.result, verdict.points, verdict.as_expected) == (None, None, None)
    assert (verdict.groups[1].points, verdict.groups[1].test, verdict.groups[1].runs) == (None, "", 2)
    assert verdict_on({(1, 1): None}, Expectation.ACCEPTED).as_expected is None


def test_tests_with_points_of_their_own_are_summed() -> None:
    groups = (GROUPS[0], ItemGroup("all", items("a", "b", "c", "d"), 100, 10))
    attempts = {(0, 0): OK, (1, 0): OK, (1, 1): WRONG._replace(score=3), (1, 2): WRONG, (1, 3): OK}
    verdict = judged("one", None, groups, attempts)
    assert (verdict.result, verdict.points) == (Result.WRONG_ANSWER, 57.5)
    attempts[1, 3] = judging.not_run("a")
    verdict = judged("one", None, groups, attempts)
    assert (verdict.points, verdict.groups[1].runs) == (32.5, 3)
    del attempts[1, 3]
    assert judged("one", None, groups, attempts).groups[1].result is None  # it may still earn points


def test_a_submission_that_cannot_be_compiled_earns_nothing() -> None:
    verdict = judging.not_compiled("one", Expectation.REJECTED, GROUPS, "1:1: error")
    assert (verdict.result, verdict.points, verdict.message) == (Result.COMPILE_ERROR, 0, "1:1: error")
    assert verdict.as_expected is False
    assert not verdict.not_caught
    assert [group.points for group in verdict.groups] == [None, 0, 0]


def test_chains_end_with_the_first_failure_unless_tests_have_points() -> None:
    assert judging.chains_of(GROUPS[1], every=False) == [range(3)]
    assert judging.chains_of(GROUPS[1], every=True) == [range(1), range(1, 2), range(2, 3)]
    assert judging.chains_of(GROUPS[1]._replace(full_score=10), every=False) == judging.chains_of(GROUPS[1], every=True)


MET = support.toml("judge")["met"]


@pytest.mark.parametrize("expected", Expectation)
def test_expectations(expected: Expectation) -> None:
    for result in Result:
        if result is Result.COMPILE_ERROR:
            continue
        verdict = verdict_on({(2, 0): Attempt(result)}, expected)
        assert verdict.as_expected is (result in MET[expected].split(", ")), result
        assert verdict.not_caught is (result is Result.ACCEPTED and expected is not Expectation.ACCEPTED)
    assert verdict_on({}).as_expected is None
    assert not verdict_on({}).not_caught


def test_a_partially_accepted_submission_needs_points() -> None:
    wrong = {(1, 0): WRONG, (2, 0): WRONG}
    assert verdict_on(wrong, Expectation.PARTIALLY_ACCEPTED).as_expected is False
    no_points = [group._replace(points=None) for group in GROUPS]
    assert verdict_on(wrong, Expectation.PARTIALLY_ACCEPTED, no_points).as_expected is True


def took(seconds: float, expected: Expectation | None = None, name: str = "one") -> Judged:
    run = Attempt(Result.ACCEPTED, seconds=seconds)
    return judged(name, expected, [ItemGroup("all", items("a"))], {(0, 0): run})


def stopped(seconds: float, expected: Expectation | None = None) -> Judged:
    return judged("slow", expected, [ItemGroup("all", items("a"))], {(0, 0): SLOW._replace(seconds=seconds)})


@pytest.mark.parametrize(
    ("slowest", "limit"),
    [(0.0, 0.1), (0.01, 0.1), (0.1, 0.3), (0.11, 0.4), (0.99, 3.0), (1.0, 3.0), (1.01, 4.0), (3.0, 9.0), (3.1, 10.0)],
)
def test_the_suggested_limit_is_three_times_the_slowest_accepted(slowest: float, limit: float) -> None:
    wrong = verdict_on({(1, 0): WRONG._replace(seconds=50.0)})
    not_caught = took(60.0, Expectation.WRONG_ANSWER)
    suggested = judging.suggested_limit(
        [took(slowest - 0.01), took(slowest, Expectation.ACCEPTED, "two"), wrong, not_caught]
    )
    assert suggested is not None
    assert (suggested.seconds, suggested.slowest.name, suggested.too_slow) == (limit, "two", None)
    assert suggested.separates


def test_no_limit_is_suggested_without_an_accepted_submission() -> None:
    rejected = [stopped(2), verdict_on({(1, 0): WRONG}), took(1, Expectation.REJECTED)]
    for submissions in ([], rejected, [took(1), stopped(2, Expectation.ACCEPTED)]):
        assert judging.suggested_limit(submissions) is None


def test_the_suggested_limit_is_compared_with_what_is_too_slow() -> None:
    for slow, separates in ((4.5, True), (4.49, False)):
        too_slow = stopped(slow, Expectation.BRUTE_FORCE), took(slow, Expectation.TIME_LIMIT_EXCEEDED)
        for each in (stopped(slow), *too_slow):
            suggested = judging.suggested_limit([took(1), stopped(9), each])
            assert suggested is not None
            assert (suggested.seconds, suggested.needed, suggested.too_slow) == (3, 4.5, each)
            assert suggested.separates is separates


# Tests and runs


def test_a_test_is_written_with_its_answer(tmp_path: Path) -> None:
    item = Item("1", str(tmp_path / "1.in"), str(tmp_path / "1.ans"))
    judging.write_test(load("tictactoe"), "small", "s", item)
    data = Path(item.source).read_bytes()
    assert data == support.GENERATE["tictactoe"](Random("s"))
    right = testing.solved(load("tictactoe"), data, {})
    assert (tmp_path / "1.ans").read_bytes() == right
    judging.write_test(load("nogo"), "small", "s", Item("2", str(tmp_path / "2.in")))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.ans", "1.in", "2.in"]
    assert attempt(load("tictactoe"), Function(lambda _: right), item).result is Result.ACCEPTED
    wrong = attempt(load("tictactoe"), Function(lambda _: b"!"), item)
    assert (wrong.result, wrong.score, wrong.message[:13]) == (Result.WRONG_ANSWER, None, "1:1: expected")
    if sys.platform != "win32":
        raising = Command([sys.executable, "-c", "import sys; sys.stdin.read(); int('x')"])
        message = "crashed: exit status 1: ValueError: invalid literal for int() with base 10: 'x'"
        assert attempt(load("tictactoe"), raising, item).message == message
        unable = str(write_program(tmp_path / "program", "#!/nowhere\n"))
        message = f"crashed: {unable}: its interpreter doesn't exist"
        assert attempt(load("tictactoe"), Command([unable]), item) == Attempt(Result.CRASH, message)
    crashed = attempt(load("tictactoe"), Function(lambda _: bytes(-1)), item)
    assert (crashed.result, crashed.score) == (Result.CRASH, None)
    Path(item.source).write_bytes(b"bad\n")
    with pytest.raises(ItemError, match=r"1\.in:1:\d: expected "):
        judging.write_answer(load("tictactoe"), item)


def test_a_checker_decides_awards_points_and_blames_invalid_tests_on_nobody(tmp_path: Path) -> None:
    item = Item("2", str(support.SAMPLES / "nogo" / "2.in"))
    for output, expected in (b"2 3\n-1 -1\n", (Result.ACCEPTED, None)), (b"3 2\n-1 -1\n", (Result.WRONG_ANSWER, 1)):
        run = attempt(load("nogo"), Function({Path(item.source).read_bytes(): output}.__getitem__), item)
        assert (run.result, run.score) == expected
    (tmp_path / "bad.in").write_bytes(b"2\n..\n")
    with pytest.raises(ItemError, match=r"bad\.in:3:1: expected "):
        attempt(load("nogo"), Function(lambda _: b"1 1\n"), Item("bad", str(tmp_path / "bad.in")))


@pytest.mark.parametrize("name", NAMES)
def test_the_samples_of_a_statement_are_those_of_the_repository(name: str) -> None:
    found = load(name).samples()
    assert found
    for number, sample in enumerate(found, 1):
        paths = [support.SAMPLES / name / f"{number}{suffix}" for suffix in (".in", ".ans")]
        assert list(sample) == [path.read_bytes() for path in paths]


# Chains of calls


def returned(value: int) -> int:
    return value


def chained(executor: Executor, *chains: Sequence[int], jobs: int = 1, until: int = 99) -> list[tuple[int, int, int]]:
    """Run chains of calls that return numbers, of which negative ones end a chain, until one of them comes."""
    seen: list[int] = []
    calls = [[partial(returned, value) for value in chain] for chain in chains]
    results = []
    for done in run_chains(
        executor, calls, jobs, lambda value: value < 0, lambda: until in seen, lambda chain, call: f"{chain}/{call}"
    ):
        results.append((done.chain, done.call, done.result))
        seen.append(done.result)
    return results


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("losses", [0, 1])
def test_a_chain_ends_with_a_failure(losses: int, jobs: int) -> None:
    with Losing(losses) as executor:
        results = chained(executor, [1, 2, -3, 4], [], [5], [-6, 7], jobs=jobs)
    assert sorted(results) == [(0, 0, 1), (0, 1, 2), (0, 2, -3), (2, 0, 5), (3, 0, -6)]
    if jobs == 1:
        assert results == sorted(results)


def test_an_interruption_ends_all_chains_and_later_results_are_dropped() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert chained(executor, [1, 2, 3], [4], until=2) == [(0, 0, 1), (0, 1, 2)]
    for losses in (0, 1):
        answers = iter([False, True, True])
        with Losing(losses) as executor:
            calls = [[partial(returned, 1)]]
            assert not list(run_chains(executor, calls, 1, bool, lambda: next(answers), lambda _chain, _call: ""))  # noqa: B023


def test_an_error_ends_all_chains() -> None:
    begun: list[int] = []
    calls: list[list[Callable[[], object]]] = [[lambda: 1 / 0], [partial(time.sleep, 0.3)], [partial(begun.append, 1)]]
    with ThreadPoolExecutor(1) as executor:
        executor.submit(time.sleep, 0.2)  # so that all calls are pending at first
        with pytest.raises(ZeroDivisionError):
            list(run_chains(executor, calls, 3, lambda _: False, lambda: False, lambda _chain, _call: ""))
    assert begun == []  # what had not begun was cancelled


def test_a_call_that_is_lost_again_and_again_is_given_up() -> None:
    with (
        Losing(9) as executor,
        pytest.raises(ExecutorError, match=r"^1/0: the process that ran this was killed or stopped, twice$"),
    ):
        chained(executor, [], [5])


# The verb

RIGHT = """\
import sys
from refsol.problem import load
sys.stdout.buffer.write(b"".join(load("tictactoe").solve(sys.stdin.buffer.read(), {})))
"""
WRONG_TEXT = "print('!')\n"
TESTS = ("1-small/1", "1-small/2", "2-more/1")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for number, name in enumerate(TESTS):
        write_case(tmp_path / "tests" / f"{name}.in", "tictactoe", f"s-{number}")
    (tmp_path / "scratch").mkdir()
    return tmp_path


def write_case(path: Path, name: str, seed: str) -> None:
    data = support.GENERATE[name](Random(seed))
    answer = testing.solved(load(name), data, {})
    write_files(path.parent, {path.name: data, f"{path.stem}.ans": answer})


def judge(place: Path, *arguments: str, name: str = "tictactoe", path: str = os.environ["PATH"]) -> Done:
    """Run ``judge`` in a place, with its tests unless others are given; nothing may be left behind."""
    given = () if {"--tests", "--seed"} & set(arguments) else ("--tests", "tests")
    done = refsol_process(name, "judge", *arguments, *given, cwd=place, TMPDIR=str(place / "scratch"), PATH=path)
    assert not list((place / "scratch").iterdir())
    return done


def as_json(place: Path, *arguments: str, status: int = 0, name: str = "tictactoe") -> dict[str, Any]:  # JSON's types
    done = judge(place, *arguments, "--json", name=name)
    assert (done.returncode, done.stderr) == (status, b"")
    fields: dict[str, Any] = json.loads(done.stdout)
    return fields


def verdicts(fields: dict[str, Any], *keys: str) -> dict[str, tuple[object, ...]]:
    return {each["name"]: tuple(each[key] for key in keys) for each in fields["submissions"]}


@pytest.mark.slow
@needs_posix
def test_a_tree_of_submissions(place: Path) -> None:
    right = dict.fromkeys(("accepted/right.py", "wrong_answer/deeper/right.py", "other/right.py"), RIGHT)
    others = {
        "wrong_answer/wrong.py": WRONG_TEXT,
        "time_limit_exceeded/sleeps.py": "import time\ntime.sleep(60)\n",
        "README.md": "no program\n",
        ".hidden/x.py": "no program\n",
    }
    write_files(place / "all", {**right, **others})
    write_program(place / "all" / "run_time_error" / "crash", "#!/bin/sh\nexit 3\n")
    done = judge(place, "all", "--time-limit", "1")
    assert (done.returncode, done.stderr) == (1, b"")
    lines = done.stdout.decode().splitlines()
    table = [line.split() for line in lines[: lines.index("")]]
    assert table[0] == ["submission", "1-small", "2-more", "time", "memory"]
    assert [row[:3] for row in table[1:]] == [
        ["all/accepted/right.py", "ok", "ok"],
        ["all/other/right.py", "ok", "ok"],
        ["all/run_time_error/crash", "RTE", "RTE"],
        ["all/time_limit_exceeded/sleeps.py", "TLE", "TLE"],
        ["all/wrong_answer/deeper/right.py", "ok", "ok"],
        ["all/wrong_answer/wrong.py", "WA", "WA"],
    ]
    assert {
        f"all/run_time_error/crash: crashed on 1-small/1: exit status 3{UNREAD}",
        f"  2-more: crashed on 2-more/1: exit status 3{UNREAD}",
        "all/wrong_answer/deeper/right.py: accepted instead of wrong_answer",
        "not caught: all/wrong_answer/deeper/right.py passes all tests",
        "WA: wrong answer, RTE: crashed, TLE: time limit",
        "3 tests, limits 1 s and 256 MiB",
    } <= set(lines)
    accepted, other, slow, unexpected, margin, limit = (
        next(line for line in lines if re.match(pattern, line))
        for pattern in (
            r"time of all/accepted/right\.py: 1-small \d\.\d\d s \([12]\), 2-more \d\.\d\d s \(1\)$",
            r"time of all/other/right\.py: ",
            r"time of all/time_limit_exceeded/sleeps\.py: 1-small >1\.\d\d s \(1\)$",
            r"time of all/wrong_answer/deeper/right\.py: ",
            r"safety margin: the limit of 1 s is \d+\.\d times the \d\.\d\d s of all/(accepted|other)/right\.py$",
            r"suggested time limit: .* of all/(accepted|other)/right\.py on (1-small/[12]|2-more/1); ",
        )
    )
    assert lines.index(accepted) < lines.index(other) < lines.index(slow) < lines.index(unexpected)
    assert lines.index(margin) + 1 == lines.index(limit)
    assert not any(line.startswith("time of all/run_time_error") for line in lines)
    assert lines[-1] == "1 of 6 submissions not as expected"


@needs_posix
def test_a_file_is_expected_to_be_what_its_directory_is_called(place: Path) -> None:
    right, wrong = "wrong_answer/right.py", "wrong_answer/wrong.py"
    write_files(place, {right: RIGHT, wrong: WRONG_TEXT, "wrong.py": WRONG_TEXT})
    assert judge(place, wrong).stdout.endswith(b"\nas expected\n")
    for path, expected, status in (
        (wrong, (), 0),
        (right, (), 1),
        (right, ("--expect", f"accepted={right}"), 0),
        (right, ("--expect", "accepted=wrong_answer"), 0),
        (wrong, ("--expect", "rejected=./wrong_answer/wrong.py"), 0),
        (wrong, ("--expect", f"accepted={wrong}"), 1),
    ):
        assert judge(place, path, *expected).returncode == status, (path, expected)
    inside = judge(place, "wrong_answer", "--expect", f"accepted={right}")
    assert (inside.returncode, inside.stdout.splitlines()[-1]) == (0, b"as expected")
    nothing = judge(place, "wrong.py")
    assert (nothing.returncode, b"expected\n" in nothing.stdout) == (0, False)  # anything goes


@needs_posix
def test_fields_for_programs(place: Path) -> None:
    write_files(place, {"accepted/right.py": RIGHT, "wrong_answer/wrong.py": WRONG_TEXT})
    fields = as_json(place, "accepted", "wrong_answer", "--memory-limit", "300", "--time-limit", "20")
    limit, margin = fields.pop("suggested_time_limit"), fields.pop("safety_margin")
    right, wrong = fields.pop("submissions")
    assert list(fields.items()) == [
        ("problem", "tictactoe"),
        ("seed", None),
        ("time_limit", 20),
        ("memory_limit", 300),
        ("interrupted", False),
        ("groups", [{"name": "1-small", "points": None, "tests": 2}, {"name": "2-more", "points": None, "tests": 1}]),
        ("not_caught", []),
    ]
    assert " ".join(wrong) == "name expected verdict as_expected message points seconds mebibytes groups"
    assert list(wrong.values())[:6] == ["wrong_answer/wrong.py", "wrong_answer", "wrong answer", True, "", None]
    small = wrong["groups"][0]
    assert " ".join(small) == "name verdict test message points seconds mebibytes runs slowest_test"
    found = [small[key] for key in ("name", "verdict", "test", "runs", "slowest_test")]
    assert found == ["1-small", "wrong answer", "1-small/1", 1, "1-small/1"]
    assert small["message"].startswith("1:1: expected ")
    assert (right["verdict"], right["groups"][0]["test"], right["groups"][0]["runs"]) == ("accepted", None, 2)
    for key in ("seconds", "mebibytes"):
        assert right[key] == max(group[key] for group in right["groups"]) > 0
    assert 3 * right["seconds"] <= limit.pop("seconds") + 0.01
    assert limit.pop("slowest_test") in TESTS
    assert limit == {"slowest_accepted": "accepted/right.py", "fastest_too_slow": None, "separates": True}
    assert margin == pytest.approx(20 / right["seconds"], rel=0.05)


@needs_posix
def test_all_tests_of_a_group_are_run_on_demand(place: Path) -> None:
    write_files(place, {"wrong.py": WRONG_TEXT})
    for options, runs in ([], [1, 1]), (["--all"], [2, 1]), (["--all", "--jobs", "2"], [2, 1]):
        groups = as_json(place, "wrong.py", *options)["submissions"][0]["groups"]
        assert [group["runs"] for group in groups] == runs
        assert groups[0]["test"] == "1-small/1"


@needs_posix
def test_a_test_that_takes_too_long_stops_others_of_its_size(place: Path) -> None:
    for path, count in {"1-a/1": 1, "1-a/2": 1, "2-b/1": 1, "3-c/1": 9}.items():
        data = b"1\n2 2 1\n1\n1\n11\n0 1 1 1\n".replace(b"1\n", b"%d\n" % count, 1)
        write_files(
            place / "T" / path[:3], {f"{path[4:]}.in": data[:2] + count * data[2:], f"{path[4:]}.ans": count * b"1\n"}
        )
    write_files(place, {"slow.py": "import time\ntime.sleep(60)\n"})
    options = ("slow.py", "--tests", "T", "--time-limit", "0.2")
    found = as_json(place, *options, name="chess")["submissions"][0]["groups"]
    assert [(group["verdict"], group["runs"]) for group in found] == [("time limit", k) for k in (1, 0, 1)]
    assert found[1]["message"] == "not run: 1-a/1 is about as large and took too long"
    assert (found[1]["test"], found[1]["slowest_test"], found[1]["points"]) == ("2-b/1", None, None)
    found = as_json(place, *options, "--all", name="chess")["submissions"][0]["groups"]
    assert [group["runs"] for group in found] == [2, 1, 1]


@needs_posix
@needs_compiler
def test_cpp(place: Path) -> None:
    ok, other = "#include <iostream>\nint main() { std::cout << '!'; }\n", "int main() { return 3; }\n"
    write_files(place, {"ok.cpp": ok, "same/ok.cpp": other, "bad.cc": "int main() {\n  return x;\n}\n"})
    fields = as_json(place, "ok.cpp", "same/ok.cpp", "bad.cc", "--expect", "wrong_answer=bad.cc", status=1)
    found = verdicts(fields, "verdict", "as_expected", "message")
    assert found["ok.cpp"] == ("wrong answer", None, "")
    assert found["same/ok.cpp"] == ("crashed", None, "")
    assert found["bad.cc"][:2] == ("compile error", False)
    assert str(found["bad.cc"][2]).startswith("bad.cc:2:10: error: ")
    text = judge(place, "bad.cc").stdout.decode()
    assert "\nbad.cc: compile error: bad.cc:2:10: error: " in text
    assert "CE: compile error\n" in text


@needs_posix
@pytest.mark.parametrize(
    ("text", "options", "line"),
    [
        (
            "import time\nx = bytearray(200 << 20)\ntime.sleep(60)\n",
            ["--memory-limit", "100", "--expect", "memory_limit_exceeded=one.py"],
            "one.py: memory limit on 1-small/1: used more than 100 MiB of memory",
        ),
        (WRONG_TEXT, ["--python", "sh -c 'exit 7'"], f"one.py: crashed on 1-small/1: exit status 7{UNREAD}"),
    ],
)
def test_memory_and_another_python(text: str, options: list[str], line: str, place: Path) -> None:
    write_files(place, {"one.py": text})
    done = judge(place, "one.py", *options)
    assert done.returncode == 0
    assert line in done.stdout.decode().splitlines()


@needs_posix
def test_commands_and_submissions_with_the_same_name(place: Path) -> None:
    write_files(place, {"my program.py": WRONG_TEXT, "a/one.py": WRONG_TEXT, "b/one.py": RIGHT})
    right = f"{sys.executable} -P -m refsol tictactoe solve"
    wrong = f"{sys.executable} 'my program.py'"
    fields = as_json(place, "--command", right, "--command", wrong, "--expect", f"accepted={wrong}", status=1)
    assert verdicts(fields, "verdict", "expected") == {right: ("accepted", None), wrong: ("wrong answer", "accepted")}
    fields = as_json(place, "a/one.py", "b", "a", "./b/one.py")
    assert verdicts(fields, "verdict") == {"a/one.py": ("wrong answer",), "b/one.py": ("accepted",)}
    assert len(fields["submissions"]) == 2


@needs_posix
def test_tests_with_other_answers_and_without(place: Path) -> None:
    small = place / "tests" / "1-small"
    (small / "1.ans").rename(small / "1.out")
    (place / "tests" / "2-more" / "1.ans").unlink()
    write_case(place / "tests" / "0.in", "tictactoe", "s")
    write_case(place / "tests" / "sample" / "7.in", "tictactoe", "t")
    write_files(place, {"right.py": RIGHT})
    fields = as_json(place, "right.py")
    assert [group["name"] for group in fields["groups"]] == ["sample", "tests", "1-small", "2-more"]
    assert verdicts(fields, "verdict") == {"right.py": ("accepted",)}
    (small / "1.out").write_bytes(b"x\n")  # what is there decides
    assert verdicts(as_json(place, "right.py"), "verdict") == {"right.py": ("wrong answer",)}


@needs_posix
def test_directories_named_after_subtasks_have_points(place: Path) -> None:
    for name in ("sample", "1-one-row", "6-all"):
        write_case(place / "rows" / name / "1.in", "multigo", name)
    right = f"{sys.executable} -P -m refsol multigo solve"
    fields = as_json(place, "--command", right, "--command", "true", "--tests", "rows", name="multigo")
    assert [group["points"] for group in fields["groups"]] == [None, 7, 33]
    assert verdicts(fields, "points") == {right: (40,), "true": (0,)}


@needs_posix
def test_a_test_set_is_judged_as_without_it(place: Path) -> None:
    write_files(place, {"wrong.py": WRONG_TEXT})
    assert refsol_process("tictactoe", "testset", "T", "--seed", "2", cwd=place).returncode == 0
    names = {"01-small", "02-mistakes", "03-worst", "README.md", "samples", "testset.json"}
    assert {path.name for path in (place / "T").iterdir()} == names
    done = judge(place, "wrong.py", "--tests", "T")
    assert done.stderr == b""
    seeded = as_json(place, "wrong.py", "--seed", "2")
    written = as_json(place, "wrong.py", "--tests", "T")
    assert (seeded.pop("seed"), written.pop("seed")) == ("2", None)
    for each in (*seeded["submissions"], *written["submissions"]):
        for timed in (each, *each["groups"]):
            del timed["seconds"], timed["mebibytes"]
            timed.pop("slowest_test", None)
    assert seeded == written
    last = max((place / "T" / "03-worst").glob("*.in"))
    count = len(list((place / "T").rglob("*.in")))
    last.unlink()
    done = judge(place, "wrong.py", "--tests", "T")
    line = f"refsol: T: only {count - 1} of {count} tests; to write the rest: refsol tictactoe testset T --seed 2\n"
    assert done.stderr == line.encode()
    assert refsol_process("tictactoe", "testset", "T", "--seed", "2", cwd=place).returncode == 0
    assert last.exists()
    write_files(place / "T", {"04-mine/1.in": last.read_bytes().decode("ascii")})
    assert judge(place, "wrong.py", "--tests", "T").stderr == b""


@needs_posix
def test_directories_of_a_test_set_are_judged_by_subtask(place: Path) -> None:
    subtasks = {"01-small": "all", "02-one": "tiny", "10-eight": "few-pieces", "11-nine": "all"}
    for name in (*subtasks, "samples"):
        write_case(place / "T" / name / "1.in", "chess", name)
    write_files(place / "T", {"testset.json": json.dumps({"subtasks": subtasks})})
    write_files(place, {"wrong.py": WRONG_TEXT})
    fields = as_json(place, "wrong.py", "--tests", "T", name="chess")
    found = [(group["name"], group["points"], group["tests"]) for group in fields["groups"]]
    assert found == [("samples", None, 1), ("tiny", 8, 1), ("few-pieces", 12, 1), ("all", 16, 2)]
    tests = [group["test"] for group in fields["submissions"][0]["groups"]]
    assert tests == ["sample 1", "02-one/1", "10-eight/1", "01-small/1"]
    for text in ("[]", "{"):
        write_files(place / "T", {"testset.json": text})
        message = "T/testset.json: expected an object in JSON, as testset writes it\n"
        require_refusal(judge(place, "wrong.py", "--tests", "T", name="chess"), message)
    write_files(place / "T", {"testset.json": '{"subtasks": []}'})
    fields = as_json(place, "wrong.py", "--tests", "T", name="chess")
    assert [group["name"] for group in fields["groups"]] == ["samples", *subtasks]


@needs_posix
def test_subtasks_come_in_their_order(place: Path) -> None:
    for name in ("10-few-pieces", "2-short", "1-tiny"):
        write_case(place / "T" / name / "1.in", "chess", name)
    write_files(place, {"wrong.py": WRONG_TEXT})
    fields = as_json(place, "wrong.py", "--tests", "T", name="chess")
    assert [group["name"] for group in fields["groups"]] == ["1-tiny", "2-short", "10-few-pieces"]


@needs_posix
def test_points_of_nogo(place: Path) -> None:
    shutil.copytree(support.SAMPLES / "nogo", place / "nogo" / "all")
    (place / "nogo" / "sample").mkdir()
    shutil.copy(support.SAMPLES / "nogo" / "2.in", place / "nogo" / "sample")
    script = "case $(head -n 1) in 3) printf '2 3\\n-1 -1\\n';; 9) printf '5 5\\n1 1\\n-1 -1';; *) exit 1;; esac"
    write_program(place / "some", f"#!/bin/sh\n{script}\n")
    fields = as_json(place, "some", "--tests", "nogo", "--expect", "partially_accepted=some", name="nogo")
    assert verdicts(fields, "points", "as_expected") == {"some": (100 * (10 + 1) / 40, True)}
    shutil.copytree(place / "nogo" / "all", place / "nogo" / "more")
    fields = as_json(place, "some", "--tests", "nogo", name="nogo")
    assert [group["points"] for group in fields["groups"]] == [None, 50, 50]
    assert verdicts(fields, "points") == {"some": (27.5,)}


@needs_posix
def test_the_tests_of_a_test_set(place: Path) -> None:
    write_files(place, {"wrong.py": WRONG_TEXT})
    fields = as_json(place, "wrong.py", "--seed", "2", "--jobs", "2")
    groups = [{"name": "samples", "points": None, "tests": 3}, {"name": "all", "points": 100, "tests": 39}]
    assert (fields["seed"], fields["groups"]) == ("2", groups)
    assert (fields["time_limit"], fields["memory_limit"]) == (2, 256)  # as published
    lines = judge(place, "wrong.py", "--seed", "2").stdout.decode().splitlines()
    assert f"wrong.py: wrong answer on sample 1: 1:1: expected ..., found !{UNREAD}" in lines
    assert "42 tests for seed 2, limits 2 s and 256 MiB" in lines


@needs_posix
def test_the_tests_are_kept_in_the_cache(place: Path, monkeypatch: support.Patch) -> None:
    write_files(place, {"wrong.py": WRONG_TEXT, "file": ""})
    cache = place / "cache" / "refsol" / "tests"

    def judged_with(seed: str) -> tuple[dict[str, Any], list[Path]]:
        fields = as_json(place, "wrong.py", "--seed", seed)
        groups = [[group["message"], group["runs"]] for group in fields["submissions"][0]["groups"]]
        return {"groups": groups}, [path for path in cache.iterdir() if path.is_dir()] if cache.exists() else []

    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "file"))  # which can't be a directory
    first, none = judged_with("1")
    assert none == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))
    made, (kept,) = judged_with("1")
    times = {path: path.stat().st_mtime_ns for path in kept.glob("*.ans")}
    assert (made, len(times)) == (first, 42)
    (kept / "1.ans").unlink()  # as if it had been interrupted
    assert judged_with("1") == (first, [kept])
    assert [path for path, then in times.items() if path.stat().st_mtime_ns != then] == [kept / "1.ans"]
    for seed in "23":
        judged_with(seed)
    with (cache / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)  # as by another process
        assert len(judged_with("4")[1]) == 4
    sets = judged_with("2")[1]
    assert len(sets) == 3
    assert kept not in sets  # the one that was used least recently


@needs_posix
def test_files_of_noip(place: Path) -> None:
    write_files(place, {"n.py": "open('chess.out', 'w').write(open('chess.in').read()[-2:])\n"})
    write_files(place / "noip", {"1.in": "1\n2 2 1\n1\n1\n11\n0 1 1 1\n", "1.ans": "1\n"})
    assert as_json(place, "n.py", "--tests", "noip", name="chess")["submissions"][0]["verdict"] == "accepted"
    (place / "n.py").write_text("print(2)", encoding="ascii")
    found = as_json(place, "n.py", "--tests", "noip", name="chess")["submissions"][0]["groups"][0]["message"]
    assert found == "1:1: expected 1, found 2; it never read standard input; does it read a file?"


@needs_posix
@pytest.mark.parametrize(("line", "message"), support.toml("mistakes")["judge"])
def test_mistakes(line: str, message: str, place: Path) -> None:
    write_files(place, {"one.py": WRONG_TEXT})
    os.mkfifo(place / "pipe.py")
    require_refusal(judge(place, *shlex.split(line.format(python=sys.executable))), message)


@needs_posix
def test_a_language_that_is_not_installed_costs_only_its_submissions(place: Path) -> None:
    write_files(place, {"one.py": WRONG_TEXT, "two.rs": "", "Three.java": ""})
    done = judge(place, "two.rs", "one.py", "Three.java", path=str(place))
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "refsol: two.rs: running Rust needs rustc, which isn't installed",
        "refsol: Three.java: running Java needs javac, which isn't installed",
    ]
    assert b"\none.py " in done.stdout
    assert b"two.rs" not in done.stdout
    require_refusal(
        judge(place, "two.rs", path=str(place)), "two.rs: running Rust needs rustc, which isn't installed\n"
    )


@needs_posix
def test_a_command_may_be_a_source_file(place: Path) -> None:
    write_files(place, {"one.py": WRONG_TEXT})
    assert re.search(
        rb"\none\.py +WA.*\none\.py x +WA", judge(place, "one.py", "--command", "one.py x").stdout, re.DOTALL
    )


@needs_posix
def test_a_file_that_cannot_be_read_is_named(place: Path) -> None:
    write_files(place, {"two.py": WRONG_TEXT})
    (place / "two.py").chmod(0)
    if not os.access(place / "two.py", os.R_OK):
        require_refusal(judge(place, "two.py"), "two.py: Permission denied\n")


@pytest.mark.slow
@support.needs_linux
def test_one_submission_never_costs_the_verdicts_on_others(place: Path) -> None:
    """Neither one that can't be started, nor those that end or stop the process that runs them."""
    texts = {"none": "#!/no/such/program\n", "bad": "no first line\n"}
    for name in ("KILL", "TERM", "STOP"):
        texts[name] = f"#!/bin/sh\necho $$ >> {place}/pids\nkill -{name} $PPID\nsleep 600\n"
    for name, text in texts.items():
        write_program(place / name, text)
    write_files(place, {"right.py": RIGHT})
    done = judge(place, *texts, "right.py", "--expect", "run_time_error=KILL", "--expect", "run_time_error=none")
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr, lines[-1]) == (0, b"", "as expected")
    assert [line.split()[:3] for line in lines[1:7]] == [[name, *2 * ["RTE"]] for name in texts] + [
        ["right.py", "ok", "ok"]
    ]
    assert lines[8:18:2] == [
        f"none: crashed on 1-small/1: {place}/none: its interpreter doesn't exist",
        f"bad: crashed on 1-small/1: {place}/bad: Exec format error",
        *(f"{name}: crashed on 1-small/1: {RUNNER_LOST.message[9:]}" for name in ("KILL", "TERM", "STOP")),
    ]
    pids = (place / "pids").read_text(encoding="ascii").split()
    assert len(pids) == 3 * 2 * 2
    assert not any(psutil.pid_exists(int(pid)) for pid in pids)


class Late:
    def __init__(self) -> None:
        self.runs = 0

    def run(self, data: bytes) -> RunOutcome:
        self.runs += 1
        left = (Leftover(LeftoverKind.FILES, "file"),)
        return RunOutcome(Result.TIME, "took longer than 1 s", b"", seconds=1.01, leftovers=left)

    def stop(self) -> None:
        pass


def test_a_run_that_takes_too_long_is_not_repeated() -> None:
    program = Late()
    run = attempt(load("nogo"), program, Item("1", str(support.SAMPLES / "nogo" / "2.in")))
    assert (run.result, len(run.leftovers), program.runs) == (Result.TIME, 1, 1)


@needs_posix
def test_an_invalid_test_is_reported(place: Path) -> None:
    write_files(place, {"one.py": WRONG_TEXT, "tests/bad.in": "x\n"})
    require_refusal(judge(place, "one.py"), f"{place}/tests/bad.in:1:1: expected ", status=3)


@needs_posix
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_nothing_behind(ending: signal.Signals, place: Path) -> None:
    write_files(place, {"wrong.py": WRONG_TEXT})
    write_program(place / "sleeps", f"#!/bin/sh\ntouch {place}/begun\nsleep 61.5 & sleep 61.5\n")
    words = ("tictactoe", "judge", "wrong.py", "sleeps", "--tests", "tests", "--time-limit", "50")
    options = ("--expect", "wrong_answer=wrong.py")
    with support.running(*support.REFSOL, *words, *options, cwd=place, TMPDIR=str(place / "scratch")) as process:
        support.wait_for((place / "begun").exists)
        process.send_signal(ending)
        output, errors = process.communicate(timeout=50)
    assert (process.returncode, errors) == (130 if ending == signal.SIGINT else -ending, b"")
    lines = output.decode().splitlines()
    assert lines[1].split()[:3] == ["wrong.py", "WA", "WA"]
    assert lines[2].split() == ["sleeps", "-", "-", "-", "-"]
    assert not any(line.startswith("sleeps: ") for line in lines)
    assert lines[-1] == "3 tests, limits 50 s and 256 MiB (interrupted)"
    assert not list((place / "scratch").iterdir())
    if sys.platform == "linux":
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, check=True).stdout
        assert b"sleep 61.5" not in listed


@needs_posix
@needs_terminals
def test_a_terminal_gets_a_table_that_fits(place: Path) -> None:
    for name in ("1-tiny", "2-short", "3-only-ordinary", "4-without-open", "5-without-straight", "9-all", "sample"):
        write_case(place / "chess" / name / "1.in", "chess", name)
    names = ("accepted/a_program_with_a_long_name.py", "wrong_answer/short.py")
    write_files(place / "submissions", dict.fromkeys(names, WRONG_TEXT))

    def shown(columns: str = "80", no_color: str = "") -> str:
        words, tmp = ("chess", "judge", "submissions", "--tests", "chess"), str(place / "scratch")
        return on_a_terminal(*words, status=1, cwd=place, errors=False, TMPDIR=tmp, COLUMNS=columns, NO_COLOR=no_color)

    lines = shown().splitlines()
    plain = [line.replace("\x1b[1m", "").replace("\x1b[31m", "").replace("\x1b[0m", "") for line in lines]
    assert max(map(len, plain)) <= 80
    assert plain[0].split() == ["submission", "S", "1", "2", "3", "4", "5", "6", "points", "time", "memory"]
    assert plain[1].startswith("a_program_with_a_long_name.py ")
    assert plain[2].startswith("short.py ")
    assert "\x1b[1m\x1b[31mWA\x1b[0m" in lines[1]
    assert plain[4].startswith("S: sample, 1: 1-tiny (8 points), 2: 2-short (16 points), ")
    wide = shown("160", "1")
    assert wide.startswith("submission                                          ")
    assert "1-tiny  2-short  3-only-ordinary" in wide.splitlines()[0]
    assert "..." in shown("20")


@needs_posix
@needs_terminals
def test_a_terminal_shows_progress(place: Path) -> None:
    write_files(place, {"one.py": f"import time\ntime.sleep(0.5)\n{WRONG_TEXT}"})  # long enough to be seen
    shown = on_a_terminal("tictactoe", "judge", "one.py", "--tests", "tests", cwd=place, TMPDIR=str(place / "scratch"))
    assert "1 run; 1 of 1: one.py on 1-small/1" in shown
    assert "one.py: " in shown
