"""Compare the time of small commands with that of ``python -c pass``, which shows what start-up costs.

``python benchmarks/startup.py [PROBLEM] [--rounds N]`` runs each command on the problem's first sample, and Python that
does nothing, once in each round, and prints a table with the median times and the median of the rounds' ratios. It runs
the command ``refsol`` that is installed beside this Python.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

_ROOT: Final = Path(__file__).parent.parent
_REFSOL: Final = str(Path(sys.executable).with_name("refsol"))
_NOTHING: Final = "python -c pass"


class Command(NamedTuple):
    """A command to measure: its ``words``, standard input from a file, the ``status`` it must have, and variables."""

    words: list[str]
    stdin: str = os.devnull
    status: int = 0
    environment: Mapping[str, str] = {}


def commands(problem: str, directory: str) -> dict[str, Command]:
    """Return the commands by the names that the table shows; ``directory`` is for what they write."""
    given, right = (str(_ROOT / "samples" / problem / f"1.{ending}") for ending in ("in", "ans"))

    def verb(*words: str) -> list[str]:
        return [_REFSOL, problem, *words]

    completion = {"_REFSOL_COMPLETE": "complete_bash", "COMP_WORDS": f"refsol {problem} ", "COMP_CWORD": "2"}
    return {
        _NOTHING: Command([sys.executable, "-c", "pass"]),
        "solve": Command(verb("solve", given)),
        "--version": Command([_REFSOL, "--version"]),
        "list": Command([_REFSOL, "list"]),
        "statement": Command(verb("statement")),
        "validate": Command(verb("validate", given)),
        "check": Command(verb("check", given, right)),
        "check --json": Command(verb("check", "--json", given, right)),
        "check --protocol testlib": Command(verb("check", "--protocol", "testlib", given, right, right)),
        "check --protocol kattis": Command(verb("check", "--protocol", "kattis", given, right, directory), right, 42),
        "generate": Command(verb("generate", "small")),
        "generate --list": Command(verb("generate", "--list")),
        "explain": Command(verb("explain", given)),
        "show": Command(verb("show", given)),
        f"{problem} --help": Command(verb("--help")),
        "solve --help": Command(verb("solve", "--help")),
        "an unknown command": Command(verb("solv"), status=2),
        "an unknown option": Command(verb("solve", "--nonsense"), status=2),
        "Tab": Command([_REFSOL], environment=completion),
    }


def milliseconds(command: Command) -> float:
    """Run a command, silently, and return its wall time. Raises ``SystemExit`` for another status than expected."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **command.environment}
    with Path(command.stdin).open("rb") as stdin:
        begin = time.perf_counter()
        done = subprocess.run(
            command.words,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            check=False,
        )
        took = time.perf_counter() - begin
    if done.returncode != command.status:
        raise SystemExit(f"{' '.join(command.words)} ended with status {done.returncode}")
    return 1000 * took


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problem", nargs="?", default="nogo")
    parser.add_argument("--rounds", type=int, default=40, help="(default: 40)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        measured = commands(arguments.problem, directory)
        rounds = [{name: milliseconds(command) for name, command in measured.items()} for _ in range(arguments.rounds)]
    print(f"| what runs | ms | time / `{_NOTHING}` |\n|---|---|---|")
    for name in measured:
        times = median(each[name] for each in rounds)
        ratio = median(each[name] / each[_NOTHING] for each in rounds)
        print(f"| `{name}` | {times:.0f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
