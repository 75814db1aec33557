"""Figures of NOIP chess: two numberings of the crossings, and the markers of a piece."""

from collections.abc import Callable
from typing import Final

from living_figures.chess import open_neighbours

from refsol.chess.board import NO_PIECE, Board, read_boards
from refsol.chess.regions import Regions
from refsol.chess.vertices import Vertices
from refsol.problem import load
from refsol.problem.scene import Cell, Label, Piece, PieceKind, Scene

MINIATURE: Final = b"1\n2 4 4\n332\n330\n3231\n0 1 1 2\n1 1 2 2\n0 2 2 1\n1 1 1 4\n"
"""The miniature of the page and of the solver's docstring."""
MINIATURE_NAMES: Final = ("0", "1", "2", "3", "a", "c", "h")
"""The names of its vertices."""

LEMMA: Final = b"1\n3 3 5\n33\n33\n33\n333\n333\n1 1 2 2\n0 1 3 1\n0 1 1 3\n0 1 3 3\n0 1 1 1\n"
"""Piece 0, white, in the middle, and four pieces on the corners; all roads are open."""
LEMMA_NAMES: Final = ("0", "1", "2", "3", "4", "u₂", "u₁", "u₃", "u₄")
"""The names of its vertices, of which the u's are in the order left, above, right, below."""
LEFT: Final = (3, 2, 0)
"""The moments to show: when all pieces from this one on have left."""


def board_of(source: bytes) -> Board:
    """Return the board of an input with one data set."""
    [board] = read_boards(source)
    return board


def cell_of(board: Board, v: int) -> Cell:
    """Return the row and the column of crossing ``v``."""
    row, column = divmod(v, int(board.columns))
    return row + 1, column + 1


def numberings() -> tuple[Scene, ...]:
    """Return the miniature with its crossings numbered row by row, and column by column."""
    board = board_of(MINIATURE)
    rows, columns = int(board.rows), int(board.columns)

    def by_row(v: int) -> int:
        return v

    def by_column(v: int) -> int:
        return v % columns * rows + v // columns

    piece = int(board.crossing_of[0])
    run = (piece, piece + columns)  # with the crossing of piece 0
    scenes = []
    for way, number in (("row by row", by_row), ("column by column", by_column)):
        listed = ", ".join(f"{cell_of(board, v)} has the number {number(v)}" for v in run)
        scenes.append(_numbered(board, number, way, f"{way}: {listed}."))
    return tuple(scenes)


def _numbered(board: Board, number: Callable[[int], int], title: str, description: str) -> Scene:
    """Return the miniature with the vertices on the crossings, and a number in the corner of each."""
    names = _names(board, MINIATURE_NAMES)
    pieces = {cell_of(board, v): _vertex(board, v, names[v]) for v in range(board.crossings)}
    labels = tuple(Label(str(number(v)), cell_of(board, v)) for v in range(board.crossings))
    return _scene(MINIATURE, pieces)._replace(labels=labels, title=title, description=description)


def _names(board: Board, names: tuple[str, ...]) -> list[str]:
    """Return the name of each crossing's vertex."""
    return [names[int(vertex)] for vertex in Vertices(board).vertex_of]


def _vertex(board: Board, v: int, name: str) -> Piece:
    """Return a crossing's vertex as a stone: of the piece that is placed there, or in the colour of its letter."""
    t = int(board.piece_at[v])
    if t == NO_PIECE:
        return Piece(name, PieceKind.PLAYER, MINIATURE_NAMES.index(name))
    return Piece(name, PieceKind.WHITE if board.colour[t] else PieceKind.BLACK)


def _scene(source: bytes, pieces: dict[Cell, Piece]) -> Scene:
    """Return the board of an input with other things on its crossings."""
    scene = load("chess").explainer.show(source, {})
    return scene._replace(pieces=tuple(tuple(pieces[x, y] for y in scene.shown_columns) for x in scene.shown_rows))


def markers(board: Board, j: int) -> list[tuple[int, int]]:
    """Return the markers of piece ``j``: the vertices of the weights +1 and −1."""
    regions = Regions(board)
    first = sum(int(regions.marker_count[t]) for t in range(j + 1, board.pieces))
    made = range(first, first + int(regions.marker_count[j]))
    return [(int(regions.plus[marker]), int(regions.minus[marker])) for marker in made]


def weights(board: Board, j: int) -> list[int]:
    """Return the total weight of each vertex in the markers of piece ``j``."""
    total = [0] * len(Vertices(board).weight)
    for plus, minus in markers(board, j):
        total[plus] += 1
        total[minus] -= 1
    return total


def regions_after(board: Board, left: int) -> list[list[int]]:
    """Return the crossings of each region when all pieces from ``left`` on have left. O(crossings)."""
    empty = [v for v in range(board.crossings) if board.piece_at[v] == NO_PIECE or board.piece_at[v] >= left]
    found: list[list[int]] = []
    for start in empty:
        if any(start in region for region in found):
            continue
        region = [start]
        for v in region:
            region += [there for there in open_neighbours(board, v) if there in empty and there not in region]
        found.append(sorted(region))
    return found


def lemma() -> tuple[Scene, ...]:
    """Return the weights of piece 0 in the regions at three moments: twice while it is there, and when it has left."""
    board = board_of(LEMMA)
    names = _names(board, LEMMA_NAMES)
    weight = [weights(board, 0)[int(vertex)] for vertex in Vertices(board).vertex_of]
    first, *others = [_moment(board, names, weight, left) for left in LEFT]
    listed = ", ".join(f"+{LEMMA_NAMES[plus]} −{LEMMA_NAMES[minus]}" for plus, minus in markers(board, 0))
    return first._replace(description=f"The markers of piece 0: {listed}. {first.description}"), *others


def _moment(board: Board, names: list[str], weight: list[int], left: int) -> Scene:
    """Return the board when all pieces from ``left`` on have left, with the weights in each region."""
    pieces: dict[Cell, Piece] = {}
    labels: list[Label] = []
    sums: list[str] = []
    for number, region in enumerate(regions_after(board, left)):
        for v in region:
            pieces[cell_of(board, v)] = Piece(
                f"{weight[v]:+d}".replace("-", "−").replace("+0", "0"), PieceKind.PLAYER, 2 + number
            )
            labels.append(Label(names[v], cell_of(board, v)))
        members = ", ".join(names[v] for v in region)
        sums.append(f"The region {{{members}}} has the sum {sum(weight[v] for v in region)}.")
    for t in range(left):
        pieces[cell_of(board, int(board.crossing_of[t]))] = Piece(
            str(t), PieceKind.WHITE if board.colour[t] else PieceKind.BLACK
        )
    title = f"when piece {left} has left"
    return _scene(LEMMA, pieces)._replace(labels=tuple(labels), title=title, description=" ".join(sums))
