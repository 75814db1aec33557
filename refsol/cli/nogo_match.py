"""The verb ``match`` of NoGo."""

import math
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from refsol.cli.files import emit_json, emit_text, encoded, naming, opened_input, write_output
from refsol.cli.status import SUCCESS, FileError, ended_by, noted
from refsol.cli.terminal import StatusLine, printable
from refsol.cli.verbs import DASK_HELP, JSON, argument, as_verb, option
from refsol.cli.workplace import workplace
from refsol.errors import OptionError
from refsol.jury.run.program import Leftover, RunLimits, require_posix
from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.play.match.ratings import Sprt
from refsol.nogo.play.match.records import SIDES, Results, ResultsError
from refsol.nogo.play.sgf import read_position
from refsol.problem import Problem
from refsol.problem.wording import counted

if TYPE_CHECKING:
    from refsol.nogo.play.match.match import Match
    from refsol.nogo.play.match.referee import Terms

_ENGINE: Final = "a command that speaks GTP, or options of refsol nogo gtp, in one argument."
_SPRT: Final = Sprt()
_LIMITS: Final = "Time and memory"
_TEST: Final = "Sequential test"
_RUNNING: Final = "Running the engines"
_HOLLOW_SIZE: Final = 9
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
    games: Annotated[int, "The number of games, which must be even.", option("N", least=2, panel="Games")] = 100,
    size: Annotated[int, "The size of the board, from 2 to 25.", option("N", least=2, panel="Games")] = 9,
    opening: Annotated[
        int | None,
        "Begin each pair with this many random moves. (default: with one of refsol's near even openings, or with 4 "
        "random moves where there are none left)",
        option("N", least=0, panel="Games"),
    ] = None,
    walls: Annotated[
        str | None,
        "Play with the walls in this file: an empty board as nogo outcome reads it, with # for walls; or with those of "
        "Hollow NoGo: hollow.",
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
    dask: Annotated[str | None, f"{DASK_HELP} The engines must exist there.", option("ADDRESS", panel=_RUNNING)] = None,
    json: Annotated[bool, JSON] = False,
) -> int:
    """Play a match and report how it stands; return the exit status.

    A signal other than Ctrl-C ends the process after the report: raises ``Ended``. Raises ``OptionError`` for
    impossible settings, and without POSIX, and ``FileError`` for an engine, a file or a cluster that can't be used.
    """
    require_posix("match")
    from refsol.nogo.play.match.match import Match
    from refsol.nogo.play.match.referee import Terms

    if games > _MOST_GAMES:
        raise OptionError(f"--games takes at most {_MOST_GAMES}, not {games}")
    if games % 2:
        raise OptionError(f"--games takes an even number, since games come in pairs, not {games}")
    if elo1 is None and elo0 is not None:
        raise OptionError("--elo0 needs --elo1")
    test = None if elo1 is None else Sprt(elo0 or 0.0, elo1, alpha, beta)
    limits = RunLimits(time_limit, memory_limit, 16)
    terms = Terms((a, b), size, seed, limits, main_time, move_time, walls=_walls(walls, size))
    if terms.walls and sgf is not None:
        raise OptionError("--sgf can't be used with --walls: SGF has no walls")
    try:
        with naming(results):
            kept = None if results is None else Results(results, {**terms._asdict(), "opening": opening})
        if sgf is not None:
            Path(sgf).mkdir(exist_ok=True)
    except ResultsError as error:
        raise FileError(str(error)) from error
    with kept or nullcontext(), workplace(problem, jobs, dask) as place:
        try:
            played = Match(
                terms,
                games // 2,
                plies=opening,
                played=() if kept is None else kept.records,
                test=test,
                jobs=place.jobs,
                executor=place.executor,
                label=place.label,
            )
        except ValueError as error:
            raise OptionError(str(error)) from error
        with noted(played.interrupt) as arrived, StatusLine() as line, closing(played.events()) as events:
            for event in events:
                if isinstance(event, Leftover):
                    place.left.append(event)
                    continue
                if kept is not None:
                    with naming(results):
                        kept.append(event.records)
                for record in event.records if sgf is not None else ():
                    path = f"{sgf}/{record.pair + 1:05d}{'ab'[SIDES.index(record.black)]}.sgf"
                    write_output(path, [encoded(record.sgf(size, (a, b)))])
                line.show(_standing(played))
    if json:
        emit_json(_fields(played, terms, test, bool(arrived)))
    else:
        emit_text("".join(f"{line}\n" for line in _report(played, terms, opening, test)))
    return ended_by(arrived[0] if arrived else None, SUCCESS)


