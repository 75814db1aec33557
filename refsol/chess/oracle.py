"""The rules of NOIP chess, applied literally: slow, for testing the solver on small inputs."""
# mypyc: refsol_jury

from collections import deque
from typing import Final, final

from refsol.chess.board import BLOCKED, NO_PIECE, OPEN, ORDINARY, STRAIGHT, Board, read_boards
from refsol.text.scanner import Input


def solve(data: Input) -> bytes:
    """Return how many crossings each piece placed in ``data`` could move to; raises ``InputError``. O(nm) each."""
    answers: list[str] = []
    for board in read_boards(data):
        game = Game(board)
        for piece in range(board.pieces):
            game.place(piece)
            answers.append(f"{len(game.destinations(piece))}\n")
    return "".join(answers).encode("ascii")


@final
class Game:
    """The pieces of ``board`` that have been placed so far, at first none, and how they may move. O(nm) to make."""

    def __init__(self, board: Board) -> None:
        self._board: Final = board
        self._piece_at: Final = [NO_PIECE] * int(board.crossings)
        self._roads: Final = [_roads_from(board, crossing) for crossing in range(board.crossings)]

    def place(self, piece: int) -> None:
        self._require_piece(piece)
        self._piece_at[self._board.crossing_of[piece]] = piece

    def destinations(self, piece: int) -> set[int]:
        self._require_piece(piece)
        start = int(self._board.crossing_of[piece])
        by_ordinary_road = {there for there, road in self._roads[start] if road == ORDINARY}
        reached = by_ordinary_road | self._by_straight_road(start) | self._by_open_road(start)
        return {crossing for crossing in reached if self._may_end(piece, crossing)}

    def _require_piece(self, piece: int) -> None:
        if not 0 <= piece < self._board.pieces:
            raise ValueError(f"there is no piece {piece}")

    def _by_straight_road(self, start: int) -> set[int]:
        reached: set[int] = set()
        for direction in range(4):
            there, road = self._roads[start][direction]
            while road == STRAIGHT:
                reached.add(there)
                if self._piece_at[there] != NO_PIECE:
                    break
                there, road = self._roads[there][direction]
        return reached

    def _by_open_road(self, start: int) -> set[int]:
        reached = {start}
        queue = deque([start])
        while queue:
            for there, road in self._roads[queue.popleft()]:
                if road == OPEN and there not in reached:
                    reached.add(there)
                    if self._piece_at[there] == NO_PIECE:
                        queue.append(there)
        reached.remove(start)  # no crossing is visited twice, so a move never comes back to its start
        return reached

    def _may_end(self, piece: int, crossing: int) -> bool:
        other = self._piece_at[crossing]
        if other == NO_PIECE:
            return True
        board = self._board
        return board.colour[other] != board.colour[piece] and board.level[other] <= board.level[piece]


def _roads_from(board: Board, crossing: int) -> list[tuple[int, int]]:
    """Return (neighbour, road type) to the east, south, west and north; a missing road is blocked and leads back."""
    columns = int(board.columns)
    roads = [(crossing, BLOCKED)] * 4
    if crossing % columns + 1 < columns:
        roads[0] = (crossing + 1, int(board.east[crossing]))
    if crossing + columns < int(board.crossings):
        roads[1] = (crossing + columns, int(board.south[crossing]))
    if crossing % columns > 0:
        roads[2] = (crossing - 1, int(board.east[crossing - 1]))
    if crossing >= columns:
        roads[3] = (crossing - columns, int(board.south[crossing - columns]))
    return roads
