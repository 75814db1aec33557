"""Shrinking a failing input: all candidates are valid, and no reduction makes the result smaller."""

from itertools import pairwise
from random import Random

import pytest
import support

from refsol.jury import testing
from refsol.jury.shrinking import shrink, smaller_inputs
from refsol.own import Spec, problem_of
from refsol.problem import NAMES, Problem, load
from refsol.problem.delta_debugging import without_chunks


@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_valid_and_fails_and_cannot_be_reduced(name: str) -> None:
    testing.check_reductions(load(name), 20 if support.COMPILED else 8, support.FRESH)


@pytest.mark.parametrize("name", NAMES)
def test_each_step_is_smaller_even_if_reductions_are_not(name: str) -> None:
    jury = load(name).jury
    steps = 0
    for seed in support.seeds(6):  # one alone can be an input that has nothing smaller
        data = support.GENERATE[name](Random(seed))

        def reductions(smaller: bytes, data: bytes = data) -> list[bytes]:
            return [data, smaller, *jury.reductions(smaller)]

        blown_up = jury._replace(reductions=reductions)
        keys = [support.order(data), *map(support.order, smaller_inputs(blown_up, data, lambda candidate: True))]
        assert all(after < before for before, after in pairwise(keys))
        steps += len(keys) - 1
    assert steps > 0


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ("", []),
        ("a", [""]),
        ("ab", ["", "a", "b"]),
        ("abcde", ["", "abc", "ade", "bcde", "abcd", "abce", "abde", "acde", "bcde"]),
    ],
)
def test_chunks_are_taken_out_from_large_to_small_and_from_the_end(items: str, expected: list[str]) -> None:
    assert ["".join(left) for left in without_chunks(items)] == expected


OWN = problem_of(Spec("own", "", "description", "INT(1, 9, n) SPACE INT(1, 9) NEWLINE"))


@pytest.mark.parametrize(("problem", "data"), [(load("chess"), load("chess").samples()[1].input), (OWN, b"9 8\n")])
def test_candidates_with_equal_hashes_are_told_apart(
    problem: Problem, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def smallest() -> bytes:
        return shrink(problem.jury, data, lambda smaller: smaller > b"1 5")

    expected = smallest()
    assert len(expected) < len(data) or expected < data
    monkeypatch.setattr("builtins.hash", lambda _: 0)
    assert smallest() == expected


def test_time_is_bounded() -> None:
    jury = load("multigo").jury
    data = jury.family("blobs").generate("1", {"height": 60, "width": 60, "moves": 100})
    assert shrink(jury, data, lambda candidate: True, seconds=0.0) == data
