"""The program around a bundled checker that DMOJ's judge calls as a function."""

from collections.abc import Callable
from io import BytesIO
from typing import BinaryIO

from refsol.jury.bundles.run_checker import Judgement


def dmoj_result(
    judge: Callable[[bytes, BinaryIO, bytes], Judgement],
    full_score: int,
    output: bytes,
    answer: bytes,
    data: bytes,
    points: float,
) -> object:
    """Return DMOJ's ``CheckerResult`` for an ``output``: right, with the test's ``points``, or wrong with none.

    If full marks are a ``full_score``, an output that is partly right gets its share of the points, and passes.
    ``judge`` gets the input ``data``, the output and the jury's ``answer``; its ``InputError``, for an input that isn't
    valid, is for DMOJ an internal error. O(what it takes).
    """
    from dmoj.result import CheckerResult  # type: ignore[import-not-found]  # DMOJ's judge has it

    judgement = judge(data, BytesIO(output), answer)
    if judgement.right and not judgement.trailing:
        return CheckerResult(True, points)
    earned = points * judgement.score / full_score if full_score else 0.0
    return CheckerResult(earned > 0, earned, judgement.message.partition("; ")[0])
