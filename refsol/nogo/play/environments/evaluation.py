"""Evaluators of positions for :class:`.Search`: a function, say a network, that says who wins and where to play.

>>> from refsol.nogo import Board, Game, Search
>>> def evaluate(planes: Bytes, masks: Bytes) -> tuple[ArrayLike, ArrayLike]:
...     centre = planes[:, 2, 1, 1]  # 1 where it is empty
...     return 0.5 + 0.1 * centre, numpy.ones(masks.shape)
>>> search = Search(Game(Board(3)), evaluator=evaluate, batch=4)
>>> search.run(100)
100
"""

from collections.abc import Callable
from typing import Final, TypeAlias, final

import numpy
from librt.vecs import vec
from mypy_extensions import u8
from numpy.typing import ArrayLike

from refsol.nogo.play.environments.batch import Bytes, view
from refsol.nogo.play.many_games import PLANES

Evaluator: TypeAlias = Callable[[Bytes, Bytes], tuple[ArrayLike, ArrayLike]]
"""A function that evaluates N positions at once, of which no game is over.

It gets planes, N × 4 × rows × columns, and masks, N × rows · columns, as in :class:`.Step`: the side to move has its
stones in the first plane. Both are views that the next call writes anew, and can't be written to. It returns

- values, N: the chance, in 0..1, that the side to move wins; and
- priors, N × rows · columns: how likely each action is to be the best, or other weights, finite and at least 0. What
  they are where the mask is 0 doesn't matter, nor does their sum; if all are 0, all moves are equally likely.
"""

_NOISE: Final = 10.0  # the sum of Dirichlet's parameters: about that of AlphaGo Zero (361 · 0.03)


@final
class EvaluatorAdapter:
    """Adapts a search to an ``evaluator`` for ``rows`` and ``columns``; ``seed`` determines the noise.

    The search writes the ``planes`` and the ``mask`` of one leaf after the other.
    """

    def __init__(
        self, planes: vec[u8], mask: vec[u8], rows: int, columns: int, evaluator: Evaluator, seed: int
    ) -> None:
        self._planes: Final = view(planes).reshape(-1, PLANES, rows, columns)
        self._masks: Final = view(mask).reshape(-1, rows * columns)
        self._evaluator: Final = evaluator
        self._random: Final = numpy.random.RandomState(seed)  # whose numbers are the same in all versions

    def evaluate(self, count: int) -> tuple[list[float], list[float]]:
        """Return the values of the first ``count`` leaves, and the weights of all actions in each, one after another.

        The time is the evaluator's, and O(count · n²). Raises ``ValueError`` for values and priors that can't be.
        """
        masks = self._masks[:count]
        found = self._evaluator(self._planes[:count], masks)
        values, priors = (numpy.asarray(each, numpy.float64) for each in found)
        for what, each, shape in (("values", values, (count,)), ("priors", priors, masks.shape)):
            if each.shape != shape:
                raise ValueError(f"expected {what} of shape {shape}, found {each.shape}")
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError(f"values are chances to win in 0..1, not {values.min():g}..{values.max():g}")
        weights = numpy.where(masks, priors, 0.0)
        if not (numpy.isfinite(weights) & (weights >= 0)).all():
            raise ValueError("priors are probabilities or other weights, finite and at least 0")
        return values.tolist(), weights.ravel().tolist()

    def noise(self, count: int) -> list[float]:
        """Return ``count`` random shares, which sum up to 1. O(count).

        They are of a Dirichlet distribution, like AlphaGo Zero's: the more moves there are, the fewer get most of it.
        """
        shares: list[float] = self._random.dirichlet([_NOISE / count] * count).tolist()
        return shares
