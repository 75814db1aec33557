"""Steps as a page that replays them: one file that needs nothing else, with buttons, keys, a slider and a list.

The page holds each line of its pictures and words once, since most of a board stays as it is from one step to the next,
and says by hashes which style sheet and script may run on it: its own, and no other.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template
from typing import Final, Protocol

from refsol.pictures.marks import HEIGHT, Sign, mark_signs_of, road_signs_of
from refsol.pictures.style import style_sheet
from refsol.pictures.svg import draw_board
from refsol.scene import Scene, cut_off

_RIM: Final = 1  # around a sign


class Step(Protocol):
    """What there is to see and to say at a step, as an explanation has it. All is there already: O(1)."""

    @property
    def subject(self) -> str:
        """What is asked."""

    @property
    def answer(self) -> str:
        """What follows."""

    @property
    def reasons(self) -> Sequence[str]:
        """Why, in sentences."""

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
) -> str:
    """Return an HTML page with these steps, at least one, numbered from ``first`` on; ``notes`` stand below the title.

    It opens at the step ``opened``, unless told at the first, and says that there are steps up to ``last``, unless told
    those given. O(cells drawn + cells marked) a step.
    """
    numbers = range(first, first + len(steps))
    start = first if opened is None else opened
    lines = _Lines()
    pages: list[dict[str, list[int]]] = []
    links: list[str] = []
    picture = told = ""
    for number, step in zip(numbers, steps, strict=True):
        drawn, words = draw_board(step.scene), _told(step)
        pages.append({"picture": lines.numbers_of(drawn), "told": lines.numbers_of(words)})
        links.append(_link(number, step))
        if number == start:  # this one stands in the document for those who run no script
            picture, told = "\n".join(drawn), "\n".join(words)
    style, script = f"\n{style_sheet()}{_asset('css')}", f"\n{_asset('js')}"
    return Template(_asset("html")).substitute(
        allowed=f"style-src {_hash_of(style)}; script-src {_hash_of(script)}",
        title=escape(title),
        notes="\n".join(f'<p class="note">{escape(note)}</p>' for note in notes),
        style=style,
        script=script,
        first=first,
        last=numbers[-1],
        all=numbers[-1] if last is None else last,
        opened=start,
        picture=picture,
        told=told,
        list="\n".join(links),
        steps=_json({"lines": lines.texts(), "steps": pages}),
    )


class _Lines:
    """Lines of text, each once, and numbered."""

    def __init__(self) -> None:
        self._number: Final[dict[str, int]] = {}

    def numbers_of(self, lines: Iterable[str]) -> list[int]:
        return [self._number.setdefault(line, len(self._number)) for line in lines]

    def texts(self) -> list[str]:
        return list(self._number)


def _told(step: Step) -> list[str]:
    """Return what is said at a step, and what the signs in its picture mean, as lines of HTML."""
    scene = step.scene
    key = [_key(sign) for sign in (*mark_signs_of(scene), *road_signs_of(scene))]
    return [
        f"<h2>{escape(step.subject)}</h2>",
        f'<p class="answer">{escape(step.answer)}</p>',
        *(f"<p>{escape(reason)}</p>" for reason in step.reasons),
        *(['<ul class="key">', *key, "</ul>"] if key else []),
        *(f'<p class="note">{escape(part)}</p>' for part in cut_off(scene.shown_rows, scene.shown_columns, scene)),
    ]


def _key(sign: Sign) -> str:
    width, height = sign.width + 2 * _RIM, HEIGHT + 2 * _RIM
    box = f'width="{width}" height="{height}" viewBox="{-_RIM} {-_RIM} {width} {height}"'
    return f'<li><svg class="refsol" {box}>{sign.drawing}</svg> {escape(sign.meaning)}</li>'


def _link(number: int, step: Step) -> str:
    return f'<li><a href="#{number}">{escape(step.subject)}: <b>{escape(step.answer)}</b></a></li>'


def _json(value: object) -> str:
    """Return a value as JSON that can't end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def _asset(kind: str) -> str:
    return resources.files("refsol.pictures").joinpath(f"page.{kind}").read_text(encoding="utf-8")


def _hash_of(text: str) -> str:
    """Return what a content security policy calls a text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
