"""Extended regular expressions, as POSIX has them, over bytes: the longest match, in time linear in its length.

An expression is a tree. Whatever may follow a byte is again an expression, the derivative, and computing these while
reading makes a deterministic automaton of those states that are needed (J. Brzozowski, *Derivatives of regular
expressions*, Journal of the ACM 11, 1964). A repeated set of bytes, as in ``[a-z]{1,100}``, is read as one part where
nothing that may follow could be mistaken for it, and rounds of which one can't be mistaken for another, as in
``([a-z]+ ){1,100}``, are counted. Otherwise each number of rounds is a separate state.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

_ALL: Final = range(256)
_EMPTY: Final = "Empty"
_ANCHOR: Final = "AtEnd"
_MOST_REPEATS: Final = 2**31 - 1
_DEPTH: Final = 50  # of parentheses
_NESTING: Final = 160  # of repetitions in repetitions, and of what else a tree has of levels
_MOST_COMBINED: Final = 10**5  # numbers of rounds of repetitions in each other, all of them states of their own
_LONGEST: Final = 2**31 - 1  # bytes that a text must have
_PLAIN: Final = bytes([*range(ord("a"), ord("z") + 1), *range(ord("0"), ord("9") + 1), *range(ord("A"), ord("Z") + 1)])
_REPEATING: Final = (b"*", b"+", b"?", b"{")
_BOUNDS: Final = re.compile(rb"([0-9]{1,10})(,([0-9]{1,10})?)?\}")
_CLASSES: Final[Mapping[bytes, bytes]] = {
    b"alpha": rb"A-Za-z",
    b"digit": rb"0-9",
    b"alnum": rb"A-Za-z0-9",
    b"upper": rb"A-Z",
    b"lower": rb"a-z",
    b"space": rb" \t-\r",
    b"blank": rb" \t",
    b"punct": rb"!-/:-@\[-`{-~",
    b"print": rb" -~",
    b"graph": rb"!-~",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"xdigit": rb"0-9A-Fa-f",
}


class PatternError(ValueError):
    """A text is no extended regular expression, or one that is too large; the message says why."""


class _Tree:
    """A regular expression and what is known of it. It is equal to itself only: equal ones are made once, see below.

    ``ends`` is whether it matches the empty text, ``ends_at_end`` whether it does so at the end of the input. Texts
    that match have the bytes ``inside`` and begin with one of ``begins``, sets of bits; where the end of the input
    matters, they may have all. They have at ``least`` this many bytes, and at most ``longest``, or it
    is None, as where that isn't plain. ``depth`` is the number of levels of the tree.
    """

    __slots__ = ("__weakref__", "begins", "depth", "ends", "ends_at_end", "inside", "least", "longest")

    def __init__(
        self, ends: bool, ends_at_end: bool, begins: int, inside: int, least: int, longest: int | None, depth: int
    ) -> None:
        self.ends: Final = ends
        self.ends_at_end: Final = ends_at_end
        self.begins: Final = begins
        self.inside: Final = inside
        self.least: Final = least
        self.longest: Final = longest
        self.depth: Final = depth


class Special(_Tree):
    """One of ``EMPTY_TEXT``, ``NO_TEXT`` and ``ANCHOR``, which are described there; ``name`` says which."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name: Final = name
        is_empty, is_anchor = name == _EMPTY, name == _ANCHOR
        inside = (1 << len(_ALL)) - 1 if is_anchor else 0
        super().__init__(is_empty, is_empty or is_anchor, 0, inside, 0, None if is_anchor else 0, 1)


class Characters(_Tree):
    """Matches one byte of the set ``allowed``."""

    __slots__ = ("allowed",)

    def __init__(self, allowed: frozenset[int]) -> None:
        self.allowed: Final = allowed
        bits = sum(1 << byte for byte in allowed)
        super().__init__(False, False, bits, bits, 1, 1, 1)


class Concatenation(_Tree):
    """Matches ``first``, which is no concatenation, then ``rest``."""

    __slots__ = ("first", "rest")

    def __init__(self, first: "RegexTree", rest: "RegexTree") -> None:
        self.first: Final = first
        self.rest: Final = rest
        super().__init__(
            first.ends and rest.ends,
            first.ends_at_end and rest.ends_at_end,
            first.begins | rest.begins if first.ends_at_end else first.begins,
            first.inside | rest.inside,
            first.least + rest.least,
            None if first.longest is None or rest.longest is None else first.longest + rest.longest,
            max(first.depth + 1, rest.depth),
        )


