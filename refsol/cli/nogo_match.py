"""The verb ``match`` of NoGo."""

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from refsol.cli.files import emit_json, emit_text, encoded, naming, write_output
from refsol.cli.status import SUCCESS, FileError, ended_by, noted
from refsol.cli.terminal import StatusLine, printable
from refsol.cli.verbs import DASK_HELP, JSON, argument, as_verb, option
from refsol.cli.workplace import workplace
from refsol.errors import OptionError
from refsol.jury.run.program import Leftover, RunLimits, require_posix
from refsol.nogo.play.match.ratings import Sprt
from refsol.nogo.play.match.records import SIDES, Results, ResultsError
from refsol.problem import Problem
from refsol.problem.wording import counted

if TYPE_CHECKING:
    from refsol.nogo.play.match.match import Match

_ENGINE: Final = "a command that speaks GTP, or options of refsol nogo gtp, in one argument."
_SPRT: Final = Sprt()
_LIMITS: Final = "Time and memory"
_TEST: Final = "Sequential test"
_RUNNING: Final = "Running the engines"
_MOST_FAULTS: Final = 10
_MOST_GAMES: Final = 100_000  # their openings are made at once


class Options(NamedTuple):
    """The arguments and options of ``match``."""

    a: Annotated[str, argument(f"The first engine: {_ENGINE}", "A", dashed=True)]
    b: Annotated[str, argument(f"The second engine: {_ENGINE}", "B", dashed=True)]
    games: Annotated[int, option("The number of games, which must be even.", "N", least=2, panel="Games")] = 100
    size: Annotated[int, option("The size of the board, from 2 to 25.", "N", least=2, panel="Games")] = 9
    opening: Annotated[
        int | None,
        option(
            "Begin each pair with this many random moves. (default: with one of refsol's near even openings, or with 4 "
            "random moves where there are none left)",
            "N",
            least=0,
            panel="Games",
        ),
    ] = None
    seed: Annotated[
        str,
        option(
            "Any text; it determines the order of openings, random moves, and the seeds of refsol's engine.",
            "TEXT",
            panel="Games",
            shows_default=False,
        ),
    ] = "1"
    main_time: Annotated[
        float | None,
        option("Seconds for all moves of an engine in a game. (default: no limit)", "S", least=0, panel=_LIMITS),
    ] = None
    move_time: Annotated[
        float | None,
        option(
            "Seconds for each move, after the main time, if any. (default: no limit)", "S", least=0.01, panel=_LIMITS
        ),
    ] = None
    time_limit: Annotated[
        float, option("Limit on the time of any answer, in seconds.", "S", least=0.01, panel=_LIMITS)
    ] = 60.0
    memory_limit: Annotated[
        float, option("Limit on the memory of an engine, in MiB.", "MIB", least=1.0, panel=_LIMITS)
    ] = 2048.0
    elo0: Annotated[
        float | None,
        option("The Elo difference under H0 of the sequential test; needs --elo1. (default: 0)", "ELO", panel=_TEST),
    ] = None
    elo1: Annotated[
        float | None,
        option(
            "The difference under H1: end as soon as a sequential test (SPRT) decides between H0 and H1.",
            "ELO",
            panel=_TEST,
        ),
    ] = None
    alpha: Annotated[
        float, option("The probability of accepting --elo1 if the difference is --elo0.", "P", panel=_TEST)
    ] = _SPRT.alpha
    beta: Annotated[
        float, option("The probability of accepting --elo0 if the difference is --elo1.", "P", panel=_TEST)
    ] = _SPRT.beta
    results: Annotated[
        str | None, option("Append each pair to this file; if it exists, continue the match in it.", "FILE")
    ] = None
    sgf: Annotated[str | None, option("Write each game to a file in this directory, made if needed.", "DIR")] = None
    jobs: Annotated[
        int | None,
        option("Pairs in parallel. (default: 1; with --dask: the workers' threads)", "N", least=1, panel=_RUNNING),
    ] = None
    dask: Annotated[str | None, option(f"{DASK_HELP} The engines must exist there.", "ADDRESS", panel=_RUNNING)] = None
    json: Annotated[bool, JSON] = False


