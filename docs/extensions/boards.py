"""Pictures of boards on the pages of the site, drawn by refsol during the build.

The directive ``board`` takes a refsol command that shows a position and, optionally, a caption::

    ```{board} refsol nogo show samples/nogo/2.in --row 2 --column 3
    :caption: Both colours may play there.
    ```

Instead of naming a file, the command may read the output of a generator: ``refsol nogo generate eyes | refsol nogo
show``. With ``:replay:``, a line below the picture links to the page that ``--html`` makes from the same input. On the
page of the problem, a link opens the playground with that input.
"""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import ClassVar, Final

import playground
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from refsol.errors import InputError, OptionError
from refsol.jury.contract import load_jury
from refsol.pictures.style import dark_rules, light_rules
from refsol.pictures.svg import draw_svg

_ROOT: Final = Path(__file__).resolve().parent.parent.parent
_STYLE: Final = "boards.css"
_PAGES: Final = "replays"  # the directory of the pages made with --html


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    Board.site = Path(app.outdir)
    app.add_directive("board", Board)
    app.add_css_file(_STYLE)
    app.connect("build-finished", write_style)
    return {"parallel_read_safe": True}


def write_style(app: Sphinx, error: Exception | None) -> None:
    """Write the style sheet of the pictures, which follows the reader's choice of a light or dark theme."""
    if error is None:
        dark = dark_rules()
        Path(app.outdir, "_static", _STYLE).write_text(
            f"{light_rules()}"
            f"@media (prefers-color-scheme:dark){{body:not([data-theme=light]){{\n{dark}}}}}\n"
            f"body[data-theme=dark]{{\n{dark}}}\n",
            encoding="utf-8",
        )


class Board(SphinxDirective):
    """The directive ``board``: a picture of a position, inline in the page."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"caption": directives.unchanged, "replay": directives.flag}
    site: ClassVar = Path()

    def run(self) -> list[nodes.Node]:
        """Return the picture with its caption and a link to the page of all steps."""
        name, source, selection = self._command()
        try:
            scene = load_jury(name).show(source, selection)
        except (InputError, OptionError) as error:
            raise self.error(f"{error}") from error
        figure = nodes.figure("", nodes.raw("", draw_svg(scene, style=False), format="html"), classes=["board"])
        if "caption" in self.options:
            caption, messages = self.parse_inline(self.options["caption"])
            figure += [nodes.caption("", "", *caption), *messages]
        if "replay" in self.options:
            figure += nodes.legend("", nodes.paragraph("", "", self._link_to_page(name, source)))
        if self.env.docname == f"problems/{name}":
            figure += nodes.legend("", playground.link(self.env.docname, name, source, selection))
        return [figure]

    def _link_to_page(self, name: str, source: bytes) -> nodes.reference:
        """Make the page of all steps of an input and return a link to it."""
        page = f"{_PAGES}/{self.env.docname.replace('/', '-')}-{self.env.new_serialno(_PAGES) + 1}.html"
        (self.site / _PAGES).mkdir(parents=True, exist_ok=True)
        _run(["refsol", name, "show", "--html", str(self.site / page)], source)
        return nodes.reference("", "Step through it", refuri=self.env.docname.count("/") * "../" + page)

    def _command(self) -> tuple[str, bytes, dict[str, int]]:
        """Return the problem, the input and the selection of the command."""
        generator, _, command = self.arguments[0].rpartition(" | ")
        refsol, name, show, *words = shlex.split(command)
        if (refsol, show) != ("refsol", "show"):
            raise self.error("expected a command that begins with 'refsol PROBLEM show'")
        if generator:
            source = _run(shlex.split(generator), b"")
        else:
            file = _ROOT / words.pop(0)
            self.env.note_dependency(file)
            source = file.read_bytes()
        selection = {word.removeprefix("--"): int(value) for word, value in zip(words[::2], words[1::2], strict=True)}
        return name, source, selection


def _run(command: list[str], stdin: bytes) -> bytes:
    """Run a refsol command and return its output."""
    arguments = [sys.executable, "-m", *command]
    return subprocess.run(arguments, cwd=_ROOT, input=stdin, capture_output=True, check=True).stdout
