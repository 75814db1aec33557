"""Pictures: coloured and plain text say the same, and SVG files are well-formed, self-contained and complete."""

import re
from pathlib import Path
from random import Random
from types import MappingProxyType
from xml.etree import ElementTree

import pytest
import support
from support import refsol_here, refsol_process

from refsol.pictures.style import COLOURS, blended, ink_on, style_sheet
from refsol.pictures.svg import Grid, draw_svg
from refsol.pictures.terminal import paint
from refsol.pictures.text import draw
from refsol.problem import NAMES, load
from refsol.problem.contract import WORST, Explanation
from refsol.problem.scene import NOTHING, SHOWN, Ground, Label, Mark, Piece, PieceKind, Scene, letter_of, take_scene
from refsol.problem.selection import Selection

SVG = "{http://www.w3.org/2000/svg}"
NOGO = support.SAMPLES / "nogo" / "1.in"
INPUTS = sorted(support.SAMPLES.glob("*/*.in"))
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
NONE: Selection = MappingProxyType({})
LARGE = {"multigo": "spirals", "nogo": "large-groups", "chess": "square-mixed-rising", "somegame": "crossing-lines"}
FIRST: dict[str, Selection] = {"multigo": {"move": 1}, "chess": {"set": 1, "query": 1}, "somegame": {"set": 1}}
SMALLER = {"multigo": 120, "nogo": 400, "chess": 30_000, "somegame": 120}
SELECTED = {"multigo": {"move": 2}, "nogo": {"row": 300, "column": 200}, "chess": {"query": 9}, "somegame": {"set": 1}}


def explanations(name: str, data: bytes) -> list[Explanation]:
    """Return all explanations of an input, or only the first if the input is large."""
    explainer = load(name).explainer
    if len(data) > 2000:
        return [next(explainer.explain(data, FIRST.get(name, NONE)))]
    return list(explainer.explain(data, NONE))


def scenes(name: str, data: bytes) -> list[Scene]:
    return [load(name).explainer.show(data, NONE), *(explanation.scene for explanation in explanations(name, data))]


def check_svg(scene: Scene) -> None:
    """Check that a scene's SVG file is well-formed and self-contained, and explains every mark."""
    text = draw_svg(scene)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    title, desc = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", scene.title)
    assert desc.tag == f"{SVG}desc"
    assert desc.text
    assert desc.text.startswith(scene.description[:2000])
    assert root.attrib["aria-labelledby"] == title.attrib["id"]
    assert root.attrib["aria-describedby"] == desc.attrib["id"]
    assert not re.search(r"href|url\(|@import|<script|<image", text)
    assert text.count("http") == 1  # the XML namespace
    words = [element.text or "" for element in root.iter(f"{SVG}text")]
    for k, mark in enumerate(scene.marks):
        if mark.cells:
            assert letter_of(k) in words
            assert any(word.startswith(mark.role) for word in words)
    shown = [any(x in scene.shown_rows and y in scene.shown_columns for x, y in mark.cells) for mark in scene.marks]
    assert text.count('class="hatch"') == (sum(shown) if scene.ground == Ground.REGIONS else 0)
    check_bounds(root)


def check_bounds(root: ElementTree.Element) -> None:
    """Check that all text is inside the picture."""
    _left, _top, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter(f"{SVG}text"):
        assert 0 < float(element.attrib["x"]) < width
        assert 0 < float(element.attrib["y"]) < height


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_samples_as_svg(path: Path) -> None:
    for scene in scenes(path.parent.name, path.read_bytes()):
        check_svg(scene)
        for width in (1, 20, 40):
            assert draw(scene, width, 1)


@pytest.mark.parametrize("name", NAMES)
def test_random_inputs_in_all_pictures(name: str) -> None:
    for seed in support.seeds(30):
        for scene in scenes(name, support.GENERATE[name](Random(seed))):
            check_svg(scene)
            assert scene.title
            assert scene.description
            assert len(scene.pieces) == len(scene.shown_rows)
            assert {len(row) for row in scene.pieces} == {len(scene.shown_columns)}
            # Without its colours, the coloured picture is the plain one.
            plain = draw(scene, 100, 50)
            assert tuple(ESCAPE.sub("", paint(scene, 100, 50)).splitlines()) == plain, f"seed {seed!r}"


