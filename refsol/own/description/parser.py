"""A description's text to its syntax tree, by recursive descent.

Operators bind as in checktestdata itself: ``^`` before a sign, a sign before ``* / %``, these before ``+ -``,
comparisons next; ``&&`` and ``||`` bind alike, from left to right, and ``!`` negates all that follows it, up to the
closing parenthesis.
"""

from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeVar

from refsol.errors import InputError
from refsol.own.description.syntax import (
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
    Not,
    Operation,
    Part,
    Place,
    Regex,
    Repeat,
    Set,
    Test,
    Text,
    Unique,
    Unset,
    Variable,
    While,
)
from refsol.own.description.tokens import OPENING, PLAIN, Token, tokens_in

MAX_DEPTH: Final = 50
"""How deeply blocks, parentheses and indices may be nested."""

_EXPRESSIONS: Final = (Constant, Variable, Negation, Operation, Length)
_COMPARISONS: Final = ("<", "<=", ">", ">=", "==", "!=")

_Part = TypeVar("_Part")


def parse(text: bytes) -> Description:
    """Return the syntax tree of the ``text`` of a description. O(length).

    Raises ``InputError`` where it breaks the syntax, also if it is nested more than :data:`MAX_DEPTH` deep.
    """
    return Description(_Parser(text, list(tokens_in(text))).block())


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
        self._next += 1
        return self._tokens[self._next - 1]

    def _fail(self, expected: str) -> NoReturn:
        token = self._peek()
        raise InputError(*token.place, expected, token.shown())

    def _is_at(self, *texts: str) -> bool:
        return self._peek().text in texts

    def _passes(self, text: str) -> bool:
        """Return whether a token is next, which is taken then."""
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

    def block(self, *ends: str) -> Block:
        """Return the commands up to one of ``ends``, or to the end of the file if there are none."""
        commands: list[Command] = []
        while not (self._is_at(*ends) if ends else self._peek().kind == "end"):
            if self._is_at(*OPENING):
                commands.append(self._opening())
            elif self._is_at(*PLAIN):
                commands.append(self._plain())
            else:
                self._fail(" or ".join(("a command", *ends)))
        return tuple(commands)

    def _plain(self) -> Command:
        """Return a command that has no block, such as a separator."""
        if not self._is_at(*PLAIN):
            self._fail("a command without a block")
        place, word = self._peek().place, self._take().text
        match word:
            case "SPACE":
                return Text(place, Constant(place, b" "), "a space")
            case "NEWLINE":
                return Text(place, Constant(place, b"\n"), "a line feed")
            case "EOF":
                return End(place)
        self._expect("(")
        command = self._with_arguments(word, place)
        self._expect(")", "',' or " if _may_continue(command) else "")
        return command

    def _with_arguments(self, word: str, place: Place) -> Command:
        match word:
            case "INT":
                return Integer(place, self._expression(), self._next_expression(), self._target())
            case "FLOAT" | "FLOATP":
                low, high = self._expression(), self._next_expression()
                exact = word == "FLOATP"
                decimals = Decimals(self._next_expression(), self._next_expression()) if exact else None
                target = self._target()
                return Float(place, low, high, decimals, target, self._notation() if target else None)
            case "STRING":
                return Text(place, self._value())
            case "REGEX":
                return Regex(place, self._value(), self._target())
            case "ASSERT":
                start = self._peek().start
                test = self._test()
                written = self._text[start : self._peek().start].decode("ascii", "backslashreplace")
                return Assert(place, test, " ".join(written.split()))
            case "SET":
                return Set(place, self._list(self._assignment))
        return Unset(place, self._list(self._name))

    def _opening(self) -> Command:
        """Return a command that has a block."""
        word = self._take()
        self._expect("(")
        index = None
        if word.text in ("REPI", "WHILEI"):
            index = self._variable()
            self._expect(",")
        if word.text in ("REP", "REPI"):
            count = self._expression()
            return Repeat(word.place, index, self._separator(), self._body("END")[0], count)
        test = self._test()
        if word.text != "IF":
            return While(word.place, index, self._separator(), self._body("END")[0], test)
        self._expect(")")
        body, end = self._body("ELSE", "END")
        return If(word.place, test, body, self._body("END")[0] if end == "ELSE" else ())

    def _separator(self) -> Command | None:
        separator = self._plain() if self._passes(",") else None
        self._expect(")")
        return separator

    def _body(self, *ends: str) -> tuple[Block, str]:
        """Return the commands of a block, and which of ``ends`` is behind them."""
        return self._enclosed(lambda: self.block(*ends)), self._take().text

    def _target(self) -> Variable | None:
        return self._variable() if self._passes(",") else None

    def _notation(self) -> str | None:
        if not self._passes(","):
            return None
        if not self._is_at(FIXED, SCIENTIFIC):
            self._fail(f"{FIXED} or {SCIENTIFIC}")
        return self._take().text

    def _assignment(self) -> Assignment:
        target = self._variable()
        self._expect("=")
        return Assignment(target, self._expression())

    def _name(self) -> str:
        if self._peek().kind != "name":
            self._fail("the name of a variable")
        return self._take().text

    def _variable(self) -> Variable:
        place, name = self._peek().place, self._name()
        indices: Sequence[Expression] = ()
        if self._passes("["):
            indices = self._enclosed(lambda: self._list(self._expression))
            self._expect("]", "',' or ")
        return Variable(place, name, indices)

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
        if self._peek().kind == "sign":
            self._fail("a string or a variable")
        return self._as_expression(self._primary())

    def _as_test(self, found: Part) -> Test:
        if isinstance(found, _EXPRESSIONS):
            self._fail("a comparison")
        return found

    def _as_expression(self, found: Part) -> Expression:
        if not isinstance(found, _EXPRESSIONS):
            self._fail("an expression before this, not a test")
        return found

    def _either(self) -> Part:
        left = self._comparison()
        while self._is_at("&&", "||"):
            token = self._take()
            first, second = self._as_test(left), self._as_test(self._comparison())
            left = (Both if token.text == "&&" else Either)(token.place, first, second)
        return left

    def _comparison(self) -> Part:
        place = self._peek().place
        if self._passes("!"):
            return Not(place, self._enclosed(self._test))
        left = self._sum()
        if not self._is_at(*_COMPARISONS):
            return left
        operator = self._take()
        return Comparison(operator.place, operator.text, self._as_expression(left), self._expression())

    def _sum(self) -> Part:
        return self._chain("+-", lambda: self._chain("*/%", self._signed))

    def _chain(self, operators: str, operand: Callable[[], Part]) -> Part:
        left = operand()
        while self._is_at(*operators):
            operator = self._take()
            first, second = self._as_expression(left), self._as_expression(operand())
            left = Operation(operator.place, operator.text, first, second)
        return left

    def _signed(self) -> Part:
        place = self._peek().place
        if self._passes("-"):
            return Negation(place, self._as_expression(self._enclosed(self._signed)))
        left = self._primary()
        while self._is_at("^"):
            operator = self._take()
            right = self._enclosed(self._signed) if self._is_at("-") else self._primary()
            first, second = self._as_expression(left), self._as_expression(right)
            left = Operation(operator.place, operator.text, first, second)
        return left

    def _primary(self) -> Part:
        token = self._peek()
        if token.kind in ("integer", "decimal", "string"):
            return Constant(token.place, self._take().value)
        if token.kind == "name":
            return self._variable()
        if self._passes("ISEOF"):
            return AtEnd(token.place)
        if self._is_at("STRLEN", "MATCH", "UNIQUE", "INARRAY"):
            self._take()
            self._expect("(")
            found = self._enclosed(lambda: self._function(token.text, token.place))
        elif self._passes("("):
            found = self._enclosed(self._either)
        else:
            self._fail("an expression")
        self._expect(")")
        return found

    def _function(self, word: str, place: Place) -> Part:
        match word:
            case "STRLEN":
                return Length(place, self._value())
            case "MATCH":
                return Match(place, self._value())
            case "UNIQUE":
                return Unique(place, self._list(self._name))
        value = self._expression()
        self._expect(",")
        return InArray(place, value, self._name())


def _may_continue(command: Command) -> bool:
    """Return whether a command could have more arguments."""
    match command:
        case Integer() | Regex():
            return command.target is None
        case Float():
            return command.notation is None
    return isinstance(command, Set | Unset)
