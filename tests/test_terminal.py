"""Text that fits a terminal, while pipes get it as it is."""

import re
from io import StringIO
from itertools import pairwise

import pytest
import support
from rich.cells import cell_len
from support import refsol_process
from terminals import needs_terminals, on_a_terminal

from refsol.cli import terminal
from refsol.cli.terminal import fitted, wrapped
from refsol.problem import NAMES

MOVE = ("multigo", "explain", str(support.SAMPLES / "multigo" / "1.in"), "--move", "2")


CHINESE = "[\u4e00-\u9fff]"
CLOSING = "[\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]"


class Terminal(StringIO):
    """Something that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_wrapping() -> None:
    assert wrapped("one two  three\nfour", 7) == ["one two", "three", "four"]
    assert wrapped("one two", 6) == ["one", "two"]
    assert wrapped("a-very-long-word x", 5) == ["a-very-long-word", "x"]
    assert wrapped("one two three", 13, 3) == ["one", "two three"]
    assert wrapped("", 5) == [""]


def test_long_lines_are_wrapped_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert fitted("- ", "one two three four", 4, Terminal()) == ["- one two three four"]
    assert fitted("- ", "one two three four five", 4, Terminal()) == ["- one two three four", "    five"]
    assert fitted("- ", "one two three four five", 4, StringIO()) == ["- one two three four five"]
    assert fitted("- ", "one two three four five", 4, None) == ["- one two three four five"]
    monkeypatch.setenv("COLUMNS", "3")
    assert fitted("- ", "one two", 4, Terminal()) == ["- one", "    two"]


def test_wide_terminals_get_lines_of_at_most_100_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert fitted("", "word " * 39 + "word", 0, Terminal()) == ["word " * 39 + "word"]
    assert max(map(len, fitted("", "word " * 50, 0, Terminal()))) == 99


def test_a_terminal_of_unknown_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "")
    assert fitted("", "word " * 50, 0, Terminal()) == ["word " * 50]  # not even a descriptor
    monkeypatch.setattr("sys.stdout", Terminal())
    assert terminal.columns() == 80
    closed = Terminal()
    closed.close()
    assert not terminal.is_terminal(closed)


@needs_terminals
def test_explanations_are_wrapped() -> None:
    on_pipe = refsol_process(*MOVE).stdout.decode()
    shown = on_a_terminal(*MOVE)
    assert "parts {(2, 2), (2,\n    3)} and {(3, 4)}.\n" in shown
    assert shown.split() == on_pipe.split()
    assert max(map(len, shown.splitlines())) <= 80 < max(map(len, on_pipe.splitlines()))
    assert on_a_terminal(*MOVE, COLUMNS="120") == on_pipe


@needs_terminals
def test_the_list_of_families_is_wrapped() -> None:
    on_pipe = refsol_process("nogo", "generate", "--list").stdout.decode()
    shown = on_a_terminal("nogo", "generate", "--list")
    assert shown.split() == on_pipe.split()
    assert max(map(len, shown.splitlines())) <= 80 < max(map(len, on_pipe.splitlines()))


@needs_terminals
def test_errors_are_wrapped() -> None:
    shown = on_a_terminal("nogo", "generate", "xyz", status=2)
    first, *others = shown.splitlines()
    assert first.startswith("refsol: there is no family 'xyz'; there are small, ")
    assert others
    assert all(line.startswith("  ") and len(line) <= 80 for line in others)


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
