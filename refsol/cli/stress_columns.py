"""Two outputs beside each other, line by line, with the first difference marked."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice, zip_longest
from typing import Final, NamedTuple

from refsol.cli.status import printable
from refsol.cli.terminal import bold, green, red
from refsol.problem.wording import counted

WIDTH: Final = 80
"""The default maximum number of characters in a line."""
_NARROWEST: Final = 40
_AROUND: Final = 8  # lines shown before the difference, and after it
_BETWEEN: Final = " | "
_BEFORE: Final = "... "  # stands for the beginning of a long line
_AFTER: Final = " ..."  # stands for its end
_TOKEN: Final = re.compile(rb"\S+")


class Place(NamedTuple):
    """A part of a line of a text: the bytes from ``begin`` to ``end``.

    The ``line``, counted from 0, may also be one after the last line of the text that isn't blank.
    """

    line: int
    begin: int = 0
    end: int = 0


def first_difference(expected: bytes, found: bytes) -> tuple[Place, Place]:
    """Return the places of the first tokens that differ in two texts, one of which may have ended. O(length)."""
    ends = (0, 0)  # of the last tokens that agree
    for left, right in zip_longest(_TOKEN.finditer(expected), _TOKEN.finditer(found)):
        if left is not None and right is not None and left.group() == right.group():
            ends = (left.end(), right.end())
        elif right is None:
            in_line = b"\n" not in expected[ends[0] : left.start()]
            return _place(expected, *left.span()), _place_after(found, ends[1], in_line)
        elif left is None:
            in_line = b"\n" not in found[ends[1] : right.start()]
            return _place_after(expected, ends[0], in_line), _place(found, *right.span())
        else:
            return _place(expected, *left.span()), _place(found, *right.span())
    return _place_after(expected, ends[0]), _place_after(found, ends[1])


def places_at(found: bytes, line: int, column: int) -> tuple[Place, Place]:
    """Return the place of what is ``found`` at ``line`` and ``column``, both from 1, up to that line's end.

    Before it: the same line of another text, of which nothing is to be marked. O(length).
    """
    end = len(b"".join(islice(BytesIO(found), line - 1, line)).rstrip())
    there = Place(line - 1, column - 1, end) if column <= end else _place_after(found, len(found.rstrip()))
    return Place(there.line), there


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
    content = _without_blank_end(text)
    at_end = place.line >= _lines(content)
    text = content if at_end else text
    count = _lines(text)
    first, after = max(0, place.line - _AROUND), place.line + _AROUND + 1
    lines = enumerate(islice(BytesIO(text), first, after), first)
    cells = {k - place.line: _cell(line, place if k == place.line else Place(k), width) for k, line in lines}
    if at_end and first <= count:
        what = _cut("(end of file)" if text else "(nothing)", width)
        cells[count - place.line] = _Cell(what, 0, len(what))
    for row, left_out in ((-_AROUND - 1, min(first, count)), (_AROUND + 1, count - after)):
        if left_out > 0:
            cells[row] = _Cell(_cut(_BEFORE + counted(left_out, "line"), width))
    return cells


def _cell(line: bytes, place: Place, width: int) -> _Cell:
    """Return a line as it fits into a column of this ``width``, with the marked ``place``."""
    _, begin, end = place
    line = line.removesuffix(b"\n")
    room = width - len(_AFTER)
    start = 0
    if begin > width or len(_text(line[: min(end, begin + width // 2)])) > room:
        start = begin - len(line[max(0, begin - width // 8) : begin].lstrip())  # a byte has up to four characters
    line = line[: start + 2 * width]
    before = (_BEFORE if start else "") + _text(line[start:begin])
    part = _text(line[begin:end])
    text = (before + part + _text(line[end:])).rstrip()
    most = room if len(text) > width else len(text)
    return _Cell(_cut(text, width), min(len(before), most), min(len(before) + len(part), most))


def _text(line: bytes) -> str:
    return printable(line.decode("ascii", "backslashreplace"))


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - len(_AFTER)] + _AFTER


def _place(text: bytes, begin: int, end: int) -> Place:
    """Return the place of the bytes from ``begin`` to ``end``, all in one line."""
    start = text.rfind(b"\n", 0, begin) + 1
    return Place(text.count(b"\n", 0, begin), begin - start, end - start)


def _place_after(text: bytes, last: int, in_line: bool = False) -> Place:
    """Return the place after the ``last`` byte that counts: ``in_line`` with it or, by default, in the next line."""
    return _place(text, last, last) if in_line and last else Place(_lines(text[:last]))


def _without_blank_end(text: bytes) -> bytes:
    """Return a text without the blank lines at its end."""
    last = len(text.rstrip())
    return text[:last] + text[last:].partition(b"\n")[0] if last else b""


def _lines(text: bytes) -> int:
    return text.count(b"\n") + (not text.endswith(b"\n")) if text else 0
