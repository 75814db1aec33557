"""Why a piece of NOIP chess can move to so many crossings: by which roads, what it captures, what blocks the rest.

The moves are searched as the rules read, on the board with the pieces so far. Each explanation is O(nm log nm), and
each data set read before O(nm + q).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from refsol.chess.board import BLOCKED, MAX_DATA_SETS, OPEN, ORDINARY, STRAIGHT, Board, scan_board
from refsol.chess.rules import CAPTURE, DIRECTIONS, EDGE, EMPTY, OWN, STRONGER, Position, Reach
from refsol.errors import OptionError
from refsol.jury.contract import Explanation, Steps, explained
from refsol.jury.paging import on_a_page
from refsol.jury.selection import Selection, selected
from refsol.jury.wording import counted, listed
from refsol.scene import NOTHING, Cell, Ground, Mark, Piece, PieceKind, Roads, RoadType, Scene, take_scene
from refsol.text.scanner import Input, Scanner

SET: Final = "set"
"""Chooses a data set."""
QUERY: Final = "query"
"""Chooses a piece of a data set, by its number in the order of placement."""

_BY: Final = {ORDINARY: "by an ordinary road", STRAIGHT: "by straight roads", OPEN: "by open roads"}
_KINDS: Final = {
    BLOCKED: RoadType.BLOCKED,
    ORDINARY: RoadType.ORDINARY,
    STRAIGHT: RoadType.STRAIGHT,
    OPEN: RoadType.OPEN,
}
_LISTED: Final = 6
_SEARCHED: Final = 600_000  # crossings of boards, all steps of a page together: seconds, not minutes


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the query that ``selection`` chooses, or all of a data set, or all.

    Raises ``InputError`` for a breach of the format, ``OptionError`` where there is no such answer, too many to explain
    all, or a query chosen of several data sets.
    """
    data_sets, boards = _read(source, selection)
    _require_one(selection, data_sets)
    queries = {number: selected(selection, QUERY, int(boards[number - 1].pieces), "query") for number in data_sets}
    for number in data_sets:
        for query in queries[number]:
            yield _explain_query(boards[number - 1], number, query)


def show(source: Input, selection: Selection) -> Scene:
    """Return the board after the placement that ``selection`` chooses or else after the last of the first data set.

    Raises ``InputError`` and ``OptionError`` as :func:`explain` does.
    """
    asked = {SET: 1, **selection}
    if QUERY in asked:
        return next(explain(source, asked)).scene
    _data_sets, boards = _read(source, asked)
    board = boards[-1]
    pieces = int(board.pieces)
    size = f"{counted(int(board.rows), 'row')} and {counted(int(board.columns), 'column')}"
    return _scene(board, pieces)._replace(
        title=f"data set {asked[SET]}, with all pieces placed",
        description=f"A board of {size}, with {counted(pieces, 'piece')}.",
    )


def steps(source: Input, selection: Selection) -> Steps:
    """Offer every query of the data set that ``selection`` chooses, or of all, numbered through.

    Raises ``InputError`` and ``OptionError`` as :func:`explain` does.
    """
    data_sets, boards = _read(source, selection)
    _require_one(selection, data_sets)
    pieces = {number: int(boards[number - 1].pieces) for number in data_sets}
    count = sum(pieces.values())
    opened = selected(selection, QUERY, count, "query").start if QUERY in selection else 1
    cells = max(((int(board.rows), int(board.columns)) for board in boards), key=lambda cells: cells[0] * cells[1])
    shown = on_a_page(range(1, count + 1), opened, cells, _SEARCHED)
    queries = ((number, query) for number in data_sets for query in range(1, pieces[number] + 1))
    wanted = islice(queries, shown.start - 1, shown.stop - 1)
    explanations = (_explain_query(boards[number - 1], number, query) for number, query in wanted)
    return Steps(range(1, count + 1), shown, opened, explanations, f"--{SET} and --{QUERY}")


def _require_one(selection: Selection, data_sets: range) -> None:
    """Raise ``OptionError`` where a query is chosen, but not of which data set."""
    if QUERY in selection and len(data_sets) > 1:
        raise OptionError(f"there are {len(data_sets)} data sets: choose one with --{SET}")


def _read(source: Input, selection: Selection) -> tuple[range, list[Board]]:
    """Return the numbers of the data sets that ``selection`` chooses, and the boards up to the last of these."""
    scanner = Scanner(source)
    count = int(scanner.integer(1, MAX_DATA_SETS, "number of data sets T"))
    data_sets = selected(selection, SET, count, "data set")
    return data_sets, [scan_board(scanner) for _ in range(1, data_sets.stop)]


def _explain_query(board: Board, data_set: int, query: int) -> Explanation:
    position = Position(board, query)
    reach = position.reach()
    subject = f"data set {data_set}, query {query}: {position.described(position.start)}"
    marks = tuple(Mark(role, tuple(cells)) for role, cells in _roles(reach) if cells)
    return explained(
        {SET: data_set, QUERY: query},
        subject,
        str(len(reach.of_kind(EMPTY, CAPTURE))),
        tuple(_reasons(position, reach)),
        _scene(board, query, marks, position.start),
    )


