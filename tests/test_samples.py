"""The samples: answered rightly whatever the white space, valid, accepted by the jury, and shown by the statements."""

import pytest
import support

from refsol.jury import testing
from refsol.problem import NAMES, load


def test_every_problem_has_samples() -> None:
    assert {path.parent.name for path in support.SAMPLES.glob("*/*.in")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str) -> None:
    testing.check_samples(load(name), support.SAMPLES / name)
