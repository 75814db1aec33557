"""Statements as LaTeX: nothing is lost, and what is special in LaTeX is escaped."""

import re

import pytest
import support

from refsol.jury.packages.tex import (
    NOTES,
    SECTIONS,
    SOURCE,
    TITLE,
    escaped,
    html_of,
    section_tex,
    sections_of,
    tex_of,
    with_formulas,
    with_tildes,
)
from refsol.problem import NAMES, load
from refsol.problem.limits import LANGUAGES

STATEMENTS = [(name, language) for name in NAMES for language in LANGUAGES]

# What may follow a backslash, and what may be in math.
COMMANDS = ["problemname", "section*", "textbf", "emph", "texttt", "begin", "end", "item", "hline", "href", "bigskip"]
ESCAPED = ["textbackslash{}", "textasciitilde{}", "textasciicircum{}", *"#$%&_{}", "\\"]
MATH = ["$\\le$", "$\\ge$", "$\\times$", "$\\to$", "$-$", "$<$", "$>$", "$|$"]


def require_well_formed(tex: str) -> None:
    """Require balanced braces and environments, and that no special character is left as it is."""
    environments: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", tex):
        if kind == "begin":
            environments.append(name)
        else:
            assert environments.pop() == name
    assert not environments
    tex = re.sub(r"\\begin\{verbatim\}.*?\\end\{verbatim\}", "", tex, flags=re.DOTALL)
    for table in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", tex, flags=re.DOTALL):
        columns, *rows = re.sub(r"\\begin\{tabular\}\{\|((?:l\|)+)\}", r"\1\\\\", table).split("\\\\")
        assert {row.replace("\\&", "").count("&") for row in rows[:-1]} == {columns.count("l") - 1}
        tex = tex.replace(table, re.sub(r"\{[l|]+\}", "", table).replace(" & ", " "))
    for piece in MATH:
        tex = tex.replace(piece, "")
    for piece in sorted(ESCAPED, key=len, reverse=True):
        tex = tex.replace(f"\\{piece}", "")
    for piece in COMMANDS:
        tex = re.sub(re.escape(f"\\{piece}") + r"(?![a-z])", "", tex)
    assert not set('\\#$%&_~^<>|"') & set(tex)
    depth = 0
    for brace in re.findall("[{}]", tex):
        depth += 1 if brace == "{" else -1
        assert depth in (0, 1, 2)
    assert depth == 0


def plain(text: str) -> str:
    text = text.replace("$\\le$", "≤")
    text = re.sub(r"\\(begin|end)\{[a-z]+\}(\{[l|]+\})?|\\[a-z]+\*?", "", text)
    text = re.sub(r"(?m)^ *(#+|\d+\.) ", "", text)
    return "".join(character for character in text if character.isalnum() or character in "≤()=+.,:;?!")


@pytest.mark.parametrize(("name", "language"), STATEMENTS)
def test_a_statement_is_converted(name: str, language: str) -> None:
    statement = load(name).statement(language)
    tex = tex_of(statement)
    require_well_formed(tex)
    sections = sections_of(statement)
    assert tex.startswith(f"\\problemname{{{sections[TITLE]}}}\n\n")
    headings = re.findall("(?m)^## (.*)$", statement)
    notes = [headings[-1]] * bool(sections[NOTES])
    assert re.findall(r"\\section\*\{(.*)\}", tex) == [*headings[1:-1], *notes]
    assert "verbatim" not in tex
    assert sections[SOURCE] not in tex
    if language == "en":
        assert tex.isascii()
    kept = [sections[TITLE], sections[SECTIONS[0]]]
    for heading, key in zip(headings[1:], (*SECTIONS[1:-1], NOTES), strict=True):
        kept += [heading, sections[key]] if sections[key] else []
    assert plain(tex) == plain("\n".join(kept))


@pytest.mark.parametrize(("name", "language"), STATEMENTS)
def test_sections_are_those_of_the_statement(name: str, language: str) -> None:
    statement = load(name).statement(language)
    sections = sections_of(statement)
    assert set(sections) == {*SECTIONS, TITLE, SOURCE, NOTES}
    rest = statement
    for key in (TITLE, SOURCE, *SECTIONS):
        assert sections[key]
        before, found, rest = rest.partition(sections[key])
        assert found
        assert re.fullmatch(r"# |\s*(## .*)?\s*", before)
    assert rest.strip() == ""
    for text in sections.values():
        require_well_formed(section_tex(text))
    assert "```" in sections["Samples"]
    assert "```" not in sections[NOTES]
    assert "：\n" not in sections[NOTES].split("\n\n")[0]
    explained = re.findall("(?m)^### .*$", sections[NOTES])
    assert explained == [heading for heading in re.findall("(?m)^### .*$", statement) if heading in explained]
    assert len(explained) == len(re.findall("(?m)^### ", statement)), "all samples are explained"


