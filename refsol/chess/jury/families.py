"""The families of inputs of NOIP chess and their purposes."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.chess.board import MAX_CROSSINGS, MAX_PIECES
from refsol.chess.jury import generator, random_boards, worst_cases
from refsol.chess.limits import LIMITS
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size, family_of, subtask_group

_CROSSINGS: Final = Size("crossings", MAX_CROSSINGS, 4)
_LEVELS: Final = {
    "random": random_boards.random_levels,
    "rising": random_boards.rising_levels,
    "falling": random_boards.falling_levels,
    "equal": random_boards.constant_levels,
}
_mistake: Final = partial(family_of, MISTAKES, tests=3)
_subtask: Final = partial(family_of, LIMITS, sizes=(_CROSSINGS,))
_worst: Final = partial(family_of, WORST, sizes=(_CROSSINGS,), largest=True)
# Random boards at the limits, whose names say their shape, what roads there are, and the levels.
_ROADS: Final = {
    "open": random_boards.ALL_OPEN,
    "straight": random_boards.ALL_STRAIGHT,
    "ordinary": random_boards.ALL_ORDINARY,
    "uniform": random_boards.UNIFORM,
    "mixed": random_boards.MOSTLY_OPEN,
}
_RANDOM: Final = {
    "square-open-random": "One open region that breaks up, with many captures.",
    "flat-open-falling": "Two long open rows, levels falling: thin regions, nothing to capture.",
    "tall-open-rising": "Two long open columns, levels rising: "
    "every piece of the opponent that is reached can be captured.",
    "square-straight-random": "All roads straight: 894 runs, each cut by many pieces.",
    "flat-straight-rising": "Two straight rows of up to 100,000 crossings, levels rising.",
    "tall-straight-equal": "Two straight columns of up to 100,000 crossings, all levels equal.",
    "square-ordinary-equal": "All roads ordinary: single steps, scattered all over memory.",
    "square-uniform-random": "All types of road equally often: many small regions and runs.",
    "square-mixed-rising": "A large, ragged open region, crossed by straight runs.",
    "flat-mixed-equal": "Mostly straight roads in two long rows: runs leave and enter regions.",
    "tall-mixed-falling": "Mostly open roads in two long columns: many regions of medium size.",
    "crowded-open-random": "An open board with a piece on every crossing in the end.",
}


def _random(name: str) -> Family:
    shape, roads, levels = name.split("-")
    weights = random_boards.MOSTLY_STRAIGHT if name == "flat-mixed-equal" else _ROADS[roads]
    make = partial(worst_cases.random_data_sets, shape=shape, roads=weights, levels=_LEVELS[levels])
    most = MAX_CROSSINGS // 2 if shape == "crowded" else MAX_CROSSINGS
    return Family(name, WORST, _RANDOM[name], make, (Size("crossings", most, 4),), largest=True)


FAMILIES: Final = (
    family_of(SMALL, generator.small, "Random boards of all kinds with up to 25 crossings.", tests=20),
    _mistake(generator.equal_levels, "Equal levels, or only 1 to 3: a piece of the same level can be captured."),
    _mistake(generator.one_colour, "Boards full of one colour: a piece never captures its own colour."),
    _mistake(generator.surrounded, "A region touches a piece on several sides: it counts as one capture."),
    _mistake(generator.two_kinds_of_road, "Crossings reached by two types of road count once."),
    _mistake(generator.straight_only, "Only straight roads: no turns."),
    _mistake(generator.straight_and_open, "Straight and open roads in one line: a move keeps to one type."),
    _mistake(generator.ordinary_only, "Ordinary roads one after another: a move takes only one of them."),
    _mistake(
        generator.behind_pieces, "A line of pieces across the board: no move passes over a piece, captured or not."
    ),
    _mistake(generator.shrinking_boards, "Boards that get smaller: nothing may be left over from the one before."),
    _mistake(generator.open_field, "Open boards with millions of paths: too many to try one by one."),
    Family(
        "tiny",
        subtask_group(LIMITS, "tiny"),
        "Boards of up to 100 crossings, all types of road.",
        generator.all_kinds,
        (Size("crossings", 100, 4), Size("pieces", 50)),
        tests=2,
    ),
    Family(
        "short",
        subtask_group(LIMITS, "short"),
        "Boards of up to 5000 crossings: one search per piece is fast enough.",
        generator.all_kinds,
        (Size("crossings", 5000, 4), Size("pieces", 2000)),
        tests=4,
    ),
    _subtask(generator.only_ordinary, "Only blocked and ordinary roads: four neighbours to look at.", tests=2),
    _subtask(generator.without_open, "Straight roads, but no open ones: runs, and nothing is reached twice.", tests=3),
    _subtask(
        generator.without_straight, "Open roads, but no straight ones: regions and the captures next to them.", tests=3
    ),
    _subtask(generator.rising, "Levels rise: all of the opponent's pieces can be captured.", tests=2),
    _subtask(generator.falling, "Levels fall: none of the opponent's pieces can be captured.", tests=2),
    Family(
        "few-pieces",
        subtask_group(LIMITS, "few-pieces"),
        "Large boards, but few pieces and short rows and columns.",
        generator.short_sides,
        (_CROSSINGS, Size("pieces", 2000)),
        tests=3,
    ),
    Family(
        "general",
        subtask_group(LIMITS, "all"),
        "All shapes, all types of road, all orders of levels.",
        generator.all_kinds,
        (_CROSSINGS, Size("pieces", MAX_PIECES)),
        tests=4,
    ),
    *map(_random, _RANDOM),
    _worst(worst_cases.weave_random, "Every second row of an open board straight: long runs inside one region."),
    _worst(worst_cases.comb_random, "An open region that stays connected, next to up to 100,000 pieces."),
    _worst(
        worst_cases.snake_falling, "One open path through all crossings: regions that grow by two crossings per piece."
    ),
)
"""All families."""
