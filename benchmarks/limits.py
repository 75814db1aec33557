"""Compare time and memory of whole processes on the largest inputs of each problem with the published limits.

``python benchmarks/limits.py [--pure] [PROBLEM ...]`` prints a table with a row for every family at the
published limits, and for NoGo a second one with exact liberties. With ``--pure``, it measures the interpreted mode,
too.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Final

from processes import Stopwatch, families, generate, refsol

from refsol.problem import NAMES, load

# The options of ``solve`` for each row of a family, where it has more than one.
OPTIONS: Final[dict[str, list[list[str]]]] = {"nogo": [[], ["--liberties", "exact"]]}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "problems", nargs="*", metavar="PROBLEM", default=NAMES, help=f"{', '.join(NAMES)}; default: all"
    )
    parser.add_argument("--pure", action="store_true", help="measure the interpreted mode, too")
    arguments = parser.parse_args()
    further = (" pure seconds | ratio |", "---|---|") if arguments.pure else ("", "")
    print(f"| problem | family | input MB | seconds | limit | MiB | limit |{further[0]}")
    print(f"|---|---|---|---|---|---|---|{further[1]}")
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "input")
        stopwatch = Stopwatch(Path(directory))
        for problem in arguments.problems:
            limits = load(problem).limits
            memory_limit = None if limits.memory is None else limits.memory.mebibytes
            for family in families(problem):
                generate(problem, family, path)
                for options in OPTIONS.get(problem, [[]]):
                    command = [*refsol(problem, path), *options]
                    run = stopwatch.measure(command)
                    row = f"| {problem} | {' '.join([family, *options])} | {path.stat().st_size / 1e6:.1f} "
                    row += (
                        f"| {run.seconds:.2f} | {limits.seconds or '-'} | {run.mebibytes:.0f} | {memory_limit or '-'} |"
                    )
                    if arguments.pure:
                        pure = stopwatch.measure(command, pure=True)
                        row += f" {pure.seconds:.1f} | {pure.seconds / run.seconds:.0f} |"
                    print(row, flush=True)


if __name__ == "__main__":
    main()
