"""What the text of a statement says about the numbers in an input: ranges, sums, and what is distinct or sorted."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from refsol.errors import InputError

MAX_TEXT: Final = 2**16
"""The length of the longest text."""

_MOST_EXPONENT: Final = 1000
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙₘ", "0123456789ijknm")

# From TeX, HTML, Markdown and Unicode to plain text: each with what it becomes.
_PLAIN: Final = (
    (r"\\(?:text|mathrm|mathit|operatorname|texttt|mathtt)\s*\{([^{}]*)\}", r"\1"),
    (r"\\(?:leqslant|leqq|leq|le)(?![a-zA-Z])|&le;|[≤⩽≦]|=<", " <= "),
    (r"\\(?:geqslant|geqq|geq|ge)(?![a-zA-Z])|&ge;|[≥⩾≧]|=>", " >= "),
    (r"\\lt(?![a-zA-Z])|&lt;", " < "),
    (r"\\gt(?![a-zA-Z])|&gt;", " > "),
    (r"\\(?:neq|ne)(?![a-zA-Z])|&ne;|≠|!=|<>", " != "),
    (r"\\in(?![a-zA-Z])|∈", " in "),
    (r"\\([{}])", r"\1"),
    (r"\\(?:times|cdot)(?![a-zA-Z])|&times;|[×·⋅\u2217]|&middot;", "*"),
    (r"\\(?:l|c)?dots(?![a-zA-Z])|[…⋯]|\.\.\.+", " ... "),
    (r"\\(?:lvert|rvert|vert|mid)(?![a-zA-Z])|\\\|", "|"),
    (r"\\sum(?![a-zA-Z])|[∑Σ]", " sum of "),
    (r"\\(?:left|right|displaystyle|big|Big)(?![a-zA-Z])", ""),
    (r"(?<=\d)(?:\{,\}|\\,|\\ |\\;|[\u2009\u202f\u00a0' _])(?=\d{3}(?!\d))", ""),
    (r"(?<=\d)(?:\\,|\\;|\\!|~|[\u2009\u202f\u00a0])(?=\d)", ""),
    (r"\\[,;!: ]|~|[\u2009\u202f\u00a0]", " "),
    (r"[$`]|\\[()\[\]]", " "),
    (r"−|(?<![\w)])[–—](?=\d)", "-"),
    (r"(?:(?<=[(<=>])|(?<=[(<=>] ))-\s+(?=\d)", "-"),
    (r"\*\*", "^"),
    (r"，", ","),
    (r"[\uff1b\u3002]", "; "),
    (r"(?<=\d)((?:,\d{3})+)(?![\d,])", lambda match: match[1].replace(",", "")),
    (r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda match: "^" + match[0].translate(_SUPERSCRIPTS)),
    (r"(?<=[A-Za-z])[₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙₘ]+", lambda match: "_" + match[0].translate(_SUBSCRIPTS)),
    (r"\^\s*\{([^{}]*)\}", r"^(\1)"),
    (r"_\s*\{([^{}]*)\}", lambda match: "_" + re.sub(r"[^A-Za-z0-9]", "", match[1])),
    (r"(?<=[A-Za-z])((?:\[\w{1,2}\])+)", lambda match: "_" + re.sub(r"\W", "", match[1])),
    (r"(?<![\w.])(\d+(?:\.\d+)?)[eE](\d{1,3})(?!\w)", r"(\1*10^\2)"),
    (r"(?<![\w.])(\d{1,4})\s*\*\s*(?=10\s*\^)", r"\1*"),
    (r"\s*\^\s*", "^"),
)

_LONGEST_LINE: Final = 1000  # characters of a line that are read, since patterns take long for some lines
_MOST_BOUND: Final = 10**1000
_NUMBER: Final = r"\d+(?:\.\d+)?"
_NAME: Final = r"\|?(?<![A-Za-z])[A-Za-z]{1,12}\d?(?:_[A-Za-z0-9]+)?'?\|?(?![A-Za-z])"
_ATOM: Final = rf"(?:{_NUMBER}|{_NAME}|\([^()=<>]{{1,40}}\))"
_SIGNED: Final = rf"-?{_ATOM}(?:\^-?{_ATOM})?"
_EXPRESSION: Final = rf"{_SIGNED}(?:(?:[ \t]*[-+*/][ \t]*|(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z\d])(?=\()){_SIGNED})*"
_ELEMENT: Final = rf"(?:{_EXPRESSION}|\.\.\.)"
_LIST: Final = rf"{_ELEMENT}(?:[ \t]*,[ \t]*{_ELEMENT})*"
_SIGN: Final = r"(?:<=|>=|!=|<|>)"
_CHAIN: Final = re.compile(rf"{_LIST}(?:[ \t]*,?[ \t]*{_SIGN}[ \t]*{_LIST})+")
_MOST: Final = (
    r"(?:(?:does|do|will|is|are|must|can)\s*n[o']t\s+(?:to\s+)?(?:exceed|be greater than|greater than|more than)"
    r"|doesn.t exceed|won.t exceed|not exceed|(?:is|are|be|of)? ?at most|(?:is|are) bounded by|(?:is|are) limited by"
    r"|(?:is|are) no (?:more|greater|larger) than|(?:is|are) less than or equal to|<=|(?:is|are) not greater than)"
)
_SUM: Final = re.compile(
    rf"(?:sum|total)\s+(?:of\s+)?(?:the\s+|all\s+|values\s+|value\s+|of\s+|lengths?\s+|over\s+|_\(?[^ ]*)*"
    rf"(?P<name>{_NAME})(?P<rest>[^.<>]{{0,120}}?){_MOST}\s*(?P<most>{_EXPRESSION})",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    rf"(?P<name>{_NAME})[^.<>=]{{0,30}}?\bbetween\s+(?P<low>{_EXPRESSION})\s+and\s+(?P<high>{_EXPRESSION})"
)
_NUMBERS: Final = r"-?\d+(?:\s*,\s*(?:-?\d+|\.\.\.))*"
_AMONG: Final = re.compile(
    rf"(?P<name>{_NAME})\s+(?:in\s+\{{\s*(?P<numbers>{_NUMBERS})\s*\}}"
    rf"|(?:is|are|equals|either|\s)+(?P<listed>{_NUMBERS}),?\s+or\s+(?P<last>-?\d+)(?!\w|\.\d))"
)
_LONGEST: Final = re.compile(
    r"(?:length (?:is |of )?(?=between|from|at)(?:between 1 and|from 1 to|at most) (?=\d+\b)|"
    r"(?:at most|up to|not exceed(?:ing)?|no (?:longer|more) than|between 1 and|from 1 to) "
    r"(?=\d+ (?:[A-Za-z-]+ ){0,3}(?:characters|letters|symbols)))(\d{1,7})"
)
_QUOTED: Final = re.compile(r"[`'\"\u2018\u201c]([!-~])[`'\"\u2019\u201d]")
_LISTED: Final = re.compile(
    r"\b(?:is|are|of|letters|characters)\s+([!-~](?:(?:,\s*|,?\s+(?:and|or)\s+)[!-~])+)(?=[\s.,;]|$)"
)
_PLAIN_NAME: Final = re.compile(rf"\s*(?P<name>{_NAME})\s*")
_NO_NAMES: Final = (
    "a an and are as at be by each for from has have if in integer integers is it its line lines no not "
    "number of on one or over sum than that the then there to total two value values where which with you "
    "all min max"
)
_STOP: Final = frozenset(_NO_NAMES.split())
_SENTENCE: Final = re.compile(r"(?<=[.;])\s+(?=[A-Z])|\n")
_WORDS: Final[Mapping[str, str]] = {
    r"distinct|pairwise different|all different|are different|unique": "distinct",
    r"\bpermutation\b": "permutation",
    r"(?:strictly )?(?:increasing|ascending)|sorted|non-?decreasing|chronological": "sorted",
    r"self[- ]loops?": "loopless",
    r"\btrees?\b": "tree",
}


class Bound(NamedTuple):
    """A bound of a range: an expression, ``text``, over ``names``, which is excluded if it is ``strict``.

    It ``is_near`` unless another name stands between, such as the 1 of ``1 <= x <= n`` for n.
    """

    text: str
    names: frozenset[str]
    strict: bool = False
    is_near: bool = True

    def value(self, values: Mapping[str, int]) -> int | None:
        """Return the value, or None if a name has none in ``values``, or it can't be computed. O(length)."""
        if not self.names <= values.keys():
            return None
        try:
            tree = ast.parse(self.text.replace("^", "**"), mode="eval").body
            found = _evaluated(tree, values)
            return int(found) if abs(found) < _MOST_BOUND and found == int(found) else None
        except (SyntaxError, ValueError, ArithmeticError, RecursionError):
            return None


