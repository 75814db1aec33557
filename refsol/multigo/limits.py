"""The limits and the subtasks of Multi-Go, as data."""
# mypyc: interpreted

from collections.abc import Callable
from functools import partial
from typing import Final

from refsol.multigo.board import MAX_MOVES, MAX_PLAYERS, MAX_SIDE
from refsol.problem.limits import NO_FURTHER_LIMITS, Bound, Limits, Memory, Range, Subtask, Words, same, within
from refsol.text.scanner import Scanner

_HEADER: Final = {"N": (1, MAX_SIDE), "M": (1, MAX_SIDE), "K": (2, MAX_PLAYERS), "Q": (1, MAX_MOVES)}


def _require(bounds: tuple[Bound, ...], scanner: Scanner) -> None:
    """Read the first line of an input, where all bounded values are, and raise ``InputError`` for one out of bounds."""
    for name, (least, most) in _HEADER.items():
        value = int(scanner.integer(least, most, name))
        for bound in bounds:
            if bound.name == name:
                bound.require(scanner, value)


def _subtask(slug: str, points: int, *bounds: Bound) -> Subtask:
    require: Callable[[Scanner], None] = partial(_require, bounds)
    return Subtask(slug, points, within(bounds), require)


LIMITS: Final = Limits(
    ranges=(Range(same("N, M"), *_HEADER["N"]), Range(same("K"), *_HEADER["K"]), Range(same("Q"), *_HEADER["Q"])),
    subtasks=(
        _subtask("one-row", 7, Bound("N", 1, exact=True)),
        _subtask("two-rows", 11, Bound("N", 2, exact=True)),
        _subtask("three-rows", 13, Bound("N", 3, exact=True)),
        _subtask("few-players", 17, Bound("K", 4), Bound("Q", 10)),
        _subtask("few-moves", 19, Bound("Q", 10)),
        Subtask("all", 33, NO_FURTHER_LIMITS),
    ),
    memory=Memory(512, "MB"),
    remarks=(Words("We know of no published time limit.", "未见公布的时间限制。"),),
)
