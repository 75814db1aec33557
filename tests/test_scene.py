"""Scenes hold what is around the cell that matters, as it was when they were taken."""

from refsol.scene import NOTHING, SHOWN, Ground, Kind, Piece, player, take_scene, window


def test_windows_lie_in_one_another() -> None:
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


def test_a_scene_keeps_what_it_has_seen() -> None:
    owners = [1, 2, 3, 4]
    scene = take_scene(Ground.REGIONS, 2, 2, lambda x, y: player(owners[2 * x + y - 3]))
    owners[:] = [5, 5, 5, 5]
    assert [[piece.number for piece in row] for row in scene.pieces] == [[1, 2], [3, 4]]
    assert scene.piece(2, 1) == Piece("3", Kind.PLAYER, 3)


def test_only_the_window_is_looked_at() -> None:
    asked: list[tuple[int, int]] = []

    def piece(x: int, y: int) -> Piece:
        asked.append((x, y))
        return NOTHING

    scene = take_scene(Ground.CROSSINGS, 1000, 7, piece, focus=(900, 7), middle=(1, 1))
    assert len(asked) == SHOWN * 7
    assert (scene.middle, scene.shown_rows, scene.shown_columns) == ((900, 7), range(870, 930), range(1, 8))
    assert take_scene(Ground.CROSSINGS, 1000, 7, piece, middle=(999, 1)).shown_rows[-1] == 1000
