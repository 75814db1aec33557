r"""Statements in Markdown: their sections, what these are in LaTeX and in HTML, and formulas in those of refsol.

The Markdown is CommonMark with tables, and with formulas between dollar signs, which stay as they are. The LaTeX is the
part of it that problemtools and Polygon understand. Characters that aren't ASCII stay unchanged, except for symbols
that LaTeX has commands for: ``≤`` becomes ``$\le$``. Everything is O(length of the text).
"""

import re
from collections.abc import Sequence
from itertools import cycle, takewhile
from typing import TYPE_CHECKING, Final

from refsol.errors import OptionError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

SECTIONS: Final = ("Problem", "Input", "Output", "Limits", "Decisions", "Samples")
"""The names of a statement's sections, in order and whatever its language; the last but one may be missing."""
TITLE: Final = "Title"
"""The name under which :func:`sections_of` returns the title."""
SOURCE: Final = "Source"
"""The name under which it returns what stands before the first section: where the problem comes from."""
NOTES: Final = "Notes"
"""The name under which it returns the section with the samples again, but without the samples themselves."""

_PROBLEM: Final = SECTIONS[0]
_OTHERS: Final = SECTIONS[-2]
_SAMPLES: Final = SECTIONS[-1]
_FREE: Final = {
    **dict.fromkeys(("problem", "problem statement", "statement", "description"), _PROBLEM),
    **dict.fromkeys(("input", "input format"), "Input"),
    **dict.fromkeys(("output", "output format"), "Output"),
    **dict.fromkeys(("limits", "constraints"), "Limits"),
    **dict.fromkeys(("sample", "samples", "example", "examples"), _SAMPLES),
}
_MATH: Final = "math"  # the type of the token for a formula, whose content includes the dollar signs
_FORMULA: Final = re.compile(r"(\$\$?)(?![\s$])(?:[^$\\]|\\.)*?(?<!\s)\1(?![0-9])", re.DOTALL)
_QUOTE: Final = "\0"  # a quotation mark that opens or closes; no Markdown contains this
_SYMBOLS: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "#$%&_{}"},
    **{character: f"${character}$" for character in "<>|"},  # other characters in the oldest of LaTeX's encodings
    **{digit: f"$^{number}$" for number, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "×": r"$\times$",
    "−": "$-$",
    "→": r"$\to$",
    "–": "--",
}
_FORMS: Final = {  # of what the parser calls so, around what it contains
    "softbreak": "\n",
    "hardbreak": "\\\\\n",
    "hr": "\\bigskip\n\n",
    "em": r"\emph{%s}",
    "strong": r"\textbf{%s}",
    "paragraph": "%s\n\n",
    "heading": "\\textbf{%s}\n\n",
    "blockquote": "\\begin{quote}\n%s\\end{quote}\n\n",
    "bullet_list": "\\begin{itemize}\n%s\\end{itemize}\n\n",
    "ordered_list": "\\begin{enumerate}\n%s\\end{enumerate}\n\n",
    "list_item": r"\item %s",
    "thead": "\\hline\n%s",
    "th": r"\textbf{%s}",
    **dict.fromkeys(("root", "tbody", "td"), "%s"),
}
_UNKNOWN: Final = {"image": "pictures", "html_block": "HTML", "html_inline": "HTML"}
_CODE: Final = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
_LIST: Final = re.compile(r"[a-z]{1,3}(?: [a-z]{1,3})*|[A-Z](?: [A-Z])*")  # as in: one line `n m q`
_SIGNS: Final = {"*": r" \cdot ", "≤": r"\le", "≥": r"\ge", " mod ": r" \bmod "}


def tex_of(markdown: str, *, free: bool = False) -> str:
    r"""Return the whole statement ``markdown`` as LaTeX that begins with ``\problemname``.

    The samples are left out, since judges print those of the tests, and so is the source, which packages name
    elsewhere. A ``free`` statement has any sections, and no source. Raises ``OptionError`` for what :func:`sections_of`
    and :func:`section_tex` don't know.
    """
    (_, title, before), *sections = _sections(markdown, free=free)
    texts = [f"\\problemname{{{escaped(title)}}}", section_tex("\n".join(before)) if free else ""]
    for name, heading, lines in sections:
        if text := section_tex("\n".join(_without_samples(lines) if name == _SAMPLES else lines)):
            texts += [text] if name == _PROBLEM else [f"\\section*{{{escaped(heading)}}}", text]
    return "\n\n".join(text.strip("\n") for text in texts if text) + "\n"


def sections_of(markdown: str, *, free: bool = False) -> dict[str, str]:
    """Return the sections of the statement ``markdown``, also in Markdown but without headings, by their names.

    These are those in :data:`SECTIONS` and, besides, :data:`TITLE`, :data:`SOURCE` and :data:`NOTES`. The sections of a
    ``free`` statement are known by their English headings; what stands before the first one is the problem, and all
    others are put where decisions are. Raises ``OptionError`` for another one with another number of sections.
    """
    (_, title, before), *sections = _sections(markdown, free=free)
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    found |= {TITLE: [title], SOURCE: [], _PROBLEM if free else SOURCE: before}
    for name, heading, lines in sections:
        found[name] += ["", *([f"### {heading}", ""] if free and name == _OTHERS else []), *lines]
    found[NOTES] = _without_samples(found[_SAMPLES])
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def section_tex(markdown: str) -> str:
    """Return a section's ``markdown`` as LaTeX; ``OptionError`` for what has no counterpart, as pictures and HTML."""
    return _tex(_tree(markdown)).strip() + "\n" * bool(markdown.strip())


