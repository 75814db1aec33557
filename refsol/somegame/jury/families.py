"""The families of inputs of Some Game, grouped by purpose."""
# mypyc: interpreted

from collections.abc import Callable
from random import Random
from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size, family_of
from refsol.somegame.board import MAX_SIDE
from refsol.somegame.jury import generator as g


def _mistake(board: Callable[[Random], bytes], purpose: str, tests: int = 3) -> Family:
    family = family_of(MISTAKES, board, purpose, tests=tests)
    return family._replace(make=lambda rng: b"".join([board(rng) for _ in range(4)]))


def _worst(board: Callable[[Random, int, int], bytes], purpose: str, least: int = 1) -> Family:
    family = family_of(WORST, board, purpose, (Size("side", MAX_SIDE, least),), largest=True)
    return family._replace(make=lambda rng, side: b"".join([board(rng, side, k) for k in range(g.DATA_SETS)]))


FAMILIES: Final = (
    family_of(SMALL, g.small, "Up to four boards of all kinds, of up to 40 squares each.", tests=20),
    _mistake(g.whole_cycles, "Whole cycles of one player: lines of any length, even beyond that of the cycle."),
    _mistake(g.knights, "Knight lines across wrap-around edges and corners."),
    _mistake(g.oblong, "Boards far from square: W comes before H."),
    _mistake(g.narrow, "One or two rows or columns: a step may lead back to the same square."),
    _mistake(g.line_of_zero, "K = 0: the game is over before the first move.", tests=2),
    _mistake(g.double_length, "Runs of about 2K stones: the last stone joins at most 2K - 1."),
    _mistake(g.crossings, "Several lines of the last player: does one stone complete them all?"),
    _mistake(g.moves_after_the_end, "Lines of players who did not move last, or of two players."),
    _mistake(g.wrong_turns, "Stone counts that are off by one or two.", tests=2),
    _worst(g.one_player_full, "Full boards of one player: whole cycles of up to 175,980 squares.", least=2),
    _worst(g.long_runs, "One player and few holes: walking K squares from each square takes too long.", least=2),
    _worst(g.empty, "No stones, one board with K = 0: only squares to skip."),
    _worst(g.full_random, "Full random boards of 2 to 9001 players: the largest number of runs."),
    _worst(g.half_full_short_lines, "K = 1 to 3 on half-full boards: lines of all players everywhere."),
    _worst(g.crossing_lines, "Lines of 2K - 1 in all eight directions through one stone."),
    _worst(g.whole_cycle, "One whole cycle of the last player on a full board."),
    _worst(g.long_line, "One line of 8819 stones that wraps around many times.", least=2),
    _worst(g.stripes, "Whole cycles of every player, side by side."),
    _worst(g.near_misses, "Runs of 419 in every row with K = 419 or 420."),
    _worst(g.chequered, "Chequered boards with 0, 1 or 2 of the holes in their diagonals filled."),
    _worst(g.many_players, "8820 players of 20 stones each: a search for each player takes too long."),
)
