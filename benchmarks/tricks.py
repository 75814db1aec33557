"""Measure what each trick gains in a hot loop, that of Multi-Go's moves: once in full, and once without each trick.

``python benchmarks/tricks.py [--rounds N] [TRICK ...]`` copies what Multi-Go's solver needs, changes the copy for each
trick by replacing pieces of its text, builds it as refsol is built, and prints a table: instructions a move, as counted
by valgrind, and for the processor time the median of the ratios to the build that it is compared with. The builds take
turns. The answers of all are the same, which is checked. It needs gcc, refsol's build dependencies
(``pip install '.[bench]'``) and, for the instructions, valgrind.

``--c FUNCTION`` instead prints the C that mypyc writes for a function of the solver, without the tricks that are named.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from processes import generate

_ROOT: Final = Path(__file__).parent.parent
_BUILT: Final = (
    "setup.py",
    "build_docstrings.py",
    "build_hints.py",
    "build_libraries.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
_NEEDED: Final = (
    *("__init__.py", "errors.py", "portable/__init__.py", "portable/sources.py"),
    *("multigo/board.py", "multigo/game.py", "multigo/legality.py", "multigo/solver.py"),
    *("structures/__init__.py", "structures/prefetch.py"),
    *("text/__init__.py", "text/scanner.py", "text/words.py", "text/writer.py"),
)
_SOLVER: Final = "refsol/multigo/solver.py"
_HINTS: Final = "build_hints.py"

COMPLETE: Final = "(all tricks)"
"""The name of the build without a change."""
INTERPRETED: Final = "interpreted"
"""The name of the build that runs its sources."""


class Change(NamedTuple):
    """A piece of text in a file, and what is there instead."""

    file: str
    old: str
    new: str


class Trick(NamedTuple):
    """A trick, and how a copy of the solver loses it."""

    name: str
    instead: str
    """The plain way that the copy takes instead, in a few words."""
    changes: tuple[Change, ...]
    against: str = COMPLETE
    """The trick that is also missing in the build with which this one is compared."""
    how: str = "moves"
    """How the moves are made: ``moves`` by the solver, ``calls`` one by one from Python."""


def in_solver(*pieces: str) -> tuple[Change, ...]:
    """Return the changes of the solver: old and new pieces of its text by turns."""
    return tuple(Change(_SOLVER, old, new) for old, new in zip(pieces[::2], pieces[1::2], strict=True))


_PREFETCHES: Final = """            prefetch(owner, cell - stride)
            prefetch(owner, cell)
            prefetch(owner, cell + stride)
"""
_DELAYED: Final = """            if move > first:
                _note(self.verdicts, move - 1, make_move(owner, board.present, stride, waiting_cell, waiting_player))
            move += 1
        if move > first:
            _note(self.verdicts, move - 1, make_move(owner, board.present, stride, cell, player))
"""
_AT_ONCE: Final = """            _note(self.verdicts, move, make_move(owner, board.present, stride, cell, player))
            move += 1
"""
_VERDICT: Final = """    may_lose = i64(_RIGHTS[lost])
    may_gain = i64(_RIGHTS[gained]) >> (2 - i64(present[gainer] != 0))
    legal = may_lose & may_gain & 1 | i64(loser == gainer)
    owner[cell] = i32(loser ^ (loser ^ gainer) & -legal)
    present[loser] &= u8(i64(lost & _EDGES != 0) | legal ^ 1)
    present[gainer] |= u8(legal)
    return legal
"""
_VERDICT_WITH_BRANCHES: Final = """    if loser == gainer:
        return 1
    if not i64(_RIGHTS[lost]) & 1:
        return 0
    if present[gainer]:
        if not i64(_RIGHTS[gained]) & 2:
            return 0
    elif not i64(_RIGHTS[gained]) & 4:
        return 0
    owner[cell] = i32(gainer)
    if lost & _EDGES == 0:
        present[loser] = u8(0)
    present[gainer] = u8(1)
    return 1
"""
_RUNS: Final = """    runs = _touching_runs(pattern)
    return i64(runs <= 1 and pattern != _ALL_AROUND) | i64(runs == 1) << 1 | i64(runs == 0) << 2
