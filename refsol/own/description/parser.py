"""A description's text to its syntax tree: tokens, and from these the tree by recursive descent.

Operators bind as in checktestdata itself: ``^`` before a sign, a sign before ``* / %``, these before ``+ -``,
comparisons next; ``&&`` and ``||`` bind alike, from left to right, and ``!`` negates all that follows it, up to the
closing parenthesis.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from refsol.errors import InputError
from refsol.own.description import syntax
from refsol.own.description.values import FIXED, SCIENTIFIC, Datum, integer_in

MAX_DEPTH: Final = 50
"""How deeply blocks, parentheses and indices may be nested."""

_PLAIN: Final = ("SPACE", "NEWLINE", "EOF", "INT", "FLOAT", "FLOATP", "STRING", "REGEX", "ASSERT", "SET", "UNSET")
_OPENING: Final = ("REP", "REPI", "WHILE", "WHILEI", "IF")
_OTHERS: Final = ("ELSE", "END", "ISEOF", "MATCH", "UNIQUE", "INARRAY", "STRLEN", FIXED, SCIENTIFIC)
_WORDS: Final = sorted((*_PLAIN, *_OPENING, *_OTHERS), key=len, reverse=True)
_TOKEN: Final = re.compile(
    rb"(?P<skipped>[ \t\r\n]+|#[^\n]*)"
    rb"|(?P<word>" + "|".join(_WORDS).encode() + rb")"
    rb"|(?P<name>[a-z][a-z0-9]*)"
    rb"|(?P<decimal>[0-9]+(?:\.[0-9]*(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+))"
    rb"|(?P<integer>[0-9]+)"
    rb'|(?P<string>"(?:[^"\\]|\\.)*")'
    rb"|(?P<sign>&&|\|\||<=|>=|==|!=|[-+*/%^<>!=(),\[\]])",
    re.DOTALL,
)
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_ESCAPE: Final = re.compile(rb'\\([0-7]{1,3}|[ntrb"\\\n])')
_MEANING: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b'"': b'"', b"\\": b"\\", b"\n": b""}
_SHOWN: Final = 24  # characters of a token in an error

_EXPRESSIONS: Final = (syntax.Constant, syntax.Variable, syntax.Negation, syntax.Operation, syntax.Length)

_Found: TypeAlias = syntax.Expression | syntax.Condition
_Part = TypeVar("_Part")


def parse(text: bytes) -> syntax.Description:
    """Return the syntax tree of the ``text`` of a description. O(length).

    Raises ``InputError`` where it breaks the syntax, also if it is nested more than :data:`MAX_DEPTH` deep.
    """
    return syntax.Description(_Parser(text).block())


def parse_expression(text: bytes, place: syntax.Location | None = None) -> syntax.Expression:
    """Return the syntax tree of the ``text`` of an expression, all of which stands at a ``place`` if that is given.

    O(length). Raises ``InputError`` as :func:`parse`.
    """
    return _Parser(text, place).whole_expression()


class _Token(NamedTuple):
    """A token: its ``kind``, its ``text`` as written, its ``value`` if it is one, and its ``place``.

    The kinds are word, name, decimal, integer, string, sign and, behind all others, end.
    ``start`` is the index of its first byte in the description.
    """

    kind: str
    text: str
    value: Datum
    place: syntax.Location
    start: int


def _tokens_in(text: bytes) -> Iterator[_Token]:
    """Yield the tokens of a description, without white space and comments, and one for the end.

    A byte order mark is passed over. Raises ``InputError`` for anything that is no token.
    """
    offset = len(BOM_UTF8) if text.startswith(BOM_UTF8) else 0
    line, start = 1, offset  # of the line: its number, and where it starts
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        place = syntax.Location(line, offset - start + 1)
        if match is None or match.lastgroup is None:
            if text[offset : offset + 1] == b'"':
                raise InputError(*place, "a closing '\"'", "end of file")
            word = _WORD.match(text, offset)
            expected = ", or a name of lower-case letters and digits" if word else " or an expression"
            found = word[0] if word else text[offset : offset + 1]
            raise InputError(*place, f"a command{expected}", repr(found[:_SHOWN])[1:])
        written = match[0]
        if match.lastgroup != "skipped":
            yield _token(match.lastgroup, written, place, offset)
        offset = match.end()
        feeds = written.count(b"\n")
        if feeds:
            line += feeds
            start = match.start() + written.rindex(b"\n") + 1
    yield _Token("end", "", b"", syntax.Location(line, offset - start + 1), offset)


def _token(kind: str, written: bytes, place: syntax.Location, start: int) -> _Token:
    text = written.decode("latin-1")
    value: Datum = b""
    if kind in ("integer", "decimal"):
        if len(text) > 1 and text[0] == "0" and text[1].isdecimal():
            raise InputError(*place, "a number without leading zeros", ascii(text[:_SHOWN]))
        try:
            value = integer_in(text) if kind == "integer" else Decimal(text)
        except InvalidOperation:
            found = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
            raise InputError(*place, "a smaller number", ascii(found)) from None
    elif kind == "string":
        value = _ESCAPE.sub(lambda escape: _unescaped(escape[1], place), written[1:-1])
    return _Token(kind, text, value, place, start)


def _unescaped(escape: bytes, place: syntax.Location) -> bytes:
    if escape in _MEANING:
        return _MEANING[escape]
    code = int(escape, 8)
    if code > 0o377:
        raise InputError(*place, "octal escapes up to \\377", f"'\\{escape.decode()}'")
    return bytes([code])


class _Parser:
    def __init__(self, text: bytes, place: syntax.Location | None = None) -> None:
        self._text: Final = text
        tokens = list(_tokens_in(text))
        self._tokens: Final = tokens if place is None else [token._replace(place=place) for token in tokens]
        self._next = 0
        self._depth = 0

    # Tokens

    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _take(self) -> _Token:
        self._next += 1
        return self._tokens[self._next - 1]

    def _fail(self, expected: str) -> NoReturn:
        token = self._peek()
        found = "end of file" if token.kind == "end" else ascii(token.text[:_SHOWN])
        raise InputError(*token.place, expected, f"{found}..." if len(token.text) > _SHOWN else found)

    def _is_at(self, *texts: str) -> bool:
        return self._peek().text in texts

    def _passes(self, text: str) -> bool:
        is_next = self._is_at(text)
        self._next += is_next
        return is_next

    def _expect(self, text: str, instead: str = "") -> None:
        if not self._passes(text):
            self._fail(f"{instead}'{text}'")

    def _enclosed(self, part: Callable[[], _Part]) -> _Part:
        """Return a part that may contain others of its kind."""
        if self._depth == MAX_DEPTH:
            self._fail(f"at most {MAX_DEPTH} levels of nesting")
        self._depth += 1
        found = part()
        self._depth -= 1
        return found

    def _list(self, part: Callable[[], _Part]) -> Sequence[_Part]:
        parts = [part()]
        while self._passes(","):
            parts.append(part())
        return tuple(parts)

    # Commands

    def block(self, *ends: str, opened: _Token | None = None) -> syntax.Block:
        """Return the commands up to one of the ``ends`` of what was ``opened``, or up to the end of the file."""
        commands: list[syntax.Instruction] = []
        while not (self._is_at(*ends) if ends else self._peek().kind == "end"):
            if self._is_at(*_OPENING):
                commands.append(self._with_block())
            elif self._is_at(*_PLAIN):
                commands.append(self._without_block())
            else:
                what = f" for the {opened.text} at {opened.place.line}:{opened.place.column}" if opened else ""
                self._fail(" or ".join(("a command", *ends)) + what)
        return tuple(commands)

    def _without_block(self) -> syntax.Instruction:
        place, word = self._peek().place, self._take().text
        if word == "SPACE":
            return syntax.Text(place, syntax.Constant(place, b" "), "a space")
        if word == "NEWLINE":
            return syntax.Text(place, syntax.Constant(place, b"\n"), "a line feed")
        if word == "EOF":
            return syntax.EndOfInput(place)
        self._expect("(")
        command = self._with_arguments(word, place)
        self._expect(")", "',' or " if _may_continue(command) else "")
        return command

    def _with_arguments(self, word: str, place: syntax.Location) -> syntax.Instruction:
        if word == "INT":
            low, high = self._expression(), self._next_expression()
            ends = [end.value for end in (low, high) if isinstance(end, syntax.Constant) and isinstance(end.value, int)]
            if len(ends) == 2 and ends[0] > ends[1]:
                raise InputError(*place, "a range that isn't empty", f"{ends[0]}..{ends[1]}")
            return syntax.Integer(place, low, high, self._target())
        if word in ("FLOAT", "FLOATP"):
            low, high = self._expression(), self._next_expression()
            decimals = (self._next_expression(), self._next_expression()) if word == "FLOATP" else None
            target = self._target()
            return syntax.Float(place, low, high, decimals, target, self._notation() if target else None)
        if word == "STRING":
            return syntax.Text(place, self._value())
        if word == "REGEX":
            return syntax.Regex(place, self._value(), self._target())
        if word == "ASSERT":
            start = self._peek().start
            test = self._test()
            written = self._text[start : self._peek().start].decode("ascii", "backslashreplace")
            return syntax.Assert(place, test, " ".join(written.split()))
        if word == "SET":
            return syntax.Set(place, self._list(self._assignment))
        return syntax.Unset(place, self._list(self._name))

    def _with_block(self) -> syntax.Instruction:
        word = self._take()
        self._expect("(")
        index = None
        if word.text in ("REPI", "WHILEI"):
            index = self._variable()
            self._expect(",")
        if word.text in ("REP", "REPI"):
            count, separator = self._expression(), self._separator()
            return syntax.Repeat(word.place, index, separator, self._body(word, "END")[0], count)
        test = self._test()
        if word.text != "IF":
            return syntax.While(word.place, index, self._separator(), self._body(word, "END")[0], test)
        self._expect(")")
        body, end = self._body(word, "ELSE", "END")
        return syntax.If(word.place, test, body, self._body(word, "END")[0] if end == "ELSE" else ())

    def _separator(self) -> syntax.Instruction | None:
        separator = None
        if self._passes(","):
            if not self._is_at(*_PLAIN):
                self._fail("a command without a block")
            separator = self._without_block()
        self._expect(")")
        return separator

    def _body(self, opened: _Token, *ends: str) -> tuple[syntax.Block, str]:
        """Return the commands of the block that was ``opened``, and which of ``ends`` is behind them."""
        return self._enclosed(lambda: self.block(*ends, opened=opened)), self._take().text

    def _target(self) -> syntax.Variable | None:
        return self._variable() if self._passes(",") else None

    def _notation(self) -> str | None:
        if not self._passes(","):
            return None
        if not self._is_at(FIXED, SCIENTIFIC):
            self._fail(f"{FIXED} or {SCIENTIFIC}")
        return self._take().text

    def _assignment(self) -> syntax.Assignment:
        target = self._variable()
        self._expect("=")
        return syntax.Assignment(target.place, target, self._expression())

    def _name(self) -> str:
        if self._peek().kind != "name":
            self._fail("the name of a variable")
        return self._take().text

    def _variable(self) -> syntax.Variable:
        place, name = self._peek().place, self._name()
        indices: Sequence[syntax.Expression] = ()
        if self._passes("["):
            indices = self._enclosed(lambda: self._list(self._expression))
            self._expect("]", "',' or ")
        return syntax.Variable(place, name, indices)

    # Expressions and conditions: where a parenthesis opens, only what follows tells which of them it is.

    def _test(self) -> syntax.Condition:
        return self._as_test(self._connected())

    def _expression(self) -> syntax.Expression:
        return self._as_expression(self._sum())

    def whole_expression(self) -> syntax.Expression:
        """Return the expression, up to the end of the text."""
        found = self._expression()
        if self._peek().kind != "end":
            self._fail("the end of the expression")
        return found

    def _next_expression(self) -> syntax.Expression:
        self._expect(",")
        return self._expression()

    def _value(self) -> syntax.Expression:
        """Return a value: a string, a number, a variable or a function, but nothing computed by operators."""
        if self._peek().kind == "sign":
            self._fail("a string or a variable")
        return self._as_expression(self._primary())

    def _as_test(self, found: _Found) -> syntax.Condition:
        if isinstance(found, _EXPRESSIONS):
            self._fail("a comparison")
        return found

    def _as_expression(self, found: _Found) -> syntax.Expression:
        if not isinstance(found, _EXPRESSIONS):
            self._fail("an expression before this, not a test")
        return found

    def _connected(self) -> _Found:
        left = self._relation()
        while self._is_at("&&", "||"):
            token = self._take()
            left = syntax.Connection(token.place, token.text, self._as_test(left), self._as_test(self._relation()))
        return left

    def _relation(self) -> _Found:
        place = self._peek().place
        if self._passes("!"):
            return syntax.Not(place, self._enclosed(self._test))
        left = self._sum()
        if not self._is_at("<", "<=", ">", ">=", "==", "!="):
            return left
        operator = self._take()
        return syntax.Relation(operator.place, operator.text, self._as_expression(left), self._expression())

    def _sum(self) -> _Found:
        return self._chain("+-", lambda: self._chain("*/%", self._signed))

    def _chain(self, operators: str, operand: Callable[[], _Found]) -> _Found:
        left = operand()
        while self._is_at(*operators):
            operator = self._take()
            first, second = self._as_expression(left), self._as_expression(operand())
            left = syntax.Operation(operator.place, operator.text, first, second)
        return left

    def _signed(self) -> _Found:
        place = self._peek().place
        if self._passes("-"):
            return syntax.Negation(place, self._as_expression(self._enclosed(self._signed)))
        left = self._primary()
        while self._is_at("^"):
            operator = self._take()
            right = self._enclosed(self._signed) if self._is_at("-") else self._primary()
            first, second = self._as_expression(left), self._as_expression(right)
            left = syntax.Operation(operator.place, operator.text, first, second)
        return left

    def _primary(self) -> _Found:
        token = self._peek()
        if token.kind in ("integer", "decimal", "string"):
            return syntax.Constant(token.place, self._take().value)
        if token.kind == "name":
            return self._variable()
        if self._passes("ISEOF"):
            return syntax.Lookahead(token.place, None)
        if self._is_at("STRLEN", "MATCH", "UNIQUE", "INARRAY"):
            self._take()
            self._expect("(")
            found = self._enclosed(lambda: self._function(token.text, token.place))
        elif self._passes("("):
            found = self._enclosed(self._connected)
        else:
            self._fail("an expression")
        self._expect(")")
        return found

    def _function(self, word: str, place: syntax.Location) -> _Found:
        if word == "STRLEN":
            return syntax.Length(place, self._value())
        if word == "MATCH":
            return syntax.Lookahead(place, self._value())
        if word == "UNIQUE":
            return syntax.Unique(place, self._list(self._name))
        value = self._expression()
        self._expect(",")
        return syntax.InArray(place, value, self._name())


def _may_continue(command: syntax.Instruction) -> bool:
    if isinstance(command, syntax.Integer | syntax.Regex):
        return command.target is None
    if isinstance(command, syntax.Float):
        return command.notation is None
    return isinstance(command, syntax.Set | syntax.Unset)
