"""Explanations of NOIP chess: which crossings a piece reaches and by which roads, what it captures, what blocks it.

The moves are found by searching the board with the pieces placed so far, following the rules literally. Each
explanation is O(nm log nm), and reading a data set is O(nm + q).
"""
# mypyc: interpreted

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from refsol.chess.board import BLOCKED, OPEN, ORDINARY, STRAIGHT, Board, scan_board, scan_data_sets
from refsol.chess.rules import DIRECTIONS, EDGE, Occupant, Position, Reach
from refsol.errors import OptionError
from refsol.problem.contract import Explanation, Steps, explained
from refsol.problem.scene import NOTHING, Cell, Ground, Mark, Piece, PieceKind, Roads, RoadType, Scene, take_scene
from refsol.problem.selection import Selection, on_a_page, selected
from refsol.problem.wording import counted, listed
from refsol.text.scanner import Input, Scanner

SET: Final = "set"  # the option that selects a data set
QUERY: Final = "query"  # the option that selects a piece of a data set, by its number in the order of placement

_BY: Final = {ORDINARY: "by an ordinary road", STRAIGHT: "by straight roads", OPEN: "by open roads"}
_ROAD_TYPES: Final = tuple(RoadType)  # by their numbers: blocked, ordinary, straight, open
_LISTED: Final = 6  # the most pieces that a reason names


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    data_sets, boards = _read(source, selection)
    queries = {number: selected(selection, QUERY, int(boards[number - 1].pieces), "query") for number in data_sets}
    for number in data_sets:
        for query in queries[number]:
            yield _explain_query(boards[number - 1], number, query)


def show(source: Input, selection: Selection) -> Scene:
    completed = {SET: 1, **selection}
    if QUERY in completed:
        return next(explain(source, completed)).scene
    _data_sets, boards = _read(source, completed)
    board = boards[-1]
    pieces = int(board.pieces)
    size = f"{counted(int(board.rows), 'row')} and {counted(int(board.columns), 'column')}"
    return _scene(board, pieces)._replace(
        title=f"data set {completed[SET]}, with all pieces placed",
        description=f"A board of {size}, with {counted(pieces, 'piece')}.",
    )


def steps(source: Input, selection: Selection) -> Steps:
    data_sets, boards = _read(source, selection)
    pieces = {number: int(boards[number - 1].pieces) for number in data_sets}
    count = sum(pieces.values())
    opened = selected(selection, QUERY, count, "query").start if QUERY in selection else 1
    cells = max(((int(board.rows), int(board.columns)) for board in boards), key=lambda cells: cells[0] * cells[1])
    shown = on_a_page(range(1, count + 1), opened, cells, 600_000)  # this takes seconds, not minutes
    queries = ((number, query) for number in data_sets for query in range(1, pieces[number] + 1))
    wanted = islice(queries, shown.start - 1, shown.stop - 1)
    explanations = (_explain_query(boards[number - 1], number, query) for number, query in wanted)
    return Steps(range(1, count + 1), shown, opened, explanations, f"--{SET} and --{QUERY}")


def _read(source: Input, selection: Selection) -> tuple[range, list[Board]]:
    """Return the numbers of the data sets that ``selection`` selects, and the boards up to the last of these."""
    scanner = Scanner(source)
    count = int(scan_data_sets(scanner))
    data_sets = selected(selection, SET, count, "data set")
    boards = [scan_board(scanner) for _ in range(1, data_sets.stop)]
    if QUERY in selection and len(data_sets) > 1:
        raise OptionError(f"there are {len(data_sets)} data sets: choose one with --{SET}")
    return data_sets, boards


def _explain_query(board: Board, data_set: int, query: int) -> Explanation:
    position = Position(board, query)
    reach = position.reach()
    subject = f"data set {data_set}, query {query}: {_described(position, position.start)}"
    marks = tuple(Mark(role, tuple(cells)) for role, cells in _roles(reach) if cells)
    return explained(
        {SET: data_set, QUERY: query},
        subject,
        str(len(reach.destinations())),
        tuple(_reasons(position, reach)),
        _scene(board, query, marks, position.start),
    )


def _scene(board: Board, pieces: int, marks: tuple[Mark, ...] = (), focus: Cell | None = None) -> Scene:
    columns = int(board.columns)

    def piece(x: int, y: int) -> Piece:
        number = int(board.piece_at[(x - 1) * columns + y - 1])
        if not 0 <= number < pieces:
            return NOTHING
        kind = PieceKind.WHITE if board.colour[number] else PieceKind.BLACK
        return Piece(f"{kind[0].upper()}{board.level[number]}", kind)

    drawn = take_scene(Ground.CROSSINGS, int(board.rows), columns, piece, marks, focus)
    rows = [[(x - 1) * columns + y - 1 for y in drawn.shown_columns] for x in drawn.shown_rows]
    east, south = (
        tuple([tuple([_ROAD_TYPES[types[v]] for v in row]) for row in rows]) for types in (board.east, board.south)
    )
    return drawn._replace(roads=Roads(east, south))


