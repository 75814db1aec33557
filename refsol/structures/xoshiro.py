"""xoshiro128**: a small, fast random number generator whose sequence never changes between versions.

D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021). Its 32-bit words
are stored in 64-bit integers, so that no step overflows, and compiled and interpreted code agree. Bounded numbers are
drawn by multiplication with rejection: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
(2019).
"""

from typing import Final, NoReturn, final

from mypy_extensions import i64

_MASK: Final = 0xFFFFFFFF


@final
class Xoshiro128:
    """A stream of random numbers, determined by a ``seed`` in 0..2**64 - 1.

    Raises ``ValueError`` for any other seed.

    >>> rng = Xoshiro128(1)
    >>> [int(rng.below(6)) + 1 for _ in range(5)]
    [3, 2, 1, 2, 2]
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed < 2**64:
            raise ValueError(f"the seed must be in 0..2**64 - 1, not {seed}")
        # The state is four words of 32 bits, made from the first two outputs of SplitMix:
        #
        #             63       32   31        0
        #            +-----------+-------------+
        #    first   |     b     |      a      |
        #    second  |     d     |      c      |
        #            +-----------+-------------+
        #
        # The mixing is one-to-one, so the two outputs differ, and the state is never all zeros.
        first = _splitmix(seed)
        second = _splitmix(seed + 0x9E3779B97F4A7C15)
        self._a: i64 = first & _MASK
        self._b: i64 = first >> 32
        self._c: i64 = second & _MASK
        self._d: i64 = second >> 32

    def __reduce__(self) -> NoReturn:
        """Raise ``TypeError``: it can't be copied or pickled, compiled or not."""
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")

    def word(self) -> i64:
        """Return the next 32 random bits."""
        b = self._b
        scrambled = (b * 5) & _MASK
        scrambled = (((scrambled << 7) | (scrambled >> 25)) & _MASK) * 9 & _MASK
        shifted = (b << 9) & _MASK
        self._c ^= self._a
        self._d ^= b
        self._b = b ^ self._c
        self._a ^= self._d
        self._c ^= shifted
        d = self._d
        self._d = ((d << 11) | (d >> 21)) & _MASK
        return scrambled

    def below(self, n: i64) -> i64:
        """Return a uniform number in ``0..n-1``. O(1) expected. Raises ``ValueError`` unless ``1 <= n < 2**31``."""
        if n < 1 or n >= 2**31:
            raise ValueError(f"n must be in 1..2**31 - 1, not {n}")
        #            62           32   31           0
        #           +---------------+----------------+
        #  product  |    result     |    fraction    |  a fraction below 2**32 % n is rejected
        #           +---------------+----------------+
        product = self.word() * n
        if product & _MASK < n:
            unfair = (_MASK + 1) % n  # how many words have to be rejected
            while product & _MASK < unfair:
                product = self.word() * n
        return product >> 32


def _splitmix(state: int) -> int:
    """Return 64 well-mixed bits of ``state`` (G. L. Steele et al., SplitMix, 2014)."""
    z = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return z ^ (z >> 31)
