"""Help, completion and suggestions: typer's, with what refsol adds."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
import support
from support import SAMPLES, Capture, Patch, refsol_process
from terminals import needs_terminals, on_a_terminal

from refsol.cli import load_verb
from refsol.cli.main import run
from refsol.cli.verbs import VERBS, verb_names
from refsol.problem import NAMES, OWN, load

COMMANDS = [(name, verb) for name in (*NAMES, OWN) for verb in verb_names(load(name))]
PAGES = [(), ("list",), *((name,) for name in (*NAMES, OWN)), *COMMANDS]
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def shown(capsys: Capture, *words: str, status: int = 0) -> str:
    assert run(list(words)) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_every_page_fits(words: tuple[str, ...], capsys: Capture, monkeypatch: Patch) -> None:
    for columns in ("40", "200", *(("80", "", "0", "x") if words in PAGES[:3] else ())):
        monkeypatch.setenv("COLUMNS", columns)
        page = shown(capsys, *words, "--help")
        assert max(map(len, page.splitlines())) == (40 if columns == "40" else 80), columns
        assert "\x1b" not in page
        assert ("Exit status:" in page) == (words == ())


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_every_page_has_an_example_an_address_and_all_names(words: tuple[str, ...], capsys: Capture) -> None:
    page = shown(capsys, *words, "-h")
    assert f"Usage: {' '.join(('refsol', *words))} " in page
    terms = {word for line in page.splitlines() if line[:1] == "│" for word in line[1:].replace("*", " ").split()[:2]}
    if words in PAGES[:2]:
        assert ("Example: refsol nogo solve input.txt" in page) == (words == ())
        assert words or terms >= {*NAMES, OWN, "list", "--version", "--install-completion", "-h"}
        return
    problem = load(words[0])
    verb = load_verb(problem, words[1] if words[1:] else verb_names(problem)[0])
    said = " ".join(page.split())
    assert f" Example: refsol {problem.name} {verb.name} {verb.example(problem)}".rstrip() in said
    assert (f"Problem: {problem.url} " in said) == bool(problem.url)
    if words[1:]:
        assert f"{verb.help} Example:" in said
        assert terms >= {each for field in verb.parameters(problem) for each in field.spellings()}
    else:
        assert terms >= {*verb_names(problem)}


def test_help_after_other_arguments(capsys: Capture) -> None:
    page = shown(capsys, "nogo", "solve", "--help")
    assert shown(capsys, "nogo", "solve", "--seed", "7", "input", "-h") == page
    done = refsol_process("nogo", "solve", "--help")
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, page, b"")


@pytest.mark.parametrize("words", [(), ("nogo",)])
def test_help_without_a_command_is_a_mistake(words: tuple[str, ...], capsys: Capture) -> None:
    assert shown(capsys, *words, status=2).strip() == shown(capsys, *words, "--help").strip()


@needs_terminals
def test_help_on_a_terminal_is_in_colours_that_are_wanted(capsys: Capture) -> None:
    page = shown(capsys, "nogo", "show", "--help")
    coloured = on_a_terminal("nogo", "show", "--help", COLUMNS="200")
    assert "\x1b[1;36m" in coloured
    assert STYLE.sub("", coloured) == page
    plain = on_a_terminal("nogo", "show", "--help", NO_COLOR="1")
    assert "36m" not in plain
    assert STYLE.sub("", plain) == page
    assert on_a_terminal("nogo", "show", "--help", TERM="dumb") == page


@pytest.mark.parametrize(("line", "message"), support.toml("mistakes")["misplaced"])
def test_a_misplaced_problem_or_command_gets_the_call_to_type(line: str, message: str, tmp_path: Path) -> None:
    support.write_files(tmp_path, {"mine.cpp": ""})
    support.write_program(tmp_path / "a.out", "")
    support.require_refusal(support.refsol_here(*shlex.split(line), cwd=tmp_path), f"{message}\n")


@pytest.mark.parametrize(("line", "said"), support.toml("mistakes")["typer"])
def test_a_mistake_is_explained(line: str, said: str, capsys: Capture) -> None:
    assert run(line.format(samples=SAMPLES).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    found = " ".join(err.replace("│", " ").split())
    assert all(part in found for part in said.split(" … "))
    assert "Traceback" not in err
    assert str(support.ROOT) not in err


def test_a_mistake_in_options_is_a_failure_in_testlibs_protocol() -> None:
    done = refsol_process("nogo", "check", "--protocol", "testlib", "--asnwer", "x")
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"--answer" in done.stderr


COMPLETED = {
    **support.toml("completed"),
    **{typed: [*NAMES, OWN, "list"] for typed in ("", "nothing ")},
    "nogo ": [*(verb for verb in VERBS if verb != "referee"), "outcome", "gtp", "match", "botzone"],
}


def offered(monkeypatch: Patch, capsys: Capture, **variables: str) -> Sequence[str]:
    """Return the lines that a shell gets that sets these variables."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return shown(capsys).splitlines()


def typing(line: str) -> dict[str, str]:
    """Return the variables by which bash says what is typed."""
    return {"COMP_WORDS": f"refsol {line}", "COMP_CWORD": str(len(line.split(" ")))}


@pytest.mark.parametrize("typed", COMPLETED)
def test_what_bash_completes(typed: str, monkeypatch: Patch, capsys: Capture) -> None:
    found = offered(monkeypatch, capsys, _REFSOL_COMPLETE="complete_bash", **typing(typed))
    assert sorted(filter(None, found)) == sorted(COMPLETED[typed])  # typer keeps spellings of --help in a set


@pytest.mark.parametrize("typed", ["", "nogo ", "nogo stress --", "nogo stress --family ", "own judge --"])
def test_what_zsh_and_fish_complete(typed: str, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"refsol {typed}")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    expected = offered(monkeypatch, capsys, _REFSOL_COMPLETE="complete_bash", **typing(typed))
    fish = offered(monkeypatch, capsys, _REFSOL_COMPLETE="complete_fish")
    assert [line.partition("\t")[0] for line in fish] == expected  # so each explanation is in one line
    zsh = offered(monkeypatch, capsys, _REFSOL_COMPLETE="complete_zsh")
    assert [line.removeprefix("_arguments '*: :((").split('"')[1] for line in zsh] == expected


def test_where_files_may_follow(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "refsol nogo solve ")
    assert offered(monkeypatch, capsys, _REFSOL_COMPLETE="complete_zsh") == ["_files"]
    monkeypatch.setenv("_REFSOL_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    assert shown(capsys, status=1) == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell: str, monkeypatch: Patch) -> None:
    done = refsol_process(_REFSOL_COMPLETE=f"source_{shell}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"_REFSOL_COMPLETE=complete_{shell}".encode() in done.stdout
