"""Measure what each hint and flag of ``build_hints.py`` gains in run time and costs in compile time.

``python benchmarks/hints.py [--pairs N] [PROBLEM FAMILY ...]`` builds refsol once as it is and once without each hint
or flag, each in a copy of the source tree, and prints a table: the processor time of the build, and for each input the
median ratio of the solver's time to that with the complete build. Whole processes are timed, the builds taking turns.
It needs gcc and refsol's build dependencies (``pip install '.[bench]'``).
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from processes import Stopwatch, generate, refsol

sys.path.insert(0, os.fspath(Path(__file__).parent.parent))
from build_hints import HINTS, HOT_FLAGS, WHOLE_PROGRAM

_ROOT: Final = Path(__file__).parent.parent
_INPUTS: Final = [
    "multigo", "combs", "multigo", "all-no", "somegame", "chequered", "somegame", "full-random",
    "chess", "tall-mixed-falling", "chess", "comb-random", "nogo", "dots", "nogo", "empty",
]  # fmt: skip
_NOTHING: Final = "(complete)"


def main() -> None:
    """Build, measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "inputs", nargs="*", metavar="PROBLEM FAMILY", help="default: two families of each problem but tictactoe"
    )
    parser.add_argument("--pairs", type=int, default=11, help="measured runs of each build per input (default: 11)")
    arguments = parser.parse_args()
    words = arguments.inputs or _INPUTS
    inputs = list(zip(words[::2], words[1::2], strict=True))
    variants = [_NOTHING, WHOLE_PROGRAM, *(hint.name for hint in HINTS), *HOT_FLAGS]
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        build_seconds = {variant: _build(directory / variant, variant) for variant in variants}
        os.environ.pop("PYTHONPATH", None)
        stopwatch = Stopwatch(directory)
        print(f"| without | build, CPU s | {' | '.join(f'{problem} {family}' for problem, family in inputs)} |")
        print("|---" * (2 + len(inputs)) + "|")
        ratios: dict[str, list[float]] = {variant: [] for variant in variants}
        for number, (problem, family) in enumerate(inputs):
            path = directory / f"{number}.in"
            os.environ["PYTHONPATH"] = os.fspath(directory / _NOTHING)
            generate(problem, family, path)
            seconds: dict[str, list[float]] = {variant: [] for variant in variants}
            for _ in range(arguments.pairs):
                for variant in variants:
                    os.environ["PYTHONPATH"] = os.fspath(directory / variant)
                    seconds[variant].append(stopwatch.measure(refsol(problem, path)).seconds)
            for variant in variants:
                pairs = zip(seconds[variant], seconds[_NOTHING], strict=True)
                ratios[variant].append(statistics.median(without / complete for without, complete in pairs))
        for variant in variants:
            figures = " | ".join(f"{ratio:.3f}" for ratio in ratios[variant])
            print(f"| {variant} | {build_seconds[variant]:.0f} | {figures} |")


def _build(copy: Path, without: str) -> float:
    """Build refsol in a new copy of the source tree without a hint or flag; return the processor time in seconds."""
    shutil.copytree(_ROOT / "refsol", copy / "refsol", ignore=shutil.ignore_patterns("*.so", "__pycache__", "mode.txt"))
    for file in ("setup.py", "build_hints.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(_ROOT / file, copy)
    environment = {**os.environ, "REFSOL_WITHOUT_HINT": without, "REFSOL_REQUIRE_COMPILED": "1", "REFSOL_PURE": "0"}
    begin = os.times()
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=copy, env=environment, check=True, stdout=subprocess.DEVNULL)
    end = os.times()
    return end.children_user + end.children_system - begin.children_user - begin.children_system


if __name__ == "__main__":
    main()
