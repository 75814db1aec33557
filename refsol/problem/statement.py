"""The statement of a problem: ``statement.md`` in its package is in English, ``statement.zh.md`` in Chinese.

Where it says ``<!-- limits -->``, a table of values, the limits for time and memory, and the subtasks with their points
are put, from :mod:`refsol.problem.limits`. Lines ``<!-- NAME: begin -->`` and ``<!-- NAME: end -->`` are around what is
only for some readers, of a NAME in :data:`PARTS`. Everything is O(length of the text).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from refsol.problem.limits import COMMA, LANGUAGES, Limits, Range, Words

MARK: Final = "<!-- limits -->"
"""The placeholder for the text about the limits in the file of a statement."""
USERS: Final = "refsol"
"""The name of what is for users of refsol: what it does beyond the problem, such as options and errors."""
PARTIAL: Final = "points"
"""The name of what is about points for outputs that are partly right, which not all judges award."""
PARTS: Final = (USERS, PARTIAL)
"""The names of what is only for some readers of a statement."""

_SAMPLE: Final = re.compile(r"^\S+[:：]\n\n```text\n(.*?)^```\n\n\S+[:：]\n\n```text\n(.*?)^```\n", re.M | re.S)
_PART: Final = re.compile(
    rf"(?P<gap>(?<=\n\n))?^<!-- (?P<name>{'|'.join(PARTS)}): begin -->\n(?P<text>.*?)^<!-- (?P=name): end -->\n"
    r"(?P<after>(?(gap)\n?))",
    re.M | re.S,
)

_SPACE: Final = Words(" ", "")  # between sentences
_TEST_POINTS: Final = Words(
    "Full marks for a test are {} points; an output that is partly right earns some of them.",
    "每个测试点满分 {} 分，部分正确的输出可以得到部分分。",
)


def file_of(language: str) -> str:
    """Return the name of the file with the statement in a ``language``, one of :data:`.limits.LANGUAGES`."""
    return "statement.md" if language == LANGUAGES[0] else f"statement.{language}.md"


def filled_in(text: str, limits: Limits, language: str, without: Collection[str] = ()) -> str:
    """Return the ``text`` of a statement in a ``language`` with its ``limits``, ``without`` some of :data:`PARTS`.

    Raises ``OptionError`` for a language that isn't known.
    """

    def kept(part: re.Match[str]) -> str:
        return "" if part["name"] in without else part["text"] + part["after"]

    return _PART.sub(kept, text.replace(MARK, limits_text(limits, language)))


def body_of(text: str) -> str:
    """Return a statement ``text`` without its title and samples, as judges want it that show these themselves."""
    return re.sub(r"\n{3,}", "\n\n", _SAMPLE.sub("", text.split("\n", 1)[1])).strip() + "\n"


class Sample(NamedTuple):
    """A sample of a statement: an ``input`` and an ``answer``."""

    input: bytes
    answer: bytes


def samples_in(text: str) -> list[Sample]:
    """Return the samples in the ``text`` of a statement, in their order."""
    return [Sample(*(part.encode() for part in found)) for found in _SAMPLE.findall(text)]


def limits_text(limits: Limits, language: str) -> str:
    """Return ``limits`` in a ``language`` as Markdown: values, time and memory, subtasks. Raises ``OptionError``."""
    header = [words.of(language) for words in (Words("value", "值"), Words("range", "范围"))]
    rows = [[each.name.of(language), _range(each, language)] for each in limits.ranges]
    resources = [words.of(language) for words in limits.remarks]
    if limits.memory is not None:
        resources.insert(0, Words("Memory: {} {}.", "内存限制：{} {}。").of(language).format(*limits.memory))
    if limits.seconds is not None:
        resources.insert(0, Words("Time: {} s.", "时间限制：{} s。").of(language).format(f"{limits.seconds:g}"))
    paragraphs = [_table(header, rows), _SPACE.of(language).join(resources), *_points(limits, language)]
    return "\n\n".join(filter(None, paragraphs))


def _range(row: Range, language: str) -> str:
    if row.most is None:
        text = Words("{} or more", "至少 {}").of(language).format(row.least)
    else:
        text = Words("{} to {}", "{} 到 {}").of(language).format(row.least, row.most)
    further = row.further.of(language)
    return f"{text}{COMMA.of(language)}{further}" if further else text


def _points(limits: Limits, language: str) -> Iterator[str]:
    subtasks = limits.subtasks
    tests = sum(subtask.tests for subtask in subtasks)
    sentences: list[str] = []
    if tests:
        original = Words("The original has {} tests of {} points each.", "原题共 {} 个测试点，每个 {} 分。")
        sentences.append(original.of(language).format(tests, sum(subtask.points for subtask in subtasks) // tests))
    if len(subtasks) == 1:
        sentences.append(Words("There are no subtasks.", "没有子任务。").of(language))
    if limits.test_points is not None:
        sentences.append(_TEST_POINTS.of(language).format(limits.test_points))
    if sentences:
        yield _SPACE.of(language).join(sentences)
    if len(subtasks) > 1:
        header = [Words("subtask", "子任务"), Words("name", "名称"), *[Words("tests", "测试点")] * bool(tests)]
        header += [Words("points", "分值"), Words("limits", "限制")]
        rows: list[list[str]] = []
        last = 0
        for number, subtask in enumerate(subtasks, 1):
            first, last = last + 1, last + subtask.tests
            numbers = [f"{first}–{last}" if first < last else str(last)] * bool(tests)
            rows.append([str(number), subtask.slug, *numbers, str(subtask.points), subtask.limits.of(language)])
        yield _table([words.of(language) for words in header], rows)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(_width, column)) for column in zip(header, *rows, strict=True)]
    lines = [
        "| " + " | ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in (header, *rows)
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
