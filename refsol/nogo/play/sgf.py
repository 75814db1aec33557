r"""Games in the Smart Game Format, SGF, in which Go programs store games: FF[4], of which NoGo needs little.

    (;FF[4]GM[1]CA[UTF-8]RU[NoGo]SZ[9]PL[B]AB[cc]AW[gg];B[ed];W[ee]RE[…])

A property is a name of capital letters and values in brackets, where ``\`` stands before a ``]`` or ``\``. A point is
two letters, column and row from the upper left: a to z, and after them A to Z. So a board has at most 52 rows and
columns; ``SZ[c:r]`` is one that isn't square.

Texts are in the encoding that ``CA`` names, by default Latin-1, and UTF-8 after a byte order mark. Files are read
leniently: anything before the first ``(;`` is skipped, of variations the first is taken, and properties
that aren't about the position are kept only if they are of the root. But a value that is no point, or an illegal move,
is an :class:`.InputError` with its place. Where a file may be a position as well, its beginning decides.
"""
# mypyc: interpreted

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy_extensions import u8

from refsol.errors import InputError
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.game import Game, read_game
from refsol.nogo.play.record import LETTERS, PLAYERS, Record
from refsol.text.scanner import Input

MAX_SIZE: Final = 52
"""The largest number of rows, and of columns, of a board in SGF."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS: Final = {"B": BLACK, "W": WHITE}
_SETUP: Final = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
_OUR_OWN: Final = {"FF", "GM", "CA", "RU", "SZ", "PL", *_SETUP, *_COLOURS}  # what the writer writes itself
_GO: Final = "1"  # the number of Go, whose boards NoGo uses
_LINE: Final = 10  # moves on a line of a file
_LATIN_1: Final = "latin-1"  # SGF's encoding unless CA names another

_BEGINNING: Final = 4096  # bytes in which the first characters that aren't blanks are found
_NAME: Final = re.compile(rb"([A-Za-z]+)\s*")
_VALUE: Final = re.compile(rb"\[((?:[^\]\\]|\\.)*)\]\s*", re.DOTALL)
_ENCODING: Final = re.compile(  # that the root names, after other properties
    rb"\(\s*;\s*(?:[A-Za-z]+\s*(?:\[(?:[^\]\\]|\\.)*\]\s*)+)*?CA\s*\[\s*([^]\s]*)", re.DOTALL
)
_NEXT: Final = re.compile(rb"(?:\(\s*)*(;\s*|\)|)")  # a node, maybe of a first variation, the end, or something else
_ESCAPED: Final = re.compile(r"\\(?:\r\n|\n\r|[\r\n]|(.))", re.DOTALL)  # an escaped end of a line stands for nothing


class SavedGame(NamedTuple):
    """A game from a file: the ``record``, and other ``properties`` of the root, such as RE: their first values."""

    record: Record
    properties: Mapping[str, str]


class _Value(NamedTuple):
    """A value of a property, and where it begins in the file."""

    text: str
    offset: int


_Node = dict[str, list[_Value]]


def read_sgf(data: bytes, moves: int | None = None) -> SavedGame:
    r"""Read the first game in ``data``, or its first ``moves`` moves. O(length + moves · n²).

    Raises ``InputError`` for what isn't SGF or isn't a game of NoGo, unless the mistake is in a move that isn't wanted.

    >>> game = read_sgf(b"(;GM[1]SZ[3]PB[A \\] B];B[bb](;W[aa])(;W[cc]))")
    >>> [game.record.start.board.name(move.point) for move in game.record.moves], game.properties["PB"]
    (['B2', 'A3'], 'A ] B')
    """
    data = _in_utf8(data)
    nodes = list(_main_line(data))
    root = nodes[0]
    game = root.get("GM", [_Value(_GO, 0)])[0]
    if game.text.strip() != _GO:
        raise _error(data, game.offset, "GM[1], a game on a board of Go", game.text)
    first = next((name for node in nodes for name in node if name in _COLOURS), "B")
    start = _Start(data, _sized(data, root), _COLOURS[first])
    record: Record | None = None
    for node in nodes:
        if record is None:  # the position may be in several nodes
            start.set_up(node)
            if not node.keys() & _COLOURS.keys():
                continue
            record = start.record()
        elif (stones := _first_setup(node)) is not None:
            raise _error(data, stones.offset, "stones only before the first move", stones.text)
        _play(data, node, record, moves)
    if record is None:
        record = start.record()
    texts = {name: values[0].text for name, values in root.items() if name and name not in _OUR_OWN}
    return SavedGame(record, texts)


def write_sgf(record: Record, properties: Mapping[str, str] | None = None) -> str:
    r"""Return a ``record`` in SGF, ten moves a line, with more ``properties`` of the root, such as PB, PW and RE.

    Raises ``ValueError`` for a board with walls or of more than 52 rows or columns, and for a property whose
    name isn't capital letters or that is written anyway. O(n² + moves).

    >>> record = Record(Board(2, 3))
    >>> record.play(BLACK, record.start.board.parse("C1"))
    True
    >>> write_sgf(record, {"RE": "B+R"})
    '(;FF[4]GM[1]CA[UTF-8]RU[NoGo]SZ[3:2]RE[B+R]\n;B[cb])\n'
    """
    board = record.start.board
    if max(board.rows, board.columns) > MAX_SIZE or board.walls:
        raise ValueError(f"SGF has boards of up to {MAX_SIZE} rows and columns, without walls")
    size = f"{board.rows}" if board.rows == board.columns else f"{board.columns}:{board.rows}"
    root = [f"(;FF[4]GM[1]CA[UTF-8]RU[NoGo]SZ[{size}]"]
    for name, text in (properties or {}).items():
        if not re.fullmatch("[A-Z]+", name) or name in _OUR_OWN:
            raise ValueError(f"{name!r} can't be added as a property")
        escaped = re.sub(r"([\]\\])", r"\\\1", text)
        root.append(f"{name}[{escaped}]")
    for name in ("AB", "AW"):
        points = board.points(_SETUP[name])
        if points:
            root.append(name + "".join(f"[{_letters(board, point)}]" for point in points))
    first = record.moves[0].colour if record.moves else BLACK  # the side to move, if the file doesn't say
    if record.start.to_move != first:
        root.append(f"PL[{LETTERS[record.start.to_move]}]")
    moves = [f";{LETTERS[move.colour]}[{_letters(board, move.point)}]" for move in record.moves]
    lines = ["".join(moves[k : k + _LINE]) for k in range(0, len(moves), _LINE)]
    return "\n".join(["".join(root), *lines]) + ")\n"


def is_sgf(source: Input) -> bool:
    """Return whether an input is a game in SGF, which begins with ``(;``; it is then read from where it was."""
    return re.match(rb"(?:\xef\xbb\xbf)?\s*\(\s*;", _beginning(source)) is not None  # perhaps after a byte order mark


def read_position(source: Input) -> Game:
    r"""Read a position: that of the statement, black to move, or that of :meth:`.Game.text`. O(n² α(n)).

    The latter begins with two numbers. Raises ``InputError`` for anything else, as
    :func:`~refsol.nogo.board.read_board` and :func:`.read_game` do.

    >>> [read_position(text).to_move for text in (b"2\nX.\n.O\n", b"1 2 O\n..\n")]
    [1, 2]
    """
    if re.match(rb"\s*\d+\s+\d", _beginning(source)):
        return read_game(source)
    return Game(read_board(source))


def _beginning(source: Input) -> bytes:
    """Return the first bytes of an input, which is then read from where it was."""
    if isinstance(source, bytes):
        return source[:_BEGINNING]
    at = source.tell()
    data = source.read(_BEGINNING)
    source.seek(at)
    return data


def _main_line(data: bytes) -> Iterator[_Node]:
    """Yield the nodes of the first game, of variations the first; at least one. Raises ``InputError``."""
    start = re.search(rb"\(\s*;\s*", data)
    if start is None:
        raise _error(data, 0, "a game in SGF, which begins with '(;'")
    at = start.end()
    while True:
        node, at = _node(data, at)
        yield node
        following = _NEXT.match(data, at)
        assert following is not None  # it may be empty
        at = following.end()
        if following[1] == b")":
            return
        if not following[1]:
            raise _error(data, at, "';', '(', ')' or a property")


def _in_utf8(data: bytes) -> bytes:
    """Return a file in UTF-8; in the encoding that it names, a byte of a character may look like a bracket."""
    named = _ENCODING.search(data)
    encoding = named[1].decode(_LATIN_1) if named else "utf-8" if data.startswith(codecs.BOM_UTF8) else _LATIN_1
    try:
        text = data.decode(encoding, "replace")
    except (LookupError, ValueError):  # there is no such encoding
        text = ""
    return (text if "(" in text else data.decode(_LATIN_1)).encode()


def _node(data: bytes, at: int) -> tuple[_Node, int]:
    """Return the properties of the node whose text begins at ``at``, and where they end."""
    node: _Node = {}
    while (name := _NAME.match(data, at)) is not None:
        values: list[_Value] = []
        at = name.end()
        while (value := _VALUE.match(data, at)) is not None:
            text = value[1].decode()
            values.append(_Value(_ESCAPED.sub(r"\1", text), at + 1))
            at = value.end()
        if not values:
            raise _error(data, at, "a value in brackets")
        # Before FF[4], names had small letters in between, which don't count.
        capitals = "".join(filter(str.isupper, name[1].decode("ascii")))
        node.setdefault(capitals, []).extend(values)
    return node, at


def _sized(data: bytes, root: _Node) -> Board:
    if "SZ" not in root:
        return Board(19)
    text, offset = root["SZ"][0]
    found = re.fullmatch(r"\s*([1-9][0-9]?)\s*(?::\s*([1-9][0-9]?)\s*)?", text, re.ASCII)
    columns, rows = (0, 0) if found is None else (int(found[1]), int(found[2] or found[1]))
    if not (1 <= columns <= MAX_SIZE and 1 <= rows <= MAX_SIZE):
        raise _error(data, offset, f"a size in 1..{MAX_SIZE}, or COLUMNS:ROWS", text)
    return Board(rows, columns)


class _Start:
    """The start of a game in ``data``: an empty ``board`` that is set up, and the side ``to_move``."""

    def __init__(self, data: bytes, board: Board, to_move: int) -> None:
        self._data: Final = data
        self._board: Final = board
        self._to_move = to_move
        self._rows: Final = [bytearray(board.columns) for _ in range(board.rows)]  # of stones
        self._latest: _Value | None = None  # the latest property that set up stones

    def set_up(self, node: _Node) -> None:
        for name, colour in _SETUP.items():
            for text, offset in node.get(name, []):  # a point, or the corners of a rectangle
                corners = [_coordinates(self._data, self._board, each, offset) for each in text.strip().split(":", 1)]
                (top, bottom), (left, right) = map(sorted, zip(corners[0], corners[-1], strict=True))
                for row in self._rows[top - 1 : bottom]:
                    row[left - 1 : right] = bytes([colour]) * (right - left + 1)
        self._latest = _first_setup(node) or self._latest
        if "PL" in node:
            text, offset = node["PL"][0]
            if text.strip().lower() not in PLAYERS:
                raise _error(self._data, offset, "a side to move, B or W", text)
            self._to_move = PLAYERS[text.strip().lower()]

    def record(self) -> Record:
        board = self._board
        for x, row in enumerate(self._rows, 1):
            for y, colour in enumerate(row, 1):
                board.stone[board.point(x, y)] = u8(colour)
        try:
            return Record(board, self._to_move)
        except ValueError:
            assert self._latest is not None
            expected = f"a liberty for the group of {board.name(board.dead_points()[0])}"
            raise _error(self._data, self._latest.offset, expected, self._latest.text) from None


def _first_setup(node: _Node) -> _Value | None:
    return next((node[name][0] for name in _SETUP if name in node), None)


def _play(data: bytes, node: _Node, record: Record, moves: int | None) -> None:
    for name, colour in _COLOURS.items():
        for text, offset in node.get(name, []):
            if moves is not None and len(record.moves) >= moves:
                return
            board = record.start.board
            x, y = _coordinates(data, board, text.strip(), offset)
            if not record.play(colour, board.point(x, y)):
                raise _error(data, offset, "a legal move", text)


def _coordinates(data: bytes, board: Board, text: str, offset: int) -> tuple[int, int]:
    if len(text) == 2 and text[0] in _LETTERS and text[1] in _LETTERS:
        y, x = _LETTERS.index(text[0]) + 1, _LETTERS.index(text[1]) + 1
        if x <= board.rows and y <= board.columns:
            return x, y
    raise _error(data, offset, f"a point of a board of {board.rows} rows and {board.columns} columns", text)


def _letters(board: Board, point: int) -> str:
    x, y = board.coordinates(point)
    return _LETTERS[y - 1] + _LETTERS[x - 1]


def _error(data: bytes, offset: int, expected: str, found: str | None = None) -> InputError:
    """Return the error about an offset, where ``found``, or else the character there, isn't what was expected."""
    if found is None:
        found = data[offset : offset + 4].decode(errors="replace")[:1]
    line = data.count(b"\n", 0, offset) + 1
    column = len(data[data.rfind(b"\n", 0, offset) + 1 : offset].decode()) + 1
    shown = ascii(found[:20]) if found else "nothing" if offset < len(data) else "the end of the file"
    return InputError(line, column, expected, shown)
