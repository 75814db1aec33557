"""Formulas in the statements of packages."""

import re

import pytest

from refsol.jury.packages.formulas import with_formulas
from refsol.problem import NAMES, load

SAMPLE = "\n```text\nx o n m\n```\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a board of n by n points", "a board of $n$ by $n$ points"),
        ("n - 1 rows of 3r + 1 digits", "$n - 1$ rows of $3r + 1$ digits"),
        ("n*m ≤ 100, q ≥ 2", r"$n \cdot m \le 100$, $q \ge 2$"),
        ("(i, j + 1), the i-th, l's, T mod N.", r"($i$, $j + 1$), the $i$-th, $l$'s, $T \bmod N$."),
        ("第 i 行，K = 2", "第 $i$ 行，$K = 2$"),
        ("- one line `n m q`", "- one line $n$ $m$ $q$"),
        ("level lv, as in `col lv x`", "level $lv$, as in $col$ $lv$ $x$"),
        ("`n*m`, `x = (T - 1) mod N`", r"$n \cdot m$, $x = (T - 1) \bmod N$"),
        ("`q`, `x`", "$q$, `x`"),  # the samples contain x
        ("A player's 3 s, I, 907B, 2 = 2", "A player's 3 s, I, 907B, 2 = 2"),
        ("`YES`, `-1 -1`, `NO WINNERS`, `PLAYER x`", "`YES`, `-1 -1`, `NO WINNERS`, `PLAYER x`"),
    ],
)
def test_variables_are_formulas(text: str, expected: str) -> None:
    assert with_formulas(text + SAMPLE) == expected + SAMPLE


@pytest.mark.parametrize("name", NAMES)
def test_nothing_else_changes(name: str) -> None:
    for language in load(name).languages():
        text = load(name).statement(language, without=("refsol",))
        changed = with_formulas(text)
        assert len(re.findall(r"\$[^$\n]+\$", changed)) > 5
        for sign, tex in ((" \\cdot ", "*"), ("\\le", "≤"), (" \\bmod ", " mod "), ("$", ""), ("`", "")):
            changed = changed.replace(sign, tex)
        assert changed == text.replace("`", "")