def _roles(reach: Reach) -> Iterator[tuple[str, Sequence[Cell]]]:
    """Yield each role and the crossings that have it; no crossing has two roles."""
    empty = reach.empty_by_road()
    twice = {*reach.destinations_by_two_types()}
    for road, cells in empty.items():
        yield f"reached {_BY[road]}", [cell for cell in cells if cell not in twice]
    for road in (ORDINARY, STRAIGHT):
        yield f"reached {_BY[road]} and by open ones", [cell for cell in empty[road] if cell in twice]
    yield "capture", reach.with_occupant(Occupant.CAPTURE)
    yield "blocking piece of the same colour", reach.with_occupant(Occupant.OWN)
    yield "blocking piece of a higher level", reach.with_occupant(Occupant.STRONGER)


def _reasons(position: Position, reach: Reach) -> Iterator[str]:
    empty, captures = (len(reach.with_occupant(occupant)) for occupant in (Occupant.EMPTY, Occupant.CAPTURE))
    yield f"{counted(empty, 'empty crossing')} and {counted(captures, 'capture')}, each counted once."
    yield from _by_type(reach)
    for words, occupant in (
        ("Captures", Occupant.CAPTURE),
        ("Blocked by pieces of the same colour", Occupant.OWN),
        ("Blocked by pieces of a higher level", Occupant.STRONGER),
    ):
        cells = reach.with_occupant(occupant)
        if cells:
            yield f"{words}: {_named(position, reach, cells)}."
    yield from _beside(position)
    yield from _ends_of_runs(position)
    yield from _ends_of_region(reach)


def _by_type(reach: Reach) -> Iterator[str]:
    for road, empty in reach.empty_by_road().items():
        if empty:
            only = {ORDINARY: ", one step only", STRAIGHT: ", in one line"}.get(road, "")
            yield f"{_BY[road].capitalize()}{only}: {listed(empty)}{_total(empty)}."
    twice = reach.destinations_by_two_types()
    if twice:
        yield f"Reached by two types of road, but counted once: {listed(twice)}{_total(twice)}."


def _described(position: Position, cell: Cell) -> str:
    """Return the piece on ``cell`` in words: ``black piece of level 2 on (1, 3)``."""
    piece = position.piece(cell)
    assert piece is not None
    colour, level = piece
    return f"{('black', 'white')[colour]} piece of level {level} on ({cell[0]}, {cell[1]})"


def _named(position: Position, reach: Reach, cells: Sequence[Cell]) -> str:
    """Return the first few pieces in words, with the roads that lead there, and how many more there are."""
    shown = []
    for cell in cells[:_LISTED]:
        ways = " and ".join(_BY[road] for road, met in reach.by_road() if cell in met)
        shown.append(f"{_described(position, cell)} {ways}")
    more = f" and {len(cells) - _LISTED} more" if len(cells) > _LISTED else ""
    return f"{', '.join(shown)}{more}"


def _beside(position: Position) -> Iterator[str]:
    around = [road for road, _there in position.roads(position.start)]
    for road, words in ((BLOCKED, "Blocked roads"), (EDGE, "Edge of the board")):
        where = [direction for direction, found in zip(DIRECTIONS, around, strict=True) if found == road]
        if where:
            yield f"{words} at its own crossing: {', '.join(where)}."


def _ends_of_runs(position: Position) -> Iterator[str]:
    for k, direction in enumerate(DIRECTIONS):
        end = position.end_of_run(k)
        if end:
            (x, y), road = end
            why = "the board ends" if road == EDGE else f"the next road is {_ROAD_TYPES[road]}"
            yield f"The straight roads going {direction} end at ({x}, {y}): {why}."


def _ends_of_region(reach: Reach) -> Iterator[str]:
    """Say what bounds the region that open roads connect, apart from pieces, if it is more than the start."""
    if not reach.empty_by_road()[OPEN]:
        return
    boundary = Counter(reach.boundary)
    walls = [f"{boundary[road]} {_ROAD_TYPES[road]}" for road in (BLOCKED, ORDINARY, STRAIGHT) if boundary[road]]
    words = [f"other roads ({', '.join(walls)})"] if walls else []
    words += ["the edge of the board"] if boundary[EDGE] else []
    if words:
        yield f"The open roads end at {' and '.join(words)}."


def _total(cells: Sequence[Cell]) -> str:
    """Return how many crossings a list has, in words, if that can't be seen at a glance."""
    return f", {len(cells)} in all" if len(cells) > 2 else ""
