"""Bad inputs raise an InputError with the right position and message, and nothing else."""

import pytest
import support

from refsol.errors import InputError
from refsol.problem import NAMES

TICTACTOE = "... ... ...\n" * 9


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("multigo", "0 1 2 1\n", "1:1: expected number of rows N in 1..1000, found '0'"),
        ("multigo", "1 1001 2 1\n", "1:3: expected number of columns M in 1..1000, found '1001'"),
        ("multigo", "1 1 1 1\n", "1:5: expected number of players K in 2..1000000, found '1'"),
        ("multigo", "1 1 2 0\n", "1:7: expected number of moves Q in 1..1000000, found '0'"),
        ("multigo", "1 2 2 1\n1 3\n", "2:3: expected owner in 1..2, found '3'"),
        ("multigo", "1 2 2 1\n1 2\n1 3 1\n", "3:3: expected column y in 1..2, found '3'"),
        ("multigo", "1 2 2 1\n1 2\n1 1 1\n5\n", "4:1: expected end of file, found '5'"),
        ("multigo", "1 2 2 2\n1 2\n1 1 1\n", "4:1: expected row x in 1..1, found end of file"),
        ("somegame", "9002 1 1 1\n0\n", "1:1: expected number of players N in 1..9001, found '9002'"),
        ("somegame", "1 421 1 1\n0\n", "1:3: expected width W in 1..420, found '421'"),
        ("somegame", "1 1 1 9002\n0\n", "1:7: expected line length K in 0..9001, found '9002'"),
        ("somegame", "2 1 1 1\n3\n", "2:1: expected player in 0..2, found '3'"),
        ("somegame", "2 1 1 1\n0\n2 1 1\n", "4:1: expected line length K in 0..9001, found end of file"),
        ("somegame", "2 2 1 1\n0 a\n", "2:3: expected player in 0..2, found 'a'"),
        ("chess", "6\n", "1:1: expected number of data sets T in 1..5, found '6'"),
        ("chess", "1\n1 2 1\n", "2:1: expected number of rows n in 2..100000, found '1'"),
        ("chess", "1\n1000 1000 1\n", "2:6: expected n * m of at most 200000, found 1000 * 1000 = 1000000"),
        ("chess", "1\n2 2 5\n", "2:5: expected number of pieces q in 1..4, found '5'"),
        ("chess", "1\n2 2 1\n0\n04\n", "4:1: expected a row of road types of 1 character, found '04'"),
        ("chess", "1\n2 2 1\n4\n", "3:1: expected road type in 0..3, found '4'"),
        ("chess", "1\n2 2 1\n0\n0\n0x\n", "5:2: expected road type in 0..3, found 'x'"),
        ("chess", "1\n2 2 1\n0\n0\n00\n2 1 1 1\n", "6:1: expected colour in 0..1, found '2'"),
        ("chess", "1\n2 2 1\n0\n0\n00\n1 2 1 1\n", "6:3: expected level in 1..1, found '2'"),
        (
            "chess",
            "1\n2 2 2\n0\n0\n00\n1 1 1 2\n1 1 1 2\n",
            "7:5: expected an empty crossing, found (1, 2), which is occupied",
        ),
        ("tictactoe", "... ... ..\n", "1:9: expected a group of cells of 3 characters, found '..'"),
        ("tictactoe", "... .X. ...\n", "1:6: expected a cell 'x', 'o' or '.', found 'X.'"),
        ("tictactoe", TICTACTOE + "10 1\n", "10:1: expected row x of the last chip in 1..9, found '10'"),
        ("tictactoe", TICTACTOE + "1 2\n", "10:1: expected the cell of the last chip, found the empty cell (1, 2)"),
        (
            "tictactoe",
            TICTACTOE.replace(".", "x") + "1 2\n",
            "10:1: expected a board with an empty cell, found a full board",
        ),
        ("nogo", "601\n", "1:1: expected board size n in 1..600, found '601'"),
        ("nogo", "2\n..\n...\n", "3:1: expected a row of 2 characters, found '...'"),
        ("nogo", "2\n.\n..\n", "2:1: expected a row of 2 characters, found '.'"),
        ("nogo", "3\n. x\n...\n", "2:1: expected a row of 3 characters, found '.'"),
        ("nogo", "2\n..\n.", "3:1: expected a row of 2 characters, found '.'"),
        ("nogo", "2\n..\n.x\n", "3:2: expected a point 'X', 'O' or '.', found 'x'"),
        ("nogo", "2\n.X\n..\n", "1:1: expected as many X as O, found 1 X and 0 O"),
        ("nogo", "3\nOX.\nX..\nO.O\n", "1:1: expected as many X as O, found 2 X and 3 O"),
        ("nogo", "3\n..O\n.OX\n..X\n", None),
        (
            "nogo",
            "3\n.OX\n.OX\n.OX\n",
            "2:3: expected a liberty for every group, found the black group at (1, 3) without one",
        ),
    ],
)
def test_message(name: str, data: str, message: str | None) -> None:
    if message is None:
        support.SOLVE[name](data.encode(), {})
        return
    with pytest.raises(InputError) as caught:
        support.SOLVE[name](data.encode(), {})
    assert str(caught.value) == message


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "data", [b"", b"\n \r\n", b"\xef\xbb\xbf1 1 1 1", b"\0", b"-1", b"+1", b"9" * 40, b"1e3", b"0x10", b"\xff\xfe1\0"]
)
def test_garbage(name: str, data: bytes) -> None:
    with pytest.raises(InputError):
        support.SOLVE[name](data, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("piece", [b"9", b"x", b"1 0 ", b"...", b"0\n", b"\0"])
def test_a_hundred_megabytes_of_garbage(name: str, piece: bytes) -> None:
    with pytest.raises(InputError) as caught:
        support.SOLVE[name](piece * (10**8 // len(piece)), {})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", NAMES)
def test_an_extra_token_is_an_error(name: str) -> None:
    for path in sorted((support.SAMPLES / name).glob("*.in")):
        with pytest.raises(InputError):
            support.SOLVE[name](path.read_bytes() + b"1", {})
