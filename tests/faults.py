"""Let every call that refsol makes to the system fail, one after the other, and see that nothing is lost.

Each scenario, a command and its files, is run again and again: first its first call of a kind fails (reading, say),
then its second, and so on until a run ends without a failing call. ``tests/faults.c``, compiled on the fly and loaded
before the C library (``LD_PRELOAD``), makes that one call fail. After each run:

- the status is that of a run without a fault, and so are output and files, except that a line on standard error may say
  what could not be cleaned up; or the status is one for a failure, and one line on standard error says what failed.
  Without memory, a process may also die, and standard error may say anything;
- each file is as it was or as it should become, and there are no others: no temporary files, no scratch directories;
- no process is left;
- the same command, run again in the same place, does what it should.

Most scenarios run in forks of a process that has imported refsol, and count from ``refsol.__main__.main`` on. The
others start an interpreter each time and count from there, too, so that imports fail. What happens before is Python's.
A fork saves the time to start and to import, which is nearly all of a run.

``python tests/faults.py`` prints what went wrong, each with what repeats it, and ends with status 1 if anything did.
``--call`` and ``--scenario`` select, ``--only K`` lets just the K-th call fail, ``--minutes M`` takes scenarios at
random for so long, and ``--short`` does so for a minute, with a few of each kind. It needs Linux, where LD_PRELOAD and
subreapers are, and a C compiler.
"""

import argparse
import atexit
import ctypes
import errno
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count, takewhile
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, NoReturn, TypeAlias

import support
from fault_scenarios import Files, Scenario, scenarios

from refsol.__main__ import main as refsol_main
from refsol.problem.wording import counted

MEMORY: Final = "memory"
"""The kind of calls that allocate memory."""
ERRORS: Final[Mapping[str, tuple[int, ...]]] = {
    "open": (errno.EMFILE, errno.EIO),
    "descriptor": (errno.EMFILE,),
    "read": (errno.EIO,),
    "write": (errno.ENOSPC,),
    "seek": (errno.EIO,),
    "close": (errno.EIO,),
    "sync": (errno.EIO,),
    "stat": (errno.EIO,),
    "rename": (errno.EIO,),
    "unlink": (errno.EIO,),
    "mkdir": (errno.ENOSPC,),
    "chmod": (errno.EPERM,),
    "mmap": (errno.ENOMEM,),
    "fork": (errno.EAGAIN,),
    MEMORY: (errno.ENOMEM,),
}
"""The kinds of calls, as in ``faults.c``, and the errors with which each fails."""

SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER of <sys/prctl.h>
SHOWN: Final = 400  # characters of an output, at its beginning and at its end
SECONDS: Final = 120  # after which a run counts as hung
MOST: Final = 400  # calls that are tried of a kind with more than EVERY in a scenario
EVERY: Final = 2500
SHORT: Final = 35.0  # seconds that the short form takes, and for memory
SHORT_MEMORY: Final = 15.0
FEW: Final = 3  # calls that the short form tries of each kind
DEATHS: Final = (-signal.SIGSEGV, -signal.SIGABRT)
"""How a process may end without memory: Python and mypyc go on with a null pointer, or notice that they would."""
GRACE: Final = 20.0  # seconds in which processes that end by themselves may do so, on a machine with more to do
PRELOADED: Final = "REFSOL_FAULTS"  # the environment variable that names the directory, where the calls can fail
KINDS: Final = "REFSOL_FAULT_KINDS"  # the one that names the kinds of calls there
LINES: Final = re.compile(rb"(?:refsol: [^\n]*\n)*")
# Starts like the command refsol, but begins to count on the way and, if wanted, ends before the interpreter does.
COLD: Final = support.sections("faults")["cold"]


class Plan(NamedTuple):
    """Which calls fail: those of a ``kind`` from number ``first`` to number ``last``, with an ``error``."""

    kind: str
    first: int
    last: int
    error: int

    def path(self, report: Path) -> str:
        """Return the path that begins this plan when it is opened; calls that fail are written to ``report``."""
        return f"faults:{self.kind}:{self.first}:{self.last}:{self.error}:{report}"


NOTHING: Final = Plan("nothing", 1, 0, 0)
"""No call fails."""
Choose: TypeAlias = Callable[[int], Iterable[int]]
"""Returns the numbers of the calls that are to fail, of this many."""


class Result(NamedTuple):
    status: int
    stdout: bytes
    stderr: bytes
    files: Files
    scratch: list[str]
    """What is left in the directory for temporary files."""
    processes: int
    """How many processes were left."""
    failed: list[str]
    """The calls that failed, or all, if none was to fail."""


# Running a scenario


