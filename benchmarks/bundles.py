"""Run the bundled solvers on all worst cases, with this Python and with PyPy, and compare their answers with ``solve``.

``python benchmarks/bundles.py [--jobs N] [--write] [PROBLEM ...]`` prints a table: for each problem and Python the
family that takes longest, its processor time, and the largest peak of memory of any family. With ``--write`` the table
takes the place of the one in the setters' guide. PyPy is the program ``pypy3``; without one, its columns are empty.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from processes import families, generate, refsol

from refsol.bundles.programs import solver_of
from refsol.problem import NAMES, load

_GUIDE: Final = Path(__file__).parent.parent / "docs" / "guides" / "setters.md"
_MARKERS: Final = ("<!-- bundles: begin -->\n", "<!-- bundles: end -->\n")
_PYTHONS: Final = {"CPython": sys.executable, "PyPy": shutil.which("pypy3")}


class Usage(NamedTuple):
    """What a run took."""

    seconds: float
    """Processor time."""
    mebibytes: float
    """Peak memory."""
    family: str


def run(python: str, program: Path, given: Path, output: Path, family: str) -> Usage:
    """Run a bundle. Raises ``SystemExit`` if it fails."""
    with given.open("rb") as stdin, output.open("wb") as stdout:
        actions = [(os.POSIX_SPAWN_DUP2, stdin.fileno(), 0), (os.POSIX_SPAWN_DUP2, stdout.fileno(), 1)]
        pid = os.posix_spawn(python, [python, "-I", str(program)], {"PATH": os.defpath}, file_actions=actions)
        _pid, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise SystemExit(f"{program.name} on {family}: status {os.waitstatus_to_exitcode(status)}")
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, family)


def try_family(problem: str, family: str, scratch: Path) -> dict[str, Usage]:
    """Run a bundle on an input of a family with each Python, and return what each took."""
    given, expected, output = (scratch / f"{problem}-{family}.{ending}" for ending in ("in", "ans", "out"))
    generate(problem, family, given)
    expected.write_bytes(subprocess.run(refsol(problem, given), stdout=subprocess.PIPE, check=True).stdout)
    found: dict[str, Usage] = {}
    for name, python in _PYTHONS.items():
        if python:
            found[name] = run(python, scratch / f"{problem}.py", given, output, family)
            if output.read_bytes() != expected.read_bytes():
                raise SystemExit(f"{problem} {family}: the bundle's answer differs with {name}")
    for path in (given, expected, output):
        path.unlink()
    return found


def row(problem: str, usages: list[dict[str, Usage]]) -> str:
    """Return the row of a problem in the table."""
    cells: list[str] = []
    for name in _PYTHONS:
        found = [usage[name] for usage in usages if name in usage]
        if found:
            worst = max(found)
            most = max(usage.mebibytes for usage in found)
            cells.append(f"{worst.seconds:.1f} s ({worst.family}) | {most:.0f} MiB")
        else:
            cells.append("- | -")
    return f"| {problem} | {len(usages)} | {' | '.join(cells)} |\n"


def main() -> None:
    """Run all bundles, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", choices=[*NAMES, []], metavar="PROBLEM")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    table = (
        "| problem | families | "
        + " | ".join(f"{name} | memory" for name in _PYTHONS)
        + " |\n|---|---|---|---|---|---|\n"
    )
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(options.jobs) as executor:
        scratch = Path(directory)
        for problem in options.problems or NAMES:
            (scratch / f"{problem}.py").write_text(solver_of(load(problem)), encoding="utf-8")
            names = families(problem) or ["small"]
            usages = list(executor.map(lambda family, problem=problem: try_family(problem, family, scratch), names))
            table += row(problem, usages)
            print(row(problem, usages), end="", flush=True)
    if options.write:
        before, _mark, rest = _GUIDE.read_text(encoding="utf-8").partition(_MARKERS[0])
        _old, _end, after = rest.partition(_MARKERS[1])
        _GUIDE.write_text(f"{before}{_MARKERS[0]}{table}{_MARKERS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
