"""Answers queries for a number, by the protocol of testlib, and judges the program that asks.

``interactor.py INPUT OUTPUT`` talks on the standard streams. It exits with 0 if the program finds the number, with 1 if
it doesn't, and with 2 if a line is neither a query nor an answer.
"""

import sys
from pathlib import Path
from typing import NoReturn


def end(status: int, message: str) -> NoReturn:
    """Exit after saying what was found."""
    print(message, file=sys.stderr)
    sys.exit(status)


n, x, lie = map(int, Path(sys.argv[1]).read_text(encoding="ascii").split())
most = 2 * (n - 1).bit_length() + 1
print(n, flush=True)
query = 0
while True:
    words = sys.stdin.readline().split()
    if len(words) != 2 or words[0] not in "?!" or not words[1].isdecimal():
        end(2, f"expected '? y' or '! x', found {' '.join(words)[:20]!r}")
    number = int(words[1])
    if words[0] == "!":
        if sys.stdin.read().strip():
            end(1, "the program said more after its answer")
        end(number != x, f"{number}, queries: {query}; the number is {x}")
    query += 1
    if not 1 <= number <= n:
        end(1, f"expected y in 1..{n}, found {number}")
    if query > most:
        end(1, f"more than {most} queries")
    print("<" if (x < number) != (query == lie) else ">=", flush=True)
