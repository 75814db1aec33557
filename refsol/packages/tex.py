r"""Statements as LaTeX, in the part of it that problemtools and Polygon understand, and the sections of a statement.

The Markdown is that of :meth:`refsol.problem.Problem.statement`: paragraphs, lists, tables, emphasis and code. What
isn't ASCII is left as it is, but for symbols that LaTeX has commands for: ``≤`` becomes ``$\le$``. Everything is
O(length of the text).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.errors import OptionError
from refsol.packages.markdown import MATH, parser

if TYPE_CHECKING:
    from markdown_it.token import Token

SECTIONS: Final = ("Problem", "Input", "Output", "Limits", "Decisions", "Samples")
"""The names of a statement's sections, in order and whatever its language; the last but one may be missing."""
TITLE: Final = "Title"
"""The name under which :func:`sections_of` returns the title."""
SOURCE: Final = "Source"
"""The name under which it returns what stands before the first section: where the problem comes from."""
NOTES: Final = "Notes"
"""The name under which it returns the section with the samples again, but without the samples themselves."""

SAMPLES: Final = SECTIONS[-1]
"""The name of the section with the samples."""

_FREE: Final = {
    **dict.fromkeys(("problem", "problem statement", "statement", "description"), "Problem"),
    **dict.fromkeys(("input", "input format"), "Input"),
    **dict.fromkeys(("output", "output format"), "Output"),
    **dict.fromkeys(("limits", "constraints"), "Limits"),
    **dict.fromkeys(("sample", "samples", "example", "examples"), "Samples"),
}
_WITHOUT_DECISIONS: Final = tuple(name for name in SECTIONS if name != "Decisions")
_SYMBOLS: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "#$%&_{}"},
    **{character: f"${character}$" for character in "<>|"},  # other characters in the oldest of LaTeX's encodings
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "×": r"$\times$",
    "−": "$-$",
    "→": r"$\to$",
    "–": "--",
}
_PIECES: Final = {
    "softbreak": "\n",
    "hardbreak": "\\\\\n",
    "hr": "\\bigskip\n\n",
    "link_close": "}",
    "blockquote_open": "\\begin{quote}\n",
    "blockquote_close": "\\end{quote}\n\n",
    "em_open": r"\emph{",
    "em_close": "}",
    "strong_open": r"\textbf{",
    "strong_close": "}",
    "paragraph_open": "",
    "paragraph_close": "\n\n",
    "bullet_list_open": "\\begin{itemize}\n",
    "bullet_list_close": "\\end{itemize}\n\n",
    "ordered_list_open": "\\begin{enumerate}\n",
    "ordered_list_close": "\\end{enumerate}\n\n",
    "list_item_open": r"\item ",
    "list_item_close": "",
    "heading_open": r"\textbf{",
    "heading_close": "}\n\n",
    "thead_open": "\\hline\n",
    "thead_close": "",
    "tbody_open": "",
    "tbody_close": "",
    "table_close": "\\end{tabular}\n\n",
    "tr_open": "",
    "th_open": r"\textbf{",
    "th_close": "} & ",
    "td_open": "",
    "td_close": " & ",
}
_UNKNOWN: Final = {"image": "pictures", "html_block": "HTML", "html_inline": "HTML"}
_ROW_END: Final = " \\\\\n\\hline\n"  # instead of what a cell ends with


class _Section(NamedTuple):
    """A section of a statement: its heading, and the lines of its Markdown below that."""

    heading: str
    lines: list[str]


def tex_of(markdown: str) -> str:
    r"""Return the whole statement ``markdown`` as LaTeX that begins with ``\problemname``.

    The samples are left out, since judges print those of the tests, and so is the source, which packages name
    elsewhere. Raises ``OptionError`` for what :func:`sections_of` and :func:`section_tex` don't know.
    """
    title, *sections = _sections(markdown)
    texts = [f"\\problemname{{{escaped(title.heading)}}}", section_tex("\n".join(sections[0].lines))]
    for section in sections[1:]:
        lines = _without_samples(section.lines) if section is sections[-1] else section.lines
        if text := section_tex("\n".join(lines)):
            texts += [f"\\section*{{{escaped(section.heading)}}}", text]
    return "\n\n".join(text.strip("\n") for text in texts) + "\n"


def sections_of(markdown: str) -> dict[str, str]:
    """Return the sections of the statement ``markdown``, also in Markdown but without headings, by their names.

    These are those in :data:`SECTIONS` and, besides, :data:`TITLE`, :data:`SOURCE` and :data:`NOTES`. Raises
    ``OptionError`` for a statement with another number of sections.
    """
    title, *sections = _sections(markdown)
    names = SECTIONS if len(sections) == len(SECTIONS) else _WITHOUT_DECISIONS
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    found.update((name, section.lines) for name, section in zip(names, sections, strict=True))
    found.update({TITLE: [title.heading], SOURCE: title.lines, NOTES: _without_samples(sections[-1].lines)})
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def free_tex_of(markdown: str) -> str:
    r"""Return a statement ``markdown`` with any sections as LaTeX that begins with ``\problemname``.

    Samples are left out, if they are blocks of code in a section that is called so. Raises ``OptionError`` for what
    :func:`section_tex` doesn't know.
    """
    title, *sections = _headed(markdown)
    texts = [f"\\problemname{{{escaped(title.heading)}}}", section_tex("\n".join(title.lines))]
    for heading, lines in sections:
        name = _FREE.get(heading.lower())
        if text := section_tex("\n".join(_without_samples(lines) if name == SAMPLES else lines)):
            texts += [text] if name == SECTIONS[0] else [f"\\section*{{{escaped(heading)}}}", text]
    return "\n\n".join(text.strip("\n") for text in texts if text) + "\n"


