"""Writes a description of inputs of a shape: to be read and edited, with comments on what is guessed or ambiguous."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.own.inference.constraints import Bound, Constraints
from refsol.own.inference.fields import (
    FLOAT,
    INTEGER,
    WORD,
    Field,
    Key,
    are_letters,
    decimals_of,
    lengths_given,
    runs,
    vocabulary,
)
from refsol.own.inference.naming import Names
from refsol.own.inference.ranges import End, Facts
from refsol.own.inference.shape import (
    Expression,
    FreeLine,
    Item,
    Line,
    Repetition,
    TaggedLine,
    Until,
    is_row,
)

_INDENT: Final = "  "
_NUMBERS: Final = re.compile(r"\{(\d+)(\*?)\}")  # of fields, in remarks
_NEWLINE: Final = "NEWLINE"
_SPACE: Final = " SPACE "
_FEW_CHARACTERS: Final = 4
_PER_CHARACTER: Final = 2  # times that each is there, for an alphabet to be taken as it is
_LINE: Final = 100  # characters of a line of text, unless there are more in the samples
_SURE: Final = 3  # words of the same length, for that to be no coincidence
_MERGED: Final = 4  # fields in a row that become a list


class Remarked(NamedTuple):
    """A piece of a description: ``text``, the fields whose ranges are ``guessed``, and ``remarks``."""

    text: str
    guessed: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Code(NamedTuple):
    """A line of a description: its ``text``, indented, and ``comments`` above it; ``aside`` is a comment behind it."""

    text: str
    comments: tuple[str, ...] = ()
    aside: str = ""


class Writer:
    """Writes descriptions of a shape, ``items``, by what is known of its ``fields``; ``given`` names mean fields.

    Names from ``before`` are used where nothing is given. ``names`` are those that are used.
    """

    def __init__(
        self,
        items: Sequence[Item],
        fields: Mapping[Key, Field],
        facts: Facts,
        constraints: Constraints,
        given: Mapping[str, Key],
        before: Mapping[Key, str],
    ) -> None:
        self._items: Final = items
        self._fields: Final = fields
        self._facts: Final = facts
        self._constraints: Final = constraints
        self._given: Final = given
        self.names: Final = Names(items, fields, facts, given, before)
        self._by_number: Final = self.names.by_number()
        self._rounds: Final[dict[str, str]] = {}  # of the loop with an index
        self._stack: Final[list[str]] = []  # of indices of arrays
        self._indexed: Final[dict[int, int]] = {}  # the number of indices of an element, by field
        self._totals: Final[dict[str, tuple[str, Bound]]] = {}
        self._unset: Final[list[list[str]]] = [[]]

    @property
    def summed(self) -> Collection[str]:
        """The names whose sums are written."""
        return self._totals.keys()

    def lines(self) -> list[Code]:
        """Return the description. O(values)."""
        return [*self._block(self._items, "", is_test=False)]

    # Blocks

    def _block(self, items: Sequence[Item], indent: str, *, is_test: bool) -> Iterator[Code]:
        for item in items:
            match item:
                case Line():
                    yield from self._line(item, indent, is_test=is_test)
                case TaggedLine():
                    yield from self._tagged(item, indent)
                case FreeLine():
                    yield self._free(item, indent)
                case Repetition():
                    yield from self._repetition(item, indent)
                case Until():
                    yield from self._until(item, indent)

    def _repetition(self, item: Repetition, indent: str) -> Iterator[Code]:
        count = self._written(item.times)
        row = is_row(item.body)
        needs_index = row or _uses(item.body, item.counter)
        index = self.names.indices[len(self._stack)] if needs_index else ""
        self._by_number[item.counter] = index
        self._rounds[index] = count
        if not row:
            yield from self._sums_before(item.body, indent)
        head = (
            f"REPI({index},{count})"
            if needs_index and (not row or self._names_elements(item.body))
            else f"REP({count})"
        )
        yield Code(f"{indent}{head}", self._constant(item.times, is_last=item is self._items[-1]))
        yield from self._inside(item.body, indent, index if row else "")
        yield Code(f"{indent}END")
        yield from self._behind(item.body, indent, row=row)

    def _constant(self, times: Expression, *, is_last: bool) -> tuple[str, ...]:
        """Return a remark if a loop or list has the same number of rounds each time, whatever that is said to be.

        A loop that ``is_last`` may also run to the end of the file.
        """
        if times.form is None:
            other = "; it may be WHILE(!ISEOF)" if is_last else ""
            return (f"always {times.constant} in the samples, and nothing counts them{other}",)
        counts = [self._fields[Key(number)] for number in times.variables() if Key(number) in self._fields]
        if not counts or any(len(each.cells) < 2 or len({*each.tokens}) > 1 for each in counts):
            return ()
        count = times.value({each.key.number: int(each.tokens[0]) for each in counts})
        return (
            ()
            if count is None
            else (f"always {count} in the samples, so it may be {count} rather than {self._written(times)}",)
        )

    def _until(self, item: Until, indent: str) -> Iterator[Code]:
        row = is_row(item.body)
        index = self.names.indices[len(self._stack)]
        self._by_number[item.counter] = index
        self._rounds.pop(index, None)
        if not row:
            yield from self._sums_before(item.body, indent)
        test = f"!MATCH({_quoted(item.sentinel[0][0])})" if item.sentinel else "!ISEOF"
        numbered = row and self._names_elements(item.body)
        yield Code(f"{indent}WHILEI({index},{test})" if numbered else f"{indent}WHILE({test})")
        yield from self._inside(item.body, indent, index if row else "")
        yield Code(f"{indent}END")
        yield from self._behind(item.body, indent, row=row)
        if item.sentinel:
            yield Code(f"{indent}STRING({_quoted(' '.join(item.sentinel))}) {_NEWLINE}")

    def _inside(self, body: Sequence[Item], indent: str, index: str) -> Iterator[Code]:
        if index:
            self._stack.append(index)
        self._unset.append([])
        yield from self._block(body, indent + _INDENT, is_test=not index)
        unset = self._unset.pop()
        if index:
            self._stack.pop()
            self._unset[-1] += unset
        elif unset:
            yield Code(f"{indent}{_INDENT}UNSET({', '.join(unset)})")

    def _names_elements(self, body: Sequence[Item]) -> bool:
        item = body[0]
        match item:
            case Line():
                numbers = (*item.fields, *item.listed)
                return _uses(body, -1) or any(
                    not field.is_count for number in numbers if (field := self._fields.get(Key(number))) is not None
                )
            case Repetition() | Until():
                return self._names_elements(item.body)
        return False

    def _sums_before(self, body: Sequence[Item], indent: str) -> Iterator[Code]:
        for item in body:
            if isinstance(item, Line):
                for number in item.fields:
                    name = self._by_number.get(number)
                    bound = self._constraints.sums.get(name or "")
                    if name and bound is not None and not bound.names and self._given.get(name) == Key(number):
                        total = self.names.fresh("total", f"total{name}")
                        self._totals[name] = (total, bound)
                        yield Code(f"{indent}SET({total} = 0)")

    def _behind(self, body: Sequence[Item], indent: str, *, row: bool) -> Iterator[Code]:
        if row and isinstance(body[0], Line) and len(self._stack) == 0:
            for key in map(Key, body[0].fields):
                if key in self._facts.distinct:
                    yield self._unique(key, indent)

    def _unique(self, key: Key, indent: str) -> Code:
        name = self.names.of[key]
        self._unset[-1].append(name)
        return Code(f"{indent}ASSERT(UNIQUE({name}))")

    # Lines

    def _line(self, item: Line, indent: str, *, is_test: bool) -> Iterator[Code]:
        pieces = [*self._merged(item, indent)]
        after: list[Code] = []
        for number in item.fields:
            name = self._by_number.get(number)
            if name in self._totals and is_test:
                total, bound = self._totals[name]
                length = f"STRLEN({name})" if self._fields[Key(number)].kind == WORD else name
                after.append(Code(f"{indent}SET({total} = {total} + {length}) ASSERT({total} <= {self._bound(bound)})"))
        text = _SPACE.join(piece.text for piece in pieces)
        listing = self._listing(item) if item.listing is not None else None
        if listing is not None:
            text = f"{text} {listing.text}" if pieces else listing.text
            pieces.append(listing)
        code = f"{indent}{text} {_NEWLINE}".replace("  NEWLINE", " NEWLINE") if text else f"{indent}{_NEWLINE}"
        yield Code(code, *_comments(pieces))
        for left, right in self._facts.unequal:
            if left.number in item.fields and right.number in item.fields and not left.tag:
                yield Code(f"{indent}ASSERT({self._element(left.number)} != {self._element(right.number)})")
        yield from after
        for key in map(Key, item.listed):
            if key in self._facts.distinct:
                yield self._unique(key, indent)
                if self._stack:
                    yield Code(f"{indent}UNSET({self.names.of[key]})")
                    self._unset[-1].remove(self.names.of[key])

    def _merged(self, item: Line, indent: str) -> Iterator[Remarked]:
        """Yield the fixed fields of a line; many of the same kind become a list."""
        keys = [key for key in map(Key, item.fields) if key in self._fields]
        plain = all(
            self._fields[key].kind == INTEGER and not self._fields[key].is_count and key not in self._given.values()
            for key in keys
        )
        if len(keys) >= _MERGED and plain and item.listing is None:
            low = min(self._facts.ranges[key].low.value for key in keys)
            high = max(self._facts.ranges[key].high.value for key in keys)
            index = self.names.indices[len(self._stack)]
            name = "[".join((self.names.of[keys[0]], ",".join((*self._stack, index)) + "]"))
            if all(self._facts.ranges[key].high.of < 0 for key in keys):
                yield Remarked(
                    f"REPI({index},{len(keys)},SPACE) INT({_number(low)},{_number(high)},{name}) END",
                    (self.names.of[keys[0]],),
                )
                return
        for key in keys:
            yield self._field(self._fields[key], self._stack)

    def _listing(self, item: Line) -> Remarked | None:
        assert item.listing is not None
        known = [self._fields[key] for key in map(Key, item.listed) if key in self._fields]
        if len(known) < len(item.listed):
            return None
        index = self.names.indices[len(self._stack)]
        stack = [*self._stack, index]
        self._rounds[index] = self._written(item.listing.times)
        pieces = [self._field(field, stack) for field in known]
        count = self._written(item.listing.times)
        inner = _SPACE.join(piece.text for piece in pieces)
        head = (
            f"REPI({index},{count}" if any(f"[{','.join(stack)}]" in piece.text for piece in pieces) else f"REP({count}"
        )
        text = f"{head}) SPACE {inner} END" if item.fixed else f"{head},SPACE) {inner} END"
        return Remarked(
            text,
            tuple(name for piece in pieces for name in piece.guessed),
            (
                *self._constant(item.listing.times, is_last=False),
                *(remark for piece in pieces for remark in piece.remarks),
            ),
        )

    def _free(self, item: FreeLine, indent: str) -> Code:
        field = self._fields[Key(item.first)]
        if field.kind == WORD:
            name, most = self.names[item.first], _LINE
            while most < sum(len(token) + 1 for token in field.tokens):
                most *= 10
            text = f'{indent}REGEX("[^\\n]{{1,{most}}}", {name}) {_NEWLINE}'
            return Code(text, ("any text",), f"guessed: length of {name}")
        piece = self._field(field, None)
        code = f'{indent}WHILE(!MATCH("\\n"),SPACE) {piece.text} END {_NEWLINE}'
        return Code(code, *_comments([piece._replace(remarks=("any number of them", *piece.remarks))]))

    def _tagged(self, item: TaggedLine, indent: str) -> Iterator[Code]:
        tag = self._fields[Key(item.first)]
        name = self.names[item.first]
        rests: dict[str, list[str]] = {}
        pieces: dict[str, list[Remarked]] = {}
        for word in sorted({*tag.tokens}):
            keys = [key for key in self._fields if key.number == item.first and key.tag == word]
            parts = [self._field(self._fields[key], None) for key in sorted(keys, key=lambda key: key.place)]
            rest = " ".join(f"SPACE {part.text}" for part in parts)
            rests.setdefault(rest, []).append(word)
            pieces.setdefault(rest, []).extend(parts)
        is_number = tag.kind == INTEGER
        marks = self._remarks(tag) if is_number else (*self._remarks(tag), f"{name}: one of these words")
        aside = f"guessed: {name}" if is_number and self._facts.ranges[tag.key].guessed else ""
        yield Code(f"{indent}{self._tag(tag, name)}", marks, aside)
        whole = [(rest, words) for rest, words in rests.items() if rest]
        empty = [words for rest, words in rests.items() if not rest]
        deep = 0
        for number, (rest, words) in enumerate(whole):
            is_last = number == len(whole) - 1 and not empty
            if number or not is_last:
                if is_last:
                    yield Code(f"{indent}{_INDENT * (deep - 1)}ELSE")
                else:
                    test = " || ".join(f"{name} == {word if tag.kind == INTEGER else _quoted(word)}" for word in words)
                    if number:
                        yield Code(f"{indent}{_INDENT * (deep - 1)}ELSE")
                    yield Code(f"{indent}{_INDENT * deep}IF({test})")
                    deep += 1
            yield Code(f"{indent}{_INDENT * deep}{rest}", *_comments(pieces[rest]))
        for level in range(deep - 1, -1, -1):
            yield Code(f"{indent}{_INDENT * level}END")
        yield Code(f"{indent}{_NEWLINE}")

    def _tag(self, tag: Field, name: str) -> str:
        if tag.kind == INTEGER:
            low, high, guessed = self._facts.ranges[tag.key]
            ends = (str(f(tag.numbers())) for f in (min, max)) if guessed else (self._end(low, 1), self._end(high, -1))
            return f"INT({','.join(ends)},{name})"
        return f"REGEX({_quoted(_either(vocabulary(tag)))}, {name})"

    # Fields

    def _element(self, number: int) -> str:
        field = self._fields[Key(number)]
        name = self._by_number[number]
        indices = self._stack[: field.dimensions]
        return name if field.is_count or not indices else f"{name}[{','.join(indices)}]"

    def _field(self, field: Field, stack: Sequence[str] | None) -> Remarked:
        """Return the command that reads a field, an element at the indices in ``stack``."""
        name = self.names.of[field.key]
        target = f"{name}[{','.join(stack)}]" if stack and not field.is_count else name
        remarks = self._remarks(field)
        if field.kind == WORD:
            return self._word(field, target, name, remarks)
        if field.kind == FLOAT:
            return self._float(field, target, name, remarks)
        limits = self._facts.ranges[field.key]
        low, high = self._end(limits.low, 1), self._end(limits.high, -1)
        guessed = self._guessed(field)
        order = self._facts.sorted.get(field.key)
        if order and stack and len(stack) == 1:
            index = stack[-1]
            least = f"{name}[{index}-1]" + ("+1" if order == "<" else "")
            rounds = self._rounds.get(index)
            if order == "<" and rounds is not None:
                high = f"{high}-({rounds}-1-{index})"  # so that there is room for those that follow
            text = f"IF({index} == 0) INT({low},{high},{target}) ELSE INT({least},{high},{target}) END"
            return Remarked(text, guessed, remarks)
        return Remarked(f"INT({low},{high},{target})", guessed, remarks)

    def _guessed(self, field: Field) -> tuple[str, ...]:
        """Return the name of a field if its range is guessed, with another that may be meant."""
        name, instead = self.names.of[field.key], self._facts.instead.get(field.key)
        if instead is not None:
            return (f"{name} (or {self._end(instead.low, 1)} to {self._end(instead.high, -1)})",)
        return (name,) if self._facts.ranges[field.key].guessed else ()

    def _remarks(self, field: Field) -> tuple[str, ...]:
        def named(match: re.Match[str]) -> str:
            number = int(match[1])
            return self._element(number) if match[2] else self._by_number.get(number, "?")

        remarks = [_NUMBERS.sub(named, each) for each in self._facts.remarks.get(field.key, ())]
        return tuple(f"{self.names.of[field.key]}: {remark}" for remark in remarks)

    def _float(self, field: Field, target: str, name: str, remarks: tuple[str, ...]) -> Remarked:
        limits = self._facts.ranges[field.key]
        low, high = self._end(limits.low, 0), self._end(limits.high, 0)
        guessed = (name,) if limits.guessed else ()
        places = decimals_of(field)
        if places is None:
            return Remarked(f"FLOAT({low},{high},{target})", guessed, remarks)
        least, most = places
        if least != most or len(field.cells) < 3:
            remarks = (*remarks, f"{name}: the numbers of decimals are guessed")
            least = 0
        else:
            remarks = (*remarks, f"{name}: always {most} {'decimal' if most == 1 else 'decimals'} in the samples")
        return Remarked(f"FLOATP({low},{high},{least},{most},{target})", guessed, remarks)

    def _word(self, field: Field, target: str, name: str, remarks: tuple[str, ...]) -> Remarked:
        tokens = field.tokens
        words = vocabulary(field)
        given = self._given_characters({*"".join(tokens)})
        if words and not given:
            more = f", or any of {_letters(words)}" if are_letters(words) else ""
            remarks = (*remarks, f"{name}: one of these words{more}")
            return Remarked(f"REGEX({_quoted(_either(words))}, {target})", (), remarks)
        characters, sure = (given, True) if given else _characters("".join(tokens))
        if not sure:
            remarks = (*remarks, f"{name}: which characters there are is guessed")
        lengths = [self._written(each) for each in lengths_given(field.cells, field.known)[:3]]
        if lengths:
            length, *others = [each for each in lengths if "?" not in each]
            sizes = {*map(len, tokens)}
            if len(sizes) == 1 and len(tokens) < _SURE:
                others.append(f"1 to {max(10, *sizes)}")
            if others:
                remarks = (*remarks, f"{name}: its length may also be {' or '.join(others)}")
            text = f"REGEX({_quoted(f'{characters}*')}, {target}) ASSERT(STRLEN({target}) == {length})"
            return Remarked(text, (), remarks)
        pattern = _pattern(tokens)
        if pattern is not None:
            return Remarked(f"REGEX({_quoted(pattern)}, {target})", (), remarks)
        sizes = {*map(len, tokens)}
        if sizes == {1}:
            return Remarked(f"REGEX({_quoted(characters)}, {target})", (), remarks)
        limits = self._facts.ranges[field.key]
        low, high = self._end(limits.low, 1), self._end(limits.high, -1)
        if limits.guessed and len(sizes) == 1 and len(tokens) >= 6:
            text = f"REGEX({_quoted(f'{characters}{{{min(sizes)}}}')}, {target})"
            return Remarked(text, (f"length of {name}",), remarks)
        if not (low + high).isdecimal():
            low_value, high_value = _value(limits.low, 1), _value(limits.high, -1)
            if low_value is None or high_value is None:
                size = f"STRLEN({target})"
                test = f"{low} <= {size} && {size} <= {high}"
                return Remarked(f"REGEX({_quoted(f'{characters}+')}, {target}) ASSERT({test})", (), remarks)
            low, high = str(low_value), str(high_value)
        guessed = (f"length of {name}",) if limits.guessed else ()
        return Remarked(f"REGEX({_quoted(f'{characters}{{{low},{high}}}')}, {target})", guessed, remarks)

    def _given_characters(self, found: set[str]) -> str:
        """Return a regular expression for the characters that the constraints give; empty if not all are there."""
        alphabet, symbols = self._constraints.alphabet, self._constraints.symbols
        if alphabet and all(re.fullmatch(alphabet, character) for character in found):
            return alphabet
        return _class({*symbols}) if found <= symbols and len(symbols) > 1 else ""

    # Expressions

    def _written(self, expression: Expression) -> str:
        return expression.written(self._by_number)

    def _end(self, end: End, strict_step: int) -> str:
        if end.bound is not None:
            text = self._bound(end.bound)
            if not end.bound.strict or not strict_step:
                return text
            value = _value(end, strict_step)
            return _number(value) if value is not None else f"{text}{strict_step:+d}"
        if end.tagged is not None:
            return self.names.of[end.tagged]
        if end.of < 0:
            return _number(end.value)
        name = self._element(end.of)
        return f"{name}{end.value:+d}" if end.value else name

    def _bound(self, bound: Bound) -> str:
        value = bound.value({})
        if value is not None:
            return _number(value)
        return re.sub(r"[A-Za-z][A-Za-z0-9]*", lambda match: self._named(match[0]), bound.text)

    def _named(self, name: str) -> str:
        key = self._given.get(name)
        return name if key is None else self._element(key.number)


def _characters(text: str) -> tuple[str, bool]:
    """Return a regular expression for the characters in words, and whether it isn't guessed."""
    found = {*text}
    often = len(text) >= _PER_CHARACTER * len(found) and len(text) >= 5
    letters = {character for character in found if character.isascii() and character.isalnum()}
    if found <= {*"01"} and len(text) > 1:
        return "[01]", True
    if len(found) <= _FEW_CHARACTERS and often and (found - letters or (text.isupper() and len(text) >= 8)):
        return _class(found), len(text) >= 20
    if len(found) <= 3 and len(text) >= 12:
        return _class(found), False
    if not (found - letters):
        return f"[{_letters(found)}]", False
    if letters and len(found) > 6:
        first = "]" if "]" in found else ""  # where it stands for itself
        return f"[{first}{_letters(found)}{_inner(found - letters - {first})}]", False
    return _class(found), len(text) >= 20


