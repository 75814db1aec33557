"""Everything except ``stress -- CMD`` runs without POSIX: without ``resource``, ``SIGHUP`` and so on."""

import json
from pathlib import Path

import pytest
import support

from refsol.problem import NAMES

# Removes what other systems lack, as far as Python itself can do without it, for the rest of the process.
BARE = """
import os, signal, sys
for module in ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[module] = None  # importing it raises ImportError
KEPT = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}
for name in dir(signal):
    if name.startswith("SIG") and name[3] != "_" and name not in {*KEPT, "SIG_DFL", "SIG_IGN"}:
        delattr(signal, name)
for name in ("fork", "getsid", "killpg", "setsid", "wait4"):
    delattr(os, name)
"""

RUN = BARE + "from refsol.cli.main import run; sys.exit(run(sys.argv[1:]))"

LIBRARY = (
    BARE
    + """
from importlib import import_module
from pkgutil import walk_packages
import refsol
for module in walk_packages(refsol.__path__, "refsol."):
    if module.name not in ("refsol.__main__", "refsol.jury.command", "refsol.jury.processes"):
        import_module(module.name)
from refsol.jury.program import Function, Limits, Outcome
from refsol.jury.stress import Campaign, End, Finding, Plan
from refsol.problem import load
name = sys.argv[1]
def program(data):
    return b"".join(load(name).solve(data, {})) + b"1"
events = Campaign(Plan(name, "1"), Function(program)).events()
finding, end = [event for event in events if isinstance(event, Finding | End)]
print(finding.fault.kind, finding.repeated, len(finding.data) <= len(finding.failure.data), end.cases)
"""
)


def bare(*arguments: str, cwd: Path) -> tuple[int, bytes, bytes]:
    done = support.python_process("-c", RUN, *arguments, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_every_other_command_runs(name: str, tmp_path: Path) -> None:
    sample = support.SAMPLES / name / "1.in"
    answer = sample.with_suffix(".ans").read_bytes()
    (tmp_path / "right").write_bytes(answer)
    assert bare(name, "solve", str(sample), cwd=tmp_path) == (0, answer, b"")
    assert bare(name, "solve", str(sample), "-o", "out", cwd=tmp_path) == (0, b"", b"")
    assert (tmp_path / "out").read_bytes() == answer
    assert bare(name, "validate", str(sample), cwd=tmp_path) == (0, b"valid\n", b"")
    assert bare(name, "check", str(sample), "right", cwd=tmp_path)[0] == 0
    status, listed, errors = bare(name, "generate", "--list", "--json", cwd=tmp_path)
    assert (status, errors) == (0, b"")
    assert json.loads(listed)[0]["name"] == "small"
    for arguments in (
        ["statement"], ["--help"], ["generate", "small", "-o", "in"], ["explain", "in"], ["show", "in"],
        ["show", "in", "--svg", "picture"], ["show", "in", "--html", "page"],
    ):  # fmt: skip
        status, _output, errors = bare(name, *arguments, cwd=tmp_path)
        assert (status, errors) == (0, b""), arguments
    assert {path.name for path in tmp_path.iterdir()} == {"right", "out", "in", "picture", "page"}


def test_a_test_set_is_written(tmp_path: Path) -> None:
    assert bare("tictactoe", "testset", "set", cwd=tmp_path)[0] == 0
    assert (tmp_path / "set" / "README.md").is_file()


@pytest.mark.parametrize("name", NAMES)
def test_the_library_stresses_functions(name: str) -> None:
    done = support.python_process("-c", LIBRARY, name)
    assert (done.stdout, done.stderr) == (b"wrong answer True True 1\n", b"")


def test_stress_reports_that_it_needs_posix(tmp_path: Path) -> None:
    status, output, errors = bare("nogo", "stress", "--", "true", cwd=tmp_path)
    assert (status, output) == (2, b"")
    assert errors == b"refsol: stress -- CMD needs a POSIX system, where programs can be run within limits\n"
    assert list(tmp_path.iterdir()) == []
