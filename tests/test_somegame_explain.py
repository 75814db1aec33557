"""The explanations of Some Game: reasons, marks and lines, against the solver."""

from io import BytesIO

import pytest
import support
from mypy_extensions import i32

from refsol import somegame
from refsol.errors import InputError, OptionError
from refsol.pictures.text import draw
from refsol.problem import load
from refsol.problem.contract import MISTAKES, WORST, Explanation
from refsol.problem.scene import Mark
from refsol.somegame.jury.explain import explain

JURY = load("somegame").jury


def data_set(players: int, line: int, *rows: str) -> bytes:
    """Return the data set with a board drawn in rows, a character a square."""
    lines = [f"{players} {len(rows[0])} {len(rows)} {line}", *[" ".join(row.replace(".", "0")) for row in rows]]
    return ("\n".join(lines) + "\n").encode()


def explained(data: bytes) -> Explanation:
    return next(explain(data, {}))


def answers(data: bytes) -> bytes:
    return "\n".join(f"{explanation.answer}\n" for explanation in explain(data, {})).encode()


@pytest.mark.parametrize(
    ("data", "answer", "reasons"),
    [
        (
            data_set(2, 0, "..", ".."),
            "PLAYER 1",
            [
                "K = 0: every player has a line of 0 before the first move, and the lowest number, player 1, has won.",
            ],
        ),
        (
            data_set(2, 0, "12", ".."),
            "ERROR",
            [
                "K = 0: every player has a line of 0 before the first move, and the lowest number, player 1, has won.",
                "So no move can be made, but there are 2 stones on the board.",
            ],
        ),
        (
            data_set(2, 0, ".2"),
            "ERROR",
            [
                "K = 0: every player has a line of 0 before the first move, and the lowest number, player 1, has won.",
                "So no move can be made, but there is 1 stone on the board.",
            ],
        ),
        (
            data_set(2, 9, "112", "1.."),
            "ERROR",
            [
                "There are 4 stones on the board; taking turns gives 2 to each of the 2 players.",
                "Player 1 should have 2 stones, but has 3.",
                "Player 2 should have 2 stones, but has 1.",
            ],
        ),
        (
            data_set(9, 9, "9999", "9999"),
            "ERROR",
            [
                "There are 8 stones on the board; taking turns gives 1 to each of players 1 to 8 and 0 to everybody "
                "else.",
                "Player 1 should have 1 stone, but has 0.",
                "Player 2 should have 1 stone, but has 0.",
                "Player 3 should have 1 stone, but has 0.",
                "Player 4 should have 1 stone, but has 0.",
                "Player 5 should have 1 stone, but has 0.",
                "Player 6 should have 1 stone, but has 0.",
                "The counts of 3 other players are wrong, too.",
            ],
        ),
        (
            data_set(3, 3, "12", "31", "3."),
            "ERROR",
            [
                "There are 5 stones on the board; taking turns gives 2 to each of players 1 and 2, and 1 to everybody "
                "else.",
                "Player 2 should have 2 stones, but has 1.",
                "Player 3 should have 1 stone, but has 2.",
            ],
        ),
        (
            data_set(3, 4, ".2"),
            "ERROR",
            [
                "There is 1 stone on the board; taking turns gives 1 to player 1 and 0 to everybody else.",
                "Player 1 should have 1 stone, but has 0.",
                "Player 2 should have 0 stones, but has 1.",
            ],
        ),
        (
            data_set(1, 5, ".."),
            "NO WINNERS",
            [
                "The board is empty: the game has not begun.",
            ],
        ),
        (
            data_set(2, 4, "12.", ".1.", "..2"),
            "NO WINNERS",
            [
                "Nobody has a line of 4: the longest run is player 1's, 2 stones from (1, 1) to (2, 2) in "
                "diagonal steps (1, 1) (here the same as (1, -2), (2, -1)).",
                "The game continues, and player 1 moves next.",
            ],
        ),
        (
            data_set(4, 3, "13", "42"),
            "NO WINNERS",
            [
                "Nobody has a line of 3: the longest run is player 1's, 1 stone on (1, 1).",
                "The board is full, so the game is over.",
            ],
        ),
        (
            data_set(1, 3, "11111..", *["......."] * 6),
            "PLAYER 1",
            [
                "With 5 stones on the board, player 1 moved last, and nobody else has a line of 3.",
                "Line 1: 5 stones from (1, 1) to (1, 5) along the row; only the middle one, (1, 3), could "
                "have been placed last.",
                "The stone on (1, 3) was placed last: without it, no line of 3 is left.",
            ],
        ),
        (
            data_set(1, 3, "1111...", *["......."] * 6),
            "PLAYER 1",
            [
                "With 4 stones on the board, player 1 moved last, and nobody else has a line of 3.",
                "Line 1: 4 stones from (1, 1) to (1, 4) along the row; only the middle 2, (1, 2), (1, 3), "
                "could have been placed last.",
                "If any one of (1, 2), (1, 3) is removed, no line of 3 is left: one of these was placed last.",
            ],
        ),
        (
            data_set(1, 3, "111111.", *["......."] * 6),
            "ERROR",
            [
                "With 6 stones on the board, player 1 moved last, and nobody else has a line of 3.",
                "Line 1: 6 stones from (1, 1) to (1, 6) along the row; whichever of them is removed, a "
                "line of 3 is left.",
                "So there was a line of 3 before the last move: the game was already over.",
            ],
        ),
        (
            data_set(1, 3, "1....11", *["......."] * 6),
            "PLAYER 1",
            [
                "With 3 stones on the board, player 1 moved last, and nobody else has a line of 3.",
                "Line 1: 3 stones from (1, 6) to (1, 1) along the row, across a wrap-around edge.",
                "If any one of (1, 1), (1, 6), (1, 7) is removed, no line of 3 is left: one of these was placed last.",
            ],
        ),
        (
            data_set(1, 9, "..1.."),
            "PLAYER 1",
            [
                "With 1 stone on the board, player 1 moved last, and nobody else has a line of 9.",
                "Line 1: 1 stone on (1, 3), to which a step along the column leads back: a whole cycle and "
                "therefore a line of any length.",
                "The stone on (1, 3) was placed last: without it, no line of 9 is left.",
            ],
        ),
        (
            data_set(1, 4, "11111", *["....."] * 4),
            "ERROR",
            [
                "With 5 stones on the board, player 1 moved last, and nobody else has a line of 4.",
                "Line 1: 5 stones from (1, 1) to (1, 5) along the row, a whole cycle and therefore a"
                " line of any length; whichever of them is removed, a line of 4 is left.",
                "So there was a line of 4 before the last move: the game was already over.",
            ],
        ),
        (
            data_set(1, 5, "11111", *["....."] * 4),
            "PLAYER 1",
            [
                "With 5 stones on the board, player 1 moved last, and nobody else has a line of 5.",
                "Line 1: 5 stones from (1, 1) to (1, 5) along the row, a whole cycle and therefore a"
                " line of any length.",
                "If any one of (1, 1), (1, 2), (1, 3), (1, 4), (1, 5) is removed, no line of 5 is left: one"
                " of these was placed last.",
            ],
        ),
        (
            data_set(2, 3, "111..", "22.2.", *["....."] * 3),
            "ERROR",
            [
                "With 6 stones on the board, player 2 moved last, but player 1 has a line of 3: the game was"
                " over before that move.",
                "Player 1: 3 stones from (1, 1) to (1, 3) along the row.",
            ],
        ),
        (
            data_set(2, 3, "111..", "222..", *["....."] * 3),
            "ERROR",
            [
                "Players 1 and 2 have lines of 3: the first of these would have ended the game.",
                "Player 1: 3 stones from (1, 1) to (1, 3) along the row.",
                "Player 2: 3 stones from (2, 1) to (2, 3) along the row.",
            ],
        ),
        (
            data_set(7, 2, "11223344", "556677..", "........"),
            "ERROR",
            [
                "Players 1, 2, 3, 4, 5 and 2 more have lines of 2: the first of these would have ended the game.",
                "Player 1: 2 stones from (1, 1) to (1, 2) along the row.",
                "Player 2: 2 stones from (1, 3) to (1, 4) along the row.",
                "Player 3: 2 stones from (1, 5) to (1, 6) along the row.",
                "Player 4: 2 stones from (1, 7) to (1, 8) along the row.",
                "Player 5: 2 stones from (2, 1) to (2, 2) along the row.",
                "Player 6: 2 stones from (2, 3) to (2, 4) along the row.",
            ],
        ),
        (
            data_set(1, 3, "111...", "......", "......", "111...", "......"),
            "ERROR",
            [
                "With 6 stones on the board, player 1 moved last, and nobody else has a line of 3.",
                "Line 1: 3 stones from (1, 1) to (1, 3) along the row.",
                "Line 2: 3 stones from (4, 1) to (4, 3) along the row.",
                "Whichever single stone is removed, a line of 3 is left.",
                "So there was a line of 3 before the last move: the game was already over.",
            ],
        ),
        (
            data_set(1, 2, "11", ".1"),
            "ERROR",
            [
                "With 3 stones on the board, player 1 moved last, and nobody else has a line of 2.",
                "Line 1: 2 stones from (1, 1) to (1, 2) along the row (here the same as (2, 1), (2, -1)), a"
                " whole cycle and therefore a line of any length.",
                "Line 2: 2 stones from (1, 2) to (2, 2) along the column (here the same as (1, 2), (1, "
                "-2)), a whole cycle and therefore a line of any length.",
                "Line 3: 2 stones from (1, 1) to (2, 2) in diagonal steps (1, 1) (here the same as (1, "
                "-1)), a whole cycle and therefore a line of any length.",
                "Whichever single stone is removed, a line of 2 is left.",
                "So there was a line of 2 before the last move: the game was already over.",
            ],
        ),
        (
            data_set(1, 1, "..1.", *["...."] * 3),
            "PLAYER 1",
            [
                "With 1 stone on the board, player 1 moved last, and nobody else has a line of 1.",
                "Line 1: 1 stone on (1, 3).",
                "The stone on (1, 3) was placed last: without it, no line of 1 is left.",
            ],
        ),
        (
            data_set(1, 1, "1.1.", *["...."] * 3),
            "ERROR",
            [
                "With 2 stones on the board, player 1 moved last, and nobody else has a line of 1.",
                "Line 1: 1 stone on (1, 1).",
                "Line 2: 1 stone on (1, 3).",
                "Whichever single stone is removed, a line of 1 is left.",
                "So there was a line of 1 before the last move: the game was already over.",
            ],
        ),
        (
            data_set(1, 3, "......", "..1...", "......", "1.....", "......", "....1.", "......"),
            "NO WINNERS",
            [
                "Nobody has a line of 3: the longest run is player 1's, 1 stone on (2, 3).",
                "The game continues, and player 1 moves next.",
            ],
        ),
    ],
)
def test_reasons(data: bytes, answer: str, reasons: list[str]) -> None:
    explanation = explained(data)
    assert (explanation.answer, list(explanation.reasons)) == (answer, reasons)