class Alternation(_Tree):
    """Matches one of the ``options``, of which there are two or more."""

    __slots__ = ("options",)

    def __init__(self, options: "frozenset[RegexTree]") -> None:
        self.options: Final = options
        lengths = [option.longest for option in options if option.longest is not None]
        super().__init__(
            any(option.ends for option in options),
            any(option.ends_at_end for option in options),
            reduce(or_, (option.begins for option in options)),
            reduce(or_, (option.inside for option in options)),
            min(option.least for option in options),
            max(lengths) if len(lengths) == len(options) else None,
            1 + max(option.depth for option in options),
        )


class Repetition(_Tree):
    """Matches ``repeated`` from ``least_rounds`` to ``most`` times, without an upper limit if ``most`` is None."""

    __slots__ = ("least_rounds", "most", "repeated")

    def __init__(self, repeated: "RegexTree", least_rounds: int, most: int | None) -> None:
        self.repeated: Final = repeated
        self.least_rounds: Final = least_rounds
        self.most: Final = most
        super().__init__(
            least_rounds == 0 or repeated.ends,
            least_rounds == 0 or repeated.ends_at_end,
            repeated.begins,
            repeated.inside,
            least_rounds * repeated.least,
            None if repeated.longest is None or most is None else most * repeated.longest,
            repeated.depth + 1,
        )


RegexTree: TypeAlias = Special | Characters | Concatenation | Alternation | Repetition
"""A regular expression."""

ANY: Final = Characters(frozenset(_ALL))
"""Matches any byte."""
EMPTY_TEXT: Final = Special(_EMPTY)
"""Matches the empty text."""
NO_TEXT: Final = Special("Nothing")
"""Matches no text."""
ANCHOR: Final = Special(_ANCHOR)
"""Matches the empty text at the end of the input."""


# Making expressions. Equal languages often get equal expressions, so that the automaton has few states. What is made of
# the same parts is the same object, so that comparing trees, and looking for them, visits nothing.

_sets: Final = WeakValueDictionary[frozenset[int], Characters]()
_pairs: Final = WeakValueDictionary["tuple[RegexTree, RegexTree]", Concatenation]()
_choices: Final = WeakValueDictionary["frozenset[RegexTree]", Alternation]()
_repeated: Final = WeakValueDictionary["tuple[RegexTree, int, int | None]", Repetition]()


def concatenation(first: RegexTree, rest: RegexTree) -> RegexTree:
    """Return the expression for ``first``, then ``rest``. O(length of ``first``)."""
    if NO_TEXT in (first, rest):
        return NO_TEXT
    if first is EMPTY_TEXT:
        return rest
    if rest is EMPTY_TEXT:
        return first
    for part in reversed([*parts_of(first)]):
        key = part, rest
        rest = _pairs.get(key) or _pairs.setdefault(key, Concatenation(*key))
    return rest


def parts_of(expression: RegexTree) -> Iterator[RegexTree]:
    """Yield what an expression is the concatenation of: itself, if it is none. O(1) for each."""
    while isinstance(expression, Concatenation):
        yield expression.first
        expression = expression.rest
    yield expression


def alternation(parts: Iterable[RegexTree]) -> RegexTree:
    """Return the expression for one of ``parts``. O(number of options)."""
    options: set[RegexTree] = set()
    for part in parts:
        if isinstance(part, Alternation):
            options |= part.options
        else:
            options.add(part)
    options.discard(NO_TEXT)
    sets = [part for part in options if isinstance(part, Characters)]
    if len(sets) > 1:
        options.difference_update(sets)
        allowed = frozenset().union(*(part.allowed for part in sets))
        options.add(_sets.get(allowed) or _sets.setdefault(allowed, Characters(allowed)))
    if len(options) > 1:
        key = frozenset(options)
        return _choices.get(key) or _choices.setdefault(key, Alternation(key))
    return options.pop() if options else NO_TEXT


def repetition(repeated: RegexTree, least: int, most: int | None) -> RegexTree:
    """Return the expression for ``least`` to ``most`` times ``repeated``."""
    if most == 0 or repeated is EMPTY_TEXT:
        return EMPTY_TEXT
    if repeated is NO_TEXT:
        return NO_TEXT if least else EMPTY_TEXT
    if least == most == 1:
        return repeated
    key = repeated, least, most
    return _repeated.get(key) or _repeated.setdefault(key, Repetition(*key))


