"""The report of ``stress``: two outputs beside each other, colours, and long lines on a terminal."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from support import sample, sections, toml
from terminals import needs_terminals, on_a_terminal

from refsol.cli.stress_report import Saved, as_text, beside, first_difference, parts_at
from refsol.cli.terminal import Style
from refsol.jury.batches import Failure, Tried, Values
from refsol.jury.cases import Case
from refsol.jury.checking import check
from refsol.jury.faults import Fault, judge
from refsol.jury.run.program import Function, Result, RunOutcome
from refsol.jury.stress import CampaignEnd, Finding
from refsol.own import Spec, problem_of
from refsol.problem import NAMES, load


def columns(expected: bytes, found: bytes, width: int = 80) -> str:
    title, *lines = beside(expected, found, first_difference(expected, found), "expected", Style(width))
    assert re.fullmatch(r"  expected +\| found", title)
    assert all(len(line) <= width for line in lines)
    return "\n".join(lines)


@pytest.mark.parametrize(("expected", "found", "lines"), toml("columns")["differences"])
def test_columns(expected: str, found: str, lines: list[str]) -> None:
    assert columns(expected.encode("latin-1"), found.encode("latin-1")).splitlines() == lines


def test_lines_far_from_the_difference_are_left_out() -> None:
    right = [b"%d" % number for number in range(100)]
    wrong = [*right[:60], b"7", *right[61:80]]
    shown = columns(b"\n".join(right) + b"\n", b"\n".join(wrong)).splitlines()
    assert shown[0] == "  ... 52 lines | ... 52 lines"
    assert shown[1:9] == [f"  {number}           | {number}" for number in range(52, 60)]
    assert shown[9] == "> 60           | 7"
    assert shown[10:18] == [f"  {number}           | {number}" for number in range(61, 69)]
    assert shown[18:] == ["  ... 31 lines | ... 11 lines"]


def test_long_lines_are_shown_around_the_difference() -> None:
    right = b" ".join(b"%d" % number for number in range(1000))
    assert columns(right, right.replace(b" 770 ", b" 0 "), 60) == (
        "> ... 69 770 771 772 773  ... | ... 69 0 771 772 773 77 ...\n         ^^^                           ^"
    )
    assert columns(b"7", b"x" * 1000, 60) == "> 7        | " + "x" * 23 + " ...\n             " + "^" * 23
    assert columns(b"8 7", b"8 " + b"\xff" * 10**6, 60).splitlines()[0] == r"> 8 7      | 8 \xff\xff\xff\xff\xff\ ..."
    assert columns(b"1\n" + b"x" * 99, b"2\n" + b"x" * 99, 60).splitlines()[1] == (
        "  " + " | ".join(["x" * 23 + " ..."] * 2)
    )


@pytest.mark.parametrize(("found", "line", "column", "lines"), toml("columns")["places"])
def test_one_right_answer(found: str, line: int, column: int, lines: list[str]) -> None:
    answer = b"2 3\n-1 -1\n"
    places = parts_at(found.encode(), line, column)
    title, *shown = beside(answer, found.encode(), places, "one right answer", Style())
    assert title == "  one right answer | found"
    assert shown == lines


def test_columns_in_colour() -> None:
    places = first_difference(b"1 2 3\n", b"1 5 3\n")
    assert list(beside(b"1 2 3\n", b"1 5 3\n", places, "expected", Style(coloured=True))) == [
        "  \x1b[1mexpected\x1b[0m | \x1b[1mfound\x1b[0m",
        "\x1b[1m>\x1b[0m 1 \x1b[1m\x1b[32m2\x1b[0m 3    | 1 \x1b[1m\x1b[31m5\x1b[0m 3",
        "    ^          ^",
    ]


def reported(name: str, data: bytes, output: bytes, style: Style) -> str:
    fault = judge(load(name), Function({data: output}.__getitem__), data)
    assert fault is not None
    answer = b"".join(load(name).solve(data, {}))
    fault = fault._replace(verdict=check(load(name).jury, data, BytesIO(output), lambda: [answer]))
    finding = Finding(Failure(Case(3, "small", "s-3", {}), data, fault), data, fault, answer, True, 1, 0.0)
    files = ("stress-nogo/nogo-1.in", "stress-nogo/nogo-1.ans", "stress-nogo/nogo-1.out")
    return as_text(load(name), "s", CampaignEnd(4, 2.0, False), [Saved(finding, files)], "./mine", "stress-nogo", style)


NOGO = b"3\nXOO\nXO.\nX..\n"


def test_a_report_in_a_file() -> None:
    head, _, rest = reported("nogo", NOGO, b"2 3\n3 3\n3 2\n", Style()).partition("why:\n")
    why, _, tail = rest.partition("saved: ")
    assert head == sections("stress_report")["head"]
    assert why.startswith(
        "  2:1: move 2, white: (3, 3) captures the black stone (2, 3); "
        "the original judge gives 1 point for the right line before it\n"
    )
    assert tail == sections("stress_report")["tail"]


def test_a_report_on_a_terminal_is_wrapped() -> None:
    lines = reported("nogo", NOGO, b"2 3\n3 3\n", Style(50)).splitlines()
    assert lines[lines.index("why:") :][1:4] == [
        "  2:1: move 2, white: (3, 3) captures the black",
        "    stone (2, 3); the original judge gives 1 point",
        "    for the right line before it",
    ]
    saved = lines.index("saved: stress-nogo/nogo-1.in,")
    assert lines[saved + 1] == "  stress-nogo/nogo-1.ans, stress-nogo/nogo-1.out"
    assert lines[saved + 4] == "  refsol nogo check stress-nogo/nogo-1.in stress-nogo/nogo-1.out"  # to be copied
    assert lines[-2:] == ["4 cases in 2.0 s, 2.0 a second, seed s: 1 kind of", "  fault: wrong answer"]


def test_a_report_on_a_large_input_is_short_and_ends_with_the_verdict() -> None:
    data = b"30 2 7 1\n" + b"1 1\n" * 30 + b"3 1 2\n"
    outcome = RunOutcome(Result.CRASH, "crashed: SIGSEGV", b"", b"".join(b"line %d\n" % k for k in range(20)))
    slow = RunOutcome(Result.TIME, "took longer than 5 s", b"")
    small = b"1 1 2 1\n1\n1 1 2\n"
    saved = [
        Saved(
            Finding(Failure(Case(3, "rows", "s-3", {}), each, fault), each, fault, b"", True, 1, 0.0, False, 0.25), None
        )
        for each, fault in (
            (data, Fault(Result.CRASH, outcome.message, outcome)),
            (small, Fault(Result.TIME, slow.message, slow)),
        )
    ]
    lines = as_text(load("multigo"), "s", CampaignEnd(4, 2.0, False), saved, "./mine", "d", Style()).splitlines()
    assert lines[1:27] == [
        *("input:", "  30 2 7 1", *5 * ["  1 1"], "  ... 24 more lines", "  1 1", "  3 1 2", "standard error:"),
        *(f"  line {k}" for k in range(6)),
        *("  ... 12 more lines", "  line 18", "  line 19", "why:", "  the program crashed: SIGSEGV"),
        *("  on an input with N = 30, M = 2, K = 7, Q = 1", "  refsol needs 0.25 s", "could not be saved in d"),
        "to reproduce:",
    ]
    why = lines.index("why:", 25)
    assert lines[why + 1 : why + 3] == ["  the program took longer than 5 s", "  refsol needs 0.25 s"]
    again = "crashed, N = 30, M = 2, K = 7, Q = 1; took longer than 5 s"
    assert lines[-1] == f"4 cases in 2.0 s, 2.0 a second, seed s: 2 kinds of faults: {again}"


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_at_the_beginning_of_an_input_are_those_of_the_limits(name: str) -> None:
    header = load(name).jury.header
    data, _ = sample(name)
    assert all(value.isdigit() for value in data.split()[: len(header)])
    described = ", ".join(each.name.en for each in load(name).limits.ranges)
    assert {*header} - {"T"} <= {*described.replace(", ", " ").split()}


def test_no_fault_is_green() -> None:
    end = CampaignEnd(20, 2.0, False)
    assert as_text(load("nogo"), "s", end, [], "./mine", "d", Style(80, True)) == (
        "20 cases in 2.0 s, 10 a second, seed s: \x1b[1m\x1b[32mno fault\x1b[0m\n"
    )
    assert (
        as_text(load("nogo"), "s", end, [], "./mine", "d", Style())
        == "20 cases in 2.0 s, 10 a second, seed s: no fault\n"
    )


CODES = re.compile(r"\x1b\[\d+m")


@needs_terminals
def test_colours_on_a_terminal(tmp_path: Path) -> None:
    def report(no_color: str = "", term: str = "xterm") -> str:
        words = ("multigo", "stress", "--seed", "1", "--cases", "1", "--family", "small", "--", "true")
        return on_a_terminal(*words, status=1, cwd=tmp_path, errors=False, COLUMNS="60", NO_COLOR=no_color, TERM=term)

    coloured = report()
    assert coloured.startswith("\x1b[1m\x1b[31mwrong answer\x1b[0m: case 0")
    assert "\n\x1b[1m>\x1b[0m " in coloured
    assert " ".join(coloured.split()).endswith("seed 1: \x1b[1m\x1b[31m1 kind of fault\x1b[0m: wrong answer")
    for plain in (report(no_color="1"), report(term="dumb")):
        assert "\x1b" not in plain
        assert len(plain.splitlines()) == len(CODES.sub("", coloured).splitlines())
    prose = CODES.sub("", coloured).partition("to reproduce:")[0]
    assert max(map(len, prose.splitlines())) <= 60


@pytest.mark.parametrize(
    ("samples", "ranges", "lists", "shown"),
    [
        (0, {"n": [(9, 1, 1)]}, (0, 0), "n: 1"),
        (1, {"n": [(1, -3, -2), (8, 1, 1), (1, 5, 8)]}, (0, 0), "1 sample; n: -3 to 1 in 90 %, up to 8 in 10 %"),
        (2, {"n": [(199, 1, 1), (1, 70, 80)]}, (0, 0), "2 samples; n: 1 in over 99 %, up to 80 in under 1 %"),
        (0, {"n": [(2, 2, 2), (5, 5, 8)], "m": [(7, 0, 0)]}, (0, 0), "n: 2 to 8; m: 0"),
        (0, {"n": [(5, 2, 3)]}, (5, 2), "n: 2 to 3; a: sorted in 2 of 5"),
        (1, {}, (2, 2), "1 sample; a: sorted in all"),
        (0, {}, (2, 0), "a: sorted in none"),
    ],
)
def test_what_was_tried(
    samples: int, ranges: dict[str, list[tuple[int, int, int]]], lists: tuple[int, int], shown: str
) -> None:
    numbers = {name: {k: Values(*each) for k, each in enumerate(found)} for name, found in ranges.items()}
    end = CampaignEnd(10, 1.0, False, samples=samples, tried=Tried(numbers, *lists))
    problem = problem_of(Spec("w", "W", "w.ctd", "INT(1,9,n) NEWLINE REPI(i,n) INT(1,9,a[i]) NEWLINE END"))
    text = as_text(problem, "s", end, [], "x", "d", Style())
    assert text == f"tried: {shown}\n10 cases in 1.0 s, 10 a second, seed s: no fault\n"
