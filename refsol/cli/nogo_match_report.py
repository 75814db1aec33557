"""The report on a match of NoGo, as text or as fields for JSON."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.cli.terminal import printable
from refsol.nogo.play.match.ratings import Elo, Sprt
from refsol.nogo.play.match.records import LETTERS, SIDES, Ending, Schedule
from refsol.problem.wording import counted

if TYPE_CHECKING:
    from refsol.nogo.play.match.match import Match, Standing  # for POSIX systems only
    from refsol.nogo.play.match.referee import Terms

_SHOWN: Final = 10  # games lost by faults
_GAP: Final = "  "  # between the columns of a table


class MatchReport:
    """The report on a ``match`` on ``terms``, of engines with these ``names``, or letters if there are none.

    It has another form for more than two engines, which play by a ``schedule``, and more of a sequential ``test``. All
    is O(games), besides the ratings of more than two engines.
    """

    def __init__(
        self, match: "Match", terms: "Terms", names: Sequence[str], schedule: Schedule, test: Sprt | None
    ) -> None:
        self._match: Final = match
        self._terms: Final = terms
        self._names: Final = names
        self._schedule: Final = schedule
        self._test: Final = test
        self._is_of_two: Final = len(terms.engines) == len(SIDES)

    def name_of(self, letter: str) -> str:
        """Return the name of the engine with a ``letter``, which is by default its command."""
        return (self._names or self._terms.engines)[LETTERS.index(letter)]

    def progress(self) -> str:
        """Return how the match stands, in a line."""
        standing = self._match.standing
        (won, lost), elo = standing.wins, standing.elo
        if not self._is_of_two:
            total = len(self._match.openings.moves) * len(SIDES) * len(self._match.standings)
            return f"{self._games()} of {counted(total, 'game')}"
        if elo is None:
            return "no games"
        score = f"{self._short('A')} {won}, {self._short('B')} {lost}"
        return f"{counted(standing.games, 'game')}: {score}; Elo {_elo(elo.difference)} {_interval(elo)}"

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        for letter, engine in zip(LETTERS, self._terms.engines, strict=False):
            yield f"{self._short(letter)}: {engine}"
        if self._terms.walls:
            yield f"walls: {' '.join(self._terms.walls)}"
        standings = self._match.standings
        yield from [self.progress()] if self._is_of_two else self._table()
        black = sum(standing.black_wins for standing in standings.values())
        yield f"openings: {', then '.join(self._openings())}; black won {counted(black, 'game')}"
        if self._is_of_two:
            none, one, both = self._match.standing.pairs
            yield f"pairs: {self._short('A')} won both games of {both}, one of {one}, none of {none}"
        faults = Counter[tuple[str, Ending]]()
        for standing in standings.values():
            for side, ending, count in standing.faults:
                faults[side, ending] += count
        for side, ending in sorted(faults):
            yield f"{self._short(side)} lost {counted(faults[side, ending], 'game')} by a fault: {ending}"
        for record in self._match.faults[:_SHOWN]:
            shown = f" ({record.stderr})" if record.stderr else ""
            players = "" if self._is_of_two else f"{' and '.join(map(self._short, record.sides))}, "
            where = f"{players}pair {record.pair + 1}, {self._short(record.loser)}"
            yield printable(f"  {where}: {record.line}{shown}")
        for note in self._match.notes:
            yield printable(f"{self._short(note[0])}{note[1:]}")
        if self._test is not None:
            yield self._tested(self._test)

    def _short(self, letter: str) -> str:
        """Return the name of an engine, or its letter if there are no names."""
        return self._names[LETTERS.index(letter)] if self._names else letter

    def _openings(self) -> Iterator[str]:
        openings = self._match.openings
        if openings.given:
            yield f"{openings.given} given"
        if openings.near_even:
            yield f"{openings.near_even} near even"
        if openings.given + openings.near_even < len(openings.moves):
            yield counted(len(openings.moves[-1]), "random move")

    def _games(self) -> int:
        return sum(standing.games for standing in self._match.standings.values())

    def _rows(self) -> Sequence["_Row"]:
        """Return the rows of the table of more than two engines, in the order of their letters."""
        letters = LETTERS[: len(self._terms.engines)]
        won: dict[str, dict[str, int]] = {letter: {} for letter in letters}
        for (a, b), standing in self._match.standings.items():
            won[a][b], won[b][a] = standing.wins
        return [
            _Row(a, elo, {b: (count, won[b][a]) for b, count in won[a].items()})
            for a, elo in zip(letters, self._match.ratings, strict=True)
        ]

    def _table(self) -> Iterator[str]:
        """Yield the lines of the table of more than two engines, the strongest one first."""
        rows = self._rows()
        named = [self._short(row.letter) for row in rows]
        yield (
            f"{counted(self._games(), 'game')}, {self._schedule}; "
            f"Elo by maximum likelihood, {named[0]} has 0, with 95 % intervals"
        )
        cells = [["", "Elo", "", "games", "won", *named]]
        for row in sorted(rows, key=_Row.strength, reverse=True):
            elo = ["0", ""] if row is rows[0] else ["?", ""]
            if row.elo is not None and row is not rows[0]:
                elo = [_elo(row.elo.difference), _interval(row.elo)]
            scores = [row.scores.get(other.letter, (0, 0)) for other in rows]
            against = [f"{won}-{lost}" if won + lost else "" for won, lost in scores]
            cells.append([self._short(row.letter), *elo, str(row.games), str(row.won), *against])
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for line in cells:
            first, *others = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
            yield printable(_GAP.join([line[0].ljust(len(first)), *others]).rstrip())

    def _tested(self, test: Sprt) -> str:
        decision, pairs = self._match.decision(), self._match.standing.pairs
        ratio = f"{test.log_ratio(pairs):.2f} ({test.lower:.2f}, {test.upper:.2f})"
        verdict = "undecided" if decision is None else f"{decision} accepted"
        return f"SPRT of Elo {test.elo0:g} (H0) and {test.elo1:g} (H1): {verdict}, log-likelihood ratio {ratio}"

    def fields(self, interrupted: bool) -> dict[str, object]:
        """Return the report as fields for JSON, in which ``interrupted`` says that the match could be continued."""
        openings, test = self._match.openings, self._test
        begins = {"near_even": openings.near_even, "random": len(openings.moves) - openings.near_even - openings.given}
        faults: Sequence[dict[str, object]] = [
            {"pair": record.pair, "engine": record.loser, "ending": record.ending, "line": record.line}
            | ({} if self._is_of_two else {"engines": record.sides})
            for record in self._match.faults
        ]
        fields: dict[str, object] = {
            "engines": self._terms.engines,
            **({"names": self._names or self._terms.engines} if self._names or not self._is_of_two else {}),
            "walls": self._terms.walls,
            "games": self._games(),
            **(_score(self._match.standing) if self._is_of_two else self._scores()),
            "openings": begins | ({"given": openings.given} if openings.given else {}),
            **(_rating(self._match.standing.elo) if self._is_of_two else {}),
            "faults": faults,
            "notes": self._match.notes,
            "interrupted": interrupted,
        }
        if test is not None:
            pairs = self._match.standing.pairs
            bounds = [test.lower, test.upper]
            ratio = test.log_ratio(pairs)
            fields["sprt"] = {
                **test._asdict(),
                "log_ratio": ratio,
                "bounds": bounds,
                "decision": self._match.decision(),
            }
        return fields

    def _scores(self) -> dict[str, object]:
        """Return the fields that only a match of more than two engines has."""
        standings = self._match.standings
        return {
            "schedule": self._schedule,
            "ratings": [
                {"engine": row.letter, "games": row.games, "won": row.won, **_rating(row.elo)} for row in self._rows()
            ],
            "pairings": [
                {"engines": sides, "games": standing.games, **_score(standing), **_rating(standing.elo)}
                for sides, standing in standings.items()
            ],
        }


class _Row(NamedTuple):
    """What a table says of an engine: its rating, and how many games it has won and lost against each other one."""

    letter: str
    elo: Elo | None
    scores: Mapping[str, tuple[int, int]]

    def strength(self) -> tuple[float, float]:
        """Return what the order in the table depends on: the rating, and the score, since many may be infinite."""
        return -math.inf if self.elo is None else self.elo.difference, self.won / max(1, self.games)

    @property
    def games(self) -> int:
        return sum(map(sum, self.scores.values()))

    @property
    def won(self) -> int:
        return sum(won for won, _lost in self.scores.values())


def _score(standing: "Standing") -> dict[str, object]:
    return {"wins": list(standing.wins), "pairs": list(standing.pairs), "black_wins": standing.black_wins}


def _rating(elo: Elo | None) -> dict[str, object]:
    return {
        "elo": None if elo is None else _finite(elo.difference),
        "elo_interval": None if elo is None else [_finite(elo.low), _finite(elo.high)],
    }


def _interval(elo: Elo) -> str:
    return f"({_elo(elo.low)} to {_elo(elo.high)})"


def _elo(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _finite(elo: float) -> float | None:
    """Return a number that JSON can hold, None for an infinite one."""
    return round(elo, 2) if math.isfinite(elo) else None
