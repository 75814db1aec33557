"""Cases to check a problem with: seeds, inputs, changed inputs, and what solver, oracle and jury say to them.

The cost is that of the problem's own functions. Everywhere, ``problem`` is one that is a package,
``cases`` is the number of random inputs, ``seed`` is any text, and ``data`` is an input.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from random import Random
from types import ModuleType
from typing import Final

from refsol.errors import InputError
from refsol.jury.checking import check
from refsol.pictures.page import draw_page
from refsol.problem import Problem, Settings
from refsol.problem.contract import Family, Verdict
from refsol.text.scanner import Input

NO_SETTINGS: Final[Settings] = {}
"""No options."""

_SMALL_SIZE: Final = 30  # for families whose default sizes are large


def seeds(cases: int, seed: str = "") -> Iterator[str]:
    """Yield seeds for this many random cases: the first half is always the same, the rest depends on ``seed``."""
    for k in range(cases // 2):
        yield f"fixed {k}"
    for k in range(cases - cases // 2):
        yield f"{seed} {k}"


def small_input(problem: Problem, seed: str) -> bytes:
    """Return the input of the problem's first family for a ``seed``."""
    return problem.jury.families[0].make(Random(seed))


def solved(problem: Problem, source: Input, settings: Settings = NO_SETTINGS) -> bytes:
    """Return the solver's whole answer to an input ``source``; raises ``InputError`` and ``OptionError`` as it does."""
    return b"".join(problem.solve(source, settings))


def oracle_of(problem: Problem) -> Callable[[bytes], bytes]:
    """Return the oracle: the function ``solve`` of the package's module ``oracle``."""
    found: Callable[[bytes], bytes] = _module(problem, "oracle").solve
    return found


def outcome(problem: Problem, source: Input, settings: Settings = NO_SETTINGS) -> bytes:
    """Return the solver's answer to an input ``source``, or ``error`` and the message where it refuses that.

    Raises ``OptionError`` for ``settings`` that make no sense.
    """
    try:
        return solved(problem, source, settings)
    except InputError as error:
        return f"error {error}".encode("ascii")


def mutated(data: bytes, rng: Random) -> bytes:
    """Return ``data`` with a small change that is drawn from ``rng``; the result may be valid or not."""
    at = rng.randrange(len(data) + 1)
    to = min(len(data), at + rng.choice((1, 1, 1, 2, 5, 20)))
    lines = data.split(b"\n")
    match rng.randrange(9):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[to:]
        case 2:
            return data[:to] + data[at:]
        case 3:
            return data[:at] + rng.randbytes(1) + data[at + 1 :]
        case 4:
            junk = (b"-", b"+", b"0", b"\0", b"9" * 40, b" ", b"\r\n", b".", b"x", b"\xef\xbb\xbf", b"\xd9\xa3")
            return data[:at] + rng.choice(junk) + data[at:]
        case 5:
            del lines[rng.randrange(len(lines))]
        case 6:
            k = rng.randrange(len(lines))
            lines.insert(k, lines[k])
        case 7:
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
        case _:
            return data.replace(b"\n", rng.choice((b"\r\n", b" ", b"\n\n", b"\t\n")))
    return b"\n".join(lines)


def small_sizes(family: Family, most: int = _SMALL_SIZE) -> dict[str, int]:
    """Return sizes of a ``family`` that are at most ``most``, as far as they may be."""
    return {size.name: max(size.least, min(size.default_value, most)) for size in family.sizes}


def quick_inputs(problem: Problem, seed: str = "1") -> list[bytes]:
    """Return the inputs of the families that are quick, as many as a test set has."""
    families = [family for family in problem.jury.families if family.quick]
    return [family.generate(f"{seed}-{family.name}-{k + 1}") for family in families for k in range(family.tests)]


def verdict_on(problem: Problem, data: bytes, output: bytes, *, reasons: bool = True) -> Verdict:
    """Return the jury's verdict on an ``output`` for the valid input ``data``, with or without ``reasons``.

    Raises ``InputError`` for an invalid input, if that is noticed, and ``OptionError`` as the solver does.
    """
    return check(problem.jury, data, BytesIO(output), lambda: [solved(problem, data)], reasons=reasons)


def is_compiled(problem: Problem) -> bool:
    """Return whether the problem's solver is a compiled extension."""
    return not str(_module(problem, "solver").__file__).endswith(".py")


def digest(problem: Problem, cases: int) -> str:
    """Return a digest of what the problem makes of this many inputs, valid and invalid, which no mode may change."""
    made = sha256()
    for k in range(cases):
        rng = Random(f"modes {k}")
        data = problem.jury.families[0].make(rng)
        made.update(outcome(problem, data) + b"|" + outcome(problem, mutated(data, rng)))
        if k % 10 == 0:
            steps = list(problem.explainer.steps(data, {}).explanations)
            made.update(f"{steps} {draw_page('title', steps)}".encode())
    return made.hexdigest()


def _module(problem: Problem, module: str) -> ModuleType:
    """Import a module of the problem's package."""
    return import_module(f"{problem.package}.{module}")
