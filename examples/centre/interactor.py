"""Answers queries for distances in a tree, by the protocol of Kattis's judge, and judges the program that asks.

``interactor.py INPUT ANSWER FEEDBACK_DIRECTORY`` talks on the standard streams. It exits with 42 if the program finds a
centre, and with 43 if it doesn't.
"""

import sys
from pathlib import Path
from typing import NoReturn


def end(status: int, message: str) -> NoReturn:
    """Exit after writing what was found to where the judge looks for it."""
    Path(sys.argv[3], "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    sys.exit(status)


def vertices(words: list[str], count: int) -> list[int]:
    """Return the vertices that a line of the program names after its first word."""
    if len(words) != count + 1 or not all(word.isdecimal() and 1 <= int(word) <= n for word in words[1:]):
        end(43, f"expected '? u v' or '! c' with vertices in 1..{n}, found {' '.join(words)[:20]!r}")
    return [int(word) - 1 for word in words[1:]]


n, *parents = map(int, Path(sys.argv[1]).read_text(encoding="ascii").split())
distance = [[0] * n for _ in range(n)]
for child, parent in enumerate(parents, 1):
    for other in range(child):
        distance[child][other] = distance[other][child] = distance[parent - 1][other] + 1

print(n, flush=True)
queries = 0
while True:
    words = sys.stdin.readline().split()
    if words[:1] == ["!"]:
        (centre,) = vertices(words, 1)
        if sys.stdin.read().strip():
            end(43, "the program said more after its answer")
        farthest, best = max(distance[centre]), min(map(max, distance))
        end(43 if farthest > best else 42, f"{centre + 1} has a vertex at distance {farthest}, a centre {best}")
    if words[:1] != ["?"]:
        end(43, f"expected '? u v' or '! c', found {' '.join(words)[:20]!r}")
    u, v = vertices(words, 2)
    queries += 1
    if queries > 3 * n:
        end(43, f"more than {3 * n} queries")
    print(distance[u][v], flush=True)
