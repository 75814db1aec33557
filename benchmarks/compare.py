"""refsol beside C++: the same inputs, in one run, as whole processes in alternation.

``python benchmarks/compare.py [--pairs N] [--to DIRECTORY] [PROBLEM ...]`` builds the C++ peers with ``g++ -O2``,
checks on every input that both answer rightly, runs refsol and the peer in turn, and writes ``results.md`` (a table),
``results.json`` and ``results.svg`` (time against input size) to the directory; ``--interpreted`` adds a column with
the same solver interpreted, and ``--readme FILE`` puts the table into a file between its marks. Without g++ refsol is
measured alone.

In the table, *net* is less start-up: the time of the same command on the smallest input, measured in the same run; it
is left out where the peer has less than a millisecond beyond its start-up. *Doubling* is refsol's net time on the
largest input over that on one half as long.
"""

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from filecmp import cmp
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import COMPILER, Run, Stopwatch, compile_peer, families, generate, refsol

from refsol.cli.version import describe
from refsol.problem import NAMES

SHARES: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of the largest input
SAMPLES: Final = Path(__file__).parent.parent / "samples"
START_UP: Final = "tictactoe"  # the problem that is nothing but start-up
MARKS: Final = ("<!-- benchmarks: begin -->\n", "<!-- benchmarks: end -->\n")

# Replays an output of NoGo with the library: every move legal, and none left at the end.
_REPLAY: Final = """
import sys
from refsol import nogo
from refsol.text.scanner import Scanner
game = nogo.Game(nogo.read_board(Scanner(open(sys.argv[1], "rb"))))
*moves, end = [tuple(map(int, line.split())) for line in open(sys.argv[2])]
for x, y in moves:
    game.play(x, y)
sys.exit(end != (-1, -1) or len(game.legal_moves()) > 0)
"""


class Row(NamedTuple):
    """What one input gave: refsol's runs, and the peer's runs where there is one, pair by pair."""

    problem: str
    family: str
    share: float
    input_bytes: int
    refsol_runs: list[Run]
    peer_runs: list[Run]
    refsol_start: float
    peer_start: float
    interpreted: float | None

    def seconds(self) -> float:
        """Return refsol's median wall time."""
        return median(run.seconds for run in self.refsol_runs)

    def net_seconds(self) -> float:
        """Return the same less start-up."""
        return self.seconds() - self.refsol_start

    def peer_seconds(self) -> float:
        """Return the peer's median wall time."""
        return median(run.seconds for run in self.peer_runs)

    def ratios(self) -> list[float]:
        """Return refsol's wall time over the peer's, pair by pair."""
        return [a.seconds / b.seconds for a, b in zip(self.refsol_runs, self.peer_runs, strict=True)]

    def net_ratio(self) -> float | None:
        """Return the ratio of the medians, each less its start-up, or None where there is too little beyond that."""
        net = self.peer_seconds() - self.peer_start if self.peer_runs else 0.0
        return self.net_seconds() / net if net >= 0.001 else None


