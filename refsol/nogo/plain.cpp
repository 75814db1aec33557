// NoGo (Luogu P4997): play any legal game to its end, on a board of up to 600 x 600 points.
//
// Black and white take turns to put a stone on an empty point; black, X, begins. A group is a maximal set of stones of
// one colour that are connected along the lines. After every move each group must have a liberty, an empty point next to
// it. The player who cannot move loses. Two facts, which plain.py proves, make a whole game nearly linear.
//
// 1. A point that is forbidden to a colour stays forbidden to it. So one pass over the board for each colour is enough,
//    and a player whose pass is over cannot move.
//
// 2. A group has a liberty if and only if it has a pseudo-liberty: a pair of one of its stones and an empty point next
//    to that stone. Pairs are easy to count. A new stone takes one from each stone next to it, brings one for each empty
//    point next to it, and adds up those of the groups that it joins. The move is legal if and only if no group of the
//    opponent next to it comes down to zero, and the new stone has an empty neighbour or joins a group that has a pair
//    left.
//
// Groups are trees in a disjoint set, with the count at the root. Each of the N = n * n points is tried at most twice,
// so a game takes O(N alpha(N)), where alpha is the inverse of Ackermann's function.

#include <iostream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

// The stones on a board of n x n points, and their groups.
class Position {
public:
    // The board is one list, row after row, in a frame. So every point has four neighbours, and the point below is
    // `stride` further on. It begins empty.
    explicit Position(int n)
        : n(n), stride(n + 2), board(stride * stride, '#'), parent(stride * stride), size(stride * stride, 1),
          pseudo_liberties(stride * stride, 0) {
        for (int x = 1; x <= n; ++x)
            for (int y = 1; y <= n; ++y) board[point_at(x, y)] = '.';
        std::iota(parent.begin(), parent.end(), 0);
    }

    int point_at(int x, int y) const { return x * stride + y; }
    bool is_empty(int point) const { return board[point] == '.'; }

    // Puts a stone on an empty point and returns true. With `check`, an illegal move changes nothing and returns false.
    bool put(int point, char colour, bool check = true) {
        // Each stone next to the point loses a pseudo-liberty.
        int free = 0;             // how many points next to it are empty
        std::vector<int> groups;  // that of each stone next to it, so a group may occur more than once
        for (int neighbour : {point - stride, point - 1, point + 1, point + stride}) {
            if (board[neighbour] == '.') {
                ++free;
            } else if (board[neighbour] != '#') {
                groups.push_back(group_of(neighbour));
                --pseudo_liberties[groups.back()];
            }
        }

        // Each of the opponent's groups next to the point must have one left. So must at least one of the player's,
        // unless there is an empty point next to the new stone.
        if (check) {
            bool captures = false, lives = free > 0;
            for (int group : groups) {
                if (board[group] != colour)
                    captures = captures || pseudo_liberties[group] == 0;
                else
                    lives = lives || pseudo_liberties[group] > 0;
            }
            if (captures || !lives) {
                for (int group : groups) ++pseudo_liberties[group];
                return false;
            }
        }

        // The stone is a group by itself, which then joins those of its colour.
        board[point] = colour;
        pseudo_liberties[point] = free;
        for (int group : groups)
            if (board[group] == colour) join(point, group);
        return true;
    }

private:
    // Returns the root of a stone's group; the path to it gets half as long.
    int group_of(int point) {
        while (parent[point] != point) {
            parent[point] = parent[parent[point]];
            point = parent[point];
        }
        return point;
    }

    // Makes one group of the groups of two stones: the smaller tree goes below the root of the larger one.
    void join(int point, int other) {
        int root = group_of(point);
        other = group_of(other);
        if (root == other) return;
        if (size[root] < size[other]) std::swap(root, other);
        parent[other] = root;
        size[root] += size[other];
        pseudo_liberties[root] += pseudo_liberties[other];
    }

    int n, stride;
    std::string board;

    // A disjoint set: each stone is in the tree of its group. The root has the group's numbers of stones and of
    // pseudo-liberties.
    std::vector<int> parent, size, pseudo_liberties;
};

int main() {
    std::ios::sync_with_stdio(false);
    int n;
    std::cin >> n;
    Position position(n);

    // The stones of the input need no check: it is promised that their groups have liberties.
    for (int x = 1; x <= n; ++x) {
        std::string row;
        std::cin >> row;
        for (int y = 1; y <= n; ++y)
            if (row[y - 1] != '.') position.put(position.point_at(x, y), row[y - 1], false);
    }

    // Each colour goes over the board once, and on its next turn resumes where it stopped.
    const char colours[] = {'X', 'O'};
    int next[] = {0, 0};  // the point to be tried next, counted row by row
    for (int mover = 0;; mover = 1 - mover) {
        int& k = next[mover];
        while (k < n * n) {
            const int point = position.point_at(k / n + 1, k % n + 1);
            if (position.is_empty(point) && position.put(point, colours[mover])) break;
            ++k;
        }
        if (k == n * n) break;
        std::cout << k / n + 1 << ' ' << k % n + 1 << '\n';
        ++k;
    }
    std::cout << "-1 -1\n";
}
