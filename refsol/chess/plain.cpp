// NOIP chess (Luogu P7963): how many crossings can each new piece reach, on a grid with four types of road?
//
// Pieces are put one by one on a grid of N crossings, and stay there. Each could move from its crossing along one
// ordinary road, or along any number of straight roads in one line, or along any number of open roads; blocked roads
// lead nowhere. All crossings on the way must be empty; at the end may be a piece of the other colour whose level is not
// higher, which it would capture. For each piece, count the crossings to which it could move when it is put.
//
// Go backwards in time: begin with all crossings occupied, empty those that never get a piece, and take the pieces away,
// the last one first. When a piece has just left its crossing, it could reach the other crossings of its region, which
// open roads connect, those of its two runs, along straight roads, and at the end of each way one more. Four ideas,
// which plain.py explains and proves, make this fast.
//
// 1. Regions are trees in a disjoint set. Of a run, only the two ends need to be known.
// 2. There is an order of all crossings in which each region, at any time, is an interval: whenever two regions merge,
//    write the crossings of the smaller one behind those of the larger one.
// 3. A piece that is next to a region in several places must count once. So write +1 on each crossing, empty when the
//    piece is put, that an open road connects with it; -1 where crossings that become empty connect such crossings; and
//    if there are any, one more -1 on its own crossing. Then the numbers in a region add up to 1 if the piece is next to
//    it.
// 4. For sums over intervals take Fenwick trees: one with a 1 for each crossing, while going along the rows and then
//    along the columns, tells how many crossings of a run are in a region; one for each colour, while going through the
//    levels, tells how many pieces next to a region can be captured.
//
// A board takes O(N log N).

#include <algorithm>
#include <array>
#include <iostream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

const char ORDINARY = '1', STRAIGHT = '2', OPEN = '3';
const int NONE = -1;

// A list of numbers, first all 0. It takes O(log n) to change one, or to add up those in an interval.
class FenwickTree {
public:
    explicit FenwickTree(int length) : sums(length + 1) {}

    void add(int index, int value) {
        for (++index; index < static_cast<int>(sums.size()); index += index & -index) sums[index] += value;
    }

    // Returns the sum of the numbers from `begin` to `end` - 1.
    int sum(int begin, int end) const {
        int result = 0;
        for (; end > 0; end -= end & -end) result += sums[end];
        for (; begin > 0; begin -= begin & -begin) result -= sums[begin];
        return result;
    }

private:
    std::vector<int> sums;  // sums[i] is the sum of the i & -i numbers before index i
};

// A disjoint set of crossings: each tree is a region, whose root comes first in the order.
//
// A root goes below the root of a tree that is at least as large, and paths are never shortened. So there are O(log N)
// levels, and a tree shows when any two of its crossings were connected.
class Regions {
public:
    explicit Regions(int crossings)
        : parent(crossings), since(crossings, NONE), size(crossings, 1), last(crossings), following(crossings, NONE) {
        std::iota(parent.begin(), parent.end(), 0);
        std::iota(last.begin(), last.end(), 0);
    }

    int find(int crossing) const {
        while (parent[crossing] != crossing) crossing = parent[crossing];
        return crossing;
    }

    int size_of(int root) const { return size[root]; }

    // Merges the regions of two roots, which are connected before this turn, and returns the root of both.
    int merge(int root, int other, int turn) {
        if (size[root] < size[other]) std::swap(root, other);
        parent[other] = root;
        since[other] = turn;
        size[root] += size[other];
        following[last[root]] = other;
        last[root] = last[other];
        return root;
    }

    // Returns at which turn two crossings that are in one region by now were connected.
    //
    // On the ways up to the root, turns get earlier. So always go up where the turn is later, until the ways meet.
    int turn_connected(int one, int other) const {
        int turn = NONE;
        while (one != other) {
            if (since[one] < since[other]) std::swap(one, other);
            turn = since[one];
            one = parent[one];
        }
        return turn;
    }

    // Returns the position of each crossing in the order.
    std::vector<int> positions() const {
        const int crossings = parent.size();
        std::vector<int> position(crossings);
        int count = 0;
        for (int root = 0; root < crossings; ++root)
            if (parent[root] == root)
                for (int crossing = root; crossing != NONE; crossing = following[crossing]) position[crossing] = count++;
        return position;
    }

private:
    std::vector<int> parent;
    std::vector<int> since;      // the turn whose crossing, when it became empty, connected it with its parent
    std::vector<int> size;       // of the region of a root
    std::vector<int> last;       // the last crossing of a region
    std::vector<int> following;  // the next crossing in the order of the region
};