def sort_key(expression: RegexTree) -> str:
    """Return what an expression is sorted by, the same wherever it runs. O(length of the expression)."""
    if isinstance(expression, Characters):
        return repr(bytes(sorted(expression.allowed)))
    if isinstance(expression, Concatenation):
        return "".join(map(sort_key, parts_of(expression)))
    if isinstance(expression, Alternation):
        return f"({'|'.join(sorted(map(sort_key, expression.options)))})"
    if isinstance(expression, Repetition):
        return f"({sort_key(expression.repeated)}){{{expression.least_rounds},{expression.most}}}"
    return f"({expression.name})"


# What matches


def simplest_text(expression: RegexTree) -> bytes | None:
    """Return a short text of plain characters that matches an expression; None where it can't be said. O(length)."""
    if isinstance(expression, Characters):
        plain = [byte for byte in _PLAIN if byte in expression.allowed] or sorted(expression.allowed)
        return bytes(plain[:1]) or None
    if isinstance(expression, Concatenation):
        found = [simplest_text(part) for part in parts_of(expression)]
        texts = [text for text in found if text is not None]
        return b"".join(texts) if len(texts) == len(found) else None
    if isinstance(expression, Alternation):
        options = [simplest_text(option) for option in sorted(expression.options, key=sort_key)]
        return min((text for text in options if text is not None), key=len, default=None)
    if isinstance(expression, Repetition):
        repeated = b"" if expression.least_rounds == 0 else simplest_text(expression.repeated)
        return None if repeated is None else repeated * expression.least_rounds
    return b""


# Matching


def _has_plain_end(expression: RegexTree) -> bool:
    """Return whether it is plain that no text that matches begins with a shorter one that does, or with none."""
    if expression.longest and expression.longest == expression.least:
        return True
    before = 0
    while isinstance(expression, Concatenation):
        before |= expression.first.inside
        expression = expression.rest
    return isinstance(expression, Characters) and not expression.inside & before


class Pattern:
    """An extended regular expression ``text``, ready to be matched; ``expression`` is its tree.

    Raises :class:`PatternError` for a text that is none, and for one that is too large: what matches has more than
    2³¹ - 1 bytes, or rounds of repetitions in each other have more than 100,000 combinations to be told apart.
    """

    def __init__(self, text: bytes) -> None:
        self.text: Final = text
        self.expression: Final = _Parser(text).parse()
        self._derivatives: Final[dict[tuple[RegexTree, int], RegexTree]] = {}
        self._states: Final[dict[RegexTree, _State]] = {}
        self._first: Final = _State(self.expression)

    def match(self, data: bytes, start: int) -> int | None:
        """Return where the longest match ends that starts at ``start`` in ``data``, or None. O(bytes looked at)."""
        return self._match(self._first, data, start)

    def matches_all(self, data: bytes) -> bool:
        """Return whether all of ``data`` matches. O(length) like :meth:`match`."""
        return self.match(data, 0) == len(data)

    def _match(self, state: "_State", data: bytes, start: int) -> int | None:
        """Return where the longest match ends that starts at index ``start`` in a ``state``, or None."""
        offset, found = start, None
        while not state.is_dead:
            if state.run is not None or state.rounds is not None:
                ran = self._ran(state, data, offset)
                if ran is None:
                    break
                offset = ran
                state = state.after_run = state.after_run or self._state(state.rest)
            if state.may_end or (state.may_end_at_end and offset == len(data)):
                found = offset
            if offset == len(data):
                break
            byte = data[offset]
            after = state.after.get(byte)
            if after is None:
                after = state.after[byte] = self._state(self._derivative(state.expression, byte))
            state = after
            offset += 1
        return found

    def _derivative(self, expression: RegexTree, byte: int) -> RegexTree:
        if not expression.begins >> byte & 1:
            return NO_TEXT
        if isinstance(expression, Characters):
            return EMPTY_TEXT
        key = expression, byte
        found = self._derivatives.get(key)
        if found is None:
            if len(self._derivatives) == 2**18:
                self._derivatives.clear()
            found = self._derivatives[key] = self._new_derivative(expression, byte)
        return found

    def _new_derivative(self, expression: RegexTree, byte: int) -> RegexTree:
        if isinstance(expression, Concatenation):
            return alternation(self._derivatives_of_parts(expression, byte))
        if isinstance(expression, Alternation):
            return alternation([self._derivative(option, byte) for option in expression.options])
        if isinstance(expression, Repetition):
            most = None if expression.most is None else expression.most - 1
            others = repetition(expression.repeated, max(0, expression.least_rounds - 1), most)
            return concatenation(self._derivative(expression.repeated, byte), others)
        return NO_TEXT

    def _derivatives_of_parts(self, expression: RegexTree, byte: int) -> Iterator[RegexTree]:
        """Yield what has to match after ``byte`` if that belongs to the first part, to the second, and so on."""
        while isinstance(expression, Concatenation):
            yield concatenation(self._derivative(expression.first, byte), expression.rest)
            if not expression.first.ends:
                return
            expression = expression.rest
            known = self._derivatives.get((expression, byte))
            if known is not None:
                yield known
                return
        yield self._derivative(expression, byte)

    def _ran(self, state: "_State", data: bytes, start: int) -> int | None:
        """Return where the repetition ends with which a ``state`` begins, or None if there are too few rounds.

        It ends where it begins if it is none that can be read as one piece.
        """
        if state.run is not None:
            ran = state.run.match(data, start)
            return None if ran is None else ran.end()
        rounds = state.rounds
        if rounds is None:
            return start
        offset, done = start, 0
        once = self._state(rounds.repeated)
        while done != rounds.most and (end := self._match(once, data, offset)) is not None:
            offset = end
            done += 1
        return offset if done >= rounds.least_rounds else None

    def _state(self, expression: RegexTree) -> "_State":
        state = self._states.get(expression)
        if state is None:
            if len(self._states) == 2**14:  # they know each other, so all of them have to go
                for known in (self._first, *self._states.values()):
                    known.after.clear()
                    known.after_run = None
                self._states.clear()
                self._derivatives.clear()
            state = self._states[expression] = _State(expression)
        return state


