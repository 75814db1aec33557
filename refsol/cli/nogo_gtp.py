"""The verb ``gtp`` of NoGo, and the options of searches, which verbs that choose moves share."""

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Final

from refsol.cli.files import InputLines, emit, opened_input
from refsol.cli.verbs import Field, Scalar, as_verb, option
from refsol.errors import OptionError
from refsol.nogo.board import BLACK, WHITE, Board
from refsol.nogo.play import player
from refsol.nogo.play.playouts import POLICIES
from refsol.nogo.play.search import EXPLORATIONS, MAX_SIMULATIONS, SELECTIONS
from refsol.problem import Problem

_DEFAULTS: Final = player.SearchSettings()


WALLS_HELP: Final = (
    "Play with the walls in this file: an empty board as nogo outcome reads it, with # for walls; or, on 9 × 9, with "
    "those of Hollow NoGo: hollow, or on the 3 × 3 points in the middle: centre."
)


def board_with_walls(given: str) -> Board:
    """Return the empty board with the walls that the option ``--walls`` names."""
    from refsol.nogo.play.record import WALLS, walled_board

    if given in WALLS:
        return walled_board(9, 9, WALLS[given])
    from refsol.nogo.play.sgf import read_position

    with opened_input(given) as data:
        board = read_position(data).board
    if board.points(BLACK) or board.points(WHITE):
        raise OptionError(f"--walls {given}: there are stones on the board")
    return board


def wall_names(board: Board) -> list[str]:
    return [board.name(board.point(x, y)) for x, y in board.walls]


def search_options(seconds: str, defaults: player.SearchSettings, without: Collection[str] = ()) -> Field:
    policies, selections = ", ".join(POLICIES), " or ".join(SELECTIONS)
    simulations = f"(default: {player.SIMULATIONS}, or none if the time is limited)"
    weights = ", ".join(f"{weight:g} with {selection}" for selection, weight in EXPLORATIONS.items())
    exploration = "The weight of the bonus for moves that have rarely been tried."
    equivalence = "the number of visits at which a move's wins and those of later moves on its point weigh the same."
    endgame = "Look for a move that wins for certain if at most this many points, up to 35, are live; "
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
        ("seed", int, "N", None, "A number below 2**64; equal seeds give equal games, unless time is limited."),
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
        "Also search on the opponent's time; in a match on one machine, this takes processor time from the opponent.",
        option(),
    ] = False,
    walls: Annotated[str | None, f"{WALLS_HELP} They stay until the size changes.", option("FILE")] = None,
) -> None:
    from refsol.nogo.play.gtp import MAX_SIZE, Engine  # other verbs, which share the options, don't need it

    lines = InputLines(2**16)  # bytes; far longer than the longest command that can succeed
    try:
        engine = Engine(
            search_settings(search, _DEFAULTS),
            resign=resign,
            interrupted=lambda: lines.begins_with(b"# interrupt"),  # by which GoGui interrupts a command
        )
    except ValueError as error:
        raise OptionError(str(error)) from error
    if walls is not None:
        board = board_with_walls(walls)
        if max(board.rows, board.columns) > MAX_SIZE:
            raise OptionError(f"--walls {walls}: the board has more than {MAX_SIZE} rows or columns")
        engine.answer(f"rectangular_boardsize {board.columns} {board.rows}".encode())
        engine.answer(f"hollow {' '.join(wall_names(board))}".encode())
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
