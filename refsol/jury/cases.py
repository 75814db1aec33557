"""The cases of a campaign: which input each of them has. Its number and the campaign's seed determine it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from refsol.problem import Problem
from refsol.problem.contract import SMALL, Family, Jury, NoInputError
from refsol.problem.statement import Sample

LARGE_EVERY: Final = 250
"""One case in this many is large, to find programs that are too slow."""
_SPREAD_EVERY: Final = 11  # then the last two of this many have larger sizes; a prime, so that all families take turns
_SHARES: Final = (0.1, 0.2, 0.4, 1.0)  # of the largest sizes: one after the other, each for all the families

SAMPLE: Final = -1
"""The number of a case that is a sample."""


class Case(NamedTuple):
    """A case: its ``number``, from 0, and the ``family``, ``seed`` and ``sizes`` of its input.

    If it is a ``sample``, from 1, its number is :data:`SAMPLE`, and it has no family.
    """

    number: int
    family: str
    seed: str
    sizes: Mapping[str, int]
    sample: int = 0

    @property
    def name(self) -> str:
        """The words for it: ``sample 2`` or ``case 5, family small``."""
        return f"sample {self.sample}" if self.sample else f"case {self.number}, family {self.family}"


class CampaignPlan(NamedTuple):
    """The cases of a campaign: of the named ``families`` of ``problem`` or, without any, mostly of small ones.

    ``seed`` is any text; ``sizes`` are for the named families, by the names of the sizes. The ``samples``, with right
    answers, come before the other cases: the last of them is the one before case 0.
    """

    problem: Problem
    seed: str
    families: tuple[str, ...] = ()
    sizes: Mapping[str, int] = {}
    samples: tuple[Sample, ...] = ()

    def case(self, index: int) -> Case:
        """Return case number ``index``, from 0, or a sample: -1 is the last one.

        Raises ``OptionError`` for an unknown family.
        """
        jury = self.problem.jury
        if index < 0:
            return Case(SAMPLE, "", "", {}, len(self.samples) + index + 1)
        seed = f"{self.seed}-{index}"
        if self.families:
            family = jury.family(self.families[index % len(self.families)])
            return Case(index, family.name, seed, self.sizes)
        large = [family for family in jury.families if family.largest and family.sizes]
        if large and index % LARGE_EVERY == LARGE_EVERY - 1:
            turn = index // LARGE_EVERY
            share = _SHARES[min(turn // len(large), len(_SHARES) - 1)]
            family = large[turn % len(large)]
            sizes = {size.name: max(size.least, round(share * size.default_value)) for size in family.sizes}
            return Case(index, family.name, seed, sizes)
        small = _weighted(jury, small=True)
        mistakes = _weighted(jury, small=False)
        kind = mistakes if mistakes and index % 2 else small
        family = kind[index // 2 % len(kind)]
        return Case(index, family.name, seed, _spread(family, index))

    def made(self, index: int) -> tuple[Case, bytes]:
        """Return case number ``index``, as :meth:`case` does, and its input.

        Where a family has no input for the seed, the case is one of the first family instead, unless the families were
        chosen; raises :class:`.NoInputError` if there is none, either.
        """
        return self.made_for(self.case(index))

    def made_for(self, case: Case) -> tuple[Case, bytes]:
        """Return a ``case`` and its input, or what takes its place, as :meth:`made` does; raises what that does."""
        if case.sample:
            return case, self.samples[case.sample - 1].input
        jury = self.problem.jury
        try:
            return case, jury.family(case.family).generate(case.seed, case.sizes)
        except NoInputError:
            first = jury.families[0]
            if self.families or (case.family == first.name and not case.sizes):
                raise
        return case._replace(family=first.name, sizes={}), first.generate(case.seed)

    def may_skip(self, case: Case) -> bool:
        """Return whether a ``case`` may be skipped: a large one, whose family was not chosen."""
        return not (self.families or case.sample) and self.problem.jury.family(case.family).largest

    def spread_size(self, case: Case) -> int | None:
        """Return the size of a small ``case`` that is larger than most of these, or None for any other case."""
        return None if self.families or self.may_skip(case) else max(case.sizes.values(), default=None)

    def raise_if_errors(self) -> None:
        """Raise ``OptionError`` for an unknown family, or a size that one of the families can't have."""
        for name in self.families:
            self.problem.jury.family(name).require_sizes(self.sizes)


def _weighted(jury: Jury, *, small: bool) -> list[Family]:
    families = (family for family in jury.families if family.group.is_quick and (family.group == SMALL) == small)
    return [family for family in families for _ in range(family.weight)]


def _spread(family: Family, index: int) -> Mapping[str, int]:
    """Return the sizes of a small case, if they aren't the default: 2, 4, 8, … times that, one after the other.

    One case in two stops short of the largest ones, which take the most time.
    """
    turn, place = divmod(index, _SPREAD_EVERY)
    if index < 20 or place < _SPREAD_EVERY - 2:  # the first cases are small
        return {}
    sizes: dict[str, int] = {}
    for size in family.sizes:
        if size.spread is not None:
            doublings = (-(-size.spread // size.default_value) - 1).bit_length() - 2 * (place == _SPREAD_EVERY - 2)
            sizes[size.name] = min(size.spread, size.default_value << 1 + (turn - 1) % max(1, doublings))
    return sizes
