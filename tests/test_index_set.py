import pytest
from hypothesis import given
from hypothesis import strategies as st

from refsol.structures.index_set import IndexSet


@pytest.mark.parametrize("distance", [1, 2, 3, 7])
def test_counts_of_evenly_spaced_indices(distance: int) -> None:
    members = IndexSet(70)
    for index in range(0, 70, distance):
        members.add(index)
    for begin in range(71):
        for end in range(begin, 71):
            assert members.count(begin, end) == sum(index % distance == 0 for index in range(begin, end))


@given(st.integers(1, 140), st.data())
def test_counts_of_ranges(n: int, data: st.DataObject) -> None:
    members = IndexSet(n)
    indices = data.draw(st.sets(st.integers(0, n - 1)))
    for index in indices:
        members.add(index)
    for begin in range(n + 1):
        for end in range(begin, n + 1):
            assert members.count(begin, end) == len(indices & set(range(begin, end)))
