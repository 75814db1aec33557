"""Text that fits a terminal, while pipes get it as it is."""

import re
import subprocess
import sys
import time
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
import support
from rich.cells import cell_len
from support import Patch, refsol_process
from terminals import needs_terminals, on_a_terminal

from refsol.cli import terminal
from refsol.cli.terminal import hanging, wrapping_width
from refsol.problem import NAMES, load

MOVE = ("multigo", "explain", str(support.SAMPLES / "multigo" / "1.in"), "--move", "2")


CHINESE = "[\u4e00-\u9fff]"
CLOSING = "[\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_hanging_indents() -> None:
    assert hanging("  one two three four", 12) == ["  one two", "    three", "    four"]
    assert hanging("  one two", 11) == ["  one two"]
    assert hanging("  one two", None) == ["  one two"]
    assert hanging("  one   two  three four", 14, 6) == ["  one   two", "        three", "        four"]
    assert hanging("a-very-long-word x", 8) == ["a-very-long-word", "  x"]
    assert hanging("from (1, 2), (1, -2) to (10, 2)", 18) == ["from (1, 2),", "  (1, -2) to", "  (10, 2)"]
    assert hanging("word " * 39 + "word", 200) == ["word " * 39 + "word"]
    assert max(map(len, hanging("word " * 50, 200))) == 99  # on wider terminals, too


