"""Games by clicks on a board: the position as a picture, the moves so far, and what is said about the last one.

A request holds the whole game, so nothing is kept between two requests.
"""

from collections.abc import Mapping
from typing import Any, Final  # Any: what JSON holds

from multigo_game import play_multigo
from nogo_game import find_moves, play_nogo
from tictactoe_game import play_tictactoe

from refsol.errors import InputError
from refsol.pictures.svg import Grid, draw_svg
from refsol.problem.scene import SHOWN, Scene

INPUT: Final = "input.txt"
"""The name of the file that a game begins with."""

_PLAY: Final = {"multigo": play_multigo, "nogo": play_nogo, "tictactoe": play_tictactoe}


def play(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Mapping[str, object]:
    """Return the state of a ``game``, which is the name of a problem, on the board of the file :data:`INPUT`.

    ``moves`` are the moves so far, a list of numbers each. ``move`` is the next one, if any; or else ``random`` is a
    text that determines it. The reply has the fields of :class:`.State`, but as ``picture`` the text of an SVG element
    and as ``grid`` where the cells are in it, instead of a scene. For an input that is not valid or too large, it has
    the line of the ``error`` only. Raises ``KeyError`` for another game and ``ValueError`` for ``moves`` that can't be
    made.
    """
    try:
        state = _PLAY[request["game"]](files[INPUT], request["moves"], request.get("move"), request.get("random"))
    except InputError as error:
        return {"error": f"refsol: {INPUT}:{error}"}
    scene = state.scene
    if max(scene.rows, scene.columns) > SHOWN:
        return {"error": f"Only boards of up to {SHOWN} rows and columns can be played on."}
    return {**state._asdict(), "scene": None, "picture": draw_svg(scene, style=False), "grid": _grid(scene)}


def analyse(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Mapping[str, object]:
    """Return what a search of this many ``simulations`` finds out about the position of NoGo after ``moves``.

    The reply has as ``found`` the moves that it tried, the best first: each with the share of the simulations that
    began with it, and the share of these that the side to move won. It is empty if there is no legal move.
    """
    return {"found": find_moves(files[INPUT], request["moves"], request["simulations"])}


def _grid(scene: Scene) -> Mapping[str, object]:
    """Return the upper left corner of the first cell in the picture, the side of a cell, and what is on the cells."""
    grid = Grid(scene)
    cells = [[piece.text for piece in row] for row in scene.pieces]
    return {"left": grid.left, "top": grid.top, "unit": grid.unit, "cells": cells}
