from random import Random

import support

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
