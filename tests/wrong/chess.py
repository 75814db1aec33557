"""NOIP chess, move by move."""

from collections.abc import Iterator
from typing import Final

Crossing = tuple[int, int]

ORDINARY: Final = "1"
STRAIGHT: Final = "2"
OPEN: Final = "3"
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Game:
    """The roads and pieces of one board."""

    def __init__(self) -> None:
        self.road: dict[tuple[Crossing, Crossing], str] = {}
        self.piece: dict[Crossing, tuple[int, int]] = {}

    def connect(self, a: Crossing, b: Crossing, road: str) -> None:
        self.road[a, b] = self.road[b, a] = road

    def neighbours(self, at: Crossing, roads: str) -> Iterator[Crossing]:
        """Yield the crossings to which a road of one of these types leads."""
        for dx, dy in STEPS:
            there = (at[0] + dx, at[1] + dy)
            if self.road.get((at, there), "0") in roads:
                yield there

    def count(self, start: Crossing, colour: int, level: int) -> int:
        by_ordinary = list(self.neighbours(start, ORDINARY))
        by_straight = [there for step in STEPS for there in self.run(start, step)]
        by_open = self.region(start, OPEN)
        reached = list(dict.fromkeys([*by_ordinary, *by_straight, *by_open]))
        return sum(self.may_end(there, colour, level) for there in reached)

    def run(self, start: Crossing, step: Crossing) -> Iterator[Crossing]:
        """Yield the crossings along straight roads in one direction."""
        at, there = start, (start[0] + step[0], start[1] + step[1])
        while self.road.get((at, there)) == STRAIGHT:
            yield there
            if there in self.piece:
                return
            at, there = there, (there[0] + step[0], there[1] + step[1])

    def region(self, start: Crossing, roads: str) -> list[Crossing]:
        """Return the crossings that roads of these types connect with the start, pieces included but nothing beyond."""
        found = [start]
        seen = {start}
        for at in found:  # grows during the loop
            if at != start and at in self.piece:
                continue
            for there in self.neighbours(at, roads):
                if there not in seen:
                    seen.add(there)
                    found.append(there)
        return found[1:]

    def may_end(self, there: Crossing, colour: int, level: int) -> bool:
        """Return whether a piece may move there: the crossing is empty or holds a piece to capture."""
        if there not in self.piece:
            return True
        other_colour, other_level = self.piece[there]
        return other_colour != colour and other_level <= level


def solve(data: bytes) -> bytes:
    tokens = iter(data.decode("ascii").split())
    answers: list[int] = []
    for _ in range(int(next(tokens))):
        rows, _columns, pieces = (int(next(tokens)) for _ in range(3))
        game = Game()
        for x in range(1, rows + 1):
            for y, road in enumerate(next(tokens), 1):
                game.connect((x, y), (x, y + 1), road)
        for x in range(1, rows):
            for y, road in enumerate(next(tokens), 1):
                game.connect((x, y), (x + 1, y), road)
        for _ in range(pieces):
            colour, level, x, y = (int(next(tokens)) for _ in range(4))
            game.piece[x, y] = (colour, level)
            answers.append(game.count((x, y), colour, level))
    return "".join(f"{count}\n" for count in answers).encode("ascii")