class Limit:
    """What is said about a ``name``: lower bounds, ``lows``, and upper ones, ``highs``. It may be changed.

    Of the bounds on a side, the first whose names are known counts. ``subscripts`` is the number of indices with which
    the name is written, and ``is_length`` is whether its length is meant. Names in the same comparison have the same
    number ``chain``.
    """

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.subscripts = 0
        self.is_length = False
        self.chain = 0
        self.lows: Final[list[Bound]] = []
        self.highs: Final[list[Bound]] = []

    def __str__(self) -> str:
        """Return the nearest bounds on both sides, in ASCII."""
        low = "".join(f"{each.text} {'<' if each.strict else '<='} " for each in self.lows[:1])
        high = "".join(f" {'<' if each.strict else '<='} {each.text}" for each in self.highs[:1])
        return f"{low}{f'|{self.name}|' if self.is_length else self.name}{high}"


class Constraints(NamedTuple):
    """What a text says: ``limits`` and ``sums`` over test cases by name, and more.

    ``unequal`` has pairs of names that differ. ``claims`` are pairs of a word, such as distinct or sorted, and a name,
    which is empty if the text doesn't give one. ``alphabet`` is a regular expression for characters, or empty, and
    ``symbols`` are single characters that the text quotes or lists. No word is longer than ``longest``, unless that is
    0.
    """

    limits: Mapping[str, Limit]
    sums: Mapping[str, Bound]
    unequal: frozenset[tuple[str, str]]
    claims: frozenset[tuple[str, str]]
    alphabet: str
    symbols: frozenset[str]
    longest: int = 0


