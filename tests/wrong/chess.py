"""NOIP chess, move by move: a correct solution, and variants with one defect each."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from wrong import Wrong

Crossing = tuple[int, int]

ORDINARY: Final = "1"
STRAIGHT: Final = "2"
OPEN: Final = "3"
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Game:
    """The roads and pieces of one board; ``defect`` names what is wrong with the moves, if anything."""

    def __init__(self, defect: str) -> None:
        self.defect = defect
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
        if self.defect == "ordinary roads go on":
            by_ordinary = self.region(start, ORDINARY)
        by_straight = [there for step in STEPS for there in self.run(start, step)]
        if self.defect == "straight roads turn":
            by_straight = self.region(start, STRAIGHT)
        by_open = self.paths(start) if self.defect == "all paths" else self.region(start, OPEN, (colour, level))
        reached = [*by_ordinary, *by_straight, *by_open]
        if self.defect != "types added up":
            reached = list(dict.fromkeys(reached))
        if self.defect == "captures added up":
            reached += [there for there in {*by_ordinary, *by_straight} & {*by_open} if there in self.piece]
        if self.defect == "captures by road":
            reached += self.touched_again(start, by_open)
        return sum(self.may_end(there, colour, level) for there in reached)

    def run(self, start: Crossing, step: Crossing) -> Iterator[Crossing]:
        """Yield the crossings along straight roads in one direction."""
        roads = STRAIGHT
        at, there = start, (start[0] + step[0], start[1] + step[1])
        while self.road.get((at, there), "0") in roads:
            yield there
            if there in self.piece and self.defect != "straight over pieces":
                return
            if self.defect == "straight goes on open":
                roads = STRAIGHT + OPEN
            at, there = there, (there[0] + step[0], there[1] + step[1])

    def region(self, start: Crossing, roads: str, captor: tuple[int, int] | None = None) -> list[Crossing]:
        """Return the crossings that roads of these types connect with the start, pieces included but nothing beyond."""
        found = [start]
        seen = {start}
        for at in found:  # grows during the loop
            through = self.defect == "open through captures" and captor and self.may_end(at, *captor)
            if at != start and at in self.piece and not through:
                continue
            for there in self.neighbours(at, roads):
                if there not in seen:
                    seen.add(there)
                    found.append(there)
        return found if self.defect == "start counts" and len(found) > 1 else found[1:]

    def touched_again(self, start: Crossing, region: list[Crossing]) -> Iterator[Crossing]:
        """Yield each piece next to the region by open roads, once for each such road beyond the first."""
        empty = {start, *(there for there in region if there not in self.piece)}
        for there in region:
            if there in self.piece:
                roads = sum(at in empty for at in self.neighbours(there, OPEN))
                yield from [there] * (roads - 1)

    def paths(self, start: Crossing) -> list[Crossing]:
        """Return the crossings at which the paths of open roads that visit no crossing twice may end."""
        ends: set[Crossing] = set()
        path = {start}

        def extend(at: Crossing) -> None:
            for there in self.neighbours(at, OPEN):
                if there not in path:
                    ends.add(there)
                    if there not in self.piece:
                        path.add(there)
                        extend(there)
                        path.remove(there)

        extend(start)
        return list(ends)

    def may_end(self, there: Crossing, colour: int, level: int) -> bool:
        """Return whether a piece may move there: the crossing is empty or holds a piece to capture."""
        if there not in self.piece:
            return True
        other_colour, other_level = self.piece[there]
        if self.defect == "own pieces captured":
            return other_level <= level
        if self.defect == "captures with <":
            return other_colour != colour and other_level < level
        if self.defect == "any level captured":
            return other_colour != colour
        return other_colour != colour and other_level <= level


def solve(data: bytes, defect: str = "") -> bytes:
    tokens = iter(data.decode("ascii").split())
    answers: list[int] = []
    game = Game(defect)
    for _ in range(int(next(tokens))):
        rows, _columns, pieces = (int(next(tokens)) for _ in range(3))
        before, game = game, Game(defect)
        if defect == "pieces of the board before":
            game.piece = before.piece
        if defect == "roads of the board before":
            game.road = before.road
        for x in range(1, rows + 1):
            for y, road in enumerate(next(tokens), 1):
                game.connect((x, y), (x, y + 1), road)
        for x in range(1, rows):
            for y, road in enumerate(next(tokens), 1):
                game.connect((x, y), (x + 1, y), road)
        for _ in range(pieces):
            colour, level, x, y = (int(next(tokens)) for _ in range(4))
            if defect == "rows and columns swapped":
                x, y = y, x
            if defect == "start counts":
                answers.append(game.count((x, y), colour, level))
            game.piece[x, y] = (colour, level)
            if defect != "start counts":
                answers.append(game.count((x, y), colour, level))
    return "".join(f"{count}\n" for count in answers).encode("ascii")


right = solve

WRONG: Final[dict[str, Wrong]] = {
    defect: Wrong(partial(solve, defect=defect), what, size, slow=defect == "all paths")
    for defect, what, size in (
        ("captures with <", "Pieces of the same level are not captured.", 16),
        ("own pieces captured", "Captures ignore the colour.", 16),
        ("any level captured", "Captures ignore the level.", 19),
        ("captures by road", "A piece next to the region counts once for each open road that leads to it.", 19),
        ("types added up", "A crossing that two types of road reach counts twice.", 12),
        ("captures added up", "A piece that two types of road reach counts twice.", 24),
        ("straight roads turn", "Straight roads are searched like open ones, with turns.", 12),
        ("straight over pieces", "Moves along straight roads continue beyond pieces.", 19),
        ("straight goes on open", "A run of straight roads continues along open ones.", 15),
        ("open through captures", "Moves along open roads continue beyond captures.", 19),
        ("ordinary roads go on", "A move takes any number of ordinary roads.", 15),
        (
            "start counts",
            "A piece is placed only after its moves are counted, so open roads lead back to its crossing.",
            12,
        ),
        ("pieces of the board before", "The pieces of one data set are still there in the next.", 26),
        ("roads of the board before", "The roads of one data set are still there in the next, beyond its edge.", 32),
        ("rows and columns swapped", "A piece in row x and column y is placed in row y and column x.", 15),
        ("all paths", "Open roads are searched path by path: correct, but it takes forever.", 90),
    )
}