def test_lines_are_wrapped_on_terminals_only(monkeypatch: Patch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert wrapping_width(Terminal()) == 30
    assert wrapping_width(StringIO()) is None
    assert wrapping_width(None) is None
    monkeypatch.setenv("COLUMNS", "3")
    assert wrapping_width(Terminal()) == 20
    monkeypatch.setenv("COLUMNS", "")
    assert wrapping_width(Terminal()) == 80  # not even a descriptor
    monkeypatch.setattr("sys.stdout", Terminal())
    assert terminal.columns() == 80
    closed = Terminal()
    closed.close()
    assert not terminal.is_terminal(closed)


def require_wrapped(shown: str, on_pipe: str, columns: int = 80) -> None:
    """Require the same words in lines that fit."""
    assert shown.split() == on_pipe.split()
    assert max(map(len, shown.splitlines())) <= columns < max(map(len, on_pipe.splitlines()))


@needs_terminals
def test_explanations_are_wrapped() -> None:
    on_pipe = refsol_process(*MOVE).stdout.decode()
    shown = on_a_terminal(*MOVE)
    assert "parts {(2, 2),\n    (2, 3)} and {(3, 4)}.\n" in shown
    require_wrapped(shown, on_pipe)
    assert on_a_terminal(*MOVE, COLUMNS="120") == on_pipe


@needs_terminals
@pytest.mark.parametrize(
    ("line", "status", "columns"),
    [("nogo generate --list", 0, 80), ("nogo validate --all in", 3, 40), ("nogo generate xyz", 2, 80)],
)
def test_lists_and_errors_are_wrapped(line: str, status: int, columns: int, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("2\nXX\nX.\n", encoding="ascii")
    shown = on_a_terminal(*line.split(), status=status, cwd=tmp_path, COLUMNS=str(columns))
    done = refsol_process(*line.split(), cwd=tmp_path)
    require_wrapped(shown, (done.stdout + done.stderr).decode(), columns)
    assert status != 2 or all(other.startswith("  ") for other in shown.splitlines()[1:])


@needs_terminals
def test_verdicts_are_wrapped(tmp_path: Path) -> None:
    given, wrong = support.SAMPLES / "nogo" / "2.in", tmp_path / "o"
    wrong.write_text("2 3\n3 3\n", encoding="ascii")
    on_pipe = refsol_process("nogo", "check", str(given), "o", cwd=tmp_path).stdout.decode()
    shown = on_a_terminal("nogo", "check", str(given), "o", status=1, cwd=tmp_path)
    assert shown.startswith("wrong: o:2:1: move 2, white: (3, 3) captures the black stone (2, 3); the\n  original ")
    require_wrapped(shown, on_pipe)
    words = ("nogo", "check", "--protocol", "kattis", str(given), "o", str(tmp_path))  # for judges, so never wrapped
    on_a_terminal(*words, status=43, cwd=tmp_path, typed=b"2 3\n3 3\n\x04")
    message = (tmp_path / "judgemessage.txt").read_text(encoding="ascii")
    assert message == on_pipe.replace("wrong: o:", "wrong: -:")


@needs_terminals
@pytest.mark.parametrize("verb", ["check", "explain"])
def test_pictures_fit_narrow_terminals(verb: str, tmp_path: Path) -> None:
    given, empty = tmp_path / "in", tmp_path / "out"
    given.write_bytes(load("nogo").jury.family("empty").generate("1", {"size": 30}))
    empty.touch()
    words = [str(given), "--move", "1"] if verb == "explain" else [str(given), str(empty)]
    shown = on_a_terminal("nogo", verb, *words, status=int(verb == "check"), COLUMNS="40")
    lines = shown.replace(str(empty), "out").splitlines()
    assert "[ .]" in shown
    assert all(len(line) <= 40 for line in lines if " " in line.strip())


@needs_terminals
def test_a_statement_is_rendered() -> None:
    shown = on_a_terminal("nogo", "statement", TERM="dumb")
    lines = [line.rstrip() for line in shown.splitlines()]
    assert " • One line n." in lines  # - One line `n`.
    assert all(len(line) <= 80 and "##" not in line and "`" not in line for line in lines)
    assert "\x1b[1m" in on_a_terminal("nogo", "statement")


@needs_terminals
@pytest.mark.parametrize("name", NAMES)
def test_a_statement_in_chinese_is_rendered(name: str) -> None:
    """Lines are broken between characters, and are full: only what must stay together is on the next one."""
    shown = on_a_terminal(name, "statement", "--language", "zh", TERM="dumb")
    text = (support.ROOT / "refsol" / name / "statement.zh.md").read_text(encoding="utf-8")
    plain = re.sub(r"^[|`#].*$", "", text, flags=re.MULTILINE)
    assert set(re.findall(CHINESE, plain)) <= set(shown)
    lines = [line.rstrip() for line in shown.splitlines()]
    assert all(line.isprintable() and "##" not in line and "`" not in line for line in lines)
    assert max(map(cell_len, lines)) in (79, 80)
    for line, following in pairwise(lines):
        assert not re.match(f" *{CLOSING}", following)
        if line and re.match(f"(?:   )?{CHINESE}", following):  # of a paragraph, or of an item
            assert cell_len(line) > 80 - 7  # no room for a blank and a character with two closing marks


@needs_terminals
def test_a_statement_in_chinese_is_utf_8_on_any_terminal() -> None:
    shown = on_a_terminal("nogo", "statement", "--language", "zh", TERM="dumb", PYTHONIOENCODING="ascii")
    assert "给定一个轮到黑方落子的局面" in shown


@needs_terminals
@pytest.mark.parametrize("verb", ["solve", "validate"])
def test_who_reads_from_a_terminal_says_so(verb: str) -> None:
    said = "refsol: reading standard input; Ctrl-D ends it, and --help says more\n"
    assert said in on_a_terminal("nogo", verb, typed=b"1\n.\n\x04")
    assert refsol_process("nogo", verb, stdin=b"1\n.\n").stderr == b""


@needs_terminals
def test_alone_it_says_what_to_try_first(tmp_path: Path) -> None:
    shown = on_a_terminal()
    assert len(shown.splitlines()) == 3
    assert "refsol --help" in shown
    draw = next(line for line in shown.splitlines() if "|" in line).partition(":")[2]
    drawn = subprocess.run(
        draw.replace("refsol", f"{sys.executable} -P -m refsol"),
        shell=True,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        check=True,
    )
    assert len(drawn.stdout.splitlines()) > 3
    assert "Usage:" in on_a_terminal("--help")


def test_what_takes_long_is_said_from_the_second_second_on(monkeypatch: Patch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for seconds, shown in ((0.0, False), (1.3, True)):
        screen = Terminal()
        monkeypatch.setattr("sys.stderr", screen)
        with terminal.waiting("generating"):
            time.sleep(seconds)
        assert ("generating: 1 s" in screen.getvalue()) == shown
