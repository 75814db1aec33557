"""Monte Carlo tree search: its trees are those of a slow program of the same method, and it finds winning moves."""

import math
from itertools import islice
from random import Random
from typing import Final, NamedTuple

import endgames
import pytest
import support
from librt.vecs import vec
from mypy_extensions import i32

from refsol import nogo
from refsol.nogo import oracle
from refsol.nogo.play._mobility import Mobility
from refsol.nogo.play._rings import Rings
from refsol.nogo.play._tree import UNEXPANDED, Tree
from refsol.nogo.play.playouts import POLICIES
from refsol.nogo.play.search import SELECTIONS, Child, Search
from refsol.structures.xoshiro import Xoshiro128

COLOURS = (nogo.BLACK, nogo.WHITE)
KINDS = [(selection, policy) for selection in SELECTIONS for policy in POLICIES]


def other(colour: int) -> int:
    return nogo.BLACK + nogo.WHITE - colour


def any_game(rng: Random, size: int, most_moves: int) -> nogo.Game:
    game = nogo.Game(nogo.Board(size))
    for _ in range(rng.randint(0, most_moves)):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(*rng.choice(moves))
    return game


# The same search, slowly: objects for nodes, the oracle for the rules, and every value computed when it is needed.


class Node:
    def __init__(self, point: int) -> None:
        self.point = point
        self.visits = self.wins = self.amaf_visits = self.amaf_wins = 0
        self.prior = 0.5
        self.children: list[Node] | None = None


class SlowSearch:
    def __init__(self, game: nogo.Game, seed: int, selection: str, policy: str, expand_after: int) -> None:
        self.start, self.colour = game.board, int(game.to_move)
        self.rng = Xoshiro128(seed)
        self.selection, self.policy, self.expand_after = selection, policy, expand_after
        self.exploration, self.equivalence = 0.4, 50.0
        self.weight, self.slope = (seed % 3 * 20.0, 0.7) if selection == "rave" else (0.0, 0.0)
        self.root = Node(0)
        self.expand(self.root, self.start, self.colour)

    def expand(self, node: Node, board: nogo.Board, colour: int) -> None:
        points = [board.point(*move) for move in oracle.legal_moves(board, colour)]
        for k in range(1, len(points)):
            swapped = int(self.rng.below(k + 1))
            points[k], points[swapped] = points[swapped], points[k]
        node.children = list(map(Node, points))
        if self.weight:
            margins = [self.margin_after(board, point, colour) for point in points]
            for child, margin in zip(node.children, margins, strict=True):
                child.prior = 1 / (1 + math.exp(-self.slope * (margin - sum(margins) / len(margins))))

    def margin_after(self, board: nogo.Board, point: int, colour: int) -> int:
        after = board.copy()
        after.stone[point] = colour
        return len(oracle.legal_moves(after, colour)) - len(oracle.legal_moves(after, other(colour)))

    def score(self, child: Node, parent_visits: int) -> float:
        bonus = self.exploration * math.sqrt(math.log(parent_visits + 1))
        if self.selection == "uct":
            if child.visits == 0:
                return math.inf
            return child.wins / child.visits + bonus * (1 / math.sqrt(child.visits))
        visits = child.amaf_visits + 1 + self.weight
        wins = child.amaf_wins + 1 + self.weight * child.prior
        weight = 1 + visits * (1 / self.equivalence)
        value = (child.wins * weight + wins) / (child.visits * weight + visits)
        return value + bonus * (1 / math.sqrt(child.visits + 1))

    def simulate(self) -> None:
        board, colour, path = self.start.copy(), self.colour, [self.root]
        while True:
            node = path[-1]
            if node.children is None and node.visits >= self.expand_after:
                self.expand(node, board, colour)
            if not node.children:
                break
            scores = [self.score(child, node.visits) for child in node.children]
            path.append(node.children[scores.index(max(scores))])
            board.stone[path[-1].point] = colour
            colour = other(colour)
        winner = self.play_out(board, colour)
        colour = self.colour
        for node in path:
            node.visits += 1
            node.wins += colour != winner
            for child in node.children or []:
                if self.selection == "rave" and board.stone[child.point] == colour:
                    child.amaf_visits += 1
                    child.amaf_wins += colour == winner
            colour = other(colour)

    def play_out(self, board: nogo.Board, colour: int) -> int:
        empty = list(map(int, self.start.points(nogo.EMPTY)))
        if self.policy == "uniform":
            bags = {nogo.BLACK: list(empty), nogo.WHITE: list(empty)}
            while bags[colour]:
                point = self.drawn(bags[colour])
                if oracle.is_legal(board, point, colour):
                    board.stone[point] = colour
                    colour = other(colour)
            return other(colour)
        private: dict[int, list[int]] = {nogo.BLACK: [], nogo.WHITE: []}
        if self.policy == "settled":
            legal_now = [(point, self.legal(board, point)) for point in empty]
            empty = [point for point, legal in legal_now if len(legal) == 2]
            for side, points in private.items():
                points += [point for point, legal in legal_now if legal == [side]]
        while empty or private[colour]:
            fights = bool(empty)
            point = self.drawn(empty if fights else private[colour])
            legal = self.legal(board, point)
            if colour in legal and (len(legal) == 2 or not fights or self.policy == "settled"):
                board.stone[point] = colour
                colour = other(colour)
            elif fights and legal:
                private[legal[0]].append(point)
        return other(colour)

    def legal(self, board: nogo.Board, point: int) -> list[int]:
        return [side for side in COLOURS if oracle.is_legal(board, point, side)]

    def drawn(self, bag: list[int]) -> int:
        k = int(self.rng.below(len(bag)))
        bag[k], bag[-1] = bag[-1], bag[k]
        return bag.pop()


