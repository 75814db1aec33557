"""A GTP engine that plays random legal moves; ``--fault KIND --at N`` makes it misbehave at its Nth move.

With ``--knows``, only those optional commands are known, and ``--refuses`` are refused. ``--log FILE`` gets all lines.
"""

import argparse
import os
import random
import signal
import sys
import time
from pathlib import Path

from refsol.nogo import Board, Game
from refsol.nogo.play.record import walled_board

parser = argparse.ArgumentParser()
parser.add_argument("--seed", default="1")
parser.add_argument("--fault", default="")
parser.add_argument("--at", type=int, default=3)
parser.add_argument("--knows", nargs="*")
parser.add_argument("--refuses", nargs="*", default=())
parser.add_argument("--log")
options = parser.parse_args()
source = random.Random(options.seed.encode("utf-8", "surrogateescape"))
game = Game(Board(9))
moves = 0


def answer(words: list[str]) -> str:
    global game, moves
    match words:
        case [name, *_] if name in options.refuses:
            return "? not today"
        case ["known_command", name] if options.knows is not None:
            return f"= {str(name in options.knows).lower()}"
        case ["boardsize", size]:
            game = Game(Board(int(size)))
        case ["hollow", *names]:
            game = Game(walled_board(game.board.rows, game.board.rows, names))
        case ["clear_board"]:
            game = Game(Board(game.board.rows))
        case ["play", _, name]:
            if options.fault == "refuses":
                return "= resign"
            assert game.move(game.board.parse(name))
        case ["genmove", _]:
            moves += 1
            if moves == options.at:
                misbehave(options.fault)
            points = game.legal_points()
            point = points[source.randrange(len(points))]
            if moves == options.at and options.fault == "illegal":
                return f"= {game.board.name(game.moves[0])}"
            if moves == options.at and options.fault in ("resign", "pass", "nonsense"):
                return f"= {options.fault}"
            if moves == options.at and options.fault == "error":
                return "? cannot move"
            if moves == options.at and options.fault == "protocol":
                return "hello"
            if options.fault == "chatter":
                print("depth = 3")
            game.move(point)
            return f"= {game.board.name(point).lower()}"
        case ["komi", _]:
            return "? unknown command"
        case _:
            return "="
    return "="


def misbehave(fault: str) -> None:
    begin = time.process_time()
    if fault == "crash":
        print("out of luck", file=sys.stderr, flush=True)
        os.abort()
    if fault in ("SIGKILL", "SIGSTOP"):
        os.kill(os.getppid(), signal.Signals[fault])
        time.sleep(600)
    while fault == "flood":
        print("\n" * 1000)
    if fault == "quit":
        sys.exit()
    while fault == "burn" and time.process_time() < begin + 2:
        pass
    if fault == "nap":
        time.sleep(1.5)
    if fault == "sleep":
        time.sleep(1000)


if options.fault == "chatter":
    print("An engine", end="\n\n", flush=True)
for line in sys.stdin:
    if options.log:
        with Path(options.log).open("a") as log:
            log.write(line)
    print(answer(line.split()), end="\n\n", flush=True)