def test_the_whole_of_an_explanation() -> None:
    data = data_set(1, 1, ".") + data_set(2, 3, "1..11", "..2..", "1.2..")
    (found,) = explain(data, {"set": 2})
    assert (found.selection, found.subject, found.answer) == (
        {"set": 2},
        "data set 2: 2 players, 3 rows, 5 columns, K = 3",
        "ERROR",
    )
    assert found.reasons == (
        "There are 6 stones on the board; taking turns gives 3 to each of the 2 players.",
        "Player 1 should have 3 stones, but has 4.",
        "Player 2 should have 3 stones, but has 2.",
    )
    assert found.marks == (
        Mark("stones of player 1", ((1, 1), (1, 4), (1, 5), (3, 1))),
        Mark("stones of player 2", ((2, 3), (3, 3))),
    )
    assert draw(found.scene) == (
        "  1  2  3  4  5",
        "1 1a .  .  1a 1a",
        "2 .  .  2b .  .",
        "3 1a .  2b .  .",
        "a: stones of player 1",
        "b: stones of player 2",
    )


def test_where_lines_lie() -> None:
    explanation = explained(data_set(1, 2, "1....", "..1..", ".....", ".....", "1...."))
    assert explanation.marks == (
        Mark("line 1 of player 1", ((5, 1), (1, 1))),
        Mark("line 2 of player 1", ((1, 1), (2, 3))),
        Mark("placed last", ((1, 1),)),
    )
    assert "across a wrap-around edge" in explanation.reasons[1]
    assert "across a wrap-around edge" not in explanation.reasons[2]