def prepare(place: Path, files: Files) -> None:
    shutil.rmtree(place, ignore_errors=True)
    (place / "tmp").mkdir(parents=True)
    (place / "work").mkdir()
    for name, content in files.items():
        path = place / "work" / name
        if name.endswith("/"):
            path.mkdir()
        else:
            path.write_bytes(content)


def run(scenario: Scenario, place: Path, plan: Plan) -> Result:
    for name in ("out", "err", "report"):
        (place / name).write_bytes(b"")
    (place / "stdin").write_bytes(scenario.stdin)
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _become(scenario, place, plan)
    _pid, status = os.waitpid(child, 0)
    processes = _end_processes()  # the last ones may still be removing what is left
    return Result(
        os.waitstatus_to_exitcode(status),
        (place / "out").read_bytes(),
        (place / "err").read_bytes(),
        _files_in(place / "work"),
        sorted(path.name for path in (place / "tmp").iterdir()),
        processes,
        (place / "report").read_text(errors="replace").splitlines(),
    )


def _become(scenario: Scenario, place: Path, plan: Plan) -> NoReturn:
    signal.alarm(SECONDS)
    os.chdir(place / "work")
    os.environ["TMPDIR"] = str(place / "tmp")
    for descriptor, name, flags in ((0, "stdin", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY)):
        os.dup2(os.open(place / name, flags | os.O_APPEND), descriptor)
    os.closerange(3, 64)
    begin, end = plan.path(place / "report"), NOTHING.path(place / "report")
    if scenario.cold:
        last = end if plan.kind == MEMORY else ""
        os.execv(sys.executable, [sys.executable, "-P", "-c", COLD, begin, last, *scenario.arguments])
    if plan == NOTHING:
        atexit.register(_note_modules, place / "modules")
    sys.argv = ["refsol", *scenario.arguments]
    _count(begin)
    if scenario.call is not None:
        sys.exit(_call(scenario.call, end))
    status = refsol_main()
    if plan.kind == MEMORY:
        _stop_counting(end)  # what the interpreter needs to end is not refsol's
    sys.exit(status)


def _count(path: str) -> None:
    with suppress(FileNotFoundError, MemoryError):  # which may be the first to need memory
        os.open(path, os.O_RDONLY)


def _stop_counting(end: str) -> None:
    try:
        _count(end)
    except MemoryError:  # the one call that was to fail; a suppress() would need memory, too
        _count(end)


def _call(function: Callable[[], object], end: str) -> int:
    """Print what a call returns, as a verb does, once nothing fails any longer; return the exit status."""
    try:
        result = function()
    except MemoryError:
        os.write(2, b"refsol: out of memory\n")
        return 4
    _stop_counting(end)  # without memory, repr() may forget that it is done with a tuple, and write (...) for it
    os.write(1, repr(result).encode())
    return 0


def _note_modules(path: Path) -> None:
    path.write_text("\n".join(sys.modules), encoding="utf-8")


def _import_all(path: Path) -> None:
    if path.exists():
        for name in path.read_text(encoding="utf-8").splitlines():
            if name not in sys.modules:
                with suppress(ImportError):
                    import_module(name)


def _files_in(root: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for directory, directories, files in os.walk(root):
        for name in files:
            path = Path(directory, name)
            found[str(path.relative_to(root))] = path.read_bytes()
        for name in directories:
            found[f"{Path(directory, name).relative_to(root)}/"] = b""
    return found


def _end_processes() -> int:
    """Kill and reap all children, which are what a run has left; return how many there were."""
    found = 0
    end = time.monotonic() + GRACE
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG) != (0, 0):
                continue
        except ChildProcessError:
            return found
        if time.monotonic() > end:
            for pid in Path("/proc/thread-self/children").read_bytes().split():
                found += 1
                os.kill(int(pid), signal.SIGKILL)
                os.waitpid(int(pid), 0)
        time.sleep(0.001)


# Judging a run