NO_CONSTRAINTS: Final = Constraints({}, {}, frozenset(), frozenset(), "", frozenset())
"""What no text says."""


def parse_constraints(data: bytes) -> Constraints:
    """Return what the text ``data`` says, as far as it is understood. O(length).

    Raises ``InputError`` for a text that is too long, or isn't UTF-8.
    """
    if len(data) > MAX_TEXT:
        raise InputError(1, 1, f"at most {MAX_TEXT} bytes", "more")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(line, column, "UTF-8", repr(data[error.start : error.start + 1])[1:]) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(line, 1, "text", "a null character")
    symbols = {*_QUOTED.findall(text)}
    for listed in _LISTED.findall(text):
        symbols.update(re.split(r",?\s+(?:and|or)\s+|,\s*", listed))
    text = plain(text)
    for stem in {*re.findall(r"(?<![A-Za-z])([A-Za-z]{1,3})_[A-Za-z]", text)}:  # a_1, ..., a_n
        text = re.sub(rf"(?<![A-Za-z]){stem}_\d+", f"{stem}_i", text)
    for letter in {*re.findall(r"(?<![A-Za-z])([a-z])_", text)}:  # W and w_i are two names
        if not re.search(rf"(?<![A-Za-z]){letter.upper()}_", text):
            text = re.sub(rf"(?<![A-Za-z]){letter.upper()}(?![A-Za-z_0-9])", letter * 2, text)
    return _Reader(text).constraints()._replace(symbols=frozenset(symbols))


def plain(text: str) -> str:
    """Return a ``text`` without TeX and with simple signs, such as <= and 10^5. O(length)."""
    for pattern, instead in _PLAIN:
        text = re.sub(pattern, instead, text)
    return text


