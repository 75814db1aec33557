"""The help, and what is said about commands that don't exist."""

import pytest
import support
import typer
from support import refsol_process
from terminals import needs_terminals, on_a_terminal
from typer.core import TyperGroup

from refsol.cli.app import build
from refsol.cli.help import page_for, rendered
from refsol.cli.verbs import verb_names
from refsol.problem import NAMES, OWN, load

PAGES = [
    (),
    ("list",),
    *((name,) for name in (*NAMES, OWN)),
    *((name, verb) for name in (*NAMES, OWN) for verb in verb_names(load(name))),
]


@pytest.fixture(autouse=True)
def _of_usual_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def shown(*words: str) -> str:
    page = page_for([*words, "--help"])
    assert page is not None
    return rendered(page)


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_every_page_shows_usage_example_and_the_same_options_as_the_full_command_line(words: tuple[str, ...]) -> None:
    page = shown(*words)
    called = " ".join(("refsol", *words))
    assert f"\nUsage:  {called}" in page or f"\nUsage:    {called}" in page
    assert f"\nExample:  {called}" in page or words in [(), ("list",)]
    command: object = typer.main.get_command(build())
    for word in words:
        assert isinstance(command, TyperGroup)
        command = command.commands[word]
    assert isinstance(command, typer.core.TyperCommand | TyperGroup)
    context = command.make_context(called, [], resilient_parsing=True)
    spelled = {each for parameter in command.get_params(context) for each in parameter.opts if each.startswith("-")}
    assert {word.rstrip(",") for word in page.split("Options:")[1].split() if word.startswith("-")} >= spelled
    if isinstance(command, TyperGroup):
        assert set(command.commands) <= {line.split()[0] for line in page.splitlines() if line.startswith("  ")}
    assert all(line == line.rstrip() for line in page.splitlines())


@pytest.mark.parametrize("words", [(), ("multigo",), ("nogo", "solve"), ("multigo", "referee"), ("list",)])
def test_help_is_the_same_however_it_is_asked_for(words: tuple[str, ...]) -> None:
    for asked in (["-h"], ["--help"]):
        done = refsol_process(*words, *asked, COLUMNS="80")
        assert (done.returncode, done.stdout.decode(), done.stderr) == (0, shown(*words), b"")


def test_help_after_other_arguments() -> None:
    done = refsol_process("nogo", "solve", "--seed", "7", "input", "--help", COLUMNS="80")
    assert (done.returncode, done.stdout.decode()) == (0, shown("nogo", "solve"))
    done = refsol_process("nogo", "solve", "--nonsense", "input", "--help")
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("words", [(), ("nogo",)])
def test_help_without_a_command_is_a_mistake(words: tuple[str, ...]) -> None:
    done = refsol_process(*words, COLUMNS="80")
    assert (done.returncode, done.stdout.decode()) == (2, shown(*words))


def test_the_statuses_are_on_the_first_page_only() -> None:
    assert [words for words in PAGES if "Exit status" in shown(*words)] == [()]


@pytest.mark.parametrize("width", [40, 80, 100])
@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_pages_fit(words: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    page = shown(*words)
    for line in page.splitlines():
        assert (
            len(line) <= width or " " not in line.strip() or line.startswith(("Usage:", "Example:", "Problem:", "  -"))
        )
    monkeypatch.setenv("COLUMNS", "1000")
    assert shown(*words).split() == page.split()
    assert max(map(len, shown(*words).splitlines())) <= 100


@pytest.mark.parametrize("wanted", ["", "0", "-5", "x", "٣"])
def test_a_width_that_is_no_number_is_80(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = shown("nogo", "solve")
    monkeypatch.setenv("COLUMNS", wanted)
    assert shown("nogo", "solve") == page


@needs_terminals
def test_colours_on_a_terminal() -> None:
    plain = shown("nogo", "show")
    coloured = on_a_terminal("nogo", "show", "--help")
    assert "\x1b[1mUsage:\x1b[0m" in coloured
    for code in ("1", "36", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain
    assert on_a_terminal("nogo", "show", "--help", NO_COLOR="1") == plain
    assert on_a_terminal("nogo", "show", "--help", TERM="dumb") == plain


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve nogo", "the problem comes first; did you mean 'refsol nogo solve'?"),
        ("solve nogo in.txt -o out", "the problem comes first; did you mean 'refsol nogo solve'?"),
        ("check", "the problem comes first, as in 'refsol nogo check'"),
        ("referee nogo", "the problem comes first, as in 'refsol multigo referee'"),
        ("nogoo solve", "there is no problem or command 'nogoo'; did you mean 'nogo'?"),
        (
            "draughts",
            "there is no problem or command 'draughts'; there are multigo, somegame, chess, tictactoe, nogo, list, own",
        ),
        ("nogo slove in.txt", "there is no nogo command 'slove'; did you mean 'solve'?"),
        ("nogo generate eye", "there is no family 'eye'; did you mean 'eyes'?"),
        ("nogo check in.txt", "expected INPUT OUTPUT, found 1 file"),
    ],
)
def test_a_name_that_does_not_exist_is_explained_in_a_line(line: str, said: str) -> None:
    done = refsol_process(*line.split())
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", f"refsol: {said}\n")


def test_mistakes_in_options_are_explained_by_the_full_command_line() -> None:
    done = refsol_process("nogo", "solve", "--sed", "7")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage: refsol nogo solve" in done.stderr
    assert b"No such option: --sed" in done.stderr
    assert support.ROOT.name.encode() not in done.stderr
