"""Steps as an HTML page to click through: one self-contained file, with buttons, keys, a slider and a list.

Each line of the pictures and explanations is stored only once, since most of a board is the same from one step to the
next. The page's content security policy names the hashes of the page's style sheet and script, and allows no others.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from string import Template
from typing import Final

from refsol.pictures.style import asset, style_sheet
from refsol.pictures.svg import HEIGHT, cell_legend, draw_board, road_legend
from refsol.problem.contract import Explanation

_RIM: Final = 1  # around a symbol of the legend


def draw_page(
    title: str,
    steps: Sequence[Explanation],
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
    number_of: dict[str, int] = {}  # of each line

    def numbers_of(lines: list[str]) -> list[int]:
        return [number_of.setdefault(line, len(number_of)) for line in lines]

    pages: list[dict[str, list[int]]] = []
    picture = explanation = ""
    for number, step in zip(numbers, steps, strict=True):
        drawn, explained = draw_board(step.scene), _explanation(step)
        pages.append({"picture": numbers_of(drawn), "explanation": numbers_of(explained)})
        if number == start:  # this one is in the document itself, for browsers that don't run scripts
            picture, explanation = "\n".join(drawn), "\n".join(explained)
    style, script = f"\n{style_sheet()}{asset('page.css')}", f"\n{asset('page.js')}"
    return Template(asset("page.html")).substitute(
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
        list="\n".join(
            f'<li><a href="#{number}">{escape(step.subject)}: <b>{escape(step.answer)}</b></a></li>'
            for number, step in zip(numbers, steps, strict=True)
        ),
        # JSON that can't end the script element around it
        steps=json.dumps({"lines": list(number_of), "steps": pages}, ensure_ascii=False, separators=(",", ":"))
        .replace("</", "<\\/")
        .replace("<!--", "<\\u0021--"),
    )


def _explanation(step: Explanation) -> list[str]:
    scene = step.scene
    legend: list[str] = []
    for symbol, width, meaning in (*cell_legend(scene), *road_legend(scene)):
        across, down = width + 2 * _RIM, HEIGHT + 2 * _RIM
        box = f'width="{across}" height="{down}" viewBox="{-_RIM} {-_RIM} {across} {down}"'
        legend.append(f'<li><svg class="refsol" {box}>{symbol}</svg> {escape(meaning)}</li>')
    return [
        f"<h2>{escape(step.subject)}</h2>",
        f'<p class="answer">{escape(step.answer)}</p>',
        *(['<ul class="legend">', *legend, "</ul>"] if legend else []),
        *(f"<p>{escape(reason)}</p>" for reason in step.reasons),
        *(f'<p class="note">{escape(note)}</p>' for note in scene.crop_notes()),
    ]


def _hash_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