class _Reader:
    def __init__(self, text: str) -> None:
        self._text: Final = text
        self._limits: Final[dict[str, Limit]] = {}
        self._sums: Final[dict[str, Bound]] = {}
        self._unequal: Final[set[tuple[str, str]]] = set()
        self._claims: Final[set[tuple[str, str]]] = set()
        self._chains = 0

    def constraints(self) -> Constraints:
        for line in sorted(self._text.splitlines(), key=_is_about_some):  # which have names in any order
            self._line(line[:_LONGEST_LINE])
        for sentence in _SENTENCE.split(self._text):
            self._sentence(sentence)
        return Constraints(
            self._limits,
            self._sums,
            frozenset(self._unequal),
            frozenset(self._claims),
            _alphabet(self._text),
            frozenset(),
            max(map(int, _LONGEST.findall(self._text)), default=0),
        )

    def _line(self, line: str) -> None:
        for match in _SUM.finditer(line):
            bound = _bound(match["most"])
            if bound is None or re.match(r"\s*[-+*/^]", match["rest"]):  # a sum of products or powers
                continue
            others = re.findall(rf"(?:\band|sum of)\s+(?:the\s+|sum\s+|of\s+)*({_NAME})", match["rest"])
            for found in map(_base, (match["name"], *others)):
                if found is not None and found[0] not in _STOP:
                    self._sums[found[0]] = bound
        rest = _SUM.sub(lambda match: " " * len(match[0]), line)
        for match in _BETWEEN.finditer(rest):
            self._chain([[match["low"]], [match["name"]], [match["high"]]], ["<=", "<="])
        for match in _AMONG.finditer(rest):
            numbers = sorted(map(int, re.findall(r"-?\d+", match["numbers"] or f"{match['listed']} {match['last']}")))
            self._chain([[str(numbers[0])], [match["name"]], [str(numbers[-1])]], ["<=", "<="])
        for match in _CHAIN.finditer(rest):
            parts = re.split(rf"\s*,?\s*({_SIGN})\s*", match[0])
            lists = [[each.strip() for each in re.split(r"\s*,\s*", part)] for part in parts[::2]]
            if rest[match.end() : match.end() + 1] in ("(", "^", "*", "/"):  # only the beginning of the last bound
                lists.pop()
            for each, signs in _split(lists, parts[1 : 2 * len(lists) - 1 : 2]) if len(lists) > 1 else ():
                self._chain(each, signs)

    def _chain(self, lists: list[list[str]], signs: list[str]) -> None:
        if any(sign in (">", ">=") for sign in signs) and not any(sign in ("<", "<=") for sign in signs):
            lists, signs = lists[::-1], [sign.replace(">", "<") for sign in signs[::-1]]
        for place, sign in enumerate(signs):
            if sign == "!=":
                for left in map(_base, lists[place]):
                    for right in map(_base, lists[place + 1]):
                        if left and right:
                            self._unequal.add((left[0], right[0]))
        if any(sign not in ("<", "<=") for sign in signs):
            return
        self._sequence(lists, signs)
        self._chains += 1
        for place, names in enumerate(lists):
            for text in names:
                base = _base(text)
                if base is None or (len(base[0]) > 1 and base[0] in _STOP):
                    continue
                name, subscripts, is_length = base
                limit = self._limits.setdefault(name, Limit(name))
                limit.chain = limit.chain or self._chains
                limit.subscripts = max(limit.subscripts, subscripts)
                limit.is_length = limit.is_length or is_length
                lows = list(_bounds(lists, signs, place, -1, name))
                highs = list(_bounds(lists, signs, place, 1, name))
                limit.lows.extend([each for each in lows if each not in limit.lows])
                limit.highs.extend([each for each in highs if each not in limit.highs])

    def _sequence(self, lists: list[list[str]], signs: list[str]) -> None:
        """Note that a chain like a_1 < a_2 < ... < a_n is about numbers in order."""
        bases = [_base(each[0]) for each in lists]
        names = [base[0] for base in bases if base is not None and base[1]]
        for name in {*names}:
            if names.count(name) > 1:
                place = next(number for number, base in enumerate(bases) if base is not None and base[0] == name)
                self._claims.add(("increasing" if signs[place] == "<" else "sorted", name))

    def _sentence(self, sentence: str) -> None:
        for pattern, claim in _WORDS.items():
            if not re.search(pattern, sentence, re.IGNORECASE):
                continue
            word = "increasing" if claim == "sorted" and re.search("strictly", sentence, re.IGNORECASE) else claim
            names = [base for base in map(_base, re.findall(_NAME, sentence)) if base is not None]
            known = [base for base in names if base[1] or base[0] in self._limits or len(base[0]) == 1]
            chosen = [base[0] for base in known if base[1]] or [base[0] for base in known if base[0] not in _STOP]
            self._claims.add((word, chosen[0] if chosen else ""))


def _is_about_some(line: str) -> bool:
    """Return whether a line is only about a part of the tests."""
    return any(int(percents) < 100 for percents in re.findall(r"(?<!\d)(\d{1,3})\s*\\?%", line))


