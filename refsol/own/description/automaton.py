"""Extended regular expressions, as POSIX has them, over bytes: the longest match, in time linear in its length.

An expression is a tree. Whatever may follow a byte is again an expression, the derivative, and computing these while
reading makes a deterministic automaton of those states that are needed (J. Brzozowski, *Derivatives of regular
expressions*, Journal of the ACM 11, 1964). A repeated set of bytes, as in ``[a-z]{1,100}``, is read as one piece where
nothing that may follow could be mistaken for it, and rounds of which one can't be mistaken for another, as in
``([a-z]+ ){1,100}``, are counted. Otherwise each number of rounds is a separate state.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

_MOST_REPEATS: Final = 2**31 - 1
_DEPTH: Final = 50  # of parentheses
_MOST_STATES: Final = 2**14  # that are kept
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
    """A text is no extended regular expression; the message says why."""


@dataclass(frozen=True, slots=True)
class Special:
    """One of ``EMPTY_TEXT``, ``NO_TEXT`` and ``ANCHOR``, which are described there; ``name`` says which."""

    name: str


@dataclass(frozen=True, slots=True)
class Characters:
    """Matches one byte of the set ``allowed``."""

    allowed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Concatenation:
    """Matches ``first``, then ``rest``."""

    first: "RegexTree"
    rest: "RegexTree"


@dataclass(frozen=True, slots=True)
class Alternation:
    """Matches one of the ``options``, of which there are two or more."""

    options: frozenset["RegexTree"]


@dataclass(frozen=True, slots=True)
class Repetition:
    """Matches ``repeated`` from ``least`` to ``most`` times, without an upper limit if ``most`` is None."""

    repeated: "RegexTree"
    least: int
    most: int | None


RegexTree: TypeAlias = Special | Characters | Concatenation | Alternation | Repetition
"""A regular expression."""

_ALL: Final = range(256)
ANY: Final = Characters(frozenset(_ALL))
"""Matches any byte."""
EMPTY_TEXT: Final = Special("Empty")
"""Matches the empty text."""
NO_TEXT: Final = Special("Nothing")
"""Matches no text."""
ANCHOR: Final = Special("AtEnd")
"""Matches the empty text at the end of the input."""


# Making expressions. Equal languages often get equal expressions, so that the automaton has few states.


def concatenation(first: RegexTree, rest: RegexTree) -> RegexTree:
    """Return the expression for ``first``, then ``rest``. O(length of ``first``)."""
    if NO_TEXT in (first, rest):
        return NO_TEXT
    if first == EMPTY_TEXT:
        return rest
    if rest == EMPTY_TEXT:
        return first
    if isinstance(first, Concatenation):
        return Concatenation(first.first, concatenation(first.rest, rest))
    return Concatenation(first, rest)


def alternation(first: RegexTree, second: RegexTree) -> RegexTree:
    """Return the expression for ``first`` or ``second``. O(number of options)."""
    options: set[RegexTree] = set()
    for part in (first, second):
        options |= part.options if isinstance(part, Alternation) else {part}
    options.discard(NO_TEXT)
    sets = [part for part in options if isinstance(part, Characters)]
    if len(sets) > 1:
        options.difference_update(sets)
        options.add(Characters(frozenset().union(*(part.allowed for part in sets))))
    if len(options) > 1:
        return Alternation(frozenset(options))
    return options.pop() if options else NO_TEXT


def repetition(repeated: RegexTree, least: int, most: int | None) -> RegexTree:
    """Return the expression for ``least`` to ``most`` times ``repeated``. O(1)."""
    if most == 0 or repeated == EMPTY_TEXT:
        return EMPTY_TEXT
    if repeated == NO_TEXT:
        return NO_TEXT if least else EMPTY_TEXT
    if least == most == 1:
        return repeated
    return Repetition(repeated, least, most)


def sort_key(expression: RegexTree) -> str:
    """Return what an expression is sorted by, the same wherever it runs. O(length of the expression)."""
    match expression:
        case Characters():
            return repr(bytes(sorted(expression.allowed)))
        case Concatenation():
            return sort_key(expression.first) + sort_key(expression.rest)
        case Alternation():
            return f"({'|'.join(sorted(map(sort_key, expression.options)))})"
        case Repetition():
            return f"({sort_key(expression.repeated)}){{{expression.least},{expression.most}}}"
    return f"({expression.name})"


# What matches


def simplest_text(expression: RegexTree) -> bytes | None:
    """Return a short text of plain characters that matches an expression; None where it can't be said. O(length)."""
    match expression:
        case Characters():
            plain = [byte for byte in _PLAIN if byte in expression.allowed] or sorted(expression.allowed)
            return bytes(plain[:1]) or None
        case Concatenation():
            first, rest = simplest_text(expression.first), simplest_text(expression.rest)
            return None if first is None or rest is None else first + rest
        case Alternation():
            options = [simplest_text(option) for option in sorted(expression.options, key=sort_key)]
            return min((text for text in options if text is not None), key=len, default=None)
        case Repetition():
            repeated = b"" if expression.least == 0 else simplest_text(expression.repeated)
            return None if repeated is None else repeated * expression.least
    return b""


