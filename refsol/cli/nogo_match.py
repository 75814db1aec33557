"""The verb ``match`` of NoGo."""

import hashlib
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from refsol.cli.files import emit_json, emit_text, encoded, naming, opened_input, write_output
from refsol.cli.nogo_gtp import WALLS_HELP, board_with_walls, wall_names
from refsol.cli.nogo_match_report import MatchReport
from refsol.cli.status import SUCCESS, FileError, ended_by, noted
from refsol.cli.terminal import StatusLine
from refsol.cli.verbs import DASK_HELP, JSON, argument, as_verb, option
from refsol.cli.workplace import workplace
from refsol.errors import OptionError
from refsol.jury.run.program import Leftover, RunLimits, require_posix
from refsol.nogo.play.match.ratings import Sprt
from refsol.nogo.play.match.records import SIDES, Results, ResultsError
from refsol.problem import Problem

if TYPE_CHECKING:
    from refsol.nogo.play.match.referee import Terms

_ENGINE: Final = "a command that speaks GTP, or options of refsol nogo gtp, in one argument."
_SPRT: Final = Sprt()
_LIMITS: Final = "Time and memory"
_TEST: Final = "Sequential test"
_RUNNING: Final = "Running the engines"
_MOST_GAMES: Final = 100_000  # their openings are made at once


