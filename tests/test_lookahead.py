import pytest
from librt.vecs import vec
from mypy_extensions import i32

from refsol.structures.lookahead import Lookahead


def test_reading_early_changes_nothing_and_stays_in_the_array() -> None:
    array = vec[i32]([i32(5), i32(6), i32(7)])
    lookahead = Lookahead()
    lookahead.read(array, 0, 1, 2)
    assert (list(array), lookahead.sum) == ([5, 6, 7], 5 ^ 6 ^ 7)
    with pytest.raises(IndexError):
        lookahead.read(array, 0, 1, 3)
