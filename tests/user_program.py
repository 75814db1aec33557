"""A program that uses the installed package, as its users do.

`nox -s packaging` type-checks it strictly and runs it where only the wheel is: were the types missing there, they would
be `Any`, and `assert_type` would say so.
"""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import assert_type

from librt.vecs import vec
from mypy_extensions import i32

from refsol import chess, multigo, nogo, somegame, tictactoe
from refsol.errors import InputError, OptionError
from refsol.jury.cases import CampaignPlan
from refsol.jury.checking import check
from refsol.jury.run.program import Function
from refsol.jury.stress import Campaign, Finding
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, Problem, load
from refsol.problem.contract import Jury, Verdict

CHESS = b"1\n3 3 5\n13\n22\n23\n010\n233\n0 1 2 3\n1 2 2 1\n1 3 1 2\n0 2 3 2\n1 3 2 2\n"
NOGO = b"3\nXOO\nXO.\nX..\n"


def play() -> None:
    game = nogo.Game(nogo.read_board(NOGO))
    assert_type(game.legal_moves(), list[tuple[int, int]])
    assert game.legal_moves() == [(2, 3), (3, 2), (3, 3)]
    game.play(2, 3)
    assert not game.legal_moves()
    playouts = nogo.Playouts(nogo.Game(nogo.Board(5)), seed=1)
    assert_type(playouts.play(), vec[i32])
    assert all(len(playouts.play()) > 5 for _ in range(10))

    territories = multigo.Game(multigo.read_board(b"2 3 4 1  1 1 2  3 1 2"))
    assert_type(territories.play(1, 2, 3), bool)
    assert multigo.violations(territories.board) == []


def solve() -> None:
    (board,) = chess.read_boards(CHESS)
    assert_type(chess.count_moves(board), vec[i32])
    assert list(chess.count_moves(board)) == [4, 3, 3, 3, 2]
    (lines,) = somegame.read_boards(b"1 3 3 4\n1 0 0\n0 1 0\n0 0 1\n")
    assert somegame.judge(lines) == 1
    small_boards = tictactoe.read_board(b"... ... ...\n" * 8 + b"... ... x..\n9 7\n")
    assert_type(tictactoe.mark(small_boards), None)
    assert small_boards.text().count(b"!") == 9


def judge() -> None:
    assert_type(load("nogo"), Problem)
    jury = load("nogo").jury
    assert_type(jury, Jury)
    assert find_errors(jury, NOGO) == []
    verdict = check(jury, NOGO, BytesIO(b"-1 -1\n"), list)
    assert_type(verdict, Verdict)
    assert not verdict.accepted


def find_a_fault() -> None:
    def yes(data: bytes) -> bytes:
        return b"YES\n" * int(data.split()[3])

    with ThreadPoolExecutor(2) as executor:
        campaign = Campaign(
            CampaignPlan(load("multigo"), seed="1"), Function(yes), cases=100, jobs=2, executor=executor
        )
        findings = [event for event in campaign.events() if isinstance(event, Finding)]
    assert_type(findings, list[Finding])
    assert len(findings) == 1
    assert_type(findings[0].fault.message, str)


def report_errors() -> None:
    for name in NAMES:
        try:
            list(load(name).solve(b"x", {}))
        except InputError as error:
            assert_type(error.line, int)
            print(f"as expected: {error}")
    try:
        list(load("nogo").solve(NOGO, {"seed": 1}))
    except OptionError as error:
        print(f"as expected: {error}")


if __name__ == "__main__":
    play()
    solve()
    judge()
    find_a_fault()
    report_errors()
    print("the user program ran to its end")
