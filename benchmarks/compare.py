"""refsol beside C++: the same inputs, in one run, as whole processes in alternation.

``python benchmarks/compare.py [--pairs N] [--to DIRECTORY] [PROBLEM ...]`` builds the C++ peers with ``g++ -O2``,
checks on every input that both give the same answer, runs refsol and the peer in turn, and writes ``results.md`` (a
table), ``results.json`` and ``results.svg`` (time against input size) to the directory. Without g++ refsol is measured
alone.

In the table, *net* is less start-up: the time of the same command on the smallest input, measured in the same run; it
is left out where the peer has less than a millisecond beyond its start-up. A process counts what this program held in
memory when it was started, about 15 MiB, into its own peak: smaller peaks can't be told apart.
"""

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from filecmp import cmp
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import Run, families, generate, measure, refsol

from refsol.problem import NAMES

SHARES: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of the largest input
PEERS: Final = Path(__file__).parent / "peers"
SAMPLES: Final = Path(__file__).parent.parent / "samples"


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

    def seconds(self) -> float:
        """Return refsol's median wall time."""
        return median(run.seconds for run in self.refsol_runs)

    def peer_seconds(self) -> float:
        """Return the peer's median wall time."""
        return median(run.seconds for run in self.peer_runs)

    def ratios(self) -> list[float]:
        """Return refsol's wall time over the peer's, pair by pair."""
        return [a.seconds / b.seconds for a, b in zip(self.refsol_runs, self.peer_runs, strict=True)]

    def net_ratio(self) -> str:
        """Return the ratio of the medians, each less its start-up, or ``-`` where there is too little beyond that."""
        net = self.peer_seconds() - self.peer_start
        return f"{(self.seconds() - self.refsol_start) / net:.2f}" if net >= 0.001 else "-"


def build_peers(problems: list[str], directory: Path) -> dict[str, Path]:
    """Compile the peers; returns none of them, with a word, where there is no g++."""
    compiler = shutil.which("g++")
    if compiler is None:
        print("g++ is not installed: refsol is measured alone", file=sys.stderr)
        return {}
    for problem in problems:
        command = [compiler, "-O2", "-std=c++17", "-o", str(directory / problem), str(PEERS / f"{problem}.cpp")]
        subprocess.run(command, check=True)
    return {problem: directory / problem for problem in problems}


def compare(problem: str, family: str, share: float, path: Path, peer: Path | None, pairs: int) -> Row:
    """Check that both agree on the input at ``path``, which warms up, and measure ``pairs`` runs of each in turn."""
    ours = refsol(problem, path)
    theirs = [str(peer), str(path)]
    small = SAMPLES / problem / "1.in"
    answers = [path.with_suffix(".refsol"), path.with_suffix(".peer")]
    measure(ours, str(answers[0]))
    if peer:
        measure(theirs, str(answers[1]))
        if not cmp(answers[0], answers[1], shallow=False):
            raise SystemExit(f"{problem} {family}: refsol and its peer give different answers")
    our_runs, our_starts, their_runs, their_starts = [], [], [], []
    for _pair in range(pairs):
        our_runs.append(measure(ours))
        our_starts.append(measure(refsol(problem, small)).seconds)
        if peer:
            their_runs.append(measure(theirs))
            their_starts.append(measure([str(peer), str(small)]).seconds)
    return Row(
        problem=problem,
        family=family,
        share=share,
        input_bytes=path.stat().st_size,
        refsol_runs=our_runs,
        peer_runs=their_runs,
        refsol_start=median(our_starts),
        peer_start=median(their_starts or [0.0]),
    )


def table(rows: list[Row]) -> str:
    """Return the rows of the largest inputs as a Markdown table."""
    lines = [
        "| problem | family | input MB | net ratio | whole ratio (min–max) | refsol s | C++ s | refsol MiB | C++ MiB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        if row.share < 1:
            continue
        line = f"| {row.problem} | {row.family} | {row.input_bytes / 1e6:.1f} "
        if row.peer_runs:
            ratios = row.ratios()
            line += f"| {row.net_ratio()} | {median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) "
            line += f"| {row.seconds():.3f} | {row.peer_seconds():.3f} "
        else:
            line += f"| - | - | {row.seconds():.3f} | - "
        line += f"| {max(run.mebibytes for run in row.refsol_runs):.0f} "
        line += f"| {max(run.mebibytes for run in row.peer_runs):.0f} |" if row.peer_runs else "| - |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def draw(rows: list[Row], path: Path) -> None:
    """Draw time against input size on logarithmic axes, a panel for each problem, to an SVG file."""
    from matplotlib.figure import Figure  # late: what measures must stay small

    problems = [name for name in NAMES if any(row.problem == name for row in rows)]
    figure = Figure(figsize=(4 * len(problems), 4), layout="constrained")
    for panel, problem in enumerate(problems):
        axes = figure.add_subplot(1, len(problems), panel + 1)
        for family in dict.fromkeys(row.family for row in rows if row.problem == problem):
            mine = [row for row in rows if (row.problem, row.family) == (problem, family)]
            sizes = [row.input_bytes / 1e6 for row in mine]
            axes.plot(sizes, [row.seconds() for row in mine], "o-", color="#0072b2", markersize=3, linewidth=0.8)
            if mine[0].peer_runs:
                seconds = [row.peer_seconds() for row in mine]
                axes.plot(sizes, seconds, "s--", color="#d55e00", markersize=3, linewidth=0.8)
        axes.set(title=problem, xscale="log", yscale="log", xlabel="input MB", ylabel="seconds")
        axes.grid(visible=True, which="both", linewidth=0.2)
    figure.suptitle("Whole processes: refsol (blue, solid) and C++ (orange, dashed), a line for each family")
    figure.savefig(path)


def main() -> None:
    """Measure, print the table and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", default=NAMES, help=f"of {', '.join(NAMES)}")
    parser.add_argument("--pairs", type=int, default=7, help="counted runs of each on an input (default: 7)")
    parser.add_argument("--largest", action="store_true", help="only the largest input of each family, and no picture")
    parser.add_argument("--to", type=Path, default=Path("benchmark-results"), help="directory of the results")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        peers = build_peers(arguments.problems, scratch)
        for problem in arguments.problems:
            for family in families(problem):
                for share in SHARES[-1:] if arguments.largest or problem == "tictactoe" else SHARES:
                    path = scratch / "input"
                    generate(problem, family, path, share)
                    rows.append(compare(problem, family, share, path, peers.get(problem), arguments.pairs))
                print(table(rows[-1:]).splitlines()[-1], flush=True)
    arguments.to.mkdir(parents=True, exist_ok=True)
    machine = f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
    text = f"{machine}, {arguments.pairs} pairs an input, medians\n\n{table(rows)}"
    (arguments.to / "results.md").write_text(text, encoding="utf-8")
    (arguments.to / "results.json").write_text(json.dumps([row._asdict() for row in rows], indent=1), encoding="utf-8")
    if not arguments.largest:
        draw(rows, arguments.to / "results.svg")


if __name__ == "__main__":
    main()