def html_of(markdown: str) -> str:
    """Return a part of a statement, ``markdown``, as HTML, for judges that take nothing else."""
    text: str = _parser().render(markdown)
    return text


def escaped(text: str) -> str:
    """Return a plain ``text`` with all special characters of LaTeX escaped."""
    return "".join(_SYMBOLS.get(character, character) for character in text)


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


def with_tildes(text: str) -> str:
    """Return a statement's ``text`` in Markdown with formulas in lines between tildes: DMOJ's ``~n~``. O(length)."""

    def formula(match: re.Match[str]) -> str:
        return match[0] if match[1] == "$$" else f"~{match[0][1:-1]}~"

    parts = _CODE.split(text)
    return "".join(part if number % 2 else _FORMULA.sub(formula, part) for number, part in enumerate(parts))


def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # slow to import, and only packages need it
    from markdown_it.common.utils import escapeHtml

    found = MarkdownIt("commonmark").enable("table")
    found.inline.ruler.before("escape", _MATH, _read_formula)
    found.add_render_rule(_MATH, lambda _renderer, tokens, at, _options, _environment: escapeHtml(tokens[at].content))
    return found


def _read_formula(state: "StateInline", silent: bool) -> bool:
    """Read a formula where one begins: only ``$x$``, not ``$ 5 and 6 $`` or ``$5 to $6``."""
    formula = _FORMULA.match(state.src, state.pos)
    if formula is None:
        return False
    if not silent:
        state.push(_MATH, "", 0).content = formula[0]
    state.pos = formula.end()
    return True


def _tree(markdown: str) -> "SyntaxTreeNode":
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(markdown))


def _sections(markdown: str, *, free: bool) -> list[tuple[str, str, list[str]]]:
    lines = markdown.split("\n")
    heads = [node for node in _tree(markdown).children if node.type == "heading" and node.tag in ("h1", "h2")]
    headings = [head.children[0].content for head in heads]
    places = [head.map or (0, 0) for head in heads]
    ends = [*(begin for begin, _end in places[1:]), len(lines)]
    names = list(SECTIONS)
    if free:
        names = [_FREE.get(heading.lower(), _OTHERS) for heading in headings[1:]]
    elif len(heads) == len(SECTIONS):
        names.remove(_OTHERS)
    elif len(heads) != 1 + len(SECTIONS):
        raise OptionError(f"a statement has a title and the sections {', '.join(SECTIONS)}, not {len(heads)} headings")
    below = [lines[begin:end] for (_head, begin), end in zip(places, ends, strict=True)]
    return list(zip((TITLE, *names), headings, below, strict=True))


def _without_samples(lines: Sequence[str]) -> list[str]:
    """Return the lines without blocks of code and the paragraphs right before them, and headings left alone by that."""
    nodes = _tree("\n".join(lines)).children
    kept: list[str] = []
    for k, node in enumerate(nodes):
        following = [each.type for each in nodes[k + 1 :]]
        dropped = node.type == "fence" or (node.type == "paragraph" and following[:1] == ["fence"])
        if node.type == "heading":
            block = list(takewhile(lambda kind: kind != "heading", following))
            dropped = len(block) == 2 * block.count("fence")  # nothing but samples and what announces them
        if not dropped and node.map:
            kept += [*lines[slice(*node.map)], ""]
    return kept


def _tex(node: "SyntaxTreeNode") -> str:
    parts = list(map(_tex, node.children))
    inner = "".join(parts)
    match node.type:
        case "text":
            return escaped(node.content).replace('"', _QUOTE)
        case "inline":
            marks = cycle(("``", "''"))
            return re.sub(_QUOTE, lambda _quote: next(marks), inner)
        case "code_inline":
            return f"\\texttt{{{escaped(node.content).replace('--', '-{}-')}}}"  # two hyphens, not a dash
        case "math":
            return node.content
        case "link":
            return f"\\href{{{escaped(str(node.attrs['href']))}}}{{{inner}}}"
        case "fence" | "code_block":
            return f"\\begin{{verbatim}}\n{node.content}\\end{{verbatim}}\n\n"
        case "table":
            columns = len(node.children[0].children[0].children)
            return f"\\begin{{tabular}}{{|{'l|' * columns}}}\n{inner}\\end{{tabular}}\n\n"
        case "tr":
            return " & ".join(parts) + " \\\\\n\\hline\n"
        case "paragraph" if node.hidden:  # in a list without empty lines
            return inner + "\n"
        case kind if kind in _FORMS:
            return _FORMS[kind].replace("%s", inner)
    raise OptionError(f"a statement has no {_UNKNOWN.get(node.type, node.type)}, since it becomes LaTeX")
