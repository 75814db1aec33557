"""Measure what each trick, hint and flag of the solvers gains: whole processes on the largest input of every family.

``python benchmarks/gains.py [--rounds N] [--builds DIR] [PROBLEM ...]`` copies what solving needs, builds it once as it
is and once without each trick (a piece of text is replaced by plain code), hint or flag (of ``build_hints.py``), and
prints a table for each problem, for ``benchmarks/gains.md``: the processor time without it divided by that with it, for
the families where that is most and least, and the median of all families. The builds take turns, and their answers are
compared. A trick earns its place by 5 % for some family. It needs gcc and refsol's build dependencies (``pip install
'.[bench]'``).
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import Stopwatch, families, generate
from tricks import COMPLETE, TRICKS, Change, Trick, build

sys.path.insert(0, os.fspath(Path(__file__).parent.parent))
from build_hints import HINTS, HOT_FLAGS, WHOLE_PROGRAM

NEEDED: Final = (
    *("__init__.py", "errors.py", "portable/__init__.py", "portable/sources.py"),
    *(f"multigo/{name}.py" for name in ("board", "game", "legality", "solver")),
    *(f"somegame/{name}.py" for name in ("board", "solver")),
    *(f"chess/{name}.py" for name in ("board", "captures", "overlaps", "regions", "runs", "solver", "vertices")),
    *(f"nogo/{name}.py" for name in ("board", "groups", "pseudo_liberties", "solver")),
    *(f"structures/{name}.py" for name in ("__init__", "disjoint_set", "index_set", "persistent_disjoint_set")),
    *(f"structures/{name}.py" for name in ("prefetch", "sum_tree", "xoshiro")),
    *(f"text/{name}.py" for name in ("__init__", "scanner", "words", "writer")),
)
"""The modules that solving one of these problems needs."""


def _trick(name: str, instead: str, *pieces: str) -> Trick:
    """Return a trick that is taken out by changes: by turns a file in the package, a piece of its text, and another."""
    changes = zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    return Trick(name, instead, tuple(Change(f"refsol/{file}", old, new) for file, old, new in changes))


_FOURS: Final = _trick(
    "four digits from a word",
    "one word for each number",
    *("text/scanner.py", "            first = self._fours(into, first, end, low, high)\n", ""),
)
_PAIRS: Final = _trick(
    "one or two numbers from a word",
    "digit by digit",
    *("text/scanner.py", "            first = self._pairs(into, first, end, low, min(high, SHORT))\n", ""),
)
_POSITIVE_PAIRS: Final = _trick(
    "positive numbers by SWAR",
    "digit by digit",
    *(
        "text/scanner.py",
        "                first = self._positive_pairs(into, first, end, low, high)\n",
        "                pass\n",
    ),
    *("multigo/board.py", "TRIPLE_LOOKAHEAD: Final = 16", "TRIPLE_LOOKAHEAD: Final = 24"),
    *("multigo/board.py", "import positive_line_end, positive_pair", "import fast_integer"),
    "multigo/board.py",
    """    first, second, pair_length = positive_pair(read_i64_le(window, i))
    if pair_length == 0:
        return 0, 0, 0, 0
    third, rest_length = positive_line_end(read_i64_le(window, i + pair_length))
    if rest_length == 0:
        return 0, 0, 0, 0
    return first, second, third, pair_length + rest_length
""",
    """    first, length = fast_integer(read_i64_le(window, i))
    second, second_length = fast_integer(read_i64_le(window, i + length))
    length += second_length
    third, third_length = fast_integer(read_i64_le(window, i + length))
    if first < 1 or second < 1 or third < 1:
        return 0, 0, 0, 0
    return first, second, third, length + third_length