@pytest.mark.parametrize(("selection", "policy"), KINDS)
def test_the_tree_is_that_of_a_slow_program(selection: str, policy: str) -> None:
    for seed, rng in support.randoms(20):
        game = any_game(rng, rng.randint(1, 4), 4)
        number, expand_after = rng.randrange(2**64), rng.randint(1, 5)
        slow = SlowSearch(game, number, selection, policy, expand_after)
        search = Search(
            game,
            seed=number,
            selection=selection,
            policy=policy,
            exploration=slow.exploration,
            equivalence=slow.equivalence,
            prior=slow.weight,
            slope=slow.slope,
            expand_after=expand_after,
        )
        for _ in range(100):
            slow.simulate()
        search.run(60)
        search.run(40)
        assert search.visits == slow.root.visits == 100
        paths: list[tuple[list[int], Node]] = [([], slow.root)]
        for path, node in paths:
            nodes = sorted(node.children or [], key=lambda child: (-child.visits, -child.wins, child.point))
            counts = [(child.point, child.visits, child.wins, child.amaf_visits, child.amaf_wins) for child in nodes]
            children = search.children(path)
            assert [child[:5] for child in children] == counts, f"seed {seed!r}"
            assert [child.prior for child in children] == pytest.approx([child.prior for child in nodes])
            paths += [([*path, child.point], child) for child in nodes]
            best = nodes[0] if nodes and nodes[0].visits else None
            assert search.line(path) == ([best.point, *search.line([*path, best.point])] if best else [])


def test_mobility_is_what_counting_finds() -> None:
    for seed, rng in support.randoms(60 if support.COMPILED else 20):
        size = rng.randint(1, 9)
        game = any_game(rng, size, size * size)
        rings = Rings(game.board)
        mobility = Mobility(rings)
        legal = {
            colour: {game.board.point(*move) for move in oracle.legal_moves(game.board, colour)} for colour in COLOURS
        }
        for point in map(int, game.board.points(nogo.EMPTY)):
            mobility.legal[point] = i32(sum(colour for colour in COLOURS if point in legal[colour]))
        before = [*rings.label], [*rings.count], [*rings.ring]
        for colour in COLOURS:
            for point in legal[colour]:
                after = game.board.copy()
                after.stone[point] = colour
                black, white = (len(oracle.legal_moves(after, side)) - len(legal[side]) for side in COLOURS)
                assert mobility.change(point, colour) == black - white, f"seed {seed!r}"
        assert ([*rings.label], [*rings.count], [*rings.ring]) == before


@pytest.mark.parametrize(("selection", "exploration"), [("rave", 0.0), ("uct", 0.25)])
def test_exploration_depends_on_the_selection(selection: str, exploration: float) -> None:
    def children(weight: float | None) -> list[Child]:
        search = Search(nogo.Game(nogo.Board(5)), selection=selection, exploration=weight)
        search.run(300)
        return search.children()

    assert children(None) == children(exploration)
    assert children(None) != children(exploration + 0.5)


