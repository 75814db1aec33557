"""The results of a comparison: rows of measurements, the tables made from them, and their file.

``benchmarks/results.json`` holds the measurements behind the tables and the plot of ``docs/benchmarks.md``, and
``benchmarks/results.md`` the table of every family.
"""

import json
from math import inf
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import Run

STORED: Final = Path(__file__).parent / "results.json"
EVERY_FAMILY: Final = STORED.with_suffix(".md")

_LEAST_NET: Final = 0.001  # seconds beyond start-up; below this, ratios are not reported


class Row(NamedTuple):
    """The measurements on one input: pairs of runs of refsol and of the baseline, if there is a baseline."""

    problem: str
    family: str
    share: float
    input_bytes: int
    refsol_runs: list[Run]
    peer_runs: list[Run]
    refsol_starts: list[Run]
    """Runs of the same command on the smallest input, each right after the corresponding run."""
    peer_starts: list[Run]
    interpreted: float | None

    def seconds(self) -> float:
        """Return refsol's median wall time."""
        return median(run.seconds for run in self.refsol_runs)

    def peer_seconds(self) -> float:
        """Return the baseline's median wall time."""
        return median(run.seconds for run in self.peer_runs)

    def net_seconds(self) -> float:
        """Return the median of refsol's wall times, each less the start-up measured after it."""
        return median(run.seconds for run in _beyond(self.refsol_runs, self.refsol_starts))

    def net_peer_seconds(self) -> float:
        """Return the median of the baseline's wall times, each less the start-up measured after it."""
        return median(run.seconds for run in _beyond(self.peer_runs, self.peer_starts))

    def net_mebibytes(self) -> float:
        """Return how much memory refsol takes beyond that of its start-up."""
        return median(run.mebibytes for run in _beyond(self.refsol_runs, self.refsol_starts))

    def net_peer_mebibytes(self) -> float:
        """Return how much memory the baseline takes beyond that of its start-up."""
        return median(run.mebibytes for run in _beyond(self.peer_runs, self.peer_starts))

    def ratios(self) -> list[float]:
        """Return refsol's wall time divided by the baseline's, pair by pair; an empty list if there is no baseline."""
        if not self.peer_runs:
            return []
        return [a.seconds / b.seconds for a, b in zip(self.refsol_runs, self.peer_runs, strict=True)]

    def net_ratio(self) -> float | None:
        """Return the median, over the pairs, of refsol's net time divided by the baseline's.

        None if there is no baseline, or if its net time is too short.
        """
        if not self.peer_runs or self.net_peer_seconds() < _LEAST_NET:
            return None
        ours, theirs = _beyond(self.refsol_runs, self.refsol_starts), _beyond(self.peer_runs, self.peer_starts)
        return median(a.seconds / b.seconds if b.seconds > 0 else inf for a, b in zip(ours, theirs, strict=True))


class Results(NamedTuple):
    """The results of a comparison."""

    how: str
    """The program, the kind of machine, how many times it ran, and how long start-up takes, in words."""
    rows: list[Row]


def _beyond(runs: list[Run], starts: list[Run]) -> list[Run]:
    """Return the runs less the start-ups measured after them."""
    return [Run(a.seconds - b.seconds, a.mebibytes - b.mebibytes) for a, b in zip(runs, starts, strict=True)]


def save(results: Results, path: Path) -> None:
    """Write the results as JSON, one row of measurements per line."""
    rows = ",\n".join(json.dumps(row._asdict()) for row in results.rows)
    path.write_text(f'{{"how": {json.dumps(results.how)}, "rows": [\n{rows}\n]}}\n', encoding="utf-8")


def load(path: Path) -> Results:
    """Read the results that :func:`save` wrote."""
    fields = json.loads(path.read_text(encoding="utf-8"))
    for row in fields["rows"]:
        for side in ("refsol_runs", "peer_runs", "refsol_starts", "peer_starts"):
            row[side] = [Run(*run) for run in row[side]]
    return Results(fields["how"], [Row(**row) for row in fields["rows"]])


