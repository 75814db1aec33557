"""NoGo: place stones without ever taking a group's last liberty (Luogu P4997)."""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Final

from refsol.errors import OptionError
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.solver import answers, solve
from refsol.problem import Choice, Flag, Number, Problem, Settings
from refsol.text.scanner import Input

__all__ = [
    "BLACK",
    "EMPTY",
    "PROBLEM",
    "WHITE",
    "Board",
    "ExactLiberties",
    "Game",
    "Outcome",
    "OutcomeProgress",
    "Playouts",
    "Search",
    "answers",
    "outcome",
    "play_first_legal",
    "play_random",
    "read_board",
    "read_game",
    "solve",
]

if TYPE_CHECKING:
    from refsol.nogo.exact_liberties import ExactLiberties
    from refsol.nogo.game import Game, read_game
    from refsol.nogo.play import gtp as gtp
    from refsol.nogo.play.outcome import Outcome, OutcomeProgress, outcome
    from refsol.nogo.play.playouts import Playouts, play_first_legal, play_random
    from refsol.nogo.play.search import Search
else:  # solving doesn't need these
    _LATER: Final = {
        **dict.fromkeys(("Game", "read_game"), "game"),
        **dict.fromkeys(("Outcome", "OutcomeProgress", "outcome"), "play.outcome"),
        **dict.fromkeys(("Playouts", "play_first_legal", "play_random"), "play.playouts"),
        "ExactLiberties": "exact_liberties",
        "Search": "play.search",
        "gtp": "play.gtp",
    }

    def __getattr__(name):
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{_LATER[name]}")
        found = module if name == "gtp" else getattr(module, name)
        globals()[name] = found  # so that it is looked up once
        return found


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


_LIBERTIES: Final = Choice(
    "liberties", ("pseudo", "exact"), "How liberties are tracked: as counts of pseudo-liberties, or exactly, as sets."
)
_RANDOM: Final = Flag("random", "Play uniformly random legal moves instead of the first legal ones.")
_SEED: Final = Number("seed", 2**64 - 1, "With --random: the seed, a number below 2**64, which determines the game.")


def _solve(data: Input, settings: Settings) -> Iterable[bytes]:
    random = _RANDOM.of(settings)
    if _SEED.name in settings and not random:
        raise OptionError("--seed needs --random")
    return answers(data, liberties=_LIBERTIES.of(settings), random=random, seed=_SEED.of(settings))


PROBLEM: Final = Problem(
    name="nogo",
    title="NoGo: neither capture nor suicide; the player who cannot move loses",
    source="Luogu P4997",
    solve=_solve,
    options=(_LIBERTIES, _RANDOM, _SEED),
    url="https://www.luogu.com.cn/problem/P4997",
    plain_solver="solve_plainly",
)
"""NoGo as a :class:`.Problem`, for the command line."""
