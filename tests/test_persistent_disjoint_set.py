from random import Random

import pytest
import support
from mypy_extensions import i32

from refsol.structures.persistent_disjoint_set import PersistentDisjointSet


def test_remembers_every_merge_and_keeps_every_set_contiguous() -> None:
    for seed in support.seeds(200):
        rng = Random(seed)
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
