from random import Random

import support

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
            sets.prefetch(z)
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
