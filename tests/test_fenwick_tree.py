from hypothesis import given
from hypothesis import strategies as st

from refsol.structures.fenwick_tree import FenwickTree


@given(st.integers(1, 40), st.data())
def test_prefix_sums(n: int, data: st.DataObject) -> None:
    tree = FenwickTree(n)
    array = [0] * n
    for index, value in data.draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(-9, 9)), max_size=30)):
        tree.add(index, value)
        array[index] += value
        assert [tree.prefix(end) for end in range(n + 1)] == [sum(array[:end]) for end in range(n + 1)]
