"""The verb ``gtp`` of NoGo, and the options of searches, which verbs that choose moves share."""

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Final

from refsol.cli.files import InputLines, emit
from refsol.cli.verbs import Field, Scalar, as_verb, option
from refsol.errors import OptionError
from refsol.nogo.play import player
from refsol.nogo.play.playouts import POLICIES
from refsol.nogo.play.search import EXPLORATIONS, MAX_SIMULATIONS, SELECTIONS
from refsol.problem import Problem

_DEFAULTS: Final = player.SearchSettings()


def search_options(seconds: str, defaults: player.SearchSettings, without: Collection[str] = ()) -> Field:
    policies, selections = ", ".join(POLICIES), " or ".join(SELECTIONS)
    simulations = f"(default: {player.SIMULATIONS}, or none if the time is limited)"
    weights = ", ".join(f"{weight:g} with {selection}" for selection, weight in EXPLORATIONS.items())
    exploration = "The weight of the bonus for moves that have rarely been tried."
    equivalence = "the number of visits at which a move's wins and those of later moves on its point weigh the same."
    endgame = "Look for a move that wins for certain if at most this many points, up to 35, are still played for; "
    table: list[tuple[str, type, str, float | None, str]] = [
        ("simulations", int, "N", 1, f"Limit on the simulations for a move, per tree. {simulations}"),
        ("seconds", float, "S", 0, seconds),
        ("policy", str, "", None, f"How simulations are played to the end: {policies}."),
        ("selection", str, "", None, f"How a move is chosen in the tree: {selections}."),
        ("exploration", float, "C", 0, f"{exploration} (default: {weights})"),
        ("equivalence", float, "K", None, f"With rave: {equivalence}"),
        ("prior", float, "W", 0, "With rave: the weight of a new move's mobility, in visits; 0 for none."),
        ("slope", float, "X", None, "How strongly the prior depends on the number of legal points."),
        ("expand_after", int, "N", 1, "The number of visits after which a leaf of the tree gets children."),
        ("nodes", int, "N", 1, "Limit on the nodes of the tree, 60 bytes each."),
        ("seed", int, "N", None, "A number below 2**64; equal seeds give equal games, without limits of time."),
        ("threads", int, "N", 1, "Number of searches in parallel, each in a process; their visits are summed."),
        ("endgame", int, "N", 0, f"{endgame}0 for never."),
    ]
    choices = {"policy": POLICIES, "selection": SELECTIONS}
    chosen = [
        option(metavar or None, text, least=least, choices=choices.get(name, ())).named(name, kind)
        for name, kind, metavar, least, text in table
        if name not in without
    ]
    return Field(options=lambda _: [each._replace(default=getattr(defaults, each.name)) for each in chosen])


def search_settings(given: Mapping[str, Scalar], defaults: player.SearchSettings) -> player.SearchSettings:
    changed: Callable[..., player.SearchSettings] = defaults._replace
    settings = changed(**given)
    for name in ("equivalence", "prior", "slope"):
        if name in given and settings.selection == "uct":
            raise OptionError(f"--{name} needs --selection rave")
    if settings.simulations is not None and settings.simulations > MAX_SIMULATIONS:
        raise OptionError(f"--simulations takes a number from 1 to {MAX_SIMULATIONS}, not {settings.simulations}")
    return settings


@as_verb(
    "Play by the Go Text Protocol, version 2, on standard input and output, until quit or the end of input.",
    "--seconds 1",
)
def gtp(
    _problem: Problem,
    *,
    search: Annotated[
        Mapping[str, Scalar],
        search_options("Limit on the time for a move, in seconds; the clock of the game may allow less.", _DEFAULTS),
    ] = {},
    resign: Annotated[
        float,
        "Resign if the move that was searched most wins less than this share of its simulations. (default: never)",
        option("P", least=0, shows_default=False),
    ] = 0.0,
    ponder: Annotated[
        bool,
        "Search on in the opponent's time; in a match on one machine, this takes processor time from the opponent.",
        option(),
    ] = False,
) -> None:
    from refsol.nogo.play.gtp import Engine  # other verbs, which share the options, don't need it

    lines = InputLines(2**16)  # bytes; far longer than the longest command that can succeed
    try:
        engine = Engine(
            search_settings(search, _DEFAULTS),
            resign=resign,
            interrupted=lambda: lines.begins_with(b"# interrupt"),  # by which GoGui interrupts a command
        )
    except ValueError as error:
        raise OptionError(str(error)) from error
    for line in lines:
        _emit(engine.answer(line))
        if engine.is_over:
            return
        while engine.is_analyzing and not lines.is_ready():
            _emit(engine.analyze())
        while ponder and not lines.is_ready() and engine.ponder():
            pass
    _emit(engine.answer(b""))  # ends an analysis


def _emit(response: bytes) -> None:
    if response:
        emit([response])
