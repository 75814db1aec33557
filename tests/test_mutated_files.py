"""Solvers, validators and checkers on files with one change: every error is reported, with its position."""

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
def test_mutated_inputs_are_refused_or_answered_like_the_oracle(name: str) -> None:
    refused = 0
    for seed, rng in support.randoms(support.CASES // 2):
        data = testing.mutated(support.GENERATE[name](rng), rng)
        result = testing.outcome(load(name), data)
        refused += result.startswith(b"error")
        # The solver of Multi-Go trusts the start, and promises nothing if that is illegal.
        if not result.startswith(b"error") and name != "multigo":
            assert result == support.ORACLE[name](data), f"seed {seed!r}: {data!r}"
    assert support.CASES // 10 < refused < support.CASES // 2


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
def test_junk_and_any_truncation_get_a_verdict(name: str) -> None:
    jury = load(name).jury
    data, right = support.sample(name)
    junk = (
        b"\0",
        b"\n" * 10**6,
        b"1" * 10**6,
        b"-1 " * 10**5,
        bytes(range(256)) * 1000,
        Random("junk").randbytes(10**5),
    )
    for output in (*junk, *(right[:length] for length in range(len(right)))):
        verdict = check(jury, data, BytesIO(output), lambda: [right])
        assert verdict.accepted == (output.split() == right.split()), output
        assert verdict.message.isascii()
        assert verdict.message.isprintable()