class _State:
    def __init__(self, expression: RegexTree) -> None:
        self.expression: Final = expression
        self.is_dead: Final = expression is NO_TEXT
        self.may_end: Final = expression.ends
        self.may_end_at_end: Final = expression.ends_at_end
        self.after: Final[dict[int, _State]] = {}
        first, self.rest = (
            (expression.first, expression.rest) if isinstance(expression, Concatenation) else (expression, EMPTY_TEXT)
        )
        self.run: re.Pattern[bytes] | None = None
        self.rounds: Repetition | None = None
        self.after_run: _State | None = None
        if isinstance(first, Repetition) and not first.begins & self.rest.begins:
            if isinstance(first.repeated, Characters):
                bounds = f"{{{first.least_rounds},{'' if first.most is None else first.most}}}"
                allowed = b"".join(b"\\x%02x" % byte for byte in sorted(first.repeated.allowed))
                self.run = re.compile(b"[" + allowed + b"]" + bounds.encode(), re.DOTALL)
            elif _has_plain_end(first.repeated):
                self.rounds = first


# Parsing


def _combined(expression: RegexTree) -> tuple[int, int]:
    """Return how many levels of repetitions in each other have rounds that are states, and their combinations."""
    if isinstance(expression, Concatenation | Alternation):
        parts = expression.options if isinstance(expression, Alternation) else parts_of(expression)
        levels_of, combinations_of = zip(*map(_combined, parts), strict=True)
        return max(levels_of), max(combinations_of)
    if isinstance(expression, Repetition):
        levels, combinations = _combined(expression.repeated)
        rounds = expression.most or expression.least_rounds
        if rounds > 1 and not _has_plain_end(expression.repeated):
            return levels + 1, combinations * rounds
        return levels, combinations
    return 0, 1