@as_verb(
    Options,
    "Play a match between two engines: pairs of games from the same opening with exchanged colours, with the Elo "
    "difference and its 95 % interval, and an optional sequential test.",
    '"my_engine --level 3" other_engine --games 200',
)
def match(problem: Problem, options: Options) -> int:
    """Play a match and report how it stands; return the exit status.

    A signal other than Ctrl-C that interrupts it ends the process after the report: raises ``Ended``. Raises
    ``OptionError`` for impossible settings, and where engines can't be run, and ``FileError`` for an engine that can't
    be started, a file or directory that can't be used, or a cluster.
    """
    require_posix("match")
    from refsol.nogo.play.match.match import Match
    from refsol.nogo.play.match.referee import Terms

    if options.games > _MOST_GAMES:
        raise OptionError(f"--games takes at most {_MOST_GAMES}, not {options.games}")
    if options.games % 2:
        raise OptionError(f"--games takes an even number, since games come in pairs, not {options.games}")
    if options.elo1 is None and options.elo0 is not None:
        raise OptionError("--elo0 needs --elo1")
    test = None if options.elo1 is None else Sprt(options.elo0 or 0.0, options.elo1, options.alpha, options.beta)
    limits = RunLimits(options.time_limit, options.memory_limit, 16)
    terms = Terms((options.a, options.b), options.size, options.seed, limits, options.main_time, options.move_time)
    settings = {**terms._asdict(), "opening": options.opening}
    try:
        with naming(options.results):
            results = None if options.results is None else Results(options.results, settings)
        if options.sgf is not None:
            Path(options.sgf).mkdir(exist_ok=True)
    except ResultsError as error:
        raise FileError(str(error)) from error
    with workplace(problem, options.jobs, options.dask) as place:
        try:
            played = Match(
                terms,
                options.games // 2,
                plies=options.opening,
                played=() if results is None else results.records,
                test=test,
                jobs=place.jobs,
                executor=place.executor,
                label=place.label,
            )
        except ValueError as error:
            raise OptionError(str(error)) from error
        ending = _follow(played, options, results, place.left)
    if options.json:
        emit_json(_fields(played, options, test, ending is not None))
    else:
        emit_text("".join(f"{line}\n" for line in _report(played, options, test)))
    return ended_by(ending, SUCCESS)


def _follow(match: "Match", options: Options, results: Results | None, left: list[Leftover]) -> int | None:
    """Play the match, and keep its games; return the signal that interrupted it, if one did."""
    with noted(match.interrupt) as arrived, StatusLine() as line, closing(match.events()) as events:
        for event in events:
            if isinstance(event, Leftover):
                left.append(event)
                continue
            if results is not None:
                with naming(options.results):
                    results.append(event.records)
            for record in event.records if options.sgf is not None else ():
                path = f"{options.sgf}/{record.pair + 1:05d}{'ab'[SIDES.index(record.black)]}.sgf"
                write_output(path, [encoded(record.sgf(options.size, (options.a, options.b)))])
            line.show(_standing(match))
    return arrived[0] if arrived else None


def _standing(match: "Match") -> str:
    """Return, in a line, how a match stands."""
    standing = match.standing
    won, lost = standing.wins
    elo = standing.elo
    if elo is None:
        return "no games"
    interval = f"({_elo(elo.low)} to {_elo(elo.high)})"
    return f"{counted(standing.games, 'game')}: A {won}, B {lost}; Elo {_elo(elo.difference)} {interval}"


def _report(match: "Match", options: Options, test: Sprt | None) -> Iterator[str]:
    standing = match.standing
    yield f"A: {options.a}"
    yield f"B: {options.b}"
    yield _standing(match)
    yield f"openings: {_openings(match, options)}; black won {counted(standing.black_wins, 'game')}"
    yield f"pairs: A won both games of {standing.pairs[2]}, one of {standing.pairs[1]}, none of {standing.pairs[0]}"
    for side, ending, count in standing.faults:
        yield f"{side} lost {counted(count, 'game')} by a fault: {ending}"
    for record in match.faults[:_MOST_FAULTS]:
        shown = f" ({record.stderr})" if record.stderr else ""
        yield printable(f"  pair {record.pair + 1}, {record.loser}: {record.line}{shown}")
    if test is not None:
        decision = match.decision()
        ratio = f"{test.log_ratio(standing.pairs):.2f} ({test.lower:.2f}, {test.upper:.2f})"
        verdict = "undecided" if decision is None else f"{decision} accepted"
        yield f"SPRT of Elo {test.elo0:g} (H0) and {test.elo1:g} (H1): {verdict}, log-likelihood ratio {ratio}"


def _openings(match: "Match", options: Options) -> str:
    """Return, in words, what the openings of all pairs are."""
    from refsol.nogo.play.match.openings import PLIES

    even = match.openings.near_even
    moves = counted(PLIES if options.opening is None else options.opening, "random move")
    if even == len(match.openings.moves):
        return f"{even} near even"
    return f"{even} near even, then {moves}" if even else moves


def _fields(match: "Match", options: Options, test: Sprt | None, interrupted: bool) -> dict[str, object]:
    standing = match.standing
    elo = standing.elo
    even = match.openings.near_even
    faults: Sequence[dict[str, object]] = [
        {"pair": record.pair, "engine": record.loser, "ending": record.ending, "line": record.line}
        for record in match.faults
    ]
    fields: dict[str, object] = {
        "engines": [options.a, options.b],
        "games": standing.games,
        "wins": list(standing.wins),
        "pairs": list(standing.pairs),
        "black_wins": standing.black_wins,
        "openings": {"near_even": even, "random": len(match.openings.moves) - even},
        "elo": None if elo is None else _finite(elo.difference),
        "elo_interval": None if elo is None else [_finite(elo.low), _finite(elo.high)],
        "faults": faults,
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