def faults_of(scenario: Scenario, right: Result, result: Result) -> Iterator[str]:
    """Yield what is wrong with a run in which a call failed; ``right`` is one without a fault."""
    if result.processes:
        yield f"{result.processes} processes are left"
    found = {**result.files}
    without_memory = any("alloc" in call for call in result.failed)
    dies = without_memory and result.status in DEATHS
    if dies or b".refsol-part: can't be removed: " in result.stderr:
        found = {name: content for name, content in found.items() if not _resumed(name)}
    if dies:
        found = _without_leftovers(found)
    yield from _wrong_files({**scenario.files}, right.files, found)
    if dies:
        return
    # Without memory, Python may also write what it thinks of that.
    unheard = without_memory or any(call.startswith("write 2") for call in result.failed)
    if not unheard and not LINES.fullmatch(result.stderr) and result.stderr != right.stderr:
        yield f"status {result.status}, standard error: {_shown(result.stderr)}"
    left = [name for name in result.scratch if name.startswith("refsol-")]  # others are those with which tempfile looks
    if left and b"can't be removed" not in result.stderr:  # for a directory in which it can write
        yield f"temporary files are left: {', '.join(left)}"
    if result.status == right.status:
        unsaved = not scenario.repeats and b"could not be saved" in result.stdout
        if _timeless(result.stdout) != _timeless(right.stdout) and not unsaved:
            yield f"status {result.status}, but another output: {_shown(result.stdout)}"
        if found != right.files and not unsaved:
            yield f"status {result.status}, but other files: {sorted(found)}"
        return
    if result.status == -signal.SIGALRM:
        yield f"it hung for {SECONDS} s"
    elif result.status not in scenario.failed:
        yield f"status {result.status}: {_shown(result.stderr)}"
    elif (lines := _lines_after(right.stderr, result.stderr)) != 1 and not unheard:
        yield f"status {result.status} with {lines} lines: {_shown(result.stderr)}"
    if not _timeless(right.stdout).startswith(_timeless(result.stdout)):
        yield f"status {result.status}, but another output: {_shown(result.stdout)}"


def _resumed(name: str) -> bool:
    return ".refsol-part" in name


def _without_leftovers(files: Files) -> dict[str, bytes]:
    """Return files without temporary files that a process leaves that is killed."""
    return {name: content for name, content in files.items() if not Path(name).name.startswith(".refsol-")}


def _lines_after(expected: bytes, said: bytes) -> int:
    """Return how many lines follow those that were expected, such as the first errors of several."""
    lines = said.splitlines()
    same = takewhile(lambda pair: pair[0] == pair[1], zip(lines, expected.splitlines(), strict=False))
    return len(lines) - len(list(same))


def _wrong_files(before: Files, after: Files, found: Files) -> Iterator[str]:
    for name, content in found.items():
        if content not in (before.get(name), after.get(name)):
            yield f"{name} is " + ("neither old nor new" if name in {**before, **after} else "left")
    yield from (f"{name} is gone" for name in before if name in after and name not in found)


def _shown(text: bytes) -> str:
    said = text.decode("utf-8", "backslashreplace")
    return ascii(said if len(said) < 2 * SHOWN else f"{said[:SHOWN]} ... {said[-SHOWN:]}")


def _timeless(text: bytes) -> bytes:
    """Return an output without times and memory, and without the number of tests that were there already."""
    text = re.sub(rb"(?m)^(time of|safety margin|suggested time limit).*", b"", text)
    return re.sub(rb" *[0-9.]+ s\b| *[0-9]+ MiB|[0-9]+ runs|[0-9.]+ a second|[0-9]+ tests? written.*", b"", text)


def attempt(scenario: Scenario, place: Path, right: Result, plan: Plan) -> tuple[Result, list[str]]:
    """Run a scenario in which a call fails, and once more without a fault; return the result and what was wrong."""
    prepare(place, scenario.files)
    result = run(scenario, place, plan)
    wrong = list(faults_of(scenario, right, result))
    done = right.files.items() <= result.files.items()
    repeated = scenario.repeats or not done  # what was done need not be possible once more
    if not wrong and result.failed and not scenario.call and repeated:
        again = run(scenario, place, NOTHING)
        same = not scenario.repeats or _timeless(again.stdout) == _timeless(right.stdout)
        if again.status != right.status or not same:
            wrong.append(f"run again: status {again.status}, {_shown(again.stdout)}, {_shown(again.stderr)}")
        elif (again.files if result.status not in DEATHS else _without_leftovers(again.files)) != right.files:
            wrong.append(f"run again: other files: {sorted(again.files)}")
    return result, wrong


class Attempt(NamedTuple):
    kind: str
    wrong: list[str]
    died: bool
    """Whether the process died."""


def attempts(scenario: Scenario, place: Path, kinds: list[str], choose: Choose) -> Iterator[Attempt]:
    """Let the calls of some kinds fail that ``choose`` chooses from their numbers."""
    prepare(place, scenario.files)
    run(scenario, place, NOTHING)
    _import_all(place / "modules")
    prepare(place, scenario.files)
    right = run(scenario, place, NOTHING)
    if right.status not in (0, 1, 3, 42) or right.processes or right.scratch:
        yield Attempt(kinds[0], [f"{scenario.name}: without a fault: {right.status}: {_shown(right.stderr)}"], False)
        return
    for kind in kinds:
        prepare(place, scenario.files)
        total = len(run(scenario, place, Plan(kind, 0, 0, 0)).failed)
        numbers = choose(total) if total else ()
        for number, error in ((number, error) for number in numbers for error in ERRORS[kind]):
            result, wrong = attempt(scenario, place, right, Plan(kind, number, number, error))
            if number > total and not result.failed:
                break
            if result.failed or wrong:
                what = f"{kind} {number} of {total} ({', '.join(result.failed)}: {errno.errorcode[error]})"
                faults = [f"{scenario.name}: {what}: {each}" for each in wrong]
                yield Attempt(kind, faults, result.status in DEATHS)


