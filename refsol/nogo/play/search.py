"""Monte Carlo tree search: the move that wins most of many games that are played in part by a tree, in part at random.

Each *simulation* goes down the tree from the root. At every node it chooses the child with the largest sum of its
*value*, an estimate of how often its move wins, and a bonus for moves that have rarely been tried. At a leaf, the game
is played to its end by a policy, and its winner is counted at all nodes on the way. Leaves that were visited often
enough get children, so the tree grows where play is best.

``uct``: the value is the share of simulations that were won, and the bonus is that of UCB1 (P. Auer, N. Cesa-Bianchi,
P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47, 2002), as in L. Kocsis and C.
Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006.

``rave``: a move is also judged by all simulations in which the player plays that point *later*: "all moves as first"
(AMAF), of which there are many more. S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation
in computer Go", Artificial Intelligence 175 (2011), weigh both by how many simulations there are of each kind. In NoGo,
stones never leave the board, so the final board says who played where, and no list of moves is needed.
"""

from collections.abc import Callable, Collection, Sequence
from math import exp, log, sqrt
from time import perf_counter
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import require_range
from refsol.nogo.board import BLACK, EMPTY, WHITE
from refsol.nogo.game import Game
from refsol.nogo.play._guided import Guide
from refsol.nogo.play._mobility import Mobility
from refsol.nogo.play._rings import FREE, KIND, legal_for
from refsol.nogo.play._tree import MAX_NODES, UNEXPANDED, Tree
from refsol.nogo.play.playouts import Simulator, generator
from refsol.portable import allow_interrupts
from refsol.structures.xoshiro import Xoshiro128

SELECTIONS: Final = ("rave", "uct")
"""How a child is chosen, the default first."""
EXPLORATIONS: Final[dict[str, float]] = {"rave": 0.0, "uct": 0.25}
"""By selection, the weight of the bonus that did best in matches, among those tried."""
MAX_SIMULATIONS: Final = 2**31 - 1
"""The largest number of simulations of one call."""

_UNTRIED: Final = 1e9  # the value of a child without visits, for uct: it comes first
_PRIOR: Final = 1.0  # for rave: as if each move had won this many simulations that were played elsewhere
_SURE: Final = 30.0  # where the logistic function is close enough to 0 or 1
_SLICE: Final = 64  # simulations between looking at the clock and for signals
_BOTH: Final = BLACK + WHITE


class Child(NamedTuple):
    """A move at the root: its ``point``, as the board numbers it, and what is known about it.

    ``visits`` simulations began with it, of which the side to move has won ``wins``. In ``amaf_visits`` simulations, it
    played there at any time, and won ``amaf_wins`` of these; both are 0 without RAVE. ``prior`` is how often it would
    win by mobility alone, or 0.5 where the search doesn't look at that; with an evaluator, it is the move's share of
    the priors, and ``wins`` is rounded. ``value`` is the mean of what its visits were worth to the side to move, in
    0..1: the share of wins or, with an evaluator, what that has said. It is 0.5 without visits.
    """

    point: int
    visits: int
    wins: int
    amaf_visits: int
    amaf_wins: int
    prior: float = 0.5
    value: float = 0.5


