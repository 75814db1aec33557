// Multi-Go (ONTAK 2022): cells change hands, and territories must stay connected and free of holes.
//
// Whether a cell may go from the loser to the gainer is decided by the ring of the eight cells around it. A run is a
// maximal sequence of neighbouring cells of the ring that one player owns; it touches the cell if one of them shares a
// side with it. Exactly one run of the loser and one of the gainer must touch the cell, and the loser's must not be the
// whole ring. There are three exceptions: a loser may lose its only cell, a player without cells may gain any, and a
// move that gives a cell to its owner changes nothing. plain.py proves this.
//
// A move takes O(1); everything together takes O(NM + K + Q) for N rows, M columns, K players and Q moves.

#include <array>
#include <iostream>
#include <vector>

using Ring = std::array<int, 8>;

// Returns how many runs of a player touch a cell, given the owners of the eight cells around it.
//
// The ring goes clockwise and begins in the north: cells with even indices share a side with the cell in the middle,
// the others only a corner. A run that touches it is counted at its last cell with an even index: the corner after
// that, or the next cell with an even index, isn't the player's. If the whole ring is the player's, there is no last
// one, and the result is 0: the cell would become a hole.
int touching_runs(const Ring& ring, int player) {
    int runs = 0;
    for (int side = 0; side < 8; side += 2)
        if (ring[side] == player && !(ring[side + 1] == player && ring[(side + 2) % 8] == player)) ++runs;
    return runs;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);

    int height, width, players, moves;
    std::cin >> height >> width >> players >> moves;

    // The board is one list, row after row, in a frame of cells that belong to nobody, player 0. So every cell has eight
    // neighbours, and the cell below is `stride` further on.
    const int stride = width + 2;
    std::vector<int> owner(stride * (height + 2));
    std::vector<int> cells(players + 1);  // how many cells each player has
    for (int x = 1; x <= height; ++x)
        for (int y = 1; y <= width; ++y) {
            int& player = owner[x * stride + y];
            std::cin >> player;
            ++cells[player];
        }

    while (moves-- > 0) {
        int x, y, gainer;
        std::cin >> x >> y >> gainer;
        const int cell = x * stride + y;
        const int loser = owner[cell];
        const int north = cell - stride, south = cell + stride;
        const Ring ring = {owner[north], owner[north + 1], owner[cell + 1], owner[south + 1],
                           owner[south], owner[south - 1], owner[cell - 1], owner[north - 1]};
        const bool may_lose = cells[loser] == 1 || touching_runs(ring, loser) == 1;
        const bool may_gain = cells[gainer] == 0 || touching_runs(ring, gainer) == 1;
        const bool legal = gainer == loser || (may_lose && may_gain);
        if (legal) {
            owner[cell] = gainer;
            --cells[loser];
            ++cells[gainer];
        }
        std::cout << (legal ? "YES\n" : "NO\n");
    }
}
