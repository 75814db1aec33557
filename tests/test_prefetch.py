import pytest
from librt.vecs import vec
from mypy_extensions import i32

from refsol.structures.prefetch import prefetch


def test_prefetching_changes_nothing_and_stays_in_the_array() -> None:
    array = vec[i32]([i32(5), i32(6), i32(7)])
    for index in (0, 2, -1):
        prefetch(array, index)
    assert list(array) == [5, 6, 7]
    for index in (3, -4):
        with pytest.raises(IndexError):
            prefetch(array, index)