def all_of(total: int) -> Iterable[int]:
    """Return the numbers of all calls and of more, since another run may have more; of very many, every n-th."""
    return count(1, total // MOST if total > EVERY else 1)


def only(number: int, _total: int) -> list[int]:
    return [number]


def few_of(total: int) -> list[int]:
    return sorted({1 + k * (total - 1) // max(1, FEW - 1) for k in range(FEW)}) if total else []


def compiler() -> str | None:
    """Return the C compiler, or None where there is none, or where calls can't be made to fail."""
    return shutil.which("cc") or shutil.which("gcc") if sys.platform == "linux" else None


def main() -> int:
    parser = argparse.ArgumentParser(description="Let calls to the system fail, one after the other.")
    parser.add_argument("--call", choices=ERRORS, action="append", help="a kind of calls; may be repeated")
    parser.add_argument("--scenario", default="", help="only scenarios whose names begin with this")
    parser.add_argument("--only", type=int, help="the number of the only call to fail")
    parser.add_argument("--short", action="store_true", help="let only a few calls fail")
    parser.add_argument("--minutes", type=float, help="take scenarios at random, for so long")
    parser.add_argument("--list", action="store_true", help="list the scenarios")
    options = parser.parse_args()
    if options.list:
        print(*(scenario.name for scenario in scenarios()), sep="\n")
        return 0
    if PRELOADED in os.environ:
        choose: Choose = few_of if options.short else all_of
        if options.only is not None:
            choose = partial(only, options.only)
        seconds = None if options.minutes is None else 60 * options.minutes
        kinds = os.environ[KINDS].split()
        if options.short:
            seconds = SHORT_MEMORY if kinds == [MEMORY] else SHORT
        return 1 if run_all(kinds, options.scenario, choose, seconds) else 0
    command = compiler()
    if command is None:
        print("skipped: faults need Linux and a C compiler")
        return 0
    with tempfile.TemporaryDirectory(prefix="faults-") as directory:
        shim = Path(directory, "faults.so")
        source = Path(__file__).with_suffix(".c")
        subprocess.run([command, "-O1", "-shared", "-fPIC", "-o", shim, source, "-ldl"], check=True)
        status = 0
        wanted = options.call or list(ERRORS)
        for kinds in ([kind for kind in wanted if kind != MEMORY], [kind for kind in wanted if kind == MEMORY]):
            if not kinds:
                continue
            environment = {
                **os.environ,
                "LD_PRELOAD": str(shim),
                PRELOADED: directory,
                KINDS: " ".join(kinds),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "0",  # so that the K-th call is the same in every run
                "PYTHONMALLOC": "malloc" if kinds == [MEMORY] else "default",
                "TERM": "dumb",
            }
            again = [sys.executable, __file__, *sys.argv[1:]]
            status |= subprocess.run(again, env=environment, check=False).returncode
    return status


def run_all(kinds: list[str], words: str, choose: Choose, seconds: float | None) -> bool:
    """Run the scenarios whose names begin with ``words``, print what was wrong, and return whether anything was.

    With ``seconds``, they are run in random order until the time is over.
    """
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    place = Path(os.environ[PRELOADED], "place")
    wanted = [scenario for scenario in scenarios() if scenario.name.startswith(words)]
    jobs = [scenario for scenario in wanted if scenario.call is None or MEMORY in kinds]
    end = math.inf if seconds is None else time.monotonic() + seconds
    if seconds is not None:
        Random(support.FRESH_SEED).shuffle(jobs)
    done, tried, wrong, deaths = (Counter[str]() for _ in range(4))
    for scenario in jobs:
        before = tried.copy()
        for kind, faults, died in attempts(scenario, place, kinds, choose):
            tried[kind] += 1
            wrong[kind] += bool(faults)
            deaths[kind] += died
            print(*faults, sep="\n", end="\n" if faults else "", flush=True)
            if time.monotonic() > end:
                break
        done.update(kind for kind in kinds if tried[kind] > before[kind])
        if time.monotonic() > end:
            break
    for kind in kinds:
        runs = f"{counted(tried[kind], 'run')} of {counted(done[kind], 'scenario')}"
        dead = f"; {deaths[kind]} died" if deaths[kind] else ""
        print(f"{kind}: {runs} with a call that failed, something wrong in {wrong[kind]}{dead}")
    if wrong.total():
        print("To repeat one: python tests/faults.py --scenario NAME --call KIND --only NUMBER")
    return wrong.total() > 0


if __name__ == "__main__":
    sys.exit(main())