def test_of_many_lines_some_are_listed() -> None:
    explanation = explained(JURY.family("crossing-lines").generate("many", {"side": 160}))
    assert explanation.answer.startswith("PLAYER")
    assert explanation.reasons[-2] == "There are 2 more lines."
    assert len(explanation.marks) == 7
    (row, column) = explanation.marks[-1].cells[0]
    assert (
        explanation.reasons[-1] == f"The stone on ({row}, {column}) was placed last: without it, no line of 80 is left."
    )
    assert "(rows " in draw(explanation.scene)[-1]
    assert "g: placed last" in draw(explanation.scene)


def test_reasons_agree_with_the_solver() -> None:
    families = [family for family in JURY.families if family.group != WORST]
    for k, seed in enumerate(support.seeds(2000 if support.COMPILED else 800)):
        data = families[k % len(families)].generate(seed)
        assert answers(data) == somegame.solve(data), f"seed {seed!r}:\n{data.decode()}"
    for family in JURY.families:
        if family.group == WORST:
            for side in (2, 5, 12):
                data = family.generate("agree", {"side": side})
                assert answers(data) == somegame.solve(data)


def test_marks_agree_with_the_solver() -> None:
    """Remove each stone of the last player: nobody has a line then exactly when it could have been the last."""
    families = [family for family in JURY.families if family.group == MISTAKES]
    for k, seed in enumerate(support.seeds(support.CASES // 20)):
        data = families[k % len(families)].generate(seed)
        for explanation, board in zip(explain(data, {}), somegame.read_boards(data), strict=True):
            stones = sum(player != 0 for player in board.owner)
            mover = (stones - 1) % board.players + 1
            last = explanation.marks[-1] if explanation.marks else Mark("", ())
            if last.role.startswith("longest run"):
                for line, verdict in ((len(last.cells), False), (len(last.cells) + 1, True)):
                    assert (somegame.judge(with_line(board, line)) == somegame.NO_WINNER) == verdict
            if last.role == "stones" or last.role.startswith(("stones of", "longest run")) or not stones:
                continue
            lasts = last.cells if explanation.answer.startswith("PLAYER") else ()
            for square in [square for square, player in enumerate(board.owner) if player == mover]:
                board.owner[square] = i32(0)
                is_last = (square // board.width + 1, square % board.width + 1) in lasts
                assert (somegame.judge(board) == somegame.NO_WINNER) == is_last
                board.owner[square] = i32(mover)


def with_line(board: somegame.Board, line: int) -> somegame.Board:
    """Return the position with another K."""
    return somegame.Board.from_rows(board.rows(), board.players, line)


def test_selections_that_do_not_exist() -> None:
    data = data_set(1, 1, ".") * 3
    for number in (0, 4, -1):
        with pytest.raises(OptionError, match=f"--set {number}: there are 3 data sets"):
            list(explain(data, {"set": number}))
    with pytest.raises(OptionError, match="there are 101 data sets: choose one with --set"):
        list(explain(data_set(1, 1, ".") * 101, {}))
    assert [explanation.selection for explanation in explain(BytesIO(data), {"set": 3})] == [{"set": 3}]
    with pytest.raises(InputError, match="3:1: expected"):
        list(explain(data_set(1, 1, ".") + b"x", {"set": 1}))