# Matching


def _may_end(expression: RegexTree, at_end: bool) -> bool:
    """Return whether an expression matches the empty text, at the end of the input or elsewhere."""
    match expression:
        case Special():
            return expression == EMPTY_TEXT or (expression == ANCHOR and at_end)
        case Concatenation():
            return _may_end(expression.first, at_end) and _may_end(expression.rest, at_end)
        case Alternation():
            return any(_may_end(option, at_end) for option in expression.options)
        case Repetition():
            return expression.least == 0 or _may_end(expression.repeated, at_end)
    return False


def _derivative(expression: RegexTree, byte: int) -> RegexTree:
    """Return what has to match after ``byte``."""
    match expression:
        case Characters():
            return EMPTY_TEXT if byte in expression.allowed else NO_TEXT
        case Concatenation():
            after = concatenation(_derivative(expression.first, byte), expression.rest)
            return (
                alternation(after, _derivative(expression.rest, byte)) if _may_end(expression.first, False) else after
            )
        case Alternation():
            found: RegexTree = NO_TEXT
            for option in expression.options:
                found = alternation(found, _derivative(option, byte))
            return found
        case Repetition():
            most = None if expression.most is None else expression.most - 1
            others = repetition(expression.repeated, max(0, expression.least - 1), most)
            return concatenation(_derivative(expression.repeated, byte), others)
    return NO_TEXT


def _bytes(expression: RegexTree, *, only_first: bool) -> frozenset[int]:
    """Return which bytes texts that match may have, or may begin with; all, where the end of the input matters."""
    match expression:
        case Characters():
            return expression.allowed
        case Concatenation():
            first = _bytes(expression.first, only_first=only_first)
            if only_first and not _may_end(expression.first, True):
                return first
            return first | _bytes(expression.rest, only_first=only_first)
        case Alternation():
            return frozenset().union(*(_bytes(option, only_first=only_first) for option in expression.options))
        case Repetition():
            return _bytes(expression.repeated, only_first=only_first)
    return ANY.allowed if expression == ANCHOR and not only_first else frozenset()


def _length(expression: RegexTree) -> int | None:
    """Return the length of all texts that match, or None if there are several or it isn't plain."""
    match expression:
        case Special():
            return 0 if expression == EMPTY_TEXT else None
        case Characters():
            return 1
        case Concatenation():
            first, rest = _length(expression.first), _length(expression.rest)
            return None if first is None or rest is None else first + rest
        case Alternation():
            lengths = {*map(_length, expression.options)}
            return lengths.pop() if len(lengths) == 1 else None
        case Repetition():
            once = _length(expression.repeated) if expression.least == expression.most else None
            return None if once is None else expression.least * once


def _has_plain_end(expression: RegexTree) -> bool:
    """Return whether it is plain that no text that matches begins with a shorter one that does, or with none."""
    if _length(expression):
        return True
    before: frozenset[int] = frozenset()
    while isinstance(expression, Concatenation):
        before |= _bytes(expression.first, only_first=False)
        expression = expression.rest
    return isinstance(expression, Characters) and not expression.allowed & before


