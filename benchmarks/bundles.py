"""Run the plain solutions on all worst cases, beside the solvers, and compare their answers.

``python benchmarks/bundles.py [--jobs N] [--write] [PROBLEM ...]`` prints a table: for each problem and each way to run
its plain solution - as it stands, as ``bundle`` writes it, with this Python and with PyPy, and compiled by mypyc - and
for ``solve`` the family that takes longest, its processor time, and the largest peak of memory of any family. With
``--write`` the table takes the place of the one in the setters' guide. PyPy is the program ``pypy3``; without one, its
column is empty.
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
_PYPY: Final = shutil.which("pypy3")
_WAYS: Final = ("CPython", "PyPy", "compiled", "`solve`")
_COMPILED: Final = (
    "import sys; sys.path.append({!r}); from {} import solve; sys.stdout.write(solve(sys.stdin.buffer.read()))"
)


class Usage(NamedTuple):
    """What a run took."""

    seconds: float
    """Processor time."""
    mebibytes: float
    """Peak memory."""
    family: str


def commands(problem: str, scratch: Path) -> dict[str, list[str]]:
    """Write and compile the plain solution of a problem, and return the command of each way to solve it."""
    program, compiled = scratch / f"{problem}.py", f"plain_{problem}"
    program.write_text(solver_of(load(problem)), encoding="utf-8")
    shutil.copy(program, scratch / f"{compiled}.py")
    mypyc = [sys.executable, "-m", "mypyc", f"{compiled}.py"]
    subprocess.run(
        mypyc, cwd=scratch, env={**os.environ, "MYPYC_OPT_LEVEL": "3"}, stdout=subprocess.DEVNULL, check=True
    )
    found = {
        "CPython": [sys.executable, "-I", str(program)],
        "compiled": [sys.executable, "-I", "-c", _COMPILED.format(str(scratch), compiled)],
        "`solve`": refsol(problem, Path("-")),
    }
    return {**found, "PyPy": [_PYPY, "-I", str(program)]} if _PYPY else found


def run(command: list[str], given: Path, output: Path, family: str) -> Usage:
    """Run a command. Raises ``SystemExit`` if it fails."""
    with given.open("rb") as stdin, output.open("wb") as stdout:
        actions = [(os.POSIX_SPAWN_DUP2, stdin.fileno(), 0), (os.POSIX_SPAWN_DUP2, stdout.fileno(), 1)]
        pid = os.posix_spawn(command[0], command, {"PATH": os.defpath}, file_actions=actions)
        _pid, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} on {family}: status {os.waitstatus_to_exitcode(status)}")
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, family)


def try_family(problem: str, family: str, ways: dict[str, list[str]], scratch: Path) -> dict[str, Usage]:
    """Solve an input of a family in each way, and return what each took."""
    given = scratch / f"{problem}-{family}.in"
    generate(problem, family, given)
    outputs = {way: given.with_suffix(f".{k}") for k, way in enumerate(ways)}
    found = {way: run(command, given, outputs[way], family) for way, command in ways.items()}
    answers = {way: output.read_bytes() for way, output in outputs.items()}
    for way, answer in answers.items():
        if answer != answers["`solve`"]:
            raise SystemExit(f"{problem} {family}: the answer differs: {way}")
    for path in (given, *outputs.values()):
        path.unlink()
    return found


def row(problem: str, usages: list[dict[str, Usage]]) -> str:
    """Return the row of a problem in the table."""
    cells: list[str] = []
    for way in _WAYS:
        found = [usage[way] for usage in usages if way in usage]
        if found:
            worst = max(found)
            most = max(usage.mebibytes for usage in found)
            cells.append(f"{worst.seconds:.2f} s ({worst.family}), {most:.0f} MiB")
        else:
            cells.append("-")
    return f"| {problem} | {len(usages)} | {' | '.join(cells)} |\n"


def main() -> None:
    """Run all, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", choices=[*NAMES, []], metavar="PROBLEM")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    table = f"| problem | families | {' | '.join(_WAYS)} |\n|{'---|' * (2 + len(_WAYS))}\n"
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(options.jobs) as executor:
        scratch = Path(directory)
        for problem in options.problems or NAMES:
            ways = commands(problem, scratch)
            names = families(problem) or ["small"]
            attempts = [executor.submit(try_family, problem, family, ways, scratch) for family in names]
            usages = [attempt.result() for attempt in attempts]
            table += row(problem, usages)
            print(row(problem, usages), end="", flush=True)
    if options.write:
        before, _mark, rest = _GUIDE.read_text(encoding="utf-8").partition(_MARKERS[0])
        _old, _end, after = rest.partition(_MARKERS[1])
        _GUIDE.write_text(f"{before}{_MARKERS[0]}{table}{_MARKERS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