class Comparison:
    """Runs both programs on inputs in a scratch directory."""

    def __init__(self, scratch: Path, pairs: int, interpreted: bool) -> None:
        self._input: Final = scratch / "input"
        self._answers: Final = [str(scratch / "refsol.out"), str(scratch / "peer.out")]
        self._stopwatch: Final = Stopwatch(scratch)
        self._scratch: Final = scratch
        self._pairs: Final = pairs
        self._interpreted: Final = interpreted

    def compare(self, problem: str, family: str, share: float) -> Row:
        """Check both on an input of a family, which warms up, and measure pairs of runs in turn."""
        generate(problem, family, self._input, share)
        run = self._stopwatch.measure
        peer = self._scratch / problem
        ours = refsol(problem, self._input)
        theirs = [str(peer), str(self._input)]
        small = SAMPLES / problem / "1.in"
        run(ours, self._answers[0])
        if COMPILER:
            run(theirs, self._answers[1])
            self._check(problem, family)
        our_runs, our_starts, their_runs, their_starts = [], [], [], []
        for _pair in range(self._pairs):
            our_runs.append(run(ours))
            our_starts.append(run(refsol(problem, small)).seconds)
            if COMPILER:
                their_runs.append(run(theirs))
                their_starts.append(run([str(peer), str(small)]).seconds)
        return Row(
            problem=problem,
            family=family,
            share=share,
            input_bytes=self._input.stat().st_size,
            refsol_runs=our_runs,
            peer_runs=their_runs,
            refsol_start=median(our_starts),
            peer_start=median(their_starts or [0.0]),
            interpreted=run(ours, pure=True).seconds if self._interpreted and share == 1 else None,
        )

    def _check(self, problem: str, family: str) -> None:
        """Compare the answers, or, where games may differ, replay them."""
        if problem == "nogo":
            for answer in self._answers:
                subprocess.run([sys.executable, "-P", "-c", _REPLAY, str(self._input), answer], check=True)
        elif not cmp(self._answers[0], self._answers[1], shallow=False):
            raise SystemExit(f"{problem} {family}: refsol and its peer give different answers")

    def start_up(self) -> str:
        """Return, in a sentence, what starting refsol takes beside starting Python alone."""
        ours, python = [], []
        for _pair in range(5 * self._pairs):
            ours.append(self._stopwatch.measure(refsol(START_UP, SAMPLES / START_UP / "1.in")).seconds)
            python.append(self._stopwatch.measure([sys.executable, "-c", "pass"]).seconds)
        ratio = median(a / b for a, b in zip(ours, python, strict=True))
        return f"Start-up: `refsol {START_UP} solve` takes {ratio:.2f} times as long as `python -c pass`."


def table(rows: list[Row]) -> str:
    """Return the rows of the largest inputs as a Markdown table."""
    lines = [
        "| problem | family | net ratio | whole ratio (min–max) | input MB | refsol ms | C++ ms | net ms | net C++ ms "
        "| MiB | C++ MiB | doubling | interpreted |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    halves = {(row.problem, row.family): row for row in rows if row.share == 1 / 2}
    for row in rows:
        if row.share < 1:
            continue
        ratios, net = row.ratios(), row.net_ratio()
        half = halves.get((row.problem, row.family))
        doubles = half is not None and half.net_seconds() > 0.001
        cells = [
            row.problem,
            row.family,
            f"{net:.2f}" if net else "-",
            f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})" if ratios else "-",
            f"{row.input_bytes / 1e6:.1f}",
            f"{row.seconds() * 1e3:.1f}",
            f"{row.peer_seconds() * 1e3:.1f}" if ratios else "-",
            f"{row.net_seconds() * 1e3:.1f}",
            f"{(row.peer_seconds() - row.peer_start) * 1e3:.1f}" if ratios else "-",
            f"{max(run.mebibytes for run in row.refsol_runs):.0f}",
            f"{max(run.mebibytes for run in row.peer_runs):.0f}" if ratios else "-",
            f"{row.net_seconds() / half.net_seconds():.2f}" if half and doubles else "-",
            f"{row.interpreted:.1f} s ({row.interpreted / row.seconds():.0f}×)" if row.interpreted else "-",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def summary(rows: list[Row]) -> str:
    """Return a table with a row for each problem: the net ratios of its families."""
    lines = ["| problem | families | net ratio to C++: least, median, most | of all together |", "|---|---|---|---|"]
    for problem in dict.fromkeys(row.problem for row in rows):
        measured = [row for row in rows if row.problem == problem and row.share == 1 and row.net_ratio()]
        ratios = sorted(ratio for row in measured if (ratio := row.net_ratio()))
        if ratios:
            total = sum(row.peer_seconds() - row.peer_start for row in measured)
            together = sum(row.net_seconds() for row in measured) / total
            spread = f"{ratios[0]:.2f}, {median(ratios):.2f}, {ratios[-1]:.2f}"
            lines.append(f"| {problem} | {len(ratios)} | {spread} | {together:.2f} |")
    return "\n".join(lines) + "\n"


