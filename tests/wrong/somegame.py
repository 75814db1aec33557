"""Some Game, each data set judged by the rules, in O(8·H·W + N)."""

from collections.abc import Iterator
from typing import Final, TypeAlias

Square: TypeAlias = tuple[int, int]
Step: TypeAlias = tuple[int, int]

STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))


class Game:
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
            return "PLAYER 1" if self.stones == 0 else "ERROR"
        lines = [(squares, closed) for squares, closed in self.runs() if closed or len(squares) >= self.line]
        winners = {self.owner[squares[0]] for squares, _ in lines}
        if not winners:
            return "NO WINNERS"
        if winners != {self.mover} or not set.intersection(*(self.lasts(*line) for line in lines)):
            return "ERROR"
        return f"PLAYER {self.mover}"

    def has_right_counts(self) -> bool:
        rounds, rest = divmod(self.stones, self.players)
        return all(self.owned[player] == rounds + (player <= rest) for player in range(1, self.players + 1))

    def lasts(self, squares: list[Square], closed: bool) -> set[Square]:
        """Return the stones of a line, any of which could have been the last one."""
        if closed:
            return set(squares) if len(squares) <= self.line else set()
        return set(squares[max(0, len(squares) - self.line) : self.line])

    def after(self, square: Square, step: Step) -> Square:
        return (square[0] + step[0]) % self.height, (square[1] + step[1]) % self.width

    def runs(self) -> Iterator[tuple[list[Square], bool]]:
        """Yield the maximal runs of one player, and whether they are whole cycles."""
        for step in STEPS:
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
        while (square := self.after(run[-1], step)) != first and self.owner.get(square) == self.owner[first]:
            run.append(square)
        return run


def solve(data: bytes) -> bytes:
    numbers = list(map(int, data.split()))
    verdicts: list[str] = []
    while numbers:
        players, width, height, line = numbers[:4]
        end = 4 + width * height
        verdicts.append(Game(players, width, height, line, numbers[4:end]).verdict())
        del numbers[:end]
    return ("\n\n".join(verdicts) + "\n").encode()
