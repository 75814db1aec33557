"""Let the judges' own programs try packages of all problems, which is part of ``nox -s judges``.

``python tests/judges.py --problemtools DIR --bapctools DIR --dmoj DIR`` names environments in which problemtools,
BAPCtools and DMOJ's judge are installed; those that aren't named are skipped, and so is the statement where LaTeX is
missing. With ``--testlib FILE`` DMOJ also gets NoGo's checker in C++. The judges run without refsol: neither their PATH
nor their Python has it. Beside refsol's problems, four without a package are tried: the example that ``refsol own
init`` writes, one whose outputs are numbers with a tolerance, and two interactive ones.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from small_packages import MEAN, example_files, files_in, problem_in, write_files

from refsol.jury.checking import check
from refsol.jury.faults import judge
from refsol.jury.run.command import Command
from refsol.problem import NAMES, Problem, load
from refsol.problem.contract import VerdictKind

SMALL: Final = ("--max-bytes", "600000", "--max-tests", "36")  # so that everything together takes minutes
SYSTEM: Final = "/usr/bin:/bin"
NEEDED: Final = {"problemtools": "pypy3", "bapctools": "python3", "dmoj": "python3"}  # runs submissions in Python
LATEX: Final = ("lualatex", "dvisvgm", "tidy")  # what problemtools makes statements with
EXAMPLES: Final = Path(__file__).parent.parent / "examples"
TRIED_BY: Final = {"centre": ("problemtools", "bapctools"), "liar": ("dmoj",)}
"""Interactive problems, and the judges that know the protocol of their interactors."""
OWN: Final = {"bestpart": example_files(), "mean": MEAN, **{name: files_in(EXAMPLES / name) for name in TRIED_BY}}
"""Problems without a package, by the names of their directories."""
PARTS: Final = ("config", "data", "graders", "submissions", "validators")  # all but the statement

# By itself PyPy reserves memory according to the processor's cache, which may be more than a judge allows.
PYPY: Final = {"PYPY_GC_NURSERY": "4MB"}

# Warnings that are not about the package, or that can't be helped.
KNOWN: Final = (
    r"WARNING License is 'unknown'",  # the statements are retold, but the problems are others'
    r"WARNING: No dedicated answer validators found\.",  # optional, and the checker compares with the answer
)

# What BAPCtools prints beside warnings and errors, not all of which begin with such a word.
BT: Final = (
    r"|PROBLEM \w+|LOG: .*|Generic [\w ]+: (Generated .*|Done)|(Input|Answer|Overrides) validation: Done",
    r"Output validator checks: (using .*|Done)",
)

# dmoj-cli, which doesn't show points by itself.
DMOJ_CLI: Final = """
import json, sys
from dmoj import cli
def report(manager, position, result):
    print("RESULT", json.dumps([position, result.readable_codes()[0], result.points]), flush=True)
cli.LocalPacketManager.test_case_status_packet = report
sys.argv[0] = "dmoj-cli"
cli.main()
"""


class JudgeError(Exception):
    """A judge didn't do what was expected."""


class Job(NamedTuple):
    """What a judge is asked to do."""

    name: str
    run: Callable[[], str]
    """Returns what the judge printed; raises :class:`JudgeError`."""


def without_refsol(environment: Path) -> dict[str, str]:
    """Return the variables for programs of an ``environment``. Raises ``JudgeError`` if they could find refsol."""
    path = f"{environment / 'bin'}:{SYSTEM}"
    variables = {"PATH": path, "LANG": "C.UTF-8", **PYPY}
    if shutil.which("refsol", path=path) is not None:
        raise JudgeError(f"refsol is on the path {path}")
    for python in filter(None, (shutil.which(name, path=path) for name in ("python3", "pypy3"))):
        done = subprocess.run([python, "-c", "import refsol"], capture_output=True, env=variables, cwd="/", check=False)
        if done.returncode == 0:
            raise JudgeError(f"{python} has refsol")
    return variables


def run(command: list[str], environment: Path, directory: Path, statuses: tuple[int, ...] = (0,)) -> str:
    """Run a program without refsol; return what it printed. Raises ``JudgeError`` unless its status is one of these."""
    home = directory.parent / "home"
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env={**without_refsol(environment), "HOME": str(home)},  # where BAPCtools remembers other packages
        cwd=directory,
        check=False,
    )
    printed = f"$ {shlex.join([Path(command[0]).name, *command[1:]])}\n" + done.stdout.decode("utf-8", "replace")
    if done.returncode not in statuses:
        raise JudgeError(f"{printed}status {done.returncode}")
    return printed