@as_verb(
    "Play a match between two engines: pairs of games from the same opening with exchanged colours, with the Elo "
    "difference and its 95 % interval, and an optional sequential test.",
    '"my_engine --level 3" other_engine --games 200',
)
def match(
    problem: Problem,
    *,
    a: Annotated[str, f"The first engine: {_ENGINE}", argument("A", dashed=True)],
    b: Annotated[str, f"The second engine: {_ENGINE}", argument("B", dashed=True)],
    name: Annotated[
        tuple[str, ...],
        "The name of an engine in the report and in games, instead of a letter and its command; once for each engine.",
        option("NAME"),
    ] = (),
    games: Annotated[int, "The number of games, which must be even.", option("N", least=2, panel="Games")] = 100,
    size: Annotated[int, "The size of the board, from 2 to 25.", option("N", least=2, panel="Games")] = 9,
    opening: Annotated[
        int | None,
        "Begin each pair with this many random moves. (default: with one of refsol's near even openings, or with 4 "
        "random moves where there are none left)",
        option("N", least=0, panel="Games"),
    ] = None,
    openings: Annotated[
        str | None,
        "Begin the pairs with the openings in this file, in their order: one a line, such as E5 D4. When they run out, "
        "4 random moves follow.",
        option("FILE", panel="Games"),
    ] = None,
    walls: Annotated[
        str | None,
        WALLS_HELP,
        option("FILE", panel="Games"),
    ] = None,
    seed: Annotated[
        str,
        "Any text; it determines the order of openings, random moves, and the seeds of refsol's engine.",
        option("TEXT", panel="Games", shows_default=False),
    ] = "1",
    main_time: Annotated[
        float | None,
        "Seconds for all moves of an engine in a game. (default: no limit)",
        option("S", least=0, panel=_LIMITS),
    ] = None,
    move_time: Annotated[
        float | None,
        "Seconds for each move, after the main time, if any. (default: no limit)",
        option("S", least=0.01, panel=_LIMITS),
    ] = None,
    cpu_time: Annotated[
        float | None,
        "Seconds of processor time for all moves of an engine in a game, as the system measures it, for busy machines.",
        option("S", least=0.01, panel=_LIMITS),
    ] = None,
    time_limit: Annotated[
        float, "Limit on the time of any answer, in seconds.", option("S", least=0.01, panel=_LIMITS)
    ] = 60.0,
    memory_limit: Annotated[
        float, "Limit on the memory of an engine, in MiB.", option("MIB", least=1.0, panel=_LIMITS)
    ] = 2048.0,
    elo0: Annotated[
        float | None,
        "The Elo difference under H0 of the sequential test; needs --elo1. (default: 0)",
        option("ELO", panel=_TEST),
    ] = None,
    elo1: Annotated[
        float | None,
        "The difference under H1: end as soon as a sequential test (SPRT) decides between H0 and H1.",
        option("ELO", panel=_TEST),
    ] = None,
    alpha: Annotated[
        float, "The probability of accepting --elo1 if the difference is --elo0.", option("P", panel=_TEST)
    ] = _SPRT.alpha,
    beta: Annotated[
        float, "The probability of accepting --elo0 if the difference is --elo1.", option("P", panel=_TEST)
    ] = _SPRT.beta,
    results: Annotated[
        str | None, "Append each pair to this file; if it exists, continue the match in it.", option("FILE")
    ] = None,
    sgf: Annotated[str | None, "Write each game to a file in this directory, made if needed.", option("DIR")] = None,
    jobs: Annotated[
        int | None,
        "Pairs in parallel. (default: 1; with --dask: the workers' threads)",
        option("N", least=1, panel=_RUNNING),
    ] = None,
    here: Annotated[
        bool, "Run the engines in the current directory, not in empty ones.", option(panel=_RUNNING)
    ] = False,
    dask: Annotated[str | None, f"{DASK_HELP} The engines must exist there.", option("ADDRESS", panel=_RUNNING)] = None,
    json: Annotated[bool, JSON] = False,
) -> int:
    require_posix("match")
    from refsol.nogo.play.match.match import Match
    from refsol.nogo.play.match.referee import Terms

    if games > _MOST_GAMES:
        raise OptionError(f"--games takes at most {_MOST_GAMES}, not {games}")
    if name and (len(name) != len(SIDES) or len({*name}) != len(name)):
        raise OptionError("--name is for all 2 engines, each with another one")
    if games % 2:
        raise OptionError(f"--games takes an even number, since games come in pairs, not {games}")
    test = None if elo1 is None else Sprt(elo0 or 0.0, elo1, alpha, beta)
    if test is None and (elo0, alpha, beta) != (None, _SPRT.alpha, _SPRT.beta):
        raise OptionError("--elo0, --alpha and --beta need --elo1")
    if opening is not None and openings is not None:
        raise OptionError("--opening can't be used with --openings")
    if cpu_time is not None and (main_time, move_time) != (None, None):
        raise OptionError("--cpu-time can't be used with --main-time and --move-time")
    limits = RunLimits(time_limit, memory_limit, 16)
    where = str(Path.cwd()) if here else None
    terms = Terms(
        (a, b),
        size,
        seed,
        limits,
        main_time,
        move_time,
        walls=_walls(walls, size),
        cpu_time=cpu_time,
        directory=where,
    )
    given = () if openings is None else _given(openings, terms)
    if terms.walls and sgf is not None:
        raise OptionError("--sgf can't be used with --walls: SGF has no walls")
    try:
        with naming(results):
            begins = opening if openings is None else hashlib.sha256(repr(given).encode()).hexdigest()
            kept = None if results is None else Results(results, {**terms._asdict(), "opening": begins})
        if sgf is not None:
            Path(sgf).mkdir(exist_ok=True)
    except ResultsError as error:
        raise FileError(str(error)) from error
    with kept or nullcontext(), workplace(jobs, dask) as place:
        try:
            played = Match(
                terms,
                games // 2,
                plies=opening,
                given=given,
                played=() if kept is None else kept.records,
                test=test,
                jobs=place.jobs,
                executor=place.executor,
                label=place.label,
            )
        except ValueError as error:
            raise OptionError(str(error)) from error
        report = MatchReport(played, terms, name, test)
        with noted(played.interrupt) as arrived, StatusLine() as line, closing(played.events()) as events:
            for event in events:
                if isinstance(event, Leftover):
                    place.left.append(event)
                    continue
                if kept is not None:
                    with naming(results):
                        kept.append(event.records)
                for record in event.records if sgf is not None else ():
                    path = f"{sgf}/{record.pair + 1:05d}{record.black.lower()}.sgf"
                    write_output(path, [encoded(record.sgf(size, name or (a, b)))])
                line.show(report.progress())
    if json:
        emit_json(report.fields(bool(arrived)))
    else:
        emit_text("".join(f"{line}\n" for line in report.lines(bool(arrived))))
    return ended_by(arrived[0] if arrived else None, SUCCESS)


def _given(path: str, terms: "Terms") -> Sequence[Sequence[str]]:
    from refsol.nogo.play.match.openings import read_openings
    from refsol.nogo.play.record import walled_board

    try:
        board = walled_board(terms.size, terms.size, terms.walls)
    except ValueError as error:
        raise OptionError(str(error)) from error
    with opened_input(path) as data:
        return read_openings(data if isinstance(data, bytes) else data.read(), board)


def _walls(given: str | None, size: int) -> Sequence[str]:
    if given is None:
        return ()
    board = board_with_walls(given)
    if board.rows != size or board.columns != size:
        raise OptionError(f"--walls {given}: the board has {board.rows} rows and {board.columns} columns, not {size}")
    return wall_names(board)