def _walls(given: str | None, size: int) -> Sequence[str]:
    """Return the walls of ``--walls`` by the names of their points; raises what :func:`opened_input` does.

    Raises ``OptionError`` for a board of another size, and for one with stones.
    """
    from refsol.nogo.play.walls import HOLLOW, walled_board

    if given is None:
        return ()
    if given == "hollow":
        board = walled_board(_HOLLOW_SIZE, _HOLLOW_SIZE, HOLLOW)
    else:
        with opened_input(given) as data:
            board = read_position(data).board
    if board.rows != size or board.columns != size:
        raise OptionError(f"--walls {given}: the board has {board.rows} rows and {board.columns} columns, not {size}")
    if board.points(BLACK) or board.points(WHITE):
        raise OptionError(f"--walls {given}: there are stones on the board")
    return [board.name(board.point(x, y)) for x, y in board.walls]


def _standing(match: "Match") -> str:
    standing = match.standing
    won, lost = standing.wins
    elo = standing.elo
    if elo is None:
        return "no games"
    interval = f"({_elo(elo.low)} to {_elo(elo.high)})"
    return f"{counted(standing.games, 'game')}: A {won}, B {lost}; Elo {_elo(elo.difference)} {interval}"


def _report(match: "Match", terms: "Terms", opening: int | None, test: Sprt | None) -> Iterator[str]:
    from refsol.nogo.play.match.openings import PLIES

    standing = match.standing
    yield f"A: {terms.engines[0]}"
    yield f"B: {terms.engines[1]}"
    if terms.walls:
        yield f"walls: {' '.join(terms.walls)}"
    yield _standing(match)
    even = match.openings.near_even
    openings = [f"{even} near even"] if even else []
    if even < len(match.openings.moves):
        openings.append(counted(PLIES if opening is None else opening, "random move"))
    yield f"openings: {', then '.join(openings)}; black won {counted(standing.black_wins, 'game')}"
    yield f"pairs: A won both games of {standing.pairs[2]}, one of {standing.pairs[1]}, none of {standing.pairs[0]}"
    for side, ending, count in standing.faults:
        yield f"{side} lost {counted(count, 'game')} by a fault: {ending}"
    for record in match.faults[:10]:
        shown = f" ({record.stderr})" if record.stderr else ""
        yield printable(f"  pair {record.pair + 1}, {record.loser}: {record.line}{shown}")
    for note in match.notes:
        yield printable(note)
    if test is not None:
        decision = match.decision()
        ratio = f"{test.log_ratio(standing.pairs):.2f} ({test.lower:.2f}, {test.upper:.2f})"
        verdict = "undecided" if decision is None else f"{decision} accepted"
        yield f"SPRT of Elo {test.elo0:g} (H0) and {test.elo1:g} (H1): {verdict}, log-likelihood ratio {ratio}"


def _fields(match: "Match", terms: "Terms", test: Sprt | None, interrupted: bool) -> dict[str, object]:
    standing = match.standing
    elo = standing.elo
    even = match.openings.near_even
    faults: Sequence[dict[str, object]] = [
        {"pair": record.pair, "engine": record.loser, "ending": record.ending, "line": record.line}
        for record in match.faults
    ]
    fields: dict[str, object] = {
        "engines": terms.engines,
        "walls": terms.walls,
        "games": standing.games,
        "wins": list(standing.wins),
        "pairs": list(standing.pairs),
        "black_wins": standing.black_wins,
        "openings": {"near_even": even, "random": len(match.openings.moves) - even},
        "elo": None if elo is None else _finite(elo.difference),
        "elo_interval": None if elo is None else [_finite(elo.low), _finite(elo.high)],
        "faults": faults,
        "notes": match.notes,
        "interrupted": interrupted,
    }
    if test is not None:
        bounds = [test.lower, test.upper]
        ratio = test.log_ratio(standing.pairs)
        fields["sprt"] = {**test._asdict(), "log_ratio": ratio, "bounds": bounds, "decision": match.decision()}
    return fields


def _elo(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _finite(elo: float) -> float | None:
    """Return a number that JSON can hold, None for an infinite one."""
    return round(elo, 2) if math.isfinite(elo) else None
