import pytest
from hypothesis import given
from hypothesis import strategies as st

from refsol.structures.sum_tree import MAX_SUM, SumTree


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


VALUES = st.sampled_from([1, 2, 3, MAX_SUM // 2, MAX_SUM - 1, MAX_SUM])


@pytest.mark.parametrize("index", [0, 1, 2])
@pytest.mark.parametrize("value", [2**31, -(2**31), 2**40, 2**63 - 1, -(2**63)])
def test_values_that_are_too_large(index: int, value: int) -> None:
    tree = SumTree(3)
    with pytest.raises(ValueError, match=r"^a sum of elements is in"):
        tree.add(index, value)
    tree.add(index, 5)
    assert tree.sum(0, 3) == 5


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_value_is_refused_even_if_the_sum_would_fit(sign: int) -> None:
    tree = SumTree(3)
    tree.add(1, sign * MAX_SUM)
    with pytest.raises(ValueError, match=r"^a sum of elements is in"):
        tree.add(1, -sign * (MAX_SUM + 1))
    tree.add(1, -sign * MAX_SUM)
    assert tree.sum(0, 3) == 0


@given(st.integers(1, 70), st.data())
def test_a_sum_fits_or_is_refused(n: int, data: st.DataObject) -> None:
    """A value is refused exactly if the sum of some node wouldn't fit, and then nothing changes."""
    tree = SumTree(n)
    array = [0] * n
    signed = st.tuples(st.integers(0, n - 1), VALUES, st.booleans())
    for index, size, negative in data.draw(st.lists(signed, max_size=30)):
        value = -size if negative else size
        changed = [*array[:index], array[index] + value, *array[index + 1 :]]
        if all(abs(total) <= MAX_SUM for total in sums_of_nodes(changed)):
            tree.add(index, value)
            array = changed
        else:
            with pytest.raises(ValueError, match=r"^a sum of elements is in -2147483647\.\.2147483647$"):
                tree.add(index, value)
        tree.check()
    assert [tree.sum(index, index + 1) for index in range(n)] == array
    assert tree.sum(0, n) == sum(array)


def sums_of_nodes(array: list[int]) -> list[int]:
    """Return the sums of all nodes but the root, of a tree that has more leaves than the array has elements."""
    sums: list[int] = []
    width = 1
    while width <= len(array):
        sums += [sum(array[first : first + width]) for first in range(0, len(array), width)]
        width *= 4
    return sums
