"""The families of inputs of NOIP chess and their purposes."""
# mypyc: interpreted

from collections.abc import Sequence
from functools import partial
from typing import Final

from refsol.chess.board import MAX_CROSSINGS, MAX_PIECES, MAX_SIDE, input_text
from refsol.chess.jury import generator as g
from refsol.chess.jury.generator import LEVELS, ROADS, Levels, Weights, any_levels
from refsol.chess.limits import LIMITS
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size, family_of, subtask_group

# Weights of roads
_ORDINARY: Final = (ROADS["ordinary"], (1, 1, 0, 0), (1, 4, 0, 0))
_RUNS: Final = (ROADS["straight"], (1, 1, 14, 0), (0, 1, 1, 0), (1, 1, 1, 0))
_OPEN: Final = (ROADS["open"], (1, 1, 0, 14), (0, 1, 0, 4), (1, 1, 0, 4))
_CROSSINGS: Final = Size("crossings", MAX_CROSSINGS, 4)
_PIECES: Final = Size("pieces", 2000)
_mistake: Final = partial(family_of, MISTAKES, tests=3)
_worst: Final = partial(family_of, WORST, sizes=(_CROSSINGS,), largest=True)
# Random boards at the limits, whose names say their shape, what roads there are, and the levels.
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


def _three(family: Family) -> Family:
    """Return the family with three of its data sets in each input."""
    return family._replace(make=lambda rng: input_text([family.make(rng) for _ in range(3)]))


def _sparse(name: str, purpose: str, *kinds: Weights) -> Family:
    return _three(Family(name, MISTAKES, purpose, partial(g.sparse, kinds=kinds), tests=3))


def _subtask(
    name: str,
    purpose: str,
    tests: int = 2,
    sizes: tuple[Size, ...] = (_CROSSINGS,),
    kinds: Sequence[Weights] = g.ALL_KINDS,
    levels: Levels = any_levels,
    longest: int = MAX_SIDE,
    slug: str = "",
) -> Family:
    make = partial(g.mixture, kinds=kinds, levels=levels, longest=longest)
    return Family(name, subtask_group(LIMITS, slug or name), purpose, make, sizes, tests)


def _random(name: str) -> Family:
    shape, roads, levels = name.split("-")
    if roads == "mixed":
        roads = "mostly-straight" if shape == "flat" else "mostly-open"
    make = partial(g.random_data_sets, shape=shape, roads=ROADS[roads], levels=LEVELS[levels])
    most = MAX_CROSSINGS // 2 if shape == "crowded" else MAX_CROSSINGS
    return Family(name, WORST, _RANDOM[name], make, (Size("crossings", most, 4),), largest=True)


FAMILIES: Final = (
    family_of(SMALL, g.small, "Random boards of all kinds with up to 25 crossings.", tests=20),
    _mistake(g.equal_levels, "Equal levels, or only 1 to 3: a piece of the same level can be captured."),
    _three(_mistake(g.one_colour, "Boards full of one colour: a piece never captures its own colour.")),
    _three(_mistake(g.surrounded, "A region touches a piece on several sides: it counts as one capture.")),
    _three(_mistake(g.two_kinds_of_road, "Crossings reached by two types of road count once.")),
    _sparse("straight-only", "Only straight roads: moves keep to one line.", ROADS["straight"]),
    _sparse(
        "straight-and-open",
        "Straight and open roads in one line: a move keeps to one type.",
        (0, 0, 1, 1),
        (0, 0, 3, 1),
    ),
    _sparse(
        "ordinary-only",
        "Ordinary roads one after another: a move takes only one of them.",
        ROADS["ordinary"],
        (0, 8, 1, 1),
    ),
    _three(
        _mistake(g.behind_pieces, "A line of pieces across the board: no move passes over a piece, captured or not.")
    ),
    _mistake(g.shrinking_boards, "Boards that get smaller: nothing may be left over from the one before."),
    _mistake(g.open_field, "Open boards with millions of paths: too many to try one by one."),
    _subtask(
        "tiny", "Boards of up to 100 crossings, all types of road.", 2, (Size("crossings", 100, 4), Size("pieces", 50))
    ),
    _subtask(
        "short",
        "Boards of up to 5000 crossings: one search per piece is fast enough.",
        4,
        (Size("crossings", 5000, 4), _PIECES),
    ),
    _subtask("only-ordinary", "Only blocked and ordinary roads: four neighbours to look at.", kinds=_ORDINARY),
    _subtask("without-open", "Straight roads, but no open ones: runs, and nothing is reached twice.", 3, kinds=_RUNS),
    _subtask(
        "without-straight", "Open roads, but no straight ones: regions and the captures next to them.", 3, kinds=_OPEN
    ),
    _subtask("rising", "Levels rise: all of the opponent's pieces can be captured.", levels=LEVELS["rising"]),
    _subtask("falling", "Levels fall: none of the opponent's pieces can be captured.", levels=LEVELS["falling"]),
    _subtask(
        "few-pieces", "Large boards, but few pieces and short rows and columns.", 3, (_CROSSINGS, _PIECES), longest=1000
    ),
    _subtask(
        "general",
        "All shapes, all types of road, all orders of levels.",
        4,
        (_CROSSINGS, Size("pieces", MAX_PIECES)),
        slug="all",
    ),
    *map(_random, _RANDOM),
    _worst(g.weave_random, "Every second row of an open board straight: long runs inside one region."),
    _worst(g.comb_random, "An open region that stays connected, next to up to 100,000 pieces."),
    _worst(g.snake_falling, "One open path through all crossings: regions that grow by two crossings per piece."),
)