def _letters(found: Collection[str]) -> str:
    """Return the ranges of letters and digits that some characters are in, as in a bracket expression."""
    kinds = (("a-z", str.islower), ("A-Z", str.isupper), ("0-9", str.isdecimal))
    return "".join(text for text, is_kind in kinds if any(map(is_kind, found)))


def _value(end: End, strict_step: int) -> int | None:
    if end.bound is None:
        return end.value if end.of < 0 and end.tagged is None else None
    value = end.bound.value({})
    return None if value is None else value + (strict_step if end.bound.strict else 0)


def _comments(pieces: Sequence[Remarked]) -> tuple[tuple[str, ...], str]:
    remarks = tuple(remark for piece in pieces for remark in piece.remarks)
    guessed = list(dict.fromkeys(name for piece in pieces for name in piece.guessed))
    return remarks, f"guessed: {', '.join(guessed)}" if guessed else ""


def _uses(items: Sequence[Item], number: int) -> bool:
    for item in items:
        match item:
            case Repetition() if number in item.times.variables() or _uses(item.body, number):
                return True
            case Until() if _uses(item.body, number):
                return True
            case Line() if item.listing is not None and number in item.listing.times.variables():
                return True
    return False


def _number(value: int) -> str:
    """Return an integer as statements have it, such as 10^9, 2*10^5 or 2^31-1."""
    sign, size = ("-" if value < 0 else ""), abs(value)
    digits = str(size)
    zeros = len(digits) - len(digits.rstrip("0"))
    if size >= 10_000 and zeros >= 4 and len(digits) - zeros <= 2:
        head = digits[: len(digits) - zeros]
        return f"{sign}10^{zeros}" if head == "1" else f"{sign}{head}*10^{zeros}"
    bits = size.bit_length()
    if size >= 2**20 and size == 2 ** (bits - 1):
        return f"{sign}2^{bits - 1}"
    if value >= 2**20 and value + 1 == 2**bits:
        return f"2^{bits}-1"
    return str(value)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _either(words: Sequence[str]) -> str:
    if all(len(word) == 1 for word in words) and not are_letters(words):
        return _class({*words})
    return "|".join(
        re.sub(r"([^0-9A-Za-z_ ])", lambda match: _class({match[1]}) if match[1] != "^" else "\\^", word)
        for word in words
    )


