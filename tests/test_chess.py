"""NOIP chess: symmetries of the board and of the colours."""

from random import Random

import support

from refsol import chess


def transformed(data: bytes, rng: Random) -> bytes:
    """Reflect and transpose each board, swap the colours, and spread the levels."""
    tokens = iter(data.split())
    lines = [next(tokens).decode()]
    for _ in range(int(lines[0])):
        rows, columns, pieces = (int(next(tokens)) for _ in range(3))
        east = [next(tokens).decode() for _ in range(rows)]
        south = [next(tokens).decode() for _ in range(rows - 1)]
        places = [[int(next(tokens)) for _ in range(4)] for _ in range(pieces)]
        if rng.randrange(2):
            for place in places:
                place[0] = 1 - place[0]
        if rng.randrange(2):  # left and right
            east = [row[::-1] for row in east]
            south = [row[::-1] for row in south]
            places = [[c, lv, x, columns + 1 - y] for c, lv, x, y in places]
        if rng.randrange(2):  # rows and columns
            east, south = ["".join(s) for s in zip(*south, strict=True)], ["".join(s) for s in zip(*east, strict=True)]
            rows, columns = columns, rows
            places = [[c, lv, y, x] for c, lv, x, y in places]
        ranks = {lv: k + 1 for k, lv in enumerate(sorted({place[1] for place in places}))}
        places = [[c, ranks[lv], x, y] for c, lv, x, y in places]
        lines += [f"{rows} {columns} {pieces}", *east, *south, *(" ".join(map(str, place)) for place in places)]
    return ("\n".join(lines) + "\n").encode()


def test_answers_do_not_depend_on_direction_colour_or_scale() -> None:
    for seed in support.seeds(support.CASES // 4):
        rng = Random(seed)
        data = support.GENERATE["chess"](rng)
        assert chess.solve(transformed(data, rng)) == chess.solve(data), f"seed {seed!r}:\n{data.decode()}"


def test_a_straight_run_and_a_region_share_crossings() -> None:
    # The piece goes right along a straight road to (1, 2), and round by open roads to (2, 1), (2, 2) and (1, 2).
    assert chess.solve(b"1\n2 2 1\n2\n3\n33\n0 1 1 1\n") == b"3\n"
