"""How soon ``refsol own stress`` finds the mistakes in the examples, and how small the failing inputs become.

``python benchmarks/examples.py [--seeds N] [EXAMPLE...]`` runs a campaign for each wrong program and seed, one run at a
time, and prints a table: medians over the seeds and, in brackets, the most. The last column is the input for the first
seed. Programs that fail only on large inputs are tried only on these, with one seed.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import COMPILER

from refsol.jury.cases import CampaignPlan
from refsol.jury.run.command import Command
from refsol.jury.run.program import RunLimits
from refsol.jury.stress import Campaign, Finding
from refsol.own import problem_of
from refsol.own.spec import Spec, read_spec

EXAMPLES: Final = Path(__file__).parent.parent / "examples"
LARGE: Final = {
    "distances/recursive.py": ("deep",),
    "swaps/slow.py": ("large",),
    "teams/recursive.py": ("large",),
}
"""The programs that fail only on large inputs, with the families of these inputs."""

_MINUTES: Final = 5.0  # at most, to find a mistake
_LINES: Final = 6  # of an input that is shown as a whole
_MISTAKE: Final = re.compile(r"Wrong: (.+?)(?:[;.:,]|$)")


class Campaigned(NamedTuple):
    """The result of a campaign: after how many ``cases`` and ``seconds`` it found a fault, and the ``finding``."""

    cases: int
    seconds: float
    finding: Finding


def campaign(spec: Spec, words: list[str], seed: str, families: tuple[str, ...]) -> Campaigned:
    """Run a campaign until the program fails and the input is shrunk. Raises ``SystemExit`` if it doesn't fail."""
    limits = RunLimits(spec.seconds or RunLimits().seconds, spec.mebibytes or RunLimits().mebibytes)
    plan = CampaignPlan(problem_of(spec), seed, families)
    end = found = None
    for event in Campaign(plan, Command(words, limits), seconds=60 * _MINUTES).events():
        if isinstance(event, Finding):
            found = event
        end = event
    if found is None or end is None:
        raise SystemExit(f"{words[-1]}: no fault with seed {seed}")
    return Campaigned(found.failure.case.number + 1, end.seconds - found.seconds, found)  # type: ignore[union-attr]


def row(name: str, program: Path, seeds: int, directory: Path) -> str:
    """Return the row of the table for a program."""
    spec = read_spec(EXAMPLES / name / "refsol.toml")
    spec = spec._replace(description=Path(spec.path).read_text(encoding="latin-1"))
    words = [sys.executable, str(program)]
    if program.suffix == ".cpp":
        words = [str(directory / program.stem)]
        subprocess.run([str(COMPILER), "-O2", "-o", words[0], str(program)], check=True)
    families = LARGE.get(f"{name}/{program.name}", ())
    found = [campaign(spec, words, str(seed), families) for seed in range(1, 2 if families else seeds + 1)]
    findings = [each.finding for each in found]
    match = _MISTAKE.search(program.read_text(encoding="utf-8"))
    cells = [
        f"`{name}/{program.name}`",
        match[1] if match else "",
        _with_most([each.cases for each in found]),
        f"{median(each.seconds for each in found):.1f}",
        f"{median(len(finding.failure.data) for finding in findings):,.0f}",
        _with_most([len(finding.data) for finding in findings]),
        f"{median(finding.runs for finding in findings):.0f}",
        f"{median(finding.seconds for finding in findings):.1f}",
        _shown(findings[0].data),
    ]
    return f"| {' | '.join(cells)} |"


def _with_most(numbers: list[int]) -> str:
    """Return the median of some numbers and, if another one is larger, the largest."""
    middle, most = median(numbers), max(numbers)
    return f"{middle:,.0f} ({most:,})" if most > middle else f"{middle:,.0f}"


def _shown(data: bytes) -> str:
    """Return an input in a line, or its beginning."""
    lines = data.decode("latin-1").splitlines()
    shown = " ⏎ ".join(lines[:_LINES])
    return f"`{shown}`" if len(lines) <= _LINES and len(shown) <= 60 else f"`{shown[:24]}` …"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="campaigns for each program")
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE")
    arguments = parser.parse_args()
    print(
        "| program | mistake | cases | s to find | bytes | shrunk to | runs | s to shrink | shrunk input |", flush=True
    )
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for file in sorted(EXAMPLES.glob("*/wrong/*")):
            name = file.parent.parent.name
            if (not arguments.examples or name in arguments.examples) and file.suffix in (".py", ".cpp"):
                print(row(name, file, arguments.seeds, Path(directory)), flush=True)


if __name__ == "__main__":
    main()
