"""The statements in English and in Chinese say the same, as far as a program can compare them."""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from refsol.problem import NAMES, load
from refsol.problem.statement import PARTS, filled_in

HEADINGS: Final = {
    "Problem": "题目描述", "Input": "输入格式", "Output": "输出格式", "Limits": "数据范围", "Decisions": "细节约定",
    "Samples": "样例", "Sample 1": "样例 1", "Sample 2": "样例 2", "Sample 3": "样例 3",
}  # fmt: skip

# Words for numbers that English has as digits.
NUMERALS: Final = {"四连通": "4", "八连通": "8"}

NUMBER: Final = re.compile(r"\(-?\d+, -?\d+\)|\d+(?:\.\d+)?")
VARIABLE: Final = re.compile(r"(?<![A-Za-z'])[B-HJ-Zb-z](?![A-Za-z])")  # not a nor I, which are English words
CHINESE: Final = "[\u4e00-\u9fff]"
WIDE_PUNCTUATION: Final = "[\u3001-\u3011\uff01-\uff1f]"


class Block(NamedTuple):
    """A paragraph, heading, cell or block of code, or a mark of the structure around it."""

    kind: str
    """The tag and what is special about it, such as the language of code."""
    text: str = ""
    """The text of code, or of a heading; other texts differ between languages."""
    codes: tuple[str, ...] = ()
    """The inline code, sorted, since the order of words differs."""
    numbers: tuple[str, ...] = ()
    """The numbers and coordinates elsewhere, sorted."""
    variables: frozenset[str] = frozenset()
    """The single letters elsewhere."""
    marks: tuple[str, ...] = ()
    """Inline elements, such as emphasis, sorted."""


def text_of(name: str, language: str) -> str:
    return load(name).statement(language)


def parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def outline(text: str) -> list[Block]:
    return list(blocks_of(parsed(text)))


def blocks_of(tokens: list[Token]) -> Iterator[Block]:
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.children is None:
            yield Block(f"{token.type} {token.tag} {token.info}", token.content)
            continue
        children = [child for child in token.children if child.type != "softbreak"]
        if before is not None and before.tag == "h1":  # compared below
            yield Block("title")
        elif before is not None and before.type == "heading_open":
            yield Block("heading", HEADINGS.get(token.content, token.content))
        else:
            words = " ".join(child.content for child in children if child.type == "text")
            for word, digit in NUMERALS.items():
                words = words.replace(word, f" {digit} ")
            yield Block(
                "inline",
                codes=tuple(sorted(child.content for child in children if child.type == "code_inline")),
                numbers=tuple(sorted(NUMBER.findall(words))),
                variables=frozenset(VARIABLE.findall(words)),
                marks=tuple(sorted(child.type for child in children if child.type not in ("text", "code_inline"))),
            )


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_structure(name: str) -> None:
    assert outline(text_of(name, "zh")) == outline(text_of(name, "en"))


@pytest.mark.parametrize("name", NAMES)
def test_contestants_read_nothing_about_refsol(name: str) -> None:
    texts = [load(name).statement(language, without=PARTS) for language in ("en", "zh")]
    assert outline(texts[0]) == outline(texts[1])
    for language, text in zip(("en", "zh"), texts, strict=True):
        whole = text_of(name, language)
        lines = text.splitlines()
        assert set(lines) < set(whole.splitlines())
        assert not re.search("refsol|`--|<!--|reported|报错|inferred|推断|earn as many|就得", text)

        headings = [line for line in whole.splitlines() if line.startswith("#")]
        assert [line for line in lines if line.startswith("#")] == headings


def test_parts_are_left_out_with_the_gap_that_they_leave() -> None:
    one, two = ("<!-- refsol: begin -->", "<!-- refsol: end -->"), ("<!-- points: begin -->", "<!-- points: end -->")
    text = "\n".join(
        ["a", "", one[0], "b", "", "c", one[1], "", "- d", two[0], "- e", two[1], "- f", one[0], "- g", one[1]]
    )
    limits = load("nogo").limits
    assert filled_in(f"{text}\n\nh\n", limits, "en") == "a\n\nb\n\nc\n\n- d\n- e\n- f\n- g\n\nh\n"
    assert filled_in(f"{text}\n\nh\n", limits, "en", ("refsol",)) == "a\n\n- d\n- e\n- f\n\nh\n"
    assert filled_in(f"{text}\n\nh\n", limits, "en", PARTS) == "a\n\n- d\n- f\n\nh\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_title_in_chinese_gives_the_one_in_english(name: str) -> None:
    english, chinese = (text_of(name, language).splitlines()[0].removeprefix("# ") for language in ("en", "zh"))
    assert re.fullmatch(f"{CHINESE}+\uff08{english}\uff09", chinese)


def without_last(pattern: str) -> Callable[[str], str]:
    """Return what removes the last match of a pattern from a text."""
    return lambda text: re.sub(f"(.*)(?:{pattern})", r"\1", text, count=1, flags=re.DOTALL)


MISTAKES: Final[dict[str, Callable[[str], str]]] = {
    "a heading is missing": without_last("### [^\n]*\n"),
    "a heading has another level": without_last("#(?=## )"),
    "a heading is wrong": lambda text: text.replace("## 输入格式", "## 输出格式", 1),
    "an item is missing": without_last("\n- [^\n]*"),
    "an item belongs to the one before": without_last("(?<=\n)- (?=[^\n]*\n)"),
    "a sample has another digit": lambda text: re.sub(r"(```text\n[^`]*)[0-9]", r"\g<1>7", text, count=1),
    "a sample is in no language": without_last("(?<=```)text"),
    "inline code is missing": without_last("`[^`\n]+`"),
    "inline code is plain": lambda text: re.sub(r"`([^`\n]+)`(?=[^`]*$)", r"\1", text, count=1),
    "a number differs": lambda text: re.sub(r"1 到 \d+", r"1 到 77", text, count=1),
    "coordinates are exchanged": lambda text: re.sub(r"\((\d), (?!\1)(\d)\)", r"(\2, \1)", text, count=1),
    "a variable differs": lambda text: re.sub(r" [mMWxk] ", " z ", text, count=1),
    "emphasis is missing": lambda text: text.replace("*", "", 2) if "*" in text else text.replace("**", ""),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_translation_is_noticed(mistake: str) -> None:
    right = [text_of(name, "zh") for name in NAMES]
    wrong = [MISTAKES[mistake](text) for text in right]
    assert wrong != right
    for text, other in zip(right, wrong, strict=True):
        assert (outline(other) == outline(text)) == (other == text)


@pytest.mark.parametrize("name", NAMES)
def test_chinese_is_set_as_chinese(name: str) -> None:
    """Chinese and Latin are separated by a blank, or by punctuation, which is as wide as what it belongs to."""
    for token in parsed(text_of(name, "zh")):
        kinds = [child.type for child in token.children or ()]
        assert "softbreak" not in kinds  # would be shown as a blank
        text = re.sub(r"\*", "", token.content) if token.children else ""
        assert re.findall(f"{CHINESE}[!-~]|[!-~]{CHINESE}|{WIDE_PUNCTUATION} | {WIDE_PUNCTUATION}", text) == []
        assert re.findall(f"{CHINESE} [,.;:!?)]|[,;:!?(] ?{CHINESE}", text) == []
