"""Plot time against input size, for refsol and C++, as SVG."""

from collections.abc import Callable, Sequence
from io import StringIO
from statistics import median
from typing import Final, TypeAlias

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
from results import Row

_COLUMNS: Final = 2
_LEAST_MS: Final = 0.2  # beyond start-up; anything less is noise

# Colours of Okabe and Ito, which colour-blind people can tell apart; the line styles differ, too.
_REFSOL: Final = ("#0072b2", "-", "refsol")
_PEER: Final = ("#d55e00", "--", "C++")

Point: TypeAlias = tuple[float, float]
"""Megabytes of input, and milliseconds beyond start-up."""


def draw(rows: Sequence[Row]) -> str:
    """Return the plot: a panel per problem, with logarithmic axes, thin lines for families and thick ones for medians.

    Equal rows give equal text. Problems measured at only one size are left out.
    """
    by_problem = {
        problem: [row for row in rows if row.problem == problem]
        for problem in dict.fromkeys(row.problem for row in rows)
    }
    shown = {name: of_one for name, of_one in by_problem.items() if len({row.share for row in of_one}) > 1}
    height = max(1, -(-len(shown) // _COLUMNS))
    text = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "refsol", "font.size": 11}):
        figure = Figure(figsize=(5 * _COLUMNS, 3.8 * height))
        figure.set_layout_engine("constrained", h_pad=0.15, w_pad=0.1)
        for number, (problem, of_one) in enumerate(shown.items(), start=1):
            axes = figure.add_subplot(height, _COLUMNS, number)
            _draw_side(axes, of_one, Row.net_seconds, *_REFSOL)
            if all(row.peer_runs for row in of_one):
                _draw_side(axes, of_one, Row.net_peer_seconds, *_PEER)
            _label(axes, problem)
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def _draw_side(
    axes: Axes, rows: Sequence[Row], seconds: Callable[[Row], float], color: str, line_style: str, label: str
) -> None:
    """Draw the times that refsol or its peer took for a problem."""

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