@pytest.mark.parametrize(("markdown", "tex"), support.toml("tex")["converted"])
def test_what_is_converted_to_what(markdown: str, tex: str) -> None:
    assert section_tex(markdown) == tex + "\n" * bool(tex)
    require_well_formed(tex)


def test_formulas_stay() -> None:
    text = r"$a_i \le 10^9$, $$\sum_{i=1}^n a_i^*$$ and $\{\$\}$; but `$x$`, 5$ or $6, \$7 and $8$9"
    tex = section_tex(text)
    assert tex.startswith(
        r"$a_i \le 10^9$, $$\sum_{i=1}^n a_i^*$$ and $\{\$\}$; but \texttt{\$x\$}, 5\$ or \$6, \$7 and \$8\$9"
    )
    assert html_of("$a < b_*$ and *c* `$d$`") == "<p>$a &lt; b_*$ and <em>c</em> <code>$d$</code></p>\n"


def test_a_statement_with_any_sections() -> None:
    text = support.sections("tex")["free"]
    sections = sections_of(text, free=True)
    assert set(sections) == {*SECTIONS, TITLE, SOURCE, NOTES}
    assert [sections[name] for name in ("Problem", "Input", "Output", "Limits")] == [
        "First $n$.",
        "An integer.",
        "Another one.",
        "Few.",
    ]
    assert sections["Decisions"] == "### Remarks\n\n\nNone."
    assert sections[NOTES] == "Explained."
    tex = tex_of(text, free=True)
    assert re.findall(r"\\section\*\{(.*)\}", tex) == ["Input Format", "Output", "Constraints", "Remarks", "Examples"]
    assert tex.startswith("\\problemname{Any title}\n\nFirst $n$.\n\n\\section*")
    assert "verbatim" not in tex
    assert tex_of("# T", free=True) == "\\problemname{T}\n"
    assert tex_of("# T\n\n## Problem\n\nText.", free=True) == "\\problemname{T}\n\nText.\n"
    assert sections_of("# T\n\nText.", free=True)["Problem"] == "Text."


def test_samples_without_explanations_leave_nothing() -> None:
    heads = "\n".join(f"## {name}\n\ntext\n" for name in SECTIONS[:-1])
    sample = "### Sample {}\n\nInput:\n\n```text\n1\n```\n\nOutput:\n\n```text\n2\n```\n"
    statement = f"# T\n\nSource.\n\n{heads}\n## Samples\n\n{sample.format(1)}\n{sample.format(2)}"
    assert sections_of(statement)[NOTES] == ""
    assert "Samples" not in tex_of(statement)
    explained = f"{statement}\nWhy.\n"
    assert sections_of(explained)[NOTES] == "### Sample 2\n\nWhy."
    assert tex_of(explained).endswith("\\section*{Samples}\n\n\\textbf{Sample 2}\n\nWhy.\n")


@pytest.mark.parametrize("markdown", ["![a](b)", "<b>", "<div>\n"])
def test_what_statements_do_not_use_is_refused(markdown: str) -> None:
    with pytest.raises(ValueError, match="a statement has no "):
        section_tex(markdown)


def test_other_sections_are_refused() -> None:
    with pytest.raises(ValueError, match=r"the sections Problem, Input, .*, not 2 headings"):
        tex_of("# T\n\n## Problem\n")


# Formulas in statements of refsol's own problems

SAMPLE = "\n```text\nx o n m\n```\n"


@pytest.mark.parametrize(("text", "expected"), support.toml("tex")["formulas"])
def test_variables_are_formulas(text: str, expected: str) -> None:
    assert with_formulas(text + SAMPLE) == expected + SAMPLE


def test_dmoj_has_formulas_between_tildes() -> None:
    text = "$n$ points, $$2n$$ `$n$`, $5 to $6, $i$-th\n```\n$n$\n```\n"
    assert with_tildes(text) == "~n~ points, $$2n$$ `$n$`, $5 to $6, ~i~-th\n```\n$n$\n```\n"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_formulas_changes(name: str) -> None:
    for language in load(name).languages():
        text = load(name).statement(language, without=("refsol",))
        changed = with_formulas(text)
        assert len(re.findall(r"\$[^$\n]+\$", changed)) > 5
        for sign, tex in ((" \\cdot ", "*"), ("\\le", "≤"), (" \\bmod ", " mod "), ("$", ""), ("`", "")):
            changed = changed.replace(sign, tex)
        assert changed == text.replace("`", "")


def test_characters_that_latex_lacks() -> None:
    assert escaped("−10⁹ ≤ x ≤ 10¹⁸") == r"$-$10$^9$ $\le$ x $\le$ 10$^1$$^8$"