def free_sections_of(markdown: str) -> dict[str, str]:
    """Return the sections of a statement ``markdown`` with any sections, as :func:`sections_of` does.

    They are known by their English headings; what stands before the first one is the problem, and all others are put
    where decisions are.
    """
    title, *sections = _headed(markdown)
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    found[SECTIONS[0]] += title.lines
    for heading, lines in sections:
        name = _FREE.get(heading.lower())
        found[name or "Decisions"] += ["", *([] if name else [f"### {heading}", ""]), *lines]
    found.update({TITLE: [title.heading], SOURCE: [], NOTES: _without_samples(found[SAMPLES])})
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def section_tex(markdown: str) -> str:
    """Return as LaTeX the ``markdown`` that stands in one section. Headings become bold paragraphs.

    Raises ``OptionError`` for Markdown that has no counterpart, such as pictures and HTML.
    """
    return "".join(_converted(_tokens(markdown))).strip() + "\n" * bool(markdown.strip())


def _tokens(markdown: str) -> "list[Token]":
    return parser().parse(markdown)


def _sections(markdown: str) -> list[_Section]:
    """Return the title with what stands before the first section, and the sections, of which there are enough."""
    found = _headed(markdown)
    if len(found) - 1 not in (len(SECTIONS), len(_WITHOUT_DECISIONS)):
        sections = ", ".join(SECTIONS)
        raise OptionError(f"a statement has a title and the sections {sections}, not {len(found)} headings")
    return found


def _headed(markdown: str) -> list[_Section]:
    """Return the title with what stands before the first section, and the sections."""
    lines = markdown.split("\n")
    found: list[_Section] = []
    end = 0
    tokens = _tokens(markdown)
    for token, content in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h1", "h2") and token.map:
            if found:
                found[-1].lines.extend(lines[end : token.map[0]])
            found.append(_Section(content.content, []))
            end = token.map[1]
    found[-1].lines.extend(lines[end:])
    return found


def _without_samples(lines: Sequence[str]) -> list[str]:
    """Return the lines without blocks of code and the paragraphs right before them, and headings left alone by that."""
    tokens = [token for token in _tokens("\n".join(lines)) if token.level == 0 and token.map]
    kinds = [token.type for token in tokens]
    kept: list[str] = []
    for k, token in enumerate(tokens):
        following = kinds[k + 1 : k + 2]
        dropped = token.type == "fence" or (token.type == "paragraph_open" and following == ["fence"])
        if token.type == "heading_open":
            rest = kinds[k + 1 :]
            block = rest[: rest.index("heading_open")] if "heading_open" in rest else rest
            dropped = len(block) == 2 * block.count("fence")  # nothing but samples and what announces them
        if not dropped and token.map:
            kept += [*lines[token.map[0] : token.map[1]], ""]
    return kept


def _converted(tokens: "Sequence[Token]") -> Iterator[str]:
    """Yield the LaTeX of tokens in pieces."""
    quoted = False  # whether the next quotation mark is a closing one
    for k, token in enumerate(tokens):
        if token.type == "text":
            first, *others = token.content.split('"')
            yield escaped(first)
            for part in others:
                quoted = not quoted
                yield ("``" if quoted else "''") + escaped(part)
        elif token.type == "code_inline":
            yield f"\\texttt{{{escaped(token.content).replace('--', '-{}-')}}}"  # two hyphens, not a dash
        elif token.type == MATH:
            yield token.content
        elif token.type == "link_open":
            yield f"\\href{{{escaped(str(token.attrs['href']))}}}{{"
        elif token.type in ("fence", "code_block"):
            yield f"\\begin{{verbatim}}\n{token.content}\\end{{verbatim}}\n\n"
        elif token.type == "inline":
            yield from _converted(token.children or [])
        elif token.type == "table_open":
            yield f"\\begin{{tabular}}{{|{'l|' * _columns(tokens[k:])}}}\n"
        elif token.type == "tr_close":
            yield _ROW_END
        elif token.type in ("th_close", "td_close") and tokens[k + 1].type == "tr_close":
            yield _PIECES[token.type].removesuffix(" & ")
        elif token.type == "paragraph_close" and token.hidden:
            yield "\n"
        elif token.type in _PIECES:
            yield _PIECES[token.type]
        else:
            raise OptionError(f"a statement has no {_UNKNOWN.get(token.type, token.type)}, since it becomes LaTeX")


def _columns(tokens: "Sequence[Token]") -> int:
    """Return the number of columns of the table that ``tokens`` begin with."""
    kinds = [token.type for token in tokens]
    return kinds[: kinds.index("tr_close")].count("th_open")


def escaped(text: str) -> str:
    """Return a plain ``text`` with all special characters escaped."""
    return "".join(_SYMBOLS.get(character, character) for character in text)