def draw(rows: list[Row], path: Path) -> None:
    """Draw net time against input size on logarithmic axes, a panel for each problem, to an SVG file.

    Inputs that take less than a fifth of a millisecond beyond start-up are left out: that can't be told from noise.
    """
    from matplotlib.figure import Figure  # late: what measures must stay small
    from matplotlib.ticker import NullFormatter

    problems = [name for name in NAMES if name != START_UP and any(row.problem == name for row in rows)]
    figure = Figure(figsize=(4 * len(problems), 4), layout="constrained")
    for panel, problem in enumerate(problems):
        axes = figure.add_subplot(1, len(problems), panel + 1)
        for family in dict.fromkeys(row.family for row in rows if row.problem == problem):
            mine = [row for row in rows if (row.problem, row.family) == (problem, family)]
            ours = [(row.input_bytes / 1e6, row.net_seconds()) for row in mine]
            theirs = [(row.input_bytes / 1e6, row.peer_seconds() - row.peer_start) for row in mine if row.peer_runs]
            for points, style, color in ((ours, "o-", "#0072b2"), (theirs, "s--", "#d55e00")):
                shown = [point for point in points if point[1] > 0.0002]
                axes.plot(
                    [size for size, _seconds in shown],
                    [seconds for _size, seconds in shown],
                    style,
                    color=color,
                    markersize=3,
                    linewidth=0.8,
                )
        axes.set(title=problem, xscale="log", yscale="log", xlabel="input MB", ylabel="seconds beyond start-up")
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.grid(visible=True, which="both", linewidth=0.2)
    figure.suptitle("Net time of refsol (blue, solid) and C++ (orange, dashed), a line for each family")
    figure.savefig(path)


def put_between_marks(path: Path, text: str) -> None:
    """Replace what stands between the marks in a file."""
    before, mark, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    _old, end, after = rest.partition(MARKS[1])
    if not mark or not end:
        raise SystemExit(f"{path} has no lines {''.join(MARKS)!r}")
    path.write_text(before + mark + text + end + after, encoding="utf-8")


def main() -> None:
    """Measure, print the table and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", default=NAMES, help=f"of {', '.join(NAMES)}")
    parser.add_argument("--pairs", type=int, default=7, help="counted runs of each on an input (default: 7)")
    parser.add_argument("--largest", action="store_true", help="only the largest input of each family, and no picture")
    parser.add_argument("--interpreted", action="store_true", help="run each largest input interpreted, too, once")
    parser.add_argument("--to", type=Path, default=Path("benchmark-results"), help="directory of the results")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="put the table between the marks in this file")
    arguments = parser.parse_args()
    if COMPILER is None:
        print("g++ is not installed: refsol is measured alone", file=sys.stderr)
    has_matplotlib = find_spec("matplotlib") is not None
    if not has_matplotlib:
        print("matplotlib is not installed: there will be no picture", file=sys.stderr)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        comparison = Comparison(scratch, arguments.pairs, arguments.interpreted)
        print("\n".join(table(rows).splitlines()), flush=True)
        for problem in arguments.problems:
            compile_peer(f"peers/{problem}", scratch)
            for family in families(problem):
                for share in SHARES[-1:] if arguments.largest or problem == START_UP else SHARES:
                    rows.append(comparison.compare(problem, family, share))
                print(table(rows[-len(SHARES) :]).splitlines()[-1], flush=True)
        start_up = comparison.start_up()
    how = (
        f"{describe()}; {platform.machine()}, {platform.system()}; medians of {arguments.pairs} pairs of runs an input."
    )
    text = f"{how} {start_up}\n\n{summary(rows)}\n{table(rows)}"
    print(f"\n{summary(rows)}\n{start_up}")
    arguments.to.mkdir(parents=True, exist_ok=True)
    (arguments.to / "results.md").write_text(text, encoding="utf-8")
    (arguments.to / "results.json").write_text(json.dumps([row._asdict() for row in rows], indent=1), encoding="utf-8")
    if not arguments.largest and has_matplotlib:
        draw(rows, arguments.to / "results.svg")
    if arguments.readme:
        every = f"<details><summary>Every family</summary>\n\n{table(rows)}\n</details>\n"
        put_between_marks(arguments.readme, f"{how} {start_up}\n\n{summary(rows)}\n{every}")


if __name__ == "__main__":
    main()
