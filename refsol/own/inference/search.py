"""The search for the shapes that match all samples, the simplest first.

**Measure.** A shape costs as many bits as are needed, roughly, to write it down: about 2.5 for each field, 1 for each
line, 4 for each loop or list and 1 to 8 for what counts its rounds, and more for what explains less: lists and loops
whose length nothing gives cost bits for each length, too. So a count that explains how many lines or numbers follow is
worth its cost where otherwise several fields would be needed, and a coincidence isn't.

**Method.** A branch-and-bound search over sequences of items, from the first line on, in all samples in parallel, with
a bound that grows until a shape is found. The body of a loop is found in the first rounds, then tried on the others. If
a loop inside has no rounds then, its body is found in the first round in which it has some.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from refsol.own.inference.samples import SampleLines
from refsol.own.inference.shape import (
    READINGS,
    Environment,
    ExhaustedError,
    Expression,
    FreeLine,
    Item,
    Line,
    Listing,
    Repetition,
    Runner,
    TaggedLine,
    UnknownBodyError,
    Until,
    all_items,
    is_known,
    scopes_of,
)

_BOUNDS: Final = (12.0, 18.0, 24.0, 30.0, 38.0, 48.0, 60.0, 75.0, 95.0, 120.0, 150.0)
_GAIN: Final = 6.0  # bits that the content of fields may save
_MARGIN: Final = 4.0  # bits that an alternative may cost more
_BUDGET: Final = 2_500_000  # lines
_MORE: Final = 800_000  # lines, once a shape is found
_TIMES: Final = 8  # that all samples may be read in addition
_STEP: Final = 25  # what looking for the next item costs, in lines
_MOST_FOUND: Final = 400
_LINE: Final = 1.0
_FIELD: Final = 2.5
_LISTING: Final = 3.9
_WIDER: Final = 5.0  # of a list of pairs
_LOOP: Final = 4.0
_UNTIL: Final = 14.0
_WHOLE: Final = 7.0  # of a loop over all lines
_SENTINEL: Final = 5.0
_ALIKE: Final = 6.0  # the same number of rounds in all samples
_UNEXPLAINED: Final = 10.0  # where a count could explain the number of rounds
_PER_LENGTH: Final = 2.0
_PER_END: Final = 3.0
_MOST_ENDS: Final = 4  # samples whose end costs something
_ENOUGH: Final = 10  # lengths that do
_FREE: Final = 9.0
_TAGGED: Final = 3.0
_PER_TAG: Final = 2.0
_TAGGED_FIELD: Final = 1.0
_CONSTANT: Final = 10.0
_INDEX: Final = 3.0  # of a loop around, in a count
_OUTER: Final = 0.75
_USED: Final = 0.6
_LATER: Final = 0.25
_FIRST: Final = 4  # variables that may count something, of many
_LAST: Final = 6  # likewise
_MOST_FIELDS: Final = 20
_MOST_PREFIX: Final = 3
_NARROW: Final = 3
_MOST_ITEMS: Final = 8
_FEW_ITEMS: Final = (1, 2)
_MOST_IN_BODY: Final = 5
_MOST_DEPTH: Final = 3
_ROOM: Final = 40  # numbers for the fields of a loop whose body is found later
_MOST_TAGS: Final = 12
_MOST_LIKE_TAGS: Final = 3  # with the same number of words
_LONGEST_CONSTANT: Final = 10
_SHORTEST_CONSTANT: Final = 3
_SENTINELS: Final = {"0", "-1", ".", "#", "*", "end", "END", "End", "quit", "QUIT", "exit", "stop", "STOP", "done"}


_Place: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]  # sources, positions, numbers of lines


class Found(NamedTuple):
    """A shape, its ``items``, which cost this many ``bits``."""

    bits: float
    items: tuple[Item, ...]


class _Variable(NamedTuple):
    number: int
    depth: int
    values: tuple[int, ...]  # in each instance
    is_index: bool


class _Group(NamedTuple):
    """Where a part of a shape begins: the same in several instances, in samples and in rounds of loops."""

    sources: tuple[int, ...]
    positions: tuple[int, ...]
    variables: tuple[_Variable, ...]
    used: frozenset[int]
    next: int  # number of the next field


def search(
    samples: Sequence[SampleLines], weigh: Callable[[tuple[Item, ...]], float]
) -> tuple[Sequence[Found], Sequence[int], bool]:
    """Return shapes that match all ``samples``, the simplest first, and others about as simple.

    Also return the first line of each sample that no shape could match, from 0, and whether no simpler one can exist.
    ``weigh`` returns bits that the content of a shape's fields costs in addition. It takes a few seconds at most.
    """
    return _Search(samples, weigh).run()


class _Search:
    def __init__(self, samples: Sequence[SampleLines], weigh: Callable[[tuple[Item, ...]], float]) -> None:
        self._samples: Final = samples
        self._weigh: Final = weigh
        self._runner: Final = Runner(samples, _BUDGET + _TIMES * sum(len(sample.lines) for sample in samples))
        self._most_in_body = _MOST_IN_BODY
        self._size: Final = sum(len(line) for sample in samples for line in sample.lines)
        self._reached: Final = [0] * len(samples)
        self._uneven: Final[dict[_Place, list[tuple[float, type[TaggedLine] | type[FreeLine]]]]] = {}

    def run(self) -> tuple[Sequence[Found], Sequence[int], bool]:
        everywhere = range(len(self._samples))
        start = _Group(tuple(everywhere), (0,) * len(self._samples), (), frozenset(), 0)
        raw: dict[tuple[Item, ...], float] = {}
        found: dict[tuple[Item, ...], float] = {}
        complete = True
        bound = 0.0
        levels = iter(_BOUNDS)
        before, searched = -1.0, 0.0
        more = _MORE + self._runner.budget - _BUDGET
        while bound != before:
            before, bound = bound, max(bound, next(levels, 0.0))
            try:
                self._collect(raw, start, bound, _MOST_ITEMS)
                searched = bound
            except ExhaustedError:
                complete = False
                if not raw:  # look for what is long, but simple
                    self._runner.budget = _MORE
                    self._most_in_body = max(_FEW_ITEMS)
                    with suppress(ExhaustedError):
                        for few, wider in product(_FEW_ITEMS, _BOUNDS):
                            if not raw:
                                self._collect(raw, start, wider, few)
            least = 1e9
            for items in sorted(raw, key=raw.__getitem__):
                if raw[items] > least + _MARGIN + _GAIN:
                    break
                if items not in found:
                    self._runner.budget -= self._size
                    if found and self._runner.budget < 0:
                        complete = False
                        break
                    found[items] = raw[items] + self._weigh(items)
                least = min(least, found[items])
            if found:
                self._runner.budget = min(self._runner.budget, more)
                best = min(found, key=found.__getitem__)
                enough = found[best] + (_UNEXPLAINED if _is_unexplained(best) else _MARGIN)
                if bound < enough <= _BOUNDS[-1] and bound >= found[best] - _GAIN:
                    levels = iter((enough,))
                elif bound >= enough:
                    break
            if not complete or len(raw) >= _MOST_FOUND or bound >= _BOUNDS[-1]:
                break
        if any(not _is_unexplained(items) and _has_counts(items) for items in found):
            for items in found:
                found[items] += _UNEXPLAINED if _is_unexplained(items) else 0.0
        ranked = sorted((bits, number, items) for number, (items, bits) in enumerate(found.items()))
        shapes = [Found(bits, items) for bits, _number, items in ranked if bits <= ranked[0][0] + _MARGIN]
        return shapes, self._reached, complete or (bool(shapes) and shapes[0].bits <= searched)

    def _collect(self, raw: dict[tuple[Item, ...], float], start: _Group, bound: float, most: int) -> None:
        """Add sequences of items, at most this many, that match all samples. Raises :class:`.ExhaustedError`."""
        ends = tuple(len(sample.lines) for sample in self._samples)
        for bits, items, after in self._sequences(start, bound, 0, most):
            if after.positions == ends and items not in raw and self._is_acceptable(items):
                raw[items] = bits
            if len(raw) >= _MOST_FOUND:
                return

    def _is_acceptable(self, items: Sequence[Item]) -> bool:
        """Return whether tags decide how many words follow, lists are some, and nearly all lines have a form."""
        if sum(isinstance(item, FreeLine) for item in items) > 1:
            return False
        if any(isinstance(item, Repetition) and not item.body for item in all_items(items)):
            return False
        lengths: dict[tuple[int, str], set[int]] = {}
        longest: dict[int, int] = {}  # of lists, by the first field of the line

        for number, sample in enumerate(self._samples):

            def visit(
                item: Item, position: int, _path: tuple[int, ...], _values: Environment, sample: SampleLines = sample
            ) -> None:
                line = sample.lines[position]
                if isinstance(item, TaggedLine):
                    lengths.setdefault((item.first, line[0]), set()).add(len(line))
                elif isinstance(item, Line) and item.listing is not None:
                    longest[item.first] = max(longest.get(item.first, 0), len(line) - item.fixed)

            self._runner.run(items, number, 0, {}, (), visit)
        return all(len(counts) == 1 for counts in lengths.values()) and all(most > 1 for most in longest.values())

    def _sequences(
        self, group: _Group, bound: float, depth: int, most: int
    ) -> Iterator[tuple[float, tuple[Item, ...], _Group]]:
        """Yield sequences of items that match from a group on, with their cost, and where they end."""
        for cost, item, after in self._items(group, bound, depth):
            if depth == 0 and sum(after.positions) > sum(self._reached):
                self._reached[:] = after.positions
            yield cost, (item,), after
            if most > 1 and not isinstance(item, Until):
                for more, items, end in self._sequences(after, bound - cost, depth, most - 1):
                    yield cost + more, (item, *items), end

    def _items(self, group: _Group, bound: float, depth: int) -> Iterator[tuple[float, Item, _Group]]:
        if bound < _LINE:
            return
        self._spend(_STEP + len(group.sources))
        places = [*zip(group.sources, group.positions, strict=True)]
        if all(position < len(self._samples[source].lines) for source, position in places):
            yield from self._lines(group, bound, depth, places)
        if depth < _MOST_DEPTH:
            yield from self._loops(group, bound, depth)
        if depth == 0:
            yield from self._untils(group, bound)

    # Lines

    def _lines(
        self, group: _Group, bound: float, depth: int, places: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[float, Item, _Group]]:
        counts = [self._samples[source].counts[position] for source, position in places]
        lengths = [len(each) for each in counts]
        least = min(lengths)
        if least == max(lengths) <= _MOST_FIELDS:
            cost = _LINE + _FIELD * least + (2.0 if least == 0 else 0.0)
            if cost <= bound:
                yield cost, Line(group.next, least, None), self._behind_line(group, counts, least, depth, None)
        if max(lengths) or depth:
            for prefix in range(min(_MOST_PREFIX, least) + 1):
                yield from self._listings(group, bound, depth, counts, prefix)
        if depth == 0 and least and (least != max(lengths) or least > _MOST_FIELDS):
            cost = _FREE + _PER_LENGTH * min(len(places), _ENOUGH)
            if cost <= bound:
                yield cost, FreeLine(group.next), _moved(group, 1, group.next + 1)

    def _listings(
        self, group: _Group, bound: float, depth: int, counts: Sequence[Sequence[int | None]], prefix: int
    ) -> Iterator[tuple[float, Item, _Group]]:
        rest = [len(each) - prefix for each in counts]
        if not any(rest) and not depth:
            return
        own = _variables(group, counts, prefix, depth)
        for width in (1, 2):
            if any(each % width for each in rest):
                continue
            wanted = tuple([each // width for each in rest])
            base = _LINE + _FIELD * prefix + _LISTING + (_WIDER if width > 1 else 0.0)
            variables = (*group.variables, *own)
            for bits, expression, _ in self._expressions(variables, group.used, depth, bound - base, wanted):
                if max(rest) <= 1 and not (depth and _is_simple(expression)):
                    continue  # one field is no list, unless there are more in other rounds
                if prefix and not any(variable.number in expression.variables() for variable in own):
                    bits += 2.0
                if depth and len({*rest}) == 1 and rest[0] <= _NARROW:
                    bits += 2.0  # which may as well be fields
                cost = base + bits
                if cost <= bound:
                    item = Line(group.next, prefix, Listing(expression, width))
                    yield cost, item, self._behind_line(group, counts, prefix, depth, expression, width)

    def _behind_line(
        self,
        group: _Group,
        counts: Sequence[Sequence[int | None]],
        fixed: int,
        depth: int,
        expression: Expression | None,
        width: int = 0,
    ) -> _Group:
        moved = _moved(group, 1, group.next + fixed + width)
        used = group.used if expression is None else group.used.union(expression.variables())
        return moved._replace(variables=(*group.variables, *_variables(group, counts, fixed, depth)), used=used)

    # Loops

    def _loops(self, group: _Group, bound: float, depth: int) -> Iterator[tuple[float, Item, _Group]]:
        lines = [len(self._samples[source].lines) for source in group.sources]
        room = [end - position for end, position in zip(lines, group.positions, strict=True)]
        for bits, expression, counts in self._counts(group, bound - _LOOP - _LINE, depth, room):
            base = bits + _LOOP
            chosen = [number for number, count in enumerate(counts) if count]
            index = group.next
            used = group.used.union(expression.variables())
            if not chosen:
                yield base, Repetition(expression, (), index), group._replace(used=used, next=index + _ROOM)
                continue
            first = _first_rounds(group, chosen, depth)._replace(used=used)
            bodies = self._bodies(first, [counts[number] for number in chosen], bound - base, depth + 1)
            for cost, body, after in bodies:
                inside = after.used & {variable.number for variable in group.variables}
                whole = Repetition(expression, body, index)
                for more, item, end in self._completed(group, whole, bound - base - cost, depth):
                    yield base + cost + more, item, end._replace(used=inside | used, next=after.next)

    def _counts(
        self, group: _Group, bound: float, depth: int, room: Sequence[int]
    ) -> Iterator[tuple[float, Expression, Sequence[int]]]:
        for bits, expression, values in self._expressions(group.variables, group.used, depth, bound, None):
            if not any(values) and not (depth and _is_simple(expression)):
                continue
            if all(0 <= value <= space for value, space in zip(values, room, strict=True)):
                yield bits, expression, values
        if bound >= _CONSTANT:
            constant = self._like_lines(group)
            if constant >= _SHORTEST_CONSTANT:
                yield _CONSTANT, Expression(None, constant=constant), [constant] * len(room)

    def _like_lines(self, group: _Group) -> int:
        """Return how many lines from here on have the same number of words, in all instances."""
        widths = {
            len(self._samples[source].lines[position]) if position < len(self._samples[source].lines) else 0
            for source, position in zip(group.sources, group.positions, strict=True)
        }
        if len(widths) > 1 or 0 in widths:
            return 0
        width = widths.pop()
        found = 0
        while found <= _LONGEST_CONSTANT and all(
            position + found < len(self._samples[source].lines)
            and len(self._samples[source].lines[position + found]) == width
            for source, position in zip(group.sources, group.positions, strict=True)
        ):
            found += 1
        return found if found <= _LONGEST_CONSTANT else 0

    def _bodies(
        self, first: _Group, counts: Sequence[int], bound: float, depth: int
    ) -> Iterator[tuple[float, tuple[Item, ...], _Group]]:
        yield from self._sequences(first, bound, depth, self._most_in_body)
        key = first.sources, first.positions, tuple(counts)
        if key not in self._uneven:
            self._uneven[key] = self._kinds_of_uneven(*key)
        for cost, kind in self._uneven[key]:
            if cost <= bound:
                yield cost, (kind(first.next),), _moved(first, 1, first.next + 1)

    def _kinds_of_uneven(
        self, sources: Sequence[int], positions: Sequence[int], counts: Sequence[int]
    ) -> list[tuple[float, type[TaggedLine] | type[FreeLine]]]:
        """Return what lines of different lengths may be: the first word decides that, or nothing does."""
        lines = [
            line
            for source, position, count in zip(sources, positions, counts, strict=True)
            for line in self._samples[source].lines[position : position + count]
        ]
        self._spend(len(lines))
        lengths = {len(line) for line in lines}
        found: list[tuple[float, type[TaggedLine] | type[FreeLine]]] = []
        if 0 in lengths or (len(lengths) < 2 and not _MOST_PREFIX < max(lengths) + 1 <= _MOST_FIELDS):
            return found
        of_tags = {line[0]: len(line) for line in lines}
        most = _MOST_TAGS if len(lengths) > 1 else _MOST_LIKE_TAGS
        is_repeated = len(of_tags) < len(lines)
        if 1 < len(of_tags) <= most and (is_repeated or (len(lines) <= 3 and len(lengths) > 1)):
            fields = sum(_TAGGED_FIELD * (length - 1) for length in of_tags.values())
            cost = _LINE + _TAGGED + _PER_TAG * len(of_tags) + fields + (0.0 if is_repeated else 4.0)
            if all(of_tags[line[0]] == len(line) for line in lines):
                found.append((cost, TaggedLine))
        words = sum(not token.lstrip("-").isdecimal() for line in lines for token in line)
        if len(lengths) > 1 and 2 * words >= sum(map(len, lines)):
            found.append((_FREE + _PER_LENGTH * min(len(lines), _ENOUGH), FreeLine))
        return found

    def _untils(self, group: _Group, bound: float) -> Iterator[tuple[float, Item, _Group]]:
        lasts = {self._samples[source].lines[-1] for source in group.sources}
        sentinels: list[tuple[str, ...]] = [()]
        if len(lasts) == 1:
            last = lasts.pop()
            if last and set(last) <= _SENTINELS:
                sentinels.append(last)
        for sentinel in sentinels:
            is_whole = not any(group.positions)
            ending = _SENTINEL if sentinel else _WHOLE if is_whole else _UNTIL
            base = ending + (_PER_LENGTH if sentinel else _PER_END) * min(len(group.sources), _MOST_ENDS)
            ends = [len(self._samples[source].lines) - bool(sentinel) for source in group.sources]
            if not sentinel and len({*ends}) == 1 and len(ends) > 1:
                base += _ALIKE
            chosen = [number for number, end in enumerate(ends) if group.positions[number] < end]
            if not chosen or base + _LINE > bound:
                continue
            counts = [ends[number] - group.positions[number] for number in chosen]
            for cost, body, after in self._bodies(_first_rounds(group, chosen, 0), counts, bound - base, 1):
                whole = Until(body, sentinel, group.next)
                for more, item, end in self._completed(group, whole, bound - base - cost, 0):
                    yield base + cost + more, item, end._replace(next=after.next)

    def _completed(
        self, group: _Group, item: Repetition | Until, bound: float, depth: int
    ) -> Iterator[tuple[float, Item, _Group]]:
        """Yield a loop, ``item``, with where it ends, once bodies are found for those in it, and with their cost."""
        try:
            end = self._behind(group, item)
        except UnknownBodyError as unknown:
            loop, known = unknown.loop, unknown.environment
            scopes = scopes_of([_with_body(item, loop.counter, (FreeLine(loop.counter + 1),))])
            variables = [each._replace(values=(known[each.number],)) for each in group.variables]
            for number, scope in scopes.items():
                if number == loop.counter or (number in known and is_known(scopes, number, loop.counter)):
                    is_index = number in scope
                    values = (0 if number == loop.counter else known[number],)
                    variables.append(_Variable(number, depth + len(scope) - is_index, values, is_index))
            start = _Group((unknown.source,), (unknown.position,), (*variables,), group.used, loop.counter + 1)
            rounds = [loop.times.value(known) or 0]
            for cost, body, after in self._bodies(start, rounds, bound, depth + len(scopes[loop.counter])):
                if after.next <= loop.counter + _ROOM:
                    whole = _with_body(item, loop.counter, body)
                    for more, complete, end in self._completed(group, whole, bound - cost, depth):
                        yield cost + more, complete, end
            return
        if end is not None:
            yield 0.0, item, end

    def _behind(self, group: _Group, item: Item) -> _Group | None:
        """Return the group behind an item, or None if it doesn't match in all instances."""
        ends: list[int] = []
        for number, (source, position) in enumerate(zip(group.sources, group.positions, strict=True)):
            environment = {variable.number: variable.values[number] for variable in group.variables}
            end = self._runner.run((item,), source, position, environment)
            if end < 0:
                return None
            ends.append(end)
        return group._replace(positions=tuple(ends))

    # Expressions

    def _expressions(
        self,
        variables: Sequence[_Variable],
        used: frozenset[int],
        depth: int,
        bound: float,
        wanted: tuple[int, ...] | None,
    ) -> Iterator[tuple[float, Expression, tuple[int, ...]]]:
        """Yield expressions that cost at most ``bound``, with their values: those ``wanted``, if there are any."""
        if len(variables) > _FIRST + _LAST:
            variables = (*variables[:_FIRST], *variables[-_LAST:])
        self._spend(len(variables))
        costs: dict[int, float] = {}
        ranks: dict[int, int] = {}
        for variable in variables:
            rank = ranks.get(variable.depth, 0)
            ranks[variable.depth] = rank + (variable.number not in used)
            cost = (
                1.0 + _OUTER * (depth - variable.depth) + (_USED if variable.number in used else _LATER * min(rank, 2))
            )
            costs[variable.number] = cost + (_INDEX if variable.is_index else 0.0)
        least = min(costs.values(), default=0.0)
        for form in READINGS:
            if least + form.bits > bound:
                continue
            self._spend(len(variables))
            for a in variables:
                base = costs[a.number] + form.bits
                if base > bound or (a.is_index and (form.is_binary or form.text != "{a} + 1")):
                    continue
                if not form.is_binary:
                    self._spend(len(a.values))
                    values = tuple([form.value(x, 0) for x in a.values])
                    if wanted in (None, values):
                        yield base, Expression(form, a.number), values
                    continue
                self._spend(len(variables))
                for b in variables:
                    total = base + costs[b.number] - 1.0
                    symmetric = "-" not in form.text
                    if total > bound or b.number == a.number or (symmetric and (b.number < a.number or b.is_index)):
                        continue
                    if form.text.endswith("- 1") and not b.is_index:
                        continue
                    self._spend(len(a.values))
                    values = tuple([form.value(x, y) for x, y in zip(a.values, b.values, strict=True)])
                    if wanted in (None, values):
                        yield total, Expression(form, a.number, b.number), values

    def _spend(self, lines: int) -> None:
        """Note that something took as long as reading so many lines. Raises :class:`.ExhaustedError`."""
        self._runner.budget -= lines
        if self._runner.budget < 0:
            raise ExhaustedError