@pytest.mark.parametrize(("selection", "policy"), KINDS)
def test_a_winning_move_is_found_where_there_is_one(selection: str, policy: str) -> None:
    found = 0
    for number in range(120):
        rng = Random(f"endgame {number}")
        game = any_game(rng, rng.choice([3, 4]), 16)
        mover = game.to_move
        if not 1 < len(game.legal_moves()) < 7 or nogo.outcome(game, memory=1).winner != mover:
            continue
        search = Search(game, selection=selection, policy=policy)
        search.run(1000)
        game.play_point(search.best())
        assert nogo.outcome(game, memory=1).winner == mover, f"endgame {number}"
        found += 1
    assert found > 10


LARGER_ENDGAMES: Final = (
    [(8, 300, 40, 39), (11, 1000, 25, 22)] if support.COMPILED else [(8, 300, 20, 19), (11, 1000, 8, 7)]
)
"""Empty points, simulations, the number of positions, and in how many of them a winning move has to be found."""


@pytest.mark.parametrize(("empty", "simulations", "count", "least"), LARGER_ENDGAMES)
def test_larger_endgames(empty: int, simulations: int, count: int, least: int) -> None:
    """Of these, exact outcomes know the winning moves; ``benchmarks/endgames.py`` says how often a search finds one."""
    found = list(islice(endgames.endgames(empty), count))
    assert sum(endgames.is_right(endgame, simulations, seed) for seed, endgame in enumerate(found)) >= least


def test_the_seed_determines_the_tree() -> None:
    game = nogo.Game(nogo.Board(5))
    searches = [Search(game, seed=seed) for seed in (1, 1, 2)]
    for search in searches:
        search.run(300)
    assert searches[0].children() == searches[1].children() != searches[2].children()
    rng = Xoshiro128(1)
    first, second = Search(game, seed=rng), Search(game, seed=rng)
    for search in (first, second):
        search.run(100)
    assert first.children() != second.children()


def test_the_game_itself_does_not_change() -> None:
    game = any_game(Random("game"), 5, 6)
    before = game.board.text(), game.to_move
    search = Search(game)
    search.run(200)
    search.play(search.best())
    assert (game.board.text(), game.to_move) == before


@pytest.mark.parametrize("selection", SELECTIONS)
def test_the_tree_below_a_move_is_kept(selection: str) -> None:
    game = nogo.Game(nogo.Board(4))
    search = Search(game, selection=selection)
    search.run(2000)
    child = search.children()[0]
    nodes = search.nodes
    search.play(child.point)
    assert search.visits == child.visits
    assert 1 < search.nodes < nodes
    replies = search.children()
    assert 0 < sum(reply.visits for reply in replies) <= child.visits
    game.play(*game.board.coordinates(child.point))
    assert sorted(reply.point for reply in replies) == [game.board.point(*move) for move in game.legal_moves()]
    assert search.run(100) == 100
    assert search.visits == child.visits + 100
    with pytest.raises(ValueError, match="is not legal"):
        search.play(child.point)
    while search.children():  # to the end of the game
        search.run(20)
        best = search.best()
        search.play(best)
        game.play(*game.board.coordinates(best))
    assert game.legal_moves() == []
    with pytest.raises(ValueError, match="no legal move"):
        search.best()
    assert search.run(3) == 3


def test_moves_that_the_tree_does_not_have_are_an_error() -> None:
    board = nogo.Board(3)
    search = Search(nogo.Game(board), selection="uct", exploration=2.0)  # which tries every move
    corner, other_corner = int(board.parse("A1")), int(board.parse("C3"))
    assert search.line() == search.line([corner]) == []
    assert search.children([corner]) == []
    search.run(100)
    assert len(search.line()) > 1
    assert search.line([corner])
    for path in ([corner, corner], [corner, other_corner, 0, 1], [0], [-1], [10**6]):
        for call in (search.children, search.line):
            with pytest.raises(ValueError, match="the tree has no move on point"):
                call(path)


def test_a_tree_stays_within_its_nodes() -> None:
    for nodes in (26, 60, 1500):
        search = Search(nogo.Game(nogo.Board(5)), nodes=nodes, expand_after=1)
        assert search.run(400) == 400
        assert search.nodes <= nodes
        assert search.visits == 400
        assert len(search.children()) == 25


def test_time_is_a_limit() -> None:
    search = Search(nogo.Game(nogo.Board(9)))
    done = search.run(seconds=0.02)
    assert 0 < done == search.visits < 2**31 - 1
    assert search.run(0, seconds=1.0) == 0
    assert search.run(5, seconds=3600.0) == 5


