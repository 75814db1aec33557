"""The report on a match of NoGo, as text or as fields for JSON."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from refsol.cli.terminal import printable
from refsol.nogo.play.match.ratings import Sprt
from refsol.nogo.play.match.records import SIDES
from refsol.problem.wording import counted

if TYPE_CHECKING:
    from refsol.nogo.play.match.match import Match  # for POSIX systems only
    from refsol.nogo.play.match.referee import Terms


class MatchReport:
    """The report on a ``match`` on ``terms``, of engines with these ``names``, or letters if there are none.

    It also has the results of a sequential ``test``, if there is one.
    """

    def __init__(self, match: "Match", terms: "Terms", names: Sequence[str], test: Sprt | None) -> None:
        self._match: Final = match
        self._terms: Final = terms
        self._names: Final = names
        self._test: Final = test

    def progress(self, remark: str = "") -> str:
        standing = self._match.standing
        (won, lost), elo = standing.wins, standing.elo
        if elo is None:
            return f"no games{remark}"
        score = f"{self._short('A')} {won}, {self._short('B')} {lost}"
        interval = f"({_elo(elo.low)} to {_elo(elo.high)})"
        return f"{counted(standing.games, 'game')}{remark}: {score}; Elo {_elo(elo.difference)} {interval}"

    def lines(self, interrupted: bool) -> Iterator[str]:
        for side, engine in zip(SIDES, self._terms.engines, strict=True):
            yield f"{self._short(side)}: {engine}"
        if self._terms.walls:
            yield f"walls: {' '.join(self._terms.walls)}"
        standing = self._match.standing
        yield self.progress(" (interrupted)" * interrupted)
        if standing.games:
            yield f"openings: {', then '.join(self._openings())}; black won {counted(standing.black_wins, 'game')}"
        none, one, both = standing.pairs
        yield f"pairs: {self._short('A')} won both games of {both}, one of {one}, none of {none}"
        for side, ending, count in standing.faults:
            yield f"{self._short(side)} lost {counted(count, 'game')} by a fault: {ending}"
        for record in self._match.faults[:10]:
            shown = f" ({record.stderr})" if record.stderr else ""
            yield printable(f"  pair {record.pair + 1}, {self._short(record.loser)}: {record.line}{shown}")
        for note in self._match.notes:
            yield printable(f"{self._short(note[0])}{note[1:]}")
        if test := self._test:
            decision = self._match.decision()
            ratio = f"{test.log_ratio(standing.pairs):.2f} ({test.lower:.2f}, {test.upper:.2f})"
            verdict = "undecided" if decision is None else f"{decision} accepted"
            yield f"SPRT of Elo {test.elo0:g} (H0) and {test.elo1:g} (H1): {verdict}, log-likelihood ratio {ratio}"

    def fields(self, interrupted: bool) -> dict[str, object]:
        standing, test = self._match.standing, self._test
        given, even, random = self._begun()
        elo = standing.elo
        fields: dict[str, object] = {
            "engines": self._terms.engines,
            **({"names": self._names} if self._names else {}),
            "walls": self._terms.walls,
            "games": standing.games,
            "wins": standing.wins,
            "pairs": standing.pairs,
            "black_wins": standing.black_wins,
            "openings": {"near_even": even, "random": random, **({"given": given} if given else {})},
            "elo": None if elo is None else _finite(elo.difference),
            "elo_interval": None if elo is None else [_finite(elo.low), _finite(elo.high)],
            "faults": [
                {"pair": record.pair, "engine": record.loser, "ending": record.ending, "line": record.line}
                for record in self._match.faults
            ],
            "notes": self._match.notes,
            "interrupted": interrupted,
        }
        if test is not None:
            fields["sprt"] = {
                **test._asdict(),
                "log_ratio": test.log_ratio(standing.pairs),
                "bounds": [test.lower, test.upper],
                "decision": self._match.decision(),
            }
        return fields

    def _short(self, side: str) -> str:
        return self._names[SIDES.index(side)] if self._names else side

    def _begun(self) -> tuple[int, int, int]:
        """Return with how many given, near even and random openings pairs of games have begun, in this order."""
        openings, pairs = self._match.openings, (self._match.standing.games + 1) // 2
        given = min(openings.given, pairs)
        even = min(openings.near_even, pairs - given)
        return given, even, pairs - given - even

    def _openings(self) -> Iterator[str]:
        given, even, random = self._begun()
        if given:
            yield f"{given} given"
        if even:
            yield f"{even} near even"
        if random:
            yield counted(len(self._match.openings.moves[-1]), "random move")


def _elo(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _finite(elo: float) -> float | None:
    return round(elo, 2) if math.isfinite(elo) else None
