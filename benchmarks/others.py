r"""How strong NoGo's search is against other programs: matches with those that speak the Go Text Protocol.

``python benchmarks/others.py --hahanogo COMMAND --nogo-sample COMMAND --nogo-mcts COMMAND [--games N] [--jobs N] [--to
DIR] [ROW ...]`` plays ``refsol nogo match`` for every row of the table, or for some, whose program is given, and prints
the table in Markdown. DIR keeps the results, and an interrupted match is resumed. Nothing is fetched. Where time is
limited, run it on a machine with nothing else to do, with twice as many processors as jobs. It needs POSIX.

The programs are on GitHub. They were tried as of the commits in :data:`PROGRAMS`, made like this:

lclan1024/HaHaNoGo, in C++, for 9 × 9
    RAVE with a policy for playouts. It has one argument, the number of simulations. A second one, the share of wins
    below which it resigns, and a third one, the processor time for a move in seconds, come from a patch::

        sed -i -e 's/argc == 2/argc >= 2/' -e 's/value > 0.2/value > (argc > 2 ? atof(argv[2]) : 0.2)/' \
            -e 's/simulationFinishedCnt < simulationCnt/argc > 3 ? e - st < atof(argv[3]) * 1e6 : &/' Main.cpp
        g++ -O3 -std=c++11 -o hahanogo *.cpp

CGLemon/NoGo-Sample, in C++, for boards with walls
    UCT with uniform playouts. Its first search may begin before the thread that is to run it waits for that, which a
    patch mends::

        sed -i '0,/std::this_thread::yield/s//m_search_monitor.notify(true); &/' src/search.cc
        g++ -O3 -std=c++14 -include cstdio -pthread -o nogo-sample src/*.cc

marcus65001/nogo-mcts, in Python with numpy, for 7 × 7
    RAVE with patterns in playouts. It has no arguments: ``--nogo-mcts "python3 nogo/mcts_player/nogo4.py"``.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from strength import add_options, difference, played


class Program(NamedTuple):
    """A program: its name, the commit, and what differs between its search and refsol's, besides the method."""

    name: str
    version: str
    differs: str


class Row(NamedTuple):
    """A match: its name, a program with more arguments, refsol's options, those of the match, and these in words."""

    name: str
    program: str
    arguments: str
    own: str
    options: Sequence[str]
    settings: str


_HAHANOGO: Final = "hahanogo"
_SAMPLE: Final = "nogo-sample"
_MCTS: Final = "nogo-mcts"
_HOLLOW: Final = ("--walls", "hollow")
_SECONDS: Final = "20"  # for a game: it takes whole seconds

PROGRAMS: Final[Mapping[str, Program]] = {
    _HAHANOGO: Program("HaHaNoGo", "00e90ed, 2018", "keeps no tree between moves"),
    _SAMPLE: Program("NoGo-Sample", "2602f21, 2024", "waits on a second processor"),
    _MCTS: Program("nogo-mcts", "eb6a06c, 2024", "begins with moves from a list, without simulations"),
}
"""The programs, by the option with their command."""
ROWS: Final = (
    Row("hahanogo-1000", _HAHANOGO, "1000", "--simulations 1000", (), "1000 simulations a move; it resigns at 20 %"),
    Row("hahanogo-1000-on", _HAHANOGO, "1000 -1", "--simulations 1000", (), "1000 simulations a move"),
    Row("hahanogo-3000-on", _HAHANOGO, "3000 -1", "--simulations 3000", (), "3000 simulations a move"),
    Row("hahanogo-0.3s", _HAHANOGO, "1 -1 0.3", "--seconds 0.3", (), "0.3 s a move"),
    Row("sample-1000", _SAMPLE, "-p 1000 --no-hollow --no-resign", "--simulations 1000", (), "1000 simulations a move"),
    Row(
        "sample-hollow", _SAMPLE, "-p 1000 --no-resign", "--simulations 1000", _HOLLOW, "Hollow NoGo, 1000 simulations"
    ),
    Row(
        "sample-20s",
        _SAMPLE,
        f"-p 1000000000 --no-hollow --no-resign --main-time {_SECONDS}",
        "--seed 1",
        ("--main-time", _SECONDS),
        f"{_SECONDS} s a game",
    ),
    Row("mcts-1000", _MCTS, "", "--simulations 1000", ("--size", "7"), "7 × 7, 1000 simulations a move"),
)
"""The rows of the table."""


def play(row: Row, command: str, games: int, jobs: int, directory: Path) -> str:
    """Play the match of a row against the program with a ``command``, and return the row of the table."""
    words = (row.own, f"{command} {row.arguments}", "--games", str(games), "--jobs", str(jobs), *row.options)
    found = played(words, directory / f"{row.name}.jsonl")
    program = PROGRAMS[row.program]
    score = "–".join(map(str, found["wins"]))
    cells = (program.name, program.version, row.settings, score, difference(found), _faults(found), program.differs)
    return f"| {' | '.join(cells)} |"


def _faults(found: Mapping[str, Any]) -> str:
    """Return how many games each side has lost by a fault."""
    engines = [fault["engine"] for fault in found["faults"]]
    return ", ".join(f"{side} {engines.count(name)}" for side, name in (("refsol", "A"), ("the other", "B")))


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser, [row.name for row in ROWS], 100)
    for option, program in PROGRAMS.items():
        parser.add_argument(f"--{option}", dest=option, metavar="COMMAND", help=f"{program.name}, of a line of words")
    arguments = parser.parse_args()
    arguments.to.mkdir(exist_ok=True)
    print("| program | version | settings | refsol won and lost | Elo difference (95 %) | lost by faults | it … |")
    print("|---|---|---|---|---|---|---|")
    for row in ROWS:
        command = vars(arguments)[row.program]
        if command and (not arguments.rows or row.name in arguments.rows):
            print(play(row, command, arguments.games, arguments.jobs, arguments.to), flush=True)


if __name__ == "__main__":
    main()