def test_hostile_arguments() -> None:
    game = nogo.Game(nogo.Board(3))
    for wrong in (
        {"selection": "best"},
        {"policy": "clever"},
        {"exploration": -0.1},
        {"exploration": math.nan},
        {"exploration": math.inf},
        {"equivalence": 0.0},
        {"equivalence": math.nan},
        {"expand_after": 0},
        {"nodes": 9},
        {"nodes": 2**26 + 1},
        {"seed": -1},
        {"seed": 2**64},
    ):
        with pytest.raises(ValueError, match=r"."):
            Search(game, **wrong)
    search = Search(game)
    for simulations in (-1, 2**31):
        with pytest.raises(ValueError, match="number of simulations"):
            search.run(simulations)
    for point in (-1, 0, 25, 10**6):
        with pytest.raises(ValueError, match=r"."):
            search.play(point)
    assert search.run(10) == 10


class Described(NamedTuple):
    """A node as it is known to the test."""

    number: int
    children: "list[Described]"


def any_tree(rng: Random, tree: Tree, node: int, depth: int) -> Described:
    """Give a node children at random, each with numbers of its own."""
    for name in ("visits", "wins", "amaf_visits", "amaf_wins", "value", "width"):
        getattr(tree, name)[node] = rng.random()
    if depth == 0 or rng.random() < 0.3:
        return Described(node, [])
    points = [rng.randrange(1000) for _ in range(rng.randrange(4))]
    first = tree.size
    assert tree.expand(node, vec[i32](points), len(points))
    return Described(node, [any_tree(rng, tree, first + k, depth - 1) for k in range(len(points))])


def content(tree: Tree, node: int) -> object:
    numbers = [getattr(tree, name)[node] for name in ("visits", "wins", "amaf_visits", "amaf_wins", "value", "width")]
    first, count = int(tree.first[node]), int(tree.count[node])
    below = [(tree.point[k], content(tree, k)) for k in range(first, first + max(0, count))]
    return count == UNEXPANDED, numbers, below


def test_what_is_below_a_node_is_kept_and_nothing_else() -> None:
    for _seed, rng in support.randoms(100):
        tree = Tree(2**20, 1.0, 0.5, 1.0)
        root = any_tree(rng, tree, 0, 5)
        while root.children:
            root = rng.choice(root.children)
            below = tree.below(root.number)
            assert content(below, 0) == content(tree, root.number)
            assert below.size <= tree.size
    assert tree.nodes == below.nodes == 2**20


@pytest.mark.parametrize("amaf", [0.0, 1.0])
def test_a_tree_that_grows_keeps_what_it_knows(amaf: float) -> None:
    tree = Tree(10_000, 0.75, 0.5, amaf)
    points = vec[i32]([i32(7)] * 9)
    for node in range(1100):  # so that the arrays move twice
        assert tree.expand(node, points, 9)
        tree.visits[node], tree.wins[node], tree.value[node] = node + 0.25, node + 0.5, -float(node)
        if amaf:
            tree.amaf_visits[node], tree.amaf_wins[node] = node + 1.0, node + 2.0
    assert tree.size == 1 + 9 * 1100
    for node in range(tree.size):
        old = node < 1100
        assert (tree.point[node], tree.width[node]) == (7 if node else 0, 0.5)
        assert (tree.first[node], tree.count[node]) == ((1 + 9 * node, 9) if old else (0, UNEXPANDED))
        assert (tree.visits[node], tree.wins[node]) == ((node + 0.25, node + 0.5) if old else (0.0, 0.0))
        assert tree.value[node] == (-node if old else 0.75)
        if amaf:
            assert (tree.amaf_visits[node], tree.amaf_wins[node]) == ((node + 1, node + 2) if old else (1, 1))


def test_a_full_tree_takes_no_more_children() -> None:
    tree = Tree(5, 1.0, 0.0, 0.0)
    points = vec[i32]([i32(7), i32(8), i32(9)])
    assert tree.expand(0, points, 3)
    assert (tree.child(0, 8), tree.child(0, 6), tree.child(1, 7)) == (2, 0, 0)
    assert not tree.expand(1, points, 3)
    assert tree.count[1] == UNEXPANDED
    assert tree.expand(1, points, 1)
    assert tree.size == 5