// Roads and runs of one direction: in rows, where the next crossing is one `step` further on, or in columns.
struct Direction {
    std::string roads;  // from each crossing to the next
    int step;
    std::vector<int> other_end;            // of the run that begins or ends with a crossing
    std::vector<std::vector<int>> starts;  // after which crossing runs of pieces begin: the turns of the pieces
    std::vector<std::vector<int>> stops;   // with which crossing these runs end

    Direction(const std::string& roads, int step)
        : roads(roads), step(step), other_end(roads.size()), starts(roads.size()), stops(roads.size()) {
        std::iota(other_end.begin(), other_end.end(), 0);
    }

    // Merges the runs on both sides of a crossing that has become empty, and returns the ends of the new one.
    std::pair<int, int> merge(int crossing, const std::vector<int>& turn_at) {
        int first = crossing, last = crossing;
        const int before = crossing - step, after = crossing + step;
        if (roads[before] == STRAIGHT && turn_at[before] > turn_at[crossing]) first = other_end[before];
        if (roads[crossing] == STRAIGHT && turn_at[after] > turn_at[crossing]) last = other_end[after];
        other_end[first] = last;
        other_end[last] = first;
        return {first, last};
    }
};

struct Piece {
    int colour, level, row, column;
};

// A board. Turns are numbered from 0, and a piece goes by the number of the turn at which it is put.
class Board {
public:
    Board(int rows, int columns, const std::vector<std::string>& across, const std::vector<std::string>& down,
          const std::vector<Piece>& pieces)
        // Crossings are indices into lists, row after row. A row above, one below and a column at the right, to which no
        // roads lead, are a frame around them. So the crossing below is `row` further on.
        : row(columns + 1), directions{Direction(right_roads(across), 1), Direction(roads_below(down), row)},
          pieces(pieces), turn_at((rows + 2) * row, NONE), regions((rows + 2) * row), root(pieces.size(), NONE),
          size(pieces.size()), answers(pieces.size()) {
        // At which turn does a crossing get its piece? One that never does gets a separate turn after all others. So a
        // crossing is empty just after a turn if its own turn comes later.
        for (const Piece& piece : pieces) {
            const int crossing = piece.row * row + piece.column - 1;
            turn_at[crossing] = crossing_at.size();
            crossing_at.push_back(crossing);
        }
        for (int x = 1; x <= rows; ++x)
            for (int crossing = x * row; crossing < x * row + columns; ++crossing)
                if (turn_at[crossing] == NONE) {
                    turn_at[crossing] = crossing_at.size();
                    crossing_at.push_back(crossing);
                }
    }

    // Returns how many crossings each piece could reach.
    std::vector<int> solve() {
        for (int turn = static_cast<int>(crossing_at.size()) - 1; turn >= 0; --turn) take_away(turn);
        position = regions.positions();
        for (const Direction& direction : directions) subtract_common(direction);
        add_captures();
        return answers;
    }

private:
    std::string right_roads(const std::vector<std::string>& across) const {
        std::string roads(row, '0');
        for (const std::string& line : across) roads += line + "00";
        return roads + std::string(row, '0');
    }

    std::string roads_below(const std::vector<std::string>& down) const {
        std::string roads(row, '0');
        for (const std::string& line : down) roads += line + "0";
        return roads + std::string(2 * row, '0');
    }

    // Returns the crossings to which roads of a type lead.
    std::vector<int> neighbours(int crossing, char road) const {
        std::vector<int> found;
        for (const Direction& direction : directions) {
            if (direction.roads[crossing - direction.step] == road) found.push_back(crossing - direction.step);
            if (direction.roads[crossing] == road) found.push_back(crossing + direction.step);
        }
        return found;
    }

    // Goes back to before a turn: empties its crossing. Then counts what its piece could reach, as far as is known.
    void take_away(int turn) {
        const int crossing = crossing_at[turn];
        int region = crossing;
        for (int neighbour : neighbours(crossing, OPEN))
            if (turn_at[neighbour] > turn) {
                const int other = regions.find(neighbour);
                if (other != region) region = regions.merge(region, other, turn);
            }
        std::array<std::pair<int, int>, 2> ends;
        for (int d = 0; d < 2; ++d) ends[d] = directions[d].merge(crossing, turn_at);
        if (turn >= static_cast<int>(pieces.size())) return;  // there never was a piece

        root[turn] = region;
        size[turn] = regions.size_of(region);
        int count = size[turn] - 1;
        std::vector<int> targets = neighbours(crossing, ORDINARY);  // crossings on which a move may end, but not go on
        for (int d = 0; d < 2; ++d) {
            Direction& direction = directions[d];
            const auto [first, last] = ends[d];
            count += (last - first) / direction.step;
            // Where a straight road leads on from an end of the run, the next crossing isn't empty.
            const int before = first - direction.step, after = last + direction.step;
            if (direction.roads[before] == STRAIGHT) targets.push_back(before);
            if (direction.roads[last] == STRAIGHT) targets.push_back(after);
            if (first != last && size[turn] > 1) {
                // How much of the run is in the region will be subtracted. That includes this crossing, so add it here.
                ++count;
                direction.starts[before].push_back(turn);
                direction.stops[last].push_back(turn);
            }
        }
        for (int target : targets)
            if (may_end_on(turn, target) && !region_reaches(turn, target)) ++count;
        answers[turn] = count;
    }

