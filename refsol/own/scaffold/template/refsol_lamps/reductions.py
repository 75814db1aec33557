"""Smaller variants of an input of Lamps, for finding the smallest on which a program fails."""

from collections.abc import Iterator, Sequence

from refsol.problem.delta_debugging import without_chunks

from refsol_lamps.board import read_board


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs like ``data`` with fewer rows, with fewer columns, and with one lamp or wall fewer.

    Not all of them are valid. There are O(cells) of them, and each is O(cells) to make. Raises ``InputError`` for an
    input that is not valid.
    """
    rows = read_board(data).text().decode("ascii").split()
    for kept in without_chunks(rows):
        yield _text(kept)
    for columns in without_chunks(range(len(rows[0]))):
        yield _text(["".join(row[y] for y in columns) for row in rows])
    for x, row in enumerate(rows):
        for y, cell in enumerate(row):
            if cell != ".":
                yield _text([*rows[:x], f"{row[:y]}.{row[y + 1 :]}", *rows[x + 1 :]])


def _text(rows: Sequence[str]) -> bytes:
    width = len(rows[0]) if rows else 0
    return "\n".join([f"{len(rows)} {width}", *rows, ""]).encode("ascii")
