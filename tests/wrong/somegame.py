"""Wrong solutions of Some Game: a naive correct one with one defect each."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from wrong import Wrong

Square: TypeAlias = tuple[int, int]
Step: TypeAlias = tuple[int, int]


class Game:
    """One data set, judged by the rules, correctly and in O(8·H·W + N)."""

    steps: tuple[Step, ...] = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))

    def __init__(self, players: int, width: int, height: int, line: int, numbers: list[int]) -> None:
        self.players = players
        self.height = height
        self.width = width
        self.line = line
        self.squares = [(row, column) for row in range(height) for column in range(width)]
        self.owner = dict(zip(self.squares, numbers, strict=True))
        self.stones = len(numbers) - numbers.count(0)
        self.mover = (self.stones - 1) % players + 1
        self.owned = [0] * (players + 1)
        for player in numbers:
            self.owned[player] += 1

    def verdict(self) -> str:
        if not self.has_right_counts():
            return "ERROR"
        if self.line == 0:
            return self.verdict_on_zero()
        lines = [(squares, closed) for squares, closed in self.runs() if self.is_line(len(squares), closed)]
        winners = {self.owner[squares[0]] for squares, _ in lines}
        if not winners:
            return "NO WINNERS"
        if not self.is_over_now(winners) or not self.has_last([self.lasts(*line) for line in lines]):
            return "ERROR"
        return f"PLAYER {min(winners)}"

    def has_right_counts(self) -> bool:
        rounds, rest = divmod(self.stones, self.players)
        return all(self.owned[player] == rounds + (player <= rest) for player in range(1, self.players + 1))

    def verdict_on_zero(self) -> str:
        return "PLAYER 1" if self.stones == 0 else "ERROR"

    def is_line(self, length: int, closed: bool) -> bool:
        return closed or length >= self.line

    def is_over_now(self, winners: set[int]) -> bool:
        return winners == {self.mover}

    def lasts(self, squares: list[Square], closed: bool) -> set[Square]:
        """Return the stones of a line, any of which could have been the last one."""
        if closed:
            return set(squares) if len(squares) <= self.line else set()
        return set(squares[max(0, len(squares) - self.line) : self.line])

    def has_last(self, lines: list[set[Square]]) -> bool:
        return bool(set.intersection(*lines))

    def after(self, square: Square, step: Step) -> Square | None:
        return (square[0] + step[0]) % self.height, (square[1] + step[1]) % self.width

    def runs(self) -> Iterator[tuple[list[Square], bool]]:
        """Yield the maximal runs of one player, and whether they are whole cycles."""
        for step in self.steps:
            back = (-step[0], -step[1])
            seen: set[Square] = set()
            for first in self.squares:
                if self.owner[first] == 0 or first in seen:
                    continue
                run = self.walk(first, step)
                closed = self.after(run[-1], step) == first
                if not closed:
                    run = self.walk(first, back)[:0:-1] + run
                seen.update(run)
                yield run, closed

    def walk(self, first: Square, step: Step) -> list[Square]:
        """Return the squares of the same player from ``first`` on, each once."""
        run = [first]
        while (square := self.after(run[-1], step)) not in (None, first):
            assert square is not None
            if self.owner[square] != self.owner[first]:
                break
            run.append(square)
        return run

    def is_inside(self, square: Square, step: Step) -> bool:
        return 0 <= square[0] + step[0] < self.height and 0 <= square[1] + step[1] < self.width


class Slow(Game):
    def verdict(self) -> str:
        if not self.has_right_counts():
            return "ERROR"
        if self.line == 0:
            return self.verdict_on_zero()
        winners = self.winners()
        if not winners:
            return "NO WINNERS"
        if winners == {self.mover}:
            for square in self.squares:
                if self.owner[square] == self.mover:
                    self.owner[square] = 0
                    if not self.winners():
                        return f"PLAYER {self.mover}"
                    self.owner[square] = self.mover
        return "ERROR"

    def winners(self) -> set[int]:
        stones = [square for square in self.squares if self.owner[square] != 0]
        return {self.owner[square] for square in stones for step in self.steps if self.walks(square, step)}

    def walks(self, square: Square, step: Step) -> bool:
        """Return whether the K squares from ``square`` on belong to the same player."""
        player = self.owner[square]
        row, column = square
        for _ in range(self.line):
            if self.owner[row, column] != player:
                return False
            row, column = (row + step[0]) % self.height, (column + step[1]) % self.width
        return True


class NoWrapping(Game):
    def after(self, square: Square, step: Step) -> Square | None:
        return super().after(square, step) if self.is_inside(square, step) else None


class RowsDoNotWrap(Game):
    def after(self, square: Square, step: Step) -> Square | None:
        return super().after(square, step) if square[0] + step[0] in range(self.height) else None


class KnightsStayInside(Game):
    def after(self, square: Square, step: Step) -> Square | None:
        is_knight = abs(step[0] * step[1]) == 2
        return super().after(square, step) if not is_knight or self.is_inside(square, step) else None


class KnightsToTheRightOnly(Game):
    steps = Game.steps[:6]


class SidesSwapped(Game):
    def __init__(self, players: int, width: int, height: int, line: int, numbers: list[int]) -> None:
        super().__init__(players, height, width, line, numbers)


class CyclesOnce(Game):
    def is_line(self, length: int, closed: bool) -> bool:
        return length >= self.line


class NoStepOnTheSpot(Game):
    def is_line(self, length: int, closed: bool) -> bool:
        return length >= self.line or (closed and length > 1)


class MoreThanLine(Game):
    def is_line(self, length: int, closed: bool) -> bool:
        return closed or length > self.line


class CyclesAsRuns(Game):
    def lasts(self, squares: list[Square], closed: bool) -> set[Square]:
        return super().lasts(squares, False)


class TwiceTheLine(Game):
    def lasts(self, squares: list[Square], closed: bool) -> set[Square]:
        if closed:
            return super().lasts(squares, closed)
        return set(squares[max(0, len(squares) - self.line - 1) : self.line + 1])


class AnyCommonStone(Game):
    def lasts(self, squares: list[Square], closed: bool) -> set[Square]:
        return set(squares)


class PairsOnly(Game):
    def has_last(self, lines: list[set[Square]]) -> bool:
        return all(one & other for one in lines for other in lines)


class NoLastStone(Game):
    def has_last(self, lines: list[set[Square]]) -> bool:
        return True


class AnyMover(Game):
    def is_over_now(self, winners: set[int]) -> bool:
        return len(winners) == 1


class LowestWinner(Game):
    def is_over_now(self, winners: set[int]) -> bool:
        return True

    def has_last(self, lines: list[set[Square]]) -> bool:
        return True


class ZeroOnAnyBoard(Game):
    def verdict_on_zero(self) -> str:
        return "PLAYER 1"


class TurnsFromZero(Game):
    def has_right_counts(self) -> bool:
        rounds, rest = divmod(self.stones, self.players)
        return all(self.owned[player] == rounds + (player < rest) for player in range(1, self.players + 1))


class CountsNearlyEqual(Game):
    def has_right_counts(self) -> bool:
        return max(self.owned[1:]) - min(self.owned[1:]) <= 1


def games(data: bytes, kind: type[Game]) -> Iterator[Game]:
    numbers = list(map(int, data.split()))
    while numbers:
        players, width, height, line = numbers[:4]
        end = 4 + width * height
        yield kind(players, width, height, line, numbers[4:end])
        del numbers[:end]


def judged(kind: type[Game]) -> Callable[[bytes], bytes]:
    """Return the solution that judges every data set with games of this kind."""
    return lambda data: ("\n\n".join([game.verdict() for game in games(data, kind)]) + "\n").encode()


def first_set_only(data: bytes) -> bytes:
    return next(games(data, Game)).verdict().encode() + b"\n"


def counts_kept(data: bytes) -> bytes:
    answers = []
    owned = [0] * 9002
    for game in games(data, Game):
        for player in range(1, game.players + 1):
            owned[player] += game.owned[player]
            game.owned[player] = owned[player]
        answers.append(game.verdict())
    return ("\n\n".join(answers) + "\n").encode()


right: Final = judged(Game)

WRONG: Final[dict[str, Wrong]] = {
    "no-wrapping": Wrong(judged(NoWrapping), "Lines end at the edges.", 5),
    "rows-not-wrapped": Wrong(judged(RowsDoNotWrap), "Only the left and right edges wrap around.", 16),
    "knights-inside": Wrong(judged(KnightsStayInside), "Knight lines end at the edges.", 16),
    "knights-right": Wrong(judged(KnightsToTheRightOnly), "The knight steps (1, -2) and (2, -1) are missing.", 19),
    "sides-swapped": Wrong(judged(SidesSwapped), "Reads N H W K.", 19),
    "cycles-once": Wrong(judged(CyclesOnce), "A whole cycle shorter than K is not a line.", 5),
    "no-step-on-the-spot": Wrong(judged(NoStepOnTheSpot), "A single square is not a cycle.", 5),
    "more-than-line": Wrong(judged(MoreThanLine), "A line needs more than K stones.", 8),
    "cycles-as-runs": Wrong(judged(CyclesAsRuns), "Stones in the middle break a whole cycle longer than K.", 16),
    "twice-the-line": Wrong(judged(TwiceTheLine), "The last stone joins up to 2K stones.", 25),
    "any-common-stone": Wrong(
        judged(AnyCommonStone), "Any stone on all lines can be the last, even if a line of K is left.", 16
    ),
    "pairs-only": Wrong(judged(PairsOnly), "Any two lines must share a stone; all together need not.", 12),
    "no-last-stone": Wrong(judged(NoLastStone), "The last player may have any number of lines.", 6),
    "any-mover": Wrong(judged(AnyMover), "The winner need not have moved last.", 19),
    "lowest-winner": Wrong(judged(LowestWinner), "The lowest number with a line wins, whoever moved last.", 6),
    "zero-on-any-board": Wrong(judged(ZeroOnAnyBoard), "With K = 0, player 1 wins even if there are stones.", 5),
    "turns-from-zero": Wrong(judged(TurnsFromZero), "Player T mod N has one stone too few.", 5),
    "counts-nearly-equal": Wrong(judged(CountsNearlyEqual), "Any players may be ahead by a stone.", 8),
    "first-set-only": Wrong(first_set_only, "Ends after the first data set.", 10),
    "counts-kept": Wrong(counts_kept, "The counts of stones are not cleared for the next data set.", 10),
    "slow": Wrong(
        judged(Slow), "Walks K squares from each square, for each stone removed: O(8·(HW)²·K).", 1500, slow=True
    ),
}
