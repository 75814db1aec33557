"""The limits and the subtasks of NOIP chess, as data. The original gives 4 points to each of its 25 tests."""
# mypyc: interpreted

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i32, u8

from refsol.chess.board import MAX_CROSSINGS, MAX_DATA_SETS, MAX_PIECES, MAX_SIDE
from refsol.problem.limits import (
    NO_FURTHER_LIMITS,
    Bound,
    Limits,
    Range,
    Subtask,
    Words,
    files_called,
    same,
    within,
)
from refsol.text.scanner import Scanner, symbol_codes

_POINTS: Final = 4  # of a test

_Level: TypeAlias = Callable[[int, int], int]  # returns the level of piece i, from 1, of q pieces


def _require(bounds: tuple[Bound, ...], roads: bytes, level: _Level | None, scanner: Scanner) -> None:
    """Read an input and raise ``InputError`` at the first token that breaks a promise of a subtask. O(nm + q) each."""

    def require_bound(name: str, value: int, found: str = "") -> None:
        for bound in bounds:
            if bound.name == name:
                bound.require(scanner, value, found)

    codes = symbol_codes(roads)
    *others, last = map(chr, roads)
    expected = f"road type {', '.join(others)} or {last}"
    for _ in range(scanner.integer(1, MAX_DATA_SETS, "T")):
        rows = int(scanner.integer(2, MAX_SIDE, "n"))
        require_bound("n", rows)
        columns = int(scanner.integer(2, MAX_SIDE, "m"))
        require_bound("m", columns)
        require_bound("n*m", rows * columns, f"{rows} * {columns} = {rows * columns}")
        pieces = int(scanner.integer(1, MAX_PIECES, "q"))
        require_bound("q", pieces)
        row = vec[u8]([u8(0)] * columns)
        for length in (*[columns - 1] * rows, *[columns] * (rows - 1)):
            scanner.symbols(row, 0, length, codes, "a row of road types", expected)
        if level is None:
            scanner.integers(vec[i32]([i32(0)] * (4 * pieces)), 0, 4 * pieces, 0, MAX_PIECES, "number")
            continue
        for piece in range(1, pieces + 1):
            scanner.integer(0, 1, "colour")
            found = int(scanner.integer(1, MAX_PIECES, "level"))
            Bound("lv", level(piece, pieces), exact=True).require(scanner, found)
            scanner.integer(1, MAX_SIDE, "row")
            scanner.integer(1, MAX_SIDE, "column")


def _subtask(
    slug: str, tests: int, words: Words | None, *bounds: Bound, roads: bytes = b"0123", level: _Level | None = None
) -> Subtask:
    """Return a subtask; without ``words``, its limits are the ``bounds``."""
    require: Callable[[Scanner], None] = partial(_require, bounds, roads, level)
    return Subtask(slug, _POINTS * tests, words or within(bounds), require, tests)


LIMITS: Final = Limits(
    ranges=(
        Range(same("T"), 1, MAX_DATA_SETS),
        Range(same("n, m"), 2, MAX_SIDE, Words(f"and `n*m` up to {MAX_CROSSINGS}", f"且 `n*m` 不超过 {MAX_CROSSINGS}")),
        Range(same("q"), 1, MAX_PIECES, Words("and at most `n*m`", "且不超过 `n*m`")),
        Range(same("lv"), 1, "q"),
    ),
    subtasks=(
        _subtask("tiny", 2, None, Bound("n*m", 100), Bound("q", 50)),
        _subtask("short", 4, None, Bound("n*m", 5000), Bound("q", 2000)),
        _subtask("only-ordinary", 2, Words("no roads of types 2 and 3", "没有类型 2 和类型 3 的道路"), roads=b"01"),
        _subtask("without-open", 3, Words("no roads of type 3", "没有类型 3 的道路"), roads=b"012"),
        _subtask("without-straight", 3, Words("no roads of type 2", "没有类型 2 的道路"), roads=b"013"),
        _subtask("rising", 2, Words("the i-th piece has level i", "第 i 枚棋子的等级为 i"), level=lambda i, q: i),
        _subtask(
            "falling",
            2,
            Words("the i-th piece has level q - i + 1", "第 i 枚棋子的等级为 q - i + 1"),
            level=lambda i, q: q - i + 1,
        ),
        _subtask("few-pieces", 3, None, Bound("n", 1000), Bound("m", 1000), Bound("q", 2000)),
        Subtask("all", 4 * _POINTS, NO_FURTHER_LIMITS, tests=4),
    ),
    files=files_called("chess"),
    remarks=(Words("The published time and memory limits are not recorded here.", "原题的时间限制和内存限制未收录。"),),
)
