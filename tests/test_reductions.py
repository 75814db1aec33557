"""What inputs are reduced to: all that small ones become, in its order, and how many larger ones give."""

from typing import Any

import pytest
import support

from refsol.jury.validation import is_valid
from refsol.problem import load

ROWS = support.rows("reductions")


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}: {row['of']}" for name, row in ROWS])
def test_an_input_is_reduced_as_the_table_says(name: str, row: dict[str, Any]) -> None:
    jury = load(name).jury
    data = (row["input"].replace("/", "\n") + "\n").encode()
    assert is_valid(jury, data)
    found = list(jury.reductions(data))
    if "count" in row:
        assert [len(found), len({*found})] == row["count"]
    else:
        assert [smaller.decode().rstrip("\n").replace("\n", "/") for smaller in found] == row["smaller"].splitlines()