class Pattern:
    """An extended regular expression ``text``, ready to be matched; ``expression`` is its tree.

    Raises :class:`PatternError` for a text that is none.
    """

    def __init__(self, text: bytes) -> None:
        self.text: Final = text
        self.expression: Final = _Parser(text).parse()
        self._states: Final[dict[RegexTree, _State]] = {}
        self._first: Final = _State(self.expression)

    def match(self, data: bytes, start: int) -> int | None:
        """Return where the longest match ends that starts at index ``start`` of ``data``, or None if there is none.

        O(bytes looked at) for an expression that has been used before.
        """
        return self._match(self._first, data, start)

    def matches_all(self, data: bytes) -> bool:
        """Return whether all of ``data`` matches. O(length) like :meth:`match`."""
        return self.match(data, 0) == len(data)

    def _match(self, state: "_State", data: bytes, start: int) -> int | None:
        """Return where the longest match ends that starts at index ``start`` in a ``state``, or None."""
        position, found = start, None
        while not state.is_dead:
            if state.run is not None or state.rounds is not None:
                ran = self._ran(state, data, position)
                if ran is None:
                    break
                position = ran
                state = state.after_run = state.after_run or self._state(state.rest)
            if state.may_end or (state.may_end_at_end and position == len(data)):
                found = position
            if position == len(data):
                break
            byte = data[position]
            after = state.after.get(byte)
            if after is None:
                after = state.after[byte] = self._state(_derivative(state.expression, byte))
            state = after
            position += 1
        return found

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
        position, done = start, 0
        once = self._state(rounds.repeated)
        while done != rounds.most and (end := self._match(once, data, position)) is not None:
            position = end
            done += 1
        return position if done >= rounds.least else None

    def _state(self, expression: RegexTree) -> "_State":
        state = self._states.get(expression)
        if state is None:
            if len(self._states) == _MOST_STATES:  # they know each other, so all of them have to go
                for known in (self._first, *self._states.values()):
                    known.after.clear()
                    known.after_run = None
                self._states.clear()
            state = self._states[expression] = _State(expression)
        return state


class _State:
    """A state of the automaton, in which ``expression`` has to match."""

    def __init__(self, expression: RegexTree) -> None:
        self.expression: Final = expression
        self.is_dead: Final = expression == NO_TEXT
        self.may_end: Final = _may_end(expression, False)
        self.may_end_at_end: Final = _may_end(expression, True)
        self.after: Final[dict[int, _State]] = {}
        first, self.rest = (
            (expression.first, expression.rest) if isinstance(expression, Concatenation) else (expression, EMPTY_TEXT)
        )
        self.run: re.Pattern[bytes] | None = None
        self.rounds: Repetition | None = None
        self.after_run: _State | None = None
        if isinstance(first, Repetition) and not _bytes(first, only_first=True) & _bytes(self.rest, only_first=True):
            if isinstance(first.repeated, Characters):
                bounds = f"{{{first.least},{'' if first.most is None else first.most}}}"
                self.run = re.compile(_as_set(first.repeated.allowed) + bounds.encode(), re.DOTALL)
            elif _has_plain_end(first.repeated):
                self.rounds = first


def _as_set(allowed: frozenset[int]) -> bytes:
    return b"[" + b"".join(b"\\x%02x" % byte for byte in sorted(allowed)) + b"]"


# Parsing


class _Parser:
    """Parses the ``text`` of an expression, from left to right."""

    def __init__(self, text: bytes) -> None:
        self._text: Final = text
        self._position = 0
        self._depth = 0

    def parse(self) -> RegexTree:
        """Return the expression. Raises :class:`PatternError`."""
        found = self._choice()
        if self._position < len(self._text):
            raise PatternError("')' without '('")
        return found

    def _next(self) -> bytes:
        return self._text[self._position : self._position + 1]

    def _take(self) -> bytes:
        self._position += 1
        return self._text[self._position - 1 : self._position]

    def _passes(self, token: bytes) -> bool:
        """Return whether a token is next, which is taken then."""
        is_next = self._text.startswith(token, self._position)
        self._position += len(token) * is_next
        return is_next

    def _choice(self) -> RegexTree:
        found = self._sequence()
        while self._passes(b"|"):
            found = alternation(found, self._sequence())
        return found

    def _sequence(self) -> RegexTree:
        parts: list[RegexTree] = []
        while self._next() not in (b"", b"|", b")"):
            is_anchor = self._next() in (b"^", b"$")
            part = self._atom(is_first=not parts)
            while self._next() in _REPEATING:
                if is_anchor:
                    raise PatternError(f"nothing to repeat before {_shown(self._next())}")
                part = repetition(part, *self._repeats())
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
        """Return the bytes of a class, of a range, or of a single character."""
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
