"""Plain calls are a shortcut for typer, and both agree."""

import shlex
import sys

import pytest
import support

from refsol.cli.app import parsed
from refsol.cli.main import parse
from refsol.cli.verbs import Call, load_verb
from refsol.problem import NAMES, load

CALLS = """
nogo solve
nogo solve {input}
nogo solve {input} -o out
nogo solve --output out {input}
nogo solve -o out --liberties exact {input}
nogo solve {input} -o - --random
nogo solve --random - --seed 12 -o out
nogo solve --random {input} --seed 18446744073709551615 -o out
somegame solve {input} -o out --reading lenient
somegame solve {input} -o out --reading strict
multigo solve --check {input} -o out
chess solve {input} -o out
tictactoe solve {input} -o out
nogo statement
nogo statement --language zh
nogo statement --language klingon
multigo referee {input}
nogo validate
nogo validate --all {input} --lenient --json
multigo validate {input} - --subtask few-moves
nogo check {input} {output}
nogo check - {output} --answer {output} --json
nogo check --protocol testlib {input} {output} {output} more
nogo check {input} --protocol kattis {output} .
nogo check --protocol none
nogo check --protocol kattis --points multiplier {input} {output} .
nogo generate
nogo generate --list --json
nogo generate small --seed é -o out
nogo generate --size 7 dense
nogo testset {input}
nogo testset {input} --seed 7
nogo stress -- true
nogo stress -- true --seed 7 -- x
nogo stress true --seed 7 -- x
nogo stress --family small --family dense --size size=4 --size x=y -- true
nogo stress --seed 7 --cases 5 --minutes 0.5 --time-limit 1. --memory-limit 1.5 --save . -- true
nogo stress --time-limit 0.01 --memory-limit 64 --jobs 2 --keep-going --shell --here --json -- true -x
nogo explain --move 3 {input} --json
chess explain
chess explain --set 1 --query 2
nogo show {input} --svg out
nogo show {input} --move 2 --html out
nogo outcome 2 3 --json
nogo outcome {input} --memory 7
nogo gtp
nogo gtp --simulations 9 --seconds 0.5 --policy uniform --selection uct --seed 7
nogo gtp --exploration 0 --equivalence 3.5 --expand-after 1 --nodes 1000
nogo botzone
nogo botzone --once --simulations 9 --seconds 0.5 --policy uniform --nodes 1000 --bundle -
""".strip().splitlines()

LEFT_TO_TYPER = """

nogo
checkers solve
nogo play
nogo Solve
nogo referee
nogo --help
nogo solve --help
nogo solve a b
nogo solve -o
nogo solve -o a -o b
nogo solve -oa
nogo solve --output=a
nogo solve --liberties
nogo solve --liberties exact --liberties exact
nogo solve --seed -1
nogo solve --seed ٣
nogo solve --seed 111111111111111111111111111111
nogo solve -- a
nogo solve -o --random
nogo statement x
nogo statement --language
nogo statement --language=zh
nogo statement --language en --language zh
multigo referee
multigo outcome 2 3
nogo outcome
nogo outcome 2 3 4
nogo outcome 2 3 --memory 0
nogo gtp x
nogo gtp --simulations 0
nogo gtp --seconds x
nogo botzone x
nogo botzone --seconds x
nogo gtp --seconds 1 --seconds 2
nogo validate --al
nogo validate --all --all
nogo validate --subtask
nogo check --points
nogo check --protocol
nogo generate --size x
nogo generate --sizes 7
nogo generate --seed
nogo testset
nogo stress
nogo stress --
nogo stress --cases 0 -- true
nogo stress --cases x -- true
nogo stress --minutes 0 -- true
nogo stress --minutes 1e3 -- true
nogo stress --minutes . -- true
nogo explain --piece 2
nogo show --svg --html
""".splitlines()[1:]


@pytest.mark.parametrize("line", CALLS)
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


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
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
    """Return the modules that a command imports."""
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
