import pytest
from hypothesis import given
from hypothesis import strategies as st

from refsol.structures.sum_tree import SumTree


@pytest.mark.parametrize("n", [1, 3, 4, 5, 21, 64, 65])
def test_sums_of_squares(n: int) -> None:
    tree = SumTree(n)
    for index in range(n):
        tree.add(index, (index + 1) ** 2)
    tree.check()
    for begin in range(n + 1):
        for end in range(begin, n + 1):
            assert tree.sum(begin, end) == sum((index + 1) ** 2 for index in range(begin, end))


@given(st.integers(1, 70), st.data())
def test_sums_of_ranges(n: int, data: st.DataObject) -> None:
    tree = SumTree(n)
    array = [0] * n
    for index, value in data.draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(-9, 9)), max_size=30)):
        tree.add(index, value)
        tree.check()
        array[index] += value
    for begin in range(n + 1):
        for end in range(begin, n + 1):
            assert tree.sum(begin, end) == sum(array[begin:end])
