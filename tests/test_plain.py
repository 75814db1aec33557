"""The plain call is a shortcut for the full command line, and both agree."""

from collections.abc import Callable
from pathlib import Path

import pytest
import support

from refsol.cli import plain, solve
from refsol.cli.app import run_app
from refsol.cli.options import Values
from refsol.problem import NAMES, Problem

CALLS = [
    ["nogo", "solve"],
    ["nogo", "solve", "{input}"],
    ["nogo", "solve", "{input}", "-o", "out"],
    ["nogo", "solve", "--output", "out", "{input}"],
    ["nogo", "solve", "-o", "out", "--liberties", "exact", "{input}"],
    ["nogo", "solve", "{input}", "-o", "out", "--random"],
    ["nogo", "solve", "--random", "{input}", "--seed", "12", "-o", "out"],
    ["nogo", "solve", "--random", "{input}", "--seed", str(2**64 - 1), "-o", "out"],
    ["somegame", "solve", "{input}", "-o", "out", "--reading", "lenient"],
    ["somegame", "solve", "{input}", "-o", "out", "--reading", "strict"],
    ["multigo", "solve", "--check", "{input}", "-o", "out"],
    ["chess", "solve", "{input}", "-o", "out"],
    ["tictactoe", "solve", "{input}", "-o", "out"],
]

LEFT_TO_THE_FULL_COMMAND_LINE = [
    [],
    ["nogo"],
    ["checkers", "solve"],
    ["nogo", "statement"],
    ["nogo", "solve", "--help"],
    ["nogo", "solve", "a", "b"],
    ["nogo", "solve", "-o"],
    ["nogo", "solve", "-o", "a", "-o", "b"],
    ["nogo", "solve", "-oa"],
    ["nogo", "solve", "--output=a"],
    ["nogo", "solve", "--liberties"],
    ["nogo", "solve", "--liberties", "some"],
    ["nogo", "solve", "--liberties", "exact", "--liberties", "exact"],
    ["nogo", "solve", "--seed", "-1"],
    ["nogo", "solve", "--seed", "٣"],
    ["nogo", "solve", "--seed", "1" * 30],
    ["nogo", "solve", "--", "a"],
    ["nogo", "solve", ""],
    ["nogo", "solve", "-o", "--random"],
]


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_the_plain_call_and_the_command_line_agree(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = arguments[0]
    source = str(support.SAMPLES / name / "1.in")
    call = plain.parse([argument.format(input=source) for argument in arguments])
    assert call is not None
    assert call[0].name == name
    recorded: list[tuple[Problem, solve.Options]] = []

    def record(problem: Problem, values: Values) -> None:
        options: Callable[..., solve.Options] = solve.Options
        recorded.append((problem, options(**values)))

    monkeypatch.setattr(solve.VERB, "run", record)
    assert run_app([argument.format(input=source) for argument in arguments]) == 0
    assert recorded == [call]


@pytest.mark.parametrize("arguments", LEFT_TO_THE_FULL_COMMAND_LINE, ids=" ".join)
def test_other_arguments_are_left_to_the_full_command_line(arguments: list[str]) -> None:
    assert plain.parse(arguments) is None


@pytest.mark.parametrize("name", NAMES)
def test_solving_imports_only_what_it_needs(name: str) -> None:
    script = (
        "import sys; from refsol.cli.main import run; "
        "assert run(sys.argv[1:]) == 0; print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = support.python_process("-c", script, name, "solve", str(support.SAMPLES / name / "1.in"))
    loaded = set(done.stderr.decode().split())
    assert f"refsol.{name}" in loaded
    others = {f"refsol.{other}" for other in NAMES if other != name}
    unwanted = {
        "typer",
        "rich",
        "pydantic",
        "inspect",
        "dataclasses",
        "sortedcontainers",
        "random",
        "signal",
        "tempfile",
    }
    assert not loaded & (unwanted | others)
    assert {module for module in loaded if module.startswith("refsol") and module.endswith("__mypyc")} == (
        {"refsol__mypyc"} if support.COMPILED else set()  # without the library that only the jury needs
    )
    assert not any(module.startswith(("refsol.jury", "refsol.pictures", f"refsol.{name}.jury")) for module in loaded)


def test_other_commands_collect_garbage() -> None:
    script = (
        "import gc, sys; from refsol.__main__ import main; assert main() == 0; print(gc.isenabled(), file=sys.stderr)"
    )
    assert support.python_process("-c", script, "list").stderr.strip() == b"True"


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_call_leaves_no_cycles_to_collect(name: str) -> None:
    script = (
        "import gc, sys; from refsol.__main__ import main; assert main() == 0; "
        "assert not gc.isenabled(); gc.unfreeze(); gc.collect(); assert main() == 0; gc.unfreeze(); "
        "print(gc.collect(), file=sys.stderr)"
    )
    assert (
        support.python_process("-c", script, name, "solve", str(support.SAMPLES / name / "1.in")).stderr.strip() == b"0"
    )