    // Returns whether a crossing is empty at a turn, or has a piece that the new one may capture.
    bool may_end_on(int turn, int target) const {
        const int other = turn_at[target];
        return other > turn ||
               (pieces[other].colour != pieces[turn].colour && pieces[other].level <= pieces[turn].level);
    }

    // Returns whether a crossing is in the region of the piece put at a turn, or next to it.
    bool region_reaches(int turn, int target) const {
        const std::vector<int> crossings =
            turn_at[target] > turn ? std::vector<int>{target} : neighbours(target, OPEN);
        for (int crossing : crossings)
            if (turn_at[crossing] > turn && regions.find(crossing) == root[turn]) return true;
        return false;
    }

    // Returns the sum of the numbers in the region of the piece put at a turn.
    int sum_of_region(const FenwickTree& tree, int turn) const {
        const int begin = position[root[turn]];
        return tree.sum(begin, begin + size[turn]);
    }

    // Subtracts from each answer how many crossings of the run, its own included, are in the region.
    void subtract_common(const Direction& direction) {
        const int crossings = position.size();
        FenwickTree tree(crossings);  // the crossings on the way so far have a 1
        for (int first = 0; first < direction.step; ++first)
            for (int crossing = first; crossing < crossings; crossing += direction.step) {
                tree.add(position[crossing], 1);
                for (int turn : direction.starts[crossing]) answers[turn] += sum_of_region(tree, turn);
                for (int turn : direction.stops[crossing]) answers[turn] -= sum_of_region(tree, turn);
            }
    }

    // Adds to each answer how many pieces next to the region the piece could capture.
    void add_captures() {
        std::vector<std::vector<int>> of_level(pieces.size() + 1);
        for (std::size_t turn = 0; turn < pieces.size(); ++turn) of_level[pieces[turn].level].push_back(turn);
        std::array<FenwickTree, 2> trees{FenwickTree(position.size()), FenwickTree(position.size())};
        for (const std::vector<int>& turns : of_level) {
            for (int turn : turns) write_numbers(turn, trees[pieces[turn].colour]);
            for (int turn : turns) answers[turn] += sum_of_region(trees[1 - pieces[turn].colour], turn);
        }
    }

    // Adds the numbers written for the piece put at a turn to a tree.
    void write_numbers(int turn, FenwickTree& tree) const {
        // A side that gets into one region with an earlier side brings a -1. Where k regions with sides are connected,
        // that is the first side in each of them, except the very first one: k - 1 times.
        const int crossing = crossing_at[turn];
        std::vector<int> sides;
        for (int side : neighbours(crossing, OPEN)) {
            if (turn_at[side] <= turn) continue;
            tree.add(position[side], 1);
            int connection = NONE;
            for (int other : sides) connection = std::max(connection, regions.turn_connected(side, other));
            if (!sides.empty()) tree.add(position[crossing_at[connection]], -1);
            sides.push_back(side);
        }
        if (!sides.empty()) tree.add(position[crossing], -1);
    }

    int row;
    std::array<Direction, 2> directions;
    std::vector<Piece> pieces;
    std::vector<int> turn_at, crossing_at;
    Regions regions;
    std::vector<int> root;  // of each piece's region, when it was put
    std::vector<int> size;  // of that region
    std::vector<int> answers, position;
};

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int boards;
    std::cin >> boards;
    while (boards-- > 0) {
        int rows, columns, q;
        std::cin >> rows >> columns >> q;
        std::vector<std::string> across(rows), down(rows - 1);
        for (std::string& line : across) std::cin >> line;
        for (std::string& line : down) std::cin >> line;
        std::vector<Piece> pieces(q);
        for (Piece& piece : pieces) std::cin >> piece.colour >> piece.level >> piece.row >> piece.column;
        for (int answer : Board(rows, columns, across, down, pieces).solve()) std::cout << answer << '\n';
    }
}
