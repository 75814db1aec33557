"""The page of the playground: what one can choose there, links that it opens with, and its content security policy."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Final
from zlib import DEFLATED, MAX_WBITS, compressobj

from refsol.pictures.page import draw_page
from refsol.pictures.style import dark_rules, light_rules
from refsol.problem import NAMES, Choice, Flag, load
from refsol.problem.contract import Family
from refsol.tictactoe import Board

PAGE: Final = "playground.html"
"""The page, from the root of the site."""
DIRECTORY: Final = "_static/playground"
"""The directory of everything that the page loads, from the root of the site."""

_ROOT: Final = Path(__file__).resolve().parent.parent.parent
_TEMPLATE: Final = _ROOT / "docs" / "playground" / "playground.html"
_OWN: Final = _ROOT / "refsol" / "own" / "example"
_TOUR: Final = _ROOT / "docs" / "tour"
_WRONG: Final = {
    "multigo": "connected.py",  # the README's program
    "somegame": "any_lines.py",
    "chess": "counted_twice.py",
    "tictactoe": "ultimate.py",
    "nogo": "half_the_rule.py",
}
_PLAYABLE: Final = ("multigo", "nogo", "tictactoe")
_EMPTY: Final = {"nogo": "7\n" + 7 * ".......\n", "tictactoe": Board().text().decode()}  # on which games begin
_COMFORTABLE: Final = {"moves": 20, "crossings": 40, "pieces": 14}  # sizes whose pictures are easy to read
_SMALL: Final = 9  # other sizes
_VERSION: Final = "1."  # of links; also in link.js


def page() -> str:
    """Return the page as HTML."""
    template = Template(_TEMPLATE.read_text(encoding="utf-8"))
    return template.substitute(
        policy=_policy(),
        directory=DIRECTORY,
        problems=_json([_problem(name) for name in NAMES]),
        examples=_json(_examples()),
    )


def pictures_style() -> str:
    """Return the style sheet of pictures on pages of the site, which follows the reader's choice of a theme."""
    dark = dark_rules()
    return (
        f"{light_rules()}"
        f"@media (prefers-color-scheme:dark){{body:not([data-theme=light]){{\n{dark}}}}}\n"
        f"body[data-theme=dark]{{\n{dark}}}\n"
    )


def example(name: str) -> str:
    """Return a short wrong program for a problem, which is there until the visitor has another one."""
    return (_TOUR / _WRONG[name]).read_text(encoding="utf-8")


def _examples() -> Mapping[str, str]:
    """Return the example of a problem of one's own: a wrong ``program``, and the texts that describe the problem."""
    files = {"program": "wrong.py", "description": "input.ctd", "model": "model.py"}
    return {name: (_OWN / file).read_text(encoding="utf-8") for name, file in files.items()}


def _json(value: object) -> str:
    """Return a value as JSON for an element ``script``."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")


def fragment(name: str, source: bytes, settings: Mapping[str, int] | None = None) -> str:
    """Return the fragment of the page's address that opens a problem with an input and ``settings`` by name."""
    state = {"problem": name, "view": "solve", "settings": settings or {}, "sizes": [len(source), 0]}
    compressor = compressobj(9, DEFLATED, -MAX_WBITS)
    packed = compressor.compress(f"{json.dumps(state)}\n".encode() + source) + compressor.flush()
    return _VERSION + urlsafe_b64encode(packed).decode().rstrip("=")


def _policy() -> str:
    """Return the content security policy: the page's own files, and what the pages of replays have inside them."""
    replay = draw_page("", list(load("nogo").explainer.explain(b"1\n.\n", {})))
    sources = {
        "script-src": ["'self'", "'wasm-unsafe-eval'", *_hashes(replay, "script-src")],
        "style-src": ["'self'", *_hashes(replay, "style-src")],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'", "blob:"],
        "frame-src": ["blob:"],
    }
    allowed = "; ".join(f"{name} {' '.join(values)}" for name, values in sources.items())
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _hashes(html: str, name: str) -> list[str]:
    """Return the hashes that the policy of a page allows for a directive."""
    found = re.search(rf"{name} ([^;\"]+)", html)
    return found[1].split() if found else []


def _problem(name: str) -> Mapping[str, object]:
    problem = load(name)
    options = [
        {
            "name": option.name,
            "help": option.help,
            "flag": isinstance(option, Flag),
            "values": option.values if isinstance(option, Choice) else None,
        }
        for option in problem.options
    ]
    return {
        "name": name,
        "title": problem.title,
        "statement": f"problems/{name}.html#the-statement",
        "program": example(name),
        "samples": [
            {"name": path.stem, "text": path.read_text(encoding="ascii")}
            for path in sorted((_ROOT / "samples" / name).glob("*.in"))
        ],
        "families": [_family(family) for family in problem.jury.families],
        "options": options,
        "selection": [{"name": option.name, "help": option.help} for option in problem.explainer.selection_options],
        "playable": name in _PLAYABLE,
        "board": _EMPTY.get(name),
    }


def _family(family: Family) -> Mapping[str, object]:
    sizes = [
        {
            "name": size.name,
            "least": size.least,
            "most": size.most,
            "value": max(size.least, min(size.default_value, _COMFORTABLE.get(size.name, _SMALL))),
        }
        for size in family.sizes
    ]
    return {"name": family.name, "group": family.group.title, "purpose": family.purpose, "sizes": sizes}
