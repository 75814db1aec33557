"""Completion in shells: what is offered, and how each shell is told."""

import pytest
import support
from support import refsol_process

from refsol.cli.completion import candidates, complete
from refsol.problem import NAMES, OWN

VERBS = [
    "solve",
    "statement",
    "validate",
    "check",
    "generate",
    "testset",
    "package",
    "bundle",
    "stress",
    "judge",
    "explain",
    "show",
    "outcome",
    "gtp",
    "match",
    "botzone",
]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ["list", *NAMES, OWN]),
        ("n", ["nogo"]),
        ("-", ["--version", "--install-completion", "--show-completion", "-h", "--help"]),
        ("nogo ", VERBS),
        ("multigo r", ["referee"]),
        ("nogo -", ["-h", "--help"]),
        ("list ", []),
        ("nothing ", []),
        ("nogo nothing ", []),
        ("nogo solve ", []),
        ("nogo solve --li", ["--liberties"]),
        ("nogo solve --liberties ", ["pseudo", "exact"]),
        ("nogo solve --liberties e", ["exact"]),
        ("nogo solve --liberties exact -", ["-o", "--output", "--random", "--seed", "-h", "--help"]),
        ("nogo solve -o out --r", ["--random"]),
        ("nogo solve --seed ", []),
        ("nogo solve in --o", ["--output"]),
        ("nogo statement ", []),
        ("nogo statement -", ["--language", "-h", "--help"]),
        ("nogo statement --language ", ["en", "zh"]),
        ("nogo generate e", ["eyes", "empty"]),
        ("nogo generate eyes ", []),
        ("nogo generate --seed 7 em", ["empty"]),
        ("nogo generate --si", ["--size"]),
        ("nogo stress --family sn", ["snakes"]),
        ("nogo stress --family empty --fam", ["--family"]),
        ("nogo stress --jobs 2 --jo", []),
        ("nogo stress -- ./program --j", []),
        ("nogo stress ./program --j", []),
        ("nogo check --protocol ", ["plain", "testlib", "kattis"]),
        ("nogo check --points ", ["score", "multiplier"]),
        ("multigo validate --subtask few", ["few-players", "few-moves"]),
        ("nogo validate --subtask ", ["all"]),
        ("nogo validate in.txt ", []),
        ("nogo explain --m", ["--move"]),
        ("nogo show --s", ["--svg"]),
        ("nogo outcome --m", ["--memory"]),
        ("nogo gtp --policy ", ["uniform", "contested"]),
        ("nogo gtp --se", ["--seconds", "--selection", "--seed"]),
    ],
)
def test_what_is_offered(typed: str, offered: list[str]) -> None:
    *words, start = typed.split(" ")
    assert [value for value, _help in candidates(words, start)] == offered


TYPER = "from refsol.cli.app import run_app; run_app([])"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "nogo ",
        "nogo solve --",
        "nogo solve --liberties ",
        "nogo statement --language ",
        "nogo generate ",
        "multigo stress --",
        "nogo stress --family ",
        "chess validate --subtask ",
    ],
)
def test_typer_offers_the_same(typed: str) -> None:
    words = ["refsol", *typed.split(" ")]
    ours, theirs = (
        support.python_process(
            *arguments, _REFSOL_COMPLETE="complete_bash", COMP_WORDS=" ".join(words), COMP_CWORD=str(len(words) - 1)
        )
        for arguments in (("-m", "refsol"), ("-c", TYPER))
    )
    assert ours.returncode == theirs.returncode == 0
    assert sorted(ours.stdout.split()) == sorted(theirs.stdout.split())


def answered(capfdbinary: pytest.CaptureFixture[bytes], shell: str, **variables: str) -> tuple[int | None, str]:
    """Return the status and what the shell is told."""
    status = complete({"_REFSOL_COMPLETE": f"complete_{shell}", **variables})
    return status, capfdbinary.readouterr().out.decode()


@pytest.mark.parametrize(
    "words", ["refsol nogo ge", "refsol 'nogo' ge", 'refsol "nogo" "ge', "refsol nogo 'ge", "refsol nogo g\\e"]
)
def test_what_shells_are_told(words: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    about = "Write a valid input of a named family."
    assert answered(capfdbinary, "bash", COMP_WORDS=words, COMP_CWORD="2") == (0, "generate\n")
    assert answered(capfdbinary, "zsh", _TYPER_COMPLETE_ARGS=words) == (
        0,
        f'_arguments \'*: :(("generate":"{about}"))\'\n',
    )
    fish = {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    assert answered(capfdbinary, "fish", **fish) == (0, f"generate\t{about}\n")
    fish["_TYPER_COMPLETE_FISH_ACTION"] = "is-args"
    assert answered(capfdbinary, "fish", **fish) == (0, "")


def test_where_files_may_follow(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = "refsol nogo solve "
    assert answered(capfdbinary, "bash", COMP_WORDS=words, COMP_CWORD="3") == (0, "\n")
    assert answered(capfdbinary, "zsh", _TYPER_COMPLETE_ARGS=words) == (0, "_files\n")
    fish = {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "is-args"}
    assert answered(capfdbinary, "fish", **fish) == (1, "")


def test_special_characters_are_quoted_for_zsh(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    _status, told = answered(capfdbinary, "zsh", _TYPER_COMPLETE_ARGS="refsol nogo st")
    assert '"Print the problem in our own words\\\\: format, limits, samples."' in told


def test_other_shells_are_left_to_typer(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert answered(capfdbinary, "powershell", _TYPER_COMPLETE_ARGS="refsol nogo ") == (None, "")
    done = refsol_process(
        _REFSOL_COMPLETE="complete_powershell", _TYPER_COMPLETE_ARGS="refsol no", _TYPER_COMPLETE_WORD_TO_COMPLETE="no"
    )
    assert (done.returncode, done.stdout.split(b":::")[0]) == (0, b"nogo")


def test_variables_that_make_no_sense(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for position in ("x", "-1", "99", "0"):
        status, _told = answered(capfdbinary, "bash", COMP_WORDS="refsol nogo", COMP_CWORD=position)
        assert status == 0
    assert answered(capfdbinary, "zsh") == (0, f"_arguments '*: :(({_root()}))'\n")


def _root() -> str:
    from refsol.problem import load

    entries = [("list", "List the problems."), *((name, load(name).title) for name in (*NAMES, OWN))]
    return "\n".join('"{}":"{}"'.format(name, about.replace(":", "\\\\:")) for name, about in entries)
