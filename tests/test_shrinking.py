"""Shrinking a failing input: all candidates are valid, and no reduction makes the result smaller."""

from random import Random

import pytest
import support

from refsol.jury.contract import load_jury
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid
from refsol.problem import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_valid_and_fails_and_cannot_be_reduced(name: str) -> None:
    jury = load_jury(name)
    for seed in support.seeds(20 if support.COMPILED else 8):
        data = support.GENERATE[name](Random(seed))
        answer = support.SOLVE[name](data, {})
        wanted = min(answer.split())
        tried: list[bytes] = []

        def fails(candidate: bytes, name: str = name, wanted: bytes = wanted, tried: list[bytes] = tried) -> bool:
            tried.append(candidate)
            return wanted in support.SOLVE[name](candidate, {}).split()

        small = shrink(jury, data, fails)
        assert wanted in support.SOLVE[name](small, {}).split()
        assert len(small.split()) <= len(data.split())
        assert all(is_valid(jury, candidate) for candidate in tried)
        assert len(tried) == len(set(tried))
        assert find_errors(jury, small) == [], f"seed {seed!r}: {small!r} is not written as published"
        assert shrink(jury, small, fails) == small


def test_time_is_bounded() -> None:
    jury = load_jury("multigo")
    data = jury.family("blobs").generate("1", {"height": 60, "width": 60, "moves": 100})
    assert shrink(jury, data, lambda candidate: True, seconds=0.0) == data