def _is_unexplained(items: Sequence[Item]) -> bool:
    """Return whether nothing in a sample says how often some loop is run."""
    return any(
        (isinstance(item, Until) and not item.sentinel) or (isinstance(item, Repetition) and _is_unexplained(item.body))
        for item in items
    )


def _is_simple(expression: Expression) -> bool:
    return expression.form is not None and not expression.form.is_binary


def _has_counts(items: Sequence[Item]) -> bool:
    return any(isinstance(item, Repetition) or (isinstance(item, Line) and item.listing is not None) for item in items)


def _with_body(item: Repetition | Until, counter: int, body: tuple[Item, ...]) -> Repetition | Until:
    """Return a loop in which that with this ``counter`` has a ``body``."""
    if item.counter == counter:
        return item._replace(body=body)
    inner = (_with_body(each, counter, body) if isinstance(each, Repetition | Until) else each for each in item.body)
    return item._replace(body=tuple(inner))


def _variables(group: _Group, counts: Sequence[Sequence[int | None]], fixed: int, depth: int) -> tuple[_Variable, ...]:
    """Return those of the first fields of a line, with these ``counts`` in each instance, that may count something."""
    columns = [[each[place] for each in counts] for place in range(fixed)]
    return tuple(
        _Variable(group.next + place, depth, tuple([each or 0 for each in column]), False)
        for place, column in enumerate(columns)
        if None not in column
    )


def _first_rounds(group: _Group, chosen: Sequence[int], depth: int) -> _Group:
    """Return the first rounds of a loop, in the ``chosen`` instances; the loop's index is another variable."""
    return _Group(
        tuple([group.sources[number] for number in chosen]),
        tuple([group.positions[number] for number in chosen]),
        (
            *(each._replace(values=tuple([each.values[n] for n in chosen])) for each in group.variables),
            _Variable(group.next, depth, (0,) * len(chosen), True),
        ),
        group.used,
        group.next + 1,
    )


def _moved(group: _Group, lines: int, following: int) -> _Group:
    return group._replace(positions=tuple([position + lines for position in group.positions]), next=following)
