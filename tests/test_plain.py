"""Plain calls are a shortcut for typer, and both agree."""

import shlex
import sys

import pytest
import support

from refsol.cli import load_verb
from refsol.cli.app import parsed
from refsol.cli.main import parse
from refsol.cli.verbs import Call
from refsol.problem import NAMES, load

CALLS = support.toml("calls")


@pytest.mark.parametrize("line", CALLS["plain"].splitlines())
def test_a_plain_call_and_typer_agree(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, verb_name = line.split()[:2]
    files = {"input": support.SAMPLES / name / "1.in", "output": support.SAMPLES / name / "1.ans"}
    arguments = line.format(**files).split()
    call = parse(arguments)
    assert call is not None
    verb = load_verb(load(name), verb_name)
    assert (call.problem.name, call.verb) == (name, verb)
    defaults = {field.name: field.default for field in verb.fields if not field.required}
    recorded: list[Call] = []
    monkeypatch.setattr(Call, "run", lambda call: recorded.append(call))
    parsed(arguments)()
    (other,) = recorded
    assert (other.problem, other.verb) == (call.problem, verb)
    assert {**defaults, **other.values} == {**defaults, **call.values}


def test_an_empty_text_is_left_to_typer() -> None:
    for arguments in (["nogo", "solve", ""], ["nogo", "solve", "-o", ""], ["nogo", "stress", ""]):
        assert parse(arguments) is None


@pytest.mark.parametrize("line", CALLS["left_to_typer"].splitlines())
def test_other_arguments_are_left_to_typer(line: str) -> None:
    assert parse(line.split()) is None


LOADED = (
    "import sys; before = set(sys.modules); from refsol.cli.main import run; "
    "assert run(sys.argv[1:]) == 0; print(*sorted(set(sys.modules) - before), file=sys.stderr)"
)
SLOW = {
    *("typer", "click", "rich", "pydantic", "sortedcontainers", "psutil", "yaml", "markdown_it"),
    *("dataclasses", "importlib.resources", "inspect", "json", "random", "signal", "subprocess", "tempfile"),
    *("refsol.jury", "refsol.pictures", "refsol.pictures.svg", "refsol.pictures.page"),
}
IMPORTED = {
    "statement": set[str](),
    "solve {input}": set[str](),
    "validate {input}": {"random", "refsol.jury"},
    "validate --json {input}": {"json", "random", "refsol.jury"},
    "check {input} {output}": {"random", "refsol.jury"},
    "generate small": {"random"},
    "generate --list": {"random"},
    "explain {input}": {"random", "refsol.pictures"},
    "show {input}": {"random", "refsol.pictures"},
}


def loaded_by(*arguments: str) -> set[str]:
    return set(support.python_process("-c", LOADED, *arguments).stderr.decode().split())


@pytest.mark.parametrize("name", NAMES)
def test_solving_imports_only_what_it_needs(name: str) -> None:
    loaded = loaded_by(name, "solve", str(support.SAMPLES / name / "1.in"))
    assert f"refsol.{name}" in loaded
    assert not loaded & (SLOW | {f"refsol.{other}" for other in NAMES if other != name})
    assert {module for module in loaded if module.startswith("refsol") and module.endswith("__mypyc")} == (
        {"refsol__mypyc"} if support.COMPILED else set()  # without the library that only the jury needs
    )
    needless = ("refsol.jury", "refsol.nogo.play", "refsol.pictures", f"refsol.{name}.jury")
    assert not any(module.startswith(needless) for module in loaded)


@pytest.mark.parametrize("line", IMPORTED)
def test_every_verb_imports_only_what_it_needs(line: str) -> None:
    sample = support.SAMPLES / "nogo" / "1"
    loaded = loaded_by("nogo", *line.format(input=f"{sample}.in", output=f"{sample}.ans").split())
    assert "refsol.nogo" in loaded
    assert loaded & (SLOW | {f"refsol.{other}" for other in NAMES if other != "nogo"}) == IMPORTED[line]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads run programs")
@pytest.mark.parametrize("words", [["stress", "--cases", "2", "--"], ["judge", "--command"]])
def test_where_processes_run_programs_no_lock_of_threads_is_held_over_a_fork(words: list[str]) -> None:
    """Without memory for what follows a fork, the lock would stay locked, and the interpreter would never end."""
    program = [sys.executable, "-m", "refsol.__main__", "tictactoe", "solve"]
    loaded = loaded_by("tictactoe", *words, *(program if words[-1] == "--" else [shlex.join(program)]))
    assert "refsol.jury.parallel.workers" in loaded
    assert "concurrent.futures.thread" not in loaded


def test_listing_problems_and_the_version_import_little() -> None:
    for argument in ("list", "--version"):
        loaded = loaded_by(argument)
        assert "refsol.cli.main" in loaded
        assert not loaded & SLOW


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
