"""Scenes are snapshots of what is around the cell that matters, and mypy checks their enumerations."""

from pathlib import Path

import pytest
import support

from refsol.problem.scene import NOTHING, SHOWN, Ground, Piece, PieceKind, player, take_scene, window


def test_windows_are_nested() -> None:
    for count in (1, 2, 20, 21, 22, 59, 60, 61, 100):
        for middle in range(1, count + 1):
            large = window(middle, count, SHOWN)
            assert len(large) == min(count, SHOWN)
            assert middle in large
            for most in (1, 2, 21, 60):
                small = window(middle, count, most)
                assert len(small) == min(count, most)
                assert middle in small
                assert small[0] in large
                assert small[-1] in large


def test_a_scene_is_a_snapshot() -> None:
    owners = [1, 2, 3, 4]
    scene = take_scene(Ground.REGIONS, 2, 2, lambda x, y: player(owners[2 * x + y - 3]))
    owners[:] = [5, 5, 5, 5]
    assert [[piece.number for piece in row] for row in scene.pieces] == [[1, 2], [3, 4]]
    assert scene.piece(2, 1) == Piece("3", PieceKind.PLAYER, 3)


def test_only_the_window_is_read() -> None:
    read: list[tuple[int, int]] = []

    def piece(x: int, y: int) -> Piece:
        read.append((x, y))
        return NOTHING

    scene = take_scene(Ground.CROSSINGS, 1000, 7, piece, focus=(900, 7), middle=(1, 1))
    assert len(read) == SHOWN * 7
    assert (scene.middle, scene.shown_rows, scene.shown_columns) == ((900, 7), range(870, 930), range(1, 8))
    assert take_scene(Ground.CROSSINGS, 1000, 7, piece, middle=(999, 1)).shown_rows[-1] == 1000


def test_crop_notes_say_what_is_drawn() -> None:
    scene = take_scene(Ground.CROSSINGS, 100, 7, lambda _x, _y: NOTHING)
    assert scene.crop_notes() == ["(rows 1 to 60 of 100, columns 1 to 7 of 7)"]
    assert scene.crop_notes(range(3, 5), range(2, 4)) == ["(rows 3 to 4 of 100, columns 2 to 3 of 7)"]
    assert scene.crop_notes(range(1, 101)) == []


MISSPELT = """
from refsol.pictures.svg import road_path
from refsol.problem.scene import NOTHING, Ground, Piece, PieceKind, Roads, RoadType, take_scene

take_scene("sqaures", 1, 1, lambda _x, _y: NOTHING)
take_scene(Ground.SQAURES, 1, 1, lambda _x, _y: NOTHING)
take_scene(PieceKind.EMPTY, 1, 1, lambda _x, _y: NOTHING)
Piece("x", "cross")
Roads((("open",),), ((RoadType.OPEN,),))
road_path("open", 0, 0, 45, False)
"""


@pytest.mark.slow
def test_a_misspelt_ground_kind_or_type_is_a_type_error(tmp_path: Path) -> None:
    options = ("--strict", "--config-file=", f"--cache-dir={tmp_path}")
    done = support.python_process("-m", "mypy", *options, "-c", MISSPELT.strip(), cwd=support.ROOT)
    found = [line.split(" error: ")[0] for line in done.stdout.decode().splitlines() if " error: " in line]
    assert (done.returncode, found) == (1, [f"<string>:{line}:" for line in range(4, 10)]), done.stdout.decode()
