"""A description's text to its syntax tree, by recursive descent.

Operators bind as in checktestdata itself: ``^`` before a sign, a sign before ``* / %``, these before ``+ -``,
comparisons next; ``&&`` and ``||`` bind alike, from left to right, and ``!`` negates all that follows it, up to the
closing parenthesis.
"""

from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeVar

from refsol.descriptions.syntax import (
    FIXED,
    SCIENTIFIC,
    Assert,
    Assignment,
    AtEnd,
    Block,
    Both,
    Command,
    Comparison,
    Constant,
    Decimals,
    Description,
    Either,
    End,
    Expression,
    Float,
    If,
    InArray,
    Integer,
    Length,
    Match,
    Negation,
    Newline,
    Not,
    Operation,
    Place,
    Regex,
    Repeat,
    Set,
    Space,
    String,
    Test,
    Unique,
    Unset,
    Variable,
    While,
)
from refsol.descriptions.tokens import COMMANDS, Kind, Token, tokens_in
from refsol.errors import InputError

MAX_DEPTH: Final = 50
"""How deeply blocks, parentheses and indices may be nested."""

_EXPRESSIONS: Final = (Constant, Variable, Negation, Operation, Length)
_COMPARISONS: Final = ("<", "<=", ">", ">=", "==", "!=")
_SUMS: Final = ("+", "-")
_PRODUCTS: Final = ("*", "/", "%")
_CONNECTIVES: Final = ("&&", "||")
_OPENING: Final = ("REP", "REPI", "WHILE", "WHILEI", "IF")
_CLOSING: Final = ("ELSE", "END")

_Part = TypeVar("_Part")


def parse(text: bytes) -> Description:
    """Return the syntax tree of the ``text`` of a description. O(length).

    Raises ``InputError`` where it breaks the syntax, also if it is nested more than :data:`MAX_DEPTH` deep.
    """
    parser = _Parser(text, list(tokens_in(text)))
    commands = parser.block(frozenset())
    return Description(commands)


