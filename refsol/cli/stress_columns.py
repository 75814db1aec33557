"""Two outputs beside each other, line by line, with the first difference marked."""

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

from refsol.cli.status import printable
from refsol.cli.terminal import bold, green, red
from refsol.jury.wording import counted

WIDTH: Final = 80
"""The default maximum number of characters in a line."""
_NARROWEST: Final = 40
_AROUND: Final = 8  # lines shown before the difference, and after it
_BETWEEN: Final = " | "
_DOTS: Final = "..."
_TOKEN: Final = re.compile(rb"\S+")


class Place(NamedTuple):
    """A place in a text: from ``begin`` to ``end``, in a line."""

    begin: int
    end: int
    is_after: bool = False
    """Whether it is after everything that counts; then it is a line of its own, which begins there."""
    gap: int = 0
    """How many lines after that line, if the text has no more."""


def first_difference(expected: bytes, found: bytes) -> tuple[Place, Place]:
    """Return the places of the first tokens that differ in two texts, one of which may have ended. O(length)."""
    expected, found = _ended(expected), _ended(found)
    ends = (0, 0)  # of the last tokens that agree
    for left, right in zip_longest(_TOKEN.finditer(expected), _TOKEN.finditer(found)):
        if left is not None and right is not None and left.group() == right.group():
            ends = (left.end(), right.end())
        elif left is not None and right is not None:
            return Place(*left.span()), Place(*right.span())
        elif left is not None:
            return Place(*left.span()), _end(found, ends[1], in_line=b"\n" not in expected[ends[0] : left.start()])
        elif right is not None:
            return _end(expected, ends[0], in_line=b"\n" not in found[ends[1] : right.start()]), Place(*right.span())
    return _end(expected, ends[0]), _end(found, ends[1])


def places_at(answer: bytes, found: bytes, line: int, column: int) -> tuple[Place, Place]:
    """Return the place of what is ``found`` at ``line`` and ``column``, both from 1, up to that line's end.

    Before it: the place of the same line in an ``answer``, of which nothing is to be marked. O(length).
    """
    answer, found = _ended(answer), _ended(found)
    begin = _start_of_line(found, line)[0] + column - 1
    rest = found[begin : _line_end(found, begin)].rstrip()
    there = Place(begin, begin + len(rest)) if rest else _end(found, len(found.rstrip()))
    start, gap = _start_of_line(answer, found.count(b"\n", 0, there.begin) + 1)
    return Place(start, start, start == len(answer), gap), there


def beside(
    expected: bytes, found: bytes, places: tuple[Place, Place], title: str, width: int = WIDTH, *, styled: bool = False
) -> Iterator[str]:
    """Yield the lines of two columns: the text ``expected``, below a ``title``, and the text ``found``.

    The lines with the two ``places`` are beside each other, with a ``>`` in the margin; if a place is only a part of
    its line, there are carets below it. Of long texts, only the lines around the places are shown, and of long lines
    the part around the place, so that no line has more than ``width`` characters, but up to 40 if that is less. The
    ``styled`` columns have colours. O(length of the texts).
    """
    most = (max(width, _NARROWEST) - 2 - len(_BETWEEN)) // 2
    lefts, rights = (_cells(text, place, most) for text, place in zip((expected, found), places, strict=True))
    title = _cut(title, most)
    wide = max(len(title), *(len(cell.text) for cell in lefts.values()))
    yield f"  {bold(title, styled=styled)}{' ' * (wide - len(title))}{_BETWEEN}{bold('found', styled=styled)}"
    for row in sorted({*lefts, *rights}):
        left, right = lefts.get(row, _EMPTY), rights.get(row, _EMPTY)
        between = " " * (wide - len(left.text)) + _BETWEEN
        mark = bold(">", styled=styled) if row == 0 else " "
        yield f"{mark} {left.shown(green, styled=styled)}{between}{right.shown(red, styled=styled)}".rstrip()
        if left.carets or right.carets:
            yield f"  {left.carets:{wide}}{' ' * len(_BETWEEN)}{right.carets}".rstrip()


