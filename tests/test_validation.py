"""Inputs are validated as published; every error that can be distinguished is reported."""

from io import BytesIO

import pytest
import support

from refsol.errors import InputError
from refsol.jury import testing
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, Settings, load

JURY = load("multigo").jury


def errors(data: bytes, lenient: bool = False) -> list[str]:
    found = [str(error) for error in find_errors(JURY, data, lenient=lenient)]
    assert found == [str(error) for error in find_errors(JURY, BytesIO(data), lenient=lenient)]
    return found


@pytest.mark.parametrize(("data", "expected"), support.toml("validation")["blanks"])
def test_white_space(data: str, expected: list[str]) -> None:
    assert errors(data.encode()) == expected
    assert errors(data.encode(), lenient=True) == []


def test_an_empty_input_lacks_no_line_end() -> None:
    assert errors(b"") == errors(b"", lenient=True) != []


def test_all_errors_are_reported_in_order() -> None:
    assert errors(b"3 3 2 2\n1 1 1\n1  2 x\n1 3 1\n0 1 1\n1 +1 09 \n7") == support.toml("validation")["ordered"]


def test_nothing_after_wrong_sizes_is_validated() -> None:
    assert errors(b"0 3 1 2\n1 1 9\n") == [
        "1:1: expected number of rows N in 1..1000, found '0'",
        "1:5: expected number of players K in 2..1000000, found '1'",
    ]


def test_the_number_of_errors_is_limited() -> None:
    assert len(errors(b"1 1 2 1000\n1\n" + b"1 1 3\n" * 1000)) == 100
    assert len(errors(b"1 1 2 1000\n1\n" + b"1  1 2\n" * 1000)) == 100
    assert len(errors(b"1  " * 300_000)) <= 101
    assert len(errors(b"\n" * 10**6 + b" 1")) == 3


def test_white_space_errors_after_the_first_block() -> None:
    data = b"1 1 2 30000\n1\n" + b"1 1 2\n" * 30_000
    lines = data.split(b"\n")
    for k in (0, 1, 9_000, 30_001):
        for corrupted, column in ((b" " + lines[k], 1), (lines[k] + b" ", len(lines[k]) + 1)):
            found = find_errors(JURY, b"\n".join([*lines[:k], corrupted, *lines[k + 1 :]]))
            assert [(error.line, error.column) for error in found] == [(k + 1, column)]


@pytest.mark.parametrize("name", NAMES)
def test_the_validator_and_the_solver_agree(name: str) -> None:
    """The validator refuses exactly what a solver that also checks the start refuses, for the same reason."""
    settings: Settings = {"check": True} if name == "multigo" else {}
    testing.check_bad_inputs(load(name), support.CASES // 4, support.FRESH, settings)


@pytest.mark.parametrize("name", NAMES)
def test_every_truncation_is_refused(name: str) -> None:
    """By the solver, too, but where only blanks are missing."""
    jury = load(name).jury
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        data = path.read_bytes()
        if len(data) > 2000:
            continue
        for length in range(len(data)):
            found = find_errors(jury, data[:length])
            shorter = data[:length].rstrip(b"\n")
            whole_data_sets = name == "somegame" and not find_errors(jury, shorter + b"\n")
            assert found or whole_data_sets, f"{path}: {length} bytes"
            if length < len(data.rstrip()) and not whole_data_sets:
                with pytest.raises(InputError):
                    support.SOLVE[name](data[:length], {})
