"""Plot time against input size, for refsol and C++, as SVG, on a light or a dark background."""

from collections.abc import Callable, Sequence
from io import StringIO
from statistics import median
from typing import Any, Final, NamedTuple, TypeAlias  # Any: a name of one of many settings

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
from results import Row

_COLUMNS: Final = 2
_LEAST_MS: Final = 0.2  # beyond start-up; anything less is noise

_REFSOL: Final = "refsol"
_PEER: Final = "C++"
_LINE_STYLES: Final = {_REFSOL: "-", _PEER: "--"}


class Theme(NamedTuple):
    """The colours of a plot. The lines' are Okabe and Ito's, which colour-blind people can tell apart."""

    name: str
    ink: str
    paper: str
    refsol: str
    peer: str


LIGHT: Final = Theme("light", "#1a1a1a", "#ffffff", "#0072b2", "#d55e00")
"""For a white page."""

DARK: Final = Theme("dark", "#cfd0d0", "#131416", "#56b4e9", "#e69f00")
"""For a dark page."""

Point: TypeAlias = tuple[float, float]
"""Megabytes of input, and milliseconds beyond start-up."""


def draw(rows: Sequence[Row], theme: Theme = LIGHT) -> str:
    """Return the plot: a panel per problem, with logarithmic axes, thin lines for families and thick ones for medians.

    Equal rows give equal text. Problems measured at only one size are left out.
    """
    by_problem = {
        problem: [row for row in rows if row.problem == problem]
        for problem in dict.fromkeys(row.problem for row in rows)
    }
    shown = {name: of_one for name, of_one in by_problem.items() if len({row.share for row in of_one}) > 1}
    width = max(1, min(len(shown), _COLUMNS))
    height = max(1, -(-len(shown) // width))
    text = StringIO()
    with rc_context(_settings(theme)):
        figure = Figure(figsize=(5 * width, 3.8 * height))
        figure.set_layout_engine("constrained", h_pad=0.15, w_pad=0.1)
        for number, (problem, of_one) in enumerate(shown.items(), start=1):
            axes = figure.add_subplot(height, width, number)
            _draw_side(axes, of_one, Row.net_seconds, theme.refsol, _REFSOL)
            if all(row.peer_runs for row in of_one):
                _draw_side(axes, of_one, Row.net_peer_seconds, theme.peer, _PEER)
            _label(axes, problem)
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def _settings(theme: Theme) -> dict[Any, object]:
    """Return the settings of matplotlib for a theme; identifiers differ, so that both can be on one page."""
    of_ink = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "grid.color")
    return {
        **dict.fromkeys(of_ink, theme.ink),
        **dict.fromkeys(("axes.facecolor", "figure.facecolor", "savefig.facecolor"), theme.paper),
        "grid.alpha": 0.5,
        "svg.fonttype": "none",
        "svg.hashsalt": f"refsol {theme.name}",
        "font.size": 11,
    }


def _draw_side(axes: Axes, rows: Sequence[Row], seconds: Callable[[Row], float], color: str, label: str) -> None:
    """Draw the times that refsol or its baseline took for a problem."""
    line_style = _LINE_STYLES[label]

    def point(row: Row) -> Point:
        return row.input_bytes / 1e6, seconds(row) * 1e3

    for family in dict.fromkeys(row.family for row in rows):
        _draw_line(axes, [point(row) for row in rows if row.family == family], color, line_style, 0.6, 0.35)
    medians: list[Point] = []
    for share in sorted({row.share for row in rows}):
        points = [point(row) for row in rows if row.share == share]
        medians.append((median(size for size, _ms in points), median(ms for _size, ms in points)))
    _draw_line(axes, medians, color, line_style, 2.4, 1.0, label)


def _draw_line(
    axes: Axes, points: Sequence[Point], color: str, style: str, width: float, opacity: float, label: str | None = None
) -> None:
    shown = [point for point in points if point[1] >= _LEAST_MS]
    sizes, times = [size for size, _ms in shown], [ms for _size, ms in shown]
    axes.plot(sizes, times, style, color=color, linewidth=width, alpha=opacity, label=label)


def _label(axes: Axes, title: str) -> None:
    """Give a panel its title, axes, grid and legend."""
    axes.set(title=title, xscale="log", yscale="log", xlabel="input, MB", ylabel="beyond start-up, ms")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_major_formatter(FuncFormatter(lambda value, _position: f"{value:g}"))
        axis.set_minor_formatter(NullFormatter())
    axes.grid(visible=True, linewidth=0.3)
    axes.legend(frameon=False, loc="upper left")
