"""Validators and checkers on correct files with one change: every error is reported, with its position."""

import re
from functools import partial
from io import BytesIO
from random import Random

import pytest
import support

from refsol.jury import testing
from refsol.jury.checking import check
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load
from refsol.problem.contract import VerdictKind

JUNK = (b"0%s", b"+%s", b"%s\0", "٣".encode(), b"9" * 40, b"-1", b"%s.", b"0x1", b"\xff", b"%s,", b"1e3")
COMPARED = [name for name in NAMES if name != "nogo"]  # NoGo's outputs have a checker, with its own tests


@pytest.mark.parametrize("name", NAMES)
def test_a_corrupted_token_is_reported(name: str) -> None:
    jury = load(name).jury
    for seed, rng, data in support.inputs(name, support.CASES // 100):
        for token in rng.sample(tokens := list(re.finditer(rb"\S+", data)), min(8, len(tokens))):
            junk = rng.choice(JUNK)
            corrupted = data[: token.start()] + junk.replace(b"%s", token.group()) + data[token.end() :]
            line = data.count(b"\n", 0, token.start()) + 1
            column = token.start() - data.rfind(b"\n", 0, token.start())
            errors = find_errors(jury, corrupted)
            assert errors, f"seed {seed!r}, {junk!r} at {line}:{column}"
            assert errors[0].line == line, f"seed {seed!r}, {junk!r} at {line}:{column}: {errors[0]}"
            assert column <= errors[0].column <= column + len(token.group()), f"seed {seed!r}: {errors[0]}"


@pytest.mark.parametrize("name", NAMES)
def test_a_corrupted_line_end_is_reported(name: str) -> None:
    jury = load(name).jury
    for seed, rng, data in support.inputs(name, support.CASES // 100):
        lines = data.split(b"\n")[:-1]
        k = rng.randrange(len(lines))
        for end in (b"\r\n", b" \n", b"\t\n"):
            corrupted = b"\n".join([*lines[:k], lines[k] + end[:-1], *lines[k + 1 :]]) + b"\n"
            errors = find_errors(jury, corrupted)
            assert [error.line for error in errors] == [k + 1], f"seed {seed!r}, {end!r}: {errors}"
            assert errors[0].column == len(lines[k]) + 1
            assert find_errors(jury, corrupted, lenient=True) == []


@pytest.mark.parametrize("name", COMPARED)
def test_changed_outputs_get_the_right_verdict(name: str) -> None:
    jury = load(name).jury
    accepted = 0
    for seed, rng, data in support.inputs(name, max(60, support.CASES // 10)):  # a quarter of them is accepted
        right = support.SOLVE[name](data, {})
        output = testing.mutated(right, rng)
        verdict = check(jury, data, BytesIO(output), partial(iter, [right]))
        found, wanted = output.split(), right.split()
        assert verdict.accepted == (found == wanted), f"seed {seed!r}: {output!r}"
        accepted += verdict.accepted
        if not verdict.accepted:
            k = next((k for k, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), None)
            k = min(len(found), len(wanted)) if k is None else k
            starts = [match.start() for match in re.finditer(rb"\S+", output)]
            offset = starts[k] if k < len(starts) else len(output)
            line, column = output.count(b"\n", 0, offset) + 1, offset - output.rfind(b"\n", 0, offset)
            assert verdict.message.startswith(f"{line}:{column}: "), f"seed {seed!r}: {output!r}: {verdict.message}"
            assert (verdict.kind is VerdictKind.TRAILING_OUTPUT) == (found[: len(wanted)] == wanted)
            assert (verdict.kind is VerdictKind.TRAILING_OUTPUT) or verdict.meaning
    assert accepted > 0


@pytest.mark.parametrize("name", NAMES)
def test_any_truncation_of_an_output_gets_a_verdict(name: str) -> None:
    jury = load(name).jury
    data = (support.SAMPLES / name / "1.in").read_bytes()
    right = support.SOLVE[name](data, {})
    for length in range(len(right)):
        output = right[:length]
        verdict = check(jury, data, BytesIO(output), lambda: [right])
        assert verdict.accepted == (output.split() == right.split()), output


@pytest.mark.parametrize("name", NAMES)
def test_junk_gets_a_verdict(name: str) -> None:
    jury = load(name).jury
    data = (support.SAMPLES / name / "1.in").read_bytes()
    right = support.SOLVE[name](data, {})
    rng = Random("junk")
    for junk in (
        b"",
        b"\0",
        b"\n" * 10**6,
        b"1" * 10**6,
        b"-1 " * 10**5,
        bytes(range(256)) * 1000,
        rng.randbytes(10**5),
    ):
        verdict = check(jury, data, BytesIO(junk), lambda: [right])
        assert not verdict.accepted
        assert verdict.message.isascii()
        assert verdict.message.isprintable()
