"""Makes permutations, distinct numbers, points in general position and parentheses, out of random numbers."""

from collections.abc import Sequence
from random import Random
from typing import Final

from refsol.own.shapes.kinds import Edge

_FEW_POINTS: Final = 64  # of which each is compared with all lines
_GUESSES: Final = 50  # of a point
_NESTING: Final = (0.5, 0.5, 0.9, 1.0, 0.0)  # how likely a parenthesis opens where it may also close


def permutation(random: Random, keys: Sequence[int]) -> list[int]:
    """Return the ranks of ``keys`` from 0 on; equal ones are in random order. O(n log n)."""
    places = sorted(range(len(keys)), key=lambda place: (keys[place], random.random()))
    ranks = [0] * len(keys)
    for rank, place in enumerate(places):
        ranks[place] = rank
    return ranks


def distinct(values: Sequence[int], low: int, high: int) -> list[int] | None:
    """Return ``values`` in ``low..high``, of which those that are taken become the next free one; None if too many.

    Expected O(n log n).
    """
    if len(values) > high - low + 1:
        return None
    following: dict[int, int] = {}
    found: list[int] = []
    for value in values:
        passed: list[int] = []
        while value in following:
            passed.append(value)
            value = following[value]
        found.append(value)
        for each in (*passed, value):
            following[each] = value + 1 if value < high else low
    return found


def points(random: Random, count: int, across: tuple[int, int], up: tuple[int, int]) -> list[Edge] | None:
    """Return ``count`` points, no three of them on a line, with coordinates in ``across`` and ``up``, or None.

    Few are random. Of many, the second coordinate is the square of the first modulo a prime, which P. Erdős found to
    have no three on a line; both are moved within the ranges. O(count²) for few, otherwise O(count log count).
    """
    width, height = across[1] - across[0] + 1, up[1] - up[0] + 1
    if count <= _FEW_POINTS:
        found = _random_points(random, count, across, up)
        if found is not None:
            return found
    prime = count
    while not _is_prime(prime):
        prime += 1
    if prime > min(width, height):
        return None
    left, bottom = across[0] + random.randint(0, width - prime), up[0] + random.randint(0, height - prime)
    factor = random.randint(1, prime - 1)
    return [(left + x, bottom + factor * x * x % prime) for x in random.sample(range(prime), count)]


def _random_points(random: Random, count: int, across: tuple[int, int], up: tuple[int, int]) -> list[Edge] | None:
    found: list[Edge] = []
    for _ in range(_GUESSES * count):
        if len(found) == count:
            break
        x, y = random.randint(*across), random.randint(*up)
        directions = [(a - x, b - y) for a, b in found]
        if (0, 0) not in directions and all(
            a * d != b * c for n, (a, b) in enumerate(directions) for c, d in directions[:n]
        ):
            found.append((x, y))
    return found if len(found) == count else None


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def parentheses(random: Random, pairs: int, kinds: Sequence[bytes]) -> bytes:
    """Return balanced parentheses: so many ``pairs`` of these ``kinds``, such as ``b"()"``. O(pairs)."""
    nesting = random.choice(_NESTING)
    text = bytearray()
    waiting: list[int] = []
    opened = 0
    while len(text) < 2 * pairs:
        if opened < pairs and (not waiting or random.random() < nesting):
            opening, closing = random.choice(kinds)
            text.append(opening)
            waiting.append(closing)
            opened += 1
        else:
            text.append(waiting.pop())
    return bytes(text)
