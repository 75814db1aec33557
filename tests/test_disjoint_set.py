from random import Random

import pytest
import support
from mypy_extensions import i32

from refsol.structures.disjoint_set import DisjointSet


def test_random_actions_against_labels() -> None:
    for seed in support.seeds(60):
        rng = Random(seed)
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
def test_check_finds_long_paths_and_wrong_sizes(links: list[int]) -> None:
    sets = DisjointSet(len(links))
    for x, link in enumerate(links):
        sets._link[x] = i32(link)
    with pytest.raises(AssertionError):
        sets.check()
