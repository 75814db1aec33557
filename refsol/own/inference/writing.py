"""Writes a description of inputs: to be read and edited, with comments on what is guessed."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.own.inference.constraints import Term
from refsol.own.inference.fields import INTEGER, WORD, GrammarField
from refsol.own.inference.grammar import Line, Loop, Part, Path, all_parts
from refsol.own.inference.naming import Names
from refsol.own.inference.ranges import Facts, number_text


class Code(NamedTuple):
    """A line of a description: its ``text``, indented, and ``comments`` above it; ``aside`` is a comment behind it."""

    text: str
    comments: tuple[str, ...] = ()
    aside: str = ""


class _Piece(NamedTuple):
    """The commands that read a field, what is ``guessed`` and ``remarks``."""

    text: str
    guessed: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class DescriptionWriter:
    """Writes descriptions of a grammar by the ``facts`` about its ``fields``, whose names may be ``given``.

    ``remarks`` are on the counts of loops and lists.
    """

    def __init__(
        self,
        fields: Mapping[Path, GrammarField],
        facts: Facts,
        given: Collection[Path],
        names: Names,
        remarks: Mapping[Path, tuple[str, ...]],
    ) -> None:
        self._fields: Final = fields
        self._names: Final = names
        self._facts: Final = facts
        self._given: Final = given
        self._paths: Final = {name: path for path, name in names.of.items()}
        self._remarks: Final = remarks
        self._index: Final[dict[Path, str]] = {}  # of loops and lists around
        self._known: Final = dict(names.of)

    def lines(self, parts: Sequence[Part], indent: str = "") -> Iterator[Code]:
        """Yield the lines that describe ``parts``."""
        for part in parts:
            yield from self._line(part, indent) if isinstance(part, Line) else self._loop(part, indent)

    def _loop(self, loop: Loop, indent: str) -> Iterator[Code]:
        index = self._names.indices[len(self._index)]
        if len(loop.body) == 1 or any(part.times and loop.path in part.times.fields for part in all_parts(loop.body)):
            self._index[loop.path] = self._known[loop.path] = index
        body = [*self.lines(loop.body, f"{indent}  ")]
        is_numbered = self._index.pop(loop.path, None) is not None
        is_used = is_numbered and any(re.search(rf"\b{index}\b", line.text) for line in body)
        if loop.times is not None:
            count = loop.times.written(self._known)
            head = f"REPI({index},{count})" if is_used else f"REP({count})"
        else:
            test = f'!MATCH("{loop.sentinel[0][0]}")' if loop.sentinel else "!ISEOF"
            head = f"WHILEI({index},{test})" if is_used else f"WHILE({test})"
        yield Code(f"{indent}{head}", self._remarks[loop.path])
        yield from body
        yield Code(f"{indent}END")
        if loop.sentinel:
            yield Code(f'{indent}STRING("{" ".join(loop.sentinel)}") NEWLINE')
        for path in self._facts.distinct:
            if path[:-2] == loop.path and len(loop.body) == 1 and not self._fields[path].is_listed:
                yield self._unique(path, indent)

    def _unique(self, path: Path, indent: str) -> Code:
        name = self._names.of[path]
        return Code(f"{indent}ASSERT(UNIQUE({name})){f' UNSET({name})' if indent else ''}")

    def _line(self, line: Line, indent: str) -> Iterator[Code]:
        fields = [self._fields[path] for path in line.fields() if path in self._fields]
        fixed = [field for field in fields if not field.is_listed]
        is_array = len(fixed) > 3 and not any(
            line.width or field.kind != INTEGER or field.is_count or field.path in self._given for field in fixed
        )
        pieces = [self._merged(fixed)] if is_array else [self._piece(field) for field in fixed]
        text = " SPACE ".join(piece.text for piece in pieces)
        remarks: tuple[str, ...] = ()
        if line.width and len(fields) > len(fixed):
            listed, remarks = self._list(line, fields[len(fixed) :])
            pieces += listed
            inner = " SPACE ".join(piece.text for piece in listed)
            if line.times is None:
                text = listed[0].text if fields[0].kind == WORD else f'WHILE(!MATCH("\\n"),SPACE) {inner} END'
            else:
                index = self._names.indices[len(self._index)]
                count = line.times.written(self._known)
                head = f"REPI({index},{count}" if re.search(rf"\b{index}\b", inner) else f"REP({count}"
                text = f"{text} {head}) SPACE {inner} END" if text else f"{head},SPACE) {inner} END"
        guessed = ", ".join(name for piece in pieces for name in piece.guessed if name)
        comments = (*self._remarks[line.path], *remarks, *(each for piece in pieces for each in piece.remarks))
        yield Code(f"{indent}{f'{text} ' * bool(text)}NEWLINE", comments, f"guessed: {guessed}" if guessed else "")
        for a, b in sorted(self._facts.unequal):
            if a[:-1] == line.path and not self._fields[a].is_listed:
                yield Code(f"{indent}ASSERT({self._element(a)} != {self._element(b)})")
        for field in fields:
            if field.is_listed and field.path in self._facts.distinct:
                yield self._unique(field.path, indent)

    def _merged(self, fields: Sequence[GrammarField]) -> _Piece:
        """Return a list instead of many fields of the same kind."""
        name, index = self._names.of[fields[0].path], self._names.indices[len(self._index)]
        indices = ",".join([*(self._index[path] for path in fields[0].indices), index])
        ranges = [self._facts.ranges[field.path] for field in fields]
        values = [(term.low.value({}), term.high.value({})) for term in ranges]
        low, high = min(low or 0 for low, _ in values), max(high or 0 for _, high in values)
        if any(term.high.names for term in ranges):
            high = max(max(field.numbers()) for field in fields)
        return _Piece(
            f"REPI({index},{len(fields)},SPACE) INT({low},{number_text(high)},{name}[{indices}]) END", (name,)
        )

    def _list(self, line: Line, fields: Sequence[GrammarField]) -> tuple[list[_Piece], tuple[str, ...]]:
        if line.times is None:
            field, name = fields[0], self._names.of[fields[0].path]
            if field.kind == WORD:
                most = 100
                while most < 2 * max(sum(len(cell.token) + 1 for cell in cells) for cells in field.groups()):
                    most *= 10
                piece = _Piece(f'REGEX("[^\\n]{{1,{most}}}", {name})', (f"length of {name}",))
            else:
                piece = self._piece(field)
            what = "words" if field.kind == WORD else "numbers"
            return [piece], (f"nothing found in the samples says how many {what} such a line has, or of which kinds",)
        self._index[line.path] = self._known[line.path] = self._names.indices[len(self._index)]
        pieces = [self._piece(field) for field in fields]
        del self._index[line.path]
        return pieces, ()

    # Fields

    def _element(self, path: Path) -> str:
        field, name = self._fields[path], self._names.of[path]
        indices = [self._index[each] for each in field.indices if each in self._index]
        return name if field.is_count or not indices else f"{name}[{','.join(indices)}]"

    def _piece(self, field: GrammarField) -> _Piece:
        target, name = self._element(field.path), self._names.of[field.path]
        low, high, guess = self._facts.ranges[field.path]
        remarks = tuple(f"{name}: {remark}" for remark in self._facts.remarks.get(field.path, ()))
        if field.kind == WORD:
            return self._word(field, target, remarks)
        if field.kind == INTEGER:
            return _Piece(f"INT({self._end(low, 1)},{self._end(high, -1)},{target})", (guess,), remarks)
        ends = f"{self._end(low, 0)},{self._end(high, 0)}"
        if any("e" in token.lower() for token in field.tokens):
            return _Piece(f"FLOAT({ends},{target})", (guess,), remarks)
        places = [len(token.partition(".")[2]) for token in field.tokens]
        least = min(places) if len({*places}) == 1 and len(places) > 2 else 0
        guesses = (guess, f"decimals of {name}")
        return _Piece(f"FLOATP({ends},{least},{max(places)},{target})", guesses, remarks)

    def _word(self, field: GrammarField, target: str, remarks: tuple[str, ...]) -> _Piece:
        name, words = self._names.of[field.path], sorted({*field.tokens})
        if field.lengths:
            length, *others = [self._names.of[path] for path in field.lengths]
            if others:
                remarks = (*remarks, f"{name}: its length may also be {' or '.join(others)}")
            characters, guess = _characters(name, "".join(words))
            text = f'REGEX("{characters}*", {target}) ASSERT(STRLEN({target}) == {length})'
            return _Piece(text, (guess,), remarks)
        if (
            1 < len(words) <= len(field.tokens) // 2
            and all(word.isalnum() for word in words)
            and max(map(len, words)) > 1
        ):
            return _Piece(f'REGEX("{"|".join(words)}", {target})', (f"words of {name}",), remarks)
        low, high, guess = self._facts.ranges[field.path]
        characters, other = _characters(name, "".join(field.tokens))
        if low.names or high.names:
            size = f"STRLEN({target})"
            test = f"{self._end(low, 1)} <= {size} && {size} <= {self._end(high, -1)}"
            return _Piece(f'REGEX("{characters}+", {target}) ASSERT({test})', (guess, other), remarks)
        least, most = low.value({}) or 0, high.value({}) or 0
        least, most = least + low.strict, most - high.strict
        bounds = "" if least == most == 1 else f"{{{least}}}" if least == most else f"{{{least},{most}}}"
        return _Piece(f'REGEX("{characters}{bounds}", {target})', (guess, other), remarks)

    def _end(self, term: Term, step: int) -> str:
        """Return the text of an end, ``step`` away if it is excluded."""
        value = term.value({})
        if value is not None:
            return number_text(value + step * term.strict)
        text = re.sub(r"[a-z]\w*", lambda match: self._element(self._paths[match[0]]), term.text)
        return f"{text}{step:+d}" if term.strict and step else text


def _characters(name: str, text: str) -> tuple[str, str]:
    """Return a regular expression for the characters of words called ``name``, and what is guessed of them."""
    found = {*text}
    is_plain = all(each.isascii() and each.isalnum() for each in found)
    is_digit = any(map(str.isdecimal, found)) and not found <= {*"01"}
    if len(found) < 6 and not is_digit and (not is_plain or found <= {*"01"} or len(text) >= 3 * len(found)):
        return _class(found), f"characters of {name}"
    kinds = (("a-z", str.islower), ("A-Z", str.isupper), ("0-9", str.isdecimal))
    ranges = "".join(kind for kind, is_kind in kinds if any(map(is_kind, (each for each in found if each.isascii()))))
    others = {each for each in found if not (each.isascii() and each.isalnum())}
    return _class(others, ranges), f"characters of {name}"


def _class(characters: set[str], ranges: str = "") -> str:
    """Return a bracket expression for ``characters`` and ``ranges`` of letters and digits."""
    if characters == {"^"} and not ranges:
        return "\\\\^"
    plain = "".join(sorted(characters - {*"]^-"})).replace("\\", "\\\\").replace('"', '\\"')
    return f"[{']' * (']' in characters)}{ranges}{plain}{'^' * ('^' in characters)}{'-' * ('-' in characters)}]"
