"""Games in SGF as pictures, explanations and pages; positions with walls."""

import re
from pathlib import Path
from random import Random

import pytest
from support import refsol_here

from refsol.errors import InputError, OptionError
from refsol.nogo import BLACK, WHITE, Board, oracle
from refsol.nogo.jury.explain import show, steps
from refsol.nogo.play.record import Record
from refsol.nogo.play.sgf import write_sgf
from refsol.pictures.svg import draw_svg
from refsol.pictures.terminal import paint
from refsol.pictures.text import draw

GAME = b"""(;FF[4]GM[1]SZ[4:3]PB[Ada <x>]PW[Bob]RE[W+R]AB[aa]AW[cc]PL[W]
;W[bb];B[da];B[db])
"""
"""A game on three rows and four columns, with stones set up, and a move out of turn."""
WALLS = b"2 3 O\n.#X\n...\n"


def test_the_end_of_a_saved_game_is_shown_unless_a_move_is_selected() -> None:
    end = ("  1  2  3  4", "1 X  .  .  X", "2 .  O  . [X]", "3 .  .  O  .")
    assert draw(show(GAME, {})) == draw(show(GAME, {"move": 3})) == end
    assert draw(show(GAME, {"move": 0})) == ("  1  2  3  4", "1 X  .  .  .", "2 .  .  .  .", "3 .  .  O  .")
    for selection, message in (
        ({"move": 4}, "--move 4: there are 3 moves"),
        ({"row": 4, "column": 1}, "--row 4: there are 3 rows"),
    ):
        with pytest.raises(OptionError, match=re.escape(message)):
            show(GAME, selection)


@pytest.mark.parametrize(
    ("properties", "title"),
    [
        ({"PB": "a", "PW": "b", "RE": "B+Resign"}, "a (black) against b (white), black wins (B+Resign)"),
        ({"PB": "a", "RE": "B+"}, "a (black) against white, black wins"),
        ({"PW": "b\nc\x1b[1m", "RE": "Void"}, "black against b c [1m (white), result Void"),
        ({}, "black against white"),
        ({"PB": "x" * 100}, f"{'x' * 59}… (black) against white"),
    ],
)
def test_the_title_of_a_page_has_players_and_result(properties: dict[str, str], title: str) -> None:
    record = Record(Board(3))
    record.play(BLACK, record.game.board.parse("B2"))
    assert steps(write_sgf(record, properties).encode(), {}).title == f"NoGo: {title}"


def test_the_steps_of_random_games_are_those_of_the_file() -> None:
    """After every move, the marks are the points that the oracle forbids; the last line says who has won."""
    rng = Random("saved games")
    for _ in range(10):
        record = Record(Board(rng.randint(1, 5), rng.randint(2, 5)), rng.choice((BLACK, WHITE)))
        while (points := list(record.game.legal_points())) and rng.random() < 0.95:
            record.play(record.game.to_move, int(rng.choice(points)))
        data = write_sgf(record).encode()
        page = steps(data, {})
        found = list(page.explanations)
        is_over = record.game.winner is not None
        assert page.numbers == page.shown == range(len(record.moves) + 1 + is_over)
        assert len(found) == len(page.shown)
        board = record.start.board.copy()
        for move, step in zip(record.moves, found[1:], strict=False):
            board.stone[move.point] = move.colour
            assert step.scene.focus == board.coordinates(move.point)
            assert step.scene.piece(*step.scene.focus).text == ".XO"[move.colour]
            forbidden = {mark.role.split()[-1]: set(mark.cells) for mark in step.marks}
            for colour, name in ((BLACK, "black"), (WHITE, "white")):
                legal = {board.coordinates(point) for point in board.points(0) if oracle.is_legal(board, point, colour)}
                empty = set(map(board.coordinates, board.points(0)))
                assert forbidden[name] | forbidden["both"] == empty - legal
        if is_over:
            assert found[-1].answer == f"{'black' if record.game.winner == BLACK else 'white'} wins"


def test_a_page_is_written_beside_the_game(tmp_path: Path) -> None:
    (tmp_path / "00001a.sgf").write_bytes(b"\xef\xbb\xbf \n" + GAME)
    result = refsol_here("nogo", "show", "--html", "00001a.sgf", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, b"saved: 00001a.html\n")
    page = (tmp_path / "00001a.html").read_text(encoding="utf-8")
    assert "<title>NoGo: Ada &lt;x&gt; (black) against Bob (white), white wins (W+R)</title>" in page
    assert page.count("<li><a href=") == 4
    assert 'value="0" data-all="3"' in page
    named = refsol_here("nogo", "show", "00001a.sgf", "--html", "p.html", "--move", "2", cwd=tmp_path)
    assert (named.returncode, named.stdout) == (0, b"")
    assert 'value="2" data-all="3"' in (tmp_path / "p.html").read_text(encoding="utf-8")
    piped = refsol_here("nogo", "show", stdin=GAME, cwd=tmp_path)
    assert piped.stdout.startswith(b"  1  2  3  4\n1 X")


@pytest.mark.parametrize("arguments", [("show", "g.html"), ("show", "--html", "g.html"), ("explain", "g.html")])
def test_errors_in_a_game_have_a_place(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "g.html").write_bytes(GAME.replace(b"B[db]", b"B[bb]"))
    if "--html" in arguments:
        (tmp_path / "g.html").rename(tmp_path / "g.sgf")
        arguments = (*arguments[:-1], "g.sgf")
    result = refsol_here("nogo", *arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (3, b"")
    assert result.stderr.decode() == f"refsol: {arguments[-1]}:2:16: expected a legal move, found 'bb'\n"


def test_a_page_replaces_anything_but_the_game(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(GAME)
    assert refsol_here("nogo", "show", "--html", "page.html", cwd=tmp_path).returncode == 2
    assert page.read_bytes() == GAME
    page.write_text("(another page)")
    result = refsol_here("nogo", "show", "--html", "page.html", stdin=b"1\n.\n", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, b"")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_walls_are_shown_in_every_picture() -> None:
    scene = show(WALLS, {})
    assert draw(scene)[1:3] == ("1 .  #  X", "2 .  .  .e")
    assert "#: wall" in draw(scene)
    assert "#: wall" in re.sub(r"\x1b\[[0-9;]*m", "", paint(scene, 80, 20))
    svg = draw_svg(scene)
    wall = re.findall(r'<path class="wall" d="M(\d+) (\d+)h40v40h-40z"/>', svg)
    assert wall == [("68", "28")]
    assert '<path class="wall" d="M0 0h16v16h-16z"/>' in svg
    assert ">wall</text>" in svg
    without = draw_svg(show(b"2 3 O\n..X\n...\n", {}))
    assert 'class="wall"' not in without
    assert "wall" not in "".join(draw(show(b"2 3 O\n..X\n...\n", {})))


def test_a_side_to_move_that_is_none() -> None:
    with pytest.raises(InputError, match="1:5"):
        show(b"2 3 P\n", {})
