"""The families of inputs that a description gives by itself."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Final

from refsol.errors import OptionError
from refsol.own.description import WAYS, DescriptionError, GenerationError, Way
from refsol.own.inspecting import Inspector
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Group, NoInputError, Size

SIZE: Final = "size"
"""The size that all of these families have."""
_WEIGHTS: Final = {"random": 8, "edges": 4}  # of the others: 1
_TESTS: Final = {"random": 10, "smallest": 1, "largest": 1}  # of the others: 3
_GROUPS: Final = {"random": SMALL, "smallest": SMALL, "edges": SMALL, "large": WORST, "largest": WORST}
_MOST: Final = 10**6  # repetitions
_SEED_BITS: Final = 64
_ATTEMPTS: Final = 50  # to find an input that the validator accepts


def families_of(inspector: Inspector, path: str, weights: Mapping[str, int]) -> tuple[Family, ...]:
    """Return the families for a description, the file ``path``, with ``weights``; one of 0 leaves a family out.

    Their inputs are those that the validator accepts, too, which the ``inspector`` asks.

    Raises ``OptionError`` if none of small inputs would be left. O(ways).
    """
    families = tuple(
        _family(inspector, path, way, weights.get(way.name)) for way in WAYS.values() if weights.get(way.name) != 0
    )
    if not families or families[0].group != SMALL:
        small = [name for name, group in _GROUPS.items() if group == SMALL]
        raise OptionError(f"[families] leaves out {', '.join(small[:-1])} and {small[-1]}: one of them is needed")
    return families


def _family(inspector: Inspector, path: str, way: Way, weight: int | None) -> Family:
    group: Group = _GROUPS.get(way.name, MISTAKES)
    tests = _TESTS.get(way.name, 3)
    return Family(
        way.name,
        group,
        f"{way.what[0].upper()}{way.what[1:]}.",
        partial(_make, inspector, path, way),
        (Size(SIZE, _MOST, default=way.size),),
        tests=tests if weight is None else max(1, tests * weight // _WEIGHTS.get(way.name, 1)),
        largest=group == WORST,
        weight=_WEIGHTS.get(way.name, 1) if weight is None else weight,
    )


def _make(inspector: Inspector, path: str, way: Way, random: Random, size: int) -> bytes:
    """Return an input. Raises :class:`.NoInputError` if none is found, and ``OptionError`` for a wrong description."""
    what = f"the family {way.name}, {SIZE} {size}"
    try:
        for _ in range(_ATTEMPTS):
            data = inspector.generator.generate(way, f"{random.getrandbits(_SEED_BITS):x}", size)
            if inspector.accepts(data):
                return data
    except GenerationError as error:
        raise NoInputError(f"{what}: {error}") from error
    except DescriptionError as error:
        raise OptionError(f"{path}:{error}") from error
    raise NoInputError(f"{what}: the validator refuses {_ATTEMPTS} inputs")
