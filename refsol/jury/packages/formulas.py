"""Formulas in refsol's statements, which are written for terminals: between dollar signs, as judges want them."""

import re
from typing import Final

_CODE: Final = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
_LIST: Final = re.compile(r"[a-z]{1,3}(?: [a-z]{1,3})*|[A-Z](?: [A-Z])*")  # as in: one line `n m q`
_SIGNS: Final = {"*": r" \cdot ", "≤": r"\le", "≥": r"\ge", " mod ": r" \bmod "}


def with_formulas(text: str) -> str:
    """Return a statement's ``text`` in Markdown with variables, and what is computed of them, between dollar signs.

    Variables are single letters (but no a, A, I, and s, the second) and what is listed as code, except for one alone
    that the samples contain. O(length).
    """
    parts = _CODE.split(text)  # those with odd numbers are code
    samples = "".join(part for part in parts if part.startswith("```"))
    lists = [part.strip("`").split() for part in parts[1::2] if _LIST.fullmatch(part.strip("`"))]
    letters = "|".join(["[b-rt-zB-HJ-Z]", *sorted({name for names in lists for name in names if len(name) > 1})])
    variable = rf"(?<![A-Za-z0-9_'])\d?(?:{letters})(?![A-Za-z0-9_])"
    operand = rf"(?:{variable}|\d+)"
    expression = re.compile(rf"{operand}(?:(?: (?:[-+=≤≥]|mod) |\*){operand})*")
    computed = re.compile(rf"(?:{operand}|[-+*=() ]|mod)*[*=](?:{operand}|[-+*=() ]|mod)*")

    def formula(content: str) -> str:
        for sign, tex in _SIGNS.items():
            content = content.replace(sign, tex)
        return f"${content}$"

    def found(match: re.Match[str]) -> str:
        return formula(match[0]) if re.search(variable, match[0]) else match[0]

    def code(part: str) -> str:
        names = part.strip("`").split()
        if names in lists and (len(names) > 1 or names[0] not in samples):
            return " ".join(map(formula, names))
        return formula(part.strip("`")) if computed.fullmatch(part.strip("`")) else part

    return "".join(code(part) if number % 2 else expression.sub(found, part) for number, part in enumerate(parts))