def _scene(board: Board, pieces: int, marks: tuple[Mark, ...] = (), focus: Cell | None = None) -> Scene:
    """Return the scene of the board with so many pieces placed: colours and levels on crossings, and the roads."""
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
        tuple([tuple([_KINDS[types[v]] for v in row]) for row in rows]) for types in (board.east, board.south)
    )
    return drawn._replace(roads=Roads(east, south))


def _roles(reach: Reach) -> Iterator[tuple[str, Sequence[Cell]]]:
    """Yield each role and the crossings in it; no crossing has two."""
    empty = {road: _empty(reach, cells) for road, cells in reach.by_road()}
    times = Counter(cell for cells in empty.values() for cell in cells)
    for road, cells in empty.items():
        yield f"reached {_BY[road]}", [cell for cell in cells if times[cell] == 1]
    for road in (ORDINARY, STRAIGHT):
        yield f"reached {_BY[road]} and by open ones", [cell for cell in empty[road] if times[cell] == 2]
    yield "capture", reach.of_kind(CAPTURE)
    yield "own piece in the way", reach.of_kind(OWN)
    yield "stronger piece in the way", reach.of_kind(STRONGER)


def _empty(reach: Reach, cells: Sequence[Cell]) -> list[Cell]:
    return [cell for cell in cells if reach.kinds[cell] == EMPTY]


def _reasons(position: Position, reach: Reach) -> Iterator[str]:
    empty, captures = len(reach.of_kind(EMPTY)), len(reach.of_kind(CAPTURE))
    yield f"{counted(empty, 'empty crossing')} and {counted(captures, 'capture')}, each counted once."
    yield from _by_type(reach)
    for words, kind in (
        ("Captures", CAPTURE),
        ("Blocked by own pieces", OWN),
        ("Blocked by stronger pieces", STRONGER),
    ):
        cells = reach.of_kind(kind)
        if cells:
            yield f"{words}: {_named(position, reach, cells)}."
    yield from _beside(position)
    yield from _ends_of_runs(position)
    yield from _ends_of_region(reach)


def _by_type(reach: Reach) -> Iterator[str]:
    """Say what is reached by each type of road, and what by two."""
    for road, cells in reach.by_road():
        empty = _empty(reach, cells)
        if empty:
            only = {ORDINARY: ", one step only", STRAIGHT: ", without a turn"}.get(road, "")
            yield f"{_BY[road].capitalize()}{only}: {listed(empty)}{_total(empty)}."
    others = {*reach.ordinary, *reach.straight}
    twice = [cell for cell in reach.open if cell in others and reach.kinds[cell] in (EMPTY, CAPTURE)]
    if twice:
        yield f"Reached by two types of road, but counted once: {listed(twice)}{_total(twice)}."


def _named(position: Position, reach: Reach, cells: Sequence[Cell]) -> str:
    """Return pieces in words, the first of them, with the roads that lead there."""
    shown = []
    for cell in cells[:_LISTED]:
        ways = " and ".join(_BY[road] for road, met in reach.by_road() if cell in met)
        shown.append(f"{position.described(cell)} {ways}")
    more = f" and {len(cells) - _LISTED} more" if len(cells) > _LISTED else ""
    return f"{', '.join(shown)}{more}"


def _beside(position: Position) -> Iterator[str]:
    """Say where there is no way from the start."""
    around = [road for road, _there in position.roads(position.start)]
    for road, words in ((BLOCKED, "the road is blocked"), (EDGE, "the board ends")):
        where = [direction for direction, found in zip(DIRECTIONS, around, strict=True) if found == road]
        if where:
            yield f"From its own crossing {words}: {', '.join(where)}."


def _ends_of_runs(position: Position) -> Iterator[str]:
    """Say where straight roads end, other than at a piece."""
    for k, direction in enumerate(DIRECTIONS):
        run = position.run(k)
        if run and position.kind(run[-1]) == EMPTY:
            road, _there = position.roads(run[-1])[k]
            why = "the board ends" if road == EDGE else f"the next road is {_KINDS[road]}"
            yield f"The straight roads {direction} end at ({run[-1][0]}, {run[-1][1]}): {why}."


def _ends_of_region(reach: Reach) -> Iterator[str]:
    """Say what is around the region by open roads, other than pieces, where it is more than the start."""
    if not _empty(reach, reach.open):
        return
    around = Counter(reach.around)
    walls = [f"{around[road]} {_KINDS[road]}" for road in (BLOCKED, ORDINARY, STRAIGHT) if around[road]]
    words = [f"other roads ({', '.join(walls)})"] if walls else []
    words += ["the edge of the board"] if around[EDGE] else []
    if words:
        yield f"The open roads end at {' and '.join(words)}."


def _total(cells: Sequence[Cell]) -> str:
    """Return how many crossings a list has, where it is not plain to see."""
    return f", {len(cells)} in all" if len(cells) > 2 else ""
