"""Modules by the names that they had up to version 0.1: aliases for one version, with a ``DeprecationWarning`` each."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from itertools import product
from types import ModuleType
from typing import Final
from warnings import warn

_PROBLEMS: Final = ("chess", "multigo", "nogo", "somegame", "tictactoe")
_FOR_THE_JURY: Final = (
    *("checker", "explain", "families", "generator", "partitions", "random_boards", "reasons"),
    *("reductions", "worst_cases"),
)
_FOR_PLAY: Final = (
    *("bit_board", "many_games", "outcome_search", "outcome_table", "playouts", "positions", "record", "search"),
    *("sgf", "simulator"),
)
_PROTOCOLS: Final = ("botzone", "gtp", "gtp_clock", "player")
_MERGED: Final = {
    "refsol.chess.jury.worst_cases": "refsol.chess.jury.generator",
    **{
        f"refsol.nogo.{old}": f"refsol.nogo.{new}"
        for old, new in (
            ("candidates", "groups"),
            ("move_text", "solver"),
            ("point_names", "board"),
            ("jury.reasons", "jury.explain"),
            ("play.bit_board", "play.live_board"),
            ("play.gtp_clock", "play.player"),
            ("play.positions", "play.sgf"),
            ("play.simulator", "play.playouts"),
            ("play.environments.views", "play.environments.batch"),
            ("play.match.engine", "play.match.referee"),
            ("play.match.results", "play.match.records"),
        )
    },
}

_FORMER: Final = {
    **{f"refsol.{name}": f"refsol.problem.{name}" for name in ("installed", "limits", "scene", "statement")},
    **{f"refsol.{name}": "refsol.portable" for name in ("interrupts", "mode")},
    **{f"refsol.{name}": f"refsol.jury.{name}" for name in ("bundles", "packages", "testing")},
    "refsol.descriptions": "refsol.own.description",
    "refsol.scaffold": "refsol.own.scaffold",
    "refsol.environments": "refsol.nogo.play.environments",
    "refsol.matches": "refsol.nogo.play.match",
    "refsol.protocols": "refsol.nogo.play",
    **{f"refsol.protocols.{name}": f"refsol.nogo.play.{name}" for name in _PROTOCOLS},
    **{
        f"refsol.jury.{name}": f"refsol.problem.{name}"
        for name in ("contract", "delta_debugging", "paging", "selection", "wording")
    },
    **{
        f"refsol.jury.{name}": f"refsol.jury.run.{name}"
        for name in ("command", "conversation", "languages", "processes", "program", "scratch")
    },
    **{f"refsol.jury.{name}": "refsol.jury.run.watch" for name in ("streams", "run.streams", "watching")},
    **{f"refsol.jury.{name}": "refsol.jury.run.languages" for name in ("naming", "run.naming")},
    "refsol.jury.comparing": "refsol.jury.checking",
    "refsol.jury.testing.cases": "refsol.jury.testing",
    "refsol.jury.rewinding": "refsol.jury.validation",
    **{f"refsol.jury.{name}": f"refsol.jury.parallel.{name}" for name in ("cluster", "pool", "workers")},
    **{f"refsol.jury.{name}": "refsol.jury.parallel.workers" for name in ("ahead", "parallel.lookahead")},
    **{f"refsol.jury.{name}": "refsol.jury.parallel.pool" for name in ("calls", "parallel.remote_call")},
    **{f"refsol.jury.{name}": "refsol.jury.parallel.relay" for name in ("parcel", "parallel.parcel", "relaying")},
    "refsol.jury.serving": "refsol.jury.parallel.server",
    **{f"refsol.{at}.{name}": f"refsol.{at}.jury.{name}" for at, name in product(_PROBLEMS, _FOR_THE_JURY)},
    **{f"refsol.nogo.{name}": f"refsol.nogo.play.{name}" for name in _FOR_PLAY},
    "refsol.nogo.outcomes": "refsol.nogo.play.outcome",
}

MOVED: Final = {**{old: _MERGED.get(new, new) for old, new in _FORMER.items()}, **_MERGED}
"""The modules and packages that have moved: old names and new ones."""

RENAMED: Final = {
    "refsol.jury.judging": {"Group": "ItemGroup"},
    "refsol.jury.parallel.pool": {"Call": "Task"},
    "refsol.jury.run.program": {"Limits": "RunLimits", "Outcome": "RunOutcome"},
    "refsol.jury.stress": {"Batch": "BatchResult", "End": "CampaignEnd", "Plan": "CampaignPlan"},
}
"""The classes that have other names now: for each module the old names and the new ones."""


def renamed_in(module: str) -> Callable[[str], object]:
    """Return what finds the classes of a ``module`` by their former names, as a function of the module. O(1).

    For other names it raises ``AttributeError``.
    """

    def find(name: str) -> object:
        new = RENAMED[module].get(name)
        if new is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(f"{module}.{name} is {new} now", DeprecationWarning, stacklevel=2)
        found: object = getattr(sys.modules[module], new)
        return found

    return find


class Moved:
    """Finds modules by their former names."""

    @staticmethod
    def find_spec(name: str, *_where: object) -> ModuleSpec | None:
        """Return what imports the module that was once called ``name``, or None for another name. O(1)."""
        package, _, module = name.rpartition(".")
        new = MOVED.get(name) or (f"{MOVED[package]}.{module}" if package in MOVED else None)
        return None if new is None else ModuleSpec(name, _Alias(new))


class _Alias(Loader):
    """A loader that returns the module with another ``name``."""

    def __init__(self, name: str) -> None:
        self._name: Final = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module."""
        if Moved not in sys.meta_path:
            sys.meta_path.insert(0, Moved)  # before what would find modules of a package that has moved once more
        module = import_module(self._name)
        warn(f"{spec.name} is {self._name} now", DeprecationWarning, stacklevel=2)
        self._spec = module.__spec__  # which the import system replaces
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it was."""
        module.__spec__ = self._spec
