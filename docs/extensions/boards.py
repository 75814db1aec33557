"""Pictures of boards on the pages of the site, drawn by refsol during the build.

The directive ``board`` takes a refsol command that shows a position::

    ```{board} refsol nogo show samples/nogo/2.in --move 2
    :caption: White has no move left.
    :answer: -1 -1

    Each of the 2 empty points is forbidden to white
    ```

Instead of naming a file, the command may read the output of a generator: ``refsol nogo generate eyes | refsol nogo
show``. With ``:replay:``, a line below the picture links to the page that ``--html`` makes from the same input. On the
page of the problem, a link opens the playground with that input.

A caption rests on what refsol says of the picture, see :mod:`captions`: ``:answer:`` is the answer of ``explain``, and
each line below is a piece of its reasons. The build fails if refsol says something else. If the caption asks a
question, the picture has no marks, which would tell, and the answer is folded below it.

The directive ``drawn`` takes the name of a figure in ``docs/figures``: ``nogo.pairs`` is the function ``pairs`` of
``nogo.py`` there, which returns the scenes of the figure. Its captions are checked in the same way. With ``:bare:``,
pictures have no legend.
"""

from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import ClassVar, Final

import playground
from captions import Claims
from docutils import nodes
from docutils.parsers.rst import directives
from playground_page import pictures_style
from shown import ROOT, parse_command
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from refsol.cli.explain import page_of
from refsol.errors import InputError, OptionError
from refsol.pictures.svg import draw_board, draw_svg
from refsol.problem import load
from refsol.problem.scene import Scene

_STYLE: Final = "boards.css"
_PAGES: Final = "replays"  # the directory of the pages made with --html


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    Board.site = Path(app.outdir)
    app.add_directive("board", Board)
    app.add_directive("drawn", Drawn)
    app.add_css_file(_STYLE)
    app.connect("build-finished", write_style)
    return {"parallel_read_safe": True}


def write_style(app: Sphinx, error: Exception | None) -> None:
    """Write the style sheet of the pictures."""
    if error is None:
        Path(app.outdir, "_static", _STYLE).write_text(pictures_style(), encoding="utf-8")


class Picture(SphinxDirective):
    """A figure of one or more pictures, with a caption that is compared with what refsol says of them."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "caption": directives.unchanged_required,
        "answer": directives.unchanged_required,
        "bare": directives.flag,
    }

    def figure(self, scenes: Sequence[Scene]) -> nodes.figure:
        """Return the figure. Raises the directive's error for a caption that refsol doesn't confirm."""
        figure = nodes.figure("", classes=["board"])
        claims = self._claims()
        if claims is None:
            figure += _drawn(scenes, "bare" in self.options)
            return figure
        faults = claims.faults(scenes)
        if faults:
            raise self.error("; ".join(faults))
        caption, messages = self.parse_inline(claims.caption)
        shown = [scene._replace(marks=()) for scene in scenes] if claims.asks else scenes
        figure += [*_drawn(shown, "bare" in self.options), nodes.caption("", "", *caption), *messages]
        if claims.asks:
            figure += nodes.legend("", _folded(claims.answer or "", scenes))
        return figure

    def _claims(self) -> Claims | None:
        """Return what the directive says of the pictures, or None without a caption."""
        if "caption" not in self.options:
            return None
        return Claims(self.options["caption"], self.options.get("answer"), tuple(filter(None, self.content)))


def _drawn(scenes: Sequence[Scene], bare: bool) -> list[nodes.Node]:
    """Return the pictures, side by side where there is room; ``bare`` ones have no legend."""
    pictures = "".join(
        "\n".join([*draw_board(scene), ""]) if bare else draw_svg(scene, style=False) for scene in scenes
    )
    return [nodes.raw("", f'<div class="pictures">\n{pictures}</div>', format="html")]


def _folded(answer: str, scenes: Sequence[Scene]) -> nodes.raw:
    """Return an answer with refsol's reasons, to be unfolded."""
    reasons = escape(" ".join(scene.description for scene in scenes))
    text = f"<p><strong>{escape(answer)}</strong>. {reasons}</p>"
    return nodes.raw("", f"<details><summary>Answer</summary>{text}</details>", format="html")


def _add_below(figure: nodes.figure, paragraph: nodes.Node) -> None:
    """Add a paragraph below the caption of a figure, which has at most one legend."""
    legend = figure.next_node(nodes.legend)
    if legend is None:
        legend = nodes.legend()
        figure += legend
    legend += paragraph


def _button(text: str, address: str) -> nodes.Node:
    return nodes.reference("", text, refuri=address, classes=["button", "second"])


class Drawn(Picture):
    """The directive ``drawn``: a figure of ``docs/figures``."""

    def run(self) -> list[nodes.Node]:
        """Return the figure."""
        module, _, name = self.arguments[0].partition(".")
        scenes: tuple[Scene, ...] = getattr(import_module(f"figures.{module}"), name)()
        self.env.note_dependency(ROOT / "docs" / "figures" / f"{module}.py")
        return [self.figure(scenes)]


class Board(Picture):
    """The directive ``board``: a picture of a position, inline in the page."""

    option_spec: ClassVar = {**Picture.option_spec, "replay": directives.flag}
    site: ClassVar = Path()

    def run(self) -> list[nodes.Node]:
        """Return the picture with its caption and a link to the page of all steps."""
        name, source, selection = self._command()
        try:
            scene = load(name).explainer.show(source, selection)
        except (InputError, OptionError) as error:
            raise self.error(f"{error}") from error
        figure = self.figure([scene])
        if "replay" in self.options:
            page = self._page_of(name, source)
            _add_below(figure, nodes.paragraph("", "", _button("Step through it", page)))
        if self.env.docname == f"problems/{name}":
            _add_below(figure, playground.link(self.env.docname, name, source, selection))
        return [figure]

    def _page_of(self, name: str, source: bytes) -> str:
        """Make the page of all steps of an input, which leads back here, and return its address."""
        page = f"{_PAGES}/{self.env.docname.replace('/', '-')}-{self.env.new_serialno(_PAGES) + 1}.html"
        (self.site / _PAGES).mkdir(parents=True, exist_ok=True)
        steps = load(name).explainer.steps(source, {})
        back = f"../{self.env.docname}.html", "← Back to the site"
        text = page_of(load(name), steps, list(steps.explanations), "", back)
        (self.site / page).write_text(text, encoding="utf-8")
        return self.env.docname.count("/") * "../" + page

    def _command(self) -> tuple[str, bytes, dict[str, int]]:
        """Return the problem, the input and the selection of the command."""
        try:
            command = parse_command(self.arguments[0])
        except ValueError as error:
            raise self.error(f"{error}") from error
        if isinstance(command.source, Path):
            self.env.note_dependency(command.source)
        return command.problem, command.read(), command.selection
