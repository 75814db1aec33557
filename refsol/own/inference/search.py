"""The search for the smallest grammar that matches all samples.

**Size.** Each line, field, list and loop of a grammar counts one; so does a count that has been used before. Other
forms of counts have a size of their own, and a number of rounds that nothing in the input says counts most.

**Method.** From the first line on, in all samples in parallel, each rule that explains the next lines is tried: counted
lists and loops first. The bound of the size grows until a grammar matches all samples to their ends. The body of a loop
is found in its first rounds, and then matched with the others; if there are no first rounds, its body is found where
there are some. A second search leaves out what goes on to the end of a line or file, and may find a larger grammar.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.own.inference.fields import GrammarField, fields_of
from refsol.own.inference.grammar import (
    COUNT_FORMS,
    Count,
    ExhaustedError,
    Form,
    Line,
    Loop,
    Matcher,
    Part,
    Path,
    UnknownBodyError,
    Values,
    all_parts,
    is_visible,
    replaced,
)
from refsol.own.inference.samples import SampleLines

_BUDGET: Final = 40_000  # lines that are matched, and more for each line of the samples
_LARGEST: Final = 40  # size of a grammar
_CONSTANT: Final = 5  # size of a number of rounds that is always the same
_SENTINEL: Final = 3  # size of a loop to a sentinel, if the whole input is one
_UNEXPLAINED: Final = 12  # what a grammar may be larger by if it explains all numbers of rounds
_WIDE: Final = 5  # size of a line of many fields
_SENTINELS: Final = {"0", "-1", ".", "#", "*", "end", "END", "End", "quit", "QUIT", "exit", "stop", "STOP", "done"}


class _State(NamedTuple):
    """Where a part of a grammar begins, in several samples or rounds: ``places`` are samples, positions and values.

    ``used`` are the fields that count something, and ``around`` those that count the rounds of loops around it.
    """

    places: tuple[tuple[int, int, Values], ...]
    used: frozenset[Path] = frozenset()
    around: frozenset[Path] = frozenset()


def search(
    samples: Sequence[SampleLines], weigh: Callable[[Mapping[Path, GrammarField]], int]
) -> tuple[tuple[Part, ...] | None, Sequence[int], bool]:
    """Return the smallest grammar of all ``samples``, or None, and the first line of each that none matched.

    Also return whether the search was finished. ``weigh`` returns the size of what is unlikely about the fields. It
    takes a few seconds at most.
    """
    loose = _Search(samples, weigh, is_strict=False)
    size, grammar = loose.smallest(_LARGEST)
    strict = _Search(samples, weigh, is_strict=True)
    _size, explained = strict.smallest(size + _UNEXPLAINED if grammar else _LARGEST)
    return explained or grammar, loose.reached, not (loose.is_exhausted or strict.is_exhausted)


class _Search:
    """Searches for grammars, if ``is_strict`` only for those in which something says each number of rounds."""

    def __init__(
        self, samples: Sequence[SampleLines], weigh: Callable[[Mapping[Path, GrammarField]], int], *, is_strict: bool
    ) -> None:
        self._samples: Final = samples
        self._weigh: Final = weigh
        self._is_strict: Final = is_strict
        self._matcher: Final = Matcher(samples, _BUDGET + 10 * sum(len(each.lines) for each in samples))
        self.reached: Final = [0] * len(samples)
        self.is_exhausted = False

    def smallest(self, largest: int) -> tuple[int, tuple[Part, ...] | None]:
        """Return the smallest grammar, of a size up to that of the ``largest``, and its size."""
        start = _State(tuple((number, 0, {}) for number in range(len(self._samples))))
        try:
            for bound in range(2, largest + 1):
                grammar = next(self.whole(start, bound), None)
                if grammar is not None:
                    return bound, grammar
        except ExhaustedError:
            self.is_exhausted = True
        return largest, None

    def whole(self, start: _State, bound: int) -> Iterator[tuple[Part, ...]]:
        """Yield grammars of the samples whose size is ``bound`` at most."""
        for size, parts, state in self._sequences(start, (), 0, bound):
            for sample, position, _values in state.places:
                self.reached[sample] = max(self.reached[sample], position)
            if all(position == len(self._samples[sample].lines) for sample, position, _values in state.places):
                complete = all(part.body for part in all_parts(parts) if isinstance(part, Loop))
                unlike = not self._is_strict or len(self._samples) > 1 or not _has_like_lines(parts)
                fields = fields_of(parts, self._samples) if complete and unlike else {}
                if fields and _are_growing(fields.values()) and size + self._weigh(fields) <= bound:
                    yield parts

    def _sequences(
        self, state: _State, around: Path, place: int, bound: int
    ) -> Iterator[tuple[int, tuple[Part, ...], _State]]:
        """Yield parts that follow one another inside the loop at the path ``around``, with their size."""
        path = (*around, place)
        for rule in (self._lists, self._loops, self._constant_loops, self._lines, self._untils, self._free_lines):
            for size, part, after in rule(state, path, bound):
                yield size, (part,), after
                left = max(len(self._samples[sample].lines) - at for sample, at, _values in after.places)
                if bound - size < (2 if around or left < 2 else 3):  # a line has two parts, a loop three
                    continue
                for more, parts, end in self._sequences(after, around, place + 1, bound - size):
                    yield size + more, (part, *parts), end

    def _rows(self, state: _State) -> list[tuple[str, ...]]:
        """Return the next line in each place; none if there isn't one somewhere."""
        found = [self._samples[sample].lines[at : at + 1] for sample, at, _values in state.places]
        return [rows[0] for rows in found] if all(found) else []

    def _after(self, state: _State, part: Part, used: frozenset[Path] = frozenset()) -> _State | None:
        """Return the state behind a ``part``, inside which ``used`` fields count something; None without a match."""
        places: list[tuple[int, int, Values]] = []
        for sample, position, known in state.places:
            values = dict(known)
            end = self._matcher.match((part,), sample, position, values)
            if end < 0:
                return None
            places.append((sample, end, values))
        counts = () if part.times is None else part.times.fields
        return _State(tuple(places), state.used.union(used, counts), state.around)

    # Lines

    def _line(self, state: _State, line: Line, size: int, bound: int) -> Iterator[tuple[int, Part, _State]]:
        after = self._after(state, line) if size <= bound else None
        if after is not None:
            yield size, line, after

    def _lines(self, state: _State, path: Path, bound: int) -> Iterator[tuple[int, Part, _State]]:
        rows = self._rows(state)
        if len({*map(len, rows)}) == 1:
            width = len(rows[0])
            yield from self._line(state, Line(path, width), 1 + min(width, _WIDE), bound)

    def _lists(self, state: _State, path: Path, bound: int) -> Iterator[tuple[int, Part, _State]]:
        rows = self._rows(state)
        for fixed in range(min(2, *map(len, rows)) + 1 if rows else 0):
            read = [
                {
                    (*path, n): number
                    for n, number in enumerate(self._samples[sample].numbers[at][:fixed])
                    if number is not None
                }
                for sample, at, _values in state.places
            ]
            values = [{**known, **new} for (_sample, _at, known), new in zip(state.places, read, strict=True)]
            known = self._known(values, state.used, (*path[:-1], path[-1] + 1))
            for width in (1, 2, 3) if known else ():
                wanted, rests = zip(*(divmod(len(row) - fixed, width) for row in rows), strict=True)
                if any(rests) or (max(wanted) < 2 and len(path) == 1):
                    continue
                base = 1 + fixed + 2 * width
                for size, count in self._counts(known, values, state.used, path, bound - base, wanted):
                    yield from self._line(state, Line(path, fixed, count, width), base + size, bound)

    def _free_lines(self, state: _State, path: Path, bound: int) -> Iterator[tuple[int, Part, _State]]:
        """Yield lines of any length, as the only ones of a loop or where lengths differ."""
        widths = {*map(len, self._rows(state))}
        is_likely = path[-1] == 0 if len(path) > 1 else len(widths) > 1
        if not self._is_strict and is_likely and widths and 0 not in widths:
            yield from self._line(state, Line(path, 0, None, 1), 2 + _WIDE, bound)

    # Loops

    def _loops(self, state: _State, path: Path, bound: int) -> Iterator[tuple[int, Part, _State]]:
        values = [known for _sample, _position, known in state.places]
        room = [len(self._samples[sample].lines) - at for sample, at, _values in state.places]
        fields = self._known(values, state.used, path)
        for size, count in self._counts(fields, values, state.used, path, bound - 3, None):
            times = [count.value(known) or 0 for known in values]
            size += not state.around.isdisjoint(count.fields)
            if all(0 <= each <= most for each, most in zip(times, room, strict=True)):
                yield from self._with_bodies(state, Loop(path, count, ()), times, 1 + size, bound)

    def _constant_loops(self, state: _State, path: Path, bound: int) -> Iterator[tuple[int, Part, _State]]:
        """Yield loops over lines of the same width, as many in all places."""
        if (len(state.places) == 1 and len(path) == 1 and self._is_strict) or bound < 3 + _CONSTANT:
            return
        rows = self._rows(state)
        width = len(rows[0]) if rows else 0
        count = 0
        while width and {*map(len, rows)} == {width}:
            count += 1
            rows = self._rows(state._replace(places=tuple((n, at + count, known) for n, at, known in state.places)))
        if count > 2:
            loop = Loop(path, Count(None, constant=count), ())
            yield from self._with_bodies(state, loop, [count] * len(state.places), 1 + _CONSTANT, bound)

    def _untils(self, state: _State, path: Path, bound: int) -> Iterator[tuple[int, Part, _State]]:
        if len(path) > 1:
            return
        lasts = {self._samples[sample].lines[-1] for sample, _position, _values in state.places}
        last = lasts.pop()
        sentinels = [last] if not lasts and last and {*last} <= _SENTINELS else []
        for sentinel in (*sentinels, *([] if self._is_strict else [()])):
            size = 1 + (_SENTINEL if path == (0,) else _CONSTANT)
            ends = [len(self._samples[sample].lines) - bool(sentinel) for sample, _position, _values in state.places]
            times = [end - at for end, (_sample, at, _values) in zip(ends, state.places, strict=True)]
            yield from self._with_bodies(state, Loop(path, None, (), sentinel), times, size, bound)

    def _with_bodies(
        self, state: _State, loop: Loop, times: Sequence[int], size: int, bound: int
    ) -> Iterator[tuple[int, Part, _State]]:
        """Yield a ``loop`` with each body that explains its first rounds, as the other rounds confirm."""
        first = tuple(
            (sample, position, {**values, loop.path: 0})
            for (sample, position, values), rounds in zip(state.places, times, strict=True)
            if rounds
        )
        if first:
            counts = frozenset(() if loop.times is None else loop.times.fields)
            start = _State(first, state.used | counts, state.around | counts)
            for more, body, after in self._sequences(start, loop.path, 0, bound - size):
                yield from self._completed(state, loop._replace(body=body), after.used, size + more, bound)
        elif len(loop.path) > 1:
            yield from self._completed(state, loop, frozenset(), size, bound)

    def _completed(
        self, state: _State, loop: Part, used: frozenset[Path], size: int, bound: int
    ) -> Iterator[tuple[int, Part, _State]]:
        """Yield a ``loop`` with where it ends; a loop inside that had no rounds so far gets its body."""
        try:
            after = self._after(state, loop, used)
        except UnknownBodyError as unknown:
            if unknown.loop.path == loop.path:
                return
            place = (unknown.sample, unknown.position, {**unknown.values, unknown.loop.path: 0})
            start = _State((place,), state.used | used, state.around)
            for more, body, inside in self._sequences(start, unknown.loop.path, 0, bound - size):
                whole = replaced((loop,), unknown.loop._replace(body=body))[0]
                yield from self._completed(state, whole, inside.used, size + more, bound)
            return
        if after is not None:
            yield size, loop, after

    # Counts

    def _known(self, values: Sequence[Values], used: frozenset[Path], path: Path) -> list[Path]:
        """Return the fields whose values are known where the part at ``path`` begins; last the indices of loops."""
        known = [field for field in values[0] if all(field in each for each in values) and is_visible(field, path)]
        return sorted(known, key=lambda field: (field == path[: len(field)], field in used, field))

    def _counts(
        self,
        known: Sequence[Path],
        values: Sequence[Values],
        used: frozenset[Path],
        path: Path,
        bound: int,
        wanted: tuple[int, ...] | None,
    ) -> Iterator[tuple[int, Count]]:
        """Yield counts of ``known`` fields with their size: those with the ``wanted`` values, or any but 0."""
        indices = {field for field in known if field == path[: len(field)]}
        for form in COUNT_FORMS:
            for a in known:
                size = form.cost + (a in used) + (a in indices)
                if size > bound or (a in indices and (form.text != "{a} + 1" or wanted is None)):
                    continue
                for b in self._seconds(form, a, known, indices) if wanted is not None or "{b}" not in form.text else ():
                    self._matcher.budget -= 1
                    found = tuple([form.value(each[a], each[b]) for each in values])
                    if found == wanted or (wanted is None and (any(found) or len(path) > 1)):
                        yield size, Count(form, (a,) if a == b else (a, b))

    @staticmethod
    def _seconds(form: Form, a: Path, known: Sequence[Path], indices: Collection[Path]) -> Sequence[Path]:
        """Return what may be the second field of a form: for a difference, the index of a loop."""
        if "{b}" not in form.text:
            return [a]
        return [b for b in known if a != b and (b in indices if "-" in form.text else a < b and b not in indices)]


def _has_like_lines(parts: Sequence[Part]) -> bool:
    """Return whether three lines in a row, outside loops, have as many fields: of one sample, that explains nothing."""
    return any(
        isinstance(part, Line) and not part.width and part[1:] == second[1:] == third[1:]
        for part, second, third in zip(parts, parts[1:], parts[2:], strict=False)
    )


def _are_growing(fields: Collection[GrammarField]) -> bool:
    """Return whether lists whose lengths follow from the index of a loop are there for three rounds or more."""
    lists = [(field, field.times.fields) for field in fields if field.is_listed and field.times is not None]
    indices = [(field, path) for field, paths in lists for path in paths if path == field.path[: len(path)]]
    return all(max(cell.values[path] for cell in field.cells) > 1 for field, path in indices)