@final
class Search:
    """A search for the best move in the position of ``game``, which itself doesn't change.

    ``seed`` determines everything, as long as no time limit is involved: a number in 0..2**64 - 1, or a generator.
    ``policy`` is one of :data:`refsol.nogo.play.playouts.POLICIES`, and ``selection`` one of :data:`SELECTIONS`.
    ``exploration`` is the weight of the bonus, at least 0; None stands for that of :data:`EXPLORATIONS`. With RAVE,
    ``equivalence`` is the number of visits at which a move's own simulations and the others weigh about the same; it is
    positive. Also with RAVE, a new child gets ``prior`` AMAF visits, at least 0, of which it wins a share that depends
    on its mobility: how many legal points the player of the move has more than the opponent after it, compared with the
    mean over all moves. The share is the logistic function of the difference times ``slope``. A leaf gets children
    after ``expand_after`` visits, at least 1. The tree has at most ``nodes`` nodes, up to 2**26, and one for each empty
    point and the root at least; when it is full, it grows no more. Raises
    ``ValueError`` for anything else, and :meth:`play` for an illegal move.

    With an ``evaluator``, an :data:`~refsol.nogo.play.environments.evaluation.Evaluator`, which needs numpy, nothing is
    played out: it is asked for the values of leaves, up to ``batch`` at a time, and for the priors of their moves.
    ``exploration``, then 1 by default, is the weight of the priors, and ``noise`` in 0..1 the share of random numbers
    in those at the root, for games from which an evaluator is to learn. Of the other options, ``seed`` and ``nodes``
    count. What the evaluator raises, :meth:`run`, :meth:`children` and :meth:`best` raise, and the search may go on.

    On a board of size n, a simulation to depth d of the tree takes O(n² (d + log n)), of which n² log n are for the
    playout; with an evaluator, O(d · n²) and what that takes. The memory is O(n² + nodes), and O(batch · n²) more with
    an evaluator.

    >>> from refsol.nogo.board import Board
    >>> board = Board(3)
    >>> search = Search(Game(board), selection="uct")
    >>> search.run(500)
    500
    >>> board.name(search.best())
    'C2'
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | Xoshiro128 = 1,
        policy: str = "settled",
        selection: str = "rave",
        exploration: float | None = None,
        equivalence: float = 1000.0,
        prior: float = 100.0,
        slope: float = 1.0,
        expand_after: i64 = 8,
        nodes: i64 = 2**22,
        evaluator: Callable[..., object] | None = None,
        batch: i64 = 8,
        noise: float = 0.0,
    ) -> None:
        if selection not in SELECTIONS:
            raise ValueError(f"selection is one of {', '.join(SELECTIONS)}, not {selection!r}")
        usual = EXPLORATIONS[selection] if evaluator is None else 1.0
        weight = usual if exploration is None else exploration
        if not 0.0 <= weight < _UNTRIED:
            raise ValueError(f"exploration is at least 0 and less than 1e9, not {weight!r}")
        if not 0.0 < equivalence < _UNTRIED:
            raise ValueError(f"equivalence is more than 0 and less than 1e9, not {equivalence!r}")
        if not 0.0 <= prior < _UNTRIED:
            raise ValueError(f"prior is at least 0 and less than 1e9, not {prior!r}")
        if not abs(slope) < _UNTRIED:
            raise ValueError(f"slope is between -1e9 and 1e9, not {slope!r}")
        if not 0.0 <= noise <= 1.0:
            raise ValueError(f"noise is a share in 0..1, not {noise!r}")
        require_range("number of visits before a leaf gets children", expand_after, 1, MAX_SIMULATIONS)
        require_range("number of nodes", nodes, 1 + len(game.board.points(EMPTY)), MAX_NODES)
        self._rng: Final = generator(seed)
        self._policy: Final = policy
        self._game: Final = game.copy()
        self._simulator: Simulator = Simulator(self._game.board, self._rng, policy)
        self._rave: Final = selection == "rave" and evaluator is None
        self._exploration: Final = weight
        self._shrinking: Final = 1.0 / equivalence
        self._prior: Final = prior if self._rave else 0.0
        self._slope: Final = slope
        self._known: Final = _PRIOR + self._prior  # the AMAF visits of a new child
        self._expand_after: Final = float(int(expand_after))
        self._tree: Tree = Tree(nodes, _PRIOR, 1.0, _PRIOR) if self._rave else Tree(nodes, _UNTRIED, 0.0, 0.0)
        self._scratch: Final = vec[i32]([i32(0)] * len(game.board.stone))
        self._mobility: Mobility = Mobility(self._simulator.rings)
        self._gains: Final = vec[i32]([i32(0)] * len(game.board.stone))
        self._priors: Final = vec[float]([0.0] * len(game.board.stone))
        self._path: Final = vec[i32]([i32(0)] * (len(game.board.stone) + 1))  # nodes of the current simulation
        # By the kind of a point: 1 for that of the colour.
        self._black: Final = vec[float]([0.0, 1.0, 0.0, 0.0])
        self._white: Final = vec[float]([0.0, 0.0, 1.0, 0.0])
        self._neither: Final = vec[float]([0.0] * 4)
        self._guide: Guide | None = None
        if evaluator is None:
            self._expand(0, game.to_move)
        else:
            self._guide = Guide(self._game.board, evaluator, batch, weight, noise, int(self._rng.below(2**31 - 1)))

    def run(self, simulations: i64 = MAX_SIMULATIONS, seconds: float | None = None) -> int:
        """Run up to ``simulations`` simulations, until ``seconds`` have passed; return how many.

        O(n² (d + log n)) each, to depth d. Raises ``ValueError`` for a number of simulations outside 0..2**31 - 1.
        """
        require_range("number of simulations", simulations, 0, MAX_SIMULATIONS)
        end = 0.0 if seconds is None else perf_counter() + seconds
        done: i64 = 0
        guide = self._guide
        while done < simulations:
            if guide is not None:
                done += guide.simulate(self._tree, self._simulator, self._game.to_move, simulations - done)
            else:
                stop = min(simulations, done + _SLICE)
                while done < stop:
                    self._simulate()
                    done += 1
            allow_interrupts()
            if seconds is not None and perf_counter() >= end:
                break
        return int(done)

    def best(self) -> int:
        """Return the first of the :meth:`children`; raises ``ValueError`` if there is none. O(children)."""
        children = self.children()
        if not children:
            raise ValueError("the side to move has no legal move")
        return children[0].point

    def children(self, path: Sequence[int] = ()) -> list[Child]:
        """Return each legal move, with the most visits first, then with the most wins. O(n² log n).

        They are the moves after those on the points of ``path``, in turn; there are none if that ends at a leaf of the
        tree. Raises ``ValueError`` if the tree doesn't have these moves.
        """
        tree = self._tree
        if self._guide is not None:
            self._guide.open(tree, self._simulator, self._game.to_move)
        node = self._node(path)
        first = i64(tree.first[node])
        count = max(0, i64(tree.count[node]))
        self._simulator.restart()
        colour: i64 = self._game.to_move
        for point in path:
            self._simulator.rings.put(i64(point), colour)
            colour = _BOTH - colour
        self._find_moves(colour)
        self._weigh(first, count, colour)
        found: list[Child] = []
        for k in range(first, first + count):
            prior = self._priors[k - first]
            visits = int(tree.amaf_visits[k] - self._known) if self._rave else 0
            wins = round(tree.amaf_wins[k] - _PRIOR - self._prior * prior) if self._rave else 0
            value = tree.wins[k] / tree.visits[k] if tree.visits[k] > 0.0 else 0.5
            own_visits, own_wins = int(tree.visits[k]), round(tree.wins[k])
            found.append(Child(int(tree.point[k]), own_visits, own_wins, visits, wins, prior, value))
        return sorted(found, key=lambda child: (-child.visits, -child.wins, child.point))

    def line(self, path: Sequence[int] = ()) -> list[int]:
        """Return the points of the best play that the search expects, its principal variation. O(depth · children).

        It goes from the position after the moves on the points of ``path`` to the first of the :meth:`children`, and so
        on, until no child was visited. Raises ``ValueError`` if the tree doesn't have the moves of ``path``.
        """
        tree = self._tree
        node = self._node(path)
        found: list[int] = []
        while True:
            first = i64(tree.first[node])
            children = range(first, first + max(0, i64(tree.count[node])))
            ordered = [(tree.visits[k], tree.wins[k], -int(tree.point[k]), int(k)) for k in children]
            visits, _, point, best = max(ordered, default=(0.0, 0.0, 0, 0))
            if visits == 0.0:
                return found
            found.append(-point)
            node = i64(best)

    @property
    def visits(self) -> int:
        """How many simulations there were at the root, including those before :meth:`play`."""
        return int(self._tree.visits[0])

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        return int(self._tree.size)

    def play(self, point: i64) -> None:
        """Make a move on ``point``, if it is legal, and keep the part of the tree below. O(n² log n + its nodes)."""
        self._game.play_point(point)
        self._simulator = Simulator(self._game.board, self._rng, self._policy)
        self._mobility = Mobility(self._simulator.rings)
        tree = self._tree
        self._tree = tree.below(tree.child(0, point))
        if self._guide is not None:
            self._guide.begin()
        elif self._tree.count[0] == UNEXPANDED:
            self._expand(0, self._game.to_move)

    def restrict(self, points: Collection[int]) -> None:
        """Leave out all moves at the root but those on ``points``, before the first simulation. O(children).

        Raises ``ValueError`` if there were simulations, if no move would be left, and with an evaluator.
        """
        tree = self._tree
        first = i64(tree.first[0])
        kept = first
        if self._guide is not None or tree.visits[0] > 0.0:
            raise ValueError("a search that has begun, or has an evaluator, can't be restricted")
        for k in range(first, first + max(0, i64(tree.count[0]))):
            if int(tree.point[k]) in points:
                tree.point[kept] = tree.point[k]
                tree.value[kept] = tree.value[k]
                if self._rave:
                    tree.amaf_wins[kept] = tree.amaf_wins[k]
                kept += 1
        if kept == first:
            raise ValueError("none of the points is a legal move")
        tree.count[0] = i32(kept - first)

    def _node(self, path: Sequence[int]) -> i64:
        node: i64 = 0
        for point in path:
            node = self._tree.child(node, i64(point))
            if node == 0:
                raise ValueError(f"the tree has no move on point {point} there")
        return node

    def _simulate(self) -> None:
        """Play a game from the root, first by the tree, then by the policy, and count it."""
        simulator = self._simulator
        simulator.restart()
        tree = self._tree
        path = self._path
        colour: i64 = self._game.to_move
        depth: i64 = 0
        node: i64 = 0
        while True:
            if tree.count[node] == UNEXPANDED and tree.visits[node] >= self._expand_after:
                self._expand(node, colour)
            if tree.count[node] <= 0:
                break
            node = self._chosen(node)
            simulator.rings.put(i64(tree.point[node]), colour)
            colour = _BOTH - colour
            depth += 1
            path[depth] = i32(node)
        winner = colour if simulator.finish(colour) % 2 else _BOTH - colour
        self._count(depth, winner)

    def _chosen(self, node: i64) -> i64:
        """Select the child of an expanded node with the highest upper confidence bound; of equal ones, the first."""
        tree = self._tree
        value = tree.value
        width = tree.width
        bonus = self._exploration * sqrt(log(tree.visits[node] + 1.0))
        k = i64(tree.first[node])
        end = k + i64(tree.count[node])
        chosen = k
        most = -1.0
        while k < end:
            found = value[k] + bonus * width[k]
            if found > most:
                most = found
                chosen = k
            k += 1
        return chosen

    def _count(self, depth: i64, winner: i64) -> None:
        """Count a simulation at the nodes of its path, the last of which is at that ``depth``."""
        tree = self._tree
        visits = tree.visits
        wins = tree.wins
        path = self._path
        colour: i64 = self._game.to_move  # of the side to move at the node; the other one has moved there
        for d in range(depth + 1):
            node = i64(path[d])
            visits[node] += 1.0
            if colour != winner:
                wins[node] += 1.0
            if self._rave:
                tree.width[node] = 1.0 / sqrt(visits[node] + 1.0)
            else:
                tree.value[node] = wins[node] / visits[node]
                tree.width[node] = 1.0 / sqrt(visits[node])
            colour = _BOTH - colour
        if self._rave:
            for d in range(depth, -1, -1):
                colour = _BOTH - colour
                node = i64(path[d])
                if tree.count[node] > 0:
                    played = self._black if colour == BLACK else self._white
                    self._count_elsewhere(node, played, played if colour == winner else self._neither)

    def _count_elsewhere(self, node: i64, played: vec[float], won: vec[float]) -> None:
        """Count a simulation for all the children of a node whose points were played by one colour, then or later.

        By the kind of a point in the end, ``played`` is 1 if that colour has played there, otherwise 0, and ``won`` is
        1 if it has also won. Whose point it is can't be predicted, so a branch would cost more than to count zeros.
        """
        tree = self._tree
        label = self._simulator.rings.label
        point = tree.point
        visits = tree.visits
        wins = tree.wins
        amaf_visits = tree.amaf_visits
        amaf_wins = tree.amaf_wins
        value = tree.value
        shrinking = self._shrinking
        k = i64(tree.first[node])
        end = k + i64(tree.count[node])
        while k < end:
            kind = i64(label[i64(point[k])]) & KIND
            n = amaf_visits[k] + played[kind]
            won_there = amaf_wins[k] + won[kind]
            amaf_visits[k] = n
            amaf_wins[k] = won_there
            weight = 1.0 + n * shrinking
            value[k] = (wins[k] * weight + won_there) / (visits[k] * weight + n)
            k += 1

    def _expand(self, node: i64, colour: i64) -> None:
        """Give a node a child for each legal move of ``colour`` on the current board, in random order."""
        points = self._scratch
        count = self._find_moves(colour)
        rng = self._rng
        for k in range(1, count):
            other = rng.below(k + 1)
            points[k], points[other] = points[other], points[k]
        tree = self._tree
        if not tree.expand(node, points, count) or self._prior == 0.0:
            return
        first = i64(tree.first[node])
        self._weigh(first, count, colour)
        visits = self._known
        for k in range(count):
            wins = _PRIOR + self._prior * self._priors[k]
            tree.amaf_visits[first + k] = visits
            tree.amaf_wins[first + k] = wins
            tree.value[first + k] = wins / visits

    def _find_moves(self, colour: i64) -> i64:
        """Write the legal moves of ``colour`` on the current board to ``_scratch``; return their number."""
        rings = self._simulator.rings
        label = rings.label
        pairs = rings.count
        stride = rings.stride
        points = self._scratch
        legal = self._mobility.legal
        count: i64 = 0
        for point in range(stride, len(points) - stride):
            if label[point] & KIND == FREE:
                colours = legal_for(label, pairs, stride, point)
                legal[point] = i32(colours)
                if colours & colour:
                    points[count] = i32(point)
                    count += 1
        return count

    def _weigh(self, first: i64, count: i64, colour: i64) -> None:
        """Write the priors of nodes, all moves of ``colour`` on the current board, to ``_priors``."""
        priors = self._priors
        if self._guide is not None:
            for k in range(count):
                priors[k] = self._tree.width[first + k]
            return
        if self._prior == 0.0:
            for k in range(count):
                priors[k] = 0.5
            return
        point = self._tree.point
        gains = self._gains
        mobility = self._mobility
        total: i64 = 0
        for k in range(count):
            gain = mobility.change(i64(point[first + k]), colour)
            gains[k] = i32(gain)
            total += gain
        slope = self._slope if colour == BLACK else -self._slope
        for k in range(count):
            above = slope * (float(int(i64(gains[k]) * count - total)) / float(int(count)))
            priors[k] = 1.0 / (1.0 + exp(-min(max(above, -_SURE), _SURE)))