class _Parser:
    def __init__(self, text: bytes) -> None:
        self._text: Final = text
        self._position = 0
        self._depth = 0

    def parse(self) -> RegexTree:
        found = self._choice()
        if self._position < len(self._text):
            raise PatternError("')' without '('")
        if found.least > _LONGEST:
            raise PatternError(f"no match of at most {_LONGEST} bytes")
        return found

    def _next(self) -> bytes:
        return self._text[self._position : self._position + 1]

    def _take(self) -> bytes:
        self._position += 1
        return self._text[self._position - 1 : self._position]

    def _passes(self, token: bytes) -> bool:
        is_next = self._text.startswith(token, self._position)
        self._position += len(token) * is_next
        return is_next

    def _choice(self) -> RegexTree:
        options = [self._sequence()]
        while self._passes(b"|"):
            options.append(self._sequence())
        return alternation(options)

    def _sequence(self) -> RegexTree:
        parts: list[RegexTree] = []
        while self._next() not in (b"", b"|", b")"):
            is_anchor = self._next() in (b"^", b"$")
            part = self._atom(is_first=not parts)
            while self._next() in _REPEATING:
                if is_anchor:
                    raise PatternError(f"nothing to repeat before {_shown(self._next())}")
                part = repetition(part, *self._repeats())
                if part.depth > _NESTING:
                    raise PatternError(f"repetitions in more than {_NESTING} levels")
                levels, combinations = _combined(part)
                if levels > 1 and combinations > _MOST_COMBINED:
                    raise PatternError(
                        f"repetitions in each other with more than {_MOST_COMBINED} combinations of rounds"
                    )
            parts.append(part)
        found: RegexTree = EMPTY_TEXT
        for part in reversed(parts):
            found = concatenation(part, found)
        return found

    def _atom(self, is_first: bool) -> RegexTree:
        character = self._take()
        if character == b"(":
            if self._depth == _DEPTH:
                raise PatternError(f"more than {_DEPTH} levels of parentheses")
            self._depth += 1
            found = self._choice()
            self._depth -= 1
            if self._take() != b")":
                raise PatternError("'(' without ')'")
            return found
        if character == b"[":
            return self._bracketed()
        if character == b".":
            return ANY
        if character == b"$":
            return ANCHOR
        if character == b"^":
            if is_first and self._depth == 0:
                return EMPTY_TEXT
            raise PatternError("'^' stands only at the beginning")
        if character in _REPEATING:
            raise PatternError(f"nothing to repeat before {_shown(character)}")
        if character == b"\\":
            character = self._take()
            if not character or character.isalnum():
                raise PatternError(f"a backslash before {_shown(character) if character else 'the end'}")
        return Characters(frozenset(character))

    def _repeats(self) -> tuple[int, int | None]:
        sign = self._take()
        if sign != b"{":
            return {b"*": (0, None), b"+": (1, None), b"?": (0, 1)}[sign]
        written = _BOUNDS.match(self._text, self._position)
        if written is None:
            raise PatternError("'{' without bounds such as 3, 3, or 3,5 and '}'")
        self._position = written.end()
        least = int(written[1])
        most = least if written[2] is None else int(written[3]) if written[3] else None
        if max(least, most or 0) > _MOST_REPEATS or (most is not None and most < least):
            raise PatternError(f"bounds {_shown(written[0][:-1])} that are not in order, or beyond {_MOST_REPEATS}")
        return least, most

    def _bracketed(self) -> RegexTree:
        negated = self._passes(b"^")
        allowed = self._members()
        while not self._passes(b"]"):
            allowed |= self._members()
        return Characters(ANY.allowed - allowed if negated else allowed)

    def _members(self) -> frozenset[int]:
        if self._passes(b"[:"):
            name, end, _ = self._text[self._position :].partition(b":]")
            if not end or name not in _CLASSES:
                raise PatternError(f"{_shown(b'[:')} without the name of a class and ':]'")
            self._position += len(name) + len(end)
            return frozenset(found[0] for found in re.findall(b"[" + _CLASSES[name] + b"]", bytes(_ALL)))
        low = high = self._member()
        if self._next() == b"-" and self._text[self._position + 1 : self._position + 2] not in (b"]", b""):
            self._take()
            high = self._member()
            if high < low:
                raise PatternError(f"a range from {_shown(bytes([low]))} down to {_shown(bytes([high]))}")
        return frozenset(range(low, high + 1))

    def _member(self) -> int:
        for opening, closing in ((b"[.", b".]"), (b"[=", b"=]")):
            if self._passes(opening):
                character = self._take()
                if not self._passes(closing):
                    raise PatternError(f"{_shown(opening)} without a character and {_shown(closing)}")
                return character[0]
        character = self._take()
        if not character:
            raise PatternError("'[' without ']'")
        return character[0]


def _shown(text: bytes) -> str:
    return repr(text)[1:]