class _Cell(NamedTuple):
    """A line of a column, of which the part from ``begin`` to ``end`` is marked."""

    text: str
    begin: int = 0
    end: int = 0

    def shown(self, paint: Callable[..., str], *, styled: bool) -> str:
        """Return the text, in which the part is painted if it is to be ``styled``."""
        part = self.text[self.begin : self.end]
        return self.text[: self.begin] + (paint(part, styled=styled) if part else "") + self.text[self.end :]

    @property
    def carets(self) -> str:
        """What to show below the text; empty unless a part of it is marked."""
        is_part = 0 < self.end - self.begin < len(self.text.strip())
        return " " * self.begin + "^" * (self.end - self.begin) if is_part else ""


_EMPTY: Final = _Cell("")


def _cells(text: bytes, place: Place, width: int) -> dict[int, _Cell]:
    """Return the lines of a column by their distance from that of the ``place``."""
    text = _ended(text)
    if place.is_after:
        start = after = place.begin
        what = _cut("(end of file)" if start else "(nothing)", width)
        cells = {-place.gap: _Cell(what, 0, len(what))} if place.gap <= _AROUND else {}
    else:
        start, after = text.rfind(b"\n", 0, place.begin) + 1, _line_end(text, place.begin) + 1
        cells = {0: _cell(text[start : after - 1], Place(place.begin - start, place.end - start), width)}
    for row in range(-place.gap - 1, -_AROUND - 1, -1):
        if start > 0:
            end, start = start - 1, text.rfind(b"\n", 0, start - 1) + 1
            cells[row] = _cell(text[start:end], Place(0, 0), width)
    if start > 0:
        cells[-_AROUND - 1] = _left_out(text.count(b"\n", 0, start), width)
    if place.is_after:
        return cells
    for row in range(1, _AROUND + 1):
        if after < len(text):
            begin, after = after, _line_end(text, after) + 1
            cells[row] = _cell(text[begin : after - 1], Place(0, 0), width)
    if after < len(text):
        cells[_AROUND + 1] = _left_out(text.count(b"\n", after), width)
    return cells


def _cell(line: bytes, place: Place, width: int) -> _Cell:
    """Return a line as it fits into a column of this ``width``, with the marked ``place``."""
    begin = 0
    dots = ""
    if place.begin > width or len(_text(line[: min(place.end, place.begin + width // 2)])) > width - len(_DOTS) - 1:
        begin = max(0, place.begin - width // 8)  # a byte has up to four characters
        begin += len(line[begin : place.begin]) - len(line[begin : place.begin].lstrip())
        dots = f"{_DOTS} " if begin else ""
    end = begin + 2 * width
    before = dots + _text(line[begin : place.begin])
    part = _text(line[place.begin : min(place.end, end)])
    text = (before + part + _text(line[place.end : end])).rstrip()
    shown = _cut(text, width)
    most = len(text) if shown == text else len(shown) - len(_DOTS) - 1
    return _Cell(shown, min(len(before), most), min(len(before) + len(part), most))


def _text(line: bytes) -> str:
    return printable(line.decode("ascii", "backslashreplace"))


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - len(_DOTS) - 1]} {_DOTS}"


def _left_out(lines: int, width: int) -> _Cell:
    return _Cell(_cut(f"{_DOTS} {counted(lines, 'line')}", width))


def _end(text: bytes, last: int, *, in_line: bool = False) -> Place:
    """Return the place after the ``last`` byte that counts: in its line or, by default, in a line of its own."""
    if in_line and last:
        return Place(last, last)
    return Place(_line_end(text, last) + 1 if last else 0, 0, is_after=True)


def _line_end(text: bytes, begin: int) -> int:
    end = text.find(b"\n", begin)
    return len(text) if end < 0 else end


def _start_of_line(text: bytes, line: int) -> tuple[int, int]:
    """Return where a ``line``, from 1, begins; if it is after the last, the text's length and the lines in between."""
    lines = text.count(b"\n")
    if line > lines:
        return len(text), line - lines - 1
    start = 0
    for _ in range(line - 1):
        start = text.index(b"\n", start) + 1
    return start, 0


def _ended(text: bytes) -> bytes:
    """Return a ``text`` whose last line has an end."""
    return text if not text or text.endswith(b"\n") else text + b"\n"