def test_the_kind_of_a_piece_decides_its_shape() -> None:
    kinds = (PieceKind.CROSS, PieceKind.NOUGHT, PieceKind.BLACK)
    x, o = ([svg_of(Piece(text, kind)) for kind in kinds] for text in "xo")
    assert x == o
    assert len(set(x)) == 3


def svg_of(piece: Piece) -> str:
    return draw_svg(take_scene(Ground.SQUARES, 1, 1, lambda _x, _y: piece))


def test_roads_between_neighbours_are_seen() -> None:
    """Stones and the frame around one cover at most half, and two thirds, of the way from one crossing to the next."""
    scene = next(load("chess").explainer.explain((support.SAMPLES / "chess" / "1.in").read_bytes(), NONE)).scene
    grid = Grid(scene)
    radius = re.search(r'class="stone \w+" d="M\d+ \d+a(\d+) ', draw_svg(scene))
    frame = re.search(r'class="focus" x="\d+" y="\d+" width="(\d+)"', draw_svg(scene))
    assert radius is not None
    assert frame is not None
    assert 4 * int(radius[1]) <= grid.unit
    assert 3 * int(frame[1]) <= 2 * grid.unit


def test_letters_stand_for_every_mark_of_a_cell() -> None:
    marks = (Mark("one", ((1, 1), (1, 2), (1, 3))), Mark("two", ((1, 2), (1, 3))), Mark("three", ((1, 3),)))
    scene = take_scene(Ground.SQUARES, 1, 4, lambda _x, _y: NOTHING, marks)
    legend = ("a: one", "b: two", "c: three", "d: a and b", "e: a, b and c")
    assert draw(scene) == ("  1  2  3  4", "1 .a .d .e .", *legend)
    assert draw(scene._replace(focus=(1, 3))) == ("  1  2  3  4", "1 .a .d[.] .", "a: one", "b: two", "d: a and b")


@pytest.mark.parametrize("name", NAMES)
def test_show_draws_what_explain_draws(name: str) -> None:
    path = support.SAMPLES / name / "1.in"
    first = next(load(name).explainer.explain(path.read_bytes(), NONE))
    selection = [f"--{option}={value}" for option, value in first.selection.items()]
    done = refsol_here(name, "show", str(path), *selection)
    assert (done.returncode, done.stderr) == (0, b"")
    assert tuple(done.stdout.decode().splitlines()) == draw(first.scene)


def test_show_without_a_selection() -> None:
    multigo = refsol_here("multigo", "show", stdin=b"2 3 4 1  1 1 2  3 1 2  1 2 3")
    assert multigo.stdout.decode().splitlines() == ["  1  2  3", "1 1  1  2", "2 3  1  2"]
    samples = {name: (support.SAMPLES / name / "1.in").read_bytes() for name in NAMES}
    somegame = load("somegame").explainer
    assert somegame.show(samples["somegame"], NONE) == next(somegame.explain(samples["somegame"], NONE)).scene
    chess = load("chess").explainer.show(samples["chess"], NONE)
    assert chess.title == "data set 1, with all pieces placed"
    assert sum(piece.text != "." for row in chess.pieces for piece in row) == 5


def test_show_refuses_what_it_cannot_show() -> None:
    assert refsol_here("nogo", "show", stdin=b"x").returncode == 3
    assert refsol_here("multigo", "show", "--move", "9", str(support.SAMPLES / "multigo" / "1.in")).returncode == 2
    done = refsol_here("nogo", "show", "--svg", "no/such/place.svg", str(support.SAMPLES / "nogo" / "1.in"))
    assert done.returncode == 2


def test_svg_without_a_style_is_the_same_but_for_style_and_size() -> None:
    scene = load("chess").explainer.show((support.SAMPLES / "chess" / "1.in").read_bytes(), NONE)
    whole, bare = draw_svg(scene), draw_svg(scene, style=False)
    root = ElementTree.fromstring(bare)
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    assert "style" not in bare
    sheet = f"<style>\n{style_sheet()}</style>\n"
    size = f' width="{root.attrib["width"]}" height="{root.attrib["height"]}"'
    assert bare.replace(size, "", 1) == whole.replace(sheet, "")


