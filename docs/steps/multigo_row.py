"""Multi-Go in one row, where a territory is an interval. O(1) a move."""

import sys
from collections import Counter


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``."""
    _height, width, _players, _moves, *numbers = map(int, data.split())
    owner = [0, *numbers[:width], 0]
    cells = Counter(owner)
    answers = []
    for move in range(width, len(numbers), 3):
        _x, y, gainer = numbers[move : move + 3]
        loser = owner[y]
        beside = (owner[y - 1], owner[y + 1])
        legal = gainer == loser or (beside != (loser, loser) and (cells[gainer] == 0 or gainer in beside))
        if legal:
            owner[y] = gainer
            cells[loser] -= 1
            cells[gainer] += 1
        answers.append("YES\n" if legal else "NO\n")
    return "".join(answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
