"""How strong the options of NoGo's search are: matches between engines that differ in one of them.

``python benchmarks/strength.py [--games N] [--jobs N] [--to DIR] [ROW ...]`` plays ``refsol nogo match`` for every row
of the table, or only for some, and prints the Elo difference. Engines are limited by simulations, not by time, so it
doesn't matter how fast or how busy the machine is. DIR keeps the results, and an interrupted match is resumed.
It needs POSIX; compiled, a row of 1000 simulations takes about a minute of processor time.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

_FEW: Final = "--simulations 1000"
_BEFORE: Final = "--policy contested --prior 0 --expand-after 4 --endgame 0"  # as the search was at first


class Row(NamedTuple):
    """A match: what is compared, and the options of both engines."""

    name: str
    a: str
    b: str


ROWS: Final = (
    Row("before", _FEW, f"--simulations 1340 {_BEFORE}"),
    Row("before-3000", "--simulations 2240", f"--simulations 3000 {_BEFORE}"),
    Row("before-10000", "--simulations 7460", f"--simulations 10000 {_BEFORE}"),
    Row("before-threads", "--simulations 2240 --threads 2", f"--simulations 3000 {_BEFORE}"),
    Row("endgame-0", _FEW, f"{_FEW} --endgame 0"),
    Row("threads-2", f"{_FEW} --threads 2", _FEW),
    Row("simulations-3000", "--simulations 3000", _FEW),
    Row("simulations-10000", "--simulations 10000", "--simulations 3000"),
    Row("policy", _FEW, f"{_FEW} --policy uniform"),
    Row("contested", _FEW, "--simulations 1150 --policy contested"),
    Row("contested-10000", "--simulations 8700", "--simulations 10000 --policy contested"),
    Row("selection", _FEW, f"{_FEW} --selection uct"),
    Row("selection-time", _FEW, "--simulations 1500 --selection uct"),
    Row("both", _FEW, f"{_FEW} --policy uniform --selection uct"),
    Row("prior-10", _FEW, f"{_FEW} --prior 10"),
    Row("prior-300", _FEW, f"{_FEW} --prior 300"),
    Row("prior-50-3000", "--simulations 3000", "--simulations 3000 --prior 50"),
    Row("prior-200-3000", "--simulations 3000", "--simulations 3000 --prior 200"),
    Row("prior-50-10000", "--simulations 10000", "--simulations 10000 --prior 50"),
    Row("slope-0.5", _FEW, f"{_FEW} --slope 0.5"),
    Row("slope-2", _FEW, f"{_FEW} --slope 2"),
    Row("exploration-0.1", _FEW, f"{_FEW} --exploration 0.1"),
    Row("exploration-0.25", _FEW, f"{_FEW} --exploration 0.25"),
    Row("equivalence-300", _FEW, f"{_FEW} --equivalence 300"),
    Row("equivalence-3000", _FEW, f"{_FEW} --equivalence 3000"),
    Row("expand-2", _FEW, f"{_FEW} --expand-after 2"),
    Row("expand-24", _FEW, f"{_FEW} --expand-after 24"),
    Row("uct-exploration-0", f"{_FEW} --selection uct", f"{_FEW} --selection uct --exploration 0"),
    Row("uct-exploration-0.1", f"{_FEW} --selection uct", f"{_FEW} --selection uct --exploration 0.1"),
    Row("uct-exploration-0.5", f"{_FEW} --selection uct", f"{_FEW} --selection uct --exploration 0.5"),
    Row("uct-exploration-1", f"{_FEW} --selection uct", f"{_FEW} --selection uct --exploration 1"),
)
"""The rows of the table; an option that isn't given has its default."""


def played(words: Sequence[str], results: Path) -> Mapping[str, Any]:  # as JSON has it
    """Play the match that ``refsol nogo match`` plays for these ``words``, or what is left of it; return its report."""
    command = [sys.executable, "-P", "-m", "refsol", "nogo", "match", *words, "--json", "--results", str(results)]
    found: Mapping[str, Any] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return found


def difference(found: Mapping[str, Any]) -> str:
    """Return the Elo difference in a report, with its interval."""
    ends = [_elo(found["elo_interval"][0], "−∞"), _elo(found["elo_interval"][1], "∞")]
    elo = _elo(found["elo"], "∞" if found["wins"][0] else "−∞")
    return f"{elo} ({' to '.join(ends)})"


def play(row: Row, games: int, jobs: int, directory: Path) -> str:
    """Play the match of a row, or what is left of it, and return the row of the table."""
    words = (row.a, row.b, "--games", str(games), "--jobs", str(jobs))
    found = played(words, directory / f"{row.name}.jsonl")
    if found["faults"]:
        raise SystemExit(f"{row.name}: {found['faults'][0]}")
    score = "–".join(map(str, found["wins"]))
    return f"| {_shown(row.a)} | {_shown(row.b)} | {score} | {difference(found)} |"


def _shown(options: str) -> str:
    """Return the options of an engine without those of nearly all."""
    words = options.split()
    return f"`{' '.join(words[2:] if words[:2] == _FEW.split() else words)}`" if options != _FEW else "default"


def _elo(elo: float | None, infinite: str) -> str:
    return infinite if elo is None else f"{elo:+.0f}".replace("-", "−")


def add_options(parser: argparse.ArgumentParser, rows: Iterable[str], games: int) -> None:
    """Add the options of a program that plays matches: which of the ``rows``, and by default this many ``games``."""
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(rows)}")
    parser.add_argument("--games", type=int, default=games, help=f"games of a match (default: {games})")
    parser.add_argument("--jobs", type=int, default=1, help="pairs of games in parallel (default: 1)")
    parser.add_argument("--to", type=Path, default=Path("benchmark-results"), help="(default: benchmark-results)")


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, [row.name for row in ROWS], 200)
    arguments = parser.parse_args()
    arguments.to.mkdir(exist_ok=True)
    print("| A | B | score | Elo difference (95 %) |")
    print("|---|---|---|---|")
    for row in ROWS:
        if not arguments.rows or row.name in arguments.rows:
            print(play(row, arguments.games, arguments.jobs, arguments.to), flush=True)


if __name__ == "__main__":
    main()
