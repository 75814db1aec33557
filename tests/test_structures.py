"""Sets and sums of ranges, compared with lists and their definitions; and prefetching, which changes nothing."""

import copy
import pickle

import pytest
import support
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i32

from refsol.structures.disjoint_set import DisjointSet
from refsol.structures.index_set import IndexSet
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet
from refsol.structures.prefetch import prefetch
from refsol.structures.sum_tree import MAX_SUM, SumTree
from refsol.structures.xoshiro import Xoshiro128


@pytest.mark.parametrize(
    "structure",
    [DisjointSet(3), IndexSet(3), PersistentDisjointSet(3), SumTree(3), Xoshiro128(1)],
    ids=lambda each: type(each).__name__,
)
def test_copies_are_refused_in_both_modes(structure: object) -> None:
    for refused in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=f"cannot pickle '{type(structure).__name__}' object"):
            refused(structure)


def test_disjoint_sets_against_labels() -> None:
    for _seed, rng in support.randoms(60):
        n = rng.randint(1, 30)
        sets = DisjointSet(n)
        label = list(range(n))  # the definition: equal labels, same set
        for _ in range(rng.randint(0, 60)):
            x, y = rng.randrange(n), rng.randrange(n)
            root = sets.union(x, y)
            label = [label[y] if k == label[x] else k for k in label]
            assert label[root] == label[x]
            assert sets.find(x) == sets.find(y) == root
            sets.check()
            z = rng.randrange(n)
            assert sets.size(z) == label.count(label[z])
            assert label[sets.find(z)] == label[z]


@pytest.mark.parametrize(
    "links",
    [
        [-6, 0, 1, 2, 0, 0],  # a path of three links, but fewer than 2**3 elements
        [-3, 0, -1],
        [-2, 0, 0],
    ],
)
def test_check_finds_long_paths_and_wrong_sizes_of_disjoint_sets(links: list[int]) -> None:
    sets = DisjointSet(len(links))
    for x, link in enumerate(links):
        sets._link[x] = i32(link)
    with pytest.raises(AssertionError):
        sets.check()


@given(st.integers(1, 140), st.data())
def test_counts_of_ranges(n: int, data: st.DataObject) -> None:
    members = IndexSet(n)
    indices = data.draw(st.sets(st.integers(0, n - 1)))
    for index in indices:
        members.add(index)
    for begin in range(n + 1):
        for end in range(begin, n + 1):
            assert members.count(begin, end) == len(indices & set(range(begin, end)))


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
    with pytest.raises(ValueError, match=r"^a sum of elements must be in"):
        tree.add(index, value)
    tree.add(index, 5)
    assert tree.sum(0, 3) == 5


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_value_is_refused_even_if_the_sum_would_fit(sign: int) -> None:
    tree = SumTree(3)
    tree.add(1, sign * MAX_SUM)
    with pytest.raises(ValueError, match=r"^a sum of elements must be in"):
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
            with pytest.raises(ValueError, match=r"^a sum of elements must be in -2147483647\.\.2147483647$"):
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


def test_remembers_every_merge_and_keeps_every_set_contiguous() -> None:
    for _seed, rng in support.randoms(200):
        n = rng.randint(1, 25)
        sets = PersistentDisjointSet(n)
        label = list(range(n))
        joined = {(x, x): 0 for x in range(n)}
        history: list[tuple[int, int, set[int]]] = []  # root, size and members of sets of all moments
        step = 0
        for _ in range(rng.randint(0, 40)):
            step += rng.randint(0, 1)
            x, y = rng.randrange(n), rng.randrange(n)
            if sets.find(x) != sets.find(y) and rng.randrange(2):
                assert sets.merge(sets.find(x), sets.find(y), step) == sets.find(x)
            sets.union(x, y, step)
            sets.check()
            merged = {v for v in range(n) if label[v] in (label[x], label[y])}
            for v in merged:
                label[v] = label[x]
            for v in merged:
                for w in merged:
                    joined.setdefault((v, w), step)
            z = rng.randrange(n)
            root = sets.find(z)
            members = {v for v in range(n) if label[v] == label[z]}
            assert root in members
            assert sets.size(root) == len(members)
            history.append((root, len(members), members))
        for (v, w), when in joined.items():
            assert sets.joined_at(v, w) == when
        order = list(sets.order())
        assert sorted(order) == list(range(n))
        for root, size, members in history:
            assert sorted(order[v] for v in members) == list(range(order[root], order[root] + size))


def test_the_root_of_a_merge_is_that_of_the_larger_set_or_else_the_first() -> None:
    for x, y in ((0, 1), (1, 0)):
        sets = PersistentDisjointSet(3)
        assert sets.merge(x, y, 1) == sets.find(y) == x
        assert sets.merge(2, x, 2) == sets.find(2) == x


@pytest.mark.parametrize(
    ("links", "steps"),
    [
        ([-6, 0, 1, 2, 0, 0], [9, 1, 1, 1, 1, 1]),  # a path of three links, but fewer than 2**3 elements
        ([-4, 0, 1, 0], [9, 1, 2, 1]),  # the link above element 1 is earlier than the one below
    ],
)
def test_check_finds_long_paths_and_decreasing_steps(links: list[int], steps: list[int]) -> None:
    sets = PersistentDisjointSet(len(links))
    for x, (link, step) in enumerate(zip(links, steps, strict=True)):
        sets._link[x] = i32(link)
        sets._step[x] = i32(step)
    with pytest.raises(AssertionError):
        sets.check()


def test_prefetching_changes_nothing_and_stays_in_the_array() -> None:
    array = vec[i32]([i32(5), i32(6), i32(7)])
    for index in (0, 2, -1):
        prefetch(array, index)
    assert list(array) == [5, 6, 7]
    for index in (3, -4):
        with pytest.raises(IndexError):
            prefetch(array, index)