""",
)
_VERDICT_BITS: Final = _trick(
    "eight verdicts a byte",
    "a byte for each, and its text",
    *("multigo/solver.py", "verdicts[move >> 3] |= u8(legal << (move & 7))", "verdicts[move] = u8(legal)"),
    *("multigo/solver.py", "[u8(0)] * (count // _PER_BYTE + 1)", "[u8(0)] * (count + 1)"),
    "multigo/solver.py",
    """    full = int(moves // _PER_BYTE)
    for begin in range(0, full, _CHUNK):
        yield _text(verdicts, begin, min(full, begin + _CHUNK), texts)
    rest = i64(verdicts[full])
    yield b"".join(answer[rest >> k & 1] for k in range(moves % _PER_BYTE))
""",
    """    for begin in range(0, int(moves), _PER_BYTE * _CHUNK):
        yield _text(verdicts, begin, min(int(moves), begin + _PER_BYTE * _CHUNK), [b"NO\\n", b"YES\\n"])
""",
)
_WRAPPED: Final = _trick(
    "no division",
    "coordinates modulo the side",
    *("somegame/solver.py", "return coordinate + side if coordinate < 0 else coordinate", "return coordinate % side"),
)
_FAIR_LAST: Final = _trick(
    "turns are counted last",
    "turns are counted first",
    "somegame/solver.py",
    """    verdict = _verdict_if_fair(board, stones, lenient)
    if verdict != ERROR and not _is_fair(board, stones):  # checked last, since it often takes longest
        return ERROR
    return verdict
""",
    """    return _verdict_if_fair(board, stones, lenient) if _is_fair(board, stones) else ERROR
""",
)
_CROSSINGS: Final = _trick(
    "no branches on crossings",
    "`if` for neighbours and labels",
    "chess/vertices.py",
    """            piece = i64(piece_at[v])
            free = i64(piece == NO_PIECE)
            left = label
            above = i64(label_of[v - columns])
            joins_left = free & i64(east[v - 1] == OPEN) & i64(left >= pieces)
            joins_above = free & i64(south[v - columns] == OPEN) & i64(above >= pieces)
            if joins_left & joins_above & i64(left != above) == 1:
                labels.union(left, above)
            label = _choose(joins_left, left, _choose(joins_above, above, end))
            end += free & ~(joins_left | joins_above)
            label = _choose(free, label, piece)
""",
    """            left = label
            above = i64(label_of[v - columns])
            joins_left = east[v - 1] == OPEN and left >= pieces
            joins_above = south[v - columns] == OPEN and above >= pieces
            if piece_at[v] != NO_PIECE:
                label = i64(piece_at[v])
            elif joins_left:
                if joins_above and left != above:
                    labels.union(left, above)
            elif joins_above:
                label = above
            else:
                label = end
                end += 1
""",
    "chess/regions.py",
    """            west = i64(vertex_of[v - 1])
            neighbours[end] = i32(west)
            has_west = i64(east[v - 1] == OPEN) & i64(west > t)
            end += has_west
            north = i64(vertex_of[v - columns])
            neighbours[end] = i32(north)
            has_north = i64(south[v - columns] == OPEN) & i64(north > t) & _is_new(north, west, has_west)
            end += has_north
            right: i64 = _NONE
            has_east: i64 = 0
            if east[v] == OPEN:
                right = i64(vertex_of[v + 1])
                neighbours[end] = i32(right)
                has_east = i64(right > t) & _is_new(right, west, has_west) & _is_new(right, north, has_north)
                end += has_east
            if south[v] == OPEN:
                below = i64(vertex_of[v + columns])
                neighbours[end] = i32(below)
                is_new = _is_new(below, west, has_west) & _is_new(below, north, has_north)
                end += i64(below > t) & is_new & _is_new(below, right, has_east)
""",
    """            if east[v - 1] == OPEN:
                end = _listed(neighbours, begin, end, i64(vertex_of[v - 1]), t)
            if south[v - columns] == OPEN:
                end = _listed(neighbours, begin, end, i64(vertex_of[v - columns]), t)
            if east[v] == OPEN:
                end = _listed(neighbours, begin, end, i64(vertex_of[v + 1]), t)
            if south[v] == OPEN:
                end = _listed(neighbours, begin, end, i64(vertex_of[v + columns]), t)
""",
    "chess/regions.py",
    """def _is_new(""",
    """def _listed(neighbours: vec[i32], begin: i64, end: i64, vertex: i64, t: i64) -> i64:
    if vertex <= t:
        return end
    for k in range(begin, end):
        if neighbours[k] == vertex:
            return end
    neighbours[end] = i32(vertex)
    return end + 1


def _is_new(""",
)
_BEYOND_RUNS: Final = _trick(
    "no branches beyond runs",
    "`and`, `or` and `if`",
    "chess/runs.py",
    "    return i64(road == STRAIGHT) | i64(run == 0) & (i64(road == ORDINARY) | i64(road == OPEN) & alone)\n",
    "    return i64(road == STRAIGHT or (run == 0 and (road == ORDINARY or (road == OPEN and alone == 1))))\n",
    "chess/runs.py",
    "    return i64(state & opponent != 0) & i64(state >> _LEVEL <= level)\n",
    "    return i64(state & opponent != 0 and state >> _LEVEL <= level)\n",
    "chess/runs.py",
    """        found = _may_go(self._record, end, side, run, alone) & _may_end(self._record, beyond, level, opponent)
        return self._is_outside(t, beyond) if found > alone else found
""",
    """        goes = _may_go(self._record, end, side, run, alone)
        if not (goes and _may_end(self._record, beyond, level, opponent)):
            return 0
        return 1 if alone else self._is_outside(t, beyond)
""",
)
_RECORDS: Final = _trick(
    "prefetching",
    "records are not requested in advance",
    "chess/runs.py",
    """                prefetch(record, soon - stride)
                prefetch(record, soon)
                prefetch(record, soon + stride)
""",
    "                pass\n",
)
_FEW_QUERIES: Final = _trick(
    "only queries that may find something",
    "a query for each region of several crossings",
    *("chess/captures.py", "i64(regions.size[t] > 1) & i64(lowest[1 - colour] <= level)", "i64(regions.size[t] > 1)"),
)
_SCANS: Final = _trick(
    "short runs are scanned",
    "all overlaps by the sweep",
    *("chess/overlaps.py", "_BUDGET: Final = 5", "_BUDGET: Final = 0"),
)
_SWEEP: Final = _trick(
    "long runs are swept",
    "all overlaps by scans",
    *("chess/overlaps.py", "_BUDGET: Final = 5", "_BUDGET: Final = 10**9"),
)
_LINES: Final = _trick(
    "reading lines",
    "number by number, by the scanner",
    *("chess/board.py", "    last = size - _QUADRUPLE_LOOKAHEAD\n", "    last = size - size - 1\n"),
)
_LOCALS: Final = _trick(
    "a loop with local variables",
    "a call of `add` for each candidate",
    "nogo/pseudo_liberties.py",
    """        stone = self.board.stone
        stride = self.board.stride
        label = self.label
        count = self.count
        played: i64 = 0
""",
    """        played: i64 = 0
""",
    "nogo/pseudo_liberties.py",
    """            if label[point] != FREE:
                continue
            up, left, right, down, legal = take_around(label, count, stride, point, colour)
            if not legal:
                continue
            number = join_around(count, up, left, right, down, colour)
            if number:
                count[number] += pairs(up, left, right, down)
            else:
                number = len(count)
                count = append(count, pairs(up, left, right, down))
            label[point] = i32((number << SHIFT) + colour)
            stone[point] = u8(colour)
            moves""",
    """            if not self.add(point, colour):
                continue
            moves""",
    *("nogo/pseudo_liberties.py", "        self.count = count\n        return played\n", "        return played\n"),
)
_MOVES_AS_WORDS: Final = _trick(
    "moves from prepared words",
    "digit by digit",
    "nogo/solver.py",
    """            if x >= _LONG and y >= _LONG:
                write_i64_le(out, x_text[x] | y_text[y] << 32)
            else:
                write_word(out, x_text[x] | y_text[y] << bits[x], (bits[x] + bits[y]) >> 3)
""",
    """            write_integer(out, x)
            out.append(32)
            write_integer(out, y)
            out.append(10)
""",
    *(
        "nogo/solver.py",
        "from refsol.text.writer import word_of",
        "from refsol.text.writer import write_integer, word_of",
    ),
)
_OF_THE_LOOP: Final = (
    "prefetching",
    "a move late",
    "no branches",
    "a table of rights",
    "reading lines",
    "texts for eight",
)

GAINS: Final = {
    "multigo": (*(trick for trick in TRICKS if trick.name in _OF_THE_LOOP), _VERDICT_BITS, _POSITIVE_PAIRS),
    "somegame": (_FOURS, _PAIRS, _WRAPPED, _FAIR_LAST),
    "chess": (*(_RECORDS, _CROSSINGS, _BEYOND_RUNS, _FEW_QUERIES, _SCANS, _SWEEP, _LINES),),
    "nogo": (_LOCALS, _MOVES_AS_WORDS),
}
"""The tricks of each problem's solver, in the order of its table."""
BUILD: Final = (WHOLE_PROGRAM, *(hint.name for hint in HINTS if hint.name != "playout steps"), *HOT_FLAGS)
"""The hints and flags that solvers are compiled with; the hint "steps" is for games of NoGo only."""

_PROGRAM: Final = """
import sys
from refsol.{}.solver import solve
with open(sys.argv[1], "rb") as file:
    sys.stdout.buffer.write(solve(file))
"""


class Gain(NamedTuple):
    """The time without something, divided by that with it."""

    ratio: float
    family: str

    def __str__(self) -> str:
        return f"{self.ratio:.2f} ({self.family})"


def main() -> None:
    """Build, measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", choices=[*GAINS, []], metavar="PROBLEM")
    parser.add_argument("--rounds", type=int, default=7, help="measured runs of each build (default: 7)")
    parser.add_argument("--builds", type=Path, metavar="DIR", help="directory for the builds; those there are used")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for problem in arguments.problems or GAINS:
            measure(problem, arguments.rounds, arguments.builds or Path(name), Path(name))


def measure(problem: str, rounds: int, builds: Path, scratch: Path) -> None:
    """Build what is missing, measure, and print the table of a problem."""
    variants = {COMPLETE: builds / COMPLETE, **{trick.name: builds / problem / trick.name for trick in GAINS[problem]}}
    variants |= {name: builds / name for name in BUILD}
    changes = {trick.name: trick.changes for trick in GAINS[problem]}
    missing = [name for name, copy in variants.items() if not any(copy.glob("*.so"))]
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        futures = [
            executor.submit(build, variants[name], changes.get(name, ()), NEEDED, name if name in BUILD else "")
            for name in missing
        ]
        for future in futures:
            future.result()
    ratios: dict[str, list[Gain]] = {name: [] for name in variants}
    for family in families(problem):
        for name, ratio in _compare(problem, family, variants, rounds, scratch).items():
            ratios[name].append(Gain(ratio, family))
    instead = {trick.name: trick.instead for trick in GAINS[problem]}
    print(f"| {problem} without | instead | most | median | least |\n|---|---|---|---|---|")
    for name in variants:
        if name != COMPLETE:
            middle = median(gain.ratio for gain in ratios[name])
            print(f"| {name} | {instead.get(name, '')} | {max(ratios[name])} | {middle:.2f} | {min(ratios[name])} |")
    print(flush=True)


def _compare(problem: str, family: str, variants: dict[str, Path], rounds: int, scratch: Path) -> dict[str, float]:
    """Return, for each variant, the median ratio of its processor time to that of the complete build."""
    stopwatch = Stopwatch(scratch)
    given, output = scratch / "input", scratch / "output"
    generate(problem, family, given)
    command = [sys.executable, "-P", "-c", _PROGRAM.format(problem), os.fspath(given)]
    seconds: dict[str, list[float]] = {name: [] for name in variants}
    answers: set[bytes] = set()
    for number in range(rounds):
        for name in _turned(list(variants), number):
            os.environ["PYTHONPATH"] = os.fspath(variants[name])  # so a name must not have a colon
            seconds[name].append(stopwatch.measure(command, os.fspath(output)).processor)
            answers.add(output.read_bytes())
    del os.environ["PYTHONPATH"]
    if len(answers) != 1:
        raise SystemExit(f"{problem} {family}: the answers differ")
    return {
        name: median(a / b for a, b in zip(times, seconds[COMPLETE], strict=True)) for name, times in seconds.items()
    }


def _turned(names: Sequence[str], number: int) -> Sequence[str]:
    """Return the names, in every second round from last to first."""
    return names[::-1] if number % 2 else names


if __name__ == "__main__":
    main()
