"""What a figure that the reader moves consists of, as data: all its states, each drawn and put in words.

The key of a state consists of the chosen cell, as ``ROW,COLUMN``, if cells are chosen, and of the values of the
controls, in this order and with single blanks between them. Where cells are played on instead, keys are arbitrary, and
each state says which moves lead where.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from refsol.pictures.svg import Grid, draw_layers
from refsol.problem.scene import Cell, Scene, letter_of


class Cells(NamedTuple):
    """The cells that can be chosen: ``rows`` × ``columns`` squares of side ``unit``, from (``left``, ``top``) on."""

    left: int
    top: int
    unit: int
    rows: int
    columns: int


class Option(NamedTuple):
    """A ``value`` that can be chosen, and the ``text`` on its button."""

    value: str
    text: str


class Choice(NamedTuple):
    """A group of buttons, one of which is chosen: its ``name``, its ``label`` and the ``options``."""

    name: str
    label: str
    options: tuple[Option, ...]


class Slider(NamedTuple):
    """A slider with a ``name`` and a ``label`` over values from 0 on, or from ``first``, with a text for each."""

    name: str
    label: str
    texts: tuple[str, ...]
    first: int = 0


class Move(NamedTuple):
    """The key of the ``state`` that a move leads to, and lines of HTML that say what it changes."""

    state: str
    told: tuple[str, ...]


class State(NamedTuple):
    """What a figure shows at one moment."""

    picture: tuple[str, ...]
    """Lines of SVG."""
    words: tuple[str, ...]
    """Lines of HTML."""
    labels: tuple[str, ...] = ()
    """What is on each cell, row by row, for readers who can't see it."""
    moves: Mapping[str, Move] = {}
    """The moves, by cell, where cells are played on."""
    refusals: tuple[str, ...] = ()
    """For each cell that is played on, a line of HTML that says why there is no move, or nothing if there is one."""


class Figure(NamedTuple):
    """A figure, whose pictures have the same ``size``, width and height."""

    title: str
    size: tuple[int, int]
    states: Mapping[str, State]
    start: str
    """The key of the state that the page shows at first."""
    cells: Cells | None = None
    controls: tuple[Choice | Slider, ...] = ()
    scale: float = 1
    """How large pictures are shown where there is room."""
    is_played: bool = False
    """Whether cells are played on, rather than one of them chosen."""

    def values(self) -> list[str]:
        """Return the parts of the key at the start: the chosen cell, if any, and the values of the controls."""
        return [] if self.is_played else self.start.split(" ")

    def names(self) -> list[str]:
        """Return the names of these parts."""
        names = [control.name for control in self.controls]
        return names if self.cells is None or self.is_played else ["cell", *names]


def cell_key(cell: Cell) -> str:
    """Return the part of a key that stands for a cell."""
    return "{},{}".format(*cell)


def paragraphs(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return sentences as lines of HTML."""
    return tuple([f"<p>{escape(sentence)}</p>" for sentence in sentences])


def legend(scene: Scene) -> tuple[str, ...]:
    """Return a line of HTML for each mark in a scene that has cells: its letter and what it means."""
    return tuple(
        [
            f'<p class="mark"><b>{letter_of(k)}</b> {escape(mark.role)}</p>'
            for k, mark in enumerate(scene.marks)
            if mark.cells
        ]
    )


def lines_of(scene: Scene) -> tuple[str, ...]:
    """Return the lines of SVG of a scene, short ones, which states have in common."""
    return tuple("\n".join(draw_layers(scene)).split("\n"))


def verdicts(wrong: str, right: str, *, same: bool | None = None) -> str:
    """Return a line of HTML with the verdicts of a version that is wrong and of refsol, and whether they are the same.

    They are if they look the same, unless ``same`` says something else.
    """
    if wrong == right if same is None else same:
        return f'<p class="answer">Both versions say <b>{right}</b>.</p>'
    return f'<p class="answer">The wrong version says <b>{wrong}</b>, refsol <b>{right}</b>.</p>'


def differs(grid: Grid, cells: Sequence[Cell]) -> tuple[str, ...]:
    """Return lines of SVG: a dot in a corner of each of the cells where a version that is wrong differs from refsol."""
    dots = []
    for cell in cells:
        across, down = grid.corner(*cell)
        dots.append(f'<circle class="differs" cx="{across + 9}" cy="{down + 9}" r="5"/>')
    return tuple(dots)


def encode(figure: Figure) -> str:
    """Return what the script needs as JSON that can't end the script element around it.

    Each line, and each list of lines, is stored only once, since states have most of them in common.
    """
    table = _Table()
    number = {key: k for k, key in enumerate(figure.states)}
    states = [
        {
            "picture": table.list_of(state.picture),
            "words": table.list_of(state.words),
            "labels": table.list_of(state.labels),
            "moves": {cell: [number[move.state], table.list_of(move.told)] for cell, move in state.moves.items()},
            "refusals": table.list_of(state.refusals),
        }
        for state in figure.states.values()
    ]
    data = {
        "names": figure.names(),
        "values": figure.values(),
        "keys": [] if figure.is_played else list(number),
        "start": number[figure.start],
        "size": figure.size,
        "texts": {control.name: control.texts for control in figure.controls if isinstance(control, Slider)},
        "cells": None if figure.cells is None else figure.cells._asdict(),
        "states": states,
        "lists": table.lists(),
        "lines": table.lines(),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")


class _Table:
    """Distinct lines, and distinct lists of them, numbered."""

    def __init__(self) -> None:
        self._lines: Final[dict[str, int]] = {}
        self._lists: Final[dict[tuple[int, ...], int]] = {}

    def list_of(self, texts: Sequence[str]) -> int:
        numbers = tuple([self._lines.setdefault(text, len(self._lines)) for text in texts])
        return self._lists.setdefault(numbers, len(self._lists))

    def lines(self) -> list[str]:
        return list(self._lines)

    def lists(self) -> list[tuple[int, ...]]:
        return list(self._lists)
