"""Figures that the reader moves.

The directive ``living`` takes the name of a figure, and two paragraphs: what it shows, and what to try::

    ```{living} multigo
    A cell changes hands.

    Choose a cell and a player.
    ```

With ``:runs:``, its slider moves by itself until the reader touches the figure.

A figure is a module in ``living_figures``, which draws all its states and puts them in words during the
build. So the script on the page, ``living.js``, only shows the state that is asked for. Without scripts there is the
state at the start, and on paper the last one shown.
"""

from html import escape
from typing import ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from living_figures import load
from living_figures.figure import Choice, Figure, Slider, encode
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

_OPENING: Final = '<figure class="living"'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("living", Living)
    app.add_css_file("living.css")
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True}


def add_script(app: Sphinx, page: str, template: str, context: dict[str, object], tree: object) -> None:
    """Add the script to the pages that have such a figure."""
    if _OPENING in str(context.get("body", "")):
        app.add_js_file("living.js", loading_method="defer")


class Living(SphinxDirective):
    """The directive ``living``: a figure, in the state at its start, and all that the script needs to move it."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"runs": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the figure, with the content of the directive as its caption."""
        name = self.arguments[0]
        figure = load(name)
        what, what_to_try = "\n".join(self.content).split("\n\n")
        caption, messages = self.parse_inline(what)
        hint, more_messages = self.parse_inline(what_to_try)
        return [
            _raw(f'{_OPENING} id="living-{name}"{" data-runs" if "runs" in self.options else ""}>\n<figcaption>'),
            nodes.paragraph("", "", *caption),
            nodes.paragraph("", "", nodes.strong("", "Try it."), nodes.Text(" "), *hint, classes=["try"]),
            _raw(f"</figcaption>\n{figure_html(name, figure)}\n</figure>"),
            *messages,
            *more_messages,
        ]


def _raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def figure_html(name: str, figure: Figure) -> str:
    """Return what is below the caption of a figure as HTML, in the state at the start.

    The controls are hidden until the script runs.
    """
    width, height = figure.size
    shown = f'width="{round(width * figure.scale)}" height="{round(height * figure.scale)}"'
    start = figure.states[figure.start]
    values = dict(zip(figure.names(), figure.values(), strict=True))
    controls = [_control(name, control, values[control.name]) for control in figure.controls]
    if figure.is_played:
        controls.append(
            '<div><button type="button" data-undo>Undo</button>'
            '<button type="button" data-restart>Start again</button></div>'
        )
    return "\n".join(
        [
            '<div class="stage">',
            f'<svg xmlns="http://www.w3.org/2000/svg" class="refsol" viewBox="0 0 {width} {height}" '
            f'{shown} role="img" aria-label="{escape(figure.title)}"><g class="scene">',
            *start.picture,
            "</g></svg>",
            "</div>",
            '<div class="side">',
            '<div class="controls" hidden>',
            *controls,
            "</div>",
            '<div class="words" aria-live="polite">',
            *start.words,
            "</div>",
            "</div>",
            f'<script type="application/json">{encode(figure)}</script>',
        ]
    )


def _control(figure: str, control: Choice | Slider, value: str) -> str:
    """Return the HTML of a control with its value at the start."""
    if isinstance(control, Slider):
        last = control.first + len(control.texts) - 1
        said = escape(control.texts[int(value) - control.first])
        name = f"{figure}-{control.name}"
        return (
            f'<div class="slider"><label for="{name}">{escape(control.label)}</label>: '
            f'<output for="{name}">{said}</output>'
            f'<input type="range" id="{name}" data-name="{control.name}" min="{control.first}" max="{last}" '
            f'value="{value}" autocomplete="off" aria-valuetext="{said}"></div>'
        )
    buttons = [
        f'<label><input type="radio" name="{figure}-{control.name}" data-name="{control.name}" '
        f'value="{escape(option.value)}" autocomplete="off"{" checked" if option.value == value else ""}>'
        f"<span>{escape(option.text)}</span></label>"
        for option in control.options
    ]
    return f"<fieldset><legend>{escape(control.label)}</legend>{''.join(buttons)}</fieldset>"