def test_show_writes_svg(tmp_path: Path) -> None:
    source = str(support.SAMPLES / "nogo" / "midgame-19x19.in")
    done = refsol_here("nogo", "show", source, "--svg", "board.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]
    ElementTree.parse(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").stat().st_size < 20_000
    (tmp_path / "same.in").write_bytes(Path(source).read_bytes())
    assert refsol_here("nogo", "show", "same.in", "--svg", "same.in", cwd=tmp_path).returncode == 2
    assert (tmp_path / "same.in").read_bytes() == Path(source).read_bytes()


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", LARGE)
def test_large_boards_are_cropped(name: str) -> None:
    problem = load(name)
    family = problem.jury.family(LARGE[name])
    assert family.group == WORST or family.largest
    sizes = {size.name: min(size.default_value, SMALLER[name]) for size in family.sizes}
    data = family.generate("window", sizes)
    scene = problem.explainer.show(data, SELECTED[name])
    assert max(len(scene.shown_rows), len(scene.shown_columns)) == SHOWN
    check_svg(scene)
    text = draw_svg(scene)
    assert text.count(f"of {scene.rows}, columns") == 2  # in the description and in the legend
    assert len(text) < 500_000
    for width, height in ((40, 21), (78, 21), (200, 60)):
        lines = draw(scene, width, height)
        assert max(map(len, lines[:height])) <= width
        assert lines[-1].startswith("(rows ")
        if scene.focus is not None:
            assert any("[" in line for line in lines[:height])


def test_show_reports_that_an_svg_is_cropped(tmp_path: Path) -> None:
    (tmp_path / "large.in").write_text("70\n" + ("." * 70 + "\n") * 70, encoding="ascii")
    done = refsol_here("nogo", "show", "large.in", "--svg", "large.svg", cwd=tmp_path)
    message = "the board is too large for one picture: only a part is drawn (rows 1 to 60 of 70, columns 1 to 60 of 70)"
    assert (done.returncode, done.stderr.decode()) == (0, f"refsol: large.svg: {message}\n")


def shown_on_terminal(term: str, no_color: str) -> str:
    pytest.importorskip("pty")
    code = "import pty, sys; sys.exit(pty.spawn([sys.executable, '-P', '-m', 'refsol', *sys.argv[1:]]))"
    done = support.python_process("-c", code, "nogo", "show", str(NOGO), TERM=term, NO_COLOR=no_color)
    assert done.returncode == 0
    return done.stdout.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal_only() -> None:
    plain = refsol_process("nogo", "show", str(NOGO), TERM="xterm-256color").stdout.decode()
    coloured = shown_on_terminal("xterm-256color", "")
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert ESCAPE.sub("", coloured) == plain
    assert shown_on_terminal("xterm-256color", "1") == plain
    assert shown_on_terminal("dumb", "") == plain


def test_text_on_colours_can_be_read() -> None:
    """Numbers on the colours of players have the contrast that WCAG requires of text, at least 4.5."""
    for background, opacity, ink in (("#ffffff", 0.6, "#1a1a1a"), ("#17191d", 0.4, "#eeeeee")):
        for colour in COLOURS:
            assert contrast(blended(colour, background, opacity), ink) >= 4.5
    for k, colour in enumerate(COLOURS):
        assert contrast(colour, ink_on(k)) >= 4.5


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_labels_are_in_the_corners_of_their_cells() -> None:
    bare = take_scene(Ground.SQUARES, 2, 2, lambda _x, _y: NOTHING)
    cell, signs = (2, 1), {-1: "-", 1: "+"}
    labels = tuple(Label(signs[down] + signs[right], cell, down, right) for down in signs for right in signs)
    root = ElementTree.fromstring(draw_svg(bare._replace(labels=labels)))
    places = {text.text: (float(text.attrib["x"]), float(text.attrib["y"])) for text in root.iter(f"{SVG}text")}
    across, down = Grid(bare).centre(*cell)
    assert places["--"][0] == places["+-"][0] < across < places["-+"][0] == places["++"][0]
    assert places["--"][1] == places["-+"][1] < down < places["+-"][1] == places["++"][1]
    check_svg(bare._replace(labels=labels, title="a title", description="a description"))
    outside = (Label("x", (3, 1)), Label("x", (1, 9)))
    assert draw_svg(bare._replace(labels=outside)) == draw_svg(bare)
    assert draw(bare._replace(labels=labels)) == draw(bare)
