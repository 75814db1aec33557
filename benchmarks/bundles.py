"""Run the plain solutions on all worst cases, beside the solvers, and compare their answers.

``python benchmarks/bundles.py [--jobs N] [--write] [PROBLEM ...]`` prints a table: for each problem and each way to run
its plain solution - as ``bundle`` writes it, with this Python and with PyPy, and compiled by mypyc - and
for ``solve`` the family that takes longest, its processor time, and the largest peak of memory of any family. With
``--write`` the table takes the place of the one in the guide on packages. PyPy is the program ``pypy3``; without one,
its column is empty.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from processes import Run, Stopwatch, families, generate, refsol

from refsol.jury.bundles import solver_of
from refsol.problem import NAMES, load

_GUIDE: Final = Path(__file__).parent.parent / "docs" / "guides" / "packages.md"
_MARKERS: Final = ("<!-- bundles: begin -->\n", "<!-- bundles: end -->\n")
_PYPY: Final = shutil.which("pypy3")
_WAYS: Final = ("CPython", "PyPy", "compiled", "`solve`")
_COMPILED: Final = (
    "import sys; sys.path.append({!r}); from {} import solve; sys.stdout.write(solve(sys.stdin.buffer.read()))"
)


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


def try_family(
    problem: str, family: str, ways: dict[str, list[str]], stopwatch: Stopwatch, scratch: Path
) -> dict[str, Run]:
    """Solve an input of a family in each way, and return what each took."""
    given = scratch / f"{problem}-{family}.in"
    generate(problem, family, given)
    outputs = {way: given.with_suffix(f".{k}") for k, way in enumerate(ways)}
    found = {way: stopwatch.measure(ways[way], str(outputs[way]), given=str(given)) for way in ways}
    answers = {way: output.read_bytes() for way, output in outputs.items()}
    for way, answer in answers.items():
        if answer != answers["`solve`"]:
            raise SystemExit(f"{problem} {family}: the answer differs: {way}")
    for path in (given, *outputs.values()):
        path.unlink()
    return found


def row(problem: str, runs: dict[str, dict[str, Run]]) -> str:
    """Return the row of a problem in the table, from the ``runs`` of each family in each way."""
    cells: list[str] = []
    for way in _WAYS:
        found = [(of_way[way].processor, family) for family, of_way in runs.items() if way in of_way]
        if found:
            seconds, family = max(found)
            most = max(of_way[way].mebibytes for of_way in runs.values())
            cells.append(f"{seconds:.2f} s ({family}), {most:.0f} MiB")
        else:
            cells.append("-")
    return f"| {problem} | {len(runs)} | {' | '.join(cells)} |\n"


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
        stopwatch = Stopwatch(scratch)
        for problem in options.problems or NAMES:
            ways = commands(problem, scratch)
            names = families(problem) or ["small"]
            attempts = {name: executor.submit(try_family, problem, name, ways, stopwatch, scratch) for name in names}
            runs = {name: attempt.result() for name, attempt in attempts.items()}
            table += row(problem, runs)
            print(row(problem, runs), end="", flush=True)
    if options.write:
        before, _mark, rest = _GUIDE.read_text(encoding="utf-8").partition(_MARKERS[0])
        _old, _end, after = rest.partition(_MARKERS[1])
        _GUIDE.write_text(f"{before}{_MARKERS[0]}{table}{_MARKERS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