def require_known_warnings(printed: str) -> None:
    """Raise ``JudgeError`` if problemtools gives warnings or errors beside the known ones."""
    complaints = [line for line in printed.splitlines() if re.match(r"(WARNING|ERROR|FATAL)", line)]
    unknown = [line for line in complaints if not any(re.fullmatch(known, line) for known in KNOWN)]
    if unknown:
        raise JudgeError("\n".join([printed, "unexpected:", *unknown]))


def built(scratch: Path, kind: str, name: str, *options: str) -> Path:
    """Build a package with the command line and return its directory."""
    target = scratch / "-".join([kind, *(option.strip("-") for option in options[:1])]) / name
    target.parent.mkdir(exist_ok=True)
    words = [name, "package"]
    directory = scratch
    if name in OWN:
        words = ["own", "package"]
        directory = write_files(scratch / "own" / f"{kind}-{name}", OWN[name])
    command = [sys.executable, "-m", "refsol", *words, kind, str(target), *SMALL, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=directory)
    if done.returncode != 0:
        raise JudgeError(f"{shlex.join(command)}\n{done.stdout}{done.stderr}status {done.returncode}")
    return target


def verify(environment: Path, scratch: Path, name: str) -> str:
    """Let problemtools verify a package in the legacy format: no errors, and no warnings but the known ones."""
    package = built(scratch, "kattis-legacy", name)
    limit = (package / ".timelimit").read_text().strip()
    command = [str(environment / "bin" / "verifyproblem"), name, "-t", limit, "--log_level", "info"]
    missing = [program for program in LATEX if shutil.which(program, path=SYSTEM) is None]
    if missing:
        command += ["--parts", *PARTS]
    printed = run(command, environment, package.parent)
    if f"{name} tested: 0 errors, " not in printed:
        raise JudgeError(printed)
    require_known_warnings(printed)
    return printed + "".join(f"the statement was left out, since {program} is missing\n" for program in missing[:1])


def validate(environment: Path, scratch: Path, name: str) -> str:
    """Let BAPCtools validate a package without points, and run its submissions; its status is 1 if it warns."""
    package = built(scratch, "kattis", name, "--pass-fail")
    bt = str(environment / "bin" / "bt")
    validated = run([bt, "validate", "--no-bar"], environment, package, (0, 1))
    unknown = [line for line in validated.splitlines()[1:] if not re.fullmatch("|".join((*KNOWN, *BT)), line)]
    if unknown:
        raise JudgeError("\n".join([validated, "unexpected:", *unknown]))
    return validated + run([bt, "run", "--no-bar"], environment, package)


def grade(environment: Path, scratch: Path, name: str, *options: str) -> str:
    """Let DMOJ's judge grade an accepted and a wrong submission, and compare the points with refsol's verdicts."""
    package = built(scratch, "dmoj", name, *options)
    config = package.parent / f"{name}.yml"
    python = shutil.which("python3", path=SYSTEM)
    compiler = shutil.which("g++", path=SYSTEM)
    runtime = {"python3": python, **({"g++17": compiler} if compiler else {})}
    config.write_text(json.dumps({"problem_storage_globs": [str(package)], "runtime": runtime}), encoding="utf-8")
    executors = "PY3,CPP17" if compiler else "PY3"
    # Much time, since DMOJ's judge also gives up if compiling a checker takes longer than twice the time limit.
    found = sorted((package / "submissions").glob("*/*.*"))  # the accepted one first
    submissions = [each for each in found if each.parent.name != "time_limit_exceeded"]
    printed = ""
    for submission in submissions[:2]:
        command = [str(environment / "bin" / "python"), "-c", DMOJ_CLI, "-c", str(config), "--no-ansi"]
        kind = "PY3" if submission.suffix == ".py" else "CPP17"
        command += ["-e", executors, "--skip-self-test", "--", "submit", name, kind, str(submission)]
        shown = run([*command, "-tl", "150", "-ml", "1048576"], environment, package)
        printed += (
            f"$ dmoj-cli ... submit {name} {kind} {submission.relative_to(package)}\n" + shown.split("\n\n", 1)[-1]
        )
        require_points(name, package, submission, shown)
    return printed


def problem_in_package(name: str, package: Path) -> Problem:
    """Return the problem called ``name`` of which there is a ``package``."""
    if name not in OWN:
        return load(name)
    return problem_in(package.parents[1] / "own" / f"{package.parent.name}-{name}")


