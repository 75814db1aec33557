"""Compare refsol with C++: whole processes on the same inputs, run alternately.

``python benchmarks/compare.py [--pairs N] [--to DIRECTORY] [PROBLEM ...]`` builds the C++ baselines with ``g++ -O2``,
checks on every input that the two answers are equal or, for NoGo, both legal, runs refsol and the baseline in turn, and
writes ``results.md`` (the table), ``results.json`` and ``results.svg`` (time against input size) to the directory.
``--interpreted`` fills the column of the same solver interpreted. ``--store`` puts the summary between the markers in
``docs/benchmarks.md`` and the README, a sentence between those in ``docs/index.md``, the table into
``benchmarks/results.md``, and the results into ``benchmarks/results.json``, from which the site's plot is drawn.
Without g++, refsol is measured alone.

In the table, *net* means without start-up, which is measured after each run, by the same command on the smallest input.
A net ratio is left out where the baseline's net time is below a millisecond. *Doubling* is the net time on the largest
input divided by that on an input half as long.
"""

import argparse
import platform
import subprocess
import sys
import tempfile
from filecmp import cmp
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Final

from processes import COMPILER, Stopwatch, compile_peer, families, generate, refsol
from results import EVERY_FAMILY, STORED, Results, Row, headline, overview, save, summary, table

from refsol.cli.main import describe
from refsol.problem import NAMES

SHARES: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of the largest input
ROOT: Final = Path(__file__).parent.parent
SAMPLES: Final = ROOT / "samples"
START_UP: Final = "tictactoe"  # the problem that takes no time beyond start-up
MARKERS: Final = ("<!-- benchmarks: begin -->\n", "<!-- benchmarks: end -->\n")

# Checks an output of NoGo with the library: every move must be legal, and none possible at the end.
_CHECK: Final = """
import sys
from refsol import nogo
game = nogo.Game(nogo.read_board(open(sys.argv[1], "rb")))
*moves, end = [tuple(map(int, line.split())) for line in open(sys.argv[2])]
for x, y in moves:
    game.play(x, y)
sys.exit(end != (-1, -1) or len(game.legal_moves()) > 0)
"""


class Comparison:
    """Runs refsol and the C++ baselines on inputs in a scratch directory."""

    def __init__(self, scratch: Path, pairs: int, interpreted: bool) -> None:
        self._input: Final = scratch / "input"
        self._answers: Final = [str(scratch / "refsol.out"), str(scratch / "peer.out")]
        self._stopwatch: Final = Stopwatch(scratch)
        self._scratch: Final = scratch
        self._pairs: Final = pairs
        self._interpreted: Final = interpreted

    def compare(self, problem: str, family: str, share: float) -> Row:
        """Check both answers to an input of a family, which also serves as a warm-up, then measure alternating runs."""
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
            our_starts.append(run(refsol(problem, small)))
            if COMPILER:
                their_runs.append(run(theirs))
                their_starts.append(run([str(peer), str(small)]))
        return Row(
            problem=problem,
            family=family,
            share=share,
            input_bytes=self._input.stat().st_size,
            refsol_runs=our_runs,
            peer_runs=their_runs,
            refsol_starts=our_starts,
            peer_starts=their_starts,
            interpreted=run(ours, pure=True).seconds if self._interpreted and share == 1 else None,
        )

    def _check(self, problem: str, family: str) -> None:
        """Check that the answers are equal or, where games may differ, that both are legal."""
        if problem == "nogo":
            for answer in self._answers:
                subprocess.run([sys.executable, "-P", "-c", _CHECK, str(self._input), answer], check=True)
        elif not cmp(self._answers[0], self._answers[1], shallow=False):
            raise SystemExit(f"{problem} {family}: refsol and its baseline give different answers")

    def start_up(self) -> str:
        """Return a sentence that compares the start-up times of refsol and of Python alone."""
        ours, python = [], []
        for _pair in range(5 * self._pairs):
            ours.append(self._stopwatch.measure(refsol(START_UP, SAMPLES / START_UP / "1.in")).seconds)
            python.append(self._stopwatch.measure([sys.executable, "-c", "pass"]).seconds)
        ratio = median(a / b for a, b in zip(ours, python, strict=True))
        return f"Start-up: `refsol {START_UP} solve` takes {ratio:.2f} times as long as `python -c pass`."


def put_between_markers(path: Path, text: str) -> None:
    """Replace the text between the markers in a file."""
    before, mark, rest = path.read_text(encoding="utf-8").partition(MARKERS[0])
    _old, end, after = rest.partition(MARKERS[1])
    if not mark or not end:
        raise SystemExit(f"{path} has no lines {''.join(MARKERS)!r}")
    path.write_text(before + mark + text + end + after, encoding="utf-8")


def main() -> None:
    """Measure, print the table and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "problems", nargs="*", metavar="PROBLEM", default=NAMES, help=f"{', '.join(NAMES)}; default: all"
    )
    parser.add_argument("--pairs", type=int, default=7, help="measured runs of each program per input (default: 7)")
    parser.add_argument("--largest", action="store_true", help="only the largest input of each family, and no plot")
    parser.add_argument("--interpreted", action="store_true", help="also run each largest input once interpreted")
    parser.add_argument("--to", type=Path, default=Path("benchmark-results"), help="directory for the results")
    parser.add_argument(
        "--store", action="store_true", help="put the tables into the page and the README, and store the results"
    )
    arguments = parser.parse_args()
    if COMPILER is None:
        print("g++ is not installed: refsol is measured alone", file=sys.stderr)
    has_matplotlib = find_spec("matplotlib") is not None
    if not has_matplotlib:
        print("matplotlib is not installed: there will be no plot", file=sys.stderr)
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
        f"{describe()}; {platform.machine()}, {platform.system()}; "
        f"medians of {arguments.pairs} pairs of runs per input. {start_up}"
    )
    results = Results(how, rows)
    print(f"\n{summary(rows)}\n{start_up}")
    arguments.to.mkdir(parents=True, exist_ok=True)
    (arguments.to / "results.md").write_text(table(rows), encoding="utf-8")
    save(results, arguments.to / "results.json")
    if not arguments.largest and has_matplotlib:
        from plot import draw  # not earlier, since the measuring process must stay small

        (arguments.to / "results.svg").write_text(draw(rows), encoding="utf-8")
    if arguments.store:
        EVERY_FAMILY.write_text(table(rows), encoding="utf-8")
        put_between_markers(ROOT / "docs" / "benchmarks.md", overview(results))
        put_between_markers(ROOT / "README.md", summary(rows))
        put_between_markers(ROOT / "docs" / "index.md", headline(rows))
        save(results, STORED)


if __name__ == "__main__":
    main()
