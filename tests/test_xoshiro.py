import pytest

from refsol.structures.xoshiro import Xoshiro128


def reference_words(state: list[int], count: int) -> list[int]:
    """The published xoshiro128** on 32-bit words, written out independently."""
    mask = 2**32 - 1
    words = []
    for _ in range(count):
        product = state[1] * 5 & mask
        words.append(((product << 7 | product >> 25) & mask) * 9 & mask)
        t = state[1] << 9 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= t
        state[3] = (state[3] << 11 | state[3] >> 21) & mask
    return words


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        # The state is made of the first two outputs of SplitMix64 with these seeds, the lower half of each first.
        (0, (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4)),
        (1234567, (6457827717110365317, 3203168211198807973)),
    ],
)
def test_the_sequence_is_as_published(seed: int, outputs: tuple[int, int]) -> None:
    state = [word for output in outputs for word in (output & 0xFFFFFFFF, output >> 32)]
    rng = Xoshiro128(seed)
    assert [rng.word() for _ in range(1000)] == reference_words(state, 1000)


def test_seeds_of_all_sizes_give_different_sequences() -> None:
    assert len({Xoshiro128(seed).word() for seed in (0, 1, 2, 2**31, 2**32, 2**63, 2**64 - 1)}) == 7


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_other_seeds_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Xoshiro128(seed)


@pytest.mark.parametrize("n", [1, 5, 3 * 2**29, 2**31 - 1])
def test_below_rejects_as_published(n: int) -> None:
    rng, words = Xoshiro128(3), Xoshiro128(3)
    for _ in range(2000):
        product = words.word() * n
        while product % 2**32 < 2**32 % n:
            product = words.word() * n
        assert rng.below(n) == product // 2**32


@pytest.mark.parametrize(
    ("n", "seed", "fraction"),
    [
        # Seeds whose first word, times n, has such a fraction: each step from a seed to its first word can be undone.
        (5, 7046029254386353131, 0),
        (5, 15334507899293130037, 1),
        (10**9 + 7, 11153571767307985253, 294967267),
        (10**9 + 7, 13917580154167684106, 294967268),
        (2**31 - 1, 10800616214378385506, 1),
        (2**31 - 1, 9047768625494221529, 2),
    ],
)
def test_below_rejects_exactly_the_unfair_fractions(n: int, seed: int, fraction: int) -> None:
    words = Xoshiro128(seed)
    first, second = words.word() * n, words.word() * n
    assert first % 2**32 == fraction
    assert Xoshiro128(seed).below(n) == (second if fraction < 2**32 % n else first) // 2**32


@pytest.mark.parametrize("n", [-1, 0, 2**31])
def test_below_refuses_bounds_out_of_range(n: int) -> None:
    with pytest.raises(ValueError, match="n must be in"):
        Xoshiro128(3).below(n)


def test_below_is_in_range_and_uniform() -> None:
    rng = Xoshiro128(5)
    for n in (1, 2, 3, 7, 10):
        counts = [0] * n
        draws = 3000 * n
        for _ in range(draws):
            counts[rng.below(n)] += 1
        # The chi-squared statistic has mean n - 1; the seed is fixed, so this can't fail by chance.
        assert sum((count - 3000) ** 2 / 3000 for count in counts) < 3 * n + 10
    assert all(0 <= rng.below(2**31 - 1) < 2**31 - 1 for _ in range(1000))