def _class(characters: set[str]) -> str:
    """Return a bracket expression for some characters."""
    if characters == {"^"}:
        return "\\^"
    return f"[{_inner(characters)}]"


def _inner(characters: set[str]) -> str:
    first = "]" if "]" in characters else ""
    last = ("^" if "^" in characters else "") + ("-" if "-" in characters else "")
    return first + "".join(sorted(characters - {*"]^-"})) + last


def _pattern(tokens: Sequence[str]) -> str | None:
    """Return a regular expression for words that are built alike, such as 12:34, or None."""
    split = [*map(runs, tokens)]
    length = len(split[0])
    if length < 2 or len(split) < 2 or any(len(each) != length for each in split):
        return None
    parts: list[str] = []
    symbols = False
    for column in zip(*split, strict=True):
        first = column[0]
        if first.isalnum() and first.isascii():
            kinds = {("0-9" if each.isdecimal() else "a-z" if each.islower() else "A-Z") for each in column}
            if len(kinds) > 1:
                return None
            sizes = {*map(len, column)}
            least, most = min(sizes), max(sizes)
            parts.append(f"[{kinds.pop()}]" + (f"{{{least}}}" if least == most else f"{{1,{max(most, 10)}}}"))
        elif len({*column}) > 1:
            return None
        else:
            symbols = True
            parts.append(_class({first}))
    return "".join(parts) if symbols else None
