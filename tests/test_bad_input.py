"""Bad inputs raise an InputError with the right position and message, and nothing else."""

from random import Random

import pytest
import support
from hypothesis import given
from hypothesis import strategies as st

from refsol.errors import InputError
from refsol.jury import testing
from refsol.problem import NAMES, load

TICTACTOE = "... ... ...\n" * 9


@pytest.mark.parametrize(("name", "data", "message"), support.table("bad_input", "messages", TICTACTOE=TICTACTOE))
def test_message(name: str, data: str, message: str | None) -> None:
    if message is None:
        support.SOLVE[name](data.encode(), {})
        return
    with pytest.raises(InputError) as caught:
        support.SOLVE[name](data.encode(), {})
    assert str(caught.value) == message


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "data", [b"", b"\n \r\n", b"\xef\xbb\xbf1 1 1 1", b"\0", b"-1", b"+1", b"9" * 40, b"1e3", b"0x10", b"\xff\xfe1\0"]
)
def test_garbage(name: str, data: bytes) -> None:
    with pytest.raises(InputError):
        support.SOLVE[name](data, {})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("piece", [b"9", b"x", b"1 0 ", b"...", b"0\n", b"\0"])
def test_a_hundred_megabytes_of_garbage(name: str, piece: bytes) -> None:
    with pytest.raises(InputError) as caught:
        support.SOLVE[name](piece * (10**8 // len(piece)), {})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", NAMES)
def test_every_truncation_is_an_error(name: str) -> None:
    data = (support.SAMPLES / name / "1.in").read_bytes().rstrip()
    for end in range(len(data)):
        # An input of Some Game that is cut between two data sets is shorter, but complete.
        between_lines = b"\n" in data[max(0, end - 1) : end + 1]
        if name == "somegame" and between_lines and data[end:].split(b"\n", 2)[data[end] == 10].count(b" ") == 3:
            continue
        with pytest.raises(InputError):
            support.SOLVE[name](data[:end], {})


@pytest.mark.parametrize("name", NAMES)
def test_an_extra_token_is_an_error(name: str) -> None:
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        with pytest.raises(InputError):
            support.SOLVE[name](path.read_bytes() + b"1", {})


@pytest.mark.parametrize("name", NAMES)
@given(st.binary(max_size=60))
def test_any_bytes_give_an_answer_or_an_input_error(name: str, data: bytes) -> None:
    testing.outcome(load(name), data)


@pytest.mark.parametrize("name", NAMES)
def test_mutated_inputs_are_refused_or_answered_like_the_oracle(name: str) -> None:
    refused = 0
    for seed in support.seeds(support.CASES // 2):
        rng = Random(seed)
        data = testing.mutated(support.GENERATE[name](rng), rng)
        result = testing.outcome(load(name), data)
        refused += result.startswith(b"error")
        # The solver of Multi-Go trusts the start, and promises nothing if that is illegal.
        if not result.startswith(b"error") and name != "multigo":
            assert result == support.ORACLE[name](data), f"seed {seed!r}: {data!r}"
    assert support.CASES // 10 < refused < support.CASES // 2