def _split(lists: list[list[str]], signs: list[str]) -> Iterator[tuple[list[list[str]], list[str]]]:
    """Yield the chains of which a chain with commas in it consists: of 1 <= n <= 5, 1 <= m <= 7, the two."""
    names = [[_base(each) is not None for each in elements] for elements in lists]
    if len(lists[0]) > 1 and not names[0][-1]:
        lists = [lists[0][-1:], *lists[1:]]
    if len(lists[-1]) > 1 and "..." not in lists[-1] and (len(signs) > 1 or not names[-1][0]):
        lists = [*lists[:-1], lists[-1][:1]]
    start = 0
    for place in range(1, len(lists) - 1):
        changes = (signs[place - 1] == "!=") != (signs[place] == "!=")
        if len(lists[place]) > 1 and ("..." not in lists[place]) and (changes or not all(names[place])):
            left = [*lists[start:place], lists[place][:1]]
            yield ([lists[start][-1:], *left[1:]] if start else left), signs[start:place]
            start = place
    rest = lists[start:]
    yield ([rest[0][-1:], *rest[1:]] if start else rest), signs[start:]


def _bounds(lists: list[list[str]], signs: list[str], place: int, step: int, name: str) -> Iterator[Bound]:
    """Yield the bounds on one side of a name in a chain, the nearest first."""
    strict = False
    number = place
    while 0 <= number + step < len(lists):
        strict = strict or signs[min(number, number + step)] == "<"
        number += step
        if len(lists[number]) == 1:
            bound = _bound(lists[number][0])
            if bound is not None and name not in bound.names:
                yield bound._replace(strict=strict, is_near=number == place + step)


def _bound(text: str) -> Bound | None:
    """Return the bound that a text is, or None."""
    names: set[str] = set()

    def renamed(match: re.Match[str]) -> str:
        base = _base(match[0])
        assert base is not None
        names.add(base[0])
        return base[0]

    found = re.sub(r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z\d])(?=\()", "*", text.strip())
    found = re.sub(_NAME, renamed, found)
    try:
        tree = ast.parse(found.replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    if (
        any(len(name) > 1 and name in _STOP for name in names)
        or any("_" in name for name in names)
        or not _is_arithmetic(tree)
    ):
        return None
    return Bound(found, frozenset(names))


def _is_arithmetic(tree: ast.expr) -> bool:
    kinds = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.expr_context)
    return all(isinstance(node, kinds) for node in ast.walk(tree))


def _evaluated(tree: ast.expr, values: Mapping[str, int]) -> int | float:
    match tree:
        case ast.Constant(value=int(number)):
            return number
        case ast.Constant(value=float(real)):
            return real
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluated(operand, values)
        case ast.BinOp(left=left, op=operator, right=right):
            a, b = _evaluated(left, values), _evaluated(right, values)
            match operator:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a // b if isinstance(a, int) and isinstance(b, int) else a / b
                case ast.Pow() if 0 <= b <= _MOST_EXPONENT and abs(a) <= _MOST_EXPONENT:
                    return int(pow(int(a), int(b)))
    raise ValueError("nothing that can be computed")


def _base(text: str) -> tuple[str, int, bool] | None:
    """Return the name that a text is, in lower case, with its number of subscripts and whether it is a length."""
    match = _PLAIN_NAME.fullmatch(text)
    if match is None:
        return None
    name = match["name"]
    is_length = name.startswith("|") and name.endswith("|")
    stem, _, subscript = name.strip("|'").partition("_")
    if not stem.isascii():
        return None
    if subscript.isdecimal():
        return (stem + subscript).lower(), 1, is_length
    return stem.lower(), min(len(subscript), 2), is_length


def _alphabet(text: str) -> str:
    """Return which characters words have, as a regular expression, or an empty text."""
    lower = bool(
        re.search(r"lower-?\s?case|small (?:latin|english)? ?letters|`?a`?\s*(?:-|to|–)\s*`?z\b", text, re.IGNORECASE)
    )
    upper = bool(re.search(r"upper-?\s?case|capital (?:latin|english)? ?letters|`?A`?\s*(?:-|to|–)\s*`?Z\b", text))
    digit = bool(
        re.search(
            r"letters (?:and|or) digits|digits? (?:and|or) letters|alphanumeric|decimal digits", text, re.IGNORECASE
        )
    )
    found = ("a-z" if lower else "") + ("A-Z" if upper else "") + ("0-9" if digit else "")
    if not found and re.search(
        r"(?:latin|english) letters|letters of the (?:latin|english) alphabet", text, re.IGNORECASE
    ):
        found = "a-zA-Z"
    return f"[{found}]" if found else ""