"""
_TEXTS: Final = """    full = int(moves // _PER_BYTE)
    for begin in range(0, full, _CHUNK):
        yield _text(verdicts, begin, min(full, begin + _CHUNK), texts)
    rest = i64(verdicts[full])
    yield b"".join(answer[rest >> k & 1] for k in range(moves % _PER_BYTE))
"""
_TEXT_BY_TEXT: Final = """    answers: list[bytes] = []
    for move in range(moves):
        answers.append(b"YES\\n" if i64(verdicts[move >> 3]) >> (move & 7) & 1 else b"NO\\n")
    yield b"".join(answers)
"""
_READING: Final = """        move = self._make_fast(0)
"""
_READING_TOKENS: Final = """        window, offset, size = self.scanner.buffer()
        tokens = window[offset:size].split(None, int(3 * self.count))
        move: i64 = 0
        while move < self.count:
            x = i64(int(tokens[3 * move]))
            y = i64(int(tokens[3 * move + 1]))
            player = i64(int(tokens[3 * move + 2]))
            if not (1 <= x <= board.height and 1 <= y <= board.width and 1 <= player <= board.players):
                break
            cell = x * board.stride + y
            _note(self.verdicts, move, make_move(board.owner, board.present, board.stride, cell, player))
            move += 1
        scanner.skip_to(size)
"""
_PLAY_ARGUMENTS: Final = "(owner: vec[i32], present: vec[u8], stride: i64, cell: i64, gainer: i64) -> i64:"
_PATTERN_ARGUMENTS: Final = "(player: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:"

TRICKS: Final = (
    Trick("prefetching", "cells are not requested in advance", in_solver(_PREFETCHES, "")),
    Trick(
        "a move late",
        "each move is made as soon as it is read; nothing is requested",
        in_solver(_PREFETCHES, "", _DELAYED, _AT_ONCE),
        against="prefetching",
    ),
    Trick("no branches", "`if` and `return` for the verdict", in_solver(_VERDICT, _VERDICT_WITH_BRANCHES)),
    Trick(
        "a table of rights",
        "runs are counted for each move",
        in_solver("i64(_RIGHTS[lost])", "_rights(lost)", "i64(_RIGHTS[gained])", "_rights(gained)"),
    ),
    Trick(
        "machine integers",
        "`int` in `make_move` and `_pattern`",
        in_solver(
            *(f"def make_move{_PLAY_ARGUMENTS}", f"def make_move{_PLAY_ARGUMENTS.replace('i64', 'int')}"),
            *("    loser = i64(owner[cell])", "    loser = int(owner[cell])"),
            *("    a = i64(owner[above - 1])", "    a = int(owner[above - 1])"),
            *("    b = i64(owner[above])", "    b = int(owner[above])"),
            *("    c = i64(owner[above + 1])", "    c = int(owner[above + 1])"),
            *("    d = i64(owner[cell + 1])", "    d = int(owner[cell + 1])"),
            *("    e = i64(owner[below + 1])", "    e = int(owner[below + 1])"),
            *("    f = i64(owner[below])", "    f = int(owner[below])"),
            *("    g = i64(owner[below - 1])", "    g = int(owner[below - 1])"),
            *("    h = i64(owner[cell - 1])", "    h = int(owner[cell - 1])"),
            *(_VERDICT, re.sub(r"\bi64\(", "int(", _VERDICT)),
            *(f"def _pattern{_PATTERN_ARGUMENTS}", f"def _pattern{_PATTERN_ARGUMENTS.replace('i64', 'int')}"),
            *("    pattern: i64 = 0\n", "    pattern = 0\n"),
        ),
    ),
    Trick(
        "arrays",
        "a `list` of the owners; nothing is requested",
        (
            *in_solver(
                *(_PREFETCHES, ""),
                *(
                    f"def make_move{_PLAY_ARGUMENTS}",
                    f"def make_move{_PLAY_ARGUMENTS.replace('vec[i32]', 'list[int]')}",
                ),
                *(
                    "owner[cell] = i32(loser ^ (loser ^ gainer) & -legal)",
                    "owner[cell] = loser ^ (loser ^ gainer) & -legal",
                ),
                *(
                    "        self.count: Final[i64] = count\n",
                    "        self.count: Final[i64] = count\n"
                    "        self.cells: Final = [int(player) for player in board.owner]\n",
                ),
                *("        owner = board.owner\n        stride", "        owner = self.cells\n        stride"),
                *(
                    "_note(self.verdicts, move, make_move(board.owner, ",
                    "_note(self.verdicts, move, make_move(self.cells, ",
                ),
                *("    legal = make_move(owner, present, stride, cell, gainer) == 1", "    legal = False"),
            ),
            Change(
                "refsol/multigo/game.py",
                "        legal = make_move(board.owner, board.present, board.stride, cell, player) == 1",
                "        legal = False",
            ),
        ),
        against="prefetching",
    ),
    Trick(
        "constants",
        "`Final` is left out",
        in_solver("_EDGES: Final = ", "_EDGES = ", "_RIGHTS: Final = ", "_RIGHTS = "),
    ),
    Trick(
        "reading lines",
        "number by number, by the scanner; nothing is requested",
        in_solver("        last = size - TRIPLE_LOOKAHEAD\n", "        last = size - size - 1\n"),
        against="prefetching",
    ),
    Trick(
        "reading numbers",
        "`split` and `int`; nothing is requested",
        in_solver(_READING, _READING_TOKENS),
        against="prefetching",
    ),
    Trick("texts for eight", "a text for each answer, then `join`", in_solver(_TEXTS, _TEXT_BY_TEXT)),
    Trick("one call", "interpreted Python calls `Game.play` for each move", (), how="calls"),
    Trick(
        "hints and flags",
        "mypyc and gcc as they come, with `-O3`",
        (
            Change("setup.py", '"win32" else HINTS)', '"win32" else ())'),
            Change(_HINTS, "        options.global_opts = True\n", ""),
            Change("setup.py", " if name != WITHOUT for flag in group]", " if not name for flag in group]"),
        ),
    ),
)
"""The tricks, in the order of the table."""

# Reads the board and makes the moves, or this many of them, in refsol or by calls from Python; writes the answer, and
# prints how many moves there were and the processor time that they took.
_PROGRAM: Final = """
import sys, time
from refsol.multigo.board import scan_board
from refsol.multigo.game import Game
from refsol.multigo.solver import _Moves, _texts
from refsol.text.scanner import Scanner
_program, how, source, target, most = sys.argv
with open(source, "rb") as file:
    data = file.read()
scanner = Scanner(data)
board, total = scan_board(scanner)
count = min(total, int(most))
if how == "moves":
    moves = _Moves(scanner, board, count)
    begin = time.process_time()
    moves.make()
    answer = b"".join(_texts(moves.verdicts, count))
    seconds = time.process_time() - begin
else:
    numbers = [int(token) for token in data.split()[-3 * total :]]
    triples = list(zip(numbers[::3], numbers[1::3], numbers[2::3]))[:count]
    play = Game(board).play
    begin = time.process_time()
    verdicts = [play(x, y, player) for x, y, player in triples]
    seconds = time.process_time() - begin
    answer = b"".join([b"YES\\n" if verdict else b"NO\\n" for verdict in verdicts])
with open(target, "wb") as file:
    file.write(answer)
print(count, seconds)
"""
_ALL: Final = 10**6  # moves in the largest input
_FEW: Final = 8  # moves with which everything else is counted


def main() -> None:
    """Build, measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tricks", nargs="*", metavar="TRICK", help="default: all; with --c: none")
    parser.add_argument("--rounds", type=int, default=11, help="measured runs of each build (default: 11)")
    parser.add_argument("--family", default="combs", help="family of the input (default: combs)")
    parser.add_argument("--builds", type=Path, metavar="DIR", help="directory for the builds; those there are used")
    parser.add_argument("--c", metavar="FUNCTION", help="print the C of this function of the solver instead")
    arguments = parser.parse_args()
    chosen = [trick for trick in TRICKS if not arguments.tricks or trick.name in arguments.tricks]
    if arguments.c:
        with tempfile.TemporaryDirectory() as name:
            changes = [change for trick in chosen for change in trick.changes] if arguments.tricks else []
            print(c_of(arguments.c, written_c(Path(name), tuple(changes))), end="")
    else:
        with tempfile.TemporaryDirectory() as name:
            _measure(chosen, arguments.rounds, arguments.family, arguments.builds or Path(name))


def _measure(tricks: list[Trick], rounds: int, family: str, directory: Path) -> None:
    """Build refsol with and without the tricks, in a directory, and print the table."""
    data, smaller = directory / "input", directory / "smaller"
    generate("multigo", family, data)
    generate("multigo", family, smaller, 1 / 16)  # valgrind is slow, and counting is exact
    missing = {trick.against for trick in tricks} - {trick.name for trick in tricks} - {COMPLETE}
    tricks = [*(trick for trick in TRICKS if trick.name in missing), *tricks]
    builds = [Trick(COMPLETE, "", ()), *tricks]
    unbuilt = [trick for trick in builds if not any((directory / trick.name).glob("*.so"))]  # put there at the end
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        for future in [executor.submit(build, directory / trick.name, trick.changes) for trick in unbuilt]:
            future.result()
    shutil.copytree(directory / COMPLETE, directory / INTERPRETED, dirs_exist_ok=True)
    seconds: dict[str, list[float]] = {trick.name: [] for trick in builds}
    answers = set()
    count = 0
    for number in range(rounds):
        for trick in builds:
            count, elapsed = _run(directory / trick.name, trick.how, data, directory / "answer")
            seconds[trick.name].append(elapsed)
            answers.add((directory / "answer").read_bytes())
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    _count, interpreted = _run(directory / INTERPRETED, "moves", data, directory / "answer", pure="1")
    if answers != {(directory / "answer").read_bytes()}:
        raise SystemExit("the answers differ")
    instructions = {trick.name: _instructions(directory / trick.name, trick.how, smaller) for trick in builds}
    print("| without | instead | instructions a move | ns a move | compared with | time without ÷ with (quartiles) |")
    print("|---" * 6 + "|")
    for trick in builds:
        ratios = [a / b for a, b in zip(seconds[trick.name], seconds[trick.against], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        ratio = "" if trick.name == COMPLETE else f"{middle:.2f} ({low:.2f}–{high:.2f})"
        nanoseconds = statistics.median(seconds[trick.name]) / count * 1e9
        counted = f"{instructions[trick.name]:.0f}" if instructions[trick.name] else "-"
        against = "" if trick.name == COMPLETE else trick.against
        print(f"| {trick.name} | {trick.instead} | {counted} | {nanoseconds:.0f} | {against} | {ratio} |")
    ratio = f"{interpreted / statistics.median(seconds[COMPLETE]):.0f}"
    nanoseconds = interpreted / count * 1e9
    print(f"| compiling | the same source, interpreted | - | {nanoseconds:.0f} | {COMPLETE} | {ratio} |")


def copy_sources(copy: Path, changes: tuple[Change, ...], needed: tuple[str, ...] = _NEEDED) -> None:
    """Copy what is ``needed``, by default by Multi-Go's solver, into a new directory, and make changes in it."""
    for name in needed:
        target = copy / "refsol" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(_ROOT / "refsol" / name, target)
        (target.parent / "__init__.py").touch()  # empty, unless it is one of those copied
    for name in _BUILT:
        shutil.copy(_ROOT / name, copy)
    for change in changes:
        change_text(copy, change)


def build(copy: Path, changes: tuple[Change, ...], needed: tuple[str, ...] = _NEEDED, without: str = "") -> None:
    """Build what is ``needed``, with changes, in a new directory, ``without`` a hint or flag if one is named."""
    copy_sources(copy, changes, needed)
    hint = {"REFSOL_WITHOUT_HINT": without} if without else {}
    environment = {**os.environ, **hint, "REFSOL_REQUIRE_COMPILED": "1", "REFSOL_PURE": "0"}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True)


def written_c(copy: Path, changes: tuple[Change, ...] = ()) -> str:
    """Return the C that mypyc writes, in a new directory, for the solver with changes and for what it needs."""
    copy_sources(copy, changes)
    script = """
import build_hints, sys
assert build_hints.generate_as_whole([(sys.argv[1:], "refsol")], "build")
"""
    modules = [f"refsol/{name}" for name in _NEEDED if "/" in name and "__init__" not in name]
    subprocess.run([sys.executable, "-c", script, *modules], cwd=copy, check=True, capture_output=True)
    return (copy / "build" / "__native_refsol.c").read_text(encoding="utf-8")


def change_text(root: Path, change: Change) -> None:
    """Make a change in the tree at ``root``. Raises ``ValueError`` if its piece of text isn't there exactly once."""
    path = root / change.file
    text = path.read_text(encoding="utf-8")
    if text.count(change.old) != 1:
        raise ValueError(f"{change.file} has {text.count(change.old)} times: {change.old}")
    path.write_text(text.replace(change.old, change.new), encoding="utf-8")


def _run(copy: Path, how: str, data: Path, answer: Path, pure: str = "0") -> tuple[int, float]:
    """Make the moves of an input and write the answer; return how many there were, and the processor time they took."""
    command = [sys.executable, "-c", _PROGRAM, how, os.fspath(data), os.fspath(answer), str(_ALL)]
    environment = _environment(copy, pure)
    done = subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True, text=True)
    count, seconds = done.stdout.split()
    return int(count), float(seconds)


def _instructions(copy: Path, how: str, data: Path) -> float:
    """Return how many instructions a move takes: those with all moves less those with few; 0 without valgrind."""
    if shutil.which("valgrind") is None:
        return 0.0
    totals, counts = [], []
    for most in (_ALL, _FEW):
        valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        command = [*valgrind, sys.executable, "-c", _PROGRAM, how, os.fspath(data), os.devnull, str(most)]
        done = subprocess.run(command, cwd=copy, env=_environment(copy), check=True, capture_output=True, text=True)
        totals += [int(total) for total in re.findall(r"Collected : (\d+)", done.stderr)]
        counts.append(int(done.stdout.split()[0]))
    return (totals[0] - totals[1]) / (counts[0] - counts[1])


def _environment(copy: Path, pure: str = "0") -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.fspath(copy), "REFSOL_PURE": pure, "PYTHONHASHSEED": "0"}


def c_of(function: str, text: str) -> str:
    """Return the body that mypyc wrote for a function, in its ``text`` of C, without what it indents a line by."""
    found = re.search(rf"(?ms)^\w+ CPyDef_\w+___{function}\([^;{{}}]*\) \{{.*?^\}}\n", text)
    if found is None:
        raise SystemExit(f"mypyc wrote no C for {function}")
    return re.sub(r"(?m)^ {5,}", "    ", found[0])


if __name__ == "__main__":
    main()