def require_points(name: str, package: Path, submission: Path, printed: str) -> None:
    """Raise ``JudgeError`` if points that DMOJ ``printed`` aren't those that refsol gives to the submission."""
    found = [json.loads(line.split(" ", 1)[1]) for line in printed.splitlines() if line.startswith("RESULT ")]
    problem = problem_in_package(name, package)
    expected = list(expected_points(problem, package, submission))
    total = sum(points for _number, points in expected)
    if [number for number, _verdict, _points in found] != list(range(1, len(expected) + 1)):
        raise JudgeError(f"{printed}\nthere are {len(expected)} tests")
    for (number, verdict, points), (_number, right) in zip(found, expected, strict=True):
        if points != right and verdict != "SC":
            raise JudgeError(f"{printed}\ntest {number} of {submission.name} is worth {right} points")
    if ("accepted" in submission.parts) != (total == full_points(problem, expected)):
        raise JudgeError(f"{printed}\n{submission.name} earns {total} points")


def full_points(problem: Problem, expected: list[tuple[int, int]]) -> int:
    """Return the sum of what the tests are worth, where DMOJ gives each test of a group the points of the group."""
    limits = problem.limits
    if limits.test_points is not None:
        return limits.test_points * len(expected)
    counts = [len(list(tests)) for _number, tests in groupby(expected, lambda test: test[0])]
    return sum(subtask.points * count for subtask, count in zip(limits.subtasks, counts, strict=True))


def expected_points(problem: Problem, package: Path, submission: Path) -> Iterator[tuple[int, int]]:
    """Yield for each test the number of its group and the points that the submission earns, if DMOJ judges the test."""
    limits = problem.limits
    jury = problem.jury
    program = [sys.executable, "-I", str(submission)]
    if submission.suffix != ".py":
        program = [str(package.parent / f"{package.name}-{submission.stem}")]
        subprocess.run(["g++", "-std=c++17", "-O2", "-o", *program, str(submission)], check=True)
    for source in sorted(package.glob("*/*.in")):
        group = int(source.parent.name.split("-")[0])
        data = source.read_bytes()
        if problem.interactive:
            fault = judge(problem, Command(program), data)
            yield group, limits.subtasks[group - 1].points if fault is None else 0
            continue
        done = subprocess.run(program, input=data, capture_output=True, check=False)
        answer = source.with_suffix(".out").read_bytes()
        verdict = check(jury, data, BytesIO(done.stdout), partial(_pieces, answer), reasons=False)
        full = limits.subtasks[group - 1].points if limits.test_points is None else limits.test_points
        if done.returncode == 0 and verdict.kind is VerdictKind.ACCEPTED:
            yield group, full
        else:
            yield group, 0 if limits.test_points is None else verdict.score or 0


def _pieces(answer: bytes) -> list[bytes]:
    return [answer]


def jobs(arguments: argparse.Namespace, scratch: Path) -> Iterator[Job]:
    """Yield what the judges that are named have to do, and say which are skipped."""
    tools: dict[str, Callable[[Path, Path, str], str]] = {"problemtools": verify, "bapctools": validate, "dmoj": grade}
    for tool, function in tools.items():
        environment: Path | None = getattr(arguments, tool)
        if environment is None or shutil.which(NEEDED[tool], path=SYSTEM) is None:
            missing = tool if environment is None else NEEDED[tool]
            print(f"{tool}: skipped, since {missing} is not installed", flush=True)
            continue
        for name in arguments.problems:
            if tool not in TRIED_BY.get(name, tools):
                continue
            yield Job(f"{tool}, {name}", partial(function, environment, scratch, name))
        if tool == "dmoj" and arguments.testlib is not None and "nogo" in arguments.problems:
            options = ("--checker=cpp", "--testlib", str(arguments.testlib))
            yield Job("dmoj, nogo, C++", partial(grade, environment, scratch, "nogo", *options))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    for tool in ("problemtools", "bapctools", "dmoj"):
        parser.add_argument(f"--{tool}", type=Path, metavar="DIR", help="an environment in which it is installed")
    parser.add_argument("--testlib", type=Path, metavar="FILE", help="testlib.h")
    parser.add_argument("problems", nargs="*", default=(*NAMES, *OWN), metavar="PROBLEM", help="all, if none is named")
    arguments = parser.parse_args()
    failed = 0
    with TemporaryDirectory(prefix="refsol-judges-") as directory, ThreadPoolExecutor(os.cpu_count()) as threads:
        futures = [(job.name, threads.submit(timed, job)) for job in jobs(arguments, Path(directory))]
        for name, future in futures:
            try:
                seconds, printed = future.result()
            except JudgeError as failure:
                failed += 1
                print(f"=== {name}: FAILED\n{failure}\n", flush=True)
            else:
                print(f"=== {name}: passed in {seconds:.0f} s\n{printed}", flush=True)
    print(f"{len(futures) - failed} passed, {failed} failed")
    return 1 if failed else 0


def timed(job: Job) -> tuple[float, str]:
    start = time.monotonic()
    printed = job.run()
    return time.monotonic() - start, printed


if __name__ == "__main__":
    sys.exit(main())
