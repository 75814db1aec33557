"""The inequalities in the text of a statement, such as ``1 <= n, m <= 10^5``."""

import ast
import operator
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from refsol.errors import InputError

_PLAIN: Final = (  # from Markdown, TeX and Unicode to ASCII
    (r"(?m)^\s*[-*+•]\s", "\n\n"),
    (r"\\leq?(?:slant)?(?![a-zA-Z])|&le;|[≤⩽≦]", "<="),
    (r"\\geq?(?:slant)?(?![a-zA-Z])|&ge;|[≥⩾≧]", ">="),
    (r"(?:\\|&(?=..;))([lg])t(?:;|(?![a-zA-Z]))", lambda match: "<>"[match[1] == "g"]),
    (r"\\neq?(?![a-zA-Z])|≠", "!="),
    (r"\\(?:times|cdot)(?![a-zA-Z])|[×·⋅]|\\\*", "*"),
    (r"\\[lc]?dots(?![a-zA-Z])|…", "..."),
    (r"\\[lr]?vert(?![a-zA-Z])", "|"),
    (r"−", "-"),
    (r"(?<=\d)(?:\{,\}|\\,|[, \u2009\u202f\u00a0])(?=\d{3}(?!\d))", ""),
    (r"\\[,;:! ]|\\left|\\right|[$`~\u2009\u202f\u00a0]|\\[()\[\]]", " "),
    (r"(?<=[(<=>])\s*-\s+(?=\d)", " -"),
    (r"\*\*", "^"),
    (r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda match: "^" + match[0].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))),
    (r"\^\s*\{([^{}]*)\}", r"^(\1)"),
    (r"_\s*\{([^{}]*)\}", lambda match: "_" + re.sub(r"\W", "", match[1])),
    (r"(?<=[A-Za-z])\[(\w{1,2})\]", r"_\1"),
    (r"(?<![\w.])(\d+)[eE](\d{1,2})(?!\w)", r"\1*10^\2"),
)
_NAME: Final = r"\|?(?<![A-Za-z])[A-Za-z]{1,12}\d?(?:_[A-Za-z0-9]+)?\|?(?![A-Za-z])"
_ATOM: Final = rf"(?:\d+(?:\.\d+)?|{_NAME}|\([^()=<>]{{1,40}}\))"
_TERM: Final = rf"(?>\.\.\.|-?{_ATOM}(?:(?:\s*[-+*/^]\s*|(?<=\w)(?=\())-?{_ATOM})*)"
_SHORT: Final = _NAME.replace("12", "2")
_NAMES: Final = rf"(?>{_SHORT}(?:\s*,\s*(?:{_SHORT}|\.\.\.))+|{_TERM})"
_ORDER: Final = r"\s*[<>]=?\s*"
_CHAIN: Final = re.compile(rf"(?:{_TERM}{_ORDER})?{_NAMES}(?:{_ORDER}{_TERM})+|{_NAMES}\s*!=\s*{_TERM}")


class Term(NamedTuple):
    """One side of an inequality: an expression, ``text``, over ``names``, which is excluded if it is ``strict``.

    It ``is_near`` unless another term stands between, such as the 1 of ``1 <= x <= n`` for n.
    """

    text: str
    names: frozenset[str]
    strict: bool = False
    is_near: bool = True

    def value(self, values: Mapping[str, int]) -> int | None:
        """Return the value, or None if a name has none in ``values``, or it isn't an integer. It takes O(length)."""
        try:
            found = _evaluated(ast.parse(self.text.replace("^", "**"), mode="eval").body, values)
        except (SyntaxError, LookupError, ValueError, ArithmeticError, RecursionError):
            return None
        return int(found) if found.denominator == 1 and abs(found) < 10**1000 else None


class Constraint:
    """What is said about a ``name``: lower ends, ``lows``, and upper ones, ``highs``, the nearest of a chain first.

    ``subscripts`` is the number of indices with which it is written, and ``is_length`` whether between bars. Names in
    the same chain of inequalities have the same number ``chain``.
    """

    def __init__(self, name: str, chain: int) -> None:
        self.name: Final = name
        self.chain: Final = chain
        self.subscripts = 0
        self.is_length = False
        self.lows: Final[list[Term]] = []
        self.highs: Final[list[Term]] = []

    def __str__(self) -> str:
        low = "".join(f"{each.text} {'<' if each.strict else '<='} " for each in self.lows[:1])
        high = "".join(f" {'<' if each.strict else '<='} {each.text}" for each in self.highs[:1])
        return low + (f"|{self.name}|" if self.is_length else self.name) + high


class Constraints(NamedTuple):
    """What a text says ``by_name``, pairs of names that are ``unequal``, and ``others``: other lines with a number."""

    by_name: Mapping[str, Constraint]
    unequal: frozenset[tuple[str, str]]
    others: tuple[str, ...]


