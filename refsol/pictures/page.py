"""Steps as an HTML page to click through: one self-contained file, with buttons, keys, a slider and a list.

Each line of the pictures and explanations is stored only once, since most of a board is the same from one step to the
next. The page's content security policy names the hashes of its own style sheet and script, and allows no others.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template
from typing import Final, Protocol

from refsol.pictures.marks import HEIGHT, LegendEntry, mark_legend, road_legend, wall_legend
from refsol.pictures.style import style_sheet
from refsol.pictures.svg import draw_board
from refsol.problem.scene import Scene

_RIM: Final = 1  # around a symbol of the legend


class Step(Protocol):
    """A step: the question, the answer, the reasons and the position. Reading each is O(1)."""

    @property
    def subject(self) -> str:
        """The question."""

    @property
    def answer(self) -> str:
        """The answer to it."""

    @property
    def reasons(self) -> Sequence[str]:
        """Why that is the answer, in sentences."""

    @property
    def scene(self) -> Scene:
        """The position."""


def draw_page(
    title: str,
    steps: Sequence[Step],
    *,
    first: int = 1,
    last: int | None = None,
    opened: int | None = None,
    notes: Sequence[str] = (),
    back: tuple[str, str] | None = None,
) -> str:
    """Return an HTML page with a ``title``, ``notes`` below it and ``steps``, at least one, numbered from ``first``.

    It opens at the step numbered ``opened``, by default the first. ``last`` is the number of the last step of the
    whole input, by default that of the last one given. A page of a site may have a link ``back`` there, its address and
    its text. O(cells drawn + cells marked) per step.
    """
    numbers = range(first, first + len(steps))
    start = first if opened is None else opened
    lines = _Lines()
    pages: list[dict[str, list[int]]] = []
    links: list[str] = []
    picture = explanation = ""
    for number, step in zip(numbers, steps, strict=True):
        drawn, explained = draw_board(step.scene), _explanation(step)
        pages.append({"picture": lines.numbers_of(drawn), "explanation": lines.numbers_of(explained)})
        links.append(_link(number, step))
        if number == start:  # this one is in the document itself, for browsers that don't run scripts
            picture, explanation = "\n".join(drawn), "\n".join(explained)
    style, script = f"\n{style_sheet()}{_asset('css')}", f"\n{_asset('js')}"
    return Template(_asset("html")).substitute(
        allowed=f"style-src {_hash_of(style)}; script-src {_hash_of(script)}",
        title=escape(title),
        back="" if back is None else f'<p class="back"><a href="{escape(back[0])}">{escape(back[1])}</a></p>',
        notes="\n".join(f'<p class="note">{escape(note)}</p>' for note in notes),
        style=style,
        script=script,
        first=first,
        last=numbers[-1],
        all=numbers[-1] if last is None else last,
        opened=start,
        picture=picture,
        explanation=explanation,
        list="\n".join(links),
        steps=_json({"lines": lines.texts(), "steps": pages}),
    )


class _Lines:
    """Distinct lines of text, numbered."""

    def __init__(self) -> None:
        self._number: Final[dict[str, int]] = {}

    def numbers_of(self, lines: Iterable[str]) -> list[int]:
        return [self._number.setdefault(line, len(self._number)) for line in lines]

    def texts(self) -> list[str]:
        return list(self._number)


def _explanation(step: Step) -> list[str]:
    """Return the explanation at a step and the legend of its picture, as lines of HTML."""
    scene = step.scene
    entries = (*wall_legend(scene), *mark_legend(scene), *road_legend(scene))
    legend = [_legend_item(entry) for entry in entries]
    return [
        f"<h2>{escape(step.subject)}</h2>",
        f'<p class="answer">{escape(step.answer)}</p>',
        *(f"<p>{escape(reason)}</p>" for reason in step.reasons),
        *(['<ul class="legend">', *legend, "</ul>"] if legend else []),
        *(f'<p class="note">{escape(note)}</p>' for note in scene.crop_notes()),
    ]


def _legend_item(entry: LegendEntry) -> str:
    width, height = entry.width + 2 * _RIM, HEIGHT + 2 * _RIM
    box = f'width="{width}" height="{height}" viewBox="{-_RIM} {-_RIM} {width} {height}"'
    return f'<li><svg class="refsol" {box}>{entry.symbol}</svg> {escape(entry.meaning)}</li>'


def _link(number: int, step: Step) -> str:
    return f'<li><a href="#{number}">{escape(step.subject)}: <b>{escape(step.answer)}</b></a></li>'


def _json(value: object) -> str:
    """Return a value as JSON that can't end the script element around it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def _asset(kind: str) -> str:
    return resources.files("refsol.pictures").joinpath(f"page.{kind}").read_text(encoding="utf-8")


def _hash_of(text: str) -> str:
    """Return the hash of a text in the form of a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