class _Parser:
    """The ``text`` of a description and its ``tokens``, of which those before a position have been read."""

    def __init__(self, text: bytes, tokens: Sequence[Token]) -> None:
        self._text: Final = text
        self._tokens: Final = tokens
        self._next = 0
        self._depth = 0

    # Tokens

    def _peek(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._tokens[self._next]
        self._next += 1
        return token

    def _word(self) -> tuple[str, Place]:
        token = self._take()
        return token.text, token.place

    def _fail(self, expected: str) -> NoReturn:
        token = self._peek()
        raise InputError(*token.place, expected, token.shown())

    def _is_at(self, *texts: str) -> bool:
        token = self._peek()
        return token.kind in (Kind.SIGN, Kind.WORD) and token.text in texts

    def _expect(self, text: str, instead: str = "") -> Place:
        if not self._is_at(text):
            self._fail(f"{instead}'{text}'")
        return self._take().place

    def _enclosed(self, part: Callable[[], _Part]) -> _Part:
        """Return a part that may contain others of its kind."""
        if self._depth == MAX_DEPTH:
            self._fail(f"at most {MAX_DEPTH} levels of nesting")
        self._depth += 1
        found = part()
        self._depth -= 1
        return found

    # Commands

    def block(self, ends: frozenset[str]) -> Block:
        """Return the commands up to one of ``ends``, or to the end of the file if there are none."""
        commands: list[Command] = []
        while not (self._is_at(*ends) if ends else self._peek().kind is Kind.END):
            if self._is_at(*_CLOSING) or not self._is_at(*COMMANDS):
                self._fail(" or ".join(("a command", *sorted(ends))))
            commands.append(self._command())
        return tuple(commands)

    def _command(self) -> Command:
        return self._opening() if self._is_at(*_OPENING) else self._plain_command()

    def _plain_command(self) -> Command:
        """Return a command that has no block, such as a separator."""
        if not self._is_at(*COMMANDS) or self._is_at(*_OPENING, *_CLOSING):
            self._fail("a command without a block")
        word, place = self._word()
        if word == "SPACE":
            return Space(place)
        if word == "NEWLINE":
            return Newline(place)
        if word == "EOF":
            return End(place)
        self._expect("(")
        command = self._with_arguments(word, place)
        self._expect(")", "',' or " if self._may_continue(command) else "")
        return command

    def _may_continue(self, command: Command) -> bool:
        match command:
            case Integer() | Regex():
                return command.target is None
            case Float():
                return command.notation is None
        return isinstance(command, Set | Unset)

    def _with_arguments(self, word: str, place: Place) -> Command:
        match word:
            case "INT":
                low, high = self._expression(), self._next_expression()
                return Integer(low, high, self._target(), place)
            case "FLOAT" | "FLOATP":
                low, high = self._expression(), self._next_expression()
                exact = word == "FLOATP"
                decimals = Decimals(self._next_expression(), self._next_expression()) if exact else None
                target = self._target()
                return Float(low, high, decimals, target, self._notation() if target else None, place)
            case "STRING":
                return String(self._value(), place)
            case "REGEX":
                return Regex(self._value(), self._target(), place)
            case "ASSERT":
                start = self._peek().start
                test = self._test()
                written = self._text[start : self._peek().start].decode("ascii", "backslashreplace")
                return Assert(test, " ".join(written.split()), place)
            case "SET":
                return Set(self._list(self._assignment), place)
        return Unset(self._list(self._name), place)

    def _opening(self) -> Command:
        """Return a command that has a block."""
        word, place = self._word()
        self._expect("(")
        index = self._variable() if word in ("REPI", "WHILEI") else None
        if index is not None:
            self._expect(",")
        if word in ("REP", "REPI"):
            count = self._expression()
            separator = self._separator()
            return Repeat(count, index, separator, self._body("END"), place)
        test = self._test()
        if word != "IF":
            separator = self._separator()
            return While(test, index, separator, self._body("END"), place)
        self._expect(")")
        body = self._enclosed(lambda: self.block(frozenset({"ELSE", "END"})))
        otherwise: Block = ()
        if self._take().text == "ELSE":
            otherwise = self._body("END")
        return If(test, body, otherwise, place)

    def _separator(self) -> Command | None:
        separator = None
        if self._is_at(","):
            self._take()
            separator = self._plain_command()
        self._expect(")")
        return separator

    def _body(self, end: str) -> Block:
        commands = self._enclosed(lambda: self.block(frozenset({end})))
        self._take()
        return commands

    def _target(self) -> Variable | None:
        if not self._is_at(","):
            return None
        self._take()
        return self._variable()

    def _notation(self) -> str | None:
        if not self._is_at(","):
            return None
        self._take()
        if not self._is_at(FIXED, SCIENTIFIC):
            self._fail(f"{FIXED} or {SCIENTIFIC}")
        return self._take().text

    def _assignment(self) -> Assignment:
        target = self._variable()
        self._expect("=")
        return Assignment(target, self._expression())

    def _list(self, part: Callable[[], _Part]) -> Sequence[_Part]:
        parts = [part()]
        while self._is_at(","):
            self._take()
            parts.append(part())
        return tuple(parts)

    def _name(self) -> str:
        if self._peek().kind is not Kind.NAME:
            self._fail("the name of a variable")
        return self._take().text

    def _variable(self) -> Variable:
        place = self._peek().place
        name = self._name()
        indices: Sequence[Expression] = ()
        if self._is_at("["):
            self._take()
            indices = self._enclosed(lambda: self._list(self._expression))
            self._expect("]", "',' or ")
        return Variable(name, indices, place)

    # Expressions and tests: where a parenthesis opens, only what follows tells which of them it is.

    def _test(self) -> Test:
        return self._as_test(self._either())

    def _expression(self) -> Expression:
        return self._as_expression(self._sum())

    def _next_expression(self) -> Expression:
        self._expect(",")
        return self._expression()

    def _value(self) -> Expression:
        """Return a value: a string, a number, a variable or a function, but nothing computed by operators."""
        if self._peek().kind is Kind.SIGN:
            self._fail("a string or a variable")
        return self._as_expression(self._primary())

    def _as_test(self, found: Expression | Test) -> Test:
        if isinstance(found, _EXPRESSIONS):
            self._fail("a comparison")
        return found

    def _as_expression(self, found: Expression | Test) -> Expression:
        if not isinstance(found, _EXPRESSIONS):
            self._fail("an expression before this, not a test")
        return found

    def _either(self) -> Expression | Test:
        left = self._comparison()
        while self._is_at(*_CONNECTIVES):
            operator = self._take().text
            first, second = self._as_test(left), self._as_test(self._comparison())
            left = Both(first, second) if operator == "&&" else Either(first, second)
        return left

    def _comparison(self) -> Expression | Test:
        if self._is_at("!"):
            self._take()
            return Not(self._enclosed(self._test))
        left = self._sum()
        if not self._is_at(*_COMPARISONS):
            return left
        operator, place = self._word()
        return Comparison(operator, self._as_expression(left), self._expression(), place)

    def _sum(self) -> Expression | Test:
        return self._chain(_SUMS, lambda: self._chain(_PRODUCTS, self._signed))

    def _signed(self) -> Expression | Test:
        if self._is_at("-"):
            place = self._take().place
            return Negation(self._as_expression(self._enclosed(self._signed)), place)
        return self._power()

    def _power(self) -> Expression | Test:
        left = self._primary()
        while self._is_at("^"):
            place = self._take().place
            right = self._enclosed(self._signed) if self._is_at("-") else self._primary()
            left = Operation("^", self._as_expression(left), self._as_expression(right), place)
        return left

    def _chain(self, operators: Sequence[str], operand: Callable[[], Expression | Test]) -> Expression | Test:
        left = operand()
        while self._is_at(*operators):
            operator, place = self._word()
            left = Operation(operator, self._as_expression(left), self._as_expression(operand()), place)
        return left

    def _primary(self) -> Expression | Test:
        token = self._peek()
        if token.kind in (Kind.INTEGER, Kind.DECIMAL, Kind.STRING):
            return Constant(self._take().value)
        if token.kind is Kind.NAME:
            return self._variable()
        if self._is_at("("):
            self._take()
            found = self._enclosed(self._either)
            self._expect(")")
            return found
        if self._is_at("ISEOF"):
            self._take()
            return AtEnd()
        if self._is_at("STRLEN", "MATCH", "UNIQUE", "INARRAY"):
            self._take()
            self._expect("(")
            found = self._enclosed(lambda: self._function(token.text, token.place))
            self._expect(")")
            return found
        return self._fail("an expression")

    def _function(self, word: str, place: Place) -> Expression | Test:
        match word:
            case "STRLEN":
                return Length(self._value(), place)
            case "MATCH":
                return Match(self._value(), place)
            case "UNIQUE":
                return Unique(self._list(self._name), place)
        value = self._expression()
        self._expect(",")
        return InArray(value, self._name(), place)