NO_CONSTRAINTS: Final = Constraints({}, frozenset(), ())
"""What no text says."""


def parse_constraints(data: bytes) -> Constraints:
    """Return the inequalities in the text ``data``, in O(length).

    What isn't UTF-8 is read as question marks. Raises ``InputError`` for a text that is too long.
    """
    if len(data) > 2**16:
        raise InputError(1, 1, "at most 65536 bytes", "more")
    text = data.decode("utf-8", "replace")
    for pattern, instead in _PLAIN:
        text = re.sub(pattern, instead, text)
    for stem in {*re.findall(r"(?<![A-Za-z])([A-Za-z]{1,3})_[A-Za-z]", text)}:  # a_1, ..., a_n
        text = re.sub(rf"(?<![A-Za-z]){stem}_\d+", f"{stem}_i", text)
    for letter in {*re.findall(r"(?<![A-Za-z])([a-z])_", text)}:  # W and w_i are two names
        if not re.search(rf"(?<![A-Za-z]){letter.upper()}_", text):
            text = re.sub(rf"(?<![A-Za-z]){letter.upper()}(?![A-Za-z_0-9])", letter * 2, text)
    found: dict[str, Constraint] = {}
    unequal: set[tuple[str, str]] = set()
    others: list[str] = []
    parts = re.findall(r"(?s).{1,299}?(?:(?<![<>=,*^])\n(?!\s*[<>!])|[.;]\s|\Z)|.{1,299}", text)
    for part in sorted(parts, key=lambda part: re.search(r"(?<!\d)\d\d?\s*\\?%", part) is not None):  # some tests only
        for match in _CHAIN.finditer(part):
            terms = re.split(r"\s*([<>!]=|[<>])\s*", match[0])
            _read([re.split(r"\s*,\s*", term) for term in terms[::2]], terms[1::2], found, unequal)
        others += [line.strip() for line in _CHAIN.sub("...", part).split("\n") if re.search(r"\d", line)]
    return Constraints(found, frozenset(unequal), tuple(others))


def _read(
    lists: list[list[str]], signs: list[str], found: dict[str, Constraint], unequal: set[tuple[str, str]]
) -> None:
    """Add what a chain says, whose ``lists`` of terms have ``signs`` between them."""
    if len({sign[0] for sign in signs}) > 1:
        return
    if signs[0] == "!=":
        pairs = [(_name(a), _name(b)) for a in lists[0] for b in lists[1]]
        unequal.update((a[0], b[0]) for a, b in pairs if a and b)
        return
    if signs[0][0] == ">":
        lists, signs = lists[::-1], [sign.replace(">", "<") for sign in signs[::-1]]
    chain = len(found)
    for place, terms in enumerate(lists):
        for name, subscripts, is_length in filter(None, map(_name, terms)):
            constraint = found.setdefault(name, Constraint(name, chain))
            constraint.subscripts = max(constraint.subscripts, subscripts)
            constraint.is_length |= is_length
            for ends, step in ((constraint.lows, -1), (constraint.highs, 1)):
                strict = False
                for other in range(place + step, len(lists) if step > 0 else -1, step):
                    strict |= signs[min(other, other - step)] == "<"
                    term = _term(lists[other][0]) if len(lists[other]) == 1 else None
                    if term is not None and name not in term.names:
                        ends.append(term._replace(strict=strict, is_near=other == place + step))


def _name(text: str) -> tuple[str, int, bool] | None:
    """Return the name that a text is, in lower case, with its number of subscripts and whether it is a length."""
    if not re.fullmatch(_NAME, text):
        return None
    stem, _, subscript = text.strip("|").partition("_")
    is_length = text.startswith("|") and text.endswith("|")
    if subscript.isdecimal():
        return (stem + subscript).lower(), 1, is_length
    return stem.lower(), min(len(subscript), 2), is_length


def _term(text: str) -> Term | None:
    text = re.sub(r"(?<=\d)(?=[A-Za-z])|(?<=\w)(?=\()", "*", text)
    text = re.sub(_NAME, lambda match: (_name(match[0]) or ("?",))[0], " ".join(text.split()))
    return None if "?" in text or "..." in text else Term(text, frozenset(re.findall(r"[a-z]\w*", text)))


def _evaluated(tree: ast.expr, values: Mapping[str, int]) -> Fraction:
    match tree:
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number))
        case ast.Name(id=name):
            return Fraction(values[name])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluated(operand, values)
        case ast.BinOp(left=left, op=sign, right=right):
            a, b = _evaluated(left, values), _evaluated(right, values)
            if not isinstance(sign, ast.Pow):
                operators = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
                return Fraction(operators.get(type(sign), operator.floordiv)(a, b))
            if 0 <= b <= 1000 and abs(a) <= 1000:
                return Fraction(a ** int(b))
    raise ValueError("nothing that can be computed")