def table(rows: list[Row]) -> str:
    """Return the rows of the largest inputs as a Markdown table."""
    lines = [
        "| problem | family | net ratio | whole ratio (min–max) | input MB | refsol ms | C++ ms | net ms | net C++ ms "
        "| MiB | C++ MiB | net MiB | net C++ MiB | doubling | C++ doubling | interpreted |",
        f"|{'---|' * 16}",
    ]
    halves = {(row.problem, row.family): row for row in rows if row.share == 1 / 2}
    for row in rows:
        if row.share < 1:
            continue
        ratios, net = row.ratios(), row.net_ratio()
        half = halves.get((row.problem, row.family))
        cells = [
            row.problem,
            row.family,
            f"{net:.2f}" if net else "-",
            f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})" if ratios else "-",
            f"{row.input_bytes / 1e6:.1f}",
            f"{row.seconds() * 1e3:.1f}",
            f"{row.peer_seconds() * 1e3:.1f}" if ratios else "-",
            f"{row.net_seconds() * 1e3:.1f}",
            f"{row.net_peer_seconds() * 1e3:.1f}" if ratios else "-",
            f"{max(run.mebibytes for run in row.refsol_runs):.0f}",
            f"{max(run.mebibytes for run in row.peer_runs):.0f}" if ratios else "-",
            f"{row.net_mebibytes():z.1f}",
            f"{row.net_peer_mebibytes():z.1f}" if ratios else "-",
            _growth(row.net_seconds(), half.net_seconds()) if half else "-",
            _growth(row.net_peer_seconds(), half.net_peer_seconds()) if half and ratios else "-",
            f"{row.interpreted:.1f} s ({row.interpreted / row.seconds():.0f}×)" if row.interpreted else "-",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _growth(whole: float, half: float) -> str:
    """Return the ratio of the time for the whole to that for a half, unless that is noise."""
    return f"{whole / half:.2f}" if half > _LEAST_NET else "-"


def summary(rows: list[Row]) -> str:
    """Return a table with a row per problem: the net ratios and the whole ratios over its families."""
    lines = [
        "| problem | families | net ratio to C++: least, median, most | overall | whole ratio: least, median, most |",
        "|---|---|---|---|---|",
    ]
    for problem in dict.fromkeys(row.problem for row in rows):
        largest = [row for row in rows if row.problem == problem and row.share == 1 and row.peer_runs]
        if not largest:
            continue
        net = [ratio for row in largest if (ratio := row.net_ratio())]
        measured = [row for row in largest if row.net_ratio()]
        seconds, peer_seconds = (sum(map(part, measured)) for part in (Row.net_seconds, Row.net_peer_seconds))
        overall = f"{seconds / peer_seconds:.2f}" if net else "-"
        whole = [median(row.ratios()) for row in largest]
        lines.append(f"| {problem} | {len(largest)} | {_spread(net)} | {overall} | {_spread(whole)} |")
    return "\n".join(lines) + "\n"


def _spread(ratios: list[float]) -> str:
    """Return the least, the median and the most of ``ratios``, if there are any."""
    return f"{min(ratios):.2f}, {median(ratios):.2f}, {max(ratios):.2f}" if ratios else "-"


def headline(rows: list[Row]) -> str:
    """Return a sentence on the longest input."""
    longest = max(rows, key=lambda row: row.input_bytes)
    peer = f"; a C++ program takes {longest.peer_seconds() * 1e3:.0f} ms" if longest.peer_runs else ""
    return (
        f"refsol reads and solves its longest input, {longest.input_bytes / 1e6:.0f} MB for `{longest.problem}`, in "
        f"**{longest.seconds() * 1e3:.0f} ms** by the clock, Python's start included{peer}.\n"
    )


def overview(results: Results) -> str:
    """Return as Markdown how it was measured, and the summary."""
    return f"{results.how}\n\n{summary(results.rows)}"
