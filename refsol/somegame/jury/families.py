"""The families of inputs of Some Game, grouped by purpose."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size
from refsol.somegame.board import MAX_SIDE
from refsol.somegame.jury import generator, worst_cases

_SIDE: Final = (Size("side", MAX_SIDE),)
_TWO_SIDES: Final = (Size("side", MAX_SIDE, 2),)  # for boards with one side shorter by one

FAMILIES: Final = (
    Family(
        "small",
        SMALL,
        "Up to four boards of all kinds, of up to 40 squares each.",
        generator.small,
        tests=20,
    ),
    Family(
        "whole-cycles",
        MISTAKES,
        "Whole cycles of one player: lines of any length, even beyond that of the cycle.",
        generator.whole_cycles,
        tests=3,
    ),
    Family(
        "knights",
        MISTAKES,
        "Knight lines across wrap-around edges and corners.",
        generator.knights,
        tests=3,
    ),
    Family(
        "oblong",
        MISTAKES,
        "Boards far from square: W comes before H.",
        generator.oblong,
        tests=3,
    ),
    Family(
        "narrow",
        MISTAKES,
        "One or two rows or columns: a step may lead back to the same square.",
        generator.narrow,
        tests=3,
    ),
    Family(
        "line-of-zero",
        MISTAKES,
        "K = 0: the game is over before the first move.",
        generator.line_of_zero,
        tests=2,
    ),
    Family(
        "double-length",
        MISTAKES,
        "Runs of about 2K stones: the last stone joins at most 2K - 1.",
        generator.double_length,
        tests=3,
    ),
    Family(
        "crossings",
        MISTAKES,
        "Several lines of the last player: does one stone complete them all?",
        generator.crossings,
        tests=3,
    ),
    Family(
        "moves-after-the-end",
        MISTAKES,
        "Lines of players who did not move last, or of two players.",
        generator.moves_after_the_end,
        tests=3,
    ),
    Family(
        "wrong-turns",
        MISTAKES,
        "Stone counts that are off by one or two.",
        generator.wrong_turns,
        tests=2,
    ),
    Family(
        "one-player-full",
        WORST,
        "Full boards of one player: whole cycles of up to 175,980 squares.",
        worst_cases.one_player_full,
        _TWO_SIDES,
        largest=True,
    ),
    Family(
        "long-runs",
        WORST,
        "One player and few holes: walking K squares from each square takes too long.",
        worst_cases.long_runs,
        _TWO_SIDES,
        largest=True,
    ),
    Family(
        "empty",
        WORST,
        "No stones, one board with K = 0: only squares to skip.",
        worst_cases.empty,
        _SIDE,
        largest=True,
    ),
    Family(
        "full-random",
        WORST,
        "Full random boards of 2 to 9001 players: the largest number of runs.",
        worst_cases.full_random,
        _SIDE,
        largest=True,
    ),
    Family(
        "half-full-short-lines",
        WORST,
        "K = 1 to 3 on half-full boards: lines of all players everywhere.",
        worst_cases.half_full_short_lines,
        _SIDE,
        largest=True,
    ),
    Family(
        "crossing-lines",
        WORST,
        "Lines of 2K - 1 in all eight directions through one stone.",
        worst_cases.crossing_lines,
        _SIDE,
        largest=True,
    ),
    Family(
        "whole-cycle",
        WORST,
        "One whole cycle of the last player on a full board.",
        worst_cases.whole_cycle,
        _SIDE,
        largest=True,
    ),
    Family(
        "long-line",
        WORST,
        "One line of 8819 stones that wraps around many times.",
        worst_cases.long_line,
        _TWO_SIDES,
        largest=True,
    ),
    Family(
        "stripes",
        WORST,
        "Whole cycles of every player, side by side.",
        worst_cases.stripes,
        _SIDE,
        largest=True,
    ),
    Family(
        "near-misses",
        WORST,
        "Runs of 419 in every row with K = 419 or 420.",
        worst_cases.near_misses,
        _SIDE,
        largest=True,
    ),
    Family(
        "chequered",
        WORST,
        "Chequered boards with 0, 1 or 2 of the holes in their diagonals filled.",
        worst_cases.chequered,
        _SIDE,
        largest=True,
    ),
    Family(
        "many-players",
        WORST,
        "8820 players of 20 stones each: a search for each player takes too long.",
        worst_cases.many_players,
        _SIDE,
        largest=True,
    ),
)
"""All families."""
