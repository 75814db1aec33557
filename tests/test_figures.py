"""Every picture on the site is what its caption says: refsol's own explanation confirms it."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import pytest
import support
from captions import Claims
from shown import Command, parse_command

from refsol.problem import load
from refsol.problem.scene import Scene

pytestmark = [pytest.mark.docs, support.once]

DIRECTIVE: Final = re.compile(r"^```\{(board|drawn)\} (.+)\n((?:(?!```).*\n)*)```$", flags=re.MULTILINE)
OPTION: Final = re.compile(r"^:(\w+):(?: (.+))?$", flags=re.MULTILINE)
DULL: Final = 10  # at most one step in this many does nothing


class Picture(NamedTuple):
    """A directive on a page: with a command, or else a figure of a proof."""

    page: str
    argument: str
    command: Command | None
    options: dict[str, str]
    claims: Claims | None

    @property
    def name(self) -> str:
        return f"{self.page}-{self.argument.replace(' ', '_')}"

    def scenes(self) -> tuple[Scene, ...]:
        if self.command is not None:
            return (load(self.command.problem).explainer.show(read(self.command.source), self.command.selection),)
        module, name = self.argument.split(".")
        drawn: tuple[Scene, ...] = getattr(import_module(f"figures.{module}"), name)()
        return drawn


@cache
def read(source: Path | str) -> bytes:
    return Command("", source, {}).read()


def pictures() -> Iterator[Picture]:
    for path in sorted((support.ROOT / "docs").rglob("*.md")):
        for kind, argument, body in DIRECTIVE.findall(path.read_text(encoding="utf-8")):
            options = dict(OPTION.findall(body))
            says = tuple(filter(None, OPTION.sub("", body).splitlines()))
            claims = Claims(options["caption"], options.get("answer"), says) if "caption" in options else None
            command = parse_command(argument) if kind == "board" else None
            yield Picture(str(path.relative_to(support.ROOT)), argument, command, options, claims)


PICTURES: Final = list(pictures())
WITH_CAPTION: Final = [(picture, picture.claims) for picture in PICTURES if picture.claims is not None]
BOARDS: Final = [(picture, picture.command) for picture in PICTURES if picture.command is not None]
REPLAYS: Final = [(picture, command) for picture, command in BOARDS if "replay" in picture.options]


def name_of(value: object) -> str:
    return value.name if isinstance(value, Picture) else ""


@pytest.mark.parametrize(("picture", "claims"), WITH_CAPTION, ids=name_of)
def test_captions_say_what_refsol_says(picture: Picture, claims: Claims) -> None:
    scenes = picture.scenes()
    assert claims.faults(scenes) == []
    wrong = [
        claims._replace(answer="MAYBE"),
        claims._replace(says=(*claims.says, "nobody has moved")),
        claims._replace(says=()),
        claims._replace(answer=None, caption=f"{claims.caption} Why?"),
        *(claims._replace(caption=f"{claims.caption} {more}") for more in ("(91, 7)", "91", "player 91")),
        *(claims._replace(says=(*claims.says[:k], claims.says[k][1:] + "x")) for k in range(len(claims.says))),
        *(claims._replace(caption=other) for other in misread(claims.caption)),
    ]
    for other in wrong:
        assert other.faults(scenes), other


@pytest.mark.parametrize(("picture", "command"), BOARDS, ids=name_of)
def test_claims_are_in_what_explain_prints(picture: Picture, command: Command) -> None:
    """The scene's words, with which captions are compared, are those of ``refsol PROBLEM explain``."""
    selection = [f"--{option}={value}" for option, value in command.selection.items()]
    done = support.refsol_here(command.problem, "explain", *selection, stdin=read(command.source))
    subject, *lines = done.stdout.decode().splitlines()
    [scene] = picture.scenes()
    assert scene.title == subject
    claims = picture.claims or Claims("")
    for said in claims.says:
        assert said in subject or any(said in line for line in lines)
    if claims.answer is not None:
        assert subject.endswith(f": {claims.answer}")


def misread(caption: str) -> Iterator[str]:
    """Yield the caption with a row, a column or another number that is wrong."""
    for number in re.finditer(r"\d+", re.sub(r"`[^`]*`", lambda code: "_" * len(code[0]), caption)):
        yield f"{caption[: number.start()]}{int(number[0]) + 70}{caption[number.end() :]}"


def test_what_a_caption_says_of_the_looks_is_drawn() -> None:
    start = load("multigo").explainer.show(b"2 3 4 1  1 1 2  3 1 2  1 2 3", MappingProxyType({}))
    for caption, missing in (
        ("The framed cell", "framed"),
        ("The cells with a letter", "letter"),
        ("The cells with a badge", "badge"),
        ("Double lines", "double line"),
        ("Wavy lines", "wav"),
    ):
        assert any(missing in fault for fault in Claims(caption, says=("2 rows",)).faults([start]))
    assert any("black" in fault for fault in Claims("Black wins", says=("2 rows",)).faults([start]))
    assert not Claims("The board has 3 columns.", says=("2 rows",)).faults([start])


def test_pictures_are_found_on_all_pages() -> None:
    found = "".join(path.read_text(encoding="utf-8") for path in (support.ROOT / "docs").rglob("*.md"))
    assert len(PICTURES) == len(re.findall(r"^```\{(?:board|drawn)\}", found, flags=re.MULTILINE)) > 15


@pytest.mark.parametrize(("picture", "command"), REPLAYS, ids=name_of)
def test_the_steps_of_a_replay_do_something(picture: Picture, command: Command) -> None:
    """A step that does nothing marks no cell and leads to the same position."""
    steps = load(command.problem).explainer.steps(BytesIO(read(command.source)), MappingProxyType({}))
    explanations = list(steps.explanations)
    idle = [
        (before.subject, after.subject)
        for before, after in pairwise(explanations[1:])
        if before.scene.pieces == after.scene.pieces and not before.marks
    ]
    assert len(explanations) > 3
    assert len(idle) * DULL <= len(explanations), (picture, idle)
