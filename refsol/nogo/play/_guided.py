"""Simulations whose leaves are judged by an evaluator, in batches, instead of being played out.

From the root on, a simulation goes to the child with the largest sum of its *value*, the mean of what its simulations
were worth, and c · P · √N / (1 + n): P is its *prior*, n its number of visits, and N that of its parent ("PUCT": D.
Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017). A child without visits is worth
what its parent was worth when it was evaluated. A leaf gets children as soon as it is evaluated; where the game is
over, the loser is known, and there is no need to ask.

An evaluator is much quicker for many leaves at once. So simulations go on before earlier ones have been evaluated, and
until then, each counts as lost at all nodes on its way, so that the next ones look elsewhere ("virtual loss": G.
Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search", CG 2008). If one comes to a leaf that is
already waiting, it is taken back, and the leaves are evaluated.
"""

from collections.abc import Callable
from importlib import import_module
from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.errors import require_range
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.play._rings import FREE, KIND, legal_for
from refsol.nogo.play._tree import UNEXPANDED, Tree
from refsol.nogo.play.many_games import MAX_POINTS, PLANES
from refsol.nogo.play.playouts import Simulator

_BOTH: Final = BLACK + WHITE


@final
class Guide:
    """Simulations on boards like ``board``, with up to ``batch`` leaves at a time judged by ``evaluator``.

    ``exploration`` is c, ``noise`` the share of random numbers in the priors at the root, and ``seed``, a number in
    0..2**31 - 1, determines them. In a tree, the ``value`` of a node is what it is worth to the player who moved there,
    in 0..1, ``wins`` the sum of this over its ``visits``, and ``width`` its prior. Raises ``ValueError`` for a
    ``batch`` outside 1..2**24, or of more points, with frames. Making it takes O(batch · n²).
    """

    def __init__(
        self, board: Board, evaluator: object, batch: i64, exploration: float, noise: float, seed: int
    ) -> None:
        require_range("batch", batch, 1, MAX_POINTS)
        require_range("number of points of a batch", batch * len(board.stone), 1, MAX_POINTS)
        area = board.rows * board.columns
        self._batch: Final[i64] = batch
        self._exploration: Final = exploration
        self._noise: Final = noise
        self._area: Final[i64] = area
        self._point: Final = vec[i32]([i32(board.point_of(action)) for action in range(area)])  # of an action
        # By leaf: what the evaluator sees, and the way there.
        self._planes: Final = vec[u8]([u8(0)] * (PLANES * batch * area))
        self._mask: Final = vec[u8]([u8(0)] * (batch * area))
        self._longest: Final[i64] = len(board.points(EMPTY)) + 1
        self._path: Final = vec[i32]([i32(0)] * (batch * self._longest))
        self._depth: Final = vec[i32]([i32(0)] * batch)
        self._unvisited: Final = vec[float]([0.0] * batch)  # its value before the simulation
        self._found: Final = vec[i32]([i32(0)] * area)  # legal points, and the weights of their actions
        self._weight: Final = vec[float]([0.0] * area)
        self._needs_noise: bool = noise > 0.0
        evaluation = import_module("refsol.nogo.play.environments.evaluation")  # here, since it needs numpy
        rows, columns = int(board.rows), int(board.columns)
        adapter = evaluation.EvaluatorAdapter(self._planes, self._mask, rows, columns, evaluator, seed)
        self._evaluate: Final[Callable[[int], tuple[list[float], list[float]]]] = adapter.evaluate
        self._shares: Final[Callable[[int], list[float]]] = adapter.noise

    def begin(self) -> None:
        """Prepare for another root."""
        self._needs_noise = self._noise > 0.0

    def open(self, tree: Tree, simulator: Simulator, colour: i64) -> None:
        """Give the root of ``tree``, with ``colour`` to move where ``simulator`` starts, children, and noise. O(n²)."""
        if tree.count[0] == UNEXPANDED:
            simulator.restart()
            if self._see(simulator, colour, 0):
                values, weights = self._evaluate(1)
                self._expand(tree, 0, 0, values[0], weights)
            else:
                tree.expand(0, self._found, 0)
        count = i64(tree.count[0])
        if count > 0 and self._needs_noise:
            shares = self._shares(int(count))
            for k in range(count):
                node = i64(tree.first[0]) + k
                tree.width[node] = (1.0 - self._noise) * tree.width[node] + self._noise * shares[k]
        self._needs_noise = False

    def simulate(self, tree: Tree, simulator: Simulator, colour: i64, most: i64) -> i64:
        """Run up to ``most`` simulations, but one batch at most, and return how many, at least 1. O(n²) each.

        They begin where ``simulator`` starts, with ``colour`` to move, and grow ``tree``. If the evaluator raises an
        exception, those whose leaves were to be evaluated are taken back.
        """
        self.open(tree, simulator, colour)
        done: i64 = 0
        waiting: i64 = 0
        while done + waiting < min(most, self._batch):
            side = self._descend(tree, simulator, colour, waiting)
            leaf = self._leaf(waiting)
            if self._waits(leaf, waiting):
                self._take_back(tree, waiting)
                break
            if tree.count[leaf] == UNEXPANDED and not self._see(simulator, side, waiting):
                tree.expand(leaf, self._found, 0)
            if tree.count[leaf] == UNEXPANDED:
                waiting += 1
            else:
                self._count(tree, waiting, 0.0)
                done += 1
        if waiting:
            try:
                values, weights = self._evaluate(int(waiting))
            except BaseException:
                for k in range(waiting):
                    self._take_back(tree, k)
                raise
            for k in range(waiting):
                self._expand(tree, self._leaf(k), k, values[k], weights)
                self._count(tree, k, values[k])
        return done + waiting

    def _descend(self, tree: Tree, simulator: Simulator, colour: i64, k: i64) -> i64:
        """Go down to leaf ``k``, counting a loss at each node; return the side to move there."""
        simulator.restart()
        rings = simulator.rings
        path = self._path
        first = k * self._longest
        depth: i64 = 0
        node: i64 = 0
        while True:
            path[first + depth] = i32(node)
            self._unvisited[k] = tree.value[node]
            tree.visits[node] += 1.0
            tree.value[node] = tree.wins[node] / tree.visits[node]
            if tree.count[node] <= 0:
                break
            node = self._chosen(tree, node)
            rings.put(i64(tree.point[node]), colour)
            colour = _BOTH - colour
            depth += 1
        self._depth[k] = i32(depth)
        return colour

    def _chosen(self, tree: Tree, node: i64) -> i64:
        """Select the child of an expanded node with the highest upper confidence bound; of equal ones, the first."""
        value = tree.value
        width = tree.width
        visits = tree.visits
        bonus = self._exploration * sqrt(visits[node])
        first = i64(tree.first[node])
        chosen = first
        most = -1.0
        for k in range(first, first + i64(tree.count[node])):
            found = value[k] + bonus * width[k] / (1.0 + visits[k])
            if found > most:
                most = found
                chosen = k
        return chosen

    def _leaf(self, k: i64) -> i64:
        return i64(self._path[k * self._longest + i64(self._depth[k])])

    def _waits(self, leaf: i64, waiting: i64) -> bool:
        for k in range(waiting):  # noqa: SIM110 - a generator would be slower
            if self._leaf(k) == leaf:
                return True
        return False

    def _take_back(self, tree: Tree, k: i64) -> None:
        """Undo the simulation that leads to leaf ``k``."""
        first = k * self._longest
        for place in range(first, first + i64(self._depth[k]) + 1):
            node = i64(self._path[place])
            tree.visits[node] -= 1.0
            # Of the nodes of a path, only the root and the leaf may have no other visit.
            visits = tree.visits[node]
            tree.value[node] = tree.wins[node] / visits if visits > 0.0 else self._unvisited[k]

    def _count(self, tree: Tree, k: i64, value: float) -> None:
        """Count the simulation that leads to leaf ``k``, which has this value for the side to move there."""
        first = k * self._longest
        for place in range(first + i64(self._depth[k]), first - 1, -1):
            node = i64(self._path[place])
            value = 1.0 - value  # for the player who moved there
            tree.wins[node] += value
            tree.value[node] = tree.wins[node] / tree.visits[node]

    def _expand(self, tree: Tree, node: i64, k: i64, value: float, weights: list[float]) -> None:
        """Give a node, seen as leaf ``k``, a child for each legal move, with what the evaluator has said."""
        points = self._found
        weight = self._weight
        area = self._area
        count: i64 = 0
        total = 0.0
        for action in range(area):
            if self._mask[k * area + action]:
                points[count] = self._point[action]
                weight[count] = weights[k * area + action]
                total += weight[count]
                count += 1
        if not tree.expand(node, points, count):
            return
        first = i64(tree.first[node])
        for child in range(count):
            tree.value[first + child] = value
            tree.width[first + child] = weight[child] / total if total > 0.0 else 1.0 / float(int(count))

    def _see(self, simulator: Simulator, colour: i64, k: i64) -> i64:
        """Write what ``colour``, to move, sees of the current board as leaf ``k``; return the number of legal moves."""
        rings = simulator.rings
        label = rings.label
        pairs = rings.count
        stride = rings.stride
        area = self._area
        planes = self._planes
        own = PLANES * k * area
        legal: i64 = 0
        for action in range(area):
            point = i64(self._point[action])
            kind = i64(label[point]) & KIND
            planes[own + action] = u8(kind == colour)
            planes[own + area + action] = u8(kind == _BOTH - colour)
            planes[own + 2 * area + action] = u8(kind == FREE)
            planes[own + 3 * area + action] = u8(kind == 0)
            may = i64(kind == FREE and legal_for(label, pairs, stride, point) & colour != 0)
            self._mask[k * area + action] = u8(may)
            legal += may
        return legal
