"""Bad inputs raise an InputError with the right position and message, and nothing else."""

import pytest
import support

from refsol.errors import InputError
from refsol.problem import NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "data", [b"", b"\n \r\n", b"\xef\xbb\xbf1 1 1 1", b"\0", b"-1", b"+1", b"9" * 40, b"1e3", b"0x10", b"\xff\xfe1\0"]
)
def test_garbage(name: str, data: bytes) -> None:
    with pytest.raises(InputError):
        support.SOLVE[name](data, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("piece", [b"9", b"x", b"1 0 ", b"...", b"0\n", b"\0"])
def test_a_hundred_megabytes_of_garbage(name: str, piece: bytes) -> None:
    with pytest.raises(InputError) as caught:
        support.SOLVE[name](piece * (10**8 // len(piece)), {})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", NAMES)
def test_an_extra_token_is_an_error(name: str) -> None:
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        with pytest.raises(InputError):
            support.SOLVE[name](path.read_bytes() + b"1", {})
